"""Agents of somebody's own, well and badly behaved."""

from __future__ import annotations

import os
import sys
import threading

from paddock import Agent, Perspective, Rng


class Last(Agent):
    """Always the last of its actions; says so where answers are given."""

    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        print("I take the last")
        return actions[-1]


class Crash(Agent):
    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        raise KeyError("nothing is right")


class Quit(Agent):
    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        sys.exit(3)


class Vanish(Agent):
    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        os._exit(0)


class Cheat(Agent):
    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        return max(actions) + 1


class Hang(Agent):
    def decide(self, perspective: Perspective, actions: list[int], rng: Rng) -> int:
        threading.Event().wait()
        return actions[0]


class Unmakeable(Agent):
    def __init__(self, needed: str) -> None:
        self.needed = needed
