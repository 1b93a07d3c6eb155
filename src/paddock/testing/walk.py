"""Walk: random matches, every event checked, and the moments of each that deserve a close look."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from paddock.core.dice import SeededDice
from paddock.core.game import Game
from paddock.core.match import Event, Match
from paddock.core.setup import Setup
from paddock.core.state import CHANCE, NOBODY, State
from paddock.testing.legality import event_laws
from paddock.testing.moment import Moment, outcomes
from paddock.testing.word import plain_law

Kind = tuple[int | bool, ...]


@dataclass(frozen=True)
class Walk:
    """One random match from the start to the end."""

    game: Game
    setup: Setup
    seed: int
    events: list[Event]
    kinds: list[Kind]  # of the position before each event, and of the last
    key: bytes  # of the last position

    def moments(self, most: int) -> Iterator[Moment]:
        """At most so many moments, every kind of position before a second of one kind."""
        chosen = self.chosen(most)
        match = Match.blank(self.game, self.setup)
        for index in range(len(self.events) + 1):
            event = self.events[index] if index < len(self.events) else None
            if index in chosen:
                yield Moment(match, self.seed, event)
            if event is not None:
                match.record(event)

    def chosen(self, most: int) -> set[int]:
        last = len(self.events)
        drawers: dict[Kind, list[int]] = {}
        order = list(range(1, last))
        Random(self.seed).shuffle(order)
        for index in order:
            drawers.setdefault(self.kinds[index], []).append(index)
        chosen = {0, last}
        while len(chosen) < most and drawers:
            for kind in sorted(drawers):
                chosen.add(drawers[kind].pop())
                if not drawers[kind]:
                    del drawers[kind]
                if len(chosen) >= most:
                    break
        return chosen


def walk(game: Game, setup: Setup, seed: int) -> Walk:
    """Play at random, in a sealed round in any order; every event is checked on the way."""
    random = Random(seed)
    match = Match.blank(game, setup, SeededDice(seed))
    kinds = []
    leg = int(match.state.leg)
    while True:
        moment = Moment(match, seed)
        event_laws(moment)
        state = match.state
        kinds.append(kind_of(state, new_leg=leg != state.leg))
        leg = int(state.leg)
        if state.actor == NOBODY:
            return Walk(game, setup, seed, match.events, kinds, state.key())
        if len(match.events) >= game.longest:
            raise moment.broken("a match ends within game.longest events", f"{game.longest} events, and it goes on")
        if state.actor == CHANCE:
            odds = state.chance()
            weights = [0] * (odds[-1][0] + 1)
            for outcome, weight in odds:
                weights[outcome] = weight
            event = Event(CHANCE, match.dice.roll(weights))
        else:
            seat = random.choice(match.pending)
            event = Event(seat, picked(outcomes(state, seat), seed, random))
        plain_law(moment, game.notation(state, *event), event)
        match.record(event)


def picked(actions: list[int], seed: int, random: Random) -> int:
    """Every third match prefers low actions and every third high ones: so some hoard what others spend."""
    taste = seed % 3
    if taste and random.random() < 0.8:
        return actions[0] if taste == 1 else actions[-1]
    return random.choice(actions)


def kind_of(state: State, new_leg: bool) -> Kind:
    """Positions of one kind ask for much the same; of each kind some are looked at closely."""
    if state.actor < 0:
        return (int(state.actor), new_leg, 0, 0, 0)
    legal = state.legal_actions(state.actor)
    return (0, new_leg, len(state.pending()), legal[0].bit_length(), len(legal).bit_length())
