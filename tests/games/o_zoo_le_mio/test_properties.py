"""Properties: many random games of O Zoo le Mio beside the referee, and what must hold in all of them."""

from __future__ import annotations

import random
import re
from collections import Counter
from itertools import permutations, product
from typing import Any

import pytest

from paddock.core.state import CHANCE, NOBODY, SPECTATOR, State
from paddock.games.o_zoo_le_mio import GAME, board, cells
from tests.games.o_zoo_le_mio.positions import position
from tests.games.o_zoo_le_mio.referee import ANIMALS, OPTIONS, RULE_SETS, TILES, Laid, Referee, Zoo, auction
from tests.games.o_zoo_le_mio.volume import volume

# Every value of every option but the defaults; coin limits are lifted to what the seats need.
SINGLE: list[tuple[str, Any]] = [
    ("start_tile", "side"),
    *[("face_up_at_year_start", v) for v in (1, 2, 3, 4, 5)],
    ("allocation_timing", "year_end"),
    ("tree_tiebreak", "flag"),
    ("lone_bush_owner_trees", 1),
    ("income", "fixed"),
    ("year_rule", "three_bush_tiles"),
    ("must_extend_path", False),
    ("final_tiebreak", "flagpole"),
    ("final_tiebreak", "visitors_then_trees"),
    ("unplaceable_tile", "keep_for_income"),
    ("coin_limit", 35),
    ("bench_limit", 0),
    ("bench_limit", 2),
    ("one_rank_per_player", False),
    ("coins_open", True),
]


def any_options(rng: random.Random, seats: int) -> dict[str, Any]:
    """Some value for every option."""
    return {
        "start_tile": rng.choice(["front", "side"]),
        "face_up_at_year_start": rng.choice(["all", 1, 2, 3, 4, 5]),
        "allocation_timing": rng.choice(["after_each_tile", "year_end"]),
        "tree_tiebreak": rng.choice(["newest", "flag"]),
        "lone_bush_owner_trees": rng.choice([2, 1]),
        "income": rng.choice(["per_tile", "fixed"]),
        "fixed_income": rng.choice([0, 1, 3, 20]),
        "year_rule": rng.choice(["five_tiles", "three_bush_tiles"]),
        "must_extend_path": rng.choice([True, True, False]),
        "final_tiebreak": rng.choice(["shared", "flagpole", "visitors_then_trees"]),
        "unplaceable_tile": rng.choice(["discard", "keep_for_income"]),
        "coin_limit": rng.choice(["none", 8 * seats, 8 * seats + 3]),
        "bench_limit": rng.choice(["none", 0, 1, 3, 15]),
        "one_rank_per_player": rng.choice([True, False]),
        "coins_open": rng.choice([True, False]),
    }


def agree(state: State, referee: Referee) -> None:
    """The engine and the referee say the same of the whole position."""
    assert GAME.position(state) == referee.position()
    assert state.pending() == referee.pending()
    assert state.scores() == referee.points
    state.check()
    if referee.phase in ("flags", "reveal"):
        odds = {GAME.notation(state, CHANCE, outcome): weight for outcome, weight in state.chance()}
        assert odds == dict.fromkeys(referee.chance(), 1)
    for seat in range(referee.seats):
        legal = referee.legal(seat)
        actions = state.legal_actions(seat)
        assert actions == sorted(actions)
        assert sorted(GAME.notation(state, seat, action) for action in actions) == sorted(legal)


def zoos_agree(state: State, referee: Referee) -> None:
    """What the engine keeps of every zoo is what the referee works out from its tiles."""
    for seat, zoo in enumerate(referee.zoos()):
        assert state.cells[cells.BENCH + seat] == referee.benches[seat]
        assert state.cells[cells.ZOO_TILES + seat] == len(referee.laid[seat]) + referee.kept[seat]
        for number, animal in enumerate(ANIMALS):
            entry = int(state.cells[cells.ENTRY + 6 * seat + number])
            assert divmod(entry, 32) == (*zoo.enclosures(animal), (0, 0))[0]
        assert divmod(int(state.cells[cells.ENTRY + 6 * seat + 5]), 32) == zoo.bushes()


def conserved(state: State, referee: Referee, coins: int) -> None:
    """Nothing is lost and nothing made: tiles, coins, flags, visitors, trees, benches."""
    written = GAME.position(state)
    n = int(state.seats)
    turned = [int(lot.split()[0]) for lot in written["lots"]]
    stack = [tile for tile in TILES if state.cells[cells.STACK] >> (tile - 1) & 1]
    assert sorted(turned + stack) == sorted(TILES)
    assert sum(written["coins"]) == coins
    assert min(written["coins"]) >= 0
    if written["coin_limit"] != "none":
        assert sum(written["coins"]) <= written["coin_limit"]
    if written["phase"] != "flags":
        assert sorted(written["flag"]) == list(range(n))
    for number in range(len(ANIMALS)):
        assert sum(row[number] for row in written["visitors"]) in (0, 1, 3)
    assert sum(written["trees"]) in (0, written["lone_bush_owner_trees"], 3)
    if written["bench_limit"] != "none":
        assert sum(referee.benches) <= written["bench_limit"]
    for seat in range(n):
        years = written["sheet"][seat]
        assert len(years) == written["leg"]
        assert written["points"][seat] == sum(year * sum(units.values()) for year, units in enumerate(years, 1))


def laid_there(referee: Referee, seat: int, notation: str) -> Zoo:
    """The zoo after this placement."""
    tile, x, y, turn = (int(number) for number in re.findall(r"-?\d+", notation))
    return Zoo(referee.options["start_tile"], [*referee.laid[seat], Laid(tile, x, y, turn, len(referee.lots) + 1)])


def choose(referee: Referee, seat: int, rng: random.Random, temper: str) -> str:
    """A decision: `any`; `low` bids little, so that many tie; `rings` likes benches."""
    legal = referee.legal(seat)
    if referee.phase == "bid":
        return rng.choice(legal[:2] if temper == "low" else legal)
    if temper == "rings" and rng.random() < 0.8:
        return max(legal, key=lambda notation: laid_there(referee, seat, notation).areas())
    return rng.choice(legal)


def play_beside(seats: int, rng: random.Random, temper: str, **options: Any) -> Counter[str]:
    """A whole game, engine and referee side by side; the rare things that happened."""
    return play_on(GAME.start(GAME.setup(seats, **options)), Referee(seats, **options), rng, temper)


def play_on(state: State, referee: Referee, rng: random.Random, temper: str) -> Counter[str]:
    """Engine and referee side by side to the end."""
    given = sum(referee.coins)
    events = 0
    paid = earned = 0
    while referee.phase != "over":
        agree(state, referee)
        if referee.actor() == "chance":
            seat, notation = CHANCE, rng.choice(referee.chance())
        else:
            seat = rng.choice(referee.pending())
            notation = choose(referee, seat, rng, temper)
        action = GAME.parse(state, seat, notation)
        if referee.phase == "place":
            assert action == referee.action(seat, notation)
            assert board.spot(state, seat, action) == tuple(
                int(number) // (90 if k == 2 else 1) for k, number in enumerate(re.findall(r"-?\d+", notation)[1:])
            )
        closes = referee.phase == "bid" and len(referee.pending()) == 1
        lots, leg, coins = len(referee.lots), referee.leg, list(referee.coins)
        referee.play(seat, notation)
        state.apply(seat, action)
        events += 1
        if closes:
            bids = [int(bid) for bid in referee.last_bid]
            paid += max(bids)
            coins[bids.index(max(bids))] -= max(bids)  # whose they were does not matter for the sum
        earned += sum(referee.coins) - sum(coins)
        if leg == referee.leg and not closes:
            assert sum(referee.coins) == sum(coins), "coins come at the year's end only"
        if len(referee.lots) > lots:
            zoos_agree(state, referee)
            conserved(state, referee, given - paid + earned)
            assert state.places() == referee.places()
    agree(state, referee)
    assert state.actor == NOBODY
    assert len(referee.lots) == 25
    assert events <= GAME.longest
    return Counter(referee.happened)


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("rule_set", list(RULE_SETS))
def test_games_of_every_rule_set_agree_with_the_referee_at_every_event(seats: int, rule_set: str) -> None:
    for number in range(volume(2)):
        rng = random.Random(f"{rule_set} {seats} {number}")
        play_beside(seats, rng, ["any", "low"][number % 2], rule_set=rule_set)


@pytest.mark.parametrize(("name", "value"), SINGLE)
def test_games_with_one_option_changed_agree_with_the_referee(name: str, value: Any) -> None:
    for number in range(volume(1)):
        rng = random.Random(f"{name} {value} {number}")
        seats = rng.choice([2, 3, 4])
        play_beside(seats, rng, rng.choice(["any", "low", "rings"]), **{name: value})


def test_every_option_of_the_table_is_tried() -> None:
    assert {name for name, _ in SINGLE} == set(OPTIONS) - {"fixed_income"}  # fixed_income needs income: below
    assert set(any_options(random.Random(0), 4)) == set(OPTIONS)


def test_games_with_any_options_agree_with_the_referee_and_every_rare_thing_happens() -> None:
    happened: Counter[str] = Counter()
    for number in range(volume(16)):
        rng = random.Random(f"any {number}")
        seats = 2 + number % 3
        temper = ["low", "rings", "any", "any"][number % 4]
        happened += play_beside(seats, rng, temper, **any_options(rng, seats))
    for rare in ("tie", "tie at zero", "several benches at once", "no bench left", "too few coins"):
        assert happened[rare], f"{rare} never happened: {happened}"


# The zoo of seat 0 has no open path end, that of seat 1 hardly one.
SHUT = ["2 (0,1) r270 by 0", "19 (1,2) r90 by 0", "11 (-1,1) r0 by 1"]


@pytest.mark.parametrize("unplaceable", ["discard", "keep_for_income"])
def test_games_with_zoos_without_open_ends_agree_with_the_referee(unplaceable: str) -> None:
    happened: Counter[str] = Counter()
    for number in range(volume(3)):
        rng = random.Random(f"shut {unplaceable} {number}")
        seats = 2 + number % 3
        options = any_options(rng, seats) | {
            "start_tile": "front",
            "unplaceable_tile": unplaceable,
            "year_rule": "five_tiles",
            "must_extend_path": True,
            "coin_limit": "none",
            "fixed_income": 3,
        }
        written = position(seats, SHUT, **options)
        happened += play_on(GAME.from_position(written), Referee.from_position(written), rng, "any")
    assert happened["discarded" if unplaceable == "discard" else "kept"], happened


@pytest.mark.parametrize("seats", [2, 3])
def test_professional_games_in_which_the_stack_runs_out_agree_with_the_referee(seats: int) -> None:
    rng = random.Random(f"runs out {seats}")
    gone = rng.sample(sorted(TILES), 20)
    lots = [f"{tile} discarded by 0" for tile in gone]
    changes: dict[str, Any] = {"phase": "reveal", "actor": "chance", "due": 0, "sold": 0, "leg": 1}
    written = position(seats, lots, year_rule="three_bush_tiles", **changes)
    happened = play_on(GAME.from_position(written), Referee.from_position(written), rng, "any")
    assert happened["a year without tiles"]


# Sealed bids.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_bids_in_any_order_make_the_same_position(seats: int) -> None:
    rng = random.Random(f"orders {seats}")
    for number in range(volume(6)):
        written = random_sale(seats, rng)
        bids = [rng.randint(0, min(coins, 2)) for coins in written["coins"]]
        ends = set()
        for order in permutations(range(seats)):
            state = GAME.from_position(written)
            for seat in order:
                state.apply(seat, GAME.parse(state, seat, f"bid {bids[seat]}"))
            ends.add(state.key())
        assert len(ends) == 1, (number, bids)


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_auction_of_small_bids_is_won_as_the_referee_says(seats: int) -> None:
    for pole in permutations(range(seats)):
        flag = [pole.index(seat) for seat in range(seats)]
        written = position(seats, flag=flag)
        for bids in product(range(3), repeat=seats):
            state = GAME.from_position(written)
            for seat, bid in enumerate(bids):
                state.apply(seat, bid)
            winner, after = auction(bids, flag)
            now = GAME.position(state)
            assert (now["phase"], now["actor"], now["flag"]) == ("place", winner, after)
            assert now["coins"] == [8 - bids[winner] * (seat == winner) for seat in range(seats)]


def random_sale(seats: int, rng: random.Random) -> dict[str, Any]:
    """An auction somewhere in a random game."""
    referee = Referee(seats, **any_options(rng, seats))
    left = rng.randint(20, 60)
    while left > 0 or referee.phase != "bid" or referee.bids:
        random_event(referee, rng)
        left -= 1
    return referee.position()


def random_event(referee: Referee, rng: random.Random) -> tuple[int, str]:
    """Let something happen."""
    if referee.actor() == "chance":
        event = CHANCE, rng.choice(referee.chance())
    else:
        seat = rng.choice(referee.pending())
        event = seat, rng.choice(referee.legal(seat))
    referee.play(*event)
    return event


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_a_bid_is_seen_by_nobody_else_until_the_auction_is_closed(seats: int) -> None:
    rng = random.Random(f"sealed {seats}")
    for _ in range(volume(4)):
        written = random_sale(seats, rng)
        state = GAME.from_position(written)
        order = rng.sample(range(seats), seats)
        for seat in order[:-1]:
            before = state.copy()
            one, two = state.copy(), state.copy()
            legal = state.legal_actions(seat)
            one.apply(seat, legal[0])
            two.apply(seat, legal[-1])
            for viewer in [*range(seats), SPECTATOR]:
                if viewer != seat:
                    assert one.mask(viewer).key() == two.mask(viewer).key() == before.mask(viewer).key()
                    assert GAME.position(one.mask(viewer)) == GAME.position(before.mask(viewer))
            state.apply(seat, rng.choice(legal))


# Two ways to the same end.


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_both_timings_give_the_same_scores_for_the_same_events(seats: int) -> None:
    for number in range(volume(2)):
        rng = random.Random(f"timing {seats} {number}")
        options = any_options(rng, seats)
        each = GAME.start(GAME.setup(seats, **options | {"allocation_timing": "after_each_tile"}))
        late = GAME.start(GAME.setup(seats, **options | {"allocation_timing": "year_end"}))
        while each.actor != NOBODY:
            if each.actor == CHANCE:
                seat, action = CHANCE, rng.choice(each.chance())[0]
            else:
                seat = rng.choice(each.pending())
                action = rng.choice(each.legal_actions(seat))
            each.apply(seat, action)
            late.apply(seat, action)
            assert each.scores() == late.scores()
        assert late.actor == NOBODY
        assert GAME.position(each)["sheet"] == GAME.position(late)["sheet"]


@pytest.mark.parametrize("rule_set", list(RULE_SETS))
def test_every_position_of_a_game_can_be_written_and_read_again(rule_set: str) -> None:
    rng = random.Random(f"written {rule_set}")
    seats = rng.choice([2, 3, 4])
    state = GAME.start(GAME.setup(seats, rule_set=rule_set))
    while state.actor != NOBODY:
        assert GAME.from_position(GAME.position(state)).key() == state.key()
        if state.actor == CHANCE:
            state.apply(CHANCE, rng.choice(state.chance())[0])
        else:
            seat = rng.choice(state.pending())
            state.apply(seat, rng.choice(state.legal_actions(seat)))
    assert GAME.from_position(GAME.position(state)).key() == state.key()
