"""Errors that say, in one sentence, what was tried and what is allowed."""

from numbers import Integral

MOST = 2**62 - 1  # what a compiled number holds
LONGEST = 80  # characters of what was given that a sentence quotes


class PaddockError(Exception):
    """The base of every error that is the caller's to mend; its text is one clear sentence on one line."""

    def __str__(self) -> str:
        return " ".join(super().__str__().splitlines())


class BadArgument(PaddockError, ValueError):
    """Something else was expected here: another seat, a masked state, a text."""


class UnknownGame(PaddockError):
    """No game of that name."""


class BadSetup(PaddockError):
    """A seat count, option or value that the game does not offer."""


class IllegalAction(PaddockError):
    """An action that is not legal for that seat now; nothing was changed."""


class UndoRefused(PaddockError):
    """There is nothing to take back, or something has happened since: `kind` is a word for what stands in the way."""

    def __init__(self, sentence: str, kind: str = "since") -> None:
        super().__init__(sentence)
        self.kind = kind


class BadPosition(PaddockError):
    """A written position with a field that is missing, unknown or impossible."""


class BadTranscript(PaddockError):
    """A transcript that was cut, edited, or does not replay; the line is named."""


class BadAgent(PaddockError):
    """No agent of that description."""


class BadWeights(PaddockError):
    """A file of learned weights that is missing, damaged or made for something else."""


class StaleBuild(PaddockError):
    """The compiled modules are not those of the present sources."""


def is_whole(value: object) -> bool:
    """A whole number, whatever the caller's types promise; numpy's will do."""
    return isinstance(value, int | Integral)


def whole(name: str, value: object, least: int) -> int:
    """A whole number that is neither too small nor too large for the engine, or BadSetup."""
    if isinstance(value, bool) or not isinstance(value, int | Integral) or not least <= int(value) <= MOST:
        raise BadSetup(f"{name} must be a whole number of at least {least}, not {shown(value)}")
    return int(value)


def seed_number(seed: object) -> int:
    """The seed of a stream: any whole number, or BadSetup."""
    if isinstance(seed, bool) or not isinstance(seed, int | Integral):
        raise BadSetup(f"the seed must be a whole number, not {shown(seed)}")
    return int(seed)


def is_text(value: object) -> bool:
    """A text, whatever the caller's types promise."""
    return isinstance(value, str)


def shown(value: object) -> str:
    """What was given, for a sentence about it: never long."""
    text = repr(value)
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"


def foreign(title: str, state: object) -> BadArgument:
    """What a game says to a state that is none of its own."""
    return BadArgument(f"this takes a state of {title}, not {shown(state)}")


def listed(items: "list[str] | tuple[str, ...]", most: int = 12) -> str:
    """`a, b, c` with an end, for sentences that say what is allowed."""
    shown = ", ".join(items[:most])
    return f"{shown}, … ({len(items)} in all)" if len(items) > most else shown
