"""Note: what a choice is worth: coins, points, births, and what the barn costs."""

from __future__ import annotations

from paddock.core.message import Message, message, seat_name
from paddock.core.state import State
from paddock.games.zooloretto import cells
from paddock.games.zooloretto.effect import Effect, best, effect, foreseen
from paddock.games.zooloretto.material import BONUS, COIN, END_STACK, FIRST_STALL, FULL, PRICES, SPACES
from paddock.games.zooloretto.notation import deed
from paddock.games.zooloretto.reading import (
    BARN,
    NONE,
    Reading,
    counted,
)
from paddock.games.zooloretto.words import coins, into, plain, points, tile_list


def notes(reading: Reading, action: int) -> tuple[Message, ...]:
    """What a choice of the viewer brings."""
    seat = reading.viewer
    done = deed(reading, action)
    if done.verb == "draw":
        return draw_notes(reading)
    if done.verb == "load":
        return load_notes(reading, done.truck)
    after = foreseen(reading.state, seat, action)
    new = Reading(after)
    if done.verb in ("take", "buy"):
        first = take_notes(reading, done.truck) if done.verb == "take" else buy_notes(new.coins(seat), done.seller)
        return (*first, *best_notes(reading, after))
    found = effect(reading, new, seat, action)
    return (*zoo_notes(reading, new, found), *points_notes(found.old.total, found.new.total), *purse_notes(found))


def draw_notes(reading: Reading) -> tuple[Message, ...]:
    """How near the end is."""
    if not reading.shows_tiles_left or reading.last_round:
        return ()
    if reading.tiles_left == END_STACK:
        return (message("note.disc"),)
    return (message("note.left", count=reading.main_stack),)


def load_notes(reading: Reading, truck: int) -> tuple[Message, ...]:
    """What the truck will carry."""
    there = reading.trucks[truck]
    tiles = tile_list(counted([*there.tiles, reading.revealed]))
    if there.free == 1:
        return (message("note.load.full", tiles=tiles),)
    return (message("note.load", tiles=tiles, count=there.free - 1),)


def take_notes(reading: Reading, truck: int) -> list[Message]:
    """R2.3 the truck brings coins, perhaps, and ends the round for its taker."""
    number = reading.trucks[truck].tiles.count(COIN)
    out = "note.pass"
    if all(reading.truck_of(seat) != NONE for seat in reading.everyone if seat != reading.viewer):
        out = "note.ends.match" if reading.last_round else "note.ends.round"  # R2.6, R7.1
    return [message(out), *([message("note.gain", coins=coins(number))] if number else [])]


def buy_notes(left: int, seller: int) -> list[Message]:
    """R4.6 who gets the price."""
    share = message("note.seller", seller=seat_name(seller), coins=coins(PRICES["to_seller"]))
    return [message("note.coins", coins=coins(left)), share]


def best_notes(old: Reading, after: State) -> list[Message]:
    """What the tiles that are to be placed then are worth, if they are placed for the most points."""
    seat = old.viewer
    most, left = best(after, seat)
    lines = [*points_notes(old.score(seat).total, most, "best")]
    bonus = left - int(after.cells[cells.COINS + seat])
    return [*lines, message("note.gain.bonus", coins=coins(bonus))] if bonus else lines


def points_notes(old: int, new: int, how: str = "points") -> tuple[Message, ...]:
    """`10 → 13 points`, or that they stay."""
    if new == old:
        return (message(f"note.{how}.same", points=points(old)),)
    return (message(f"note.{how}", old=plain(old), points=points(new)),)


def purse_notes(found: Effect) -> tuple[Message, ...]:
    """What is left of the money after a money action."""
    return (message("note.coins", coins=coins(found.coins)),) if found.price else ()


def zoo_notes(old: Reading, new: Reading, found: Effect) -> list[Message]:
    """What happens in the zoo."""
    done, seat = found.deed, old.viewer
    lines: list[Message] = []
    if done.verb in ("place", "move") and done.goal != BARN and found.tile < FIRST_STALL:
        house = new.enclosure(seat, done.goal)
        assert house is not None
        lines.append(message("note.spaces", number=house.animals, spaces=SPACES[done.goal]))
    if found.born:
        lines.append(message("note.born", count=found.born))
    if found.born > found.born_inside:
        lines.append(message("note.born.barn", count=found.born - found.born_inside))
    if found.filled != NONE:
        lines.append(fill_note(found))
    if done.verb in ("exchange", "barn"):
        lines += exchange_notes(new, seat, found)
    return lines + barn_notes(old, new, exchanged=done.verb == "barn")


def fill_note(found: Effect) -> Message:
    """R6.1 the bonus, R6.4 as far as the bank reaches."""
    if not BONUS[found.filled]:
        return message("note.full.nothing", points=points(FULL[found.filled]))
    if found.short:
        return message("note.full.short", coins=coins(found.bonus))
    return message("note.full", coins=coins(found.bonus))


def exchange_notes(new: Reading, seat: int, found: Effect) -> list[Message]:
    """R6.2 an exchange that fills an enclosure earns nothing."""
    places = [place for place in (found.deed.start, found.deed.goal) if place != BARN]
    houses = [new.enclosure(seat, place) for place in places]
    return [
        message("note.exchange.full", place=into(house.place))
        for house in houses
        if house is not None and house.free == 0 and BONUS[house.place]
    ]


def barn_notes(old: Reading, new: Reading, exchanged: bool) -> list[Message]:
    """R7.4 kinds that come into the barn, or leave it; or one more of a kind that is there already."""
    seat = old.viewer
    before, after = old.barn(seat), new.barn(seat)
    change = new.score(seat).barn - old.score(seat).barn
    if change < 0:
        return [message("note.barn", points=points(change))]
    if change > 0:
        return [message("note.barn.less", points=points(change))]
    return [message("note.barn.same")] if sum(after) > sum(before) and not exchanged else []
