"""Audit: what is true of every Zooloretto position, whoever wrote it."""

from librt.vecs import vec
from mypy_extensions import i64

from paddock.core.state import ACTOR, BIT, CHANCE, DUE, NOBODY, SEATS
from paddock.games.zooloretto import material
from paddock.games.zooloretto.board import (
    BITS_SET,
    BRED_FEMALE,
    BRED_MALE,
    COIN,
    COUNT_LOW,
    ENCLOSURES,
    END_STACK,
    EXPANSION_1,
    EXPANSION_2,
    EXPANSIONS,
    FEMALE,
    FEMALES,
    FIRST_STALL,
    GROUP,
    MALE,
    MALES,
    OFFSPRING,
    PILE_ANIMALS,
    PILE_COIN_BIT,
    PILE_STALL_BIT,
    PLAIN,
    SPACES,
    STALL_ROOM_BIT,
    STALL_ROOM_MASK,
    STALLS,
    TAKER_BIT,
    TILE_KIND,
    TRUCK_LIMIT,
    TYPES,
    TYPES_IN_PLAY,
    UNDRAWN_COIN_BIT,
    UNDRAWN_GROUP,
    UNDRAWN_TOTAL_BIT,
    UNTAKEN,
    animals,
    pile_group,
    resident,
    room,
    stalls,
    tile_at,
)
from paddock.games.zooloretto.cells import (
    BANK,
    BARN,
    BARN_HIGH,
    CARRIED,
    COINS,
    ENCLOSURE,
    GONE,
    GONE_HIGH,
    IN_PLAY,
    LOADING,
    MAIN,
    NONE,
    OVER,
    PHASE,
    PLACING,
    REMOVE,
    REVEAL,
    REVEALED,
    STARTER,
    STREAK,
    STREAK_LIMIT,
    TABLE_SEATS,
    TRUCK,
    TRUCKS,
    TURN,
    UNDRAWN,
    UNDRAWN_REST,
    UNLIMITED_BANK,
)
from paddock.games.zooloretto.legal import offer_trucks


def audit(c: vec[i64]) -> None:
    """All tiles and coins are somewhere, enclosures hold what they may, and cells fit the phase."""
    check_phase(c)
    for seat in range(c[SEATS]):
        for place in range(i64(ENCLOSURES)):
            check_enclosure(c, seat, place)
    for animal in range(i64(TYPES)):
        check_type(c, animal)
    for stall in range(i64(STALLS)):
        check_stall(c, stall)
    check_money(c)


def check_phase(c: vec[i64]) -> None:
    phase = c[PHASE]
    chance: bool = phase in (REMOVE, STARTER, REVEAL)
    demand(0 <= phase <= OVER and c[DUE] == 0, "the phase is unknown, or a sealed round is open")
    demand((c[ACTOR] == CHANCE) == chance, "chance acts in the phases types, starter and reveal, and only there")
    demand((c[ACTOR] == NOBODY) == (phase == OVER), "nobody acts when the match is over, and only then")
    demand(c[ACTOR] < 0 or c[ACTOR] == c[TURN], "the seat whose turn it is must act")
    named: bool = 0 <= c[TURN] < c[SEATS]
    demand(named if MAIN <= phase < OVER else named or c[TURN] == NONE, "turn is no seat")
    demand((phase == OVER) <= (c[TURN] == NONE), "it is nobody's turn when the match is over")
    demand((c[REVEALED] > 0) == (phase == LOADING), "a tile is revealed in the phase load, and only there")
    demand((c[CARRIED] > 0) == (phase == PLACING), "tiles are carried in the phase place, and only there")
    number = BITS_SET[c[IN_PLAY]]
    wanted = TYPES_IN_PLAY[c[SEATS]]
    demand(number > wanted if phase == REMOVE else number == wanted, f"there are {number} types, not {wanted}")
    passed: i64 = 0
    for truck in range(i64(TRUCKS)):
        check_truck(c, truck)
        taker: i64 = c[TRUCK + truck] >> TAKER_BIT
        demand(taker <= c[SEATS], f"truck {truck + 1} is taken by no seat")
        demand(taker == 0 or not passed & BIT[taker], f"seat {taker - 1} has taken two trucks")
        passed |= BIT[taker]
    if phase in (MAIN, REVEAL, LOADING):
        demand(not passed & BIT[c[TURN] + 1], f"seat {c[TURN]} has passed and cannot act")
    if phase in (REVEAL, LOADING):
        demand(offer_trucks(c, vec[i64]([0] * TRUCKS)) > 0, "no truck has a space for the drawn tile")
    if phase == PLACING:
        bought: bool = not passed & BIT[c[TURN] + 1]
        demand(not bought or c[CARRIED] < 64, f"seat {c[TURN]} has taken no truck and can carry one bought tile only")
        demand(loose_in(c[CARRIED], COIN) == 0, "coin tiles are money at once and never carried")
    check_stacks(c)


def check_stacks(c: vec[i64]) -> None:
    """R7.1 a round begins with the whole end stack, so the tiles cannot run out in it; the next one ends the match."""
    undrawn: i64 = c[UNDRAWN_REST] >> UNDRAWN_TOTAL_BIT
    if c[PHASE] == OVER:
        demand(undrawn < END_STACK, f"the match cannot be over while {undrawn} tiles are undrawn")
        return
    free: i64 = -1 if c[REVEALED] else 0
    for truck in range(i64(TRUCKS)):
        word = c[TRUCK + truck]
        limit = TRUCK_LIMIT[TRUCKS * c[SEATS] + truck]
        while word < limit:
            free += 1
            limit //= 64
    demand(undrawn >= free, f"{undrawn} undrawn tiles are too few for {free} free spaces on the trucks")


def check_truck(c: vec[i64], truck: i64) -> None:
    """Tiles from the first slot on, no more than there are spaces; none on a taken truck."""
    word = c[TRUCK + truck]
    limit = TRUCK_LIMIT[TRUCKS * c[SEATS] + truck]
    row: i64 = word & (UNTAKEN - 1)
    demand(row == 0 or row < limit * 64, f"truck {truck + 1} has more tiles than spaces")
    demand(word == 0 or limit > 0, f"truck {truck + 1} is not in play")
    demand(row == 0 or word == row, f"truck {truck + 1} is taken and cannot carry tiles")


def check_enclosure(c: vec[i64], seat: i64, place: i64) -> None:
    word = c[ENCLOSURE + TABLE_SEATS * place + seat]
    name = f"{material.PLACES[place]} of seat {seat}"
    if not word:
        demand(place >= EXPANSION_1, f"{name} cannot be unbuilt")
        return
    boards: i64 = EXPANSION_1 + EXPANSIONS[c[SEATS]]
    demand(place < boards, f"{name} does not exist with this number of seats")
    if place == EXPANSION_2:
        demand(c[ENCLOSURE + TABLE_SEATS * EXPANSION_1 + seat] > 0, f"{name} is built before X1")
    group: i64 = word & GROUP
    demand(animals(group) + room(word) == SPACES[place], f"the spaces of {name} do not add up")
    demand((group > 0) == (resident(word) >= 0), f"{name} has animals of no type")
    demand(not (word & MALES and word & FEMALES), f"a pair in {name} has not bred")
    beside: i64 = 0
    for stall in range(i64(STALLS)):
        beside += (word >> (20 + 2 * stall)) & 3
    spaces: i64 = beside + ((word & STALL_ROOM_MASK) >> STALL_ROOM_BIT)
    demand(spaces == material.STALL_SPACES[place], f"the stall spaces of {name} do not add up")


def check_type(c: vec[i64], animal: i64) -> None:
    """R1.1 every square tile of a type is somewhere; R5.1 births leave a bred pair and an offspring."""
    name = material.TYPES[animal]
    counts = [0] * 6
    undrawn: i64 = (c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP
    groups = [undrawn, pile_group(c[GONE], c[GONE_HIGH] & PILE_ANIMALS, animal)]
    for seat in range(c[SEATS]):
        groups.append(pile_group(c[BARN + seat], c[BARN_HIGH + seat], animal))
        for place in range(i64(ENCLOSURES)):
            word = c[ENCLOSURE + TABLE_SEATS * place + seat]
            if resident(word) == animal:
                groups.append(word & GROUP)
    for group in groups:
        counts[PLAIN] += group & 7
        for kind in range(1, 6):
            counts[kind] += (group >> (1 + 2 * kind)) & 3
    for kind in range(6):
        counts[kind] += loose(c, 6 * animal + kind)
    if not c[IN_PLAY] & BIT[animal]:
        demand(sum(counts) == 0, f"{name} is not in play")
        return
    squares = [counts[PLAIN], counts[MALE] + counts[BRED_MALE], counts[FEMALE] + counts[BRED_FEMALE]]
    for kind, wanted in enumerate(material.SQUARES):
        demand(squares[kind] == wanted, f"there are {squares[kind]} {name} {'NMF'[kind]}, not {wanted}")
    born = counts[OFFSPRING]
    demand(born <= material.OFFSPRING, f"{name} has {born} offspring")
    demand(counts[BRED_MALE] == born == counts[BRED_FEMALE], f"{name}: as many bred males and females as offspring")


def loose(c: vec[i64], tile: i64) -> i64:
    """How many of a tile are revealed, carried or on trucks."""
    n: i64 = 1 if c[REVEALED] == tile + 1 else 0
    n += loose_in(c[CARRIED], tile)
    for truck in range(i64(TRUCKS)):
        on_truck = loose_in(c[TRUCK + truck] & (UNTAKEN - 1), tile)
        drawn: bool = tile >= FIRST_STALL or TILE_KIND[tile] <= FEMALE
        demand(on_truck == 0 or drawn, f"truck {truck + 1} carries an animal that has bred or was born")
        n += on_truck
    return n


def loose_in(row: i64, tile: i64) -> i64:
    """How many of a tile are in a row."""
    n: i64 = 0
    for slot in range(i64(3)):
        if tile_at(row, slot) == tile:
            n += 1
    return n


def check_stall(c: vec[i64], stall: i64) -> None:
    n = loose(c, FIRST_STALL + stall) + ((c[UNDRAWN_REST] >> (2 * stall)) & 3)
    n += (c[GONE] >> (PILE_STALL_BIT + 2 * stall)) & 3
    for seat in range(c[SEATS]):
        n += (c[BARN + seat] >> (PILE_STALL_BIT + 2 * stall)) & 3
        for place in range(i64(ENCLOSURES)):
            n += (stalls(c[ENCLOSURE + TABLE_SEATS * place + seat]) >> (2 * stall)) & 3
    demand(n == material.STALL_TILES, f"there are {n} {material.STALLS[stall]}, not {material.STALL_TILES}")


def check_money(c: vec[i64]) -> None:
    """R1.5 coins only change hands; coin tiles add to them when their truck is taken."""
    rest = c[UNDRAWN_REST]
    undrawn: i64 = (rest >> UNDRAWN_COIN_BIT) & 15
    total: i64 = undrawn
    for animal in range(i64(TYPES)):
        total += COUNT_LOW[(c[UNDRAWN] >> (7 * animal)) & UNDRAWN_GROUP]
    for stall in range(i64(STALLS)):
        total += (rest >> (2 * stall)) & 3
    demand(total == rest >> UNDRAWN_TOTAL_BIT, "the number of undrawn tiles is wrong")
    spent: i64 = material.COIN_TILES - undrawn - loose(c, COIN) - (c[GONE_HIGH] >> PILE_COIN_BIT)
    demand(spent >= 0, f"there are more than {material.COIN_TILES} coin tiles")
    money = c[BANK]
    for seat in range(c[SEATS]):
        demand(c[COINS + seat] >= 0, f"seat {seat} has a debt")
        money += c[COINS + seat]
    demand(c[BANK] >= 0, "the bank has a debt")
    wanted: i64 = material.COINS + spent
    fits: bool = money >= wanted if c[UNLIMITED_BANK] else money == wanted
    demand(fits, f"there are {money} coins, not {wanted}")
    demand(0 <= c[STREAK] <= STREAK_LIMIT, "the streak of money actions is too long")


def demand(holds: bool, law: str) -> None:
    """A law that every position obeys."""
    if not holds:
        raise AssertionError(law)
