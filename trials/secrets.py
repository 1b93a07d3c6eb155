"""Secrets: is every byte that a seat is sent equal in two worlds that differ only in what it may not know?

A whole game is played at a real table. For each viewer other worlds are made of it: cards that he
has not seen change hands, choices that are hidden from him are replaced, and the table has another
secret and other tokens. As long as the viewer has seen the same events in both worlds, everything
that the server would send him, asked in every way there is, must be the same to the byte.
"""

from __future__ import annotations

import hashlib
import random
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from typing import Annotated, NamedTuple

import msgspec
import typer

from paddock.agents.levels import LEVELS
from paddock.core.errors import IllegalAction, UndoRefused
from paddock.core.fair import seal
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import list_games, load
from paddock.core.setup import Setup, Value
from paddock.core.state import CHANCE, HIDDEN, SPECTATOR, State
from paddock.server import wire
from paddock.server.entry import ClockRule, Entry, Played, Revealed, Sat, Sealed
from paddock.server.table import OPEN_SEAT, Refused, Sitter, Table, Terms, encode, opening
from trials.command import Json, Seed, report, start
from trials.glass import Ear, Glass, Said, Window, hashed, token_of, twin

LONGEST = 700  # entries of a game that is played
WATCHED = 3  # seats of a game whose sight is compared
WORLDS = 40  # tried for each viewer of a game
SWAPS = 3  # pairs of cards that change hands, at most
LOOKS = 20  # versions of a game that are compared with a world of other tokens
TRIES = 12  # to find something hidden
ALIKE = 5  # versions for which a world is followed that differs in nothing but its past
FAR = 4.0  # the whole past is asked for so often in as many versions as it has: long ones cost the most
CLOCKS = (ClockRule(), ClockRule("move", 60), ClockRule("bank", 600, 5))
DAY_ONE = 1_700_000_000_000
NAME = "secrets-of-table"


class Leak(NamedTuple):
    """Two worlds that somebody could tell apart, and by what."""

    game: str
    seed: int
    version: int
    viewer: int
    what: str
    one: str
    other: str


class Written(NamedTuple):
    """An entry of the game, as the table was shown it."""

    entry: Entry
    body: bytes


class Past:
    """One game at a real table, with the table as it stood after each entry and what everybody was sent."""

    def __init__(self, window: Window, game: Game, setup: Setup, seed: int) -> None:
        self.window = window
        self.game = game
        self.seed = seed
        self.draw = random.Random(f"{game.name} {seed}")
        self.secret = self.draw.randbytes(32)
        self.table = Table(self.secret, {game.name: game})
        self.now = DAY_ONE
        self.written: list[Written] = []
        self.tables: list[Table] = []  # after each entry
        self.sent: dict[tuple[int, int], list[Said]] = {}  # by version and viewer, once somebody asks
        self.asked: dict[tuple[int, int, bool], list[Said]] = {}
        self.viewers = [*sorted(self.draw.sample(range(setup.seats), min(WATCHED, setup.seats))), SPECTATOR]
        self.open(setup)
        while self.table.status != "over" and len(self.written) < LONGEST:
            self.now += self.draw.randrange(4000)
            with suppress(Refused):
                self.write(self.next())
        self.lively = [version for version, table in enumerate(self.tables, 1) if table.status == "playing"]

    def open(self, setup: Setup) -> None:
        """Everybody sits down."""
        levels = list(LEVELS)
        plan = [self.draw.choice(levels) if self.draw.random() < 0.15 else OPEN_SEAT for _ in range(setup.seats)]
        plan[self.draw.randrange(setup.seats)] = OPEN_SEAT
        terms = Terms(plan, self.draw.choice(CLOCKS), self.draw.random() < 0.5, "easy")
        self.write(opening(NAME, self.game, setup, terms, self.secret, self.now))
        for seat, level in enumerate(plan):
            if level == OPEN_SEAT:
                token, person = hashed(token_of(seat)), hashed(f"person {seat}")
                sealed = seal(self.nonce(seat)).hex() if self.draw.random() < 0.9 else ""
                self.write(self.table.sitting(Sitter(person, f"Ada {seat}", "otter", sealed), seat, token, self.now))

    def nonce(self, seat: int) -> bytes:
        return hashlib.sha256(self.secret + bytes([seat])).digest()

    def write(self, entry: Entry) -> None:
        body = encode(entry.body)
        self.table.fold(entry, body)
        self.written.append(Written(entry, body))
        self.tables.append(twin(self.table))

    def next(self) -> Entry:
        """What happens: mostly a decision, now and then anything else that people do."""
        table, draw = self.table, self.draw
        if (owed := table.owed(self.now)) is not None:
            return owed
        command = draw.randbytes(16).hex()
        if table.showing:
            seat = draw.choice(table.showing)
            return table.decide(seat, wire.Reveal(id=command, nonce=self.nonce(seat).hex()), self.now)
        person = draw.choice(table.people) if table.people else SPECTATOR
        if table.wish is not None:
            return table.decide(person, wire.Agree(id=command, yes=draw.random() < 0.8), self.now)
        for seat, place in enumerate(table.seats):
            if place.stand_in and draw.random() < 0.2:
                return table.decide(seat, wire.Back(id=command), self.now)
        odds = draw.random()
        if odds < 0.12 and person != SPECTATOR:
            return table.decide(person, self.whim(command, person, odds), self.now)
        seat = draw.choice(table.pending)
        action = draw.choice(table.match.state.legal_actions(seat))
        if level := table.seats[seat].bot:
            return table.played(seat, table.asked[seat], action, self.now, by=level)
        return table.decide(seat, wire.Play(id=command, at=table.asked[seat], action=action), self.now)

    def whim(self, id: str, person: int, odds: float) -> wire.SeatCommand:
        """What else somebody does."""
        table, draw = self.table, self.draw
        if odds < 0.03:
            return wire.Undo(id=id, at=table.asked[person])
        if odds < 0.04:
            return wire.TakeBack(id=id)
        if odds < 0.08:
            return wire.Say(id=id, text=f"line {table.version}") if odds < 0.06 else wire.Say(id=id, phrase="thanks")
        if odds < 0.1:
            return wire.Hint(id=id)
        if odds < 0.11:
            return wire.Leave(id=id, level="easy")
        return wire.Mute(id=id, seat=draw.randrange(len(table.seats)), on=draw.random() < 0.5)

    def time(self, version: int) -> int:
        return self.written[version - 1].entry.body.at

    def ask(self, version: int, viewer: int, far: bool) -> list[Said]:
        """Everything that the viewer can get after this version."""
        key = version, viewer, far
        if key not in self.asked:
            room = self.window.room(self.tables[version - 1])
            self.asked[key] = self.ask_room(room, version, viewer, far)
        return self.asked[key]

    def ask_room(self, room: Glass, version: int, viewer: int, far: bool) -> list[Said]:
        room = self.window.room(room.table)  # another, for one whose store has failed remembers it
        self.window.look(room, self.time(version))
        return list(self.window.far(room, viewer) if far else self.window.near(room, viewer))

    def show(self, version: int, viewer: int) -> list[Said]:
        """What the viewer was sent with this version."""
        key = version, viewer
        if key not in self.sent:
            room = self.window.room(twin(self.tables[version - 2]))
            self.sent[key] = self.show_room(room, version, viewer, self.written[version - 1].entry)
        return self.sent[key]

    def show_room(self, room: Glass, version: int, viewer: int, entry: Entry) -> list[Said]:
        ear = Ear(viewer)
        room.connections = {ear: None}
        self.window.look(room, self.time(version))
        room.show(entry, encode(entry.body), checked=False)  # what was changed may be illegal
        return [Said("frame", data) for data in ear.heard]


class Judge:
    """Makes worlds, compares, and counts."""

    def __init__(self, seed: int) -> None:
        self.draw = random.Random(f"judge {seed}")
        self.comparisons = 0
        self.worlds = 0
        self.leaks: list[Leak] = []
        self.by_game: Counter[str] = Counter()

    def judge(self, past: Past, most: int) -> None:
        """Compare until so much is compared, or the game has given what it can."""
        end = self.comparisons + most
        before = self.comparisons
        self.other_tokens(past, SPECTATOR)
        self.other_tokens(past, self.draw.choice(past.viewers[:-1]))
        for _ in range(WORLDS):
            for viewer in past.viewers:
                if self.comparisons < end:
                    self.other_secrets(past, viewer)
        self.by_game[past.game.name] += self.comparisons - before

    # Worlds in which other cards were dealt, or other choices made.

    def other_secrets(self, past: Past, viewer: int) -> None:
        """A world that differs in what is hidden from the viewer; compared from there on until he learns of it."""
        found = self.hidden_event(past, viewer)
        if found is None:
            return
        version, at = found
        other = self.changed(past, viewer, version, at)
        if other is None:
            return
        room = past.window.room(twin(past.tables[version - 2]))
        compared = False
        alike = 0
        for now in range(version, len(past.tables) + 1):
            entry = other if now == version else past.written[now - 1].entry
            before = room.table.match.state.copy()
            try:
                shown = past.show_room(room, now, viewer, entry)
            except (IllegalAction, UndoRefused):
                break  # this world ends here
            one, two = past.tables[now - 1], room.table
            if "over" in (one.status, two.status) or one.match.sights[viewer] != two.match.sights[viewer]:
                break  # he has learnt something
            if differ(one.match, two.match, viewer) and (
                opens(past.tables[now - 2].match.state, one.match, one.told.count(now))
                or opens(before, two.match, two.told.count(now))
            ):
                break
            compared = True
            self.compare(past, room, now, viewer, shown)
            # Where the worlds have become one again, as after a hand, only what is told of the past can differ.
            alike += one.match.state.key() == two.match.state.key()
            if alike > ALIKE:
                break
        self.worlds += compared

    def hidden_event(self, past: Past, viewer: int) -> tuple[int, int] | None:
        """An event that the viewer has not seen at some version, as its own version and its place in that entry."""
        for _ in range(TRIES):
            table = past.tables[self.draw.choice(past.lively) - 1]
            sights = table.match.sights[viewer]
            hidden = [k for k, event in enumerate(sights) if event.action == HIDDEN]
            if hidden:
                # What happened lately matters more: of a hand that was played nothing is left.
                k = self.draw.choice(hidden[-80:])
                return table.told[k], k - table.told.index(table.told[k])
        return None

    def changed(self, past: Past, viewer: int, version: int, at: int) -> Entry | None:
        """The entry of that version with something else in it where the viewer cannot see."""
        entry = past.written[version - 1].entry
        assert isinstance(entry.body, Played)
        events = list(entry.body.events)
        seat, action = events[at]
        if seat == CHANCE:
            table = past.tables[version - 1]
            first = table.told.index(version)
            unseen = [k for k in range(len(events)) if table.match.sights[viewer][first + k] == (CHANCE, HIDDEN)]
            for _ in range(self.draw.randint(1, SWAPS)):
                others = [k for k in unseen if events[k] != events[at]]
                if not others:
                    break
                other = self.draw.choice(others)
                events[at], events[other] = events[other], events[at]
                at = self.draw.choice(unseen)
        else:
            legal = past.tables[version - 2].match.state.legal_actions(seat)
            others = [other for other in legal if other != action]
            if others:
                events[at] = (seat, self.draw.choice(others))
        if events == entry.body.events:
            return None
        return entry._replace(body=msgspec.structs.replace(entry.body, events=events))

    # Worlds in which the table has another secret, and the others other tokens.

    def other_tokens(self, past: Past, viewer: int) -> None:
        table = Table(past.secret, {past.game.name: past.game})
        room = past.window.room(table)
        looks = set(self.draw.sample(range(1, len(past.tables) + 1), min(LOOKS, len(past.tables)))) | {len(past.tables)}
        nonces: dict[int, str] = {}  # what the others have shown, which nobody else knows yet
        for now, (entry, _) in enumerate(past.written, 1):
            body = entry.body
            if isinstance(body, Sat) and body.seat != viewer:
                body = msgspec.structs.replace(body, token=hashed(f"other {body.seat}"), seal="5a" * 32)
                entry = entry._replace(body=body, person=hashed(f"other person {body.seat}"))
            if isinstance(body, Sealed):
                nonces.clear()
            if isinstance(body, Revealed) and body.seat != viewer:
                nonces[body.seat] = body.nonce
                entry = entry._replace(body=msgspec.structs.replace(body, nonce="5a" * 32))
            begins = isinstance(body, Played) and not table.begun
            if begins:  # nonces are everybody's from now on
                for seat, nonce in nonces.items():
                    table.seats[seat].nonce = nonce
            if isinstance(body, Played) and past.tables[now - 1].status == "over":
                table.secret = past.secret
            if now > 1 and (not table.begun or now in looks):
                self.compare(past, room, now, viewer, past.show_room(room, now, viewer, entry))
            else:
                table.fold(entry, encode(entry.body))
            if now == 1:  # what the table promised is public and stays; a log opened with another secret is refused
                table.secret = bytes(reversed(past.secret))
        self.worlds += 1

    # What is sent.

    def compare(self, past: Past, room: Glass, version: int, viewer: int, shown: list[Said]) -> None:
        """Everything that the viewer gets in both worlds at this version."""
        if viewer == SPECTATOR or room.table.seats[viewer].kind == "person":
            self.hold(past, version, viewer, past.show(version, viewer), shown)
        self.hold(past, version, viewer, past.ask(version, viewer, False), past.ask_room(room, version, viewer, False))
        if self.draw.random() < FAR / version:
            self.hold(
                past, version, viewer, past.ask(version, viewer, True), past.ask_room(room, version, viewer, True)
            )

    def hold(self, past: Past, version: int, viewer: int, one: list[Said], other: list[Said]) -> None:
        """Two lists that must be equal."""
        self.comparisons += max(len(one), len(other))
        if one != other:
            missing = Said("nothing", b"")
            for k in range(max(len(one), len(other))):
                first, second = (said[k] if k < len(said) else missing for said in (one, other))
                if first != second:
                    shown = difference(first.data, second.data)
                    self.leaks.append(Leak(past.game.name, past.seed, version, viewer, first.what, *shown))


def differ(one: Match, two: Match, viewer: int) -> bool:
    """Does the viewer see another position?"""
    return bool(one.state.mask(viewer).key() != two.state.mask(viewer).key() or one.pending != two.pending)


def opens(before: State, after: Match, count: int) -> bool:
    """May the last so many events have laid something open, or sent the turn elsewhere by what was dealt in secret?

    They may where a decision `reveals`, where a hand or the game ends, and where chance had the last word.
    """
    if not count:
        return False
    seat, action = after.events[-count]
    reveals = seat != CHANCE and action >= 0 and bool(before.reveals(seat, action))
    return reveals or before.leg != after.state.leg or after.events[-1].seat == CHANCE


def difference(one: bytes, other: bytes) -> tuple[str, str]:
    """Both from shortly before they part."""
    at = next((k for k, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), min(len(one), len(other)))
    near = slice(max(0, at - 60), at + 60)
    return one[near].decode(errors="replace"), other[near].decode(errors="replace")


def setups(game: Game, draw: random.Random) -> Iterator[Setup]:
    """Seat counts in turn, options at random."""
    while True:
        for seats in game.seats:
            chosen: dict[str, Value] = {}
            for option in game.options:
                chosen[option.name] = draw.choice(option.allowed(seats, chosen))
            yield game.setup(seats, **chosen)


def judged(comparisons: int, seed: int = 1) -> Judge:
    """So many comparisons, over all games, seat counts and options."""
    judge = Judge(seed)
    window = Window()
    draw = random.Random(f"setups {seed}")
    offered = {name: setups(load(name), draw) for name in list_games()}
    most = max(400, min(4000, comparisons // (2 * len(offered))))
    while judge.comparisons < comparisons:
        for name, ways in offered.items():
            if judge.comparisons < comparisons:
                judge.judge(Past(window, load(name), next(ways), draw.getrandbits(32)), most)
    return judge


def run(comparisons: int, seed: int = 1) -> dict[str, object]:
    """The figures, and the first leaks if there are any."""
    judge = judged(comparisons, seed)
    results: dict[str, object] = {
        "comparisons": judge.comparisons,
        "worlds": judge.worlds,
        "leaks": len(judge.leaks),
        "games": dict(judge.by_game),
    }
    if judge.leaks:
        results["found"] = [leak._asdict() for leak in judge.leaks[:10]]
    return results


def main(
    comparisons: Annotated[int, typer.Option(min=1, help="How many byte strings to compare.")] = 10_000,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Is every byte sent to a seat equal in worlds that differ only in what it may not know?"""
    return report(run(comparisons, seed), json, "leaks")


if __name__ == "__main__":
    start(main)
