"""What an analysis promises: parts that add up, decisions judged by what a seat could know, answers that repeat."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest

import paddock
from paddock.analysis.decision import judge
from paddock.analysis.draw import outcomes
from paddock.analysis.outlook import Outlook, stream
from paddock.analysis.record import size_of
from paddock.analysis.share import exact
from paddock.analysis.study import Progress, Study
from paddock.core.rng import Rng
from paddock.core.state import CHANCE
from paddock.games.franks_zoo.cells import FINISH, PASS
from tests.toy import GAME as POND

QUICK = 0.0005
TABLES = [(name, seats) for name in paddock.list_games() for seats in paddock.load(name).seats]


def first_band(match: paddock.Match, seed: int = 1) -> paddock.Analysis:
    return paddock.analyse(match, QUICK, seed, lambda progress: False)


@pytest.mark.parametrize(("name", "seats"), TABLES)
def test_start_luck_and_choices_add_up_to_the_result_exactly(name: str, seats: int) -> None:
    for seed in range(1 if name == "new-york-zoo" else 3):  # its random games are long
        match = paddock.play(name, ["random"] * seats, seed=seed)
        found = first_band(match)
        places = match.state.places()
        for seat in range(seats):
            parts = [found.start[seat], found.luck[seat], *(brought[seat] for brought in found.choices)]
            assert sum(parts) == found.result[seat]
            assert (found.result[seat] > 0) == (places[seat] == 1)
        assert [sum(moment.chances) for moment in found.moments] == [1.0] * len(found.moments)
        assert all(chance >= 0 for moment in found.moments for chance in moment.chances)


@pytest.mark.parametrize("seats", POND.seats)
def test_a_game_without_a_learned_judge_is_analysed_by_playouts(seats: int) -> None:
    match = paddock.play(POND, ["random"] * seats, seed=1)
    found = paddock.analyse(match, QUICK, 1)
    assert not found.learned
    assert found.complete
    assert len(found.moments) == len(found.parts) + 1
    for seat in range(seats):
        parts = [found.start[seat], found.luck[seat], *(brought[seat] for brought in found.choices)]
        assert sum(parts) == found.result[seat]


@pytest.mark.parametrize("name", paddock.list_games())
def test_the_same_seed_gives_the_same_answer(name: str) -> None:
    match = paddock.Match(name, paddock.load(name).usual or 2, seed=3)
    agent, rng = paddock.agent("easy"), Rng(1)
    for _ in range(12):
        seat = match.pending[0]
        match.play(seat, agent.choose(match.perspective(seat), rng))
    once, again, other = (paddock.analyse(match, QUICK, seed) for seed in (5, 5, 6))
    assert once == again
    if name in ("franks-zoo", "zooloretto"):  # where there is luck from the beginning
        assert once.decisions != other.decisions
    assert once.complete
    assert not once.over
    assert once == pickle.loads(pickle.dumps(once))


def decision_of(name: str, seats: int, least: int = 2, events: int = 0) -> tuple[paddock.Match, int]:
    """A match at a decision with so many actions, after so many events; the same in every run."""
    match = paddock.Match(name, seats, seed=4)
    rng, agent = Rng(2), paddock.agent("easy")
    while True:
        seat = match.pending[-1]
        if len(match.events) >= events and match.state.legal_count(seat) >= least:
            return match, seat
        match.play(seat, agent.choose(match.perspective(seat), rng))


@pytest.mark.parametrize("name", paddock.list_games())
def test_a_decision_is_judged_alike_in_worlds_that_its_seat_cannot_tell_apart(name: str) -> None:
    seats = paddock.load(name).usual or 2
    match, seat = decision_of(name, seats, 3, 80)
    here = match.state.mask(seat)
    world = match.perspective(seat).imagine(Rng(9))
    if match.game.hidden:
        assert world != match.state
    chosen = here.legal_actions(seat)[-1]
    found = [judge(match.game, state, chosen, Outlook(match.game, seats), 500, 7) for state in (here, world.mask(seat))]
    assert found[0] == found[1]


def test_the_truth_is_refused_where_only_a_seats_knowledge_counts() -> None:
    match, _ = decision_of("franks-zoo", 4)
    with pytest.raises(paddock.BadArgument, match="masked"):
        judge(match.game, match.state, 0, Outlook(match.game, 4), 100, 1)


def test_others_sealed_bids_are_not_known_to_the_judge_of_a_bid() -> None:
    found = []
    for bid in (0, 5):
        match = paddock.Match("o-zoo-le-mio", 2, seed=1)
        match.play(0, match.action(0, list(match.legal(0).values())[bid]))
        masked = match.state.mask(1)
        found.append(judge(match.game, masked, 2, Outlook(match.game, 2), 500, 3))
    assert found[0] == found[1]


@pytest.mark.parametrize("name", paddock.list_games())
def test_choosing_what_was_found_best_loses_nothing(name: str) -> None:
    seats = paddock.load(name).usual or 2
    match, seat = decision_of(name, seats, 3, 60)
    masked = match.state.mask(seat)

    def judged(action: int) -> Any:
        return judge(match.game, masked, action, Outlook(match.game, seats), 3000, 11)

    found = judged(masked.legal_actions(seat)[0])
    if found.lost:
        found = judged(found.best.action)
    assert found.lost == 0.0
    assert found.chosen == found.best
    assert found.size == ""
    assert found.next.value <= found.best.value


def test_bidding_everything_for_the_first_tile_is_a_blunder() -> None:
    match = paddock.Match("o-zoo-le-mio", 2, seed=1)
    bids = match.legal(0)
    found = judge(match.game, match.state.mask(0), max(bids), Outlook(match.game, 2), 20_000, 1)
    assert found.size == "blunder", found
    assert found.best.action < max(bids)


def able_to_go_out() -> tuple[paddock.Match, int, int]:
    """A match in which a seat may follow with its whole hand and be out first, and how; the same in every run."""
    setup = paddock.load("franks-zoo").setup(3, target=1)
    agent, rng = paddock.agent("easy"), Rng(5)
    for seed in range(100):
        match = paddock.Match("franks-zoo", setup, seed=seed)
        while not match.over:
            seat = match.pending[0]
            legal = match.state.legal_actions(seat)
            for action in legal if PASS in legal else []:
                after = match.state.copy()
                after.apply(seat, action)
                if after.cells[FINISH + seat] == 1 and not match.state.cells[FINISH + seat]:
                    return match, seat, action
            match.play(seat, agent.choose(match.perspective(seat), rng))
    raise AssertionError("nobody could go out by following")


def test_passing_instead_of_going_out_first_is_named() -> None:
    match, seat, out = able_to_go_out()
    found = judge(match.game, match.state.mask(seat), PASS, Outlook(match.game, 3), 20_000, 1)
    assert found.best.action == out
    assert found.size, found


def test_an_illegal_choice_cannot_be_judged() -> None:
    match, seat = decision_of("zooloretto", 2)
    with pytest.raises(paddock.BadArgument, match="legal action"):
        judge(match.game, match.state.mask(seat), 500, Outlook(match.game, 2), 100, 1)


def test_draws_are_enumerated_with_their_likelihoods() -> None:
    match = paddock.Match("zooloretto", 2, seed=1)
    state = match.state.copy()
    state.apply(int(state.actor), 0)  # draw
    found = outcomes(state)
    assert found is not None
    assert len(found) == len(state.chance())
    assert sum(likely for likely, _ in found) == pytest.approx(1)
    assert all(after.actor != CHANCE for _, after in found)
    assert outcomes(paddock.load("franks-zoo").start(paddock.load("franks-zoo").setup(4))) is None  # 60 cards


def test_luck_against_all_outcomes_is_zero_in_the_mean() -> None:
    """Weighted by their likelihoods, what the outcomes of one draw bring adds up to nothing."""
    match = paddock.Match("zooloretto", 3, seed=1)
    match.play(match.pending[0], "draw")
    study = Study(match, QUICK, 1)
    at = next(k for k, node in reversed(list(enumerate(study.nodes))) if node.seat == CHANCE)
    before = study.value(at, 0)
    assert before.exact
    totals = [0.0] * 3
    for likely, after in outcomes(study.nodes[at].state) or []:
        found = study.outlook.look(after, stream(1, 0, at, 0), 0)
        totals = [total + likely * share for total, share in zip(totals, found, strict=True)]
    assert totals == pytest.approx(before.chances, abs=1e-9)


def test_it_can_be_stopped_and_goes_on_where_it_was() -> None:
    match = paddock.play("o-zoo-le-mio", ["random", "random"], seed=1)
    study = Study(match, QUICK, 2)
    with pytest.raises(paddock.BadArgument, match="first look"):
        study.analysis()
    for progress in study.steps():
        if progress.done == len(study.nodes) + 3:
            break
    early = study.analysis()
    assert not early.complete
    assert early.result == (1.0, 0.0) or early.result == (0.0, 1.0) or early.result == (0.5, 0.5)
    told = [progress.done for progress in study.steps()]
    assert told == list(range(len(study.nodes) + 4, study.of + 1))
    assert study.analysis() == paddock.analyse(match, QUICK, 2)


def test_whoever_watches_is_told_and_can_stop_it() -> None:
    match = paddock.play("zooloretto", ["random", "random"], seed=1)
    told: list[Progress] = []

    def watch(progress: Progress) -> bool:
        told.append(progress)
        return not progress.band

    found = paddock.analyse(match, QUICK, 1, watch)
    assert not found.complete
    assert found.decisions == ()
    assert [progress.band for progress in told] == [False] * (len(found.moments) - 1) + [True]


def test_what_was_taken_back_is_not_judged() -> None:
    match = paddock.Match("o-zoo-le-mio", 2, seed=1)
    match.play(0, next(iter(match.legal(0))))
    match.undo(0)
    match.play(0, list(match.legal(0))[1])
    found = paddock.analyse(match, QUICK, 1)
    [decision] = found.decisions
    assert match.events[decision.at].action == decision.chosen.action == list(match.legal(1))[1]


def test_a_match_of_one_is_never_lost_to_anybody() -> None:
    match = paddock.Match("new-york-zoo", 1, seed=1)
    match.play(0, next(iter(match.legal(0))))
    found = paddock.analyse(match, QUICK, 1)
    assert found.result == (1.0,)
    assert not found.costly()


@pytest.mark.parametrize(
    ("lost", "doubt", "size"),
    [(0.2, 0.01, "blunder"), (0.12, 0.01, "mistake"), (0.06, 0.01, "slip"), (0.04, 0.001, ""), (0.2, 0.1, "")],
)
def test_lost_chances_have_three_sizes_and_a_doubtful_loss_none(lost: float, doubt: float, size: str) -> None:
    assert size_of(lost, doubt) == size


def test_shares_are_together_exactly_one() -> None:
    thirds = exact([1 / 3, 1 / 3, 1 / 3])
    assert sum(thirds) == 1.0
    assert thirds[1] - thirds[2] + thirds[2] == thirds[1]


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        ({"match": "match.txt"}, "a match is analysed, not 'match.txt'"),
        ({"budget": 0}, "above 0"),
        ({"budget": "0.1s"}, "seconds a decision"),
        ({"budget": float("nan")}, "seconds a decision"),
        ({"budget": float("inf")}, "at most 3600"),
        ({"budget": True}, "seconds a decision"),
        ({"seed": 1.5}, "whole number"),
        ({"seed": None}, "whole number"),
    ],
)
def test_odd_arguments_get_one_sentence(wrong: dict[str, Any], sentence: str) -> None:
    given: dict[str, Any] = {"match": paddock.Match("zooloretto", 2, seed=1), **wrong}
    with pytest.raises(paddock.BadArgument, match=sentence) as refused:
        paddock.analyse(**given)
    assert "\n" not in str(refused.value)


def test_the_json_says_what_the_records_say() -> None:
    match = paddock.Match("zooloretto", 2, seed=1)
    match.play(match.pending[0], "draw")
    found = paddock.analyse(match, QUICK, 1)
    read = json.loads(json.dumps(found.as_json()))
    assert read["result"] == list(found.result)
    assert [each["chosen"]["notation"] for each in read["decisions"]] == [
        each.chosen.notation for each in found.decisions
    ]
    assert sum(read["moments"][0]["chances"]) == 1
