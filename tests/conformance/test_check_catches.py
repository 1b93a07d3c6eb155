"""The suite passes a lawful game, and finds each law that a broken one breaks."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from librt.vecs import vec
from mypy_extensions import i32, i64

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.errors import BadPosition, UndoRefused
from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.layout import Field, Layout, Number
from paddock.core.match import Event, Match, Standing
from paddock.core.message import Catalogue, Message, message
from paddock.core.observation import laid_out
from paddock.core.observer import Observer, real
from paddock.core.rng import Rng
from paddock.core.setup import Setup
from paddock.core.state import ACTOR, BIT, CHANCE, DUE, LEG, NOBODY, SEALED, SEATS, VIEWER, WHOLE, State
from paddock.testing import LawBroken, check, engine, identity, legality, record, sealing, secrecy
from paddock.testing.moment import Moment
from paddock.testing.walk import walk
from tests.conformance.burrow import (
    ALL,
    BURROW,
    BURROW_GAME,
    BURY_ONE,
    DECK,
    DIG_UP,
    EAT,
    EATEN,
    HAND,
    KINDS,
    NUMBER,
    ONE,
    PHASE,
    REST,
    ROUNDS,
    SIZE,
    TURN,
    TURN_OF,
    Burrow,
    BurrowGame,
    count,
)
from tests.toy.observer import CellObserver


def test_the_lawful_game_passes() -> None:
    summary = check(BURROW_GAME)
    assert summary.setups == 3  # both seat counts, and one with the option's other value
    assert summary.games == 9
    assert summary.events > summary.games * 10
    assert list(summary.skipped) == ["compiled equals interpreted"]


def test_a_broken_law_is_named_with_game_setup_seed_and_event() -> None:
    class Unruly(Burrow):
        def check(self) -> None:
            if self.cells[LEG]:
                raise AssertionError("there is only one round")

    with pytest.raises(LawBroken) as caught:
        check(game_of(Unruly), seats=2, seed=7)
    law, where, found = str(caught.value).splitlines()
    assert law == "check() passes after every event"
    assert where.startswith("  at    burrow, 2 seats rounds=2, seed 7, event ")
    assert " after seat 1 playing " in where
    assert found == "  found there is only one round"


def game_of(broken: type[State]) -> Game:
    """The lawful words around broken rules."""

    class Broken(BurrowGame):
        state = broken

    return Broken()


# Rules, broken one law at a time. Each class is named for what is wrong.


class DescendingLegal(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n = super().legal(seat, out)
        actions = sorted((int(out[k]) for k in range(n)), reverse=True)
        for k, action in enumerate(actions):
            out[k] = action
        return n


class RepeatedLegal(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n = super().legal(seat, out)
        if n:
            out[n] = out[n - 1]
        return n + 1 if n else 0


class LegalOutOfTurn(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        if self.cells[PHASE] == TURN and self.cells[ACTOR] != seat:
            out[0] = REST
            return 1
        return super().legal(seat, out)


class NothingLegal(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        return 0 if self.cells[LEG] == 1 else super().legal(seat, out)


class LegalTooHigh(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n = super().legal(seat, out)
        if n:
            out[n] = 99
        return n + 1 if n else 0


class LegalChangesTheState(Burrow):
    def legal(self, seat: i64, out: vec[i64]) -> i64:
        n = super().legal(seat, out)
        if self.cells[PHASE] == TURN:
            self.cells[ROUNDS] = 2 if self.cells[ROUNDS] == 1 else 1
        return n


class OwnCountOfLegal(Burrow):
    def legal_count(self, seat: i64) -> i64:
        return max(0, super().legal_count(seat) - 1)


class OwnStep(Burrow):
    def step(self, action: i64, rng: Rng) -> list[int]:
        return super().step(action, rng)[1:]


class OwnStepBy(Burrow):
    def step_by(self, number: i64, rng: Rng) -> i64:
        return super().step_by(number + 1, rng)


class StepsAfterTheEnd(Burrow):
    def decider(self) -> i64:
        return 0


class NegativeWeight(Burrow):
    def weights(self, out: vec[i64]) -> i64:
        n = super().weights(out)
        out[0] = -1
        return n


class NoWeight(Burrow):
    def weights(self, out: vec[i64]) -> i64:
        return 0


class OutcomeTooHigh(Burrow):
    def weights(self, out: vec[i64]) -> i64:
        n = super().weights(out)
        out[n] = 1
        return n + 1


class UnfairSettle(Burrow):
    def settle(self, rng: Rng) -> None:
        """Draws a kind, not a root: the last roots of a kind come too often."""
        c = self.cells
        while c[ACTOR] == CHANCE:
            row = [kind for kind in range(3) if count(c[DECK], kind)]
            self.apply(CHANCE, row[-1] if rng.below(2) else row[rng.below(len(row))])


class HalfSettle(Burrow):
    def settle(self, rng: Rng) -> None:
        row = [kind for kind in range(3) if count(self.cells[DECK], kind)]
        self.apply(CHANCE, row[rng.below(len(row))])


class LosesARoot(Burrow):
    def apply(self, seat: i64, action: i64) -> None:
        super().apply(seat, action)
        if seat != CHANCE and EAT <= action < DIG_UP:
            self.cells[EATEN + seat] -= ONE[action - EAT]


class SharedCopy(Burrow):
    def copy(self) -> State:
        return type(self)(self.cells)


class SharedAssign(Burrow):
    def assign(self, other: State) -> None:
        self.cells = other.cells


class KeepsMoreThanCells(Burrow):
    """Remembers whose cards were dealt outside the cells, and lets masks know."""

    def __init__(self, cells: vec[i64]) -> None:
        super().__init__(cells)
        self.dealt: tuple[int, ...] = ()

    def copy(self) -> State:
        other = type(self)(self.cells[:])
        other.dealt = self.dealt
        return other

    def apply(self, seat: i64, action: i64) -> None:
        if seat == CHANCE:
            self.dealt += (int(action),)
        super().apply(seat, action)


class OwnRandomness(Burrow):
    turns = 0

    def apply(self, seat: i64, action: i64) -> None:
        super().apply(seat, action)
        OwnRandomness.turns += 1
        if OwnRandomness.turns % 2 and self.cells[ACTOR] == CHANCE:
            self.cells[ROUNDS] = 1


class NeverEnds(Burrow):
    def next_turn(self) -> None:
        super().next_turn()
        if self.cells[ACTOR] == NOBODY:
            self.cells[LEG] = 0
            self.cells[PHASE] = TURN
            self.cells[ACTOR] = 0


class WrongPlaces(Burrow):
    def places(self) -> list[int]:
        return [2] * int(self.seats)


class ShortPlaces(Burrow):
    def places(self) -> list[int]:
        return [1]


class ForgetsToClearSealed(Burrow):
    def take_sealed(self, seat: i64) -> i64:
        return self.cells[SEALED + seat]


class WrongActorInARound(Burrow):
    def open_round(self, due: i64) -> None:
        super().open_round(due)
        self.cells[ACTOR] = 1


class OrderCounts(Burrow):
    """The last to submit is remembered, so the order changes the key."""

    def apply(self, seat: i64, action: i64) -> None:
        closes = self.cells[DUE] == BIT[seat] if seat >= 0 else False
        super().apply(seat, action)
        if closes and self.cells[PHASE] == TURN and self.cells[LEG] == 0:
            self.cells[ACTOR] = seat
            self.cells[TURN_OF] = seat


class SealedChangesTheHand(Burrow):
    def submit(self, seat: i64, action: i64) -> bool:
        self.cells[HAND + seat] -= ONE[action - BURY_ONE]
        self.cells[BURROW + seat] += ONE[action - BURY_ONE]
        return super().submit(seat, action)

    def bury(self) -> None:
        for seat in range(self.cells[SEATS]):
            self.take_sealed(seat)
        self.cells[PHASE] = TURN
        self.cells[ACTOR] = 0


class SealedShowsInMasks(Burrow):
    def mask(self, viewer: i64) -> State:
        """Forgets to take back what others have sealed."""
        other = self.copy()
        other.cells[VIEWER] = viewer
        other.hide(viewer)
        return other


class HandShows(Burrow):
    def hide(self, viewer: i64) -> None:
        hands = [self.cells[HAND + seat] for seat in range(self.seats)]
        super().hide(viewer)
        for seat, hand in enumerate(hands):
            self.cells[HAND + seat] = hand


class BurrowShows(Burrow):
    def hide(self, viewer: i64) -> None:
        burrows = [self.cells[BURROW + seat] for seat in range(self.seats)]
        super().hide(viewer)
        for seat, burrow in enumerate(burrows):
            self.cells[BURROW + seat] = burrow


class DeckShows(Burrow):
    def hide(self, viewer: i64) -> None:
        deck = self.cells[DECK]
        super().hide(viewer)
        self.cells[DECK] = deck


class HidesOnesOwn(Burrow):
    def hide(self, viewer: i64) -> None:
        super().hide(-1)


class DealIsSeen(Burrow):
    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        return action if seat == CHANCE else super().seen(seat, action, viewer)


class BuryingIsSeen(Burrow):
    def seen(self, seat: i64, action: i64, viewer: i64) -> i64:
        return super().seen(seat, action, viewer) if seat == CHANCE else action


class FillLeavesMasked(Burrow):
    def fill(self, rng: Rng) -> None:
        viewer = self.cells[VIEWER]
        super().fill(rng)
        self.cells[VIEWER] = viewer


class FillGuessesChoices(Burrow):
    def fill(self, rng: Rng) -> None:
        super().fill(rng)
        due = [seat for seat in self.pending() if self.cells[DUE]]
        for seat in due[:-1]:
            actions = self.legal_actions(seat)
            self.submit(seat, actions[rng.below(len(actions))])


class FillNeverVaries(Burrow):
    def fill(self, rng: Rng) -> None:
        super().fill(Rng(1))


class FillChangesWhatIsKnown(Burrow):
    def fill(self, rng: Rng) -> None:
        c = self.cells
        for cell in range(HAND, EATEN):
            c[cell] -= c[cell] % NUMBER
        super().fill(rng)


class FillBreaksConservation(Burrow):
    def fill(self, rng: Rng) -> None:
        super().fill(rng)
        row = [kind for kind in range(3) if count(self.cells[DECK], kind)]
        if len(row) > 1 and self.cells[DECK] != ALL:  # no mask can tell
            self.cells[DECK] += ONE[row[0]] - ONE[row[1]]


class FillPeeks(KeepsMoreThanCells):
    """Puts back what was really dealt: nothing is guessed."""

    def __init__(self, cells: vec[i64]) -> None:
        super().__init__(cells)
        self.truth: vec[i64] | None = None

    def mask(self, viewer: i64) -> State:
        other = super().mask(viewer)
        assert isinstance(other, FillPeeks)
        other.truth = self.cells[:]
        return other

    def copy(self) -> State:
        other = super().copy()
        assert isinstance(other, FillPeeks)
        other.truth = self.truth
        return other

    def fill(self, rng: Rng) -> None:
        super().fill(rng)
        if self.truth is not None:
            for cell in range(DECK, SIZE):
                self.cells[cell] = self.truth[cell]


class EatingRevealsNothing(Burrow):
    def reveals(self, seat: i64, action: i64) -> bool:
        return not EAT <= action < DIG_UP and super().reveals(seat, action)


class OpeningRevealsNothing(Burrow):
    def reveals(self, seat: i64, action: i64) -> bool:
        return EAT <= action < DIG_UP


class SomeoneStuckInAGuess(Burrow):
    """In truth nobody with a bulb alone is asked; a fill does not know."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        guessed = self.cells[ROUNDS] == 2 and self.cells[HAND + seat] == 2 * ONE[0]
        return 0 if guessed else super().legal(seat, out)

    def begin_round(self) -> None:
        c = self.cells
        for seat in range(c[SEATS]):
            while c[HAND + seat] == 2 * ONE[0]:  # swap a bulb against another root of the pile
                other = next(kind for kind in (1, 2) if count(c[DECK], kind))
                c[HAND + seat] += ONE[other] - ONE[0]
                c[DECK] += ONE[0] - ONE[other]
        super().begin_round()


BROKEN_RULES: list[tuple[type[State], str]] = [
    (DescendingLegal, "legal lists ascend"),
    (RepeatedLegal, "legal lists ascend"),
    (LegalOutOfTurn, "only pending seats have legal actions"),
    (NothingLegal, "a pending seat has a legal action"),
    (LegalTooHigh, r"actions are from 0 to game.actions - 1 = 7"),
    (LegalChangesTheState, "asking changes nothing"),
    (OwnCountOfLegal, "legal_count and action_at agree"),
    (OwnStep, "step does what apply, settle and legal_actions do"),
    (OwnStepBy, "step_by does what apply and settle do"),
    (StepsAfterTheEnd, "step and step_by refuse where nobody is to decide"),
    (NegativeWeight, "chance weights are not negative"),
    (NoWeight, "at CHANCE some outcome has a positive weight"),
    (OutcomeTooHigh, "outcomes are below game.outcomes = 3"),
    (UnfairSettle, "settle draws from the distribution of weights"),
    (HalfSettle, "settle goes on until"),
    (LosesARoot, "there are 11 roots, not 12"),
    (SharedCopy, "a copy is independent|equal events"),
    (SharedAssign, "assign copies"),
    (OwnRandomness, "equal events|equal keys|same key"),
    (NeverEnds, "a match ends within game.longest"),
    (WrongPlaces, r"places\(\) is a standing"),
    (ShortPlaces, r"places\(\) is a standing"),
    (ForgetsToClearSealed, "a SEALED cell holds a choice only while"),
    (WrongActorInARound, "in a sealed round ACTOR is the lowest seat of DUE"),
    (OrderCounts, "one key in any order of submission"),
    (SealedChangesTheHand, "a sealed choice changes only its own cell"),
    (SealedShowsInMasks, "no leak"),
    (HandShows, r"no leak through the mask(.|\n)*hand\["),
    (BurrowShows, "no leak"),
    (DeckShows, r"no leak through the mask(.|\n)*deck"),
    (HidesOnesOwn, r"no leak through seen\(\)"),
    (DealIsSeen, r"no leak through seen\(\)"),
    (BuryingIsSeen, r"no leak through seen\(\)"),
    (FillLeavesMasked, "fill makes a masked state WHOLE"),
    (FillGuessesChoices, "fill guesses facts, never a choice"),
    (FillNeverVaries, "fills vary wherever something is unknown"),
    (FillChangesWhatIsKnown, r"mask\(fill\(mask\(s\)\)\) == mask\(s\)"),
    (FillBreaksConservation, r"fill passes check\(\)"),
    (FillPeeks, "the cells are the whole position|fills vary"),
    (EatingRevealsNothing, r"reveals\(\) is true of a decision that tells"),
    (OpeningRevealsNothing, "unless they reveal something"),
    (SomeoneStuckInAGuess, "a filled state can be played on"),
]


@pytest.mark.parametrize(("rules", "law"), BROKEN_RULES, ids=lambda part: getattr(part, "__name__", ""))
def test_broken_rules_are_caught(rules: type[State], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        check(game_of(rules), seats=3)


# The same slip often breaks several laws, and the first to notice speaks. These notice by themselves.

BY_ITSELF: list[tuple[type[State], Callable[[Moment], None], str]] = [
    (SealedShowsInMasks, sealing.round_law, "no seat's mask changes with what others have sealed"),
    (HandShows, secrecy.event_law, r"no leak through the mask(.|\n)*hand\["),
    (HandShows, secrecy.world_law, r"no leak: two worlds(.|\n)*hand\["),
    (BurrowShows, sealing.round_law, r"no leak through the mask(.|\n)*burrow\["),
    (DeckShows, secrecy.event_law, r"no leak through the mask(.|\n)*deck"),
    (HidesOnesOwn, secrecy.mask_law, r"mask\(v\).legal\(v\) == legal\(v\)"),
    (DealIsSeen, secrecy.event_law, r"no leak through seen\(\)"),
    (BuryingIsSeen, sealing.round_law, r"no leak through seen\(\)"),
    (FillPeeks, identity.byte_law, "the cells are the whole position"),
    (FillPeeks, secrecy.event_law, "fills vary wherever something is unknown"),
]


@pytest.mark.parametrize(("rules", "law", "found"), BY_ITSELF, ids=lambda part: getattr(part, "__name__", ""))
def test_a_law_notices_by_itself(rules: type[State], law: Callable[[Moment], None], found: str) -> None:
    with pytest.raises(LawBroken, match=found):
        put(law, game_of(rules))


def put(law: Callable[[Moment], None], game: Game) -> None:
    """One law, to many moments."""
    for seed in range(9):
        for moment in walk(game, game.setup(3), seed).moments(40):
            law(moment)


# Words, broken one law at a time.

OWN_FIELDS = [field for field in BurrowGame.layout.fields if field.offset >= PHASE]


class LeakingView(BurrowGame):
    """A view that reads what the mask has only forgotten to lose."""

    state = KeepsMoreThanCells

    def view(self, state: State) -> dict[str, Any]:
        assert isinstance(state, KeepsMoreThanCells)
        return {**super().view(state), "dealt": list(state.dealt)}


class LeakingPrompt(BurrowGame):
    state = KeepsMoreThanCells

    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        assert isinstance(state, KeepsMoreThanCells)
        return Prompt(prompt.seat, message("dealt", root=str(state.dealt[-1:])), prompt.choices, prompt.blocked)


class LeakingTell(BurrowGame):
    """Tells what it remembers of the last whole state it was asked about."""

    state = KeepsMoreThanCells

    def tell(self, before: State, after: State, seat: int, action: int) -> list[Message]:
        assert isinstance(after, KeepsMoreThanCells)
        told = super().tell(before, after, seat, action)
        return [*told, message("dealt", root=str(after.dealt[-1:]))]


class LeakingNotation(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        hands = [int(state.cells[HAND + other]) for other in range(state.seats) if other != seat]
        return f"{super().notation(state, seat, action)} {sum(hands) % NUMBER}"


class ViewOfTheTruth(BurrowGame):
    def view(self, state: State) -> dict[str, Any]:
        return super().view(state.mask(0) if state.viewer == WHOLE else state)


class ViewWithATuple(BurrowGame):
    def view(self, state: State) -> dict[str, Any]:
        return {**super().view(state), "kinds": KINDS}


class ViewWithANumberForAKey(BurrowGame):
    def view(self, state: State) -> dict[str, Any]:
        return {**super().view(state), "price": {1: 2}}


class ViewNotJson(BurrowGame):
    def view(self, state: State) -> dict[str, Any]:
        return {**super().view(state), "kinds": set(KINDS)}


class MissingPlace(BurrowGame):
    def view(self, state: State) -> dict[str, Any]:
        view = super().view(state)
        return {**view, "spots": [spot for spot in view["spots"] if spot["place"] != "mouth"]}


class MissingChoice(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        return Prompt(prompt.seat, prompt.ask, prompt.choices[1:], prompt.blocked)


class EqualPaths(BurrowGame):
    def path(self, action: int) -> tuple[str, ...]:
        return ("bed",)


class EmptyPath(BurrowGame):
    def path(self, action: int) -> tuple[str, ...]:
        return () if action == REST else super().path(action)


class PathWithinAPath(BurrowGame):
    def path(self, action: int) -> tuple[str, ...]:
        return ("bed", "ground") if action == DIG_UP else super().path(action)


class BlockedAndAllowed(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        blocked = tuple(Blocked(choice.path, message("wait")) for choice in prompt.choices[:1])
        return Prompt(prompt.seat, prompt.ask, prompt.choices, blocked)


class PromptForAnother(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        return Prompt(0, prompt.ask, prompt.choices, prompt.blocked)


class OtherNotationInAChoice(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        choices = [Choice(c.action, c.path, c.notation.upper(), c.text) for c in prompt.choices]
        return Prompt(prompt.seat, prompt.ask, tuple(choices), prompt.blocked)


class MessageWithoutWords(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        return Prompt(prompt.seat, message("no.such.message"), prompt.choices, prompt.blocked)


class NoteWithoutArgument(BurrowGame):
    def prompt(self, state: State) -> Prompt:
        prompt = super().prompt(state)
        choices = [Choice(c.action, c.path, c.notation, c.text, (message("eat"),)) for c in prompt.choices]
        return Prompt(prompt.seat, prompt.ask, tuple(choices), prompt.blocked)


class NoGermanForTheLog(BurrowGame):
    def words(self, language: str = "en") -> Catalogue:
        words = super().words(language)
        kept = {name: text for name, text in words.texts.items() if language == "en" or name != "buried"}
        return Catalogue(language, kept)


class EqualNotations(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        return super().notation(state, seat, action).replace("turnip", "carrot")


class NotationWithASemicolon(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        return super().notation(state, seat, action).replace(" ", "; ")


class NotationWithAnEmptyEnd(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        return super().notation(state, seat, action) + (" " if action == DIG_UP else "")


class NotationNotAscii(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        return super().notation(state, seat, action).replace("carrot", "Möhre")


class NotationOfTheTruthOnly(BurrowGame):
    def notation(self, state: State, seat: int, action: int) -> str:
        return super().notation(state, seat, action) + ("" if state.viewer == WHOLE else " maybe")


class Shrinking(CellObserver):
    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        return super().write(state, out, at) - state.leg


class ShrinkingObserve(BurrowGame):
    def observer(self) -> Observer:
        return Shrinking(SIZE)


class Infinite(CellObserver):
    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        end = super().write(state, out, at)
        out[end - 1] = real(float("inf"))
        return end


class InfiniteObserve(BurrowGame):
    def observer(self) -> Observer:
        return Infinite(SIZE)


class NamelessObserve(BurrowGame):
    observation_fields = laid_out(("some", SIZE - 1, "all but the last"))


class UnsaidSealing(BurrowGame):
    sealed = False


class ForgottenCell(BurrowGame):
    layout = Layout(SIZE, *(field for field in OWN_FIELDS if field.name != "turn"))


class CellTwice(BurrowGame):
    layout = Layout(SIZE, *OWN_FIELDS, Field("again", DECK, Number(0, 99999)))


class LayoutTooLong(BurrowGame):
    layout = Layout(SIZE + 1, *OWN_FIELDS, Field("more", SIZE, Number(0, 0)))


class PositionLosesACell(BurrowGame):
    def from_position(self, position: Mapping[str, Any]) -> State:
        state = super().from_position(position)
        state.cells[TURN_OF] = 0
        return state


class PositionNotJson(BurrowGame):
    def position(self, state: State) -> dict[str, Any]:
        return {**super().position(state), "phase": {int(state.cells[PHASE])}}


class PositionRefusesMasks(BurrowGame):
    def from_position(self, position: Mapping[str, Any]) -> State:
        if position.get("viewer") not in (None, "whole"):
            raise BadPosition("viewer: whole is expected")
        return super().from_position(position)


class PositionCrashes(BurrowGame):
    def from_position(self, position: Mapping[str, Any]) -> State:
        state = super().from_position({**position, "leg": 0})
        state.cells[LEG] = int(position["leg"])
        return state


class PositionTakesAnyField(BurrowGame):
    def from_position(self, position: Mapping[str, Any]) -> State:
        if not isinstance(position, dict):
            raise BadPosition("an object is expected")
        return super().from_position({name: position[name] for name in position if name in FIELDS})


class PositionReadsLoosely(BurrowGame):
    def from_position(self, position: Mapping[str, Any]) -> State:
        if isinstance(position, dict) and isinstance(position.get("leg"), int):
            position = {**position, "leg": max(0, min(2, position["leg"]))}
        return super().from_position(position)


FIELDS = [field.name for field in BurrowGame.layout.fields]


class SetupTakesAnything(BurrowGame):
    def setup(self, seats: int, **options: object) -> Setup:
        return Setup(self.name, seats, {"rounds": 2})


class SetupCrashes(BurrowGame):
    def setup(self, seats: int, **options: object) -> Setup:
        for name in options:
            assert name == "rounds"
        return super().setup(seats, **options)


class SaysItHidesNothing(BurrowGame):
    hidden = False


class StartsAnyhow(BurrowGame):
    starts = 0

    def start(self, setup: Setup) -> State:
        state = super().start(setup)
        StartsAnyhow.starts += 1
        state.cells[ROUNDS] = 1 + StartsAnyhow.starts % 2
        return state


class SecretStart(BurrowGame):
    """Deals before the first event, so that the record has no cards."""

    def start(self, setup: Setup) -> State:
        state = super().start(setup)
        state.cells[VIEWER] = 0
        return state


BROKEN_WORDS: list[tuple[type[Game], str]] = [
    (LeakingView, "the cells are the whole position"),
    (LeakingPrompt, "the cells are the whole position"),
    (LeakingTell, r"no leak through tell\(\)"),
    (LeakingNotation, "notations are those of the truth|no leak through notation"),
    (ViewOfTheTruth, "view refuses a whole state with ValueError"),
    (ViewWithATuple, "equal after a round trip through JSON"),
    (ViewWithANumberForAKey, "equal after a round trip through JSON"),
    (ViewNotJson, "a view is JSON"),
    (MissingPlace, r"every place of a path exists in the view(.|\n)*'mouth'"),
    (MissingChoice, "one choice for each legal action"),
    (EqualPaths, "paths are unique"),
    (EmptyPath, "at least one place"),
    (PathWithinAPath, "no path is the beginning of another"),
    (BlockedAndAllowed, "what is blocked is no choice"),
    (PromptForAnother, "a prompt is for the state's viewer"),
    (OtherNotationInAChoice, "a choice carries its notation"),
    (MessageWithoutWords, r"every message has words in 'en'(.|\n)*no.such.message"),
    (NoteWithoutArgument, r"every message has words in 'en'(.|\n)*KeyError"),
    (NoGermanForTheLog, r"every message has words in 'de'(.|\n)*'buried'"),
    (EqualNotations, "notations of one position are distinct"),
    (NotationWithASemicolon, "a notation is ASCII on one line"),
    (NotationWithAnEmptyEnd, "a notation is ASCII on one line"),
    (NotationNotAscii, "a notation is ASCII on one line"),
    (NotationOfTheTruthOnly, "notations are those of the truth|no leak through notation"),
    (ShrinkingObserve, r"observe\(\) has a fixed length"),
    (InfiniteObserve, r"observe\(\) gives finite numbers"),
    (UnsaidSealing, "a game with sealed rounds says so"),
    (NamelessObserve, "observation_fields names every number"),
    (ForgottenCell, "cover every cell once(.|\n)*has no field"),
    (CellTwice, "cover every cell once(.|\n)*is both deck and again"),
    (LayoutTooLong, "as many cells as the state"),
    (PositionLosesACell, r"from_position\(position\(s\)\) is equal to s(.|\n)*turn is 2 against 0"),
    (PositionNotJson, "a position is JSON"),
    (PositionRefusesMasks, "a position that was written is read"),
    (PositionCrashes, "raises BadPosition and nothing else"),
    (PositionTakesAnyField, r"raises BadPosition(.|\n)*a field that does not exist"),
    (PositionReadsLoosely, "read as it was written, or refused"),
    (SetupTakesAnything, "a wrong setup raises BadSetup"),
    (SetupCrashes, "a wrong setup raises BadSetup and nothing else"),
    (SaysItHidesNothing, "a game that hides something says so"),
    (StartsAnyhow, "equal events|equal keys|same key|undo restores|takes back its own choice only"),
    (SecretStart, "the truth's VIEWER is WHOLE"),
]


@pytest.mark.parametrize(("game", "law"), BROKEN_WORDS, ids=lambda part: getattr(part, "__name__", ""))
def test_broken_words_are_caught(game: type[Game], law: str) -> None:
    with pytest.raises(LawBroken, match=law):
        check(game(), seats=3)


# What the kernel and the engines owe: a match, a search and a twin, broken on purpose.


def test_a_match_that_takes_anything_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Match, "demand_legal", lambda match, seat, action: None)
    with pytest.raises(LawBroken, match="what is not legal raises IllegalAction"):
        put(legality.refusal_law, BURROW_GAME)


def test_a_match_that_keeps_what_it_refused_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = Match.demand_legal

    def demand_legal(match: Match, seat: int, action: int) -> None:
        match.events.append(Event(seat, action))
        lawful(match, seat, action)
        match.events.pop()

    monkeypatch.setattr(Match, "demand_legal", demand_legal)
    with pytest.raises(LawBroken, match="a refused action changes nothing"):
        put(legality.refusal_law, BURROW_GAME)


@pytest.mark.parametrize("barrier", ["revealed something", "chance has spoken", "sealed round has closed"])
def test_undo_past_a_barrier_is_caught(monkeypatch: pytest.MonkeyPatch, barrier: str) -> None:
    lawful = Match.undoable

    def undoable(match: Match, seat: int) -> Standing:
        try:
            return lawful(match, seat)
        except UndoRefused as refusal:
            cause = {"revealed something": "hidden", "chance has spoken": "chance", "sealed round has closed": "closed"}
            own = [entry for entry in match.standing if entry.event.seat == seat]
            if cause[barrier] not in str(refusal) or not own:
                raise
            return own[-1]

    monkeypatch.setattr(Match, "undoable", undoable)
    with pytest.raises(LawBroken, match=f"undo is refused at a barrier(.|\n)*{barrier}"):
        put(record.undo_law, BURROW_GAME)


def test_undo_that_is_never_allowed_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    def undoable(match: Match, seat: int) -> Standing:
        raise UndoRefused("never")

    monkeypatch.setattr(Match, "undoable", undoable)
    with pytest.raises(LawBroken, match="can be taken back"):
        put(record.undo_law, BURROW_GAME)


def test_undo_that_restores_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = Match.undo

    def undo(match: Match, seat: int) -> None:
        lawful(match, seat)
        if not match.state.due:
            match.state.cells[ROUNDS] = 1

    monkeypatch.setattr(Match, "undo", undo)
    with pytest.raises(LawBroken, match=r"undo restores the key(.|\n)*rounds"):
        put(record.undo_law, BURROW_GAME)


def test_take_back_that_restores_too_little_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = Match.take_back

    def take_back(match: Match, seat: int) -> None:
        lawful(match, seat)
        if not match.state.due:
            match.state.cells[ROUNDS] = 1

    monkeypatch.setattr(Match, "take_back", take_back)
    with pytest.raises(LawBroken, match=r"take_back restores the key(.|\n)*rounds"):
        put(record.take_back_law, BURROW_GAME)


def test_take_back_that_forgets_an_open_round_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = Match.take_back

    def take_back(match: Match, seat: int) -> None:
        lawful(match, seat)
        match.unopened = {}

    monkeypatch.setattr(Match, "take_back", take_back)
    with pytest.raises(LawBroken, match="take_back leaves standing what stood before the decision"):
        put(record.take_back_law, BURROW_GAME)


def test_take_back_that_is_written_twice_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    lawful = Match.take_back

    def take_back(match: Match, seat: int) -> None:
        lawful(match, seat)
        match.events.append(match.events[-1])

    monkeypatch.setattr(Match, "take_back", take_back)
    with pytest.raises(LawBroken, match="take_back adds one event to the record"):
        put(record.take_back_law, BURROW_GAME)


class Fickle(Insight):
    """Values positions by what it was asked before."""

    asked = 0

    def evaluate(self, state: State, out: vec[i64]) -> None:
        Fickle.asked += 1
        for seat in range(state.seats):
            out[seat] = (Fickle.asked * 7919 + seat * 31) % 1000


class FickleGame(BurrowGame):
    def insight(self) -> Insight:
        return Fickle()


def test_a_search_that_knows_more_than_its_mask_is_caught() -> None:
    with pytest.raises(LawBroken, match="a search from equal masks and seeds chooses equally"):
        put(engine.search_law, FickleGame())


@pytest.mark.parametrize("rules", [LosesARoot, FillChangesWhatIsKnown, UnfairSettle, HandShows, WrongPlaces])
def test_a_twin_that_plays_otherwise_is_caught(rules: type[State]) -> None:
    played = walk(BURROW_GAME, BURROW_GAME.setup(3), 0)
    engine.twin_law(played, BURROW_GAME)
    with pytest.raises(LawBroken, match="compiled equals interpreted"):
        engine.twin_law(played, game_of(rules))
