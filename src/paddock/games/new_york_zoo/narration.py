"""Narration: the log lines of one event and of all that it brought about."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from paddock.core.match import demand_masked
from paddock.core.message import Message, message, seat_name
from paddock.core.state import CHANCE, State
from paddock.games.new_york_zoo import cells as c
from paddock.games.new_york_zoo.material import (
    ATTRACTIONS,
    DEALING,
    HANDING,
    MARKERS,
    TILE_CELLS,
    tiles_of,
)
from paddock.games.new_york_zoo.notation import acquired, verb_of
from paddock.games.new_york_zoo.note import destination
from paddock.games.new_york_zoo.prompt import result
from paddock.games.new_york_zoo.reading import Reading
from paddock.games.new_york_zoo.words import (
    an_animal,
    count,
    kind_name,
    kind_names,
    line_name,
    line_names,
    space_name,
    tile_name,
)


def tell(before: State, after: State, seat: int, action: int) -> list[Message]:
    """What happened; everybody sees everything."""
    demand_masked(before)
    demand_masked(after)
    old, new = Reading(before), Reading(after)
    if seat == CHANCE:
        return tell_deal(old, new)
    lines = tell_decision(old, new, seat, action)
    lines += tell_completion(old, new, seat)
    lines += tell_removed(old, new, seat)
    lines += tell_lines(old, new, action)
    return lines + tell_end(old, new)


def by_size(tiles: Iterable[int]) -> tuple[Message, ...]:
    """Three enclosures of 6 cells and three of 7: which ones they are is seen, not told."""
    sizes = Counter(TILE_CELLS[tile] for tile in tiles)
    return tuple(message("hand.some", count=sizes[cells], cells=cells) for cells in sorted(sizes))


def tell_deal(old: Reading, new: Reading) -> list[Message]:
    """The tiles are told together when the last one lies."""
    if old.phase == c.HANDING:
        if new.phase == c.HANDING:
            return []
        return [message("hand", who=seat_name(seat), tiles=by_size(new.hand(seat))) for seat in new.everyone]
    if old.cell(c.DEALT) + 1 < len(DEALING):
        return []
    if old.cell(c.SHORT):
        return [message("dealt"), message("dealt.short", count=len(HANDING))]
    if old.solo:
        return [message("dealt"), message("dealt.solo")]
    return [message("dealt"), message("begins", who=seat_name(new.actor))]


def tell_decision(old: Reading, new: Reading, seat: int, action: int) -> list[Message]:
    """The decision itself."""
    verb, who = verb_of(old.phase, action), seat_name(seat)
    own = new.enclosures(seat)
    if verb in ("move", "marker", "walk"):
        return tell_move(old, new, verb, action)
    if verb == "place":
        return [tell_place(old, new, seat)]
    if verb == "pick":
        return []  # told when it is laid
    if verb == "take":
        return [message("takes", who=who, kind=message(f"attraction.{ATTRACTIONS[action - c.KIND]}"))]
    if verb == "from":
        source = action - c.SOURCE
        newest = own[-1]
        full = message("filled", count=newest.animals, cells=TILE_CELLS[newest.tile])
        event = "populates.house" if source < c.SPECIES else "populates"
        return [message(event, who=who, animal=an_animal(newest.species), filled=full)]
    if verb == "acquire":
        species, enclosure = acquired(action)
        if enclosure < 0:
            return [message("acquires.house", who=who, animal=an_animal(species))]
        return [message("acquires", who=who, animal=an_animal(species), filled=filled(old, seat, enclosure))]
    if verb in ("breed", "bonus"):
        enclosure = action - c.BREED
        kinds = kind_names(old.own[enclosure].species)
        event = "bonus" if verb == "bonus" else "breeds"
        return [message(event, who=who, kinds=kinds, filled=filled(old, seat, enclosure))]
    if verb == "extra":
        species = old.own[old.target].species
        return [message("extra", who=who, animal=an_animal(species), filled=filled(old, seat, old.target))]
    if verb == "keep":
        return [message("keeps", who=who, animal=an_animal(old.cell(c.LEAVING)))]
    return tell_refusal(old, who)


def filled(old: Reading, seat: int, enclosure: int) -> Message:
    """An enclosure with one animal more than before, even if it has been emptied since: `3 of 5`."""
    one = old.enclosures(seat)[enclosure]
    return message("filled", count=one.animals + 1, cells=TILE_CELLS[one.tile])


def tell_move(old: Reading, new: Reading, verb: str, action: int) -> list[Message]:
    """How far the elephant went, and which lines it passed."""
    position, far = destination(old, verb, action)
    who = seat_name(old.actor)
    steps = old.steps(far)
    space = space_name(old, position)
    if not old.solo:
        lines = [message("moves", who=who, count=steps, space=space)]
    elif verb == "walk":
        lines = [message("walks", who=who, space=space)]
    else:
        marker = MARKERS[c.FAR if verb == "move" else action - c.MARKER]
        lines = [message("uses", who=who, marker=marker, space=space)]
        if len(old.markers) == 1:
            lines.append(message("markers"))
    if old.passed(far):
        lines.append(message("passes", lines=line_names(old.passed(far))))
    if new.phase != c.OVER and new.phase not in (c.PLACING, c.ACQUIRING):
        lines.append(message("nothing", who=who))  # R3.5
    return lines


def tell_place(old: Reading, new: Reading, seat: int) -> Message:
    """A tile or an attraction is laid."""
    left = message("left", count=new.uncovered(seat))
    if old.tile >= 0:
        return message("lays", who=seat_name(seat), tile=tile_name(old.tile), left=left)
    kind = message(f"attraction.{ATTRACTIONS[old.kind]}")
    return message("stands", who=seat_name(seat), kind=kind, left=left)


def tell_refusal(old: Reading, who: Message) -> list[Message]:
    """What is not done."""
    if old.phase == c.ACQUIRING_2:
        return [message("declines.acquire", who=who, animal=an_animal(old.second))]
    if old.phase == c.POPULATING_2:
        return [message("declines.populate", who=who, kind=kind_name(old.own[-1].species))]
    if old.phase == c.KEEPING:
        return [message("declines.keep", who=who)]
    if old.phase == c.EXTRA:
        return [message("declines.extra", who=who)]
    if old.phase == c.BONUS:
        return [message("declines.bonus", who=who)]
    return [message("declines.breed" if old.phase == c.BREEDING else "declines.breed_2", who=who)]


def tell_completion(old: Reading, new: Reading, seat: int) -> list[Message]:
    """R6.1 what is full is emptied."""
    lines = []
    for one, now in zip(old.enclosures(seat), new.enclosures(seat), strict=False):
        if one.animals and not now.animals:
            gone = count(one.species, TILE_CELLS[one.tile])
            lines.append(message("completed", who=seat_name(seat), animals=gone))
    return lines


def tell_removed(old: Reading, new: Reading, seat: int) -> list[Message]:
    """R9.2 start tiles that fit nowhere any more."""
    if old.phase != c.LAYING:
        return []
    tiles = tiles_of(new.cell(c.REMOVED) & ~old.cell(c.REMOVED))
    lines = [message("removed", tile=tile_name(tile)) for tile in tiles]
    if new.phase == c.MOVING:
        lines.append(message("begins", who=seat_name(new.actor)))
    return lines


def tell_lines(old: Reading, new: Reading, action: int) -> list[Message]:
    """R7.1 the line that breeds next, and those at which nobody could."""
    pending = old.lines
    if old.phase == c.MOVING:
        pending = [] if new.phase in (c.PLACING, c.ACQUIRING) else old.passed(new.distance - old.distance)
    if not pending:
        return []
    if old.stage == c.MAIN and new.phase == c.OVER and (late(new) or not new.free(old.turn)):
        return [message("lines.dropped", lines=line_names(pending))]
    now = len(pending) - new.cell(c.LINES)  # the line that is breeding, or past the last
    told = 0 if old.stage == c.MAIN else 1
    lines = [message("line.nobody", line=line_name(line)) for line in pending[told:now]]
    if new.stage != c.MAIN and now >= told:
        lines.append(message("line.breeds", line=line_name(pending[now])))
    return lines


def late(new: Reading) -> bool:
    """Solo: has the elephant passed the start the second time?"""
    return new.solo and new.distance > c.LIMIT


def tell_end(old: Reading, new: Reading) -> list[Message]:
    """R8.3 everybody's ground and animals, and who has won; R10.4 alone, the points."""
    if new.phase != c.OVER:
        return []
    lines = []
    if late(new):
        lines.append(message("over.passed"))
    elif new.solo and new.distance == c.LIMIT and new.free(0):
        lines.append(message("over.late"))
    if not new.solo:
        places = new.state.places()
        for seat in sorted(new.everyone, key=lambda seat: places[seat]):
            left, animals = new.uncovered(seat), sum(new.animals(seat))
            lines.append(
                message(
                    "over.row",
                    place=places[seat],
                    who=seat_name(seat),
                    left=message("left", count=left),
                    animals=message("animals", count=animals),
                )
            )
    return [*lines, result(new)]
