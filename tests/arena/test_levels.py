"""Each level is stronger than the one below, on fixed deals; whoever thinks a tenth of what it should falls through.

Levels spend work, not time, as long as their time lasts, so that these games are the same on every machine.
"""

from collections.abc import Iterator
from pathlib import Path

import pytest
from librt.vecs import vec

from paddock.agents.ladder import LEVELS, rung, taught
from paddock.agents.learned import LearnedAgent
from paddock.agents.levels import LevelAgent, make
from paddock.arena.arena import bout, run
from paddock.core.dice import SeededDice
from paddock.core.errors import BadAgent, BadWeights
from paddock.core.game import Game
from paddock.core.match import Match, Perspective
from paddock.core.net import Net
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.state import buffer
from paddock.core.weights import file_of, read, written
from paddock.games.franks_zoo.ending import Ending, solvable
from paddock.games.franks_zoo.rules import FranksZoo
from tests.toy import GAME as POND

TAUGHT = [(game, seats) for game in map(load, list_games()) for seats in game.seats if taught(game, seats)]


@pytest.mark.parametrize(("game", "seats"), TAUGHT, ids=lambda each: str(getattr(each, "name", each)))
@pytest.mark.parametrize("level", LEVELS)
def test_every_level_decides_legally_at_every_table(game: Game, seats: int, level: str) -> None:
    match = Match(game, game.setup(seats), SeededDice(7))
    agent, other, rng = make(level), make("random"), Rng(1)
    decided = 0
    while not match.over and decided < 3:
        for seat in match.pending:
            perspective = match.perspective(seat)
            free = len(perspective.state.legal_actions(seat)) > 1
            action = (agent if free else other).choose(perspective, rng)
            decided += free
            match.play(seat, action)
    assert decided >= 3


def asked() -> Perspective:
    """A position of Zooloretto with something to decide."""
    game = load("zooloretto")
    match = Match(game, game.setup(2), SeededDice(1))
    while len(match.state.legal_actions(match.pending[0])) == 1:
        match.play(match.pending[0], match.state.legal_actions(match.pending[0])[0])
    return match.perspective(match.pending[0])


# One against all others; even is half.
DUELS = [
    ("zooloretto", 2, "medium", "easy", 12, 0.75),
    # A tenth of its thoughts: it would be equal to these.
    ("zooloretto", 2, "hard", "net:turns=1,draws=6", 16, 0.65),
    ("zooloretto", 2, "hard", "net:turns=2,draws=6,beam=1", 16, 0.6),
    ("o-zoo-le-mio", 2, "medium", "easy", 16, 0.65),
    ("o-zoo-le-mio", 2, "hard", "medium", 30, 0.65),
    ("new-york-zoo", 2, "medium", "easy", 4, 0.75),
    ("new-york-zoo", 2, "hard", "medium", 6, 0.65),
    ("zooloretto", 4, "medium", "easy", 8, 0.65),
    ("zooloretto", 4, "hard", "medium", 6, 0.6),
    ("o-zoo-le-mio", 4, "medium", "easy", 8, 0.6),
    ("o-zoo-le-mio", 4, "hard", "medium", 12, 0.6),
    ("new-york-zoo", 4, "medium", "easy", 3, 0.6),
    ("new-york-zoo", 4, "hard", "medium", 4, 0.6),
]


@pytest.mark.parametrize(("game", "seats", "better", "worse", "deals", "least"), DUELS)
def test_a_level_beats_what_is_below(game: str, seats: int, better: str, worse: str, deals: int, least: float) -> None:
    found = run(bout(game, [better, worse], seats, 77, {}), deals)
    assert found["pairwise"][f"{better}>{worse}"]["rate"] >= least


@pytest.mark.parametrize("name", ["zooloretto", "o-zoo-le-mio", "new-york-zoo"])
def test_a_level_that_likes_best_what_is_worst_loses_to_the_one_below(name: str, tmp_path: Path) -> None:
    game = load(name)
    kept = read(file_of(game, 2), name, 2, game.inputs)
    inner = int(kept.net.inputs * kept.net.hidden + kept.net.hidden)  # behind these all weights lead straight out
    weights = [-weight if k >= inner else weight for k, weight in enumerate(kept.net.listed())]
    contrary = tmp_path / "contrary.json"
    contrary.write_text(written(name, 2, Net(kept.net.inputs, kept.net.hidden, vec[float](weights)), kept.card))
    found = run(bout(name, ["medium", f"medium@{contrary}", "easy"], 2, 5, {}), 3)
    assert found["pairwise"]["medium>easy"]["rate"] > 0.6
    assert found["pairwise"][f"medium@{contrary}>easy"]["rate"] < 0.2


def test_a_time_may_be_given() -> None:
    agent = make("expert:0.05s")
    assert isinstance(agent, LevelAgent)
    agent.choose(asked(), Rng(1))
    (inner,) = agent.agents.values()
    assert isinstance(inner, LearnedAgent)
    assert inner.knobs["seconds"] == 0.05
    assert inner.knobs["endless"] == 1.0


def test_a_level_may_play_with_other_weights_and_says_when_there_are_none() -> None:
    with pytest.raises(BadWeights, match="no weights in"):
        make("medium@nowhere.json").choose(asked(), Rng(1))


def test_a_knob_that_a_game_does_not_have_is_refused() -> None:
    with pytest.raises(BadAgent, match="no knob 'auction'"):
        make("net:auction=1").choose(asked(), Rng(1))


def test_games_that_nobody_taught_have_levels_too() -> None:
    assert rung(POND, 3, "hard") == "uct:2000"


# Two against two in whole partner matches.
PARTNER_DUELS = [("medium", "easy", 12, 0.6), ("hard", "medium", 20, 0.55)]


@pytest.mark.parametrize(("better", "worse", "deals", "least"), PARTNER_DUELS)
def test_a_level_of_franks_zoo_beats_the_one_below(better: str, worse: str, deals: int, least: float) -> None:
    found = run(bout("franks-zoo", [better, worse, better, worse], 4, 77, {}), deals)
    assert found["pairwise"][f"{better}>{worse}"]["rate"] >= least


def endings_of(deals: int) -> Iterator[Perspective]:
    """Decisions with two left who play against one another, and more than one thing to do."""
    game = load("franks-zoo")
    player, rng = make("medium"), Rng(3)
    for number in range(deals):
        match = Match(game, game.setup(4), SeededDice(number))
        while not match.over:
            for seat in match.pending:
                perspective = match.perspective(seat)
                if len(match.state.legal_actions(seat)) > 1 and solvable(match.state.cells, seat):
                    yield perspective
                match.play(seat, player.choose(perspective, rng))


def test_hard_works_nearly_every_ending_out_and_with_a_tenth_of_its_work_would_not() -> None:
    nodes = int(rung(load("franks-zoo"), 4, "hard").split("nodes=")[1].split(",")[0])
    ending, actions, values = Ending(), buffer(), vec[float]([0.0] * 512)
    solved = {nodes: 0, nodes // 10: 0}
    asked = 0
    for perspective in endings_of(30):
        asked += 1
        world = perspective.imagine(Rng(1))  # with four nothing is hidden from two
        n = world.legal(perspective.seat, actions)
        for limit in solved:
            solved[limit] += ending.weigh(FranksZoo(world.cells[:]), perspective.seat, limit, actions, n, values)
    assert solved[nodes] >= 0.96 * asked
    assert solved[nodes // 10] < 0.94 * asked
