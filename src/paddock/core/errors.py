"""Errors that say, in one sentence, what was tried and what is allowed."""


class PaddockError(Exception):
    """The base of every error that is the caller's to mend; its text is one clear sentence."""


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


def listed(items: "list[str] | tuple[str, ...]", most: int = 12) -> str:
    """`a, b, c` with an end, for sentences that say what is allowed."""
    shown = ", ".join(items[:most])
    return f"{shown}, … ({len(items)} in all)" if len(items) > most else shown
