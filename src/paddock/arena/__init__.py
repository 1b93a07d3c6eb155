"""Arena: agents against one another, measured fairly; and the training of those who learn."""
