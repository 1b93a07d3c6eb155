"""`paddock data`: a corrected tile set is checked and measured, and whatever is wrong is said."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from paddock.games.o_zoo_le_mio import board, material
from tests.cli.conftest import Run

SHIPPED = material.FOLDER / "data.json"


def corrected(folder: Path, **changes: Any) -> Path:
    """A copy of the shipped file with some entries replaced."""
    file = folder / "data.json"
    file.write_text(json.dumps({**json.loads(SHIPPED.read_text("utf-8")), **changes}), "utf-8")
    return file


def tiles() -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = json.loads(SHIPPED.read_text("utf-8"))["tiles"]
    return found


def test_the_shipped_set_is_valid(run: Run) -> None:
    result = run(f"data check {SHIPPED}")
    assert (result.exit_code, result.stdout) == (0, f"valid: {SHIPPED}\n")


def test_every_fault_is_named(run: Run, home: Path) -> None:
    wrong = tiles()
    wrong[3]["bushes"] = -1
    wrong[6]["a"]["stars"] = 9
    file = corrected(home, tiles=wrong)
    result = run(f"data check {file}")
    assert result.exit_code == 1
    lines = result.stdout.splitlines()
    assert lines[0] == f"invalid: {file} has 2 faults"
    assert lines[1].startswith("  tile 4: ")
    assert "bushes" in lines[1]
    assert lines[2].startswith("  tile 7: ")
    assert "stars" in lines[2]


@pytest.mark.parametrize("command", ["check", "stats"])
@pytest.mark.parametrize(
    ("text", "said"), [("{", "not JSON: "), ("[]", "one object"), ("[" * 100_000, "not JSON"), ("7", "one object")]
)
def test_what_is_no_tile_set_is_refused(run: Run, home: Path, command: str, text: str, said: str) -> None:
    file = home / "data.json"
    file.write_text(text, "utf-8")
    result = run(f"data {command} {file}")
    assert result.exit_code == 1
    assert result.stdout.startswith(f"invalid: {file} has 1 fault\n")
    assert said in result.stdout


@pytest.mark.parametrize("command", ["check", "stats"])
def test_what_cannot_be_read_is_one_sentence(run: Run, home: Path, command: str) -> None:
    (home / "picture").write_bytes(b"\xff\xfe\x00")
    for name, said in (("absent", "no such file"), ("picture", "a tile set is UTF-8 text"), (".", "directory")):
        result = run(f"data {command} {home / name}")
        assert result.exit_code == 2
        assert said in result.stderr
        assert len(result.stderr.splitlines()) == 1


def test_an_entry_of_another_kind_is_a_fault_and_no_crash(run: Run, home: Path) -> None:
    shipped = json.loads(SHIPPED.read_text("utf-8"))
    for name in shipped:
        if name not in ("reconstructed", "benches"):
            result = run(f"data check {corrected(home, **{name: 5})}")
            assert result.exit_code == 1, name
            assert name in result.stdout


def test_what_no_game_could_be_played_with_is_a_fault(run: Run, home: Path) -> None:
    shipped = json.loads(SHIPPED.read_text("utf-8"))
    animals = [{"key": f"animal {k}"} for k in range(5)]
    zoos = [{"key": "a", "name": "A"}, *shipped["zoos"][1:]]
    sets = {**shipped["rule_sets"], "mine": {"income": "lots"}}
    for changes, said in (
        ({"animals": animals}, 'with one of these as "key": apes, mammals, birds, reptiles, sea'),
        ({"zoos": zoos}, 'zoos[0]: "colour" must be a text, got None'),
        ({"rule_sets": sets}, "rule_sets: in \"mine\" income cannot be 'lots'"),
        ({"rule_sets": {"standard": {}}}, 'rule_sets: "standard" must say what coins_open is'),
    ):
        result = run(f"data check {corrected(home, **changes)}")
        assert result.exit_code == 1
        assert said in result.stdout


def test_statistics_as_json_tell_of_the_set_in_the_file(run: Run, home: Path) -> None:
    other = tiles()
    other[0]["bushes"] = 5
    result = run(f"data stats {corrected(home, tiles=other)} --games 3 --seats 2 --seed 4 --start-tile side --json")
    found = json.loads(result.stdout)
    assert found["set"]["bushes"] == sum(tile["bushes"] for tile in tiles()) + 5
    assert (found["games"], found["seats"]) == (3, 2)
    assert found["reconstructed"][0] == "tiles"
    assert board.BUSH[0] == 0, "the shipped tiles are in play again"


def test_statistics_for_reading(run: Run) -> None:
    shown = run(f"data stats {SHIPPED} --games 3").stdout
    for words in (
        "reconstructed     tiles",
        "21 on 15 tiles",
        "3 games of 4",
        "benches at the end",
        "places for tile 25",
    ):
        assert words in shown


def test_a_starting_tile_that_is_not_there_is_refused(run: Run) -> None:
    result = run(f"data stats {SHIPPED} --start-tile back")
    assert result.exit_code == 2
    assert f"{SHIPPED} has no starting tile 'back'; it has front, side" in result.stderr
