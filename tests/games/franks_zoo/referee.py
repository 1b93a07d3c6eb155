"""Referee: a slow second opinion on Frank's Zoo, written from the rules alone, in plain lists and Counters.

It shares no line with the engine. It takes every event in notation and says who must act, what
is legal, what everybody may know, and how each hand is scored.
"""

from __future__ import annotations

import copy
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import combinations, product
from typing import Any

Cards = Counter[str]

CHANCE = -1
ANIMALS = (
    "whale elephant crocodile polar_bear lion seal fox perch hedgehog fish mouse mosquito".split()
)  # as the table of the rules lists them
KINDS = [*ANIMALS, "joker"]
DECK: Cards = Counter({kind: {"mosquito": 4, "joker": 1}.get(kind, 5) for kind in KINDS})

# Typed from the table "who outranks whom": the animal on the left is outranked by those on the right.
OUTRANKED_BY = {
    "whale": "",
    "elephant": "mouse",
    "crocodile": "elephant",
    "polar_bear": "whale elephant",
    "lion": "elephant",
    "seal": "whale polar_bear",
    "fox": "elephant crocodile polar_bear lion",
    "perch": "whale crocodile polar_bear seal",
    "hedgehog": "fox",
    "fish": "whale crocodile seal perch",
    "mouse": "crocodile polar_bear lion seal fox hedgehog",
    "mosquito": "hedgehog fish mouse",
}

# Places that play together, the senior first, and the place that plays alone.
TEAMS: dict[int, tuple[list[tuple[int, int]], int]] = {
    4: ([(1, 3), (2, 4)], 0),
    5: ([(1, 4), (2, 5)], 3),
    6: ([(1, 4), (2, 5), (3, 6)], 0),
    7: ([(1, 5), (2, 6), (3, 7)], 4),
}


# Cards in words.


def cards(text: str) -> Cards:
    """`2 lion, 1 joker` as a Counter; no text, no cards."""
    found: Cards = Counter()
    for part in text.split(", ") if text else []:
        number, kind = part.split(" ")
        assert kind in DECK, f"no such kind: {part}"
        found[kind] += int(number)
    return found


def words(some: Mapping[str, int], unknown: int = 0) -> str:
    """The cards in deck order, always with their number, unknown ones last."""
    parts = [f"{some.get(kind, 0)} {kind}" for kind in KINDS if some.get(kind, 0)]
    return ", ".join(parts + ([f"{unknown} ?"] if unknown else []))


def holds(hand: Cards, some: Cards) -> bool:
    return all(hand[kind] >= number for kind, number in some.items())


def larger(a: Cards, b: Cards) -> Cards:
    """Kind by kind the larger number."""
    return a | b


# Sets: section 3 of the rules as we settled them.


def face(some: Cards) -> str | None:
    """What animal a set stands for, or None when it is no legal set."""
    real = {kind for kind in some if some[kind] and kind != "joker"}
    if not real:
        return None
    if len(real) == 1:
        return real.pop()
    if real == {"elephant", "mosquito"} and some["mosquito"] == 1:
        return "elephant"
    return None


def every_small_multiset() -> Iterable[Cards]:
    """All multisets of one to three kinds; more kinds never make a set."""
    for k in (1, 2, 3):
        for kinds in combinations(KINDS, k):
            for numbers in product(*[range(1, DECK[kind] + 1) for kind in kinds]):
                yield Counter(dict(zip(kinds, numbers, strict=True)))


LEGAL_SETS: list[Cards] = [some for some in every_small_multiset() if face(some)]


def outranks(some: Cards, ranking: Cards) -> bool:
    mine, theirs = face(some), face(ranking)
    if mine is None or theirs is None:
        return False
    if mine == theirs:
        return some.total() == ranking.total() + 1
    return mine in OUTRANKED_BY[theirs].split() and some.total() == ranking.total()


def leads(hand: Cards) -> list[Cards]:
    return [some for some in LEGAL_SETS if holds(hand, some)]


def follows(hand: Cards, ranking: Cards) -> list[Cards]:
    return [some for some in leads(hand) if outranks(some, ranking)]


def smaller_parts(some: Cards) -> Iterable[Cards]:
    """All non-empty multisets inside it that leave something out."""
    kinds = [kind for kind in some if some[kind]]
    for numbers in product(*[range(some[kind] + 1) for kind in kinds]):
        part = +Counter(dict(zip(kinds, numbers, strict=True)))
        if 0 < part.total() < some.total():
            yield part


def offers(hand: Cards, ranking: Cards) -> list[Cards]:
    """Every part of some outranking set of the full deck that the hand can show."""
    found: dict[str, Cards] = {}
    for some in LEGAL_SETS:
        if outranks(some, ranking):
            for part in smaller_parts(some):
                if holds(hand, part):
                    found[words(part)] = part
    return list(found.values())


def completions(hand: Cards, offer: Cards, ranking: Cards) -> list[Cards]:
    found = []
    for some in LEGAL_SETS:
        if outranks(some, ranking) and holds(some, offer):
            added = some - offer
            if added and holds(hand, added):
                found.append(added)
    return found


def pairs(hand: Cards) -> list[Cards]:
    """Any two cards."""
    found = {words(Counter(two)): Counter(two) for two in combinations(sorted(hand.elements()), 2)}
    return list(found.values())


# Points, standings, teams: sections 6 and 7.


def place_points(seats: int, finish: int) -> int:
    """First out n, then one less each; the last gets 0, so nobody gets 1."""
    return 0 if finish == seats else seats + 1 - finish


def lion_points(taken: Cards, left: Cards) -> int:
    """Two or more lions taken are a point each; each lion in the last player's hand costs one."""
    won = taken["lion"]
    return (won if won >= 2 else 0) - left["lion"]


def hedgehog_points(taken: Cards) -> int:
    return 0 if taken["hedgehog"] else -1


def hand_points(
    finish: Sequence[int],
    partner: Sequence[int | None],
    piles: Sequence[Cards],
    left: Sequence[Cards],
    *,
    teams: bool,
    animals: bool,
) -> list[int]:
    """What one hand brings each seat. `piles` hold the solo's set-aside cards, `left` what is still in hand."""
    n = len(finish)
    points = []
    for seat in range(n):
        mine = place_points(n, finish[seat])
        if teams:
            other = partner[seat]
            mine += 4 if other is None else place_points(n, finish[other])
        if animals:
            mine += lion_points(piles[seat], left[seat]) + hedgehog_points(piles[seat])
        points.append(mine)
    return points


def standings(total: Sequence[int], before: Sequence[int], finish: Sequence[int]) -> list[int]:
    """Place of each seat: more points first; equal ones by the worse place before, or the later finish in hand 1."""
    worse = finish if not any(before) else before
    order = sorted(range(len(total)), key=lambda seat: (-total[seat], -worse[seat]))
    places = [0] * len(total)
    for place, seat in enumerate(order, 1):
        places[seat] = place
    return places


def partners(place: Sequence[int]) -> list[int | None]:
    together, _ = TEAMS[len(place)]
    found: list[int | None] = [None] * len(place)
    for senior, junior in together:
        s, j = place.index(senior), place.index(junior)
        found[s], found[j] = j, s
    return found


class Referee:
    """The whole game, one event at a time."""

    def __init__(
        self,
        seats: int,
        variant: str,
        target: int = 19,
        last_trick: str = "nobody",
        first_dealer: int | str = "random",
    ) -> None:
        self.seats = seats
        self.variant = variant
        self.target = target
        self.last_trick = last_trick
        self.phase = "dealer" if first_dealer == "random" else "deal"
        self.dealer: int | None = None if first_dealer == "random" else int(first_dealer)
        self.turn: int | None = None
        self.leg = 0
        self.deck: Cards = Counter(DECK)
        self.aside: Cards = Counter()
        self.table: Cards = Counter()
        self.ranking: Cards = Counter()
        self.owner: int | None = None
        self.offer: Cards = Counter()
        self.asker: int | None = None
        self.left: Cards = Counter()
        self.left_aside: Cards = Counter()
        self.hand: list[Cards] = [Counter() for _ in range(seats)]
        self.taken: list[Cards] = [Counter() for _ in range(seats)]
        self.known: list[Cards] = [Counter() for _ in range(seats)]
        self.shown: list[Cards] = [Counter() for _ in range(seats)]
        self.finish = [0] * seats
        self.total = [0] * seats
        self.place = [0] * seats
        self.partner: list[int | None] = [None] * seats
        self.sheet: list[dict[str, Any] | None] = [None] * seats
        self.sealed: dict[int, Cards] = {}
        self.happened: Counter[str] = Counter()  # rare things, so that a test can demand that they occurred

    # Who and what.

    @property
    def teams(self) -> bool:
        """Are there partners in the present hand?"""
        return self.variant == "partners" and self.leg > 0

    @property
    def animals(self) -> bool:
        """Do lions and hedgehogs count in the present hand?"""
        return self.variant == "animals" or self.teams

    @property
    def over(self) -> bool:
        return self.phase == "over"

    def senior(self, seat: int) -> int | None:
        """The seat's senior partner, when it is a junior."""
        other = self.partner[seat]
        if not self.teams or other is None or self.place[other] > self.place[seat]:
            return None
        return other

    def juniors(self) -> list[int]:
        return [seat for seat in range(self.seats) if self.senior(seat) is not None]

    def seniors(self) -> list[int]:
        return sorted(seat for seat in range(self.seats) if self.senior(self.partner_of(seat)) == seat)

    def partner_of(self, seat: int) -> int:
        """The partner, or the seat itself when it has none."""
        other = self.partner[seat]
        return seat if other is None else other

    def solo(self) -> int | None:
        if not self.teams:
            return None
        alone = TEAMS[self.seats][1]
        return self.place.index(alone) if alone else None

    def pending(self) -> list[int]:
        """The seats that owe a decision; nobody at chance and at the end."""
        if self.phase == "junior":
            return [seat for seat in self.juniors() if seat not in self.sealed]
        if self.phase == "senior":
            return [seat for seat in self.seniors() if seat not in self.sealed]
        return [] if self.turn is None else [self.turn]

    def chance(self) -> dict[str, int]:
        """The outcomes of chance, each with its weight."""
        if self.phase == "dealer":
            return {f"dealer {seat}": 1 for seat in range(self.seats)}
        if self.phase == "deal":
            return {kind: self.deck[kind] for kind in KINDS if self.deck[kind]}
        return {}

    def legal(self, seat: int) -> list[str]:
        """All that the seat may do now, in notation."""
        if seat not in self.pending():
            return []
        hand = self.hand[seat]
        if self.phase in ("junior", "senior"):
            return [f"give {words(two)}" for two in pairs(hand)]
        if self.phase == "solo":
            return [f"aside {words(two)}" for two in pairs(hand)]
        if self.phase == "lead":
            return [f"lay {words(some)}" for some in leads(hand)]
        if self.phase == "reply":
            return ["decline"] + [f"help {words(some)}" for some in completions(hand, self.offer, self.ranking)]
        assert self.phase == "follow", self.phase
        found = ["pass"] + [f"lay {words(some)}" for some in follows(hand, self.ranking)]
        senior = self.senior(seat)
        if senior is not None and self.hand[senior]:
            found += [f"ask {words(some)}" for some in offers(hand, self.ranking)]
        return found

    # What happens.

    def play(self, seat: int, notation: str) -> None:
        """One event: a seat's decision, or an outcome of chance."""
        if seat == CHANCE:
            assert notation in self.chance(), (notation, self.phase)
            self.roll(notation)
            return
        assert notation in self.legal(seat), (seat, notation, self.phase)
        verb, _, rest = notation.partition(" ")
        some = cards(rest)
        if verb == "give":
            self.give(seat, some)
        elif verb == "aside":
            self.hand[seat] -= some
            self.aside = some
            self.start_first_trick()
        elif verb == "lay":
            self.lay(seat, some)
        elif verb == "ask":
            self.happened["ask"] += 1
            self.offer, self.asker = some, seat
            self.phase, self.turn = "reply", self.senior(seat)
        elif verb == "help":
            self.help(seat, some)
        elif verb == "decline":
            self.decline()
        else:
            self.advance(seat)

    def roll(self, outcome: str) -> None:
        if self.phase == "dealer":
            self.dealer = int(outcome.split(" ")[1])
            self.phase = "deal"
            return
        assert self.dealer is not None
        dealt = 60 - self.deck.total()
        self.hand[(self.dealer + 1 + dealt) % self.seats][outcome] += 1
        self.deck -= Counter({outcome: 1})
        if not self.deck:
            if self.teams:
                self.phase, self.turn = "junior", None
            else:
                self.start_first_trick()

    def give(self, seat: int, some: Cards) -> None:
        self.sealed[seat] = some
        if self.pending():
            return
        for giver, gift in self.sealed.items():
            getter = self.partner_of(giver)
            self.hand[giver] -= gift
            self.known[giver] -= gift  # what the partner knew may have come back to him
            self.hand[getter] += gift
            self.known[getter] += gift
        self.sealed = {}
        if self.phase == "junior":
            self.phase = "senior"
        elif self.solo() is not None:
            self.phase, self.turn = "solo", self.solo()
        else:
            self.start_first_trick()

    def start_first_trick(self) -> None:
        assert self.dealer is not None
        first = (self.dealer + 1) % self.seats if self.leg == 0 else self.place.index(self.seats)
        self.phase, self.turn = "lead", first

    def lay(self, seat: int, some: Cards) -> None:
        self.hand_over(seat, some)
        self.ranking, self.owner = some, seat
        self.after_play([seat])

    def help(self, senior: int, added: Cards) -> None:
        self.happened["help"] += 1
        assert self.asker is not None
        asker, offer = self.asker, self.offer
        self.offer, self.asker = Counter(), None
        self.hand_over(asker, offer)
        self.hand_over(senior, added)
        self.ranking, self.owner = offer + added, asker
        if not self.hand[asker] and not self.hand[senior]:
            self.happened["both out"] += 1
        self.after_play([asker, senior])

    def decline(self) -> None:
        self.happened["decline"] += 1
        assert self.asker is not None
        asker = self.asker
        self.shown[asker] = larger(self.shown[asker], self.offer)
        self.offer, self.asker = Counter(), None
        self.advance(asker)

    def hand_over(self, seat: int, some: Cards) -> None:
        """Cards leave a hand and lie face up on the table."""
        self.hand[seat] -= some
        self.known[seat] -= some
        self.shown[seat] -= some
        self.table += some

    def after_play(self, players: Sequence[int]) -> None:
        for seat in players:
            if not self.hand[seat]:
                self.finish[seat] = 1 + sum(1 for other in self.finish if other)
        if sum(1 for hand in self.hand if hand) <= 1:
            self.end_hand()
        else:
            self.advance(players[0])

    def advance(self, seat: int) -> None:
        for step in range(1, self.seats + 1):
            other = (seat + step) % self.seats
            if other == self.owner:
                self.end_trick(other)
                return
            if self.hand[other]:
                self.phase, self.turn = "follow", other
                return
        raise AssertionError("somebody owns the ranking set")

    def end_trick(self, winner: int) -> None:
        self.taken[winner] += self.table
        self.table, self.ranking, self.owner = Counter(), Counter(), None
        for step in range(self.seats):
            leader = (winner + step) % self.seats
            if leads(self.hand[leader]):
                break
            self.happened["joker cannot lead" if self.hand[leader] else "out of cards cannot lead"] += 1
            self.shown[leader] = Counter(self.hand[leader])  # who holds cards and cannot lead holds the joker
        self.phase, self.turn = "lead", leader

    def end_hand(self) -> None:
        n = self.seats
        if self.last_trick == "ranking_player":
            assert self.owner is not None
            self.taken[self.owner] += self.table
        if 0 in self.finish:
            self.finish[self.finish.index(0)] = n
        else:
            self.happened["nobody left"] += 1
        solo = self.solo()
        piles = [self.taken[seat] + (self.aside if seat == solo else Counter()) for seat in range(n)]
        points = hand_points(self.finish, self.partner, piles, self.hand, teams=self.teams, animals=self.animals)
        for seat in range(n):
            company: int | str = "none"
            if self.teams:
                other = self.partner[seat]
                company = "solo" if other is None else other
            self.sheet[seat] = {
                "finish": self.finish[seat],
                "with": company,
                "lions": lion_points(piles[seat], self.hand[seat]) if self.animals else 0,
                "hedgehog": hedgehog_points(piles[seat]) if self.animals else 0,
            }
        self.total = [had + won for had, won in zip(self.total, points, strict=True)]
        if len(set(self.total)) < n:
            self.happened["tie"] += 1
        self.place = standings(self.total, self.place, self.finish)
        self.left = sum(self.hand, Counter())
        self.left_aside = self.aside
        self.leg += 1
        self.deck, self.aside, self.table, self.ranking = Counter(DECK), Counter(), Counter(), Counter()
        self.owner, self.turn = None, None
        self.hand = [Counter() for _ in range(n)]
        self.taken = [Counter() for _ in range(n)]
        self.known = [Counter() for _ in range(n)]
        self.shown = [Counter() for _ in range(n)]
        self.finish = [0] * n
        if sum(1 for points_so_far in self.total if points_so_far >= self.target) >= 2:
            self.phase = "over"
            self.dealer, self.partner = None, [None] * n
            return
        self.phase = "deal"
        self.dealer = self.place.index(1)
        if self.variant == "partners":
            self.partner = partners(self.place)

    # What is known.

    def hand_as_seen(self, viewer: int, seat: int) -> str:
        """Another's hand as this viewer knows it: cards received or given in the exchange, cards shown in an offer."""
        hand = self.hand[seat]
        if viewer == seat:
            return words(hand)
        sure = Counter(self.shown[seat])
        if self.partner[seat] == viewer:
            sure = larger(sure, self.known[seat])
        if self.asker == seat:
            sure = larger(sure, self.offer)
        return words(sure, hand.total() - sure.total())

    def learns(self, viewer: int, seat: int, notation: str) -> bool:
        """Does this viewer (a seat, or anything else for a spectator) see the event that comes next?"""
        if seat == CHANCE:
            if self.phase == "dealer":
                return True
            assert self.dealer is not None
            return viewer == (self.dealer + 1 + 60 - self.deck.total()) % self.seats
        verb = notation.split(" ")[0]
        if verb == "give":
            return viewer in (seat, self.partner[seat])
        return verb != "aside" or viewer == seat

    # Written positions.

    def position(self) -> dict[str, Any]:
        """The written position, but for `sealed`, which holds engine numbers, and `viewer`."""
        pending = self.pending()
        actor: int | str = "nobody" if self.over else pending[0] if pending else "chance"
        due = sum(2**seat for seat in pending) if self.phase in ("junior", "senior") else 0
        return {
            "seats": self.seats,
            "actor": actor,
            "due": due,
            "leg": self.leg,
            "phase": self.phase,
            "variant": self.variant,
            "target": self.target,
            "last_trick": self.last_trick,
            "dealer": named(self.dealer),
            "deck": words(self.deck),
            "aside": words(self.aside),
            "table": words(self.table),
            "ranking": words(self.ranking),
            "owner": named(self.owner),
            "offer": words(self.offer),
            "asker": named(self.asker),
            "out": sum(1 for place in self.finish if place),
            "left": words(self.left),
            "left_aside": words(self.left_aside),
            "hand": [words(hand) for hand in self.hand],
            "taken": [words(pile) for pile in self.taken],
            "known": [words(some) for some in self.known],
            "shown": [words(some) for some in self.shown],
            "finish": list(self.finish),
            "total": list(self.total),
            "place": list(self.place),
            "partner": [named(seat) for seat in self.partner],
            "sheet": copy.deepcopy(self.sheet),
        }

    @classmethod
    def from_position(cls, position: Mapping[str, Any]) -> Referee:
        """A referee who takes over here; not inside a sealed round."""
        assert not position["due"] or all(choice == "open" for choice in position["sealed"])
        self = cls(position["seats"], position["variant"], position["target"], position["last_trick"])
        self.phase = position["phase"]
        self.leg = position["leg"]
        for field in ("dealer", "owner", "asker"):
            setattr(self, field, None if position[field] == "none" else position[field])
        for field in ("deck", "aside", "table", "ranking", "offer", "left", "left_aside"):
            setattr(self, field, cards(position[field]))
        for field in ("hand", "taken", "known", "shown"):
            setattr(self, field, [cards(text) for text in position[field]])
        self.finish, self.total, self.place = list(position["finish"]), list(position["total"]), list(position["place"])
        self.partner = [None if seat == "none" else seat for seat in position["partner"]]
        self.sheet = list(position["sheet"])
        alone = self.phase in ("solo", "lead", "follow", "reply")
        self.turn = position["actor"] if alone else None
        return self


def named(seat: int | None) -> int | str:
    return "none" if seat is None else seat


def lines(referee: Referee, depth: int) -> int:
    """How many lines of so many events there are; a line that ends early counts once."""
    if depth == 0 or referee.over:
        return 1
    pending = referee.pending()
    seat = pending[0] if pending else CHANCE
    events = referee.legal(seat) if pending else list(referee.chance())
    if depth == 1:
        return len(events)
    count = 0
    for event in events:
        child = copy.deepcopy(referee)
        child.play(seat, event)
        count += lines(child, depth - 1)
    return count
