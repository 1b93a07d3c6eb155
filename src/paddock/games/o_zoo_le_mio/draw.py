"""Draw: the table as one viewer sees it, in plain text for a terminal."""

from __future__ import annotations

from textwrap import wrap

from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.frame import EAST, NORTH, SOUTH, WEST
from paddock.games.o_zoo_le_mio.geometry import Cell, Half, Plan, half_of
from paddock.games.o_zoo_le_mio.material import ANIMALS, HOUSE, IDS
from paddock.games.o_zoo_le_mio.preview import ranks
from paddock.games.o_zoo_le_mio.prompt import outcome
from paddock.games.o_zoo_le_mio.reading import Reading
from paddock.games.o_zoo_le_mio.words import coins

NAME = 14  # columns for a player's name
WIDE, HIGH = 5, 3  # columns and lines of a cell
MARGIN = 4  # columns for a row's number
SMALL = 2  # columns of a cell in the other zoos
LEAST = 60
BENCH = "n"


class Drawing:
    """Draws one masked state in one language."""

    def __init__(self, state: State, words: Catalogue, names: tuple[str, ...], width: int) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, LEAST)
        self.letters = [self.say(message(f"letter.{animal}")) for animal in ANIMALS]

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def lines(self) -> list[str]:
        reading = self.reading
        over = reading.phase == cells.OVER
        head = message("draw.over") if over else message("draw.head", year=reading.year, left=len(reading.stack()))
        rule = "-" * self.width
        parts = [[self.say(head)], self.players(), self.ranks()]
        parts += [self.result()] if over else [self.lots(), self.auction()]
        parts += self.zoos()
        lines: list[str] = []
        for part in parts:
            lines += [*(line[: self.width].rstrip() for line in part), rule] if part else []
        return lines[:-1]

    def wrapped(self, text: str, first: str = "", rest: str = "") -> list[str]:
        return wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    def name(self, seat: int) -> str:
        """A player's name, short enough for its column."""
        you = f" {self.say(message('draw.you'))}" if seat == self.reading.viewer else ""
        name = self.say(seat_name(seat))
        room = NAME - len(you)
        return (name if len(name) <= room else name[: room - 1] + "…") + you

    def table(self, titles: list[str], rows: list[list[str]], column: int) -> list[str]:
        """One line a player; `>` marks who is to decide."""
        pending = self.reading.state.pending()
        lines = [f"   {'':{NAME}}" + "".join(f"{title:>{column}}" for title in titles)]
        for seat, row in enumerate(rows):
            mark = ">" if seat in pending else " "
            lines.append(f" {mark} {self.name(seat):{NAME}}" + "".join(f"{entry:>{column}}" for entry in row))
        return lines

    def players(self) -> list[str]:
        reading = self.reading
        titles = [self.say(message(f"draw.{title}")) for title in ("points", "flag", "coins", "tiles", "bid")]
        rows = []
        for seat in reading.everyone:
            flag, bid = reading.flag(seat), reading.last_bid(seat)
            rows.append(
                [
                    str(reading.points(seat)),
                    str(flag + 1) if flag != cells.NONE else "-",
                    str(reading.coins(seat)) if reading.knows_purse(seat) else "?",
                    str(reading.tiles(seat)),
                    str(bid) if bid != cells.NONE else "-",
                ]
            )
        return self.table(titles, rows, 8)

    def ranks(self) -> list[str]:
        """Stars or bushes, and in brackets the visitors or trees held; in square ones those of the year's end."""
        reading, due = self.reading, ranks(self.reading)
        kinds = (*ANIMALS, "bushes", "benches")
        titles = [self.say(message(f"draw.rank.{kind}")) for kind in kinds]
        rows = []
        for seat in reading.everyone:
            row = []
            for kind in range(cells.KINDS):
                row.append(self.rank(seat, kind, due[kind][seat]))
            rows.append([*row, str(reading.benches(seat))])
        legend = message("draw.legend.later") if reading.later else message("draw.legend")
        return [*self.table(titles, rows, 6), *self.wrapped(self.say(legend), "   ", "   ")]

    def rank(self, seat: int, kind: int, due: int) -> str:
        """`7(2)`, or `7[2]` for what will be held from the year's end on."""
        strength, held = self.reading.entry(seat, kind).strength, self.reading.held(seat, kind)
        if self.reading.later and held != due:
            return f"{strength}[{due}]"
        return (f"{strength}({held})" if held else str(strength)) if strength else "-"

    def lots(self) -> list[str]:
        """The tiles of this year that lie open, the one on sale first."""
        reading = self.reading
        shown = [lot for lot in reading.lots if lot.fate == cells.ON_SALE]
        if not shown:
            return []
        pictures = []
        for lot in shown:
            bushes = int(board.BUSH[lot.tile])
            title = f"{IDS[lot.tile]}" + (f" +{bushes}" if bushes else "")
            halves: dict[Cell, Half] = {(0, 0): half_of(lot.tile, 0, 0), (1, 0): half_of(lot.tile, 1, 0)}
            pictures.append([f"{title:^10}", *self.row(halves, 0, 0, 1)])
        each = 12
        across = max(1, (self.width - 2) // each)
        lines = self.wrapped(self.say(message("draw.lots")))
        for first in range(0, len(pictures), across):
            some = pictures[first : first + across]
            lines += ["  " + "".join(f"{picture[k]:{each}}" for picture in some) for k in range(HIGH + 1)]
        return lines

    def auction(self) -> list[str]:
        """The viewer's own bid while others still bid."""
        reading = self.reading
        bid = reading.sealed(reading.viewer) if reading.viewer >= 0 else None
        return [self.say(message("draw.sealed", coins=coins(bid)))] if bid is not None else []

    def zoos(self) -> list[list[str]]:
        """The viewer's zoo large, if it is not too wide, and the others small."""
        reading = self.reading
        large = []
        others = list(reading.everyone)
        if reading.viewer >= 0:
            plan = Plan(reading, reading.viewer)
            west, _, east, _ = plan.bounds()
            if MARGIN + WIDE * (east - west + 1) <= self.width:
                large = [*self.wrapped(self.say(message("draw.own"))), *self.map(plan)]
                others.remove(reading.viewer)
        return [large, self.small([Plan(reading, seat) for seat in others])]

    def map(self, plan: Plan) -> list[str]:
        """Rows from north to south; the numbers are x below and y at the left."""
        west, south, east, north = plan.bounds()
        benches = {(int(x - 0.5), int(y - 0.5)) for x, y in plan.benches()}  # the cell of which it is the upper right
        lines = []
        for y in range(north, south - 1, -1):
            rows = self.row(plan.halves, y, west, east)
            for x in range(west, east + 1):
                if (x, y) in benches:
                    corner = WIDE * (x - west + 1) - 1
                    rows[0] = f"{rows[0][:corner]}{BENCH}{rows[0][corner + 1 :]}"
            for k in range(HIGH):
                label = f"{y:>{MARGIN - 1}} " if k == 1 else " " * MARGIN
                lines.append(label + rows[k])
        return [*lines, " " * MARGIN + "".join(f"{x:^{WIDE}}" for x in range(west, east + 1))]

    def row(self, halves: dict[Cell, Half], y: int, west: int, east: int) -> list[str]:
        """One row of cells as three lines."""
        pictures = [self.picture(halves.get((x, y))) for x in range(west, east + 1)]
        return ["".join(picture[k] for picture in pictures) for k in range(HIGH)]

    def picture(self, half: Half | None) -> tuple[str, str, str]:
        """A cell: the animal and its stars, and the paths that lead over its sides."""
        if half is None:
            return " " * WIDE, "  .  ", " " * WIDE
        if half.tile == HOUSE:
            return "#" * WIDE, "#" * WIDE, "#" * WIDE
        sides = {side for sides in half.groups().values() for side in sides}
        middle = f"{self.letters[half.animal]}{half.stars}" if half.animal != cells.NONE else "=="
        up, down = ("  |  " if side in sides else " " * WIDE for side in (NORTH, SOUTH))
        return up, f"{'--' if WEST in sides else '  '}{middle}{'-' if EAST in sides else ' '}", down

    def small(self, plans: list[Plan]) -> list[str]:
        """Zoos side by side, two columns a cell: animals and stars only."""
        blocks = []
        for plan in plans:
            west, south, east, north = plan.bounds()
            rows = [
                "".join(self.mark(plan.halves.get((x, y))) for x in range(west, east + 1))
                for y in range(north, south - 1, -1)
            ]
            wide = max(SMALL * (east - west + 1), NAME)
            blocks.append((wide, [self.name(plan.seat), *rows]))
        lines: list[str] = []
        while blocks:
            some: list[tuple[int, list[str]]] = []
            used = 0
            while blocks and (not some or used + blocks[0][0] + 2 <= self.width):
                some.append(blocks.pop(0))
                used += some[-1][0] + 2
            for k in range(max(len(rows) for _, rows in some)):
                lines.append("  ".join(f"{rows[k] if k < len(rows) else '':{wide}}" for wide, rows in some))
        return lines

    def mark(self, half: Half | None) -> str:
        if half is None:
            return ". "
        if half.tile == HOUSE:
            return "##"
        return f"{self.letters[half.animal]}{half.stars}" if half.animal != cells.NONE else "=="

    def result(self) -> list[str]:
        """What each year scored, and who has won."""
        reading = self.reading
        titles = [self.say(message("draw.year", year=year)) for year in range(1, cells.YEARS + 1)]
        titles.append(self.say(message("draw.points")))
        rows = []
        for seat in reading.everyone:
            row = [str(year * reading.score(seat, year).units) for year in range(1, cells.YEARS + 1)]
            rows.append([*row, str(reading.points(seat))])
        return [*self.table(titles, rows, 7), *self.wrapped(self.say(outcome(reading)))]


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width`."""
    return "\n".join(Drawing(state, words, names, width).lines())
