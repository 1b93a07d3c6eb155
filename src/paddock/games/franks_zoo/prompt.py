"""Prompt: what is asked of the viewer now, every choice explained, and why a card cannot be played."""

from __future__ import annotations

from functools import cache

from paddock.core.choice import Blocked, Choice, Prompt
from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, NOBODY, State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.cards import CARDS, COST, holds
from paddock.games.franks_zoo.material import (
    DECK,
    ELEPHANT,
    HEDGEHOG,
    JOKER,
    KINDS,
    LION,
    LONE_JOKER,
    MOSQUITO,
    OUTRANKED_BY,
    SETS,
    SIZES,
    Cards,
    followers,
)
from paddock.games.franks_zoo.notation import cards_with, decision, verb_of
from paddock.games.franks_zoo.place import hand_place, path_with
from paddock.games.franks_zoo.reading import Reading, face_of, listed_kinds, minus
from paddock.games.franks_zoo.words import (
    card_list,
    count,
    either_beater,
    either_goal,
    kind_names,
    ordinal,
    plain,
    set_name,
)


def prompt(state: State) -> Prompt:
    """One choice for each legal action of the state's viewer."""
    demand_masked(state)
    reading = Reading(state)
    viewer = reading.viewer
    actions = state.legal_actions(viewer) if viewer >= 0 else []
    if not actions:
        return Prompt(viewer, waiting(reading))
    phase, offer, partner = reading.phase, reading.offer, reading.partner(viewer)
    others = held_by_others(reading)
    choices = tuple(
        Choice(
            action,
            path_with(offer, action),
            decision(phase, offer, action),
            text(phase, offer, partner, action),
            notes(reading, action, others),
        )
        for action in actions
    )
    return Prompt(viewer, question(reading, actions), choices, blocked(reading, actions))


def waiting(reading: Reading) -> Message:
    """What goes on while the viewer has nothing to decide."""
    if reading.actor == NOBODY:
        winner = reading.by_standing()[0]
        return message("game.won", who=seat_name(winner), points=plain(reading.points(winner)))
    if reading.actor == CHANCE:
        return message("wait.deal")
    if reading.phase in (cells.JUNIOR, cells.SENIOR):
        return message("wait.exchange")
    return message("turn.wait", who=seat_name(reading.actor))


def question(reading: Reading, actions: list[int]) -> Message:
    """What the viewer is asked."""
    seat, phase = reading.viewer, reading.phase
    if phase == cells.SOLO:
        return message("ask.solo")
    if phase == cells.LEAD:
        return message("ask.lead")
    partner = seat_name(reading.partner(seat))
    if phase == cells.JUNIOR:
        return message("ask.junior", partner=partner)
    if phase == cells.SENIOR:
        return message("ask.senior", partner=partner, cards=card_list(reading.cards(cells.KNOWN + seat)))
    verbs = {verb_of(action) for action in actions}
    if phase == cells.REPLY:
        can = message("can.help") if "help" in verbs else message("can.decline")
        offer = card_list(SETS[reading.offer])
        return message("ask.reply", asker=partner, cards=offer, set=set_name(reading.ranking), can=can)
    if "ask" in verbs:
        can = message("can.lay_or_ask" if "lay" in verbs else "can.ask", senior=partner)
    else:
        can = message("can.lay" if "lay" in verbs else "can.pass")
    return message("ask.follow", owner=seat_name(reading.owner), set=set_name(reading.ranking), can=can)


@cache
def text(phase: int, offer: int, partner: int, action: int) -> Message:
    """What a choice is."""
    verb, cards = verb_of(action), card_list(cards_with(offer, action))
    if verb in ("pass", "decline"):
        return message(f"do.{verb}")
    if verb == "lay":
        return message("do.lay", set=set_name(action))
    if verb == "help":
        return message("do.help", cards=cards, set=set_name(action - cells.HELP))
    if phase == cells.SOLO:
        return message("do.aside", cards=cards)
    return message(f"do.{verb}", cards=cards, partner=seat_name(partner))


UNBEATABLE = message("note.unbeatable")
SAFE = message("note.safe")
JOKER_GONE = message("note.joker")


def notes(reading: Reading, action: int, others: int) -> tuple[Message, ...]:
    """What a choice brings; `others` are the cards that somebody else may still have, as a packed word."""
    verb = verb_of(action)
    if verb == "pass":
        return (pass_note(reading),)
    if verb == "decline":
        return (message("note.decline", asker=seat_name(reading.asker)),)
    if verb == "ask":
        return ask_notes(reading.partner(reading.viewer), action - cells.ASK, reading.ranking)
    hand, cards = reading.hand(reading.viewer), cards_with(reading.offer, action)
    splits = [split_note(kind, hand[kind]) for kind in listed_kinds(cards) if hand[kind] > cards[kind]]
    spent = [*splits, JOKER_GONE] if cards[JOKER] else splits
    if verb == "give":
        return (*aside_notes(cards), *spent) if reading.phase == cells.SOLO else tuple(spent)
    chosen = action - cells.HELP if verb == "help" else action
    return (left_note(reading, cards, asked=verb == "help"), beaten_note(chosen, others), *spent)


def pass_note(reading: Reading) -> Message:
    """R4.5 the trick is over when nobody with cards comes before its owner again."""
    seats = reading.seats
    between = [(reading.viewer + step) % seats for step in range(1, (reading.owner - reading.viewer) % seats)]
    if any(reading.cards_left(seat) for seat in between):
        return message("note.pass")
    return message("note.pass.ends", owner=seat_name(reading.owner))


@cache
def ask_notes(senior: int, offer: int, ranking: int) -> tuple[Message, ...]:
    """What an offer can become, and that everybody sees it."""
    return (message("note.toward", sets=either_goal(offer, ranking)), message("note.open", senior=seat_name(senior)))


def left_note(reading: Reading, cards: Cards, asked: bool) -> Message:
    """How the hand is left, and whether its owner is out."""
    rest = minus(reading.hand(reading.viewer), cards)
    if rest == LONE_JOKER:
        return message("note.lone_joker")
    if any(rest):
        return rest_note(sum(rest))
    before = reading.cell(cells.OUT)
    if asked and reading.cards_left(reading.asker) == SIZES[reading.offer]:
        before += 1  # the asker goes out first
    return message("note.out", place=ordinal(before + 1))


@cache
def rest_note(number: int) -> Message:
    """How many cards remain."""
    return message("note.left", count=number)


def held_by_others(reading: Reading) -> int:
    """All cards that may be in other hands, known or unknown, as a packed word without its total."""
    word = reading.unseen_word
    for seat in reading.everyone:
        if seat != reading.viewer:
            word += reading.cell(cells.HAND + seat) & CARDS
    return word


def beaten_note(chosen: int, others: int) -> Message:
    """What beats the set, and whether anybody can still have it."""
    beating = followers(chosen)
    if not beating:
        return UNBEATABLE
    return beaten_by(chosen) if any(holds(others, COST[beater]) for beater in beating) else SAFE


@cache
def beaten_by(chosen: int) -> Message:
    """What beats a set."""
    return message("note.beaten", sets=either_beater(chosen))


@cache
def split_note(kind: int, number: int) -> Message:
    """A group of the hand that a choice breaks up."""
    return message("note.splits", cards=count(kind, number))


@cache
def aside_notes(cards: Cards) -> list[Message]:
    """What cards set aside are worth."""
    notes = []
    if cards[HEDGEHOG]:
        notes.append(message("note.aside.hedgehog"))
    if cards[LION]:
        notes.append(message("note.aside.lions", count=cards[LION]))
    return notes


def blocked(reading: Reading, actions: list[int]) -> tuple[Blocked, ...]:
    """For each kind in hand that begins no choice, why it does not."""
    if reading.phase in (cells.JUNIOR, cells.SENIOR, cells.SOLO):
        return ()
    begun = {path_with(reading.offer, action)[0] for action in actions}
    kinds = [kind for kind in listed_kinds(reading.hand(reading.viewer)) if hand_place(kind) not in begun]
    if not kinds:
        return ()
    played = [cards_with(reading.offer, action) for action in actions if verb_of(action) in ("lay", "help")]
    joins = {kind for cards in played for kind in listed_kinds(cards)}
    return tuple(Blocked((hand_place(kind),), joining(kind) if kind in joins else why(reading, kind)) for kind in kinds)


@cache
def joining(kind: int) -> Message:
    """That it can only join others."""
    return message(f"why.joins.{KINDS[kind]}")


def why(reading: Reading, kind: int) -> Message:
    """Why no card of this kind can be played now."""
    hand, ranking = reading.hand(reading.viewer), reading.ranking
    face = face_of(ranking)
    need = SIZES[ranking] + (kind == face)
    most = DECK[kind] + 1 + (kind == ELEPHANT)  # with the joker, and elephants with a mosquito
    if not followers(ranking):
        return why_nothing(ranking)
    if reading.phase == cells.REPLY:
        return message("why.help", kind=kind_names(kind), sets=either_goal(reading.offer, ranking))
    if kind == JOKER:
        return message("why.joker", sets=either_beater(ranking))
    if kind == MOSQUITO and spare_mosquitoes(reading, hand):
        return message("why.mosquito")
    if need > most or (kind != face and kind not in OUTRANKED_BY[face]):
        return why_animal(kind, ranking)
    usable = (kind, JOKER, *([MOSQUITO] if kind == ELEPHANT else []))
    held = tuple(min(number, 1 if k == MOSQUITO != kind else number) * (k in usable) for k, number in enumerate(hand))
    return message("why.same" if kind == face else "why.few", need=count(kind, need), have=card_list(held))


@cache
def why_nothing(ranking: int) -> Message:
    """That nothing beats it."""
    return message("why.nothing", set=set_name(ranking))


@cache
def why_animal(kind: int, ranking: int) -> Message:
    """That this animal does not beat that one."""
    return message("why.animal", kind=kind_names(kind), sets=either_beater(ranking))


def spare_mosquitoes(reading: Reading, hand: Cards) -> bool:
    """Would elephants do, if only more than one mosquito could join them (R3.1)?"""
    face = face_of(reading.ranking)
    if not hand[ELEPHANT] or (face != ELEPHANT and ELEPHANT not in OUTRANKED_BY[face]):
        return False
    need = SIZES[reading.ranking] + (face == ELEPHANT)
    return hand[ELEPHANT] + hand[JOKER] + 1 < need <= hand[ELEPHANT] + hand[JOKER] + hand[MOSQUITO]
