"""Every recorded match still reads the same, and every game has some."""

from __future__ import annotations

import pytest

from paddock.core.registry import list_games, load
from paddock.core.transcript import read
from tests.golden import TESTS, folder, playthrough, setups

FILES = sorted(file.relative_to(TESTS) for file in TESTS.glob("games/*/golden/*.txt"))


@pytest.mark.parametrize("file", FILES, ids=str)
def test_a_golden_transcript_replays_with_every_legal_list_in_it(file: str) -> None:
    text = (TESTS / file).read_text("utf-8")
    read(text)
    assert "\n? " in text, "it asserts the legal moves"


# A new game has none before `make golden` was run for it.
RECORDED = [name for name in list_games() if folder(load(name)).exists()]


def test_every_game_of_ours_is_recorded() -> None:
    assert {"franks-zoo", "new-york-zoo", "o-zoo-le-mio", "zooloretto"} <= set(RECORDED)


@pytest.mark.parametrize("name", RECORDED)
def test_playing_a_golden_match_again_gives_the_same_views_and_log(name: str) -> None:
    game = load(name)
    for seed, (label, setup) in enumerate(setups(game)):
        file = folder(game) / f"random-{label}.txt"
        assert file.read_text("utf-8") == playthrough(game, setup, seed), f"{file.name}: see `make golden` and the diff"
