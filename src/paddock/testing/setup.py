"""Setup: every way to set up a game that is worth a test, and the laws of wrong ones."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from paddock.core.errors import BadSetup
from paddock.core.game import Game
from paddock.core.setup import Setup, Value, spelled
from paddock.testing.moment import LawBroken

LONG = 8  # of options with more values, only some are tried
TIRED = 60  # draws without anything new until all values count as tried

WRONG_SEATS: tuple[object, ...] = (0, -1, 99, True, "3", 2.0, None)
WRONG_VALUES: tuple[object, ...] = (None, "no such value", -(10**9), 2**70, 0.5, [], {})


def setups(game: Game, seed: int = 0, most: int | None = None) -> Iterator[Setup]:
    """Every seat count with defaults, then every value of every option, then random ones up to `most`.

    Without `most` it ends when every value has occurred, of long ranges the ends and a few between.
    """
    random = Random(f"{game.name} {seed}")
    given: set[Setup] = set()
    for seats in game.seats:
        if most is None or len(given) < most:
            setup = game.setup(seats)
            given.add(setup)
            yield setup
    tried: set[tuple[str, Value]] = {pair for setup in given for pair in setup.options.items()}
    idle = 0
    while idle < TIRED and (most is None or len(given) < most):
        setup = drawn(game, random, tried)
        new = set(setup.options.items()) - tried
        tried |= new
        idle = 0 if new else idle + 1
        if setup not in given and (new or most is not None):
            given.add(setup)
            yield setup


def drawn(game: Game, random: Random, tried: set[tuple[str, Value]]) -> Setup:
    """A random setup that prefers values not tried before."""
    seats = random.choice(game.seats)
    chosen: dict[str, Value] = {}
    for option in game.options:
        values = worth_trying(option.allowed(seats, chosen))
        new = [value for value in values if (option.name, value) not in tried]
        chosen[option.name] = random.choice(new or values)
    return game.setup(seats, **chosen)


def worth_trying(values: tuple[Value, ...]) -> tuple[Value, ...]:
    """All values, or the ends and the quarters of a long range."""
    if len(values) <= LONG:
        return values
    last = len(values) - 1
    return tuple(values[last * k // 4] for k in range(5))


def setup_laws(game: Game, setup: Setup) -> None:
    """A setup is what it says, in values or in words; everything else raises BadSetup."""

    def broken(law: str, found: str) -> LawBroken:
        return LawBroken(f"{law}\n  at    {game.name}, setup {setup.to_json()}\n  found {found}")

    again = game.setup(setup.seats, **setup.options)
    written = game.setup(setup.seats, **{name: spelled(value) for name, value in setup.options.items()})
    if not setup == again == written:
        raise broken("a setup given its own options, as values or as written, is the same", f"{again}, {written}")
    if len(setup.options) != len(game.options):
        raise broken("a setup has a value for every option", str(sorted(setup.options)))
    wrong: list[tuple[object, dict[str, object]]] = [(seats, {}) for seats in WRONG_SEATS if seats_wrong(game, seats)]
    wrong.append((setup.seats, {"no such option": 1}))
    for option in game.options:
        before = {}
        for name, value in setup.options.items():
            if name == option.name:
                break
            before[name] = value
        allowed = option.allowed(setup.seats, before)
        values = [value for value in WRONG_VALUES if not any(value == fine for fine in allowed)]
        wrong += [(setup.seats, {**before, option.name: value}) for value in values]
    for seats, options in wrong:
        try:
            game.setup(seats, **options)  # type: ignore[arg-type]  # wrong on purpose
        except BadSetup as error:
            if not str(error) or "\n" in str(error):
                raise broken("a refusal is one sentence", repr(str(error))) from error
        except Exception as error:
            found = f"{type(error).__name__}: {error} from {seats!r} seats and {options}"
            raise broken("a wrong setup raises BadSetup and nothing else", found) from error
        else:
            raise broken("a wrong setup raises BadSetup", f"{seats!r} seats and {options} were accepted")


def seats_wrong(game: Game, seats: object) -> bool:
    return type(seats) is not int or seats not in game.seats
