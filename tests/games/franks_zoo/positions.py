"""Positions: short words for whole positions of Frank's Zoo, and a table to play them on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.state import CHANCE, State
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.referee import DECK, KINDS, TEAMS, Cards, cards, partners, place_points, words

TEXT_FIELDS = ("deck", "aside", "table")
PILE_FIELDS = ("hand", "taken")


def position(hands: Sequence[str], **changes: Any) -> dict[str, Any]:
    """A whole legal position with these hands; fields given by name are taken as they are.

    Without `ranking` the actor (seat 0) is leading; with it he follows on the seat before him. Places default
    to the order of the seats. The cards that are named nowhere lie in the taken pile of seat `rest` (the last one).
    """
    n = len(hands)
    variant = changes.pop("variant", "simple")
    leg = changes.pop("leg", 1 if variant == "partners" else 0)
    ranking = changes.pop("ranking", "")
    actor = changes.pop("actor", 0)
    place = changes.pop("place", list(range(1, n + 1)) if leg else [0] * n)
    rest_seat = changes.pop("rest", n - 1)
    taken = [cards(pile) for pile in changes.pop("taken", [""] * n)]
    teams = variant == "partners" and leg > 0
    made: dict[str, Any] = {
        "seats": n,
        "actor": actor,
        "due": 0,
        "leg": leg,
        "viewer": "whole",
        "sealed": ["open"] * n,
        "phase": "follow" if ranking else "lead",
        "variant": variant,
        "target": 19,
        "last_trick": "nobody",
        "dealer": place.index(1) if leg else (actor - 1) % n,
        "deck": "",
        "aside": "",
        "table": ranking,
        "ranking": ranking,
        "owner": (actor - 1) % n if ranking else "none",
        "offer": "",
        "asker": "none",
        "left": "1 fish" if leg else "",
        "left_aside": "2 mouse" if teams and leg > 1 and TEAMS[n][1] else "",
        "hand": list(hands),
        "known": [""] * n,
        "shown": [""] * n,
        "finish": finishers(hands),
        "total": [place_points(n, p) for p in place] if leg else [0] * n,
        "place": place,
        "partner": ["none" if other is None else other for other in partners(place)] if teams else ["none"] * n,
        "sheet": [sheet_before(place, seat, teams and leg > 1) if leg else None for seat in range(n)],
    }
    unknown = set(changes) - set(made)
    assert not unknown, f"no such field: {unknown}"
    made.update(changes)
    rest = Counter(DECK)
    for pile in [*(cards(made[field]) for field in TEXT_FIELDS), *(cards(hand) for hand in hands), *taken]:
        assert all(rest[kind] >= number for kind, number in pile.items()), (
            f"more cards than the deck has: {words(pile)}"
        )
        rest -= pile
    set_aside = made["phase"] in ("lead", "follow", "reply")
    if teams and TEAMS[n][1] and set_aside and "aside" not in changes:  # the solo's two: harmless ones
        two = [kind for kind in sorted(rest.elements()) if kind not in ("lion", "hedgehog")][-2:]
        made["aside"] = words(Counter(two))
        rest -= Counter(two)
    taken[rest_seat] += rest
    made["taken"] = [words(pile) for pile in taken]
    made["out"] = sum(1 for finish in made["finish"] if finish)
    return made


def sheet_before(place: Sequence[int], seat: int, teams: bool) -> dict[str, Any]:
    """The hand before: the seat finished in its place, with its present partner."""
    other = partners(place)[seat] if teams else None
    company: int | str = "none" if not teams else "solo" if other is None else other
    return {"finish": place[seat], "with": company, "lions": 0, "hedgehog": 0}


def finishers(hands: Sequence[str]) -> list[int]:
    """Empty hands went out in the order of their seats."""
    found, out = [], 0
    for hand in hands:
        out += not hand
        found.append(0 if hand else out)
    return found


def full_hands(seats: int, dealer: int, **wanted: str) -> list[str]:
    """All 60 cards dealt: seat k gets what `s<k>` names, then everybody is filled up from the end of the deck."""
    rest = Counter(DECK)
    hands: list[Cards] = [cards(wanted.get(f"s{seat}", "")) for seat in range(seats)]
    for hand in hands:
        rest -= hand
    spare = [kind for kind in reversed(KINDS) for _ in range(rest[kind])]
    for seat, size in enumerate(hand_sizes(seats, dealer)):
        while hands[seat].total() < size:
            hands[seat][spare.pop(0)] += 1
        assert hands[seat].total() == size, f"seat {seat} has too many cards"
    return [words(hand) for hand in hands]


def hand_sizes(seats: int, dealer: int) -> list[int]:
    """Everybody alike; with seven, nine for the four from the dealer's left and eight for the others."""
    if seats < 7:
        return [60 // seats] * seats
    return [9 if (seat - dealer - 1) % 7 < 4 else 8 for seat in range(7)]


def deal_script(hands: Sequence[str], dealer: int) -> list[int]:
    """The chance outcomes that deal these hands, one card at a time from the dealer's left."""
    stacks = [sorted(cards(hand).elements(), key=KINDS.index) for hand in hands]
    return [KINDS.index(stacks[(dealer + 1 + k) % len(hands)].pop(0)) for k in range(60)]


class Table:
    """A state played by lines such as `1 lay 2 lion`: the seat and its decision in notation."""

    def __init__(self, state: State) -> None:
        self.state = state
        state.check()

    def play(self, *turns: str) -> Table:
        for turn in turns:
            seat, _, notation = turn.partition(" ")
            self.one(int(seat), notation)
        return self

    def one(self, seat: int, notation: str) -> None:
        pending = self.state.pending()
        assert seat in pending, f"{seat} {notation}: it is for {pending} to decide"
        self.state.apply(seat, GAME.parse(self.state, seat, notation))
        self.state.check()
        assert everywhere(self.position) == DECK, f"cards are lost after {seat} {notation}"

    def deal(self, hands: Sequence[str] = ()) -> Table:
        """Deal the next hand, as told or anyhow."""
        dealer = self.get("dealer")
        for outcome in deal_script(hands or full_hands(int(self.state.seats), dealer), dealer):
            self.state.apply(CHANCE, outcome)
            self.state.check()
        return self

    @property
    def position(self) -> dict[str, Any]:
        return GAME.position(self.state)

    def get(self, field: str) -> Any:
        return self.position[field]

    @property
    def turn(self) -> tuple[str, list[int]]:
        """The phase and who must decide."""
        return str(self.get("phase")), self.state.pending()

    def legal(self, seat: int) -> set[str]:
        actions = self.state.legal_actions(seat)
        notations = [GAME.notation(self.state, seat, action) for action in actions]
        assert len(set(notations)) == len(notations), notations
        return set(notations)

    def plays(self, seat: int) -> set[str]:
        """Legal sets to lay down, without `lay`."""
        return {text.removeprefix("lay ") for text in self.legal(seat) if text.startswith("lay ")}

    def asks(self, seat: int) -> set[str]:
        return {text.removeprefix("ask ") for text in self.legal(seat) if text.startswith("ask ")}

    def helps(self, seat: int) -> set[str]:
        return {text.removeprefix("help ") for text in self.legal(seat) if text.startswith("help ")}


def table(hands: Sequence[str], **changes: Any) -> Table:
    """A table with this position on it."""
    return Table(GAME.from_position(position(hands, **changes)))


def exchange(hands: Sequence[str], phase: str = "junior", **changes: Any) -> Table:
    """A table in the exchange: juniors or seniors have still to choose, all 60 cards are dealt."""
    n = len(hands)
    place = changes.setdefault("place", list(range(1, n + 1)))
    together, _ = TEAMS[n]
    due = [place.index(pair[phase == "junior"]) for pair in together]
    mask = sum(2**seat for seat in due)
    return table(hands, variant="partners", phase=phase, actor=min(due), due=mask, **changes)


def everywhere(written: dict[str, Any]) -> Cards:
    """All cards of a whole position, wherever they lie."""
    found: Cards = Counter()
    for field in TEXT_FIELDS:
        found += cards(written[field])
    for field in PILE_FIELDS:
        for pile in written[field]:
            found += cards(pile)
    return found


def dealt(seats: int, dealer: int = 0, hands: Sequence[str] = (), **options: Any) -> Match:
    """A match with its first hand dealt as told, waiting for the first lead."""
    script = deal_script(hands or full_hands(seats, dealer), dealer)
    return Match(GAME, GAME.setup(seats, first_dealer=dealer, **options), ScriptedDice(script))
