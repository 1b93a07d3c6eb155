"""Dice: fair, repeatable, and nothing but what the key says."""

from __future__ import annotations

import hashlib

import pytest

from paddock.core.dice import ScriptedDice, SeededDice
from paddock.core.errors import PaddockError


def test_a_roll_is_the_hash_of_key_and_count() -> None:
    key = hashlib.sha256(b"paddock dice 1\0" + b"7").digest()
    words = [int.from_bytes(hashlib.sha256(key + k.to_bytes(8, "big")).digest()[:8], "big") for k in range(5)]
    dice = SeededDice(7)
    assert [dice.below(6) for _ in range(5)] == [word % 6 for word in words]


def test_the_same_seed_rolls_the_same_and_another_does_not() -> None:
    weights = [1] * 50
    rolls = [[SeededDice(seed).roll(weights) for _ in range(1)] for seed in (1, "1", b"1")]
    assert rolls[0] == rolls[1] == rolls[2]
    one, two = SeededDice(1), SeededDice(2)
    assert [one.roll(weights) for _ in range(20)] != [two.roll(weights) for _ in range(20)]


def test_without_a_seed_nobody_knows() -> None:
    assert SeededDice().key != SeededDice().key


def test_rolls_follow_the_weights() -> None:
    dice = SeededDice(2026)
    weights = [1, 2, 0, 3]
    rolls = [dice.roll(weights) for _ in range(6000)]
    expected = {0: 1000, 1: 2000, 3: 3000}
    assert set(rolls) == set(expected)
    assert sum((rolls.count(k) - n) ** 2 / n for k, n in expected.items()) < 13.8  # chi-square, 2 degrees, 1 in 1000


class Words(SeededDice):
    """Dice whose words are written down."""

    def __init__(self, *words: int) -> None:
        super().__init__(0)
        self.words = list(words)

    def word(self) -> int:
        return self.words.pop(0)


def test_words_past_the_last_whole_n_are_rejected() -> None:
    # 2^64 is 1 more than a multiple of 3, 5 and 17: the last word would make 0 likelier than the rest.
    for n in (3, 5, 17):
        dice = Words(2**64 - 1, 2**64 - 2)
        assert dice.below(n) == (2**64 - 2) % n
        assert dice.words == []
    assert Words(2**64 - 1).below(4) == 3


def test_scripted_dice_say_what_is_written_and_no_more() -> None:
    dice = ScriptedDice([1, 0])
    assert [dice.roll([1, 1]), dice.roll([1, 1])] == [1, 0]
    with pytest.raises(PaddockError, match="no outcome left"):
        dice.roll([1, 1])


@pytest.mark.parametrize("outcome", [-1, 1, 2])
def test_scripted_dice_refuse_the_impossible(outcome: int) -> None:
    with pytest.raises(PaddockError, match=f"scripted outcome {outcome} is impossible"):
        ScriptedDice([outcome]).roll([5, 0])
