"""Endings are worked out as by plain search, beliefs fit what was seen, the judge sees what its seat may know."""

from __future__ import annotations

import pytest
from librt.vecs import vec

from paddock.core.net import fresh
from paddock.core.rng import Rng
from paddock.core.state import LEG, State, buffer
from paddock.games.franks_zoo import GAME
from paddock.games.franks_zoo.belief import Belief
from paddock.games.franks_zoo.cells import HAND, OUT, PHASE, TOTAL
from paddock.games.franks_zoo.ending import Ending, rival_of, solvable
from paddock.games.franks_zoo.judge import INPUTS, FranksZooJudge, beatable, unseen_by
from paddock.games.franks_zoo.material import SETS, of, packed
from paddock.games.franks_zoo.rules import FranksZoo
from paddock.games.franks_zoo.thinker import FranksZooThinker, at_least_so_many, hope
from tests.games.franks_zoo.positions import table

PLENTY = 100_000


def whole(state: State) -> FranksZoo:
    assert isinstance(state, FranksZoo)
    return state


def ignorant(seed: int = 3, **knobs: float) -> FranksZooThinker:
    """A thinker whose judge has learned nothing; another one, of another opinion, by another seed."""
    thinker = FranksZooThinker(FranksZooJudge(fresh(INPUTS, 8, Rng(seed))))
    for name, value in knobs.items():
        assert thinker.set(name, value)
    return thinker


# Endings

# The whale cannot be beaten and keeps the lead; a mouse led first falls to the fox, and seat 1 is out before seat 0.
WHALE_FIRST = ["1 whale, 1 mouse", "1 fox", ""]


def test_an_ending_is_worked_out() -> None:
    at = table(WHALE_FIRST)
    actions = buffer()
    values = vec[float]([0.0] * 64)
    n = at.state.legal(0, actions)
    assert Ending().weigh(whole(at.state), 0, PLENTY, actions, n, values)
    found = {GAME.notation(at.state, 0, actions[k]): values[k] for k in range(n)}
    # The second-last of three gets 2 points, the last none.
    assert found == {"lay 1 whale": 2.0, "lay 1 mouse": -2.0}


def test_it_gives_up_when_it_takes_too_long() -> None:
    at = table(WHALE_FIRST)
    actions = buffer()
    assert not Ending().weigh(whole(at.state), 0, 1, actions, at.state.legal(0, actions), vec[float]([0.0] * 64))


def test_a_thinker_that_knows_nothing_plays_a_won_ending_right() -> None:
    at = table(WHALE_FIRST)
    action = ignorant(nodes=PLENTY).decide(at.state.mask(0), Rng(1))
    assert GAME.notation(at.state, 0, int(action)) == "lay 1 whale"


@pytest.mark.parametrize("hands", [["2 lion", "1 mouse", "3 fish"], ["2 whale", "1 fox", ""]])
@pytest.mark.parametrize("knobs", [{"noise": 3.0}, {"nodes": PLENTY, "noise": 0.1}, {"worlds": 4, "close": 9.0}])
def test_who_can_lay_the_whole_hand_goes_out(hands: list[str], knobs: dict[str, float]) -> None:
    # Two whales one after the other would win the ending as well, but what for?
    at = table(hands)
    for seed in range(12):
        action = ignorant(seed, **knobs).decide(at.state.mask(0), Rng(seed))
        assert GAME.notation(at.state, 0, int(action)) == f"lay {hands[0]}"


def test_partners_left_alone_do_not_fight_one_another() -> None:
    # Places 1 and 3 are partners with four: seats 0 and 2.
    assert not solvable(table(["1 lion, 1 fish", "", "1 fox", ""], variant="partners").state.cells, 0)
    assert solvable(table(["1 lion, 1 fish", "1 fox", "", ""], variant="partners").state.cells, 0)


def plain(s: State, me: int, rival: int, before: int) -> int:
    """What the hand brings `me` more than the rival, by trying everything."""
    seat = int(s.actor)
    values = []
    for action in s.legal_actions(seat):
        t = s.copy()
        t.apply(seat, action)
        over = t.cells[LEG] != s.cells[LEG]
        values.append(
            int(t.cells[TOTAL + me] - t.cells[TOTAL + rival]) - before if over else plain(t, me, rival, before)
        )
    return max(values) if seat == me else min(values)


def endings(variant: str, seats: int, most: int) -> list[State]:
    """Positions with two left and few cards, from matches left to chance."""
    found: list[State] = []
    seed = 0
    while len(found) < 25:
        seed += 1
        rng = Rng(seed)
        s = GAME.start(GAME.setup(seats, variant=variant))
        s.settle(rng)
        for _ in range(3000):
            if s.actor < 0:
                break
            seat = s.actor
            actions = s.legal_actions(seat)
            held = sum(int(s.cells[HAND + other]) >> 52 for other in range(seats))
            if s.cells[PHASE] >= 5 and s.cells[OUT] == seats - 2 and held <= most and len(actions) > 1:
                if solvable(s.cells, seat):
                    found.append(s.copy())
                break
            s.apply(seat, actions[rng.below(len(actions))])
            s.settle(rng)
    return found


def test_every_value_is_that_of_a_plain_search() -> None:
    ending = Ending()
    actions, values = buffer(), vec[float]([0.0] * 512)
    for variant, seats in (("simple", 4), ("animals", 3)):
        for s in endings(variant, seats, 8):
            me = s.actor
            rival = rival_of(s.cells, me)
            before = int(s.cells[TOTAL + me] - s.cells[TOTAL + rival])
            n = s.legal(me, actions)
            assert ending.weigh(whole(s), me, PLENTY, actions, n, values)
            for k in range(n):
                t = s.copy()
                t.apply(me, actions[k])
                ahead = int(t.cells[TOTAL + me] - t.cells[TOTAL + rival]) - before
                over = t.cells[LEG] != s.cells[LEG]
                assert values[k] == (ahead if over else plain(t, int(me), int(rival), before))


# Help


def test_nobody_asks_for_help_that_cannot_come() -> None:
    # Places 1 and 3 are partners: seat 2 may ask seat 0. One lion falls to two lions, lion and joker, or an elephant.
    hands = ["1 mouse, 1 seal", "1 lion, 1 fish", "1 perch, 1 whale"]
    offer = SETS.index(of(lion=1))
    for senior, hopeful in (("3 fox", False), ("1 lion, 1 fox", True), ("1 joker, 1 fox", True)):
        at = table([senior, *hands], variant="partners", ranking="1 lion", actor=2)
        assert "1 lion" in at.asks(2)
        # Of six cards that seat 2 cannot see (seven with three foxes) two lie with the senior: a third.
        assert hope(at.state.cells, 2, offer) == pytest.approx(2 / 6 if hopeful else 0.0)
        for seed in range(20):
            action = ignorant(noise=3.0).decide(at.state.mask(2), Rng(seed))
            assert not GAME.notation(at.state, 2, int(action)).startswith("ask"), "a third is too little"


def test_cards_that_the_partner_is_known_to_hold_are_hoped_for() -> None:
    hands = ["1 lion, 1 fox", "1 mouse, 1 seal", "1 lion, 1 fish", "1 perch, 1 whale"]
    at = table(hands, variant="partners", ranking="1 lion", actor=2, known=["1 lion", "", "", ""])
    assert hope(at.state.cells, 2, SETS.index(of(lion=1))) == 1.0


def test_how_likely_so_many_cards_are_in_a_hand() -> None:
    assert at_least_so_many(1, 2, 0.5) == pytest.approx(0.75)
    assert at_least_so_many(2, 3, 0.5) == pytest.approx(0.5)
    assert at_least_so_many(2, 1, 0.5) == 0.0


# The judge

BEATEN_BY = [("lion", "elephant"), ("whale", ""), ("elephant", "mouse"), ("mosquito", "hedgehog"), ("fish", "perch")]


def test_what_unseen_cards_can_beat() -> None:
    """R3.2: as many of a stronger animal, or one more of the same; the joker helps."""
    for animal, stronger in BEATEN_BY:
        one = SETS.index(of(**{animal: 1}))
        assert beatable(one, packed(of(**{animal: 2})))
        assert beatable(one, packed(of(**{animal: 1, "joker": 1})))
        assert not beatable(one, packed(of(**{animal: 1})))
        if stronger:
            assert beatable(one, packed(of(**{stronger: 1})))
            assert not beatable(SETS.index(of(**{animal: 2})), packed(of(**{stronger: 1})))
    # An elephant and a mosquito are two elephants, and beat two lions.
    assert beatable(SETS.index(of(lion=2)), packed(of(elephant=1, mosquito=1)))


def test_a_seat_sees_what_it_may_know_and_nothing_else() -> None:
    """The inputs are the same from a masked position as from the whole one, whatever others hold."""
    judge = FranksZooJudge(fresh(INPUTS, 8, Rng(3)))
    rng = Rng(9)
    for seats in GAME.seats:
        s = GAME.start(GAME.setup(seats))
        s.settle(rng)
        for _ in range(400):
            if s.actor < 0:
                break
            for seat in s.pending():
                masked = s.mask(seat)
                other = masked.copy()
                other.fill(rng)
                rows = []
                for each in (s, masked, other):
                    judge.survey(each.cells, seat)
                    rows.append([(judge.inputs[k], judge.amounts[k]) for k in range(judge.base)])
                assert rows[0] == rows[1] == rows[2]
                assert len({k for k, _ in rows[0]}) == len(rows[0])
            seat = s.actor
            actions = s.legal_actions(seat)
            s.apply(seat, actions[rng.below(len(actions))])
            s.settle(rng)


def test_cards_that_are_not_seen() -> None:
    at = table(["1 lion, 2 fish", "1 fox", "2 whale"], ranking="", rest=2)
    assert unseen_by(at.state.cells, 0) == packed(of(fox=1, whale=2)) & 0xFFFFFFFFFFFFF


# Beliefs


def test_who_had_to_pass_says_nothing_and_who_need_not_have_does() -> None:
    at = table(["2 lion, 1 mouse", "1 fish, 1 seal", "1 elephant, 1 perch"])
    at.play("0 lay 1 lion", "1 pass", "2 pass", "0 lay 1 lion", "1 pass", "2 pass")
    masked = whole(at.state.mask(0))
    lion = GAME.parse(table(["2 lion", "1 fish", "1 fox"]).state, 0, "lay 1 lion")
    history = [0, lion, 1, 0, 2, 0] * 2
    belief = Belief(FranksZooJudge(fresh(INPUTS, 8, Rng(3))))
    assert belief.begin(masked, history, Rng(1))
    # Only the elephant beats a lion.
    assert belief.likelihood(HAND + 1, packed(of(fish=1, seal=1))) == 0.0
    assert belief.likelihood(HAND + 1, packed(of(fish=1, elephant=1))) < 0.0
    worlds = [int(belief.next(Rng(k)).cells[HAND + 1]) for k in range(60)]
    assert len(set(worlds)) > 2
    for _ in range(20):
        belief.next(Rng(5)).check()


def test_a_history_that_does_not_fit_is_left_aside() -> None:
    at = table(["2 lion, 1 mouse", "1 fish, 1 seal", "1 elephant, 1 perch"])
    belief = Belief(FranksZooJudge(fresh(INPUTS, 8, Rng(3))))
    for history in ([1, 0], [0, -7], [0, 3, 9, 9]):
        assert not belief.begin(whole(at.state.mask(0)), history, Rng(1))
