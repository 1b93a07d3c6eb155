"""The kernel: what a game, a match and a record are. It knows no game, no network, no screen."""
