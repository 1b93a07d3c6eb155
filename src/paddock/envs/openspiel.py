"""Openspiel: our games as OpenSpiel games; importing this registers `paddock_zooloretto` and so on.

    import pyspiel
    import paddock.envs.openspiel

    game = pyspiel.load_game("paddock_zooloretto(players=3)")

Chance is explicit and turns are sequential: a sealed round asks one seat after another, and nobody's information
state shows what the others have sealed. Returns come at the end, from -1 (last) to 1 (first), together 0; a game of
one returns its score. An information state string has everything that a player was told since the beginning; both
tensors are what `game.observe` writes, which is what the player knows now.
"""

from __future__ import annotations

import hashlib
import itertools
from functools import cache
from typing import Any

from paddock.core.errors import BadSetup
from paddock.core.game import Game
from paddock.core.match import stays_sealed
from paddock.core.registry import game_of, list_games
from paddock.core.rng import Rng, scrambled
from paddock.core.setup import Option, Value, spelled
from paddock.core.state import CHANCE, HIDDEN, NOBODY, SPECTATOR, State, buffer
from paddock.envs.extra import library
from paddock.envs.reward import MOST, rewards

library("pyspiel", "OpenSpiel", "openspiel")
import numpy as np  # noqa: E402
import pyspiel  # noqa: E402

PREFIX = "paddock_"
PLAYERS = "players"


class Inside:
    """What OpenSpiel copies with a state: the position, and what each player was told so far."""

    __slots__ = ("sealed", "state", "told")

    def __init__(self, state: State, told: list[str], sealed: list[tuple[int, list[int]]]) -> None:
        self.state = state
        self.told = told
        self.sealed = sealed  # choices of the open round: whose, and as each player will see it

    def __deepcopy__(self, memo: object) -> Inside:
        return Inside(self.state.copy(), self.told[:], self.sealed[:])

    def apply(self, seat: int, action: int) -> None:
        """Carry out an event, and tell everybody as much as they may know."""
        state, told = self.state, self.told
        due = int(state.due)
        seen = [action if viewer == seat else int(state.seen(seat, action, viewer)) for viewer in range(len(told))]
        state.apply(seat, action)
        if stays_sealed(seat, due, int(state.due)):
            self.sealed.append((seat, seen))
            for viewer in range(len(told)):
                told[viewer] += word(seat, action if viewer == seat else HIDDEN)
            return
        opened = [*self.sealed, (seat, seen)]
        self.sealed = []
        for viewer in range(len(told)):
            for who, as_seen in opened:
                told[viewer] += word(who, as_seen[viewer])


def word(seat: int, action: int) -> str:
    """An event in an information state string: who and what, `c` for chance and `?` for what was not seen."""
    return f"{'c' if seat == CHANCE else seat}{'?' if action == HIDDEN else f':{action}'} "


class PaddockState(pyspiel.State):  # type: ignore[misc]
    """One position, with what everybody was told on the way to it."""

    def __init__(self, game: PaddockGame) -> None:
        super().__init__(game)
        self.inside = Inside(game.start.copy(), [""] * game.setup.seats, [])

    def current_player(self) -> int:
        actor = int(self.inside.state.actor)
        if actor == NOBODY:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actor == CHANCE else actor

    def is_terminal(self) -> bool:
        return bool(self.inside.state.actor == NOBODY)

    def _legal_actions(self, player: int) -> list[int]:
        """Only for the player to move: the others of a sealed round are asked when their turn comes."""
        state = self.inside.state
        return state.legal_actions(player) if player == state.actor else []

    def chance_outcomes(self) -> list[tuple[int, float]]:
        odds = self.inside.state.chance()
        total = sum(weight for _, weight in odds)
        return [(outcome, weight / total) for outcome, weight in odds]

    def _apply_action(self, action: int) -> None:
        inside = self.inside
        inside.apply(int(inside.state.actor), action)

    def _action_to_string(self, player: int, action: int) -> str:
        state = self.inside.state
        return ours(self).notation(state if player == CHANCE else state.mask(player), player, action)

    def returns(self) -> list[float]:
        state = self.inside.state
        return rewards(state) if state.actor == NOBODY else [0.0] * int(state.seats)

    def information_state_string(self, player: int | None = None) -> str:
        """All that this player was told."""
        return self.inside.told[self.current_player() if player is None else player]

    def observation_string(self, player: int | None = None) -> str:
        """The cells of the position as this player knows it, in hex: searches ask for it all the time."""
        return observed(self, self.current_player() if player is None else player)

    def resample_from_infostate(self, player: int, sampler: Any) -> PaddockState:
        """Another position that this player cannot tell from this one, as OpenSpiel's searches ask for it."""
        game: PaddockGame = self.get_game()
        return self.imagined(player, Rng(scrambled(int(sampler() * 2**53) + next(game.samples))))

    def imagined(self, player: int, rng: Rng) -> PaddockState:
        """The same by our own dice; it has no history, for the truth's would give away what is hidden.

        What the other players know of it is told by a digest of their own masked position. Choices that are sealed
        already are made anew by the game's quick policy: a player who knew them would peek.
        """
        game: PaddockGame = self.get_game()
        world = self.inside.state.mask(player)
        world.fill(rng)
        told = [digest(world.mask(viewer)) for viewer in range(game.setup.seats)]
        inside = Inside(world, told, [])
        for seat, seen in self.inside.sealed:
            if seat == player:
                inside.sealed.append((seat, seen))
            else:
                inside.apply(seat, game.quick_choice(world, seat, rng))
        told[player] = self.inside.told[player]
        other: PaddockState = game.new_initial_state()
        other.inside = inside
        return other

    def __str__(self) -> str:
        state = self.inside.state
        return f"{state!r} {digest(state)}"


class PaddockGame(pyspiel.Game):  # type: ignore[misc]
    """A game with its setup; `kind_of` makes a subclass for each game."""

    game: Game

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        usual = specification(self.game)
        full = {**usual, **(params or {})}
        chosen = {name: value for name, value in full.items() if name != PLAYERS and not same(value, usual.get(name))}
        self.setup = self.game.setup(full[PLAYERS], **chosen)
        players = self.setup.seats
        self.start = self.game.start(self.setup)
        self.samples = itertools.count()
        self.insight = self.game.insight()
        self.spare = buffer()
        alone = players == 1
        info = pyspiel.GameInfo(
            num_distinct_actions=self.game.actions,
            max_chance_outcomes=self.game.outcomes,
            num_players=players,
            min_utility=-MOST if alone else -1.0,
            max_utility=MOST if alone else 1.0,
            utility_sum=None if alone else 0.0,
            max_game_length=self.game.longest,
        )
        super().__init__(game_type(self.game, alone), info, {**full, PLAYERS: players})

    def new_initial_state(self) -> PaddockState:
        return PaddockState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> Observer:
        return Observer(self.game, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)

    def quick_choice(self, world: State, seat: int, rng: Rng) -> int:
        """What the game's quick policy does for a seat."""
        n = world.legal(seat, self.spare)
        if self.insight.guides():
            return int(self.insight.choose(world, seat, self.spare, n, rng))
        return int(self.spare[rng.below(n)])


class Observer:
    """Fills a tensor with what a player knows; `dict` has it by the names of `game.observation_fields`."""

    def __init__(self, game: Game, kind: Any, params: Any) -> None:
        if params:
            raise BadSetup(f"observations take no parameters, not {params}")
        self.game = game
        self.perfect_recall = kind.perfect_recall
        self.public = kind.private_info == pyspiel.PrivateInfoType.NONE
        self.tensor = np.zeros(game.observation_shape, np.float32)
        self.dict = {name: self.tensor[field.slice] for name, field in game.observation_fields.items()}

    def set_from(self, state: PaddockState, player: int) -> None:
        self.game.observe(state.inside.state.mask(SPECTATOR if self.public else player), self.tensor)

    def string_from(self, state: PaddockState, player: int) -> str:
        if self.perfect_recall and not self.public:
            return state.information_state_string(player)
        return observed(state, SPECTATOR if self.public else player)


def ours(state: PaddockState) -> Game:
    game: PaddockGame = state.get_game()
    return game.game


def observed(state: PaddockState, player: int) -> str:
    return state.inside.state.mask(player).to_bytes().hex()


def digest(state: State) -> str:
    """A few letters for a position."""
    return hashlib.blake2b(state.to_bytes(), digest_size=8).hexdigest() + " "


def game_type(game: Game, alone: bool) -> Any:
    """What OpenSpiel wants to know beforehand. Sealed choices are hidden information to it."""
    kind = pyspiel.GameType
    closed = game.hidden or game.sealed
    return kind(
        short_name=PREFIX + game.name.replace("-", "_"),
        long_name=game.title,
        dynamics=kind.Dynamics.SEQUENTIAL,
        chance_mode=kind.ChanceMode.EXPLICIT_STOCHASTIC,
        information=kind.Information.IMPERFECT_INFORMATION if closed else kind.Information.PERFECT_INFORMATION,
        utility=kind.Utility.GENERAL_SUM if alone else kind.Utility.ZERO_SUM,
        reward_model=kind.RewardModel.TERMINAL,
        max_num_players=game.seats[-1],
        min_num_players=game.seats[0],
        provides_information_state_string=True,
        provides_information_state_tensor=True,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=specification(game),
    )


def specification(game: Game) -> dict[str, Value]:
    """The parameters of `load_game`: the players, and each option with its usual value.

    OpenSpiel holds a parameter to one type. An option whose usual value depends on the table, or whose values are of
    several types, is a text, and an empty one stands for the usual value.
    """
    return {PLAYERS: game.usual or game.seats[0], **{option.name: usual_value(game, option) for option in game.options}}


def same(value: object, usual: object) -> bool:
    """Is an option left at its usual value?"""
    return type(value) is type(usual) and value == usual


def usual_value(game: Game, option: Option) -> Value:
    if callable(option.default) or callable(option.values):
        return ""
    return option.default if len({type(value) for value in option.values}) == 1 else ""


@cache
def kind_of(game: Game) -> type[PaddockGame]:
    """The class of such games: a class, since OpenSpiel lets go of what it was given when Python has ended."""
    return type(f"Paddock{type(game).__name__}", (PaddockGame,), {"game": game})


def load(game: Game | str, players: int | None = None, **options: Value) -> PaddockGame:
    """The game as OpenSpiel has it, options as arguments: `load("franks-zoo", 4, variant="simple")`."""
    chosen = game_of(game)
    usual = specification(chosen)
    params = {name: spelled(value) if usual.get(name) == "" else value for name, value in options.items()}
    return kind_of(chosen)(params if players is None else {PLAYERS: players, **params})


for _name in list_games():
    pyspiel.register_game(game_type(game_of(_name), False), kind_of(game_of(_name)))
