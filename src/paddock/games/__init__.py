"""The games, one folder each, all with the same drawers; the registry finds them by folder."""
