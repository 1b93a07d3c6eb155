"""Suite: all laws, put to a game."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field

from paddock.core.errors import seed_number, whole
from paddock.core.game import Game
from paddock.core.registry import game_of
from paddock.core.setup import Setup
from paddock.core.state import CHANCE
from paddock.testing import chance, engine, identity, legality, position, record, sealing, secrecy, word
from paddock.testing.moment import Moment
from paddock.testing.setup import setup_laws, setups
from paddock.testing.walk import Walk, walk

LAWS: tuple[Callable[[Moment], None], ...] = (
    legality.count_law,
    legality.step_law,
    legality.score_law,
    legality.refusal_law,
    identity.copy_law,
    secrecy.mask_law,
    sealing.round_law,
    secrecy.fill_law,
    secrecy.event_law,
    secrecy.world_law,
    word.view_law,
    word.notation_law,
    word.tell_law,
    identity.byte_law,
    position.round_trip_law,
    record.undo_law,
    record.take_back_law,
)


@dataclass
class Summary:
    """What a check has looked at, and what it left out, with the reason."""

    game: str
    setups: int = 0
    games: int = 0
    events: int = 0
    moments: int = 0
    skipped: dict[str, str] = field(default_factory=dict)


def check(
    game: Game | str,
    *,
    seats: int | None = None,
    options: Mapping[str, object] | None = None,
    games: int = 3,
    moments: int = 12,
    settles: int = 400,
    seed: int = 0,
) -> Summary:
    """Put every law to the game; LawBroken, an AssertionError, says which one does not hold.

    With `seats` or `options` that setup alone (each seat count, if only options are given); with
    neither, every seat count and every value of every option. `games` random matches of a setup
    are played, `moments` positions of each looked at closely, `settles` deals drawn in two ways.

    >>> paddock.check("zooloretto", seats=2, games=1).games
    1
    """
    game = game_of(game)
    games, moments, settles = whole("games", games, 1), whole("moments", moments, 1), whole("settles", settles, 0)
    seed = seed_number(seed)
    summary = Summary(game.name)
    if seats is not None:
        wanted = [game.setup_of(seats, options)]
    elif options is not None:
        wanted = [game.setup_of(count, options) for count in game.seats]
    else:
        wanted = list(setups(game, seed))
    for setup in wanted:
        setup_laws(game, setup)
        check_setup(game, setup, summary, range(seed, seed + games), moments, settles)
        summary.setups += 1
    return summary


def check_setup(game: Game, setup: Setup, summary: Summary, seeds: range, moments: int, settles: int) -> None:
    """All laws for one setup."""
    for seed in seeds:
        played = walk(game, setup, seed)
        summary.games += 1
        summary.events += len(played.events)
        check_walk(played, summary, moments, settles if seed == seeds[0] else 0)


def check_walk(played: Walk, summary: Summary, moments: int, settles: int) -> None:
    """The laws for the moments of one match."""
    chosen = sorted(played.chosen(moments))
    settled: set[int] = set()
    for moment in played.moments(moments):
        summary.moments += 1
        if not position.layout_law(moment):
            summary.skipped["layout"] = "the game has no `layout: Layout`"
        for law in LAWS:
            law(moment)
        if moment.state.actor == CHANCE and settles:
            if not chance.settles_itself(moment.state):
                summary.skipped["settle"] = "the base's own settle is in use"
            elif moment.state.leg not in settled and len(settled) < 2:
                settled.add(int(moment.state.leg))
                chance.settle_law(moment, settles)
        try:
            word.observe_law(moment)
        except NotImplementedError:
            summary.skipped["observe"] = "the game has no observer()"
        if summary.moments % 4 == 0:
            engine.search_law(moment)
        if len(moment.match.events) == chosen[len(chosen) // 2]:
            position.wrong_position_law(moment)
        last = moment
    identity.replay_law(last)
    if last.state.key() != played.key:
        raise last.broken("equal events give equal keys", "the match replayed to another key")
    record.transcript_law(last)
    if not engine.compiled(last.state):
        summary.skipped["compiled equals interpreted"] = "the rules are not compiled"
    elif (other := engine.twin(played.game)) is None:
        summary.skipped["compiled equals interpreted"] = "only games inside the package are loaded from source"
    else:
        engine.twin_law(played, other)
