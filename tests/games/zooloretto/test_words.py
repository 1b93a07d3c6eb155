"""The words of Zooloretto: prompts, reasons and log lines, in both languages."""

from __future__ import annotations

import random

import pytest

from paddock.core.choice import Choice, Prompt
from paddock.core.dice import SeededDice
from paddock.core.match import Match
from paddock.core.message import LANGUAGES, Message
from paddock.core.state import CHANCE, SPECTATOR
from paddock.core.story import Story
from paddock.games.zooloretto import GAME
from tests.games.zooloretto.positions import Table, begun, carrying, decide, table, zoo

NAMES = ("Ada", "Ben", "Cleo", "Dora", "Emil")


def say(text: Message, language: str = "en") -> str:
    return GAME.words(language).say(text, NAMES)


def prompt(table: Table, seat: int = 0) -> Prompt:
    return GAME.prompt(table.state.mask(seat))


def choice(table: Table, notation: str, seat: int = 0) -> Choice:
    return next(choice for choice in prompt(table, seat).choices if choice.notation == notation)


def text(table: Table, notation: str, language: str = "en") -> str:
    return say(choice(table, notation).text, language)


def notes(table: Table, notation: str, language: str = "en") -> list[str]:
    return [say(note, language) for note in choice(table, notation).note]


def why(table: Table, seat: int = 0) -> dict[tuple[str, ...], str]:
    return {blocked.path: say(blocked.why) for blocked in prompt(table, seat).blocked}


def told(table: Table, turn: str, viewer: int = SPECTATOR, language: str = "en") -> list[str]:
    """Play one event; the lines that it brings the viewer."""
    who, _, notation = turn.partition(" ")
    seat = CHANCE if who == "chance" else int(who)
    before = table.state.mask(viewer)
    action = GAME.parse(table.state, seat, notation)
    table.one(seat, notation)
    return [say(line, language) for line in GAME.tell(before, table.state.mask(viewer), seat, action)]


# Prompts.


def test_a_turn_begins_with_what_can_be_done() -> None:
    game = table(zoo(coins=3), trucks=["panda, coin", "zebra"])
    assert say(prompt(game).ask) == "Your turn: draw a tile, take a truck or use your 3 coins."
    assert say(prompt(game).ask, "de") == (
        "Du bist dran: ein Plättchen ziehen, einen Wagen nehmen oder Geld ausgeben (du hast 3 Münzen)."
    )
    assert [(choice.notation, choice.path) for choice in prompt(game).choices] == [
        ("draw", ("stack",)),
        ("take 1", ("truck:1",)),
        ("take 2", ("truck:2",)),
        ("expand", ("zoo:0:X1",)),
    ]
    assert text(game, "take 1") == "Take truck 1: 1 panda and 1 coin"
    assert text(game, "expand") == "Build Expansion (3 coins)"


def test_the_first_turn_can_only_draw() -> None:
    match = begun(3)
    asked = GAME.prompt(match.state.mask(0))
    assert say(asked.ask) == "Your turn: draw a tile."
    assert [say(note) for note in asked.choices[0].note] == ["75 tiles until the disc"]
    assert say(GAME.prompt(match.state.mask(1)).ask) == "Waiting for Ada."
    assert GAME.prompt(match.state.mask(SPECTATOR)).choices == ()


def test_whoever_is_alone_hears_so() -> None:
    game = table(zoo(), trucks=["taken by 1", "taken by 2", "panda"])
    assert say(prompt(game).ask) == "Everyone else has passed. Go on: draw a tile or take a truck."


def test_r9_1_hidden_counts_are_not_noted() -> None:
    assert notes(table(zoo(), show_tiles_left=False), "draw") == []


def test_r7_1_drawing_from_under_the_disc_is_noted() -> None:
    game = table(zoo(), left=15)
    assert notes(game, "draw") == ["The next tile lies under the disc: it makes this the last round"]
    assert told(game, "0 draw") == []
    assert told(game, "chance flamingo") == ["The first tile from under the disc: this is the last round."]
    assert notes(table(zoo(), left=14, trucks=["panda"]), "draw") == []


def test_r2_2_the_drawn_tile_and_the_trucks() -> None:
    game = table(zoo(), phase="load", revealed="elephant F", trucks=["panda, coin", "", "taken by 1"])
    assert say(prompt(game).ask) == "You drew a female elephant. Which truck gets it?"
    assert say(prompt(game).ask, "de") == "Du hast ein Elefantenweibchen gezogen. Welcher Wagen bekommt das Plättchen?"
    assert text(game, "load 1") == "Truck 1 (1 panda and 1 coin)"
    assert text(game, "load 2") == "Truck 2, still empty"
    assert notes(game, "load 1") == ["Then it is full: 1 female elephant, 1 panda and 1 coin"]
    assert notes(game, "load 2") == ["Then on it: 1 female elephant; 2 spaces free"]
    assert why(game) == {
        ("truck:3",): "Ben has taken truck 3.",
        ("stack",): "You have drawn a tile: first load it onto a truck.",
    }
    assert told(game, "0 load 2") == ["Ada draws a female elephant for truck 2."]


def test_r2_3_a_truck_is_worth_its_coins_and_the_best_placement() -> None:
    game = table(zoo("3 zebra", "1 panda"), trucks=["zebra M, coin", "panda, panda, camel"])
    assert notes(game, "take 1") == [
        "You are out of this round",
        "Brings 1 coin",
        "Well placed: 4 → 5 points",
        "Filling up then pays 1 coin",
    ]
    assert notes(game, "take 2") == ["You are out of this round", "Even at best, 4 points"]
    assert told(game, "0 take 1") == ["Ada takes truck 1: 1 male zebra and 1 coin."]


def test_r2_4_placing_tells_spaces_birth_coins_and_points() -> None:
    game = carrying(zoo("1 camel", "2 zebra, 1 zebra F"), "zebra M, panda")
    assert say(prompt(game).ask) == "Place your tiles in any order: 1 panda and 1 male zebra."
    assert choice(game, "place zebra M in E5").path == ("carried:zebra M", "zoo:0:E5")
    assert text(game, "place zebra M in E5") == "Put a male zebra into the five-space pen"
    assert text(game, "place zebra M in E5", "de") == "Lege ein Zebramännchen ins Fünfergehege"
    assert notes(game, "place zebra M in E5") == [
        "5 of 5 spaces taken",
        "A pair: one young is born",
        "Full: the bank pays 2 coins",
        "0 → 8 points",
    ]
    assert notes(game, "place zebra M in barn") == ["A new kind in the barn: −2 points", "0 → −2 points"]
    assert notes(game, "place panda in E6") == ["1 of 6 spaces taken", "Still 0 points"]
    assert why(game) == {
        ("carried:zebra M", "zoo:0:E4"): "The four-space pen is home to camels; an enclosure takes only one kind.",
        ("carried:zebra M", "zoo:0:X1"): "This expansion is not built yet.",
        ("carried:panda", "zoo:0:E4"): "The four-space pen is home to camels; an enclosure takes only one kind.",
        ("carried:panda", "zoo:0:E5"): "The five-space pen is home to zebras; an enclosure takes only one kind.",
        ("carried:panda", "zoo:0:X1"): "This expansion is not built yet.",
        ("truck:1",): "First place the tiles that you have taken or bought.",
        ("truck:2",): "First place the tiles that you have taken or bought.",
        ("truck:3",): "First place the tiles that you have taken or bought.",
        ("stack",): "First place the tiles that you have taken or bought.",
    }
    assert told(game, "0 place zebra M in E5") == [
        "Ada puts a male zebra into the five-space pen.",
        "Offspring for Ada: a young zebra is born in the five-space pen.",
        "The five-space pen of Ada is full: 2 coins from the bank.",
    ]
    assert say(prompt(game).ask) == "Where does the panda go?"
    home = "The five-space pen is home to zebras; an enclosure takes only one kind."
    assert why(game)["carried:panda", "zoo:0:E5"] == home


def test_r5_2_a_young_without_room_goes_to_the_barn() -> None:
    game = carrying(zoo("2 zebra, 1 zebra F"), "zebra M")
    assert notes(game, "place zebra M in E4") == [
        "4 of 4 spaces taken",
        "A pair: one young is born",
        "There is no room for it: the young one goes to the barn",
        "Full: the bank pays 1 coin",
        "A new kind in the barn: −2 points",
        "4 → 3 points",
    ]
    assert told(game, "0 place zebra M in E4", language="de") == [
        "Ada legt ein Zebramännchen ins Vierergehege.",
        "Nachwuchs bei Ada im Vierergehege: ein Zebrajunges. Es passt nicht hinein und kommt in den Stall.",
        "Das Vierergehege von Ada ist voll: 1 Münze aus der Bank.",
    ]


def test_r6_4_a_short_bank_is_told() -> None:
    game = carrying(zoo("", "4 zebra", "5 panda"), "zebra, panda, snack_cart", bank=1)
    assert "Full, but the bank can pay only 1 coin" in notes(game, "place zebra in E5")
    assert "Full: 10 points, but no coins for this one" in notes(game, "place panda in E6")
    assert told(game, "0 place zebra in E5") == [
        "Ada puts a zebra into the five-space pen.",
        "The five-space pen of Ada is full, but the bank can pay only 1 coin.",
    ]
    assert told(game, "0 place panda in E6") == [
        "Ada puts a panda into the six-space pen.",
        "The six-space pen of Ada is full.",
    ]
    assert text(game, "place snack_cart in E4") == "Put a snack cart beside the four-space pen"
    assert text(game, "place snack_cart in E4", "de") == "Lege einen Imbisswagen neben das Vierergehege"


RICH = zoo(
    "3 zebra, 1 snack_cart", "2 panda, 1 panda M", "1 camel", barn="1 panda F, 2 elephant, 1 fruit_cart", coins=4
)
POOR = {**RICH, "coins": 0}


def test_r4_money_actions_are_explained() -> None:
    game = table(RICH, zoo(barn="1 zebra M"), trucks=["panda"])
    expected = {
        "move panda F to E5": (
            ("barn:0:panda F", "zoo:0:E5"),
            "Move a female panda from the barn into the five-space pen (1 coin)",
            [
                "5 of 5 spaces taken",
                "A pair: one young is born",
                "Full: the bank pays 2 coins",
                "One kind fewer in the barn saves 2 points",
                "0 → 10 points",
                "Leaves you 5 coins",
            ],
        ),
        "move snack_cart from E4 to E5": (
            ("stall:0:E4:snack_cart", "zoo:0:E5"),
            "Move a snack cart from the four-space pen beside the five-space pen (1 coin)",
            ["0 → 3 points", "Leaves you 3 coins"],
        ),
        "move fruit_cart from barn to E6": (
            ("barn:0:fruit_cart", "zoo:0:E6"),
            "Move a fruit cart from the barn beside the six-space pen (1 coin)",
            ["One kind fewer in the barn saves 2 points", "0 → 5 points", "Leaves you 3 coins"],
        ),
        "exchange E4 E6": (
            ("exchange", "exchange:E4:E6"),
            "Exchange 3 zebras in the four-space pen and 1 camel in the six-space pen (1 coin)",
            ["0 → −3 points", "Leaves you 3 coins"],
        ),
        "exchange E5 barn elephant": (
            ("exchange", "exchange:E5:elephant"),
            "Exchange 2 elephants in the barn and 3 pandas in the five-space pen (1 coin)",
            ["One kind fewer in the barn saves 2 points", "0 → 2 points", "Leaves you 3 coins"],
        ),
        "buy zebra M from 1": (
            ("barn:1:zebra M",),
            "Buy a male zebra from Ben (2 coins)",
            ["Leaves you 2 coins", "Ben gets 1 coin", "Well placed: 0 → 1 point", "Filling up then pays 1 coin"],
        ),
        "discard elephant": (
            ("barn:0:elephant", "discard"),
            "Discard an elephant from the barn (2 coins)",
            ["Still 0 points", "Leaves you 2 coins"],
        ),
        "expand": (("zoo:0:X1",), "Build Expansion (3 coins)", ["Still 0 points", "Leaves you 1 coin"]),
    }
    for notation, (path, words, worth) in expected.items():
        assert choice(game, notation).path == path
        assert text(game, notation) == words
        assert notes(game, notation) == worth


def test_r6_2_an_exchange_that_fills_an_enclosure_is_noted_to_pay_nothing() -> None:
    game = table(zoo("4 flamingo", "3 chimpanzee", x1="1 camel"), seats=4)
    assert notes(game, "exchange E4 X1") == ["Still 5 points", "Leaves you 1 coin"]
    full = table(zoo("4 flamingo", "5 chimpanzee", x1="1 camel"), seats=4)
    assert "An exchange into the expansion pays no coins, even if it is full then" in notes(full, "exchange E5 X1")


def test_r5_5_two_pairs_of_an_exchange() -> None:
    mine = zoo("", "1 camel", barn="2 zebra M, 2 zebra F")
    assert notes(table(mine), "exchange E5 barn zebra") == [
        "Two pairs: 2 young are born",
        "There is no room for it: the young one goes to the barn",
        "An exchange into the five-space pen pays no coins, even if it is full then",
        "A new kind in the barn: −2 points",
        "−2 → 4 points",
        "Leaves you 1 coin",
    ]
    assert told(table(mine), "0 exchange E5 barn zebra") == [
        "Ada exchanges 1 camel in the five-space pen and 4 zebras in the barn for 1 coin.",
        "Offspring for Ada: a young zebra is born in the five-space pen.",
        "Offspring for Ada: a young zebra is born in the five-space pen, finds no room and goes to the barn.",
    ]


# Why not.


def test_without_money_everything_says_what_it_costs() -> None:
    reasons = why(table(POOR, zoo("3 zebra", barn="1 zebra M"), trucks=["panda", "taken by 1"]))
    assert reasons == {
        ("truck:2",): "Ben has taken truck 2.",
        ("truck:3",): "Truck 3 is empty; it can be taken only with a tile on it.",
        ("zoo:0:X1",): "Building costs 3 coins; you have 0 coins.",
        ("barn:0:elephant",): "Moving a tile out of the barn costs 1 coin; you have 0 coins.",
        ("barn:0:panda F",): "Moving a tile out of the barn costs 1 coin; you have 0 coins.",
        ("barn:0:fruit_cart",): "Moving a tile out of the barn costs 1 coin; you have 0 coins.",
        ("stall:0:E4:snack_cart",): "Moving a stall costs 1 coin; you have 0 coins.",
        ("exchange",): "An exchange costs 1 coin; you have 0 coins.",
        ("zoo:0:E4",): "An exchange costs 1 coin; you have 0 coins.",
        ("zoo:0:E5",): "An exchange costs 1 coin; you have 0 coins.",
        ("zoo:0:E6",): "An exchange costs 1 coin; you have 0 coins.",
        ("barn:1:zebra M",): "Buying costs 2 coins; you have 0 coins.",
        ("zoo:1:E4",): "Only tiles in the barn of Ben can be bought, none from an enclosure.",
    }


def test_with_one_coin_a_tile_can_be_moved_but_not_discarded() -> None:
    reasons = why(table({**RICH, "coins": 1}))
    assert reasons["barn:0:panda F", "discard"] == "Discarding a tile costs 2 coins; you have 1 coin."
    assert reasons["barn:0:panda F", "zoo:0:E4"] == (
        "The four-space pen is home to zebras. To bring others there, exchange all of them."
    )
    assert reasons[("barn:0:elephant",)] == (
        "No place in your zoo takes it, and discarding costs 2 coins; you have 1 coin."
    )
    assert ("barn:0:elephant", "zoo:0:E4") not in reasons
    assert reasons["stall:0:E4:snack_cart", "zoo:0:E4"] == "The stall stands here already."


def test_r2_2_full_trucks_cannot_be_loaded() -> None:
    full = "panda, panda, coin"
    game = table(zoo(), trucks=["taken by 1", full, "camel, camel, camel"])
    assert why(game)["stack",] == "No truck has a free space: take one."


def test_r3_full_places() -> None:
    game = carrying(zoo("4 zebra", "1 panda, 1 snack_cart"), "zebra, fruit_cart")
    reasons = why(game)
    assert reasons["carried:zebra", "zoo:0:E4"] == "The four-space pen is full."
    assert reasons["carried:fruit_cart", "zoo:0:E5"] == "The five-space pen has no free stall space."


def test_r4_3_a_stall_that_cannot_go_to_the_barn() -> None:
    mine = zoo("1 snack_cart, 1 fruit_cart")
    assert why(table(mine, stall_to_barn=False))["stall:0:E4:snack_cart", "zoo:0:barn"].startswith("In this game")
    crowded = zoo("1 snack_cart, 1 fruit_cart", "1 drinks_kiosk", "1 popcorn_booth")
    assert why(table(crowded, stall_to_barn=False))["stall:0:E5:drinks_kiosk",] == "There is no other free stall space."


def test_r4_4_why_animals_cannot_be_exchanged() -> None:
    assert why(table(zoo("3 zebra")))["zoo:0:E4",] == (
        "Animals leave an enclosure only by an exchange, and there is no other kind to exchange your zebras with."
    )
    assert why(table(zoo("3 zebra", "5 panda")))["zoo:0:E4",] == (
        "Animals leave an enclosure only by an exchange, and no other group fits with your zebras."
    )
    assert why(table(zoo("3 zebra", "4 panda")))["zoo:0:E4",] == (
        "Animals leave an enclosure only by an exchange: choose it to move your zebras."
    )
    assert why(table(zoo("3 zebra")))["exchange",].startswith("An exchange needs two groups")
    assert why(table(zoo("3 zebra")))["zoo:0:E5",] == "Nothing lives here yet."


def test_r4_8_expansions_come_one_after_the_other() -> None:
    game = table(zoo(coins=3), zoo(), seats=2)
    assert why(game)["zoo:0:X2",] == "Build Expansion first."


def test_r2_7_after_many_money_actions_none_is_offered() -> None:
    game = table(RICH, streak=99)
    assert told(game, "0 exchange E4 E5")[-1] == (
        "That was the 100th money action in a row: now somebody must draw or take a truck."
    )
    reasons = why(table(RICH, streak=100))
    assert reasons["exchange",] == ("After 100 money actions in a row somebody must draw a tile or take a truck first.")


# Narration.


def test_r1_the_set_up_is_told() -> None:
    match = Match(GAME, GAME.setup(3), SeededDice(1))
    lines = [say(line) for line in Story(match, 0).news()]
    assert len(lines) == 3
    assert lines[0].startswith("Not in this game: ")
    assert lines[2] in {f"{name} begins." for name in NAMES[:3]}
    named = Match(GAME, GAME.setup(4, start_player=2), SeededDice(1))
    assert say(Story(named, 0).news()[-1]) == "Cleo begins."


def test_r4_money_actions_are_told() -> None:
    for turn, line in [
        ("0 move panda F to E5", "Ada moves a female panda from the barn into the five-space pen for 1 coin."),
        (
            "0 move snack_cart from E4 to barn",
            "Ada moves a snack cart from the four-space pen into the barn for 1 coin.",
        ),
        (
            "0 exchange E4 E5",
            "Ada exchanges 3 zebras in the four-space pen and 3 pandas in the five-space pen for 1 coin.",
        ),
        (
            "0 exchange E6 barn elephant",
            "Ada exchanges 1 camel in the six-space pen and 2 elephants in the barn for 1 coin.",
        ),
        ("0 buy zebra M from 1", "Ada buys a male zebra from Ben for 2 coins; Ben gets 1 coin."),
        ("0 discard fruit_cart", "Ada discards a fruit cart from the barn for 2 coins."),
        ("0 expand", "Ada builds Expansion for 3 coins."),
    ]:
        assert told(table(RICH, zoo(barn="1 zebra M")), turn)[0] == line


def test_r4_money_actions_are_told_in_german() -> None:
    for turn, line in [
        ("0 move panda F to E5", "Ada versetzt ein Pandaweibchen aus dem Stall ins Fünfergehege, für 1 Münze."),
        ("0 exchange E4 E5", "Ada tauscht 3 Zebras im Vierergehege und 3 Pandas im Fünfergehege, für 1 Münze."),
        ("0 buy zebra M from 1", "Ada kauft ein Zebramännchen von Ben, für 2 Münzen; Ben bekommt 1 Münze."),
        ("0 discard elephant", "Ada entfernt einen Elefanten aus dem Stall, für 2 Münzen."),
        ("0 expand", "Ada baut für 3 Münzen: Anbau."),
    ]:
        assert told(table(RICH, zoo(barn="1 zebra M")), turn, language="de")[0] == line


def test_r4_6_the_tile_that_was_bought_is_named_as_what_it_is() -> None:
    game = table(zoo(), zoo(barn="1 zebra m, 1 zebra f, 1 zebra O"))
    assert told(game, "0 buy zebra from 1")[0].startswith("Ada buys a young zebra from Ben")
    assert say(prompt(game).ask) == "Where does the young zebra go?"
    assert told(game, "0 place zebra in E4") == ["Ada puts a young zebra into the four-space pen."]
    father = table(zoo(), zoo(barn="1 zebra m, 1 zebra f"), zoo("1 zebra O"))
    assert text(father, "buy zebra from 1") == "Buy a zebra father from Ben (2 coins)"


def test_r2_6_the_end_of_a_round_is_told() -> None:
    game = table(zoo(), trucks=["taken by 1", "taken by 2", "coin"])
    assert notes(game, "take 3")[0] == "Ends the round, and you begin the next"
    assert told(game, "0 take 3") == [
        "Ada takes truck 3: 1 coin.",
        "Round 1 is over.",
        "Ada took the last truck and begins round 2.",
    ]


def test_r8_3_what_is_left_on_the_third_truck_is_told() -> None:
    game = table(zoo(), zoo(), seats=2, trucks=["coin", "coin", "taken by 1"])
    assert told(game, "0 take 1") == [
        "Ada takes truck 1: 1 coin.",
        "Left on truck 2 and out of the game: 1 coin.",
        "Round 1 is over.",
        "Ada took the last truck and begins round 2.",
    ]


def test_r7_the_result_is_told_part_by_part() -> None:
    best = zoo("4 zebra, 1 snack_cart", barn="1 camel", coins=3)
    game = table(zoo(), best, zoo("4 panda"), left=14, trucks=["coin", "taken by 1", "taken by 2"])
    assert notes(game, "take 1")[0] == "Ends the game"
    assert told(game, "0 take 1")[1:] == [
        "Round 1 is over.",
        "Ben: 5 points (5 for enclosures, 2 for stalls and −2 for the barn), 3 coins.",
        "Cleo: 5 points (5 for enclosures), 2 coins.",
        "Ada: 0 points (0 for enclosures), 3 coins.",
        "Ben wins with 5 points and more coins.",
    ]
    assert say(prompt(game, 2).ask) == "Ben wins with 5 points and more coins."


def test_r7_5_a_shared_victory() -> None:
    game = table(zoo(), zoo("4 zebra"), zoo("4 panda"), left=14, trucks=["coin", "taken by 1", "taken by 2"])
    assert told(game, "0 take 1")[-1] == "Ben and Cleo share the victory with 5 points each."
    won = table(zoo("1 camel"), zoo("4 zebra"), left=14, trucks=["coin", "taken by 1", "taken by 2"])
    assert told(won, "0 take 1")[-1] == "Ben wins with 5 points."


def test_a_whole_turn_in_the_log() -> None:
    match = decide(begun(3, ["elephant", "coin"]), "0 draw", "0 load 2", "1 draw", "1 load 2", "2 take 2")
    match.play(2, GAME.parse(match.state, 2, "place elephant in E6"))
    assert [say(line) for line in Story(match, 1).news()] == [
        "Ada draws an elephant for truck 2.",
        "Ben draws a coin for truck 2.",
        "Cleo takes truck 2: 1 elephant and 1 coin.",
        "Cleo puts an elephant into the six-space pen.",
    ]


@pytest.mark.parametrize("seats", GAME.seats)
def test_a_random_match_can_be_told_and_asked_in_both_languages(seats: int) -> None:
    luck = random.Random(seats)
    match = Match(GAME, GAME.setup(seats), SeededDice(seats))
    while not match.over:
        seat = match.pending[0]
        asked = GAME.prompt(match.state.mask(seat))
        for blocked in asked.blocked:
            for language in LANGUAGES:
                assert "{" not in say(blocked.why, language)
        match.play(seat, luck.choice(asked.choices).action)
    for language in LANGUAGES:
        for line in Story(match, SPECTATOR).news():
            said = say(line, language)
            assert "{" not in said
            assert said.endswith(".")
