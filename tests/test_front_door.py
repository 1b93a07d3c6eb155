"""The package from outside: one import, what it offers, and what it answers to wrong arguments."""

from __future__ import annotations

import copy
import json
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import version
from multiprocessing import get_context
from pathlib import Path
from typing import Any, cast

import numpy as np
import pytest

import paddock
from paddock.agents import outside
from paddock.core import registry
from tests.toy import GAME as POND

ALL = paddock.list_games()


def finished(name: str) -> paddock.Match:
    return paddock.play(name, ["random"] * paddock.load(name).seats[-1], seed=f"finished {name}")


def scores(match: paddock.Match) -> list[int]:
    return match.state.scores()


def test_every_name_is_listed_and_leads_somewhere() -> None:
    assert sorted(paddock.HOME) == sorted(set(paddock.__all__) - {"__version__"})
    assert dir(paddock) == sorted(paddock.__all__)
    for name in paddock.__all__:
        assert getattr(paddock, name) is not None


def test_the_readme_shows_what_its_example_prints() -> None:
    [(code, shown)] = re.findall(
        r"```python\n(.*?)```\n\n```\n(.*?)```", Path("README.md").read_text("utf-8"), re.DOTALL
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert run.stdout == shown


def test_listing_games_works_after_one_was_loaded() -> None:
    code = "import paddock; paddock.load('zooloretto'); print(paddock.list_games()); print(paddock.list_games())"
    shown = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown == f"{ALL}\n" * 2


@pytest.mark.parametrize("command", [["-m", "paddock"], ["-m", "paddock.cli"]])
def test_the_version_is_told(command: list[str]) -> None:
    shown = subprocess.run([sys.executable, *command, "--version"], capture_output=True, text=True, check=True).stdout
    assert shown == f"paddock {paddock.__version__}\n" == f"paddock {version('paddock')}\n"


@pytest.mark.parametrize("name", ALL)
def test_agents_play_a_match_to_its_end_and_the_same_seed_plays_it_again(name: str) -> None:
    match = finished(name)
    assert match.over
    assert finished(name) == match
    assert paddock.play(name, ["random"] * match.setup.seats, seed="another") != match


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("again", [copy.copy, copy.deepcopy, lambda thing: pickle.loads(pickle.dumps(thing))])
def test_games_setups_states_and_matches_are_copied_and_pickled_and_are_equal(
    name: str, again: Callable[[Any], Any]
) -> None:
    match = paddock.Match(name, paddock.load(name).seats[-1], seed=5)
    for thing in (match.game, match.setup, match.state, match.state.mask(0), match):
        assert again(thing) == thing
    other = again(match)
    play_on(other)
    assert other != match
    assert other.state != match.state
    play_on(match)  # the copy took its dice along, so both come to the same end
    assert other == match


def play_on(match: paddock.Match) -> None:
    while not match.over:
        seat = match.pending[0]
        match.play(seat, match.state.legal_actions(seat)[0])


def test_states_of_different_viewers_differ_and_have_no_hash() -> None:
    state = paddock.Match("franks-zoo", 4, seed=1).state
    assert state.mask(0) != state.mask(1)
    assert state != "a state"
    with pytest.raises(TypeError, match="unhashable"):
        hash(state)


def test_a_transcript_is_written_and_read_again() -> None:
    match = finished("o-zoo-le-mio")
    assert paddock.read(paddock.write(match)) == match


def test_a_position_is_read_from_its_mapping_and_from_json() -> None:
    state = paddock.Match("zooloretto", 3, seed=1).state
    written = paddock.load("zooloretto").position(state)
    assert paddock.position("zooloretto", written) == state
    assert paddock.position("zooloretto", json.dumps(written)) == state


def test_finished_matches_travel_between_processes() -> None:
    match = finished("zooloretto")
    with get_context("spawn").Pool(1) as pool:
        assert pool.apply(scores, (match,)) == scores(match)


def test_a_decision_is_given_by_number_or_by_notation() -> None:
    by_number, by_word = (paddock.Match("zooloretto", 3, seed=1) for _ in range(2))
    seat = by_number.pending[0]
    action, word = next(iter(by_number.legal(seat).items()))
    assert word == "draw"  # the stack is full and every truck is empty: nothing else can be done
    assert by_number.play(seat, action) == by_word.play(seat, "  draw ")
    assert by_number == by_word


def test_reprs_tell_what_it_is() -> None:
    match = paddock.Match("zooloretto", 3, seed=1)
    seat = match.pending[0]
    assert repr(match.game) == "<Game zooloretto, 2 to 5 seats>"
    assert repr(match) == f"<Match zooloretto, 3 seats, move 1, seat {seat} to decide>"
    assert repr(match.state.mask(2)) == f"<Zooloretto, 3 seats, seat {seat} to decide, seen by seat 2>"
    match.play(seat, "draw")
    assert repr(match) == f"<Match zooloretto, 3 seats, move 2, seat {seat} to decide>"
    assert repr(paddock.Match("new-york-zoo", 1, seed=1)) == "<Match new-york-zoo, 1 seat, move 1, seat 0 to decide>"
    bids = paddock.Match("o-zoo-le-mio", 2, seed=1)
    assert repr(bids) == "<Match o-zoo-le-mio, 2 seats, move 1, seats 0, 1 to decide>"
    over = finished("zooloretto")
    points = ", ".join(map(str, scores(over)))
    assert repr(over).endswith(f" moves, over: {points}>")


def test_reprs_of_agents_options_and_what_a_seat_knows_have_no_addresses() -> None:
    match = paddock.Match("o-zoo-le-mio", 2, seed=1)
    match.play(0, 1)
    events = len(match.events)
    assert repr(match.perspective(1)) == f"<Perspective of seat 1, o-zoo-le-mio, 2 seats, {events} events, {BOTH}>"
    assert repr(match.perspective(paddock.SPECTATOR)).startswith("<Perspective of a spectator, ")
    names = ["random", "greedy", "uct:20", "uct:0.5s", "hard", "expert:0.1s"]
    assert [repr(paddock.agent(name)) for name in names] == [
        "<UniformAgent>", "<GreedyAgent>", "<UctAgent uct:20>", "<UctAgent uct:0.5s>", "<LevelAgent hard>",
        "<LevelAgent expert:0.1s>",
    ]  # fmt: skip
    for name in paddock.list_games():
        assert " at 0x" not in repr(paddock.load(name).options)
    assert repr(paddock.Rng(1)) == repr(paddock.Rng(1)) != repr(paddock.Rng(2))


BOTH = "seats 0, 1 to decide"  # whoever looks at an open round sees nobody's choice in it


@pytest.mark.parametrize(
    "again", [copy.copy, copy.deepcopy, paddock.Rng.copy, lambda rng: pickle.loads(pickle.dumps(rng))]
)
def test_a_copied_rng_goes_on_alike_and_alone(again: Callable[[paddock.Rng], paddock.Rng]) -> None:
    rng = paddock.Rng(7)
    rng.below(6)
    other = again(rng)
    assert [other.below(1000) for _ in range(9)] == [rng.below(1000) for _ in range(9)]
    other.below(6)
    assert repr(other) != repr(rng)


def test_seats_may_be_named() -> None:
    game = paddock.load("zooloretto")
    assert game.setup(seats=3, unlimited_bank=True) == game.setup(3, unlimited_bank=True)


def test_numbers_of_numpy_are_numbers() -> None:
    three: Any = np.int64(3)
    zero: Any = np.int32(0)
    plain, other = paddock.Match("zooloretto", 3, seed=1), paddock.Match("zooloretto", three, seed=1)
    assert repr(other.setup) == repr(plain.setup)
    seat = plain.pending[0]
    assert plain.play(seat, "draw") == other.play(zero + seat, "draw")
    assert repr(other.perspective(zero)) == repr(plain.perspective(0))
    assert paddock.rollouts("zooloretto", three, zero + 5) == paddock.rollouts("zooloretto", 3, 5)
    assert paddock.load("franks-zoo").setup(3, target=np.int64(7)).options["target"] == 7


def test_setups_are_equal_and_hash_alike_in_whatever_order_their_options_are_given() -> None:
    setup = paddock.load("zooloretto").setup(2)
    other = paddock.Setup(setup.game, 2, dict(reversed(list(setup.options.items()))))
    assert {setup: 1}[other] == 1


@pytest.mark.parametrize("name", ALL)
def test_a_state_of_another_game_is_refused(name: str) -> None:
    game = paddock.load(name)
    for other in map(paddock.load, set(ALL) - {name}):
        state = paddock.Match(other, other.usual, seed=1).state.mask(0)
        for call in (game.observe, game.position, game.view, game.draw, lambda state: game.legal_mask(state, 0)):
            with pytest.raises(paddock.BadArgument, match=f"a state of {game.title}, not <"):
                call(state)


TWO = paddock.load("zooloretto").setup(2)


class Silent(paddock.Agent):
    """Never says what it wants."""

    def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
        return None  # type: ignore[return-value]


def legal_mask(seat: int) -> object:
    return paddock.load("zooloretto").legal_mask(paddock.Match("zooloretto", 2).state, seat)


WRONG: list[tuple[Callable[[], object], type[Exception], str]] = [
    (lambda: paddock.Match("chess", 2), paddock.UnknownGame, "no game is called 'chess'"),
    (lambda: paddock.Match(3, 2), paddock.UnknownGame, "named by a text"),  # type: ignore[arg-type]
    (lambda: paddock.Match("zooloretto", 9), paddock.BadSetup, "2 to 5, not by 9"),
    (lambda: paddock.Match("zooloretto", "two"), paddock.BadSetup, "not by 'two'"),  # type: ignore[arg-type]
    (
        lambda: paddock.Match("zooloretto", paddock.load("franks-zoo").setup(4)),
        paddock.BadSetup,
        "a setup of franks-zoo, not of zooloretto",
    ),
    (lambda: paddock.Match("zooloretto", 2, paddock.SeededDice(1), seed=1), paddock.BadSetup, "not both"),
    (lambda: paddock.Match("zooloretto", 2, seed=1).play(0, "fly"), paddock.IllegalAction, "fly|decide"),
    (lambda: paddock.play("zooloretto", "easy"), paddock.BadAgent, "one for each seat"),
    (lambda: paddock.play("zooloretto", ["easy"]), paddock.BadSetup, "2 to 5, not by 1"),
    (lambda: paddock.play("zooloretto", ["easy", 2]), paddock.BadAgent, "2 is no agent"),  # type: ignore[list-item]
    (lambda: paddock.play("zooloretto", ["easy"] * 2, options={"x": 1}), paddock.BadSetup, "no option 'x'"),
    (lambda: paddock.agent("clever"), paddock.BadAgent, "no agent is called 'clever'"),
    (lambda: paddock.agent(None), paddock.BadAgent, "named by a text"),  # type: ignore[arg-type]
    (lambda: paddock.agent("no.such:Agent"), paddock.BadAgent, "No module named 'no'"),
    (lambda: paddock.agent("pathlib:Path"), paddock.BadAgent, "is no agent"),
    (lambda: paddock.play("zooloretto", [Plain, "easy"]), paddock.BadAgent, r"Plain is a class: .* Plain\(\)"),  # type: ignore[list-item]
    (lambda: paddock.play("zooloretto", [Silent(), "easy"]), paddock.BadAgent, "Silent>? decided None, which is none"),
    (lambda: paddock.Match("zooloretto", 2).state.mask(2), paddock.BadArgument, "no seat 2 to look from; there are 2"),
    (lambda: paddock.Match("zooloretto", 2).state.mask(-1), paddock.BadArgument, "no seat -1 to look from"),
    (lambda: legal_mask(2), paddock.BadArgument, "no seat 2; there are 2"),
    (lambda: paddock.load("zooloretto").start(TWO).step(0, paddock.Rng(1)), paddock.BadArgument, "settle it first"),
    (lambda: finished("zooloretto").state.step_by(0, paddock.Rng(1)), paddock.BadArgument, "the game is over"),
    (lambda: paddock.check("zooloretto", games=0), paddock.BadSetup, "games must be a whole number of at least 1"),
    (lambda: paddock.check("zooloretto", moments=-1), paddock.BadSetup, "moments must be .* of at least 1, not -1"),
    (
        lambda: paddock.check("zooloretto", seats=2, seed=cast(int, None)),
        paddock.BadSetup,
        "seed must be a whole number",
    ),
    (lambda: paddock.Batch("zooloretto", 2).play_random(-1), paddock.BadSetup, "steps must be .* at least 0, not -1"),
    (lambda: paddock.position("zooloretto", "{"), paddock.BadPosition, "not JSON"),
    (lambda: paddock.position("zooloretto", "[]"), paddock.BadPosition, "not list"),
    (lambda: paddock.read("nonsense"), paddock.BadTranscript, "line 1"),
]


@pytest.mark.parametrize(("call", "error", "sentence"), WRONG)
def test_wrong_arguments_get_one_sentence(call: Callable[[], object], error: type[Exception], sentence: str) -> None:
    with pytest.raises(error, match=sentence) as caught:
        call()
    assert isinstance(caught.value, paddock.PaddockError)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("engine", ["compiled", "interpreted"])
def test_everything_that_is_not_taken_is_refused_in_one_sentence(engine: str) -> None:
    run = subprocess.run(
        [sys.executable, "-m", "tests.wrong_arguments"],
        env={**os.environ, "PADDOCK_ENGINE": engine},
        capture_output=True,
        text=True,
        check=True,
    )
    assert run.stdout == ""


class LastAgent(paddock.Agent):
    """An agent of somebody's own: always the last of its actions."""

    def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
        return actions[-1]


def test_an_agent_of_your_own_plays_by_its_name() -> None:
    named = paddock.play("zooloretto", [f"{__name__}:LastAgent", "random"], seed=1)
    given = paddock.play("zooloretto", [LastAgent(), "random"], seed=1)
    assert named == given


class Plain:
    """An agent that knows nothing of Paddock but what `decide` is given."""

    def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
        return actions[-1]


def test_a_class_with_decide_is_an_agent() -> None:
    named = paddock.play("zooloretto", [f"{__name__}:Plain", "random"], seed=1)
    given = paddock.play("zooloretto", [Plain(), "random"], seed=1)
    assert named == given == paddock.play("zooloretto", [LastAgent(), "random"], seed=1)


def test_what_an_agent_may_not_do_is_said_and_ends_the_match() -> None:
    class Cheat(paddock.Agent):
        def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
            return max(actions) + 1

    with pytest.raises(paddock.IllegalAction, match="is not legal for seat 0 now"):
        paddock.play("franks-zoo", [Cheat(), "random", "random"], seed=1)


class Faulty:
    """An agent of somebody's own with a mistake in it."""

    def decide(self, perspective: paddock.Perspective, actions: list[int], rng: paddock.Rng) -> int:
        return actions[len(actions)]


class FaultyAgent(paddock.Agent):
    """The same, made of ours."""

    decide = Faulty.decide


@pytest.mark.parametrize("kind", [Faulty, FaultyAgent])
def test_a_mistake_in_an_agent_of_your_own_is_told_as_its_own_and_can_be_traced(kind: type[Any]) -> None:
    with pytest.raises(paddock.BadAgent, match=rf"{kind.__name__}> could not decide: IndexError list index") as caught:
        paddock.play("zooloretto", [kind(), "random"], seed=1)
    assert isinstance(caught.value.__cause__, IndexError)


SNIPPETS = """
game = paddock.load("zooloretto"); print(paddock.list_games())
match = paddock.Match("franks-zoo", 4, seed=3); print(match.legal(match.pending[0]))
print(paddock.play("new-york-zoo", ["random", "greedy"], seed=1).state.scores())
match = paddock.play("o-zoo-le-mio", ["random"] * 3, seed=2); print(paddock.read(paddock.write(match)) == match)
match = paddock.Match(game, 2, seed=1); print(pickle.loads(pickle.dumps(match)) == copy.deepcopy(match) == match)
game = paddock.load("franks-zoo"); state = paddock.position(game, game.position(paddock.Match(game, 3, seed=1).state))
print(state == paddock.Match(game, 3, seed=1).state == copy.copy(state), len(pickle.dumps(game.setup(3))) > 0)
"""


def test_everyday_snippets_work_twice_and_alike_in_both_engines() -> None:
    said = []
    for engine in ("compiled", "interpreted"):
        run = subprocess.run(
            [sys.executable, "-c", f"import copy, pickle, paddock\n{SNIPPETS * 2}"],
            env={**os.environ, "PADDOCK_ENGINE": engine},
            capture_output=True,
            text=True,
            check=True,
        )
        said.append(run.stdout.splitlines())
        assert said[-1][:6] == said[-1][6:]
    compiled, interpreted = said
    assert compiled == interpreted
    assert compiled[0] == str(ALL)
    assert compiled[3:6] == ["True", "True", "True True"]


def announce(folder: Path, group: str, name: str, value: str) -> None:
    """What an installed package leaves behind: enough for its entry points to be found."""
    info = folder / "guest-1.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: guest\nVersion: 1.0\n")
    (info / "entry_points.txt").write_text(f"[{group}]\n{name} = {value}\n")


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Any:
    monkeypatch.syspath_prepend(str(tmp_path))
    forget()
    yield tmp_path
    forget()


def forget() -> None:
    registry.announced.cache_clear()
    outside.announced.cache_clear()


def test_an_installed_package_announces_a_game(installed: Path) -> None:
    announce(installed, "paddock.games", "pond", "tests.toy:GAME")
    assert paddock.list_games() == [*ALL, "pond"]
    assert paddock.load("pond") is POND


def test_an_announced_game_never_takes_the_name_of_ours(installed: Path) -> None:
    announce(installed, "paddock.games", "zooloretto", "tests.toy:GAME")
    assert paddock.list_games() == ALL
    assert paddock.load("zooloretto").title == "Zooloretto"


def test_an_installed_package_announces_an_agent(installed: Path) -> None:
    announce(installed, "paddock.agents", "last", f"{__name__}:LastAgent")
    assert isinstance(paddock.agent("last"), paddock.Agent)
    assert paddock.play("zooloretto", ["last", "random"], seed=1).over
