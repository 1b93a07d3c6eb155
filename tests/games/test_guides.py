"""The guides: every game has one in every language, all say the same, and their tables are the game's own numbers."""

from __future__ import annotations

import json
import re
import tomllib
from fnmatch import fnmatch
from pathlib import Path
from typing import Any

import pytest

from paddock.core.game import Game
from paddock.core.message import LANGUAGES
from paddock.core.registry import list_games, load

PROJECT = Path(__file__).parents[2] / "pyproject.toml"
MINUS = "−"
Table = list[list[str]]

# A new game may be played before anybody has written down its rules.
RULED = [name for name in list_games() if load(name).numbered_rules()]
every_game = pytest.mark.parametrize("game", [load(name) for name in RULED], ids=RULED)
every_language = pytest.mark.parametrize("language", LANGUAGES)


def guide(game: Game, language: str) -> str:
    text = game.guide(language)
    assert text, f"{game.name} has no guide.{language}.md"
    return text


def blocks(text: str) -> list[list[str]]:
    """What blank lines part, as lines; an item goes on until the next one begins."""
    found = []
    for block in text.strip().split("\n\n"):
        lines: list[str] = []
        for line in block.split("\n"):
            if lines and not re.match(r"[|#]|- |\d+\. ", line):
                lines[-1] += f" {line.strip()}"
            else:
                lines.append(line)
        found.append(lines)
    return found


def shape(line: str) -> tuple[str, int, list[int]]:
    """The kind of a line, how many cells it has, and every number in it."""
    kind = re.match(r"#+|\||- |\d+\. |", line)
    assert kind is not None
    return kind[0], line.count("|"), sorted(int(number) for number in re.findall(r"\d+", line))


def tables(game: Game, language: str) -> list[Table]:
    """The rows of each table, without its head."""
    found = [block for block in blocks(guide(game, language)) if block[0].startswith("|")]
    return [[[cell.strip() for cell in row.strip("|").split("|")] for row in block[2:]] for block in found]


def data(game: Game) -> Any:
    return json.loads((game.folder / "data.json").read_text("utf-8"))


def numbers(text: str) -> list[int]:
    return [int(number.replace(MINUS, "-")) for number in re.findall(rf"{MINUS}?\d+", text)]


def test_every_game_of_ours_has_rules() -> None:
    assert {"franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"} <= set(RULED)


@every_game
def test_every_game_with_rules_has_a_guide_in_every_language(game: Game) -> None:
    assert game.numbered_rules()
    assert all(game.guide(language) for language in LANGUAGES)


@every_game
def test_the_languages_have_the_same_headings_items_tables_and_numbers(game: Game) -> None:
    first, *others = [[[shape(line) for line in block] for block in blocks(guide(game, each))] for each in LANGUAGES]
    for other in others:
        for mine, theirs in zip(first, other, strict=True):
            assert mine == theirs


@every_game
def test_what_people_read_is_shipped(game: Game) -> None:
    shipped = tomllib.loads(PROJECT.read_text("utf-8"))["tool"]["setuptools"]["package-data"]["*"]
    for name in ("RULES.md", *(f"guide.{language}.md" for language in LANGUAGES)):
        assert (game.folder / name).exists()
        assert any(fnmatch(name, pattern) for pattern in shipped)


@every_game
@every_language
def test_a_guide_is_for_people_who_play(game: Game, language: str) -> None:
    """No code, no ids, no commands; one title, and it names the game."""
    text = guide(game, language)
    assert [line for line in text.split("\n") if line.startswith("# ")] == [text.split("\n")[0]]
    assert game.title in text.split("\n")[0]
    for word in ("`", "_", "http", "](", "paddock", "RULES", "--option"):
        assert word not in text
    assert not re.search(r"\b[RA]\d", text)


@every_language
def test_zooloretto_scores_prices_and_trucks(language: str) -> None:
    game = load("zooloretto")
    known = data(game)
    prices, enclosures, besides, players = tables(game, language)
    keys = ("spaces", "full", "one_empty", "bonus", "stall_spaces")
    assert [[int(cell) for cell in row[1:]] for row in enclosures] == [
        [each[key] for key in keys] for each in known["enclosures"] if each["name"] != "X2"
    ]
    words = game.words(language).texts
    assert [row[0] for row in enclosures] == [words[f"place.{name}"] for name in ("E4", "E5", "E6", "X1")]
    cost, points = known["prices"], known["points"]
    assert [int(row[0]) for row in prices] == [
        *[cost["remodel"]] * 4, cost["purchase"], cost["discard"], cost["expand"]
    ]  # fmt: skip
    assert numbers(prices[4][1]) == [cost["to_seller"]]
    assert [numbers(row[1]) for row in besides] == [
        [points["animal_beside_stall"]], [0], [points["stall_type"]], [points["barn_type"]], [points["barn_type"]]
    ]  # fmt: skip
    for seats, types, trucks, expansions in players:
        table = known["by_players"][seats]
        spaces = table["trucks"]
        told = [len(spaces), *spaces] if len(set(spaces)) > 1 else [len(spaces), spaces[0]]
        assert (int(types), numbers(trucks), int(expansions)) == (table["types"], told, table["expansions"])
    assert [int(row[0]) for row in players] == list(game.seats)


@every_language
def test_franks_zoo_food_chain_places_teams_and_deal(language: str) -> None:
    game = load("franks-zoo")
    known = data(game)
    chain, places, teams, points, deal = tables(game, language)
    words = game.words(language).texts
    nobody = chain[0][1]
    beaten: dict[str, list[str]] = known["outranked_by"]
    beats = {kind: [other for other, by in beaten.items() if kind in by] for kind in beaten}
    assert chain == [
        [
            ", ".join(str(words[f"kind.{kind}"]) for kind in kinds) or nobody
            for kinds in ([one], beaten[one], beats[one])
        ]
        for one in beaten
    ]
    for row in places:
        seats = int(row[0])
        assert [int(cell) for cell in row[1 : seats + 1]] == [*range(seats, 1, -1), 0]
        assert not any(row[seats + 1 :])
    assert [int(row[0]) for row in places] == list(game.seats)
    assert {row[0]: numbers(row[1]) for row in teams} == {
        seats: [place for pair in team["pairs"] for place in pair] for seats, team in known["teams"].items()
    }
    assert {row[0]: numbers(row[2]) for row in teams} == {
        seats: [team["solo"]] if team["solo"] else [] for seats, team in known["teams"].items()
    }
    assert numbers(points[1][1]) == [known["solo_bonus"]]
    cards = sum(known["deck"]["cards"].values())
    for row in deal:
        least, more = divmod(cards, int(row[0]))
        assert numbers(row[1]) == ([least + 1, least] if more else [least])
    assert f" {known['target']} " in guide(game, language)


@every_language
def test_o_zoo_le_mio_years(language: str) -> None:
    ranks, years, _sets = tables(load("o-zoo-le-mio"), language)
    assert [row[1:] for row in ranks] == [["2", "1", "1"], ["2", "1", "2"]]
    assert years == [[str(year), str(year)] for year in range(1, 6)]


@every_language
def test_new_york_zoo_attractions_boards_and_steps(language: str) -> None:
    game = load("new-york-zoo")
    known = data(game)
    attractions, players = tables(game, language)
    assert [numbers(" ".join(row))[:1] + numbers(row[1]) for row in attractions] == [
        [each["spaces"]] + ([] if each["unlimited"] else [each["count"]]) for each in known["attractions"]["tiles"]
    ]
    boards = known["boards"]["list"]
    for seats, steps, houses, cells, bonus in players:
        own = [board for board in boards if board["players"] == int(seats)]
        assert numbers(houses) == [board["houses"] for board in own]
        assert numbers(cells) == [board["construction_area"] for board in own]
        if seats != "1":
            assert numbers(steps) == known["elephant_range"]["by_players"][seats]
        assert (bonus == players[0][4]) == known["bonus_breeding"]["by_players"][seats]
