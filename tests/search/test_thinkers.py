"""The same thinker, compiled and interpreted, decides the same and judges the same to the last bit."""

import pytest
from librt.vecs import vec

from paddock.core import source
from paddock.core.net import fresh
from paddock.core.registry import load
from paddock.core.rng import Rng

GAMES = ("zooloretto", "o_zoo_le_mio", "new_york_zoo", "franks_zoo")
NAMES = ("core.net", "core.rng", "core.learner", *(f"games.{game}" for game in GAMES))
net, rng, learner, *twins = source.interpreted(*(f"paddock.{name}" for name in NAMES))
TWINS = {twin.GAME.name: twin.GAME for twin in twins}
DECISIONS = 12

Knobs = dict[str, float]

CASES: list[tuple[str, int, Knobs, dict[str, object]]] = [
    ("zooloretto", 2, {"turns": 2, "draws": 2, "beam": 2, "noise": 0.01}, {}),
    ("zooloretto", 3, {"draws": 2, "shots": 6, "length": 2}, {"unlimited_bank": True, "stall_to_barn": False}),
    ("o-zoo-le-mio", 2, {"depth": 1, "keep": 2, "rounds": 10}, {"rule_set": "professional"}),
    ("o-zoo-le-mio", 3, {"keep": 2, "rounds": 10}, {"rule_set": "reference_manual"}),
    ("o-zoo-le-mio", 4, {"keep": 2, "rounds": 10, "misjudge": 0.1}, {}),
    ("new-york-zoo", 1, {"beam": 1}, {}),
    ("new-york-zoo", 2, {"depth": 2, "places": 2, "others": 2, "width": 2, "replies": 2}, {}),
    ("new-york-zoo", 2, {"places": 1, "others": 1}, {"short_game_2p": True}),
    ("new-york-zoo", 3, {"places": 2, "others": 2, "noise": 0.1}, {}),
    ("new-york-zoo", 3, {"places": 2, "others": 2, "depth": 4, "replies": 1, "later": 1, "width": 2, "work": 4}, {}),
    ("franks-zoo", 4, {"worlds": 1, "few": 2, "nodes": 300, "close": 1, "belief": 1}, {}),
    ("franks-zoo", 3, {"noise": 0.1, "blind": 0.5}, {}),
]


@pytest.mark.parametrize(("name", "seats", "knobs", "options"), CASES)
def test_both_engines_decide_and_judge_alike(name: str, seats: int, knobs: Knobs, options: dict[str, object]) -> None:
    game, twin = load(name), TWINS[name]
    here = game.thinker(fresh(game.inputs, 8, Rng(7)))
    there = twin.thinker(net.fresh(game.inputs, 8, rng.Rng(7)))
    for knob, value in knobs.items():
        assert here.set(knob, value)
        assert there.set(knob, value)
    state, other = game.start(game.setup(seats, **options)), twin.start(twin.setup(seats, **options))
    dice, same = Rng(3), rng.Rng(3)
    thought, alike = Rng(5), rng.Rng(5)
    prospects, likewise = vec[float]([0.0] * 8), vec[float]([0.0] * 8)
    state.settle(dice)
    other.settle(same)
    history: list[int] = []
    for _ in range(DECISIONS):
        for seat in state.pending():
            here.recall(history)
            there.recall(history)
            action = here.decide(state.mask(seat), thought)
            assert there.decide(other.mask(seat), alike) == action
            history += [seat, int(action)]
            state.apply(seat, action)
            other.apply(seat, action)
        state.settle(dice)
        other.settle(same)
        here.judge.judge(state, prospects, 0)
        there.judge.judge(other, likewise, 0)
        assert list(prospects) == list(likewise)
        assert sum(prospects) == pytest.approx(1.0)
