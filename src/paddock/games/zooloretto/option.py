"""Option: what can be chosen before a match, and how a choice of animal types may be written."""

from __future__ import annotations

import re
from dataclasses import dataclass
from itertools import combinations

from paddock.core.errors import BadSetup
from paddock.core.setup import Chosen, Option, Setup, Value
from paddock.games.zooloretto.material import TYPES, TYPES_IN_PLAY
from paddock.games.zooloretto.reading import NONE

RANDOM = "random"


@dataclass(frozen=True, repr=False)
class TypesOption(Option):
    """The types in play in any order, joined by `+`, commas or blanks, or as a list."""

    def take(self, given: object, seats: int, chosen: Chosen) -> Value:
        names = re.split(r"[+,\s]+", given.strip().lower()) if isinstance(given, str) else given
        if not isinstance(names, list | tuple) or names == [RANDOM]:
            return super().take(given, seats, chosen)
        for name in names:
            if name not in TYPES:
                raise BadSetup(f"option {self.name}: {name!r} is no type; 'random', or of {', '.join(TYPES)}")
        if len(set(names)) < len(names):
            raise BadSetup(f"option {self.name}: a type is named twice in {given!r}")
        if len(names) != TYPES_IN_PLAY[seats]:
            wanted = TYPES_IN_PLAY[seats]
            raise BadSetup(f"option {self.name}: {wanted} types are in play with {seats} seats, not {len(names)}")
        return "+".join(name for name in TYPES if name in names)


def type_choices(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return (RANDOM, *("+".join(names) for names in combinations(TYPES, TYPES_IN_PLAY[seats])))


def start_players(seats: int, chosen: Chosen) -> tuple[Value, ...]:
    return (RANDOM, *range(seats))


OPTIONS: tuple[Option, ...] = (
    TypesOption("animal_types", type_choices, RANDOM),
    Option("start_player", start_players, RANDOM, seats=True),
    Option("stall_to_barn", (True, False), True),
    Option("unlimited_bank", (True, False), False),
    Option("show_tiles_left", (True, False), True),
)


def types_mask(setup: Setup) -> int:
    """A bit for each type in play, 0 for random."""
    named = str(setup.options["animal_types"])
    return 0 if named == RANDOM else sum(1 << TYPES.index(name) for name in named.split("+"))


def starter(setup: Setup) -> int:
    """The seat that begins, NONE for random."""
    named = setup.options["start_player"]
    return named if isinstance(named, int) else NONE
