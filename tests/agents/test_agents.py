"""Agents see what their seat may know, choose legally, and choose the same twice."""

import pytest

from paddock.agents.agent import Agent
from paddock.agents.levels import LEVELS, make
from paddock.agents.uct import UctAgent
from paddock.core.dice import SeededDice
from paddock.core.errors import BadAgent
from paddock.core.match import Match, Perspective
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.core.state import WHOLE
from tests.toy import GAME as POND

SPECS = ["random", "greedy", "uct:30"]


def pond(seed: int = 1) -> Match:
    return Match(POND, POND.setup(3), SeededDice(seed))


def franks_zoo(seed: int = 1) -> Match:
    game = load("franks-zoo")
    return Match(game, game.setup(4, target=1), SeededDice(seed))


class Watched(Agent):
    """Looks at everything that another agent is given."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent

    def choose(self, perspective: Perspective, rng: Rng) -> int:
        assert perspective.state.viewer == perspective.seat != WHOLE
        assert perspective.state.mask(perspective.seat).key() == perspective.state.key()
        return self.agent.choose(perspective, rng)


def play(match: Match, agents: list[Agent], seed: int = 1) -> Match:
    rng = Rng(seed)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, agents[seat % len(agents)].choose(match.perspective(seat), rng))
    return match


@pytest.mark.parametrize("spec", SPECS)
def test_every_agent_plays_a_whole_match_with_secrets_and_sealed_rounds(spec: str) -> None:
    assert play(pond(), [Watched(make(spec))]).over


@pytest.mark.parametrize("spec", ["random", "greedy", "uct:5"])
def test_every_agent_plays_franks_zoo(spec: str) -> None:
    assert play(franks_zoo(), [Watched(make(spec))]).over


@pytest.mark.parametrize("spec", SPECS)
def test_equal_perspectives_and_seeds_choose_equally(spec: str) -> None:
    assert play(pond(3), [make(spec)], 5).events == play(pond(3), [make(spec)], 5).events


@pytest.mark.parametrize("spec", SPECS)
def test_the_whole_truth_is_refused(spec: str) -> None:
    match = franks_zoo()
    seat = match.pending[0]
    with pytest.raises(ValueError, match="this takes a masked state"):
        make(spec).choose(match.perspective(seat)._replace(state=match.state), Rng(1))
    with pytest.raises(ValueError, match="masked for"):
        make(spec).choose(match.perspective(seat)._replace(state=match.state.mask((seat + 1) % 4)), Rng(1))


@pytest.mark.parametrize("spec", SPECS)
def test_a_seat_that_is_not_asked_does_not_answer(spec: str) -> None:
    match = franks_zoo()
    idle = (match.pending[0] + 1) % 4
    with pytest.raises(ValueError, match="nothing to decide"):
        make(spec).choose(match.perspective(idle), Rng(1))


class Lazy(Agent):
    """Fails when it has to think."""

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        raise AssertionError("asked to think")


def test_a_forced_choice_is_answered_without_thought() -> None:
    match = franks_zoo()
    rng = Rng(2)
    forced = 0
    for _ in range(60):
        seat = match.pending[0]
        actions = match.state.legal_actions(seat)
        if len(actions) == 1:
            assert Lazy().choose(match.perspective(seat), rng) == actions[0]
            forced += 1
        match.play(seat, make("random").choose(match.perspective(seat), rng))
    assert forced


def test_a_search_says_what_it_thinks_of_every_action() -> None:
    match = franks_zoo()
    seat = match.pending[0]
    result = UctAgent(simulations=100).think(match.perspective(seat), Rng(1))
    assert [tried.action for tried in result.tried] == match.state.legal_actions(seat)
    assert sum(tried.visits for tried in result.tried) == result.simulations == 100


def test_thinking_beats_chance() -> None:
    """One seat that searches a little against three that do not think, a hand each: fair is 25 first places in 100."""
    game = load("franks-zoo")
    firsts = 0
    for seed in range(40):
        match = Match(game, game.setup(4, variant="simple", target=1), SeededDice(seed))
        play(match, [make("uct:100"), *[make("random")] * 3], seed)
        firsts += match.state.places()[0] == 1
    assert firsts >= 24


@pytest.mark.parametrize("level", LEVELS)
def test_every_level_is_an_agent(level: str) -> None:
    assert isinstance(make(level), Agent)


@pytest.mark.parametrize("spec", ["uct:0.5s", "uct:1s", "uct:.25s", "uct:20000"])
def test_budgets_are_simulations_or_seconds(spec: str) -> None:
    agent = make(spec)
    assert isinstance(agent, UctAgent)
    assert (agent.seconds == float(spec[4:-1])) if spec.endswith("s") else (agent.simulations == int(spec[4:]))


WRONG = """
clever uct uct: uct:0 uct:-5 uct:0s uct:s uct:1e9 uct:nans uct:infs uct:1.5 uct:٣
uct:99999999999 uct:3601s random:1 greedy:3 Expert
"""


@pytest.mark.parametrize("spec", ["", " hard", "uct:5 s", "uct:" + "9" * 5000, *WRONG.split()])
def test_a_wrong_spec_is_refused_in_one_sentence(spec: str) -> None:
    with pytest.raises(BadAgent, match=r"allowed: random, greedy|must be") as refused:
        make(spec)
    assert "\n" not in str(refused.value)
    assert f"'{spec}"[:80] in str(refused.value)
