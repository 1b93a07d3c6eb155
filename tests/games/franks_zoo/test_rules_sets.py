"""Sets and who outranks whom: sections 3 and 4 of the rulebook, rulings A1, A9, A11, A12, edge cases 1 to 6."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from paddock.games.franks_zoo import GAME
from tests.games.franks_zoo.positions import Table, position, table
from tests.games.franks_zoo.referee import (
    ANIMALS,
    DECK,
    KINDS,
    LEGAL_SETS,
    OUTRANKED_BY,
    Cards,
    cards,
    face,
    follows,
    holds,
    leads,
    outranks,
    words,
)
from tests.games.franks_zoo.volume import volume


def lead(hand: str) -> set[str]:
    """The sets that a leader with this hand may lay."""
    return table([hand, *others(hand)]).plays(0)


def follow(hand: str, ranking: str) -> set[str]:
    """The sets that may be laid from this hand on the ranking set."""
    return table([hand, *others(hand, ranking)], ranking=ranking).plays(0)


def others(*used: str) -> list[str]:
    """Two hands of two cards that nobody has used."""
    rest = Counter(DECK)
    for text in used:
        rest -= cards(text)
    spare = sorted(rest.elements(), key=KINDS.index)
    return [words(Counter(spare[-4:-2])), words(Counter(spare[-2:]))]


def test_a01_there_are_29_arrows_in_the_table() -> None:
    assert sum(len(row.split()) for row in OUTRANKED_BY.values()) == 29


@pytest.mark.parametrize("animal", ANIMALS)
def test_a01_a_single_animal_is_outranked_by_exactly_the_animals_of_its_row(animal: str) -> None:
    one_of_each_other = words({kind: 1 for kind in ANIMALS if kind != animal})
    assert follow(one_of_each_other, f"1 {animal}") == {f"1 {kind}" for kind in OUTRANKED_BY[animal].split()}


@pytest.mark.parametrize(("below", "above"), [("fox", "elephant"), ("hedgehog", "fox"), ("elephant", "mouse")])
def test_r3_elephant_over_fox_over_hedgehog_and_mouse_over_elephant(below: str, above: str) -> None:
    assert follow(f"1 {above}, 1 fish", f"1 {below}") == {f"1 {above}"}


def test_r3_elephants_do_not_outrank_hedgehogs() -> None:
    assert follow("1 elephant, 1 fish", "1 hedgehog") == set()


def test_r3_the_chain_bites_its_own_tail() -> None:
    for below, above in [("mouse", "hedgehog"), ("hedgehog", "fox"), ("fox", "elephant"), ("elephant", "mouse")]:
        assert follow(f"2 {above}, 1 perch", f"2 {below}") == {f"2 {above}"}


def test_there_are_128_legal_sets() -> None:
    faces = Counter(face(some) for some in LEGAL_SETS)
    assert len(LEGAL_SETS) == 128
    assert faces == {kind: {"elephant": 20, "mosquito": 8}.get(kind, 10) for kind in ANIMALS}


@pytest.mark.parametrize(
    ("animal", "size"), [("elephant", 7), ("mosquito", 5), ("whale", 6), ("mouse", 6), ("fish", 6)]
)
def test_the_largest_sets(animal: str, size: int) -> None:
    assert max(some.total() for some in LEGAL_SETS if face(some) == animal) == size


def test_r4_a_leader_may_lay_any_number_of_one_animal() -> None:
    assert lead("3 fox, 1 perch") == {"1 fox", "2 fox", "3 fox", "1 perch"}


def test_r4_different_animals_do_not_make_a_set() -> None:
    assert lead("1 lion, 1 seal, 1 fish") == {"1 lion", "1 seal", "1 fish"}


def test_r4_the_joker_is_whatever_it_lies_with() -> None:
    assert lead("1 lion, 2 fish, 1 joker") == {
        "1 lion",
        "1 lion, 1 joker",
        "1 fish",
        "2 fish",
        "1 fish, 1 joker",
        "2 fish, 1 joker",
    }


def test_r4_same_animal_needs_exactly_one_card_more() -> None:
    assert follow("4 lion", "1 lion") == {"2 lion"}
    assert follow("4 fox", "1 fox") == {"2 fox"}


def test_r4_same_animal_same_number_does_not_outrank() -> None:
    assert follow("2 perch", "2 perch") == set()


def test_r4_a_higher_animal_needs_exactly_the_same_number() -> None:
    assert follow("5 crocodile", "2 fox") == {"2 crocodile"}
    assert follow("1 crocodile, 1 fish", "2 fox") == set()


def test_r4_the_joker_may_be_the_one_card_more() -> None:
    assert follow("2 seal, 1 joker", "2 seal") == {"2 seal, 1 joker"}


def test_e01_the_joker_alone_is_no_lead() -> None:
    assert lead("1 lion, 1 joker") == {"1 lion", "1 lion, 1 joker"}


def test_e01_the_joker_alone_does_not_follow() -> None:
    assert follow("1 lion, 1 joker", "1 mouse") == {"1 lion"}


def test_e01_the_joker_alone_is_illegal_as_a_last_card() -> None:
    assert table(["1 joker", "2 fish", "2 seal"], ranking="1 mouse").legal(0) == {"pass"}


def test_e01_the_joker_alone_is_a_legal_offer() -> None:
    asker = table(["2 lion", "2 fish", "1 joker", "2 seal"], variant="partners", actor=2, ranking="1 mouse")
    assert asker.legal(2) == {"pass", "ask 1 joker"}


def test_e02_elephant_mosquito_and_joker_are_three_elephants() -> None:
    hand = "1 elephant, 1 mosquito, 1 joker, 1 fish"
    assert follow(hand, "2 elephant") == {"1 elephant, 1 mosquito, 1 joker"}
    assert follow(hand, "3 crocodile") == {"1 elephant, 1 mosquito, 1 joker"}
    assert follow(hand, "2 crocodile") == {"1 elephant, 1 mosquito", "1 elephant, 1 joker"}


def test_a11_e03_two_mosquitoes_never_go_with_an_elephant() -> None:
    assert lead("1 elephant, 2 mosquito, 1 joker") == {
        "1 elephant",
        "1 elephant, 1 mosquito",
        "1 elephant, 1 joker",
        "1 elephant, 1 mosquito, 1 joker",
        "1 mosquito",
        "2 mosquito",
        "1 mosquito, 1 joker",
        "2 mosquito, 1 joker",
    }


def test_a11_two_mosquitoes_do_not_make_three_elephants_on_two() -> None:
    assert follow("1 elephant, 2 mosquito", "2 elephant") == set()
    assert follow("1 elephant, 2 mosquito, 1 joker", "3 elephant") == set()


def test_e03_two_mosquitoes_and_the_joker_are_three_mosquitoes() -> None:
    assert follow("2 mosquito, 1 joker", "2 mosquito") == {"2 mosquito, 1 joker"}


def test_r4_joker_and_mosquito_are_two_mosquitoes_and_never_elephants() -> None:
    assert follow("1 mosquito, 1 joker", "2 crocodile") == set()
    assert follow("1 mosquito, 1 joker", "1 elephant") == set()
    assert follow("1 mosquito, 1 joker", "1 mosquito") == {"1 mosquito, 1 joker"}


@pytest.mark.parametrize("ranking", ["5 whale, 1 joker", "5 elephant, 1 mosquito, 1 joker"])
def test_e04_six_whales_and_seven_elephants_leave_only_pass(ranking: str) -> None:
    hands = ["2 fox", "2 fox", "5 mouse, 3 mosquito, 5 hedgehog, 5 fish", "5 lion, 5 seal, 5 perch"]
    junior = table(hands, variant="partners", actor=2, ranking=ranking)
    assert junior.legal(2) == {"pass"}


def test_e05_five_whales_leave_only_pass() -> None:
    hands = ["5 elephant, 1 joker", "5 fox", "5 mouse"]
    assert table(hands, ranking="5 whale").legal(0) == {"pass"}


def test_e05_a_junior_with_the_joker_may_still_make_the_hopeless_ask_on_five_whales() -> None:
    junior = table(["2 fox", "2 fish", "1 fox, 1 joker", "2 seal"], variant="partners", actor=2, ranking="5 whale")
    assert junior.legal(2) == {"pass", "ask 1 joker"}


def test_e06_mosquitoes_are_outranked_by_hedgehogs_fish_and_mice() -> None:
    two_of_each = words({kind: 2 for kind in ANIMALS if kind != "mosquito"})
    assert follow(two_of_each, "2 mosquito") == {"2 hedgehog", "2 fish", "2 mouse"}


def test_e06_elephants_with_a_mosquito_are_outranked_by_mice_only() -> None:
    two_of_each = words({kind: 2 for kind in ANIMALS if kind != "mosquito"})
    assert follow(two_of_each, "1 elephant, 1 mosquito") == {"2 mouse"}


def test_a12_size_and_face_of_the_whole_set_count_not_its_cards() -> None:
    hand = "2 elephant, 1 mouse, 1 mosquito, 1 joker"
    assert follow(hand, "1 elephant, 1 mosquito") == {
        "2 elephant, 1 mosquito",
        "2 elephant, 1 joker",
        "1 elephant, 1 mosquito, 1 joker",
        "1 mouse, 1 joker",
    }


def test_a12_joker_and_mosquito_are_beaten_as_two_mosquitoes() -> None:
    hand = "3 elephant, 2 hedgehog, 2 fish, 2 mouse, 3 mosquito"
    assert follow(hand, "1 mosquito, 1 joker") == {"3 mosquito", "2 hedgehog", "2 fish", "2 mouse"}


def test_a12_a_set_with_the_joker_is_beaten_by_its_animal_and_size() -> None:
    assert follow("3 lion, 3 elephant", "2 lion, 1 joker") == {"3 elephant"}
    assert follow("3 lion, 2 elephant", "1 lion, 1 joker") == {"3 lion", "2 elephant"}


def test_every_pair_of_sets_that_can_meet_in_a_game_outranks_as_the_definition_says() -> None:
    groups = ["whale elephant crocodile", "polar_bear lion seal", "fox perch hedgehog", "fish mouse"]
    met: Counter[bool] = Counter()
    for ranking in LEGAL_SETS:
        rest = DECK - ranking
        for group in groups:
            hand = Counter({kind: rest[kind] for kind in [*group.split(), "mosquito", "joker"] if rest[kind]})
            allowed = follow(words(hand), words(ranking))
            expected = {words(some) for some in LEGAL_SETS if holds(hand, some) and outranks(some, ranking)}
            assert allowed == expected, f"{words(hand)} on {words(ranking)}"
            met.update(outranks(some, ranking) for some in LEGAL_SETS if holds(hand, some))
    assert met[True] > 300
    assert met[False] > 10_000


def random_hand(rng: random.Random) -> tuple[Cards, list[str]]:
    """A hand of one to twenty cards, rich in joker and mosquitoes, and two other hands."""
    deck = list(DECK.elements())
    rng.shuffle(deck)
    if rng.random() < 0.5:  # few kinds, so that large sets occur
        wanted = {*rng.sample(ANIMALS, 3), "elephant", "mosquito", "joker"}
        deck.sort(key=lambda kind: kind not in wanted)
    size = rng.randint(1, 20)
    return Counter(deck[:size]), [words(Counter(deck[size : size + 3])), words(Counter(deck[size + 3 : size + 6]))]


def test_leads_of_random_hands_are_those_of_the_definition() -> None:
    rng = random.Random(1)
    for _ in range(volume(600)):
        hand, rest = random_hand(rng)
        if leads(hand):
            assert table([words(hand), *rest]).plays(0) == {words(some) for some in leads(hand)}, words(hand)


def test_follows_of_random_hands_are_those_of_the_definition() -> None:
    rng = random.Random(2)
    found = 0
    for _ in range(volume(1000)):
        hand, rest = random_hand(rng)
        elsewhere = DECK - hand - cards(rest[0]) - cards(rest[1])
        fitting = [some for some in LEGAL_SETS if holds(elsewhere, some)]
        mine = leads(hand)
        best = rng.choice(mine) if mine else Counter()
        beatable = [some for some in fitting if outranks(best, some)]
        ranking = rng.choice(beatable if beatable and rng.random() < 0.8 else fitting)
        at = Table(GAME.from_position(position([words(hand), *rest], ranking=words(ranking))))
        expected = {words(some) for some in follows(hand, ranking)}
        assert at.legal(0) == {"pass"} | {f"lay {some}" for some in expected}, f"{words(hand)} on {words(ranking)}"
        found += len(expected)
    assert found > 1000
