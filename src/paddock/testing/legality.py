"""Legality: the laws of legal lists, chance weights, scores and refusals."""

from __future__ import annotations

from itertools import pairwise

from paddock.core.errors import BadArgument, IllegalAction
from paddock.core.match import TAKE_BACK, UNDO, Match
from paddock.core.rng import Rng
from paddock.core.state import BIT, CHANCE, HIDDEN, MOST_SEATS, NOBODY, OPEN, SEALED, WHOLE, WIDEST
from paddock.testing.moment import Moment

MOST_WEIGHT = 2**31  # Rng.below takes no more


def event_laws(moment: Moment) -> None:
    """What holds after every single event; kept cheap."""
    state = moment.state
    key = state.key()
    try:
        state.check()
    except AssertionError as error:
        raise moment.broken("check() passes after every event", str(error) or "a bare AssertionError") from error
    head_law(moment)
    for seat in range(moment.setup.seats):
        legal_law(moment, seat)
    if state.actor == CHANCE:
        weight_law(moment)
    if state.key() != key:
        raise moment.broken("asking changes nothing: check, legal and weights leave the state as it was", "another key")


def head_law(moment: Moment) -> None:
    """The common cells agree with each other."""
    state, seats = moment.state, moment.setup.seats
    if state.seats != seats:
        raise moment.broken("cell SEATS is the setup's number of seats", str(state.seats))
    if state.viewer != WHOLE:
        raise moment.broken("the truth's VIEWER is WHOLE", f"{state.viewer}; only mask() sets it")
    if not (state.actor in (CHANCE, NOBODY) or 0 <= state.actor < seats):
        raise moment.broken("ACTOR is a seat, CHANCE or NOBODY", str(state.actor))
    if state.due:
        due = [seat for seat in range(MOST_SEATS) if state.due & BIT[seat]]
        if state.actor != due[0] or due[-1] >= seats or state.due >= 2**MOST_SEATS:
            raise moment.broken(
                "in a sealed round ACTOR is the lowest seat of DUE", f"actor {state.actor}, due {due}; use open_round"
            )
    for seat in range(MOST_SEATS):
        if state.cells[SEALED + seat] != OPEN and (not state.due or state.due & BIT[seat]):
            raise moment.broken(
                "a SEALED cell holds a choice only while its round is open and after its seat has submitted",
                f"sealed[{seat}] is {state.cells[SEALED + seat]}, due is {state.due}; use take_sealed at the close",
            )


def legal_law(moment: Moment, seat: int) -> None:
    """Ascending, unique, in range; non-empty exactly for pending seats."""
    state = moment.state
    legal = state.legal_actions(seat)
    pending = seat in state.pending()
    if pending and not legal:
        raise moment.broken("a pending seat has a legal action", f"seat {seat} is pending with none")
    if not pending and legal:
        raise moment.broken("only pending seats have legal actions", f"seat {seat} is not pending, yet has {legal[:9]}")
    if any(one >= two for one, two in pairwise(legal)):
        raise moment.broken("legal lists ascend, without repetition", f"seat {seat} has {legal[:40]}")
    if legal and not 0 <= legal[0] <= legal[-1] < moment.game.actions:
        raise moment.broken(f"actions are from 0 to game.actions - 1 = {moment.game.actions - 1}", f"{legal[:9]}")
    if len(legal) > WIDEST:
        raise moment.broken(f"no seat has more than {WIDEST} legal actions", f"seat {seat} has {len(legal)}")


def weight_law(moment: Moment) -> None:
    """Not negative, with a positive sum, and no more outcomes than the game says."""
    odds = moment.state.chance()
    if not odds:
        raise moment.broken("at CHANCE some outcome has a positive weight", "none")
    if any(weight < 0 for _, weight in odds):
        raise moment.broken("chance weights are not negative", str(odds[:9]))
    if sum(weight for _, weight in odds) > MOST_WEIGHT:
        raise moment.broken(f"chance weights sum to at most {MOST_WEIGHT}", str(odds[:9]))
    if odds[-1][0] >= moment.game.outcomes:
        raise moment.broken(f"outcomes are below game.outcomes = {moment.game.outcomes}", f"outcome {odds[-1][0]}")


def count_law(moment: Moment) -> None:
    """`legal_count` and `action_at` say what `legal_actions` says."""
    state = moment.state
    for seat in range(moment.setup.seats):
        legal = state.legal_actions(seat)
        listed = [int(state.action_at(seat, k)) for k in range(int(state.legal_count(seat)))]
        if listed != legal:
            raise moment.broken("legal_count and action_at agree with legal_actions", f"{listed[:9]}, {legal[:9]}")


def step_law(moment: Moment) -> None:
    """`step` and `step_by` do what `apply` and `settle` do, and neither plays where nobody is to decide."""
    state = moment.state
    seat, dice = int(state.actor), moment.random("step").getrandbits(40)
    if seat < 0:
        for play in (lambda: state.copy().step(0, Rng(dice)), lambda: state.copy().step_by(0, Rng(dice))):
            try:
                play()
            except BadArgument:
                continue
            raise moment.broken("step and step_by refuse where nobody is to decide", "no BadArgument")
        return
    legal = state.legal_actions(seat)
    number = moment.random("number").getrandbits(30)
    plain, step, step_by = state.copy(), state.copy(), state.copy()
    plain.apply(seat, legal[number % len(legal)])
    plain.settle(Rng(dice))
    following = [] if plain.actor == NOBODY else plain.legal_actions(plain.actor)
    if step.step(legal[number % len(legal)], Rng(dice)) != following or step != plain:
        raise moment.broken("step does what apply, settle and legal_actions do", f"after action {number % len(legal)}")
    if step_by.step_by(number, Rng(dice)) != plain.actor or step_by != plain:
        raise moment.broken("step_by does what apply and settle do", f"with number {number}")


def score_law(moment: Moment) -> None:
    """One score and one place a seat; places are a standing."""
    state, seats = moment.state, moment.setup.seats
    key = state.key()
    scores, places = state.scores(), state.places()
    if len(scores) != seats or not all(isinstance(points, int) for points in scores):
        raise moment.broken("scores() has a number for each seat", str(scores))
    if len(places) != seats or any(place != 1 + sum(other < place for other in places) for place in places):
        raise moment.broken("places() is a standing: 1 is first, equals share, then places are left out", str(places))
    if state.key() != key:
        raise moment.broken("asking changes nothing: tally and places leave the state as it was", "another key")


def refusal_law(moment: Moment) -> None:
    """What is not legal raises IllegalAction, one sentence, and changes nothing."""
    match = moment.fork()
    before = facts(match)
    for seat, action in wrong_events(moment):
        try:
            match.play(seat, action)
        except IllegalAction as error:
            if not str(error) or "\n" in str(error):
                raise moment.broken("a refusal is one sentence", repr(str(error))) from error
        except Exception as error:
            raise moment.broken(
                "what is not legal raises IllegalAction and nothing else",
                f"seat {seat} playing {action} raised {type(error).__name__}: {error}",
            ) from error
        else:
            raise moment.broken("what is not legal raises IllegalAction", f"seat {seat} could play {action}")
        if facts(match) != before:
            raise moment.broken("a refused action changes nothing", f"seat {seat} playing {action} left a trace")


def facts(match: Match) -> tuple[object, ...]:
    """All of a match that a refused event must leave alone."""
    return match.state.key(), match.events[:], match.standing[:], {k: v[:] for k, v in match.sights.items()}


def wrong_events(moment: Moment) -> list[tuple[int, int]]:
    """A handful of things that may not happen now."""
    state, game, random = moment.state, moment.game, moment.random("refusal")
    pending = state.pending()
    wrong: list[tuple[int, int]] = [(NOBODY, 0), (moment.setup.seats, 0), (MOST_SEATS + 70, 0)]
    for seat in range(moment.setup.seats):
        if seat in pending:
            legal = state.legal_actions(seat)
            others = random.sample(range(game.actions), min(6, game.actions))
            wrong += [(seat, action) for action in others if action not in legal]
            wrong += [(seat, -1), (seat, HIDDEN), (seat, game.actions), (seat, 2**70)]
        else:
            wrong.append((seat, random.randrange(game.actions)))
    possible = [k for k, _ in state.chance()] if state.actor == CHANCE else []
    wrong += [(CHANCE, k) for k in (-1, 0, 1, game.outcomes, 2**70) if k not in possible]
    return [(seat, action) for seat, action in wrong if action not in (UNDO, TAKE_BACK)]
