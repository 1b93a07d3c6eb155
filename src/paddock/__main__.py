"""`python -m paddock` is `paddock`."""

from paddock.cli import main

main()
