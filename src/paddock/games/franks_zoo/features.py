"""Features: a masked state as numbers for learners, always equally many; compiled.

Seats are counted from the viewer on, so that seat 0 is always the learner; a spectator looks from
seat 0. Seats that are not taken are all zero. Numbers are scaled to about one. FIELDS names them.
"""

from typing import Final, final

from librt.vecs import vec
from mypy_extensions import i32, i64, mypyc_attr

from paddock.core.observation import choices, each, laid_out, total
from paddock.core.observer import MINUS_ONE, ONE, Observer, fractions, part
from paddock.core.state import ACTOR, BIT, DUE, LEG, SEATS, VIEWER, State
from paddock.games.franks_zoo.cards import CARDS, COST, FULL, HEDGEHOG, LION, TOTAL_BITS, number_of
from paddock.games.franks_zoo.cells import (
    ASIDE,
    ASKER,
    DECK,
    FINISH,
    HAND,
    NONE,
    OFFER,
    OVER,
    OWNER,
    PARTNER,
    PARTNERS,
    PHASE,
    PLACE,
    RANKING,
    TABLE,
    TABLE_SEATS,
    TAKEN,
    TARGET,
    TOTAL,
    VARIANT,
)
from paddock.games.franks_zoo.material import ANIMALS, FACES, KINDS, SIZES

BY_KIND: Final = ", ".join(KINDS)
FIELDS: Final = laid_out(
    ("phase", 9, choices(("dealer", "deal", "junior", "senior", "solo", "lead", "follow", "reply", "over"))),
    ("variant", 3, choices(("simple", "partners", "animals"))),
    ("seats", 5, choices(("3", "4", "5", "6", "7"))),
    ("hands_played", 1, "/ 10"),
    ("target", 1, "/ 20"),
    ("own_hand", 13, f"cards / 5 of each kind: {BY_KIND}"),
    ("table", 13, "cards / 5 of each kind"),
    ("unseen", 13, "cards / 5 of each kind that the viewer cannot place"),
    ("to_beat", 12, f"the face of the set to beat, {choices(ANIMALS)}; zero before a lead"),
    ("to_beat_size", 1, "its cards / 7"),
    ("offer", 13, "cards / 5 of each kind that a junior offers"),
    ("offered", 1, "is there such an offer?"),
    *each(
        "seat",
        TABLE_SEATS,
        (
            ("known_hand", 13, "cards / 5 of each kind that the viewer knows in this hand"),
            ("cards_left", 1, "/ 20"),
            ("taken", 1, "cards / 20 taken in tricks"),
            ("lions", 1, "/ 5 taken"),
            ("hedgehogs", 1, "/ 5 taken"),
            ("finish", 1, "/ 7, 1 went out first, 0 still plays"),
            ("points", 1, "/ 20"),
            ("standing", 1, "/ 7, 0 before the first hand is scored"),
            ("to_decide", 1, "does it owe a decision?"),
            ("owns_trick", 1, "did it lay the set to beat?"),
            ("role", 1, "1 senior, -1 junior, else 0"),
            ("partner", 1, "is it the viewer's partner?"),
        ),
    ),
)
LENGTH: Final = total(FIELDS)

KINDS_OF_CARDS: Final = 13
SEAT_LENGTH: Final = 24
SEATED: Final = 85  # where the seats begin
FIFTH: Final = fractions(5)
SEVENTH: Final = fractions(7)
TENTH: Final = fractions(10)
TWENTIETH: Final = fractions(20)
FACE: Final = vec[i64]([-1 if face is None else face for face in FACES])
SIZE_OF: Final = vec[i64](list(SIZES))


@final
@mypyc_attr(native_class=True)
class FranksZooObserver(Observer):
    """Writes the numbers that FIELDS names."""

    def write(self, state: State, out: vec[i32], at: i64) -> i64:
        c = state.cells
        seats = c[SEATS]
        viewer = c[VIEWER]
        out[at + c[PHASE]] = ONE
        out[at + 9 + c[VARIANT]] = ONE
        out[at + 9 + seats] = ONE  # 3 seats come first, after 12 numbers
        out[at + 17] = part(TENTH, c[LEG])
        out[at + 18] = part(TWENTIETH, c[TARGET])
        if viewer >= 0:
            self.cards(c[HAND + viewer], out, at + 19)
        self.cards(c[TABLE], out, at + 32)
        self.cards(unseen(c), out, at + 45)
        ranking = c[RANKING]
        if ranking:
            out[at + 58 + FACE[ranking]] = ONE
            out[at + 70] = part(SEVENTH, SIZE_OF[ranking])
        if c[ASKER] != NONE:
            self.cards(COST[c[OFFER]], out, at + 71)
            out[at + 84] = ONE
        self.seated(c, max(viewer, 0), out, at + SEATED)
        return at + SEATED + TABLE_SEATS * SEAT_LENGTH

    def cards(self, cards: i64, out: vec[i32], at: i64) -> None:
        """A number for each kind."""
        word: i64 = cards & CARDS
        while word:
            if word & 7:
                out[at] = part(FIFTH, word & 7)
            word >>= 4
            at += 1

    def seated(self, c: vec[i64], viewer: i64, out: vec[i32], at: i64) -> None:
        seats = c[SEATS]
        due = c[DUE]
        in_teams: bool = c[VARIANT] == PARTNERS and c[LEG] > 0 and c[PHASE] != OVER
        for step in range(seats):
            seat: i64 = (viewer + step) % seats
            taken = c[TAKEN + seat]
            self.cards(c[HAND + seat], out, at)
            out[at + 13] = part(TWENTIETH, c[HAND + seat] >> TOTAL_BITS)
            out[at + 14] = part(TWENTIETH, listed(taken))
            out[at + 15] = part(FIFTH, number_of(taken, LION))
            out[at + 16] = part(FIFTH, number_of(taken, HEDGEHOG))
            out[at + 17] = part(SEVENTH, c[FINISH + seat])
            out[at + 18] = part(TWENTIETH, c[TOTAL + seat])
            out[at + 19] = part(SEVENTH, c[PLACE + seat])
            if due & BIT[seat] or (not due and c[ACTOR] == seat):
                out[at + 20] = ONE
            if c[OWNER] == seat:
                out[at + 21] = ONE
            partner = c[PARTNER + seat]
            if in_teams and partner != NONE:
                out[at + 22] = ONE if c[PLACE + seat] < c[PLACE + partner] else MINUS_ONE
            if partner == viewer:
                out[at + 23] = ONE
            at += SEAT_LENGTH


def listed(cards: i64) -> i64:
    """How many cards a word lists, whatever its total says."""
    n: i64 = 0
    word: i64 = cards & CARDS
    while word:
        n += word & 7
        word >>= 4
    return n


def unseen(c: vec[i64]) -> i64:
    """The cards that the viewer cannot place: in hidden hands, the deck, or set aside."""
    word: i64 = (FULL & CARDS) - (c[DECK] & CARDS) - (c[ASIDE] & CARDS) - (c[TABLE] & CARDS)
    for seat in range(c[SEATS]):
        word -= (c[HAND + seat] & CARDS) + (c[TAKEN + seat] & CARDS)
    return word


OBSERVER: Final = FranksZooObserver(LENGTH)
