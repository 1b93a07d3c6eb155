"""The tile set: what is shipped, what a corrected file must keep, and that another set can be played."""

from __future__ import annotations

import copy
import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from paddock.core.state import CHANCE, NOBODY
from paddock.games.o_zoo_le_mio import GAME, board, cells, material, statistics, validate
from paddock.games.o_zoo_le_mio.chart import face
from paddock.games.o_zoo_le_mio.words import tile_text
from tests.games.o_zoo_le_mio import referee as judge
from tests.games.o_zoo_le_mio.referee import ANIMALS, START_PATHS, TILES, Half, Referee, Tile

SHIPPED: dict[str, Any] = json.loads((GAME.folder / "data.json").read_text("utf-8"))


def as_read(data: dict[str, Any]) -> dict[int, Tile]:
    """The tiles of a data file, as the referee knows them."""
    found = {}
    for tile in data["tiles"]:
        halves = [Half(tile[half]["animal"], tile[half]["stars"]) for half in ("a", "b")]
        found[tile["id"]] = Tile((halves[0], halves[1]), tile["bushes"], tile["paths"])
    return found


def test_the_shipped_tiles_are_those_of_the_table() -> None:
    assert as_read(SHIPPED) == TILES
    assert {name: one["paths"] for name, one in SHIPPED["start_tiles"].items()} == START_PATHS
    assert SHIPPED["house_cells"] == [list(cell) for cell in judge.HOUSE]
    assert validate.faults(SHIPPED) == []


def test_what_is_attested_of_the_tiles_holds() -> None:
    assert len(TILES) == 25
    assert all(tile.halves[0].animal != tile.halves[1].animal for tile in TILES.values())
    assert all(1 <= half.stars <= 3 for tile in TILES.values() for half in tile.halves)
    assert {Half("apes", 2), Half("birds", 3)} in [set(tile.halves) for tile in TILES.values()]
    assert Half("birds", 1) in TILES[4].halves
    assert TILES[4].bushes == 1
    stars = Counter(half for tile in TILES.values() for half in tile.halves)
    assert stars == {Half(animal, k): number for animal in ANIMALS for k, number in ((1, 3), (2, 4), (3, 3))}
    assert Counter(tile.bushes for tile in TILES.values()) == {0: 10, 1: 10, 2: 4, 3: 1}
    assert Counter(sum(map(len, tile.paths)) for tile in TILES.values()) == {2: 1, 3: 10, 4: 10, 5: 3, 6: 1}
    assert [number for number, tile in TILES.items() if len(tile.paths) > 1] == [12, 15]


def break_ids(data: dict[str, Any]) -> None:
    data["tiles"][7]["id"] = data["tiles"][3]["id"]


def break_count(data: dict[str, Any]) -> None:
    data["tiles"].pop()


def break_animals(data: dict[str, Any]) -> None:
    data["tiles"][7]["b"]["animal"] = data["tiles"][7]["a"]["animal"]


def break_kind(data: dict[str, Any]) -> None:
    data["tiles"][7]["b"]["animal"] = "dragons"


def break_stars(data: dict[str, Any]) -> None:
    data["tiles"][7]["a"]["stars"] = 0


def break_bushes(data: dict[str, Any]) -> None:
    data["tiles"][7]["bushes"] = -1


def break_no_path(data: dict[str, Any]) -> None:
    data["tiles"][7]["paths"] = []


def break_twice(data: dict[str, Any]) -> None:
    data["tiles"][7]["paths"] = [["BN", "BS"], ["BS", "AW"]]


def break_crossing(data: dict[str, Any]) -> None:
    data["tiles"][7]["paths"] = [["AN", "BE"], ["BN", "AS"]]  # round the tile: 1, 2, 1, 2


def break_edge(data: dict[str, Any]) -> None:
    data["tiles"][7]["paths"] = [["AE", "BS"]]


@pytest.mark.parametrize(
    ("spoil", "named"),
    [
        (break_ids, ["4", "id"]),
        (break_count, ["24", "25"]),
        (break_animals, ["8", "animal"]),
        (break_kind, ["8", "animal", "dragons"]),
        (break_stars, ["8", "stars"]),
        (break_bushes, ["8", "bushes"]),
        (break_no_path, ["8", "path"]),
        (break_twice, ["8", "BS"]),
        (break_crossing, ["8", "cross"]),
        (break_edge, ["8", "AE"]),
    ],
)
def test_a_file_that_breaks_a_law_of_the_tiles_is_refused_by_name(
    spoil: Callable[[dict[str, Any]], None], named: list[str], tmp_path: Path
) -> None:
    data = copy.deepcopy(SHIPPED)
    spoil(data)
    faults = validate.faults(data)
    assert any(all(word in fault for word in named) for fault in faults), faults
    file = tmp_path / "data.json"
    file.write_text(json.dumps(data), "utf-8")
    with pytest.raises(validate.BadData) as caught:
        validate.read(file)
    assert caught.value.faults == faults


def test_every_violation_is_told_not_the_first_alone() -> None:
    data = copy.deepcopy(SHIPPED)
    break_stars(data)
    break_no_path(data)
    data["tiles"][2]["bushes"] = 21
    assert len(validate.faults(data)) == 3


def test_paths_that_do_not_cross_are_accepted() -> None:
    data = copy.deepcopy(SHIPPED)
    data["tiles"][7]["paths"] = [["AN", "BN"], ["BE", "BS"], ["AS", "AW"]]
    assert validate.faults(data) == []


def test_an_unreadable_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "data.json"
    file.write_text("{", "utf-8")
    with pytest.raises(validate.BadData):
        validate.read(file)
    with pytest.raises(validate.BadData):
        validate.read(tmp_path / "nothing.json")


def another_set() -> dict[str, Any]:
    """Other numbers, other stars, and bushes on three tiles only."""
    data = copy.deepcopy(SHIPPED)
    for k, tile in enumerate(data["tiles"]):
        tile["id"] = 75 - tile["id"]
        tile["a"]["stars"] = 1 + k % 6
        tile["bushes"] = 20 if k in (4, 11, 20) else 0
    return data


@pytest.fixture
def other_tiles(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    data = another_set()
    assert validate.faults(data) == []
    monkeypatch.setattr(judge, "TILES", as_read(data))
    board.equip(material.tables(data))
    yield data
    board.equip(material.SHIPPED)


def play_beside(rule_set: str, seats: int) -> Referee:
    """A whole random game, engine and referee side by side."""
    rng = random.Random(rule_set)
    state = GAME.start(GAME.setup(seats, rule_set=rule_set))
    referee = Referee(seats, rule_set)
    while referee.phase != "over":
        assert GAME.position(state) == referee.position()
        if referee.actor() == "chance":
            seat, notation = CHANCE, rng.choice(referee.chance())
        else:
            seat = rng.choice(referee.pending())
            legal = [GAME.notation(state, seat, action) for action in state.legal_actions(seat)]
            assert sorted(legal) == sorted(referee.legal(seat))
            notation = rng.choice(legal)
        state.apply(seat, GAME.parse(state, seat, notation))
        referee.play(seat, notation)
        assert [state.cells[cells.BENCH + seat] for seat in range(seats)] == referee.benches
    assert state.actor == NOBODY
    assert GAME.position(state) == referee.position()
    return referee


@pytest.mark.parametrize("rule_set", ["standard", "reference_manual", "professional"])
def test_another_set_of_tiles_is_played_as_the_referee_plays_it(other_tiles: dict[str, Any], rule_set: str) -> None:
    referee = play_beside(rule_set, 3)
    assert {int(lot.split()[0]) for lot in referee.lots} == {tile["id"] for tile in other_tiles["tiles"]}
    if rule_set == "professional":
        assert "a year without tiles" in referee.happened, "three bush tiles: the second year takes all the rest"


def test_what_is_shown_of_a_tile_follows_the_set_in_play() -> None:
    shipped, name = face(0), tile_text(0)
    assert shipped["id"] == SHIPPED["tiles"][0]["id"]
    other = another_set()
    other["tiles"][0]["paths"] = [["AN", "BS"]]
    with statistics.playing_with(other):
        assert face(0)["id"] == other["tiles"][0]["id"] != shipped["id"]
        assert face(0)["lines"] != shipped["lines"]
        assert tile_text(0) != name
    assert (face(0), tile_text(0)) == (shipped, name)


@pytest.fixture
def many_paths(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """Halves that carry two or three paths which do not meet; the referee counts areas by joins, paths and parts."""
    data = copy.deepcopy(SHIPPED)
    apart = [
        [["AN", "BN"], ["BE", "BS"], ["AS", "AW"]],
        [["AW", "AN"], ["BN", "BE"], ["BS", "AS"]],
        [["AN", "AW"], ["BN", "BE", "BS", "AS"]],
        [["AN"], ["BN"], ["BE"], ["BS"], ["AS"], ["AW"]],
    ]
    for k, tile in enumerate(data["tiles"]):
        if k % 5:
            tile["paths"] = apart[k % 5 - 1]
    assert validate.faults(data) == []
    monkeypatch.setattr(judge, "TILES", as_read(data))
    monkeypatch.setattr(judge.Zoo, "areas", judge.Zoo.joins_less_paths_plus_parts)
    board.equip(material.tables(data))
    yield
    board.equip(material.SHIPPED)


@pytest.mark.usefixtures("many_paths")
def test_halves_with_several_paths_are_played_as_the_referee_plays_them() -> None:
    benches = sum(
        sum(play_beside(rule_set, 2).benches) for rule_set in ("standard", "reference_manual", "professional")
    )
    assert benches


def test_the_statistics_describe_the_set() -> None:
    # 1 tile with 2 path edges, 10 with 3, 10 with 4, 3 with 5, 1 with 6.
    measured = statistics.measure(SHIPPED, games=2, seats=2)
    assert measured["set"]["bush_tiles"] == 15
    assert measured["set"]["bushes"] == 21
    assert measured["games"] == 2
    assert measured["seats"] == 2
    assert list(material.IDS) == list(TILES), "the shipped tiles are in play again"


def test_the_shipped_tiles_are_back_afterwards() -> None:
    assert list(material.IDS) == list(TILES)
