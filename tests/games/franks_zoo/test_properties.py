"""Properties: whole games and endgames beside the referee, event by event; PADDOCK_VOLUME makes them more."""

from __future__ import annotations

import copy
import random
from collections import Counter
from collections.abc import Sequence
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR, State
from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import everywhere, position
from tests.games.franks_zoo.referee import (
    ANIMALS,
    DECK,
    LEGAL_SETS,
    OUTRANKED_BY,
    TEAMS,
    Cards,
    Referee,
    holds,
    leads,
    words,
)
from tests.games.franks_zoo.volume import volume

SETUPS = [(3, "simple"), (3, "animals")] + [(n, v) for n in (4, 5, 6, 7) for v in ("partners", "simple")]


# Beside the referee.


def agree(state: State, referee: Referee) -> None:
    """Engine and referee see the same position, the same deciders and the same possibilities."""
    written = GAME.position(state)
    for field, value in referee.position().items():
        if field == "due" and referee.phase == "solo":
            continue  # one decider: a round of his own or none, both will do
        assert written[field] == value, f"{field} after {referee.phase}: {written[field]} instead of {value}"
    assert everywhere(written) == DECK, "cards are lost"
    assert [choice != "open" for choice in written["sealed"]] == [s in referee.sealed for s in range(referee.seats)]
    assert state.pending() == referee.pending()
    assert state.scores() == referee.total
    assert state.places() == (referee.place if referee.leg else [1] * referee.seats)
    if referee.over:
        assert state.actor == NOBODY
    elif not referee.pending():
        assert state.actor == CHANCE
        assert chances(state) == referee.chance()
    for seat in range(referee.seats):
        assert notations(state, seat) == sorted(referee.legal(seat)), f"seat {seat} in {referee.phase}"


def notations(state: State, seat: int) -> list[str]:
    return sorted(GAME.notation(state, seat, action) for action in state.legal_actions(seat))


def chances(state: State) -> dict[str, int]:
    return {GAME.notation(state, CHANCE, outcome): weight for outcome, weight in state.chance()}


def sights(state: State, referee: Referee) -> None:
    """Every viewer's masked position shows of the others' hands and of the cards aside what it may, and no more."""
    written = GAME.position(state)
    for viewer in [*range(referee.seats), SPECTATOR]:
        masked = GAME.position(state.mask(viewer))
        expected = [referee.hand_as_seen(viewer, seat) for seat in range(referee.seats)]
        assert masked["hand"] == expected, f"hands as seen by {viewer} in {referee.phase}"
        aside = words(referee.aside) if viewer == referee.solo() else words({}, referee.aside.total())
        assert masked["aside"] == aside
        for field in ("table", "ranking", "taken", "offer", "shown", "total", "place", "partner", "left", "left_aside"):
            assert masked[field] == written[field], field
        for seat in range(referee.seats):
            if viewer not in (seat, referee.partner[seat]):
                assert masked["known"][seat] == "", "what partners know of each other is their secret"
    for seat in referee.pending():
        for action in state.legal_actions(seat):
            learned(state, referee, seat, action)


def learned(state: State, referee: Referee, seat: int, action: int) -> None:
    """The right viewers would learn of this event, and it can be taken back unless it turns cards up."""
    notation = GAME.notation(state, seat, action)
    for viewer in [*range(referee.seats), SPECTATOR]:
        expected = action if referee.learns(viewer, seat, notation) else HIDDEN
        assert state.seen(seat, action, viewer) == expected, f"{notation} as seen by {viewer}"
    if seat != CHANCE and notation != "decline":  # declining has its own tests among the rules of secrecy
        assert bool(state.reveals(seat, action)) == turns_up(referee, seat, notation), notation


def turns_up(referee: Referee, seat: int, notation: str) -> bool:
    """Cards laid or offered, and a lead that passes over the lone joker, tell something that was hidden."""
    if notation.split(" ")[0] in ("lay", "ask", "help"):
        return True
    alone = [seat for seat in range(referee.seats) if words(referee.hand[seat]) == "1 joker"]
    if not alone or referee.hand_as_seen(SPECTATOR, alone[0]) == "1 joker":
        return False
    later = copy.deepcopy(referee)
    later.play(seat, notation)
    return later.happened["joker cannot lead"] > referee.happened["joker cannot lead"]


def step(state: State, referee: Referee, seat: int, notation: str) -> None:
    """One event for both, and who learns of it."""
    action = GAME.parse(state, seat, notation)
    learned(state, referee, seat, action)
    referee.play(seat, notation)
    state.apply(seat, action)
    state.check()


def decision(referee: Referee, rng: random.Random, temper: str) -> tuple[int, str]:
    """A seat and what it does: anything, or what sheds cards, or what partners do."""
    seat = rng.choice(referee.pending())
    legal = sorted(referee.legal(seat))
    wanted = {"any": (), "shed": ("lay", "help"), "help": ("ask", "help")}[temper]
    liked = [text for text in legal if text.split(" ")[0] in wanted]
    if liked and rng.random() < 0.85:
        return seat, rng.choice(liked)
    verb = rng.choice(sorted({text.split(" ")[0] for text in legal}))
    return seat, rng.choice([text for text in legal if text.split(" ")[0] == verb])


def deal_outcome(referee: Referee, rng: random.Random) -> str:
    odds = referee.chance()
    return rng.choices(list(odds), list(odds.values()))[0]


def whole_game(seats: int, rng: random.Random, temper: str, **options: Any) -> Referee:
    """A game to its end, compared at every event."""
    state = GAME.start(GAME.setup(seats, **options))
    referee = Referee(seats, **options)
    events = 0
    while not referee.over:
        agree(state, referee)
        if referee.pending():
            if rng.random() < 0.1:
                sights(state, referee)
            step(state, referee, *decision(referee, rng, temper))
        else:
            step(state, referee, CHANCE, deal_outcome(referee, rng))
        events += 1
        assert events <= GAME.longest
    agree(state, referee)
    return referee


@pytest.mark.parametrize("last_trick", ["nobody", "ranking_player"])
@pytest.mark.parametrize(("seats", "variant"), SETUPS)
def test_whole_random_games_agree_with_the_referee_at_every_event(seats: int, variant: str, last_trick: str) -> None:
    for round_ in range(volume(1)):
        rng = random.Random(f"{seats} {variant} {last_trick} {round_}")
        target = rng.choice([7, 12, 19]) if round_ else 12
        temper = rng.choice(["any", "shed", "help"])
        dealer = rng.choice(["random", rng.randrange(seats)])
        options = {"variant": variant, "target": target, "last_trick": last_trick, "first_dealer": dealer}
        referee = whole_game(seats, rng, temper, **options)
        assert sum(points >= target for points in referee.total) >= 2


# Endgames: small hands, so that players go out, help each other out and sit on the joker all the time.


def endgame(rng: random.Random, seats: int, variant: str) -> dict[str, Any]:
    """A random position near the end of a hand."""
    deck = list(DECK.elements())
    rng.shuffle(deck)
    if rng.random() < 0.7:  # few kinds and the joker, so that sets match
        wanted = {*rng.sample(ANIMALS, 3), "joker"}
        deck.sort(key=lambda kind: kind not in wanted)
    hands: list[Cards] = []
    for _ in range(seats):
        size = rng.choice([0, 1, 1, 2, 2, 3, 5])
        hands.append(Counter(deck[:size]))
        deck = deck[size:]
    while sum(1 for hand in hands if hand) < 2:
        empty = rng.choice([seat for seat in range(seats) if not hands[seat]])
        hands[empty] = Counter([deck.pop()])
    leg = rng.choice([0, 1, 3]) if variant != "partners" else rng.choice([0, 1, 1, 1, 3])
    changes: dict[str, Any] = {"variant": variant, "leg": leg, "rest": rng.randrange(seats)}
    changes["last_trick"] = rng.choice(["nobody", "ranking_player"])
    changes["target"] = 40
    if leg:
        place = list(range(1, seats + 1))
        rng.shuffle(place)
        few = rng.choice([3, 20])  # close totals tie often
        points = sorted((rng.randint(-2, few) for _ in range(seats)), reverse=True)
        changes |= {"place": place, "total": [points[p - 1] for p in place]}
    out = [seat for seat in range(seats) if not hands[seat]]
    rng.shuffle(out)
    changes["finish"] = [1 + out.index(seat) if seat in out else 0 for seat in range(seats)]
    rest = Counter(deck)
    taken: list[Cards] = [Counter() for _ in range(seats)]
    fitting = [some for some in LEGAL_SETS if holds(rest, some)]
    if rng.random() < 0.6:
        ranking = rng.choice(fitting)
        rest -= ranking
        actor = rng.choice([seat for seat in range(seats) if hands[seat]])
        owner = rng.choice([seat for seat in range(seats) if seat != actor])
        changes |= {"ranking": words(ranking), "actor": actor, "owner": owner}
    else:
        changes["actor"] = rng.choice([seat for seat in range(seats) if leads(hands[seat])])
    for kind in ("lion", "hedgehog", "mouse"):  # spread what counts
        for _ in range(rng.randint(0, rest[kind])):
            taken[rng.randrange(seats)][kind] += 1
            rest[kind] -= 1
    changes["taken"] = [words(pile) for pile in taken]
    return position([words(hand) for hand in hands], **changes)


def last_two(rng: random.Random, seats: int) -> dict[str, Any]:
    """Only two partners still hold cards, one or two each, and the junior could be helped."""
    place = list(range(1, seats + 1))
    rng.shuffle(place)
    senior_place, junior_place = rng.choice(TEAMS[seats][0])
    senior, junior = place.index(senior_place), place.index(junior_place)
    below = rng.choice([animal for animal in ANIMALS if OUTRANKED_BY[animal]])
    above = rng.choice(OUTRANKED_BY[below].split())
    hands = [""] * seats
    hands[senior], hands[junior] = f"1 {above}", f"1 {above}"
    if rng.random() < 0.5:
        hands[rng.choice([senior, junior])] = f"2 {above}"
    owner = rng.choice([seat for seat in range(seats) if seat != junior])
    changes = {"place": place, "actor": junior, "ranking": f"2 {below}", "owner": owner}
    return position(hands, variant="partners", last_trick=rng.choice(["nobody", "ranking_player"]), **changes)


def play_out(written: dict[str, Any], rng: random.Random, temper: str) -> Counter[str]:
    """Play the hand to its end beside the referee; the rare things that happened."""
    state = GAME.from_position(written)
    referee = Referee.from_position(written)
    leg = referee.leg
    while referee.leg == leg:
        agree(state, referee)
        if rng.random() < 0.1:
            sights(state, referee)
        step(state, referee, *decision(referee, rng, temper))
    agree(state, referee)
    return referee.happened


def test_endgames_agree_with_the_referee_and_every_rare_thing_happens() -> None:
    rng = random.Random(11)
    happened: Counter[str] = Counter()
    for _ in range(volume(160)):
        seats, variant = rng.choice(SETUPS + [(n, "partners") for n in (4, 5, 6, 7)])
        happened += play_out(endgame(rng, seats, variant), rng, rng.choice(["any", "shed", "help"]))
    for _ in range(volume(20)):
        happened += play_out(last_two(rng, rng.choice([4, 5, 6, 7])), rng, "help")
    for rare in (
        "ask",
        "decline",
        "help",
        "both out",
        "nobody left",
        "joker cannot lead",
        "out of cards cannot lead",
        "tie",
    ):
        assert happened[rare], f"{rare} never happened: {happened}"


@settings(
    max_examples=volume(40),
    deadline=None,
    derandomize=True,
    suppress_health_check=[HealthCheck.too_slow],
    database=None,
)
@given(st.sampled_from(SETUPS), st.integers(0, 10**9), st.sampled_from(["any", "shed", "help"]))
def test_every_hand_ends_and_is_scored_as_the_referee_scores_it(setup: tuple[int, str], seed: int, temper: str) -> None:
    rng = random.Random(seed)
    play_out(endgame(rng, *setup), rng, temper)


# Secrets: positions that differ only in what a viewer may not know look the same to him.


def another_world(written: dict[str, Any], referee: Referee, viewer: int, rng: random.Random) -> dict[str, Any]:
    """The position with all that this viewer does not know dealt anew."""
    n = referee.seats
    partner_seats = [seat for seat in range(n) if viewer == seat or referee.partner[seat] == viewer]
    sure: list[Cards] = []
    for seat in range(n):
        seen = referee.hand_as_seen(viewer, seat)
        sure.append(Counter({kind: int(number) for number, kind in known_parts(seen)}))
    pool: Cards = Counter()
    for seat in range(n):
        pool += referee.hand[seat] - sure[seat]
    hide_aside = bool(referee.aside) and viewer != referee.solo()
    if hide_aside:
        pool += referee.aside
    cards_left = list(pool.elements())
    rng.shuffle(cards_left)
    hands, known = [], []
    for seat in range(n):
        missing = referee.hand[seat].total() - sure[seat].total()
        hand = sure[seat] + Counter(cards_left[:missing])
        cards_left = cards_left[missing:]
        hands.append(hand)
        if seat in partner_seats or referee.partner[seat] is None or not referee.teams:
            known.append(written["known"][seat])
        else:  # what the others' partners know of each other: any part of the hand
            few = list(hand.elements())
            rng.shuffle(few)
            known.append(words(Counter(few[: rng.randint(0, 2)])))
    made = dict(written, hand=[words(hand) for hand in hands], known=known)
    if hide_aside:
        made["aside"] = words(Counter(cards_left))
    return made


def known_parts(text: str) -> list[tuple[str, str]]:
    parts = [part.split(" ") for part in text.split(", ")] if text else []
    return [(number, kind) for number, kind in parts if kind != "?"]


def leader_can_lead(made: dict[str, Any]) -> bool:
    return bool(made["phase"] != "lead" or made["hand"][made["actor"]] != "1 joker")


def look_alike(state: State, other: State, viewer: int) -> None:
    """Everything that this viewer is shown is the same in both worlds."""
    mine, theirs = state.mask(viewer), other.mask(viewer)
    assert GAME.position(mine) == GAME.position(theirs)
    assert mine.key() == theirs.key()
    assert GAME.view(mine) == GAME.view(theirs)
    assert GAME.prompt(mine) == GAME.prompt(theirs)
    assert GAME.observe(mine) == GAME.observe(theirs)
    if viewer >= 0:
        assert notations(state, viewer) == notations(other, viewer) == notations(mine, viewer)


def tells(state: State, seat: int, action: int, viewer: int) -> Sequence[object]:
    """The log lines that this viewer reads of an event."""
    after = state.copy()
    seen = int(state.seen(seat, action, viewer))
    after.apply(seat, action)
    return GAME.tell(state.mask(viewer), after.mask(viewer), seat, seen)


def compare_events(state: State, other: State, viewer: int, rng: random.Random) -> int:
    """Events that are possible in both worlds, or hidden in both, read the same to this viewer unless they reveal."""
    compared = 0
    for seat in state.pending():
        both = sorted(set(state.legal_actions(seat)) & set(other.legal_actions(seat)))
        if not both:
            continue
        action = rng.choice(both)
        assert state.seen(seat, action, viewer) == other.seen(seat, action, viewer)
        after, other_after = state.copy(), other.copy()
        after.apply(seat, action)
        other_after.apply(seat, action)
        if after.mask(viewer).key() == other_after.mask(viewer).key():
            assert tells(state, seat, action, viewer) == tells(other, seat, action, viewer)
            compared += 1
    return compared


@pytest.mark.parametrize(("seats", "variant"), SETUPS)
def test_nothing_shown_to_a_seat_depends_on_what_it_may_not_know(seats: int, variant: str) -> None:
    rng = random.Random(f"secrets {seats} {variant}")
    differed = compared = 0
    for _ in range(volume(12)):
        written = endgame(rng, seats, variant)
        state, referee = GAME.from_position(written), Referee.from_position(written)
        leg = referee.leg
        while referee.leg == leg:
            viewer = rng.choice([*range(seats), SPECTATOR])
            now = GAME.position(state)
            made = another_world(now, referee, viewer, rng)
            if leader_can_lead(made) and rng.random() < 0.5:
                other = GAME.from_position(made)
                differed += made != now
                look_alike(state, other, viewer)
                compared += compare_events(state, other, viewer, rng)
            step(state, referee, *decision(referee, rng, "any"))
            agree(state, referee)
    assert differed > 10
    assert compared > 10


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_the_exchange_shows_a_seat_nothing_of_other_teams(seats: int) -> None:
    differed = 0
    for round_ in range(volume(3)):
        rng = random.Random(f"exchange {seats} {round_}")
        state, referee = second_hand(seats, rng)
        while referee.phase in ("junior", "senior", "solo"):
            agree(state, referee)
            sights(state, referee)
            viewer = rng.choice([*range(seats), SPECTATOR])
            if not referee.sealed:
                now = GAME.position(state)
                made = another_world(now, referee, viewer, rng)
                differed += made != now
                look_alike(state, GAME.from_position(made), viewer)
            step(state, referee, *decision(referee, rng, "any"))
    assert differed > 3


@pytest.mark.parametrize("seats", [4, 5, 6, 7])
def test_a_sealed_choice_is_seen_by_nobody_else_until_its_round_is_closed(seats: int) -> None:
    rng = random.Random(f"sealed {seats}")
    state, referee = second_hand(seats, rng)
    chosen = 0
    while referee.phase in ("junior", "senior"):
        seat = rng.choice(referee.pending())
        if len(referee.pending()) > 1:
            one, two = state.copy(), state.copy()
            actions = state.legal_actions(seat)
            one.apply(seat, actions[0])
            two.apply(seat, actions[-1])
            assert one.key() != two.key()
            for viewer in [*range(seats), SPECTATOR]:
                if viewer != seat:
                    look_alike(one, two, viewer)
                    assert state.mask(viewer).key() == one.mask(viewer).key(), "not even that it was made"
                    chosen += 1
        step(state, referee, seat, rng.choice(referee.legal(seat)))
    assert chosen


def second_hand(seats: int, rng: random.Random) -> tuple[State, Referee]:
    """A partners game, dealt for its second hand."""
    written = endgame(rng, seats, "partners")
    while written["leg"]:
        written = endgame(rng, seats, "partners")
    state, referee = GAME.from_position(written), Referee.from_position(written)
    while referee.leg == 0:
        step(state, referee, *decision(referee, rng, "shed"))
    while referee.phase == "deal":
        step(state, referee, CHANCE, deal_outcome(referee, rng))
    return state, referee


@pytest.mark.parametrize("seats", [3, 5, 7])
def test_in_the_middle_of_a_deal_a_seat_sees_its_own_cards_only(seats: int) -> None:
    rng = random.Random(f"deal {seats}")
    state = GAME.start(GAME.setup(seats, first_dealer=1))
    referee = Referee(seats, "simple" if seats == 3 else "partners", first_dealer=1)
    for _ in range(33):
        step(state, referee, CHANCE, deal_outcome(referee, rng))
        agree(state, referee)
    for viewer in range(seats):
        pool = [kind for seat in range(seats) if seat != viewer for kind in referee.hand[seat].elements()]
        pool += referee.deck.elements()
        rng.shuffle(pool)
        hands = []
        for seat in range(seats):
            size = 0 if seat == viewer else referee.hand[seat].total()
            hands.append(words(referee.hand[viewer] if seat == viewer else Counter(pool[:size])))
            pool = pool[size:]
        other = GAME.from_position(dict(GAME.position(state), hand=hands, deck=words(Counter(pool))))
        assert other.key() != state.key()
        look_alike(state, other, viewer)
