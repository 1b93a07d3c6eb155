"""Cell: where everything lies in a Zooloretto position, its phases, and the numbers of its actions."""

from typing import Final

# Phases: who decides what.
REMOVE: Final = 0  # chance: a type that is not in play
STARTER: Final = 1  # chance: who begins
MAIN: Final = 2  # the beginning of a turn
REVEAL: Final = 3  # chance: the tile that was drawn
LOADING: Final = 4  # it goes on a truck
PLACING: Final = 5  # tiles of a truck, or one that was bought, go to the zoo
OVER: Final = 6

NONE: Final = -1  # no seat
TABLE_SEATS: Final = 5
TRUCKS: Final = 5

# Throughout, `animal` is a type of animal and `kind` a kind of tile.
# The cells of a position. Packed words are explained in board.py.
PHASE: Final = 13  # the kernel's HEAD, as a literal: mypyc folds no constant of another module
IN_PLAY: Final = PHASE + 1  # a bit for each animal type
TURN: Final = IN_PLAY + 1  # whose turn it is; before the first, the named start player or NONE
STALL_TO_BARN: Final = TURN + 1  # option: a stall may be moved into the barn
UNLIMITED_BANK: Final = STALL_TO_BARN + 1  # option: the bank is never short
SHOW_TILES_LEFT: Final = UNLIMITED_BANK + 1  # option for views only
BANK: Final = SHOW_TILES_LEFT + 1
STREAK: Final = BANK + 1  # money actions since the last draw or take
UNDRAWN: Final = STREAK + 1  # animals in the main and the end stack
UNDRAWN_REST: Final = UNDRAWN + 1  # stalls and coin tiles there, and the total of all
GONE: Final = UNDRAWN_REST + 1  # pile: what has left the game
GONE_HIGH: Final = GONE + 1
REVEALED: Final = GONE_HIGH + 1  # tile + 1 that is to be loaded, else 0
CARRIED: Final = REVEALED + 1  # row: tiles to be placed
TRUCK: Final = CARRIED + 1  # row and taker of each truck
COINS: Final = TRUCK + TRUCKS
ENCLOSURE: Final = COINS + TABLE_SEATS  # enclosure k of a seat: ENCLOSURE + 5 * k + seat
BARN: Final = ENCLOSURE + 5 * TABLE_SEATS  # pile, low words
BARN_HIGH: Final = BARN + TABLE_SEATS
SIZE: Final = BARN_HIGH + TABLE_SEATS

# Actions.
DRAW: Final = 0
TAKE: Final = 1  # TAKE + truck
EXPAND: Final = 6
LOAD: Final = 7  # LOAD + truck
PLACE: Final = 12  # PLACE + 6 * slot + place
MOVE: Final = 30  # MOVE + 5 * lot + enclosure
SHIFT: Final = 150  # SHIFT + 24 * from + 6 * stall + to
SWAP: Final = 294  # SWAP + pair of enclosures
BARN_SWAP: Final = 304  # BARN_SWAP + 8 * enclosure + type
BUY: Final = 344  # BUY + 28 * seller + lot
DISCARD: Final = 484  # DISCARD + lot
ACTIONS: Final = 512
OUTCOMES: Final = 29  # a type, a seat, or a lot and the coin tile

# R2.7 the rules alone allow two seats to sell each other animals for ever without loss.
STREAK_LIMIT: Final = 100
# Each of 112 tiles is drawn, revealed and loaded, taken and placed at most once; a streak of money
# actions, a purchase being two decisions, precedes each draw and each take; then the set-up.
LONGEST: Final = 4 + 5 * 112 + 2 * 112 * 2 * STREAK_LIMIT
