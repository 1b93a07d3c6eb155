"""Learn: some games of a training on a cluster; prints the weights' checksum.

python -m tests.cluster.learn FOLDER GAMES ADDRESS
"""

import sys
from pathlib import Path

from paddock.agents.cluster import Cluster
from paddock.arena.afar import FarTraining
from paddock.core.weights import checksum

NAME, SEATS, SEED, RATE = "o-zoo-le-mio", 2, 3, 0.003


def learned(folder: Path, games: int, cluster: Cluster) -> str:
    """After so many games."""
    training = FarTraining(NAME, SEATS, 1, SEED, folder, cluster)
    for _ in range(games):
        training.study(RATE)
    return checksum([round(weight * 1e9) for weight in training.learner.judge.net.listed()])


if __name__ == "__main__":
    with Cluster(sys.argv[3]) as connected:
        print(learned(Path(sys.argv[1]), int(sys.argv[2]), connected))
