"""The tutorial's code runs as printed, and its game works with everything."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest

from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.state import NOBODY
from paddock.testing import check

PAGE = Path(__file__).parent.parent / "docs" / "adding-a-game.md"
BLOCKS = re.findall(r"```python\n(.*?)```", PAGE.read_text("utf-8"), re.DOTALL)


@pytest.fixture
def bucket() -> Iterator[ModuleType]:
    """The first block alone: the whole game, as a reader would save it."""
    module = ModuleType("bucket")
    sys.modules["bucket"] = module
    exec(compile(BLOCKS[0], "bucket.py", "exec"), module.__dict__)
    yield module
    del sys.modules["bucket"]


def test_the_page_runs_from_top_to_bottom(capsys: pytest.CaptureFixture[str]) -> None:
    sys.modules["bucket"] = module = ModuleType("bucket")
    try:
        for block in BLOCKS:
            exec(compile(block, str(PAGE), "exec"), module.__dict__)
    finally:
        del sys.modules["bucket"]
    assert "games=9" in capsys.readouterr().out
    assert type(module.GAME).__name__ == "SpokenBucketGame"


def test_the_whole_game_stays_small() -> None:
    lines = [line for line in BLOCKS[0].splitlines() if line.strip()]
    assert len(lines) <= 75


def test_it_is_found_by_its_module_and_obeys_the_laws(bucket: ModuleType) -> None:
    game = load("bucket:GAME")
    assert game is bucket.GAME
    summary = check(game)
    assert summary.setups == 3
    assert set(summary.skipped) == {"settle", "observe", "compiled equals interpreted"}


def play_out(game: Game, seed: int) -> Match:
    match = Match(game, game.setup(4), SeededDice(seed))
    rng = Rng(seed)
    while not match.over:
        seat = match.pending[0]
        legal = match.state.legal_actions(seat)
        match.play(seat, legal[rng.below(len(legal))])
    return match


def test_a_match_ends_with_the_bag_empty(bucket: ModuleType) -> None:
    for seed in range(20):
        match = play_out(bucket.GAME, seed)
        assert match.state.actor == NOBODY
        assert not any(match.state.cells[bucket.BAG : bucket.BUCKET])
        drawn = [event.action for event in match.events if event.seat < 0]
        assert [drawn.count(snack) for snack in range(4)] == list(bucket.IN_BAG)


def test_a_search_plays_it_better_than_chance(bucket: ModuleType) -> None:
    game, agents, points = bucket.GAME, [make("uct:60"), make("random")], [0, 0]
    for seed in range(6):
        match = Match(game, game.setup(2), SeededDice(seed))
        rng = Rng(seed)
        while not match.over:
            seat = match.pending[0]
            match.play(seat, agents[seat].choose(match.perspective(seat), rng))
        points = [have + new for have, new in zip(points, match.state.scores(), strict=True)]
    assert points[0] > points[1]


def test_two_of_a_kind_spill_the_bucket(bucket: ModuleType) -> None:
    state = bucket.GAME.start(bucket.GAME.setup(2))
    for seat, action in ((0, bucket.DRAW), (-1, 2), (0, bucket.DRAW), (-1, 2)):
        state.apply(seat, action)
    assert state.actor == 1
    assert state.scores() == [0, 0]
    assert not any(state.cells[bucket.BUCKET : bucket.TURN])


def test_its_default_words_can_be_read(bucket: ModuleType) -> None:
    game = bucket.GAME
    match = Match(game, game.setup(2), SeededDice(1))
    masked = match.state.mask(0)
    prompt = game.prompt(masked)
    assert [choice.notation for choice in prompt.choices] == ["draw"]
    assert game.words("en").say(prompt.choices[0].text) == "draw"
    before = masked
    match.play(0, bucket.DRAW)
    told = game.tell(before, match.state.mask(1), 0, bucket.DRAW)
    assert [game.words("de").say(line, ("Ada", "Ben")) for line in told] == ["Ada: draw."]
    assert "bag" in game.draw(masked)
