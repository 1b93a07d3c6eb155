"""Testing: `check(game)`, the laws that every game obeys, for our games and for yours."""

from paddock.testing.moment import LawBroken
from paddock.testing.setup import setups
from paddock.testing.suite import Summary, check

__all__ = ["LawBroken", "Summary", "check", "setups"]
