"""Play: agents at a table of their own, from the first decision to the last."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from paddock.agents.agent import Agent
from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.errors import BadAgent
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import game_of
from paddock.core.rng import Rng


def play(
    game: Game | str,
    agents: Sequence[Agent | str],
    *,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Match:
    """The finished match of these agents, one a seat; the same seed plays the same match again.

    Each is an agent or the name of one: `play("zooloretto", ["hard", "easy", mine], seed=1)`. An agent whose budget is
    seconds may decide otherwise the next time.
    """
    chosen = game_of(game)
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise BadAgent(f"agents are given as a list, one for each seat, not as {agents!r}")
    minds = [agent_of(agent) for agent in agents]
    seed = secrets.randbits(63) if seed is None else seed
    match = Match(chosen, chosen.setup(len(minds), **(options or {})), seed=seed)
    # Streams of their own: what one agent thinks about never changes what another meets.
    streams = [Rng(SeededDice(f"{seed} seat {seat}").word()) for seat in range(len(minds))]
    while not match.over:
        for seat in match.pending:
            match.play(seat, minds[seat].choose(match.perspective(seat), streams[seat]))
    return match


def agent_of(agent: Agent | str) -> Agent:
    """An agent, given itself or its name."""
    if isinstance(agent, str):
        return make(agent)
    if not isinstance(agent, Agent):
        raise BadAgent(f"{agent!r} is no agent: name one, or subclass paddock.Agent and write `decide`")
    return agent
