"""Position: the laws of written positions; nothing is lost, and what is wrong is named."""

from __future__ import annotations

import json
from collections.abc import Iterator
from random import Random
from typing import Any

from paddock.core.errors import BadPosition
from paddock.core.layout import Layout
from paddock.testing.moment import Moment, viewer_name

JUNK: tuple[object, ...] = (None, True, -(10**9), 2**70, 1.5, "", "nonsense", [], [None], {}, {"nonsense": 1})


def layout_law(moment: Moment) -> bool:
    """The fields of a layout cover every cell once; False if the game has no layout."""
    layout = getattr(moment.game, "layout", None)
    if not isinstance(layout, Layout):
        return False
    if layout.gaps():
        raise moment.broken("the position's fields cover every cell once", "; ".join(layout.gaps()))
    if layout.size != len(moment.state.cells):
        found = f"{layout.size} against {len(moment.state.cells)}"
        raise moment.broken("the layout has as many cells as the state", found)
    return True


def round_trip_law(moment: Moment) -> None:
    """A position, whole or masked, survives being written as JSON."""
    game, state = moment.game, moment.state
    for one in [state, *(state.mask(viewer) for viewer in moment.viewers)]:
        who = viewer_name(int(one.viewer))
        position = game.position(one)
        try:
            text = json.dumps(position, allow_nan=False)
        except (TypeError, ValueError) as error:
            raise moment.broken("a position is JSON", f"masked for {who}: {error}") from error
        try:
            two = game.from_position(json.loads(text))
        except BadPosition as error:
            raise moment.broken("a position that was written is read", f"masked for {who}: {error}") from error
        if two.key() != one.key():
            found = f"masked for {who}: {moment.differences(one, two)}"
            raise moment.broken("from_position(position(s)) is equal to s", found)


def wrong_position_law(moment: Moment) -> None:
    """A wrong position raises BadPosition; one that is read is read as it was written."""
    position = json.loads(json.dumps(moment.game.position(moment.state)))
    for junk in JUNK[:-2]:
        demand_refusal(moment, junk, f"the position {junk!r}")
    demand_refusal(moment, {**position, "no such field": 1}, "a field that does not exist")
    for name in position:
        demand_refusal(moment, {other: position[other] for other in position if other != name}, f"no field {name!r}")
    for name, value in tampered(position, moment.random("tamper")):
        wrong = {**position, name: value}
        try:
            state = moment.game.from_position(wrong)
        except BadPosition:
            continue
        except Exception as error:
            found = f"{type(error).__name__}: {error} from {name!r}: {value!r}"
            raise moment.broken("a wrong position raises BadPosition and nothing else", found) from error
        if json.loads(json.dumps(moment.game.position(state))) != wrong:
            found = f"{name!r}: {value!r} was read as {moment.game.position(state).get(name)!r}"
            raise moment.broken("a position is read as it was written, or refused", found)


def tampered(position: dict[str, Any], random: Random) -> Iterator[tuple[str, object]]:
    """Fields with something else in them: junk, a list of another length, junk within a list."""
    for name, value in position.items():
        for junk in random.sample(JUNK, 5):
            if junk != value or type(junk) is not type(value):
                yield name, junk
        if isinstance(value, list) and value:
            yield name, value[1:]
            yield name, [*value, value[0]]
            index = random.randrange(len(value))
            for junk in random.sample(JUNK, 5):
                yield name, [*value[:index], junk, *value[index + 1 :]]
        if isinstance(value, int):
            yield name, value + 1
            yield name, value - 1


def demand_refusal(moment: Moment, wrong: object, what: str) -> None:
    try:
        moment.game.from_position(wrong)  # type: ignore[arg-type]  # wrong on purpose
    except BadPosition as error:
        if not str(error) or "\n" in str(error):
            raise moment.broken("a refusal is one sentence", repr(str(error))) from error
        return
    except Exception as error:
        found = f"{type(error).__name__}: {error} from {what}"
        raise moment.broken("a wrong position raises BadPosition and nothing else", found) from error
    raise moment.broken("a wrong position raises BadPosition", f"{what} was accepted")
