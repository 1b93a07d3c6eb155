"""Reading: the cells of a state as plain numbers and cards, for everything that is not the rules."""

from __future__ import annotations

from functools import cache, lru_cache
from typing import NamedTuple

from paddock.core.errors import foreign
from paddock.core.state import ACTOR, LEG, SEATS, VIEWER, State
from paddock.games.franks_zoo import cards, cells, rules
from paddock.games.franks_zoo.material import FACES, LONE_JOKER, SETS, Cards, contains, followers, unpacked

PHASES = ("dealer", "deal", "junior", "senior", "solo", "lead", "follow", "reply", "over")
VARIANTS = ("simple", "partners", "animals")
LAST_TRICKS = ("nobody", "ranking_player")


cards_in = lru_cache(4096)(unpacked)  # the same few drawers are read again for every viewer


class Sheet(NamedTuple):
    """How a seat scored in the hand before, as the rules keep it in one cell."""

    finish: int  # 1 went out first
    role: int  # 0 for himself, 1 solo among partners, 2 + the partner's seat
    lions: int  # points, perhaps negative
    hedgehog: int  # 0, or -1 without one

    @classmethod
    def of(cls, cell: int) -> Sheet | None:
        """None before the first hand is scored."""
        return cls(cell & 15, cell >> 4 & 15, (cell >> 8 & 15) - 8, -(cell >> 12)) if cell else None

    @property
    def cell(self) -> int:
        return self.finish + 16 * self.role + 256 * (self.lions + 8) - 4096 * self.hedgehog

    @property
    def partner(self) -> int:
        return self.role - 2 if self.role >= 2 else cells.NONE


class Score(NamedTuple):
    """What a seat won in the hand before, part by part."""

    sheet: Sheet
    own: int  # for its own place
    shared: int  # for the partner's place, or for playing solo

    @property
    def gained(self) -> int:
        return self.own + self.shared + self.sheet.lions + self.sheet.hedgehog


class Reading:
    """One state, whole or masked, read by name; what is unknown is simply not listed."""

    def __init__(self, state: State) -> None:
        if not isinstance(state, rules.FranksZoo):
            raise foreign("Frank's Zoo", state)
        self.state = state
        self.cells: list[int] = list(state.cells)  # read once: a view looks at nearly all of them
        self.seats = self.cells[SEATS]
        self.viewer = self.cells[VIEWER]
        self.actor = self.cells[ACTOR]
        self.hands_played = self.cells[LEG]
        self.phase = self.cells[cells.PHASE]
        self.variant = self.cells[cells.VARIANT]
        self.dealer = self.cells[cells.DEALER]
        self.ranking = self.cells[cells.RANKING]
        self.owner = self.cells[cells.OWNER]
        self.offer = self.cells[cells.OFFER]
        self.asker = self.cells[cells.ASKER]
        # Is the hand being dealt or played one with partners?
        self.in_teams = self.variant == cells.PARTNERS and self.hands_played > 0 and self.phase != cells.OVER

    def cell(self, offset: int) -> int:
        return self.cells[offset]

    def cards(self, drawer: int) -> Cards:
        """The cards listed in a drawer."""
        return cards_in(self.cells[drawer])

    def total(self, drawer: int) -> int:
        """How many cards a drawer holds, listed or not."""
        return self.cells[drawer] >> cards.TOTAL_BITS

    def hand(self, seat: int) -> Cards:
        return self.cards(cells.HAND + seat)

    def cards_left(self, seat: int) -> int:
        return self.total(cells.HAND + seat)

    def taken(self, seat: int) -> Cards:
        return self.cards(cells.TAKEN + seat)

    def finish(self, seat: int) -> int:
        return self.cell(cells.FINISH + seat)

    def points(self, seat: int) -> int:
        return self.cell(cells.TOTAL + seat)

    def standing(self, seat: int) -> int:
        return self.cell(cells.PLACE + seat)

    def partner(self, seat: int) -> int:
        return self.cell(cells.PARTNER + seat)

    def sheet(self, seat: int) -> Sheet | None:
        return Sheet.of(self.cell(cells.SHEET + seat))

    def score(self, seat: int) -> Score | None:
        """How the hand before was scored; None before the first."""
        return score_of(self.sheets, self.place_points, seat)

    @property
    def sheets(self) -> tuple[int, ...]:
        """The cells that say how each seat scored."""
        return tuple(self.cells[cells.SHEET : cells.SHEET + self.seats])

    @property
    def place_points(self) -> tuple[int, ...]:
        """R6.1 what each place brings; the first stands at 1."""
        return tuple(int(self.state.place_points(finish)) for finish in range(self.seats + 1))

    @property
    def everyone(self) -> range:
        return range(self.seats)

    @property
    def animals_count(self) -> bool:
        """Do lions and hedgehogs score in this hand?"""
        return self.variant == cells.ANIMALS or self.in_teams

    def role(self, seat: int) -> str:
        """`senior`, `junior` or `solo` in a hand with partners, else nothing."""
        if not self.in_teams:
            return ""
        partner = self.partner(seat)
        if partner == cells.NONE:
            return "solo"
        return "senior" if self.standing(seat) < self.standing(partner) else "junior"

    @property
    def solo(self) -> int:
        """The seat that plays alone among partners, or NONE."""
        if not self.in_teams:
            return cells.NONE
        return next((seat for seat in self.everyone if self.partner(seat) == cells.NONE), cells.NONE)

    def by_standing(self) -> list[int]:
        """The seats, best first; in seat order before the first hand is scored."""
        return sorted(self.everyone, key=self.standing)

    def unseen(self) -> Cards:
        """The cards that the viewer cannot place: in hidden hands, the deck, or set aside."""
        return cards_in(self.unseen_word)

    @property
    def unseen_word(self) -> int:
        """The same as a packed word, without its total."""
        kinds = cards.CARDS
        row, seats = self.cells, self.seats
        word = cards.FULL & kinds
        for drawer in (cells.DECK, cells.ASIDE, cells.TABLE):
            word -= row[drawer] & kinds
        for first in (cells.HAND, cells.TAKEN):
            for drawer in row[first : first + seats]:
                word -= drawer & kinds
        return word

    def only_joker(self, seat: int) -> bool:
        return self.cards_left(seat) == 1 and self.hand(seat) == LONE_JOKER


def score_of(sheets: tuple[int, ...], place_points: tuple[int, ...], seat: int) -> Score | None:
    """How a seat scored, from the sheet cells of all seats; None before the first hand is scored."""
    sheet = Sheet.of(sheets[seat])
    if sheet is None:
        return None
    shared = cells.SOLO_BONUS if sheet.role == 1 else 0
    mate = Sheet.of(sheets[sheet.partner]) if sheet.partner != cells.NONE else None
    if mate is not None:
        shared = place_points[mate.finish]
    return Score(sheet, place_points[sheet.finish], shared)


def plus(cards: Cards, more: Cards) -> Cards:
    return tuple(one + two for one, two in zip(cards, more, strict=True))


def minus(cards: Cards, gone: Cards) -> Cards:
    return tuple(one - two for one, two in zip(cards, gone, strict=True))


def listed_kinds(cards: Cards) -> list[int]:
    """The kinds that occur, in deck order."""
    return [kind for kind, number in enumerate(cards) if number]


def face_of(chosen: int) -> int:
    """The animal that a legal set counts as."""
    face = FACES[chosen]
    assert face is not None
    return face


@cache
def toward(offer: int, ranking: int) -> tuple[int, ...]:
    """The sets that an offer can become (R5.2)."""
    return tuple(goal for goal in followers(ranking) if contains(SETS[goal], SETS[offer]))


def parties(state: State) -> tuple[tuple[int, ...], ...]:
    """R7.3 who shares points in the hand being played; before the first is scored everyone is alone."""
    reading = Reading(state)
    if reading.variant != cells.PARTNERS:
        return ()
    mates = [(seat, reading.partner(seat)) for seat in reading.everyone]
    return tuple((seat,) if mate == cells.NONE else (seat, mate) for seat, mate in mates if mate < 0 or seat < mate)
