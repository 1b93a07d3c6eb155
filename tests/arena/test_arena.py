"""The arena plays every deal from every seat, the same again for the same seed, and goes on from its log."""

import json
from pathlib import Path

import pytest

from paddock.arena.arena import bout, deal, run
from paddock.core.errors import BadAgent, BadSetup
from paddock.core.transcript import verify

GAME = "zooloretto"


def untimed(found: dict[str, object]) -> dict[str, object]:
    return {name: value for name, value in found.items() if not name.startswith("ms_")}


def test_every_agent_sits_on_every_seat_of_a_deal() -> None:
    games = deal(bout(GAME, ["random", "greedy"], 3, 1, {}), 0)
    assert [played.agents for played in games] == [(0, 1, 1), (1, 0, 1), (1, 1, 0)]


def test_equal_seeds_give_equal_results_and_others_do_not() -> None:
    one, again, other = (run(bout(GAME, ["random", "greedy"], 2, seed, {}), 3) for seed in (1, 1, 2))
    assert untimed(one) == untimed(again)
    assert one["points"] != other["points"]


def test_workers_find_the_same() -> None:
    match = bout(GAME, ["random", "greedy"], 2, 1, {})
    assert untimed(run(match, 2, workers=2)) == untimed(run(match, 2))


def test_a_log_is_gone_on_with_and_belongs_to_its_bout(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    match = bout(GAME, ["random", "greedy"], 2, 1, {})
    run(match, 2, log=log)
    told: list[int] = []
    found = run(match, 3, log=log, tell=told.append)
    assert told == [2, 3]
    assert untimed(found) == untimed(run(match, 3))
    assert len(log.read_text().splitlines()) == 4
    with pytest.raises(BadSetup, match="another bout"):
        run(bout(GAME, ["random", "greedy"], 2, 2, {}), 3, log=log)


def test_a_log_holds_transcripts_and_outlives_a_kill(tmp_path: Path) -> None:
    log = tmp_path / "log.jsonl"
    match = bout(GAME, ["random", "greedy"], 2, 1, {})
    run(match, 2, log=log)
    _, *lines = log.read_text().splitlines()
    for line in lines:
        for game in json.loads(line)["games"]:
            record = verify(game["transcript"])
            assert record.match is not None
            assert record.match.over
            assert list(record.match.state.places()) == game["places"]
            assert [record.names[seat] for seat in range(2)] == [match.agents[agent] for agent in game["agents"]]
    log.write_text(log.read_text()[:-40])  # killed in the middle of a line
    told: list[int] = []
    found = run(match, 2, log=log, tell=told.append)
    assert told == [1, 2]
    assert untimed(found) == untimed(run(match, 2))


def test_wrong_agents_and_seats_are_refused() -> None:
    with pytest.raises(BadAgent):
        bout(GAME, ["random", "nobody"], 2, 1, {})
    with pytest.raises(BadSetup):
        bout(GAME, ["random", "greedy"], 9, 1, {})


def test_greedy_beats_chance_in_every_game_for_two() -> None:
    """An agent that chose its worst action would lose to chance."""
    for game in ("zooloretto", "o-zoo-le-mio", "new-york-zoo"):
        found = run(bout(game, ["greedy", "random"], 2, 5, {}), 4)
        assert found["pairwise"]["greedy>random"]["rate"] == 1.0, game


def test_old_levels_are_there_to_compare_with_and_nowhere_else() -> None:
    from paddock.agents.levels import make

    found = run(bout(GAME, ["old:easy", "random"], 2, 1, {}), 1)
    assert json.loads(json.dumps(found))["agents"] == ["old:easy", "random"]
    with pytest.raises(BadAgent):
        make("old:easy")
