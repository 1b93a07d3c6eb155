"""`paddock data`: is a corrected tile set of O Zoo le Mio sound, and what does it play like?"""

from __future__ import annotations

import json as jsonlib
from collections.abc import Mapping
from typing import Any

from rich.console import Console
from rich.table import Table

from paddock.cli.file import read_text
from paddock.core.errors import PaddockError, listed
from paddock.games.o_zoo_le_mio.statistics import measure
from paddock.games.o_zoo_le_mio.validate import faults

MEASURED = {  # what `measure` calls it, and what a reader does
    "placements": "places for a tile",
    "benches_after_13_tiles": "benches after 13 tiles",
    "benches": "benches at the end",
    "points": "points of a player",
    "winner": "points of the winner",
    "margin": "lead of the winner",
    "price": "price of a tile",
}


class BadStart(PaddockError):
    """No starting tile of that name."""


def check(file: str) -> int:
    """Say what is wrong with the file, a line each; 0 if nothing is, else 1."""
    _, found = examined(file)
    return complain(file, found) if found else show_valid(file)


def stats(file: str, games: int, seats: int, seed: int, start_tile: str, json: bool) -> int:
    """Play with the tiles of the file and print what happened; 1 if the file is not valid."""
    data, found = examined(file)
    if found:
        return complain(file, found)
    starts = list(data["start_tiles"])
    if start_tile and start_tile not in starts:
        raise BadStart(f"{file} has no starting tile '{start_tile}'; it has {listed(starts)}")
    results = measure(data, games, seats, seed, starts.index(start_tile) if start_tile else 0)
    results["reconstructed"] = data.get("reconstructed", [])
    if json:
        print(jsonlib.dumps(results, indent=2))
    else:
        show(results)
    return 0


def examined(file: str) -> tuple[Mapping[str, Any], list[str]]:
    """What the file holds, and everything that is wrong with it."""
    text = read_text(file, "a tile set")
    try:
        data = jsonlib.loads(text)
    except jsonlib.JSONDecodeError as error:
        return {}, [f"not JSON: {error.msg} in line {error.lineno}, column {error.colno}"]
    except (RecursionError, ValueError):  # nested without end, or a number without end
        return {}, ["not JSON that anybody could have meant"]
    found = faults(data)
    return (data, []) if not found else ({}, found)


def complain(file: str, found: list[str]) -> int:
    print(f"invalid: {file} has {len(found)} {'fault' if len(found) == 1 else 'faults'}")
    for fault in found:
        print(f"  {''.join(letter if letter.isprintable() else '?' for letter in fault)}")
    return 1


def show_valid(file: str) -> int:
    print(f"valid: {file}")
    return 0


def show(results: Mapping[str, Any]) -> None:
    """For reading."""
    console = Console(soft_wrap=True, highlight=False)
    tiles = results["set"]
    rows = {
        "reconstructed": ", ".join(map(str, results["reconstructed"])) or "nothing",
        "halves": counts(tiles["halves"]),
        "pairs": counts(tiles["pairs"]),
        "bushes": f"{tiles['bushes']} on {tiles['bush_tiles']} tiles",
        "path edges": ", ".join(f"{number} tiles with {edges}" for edges, number in tiles["path_edges"].items()),
        "separate paths": ", ".join(map(str, tiles["tiles_with_several_paths"])) or "on no tile",
    }
    rows |= {f"stars of {animal}": halves(stars) for animal, stars in tiles["stars"].items()}
    for name, text in rows.items():
        console.print(f"{name:<18}{text}", markup=False)
    titles = (f"{results['games']} games of {results['seats']}", "sensible players", "random players")
    table = Table(*titles, box=None, padding=(0, 2, 0, 0))
    for name, label in MEASURED.items():
        table.add_row(label, spread(results["sensible"][name]), spread(results["random"][name]))
    nowhere = [str(results[players]["not_placed_per_game"]) for players in ("sensible", "random")]
    table.add_row("tiles that fit nowhere", *nowhere)
    for tile, mean in results["sensible"]["placements_by_tile"].items():
        table.add_row(f"places for tile {tile}", str(mean), str(results["random"]["placements_by_tile"][tile]))
    console.print(table)
    console.print("each: mean (least, middle half, most)", markup=False)


def counts(numbers: Mapping[str, int]) -> str:
    return ", ".join(f"{name} {number}" for name, number in numbers.items())


def halves(stars: Mapping[int, int]) -> str:
    return ", ".join(f"{number} with {many}" for many, number in stars.items())


def spread(numbers: Mapping[str, float]) -> str:
    """`10.2 (1, 6 to 13, 46)`."""
    return "{mean} ({least}, {lower} to {upper}, {most})".format(**numbers) if numbers else "-"
