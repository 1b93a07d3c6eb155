"""The arena and a training on a real Ray cluster of two machines find what they find here."""

import json
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest

from paddock.agents.cluster import Cluster as Connected
from paddock.agents.cluster import Unreachable, connect
from paddock.arena.arena import bout, run
from paddock.core.registry import load
from paddock.core.weights import read
from tests.cluster.conftest import Cluster, python
from tests.cluster.learn import NAME, SEATS, learned

GAMES = 20


def untimed(found: dict[str, Any]) -> dict[str, Any]:
    return {name: value for name, value in found.items() if not name.startswith("ms_")}


@pytest.mark.parametrize("way", ["address", "client"])
def test_the_arena_finds_the_same_on_a_cluster(cluster: Cluster, way: str) -> None:
    bout_ = ["arena", "zooloretto", "greedy", "random", "--deals", "6", "--seed", "5", "--json"]
    found = json.loads(python("-m", "paddock.cli", *bout_, "--ray", getattr(cluster, way)))
    assert untimed(found) == json.loads(json.dumps(untimed(run(bout("zooloretto", ["greedy", "random"], 2, 5, {}), 6))))
    assert found["ms_per_decision"]["greedy"] > 0


def test_a_training_learns_the_same_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    far = python("-m", "tests.cluster.learn", str(tmp_path), str(GAMES), cluster.address).strip()
    assert far == learned(tmp_path, GAMES, alone(cores=2))
    assert far != learned(tmp_path, GAMES + 1, alone(cores=2))


def test_the_command_trains_on_a_cluster(cluster: Cluster, tmp_path: Path) -> None:
    command = ["train", NAME, "--seats", str(SEATS), "--minutes", "0.05", "--folder", str(tmp_path)]
    told = python("-m", "paddock.cli", *command, "--ray", cluster.address)
    assert "0.1 of 0.05 min" in told
    weights = read(next(tmp_path.glob("*-1.json")), NAME, SEATS, load(NAME).inputs)
    assert weights.card["games"] > 0


def alone(cores: int) -> Connected:
    """Looks like a cluster of so many cores, and does everything here at once."""

    def remote(function: Callable[..., object]) -> SimpleNamespace:
        return SimpleNamespace(remote=function)

    return cast(Connected, SimpleNamespace(cores=cores, remote=remote, ray=SimpleNamespace(get=lambda done: done)))


@pytest.mark.parametrize(
    ("address", "said"),
    [("127.0.0.1:1", "no Ray cluster answers at 127.0.0.1:1"), ("somewhere", "is no address of a Ray cluster")],
)
def test_where_no_cluster_is_one_sentence_says_so(address: str, said: str) -> None:
    with pytest.raises(Unreachable, match=said):
        connect(address)
