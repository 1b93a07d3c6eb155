"""Pettingzoo: our games as PettingZoo environments; importing this enters them in its registry.

    from pettingzoo import make
    import paddock.envs.pettingzoo

    env = make("aec", "paddock/zooloretto-v0", seats=3)

An observation is a dict: `observation` as `game.observe` writes it and `action_mask` for the seat's legal actions.
Rewards come at the end, from -1 (last) to 1 (first); a game of one gives its score. Sealed choices are asked one seat
after another in the AEC form, and all at once in the parallel one.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from paddock.core.errors import IllegalAction, listed, shown
from paddock.core.game import Game
from paddock.core.observer import LEAST, MOST
from paddock.core.registry import game_of, list_games
from paddock.core.rng import Rng
from paddock.core.state import NOBODY, SPECTATOR, State
from paddock.envs.extra import library, number_of
from paddock.envs.reward import rewards

library("pettingzoo", "PettingZoo", "pettingzoo")
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from gymnasium.utils import seeding  # noqa: E402
from pettingzoo import AECEnv, ParallelEnv, register  # noqa: E402
from pettingzoo.utils import wrappers  # noqa: E402

Seen = dict[str, Any]  # what an agent observes
VERSION = "v0"


class Table:
    """A game, its setup and the position: what both forms share."""

    def __init__(self, game: Game | str, seats: int | None, options: dict[str, object]) -> None:
        self.game = game_of(game)
        self.setup = self.game.setup(self.game.usual or self.game.seats[0] if seats is None else seats, **options)
        self.names = [f"player_{seat}" for seat in range(self.setup.seats)]
        self.seat_of = {name: seat for seat, name in enumerate(self.names)}
        numbers = spaces.Box(LEAST, MOST, self.game.observation_shape, np.float32)
        mask = spaces.Box(0, 1, (self.game.actions,), np.int8)
        self.sights = {name: spaces.Dict({"observation": numbers, "action_mask": mask}) for name in self.names}
        self.choices = {name: spaces.Discrete(self.game.actions) for name in self.names}
        self.random, _ = seeding.np_random(None)
        self.rng = Rng(0)
        self.state: State = self.game.start(self.setup)

    def begin(self, seed: int | None) -> None:
        if seed is not None:
            self.random, _ = seeding.np_random(seed)
        self.rng = Rng(int(self.random.integers(2**62)))
        self.state = self.game.start(self.setup)
        self.state.settle(self.rng)

    def apply(self, name: str, action: object) -> None:
        """Carry out a legal action, or refuse it and change nothing; chance that follows is left."""
        seat = self.seat_of[name]
        legal = self.state.legal_actions(seat)
        number = number_of(action)
        if number not in legal:
            allowed = listed([str(k) for k in legal])
            raise IllegalAction(f"action {shown(action)} is not legal for {name} now; allowed: {allowed}")
        self.state.apply(seat, number)

    def observe(self, name: str) -> Seen:
        """What this agent knows and may do now."""
        seat = self.seat_of[name]
        numbers = np.empty(self.game.observation_shape, np.float32)
        mask = np.empty(self.game.actions, np.int8)
        state = self.state.mask(seat)
        self.game.observe(state, numbers)
        self.game.legal_mask(state, seat, mask)
        return {"observation": numbers, "action_mask": mask}

    def draw(self) -> str:
        return self.game.draw(self.state.mask(SPECTATOR))

    @property
    def over(self) -> bool:
        return bool(self.state.actor == NOBODY)


class PaddockAEC(AECEnv):  # type: ignore[misc]
    """One decision at a time, without any wrapper: an illegal action is refused and changes nothing."""

    def __init__(
        self, game: Game | str, seats: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        super().__init__()
        self.table = Table(game, seats, options)
        self.render_mode = render_mode
        self.metadata = described(self.table.game)
        self.possible_agents = self.table.names[:]

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.sights[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.choices[agent]

    def observe(self, agent: str) -> Seen:
        return self.table.observe(agent)

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.table.names[int(self.table.state.actor)]

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        table = self.table
        if action is None:
            raise IllegalAction(f"{agent} must choose an action")
        table.apply(agent, action)
        table.state.settle(table.rng)
        self._cumulative_rewards[agent] = 0.0
        if table.over:
            self.rewards = dict(zip(table.names, rewards(table.state), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self._clear_rewards()
            self.agent_selection = table.names[int(table.state.actor)]
        self._accumulate_rewards()

    def render(self) -> str | None:
        return drawn(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


class PaddockParallel(ParallelEnv):  # type: ignore[misc]
    """All pending seats at once, as in a sealed round; what others send is ignored, and their mask is all zero."""

    def __init__(
        self, game: Game | str, seats: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        self.table = Table(game, seats, options)
        self.render_mode = render_mode
        self.metadata = described(self.table.game)
        self.possible_agents = self.table.names[:]
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Dict:
        return self.table.sights[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.table.choices[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Seen], dict[str, dict[str, Any]]]:
        self.table.begin(seed)
        self.agents = self.possible_agents[:]
        return self.look(), {agent: {} for agent in self.agents}

    def look(self) -> dict[str, Seen]:
        return {agent: self.table.observe(agent) for agent in self.possible_agents}

    def step(self, actions: dict[str, int]) -> tuple[dict[str, Any], ...]:
        if not isinstance(actions, Mapping):
            raise IllegalAction(f"actions are given as a dict with one for each agent, not as {shown(actions)}")
        table, before = self.table, self.table.state.copy()
        try:
            for seat in table.state.pending():
                name = table.names[seat]
                if name not in actions:
                    raise IllegalAction(f"{name} must choose an action")
                table.apply(name, actions[name])
        except IllegalAction:
            table.state = before
            raise
        table.state.settle(table.rng)
        over, names = table.over, self.possible_agents
        gained = rewards(table.state) if over else [0.0] * len(names)
        self.agents = [] if over else names[:]
        return (
            self.look(),
            dict(zip(names, gained, strict=True)),
            dict.fromkeys(names, over),
            dict.fromkeys(names, False),
            {name: {} for name in names},
        )

    def render(self) -> str | None:
        return drawn(self.table, self.render_mode)

    def close(self) -> None:
        """Nothing is open."""

    def __str__(self) -> str:
        return str(self.metadata["name"])


def described(game: Game) -> dict[str, Any]:
    return {"name": f"paddock_{game.name}_{VERSION}", "render_modes": ["ansi"], "is_parallelizable": False}


def drawn(table: Table, mode: str | None) -> str | None:
    return table.draw() if mode == "ansi" else None


def env(game: Game | str, seats: int | None = None, render_mode: str | None = None, **options: object) -> AECEnv:
    """The AEC form as PettingZoo's users expect it: whoever does something illegal loses, and order is watched."""
    raw: Any = PaddockAEC(game, seats, render_mode, **options)
    raw = wrappers.TerminateIllegalWrapper(raw, illegal_reward=-1)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(raw))


raw_env = PaddockAEC
parallel_env = PaddockParallel

for _name in list_games():
    register("aec", f"paddock/{_name}-{VERSION}", f"{__name__}:env", kwargs={"game": _name})
    register("parallel", f"paddock/{_name}-{VERSION}", f"{__name__}:parallel_env", kwargs={"game": _name})
