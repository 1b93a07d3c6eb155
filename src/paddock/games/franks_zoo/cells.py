"""Cells: where everything stands in a position of Frank's Zoo, its phases and the numbers of its actions."""

from typing import Final

# Phases: who decides what.
DEALER_DRAW: Final = 0  # chance: who deals first
DEAL: Final = 1  # chance: the next card
JUNIOR: Final = 2  # sealed: each junior gives two cards
SENIOR: Final = 3  # sealed: each senior gives two cards back
SOLO: Final = 4  # the solo player sets two cards aside
LEAD: Final = 5
FOLLOW: Final = 6
REPLY: Final = 7  # the senior answers the junior's offer
OVER: Final = 8

# Variants.
SIMPLE: Final = 0
PARTNERS: Final = 1
ANIMALS: Final = 2

NONE: Final = -1  # no seat
TABLE_SEATS: Final = 7

# The cells of a position. A drawer of cards is a packed word (see cards.py).
PHASE: Final = 13  # the kernel's HEAD, as a literal: a chain that begins in another module is not folded
VARIANT: Final = PHASE + 1
TARGET: Final = VARIANT + 1  # points that two players must reach
LAST_TRICK: Final = TARGET + 1  # 1: the owner takes the cards on the table when the hand ends
DEALER: Final = LAST_TRICK + 1
DECK: Final = DEALER + 1  # cards not yet dealt; all of them between hands
ASIDE: Final = DECK + 1  # the solo player's two face-down cards
TABLE: Final = ASIDE + 1  # every card of the trick
RANKING: Final = TABLE + 1  # the set to beat, 0 when leading
OWNER: Final = RANKING + 1  # who laid it
OFFER: Final = OWNER + 1  # set offered by the asker, NONE when nobody asks
ASKER: Final = OFFER + 1
OUT: Final = ASKER + 1  # how many are out of cards
LEFT: Final = OUT + 1  # what the last player was left with in the hand before
LEFT_ASIDE: Final = LEFT + 1  # what the solo player had set aside in the hand before
HAND: Final = LEFT_ASIDE + 1
TAKEN: Final = HAND + TABLE_SEATS  # cards won in tricks
KNOWN: Final = TAKEN + TABLE_SEATS  # cards of this hand that the partner knows of, without total
SHOWN: Final = KNOWN + TABLE_SEATS  # cards of this hand that everybody knows of, without total
FINISH: Final = SHOWN + TABLE_SEATS  # 1 went out first; 0 still holds cards
TOTAL: Final = FINISH + TABLE_SEATS  # points
PLACE: Final = TOTAL + TABLE_SEATS  # in the standings, 1 is first; 0 before the first hand is scored
PARTNER: Final = PLACE + TABLE_SEATS  # seat or NONE
SHEET: Final = PARTNER + TABLE_SEATS  # how the hand before was scored, packed by `score`
SIZE: Final = SHEET + TABLE_SEATS

# Actions. A set is numbered as in material.SETS, 1 to 128; offer 0 is the joker alone.
PASS: Final = 0
LAY: Final = 0  # LAY + set
LAST_SET: Final = 128
DECLINE: Final = 129
ASK: Final = 130  # ASK + offered set
HELP: Final = 258  # HELP + the set that the offer is completed to
GIVE: Final = 387  # GIVE + pair, as in material.PAIRS
ACTIONS: Final = 477
OUTCOMES: Final = 13

# The simple and the partners game end within some 100 hands whatever people do (docs/decisions.md); three
# players can drag the animals game down for ever, so a match stops here.
MOST_HANDS: Final = 200
SOLO_BONUS: Final = 4
