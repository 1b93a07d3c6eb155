"""Positions: short words for whole positions of O Zoo le Mio, and a table to play them on."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.state import CHANCE, State
from paddock.games.o_zoo_le_mio import GAME, cells
from tests.games.o_zoo_le_mio.referee import ANIMALS, OPTIONS, TILES, Referee

DULL = [20, 21, 10, 13, 15, 3, 1, 7, 8, 2]  # tiles without bushes, to fill up with


def position(seats: int, lots: Sequence[str] = (), row: Sequence[int] = (), **changes: Any) -> dict[str, Any]:
    """A whole legal position in which these lots were placed and these tiles lie open; fields by name as they are.

    `lots` reads `4 (0,1) r90 by 2`. It is the auction of the first tile of `row`, in the first year that is long
    enough. A year of five tiles is filled up: discarded tiles that nobody could place come before the
    lots, unnamed tiles lie behind the row. With `winner` that seat has won the tile on sale for nothing and is to
    place it.
    Visitors and trees that are not given are those of the ranks, and of nobody in years that deal out at the end.
    """
    options = {name: changes.pop(name, value) for name, value in OPTIONS.items()}
    winner = changes.pop("winner", None)
    filler = changes.pop("filler", 0)
    leg = changes.pop("leg", (len(lots)) // 5)
    sold = changes.pop("sold", len(lots) - 5 * leg if options["year_rule"] == "five_tiles" else len(lots))
    used = {int(lot.split()[0]) for lot in lots} | set(row)
    spare = [tile for tile in [*DULL, *sorted(TILES, reverse=True)] if tile not in used]
    spare = list(dict.fromkeys(spare))
    fate = "kept" if options["unplaceable_tile"] == "keep_for_income" else "discarded"
    done, open_tiles = list(lots), list(row)
    if options["year_rule"] == "five_tiles":
        missing = 5 * leg + sold - len(lots)
        assert missing >= 0, "more lots than were sold"
        done = [f"{spare.pop(0)} {fate} by {filler}" for _ in range(missing)] + done
        face_up = options["face_up_at_year_start"]
        wanted = 5 - sold if face_up == "all" else max(face_up - sold, 1)
        while len(open_tiles) < wanted:
            open_tiles.append(spare.pop(0))
    made: dict[str, Any] = {
        "seats": seats,
        "actor": 0 if winner is None else winner,
        "due": 2**seats - 1 if winner is None else 0,
        "leg": leg,
        "viewer": "whole",
        "sealed": ["open"] * seats,
        "phase": "bid" if winner is None else "place",
        **options,
        "lots": done + [str(tile) for tile in open_tiles],
        "sold": sold,
        "coins": [8] * seats,
        "flag": list(range(seats)),
        "points": [0] * seats,
        "visitors": [[0] * len(ANIMALS) for _ in range(seats)],
        "trees": [0] * seats,
        "sheet": [[{"visitors": 0, "trees": 0, "benches": 0}] * leg for _ in range(seats)],
        "last_bid": ["none"] * seats if winner is None and not done else [0] * seats,
    }
    unknown = set(changes) - set(made)
    assert not unknown, f"no such field: {unknown}"
    made.update(changes)
    if made["allocation_timing"] == "after_each_tile" and done:
        judge = Referee.from_position(made)
        judge.deal_out()
        made["visitors"] = changes.get("visitors", judge.visitors)
        made["trees"] = changes.get("trees", judge.trees)
    return made


class Table:
    """A state played by lines such as `1 bid 3`: the seat (or `chance`) and its decision in notation."""

    def __init__(self, state: State) -> None:
        self.state = state
        state.check()

    def play(self, *turns: str) -> Table:
        for turn in turns:
            who, _, notation = turn.partition(" ")
            seat = CHANCE if who == "chance" else int(who)
            if seat != CHANCE:
                assert seat in self.state.pending(), f"{turn}: it is for {self.state.pending()} to decide"
            self.state.apply(seat, GAME.parse(self.state, seat, notation))
            self.state.check()
        return self

    def bids(self, *coins: int) -> Table:
        """Everybody bids, from seat 0 up."""
        return self.play(*[f"{seat} bid {bid}" for seat, bid in enumerate(coins)])

    def sale(self, winner: int, where: str) -> Table:
        """This seat, which must have the coins, outbids all others with 1 and lays the tile on sale."""
        tile = self.open_tiles[0]
        self.bids(*[int(seat == winner) for seat in range(int(self.state.seats))])
        return self.play(f"{winner} place {tile} {where}")

    def anywhere(self, winner: int) -> Table:
        """This seat outbids all others with 1 and lays the tile at its first legal place."""
        self.bids(*[int(seat == winner) for seat in range(int(self.state.seats))])
        return self.play(f"{winner} {min(self.legal(winner))}")

    def tiles(self, *numbers: int) -> Table:
        """Chance turns up these tiles."""
        return self.play(*[f"chance tile {number}" for number in numbers])

    @property
    def position(self) -> dict[str, Any]:
        return GAME.position(self.state)

    def get(self, field: str) -> Any:
        return self.position[field]

    @property
    def turn(self) -> tuple[str, list[int]]:
        """The phase and who must decide."""
        return str(self.get("phase")), self.state.pending()

    @property
    def open_tiles(self) -> list[int]:
        """The tiles that lie open, the one on sale first."""
        return [int(lot) for lot in self.get("lots") if lot.isdigit()]

    @property
    def benches(self) -> list[int]:
        return [int(self.state.cells[cells.BENCH + seat]) for seat in range(int(self.state.seats))]

    def visitors(self, animal: str) -> list[int]:
        """The visitors of this kind, by seat."""
        return [row[ANIMALS.index(animal)] for row in self.get("visitors")]

    def stars(self, seat: int, animal: str) -> int:
        """What this seat's best enclosure of the kind is worth."""
        return int(self.state.cells[cells.ENTRY + 6 * seat + ANIMALS.index(animal)]) // 32

    def bushes(self, seat: int) -> int:
        return int(self.state.cells[cells.ENTRY + 6 * seat + 5]) // 32

    def legal(self, seat: int) -> set[str]:
        actions = self.state.legal_actions(seat)
        notations = [GAME.notation(self.state, seat, action) for action in actions]
        assert len(set(notations)) == len(notations), notations
        return set(notations)

    def legal_chance(self) -> set[str]:
        """What may be drawn."""
        return {GAME.notation(self.state, CHANCE, outcome) for outcome, _ in self.state.chance()}

    def where(self, seat: int) -> set[str]:
        """Where the tile may be placed, without its number."""
        return {notation.split(" ", 2)[2] for notation in self.legal(seat)}


def table(seats: int, lots: Sequence[str] = (), row: Sequence[int] = (), **changes: Any) -> Table:
    """A table with this position on it."""
    return Table(GAME.from_position(position(seats, lots, row, **changes)))


def begun(seats: int, tiles: Sequence[int] = (), pole: Sequence[int] = (), **options: Any) -> Table:
    """A game from its start: the pole from the top (seats in order), these tiles turned up, then any."""
    order = list(pole) or list(range(seats))
    script = order[: seats - 1] + [tile - 1 for tile in [*tiles, *[one for one in TILES if one not in tiles]]]
    return Table(Match(GAME, GAME.setup(seats, **options), ScriptedDice(script)).state)
