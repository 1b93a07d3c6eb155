"""Sealing: the laws of sealed rounds; submissions commute, and nobody sees another's."""

from __future__ import annotations

from itertools import islice, permutations

from paddock.core.match import Event
from paddock.core.state import ACTOR, DUE, SEALED, State
from paddock.testing.moment import Moment, viewer_name
from paddock.testing.secrecy import Sight, compare_sights, opens

ORDERS = 8
RIVALS = 5  # other choices tried for one seat

Choices = dict[int, int]  # the action of each seat


def round_law(moment: Moment) -> None:
    """All laws of the open round, from any point of it."""
    state = moment.state
    if not state.due:
        return
    if not moment.game.sealed:
        raise moment.broken("a game with sealed rounds says so", "set `sealed = True` on the game")
    random = moment.random("round")
    choices = {seat: random.choice(state.legal_actions(seat)) for seat in state.pending()}
    submission_law(moment, choices)
    order_law(moment, choices)
    closing_law(moment, choices)


def submission_law(moment: Moment, choices: Choices) -> None:
    """A submission changes its own cell, DUE and ACTOR, and no other viewer's mask."""
    state = moment.state
    for seat, action in choices.items():
        if len(choices) == 1:
            return  # this one closes the round, and then anything may happen
        sealed = state.copy()
        sealed.apply(seat, action)
        for cell in range(len(state.cells)):
            if sealed.cells[cell] != state.cells[cell] and cell not in (SEALED + seat, DUE, ACTOR):
                raise moment.broken(
                    "until its round closes, a sealed choice changes only its own cell, DUE and ACTOR",
                    f"seat {seat} playing {action}: {moment.differences(state, sealed)}",
                )
        if sealed.cells[SEALED + seat] != action:
            raise moment.broken("a sealed choice lies in its cell", f"seat {seat} playing {action}; use submit")
        for viewer in moment.viewers:
            if viewer != seat and sealed.mask(viewer).key() != state.mask(viewer).key():
                raise moment.broken(
                    "no seat's mask changes with what others have sealed",
                    f"{viewer_name(viewer)} sees seat {seat} playing {action}: "
                    f"{moment.differences(state.mask(viewer), sealed.mask(viewer))}",
                )
        for other in choices:
            if other != seat and sealed.legal_actions(other) != state.legal_actions(other):
                raise moment.broken("a sealed choice leaves the others theirs", f"seat {other} after seat {seat}")


def order_law(moment: Moment, choices: Choices) -> None:
    """One key in any order of submission."""
    orders = list(islice(permutations(choices), 120))
    moment.random("order").shuffle(orders)
    first = closed(moment.state, choices, sorted(choices))
    for order in orders[:ORDERS]:
        other = closed(moment.state, choices, list(order))
        if other.key() != first.key():
            raise moment.broken(
                "a sealed round gives one key in any order of submission",
                f"{sorted(choices)} against {list(order)}: {moment.differences(first, other)}",
            )


def closed(state: State, choices: Choices, order: list[int]) -> State:
    other = state.copy()
    for seat in order:
        other.apply(seat, choices[seat])
    return other


def closing_sight(state: State, choices: Choices, seat: int, viewer: int) -> Sight:
    """What a viewer gets of one seat's choice when the whole round has closed."""
    seen = int(state.seen(seat, choices[seat], viewer))
    *rest, last = [seat, *(other for other in sorted(choices) if other != seat)]
    before = closed(state, choices, rest)
    truth = closed(before, choices, [last])
    opened = opens(before, last, choices[last], truth)
    return Sight(Event(seat, choices[seat]), seen, truth, truth.mask(viewer), opened)


def closing_law(moment: Moment, choices: Choices) -> None:
    """When the round closes, the choices are seen as `seen` says, and the masks agree with that."""
    state = moment.state
    for seat in choices:
        legal = state.legal_actions(seat)
        tried = sorted({choices[seat], *moment.random(f"rival {seat}").sample(legal, min(RIVALS, len(legal)))})
        for viewer in moment.viewers:
            if viewer != seat:
                sights = [closing_sight(state, {**choices, seat: action}, seat, viewer) for action in tried]
                compare_sights(moment, viewer, sights)
