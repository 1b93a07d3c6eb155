"""Play: agents at a table of their own, from the first decision to the last."""

from __future__ import annotations

import secrets
from collections.abc import Mapping, Sequence

from paddock.agents.agent import Agent, Decides, seated
from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.errors import BadAgent, shown
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import game_of
from paddock.core.rng import Rng


def play(
    game: Game | str,
    agents: Sequence[Decides | str],
    *,
    seed: int | str | None = None,
    options: Mapping[str, object] | None = None,
) -> Match:
    """The finished match of these agents, one a seat; the same seed plays the same match again.

    Each is an agent or the name of one: `play("zooloretto", ["hard", "easy", mine], seed=1)`. An agent whose budget is
    seconds may decide otherwise the next time.

    >>> match = paddock.play("zooloretto", ["greedy", "random"], seed=1)
    >>> match.over, len(match.state.scores())
    (True, 2)
    """
    chosen = game_of(game)
    if isinstance(agents, str) or not isinstance(agents, Sequence):
        raise BadAgent(f"agents are given as a list, one for each seat, not as {shown(agents)}")
    minds = [agent_of(agent) for agent in agents]
    seed = secrets.randbits(63) if seed is None else seed
    match = Match(chosen, chosen.setup_of(len(minds), options), seed=seed)
    # Streams of their own: what one agent thinks about never changes what another meets.
    streams = [Rng(SeededDice(f"{seed} seat {seat}").word()) for seat in range(len(minds))]
    while not match.over:
        for seat in match.pending:
            match.play(seat, minds[seat].choose(match.perspective(seat), streams[seat]))
    return match


def agent_of(agent: Decides | str) -> Agent:
    """An agent, given itself or its name."""
    return make(agent) if isinstance(agent, str) else seated(agent)
