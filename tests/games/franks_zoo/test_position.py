"""Written positions of Frank's Zoo: there and back again, and every impossible one refused by name."""

from __future__ import annotations

import json
import random
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from paddock.core.dice import SeededDice
from paddock.core.errors import BadPosition
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.core.state import CHANCE, HEAD, SPECTATOR, State
from paddock.games.franks_zoo import GAME, cards, cells, material
from tests.games.franks_zoo.positions import exchange, position, table
from tests.games.mutated import demand_refused_or_playable

SETUPS = [(3, "simple"), (3, "animals"), *((n, v) for n in (4, 5, 6, 7) for v in ("partners", "simple"))]


def walk(seats: int, variant: str, seed: int, events: int) -> list[State]:
    """Whole states of a random match, one for each event, chance included."""
    luck = random.Random(seed)
    match = Match.blank(GAME, GAME.setup(seats, variant=variant), SeededDice(seed))
    states = []
    while not match.over and len(match.events) < events:
        if match.state.actor == CHANCE:
            match.roll()
        else:
            seat = luck.choice(match.pending)
            match.play(seat, luck.choice(match.state.legal_actions(seat)))
        states.append(match.state.copy())
    return states


def refusal(hands: list[str], **changes: Any) -> str:
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(position(hands, **changes))
    return str(refused.value)


HANDS = ["2 lion, 1 joker", "1 fish", "1 seal, 1 mosquito", "2 whale"]


def test_the_fields_cover_every_cell_once() -> None:
    assert GAME.layout.gaps() == []


def test_the_first_own_cell_follows_the_kernels() -> None:
    assert cells.PHASE == HEAD


def test_the_literals_of_the_cards_are_those_of_the_material() -> None:
    assert material.packed(material.DECK) == cards.FULL
    assert material.packed(material.LONE_JOKER) == cards.LONE_JOKER
    for name in ("elephant", "lion", "hedgehog", "mosquito", "joker"):
        assert getattr(cards, name.upper()) == material.KINDS.index(name)
    assert cards.MOSQUITO_BIT == 4 * cards.MOSQUITO == 4 * cards.JOKER - 4
    assert cards.ANIMALS_ONLY == (1 << 4 * cards.JOKER) - 1


@pytest.mark.parametrize(("seats", "variant"), SETUPS)
def test_positions_come_back_as_they_were_whole_and_masked(seats: int, variant: str) -> None:
    for state in walk(seats, variant, seed=seats, events=900)[::7]:
        for sight in (state, *(state.mask(viewer) for viewer in (*range(seats), SPECTATOR))):
            written = json.loads(json.dumps(GAME.position(sight)))
            assert GAME.from_position(written).key() == sight.key()


def test_a_position_reads_like_a_table() -> None:
    state = GAME.from_position(position(HANDS, ranking="1 mouse", actor=1, owner=0, table="1 mouse, 1 elephant"))
    written = GAME.position(state.mask(0))
    assert written["hand"] == ["2 lion, 1 joker", "1 ?", "2 ?", "2 ?"]
    assert written["phase"] == "follow"
    assert written["ranking"] == "1 mouse"
    assert written["viewer"] == 0


def test_cards_may_be_written_in_any_order() -> None:
    given = position(HANDS)
    given["hand"][0] = "1 joker, 2 lion"
    assert GAME.position(GAME.from_position(given))["hand"][0] == "2 lion, 1 joker"


@pytest.mark.parametrize(
    ("field", "wrong", "reason"),
    [
        ("seats", 8, "seats: a number from 1 to 7 is expected, got 8"),
        ("seats", True, "seats: a number from 1 to 7 is expected, got True"),
        ("hand", ["7 lion", "", "", ""], "hand[0]: the deck has 5 lion, got 7"),
        ("hand", ["1 lino", "", "", ""], "hand[0]: no card is called 'lino'"),
        ("hand", ["lion", "", "", ""], "hand[0]: a number and a kind such as '2 lion' are expected, got 'lion'"),
        ("hand", ["1 lion, 1 lion", "", "", ""], "hand[0]: lion is listed twice"),
        ("hand", [3, "", "", ""], "hand[0]: cards such as '2 lion, 1 joker' are expected, got 3"),
        ("hand", "2 lion", "hand: a list of 4 is expected"),
        ("deck", "99 ?", "deck: there are 60 cards, got 99"),
        ("ranking", "1 lion, 1 fox", "ranking: a legal set is expected"),
        ("ranking", "1 joker", "ranking: a legal set is expected"),
        ("phase", "sleep", "phase: allowed: dealer, deal"),
        ("target", 0, "target: a number from 1 to 99 is expected, got 0"),
        ("sheet", [{}, None, None, None], "sheet[0]: null, or finish, with, lions and hedgehog are expected"),
        ("known", ["1 ?", "", "", ""], "known[0]: only known cards can be listed here"),
        ("actor", 4, "actor: there is no seat 4 with 4 players"),
        ("dealer", "none", "dealer: there must be one in phase lead"),
        ("variant", "animals", "variant: animals is for three players only"),
        ("total", [1, 0, 0, 0], "total: nobody has points before the first hand is scored"),
        ("place", [1, 2, 3, 4], "place: nobody has a place before the first hand is scored"),
        ("partner", [2, "none", 0, "none"], "partner[0]: none is expected here"),
        ("finish", [0, 1, 0, 0], "out: 1 seats have finished"),
        ("out", 1, "out: 0 seats have finished"),
        ("owner", 0, "owner: there is none in phase lead"),
        ("offer", "1 lion", "offer: there is none in phase lead"),
        ("asker", 1, "asker: there is none in phase lead"),
        ("due", 1, "due: impossible in phase lead"),
        ("sealed", [400, "open", "open", "open"], "sealed[0]: this seat is not asked now"),
        ("known", ["1 lion", "", "", ""], "known[0]: there is no partner to know of cards"),
        ("shown", ["3 lion", "", "", ""], "shown[0]: the cards must be in the hand"),
        ("left", "1 lion", "left: no hand has been played before"),
        ("aside", "1 lion", "aside: 0 cards are expected"),
        ("deck", "1 ?", "deck: all these cards are known"),
        ("viewer", 0, "hand[1]: the viewer knows either less or more of these cards"),
        ("actor", "chance", "actor: a player with cards decides"),
    ],
)
def test_what_is_wrong_is_named(field: str, wrong: object, reason: str) -> None:
    given = position(HANDS, **({"rest": 0} if field == "aside" else {}))
    given[field] = wrong
    if field == "aside":  # keep sixty cards
        given["taken"][0] = given["taken"][0].replace("3 lion", "2 lion")
    with pytest.raises(BadPosition) as refused:
        GAME.from_position(given)
    assert reason in str(refused.value)


def test_cards_must_be_sixty() -> None:
    given = position(HANDS)
    given["hand"][0] = "1 lion, 1 joker"
    with pytest.raises(BadPosition, match="are 59, not 60"):
        GAME.from_position(given)
    given["hand"][0] = "2 lion, 1 fox"
    with pytest.raises(BadPosition, match="the deck has 5 fox, all drawers together 6"):
        GAME.from_position(given)


def test_missing_and_unknown_fields_are_named() -> None:
    given = position(HANDS)
    del given["owner"]
    with pytest.raises(BadPosition, match="owner: the field is missing"):
        GAME.from_position(given)
    with pytest.raises(BadPosition, match="colour: no such field"):
        GAME.from_position(position(HANDS) | {"colour": "red"})


def test_a_leader_holds_more_than_the_joker() -> None:
    reason = refusal(["1 joker", "1 fish", "1 seal", "2 whale"])
    assert reason == "actor: nobody can lead with the joker alone"


def test_a_trick_needs_a_set_on_the_table_and_another_owner() -> None:
    assert "its cards must be on the table" in refusal(HANDS, ranking="1 mouse", table="1 elephant")
    assert "owner: the trick ends" in refusal(HANDS, ranking="1 mouse", owner=0)
    assert "ranking: there must be a set" in refusal(HANDS, phase="follow")


def test_a_hand_with_one_player_left_is_over() -> None:
    assert "out: the hand is over" in refusal(["2 lion", "", "", ""])


def test_standings_follow_the_points() -> None:
    assert "place[0]: seat 1 has more points" in refusal(HANDS, leg=1, total=[4, 9, 2, 0], place=[1, 2, 3, 4])
    assert "place: 1 to 4 must occur once each" in refusal(HANDS, leg=1, place=[1, 2, 2, 4])
    assert "phase: the game is over exactly when" in refusal(HANDS, leg=1, total=[30, 20, 2, 0])
    assert "leg: a game has at most 200 hands" in refusal(HANDS, leg=201)
    assert "dealer: the first place deals" in refusal(HANDS, leg=1, dealer=2)


def test_partners_stand_half_the_table_apart() -> None:
    reason = refusal(HANDS, variant="partners", partner=[1, 0, 3, 2])
    assert reason == "partner[0]: seat 2 is expected here"


def test_an_offer_is_the_juniors_own_and_fits() -> None:
    hands = ["2 lion", "1 fish", "1 hedgehog, 1 fox", "2 whale"]
    given = {"variant": "partners", "ranking": "2 mouse", "owner": 3, "phase": "reply", "actor": 0, "asker": 2}
    GAME.from_position(position(hands, **given, offer="1 hedgehog"))
    assert "offer: its cards must still be" in refusal(hands, **given, offer="1 seal")
    assert "offer: it is part of no set" in refusal(hands, **given, offer="1 perch")
    assert "offer: there must be one" in refusal(hands, **given)
    assert "actor: the asker's senior" in refusal(hands, **(given | {"actor": 1}), offer="1 hedgehog")
    assert "asker: a junior partner asks" in refusal(hands, **(given | {"asker": 1}), offer="1 hedgehog")


def test_sealed_choices_give_two_cards_of_the_hand() -> None:
    hands = ["5 whale, 5 elephant, 5 crocodile", "5 polar_bear, 5 lion, 5 seal", "5 fox, 5 perch, 5 hedgehog"]
    dealt = exchange([*hands, "5 fish, 5 mouse, 4 mosquito, 1 joker"])
    written = dealt.position
    assert dealt.state.pending() == [2, 3]
    for due, sealed, reason in [
        (12, ["open", "open", "open", cells.GIVE], "sealed[3]: this seat is still due"),
        (4, ["open", "open", "open", "open"], "sealed[3]: the action must give two cards"),
        (4, ["open", "open", "open", cells.GIVE], "sealed[3]: the action must give two cards"),
        (14, ["open", "open", "open", "open"], "due: seat 1 is not asked now"),
        (0, ["open", "open", "open", "open"], "due: impossible in phase junior"),
    ]:
        with pytest.raises(BadPosition) as refused:
            GAME.from_position(written | {"due": due, "sealed": sealed})
        assert reason in str(refused.value)
    with pytest.raises(BadPosition, match="actor: the lowest seat that is due"):
        GAME.from_position(written | {"actor": 3})


def test_r4_6_a_guess_never_leaves_the_leader_with_the_joker_alone() -> None:
    state = table(["1 lion", "1 fish", "1 joker", "2 mouse"]).state
    rng = Rng(1)
    for _ in range(200):
        world = state.mask(3)
        world.fill(rng)
        assert world.legal_actions(0)


EXAMPLES = [
    GAME.position(sight)
    for seats, variant in SETUPS
    for state in walk(seats, variant, seed=seats, events=500)[::61]
    for sight in (state, state.mask(seats - 1))
]
WORDS = ["none", "open", "chance", "nobody", "whole", "spectator", "deal", "junior", "senior", "solo", "lead", "x"]
CARDS = ["", "1 joker", "2 lion", "1 elephant, 1 mosquito", "9 ?", "60 ?"]
ODD: list[object] = [None, True, 0, 1, -1, 3, 7, 60, 10**20, 1.5, [], {}, [0], *WORDS, *CARDS]


@settings(max_examples=400, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_a_mutated_position_is_refused_or_can_be_played(data: st.DataObject) -> None:
    demand_refused_or_playable(GAME, EXAMPLES, ODD, data)
