"""Rating: OpenSkill ratings of the agents of an arena; partners are a team.

Agents do not change, so a rating never drifts (tau 0); the games are taken in the order of their deals. Where an agent
has several seats, its rating becomes the mean of what each of them made of it. Games of one deal resemble each
other, which the model does not know: intervals by deal are the ones to trust, ratings put many agents on one scale.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Sequence
from importlib.util import find_spec
from statistics import fmean
from typing import Any

from paddock.arena.deal import Contest, Played

DIGITS = 2
MISSING = "ratings need OpenSkill: pip install 'paddock[arena]'"


def can_rate() -> bool:
    """Is the library here?"""
    return find_spec("openskill") is not None


def ratings(names: Sequence[str], deals: Sequence[Sequence[Played]]) -> dict[str, dict[str, float]]:
    """Of each agent: mu with its sigma, and the ordinal, three sigmas below, by which to sort."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(tau=0.0)
    rated: list[Any] = [model.rating(name=name) for name in names]
    for games in deals:
        for game in games:
            for contest in game.contests or [whole(game)]:
                rate(model, rated, game.agents, contest)
    return {
        name: {"mu": round(r.mu, DIGITS), "sigma": round(r.sigma, DIGITS), "ordinal": round(r.ordinal(), DIGITS)}
        for name, r in zip(names, rated, strict=True)
    }


def whole(game: Played) -> Contest:
    """A game without partners: every seat for itself, by its place."""
    return Contest(tuple((seat,) for seat in range(len(game.agents))), tuple(-place for place in game.places))


def rate(model: Any, rated: list[Any], agents: Sequence[int], contest: Contest) -> None:
    """Learn from one contest."""
    if len({agents[seat] for party in contest.parties for seat in party}) == 1:
        return  # against itself it cannot be compared
    teams = [[model.create_rating([rated[agents[seat]].mu, rated[agents[seat]].sigma]) for seat in party]
             for party in contest.parties]  # fmt: skip
    after = model.rate(teams, scores=list(contest.gains))
    made: dict[int, list[Any]] = defaultdict(list)
    for party, team in zip(contest.parties, after, strict=True):
        for seat, found in zip(party, team, strict=True):
            made[agents[seat]].append(found)
    for agent, found in made.items():
        rated[agent].mu = fmean(each.mu for each in found)
        rated[agent].sigma = fmean(each.sigma for each in found)
