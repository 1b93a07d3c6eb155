"""View: what one viewer sees, as typed JSON, and the places in it that can be clicked.

A view is made for every viewer after every event, so whatever follows from a few numbers alone is made once and
shared between views: it may be read and encoded, never changed.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import TypedDict

from paddock.core.match import demand_masked
from paddock.core.state import OPEN, SEALED, State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.material import (
    ANIMALS,
    DECK,
    KINDS,
    NO_CARDS,
    OUTRANKED_BY,
    PAIRS,
    SETS,
    SIZES,
    Cards,
    followers,
)
from paddock.games.franks_zoo.notation import cards_with, verb_of
from paddock.games.franks_zoo.place import hand_place, path_with
from paddock.games.franks_zoo.reading import (
    LAST_TRICKS,
    PHASES,
    VARIANTS,
    Reading,
    Score,
    cards_in,
    face_of,
    listed_kinds,
    score_of,
    toward,
)

BEATS = tuple(tuple(prey for prey in range(len(ANIMALS)) if kind in OUTRANKED_BY[prey]) for kind in range(len(KINDS)))
BEATEN_BY = (*OUTRANKED_BY, ())  # the joker, which has no face of its own, comes last


class Number(TypedDict):
    """So many cards of a kind."""

    kind: str
    number: int


class Link(TypedDict):
    """A kind in the food chain, both ways, at equal numbers."""

    kind: str
    in_deck: int
    beats: list[str]
    beaten_by: list[str]


class HandKind(TypedDict):
    """All cards of a kind in the viewer's hand."""

    place: str  # hand:lion
    kind: str
    number: int
    usable: bool  # does some choice use it now?
    beats: list[str]
    beaten_by: list[str]


class Goal(TypedDict):
    """A set by what it counts as: three elephants, whatever they are made of."""

    face: str
    size: int


class CardSet(TypedDict):
    """A legal set and what would beat it."""

    cards: list[Number]
    face: str
    size: int
    beaten_by: list[Goal]


class Playable(CardSet):
    """A whole set that the viewer may lay, or complete with the cards that he adds."""

    place: str  # lay:2 lion, 1 joker or help:1 lion
    adds: list[Number]  # the viewer's own cards in it


class Offer(TypedDict):
    """Cards that a junior may offer, or has offered, and the sets that they can become."""

    cards: list[Number]
    toward: list[Goal]


class PlaceableOffer(Offer):
    """An offer that the viewer may make."""

    place: str  # offer:1 hedgehog


class Button(TypedDict):
    """A choice without cards: pass, decline, or ask (which offers follow)."""

    place: str


class Question(Offer):
    """An offer that waits for the senior's answer."""

    asker: int
    senior: int


class Trick(TypedDict):
    """The cards on the table; their order is in the log."""

    cards: list[Number]
    number: int
    ranking: CardSet | None
    owner: int | None


class Pile(TypedDict):
    """Cards taken in tricks; they were all played open, so everybody may know them."""

    number: int
    cards: list[Number]
    aside: int  # set aside face down beside it
    aside_cards: list[Number]  # only for who set them aside


class Seat(TypedDict):
    """One player, as far as the viewer knows."""

    seat: int
    cards_left: int
    known: list[Number]  # cards that the viewer knows to be in this hand
    pile: Pile
    role: str  # senior, junior, solo or nothing
    partner: int | None
    finish: int | None  # 1 went out first in this hand
    points: int
    standing: int | None
    asked: bool  # owes a decision; in a sealed round everybody else always seems to


class Scored(TypedDict):
    """How one seat scored in the hand before."""

    seat: int
    finish: int
    place_points: int
    partner: int | None
    solo: bool
    shared: int  # the partner's place points, or the solo bonus
    lions: int
    hedgehog: int
    gained: int
    points: int


class Result(TypedDict):
    """The hand before: scores by standing, what was left over and what had been set aside."""

    hand: int
    scores: list[Scored]
    left_seat: int
    left: list[Number]
    aside_seat: int | None
    aside: list[Number]


class FranksZooView(TypedDict):
    """All that the viewer sees. Seats are numbers; names and words are the reader's."""

    viewer: int | None  # None for a spectator
    phase: str
    hand_number: int
    variant: str
    target: int
    last_trick: str
    dealer: int | None
    to_deal: int
    turn: int | None
    seats: list[Seat]
    standings: list[int]  # seats, best first; empty before the first hand is scored
    trick: Trick
    question: Question | None
    hand: list[HandKind]
    given: list[Number]  # the viewer's sealed choice while others still choose
    playable: list[Playable]
    offers: list[PlaceableOffer]
    buttons: list[Button]
    unseen: list[Number]  # cards that the viewer cannot place
    result: Result | None
    chain: list[Link]


@cache
def number_view(kind: int, number: int) -> Number:
    return {"kind": KINDS[kind], "number": number}


@lru_cache(4096)
def numbers(cards: Cards) -> list[Number]:
    return [number_view(kind, cards[kind]) for kind in listed_kinds(cards)]


def names(kinds: tuple[int, ...]) -> list[str]:
    return [KINDS[kind] for kind in kinds]


CHAIN: list[Link] = [
    {"kind": KINDS[kind], "in_deck": DECK[kind], "beats": names(BEATS[kind]), "beaten_by": names(BEATEN_BY[kind])}
    for kind in range(len(KINDS))
]


def seat_or_none(seat: int) -> int | None:
    return seat if seat >= 0 else None


@cache
def goal_view(face: int, size: int) -> Goal:
    return {"face": KINDS[face], "size": size}


def goals(sets: tuple[int, ...]) -> list[Goal]:
    """These sets by what they count as, each once, strongest animal first."""
    return [goal_view(face, size) for face, size in sorted({(face_of(k), SIZES[k]) for k in sets})]


@cache
def card_set(chosen: int) -> CardSet:
    face, beaten_by = KINDS[face_of(chosen)], goals(followers(chosen))
    return {"cards": numbers(SETS[chosen]), "face": face, "size": SIZES[chosen], "beaten_by": beaten_by}


def view(state: State) -> FranksZooView:
    """What the state's viewer sees."""
    demand_masked(state)
    reading = Reading(state)
    viewer = seat_or_none(reading.viewer)
    actions = [] if viewer is None else state.legal_actions(viewer)
    over = reading.phase == cells.OVER
    return {
        "viewer": viewer,
        "phase": PHASES[reading.phase],
        "hand_number": reading.hands_played + (not over),
        "variant": VARIANTS[reading.variant],
        "target": reading.cell(cells.TARGET),
        "last_trick": LAST_TRICKS[reading.cell(cells.LAST_TRICK)],
        "dealer": seat_or_none(reading.dealer),
        "to_deal": reading.total(cells.DECK),
        "turn": seat_or_none(reading.actor),
        "seats": seat_views(reading),
        "standings": reading.by_standing() if reading.hands_played else [],
        "trick": trick_view(reading),
        "question": question_view(reading),
        "hand": [] if viewer is None else hand_view(reading, viewer, actions),
        "given": [] if viewer is None else numbers(sealed_cards(reading, viewer)),
        "playable": [playable_view(reading.offer, action) for action in actions if verb_of(action) in ("lay", "help")],
        "offers": [offer_view(reading.ranking, action) for action in actions if verb_of(action) == "ask"],
        "buttons": button_views(actions),
        "unseen": numbers(reading.unseen()),
        "result": result_view(reading),
        "chain": CHAIN,
    }


BUTTONS: dict[str, Button] = {verb: {"place": verb} for verb in ("ask", "decline", "pass")}  # verbs without cards


def button_views(actions: list[int]) -> list[Button]:
    verbs = {verb_of(action) for action in actions}
    return [button for verb, button in BUTTONS.items() if verb in verbs]


def seat_views(reading: Reading) -> list[Seat]:
    solo, asked = reading.solo, reading.state.pending()
    return [seat_view(reading, seat, seat == solo, seat in asked) for seat in reading.everyone]


def seat_view(reading: Reading, seat: int, solo: bool, asked: bool) -> Seat:
    aside = reading.cards(cells.ASIDE) if solo else NO_CARDS
    pile: Pile = {
        "number": reading.total(cells.TAKEN + seat),
        "cards": numbers(reading.taken(seat)),
        "aside": reading.total(cells.ASIDE) if solo else 0,
        "aside_cards": numbers(aside),
    }
    return {
        "seat": seat,
        "cards_left": reading.cards_left(seat),
        "known": numbers(reading.hand(seat)),
        "pile": pile,
        "role": reading.role(seat),
        "partner": seat_or_none(reading.partner(seat)),
        "finish": reading.finish(seat) or None,
        "points": reading.points(seat),
        "standing": reading.standing(seat) or None,
        "asked": asked,
    }


def trick_view(reading: Reading) -> Trick:
    return {
        "cards": numbers(reading.cards(cells.TABLE)),
        "number": reading.total(cells.TABLE),
        "ranking": card_set(reading.ranking) if reading.ranking else None,
        "owner": seat_or_none(reading.owner),
    }


def question_view(reading: Reading) -> Question | None:
    if reading.asker == cells.NONE:
        return None
    aims = goals(toward(reading.offer, reading.ranking))
    senior = reading.partner(reading.asker)
    return {"asker": reading.asker, "senior": senior, "cards": numbers(SETS[reading.offer]), "toward": aims}


def hand_view(reading: Reading, seat: int, actions: list[int]) -> list[HandKind]:
    hand = reading.hand(seat)
    used = {kind for action in actions for kind in kinds_used(reading.offer, action)}
    return [kind_view(kind, hand[kind], kind in used) for kind in listed_kinds(hand)]


@cache
def kinds_used(offer: int, action: int) -> list[int]:
    return listed_kinds(cards_with(offer, action))


@cache
def kind_view(kind: int, number: int, usable: bool) -> HandKind:
    return {
        "place": hand_place(kind),
        "kind": KINDS[kind],
        "number": number,
        "usable": usable,
        "beats": names(BEATS[kind]),
        "beaten_by": names(BEATEN_BY[kind]),
    }


def sealed_cards(reading: Reading, seat: int) -> Cards:
    """What the seat has sealed while its round is open."""
    action = reading.cell(SEALED + seat)
    return NO_CARDS if action == OPEN else PAIRS[action - cells.GIVE]


@cache
def playable_view(offer: int, action: int) -> Playable:
    chosen = action - cells.HELP if verb_of(action) == "help" else action
    adds = numbers(cards_with(offer, action))
    return {"place": path_with(offer, action)[-1], "adds": adds, **card_set(chosen)}


@cache
def offer_view(ranking: int, action: int) -> PlaceableOffer:
    offer = action - cells.ASK
    aims = goals(toward(offer, ranking))
    return {"place": path_with(cells.NONE, action)[-1], "cards": numbers(SETS[offer]), "toward": aims}


def result_view(reading: Reading) -> Result | None:
    if not reading.hands_played:
        return None
    points = tuple(reading.points(seat) for seat in reading.everyone)
    return result_of(
        reading.hands_played,
        tuple(reading.by_standing()),
        points,
        reading.sheets,
        reading.place_points,
        reading.cell(cells.LEFT),
        reading.cell(cells.LEFT_ASIDE),
    )


@lru_cache(1024)  # it stays as it is for a whole hand
def result_of(
    hand: int,
    order: tuple[int, ...],
    points: tuple[int, ...],
    sheets: tuple[int, ...],
    place_points: tuple[int, ...],
    left: int,
    left_aside: int,
) -> Result | None:
    scores = {seat: score for seat in order if (score := score_of(sheets, place_points, seat)) is not None}
    if not scores:
        return None
    return {
        "hand": hand,
        "scores": [scored_view(seat, score, points[seat]) for seat, score in scores.items()],
        "left_seat": next(seat for seat, score in scores.items() if score.sheet.finish == len(order)),
        "left": numbers(cards_in(left)),
        "aside_seat": next((seat for seat, score in scores.items() if score.sheet.role == 1), None),
        "aside": numbers(cards_in(left_aside)),
    }


def scored_view(seat: int, score: Score, points: int) -> Scored:
    return {
        "seat": seat,
        "finish": score.sheet.finish,
        "place_points": score.own,
        "partner": seat_or_none(score.sheet.partner),
        "solo": score.sheet.role == 1,
        "shared": score.shared,
        "lions": score.sheet.lions,
        "hedgehog": score.sheet.hedgehog,
        "gained": score.gained,
        "points": points,
    }
