"""Nash: how much could somebody gain who knew how our players bid in the last two auctions of O Zoo le Mio?

python -m trials.nash --positions 50 --json

Positions come from games of two greedy players, where two tiles are left to auction; purses of 0 to 8 coins are drawn.
Each is a game of its own by the real rules: two sealed bids, the winner's placement, two sealed bids, a placement.
OpenSpiel walks through all of it and finds the best answers to our mixtures of bids; NashConv is what both
would gain together. Placements are no decisions there: the first is what our player does, the last the best one.
"""

from __future__ import annotations

from collections.abc import Iterator
from importlib import import_module
from itertools import product
from statistics import fmean
from typing import Annotated, Any, NamedTuple

import typer

from paddock.agents.learned import thinker_for
from paddock.agents.levels import make
from paddock.core.dice import SeededDice
from paddock.core.errors import PaddockError
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.rng import Rng
from paddock.games.o_zoo_le_mio.cells import BIDDING, COINS, DONE, PHASE, PLACING, TILES
from paddock.games.o_zoo_le_mio.rules import OZooLeMio
from paddock.games.o_zoo_le_mio.thinker import PRICES, RARE, OZooLeMioThinker, reopen
from trials.command import Json, Seed, report, start

GAME = "o-zoo-le-mio"
SEATS = 2
LEFT = 2  # auctions
MOST_COINS = 8
GOAL = 0.01  # of the range
STAKE = 2.0  # from losing all, -1, to winning all, 1
Bids = tuple[int, ...]  # of both seats, an auction after the other
Mixture = list[float]


class NoOpenSpiel(PaddockError):
    """The other solver is missing."""


class Tree(NamedTuple):
    """A position as a game of bids."""

    purses: dict[Bids, tuple[int, int]]  # before each auction, by the bids so far: what each seat may bid at most
    mixtures: dict[Bids, tuple[Mixture, Mixture]]  # how our player bids there
    ends: dict[Bids, float]  # what the first seat gets of the stake


def positions(seed: int) -> Iterator[OZooLeMio]:
    """Such positions, without end; the same whatever is learned."""
    game = load(GAME)
    player, number = make("greedy"), 0
    while True:
        match = Match(game, game.setup(SEATS), SeededDice(f"nash {seed} {number}"))
        rng = Rng(seed + number)
        number += 1
        while not match.over:
            cells = match.state.cells
            if cells[PHASE] == BIDDING and cells[DONE] == TILES - LEFT:
                state = OZooLeMio(cells[:])
                for seat in range(SEATS):
                    state.cells[COINS + seat] = rng.below(MOST_COINS + 1)
                yield state
                break
            for seat in match.pending:
                match.play(seat, player.choose(match.perspective(seat), rng))


def bidder(level: str) -> OZooLeMioThinker:
    """The thinker of a level, without its limit of time: equal positions are solved equally."""
    agent: Any = make(level)
    match = Match(load(GAME), SEATS, seed=1)
    inner = agent.at(match.perspective(0))
    thinker = thinker_for(load(GAME), SEATS, {name: value for name, value in inner.knobs.items() if name != "seconds"})
    assert isinstance(thinker, OZooLeMioThinker)
    thinker.rng = Rng(1)
    return thinker


def tree_of(state: OZooLeMio, thinker: OZooLeMioThinker, points: bool) -> Tree:
    """All bids from here to the end."""
    tree = Tree({}, {}, {})
    grow(tree, state, (), thinker, points)
    return tree


def grow(tree: Tree, state: OZooLeMio, past: Bids, thinker: OZooLeMioThinker, points: bool) -> None:
    cells = state.cells
    if cells[PHASE] != BIDDING:
        tree.ends[past] = stake(state, thinker, points)
        return
    tree.purses[past] = (int(cells[COINS]), int(cells[COINS + 1]))
    tree.mixtures[past] = mixtures(state, thinker)
    for bids in product(*(range(purse + 1) for purse in tree.purses[past])):
        after = state.copy()
        for seat, bid in enumerate(bids):
            after.apply(seat, bid)
        if after.cells[PHASE] == PLACING:
            after = placed(after, thinker, points)
        grow(tree, after, past + bids, thinker, points)


def mixtures(state: OZooLeMio, thinker: OZooLeMioThinker) -> tuple[Mixture, Mixture]:
    """How our player bids on each seat: what it solved, without the bids that it finds too rare to make."""
    again = state.copy()
    reopen(again)
    thinker.solve(again, thinker.depth, 0, -1)
    found = []
    for seat in range(SEATS):
        mixture = [float(thinker.mixed[0][PRICES * seat + bid]) for bid in range(int(state.cells[COINS + seat]) + 1)]
        made = [share if share >= RARE * max(mixture) else 0.0 for share in mixture]
        found.append([share / sum(made) for share in made])
    return found[0], found[1]


def placed(state: OZooLeMio, thinker: OZooLeMioThinker, points: bool) -> OZooLeMio:
    """The winner has placed the tile."""
    seat = int(state.actor)

    def after(action: int) -> OZooLeMio:
        played = state.copy()
        played.apply(seat, action)
        return played

    if state.cells[DONE] < TILES - 1:
        return after(int(thinker.place(state, 0, 2 * thinker.kept)))
    ways = [after(action) for action in state.legal_actions(seat)]
    return max(ways, key=lambda way: stake(way, thinker, points) * (1 if seat == 0 else -1))


def stake(state: OZooLeMio, thinker: OZooLeMioThinker, points: bool) -> float:
    """The first seat's share of the stake: of the victory, or of what our players play for, half of it points."""
    if points:
        thinker.judge.judge(state, thinker.values, 0)
        return float(thinker.values[0])
    mine, other = state.places()
    return 0.5 if mine == other else float(mine < other)


def nash_conv(tree: Tree) -> tuple[float, float]:
    """What both would gain together by the best answers, as OpenSpiel finds them; and the range of what they get."""
    game = auctions(tree)
    policies = import_module("open_spiel.python.policy")
    policy = policies.TabularPolicy(game)
    for past, both in tree.mixtures.items():
        for seat, mixture in enumerate(both):
            chances = policy.policy_for_key(f"{seat} {past}")
            chances[:] = 0.0
            chances[: len(mixture)] = mixture
    found = import_module("open_spiel.python.algorithms.exploitability").nash_conv(game, policy)
    return float(found), 2 * (max(tree.ends.values()) - min(tree.ends.values()))


def auctions(tree: Tree) -> Any:
    """The tree as a game of OpenSpiel: the second seat bids after the first, without having seen its bid."""
    try:
        pyspiel: Any = import_module("pyspiel")
    except ModuleNotFoundError:
        raise NoOpenSpiel("OpenSpiel is not installed: pip install 'paddock[peers]'") from None

    class State(pyspiel.State):  # type: ignore[misc]
        def __init__(self, game: Any) -> None:
            super().__init__(game)
            self.bids: Bids = ()

        def decided(self) -> Bids:
            """The bids of the auctions that are over."""
            return self.bids[: len(self.bids) // SEATS * SEATS]

        def current_player(self) -> int:
            return int(pyspiel.PlayerId.TERMINAL) if self.bids in tree.ends else len(self.bids) % SEATS

        def _legal_actions(self, player: int) -> list[int]:
            return list(range(tree.purses[self.decided()][player] + 1))

        def _apply_action(self, action: int) -> None:
            self.bids = (*self.bids, action)

        def _action_to_string(self, player: int, action: int) -> str:
            return f"{player} bids {action}"

        def is_terminal(self) -> bool:
            return self.bids in tree.ends

        def returns(self) -> list[float]:
            share = 2 * tree.ends[self.bids] - 1 if self.bids in tree.ends else 0.0
            return [share, -share]

        def information_state_string(self, player: int | None = None) -> str:
            return f"{self.current_player() if player is None else player} {self.decided()}"

        def __str__(self) -> str:
            return str(self.bids)

    kind = pyspiel.GameType(
        short_name="paddock_auctions", long_name="the last auctions of O Zoo le Mio",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL, chance_mode=pyspiel.GameType.ChanceMode.DETERMINISTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION, utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=SEATS, min_num_players=SEATS,
        provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=False, provides_observation_tensor=False,
    )  # fmt: skip
    most = max(max(purses) for purses in tree.purses.values())
    info = pyspiel.GameInfo(
        num_distinct_actions=most + 1, max_chance_outcomes=0, num_players=SEATS, min_utility=-1.0, max_utility=1.0,
        utility_sum=0.0, max_game_length=SEATS * LEFT,
    )  # fmt: skip

    class Auctions(pyspiel.Game):  # type: ignore[misc]
        def __init__(self) -> None:
            super().__init__(kind, info, {})

        def new_initial_state(self) -> State:
            return State(self)

    return Auctions()


def run(count: int, level: str, seed: int, points: bool) -> dict[str, Any]:
    """NashConv of so many positions as a share of each one's range; those where nothing depends on bids count 0.

    Some positions are all but decided: their range is tiny, and so is what could be gained. So the gain is also told
    as a share of the whole stake.
    """
    thinker = bidder(level)
    found, of_stake = [], []
    source = positions(seed)
    for _ in range(count):
        gain, reach = nash_conv(tree_of(next(source), thinker, points))
        found.append(gain / reach if reach > 0 else 0.0)
        of_stake.append(gain / STAKE)
    return {
        "level": level,
        "positions": count,
        "mean_share_of_range": round(fmean(found), 5),
        "worst": round(max(found), 5),
        "above_goal": sum(share > GOAL for share in found),
        "worst_of_stake": round(max(of_stake), 5),
        "above_goal_of_stake": sum(share > GOAL for share in of_stake),
    }


def main(
    positions: Annotated[int, typer.Option(min=1, help="How many positions.")] = 50,
    level: Annotated[str, typer.Option(help="Whose bids.")] = "expert",
    points: Annotated[
        bool, typer.Option("--points/--victory", help="Play for what our players learn, or for victory alone.")
    ] = True,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """How much could somebody gain who knew how our players bid?"""
    return report(run(positions, level, seed, points), json)


if __name__ == "__main__":
    start(main)
