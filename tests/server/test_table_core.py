"""The table without a server: what it decides, and what it makes of its log."""

from __future__ import annotations

import random
from dataclasses import dataclass, field
from typing import Any

import pytest

from paddock.core.fair import chain
from paddock.core.match import TAKE_BACK
from paddock.core.registry import load
from paddock.core.state import CHANCE, SPECTATOR
from paddock.core.transcript import verify, write
from paddock.server import allowance, wire
from paddock.server.entry import ClockRule, Entry, Left, Played, Sealed, Wished
from paddock.server.frame import Around, Sheet, frame, seats_json
from paddock.server.store.store import Row
from paddock.server.table import AVATARS, Refused, Sitter, Table, Terms, encode, opening
from tests.server.place import POND
from tests.server.test_turns import history

SECRET = b"\x07" * 32
ID = "T" * 16


@dataclass
class Desk:
    """A table with its log, as a room without I/O would keep it."""

    game: str = POND
    plan: str = "open open"
    clock: ClockRule = field(default_factory=ClockRule)
    options: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        game = load(self.game)
        plan = self.plan.split()
        terms = Terms(plan, self.clock, False, "easy")
        self.table = Table(SECRET, {game.name: game})
        self.log: list[Row] = []
        self.now = 1_000
        self.commands = 0
        self.write(opening(ID, game, game.setup(len(plan), **self.options), terms, SECRET, self.now))

    def write(self, entry: Entry) -> Entry:
        body = encode(entry.body)
        personal = wire.encoder.encode(entry.personal) if entry.personal else None
        self.log.append(Row(ID, self.table.version + 1, body, personal, entry.person, self.now, None))
        self.table.fold(entry, body)
        return entry

    def settle(self) -> None:
        while (entry := self.table.owed(self.now)) is not None:
            self.write(entry)

    def sit(self, *names: str) -> Desk:
        for name in names:
            sitter = Sitter(name, name, "fox", "")
            self.write(self.table.sitting(sitter, None, f"token {self.table.version}", self.now))
            self.settle()
        return self

    def id(self) -> str:
        self.commands += 1
        return f"{self.commands:032x}"

    def do(self, seat: int, command: wire.SeatCommand) -> Entry:
        entry = self.write(self.table.decide(seat, command, self.now))
        self.settle()
        return entry

    def play(self, seat: int, action: int | None = None) -> Entry:
        chosen = int(self.table.match.state.legal_actions(seat)[0]) if action is None else action
        return self.do(seat, wire.Play(self.id(), self.table.asked[seat], chosen))

    def bot_plays(self, seat: int) -> None:
        action = int(self.table.match.state.legal_actions(seat)[0])
        self.write(self.table.played(seat, self.table.asked[seat], action, self.now, by="easy"))
        self.settle()

    def again(self) -> Table:
        """The table that somebody else makes of the log."""
        copy = Table(SECRET, self.table.games)
        for row in self.log:
            copy.take(row)
        return copy

    def refused(self, seat: int, command: wire.SeatCommand) -> str:
        with pytest.raises(Refused) as refusal:
            self.table.decide(seat, command, self.now)
        assert str(refusal.value)
        return refusal.value.kind


def shown(table: Table) -> list[Any]:
    """All that anybody can see of a table, and all that decides about commands."""
    sheet = Sheet(table, Around(5_000, frozenset(), 0))
    viewers = [*range(len(table.seats)), SPECTATOR]
    return [
        *(frame(sheet, viewer, history(table, viewer)) for viewer in viewers),
        table.version, table.chain, table.rolled, table.asked, table.done, table.chat, table.wish, table.owing,
        table.clock.left, table.clock.since, table.clock.next(), table.hinted,
    ]  # fmt: skip


def lively() -> Desk:
    """A table where everything has happened once."""
    desk = Desk(plan="open open open", clock=ClockRule("bank", 600, 10), options={"rounds": 3}).sit("Ada", "Ben")
    desk.do(1, wire.Leave(desk.id(), "easy"))
    desk.sit("Cleo", "Dan")
    desk.now += 5_000
    desk.do(2, wire.Say(desk.id(), text="hello"))
    desk.do(2, wire.Say(desk.id(), phrase="thanks"))
    desk.do(0, wire.Mute(desk.id(), 2, True))
    desk.do(0, wire.Hint(desk.id()))
    for seat in range(3):
        desk.now += 1_000
        desk.play(seat)
    desk.do(2, wire.Leave(desk.id(), "easy"))
    if desk.table.pending == [2]:
        desk.bot_plays(2)
    else:
        desk.play(desk.table.pending[0])
    desk.do(2, wire.Back(desk.id()))
    desk.play(1)
    desk.do(1, wire.Undo(desk.id(), desk.table.asked[1]))
    desk.do(1, wire.TakeBack(desk.id()))
    desk.do(0, wire.Agree(desk.id(), True))
    return desk


# The fold


def test_the_log_alone_gives_the_same_table() -> None:
    desk = lively()
    assert shown(desk.again()) == shown(desk.table)


def test_the_log_of_a_whole_match_gives_the_same_table_at_every_version() -> None:
    desk = Desk("zooloretto").sit("Ada", "Ben")
    luck = random.Random(5)
    follower = Table(SECRET)
    for row in desk.log:
        follower.take(row)
    while desk.table.pending:
        seat = desk.table.pending[0]
        desk.play(seat, int(luck.choice(desk.table.match.state.legal_actions(seat))))
        for row in desk.log[follower.version :]:
            follower.take(row)
        assert (follower.asked, follower.rolled, follower.chain) == (
            desk.table.asked, desk.table.rolled, desk.table.chain,
        )  # fmt: skip
    assert shown(follower) == shown(desk.table)
    assert verify(write(follower.match, fair=follower.fair)).fair == desk.table.fair


def test_the_chain_is_over_every_body_and_nothing_personal() -> None:
    desk = lively()
    *_, last = chain(ID, [row.body for row in desk.log])
    assert desk.table.chain == last
    assert not any(name in row.body for row in desk.log for name in (b"Ada", b"Dan", b"hello", b"fox"))


def test_a_table_without_its_personal_data_is_the_same_match_of_guests() -> None:
    desk = lively()
    desk.log = [row._replace(personal=None, person=None) for row in desk.log]
    anonymous = desk.again()
    assert anonymous.match.events == desk.table.match.events
    assert anonymous.chain == desk.table.chain
    assert {anonymous.name(seat) for seat in range(3)} == {"Guest"}
    assert [line.text for line in anonymous.chat] == ["", ""]


def test_forgetting_live_is_what_folding_the_erased_log_gives() -> None:
    desk = lively()
    desk.log = [row._replace(personal=None, person=None) if row.person == "Dan" else row for row in desk.log]
    desk.table.forget("Dan")
    assert shown(desk.again()) == shown(desk.table)


def test_a_forgotten_person_writes_nothing_that_could_not_be_erased() -> None:
    desk = Desk().sit("Ada", "Ben")
    desk.table.forget("Ben")
    assert desk.refused(1, wire.Say(desk.id(), text="still here")) == "muted"
    assert desk.do(1, wire.Say(desk.id(), phrase="thanks")).personal is None


# Deciding


def every_command(desk: Desk) -> list[wire.SeatCommand]:
    table = desk.table
    seat = table.pending[0]
    action = int(table.match.state.legal_actions(seat)[0])
    return [
        wire.Play(desk.id(), table.asked[seat], action), wire.Play(desk.id(), table.asked[seat], 999),
        wire.Play(desk.id(), 0, action), wire.Undo(desk.id(), table.asked[seat]), wire.TakeBack(desk.id()),
        wire.Agree(desk.id(), True), wire.Hint(desk.id()), wire.Say(desk.id(), text="x"),
        wire.Mute(desk.id(), 1, True), wire.Leave(desk.id(), "easy"), wire.Back(desk.id()),
        wire.Fill(desk.id(), "easy"), wire.Rematch(desk.id()),
    ]  # fmt: skip


def test_deciding_changes_nothing() -> None:
    desk = lively()
    before = shown(desk.table)
    events = list(desk.table.match.events)
    for command in every_command(desk):
        for seat in (*range(3), SPECTATOR, 7):
            try:
                desk.table.decide(seat, command, desk.now + 99_000)
            except Refused:
                continue
    desk.table.owed(desk.now + 10**9)
    assert shown(desk.table) == before
    assert desk.table.match.events == events


def test_deciding_twice_rolls_the_same_dice() -> None:
    desk = Desk("zooloretto").sit("Ada", "Ben")
    seat = desk.table.pending[0]
    for action in desk.table.match.state.legal_actions(seat):
        command = wire.Play(desk.id(), desk.table.asked[seat], int(action))
        assert desk.table.decide(seat, command, 5) == desk.table.decide(seat, command, 5)


def test_what_was_carried_out_is_known_by_seat_and_id() -> None:
    desk = Desk().sit("Ada", "Ben")
    command = wire.Play(desk.id(), desk.table.asked[0], int(desk.table.match.state.legal_actions(0)[0]))
    desk.do(0, command)
    assert desk.table.done[0, command.id] == desk.table.version
    assert (1, command.id) not in desk.table.done
    assert desk.again().done == desk.table.done


def test_a_decision_about_an_old_prompt_is_stale_even_if_it_would_be_legal() -> None:
    desk = Desk(options={"rounds": 2}).sit("Ada", "Ben")
    old = desk.table.asked[0]
    desk.play(0)
    desk.play(1)
    desk.play(desk.table.pending[0])
    action = int(desk.table.match.state.legal_actions(0)[0])
    assert desk.refused(0, wire.Play(desk.id(), old, action)) == "stale"
    assert desk.refused(0, wire.Undo(desk.id(), old)) == "stale"
    assert desk.do(0, wire.Play(desk.id(), desk.table.asked[0], action))


def test_sealed_bids_for_the_same_tile_do_not_collide_whoever_comes_first() -> None:
    desk = Desk("o-zoo-le-mio", "open open open").sit("Ada", "Ben", "Cleo")
    assert desk.table.pending == [0, 1, 2], "all bid at once"
    prompts = list(desk.table.asked)
    bids = [int(desk.table.match.state.legal_actions(seat)[0]) for seat in range(3)]
    for seat in (2, 0, 1):
        assert desk.table.asked[seat] == prompts[seat], "what others sealed asks nobody anew"
        desk.do(seat, wire.Play(desk.id(), prompts[seat], bids[seat]))
    assert all(now > then for now, then in zip(desk.table.asked, prompts, strict=True)), "the round has closed"


def test_a_sealed_bid_taken_back_asks_nobody_else_anew() -> None:
    desk = Desk("o-zoo-le-mio", "open open open").sit("Ada", "Ben", "Cleo")
    prompts = list(desk.table.asked)
    desk.play(0)
    desk.do(0, wire.Undo(desk.id(), desk.table.asked[0]))
    assert desk.table.pending == [0, 1, 2]
    assert desk.table.asked[1:] == prompts[1:]
    assert desk.table.asked[0] > prompts[0]


def test_only_those_who_sit_there_command() -> None:
    desk = Desk(plan="open open easy").sit("Ada")
    for seat in (1, 2, 3, SPECTATOR, CHANCE):
        assert desk.refused(seat, wire.Say(desk.id(), text="x")) == "seat"


def extras(desk: Desk) -> list[wire.SeatCommand]:
    return [
        wire.Say(desk.id(), text="x"), wire.Say(desk.id(), phrase="thanks"), wire.Hint(desk.id()),
        wire.Leave(desk.id(), "easy"), wire.Renew(desk.id(), "ab" * 32), wire.TakeBack(desk.id()),
        wire.Undo(desk.id(), desk.table.asked[0]), wire.Mute(desk.id(), 1, on=True),
    ]  # fmt: skip


def test_who_uses_up_a_table_is_refused_and_nobody_else_is() -> None:
    desk = Desk(options={"rounds": 3}).sit("Ada", "Ben")
    for _ in range(allowance.MOST - desk.table.spent["Ada"]):
        desk.do(0, wire.Say(desk.id(), phrase="thanks"))
    for command in extras(desk):
        assert desk.refused(0, command) == "spent"
    desk.do(1, wire.Say(desk.id(), text="x"))
    desk.do(1, wire.Leave(desk.id(), "easy"))
    desk.do(1, wire.Back(desk.id()))
    desk.play(0)
    desk.play(1)
    desk.do(1, wire.TakeBack(desk.id()))
    desk.do(0, wire.Agree(desk.id(), yes=True))
    assert desk.table.match.events[-1] == (1, TAKE_BACK), "consent is another's, and not limited"
    while desk.table.pending:
        desk.play(desk.table.pending[0])
    assert desk.table.status == "over"
    assert shown(desk.again()) == shown(desk.table)
    assert desk.again().spent == desk.table.spent


def fill_up(desk: Desk, way: str) -> None:
    """Go on for ever, if that is possible."""
    for _ in range(3 * allowance.MOST):
        if way == "sit and leave":
            desk.do(0, wire.Leave(desk.id(), "easy"))
            desk.sit("Ada")
        else:
            desk.play(0)
            desk.do(0, wire.Undo(desk.id(), desk.table.asked[0]) if way == "undo" else wire.TakeBack(desk.id()))


@pytest.mark.parametrize("way", ["undo", "take back", "sit and leave"])
def test_every_way_to_fill_a_log_ends(way: str) -> None:
    desk = Desk(plan="open open open" if way == "sit and leave" else "open easy easy").sit("Ada")
    with pytest.raises(Refused) as refusal:
        fill_up(desk, way)
    assert refusal.value.kind == "spent"
    assert desk.table.version < 4 * allowance.MOST
    assert desk.table.spent == desk.again().spent
    if way == "sit and leave":
        desk.sit("Ben")


def test_deleting_ones_data_gives_no_new_allowance() -> None:
    desk = Desk(plan="open easy").sit("Ada")
    for _ in range(5):
        desk.do(0, wire.Say(desk.id(), phrase="thanks"))
    desk.table.forget("Ada")
    assert desk.table.spent == {"seat 0": 6}


def test_a_seat_of_a_finished_match_cannot_be_left() -> None:
    desk = Desk().sit("Ada", "Ben")
    while desk.table.pending:
        desk.play(desk.table.pending[0])
    assert desk.refused(0, wire.Leave(desk.id(), "easy")) == "over"


# What happens by itself


def test_the_match_begins_by_itself_when_the_last_seat_is_taken() -> None:
    desk = Desk()
    assert desk.table.owed(desk.now) is None
    desk.sit("Ada")
    assert desk.table.status == "waiting"
    desk.write(desk.table.sitting(Sitter("Ben", "Ben", "fox", ""), None, "Ben", desk.now))
    entry = desk.table.owed(desk.now)
    assert entry is not None
    assert entry.body == Sealed(at=desk.now, seals=["", ""])
    desk.write(entry)
    entry = desk.table.owed(desk.now)
    assert entry is not None
    assert entry.status == "playing"
    assert isinstance(entry.body, Played)
    assert all(seat == CHANCE for seat, _ in entry.body.events)
    desk.settle()
    assert desk.table.owed(desk.now) is None


def test_a_fallen_clock_hands_the_seat_to_the_stand_in_and_no_sooner() -> None:
    desk = Desk(clock=ClockRule("move", 60)).sit("Ada", "Ben")
    desk.now += 20_000
    desk.play(0)
    assert desk.table.owed(desk.now + 39_999) is None
    entry = desk.table.owed(desk.now + 40_000)
    assert entry is not None
    assert entry.body == Left(at=desk.now + 40_000, seat=1, level="easy", time=True)
    desk.now += 40_000
    desk.settle()
    assert desk.table.thinking == [(1, "easy")]
    assert desk.table.clock.next() is None, "bots have no clock"


def test_a_wish_waits_for_the_people_and_not_for_the_bots() -> None:
    desk = Desk(plan="open open easy").sit("Ada", "Ben")
    desk.play(0)
    desk.play(1)
    desk.bot_plays(2)
    desk.do(0, wire.TakeBack(desk.id()))
    assert desk.table.needed == [1]
    assert desk.refused(1, wire.TakeBack(desk.id())) == "busy"
    desk.do(1, wire.Agree(desk.id(), True))
    assert desk.table.wish is None
    assert desk.table.pending == [0, 1, 2]


def test_alone_with_bots_a_wish_is_granted_at_once_and_the_record_says_so() -> None:
    desk = Desk(plan="open easy easy").sit("Ada")
    before = frame(Sheet(desk.table, Around(0, frozenset(), 0)), 0, [])
    seen = desk.table.masked(0).key()
    assert b'"ask":[]' in before
    desk.play(0)
    desk.bot_plays(1)
    desk.bot_plays(2)  # the sealed round closes, and everybody has seen what was in it
    rolled = desk.table.rolled
    wished = desk.do(0, wire.TakeBack(desk.id()))
    assert wished.body == Wished(at=desk.now, seat=0, id=f"{desk.commands:032x}"), "asked for, and not done in silence"
    assert desk.table.wish is None
    assert desk.table.match.events[-1] == (0, TAKE_BACK)
    assert desk.table.masked(0).key() == seen
    assert desk.table.rolled == rolled, "no roll is given back, or the dice could be tried twice"
    assert history(desk.table, SPECTATOR)[-1][1].id == "taken_back"
    assert shown(desk.again()) == shown(desk.table)


def test_a_bot_is_called_by_its_picture_and_no_two_are_the_same() -> None:
    desk = Desk("franks-zoo", plan="open easy easy easy easy easy easy").sit("Ada")
    seats = seats_json(desk.table, frozenset())
    assert [seats[0]["name"], seats[0]["avatar"]] == ["Ada", "fox"]
    assert [str(seat["name"]).lower() for seat in seats[1:]] == [seat["avatar"] for seat in seats[1:]]
    assert len({seat["avatar"] for seat in seats}) == 7
    assert all(seat["avatar"] in AVATARS for seat in seats)


def test_a_wish_is_granted_when_whoever_had_to_agree_leaves() -> None:
    desk = Desk().sit("Ada", "Ben")
    desk.play(0)
    desk.play(1)
    desk.do(0, wire.TakeBack(desk.id()))
    desk.do(1, wire.Leave(desk.id(), "easy"))
    assert desk.table.wish is None
    assert desk.table.pending == [0, 1]


def test_a_wish_is_not_granted_over_the_head_of_somebody_whose_clock_fell() -> None:
    desk = Desk(clock=ClockRule("move", 60)).sit("Ada", "Ben")
    desk.play(0)
    desk.now += 60_000
    desk.settle()
    assert desk.table.seats[1].stand_in == "easy"
    assert desk.table.others(0) == [1]
    desk.do(0, wire.TakeBack(desk.id()))
    wish = desk.table.wish
    assert wish is not None, "Ben has not been asked"
    desk.bot_plays(1)
    assert desk.table.wish == wish, "his bot does not answer for him"
    desk.do(1, wire.Agree(desk.id(), False))
    assert desk.again().wish is None
    assert TAKE_BACK not in [action for _, action in desk.table.match.events]
    assert shown(desk.again()) == shown(desk.table)


def test_people_who_play_on_end_a_wish_and_bots_do_not() -> None:
    desk = Desk("zooloretto", "open open easy").sit("Ada", "Ben")
    while desk.table.pending != [2] or len({event.seat for event in desk.table.match.events}) < 3:
        if desk.table.pending == [2]:
            desk.bot_plays(2)
        else:
            desk.play(desk.table.pending[0])
    desk.do(1, wire.TakeBack(desk.id()))
    wish = desk.table.wish
    while desk.table.pending == [2]:
        desk.bot_plays(2)
    assert desk.table.wish == wish
    assert desk.again().wish == wish
    desk.play(desk.table.pending[0])
    assert desk.table.wish is None


def test_a_wish_does_not_outlive_the_match() -> None:
    desk = Desk(plan="open open easy", options={"rounds": 1}).sit("Ada", "Ben")
    for seat in (0, 1):
        desk.play(seat, max(map(int, desk.table.match.state.legal_actions(seat))))
    desk.bot_plays(2)
    winner = desk.table.pending[0]
    other = 1 if winner == 0 else 0
    desk.do(other, wire.TakeBack(desk.id()))
    desk.play(winner) if winner < 2 else desk.bot_plays(2)
    assert desk.table.status == "over"
    assert desk.table.wish is None
    assert desk.table.owed(desk.now) is None


def test_the_host_is_the_first_who_came_and_is_still_there() -> None:
    desk = Desk(plan="open open open").sit("Ada", "Ben")
    assert desk.table.host == 0
    desk.do(0, wire.Leave(desk.id(), "easy"))
    assert desk.table.host == 1
    desk.sit("Cleo", "Dan")
    assert desk.table.host == 1
    desk.do(1, wire.Leave(desk.id(), "easy"))
    assert desk.table.host == 0
    desk.do(1, wire.Back(desk.id()))
    assert desk.table.host == 1
