"""Draw: the table as one viewer sees it, in plain text for a terminal."""

from __future__ import annotations

from textwrap import wrap

from paddock.core.drawing import Part, joined
from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.zooloretto import cells, material
from paddock.games.zooloretto.material import PLACES, STALLS, TYPES
from paddock.games.zooloretto.narration import tell_scores, tell_winner
from paddock.games.zooloretto.reading import NONE, Enclosure, Reading, Truck, counted
from paddock.games.zooloretto.words import (
    coins,
    head_count,
    name,
    one,
    place_name,
    points,
    signed,
    tile_list,
)

JOINT = "\N{NO-BREAK SPACE}"  # in what should stay on one line
LABEL = 10  # columns for `Truck 2`
ANIMALS = 26  # columns for `4 chimpanzees (2 female)`
LEAST = 60  # columns
FULL = 80  # columns; with fewer an enclosure's possible points, which are always the same, are left out


class Drawing:
    """Draws one masked state in one language."""

    def __init__(self, state: State, words: Catalogue, names: tuple[str, ...], width: int) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, LEAST)

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def parts(self) -> list[Part]:
        """Others' zoos first, for they are what one can do without longest."""
        reading = self.reading
        over = reading.phase == cells.OVER
        others = [seat for seat in reading.everyone if seat != reading.viewer]
        parts = [Part(self.say(message("draw.others")), [line for seat in others for line in self.zoo(seat)])]
        parts.append(Part(self.head(), [] if over else self.trucks()))
        if reading.viewer >= 0:
            parts.append(Part(self.title(reading.viewer), self.own_zoo(reading.viewer)))
        last = self.result() if over else self.hand()
        return [*parts[:-1], Part(parts[-1].title, [*parts[-1].lines, *last])]

    def head(self) -> str:
        reading = self.reading
        if reading.phase == cells.OVER:
            return self.say(message("draw.over", round=reading.rounds_finished))
        parts = [message("draw.head", round=reading.rounds_finished + 1, bank=reading.bank)]
        if reading.last_round:
            parts.append(message("draw.last"))
        elif reading.shows_tiles_left:
            parts.append(message("draw.left", count=reading.main_stack))
        return ", ".join(self.say(part) for part in parts)

    def trucks(self) -> list[str]:
        return [line for truck in self.reading.trucks for line in self.truck(truck)]

    def truck(self, truck: Truck) -> list[str]:
        """`Truck 2   [panda] [male zebra] [ ]`; `[x]` is a blocked space."""
        label = f"{self.say(message('draw.truck', truck=truck.number + 1)):{LABEL}}"
        if truck.taker != NONE:
            return [label + self.say(message("draw.taken", who=seat_name(truck.taker)))]
        blocked = max(material.TRUCKS[-1]) - truck.spaces
        spaces = [f"[{self.say(name(tile))}]" for tile in truck.tiles] + ["[ ]"] * truck.free + ["[x]"] * blocked
        whole = " ".join(space.replace(" ", JOINT) for space in spaces)
        lines = wrap(whole, self.width, initial_indent=label, subsequent_indent=" " * LABEL)
        return [line.replace(JOINT, " ") for line in lines]

    def title(self, seat: int) -> str:
        """`> Ben: 14 points, 1 coin, truck 1`."""
        reading = self.reading
        worth = points(reading.score(seat).total)
        mark = ">" if seat in reading.state.pending() else " "
        zoo = message("draw.zoo", who=seat_name(seat), points=worth, coins=coins(reading.coins(seat)))
        truck = reading.truck_of(seat)
        passed = "" if truck == NONE else ", " + self.say(message("draw.passed", truck=truck + 1))
        you = f" {self.say(message('draw.you'))}" if seat == reading.viewer else ""
        return f"{mark} {self.say(zoo)}{passed}{you}".strip()

    def zoo(self, seat: int) -> list[str]:
        """Another player's zoo in a few lines."""
        reading = self.reading
        parts = []
        for place in reading.places:
            house = reading.enclosure(seat, place)
            parts.append(f"{PLACES[place]} {self.short(house)}")
        if reading.score(seat).stalls:
            parts.append(f"{self.say(message('draw.stalls'))} {signed(reading.score(seat).stalls)}")
        return [self.title(seat)[: self.width], *self.joined(parts), *self.barn(seat, 4)]

    def short(self, house: Enclosure | None) -> str:
        """`zebra 3/5 M (snacks) +3`."""
        if house is None:
            return self.say(message("draw.unbuilt"))
        stalls = ", ".join(self.stall(stall) for stall in stall_row(house))
        parts = [f"({stalls})"] if stalls else []
        if house.animal == NONE:
            return " ".join([self.say(message("draw.empty")), *parts])
        kind = self.say(message(f"animal.{TYPES[house.animal]}"))
        waiting = ["M" * house.group[1] + "F" * house.group[2]] if house.group[1] + house.group[2] else []
        number = f"{house.animals}/{material.SPACES[house.place]}"
        return " ".join([kind, number, *waiting, *parts, signed(house.points)])

    def joined(self, parts: list[str]) -> list[str]:
        """The parts side by side, as many as fit a line."""
        lines: list[str] = []
        for part in parts:
            if lines and len(lines[-1]) + 3 + len(part) <= self.width:
                lines[-1] += f" | {part}"
            else:
                lines.append(f"    {part}")
        return lines

    def barn(self, seat: int, indent: int) -> list[str]:
        """What lies in a barn, and what it costs; nothing for an empty one."""
        tiles = self.reading.barn(seat)
        if not any(tiles):
            return []
        listed = ", ".join(self.say(part) for part in tile_list(tiles))
        text = f"{self.say(message('draw.barn'))} {signed(self.reading.score(seat).barn)}: {listed}"
        return wrap(text, self.width, initial_indent=" " * indent, subsequent_indent=" " * (indent + 2))

    def stall(self, stall: int) -> str:
        return self.say(message(f"short.{STALLS[stall]}"))

    def own_zoo(self, seat: int) -> list[str]:
        """The viewer's zoo, an enclosure a line, with what each is worth."""
        titles = [self.say(message(f"draw.{title}")) for title in ("now", "full", "short", "bonus", "stalls")]
        wide = self.width >= FULL
        known = f"{titles[1]:>5}{titles[2]:>8}{titles[3]:>7}" if wide else ""
        lines = [f"{'':{8 + ANIMALS}}{titles[0]:>6}{known}  {titles[4]}"]
        for place in self.reading.places:
            house = self.reading.enclosure(seat, place)
            worth = f"{material.FULL[place]:>5}{material.ONE_EMPTY[place]:>8}{material.BONUS[place]:>7}" if wide else ""
            number = f"{0 if house is None else house.animals}/{material.SPACES[place]}"
            now = "" if house is None else signed(house.points)
            stalls = "" if house is None else self.stall_spaces(house)
            lines.append(f" {PLACES[place]} {number} {self.long(house, place):{ANIMALS}}{now:>6}{worth}  {stalls}")
        return [line[: self.width] for line in lines] + self.barn(seat, 1)

    def long(self, house: Enclosure | None, place: int) -> str:
        """`4 zebras (1 male)`, or what an enclosure without animals is called."""
        if house is None:
            return f"{self.say(place_name(place))}, {self.say(message('draw.unbuilt'))}"
        if house.animal == NONE:
            return f"{self.say(place_name(place))}, {self.say(message('draw.empty'))}"
        waiting = [
            self.say(message(f"draw.{sex}", count=house.group[kind]))
            for kind, sex in ((1, "male"), (2, "female"))
            if house.group[kind]
        ]
        return self.say(head_count(house.animal, house.animals)) + (f" ({waiting[0]})" if waiting else "")

    def stall_spaces(self, house: Enclosure) -> str:
        """`snacks, -`."""
        return ", ".join([self.stall(stall) for stall in stall_row(house)] + ["-"] * house.free_stalls)

    def hand(self) -> list[str]:
        """What is on its way to a truck or a zoo."""
        reading = self.reading
        if reading.revealed != NONE:
            return [self.say(message("draw.drawn", tile=one(reading.revealed)))]
        if not reading.carried:
            return []
        carried = message("draw.carried", who=seat_name(reading.turn), tiles=tile_list(counted(reading.carried)))
        return wrap(self.say(carried), self.width, subsequent_indent="  ")

    def result(self) -> list[str]:
        """How the match was scored, and who has won."""
        lines = [*tell_scores(self.reading), tell_winner(self.reading)]
        return [part for line in lines for part in wrap(self.say(line), self.width, subsequent_indent="  ")]


def stall_row(house: Enclosure) -> list[int]:
    """The stalls beside an enclosure, one by one."""
    return [stall for stall, number in enumerate(house.stalls) for _ in range(number)]


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width` (of at least 60)."""
    drawing = Drawing(state, words, names, width)
    return joined(drawing.parts(), drawing.width)
