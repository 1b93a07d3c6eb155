"""The words of New York Zoo: prompts, reasons and log lines, in both languages."""

from __future__ import annotations

import random
import re
from typing import Any

import pytest

from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES
from paddock.core.state import SPECTATOR
from paddock.core.story import Story
from paddock.games.new_york_zoo import GAME
from paddock.games.new_york_zoo.ground import holes
from paddock.games.new_york_zoo.material import cell_number
from tests.games.new_york_zoo.zoo import NAMES, Table, lay, leave, opening, say

# Moving.


def test_r3_a_move_is_told_with_what_it_brings_and_who_breeds() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "arctic_fox", 2)
    lay(position, 1, "e4-08", "K9 L9 M9 N9", "arctic_fox", 3)
    table = Table(position)
    assert table.ask == "Where does the elephant go? 1 to 4 steps; empty slots do not count."
    assert table.choices == ["move 1", "move 2", "move 3", "move 4"]
    assert say(table.choice("move 2").text) == "2 steps: penguin and tree kangaroo"
    assert say(table.choice("move 4").text) == "4 steps: an enclosure of 7 cells"
    fits, left, line = table.notes("move 4")
    assert re.fullmatch("Fits in [0-9]+ ways", fits)
    assert left == "96 cells to go after it"
    assert line == "arctic foxes breed on the way: Ada +1 and Ben +1, as things stand"
    assert table.why[("strip:0",)] == "The elephant has to move on."
    assert table.why[("strip:5",)] == "That is 5 steps away; 4 is the most."


def test_r3_3_a_slot_needs_an_animal_and_room() -> None:
    position = opening()
    position["houses"] = ["", "1 meerkat"]
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 1)
    table = Table(position)
    assert table.choices == ["move 2"]
    assert table.why[("strip:1",)].startswith("You have no animal for a new enclosure")
    position["houses"][0] = "1 penguin"
    leave(position, 0, "A9 B9 C9 D9")
    table = Table(position)
    assert table.why[("strip:1",)] == "This enclosure of 7 cells does not fit on your board any more."


def test_r3_1_empty_slots_are_skipped() -> None:
    position = opening()
    position["removed"], position["stack"][0] = position["stack"][0], ""
    table = Table(position)
    assert table.choices == ["move 2", "move 3", "move 4", "move 5"]
    assert table.why[("strip:1",)] == "No tile is left in this slot; the elephant skips it without counting."
    assert table.told("move 3") == ["Ada moves the elephant 2 steps: an enclosure of 7 cells."]


def test_r3_4_a_blue_space_needs_a_place_for_an_animal() -> None:
    table = Table(opening(3))
    assert table.choices == ["move 1", "move 3"]
    assert table.why[("strip:2",)].startswith("All your houses are full and you have no enclosure")


# Laying and populating.


def test_r4_a_tile_is_laid_and_populated() -> None:
    position = opening()
    lay(position, 0, "e4-08", "K1 L1 M1 N1", "meerkat", 2)
    table = Table(position).play("move 4")
    assert table.ask == "Place the enclosure of 7 cells."
    chosen = table.choices[0]
    assert table.choice(chosen).path[0].startswith("piece:")
    assert table.choice(chosen).path[1] == "cell:" + chosen.split()[1]
    assert table.notes(chosen)[0] == "96 cells to go after it"
    cells = "A6 B6 A7 B7 C7 D7 C8"
    assert table.told(f"place {cells}") == ["Ada lays an enclosure of 7 cells: 96 cells to go."]
    assert table.ask == "Who moves into the new enclosure? Take an animal from a house or from another enclosure."
    assert table.choices == ["from house meerkat", "from house flamingo", "from e4-08"]
    assert say(table.choice("from e4-08").text) == "Move a meerkat from the meerkat enclosure at K1 (2 of 4)"
    assert table.notes("from e4-08") == ["1 stays there, too few to breed"]
    assert table.why[("enclosure:e7-03",)] == "This is the new enclosure itself."
    assert table.told("from house meerkat") == ["Ada moves a meerkat from a house into the new enclosure (1 of 7)."]
    assert table.ask == "Does a second animal move in? Only meerkats may join."
    assert table.choices == ["decline", "from e4-08"]
    assert table.notes("decline") == ["One alone cannot breed"]
    assert table.notes("from e4-08") == ["1 stays there, too few to breed", "A pair: it can breed"]
    assert table.why[("house:flamingo",)] == "Only meerkats may live in the new enclosure."
    assert table.told("from e4-08") == [
        "Ada moves a meerkat from another enclosure into the new one (2 of 7).",
        "At the arctic fox line nobody can breed.",
    ]


def test_r4_3_the_last_animal_stays() -> None:
    position = opening()
    lay(position, 0, "e4-08", "K1 L1 M1 N1", "meerkat", 1)
    lay(position, 0, "e4-07", "E1 F1 E2 F2")
    table = Table(position).play("move 1")
    table.play(table.choices[0])
    assert table.why[("enclosure:e4-08",)] == "The last animal of an enclosure has to stay."
    assert table.why[("enclosure:e4-07",)] == "Nobody lives there."


def bits(cells: str) -> int:
    return sum(1 << cell_number(name) for name in cells.split())


def test_holes_beside_a_piece() -> None:
    """Those of one to three cells; bigger ground is none."""
    free = bits("E1 F1 H1 J1 K1 L1 A6 B6 C6 A7")
    assert holes(free, bits("G1 I1")) == (1, 2, 3)
    assert holes(free, bits("D6")) == ()
    assert holes(bits("N1 A2"), bits("N2")) == (1,)  # the row's end is no neighbour of the next row's beginning


def test_the_notes_of_a_placement_tell_holes_and_exact_fits() -> None:
    position = opening()
    lay(position, 0, "e4-08", "A9 B9 C9 D9", "meerkat", 2)
    leave(position, 0, "E1 F1 G1 H1 I1 J1 K1 A6 A7 A8 B6 B7 B8 C6")
    position["stack"][0], position["removed"] = "e5-13", position["stack"][0]
    position["stack"][12] = " ".join(tile for tile in position["stack"][12].split() if tile != "e5-13")
    table = Table(position).play("move 1")
    assert table.notes("place E1 F1 G1 H1 I1") == ["9 cells to go after it", "Leaves a hole of 2 cells"]
    assert table.notes("place F1 G1 H1 I1 J1") == ["9 cells to go after it", "Leaves 2 holes of 1 cell"]
    assert table.why[("piece:1",)] == "This way round it fits nowhere."
    assert table.why[("cell:A6",)] == "The piece cannot cover this cell, however you turn it."


# Acquiring.


def test_r5_two_animals_an_extra_and_a_completion() -> None:
    position = opening()
    position["houses"][0] = "1 meerkat, 1 penguin"
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 2)
    lay(position, 0, "e5-13", "J9 K9 L9 M9 N9", "flamingo", 4)
    table = Table(position)
    assert table.told("move 2") == ["Ada moves the elephant 2 steps: penguin and tree kangaroo."]
    assert table.ask.startswith(
        "Take a penguin and a tree kangaroo. One after the other; or take any one animal you like instead."
    )
    assert table.choice("penguin to e4-07").path == ("animal:penguin", "enclosure:e4-07")
    assert table.notes("penguin to e4-07") == [
        "3 of 4 then",
        "One more from a house would complete it",
        "Then you may take a tree kangaroo too",
    ]
    assert table.notes("flamingo to e5-13") == [
        "Completes it: an attraction for you",
        "It comes alone",
    ]
    assert table.notes("tree_kangaroo to house") == [
        "0 houses free then",
        "Then you may take a penguin too",
    ]
    assert table.why[("animal:penguin", "enclosure:e5-13")] == "Only flamingos live there."
    assert table.told("penguin to e4-07") == ["Ada takes a penguin into an enclosure (3 of 4)."]
    assert table.ask == "Add a penguin from a house? It would join the penguin enclosure at E1 (3 of 4)."
    assert table.notes("extra") == ["Completes it: an attraction for you", "2 houses free then"]
    assert table.told("extra") == [
        "Ada adds a penguin from a house (4 of 4).",
        "Ada has filled an enclosure: 4 penguins leave it.",
    ]
    assert table.ask == "The penguin enclosure is full, and its animals leave. Keep one of them in a free house?"
    assert table.told("keep") == ["Ada keeps a penguin in a house."]
    assert table.ask == "Choose an attraction. You get one for every enclosure that you fill."
    assert table.notes("take a8")[1:] == ["90 cells to go after it", "The only one of its kind"]
    assert table.notes("take a2")[1:] == ["96 cells to go after it", "5 more of them left"]
    assert table.notes("take a1")[1:] == ["97 cells to go after it", "These never run out"]
    assert table.told("take a8") == ["Ada takes the attraction of 8 cells."]
    assert table.ask == "Place the attraction of 8 cells."
    cells = "A6 B6 C6 D6 A7 B7 C7 D7"
    assert table.told(f"place {cells}") == ["Ada puts up the attraction of 8 cells: 90 cells to go."]
    assert table.ask == "You may also take a tree kangaroo. Where does it go?"
    assert table.choices == ["decline", "tree_kangaroo to house"]  # R5.4 two were added to e4-07
    assert table.why[("enclosure:e4-07",)] == "Two animals have been added there in this action; that is the most."
    assert table.told("decline") == ["Ada does without a tree kangaroo."]


def test_r6_3_attractions_that_are_gone_or_fit_nowhere() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 3)
    leave(position, 0, "A9 B9 C9 A6")
    position["attraction"][14] = {"seat": 1, "cells": "A6 B6 C6 A7 B7 C7"}
    position["free_lower"][1] = position["free_lower"][1].replace("A6-N6 A7-N7", "D6-N6 D7-N7")
    table = Table(position).play("move 2", "penguin to e4-07", "decline")
    assert table.choices == ["take a1", "take a2", "take a3-straight"]
    assert table.why[("attraction:a6",)] == "None is left in the supply."
    assert table.why[("attraction:a8",)] == "It fits nowhere on your board any more."


# Breeding.


def bred_position() -> dict[str, Any]:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "arctic_fox", 2)
    lay(position, 0, "e4-08", "K1 L1 M1 N1", "arctic_fox", 3)
    lay(position, 0, "e5-13", "J9 K9 L9 M9 N9", "flamingo", 2)
    lay(position, 0, "e5-10", "A7 A8 A9 B9 C9", "penguin", 1)
    lay(position, 1, "e4-05", "M1 N1 N2 N3", "meerkat", 1)
    return position


def test_r7_a_line_breeds_after_the_main_action() -> None:
    table = Table(bred_position())
    assert table.told("move 4")[1] == "On the way it passes: arctic fox line."
    view = GAME.view(table.state.mask(0))
    assert view["breeding"] == [{"species": "arctic_fox", "gains": [{"seat": 0, "number": 2}]}]
    table.play(table.choices[0])
    lines = table.told("from house meerkat")
    assert lines == [
        "Ada moves a meerkat from a house into the new enclosure (1 of 7).",
        "Breeding at the arctic fox line.",
    ]
    assert table.ask == "The arctic foxes breed: which enclosure gets one?"
    assert table.choices == ["decline", "breed e4-07", "breed e4-08"]
    assert table.notes("decline") == ["Without offspring there is no bonus either"]
    assert table.notes("breed e4-08") == ["Completes it: an attraction for you"]
    assert table.why[("enclosure:e5-13",)] == "Only arctic foxes breed at this line."
    assert table.told("breed e4-08") == ["Ada's arctic foxes have young (4 of 4)."]
    assert table.ask == "The arctic foxes breed: does a second enclosure get one?"
    assert table.why[("enclosure:e4-08",)] == "It has bred already at this line."
    assert table.told("decline") == [
        "Ada breeds in no second enclosure.",
        "Ada has filled an enclosure: 4 arctic foxes leave it.",
    ]
    table.play("keep", "take a1", "place D6")
    assert table.ask == "Bonus: which other enclosure gets one more? It needs two animals, of any kind."
    assert table.choices == ["decline", "bonus e4-07", "bonus e5-13"]
    assert table.why[("enclosure:e5-10",)] == "It takes at least two animals to breed."
    assert table.notes("bonus e5-13") == ["3 of 5 then", "One more from a house may follow"]
    assert table.told("bonus e5-13") == ["Bonus: Ada's flamingos have young (3 of 5)."]
    assert table.told("decline") == ["Ada adds none from a house."]
    assert table.state.actor == 1


# The end.


def test_r8_1_the_last_cell_ends_the_game_at_once() -> None:
    position = bred_position()
    position["enclosures"][0][0] |= {"species": "meerkat", "animals": 3}
    leave(position, 0, "A6")
    table = Table(position).play("move 2", "meerkat to e4-07", "decline", "take a1")
    assert table.notes("place A6") == ["Covers your last cells"]
    assert table.told("place A6") == [
        "Ada puts up the kiosk (1 cell): 0 cells to go.",
        "1. Ada: 0 cells to go, 8 animals.",
        "2. Ben: 101 cells to go, 3 animals.",
        "Ada wins.",
    ]
    assert say(GAME.prompt(table.state.mask(1)).ask) == "Ada wins."


def test_r8_1_lines_that_no_longer_breed_are_told() -> None:
    position = opening()
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "meerkat", 3)
    lay(position, 1, "e4-05", "M1 N1 N2 N3", "arctic_fox", 2)
    leave(position, 0, "A6")
    position["removed"] = position["stack"][1]
    position["stack"][1] = ""
    table = Table(position)
    assert table.told("move 5")[1] == "On the way it passes: arctic fox line."
    assert table.told("meerkat to e4-07")[-1] == "Ada has filled an enclosure: 4 meerkats leave it."
    table.play("keep", "take a1")
    assert "No more breeding: arctic fox line." in table.told("place A6")


# Solo and short game.


def test_r10_markers_and_what_is_left() -> None:
    table = Table(opening(1))
    assert table.ask == (
        "Where does the elephant go? Use a marker, or walk to the next blue space. 50 spaces are left."
    )
    full = opening(1) | {"houses": ["3 meerkat"], "markers": "1"}  # no animal finds a place, so no blue space is open
    assert Table(full).ask == "Where does the elephant go? Use a marker. 50 spaces are left."
    assert say(table.choice("marker 0").text) == "Marker 0: stay, arctic fox and flamingo"
    assert say(table.choice("walk").text) == "Without a marker: penguin and tree kangaroo"
    assert table.choice("marker 4+ to 17").path == ("marker:4+", "strip:17")
    assert "33 spaces left then" in table.notes("marker 4+ to 17")
    assert table.why[("marker:4+", "strip:3")] == "That is only 3 steps away; the marker 4+ takes at least 4."
    position = opening(1) | {"leg": 1, "elephant": 22, "markers": "2 4+"}
    table = Table(position)
    assert table.notes("marker 4+ to 2") == ["Passes the start the second time: you lose at once"]
    assert table.why[("marker:0",)] == "The marker 0 has been used; all come back when the last one has been."
    last = table.notes("walk")
    assert last[0] == "Reaches the start the second time: this is the last turn"
    assert table.told("marker 4+ to 2") == [
        "Ada uses the marker 4+: penguin and tree kangaroo.",
        "On the way it passes: penguin line.",
        "No more breeding: penguin line.",
        "The elephant passes the start the second time.",
        "Lost: 80 cells are uncovered.",
    ]


def test_r10_2_the_markers_come_back() -> None:
    table = Table(opening(1) | {"markers": "1"})
    assert table.notes("marker 1")[-2:] == ["The last marker: all five come back", "49 spaces left then"]
    assert table.told("marker 1")[1] == "That was the last marker: all five are back."


def test_r9_start_tiles_are_picked_and_laid() -> None:
    table = Table(opening(2, short_game_2p=True))
    assert table.ask == "Which enclosure do you lay next? 6 are left."
    assert table.choices[0] == "pick e6-05"
    assert table.choice("pick e7-01").path == ("tile:e7-01",)
    assert table.told("pick e7-01") == []
    cells = table.choices[0].removeprefix("place ")
    assert table.told(f"place {cells}") == ["Ada lays an enclosure of 7 cells: 100 cells to go."]


# Whole matches.


SETUPS = [(1, {}), (2, {}), (2, {"short_game_2p": True}), (3, {"breeding_order": "per_player"}), (4, {}), (5, {})]


@pytest.mark.parametrize(("seats", "options"), SETUPS)
def test_a_whole_match_can_be_told_in_both_languages(seats: int, options: dict[str, Any]) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats, **options), SeededDice(seats))
    story = Story(match, SPECTATOR)
    said = dict.fromkeys(LANGUAGES, 0)
    while not match.over:
        seat = match.pending[0]
        match.play(seat, luck.choice(match.state.legal_actions(seat)))
        for line in story.news():
            for language in LANGUAGES:
                text = GAME.words(language).say(line, NAMES)
                assert text.endswith(".")
                assert "{" not in text
                said[language] += 1
    assert said["en"] == said["de"] > 50


def test_german_sounds_german() -> None:
    position = opening()
    position["houses"][0] = "1 penguin"
    lay(position, 0, "e4-07", "E1 F1 E2 F2", "penguin", 2)
    table = Table(position)
    assert table.told("move 2", "de") == ["Ada zieht den Elefanten 2 Schritte: Pinguin und Baumkänguru."]
    assert table.told("penguin to e4-07", "de") == ["Ada nimmt einen Pinguin in ein Gehege auf (3 von 4)."]
    assert table.told("extra", "de") == [
        "Ada setzt einen Pinguin aus einem Haus dazu (4 von 4).",
        "Ada hat ein Gehege gefüllt: 4 Pinguine verlassen es.",
    ]
    assert table.told("keep", "de") == ["Ada behält einen Pinguin in einem Haus."]
    assert table.told("take a3-corner", "de") == ["Ada nimmt die Eckattraktion mit 3 Feldern."]
