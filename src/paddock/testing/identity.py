"""Identity: the laws of copies, keys, bytes and replays; the cells are the whole position."""

from __future__ import annotations

from paddock.core.match import Match
from paddock.core.state import CHANCE, NOBODY, VIEWER, State
from paddock.testing.moment import Moment, after, outcomes, viewer_name


def copy_law(moment: Moment) -> None:
    """A copy is equal, of the same class, and goes its own way."""
    state = moment.state
    key = state.key()
    copy = state.copy()
    if copy.key() != key or type(copy) is not type(state):
        raise moment.broken("copy() is equal and of the same class", moment.differences(state, copy))
    if state.actor == NOBODY:
        copy.cells[VIEWER] += 1
    else:
        seat = int(state.actor)
        action = moment.random("copy").choice(outcomes(state, seat))
        copy.apply(seat, action)
        again = state.copy()
        again.apply(seat, action)
        if again.key() != copy.key():
            raise moment.broken("equal events lead to equal keys", moment.differences(copy, again))
    if state.key() != key:
        raise moment.broken("a copy is independent", "the original changed with its copy")
    assigned = copy.copy()
    assigned.assign(state)
    if assigned.key() != key:
        raise moment.broken("assign makes a state equal to another", moment.differences(state, assigned))
    assigned.cells[VIEWER] += 1
    if state.key() != key:
        raise moment.broken("assign copies", "the other state changed with the assigned one")


def byte_law(moment: Moment) -> None:
    """The cells are everything: a state read back from its bytes answers alike, masked too."""
    state = moment.state
    for one in [state, *(state.mask(viewer) for viewer in moment.viewers)]:
        two = type(one).from_bytes(one.to_bytes())
        if two.key() != one.key():
            raise moment.broken("from_bytes(to_bytes()) is equal", moment.differences(one, two))
        if answers(moment, one) != answers(moment, two):
            raise moment.broken(
                "the cells are the whole position: a state read back from its bytes answers like the first",
                f"another answer for {viewer_name(int(one.viewer))}; something is kept outside the cells",
            )


def answers(moment: Moment, state: State) -> list[object]:
    """What a state and the words say of it, as far as it may be asked."""
    if state.viewer in range(moment.setup.seats):
        said: list[object] = [state.legal_actions(state.viewer)]
    else:
        said = []
    if state is moment.state or state.viewer not in moment.viewers:
        said += [state.legal_actions(seat) for seat in range(moment.setup.seats)]
        said += [state.scores(), state.places(), state.chance() if state.actor == CHANCE else []]
        said += [state.mask(viewer).key() for viewer in moment.viewers]
    else:
        game = moment.game
        said += [game.view(state), game.prompt(state)]
        world = state.copy()
        world.fill(moment.rng("bytes"))
        said.append(world.key())
    return said


def replay_law(moment: Moment) -> None:
    """The record makes the same match again, checked or simply applied."""
    match = moment.match
    again = Match.replay(moment.game, moment.setup, match.events)
    if again.state.key() != match.state.key() or again.sights != match.sights:
        raise moment.broken("a match replays to the same key", moment.differences(match.state, again.state))
    state = moment.game.start(moment.setup)
    for event in match.events:
        state = after(state, *event)
    if state.key() != match.state.key():
        raise moment.broken("equal events from the start give equal keys", moment.differences(match.state, state))
