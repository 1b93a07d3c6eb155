"""Record: what an analysis found, as plain values that can be compared, pickled and written as JSON."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from paddock.analysis.share import Shares, added
from paddock.core.state import CHANCE

# Lost win chance from which a decision is named, and what it is named.
SIZES: Final = ((0.15, "blunder"), (0.10, "mistake"), (0.05, "slip"))
SURE: Final = 2.0  # and by so many standard errors


class Moment(NamedTuple):
    """The win chances before an event, from the whole truth: hidden cards count as they lie."""

    at: int  # events that had happened: `match.position(at)` is the position
    leg: int  # hands, years or rounds that were finished
    chances: Shares  # together exactly 1


class Part(NamedTuple):
    """What one decision, or one run of chance, changed: the next moment's chances minus this one's."""

    at: int
    seat: int  # CHANCE, or who decided
    change: Shares
    exact: bool  # luck against the mean of all outcomes; False: against the mean of some, or no luck


class Weighed(NamedTuple):
    """An action and what it is worth to the seat that decides, by what that seat could know."""

    action: int
    notation: str
    value: float


class Decision(NamedTuple):
    """An unforced decision, judged by what the seat could know and not by what came of it."""

    at: int
    seat: int
    chosen: Weighed
    best: Weighed  # the chosen one where nothing was found better
    next: Weighed  # the best of the others
    lost: float  # win chance: best minus chosen
    doubt: float  # its standard error
    futures: int  # in which chosen and best were compared
    size: str  # blunder, mistake, slip; empty: good, or too close to call


class Analysis(NamedTuple):
    """All of it; while `complete` is False it is what was found so far."""

    game: str
    seats: int
    seed: int
    budget: float
    learned: bool  # win chances by a learned judge; False: by playouts to the end
    over: bool  # the last moment is the result of the match
    complete: bool
    moments: tuple[Moment, ...]
    parts: tuple[Part, ...]  # one between each two moments
    decisions: tuple[Decision, ...]

    @property
    def start(self) -> Shares:
        """The chances before anything happened."""
        return self.moments[0].chances

    @property
    def result(self) -> Shares:
        """The chances in the end: winners share 1 when the match is over."""
        return self.moments[-1].chances

    @property
    def luck(self) -> Shares:
        """What draws, deals and dice brought each seat."""
        return self.brought(CHANCE)

    @property
    def choices(self) -> tuple[Shares, ...]:
        """What the choices of each seat brought every seat; start, luck and choices add up to the result."""
        return tuple(self.brought(seat) for seat in range(self.seats))

    def brought(self, who: int) -> Shares:
        return added([part.change for part in self.parts if part.seat == who], self.seats)

    def costly(self, seat: int | None = None) -> list[Decision]:
        """The named decisions, of one seat or of all, the most costly first."""
        named = [each for each in self.decisions if each.size and seat in (None, each.seat)]
        return sorted(named, key=lambda each: (-each.lost, each.at))

    def as_json(self) -> dict[str, Any]:
        """What `paddock analyse --json` prints."""
        return {
            "analysis": 1,
            **{
                name: getattr(self, name) for name in ("game", "seats", "seed", "budget", "learned", "over", "complete")
            },
            **{name: getattr(self, name) for name in ("start", "luck", "choices", "result")},
            "moments": [each._asdict() for each in self.moments],
            "parts": [each._asdict() for each in self.parts],
            "decisions": [
                each._asdict() | {name: getattr(each, name)._asdict() for name in ("chosen", "best", "next")}
                for each in self.decisions
            ],
        }


def size_of(lost: float, doubt: float) -> str:
    """The name of a decision that costs so much, if it surely does."""
    if lost <= SURE * doubt:
        return ""
    return next((name for least, name in SIZES if lost >= least), "")
