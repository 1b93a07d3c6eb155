"""Batch: many matches of one game stepped together, for learners; it wants numpy."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, NamedTuple

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.errors import BadArgument, BadSetup, IllegalAction, PaddockError, listed, seed_number, whole
from paddock.core.game import Game
from paddock.core.registry import game_of
from paddock.core.rng import Rng
from paddock.core.state import WIDEST
from paddock.core.stepper import Stepper

try:
    import numpy as np
except ImportError:  # an extra: everything else goes on without it
    MISSING = True
else:
    MISSING = False
if TYPE_CHECKING:
    from numpy.typing import NDArray

MOST_BYTES = 1 << 40  # no machine has room for more masks


class Step(NamedTuple):
    """What a step led to; actors, masks and done are views that the next step writes anew."""

    actors: NDArray[np.int64]  # [n] whose turn it is now
    masks: NDArray[np.uint8]  # [n, actions] what that seat may do
    rewards: NDArray[np.float32]  # [n, seats] from -1 (last) to 1 (first) where a match has just ended, else 0
    done: NDArray[np.uint8]  # [n] did a match just end here? Then the next one has begun
    observations: NDArray[np.float32] | None = None  # [n, numbers] if the batch observes: what that seat knows


class Batch:
    """`n` matches that go on side by side; sealed choices are asked for one seat after another.

    `step` takes an action for each match, of the seat in `actors`. A match that ends hands out its rewards and begins
    anew, so there is always somebody to decide. The seed makes the shuffles, which are not those of a `Match`. With
    `observe=True` every step brings observations too; otherwise ask for them with `observations()`.

    >>> batch = paddock.Batch("zooloretto", 8, seats=3, seed=1)
    >>> step = batch.step(batch.pick(range(8)))
    >>> step.masks.shape == (8, batch.game.actions), step.rewards.shape, int(step.done.sum())
    (True, (8, 3), 0)
    """

    def __init__(
        self,
        game: Game | str,
        n: int,
        seats: int | None = None,
        *,
        seed: int = 0,
        observe: bool = False,
        options: Mapping[str, object] | None = None,
    ) -> None:
        if MISSING:
            raise PaddockError("a batch needs numpy: pip install 'paddock[numpy]'")
        self.game = game_of(game)
        self.n = n = whole("n", n, 1)
        seed = seed_number(seed)
        self.setup = self.game.setup_of(self.game.seats[0] if seats is None else seats, options)
        if n * self.game.actions > MOST_BYTES:
            raise BadSetup(f"{n} masks of {self.game.actions} bytes are more than memory holds")
        widest = min(WIDEST, self.game.actions)
        self.stepper = Stepper(self.game.start(self.setup), n, self.game.actions, widest, Rng(seed))
        self.actors = np.frombuffer(memoryview(self.stepper.actors), np.int64)
        self.masks = np.frombuffer(memoryview(self.stepper.masks), np.uint8).reshape(n, self.game.actions)
        self.done = np.frombuffer(memoryview(self.stepper.done), np.uint8)
        table = (n, self.setup.seats)
        self.places = np.frombuffer(memoryview(self.stepper.places), np.int64).reshape(table)
        self.scores = np.frombuffer(memoryview(self.stepper.scores), np.int64).reshape(table)
        self.observe = observe

    def __repr__(self) -> str:
        return f"<Batch of {self.n}, {self.game.name}, {self.setup.seats} seats>"

    def step(self, actions: Any) -> Step:
        """Play one action in every match; nothing is played if one of them is illegal."""
        chosen = self.whole(actions)
        if (k := self.stepper.unfit(chosen)) >= 0:
            seat, state = int(self.actors[k]), self.stepper.states[k]
            allowed = listed([str(action) for action in state.legal_actions(seat)])
            raise IllegalAction(f"match {k}: action {chosen[k]} is not legal for seat {seat} now; allowed: {allowed}")
        self.stepper.step(chosen)
        return self.now()

    def now(self) -> Step:
        """How all matches stand, with the rewards of the last step."""
        rewards = self.rewards() if self.done.any() else np.zeros(self.places.shape, np.float32)
        return Step(self.actors, self.masks, rewards, self.done, self.observations() if self.observe else None)

    def rewards(self) -> NDArray[np.float32]:
        """Of matches that have just ended: 1 for the first alone, -1 for the last alone, evenly between, ties share.

        A game of one has nobody to be compared with: its reward is its score.
        """
        done = self.done.astype(bool)
        rewards = np.zeros(self.places.shape, np.float32)
        places = self.places[done]
        if self.setup.seats == 1:
            rewards[done] = self.scores[done]
            return rewards
        ahead = (places[:, :, None] > places[:, None, :]).sum(2)
        behind = (places[:, :, None] < places[:, None, :]).sum(2)
        rewards[done] = (behind - ahead) / (self.setup.seats - 1)
        return rewards

    def pick(self, numbers: Any) -> NDArray[np.int64]:
        """Legal actions for `step`: in each match the one that this number counts off, so chance plays at random."""
        chosen = self.stepper.pick(self.whole(numbers, least=0))
        return np.frombuffer(memoryview(chosen), np.int64)

    def play_random(self, steps: int) -> Step:
        """Step every match so often with actions by chance, all of it compiled."""
        self.stepper.play_random(whole("steps", steps, 0))
        return self.now()

    def observations(self, out: NDArray[np.float32] | None = None) -> NDArray[np.float32]:
        """[n, numbers] what the seat to decide knows, as `game.observe` writes it: into `out`, or a new array."""
        shape = (self.n, *self.game.observation_shape)
        out = np.empty(shape, np.float32) if out is None else out
        if not is_array(out) or out.shape != shape or out.dtype != np.float32 or not out.flags.writeable:
            raise BadArgument(f"out must be a writable float32 array of shape {shape}")
        self.stepper.observe(self.game.observer())
        out[:] = np.frombuffer(memoryview(self.stepper.numbers), np.float32).reshape(shape)
        return out

    def whole(self, numbers: Any, least: int | None = None) -> vec[i64]:
        """One whole number a match, as the stepper takes them."""
        try:
            array = np.asarray(numbers)
        except ValueError:  # lists of several lengths
            array = np.empty((0, 0))
        if array.shape != (self.n,) or array.dtype.kind not in "iu":
            raise IllegalAction(
                f"a step takes {self.n} whole numbers, one for each match, not {array.dtype} of shape {array.shape}"
            )
        if least is not None and (array < least).any():
            raise IllegalAction(f"the numbers must be at least {least}")
        return vec[i64](np.ascontiguousarray(array, np.int64).data)


def is_array(value: object) -> bool:
    """One of numpy's, whatever the caller's types promise."""
    return isinstance(value, np.ndarray)
