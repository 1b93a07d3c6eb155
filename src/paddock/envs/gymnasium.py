"""Gymnasium: one seat of a match, agents on the others; importing this registers `paddock/zooloretto-v0` and so on.

    import gymnasium
    import paddock.envs.gymnasium

    env = gymnasium.make("paddock/zooloretto-v0", seats=3, agents="easy")

An observation is what `game.observe` writes; `info["action_mask"]` and `env.unwrapped.action_masks()` say what is
legal. The reward comes at the end, from -1 (last) to 1 (first); a game of one gives its score.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.agents.agent import Agent
from paddock.agents.play import agent_of
from paddock.core.errors import BadAgent, BadSetup, IllegalAction, is_text, is_whole, shown
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.observer import LEAST, MOST
from paddock.core.registry import game_of, list_games
from paddock.core.rng import Rng
from paddock.envs.extra import library, number_of
from paddock.envs.reward import rewards

library("gymnasium", "Gymnasium", "gymnasium")
import gymnasium  # noqa: E402
import numpy as np  # noqa: E402
from gymnasium import spaces  # noqa: E402
from numpy.typing import NDArray  # noqa: E402

Numbers = NDArray[np.float32]
VERSION = "v0"


class PaddockEnv(gymnasium.Env[Numbers, Any]):
    """The learner's seat; the others are played by agents, named or given, one for all or one each.

    An illegal action loses at once (reward -1, `info["illegal"]` says why), since samplers know no masks; with
    `illegal="raise"` it is refused and nothing changes.
    """

    metadata = {"render_modes": ["ansi"], "render_fps": 1}  # noqa: RUF012  # as Gymnasium has it

    def __init__(
        self,
        game: Game | str,
        seats: int | None = None,
        seat: int = 0,
        agents: str | Agent | Sequence[str | Agent] = "random",
        illegal: str = "lose",
        render_mode: str | None = None,
        **options: object,
    ) -> None:
        self.game = game_of(game)
        self.setup = self.game.setup(self.game.usual or self.game.seats[0] if seats is None else seats, **options)
        if isinstance(seat, bool) or not is_whole(seat) or not 0 <= seat < self.setup.seats:
            raise BadSetup(f"there is no seat {shown(seat)} of {self.setup.seats}")
        if not is_text(illegal) or illegal not in ("lose", "raise"):
            raise BadSetup(f"illegal must be 'lose' or 'raise', not {shown(illegal)}")
        self.seat = int(seat)
        self.illegal = illegal
        self.render_mode = render_mode
        self.minds = minds_of(agents, self.setup.seats, seat)
        self.observation_space = spaces.Box(LEAST, MOST, self.game.observation_shape, np.float32)
        self.action_space = spaces.Discrete(self.game.actions)
        self.match = Match(self.game, self.setup, seed=0)
        self.rng = Rng(0)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Numbers, dict[str, Any]]:
        super().reset(seed=seed)
        self.match = Match(self.game, self.setup, seed=int(self.np_random.integers(2**62)))
        self.rng = Rng(int(self.np_random.integers(2**62)))
        self.proceed()
        return self.seen(), {"action_mask": self.action_masks()}

    def step(self, action: int) -> tuple[Numbers, float, bool, bool, dict[str, Any]]:
        try:
            if (number := number_of(action)) < 0:
                raise IllegalAction(f"an action is a whole number, not {shown(action)}")
            self.match.play(self.seat, number)
        except IllegalAction as error:
            if self.illegal == "raise":
                raise
            return self.seen(), -1.0, True, False, {"action_mask": self.action_masks(), "illegal": str(error)}
        self.proceed()
        over = self.match.over
        reward = rewards(self.match.state)[self.seat] if over else 0.0
        return self.seen(), reward, over, False, {"action_mask": self.action_masks()}

    def proceed(self) -> None:
        """Let the others decide until it is the learner's turn, or over."""
        match = self.match
        while not match.over:
            others = [seat for seat in match.pending if seat != self.seat]
            for seat in others:
                match.play(seat, self.minds[seat].choose(match.perspective(seat), self.rng))
            if self.seat in match.pending:
                return

    def seen(self) -> Numbers:
        numbers = np.empty(self.game.observation_shape, np.float32)
        self.game.observe(self.match.state.mask(self.seat), numbers)
        return numbers

    def action_masks(self) -> NDArray[np.int8]:
        """What is legal now: 1, else 0; all zero when it is over."""
        mask = np.empty(self.game.actions, np.int8)
        self.game.legal_mask(self.match.state.mask(self.seat), self.seat, mask)
        return mask

    def render(self) -> str | None:
        return self.game.draw(self.match.state.mask(self.seat)) if self.render_mode == "ansi" else None


def minds_of(agents: str | Agent | Sequence[str | Agent], seats: int, own: int) -> dict[int, Agent]:
    """Who sits on each of the other seats."""
    others = [seat for seat in range(seats) if seat != own]
    each: list[Any] = list(agents) if isinstance(agents, list | tuple) else [agents] * len(others)
    if len(each) != len(others):
        raise BadAgent(f"{len(others)} agents are needed for the other seats, or one for all of them, not {len(each)}")
    return {seat: agent_of(agent) for seat, agent in zip(others, each, strict=True)}


for _name in list_games():
    gymnasium.register(f"paddock/{_name}-{VERSION}", f"{__name__}:PaddockEnv", kwargs={"game": _name})
