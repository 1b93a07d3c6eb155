"""Draw: the table as one viewer sees it, in plain text for a terminal."""

from __future__ import annotations

from textwrap import wrap

from paddock.core.drawing import Part, beside, flowed, joined
from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.o_zoo_le_mio import board, cells
from paddock.games.o_zoo_le_mio.frame import EAST, NORTH, SOUTH, WEST
from paddock.games.o_zoo_le_mio.geometry import Cell, Half, Plan, beyond, half_of
from paddock.games.o_zoo_le_mio.material import ANIMALS, HOUSE, IDS
from paddock.games.o_zoo_le_mio.preview import ranks
from paddock.games.o_zoo_le_mio.prompt import outcome
from paddock.games.o_zoo_le_mio.reading import Reading

NAME = 14  # columns for a player's name, at most
WIDE = 6  # columns of a cell
MARGIN = 4  # columns for a row's number
SMALL = 2  # columns of a cell in the other zoos
LOT = 12  # columns of a tile on sale
LEAST = 60
TALL = 6  # rows of a zoo; with more of them their paths share a line with the animals
TALLEST = 8  # the same where nothing else is shown
BENCH, OPEN, EMPTY = "n", "o", "."


class Drawing:
    """Draws one masked state in one language; a ghost is the placement that is being thought of."""

    def __init__(
        self, state: State, words: Catalogue, names: tuple[str, ...], width: int, ghost: int | None = None
    ) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, LEAST)
        self.letters = [self.say(message(f"letter.{animal}")) for animal in ANIMALS]
        self.ghost: dict[Cell, Half] = {}  # what would lie where
        self.fits: set[Cell] = set()  # where the tile can lie
        self.spots(ghost)

    def spots(self, ghost: int | None) -> None:
        """Where the viewer can place the tile that is to be placed, and what would lie there."""
        reading = self.reading
        lot = reading.on_sale
        if lot is None or reading.phase != cells.PLACING or reading.viewer != reading.actor:
            return
        for action in reading.state.legal_actions(reading.viewer):
            x, y, rotation = reading.spot(reading.viewer, action)
            covered = ((x, y), beyond((x, y), rotation))
            self.fits.update(covered)
            if action == ghost:
                self.ghost = {cell: half_of(lot.tile, half, rotation) for half, cell in enumerate(covered)}

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def parts(self) -> list[Part]:
        """What one can do without longest comes first."""
        reading = self.reading
        over = reading.phase == cells.OVER
        others = [Plan(reading, seat) for seat in reading.everyone if seat != reading.viewer]
        parts = [Part(self.say(message("draw.others")), [*self.small(others), *self.legend()])]
        parts.append(self.players())
        if over:
            parts.append(Part(self.say(message("draw.result")), self.result()))
        if reading.viewer < 0:
            return parts if over else [*parts, Part(self.say(message("draw.lots")), self.lots(self.width))]
        zoo = self.own(TALL)
        room = self.width - max(map(len, zoo.lines)) - 3
        if over or not self.lots(room):
            lots = [] if over else [Part(self.say(message("draw.lots")), self.lots(self.width))]
            return [*parts, *lots, zoo]
        return [*parts, Part(zoo.title, beside(zoo.lines, self.lots(room)))]

    def sketch(self) -> list[Part]:
        """The viewer's zoo, where the tile can go, and the tile."""
        zoo = self.own(TALLEST)
        tile = [] if self.ghost else self.lots(LOT)[:4]
        legend = Part(self.say(message("draw.fits")), [])
        return [self.players(), Part(zoo.title, beside(zoo.lines, tile)), legend]

    def wrapped(self, text: str, first: str = "", rest: str = "") -> list[str]:
        return wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    def name(self, seat: int) -> str:
        """A player's name, short enough for its column."""
        you = f" {self.say(message('draw.you'))}" if seat == self.reading.viewer else ""
        name = self.say(seat_name(seat))
        room = NAME - len(you)
        return (name if len(name) <= room else name[: room - 1] + "…") + you

    def table(self, *groups: dict[str, list[str]]) -> list[str]:
        """One line a player, under the titles; `>` marks who is to decide. Groups that do not fit go below others."""
        pending = self.reading.state.pending()
        names = [f"{'>' if seat in pending else ' '} {self.name(seat)}" for seat in self.reading.everyone]
        left = [f"{name:{max(map(len, names))}}" for name in ("", *names)]
        blocks = [titled(group) for group in groups]
        whole = left
        for block in blocks:
            whole = beside(whole, block, 0)
        if len(whole[0]) <= self.width:
            return whole
        return [line for block in blocks for line in beside(left, block, 0)]

    def players(self) -> Part:
        """Points, purses and bids; then stars or bushes, and in brackets the visitors or trees they drew."""
        reading, due = self.reading, ranks(self.reading)
        everyone = reading.everyone
        purses = {
            "points": [str(reading.points(seat)) for seat in everyone],
            "flag": [str(reading.flag(seat) + 1) if reading.flag(seat) != cells.NONE else "-" for seat in everyone],
            "coins": [str(reading.coins(seat)) if reading.knows_purse(seat) else "?" for seat in everyone],
            "tiles": [str(reading.tiles(seat)) for seat in everyone],
            "bid": [self.bid(seat) for seat in everyone],
        }
        drawn = {
            f"rank.{name}": [self.rank(seat, kind, due[kind][seat]) for seat in everyone]
            for kind, name in enumerate((*ANIMALS, "bushes"))
        }
        drawn["rank.benches"] = [str(reading.benches(seat)) for seat in everyone]
        groups = [{self.say(message(f"draw.{title}")): group[title] for title in group} for group in (purses, drawn)]
        if reading.phase == cells.OVER:
            return Part(self.say(message("draw.over")), self.table(*groups))
        head = message("draw.head", year=reading.year, left=len(reading.stack()))
        return Part(self.say(head), self.table(*groups))

    def bid(self, seat: int) -> str:
        """The bid for the tile on sale as far as the viewer may know it: `?` is hidden, `-` not made."""
        reading = self.reading
        if reading.phase == cells.PLACING:
            return str(reading.last_bid(seat))
        if reading.phase != cells.BIDDING or seat in reading.state.pending():
            return "-"
        bid = reading.sealed(seat)
        return "?" if bid is None else str(bid)

    def legend(self) -> list[str]:
        legend = message("draw.legend.later") if self.reading.later else message("draw.legend")
        return self.wrapped(self.say(legend))

    def rank(self, seat: int, kind: int, due: int) -> str:
        """`7(2)`, or `7[2]` for what will be held from the year's end on."""
        strength, held = self.reading.entry(seat, kind).strength, self.reading.held(seat, kind)
        if self.reading.later and held != due:
            return f"{strength}[{due}]"
        return (f"{strength}({held})" if held else str(strength)) if strength else "-"

    def lots(self, width: int) -> list[str]:
        """The tiles of this year that lie open, the one on sale first."""
        pictures = []
        for lot in (lot for lot in self.reading.lots if lot.fate == cells.ON_SALE):
            bushes = int(board.BUSH[lot.tile])
            title = f"{IDS[lot.tile]}" + (f" +{bushes}" if bushes else "")
            halves: dict[Cell, Half] = {(0, 0): half_of(lot.tile, 0, 0), (1, 0): half_of(lot.tile, 1, 0)}
            pictures.append([f"{title:^{LOT}}", *self.rows(halves, (0, 0, 1, 0))])
        return flowed(pictures, width, 1) if width >= LOT else []

    def own(self, tallest: int) -> Part:
        """The viewer's zoo with its paths, if it is not too wide; else as others' are drawn."""
        plan = Plan(self.reading, self.reading.viewer)
        west, south, east, north = plan.bounds()
        if MARGIN + WIDE * (east - west + 1) > self.width:
            return Part(self.say(message("draw.own")), self.small([plan]))
        dense = north - south + 1 > tallest
        return Part(self.say(message("draw.own.dense" if dense else "draw.own")), self.map(plan, dense))

    def map(self, plan: Plan, dense: bool) -> list[str]:
        """Rows from north to south; the numbers are x below and y at the left."""
        west, south, east, north = plan.bounds()
        halves = plan.halves | self.ghost
        if dense:
            lines = [
                "".join(self.dense(halves, (x, y)) for x in range(west, east + 1)) for y in range(north, south - 1, -1)
            ]
            labels = [f"{y:>{MARGIN - 1}} " for y in range(north, south - 1, -1)]
        else:
            lines = self.rows(halves, plan.bounds())[1:-1]
            for x, y in plan.benches():  # between four cells
                at, column = 2 * (north - int(y + 0.5)) + 1, WIDE * (int(x - 0.5) - west + 1) - 1
                lines[at] = f"{lines[at]:{column + 1}}"[:column] + BENCH + lines[at][column + 1 :]
            labels = [f"{north - k // 2:>{MARGIN - 1}} " if k % 2 == 0 else " " * MARGIN for k in range(len(lines))]
        below = " " * MARGIN + "".join(f"{x:^{WIDE}}" for x in range(west, east + 1))
        return [(label + line).rstrip() for label, line in zip(labels, lines, strict=True)] + [below.rstrip()]

    def rows(self, halves: dict[Cell, Half], bounds: tuple[int, int, int, int]) -> list[str]:
        """A line for each row of cells, and above, between and below them one for the paths from row to row."""
        west, south, east, north = bounds
        columns = range(west, east + 1)
        lines = []
        for y in range(north, south - 2, -1):
            over = [leads(halves.get((x, y + 1)), SOUTH) or leads(halves.get((x, y)), NORTH) for x in columns]
            lines.append("".join("  |   " if path else " " * WIDE for path in over))
            if y >= south:
                lines.append("".join(self.picture(halves, (x, y)) for x in columns))
        return lines

    def picture(self, halves: dict[Cell, Half], cell: Cell) -> str:
        """`--S2--`, or `-[S2]-` for a ghost: animal and stars, and the paths to the west and east."""
        half = halves.get(cell)
        if half is None:
            return f"  {OPEN if cell in self.fits else EMPTY}   "
        if half.tile == HOUSE:
            return "#" * WIDE
        sides = [("--" if leads(half, side) else "  ") for side in (WEST, EAST)]
        if cell in self.ghost:
            return f"{sides[0][0]}[{self.mark(half)}]{sides[1][0]}"
        return f"{sides[0]}{self.mark(half)}{sides[1]}"

    def dense(self, halves: dict[Cell, Half], cell: Cell) -> str:
        """The same with the paths to the north (') and south (,) or both (:) beside the stars."""
        half = halves.get(cell)
        if half is None or half.tile == HOUSE:
            return self.picture(halves, cell)
        up, down = leads(half, NORTH), leads(half, SOUTH)
        middle = f"{self.mark(half)}{':' if up and down else chr(39) if up else ',' if down else ' '}"
        west, east = ("-" if leads(half, side) else " " for side in (WEST, EAST))
        return f"[{middle}]{east}" if cell in self.ghost else f"{west}{middle}{east}{east}"

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
            blocks.append([f"{self.name(plan.seat):{wide}}", *rows])
        return flowed(blocks, self.width)

    def mark(self, half: Half | None) -> str:
        if half is None:
            return f"{EMPTY} "
        if half.tile == HOUSE:
            return "##"
        return f"{self.letters[half.animal]}{half.stars}" if half.animal != cells.NONE else "=="

    def result(self) -> list[str]:
        """What each year scored, and who has won."""
        reading = self.reading
        years = {
            self.say(message("draw.year", year=year)): [
                str(year * reading.score(seat, year).units) for seat in reading.everyone
            ]
            for year in range(1, cells.YEARS + 1)
        }
        return [*self.table(years), *self.wrapped(self.say(outcome(reading)))]


def titled(columns: dict[str, list[str]]) -> list[str]:
    """Columns as lines, each as wide as it needs."""
    lines = [""] * (1 + max(map(len, columns.values())))
    for title, entries in columns.items():
        wide = max(map(len, (title, *entries))) + 1
        lines = [f"{line}{entry:>{wide}}" for line, entry in zip(lines, (title, *entries), strict=True)]
    return lines


def leads(half: Half | None, side: int) -> bool:
    """Does a path lead over this side, or on to the other half?"""
    return half is not None and half.tile != HOUSE and any(side in sides for sides in half.groups().values())


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width` (of at least 60)."""
    drawing = Drawing(state, words, names, width)
    return joined(drawing.parts(), drawing.width)


def sketch(state: State, action: int | None, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The viewer's own zoo with a placement pencilled in."""
    drawing = Drawing(state, words, names, width, action)
    return joined(drawing.sketch(), drawing.width)
