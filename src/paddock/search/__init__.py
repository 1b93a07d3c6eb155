"""Search: thinking ahead in any game of the kernel, from what one seat knows."""
