"""Agents choose what is best where that can be worked out by hand, and think as much as their name says."""

from __future__ import annotations

from collections import Counter
from typing import Any, cast

import pytest
from librt.vecs import vec
from mypy_extensions import i64

from paddock.agents.agent import Agent
from paddock.agents.greedy import GreedyAgent
from paddock.agents.ladder import LEVELS, rung
from paddock.agents.learned import LearnedAgent, recent
from paddock.agents.levels import LevelAgent, make
from paddock.agents.uct import UctAgent, search_for
from paddock.core.errors import BadAgent
from paddock.core.game import Game
from paddock.core.insight import Insight
from paddock.core.match import Event, Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.setup import Option, Setup
from paddock.core.state import ACTOR, CHANCE, HEAD, NOBODY, State, head
from paddock.search.ismcts import Ismcts
from paddock.search.uct import Uct
from tests.toy import GAME as POND

POINTS = HEAD  # of each of three seats: one of them decides once, the others have 0 and 10
GAMBLE = POINTS + 3  # in how many of four cases the gamble brings 10
SURE = POINTS + 4  # what each of the sure actions brings: three cells
WHO = SURE + 3  # the seat that decides
SIZE = WHO + 1


class Fork(State):
    """One seat takes one of three sure gains (actions 0 to 2) or gambles for 10 points (action 3). Then it is over."""

    def legal(self, seat: i64, out: vec[i64]) -> i64:
        for action in range(4):
            out[action] = action
        return 4 if seat == self.cells[ACTOR] else 0

    def apply(self, seat: i64, action: i64) -> None:
        c = self.cells
        if seat == CHANCE:
            c[POINTS + c[WHO]] = 10 * action
        elif action == 3:
            c[ACTOR] = CHANCE
            return
        else:
            c[POINTS + c[WHO]] = c[SURE + action]
        c[ACTOR] = NOBODY

    def weights(self, out: vec[i64]) -> i64:
        out[0], out[1] = 4 - self.cells[GAMBLE], self.cells[GAMBLE]
        return 2

    def tally(self, out: vec[i64]) -> None:
        for seat in range(3):
            out[seat] = self.cells[POINTS + seat]


class ForkGame(Game):
    """Points run from 0 to 10, so a seat's prospects are a tenth of SURE a point."""

    name, title = "fork", "Fork"
    seats = range(3, 4)
    actions, outcomes, longest = 4, 2, 2
    options = (
        Option("who", tuple(range(3)), 0),
        Option("gamble", tuple(range(5)), 0),
        *(Option(f"sure_{action}", tuple(range(11)), 0) for action in range(3)),
    )
    state = Fork

    def start(self, setup: Setup) -> State:
        cells = head(3, SIZE)
        who = int(setup.options["who"])
        cells[ACTOR] = cells[WHO] = who
        cells[POINTS + (who + 2) % 3] = 10
        cells[GAMBLE] = int(setup.options["gamble"])
        for action in range(3):
            cells[SURE + action] = int(setup.options[f"sure_{action}"])
        return Fork(cells)


FORK = ForkGame()


def chosen(agent: Agent, gamble: int, *sure: int, seed: int = 1, who: int = 0) -> int:
    options = {"who": who, "gamble": gamble, **{f"sure_{action}": gain for action, gain in enumerate(sure)}}
    return agent.choose(Match(FORK, FORK.setup(3, **options)).perspective(who), Rng(seed))


@pytest.mark.parametrize("spec", ["greedy", "uct:400", "easy", "medium"])
@pytest.mark.parametrize(
    ("gamble", "sure", "best"),
    [
        (0, (1, 7, 4), 1),
        (0, (7, 1, 4), 0),
        (0, (1, 4, 7), 2),
        (2, (1, 9, 4), 1),  # the gamble is worth 5
        (3, (1, 2, 3), 3),  # and here 7.5
        (4, (9, 9, 9), 3),
    ],
)
def test_the_best_action_is_taken(spec: str, gamble: int, sure: tuple[int, ...], best: int) -> None:
    assert [chosen(make(spec), gamble, *sure, seed=seed, who=seed % 3) for seed in range(9)] == [best] * 9


def test_greedy_takes_equally_good_actions_equally_often() -> None:
    taken = Counter(chosen(GreedyAgent(), 0, 5, 2, 5, seed=seed) for seed in range(400))
    assert set(taken) == {0, 2}
    assert min(taken.values()) > 150


def test_greedy_looks_at_several_worlds() -> None:
    """One world tells nothing of a gamble: that it comes off there is as likely as not."""
    one = Counter(chosen(GreedyAgent(worlds=1), 2, 4, 4, 4, seed=seed) for seed in range(100))
    many = Counter(chosen(GreedyAgent(worlds=1000), 2, 4, 4, 4, seed=seed) for seed in range(20))
    assert 30 < one[3] < 70
    assert many == {3: 20}


def test_random_takes_every_action_equally_often() -> None:
    taken = Counter(chosen(make("random"), 4, 0, 1, 2, seed=seed) for seed in range(2000))
    assert sorted(taken) == [0, 1, 2, 3]
    assert all(430 < many < 570 for many in taken.values())


class Bold(Insight):
    """Rivals of whom one is sure what they do."""

    def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
        return actions[n - 1]


def test_greedy_lets_the_insight_choose_for_rivals_who_choose_at_the_same_time(monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[int] = []

    class Noted(Bold):
        def choose(self, state: State, seat: i64, actions: vec[i64], n: i64, rng: Rng) -> i64:
            asked.append(int(seat))
            return super().choose(state, seat, actions, n, rng)

    match = Match(POND, POND.setup(3), seed=1)
    while len(match.pending) < 3:  # until a sealed round asks all three
        seat = match.pending[0]
        match.play(seat, match.state.legal_actions(seat)[0])
    monkeypatch.setattr(type(POND), "insight", lambda self: Noted())
    GreedyAgent(worlds=5).choose(match.perspective(1), Rng(1))
    assert asked == [0, 2] * 5


# What docs/computer-players.md says about games that nobody has taught anything.
UNTAUGHT = {"medium": 200, "hard": 2000, "expert": 20000}


def test_levels_of_an_untaught_game_think_as_much_as_they_should() -> None:
    seen = Match(POND, POND.setup(3), seed=1).perspective(0)
    assert isinstance(LevelAgent("easy").at(seen), GreedyAgent)
    for level, simulations in UNTAUGHT.items():
        agent = LevelAgent(level).at(seen)
        assert isinstance(agent, UctAgent)
        assert agent.simulations == simulations
    agent = LevelAgent("expert", seconds=0.1).at(seen)
    assert isinstance(agent, UctAgent)
    assert (agent.seconds, agent.simulations > 10**6) == (0.1, True)


def test_a_level_is_made_once_a_table_and_anew_for_another_number_of_seats() -> None:
    level = LevelAgent("hard")
    two, three = (Match("zooloretto", seats, seed=1).perspective(0) for seats in (2, 3))
    assert level.at(two) is level.at(two)
    assert level.at(two) is not level.at(three)


def test_a_decision_may_take_an_hour_and_no_longer() -> None:
    assert isinstance(make("uct:3600s"), UctAgent)
    with pytest.raises(BadAgent, match="at most 3600"):
        make("uct:3600.1s")


def test_only_what_is_hidden_is_imagined() -> None:
    assert isinstance(search_for(load("franks-zoo")), Ismcts)
    assert isinstance(search_for(load("zooloretto")), Uct)


def test_a_search_makes_as_many_simulations_as_it_is_told() -> None:
    seen = Match("franks-zoo", 4, seed=1).perspective(2)
    for simulations in (1, 20, 2000):
        assert UctAgent(simulations=simulations).think(seen, Rng(1)).simulations == simulations


@pytest.mark.parametrize("name", ["franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"])
def test_levels_of_our_games_are_learned_and_none_is_another(name: str) -> None:
    game = load(name)
    for seats in game.seats:
        specs = [rung(game, seats, level) for level in LEVELS]
        assert len(set(specs)) == len(LEVELS)
        assert all(isinstance(make(spec), LearnedAgent) for spec in specs)
        # The better a level, the less it misjudges.
        noise = [float(spec.partition("noise=")[2].partition(",")[0] or 0) for spec in specs]
        assert noise == sorted(noise, reverse=True)
        assert noise[0] > noise[1]
        assert noise[-1] == 0


def test_a_time_to_think_takes_the_place_of_a_levels_own() -> None:
    seen = Match("zooloretto", 2, seed=1).perspective(0)
    usual, timed = LevelAgent("expert").at(seen), LevelAgent("expert", seconds=0.25).at(seen)
    assert isinstance(usual, LearnedAgent)
    assert isinstance(timed, LearnedAgent)
    assert "endless" not in usual.knobs
    assert timed.knobs == {**usual.knobs, "endless": 1.0, "seconds": 0.25}


def test_what_is_recalled_begins_after_the_last_roll() -> None:
    events = (Event(0, 5), Event(CHANCE, 3), Event(1, 2), Event(0, 7))
    assert recent(events) == [1, 2, 0, 7]
    assert recent(events[:2]) == []
    assert recent(()) == []


class Listener:
    """A thinker that notes what it is told."""

    def __init__(self) -> None:
        self.heard: list[list[int]] = []

    def recall(self, events: list[int]) -> None:
        self.heard.append(events)

    def decide(self, state: State, rng: Rng) -> int:
        return int(state.legal_actions(state.actor)[-1])


def test_a_learned_agent_tells_its_thinker_what_happened_and_does_what_it_says() -> None:
    match = Match("zooloretto", 2, seed=1)
    while len(match.state.legal_actions(match.pending[0])) < 2:
        match.play(match.pending[0], match.state.legal_actions(match.pending[0])[0])
    seen = match.perspective(match.pending[0])
    agent, thinker = LearnedAgent({}), Listener()
    agent.thinkers["zooloretto", 2] = cast(Any, thinker)  # a compiled thinker has no interpreted kind
    assert agent.choose(seen, Rng(1)) == seen.state.legal_actions(seen.seat)[-1]
    assert thinker.heard == [recent(seen.events)]


def test_a_knob_that_a_thinker_does_not_have_is_refused() -> None:
    seen = Match("o-zoo-le-mio", 2, seed=1).perspective(0)
    assert make("net:noise=0.1").choose(seen, Rng(1)) in seen.state.legal_actions(0)
    with pytest.raises(BadAgent, match="the thinker of O Zoo le Mio has no knob 'loudness'"):
        make("net:loudness=1").choose(seen, Rng(1))


def test_a_mistake_of_ours_is_not_called_yours(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(self: GreedyAgent, perspective: object, actions: list[int], rng: Rng) -> int:
        raise IndexError

    monkeypatch.setattr(GreedyAgent, "decide", broken)
    with pytest.raises(IndexError):
        chosen(make("greedy"), 0, 1, 2, 3)
