"""The words of O Zoo le Mio: prompts, reasons and log lines, in both languages."""

from __future__ import annotations

from typing import Any

import pytest

from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.games.o_zoo_le_mio import GAME
from tests.games.o_zoo_le_mio.positions import table
from tests.games.o_zoo_le_mio.scene import Scene, say

# Prompts.


def test_r3_1_a_bid_is_asked_with_what_the_tile_could_bring_and_who_wins_a_tie() -> None:
    scene = Scene(3, pole=(1, 0, 2))
    asked = scene.prompt(0)
    assert say(asked.ask) == (
        "What is tile 24 worth to you? It shows sea life (2 stars), mammals (2 stars) and 1 bush. You have 8 coins. "
        "It could bring you 5 more at once (visitors, trees and benches). In a tie your flag beats Cleo."
    )
    assert [choice.path for choice in asked.choices] == [(f"bid:{coins}",) for coins in range(9)]
    assert say(scene.choice(0, "bid 1").text) == "Bid 1 coin"
    assert scene.notes(0, "bid 1") == ["7 coins left if you win"]
    assert scene.notes(0, "bid 8") == ["All you have"]
    assert scene.why(0) == {("bid:9",): "You can bid at most what you have: 8 coins."}
    assert scene.why(0, "de") == {("bid:9",): "Du kannst höchstens so viel bieten, wie du hast: 8 Münzen."}
    assert say(scene.prompt(1).ask).endswith("You win every tie.")
    assert say(scene.prompt(2).ask, "de").endswith("Du verlierst jeden Gleichstand.")


def test_r3_1_without_coins_there_is_one_bid() -> None:
    scene = Scene(2).bid(8, 0).place("(0,1) r180")
    assert [choice.notation for choice in scene.prompt(0).choices] == ["bid 0"]
    assert scene.notes(0, "bid 0") == ["0 coins left if you win"]
    assert scene.why(0) == {("bid:1",): "You can bid at most what you have: 0 coins."}


def test_who_has_bid_is_told_his_bid_and_others_that_bids_are_made() -> None:
    scene = Scene(3).play(1, "bid 3")
    assert say(scene.prompt(1).ask) == "You bid 3 coins for tile 24. Waiting for the others."
    assert say(scene.prompt(SPECTATOR).ask) == "Bids are being made for tile 24."
    assert not scene.prompt(1).choices


def test_a_placement_tells_benches_visitors_trees_and_path_ends() -> None:
    scene = Scene(2).bid(3, 1)
    asked = scene.prompt(0)
    assert say(asked.ask) == (
        "Where does tile 24 go? It shows sea life (2 stars), mammals (2 stars) and 1 bush. "
        "Path must meet path, and grass must meet grass."
    )
    assert scene.choice(0, "place 24 (1,1) r180").path == ("cell:(1,1)", "cell:(0,1)", "turn:(1,1) r180")
    assert say(scene.choice(0, "place 24 (1,1) r180").text) == "tile 24 on (1,1), the other half to the west"
    assert scene.notes(0, "place 24 (1,1) r180") == [
        "Surrounds an area: 1 bench",
        "Your visitors to the mammals: 0 → 1",
        "Your visitors to the sea life: 0 → 1",
        "Your trees: 0 → 2",
        "1 path end stays open",
    ]
    assert "3 path ends stay open" in scene.notes(0, "place 24 (0,1) r180")
    assert say(scene.prompt(1).ask) == "Ada places tile 24."


def test_a_placement_tells_what_others_lose() -> None:
    scene = Scene(2, 24, 25, 2, 14, 16).bid(3, 1).place("(1,1) r180").bid(0, 1)
    notes = scene.notes(1, "place 25 (1,1) r0")
    assert "Your visitors to the sea life: 0 → 2" in notes  # as strong, but newer
    assert "Visitors of Ada to the sea life: 1 → 1" not in notes
    assert "Your trees: 0 → 2" in notes
    assert "Trees of Ada: 2 → 1" in notes


def test_a_placement_that_changes_no_rank_tells_what_has_grown() -> None:
    scene = Scene(2, 24, 19, 16, 14, 2).bid(3, 1).place("(1,1) r180").bid(0, 1).place("(0,1) r0").bid(0, 1)
    assert scene.notes(1, "place 16 (2,1) r0") == [
        "Your visitors to the sea life: 0 → 2",
        "Your best enclosure, apes: 1 → 2 stars",
        "You then have 3 bushes",
        "2 path ends stay open",
    ]


def test_where_nothing_moves_before_the_years_end_it_is_promised_for_then() -> None:
    scene = Scene(2, rule_set="reference_manual")
    said = "As the ranks stand it could be worth 5 more at the year's end (visitors, trees and benches)."
    assert said in say(scene.prompt(0).ask)
    assert "Beim jetzigen Stand könnte es dir am Jahresende 5 mehr bringen" in say(scene.prompt(0).ask, "de")
    scene.bid(3, 1)
    assert scene.notes(0, "place 24 (1,1) r180") == [
        "Surrounds an area: 1 bench",
        "At the year's end, as things stand: your visitors to the mammals 0 → 1",
        "At the year's end, as things stand: your visitors to the sea life 0 → 1",
        "At the year's end, as things stand: your trees 0 → 2",
        "1 path end stays open",
    ]
    german = [say(note, "de") for note in scene.choice(0, "place 24 (1,1) r180").note]
    assert "Am Jahresende, beim jetzigen Stand: deine Bäume 0 → 2" in german
    lots = ["6 (0,1) r180 by 0"]
    state = table(2, lots, [18], winner=1, allocation_timing="year_end").state
    choices = GAME.prompt(state.mask(1)).choices
    told = {say(note) for choice in choices for note in choice.note}
    assert "At the year's end, as things stand: your trees 0 → 2" in told
    assert "At the year's end, as things stand: trees of Ada 2 → 1" in told


def test_r7_2_a_flag_that_has_dropped_moves_trees_with_the_tile_and_it_is_told() -> None:
    lots = ["6 (0,1) r180 by 0", "18 (-1,1) r0 by 1"]
    sale = table(2, lots, [20], tree_tiebreak="flag", flag=[0, 1]).bids(1, 1)
    for choice in GAME.prompt(sale.state.mask(0)).choices:
        after = sale.state.copy()
        after.apply(0, choice.action)
        assert GAME.position(after)["trees"] == [1, 2]
        told = [say(note) for note in choice.note]
        assert "Your trees: 2 → 1" in told
        assert "Trees of Ben: 1 → 2" in told


# Why not.


def test_r4_why_a_tile_cannot_lie_somewhere() -> None:
    why = Scene(2).bid(3, 1).why(0)
    assert why[("cell:(-1,0)",)] == "No path leads here: a tile must extend a path."
    assert why[("turn:(0,1) r0",)] == "The half with mammals has grass on its south side, where a path arrives."
    assert why[("on:start",)] == "The starting tile lies there."
    assert why[("on:house",)] == "The house stands there."
    assert why[("away",)] == "No path leads here: a tile must extend a path."
    assert ("on:tile",) not in why
    german = Scene(2).bid(3, 1).why(0, "de")
    assert german[("turn:(0,1) r0",)] == "Die Hälfte „Säugetiere“ hat Gras im Süden, wo ein Weg ankommt."


def test_r4_5_where_no_path_must_go_on_a_tile_must_touch_the_zoo() -> None:
    why = Scene(2, must_extend_path=False).bid(3, 1).why(0)
    assert why[("away",)] == "It would not touch your zoo."


def test_r4_why_a_path_cannot_run_into_grass_or_a_tile_lie_on_another() -> None:
    """Turned by 90 the paths of tile 19 leave its apes to the west, and its reptiles, below, to the west and south."""
    why = Scene(2).bid(3, 1).place("(0,1) r180").bid(1, 0).why(0)
    assert why[("turn:(1,2) r90",)] == "On the half with reptiles the path to the west would run into grass."
    assert why[("on:tile",)] == "A tile lies there already."


def test_r4_every_reason_is_for_something_that_cannot_be_done() -> None:
    scene = Scene(4).bid(0, 5, 0, 0)
    asked = scene.prompt(1)
    legal = {place for choice in asked.choices for place in choice.path}
    barred = [place for blocked in asked.blocked for place in blocked.path]
    assert not legal.intersection(barred)
    assert len(barred) == len(set(barred))


# Log lines.


def test_flags_and_tiles_are_told() -> None:
    assert Scene(3, pole=(2, 0, 1)).news(0) == [
        "The flags hang on the pole, from the top: Cleo, Ada and Ben.",
        "Year 1 begins: everything counts times 1 at its end.",
        "Turned up: tile 24 with sea life (2 stars), mammals (2 stars) and 1 bush.",
        "Turned up: tile 19 with apes (1 star), reptiles (2 stars) and 2 bushes.",
        "Turned up: tile 2 with birds (3 stars) and apes (3 stars).",
        "Turned up: tile 14 with mammals (2 stars), apes (1 star) and 1 bush.",
        "Turned up: tile 16 with sea life (2 stars), apes (2 stars) and 1 bush.",
    ]


def test_r3_3_bids_stay_hidden_until_all_are_in_and_a_tie_is_explained() -> None:
    scene = Scene(3, pole=(1, 0, 2))
    scene.news(0)
    scene.news(SPECTATOR)
    scene.play(2, "bid 3").play(0, "bid 3")
    assert scene.news(0) == ["Cleo has bid.", "Ada bids 3 coins; nobody sees it yet."]
    assert scene.news(SPECTATOR) == ["Cleo has bid.", "Ada has bid."]
    scene.play(1, "bid 1")
    told = [
        "Bids for tile 24: Ada 3, Ben 1 and Cleo 3.",
        "A tie between Ada and Cleo: Ada's flag is highest.",
        "Ada wins tile 24 for 3 coins.",
        "The flag of Ada goes to the bottom.",
    ]
    assert scene.news(0) == told
    assert scene.news(SPECTATOR) == told


def test_r3_4_a_tile_that_nobody_bids_for_is_free() -> None:
    scene = Scene(2)
    scene.news(0)
    scene.bid(0, 0)
    assert scene.news(0)[-3:] == [
        "A tie between Ada and Ben: Ada's flag is highest.",
        "Ada gets tile 24 for nothing.",
        "The flag of Ada goes to the bottom.",
    ]


def test_a_placement_is_told_with_all_that_it_brings() -> None:
    scene = Scene(2).bid(3, 1)
    scene.news(1)
    scene.place("(1,1) r180")
    assert scene.news(1) == [
        "Ada places tile 24 on (1,1), the other half to the west.",
        "Ada has surrounded an area: 1 bench.",
        "Visitors to the mammals: 1 for Ada (2 stars).",
        "Visitors to the sea life: 1 for Ada (2 stars).",
        "Trees: 2 for Ada (1 bush).",
    ]


def test_in_german() -> None:
    scene = Scene(2)
    scene.news(0)
    scene.bid(1, 1).place("(1,1) r180")
    assert scene.news(0, "de") == [
        "Ada bietet 1 Münze; noch sieht es niemand.",
        "Gebote auf Plättchen 24: Ada 1 und Ben 1.",
        "Gleichstand zwischen Ada und Ben: Die Fahne von Ada hängt am höchsten.",
        "Ada ersteigert Plättchen 24 für 1 Münze.",
        "Die Fahne von Ada kommt nach unten.",
        "Ada legt Plättchen 24 auf (1,1), die andere Hälfte im Westen.",
        "Ada hat eine Fläche umschlossen: 1 Bank.",
        "Säugetiere, Besucher: 1 für Ada (2 Sterne).",
        "Meerestiere, Besucher: 1 für Ada (2 Sterne).",
        "Bäume: 2 für Ada (1 Busch).",
    ]


@pytest.mark.parametrize(
    ("option", "line"),
    [
        ("discard", "It fits nowhere in the zoo of Ada: tile 12 leaves the game."),
        ("keep_for_income", "It fits nowhere in the zoo of Ada: tile 12 lies beside it and counts for income."),
    ],
)
def test_r4_6_a_tile_that_fits_nowhere_is_told_and_warned_of(option: str, line: str) -> None:
    scene = Scene(2, 16, 12, 2, 14, 24, unplaceable_tile=option).bid(3, 1).place("(0,1) r270")
    warned = {"discard": "it leaves the game", "keep_for_income": "it lies beside it and counts for income"}
    assert f"It fits nowhere in your zoo: if you win it, {warned[option]}." in say(scene.prompt(0).ask)
    assert "It fits nowhere in your zoo" not in say(scene.prompt(1).ask)
    scene.news(1)
    scene.bid(2, 1)
    assert scene.news(1)[-2:] == ["Ada wins tile 12 for 2 coins.", line]


def sold_out(scene: Scene, times: int) -> Scene:
    """So many auctions in which nobody bids, each tile put where it first fits."""
    for _ in range(times):
        scene.bid(0, 0)
        seat = int(scene.state.actor)
        scene.play(seat, scene.prompt(seat).choices[0].notation)
    return scene


def test_r8_a_years_end_is_told_with_scores_and_income() -> None:
    scene = Scene(2, *range(1, 11))
    sold_out(scene, 4)
    scene.news(SPECTATOR)
    sold_out(scene, 1)
    told = scene.news(SPECTATOR)
    at = told.index("Year 1 is over; everything counts times 1.")
    scores = GAME.position(scene.state)["points"]
    assert told[at + 1].startswith("Ada: ")
    assert told[at + 1].endswith(f"= {scores[0]}, now {scores[0]}.")
    assert told[at + 2].endswith(f"= {scores[1]}, now {scores[1]}.")
    assert told[at + 3] == "Income: Ada 3 and Ben 2."
    assert told[at + 4] == "Year 2 begins: everything counts times 2 at its end."


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rule_set", ["standard", "reference_manual", "professional"])
def test_a_whole_game_is_told_to_the_end(rule_set: str, language: str) -> None:
    scene = Scene(2, *range(1, 26), rule_set=rule_set)
    sold_out(scene, 25)
    assert scene.match.over
    last = scene.news(SPECTATOR, language)[-1]
    assert last == say(GAME.prompt(scene.state.mask(0)).ask, language)
    assert ("win" if language == "en" else "gewinn") in last


NOTHING = {"visitors": 0, "trees": 0, "benches": 0}


@pytest.mark.parametrize(
    ("rule", "english", "german"),
    [
        ("shared", "Ada and Cleo win the game together with 35 points.", "Ada und Cleo gewinnen das Spiel gemeinsam"),
        (
            "flagpole",
            "Ada wins the game with 35 points. Cleo: as many points, but a lower flag.",
            "Ada gewinnt das Spiel mit 35 Punkten. Cleo: ebenso viele Punkte, aber die Fahne hängt tiefer.",
        ),
        (
            "visitors_then_trees",
            "Cleo wins the game with 35 points. Ada: as many points and visitors, but fewer trees.",
            "Cleo gewinnt das Spiel mit 35 Punkten. Ada: ebenso viele Punkte und Besucher, aber weniger Bäume.",
        ),
    ],
)
def test_r9_2_a_tie_at_the_end_is_explained(rule: str, english: str, german: str) -> None:
    """Ada and Cleo end with 35 points and three visitors each; Cleo has trees, and Ada the highest flag."""
    lots = ["2 (0,1) r270 by 2", "19 (1,2) r90 by 2", "7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"]
    fourth = {"visitors": 5, "trees": 0, "benches": 0}
    sheet = [[*[NOTHING] * 3, fourth], [NOTHING] * 4, [NOTHING] * 4]
    changes: dict[str, Any] = {"leg": 4, "sold": 4, "sheet": sheet, "points": [20, 0, 0], "flag": [1, 2, 0]}
    end = table(3, lots, [4], final_tiebreak=rule, **changes).bids(1, 0, 1)
    asked = GAME.prompt(end.state.mask(1)).ask
    assert say(asked) == english
    assert say(asked, "de").startswith(german)


def test_r9_2_fewer_visitors_are_the_first_reason() -> None:
    lots = ["2 (0,1) r270 by 2", "19 (1,2) r90 by 2", "7 (1,1) r0 by 0", "8 (-1,1) r0 by 1"]
    fourth = {"visitors": 5, "trees": 0, "benches": 0}
    first, third = NOTHING | {"visitors": 1}, NOTHING | {"visitors": 4}
    sheet = [[*[NOTHING] * 3, fourth], [first, NOTHING, third, NOTHING | {"visitors": 3}], [NOTHING] * 4]
    changes: dict[str, Any] = {"leg": 4, "sold": 4, "sheet": sheet, "points": [20, 25, 0], "flag": [1, 2, 0]}
    end = table(3, lots, [4], final_tiebreak="visitors_then_trees", **changes).bids(1, 0, 1)
    assert say(GAME.prompt(end.state.mask(1)).ask) == (
        "Cleo wins the game with 35 points. Ada: as many points and visitors, but fewer trees. "
        "Ben: as many points, but fewer visitors."
    )
