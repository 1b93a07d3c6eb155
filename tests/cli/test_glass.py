"""Playing at a real terminal of 80 by 24 and of 120 by 40: what is asked is in sight, and tiles are placed by sight."""

from __future__ import annotations

from pathlib import Path

import pytest

from paddock.core import transcript
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.registry import list_games
from tests.cli.conftest import POND
from tests.cli.glass import Glass
from tests.games.new_york_zoo.zoo import opening
from tests.games.o_zoo_le_mio.positions import position
from tests.staging import written
from tests.toy import GAME as POND_GAME

SIZES = [(80, 24), (120, 40)]
sizes = pytest.mark.parametrize(("columns", "rows"), SIZES, ids=["80x24", "120x40"])
REPLACE = "Replace it?"
SPOT, GHOST, CHOICE = "Where (a cell", "Enter puts it there", "Your choice ("


def decisions(home: Path) -> list[str]:
    """What the person decided, as it was written down."""
    (file,) = (home / "kept").iterdir()
    lines = file.read_text("utf-8").splitlines()
    return [line.removeprefix("0: ") for line in lines if line.startswith("0: ")]


@sizes
@pytest.mark.parametrize("name", list_games())
def test_the_board_and_the_question_are_in_sight_from_the_beginning(
    tmp_path: Path, name: str, columns: int, rows: int
) -> None:
    args = ("play", name, "--seats", "human,random,random,random", "--seed", "5")
    with Glass(tmp_path / "kept", columns, rows, *args) as glass:
        question = "How many (" if name == "o-zoo-le-mio" else CHOICE
        for _ in range(3 if name == "o-zoo-le-mio" else 1):
            screen = glass.asks(question)
            assert "── Your turn" in screen
            assert "\n-- " in screen
            glass.answer("nonsense", question)
            glass.answer("board", question)
            if name == "o-zoo-le-mio":
                glass.answer("0", question)
        assert glass.broken == []


@sizes
@pytest.mark.parametrize("name", list_games())
def test_no_screen_is_broken_by_a_narrow_window(tmp_path: Path, name: str, columns: int, rows: int) -> None:
    for narrow in (columns // 2, 60, 79):
        with Glass(
            tmp_path / "kept", narrow, rows, "play", name, "--seats", "human,random,random", "--seed", "5"
        ) as glass:
            glass.asks("How many (" if name == "o-zoo-le-mio" else CHOICE)
            assert glass.broken == []


@sizes
def test_a_tile_of_new_york_zoo_is_turned_flipped_and_put_where_it_is_seen(
    tmp_path: Path, columns: int, rows: int
) -> None:
    stage = written(tmp_path, "new-york-zoo", opening(2))
    with Glass(tmp_path / "kept", columns, rows, "play", stage, "--seats", "human,random") as glass:
        glass.asks(CHOICE)
        screen = glass.answer("move 1", SPOT)  # e7-01
        assert "an enclosure of 7 cells\n" in screen
        assert "    [][]\n" in screen
        screen = glass.answer("f7 i7", GHOST)
        assert "1 of 4 ways that cover what you typed" in screen  # two ways round, each flipped
        screen = glass.answer("g6", GHOST)
        assert rows_with_ghost(screen) == [[1, 2], [0, 1, 2, 3], [0]]  # as it was drawn, its first cell on G6
        assert " 6 . . . . . . [][]. . . . . ." in screen
        assert " 7 . . . . . [][][][]. . . . ." in screen
        assert "── Your turn" in screen
        screen = glass.answer("turn", GHOST)
        assert rows_with_ghost(screen) == [[0, 1], [1, 2], [1, 2], [1]]  # a quarter to the right
        screen = glass.answer("flip", GHOST)
        assert rows_with_ghost(screen) == [[1, 2], [0, 1], [0, 1], [1]]
        assert "It cannot cover “A1”." in glass.answer("A1", GHOST)  # a house
        screen = glass.answer("board", GHOST)
        assert rows_with_ghost(screen) == [[1, 2], [0, 1], [0, 1], [1]]  # still where it was
        number = next(line for line in screen.splitlines() if "  On " in line)
        glass.answer("", "Your choice (")
        assert glass.broken == []
    lying = number.split("  On ")[1].split()
    assert decisions(tmp_path)[:2] == ["move 1", "place " + " ".join(lying)]


def rows_with_ghost(screen: str) -> list[list[int]]:
    """The columns of the ghost in each row that has any, from its leftmost."""
    board = screen[screen.rindex("   A B C") :].splitlines()[1:10]
    found = [[k for k in range((len(row) - 3) // 2) if row[3 + 2 * k : 5 + 2 * k] == "[]"] for row in board]
    left = min(k for row in found for k in row)
    return [[k - left for k in row] for row in found if row]


@sizes
def test_a_tile_of_o_zoo_le_mio_is_put_where_it_is_seen(tmp_path: Path, columns: int, rows: int) -> None:
    stage = written(tmp_path, "o-zoo-le-mio", position(2, [], [24], winner=0))
    with Glass(tmp_path / "kept", columns, rows, "play", stage, "--seats", "human,random") as glass:
        screen = glass.asks(SPOT)
        assert "\n  1   o     o     o     o" in screen
        assert "24 +1" in screen
        assert "\n  1  [M2]--[S2]   o     o\n" in glass.answer("0,1", GHOST)
        assert "\n  1   o    [M2]--[S2]   o\n" in glass.answer("(1,1) 0 1", GHOST)
        assert "[S2]--[M2]" in glass.answer("turn", GHOST)  # the one other way round that fits there or near it
        screen = glass.answer("0,1 1,1", GHOST)
        assert "\n  1   o    [M2]--[S2]   o\n" in screen
        assert "Path must meet path" in " ".join(screen.split())
        assert "It cannot cover “9,9”." in glass.answer("9,9", GHOST)
        glass.answer("", "How many (")
        assert glass.broken == []
    assert decisions(tmp_path)[0] == "place 24 (1,1) r180"


def test_a_hint_shows_the_placement_it_names(tmp_path: Path) -> None:
    stage = written(tmp_path, "o-zoo-le-mio", position(2, [], [24], winner=0))
    with Glass(tmp_path / "kept", 80, 24, "play", stage, "--seats", "human,random") as glass:
        glass.asks(SPOT)
        screen = glass.answer("hint", GHOST)
        number = screen.split("medium would choose ")[1].split(":")[0]
        assert f"\n{number:>3}  Tile 24 on " in screen
        assert "[M2]" in screen


@sizes
def test_what_is_typed_for_a_bid_is_the_number_of_coins(tmp_path: Path, columns: int, rows: int) -> None:
    stage = written(tmp_path, "o-zoo-le-mio", position(2, [], [24]))
    with Glass(tmp_path / "kept", columns, rows, "play", stage, "--seats", "human:Ada,human:Ben") as glass:
        glass.asks("Hand over to Ada")
        glass.answer("", "How many (0 to 8")
        assert "type a number from 0 to 8" in " ".join(glass.answer("9", "How many (0 to 8").split())
        glass.answer("4", "Hand over to Ben")
        glass.answer("", "How many (0 to 8")
        glass.answer("0", "Where (")
    assert decisions(tmp_path)[0] == "bid 4"


def test_without_coins_the_only_bid_is_0(tmp_path: Path) -> None:
    stage = written(tmp_path, "o-zoo-le-mio", position(2, [], [24], coins=[0, 16]))
    with Glass(tmp_path / "kept", 80, 24, "play", stage, "--seats", "human,random", "--seed", "3") as glass:
        glass.asks("Your choice (0, or just Enter")
        glass.answer("0", "Your choice (0")  # with this seed Ben bids more
    assert decisions(tmp_path)[0] == "bid 0"


@sizes
def test_another_match_is_replaced_only_by_a_yes(tmp_path: Path, columns: int, rows: int) -> None:
    mine = tmp_path / "mine"
    before = transcript.write(Match(POND_GAME, POND_GAME.setup(2), SeededDice(1)))
    mine.write_text(before, "utf-8")
    args = ("play", POND, "--seats", "human,random", "--seed", "3")
    with Glass(tmp_path / "kept", columns, rows, *args) as glass:
        glass.asks(CHOICE)
        glass.answer(f"save {mine}", REPLACE)
        assert "holds another match; choose another name" in " ".join(glass.answer("", CHOICE).split())
        assert mine.read_text("utf-8") == before
        glass.answer(f"save {mine}", REPLACE)
        assert "Saved as" in glass.answer("yes", CHOICE)
        assert mine.read_text("utf-8") != before
    mine.write_text(before, "utf-8")
    with Glass(tmp_path / "kept", columns, rows, *args, "--save", str(mine)) as glass:
        glass.asks(REPLACE)
        glass.answer("yes", CHOICE)
        assert mine.read_text("utf-8") != before
