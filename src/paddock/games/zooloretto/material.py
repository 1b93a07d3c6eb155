"""Material: the tiles, boards and prices of data.json as numbers, for the rules and the words.

A tile is numbered 6 * type + kind for animals, FIRST_STALL + stall, and COIN. A lot is what a
decision names, since all but the unbred males and females are alike: 3 * type + (0 other, 1 male,
2 female), and FIRST_STALL_LOT + stall. Undrawn tiles are lots too, and COIN_LOT.
"""

import json
from pathlib import Path

FOLDER = Path(__file__).parent
DATA = json.loads((FOLDER / "data.json").read_text("utf-8"))

TYPES: tuple[str, ...] = tuple(DATA["animals"]["types"])
KINDS = ("N", "M", "F", "m", "f", "O")  # plain, male, female; male and female that have bred; offspring
STALLS: tuple[str, ...] = tuple(DATA["stalls"]["types"])
PLACES: tuple[str, ...] = (*(enclosure["name"] for enclosure in DATA["enclosures"]), "barn")

FIRST_STALL = len(KINDS) * len(TYPES)
COIN = FIRST_STALL + len(STALLS)
FIRST_STALL_LOT = 3 * len(TYPES)
COIN_LOT = FIRST_STALL_LOT + len(STALLS)

# How many there are of each lot, of a type or stall that is in play, and of coin tiles.
SQUARES: tuple[int, ...] = tuple(DATA["animals"]["tiles_per_type"][kind] for kind in ("plain", "male", "female"))
OFFSPRING: int = DATA["animals"]["offspring_per_type"]
STALL_TILES: int = DATA["stalls"]["tiles_per_type"]
COIN_TILES: int = DATA["coin_tiles"]
COINS: int = DATA["coins"]["in_box"]
PURSE: int = DATA["coins"]["per_player"]
END_STACK: int = DATA["end_stack"]

SPACES: tuple[int, ...] = tuple(enclosure["spaces"] for enclosure in DATA["enclosures"])
STALL_SPACES: tuple[int, ...] = tuple(enclosure["stall_spaces"] for enclosure in DATA["enclosures"])
FULL: tuple[int, ...] = tuple(enclosure["full"] for enclosure in DATA["enclosures"])
ONE_EMPTY: tuple[int, ...] = tuple(enclosure["one_empty"] for enclosure in DATA["enclosures"])
BONUS: tuple[int, ...] = tuple(enclosure["bonus"] for enclosure in DATA["enclosures"])
EXPANSION: tuple[bool, ...] = tuple(enclosure.get("expansion", False) for enclosure in DATA["enclosures"])

SEATS = range(DATA["players"]["min"], DATA["players"]["max"] + 1)
# By number of seats; nothing for numbers that cannot play.
TYPES_IN_PLAY = tuple(DATA["by_players"][str(n)]["types"] if n in SEATS else 0 for n in range(SEATS.stop))
EXPANSIONS = tuple(DATA["by_players"][str(n)]["expansions"] if n in SEATS else 0 for n in range(SEATS.stop))
TRUCKS: tuple[tuple[int, ...], ...] = tuple(
    tuple(DATA["by_players"][str(n)]["trucks"]) if n in SEATS else () for n in range(SEATS.stop)
)

PRICES: dict[str, int] = DATA["prices"]
POINTS: dict[str, int] = DATA["points"]

# The packed words of board.py have room for this much.
assert (len(TYPES), len(STALLS), len(PLACES), SEATS.stop) == (8, 4, 6, 6)
assert max(*SQUARES, *SPACES) <= 7
assert max(*SQUARES[1:], OFFSPRING, STALL_TILES, *STALL_SPACES) <= 3
assert COIN_TILES <= 15
assert all(len(trucks) <= 5 and max(trucks, default=0) <= 3 for trucks in TRUCKS)
