"""Share: who comes first where bots think, so that nobody's tables make others wait.

Somebody who waits comes before tables that nobody looks at; then whoever has fewer bots thinking; then whoever's bots
have thought less so far. A person who has not asked for a while starts level with the others, and not with a credit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

MOVE, HINT = 0, 1  # what comes first at the tables of one person
MOST = 10_000  # persons whose past is remembered


class Asker(NamedTuple):
    """For whom a bot thinks."""

    person: str = ""  # whose table it is
    looks: Callable[[], bool] = lambda: True  # does anybody look at it now?


class Shares:
    """What each person has had."""

    def __init__(self) -> None:
        self.thinking: Counter[str] = Counter()  # bots of each person that think now
        self.spent: dict[str, float] = {}  # seconds of each person's bots
        self.level = 0.0  # what whoever came last had had

    def order(self, asker: Asker, rank: int, number: int) -> tuple[bool, int, float, int, int]:
        """The least comes first."""
        person = asker.person
        return (not asker.looks(), self.thinking[person], self.had(person), rank, number)

    def had(self, person: str) -> float:
        return max(self.level, self.spent.get(person, 0.0))

    def begin(self, person: str) -> None:
        """One of the person's bots begins to think."""
        self.level = self.had(person)
        self.thinking[person] += 1

    def end(self, person: str, seconds: float) -> None:
        """It has thought so long."""
        self.spent[person] = self.had(person) + seconds
        self.thinking[person] -= 1
        if not self.thinking[person]:
            del self.thinking[person]
        if len(self.spent) > MOST:
            self.spent = {who: had for who, had in self.spent.items() if had > self.level}
