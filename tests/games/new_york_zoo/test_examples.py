"""The rulebook's worked examples."""

from __future__ import annotations

from tests.games.new_york_zoo.positions import Zoo, table


def test_the_animals_at_the_beginning() -> None:
    """Lisa takes a meerkat and a flamingo and places each in an empty house."""
    assert table(2).houses(0) == "1 meerkat, 1 flamingo"


def test_a_new_meerkat_enclosure() -> None:
    """A meerkat remains behind in the old meerkat enclosure."""
    at = table(2, Zoo("e4-08 meerkat 2", "1 meerkat"), strip={1: "e5-13"}).play("0 move 1", "0 place A9 B9 C9 D9 E9")
    at.play("0 from e4-08")
    assert at.legal() == ["decline", "from house meerkat"], "the last meerkat stays"
    at.play("0 from house meerkat")
    assert (at.zoo(0), at.houses(0)) == ("meerkat 1, meerkat 2", "")


def test_lisa_acquires_an_arctic_fox_and_a_penguin() -> None:
    """The fox goes to a house, the penguin to an enclosure, and a penguin of a house joins it. Space 22 shows them."""
    at = table(2, Zoo("e6-01 penguin 2", "2 penguin"), strip={}, elephant=20)
    at.play("0 move 22", "0 arctic_fox to house", "0 penguin to e6-01", "0 extra")
    assert (at.zoo(0), at.houses(0), at.asked) == ("penguin 4", "1 penguin, 1 arctic_fox", "1 move")


def test_three_penguin_enclosures() -> None:
    """Two of them breed, a house penguin joins one, the full one is scored and a penguin kept."""
    zoo = Zoo("e4-08 penguin 2, e6-01 penguin 2, e5-13 penguin 3", "1 penguin")
    at = table(4, zoo, Zoo(), Zoo(), Zoo(), strip={}, elephant=22).play("0 move 0", "0 meerkat to house")
    at.play("0 breed e4-08", "0 breed e6-01")
    assert at.zoo(0) == "penguin 3, penguin 3, penguin 3"
    at.play("0 extra")
    assert (at.asked, at.zoo(0), at.houses(0)) == ("0 keep", "none 0, penguin 3, penguin 3", "1 meerkat")
    at.play("0 keep", "0 take a8")
    at.play("0 place A8 B8 C8 D8 A9 B9 C9 D9")
    assert (at.houses(0), at.asked) == ("1 meerkat, 1 penguin", "1 move")


def test_a_meerkat_and_two_flamingo_enclosures() -> None:
    """The meerkats breed; as a bonus one flamingo enclosure does, not two."""
    zoo = Zoo("e5-13 meerkat 2, e5-02 flamingo 2, e5-01 flamingo 2", "")
    at = table(2, zoo, Zoo(), strip={}, elephant=7).play("0 move 10", "0 penguin to house", "0 breed e5-13")
    assert at.legal() == ["bonus e5-01", "bonus e5-02", "decline"]
    at.play("0 bonus e5-02")
    assert (at.zoo(0), at.asked) == ("meerkat 3, flamingo 3, flamingo 2", "1 move")


def test_three_flamingo_enclosures_with_two_empty_spaces_each() -> None:
    """The house flamingo finishes one of two; the kept one finishes the third by the bonus: two attractions."""
    zoo = Zoo("e4-08 flamingo 2, e5-13 flamingo 3, e6-01 flamingo 4", "1 flamingo")
    at = table(2, zoo, Zoo(), strip={}, elephant=12).play("0 move 15", "0 meerkat to house")
    at.play("0 breed e5-13", "0 breed e4-08", "0 extra", "0 keep", "0 take a8", "0 place A8 B8 C8 D8 A9 B9 C9 D9")
    assert (at.zoo(0), at.houses(0)) == ("none 0, flamingo 4, flamingo 4", "1 meerkat, 1 flamingo")
    at.play("0 bonus e6-01", "0 extra", "0 keep", "0 take a6", "0 place E8 F8 G8 E9 F9 G9")
    assert (at.zoo(0), at.asked) == ("none 0, flamingo 4, none 0", "1 move")
    assert len(at.standing()) == 2
