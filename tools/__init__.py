"""Tools: what writes files of this repository from its other files; none of it is installed."""
