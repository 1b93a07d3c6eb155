"""Table: one live match and the people around it, as the fold of its log.

The core of the server. It does no I/O, has no clock and no randomness of its own: `decide` turns a
command into the entry that would carry it out (or refuses), and changes nothing; `fold` takes an
entry that has been committed. So nothing has to be rolled back when a commit fails, and a simulation
can drive it through any history.
"""

from __future__ import annotations

import hmac
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from types import MappingProxyType
from typing import NamedTuple

from paddock.agents.levels import LEVELS
from paddock.core.errors import BadSetup, IllegalAction, PaddockError, UndoRefused
from paddock.core.fair import Fair, bot_nonce, commitment, first_link, next_link, seal
from paddock.core.game import Game
from paddock.core.match import TAKE_BACK, UNDO, Event, Match, weights
from paddock.core.message import Message
from paddock.core.registry import load
from paddock.core.setup import Setup
from paddock.core.state import CHANCE, NOBODY, SPECTATOR, State
from paddock.core.story import tell_event
from paddock.server import allowance, naming, wire
from paddock.server.clock import Clock, demand_clock
from paddock.server.company import LONG, NUDGES, PACES, PATIENCE, USUAL, Company, Nudge, waiting
from paddock.server.entry import (
    Agreed,
    Body,
    Called,
    ClockRule,
    Closed,
    Entry,
    Filled,
    Followed,
    Hinted,
    Hurried,
    Left,
    Muted,
    Nudged,
    Opened,
    Paced,
    Personal,
    Played,
    Renewed,
    Resigned,
    Returned,
    Revealed,
    Said,
    Sat,
    Sealed,
    Stepped,
    Wished,
    encoder,
)
from paddock.server.store.content import read
from paddock.server.store.store import Damaged, Row

OPEN_SEAT = "open"
LONGEST_CHAT = 200  # lines that a table remembers
SHOWING = 5_000  # milliseconds that people have to show their part of the dice
NOBODY_AWAY: Mapping[int, int] = MappingProxyType({})  # seat: milliseconds since its person had a line open
# A bot of each seat: its picture, and its name. The site does not offer them to people, and no game has them as pieces,
# so that nobody reads "Panda takes a panda".
BOTS = ("shark", "owl", "gorilla", "octopus", "dolphin", "rhinoceros", "lizard")
GUEST = Personal(name="Guest", avatar="otter")
AVATARS = (
    "crocodile", "dolphin", "duck", "elephant", "flamingo", "fox", "frog", "giraffe", "gorilla", "hedgehog", "kangaroo",
    "koala", "leopard", "lion", "lizard", "meerkat", "mouse", "octopus", "orca", "otter", "owl", "panda", "parrot",
    "peacock", "penguin", "polar-bear", "rhinoceros", "seal", "shark", "sloth", "snake", "turtle", "zebra",
)  # fmt: skip


class Refused(PaddockError):
    """A command that was not carried out; `kind` is a word that a client can act on."""

    def __init__(self, kind: str, sentence: str) -> None:
        super().__init__(sentence)
        self.kind = kind


class OldRules(PaddockError):
    """A table was opened by other rules of its game than those that are here."""


class Seat:
    """Who sits there, or may."""

    def __init__(self, level: str) -> None:
        self.level = "" if level == OPEN_SEAT else level  # of the bot that the seat was given to
        self.token = ""  # hash; empty while nobody has sat down
        self.sat = 0  # when the person sat down
        self.seal = ""  # of the person's part of the dice
        self.nonce = ""  # that part, once it was shown
        self.who: Personal = GUEST
        self.person: str | None = None
        self.stand_in = ""  # the level that plays while the person is away
        self.overdue = False  # because the clock fell or others asked for it, and not because the person did
        self.resigned = False  # and never comes back
        self.hints = 0
        self.muted = False

    @property
    def kind(self) -> str:
        return "bot" if self.level else "person" if self.token else "open"

    @property
    def bot(self) -> str:
        """The level that decides for this seat, or nothing if a person does."""
        return self.level or self.stand_in


class Line(NamedTuple):
    """A line of chat."""

    version: int
    seat: int
    phrase: str
    text: str
    person: str | None


class Wish(NamedTuple):
    """Somebody would like to take back."""

    seat: int
    agreed: frozenset[int]


class Sitter(NamedTuple):
    """Somebody who takes a seat."""

    person: str  # hash of the person's token
    name: str
    avatar: str
    seal: str  # of the nonce that they add to the dice; empty: they add none


class Terms(NamedTuple):
    """How a table is played, beyond the game's own setup."""

    plan: list[str]  # a level for each seat, or `open` for a person
    clock: ClockRule
    public: bool
    stand_in: str


def demand_terms(terms: Terms, seats: int, levels: Sequence[str] = LEVELS) -> None:
    """BadSetup unless people can play on these terms, with bots of these levels."""
    if len(terms.plan) != seats:
        raise BadSetup(f"plan: {seats} seats need {seats} entries, got {len(terms.plan)}")
    for level in terms.plan:
        if level != OPEN_SEAT and level not in levels:
            raise BadSetup(f"plan: {level!r} is not offered; allowed: open, {', '.join(levels)}")
    if OPEN_SEAT not in terms.plan:
        raise BadSetup("plan: at least one seat must be for a person")
    if terms.stand_in not in levels:
        raise BadSetup(f"stand_in: {terms.stand_in!r} is not offered; allowed: {', '.join(levels)}")
    demand_clock(terms.clock)


def demand_likeness(name: str, avatar: str) -> None:
    """Refused unless a person may be called so and have this picture."""
    offered = [animal for animal in AVATARS if animal not in BOTS]
    if avatar not in offered:
        raise Refused("avatar", f"people cannot be a {avatar!r}; there are {', '.join(offered)}")
    if fault := naming.fault_of(name):
        raise Refused("name", fault)


def demand_rules(opened: Opened, game: Game) -> None:
    """OldRules unless a match that was opened so can be read by these rules."""
    if game.rules != opened.rules:
        raise OldRules(f"table {opened.table} was played by rules {opened.rules} of {opened.game}, not {game.rules}")


def opening(
    table: str, game: Game, setup: Setup, terms: Terms, secret: bytes, now: int, after: str = "",
    levels: Sequence[str] = LEVELS,
) -> Entry:  # fmt: skip
    """The first entry of a table, or BadSetup."""
    demand_terms(terms, setup.seats, levels)
    return Entry(
        Opened(
            at=now,
            table=table,
            game=setup.game,
            rules=game.rules,
            seats=setup.seats,
            options=dict(setup.options),
            **terms._asdict(),
            commitment=commitment(secret, table, setup.game, game.rules),
            after=after,
        )
    )


class Table:
    """Everything about a table that its log says."""

    def __init__(self, secret: bytes, games: Mapping[str, Game] | None = None, levels: Sequence[str] = LEVELS) -> None:
        self.secret = secret  # the dice's; shown when the match is over
        self.games = games or {}  # beyond the registered ones
        self.levels = levels  # of the bots that can be asked for
        self.version = 0
        self.edition = 0  # grows whenever something other than the match changes
        self.chain = b""
        self.opened: Opened
        self.match: Match
        self.seats: list[Seat] = []
        self.begun = False
        self.seals: list[str] = []  # of each seat, once all are taken: what the dice will follow from
        self.sealed_at = 0
        self.nonces: list[str] = []  # once the match has begun
        self.rolled = 0
        self.clock: Clock
        self.company: Company
        self.asked: list[int] = []  # the version at which each seat was last asked something new
        self.sights: list[tuple[bool, bytes]] = []  # what each seat was asked about: pending, masked position
        self.done: dict[tuple[int, str], int] = {}  # commands that were carried out, and the version that did it
        self.masks: dict[int, State] = {}  # the position as viewers may know it, made when it is asked for
        self.told: list[int] = []  # the version of each event of the match
        self.chat: list[Line] = []
        self.owners: dict[int, str] = {}  # of entries with a personal part, by version
        self.spent: Counter[str] = Counter()  # entries that nobody needs, of each person
        self.hinted: list[tuple[int, int]] = []  # before which event which seat was given a hint
        self.wish: Wish | None = None
        self.rematch: tuple[str, str] | None = None  # table, invite
        self.closed = ""  # why it ended before its time: `rules`, `host`, `resigned`
        self.first_person = -1

    # What can be read off.

    @property
    def id(self) -> str:
        return self.opened.table

    @property
    def status(self) -> str:
        if self.closed:
            return "over"
        return "waiting" if not self.begun else "over" if self.match.over else "playing"

    @property
    def result(self) -> dict[str, list[int]] | None:
        """How the match ended, once it has; none if it was closed."""
        if self.closed or not self.begun or not self.match.over:
            return None
        return {"scores": self.match.state.scores(), "places": self.match.state.places()}

    @property
    def pending(self) -> list[int]:
        return self.match.pending if self.begun and not self.closed else []

    @property
    def people(self) -> list[int]:
        """Seats where a person decides."""
        return [k for k, seat in enumerate(self.seats) if seat.kind == "person" and not seat.stand_in]

    @property
    def thinking(self) -> list[tuple[int, str]]:
        """The bots that owe a decision, with their levels."""
        return [(seat, self.seats[seat].bot) for seat in self.pending if self.seats[seat].bot]

    @property
    def host(self) -> int:
        """The first person who sat down and is still here."""
        people = self.people
        return self.first_person if self.first_person in people or not people else people[0]

    @property
    def pace(self) -> str:
        """How fast bots play here: as suits the slowest of those who decide, or who at least sat down."""
        return self.company.pace(self.people or [k for k, seat in enumerate(self.seats) if seat.kind == "person"])

    @property
    def needed(self) -> list[int]:
        """Who must agree before a wish is granted."""
        return self.others(self.wish.seat) if self.wish is not None else []

    def others(self, seat: int) -> list[int]:
        """Whom a seat has to ask: the other people, and no bots; somebody whose clock fell has not given that away."""
        people = [k for k, place in enumerate(self.seats) if place.kind == "person"]
        return [k for k in people if k != seat and (not self.seats[k].stand_in or self.seats[k].overdue)]

    @property
    def showing(self) -> list[int]:
        """Who has sealed a part of the dice and not shown it."""
        return [k for k, shown in enumerate(self.seals) if shown and not self.seats[k].nonce]

    @property
    def due(self) -> int | None:
        """When something happens by itself, if nobody does anything before."""
        if self.closed:
            return None
        if not self.begun:
            return self.sealed_at + SHOWING if self.showing else None
        fall = self.clock.next()
        return None if fall is None else fall[0]

    @property
    def fair(self) -> Fair:
        """What the dice follow from."""
        nonces = [
            bytes.fromhex(seat.nonce) if seat.nonce else bot_nonce(self.id, k) for k, seat in enumerate(self.seats)
        ]
        return Fair(self.id, self.secret, tuple(nonces))

    def masked(self, viewer: int) -> State:
        """The position as this viewer may know it; for reading only."""
        state = self.masks.get(viewer)
        if state is None:
            state = self.masks[viewer] = self.match.state.mask(viewer)
        return state

    def name(self, seat: int) -> str:
        if self.seats[seat].level:
            return self.avatar(seat).capitalize()
        return self.seats[seat].who.name or GUEST.name

    def avatar(self, seat: int) -> str:
        """The animal that stands for whoever sits there; a bot is called by it, too."""
        place = self.seats[seat]
        return BOTS[seat % len(BOTS)] if place.level else place.who.avatar if place.token else ""

    def seat_of(self, digest: str) -> int:
        """Whose token (the seat's or the person's) this is the hash of, or SPECTATOR."""
        found = SPECTATOR
        for k, seat in enumerate(self.seats):
            for known in (seat.token, seat.person):
                if known and hmac.compare_digest(known, digest):
                    found = k
        return found

    # Commands: what would carry them out.

    def decide(
        self, seat: int, command: wire.SeatCommand, now: int, away: Mapping[int, int] = NOBODY_AWAY,
        patience: int = PATIENCE,
    ) -> Entry:  # fmt: skip
        """The entry that carries out a seat's command, or Refused; nothing is changed.

        `away` are the seats whose people have no line open, and for how many milliseconds.
        """
        if not 0 <= seat < len(self.seats) or self.seats[seat].kind != "person":
            raise Refused("seat", "only somebody who sits at the table can do that")
        if self.closed:
            raise Refused("over", "this table was closed")
        if isinstance(command, allowance.EXTRAS):
            self.demand_allowance(self.whose(seat))
        match command:
            case wire.Play(id=id, at=at, action=action):
                self.demand_turn(seat)
                return self.played(seat, at, action, now, id)
            case wire.Undo(id=id, at=at):
                return Entry(self.undone(seat, at, now, id))
            case wire.TakeBack(id=id):
                return Entry(self.wished(seat, now, id))
            case wire.Agree(id=id, yes=yes):
                if self.wish is None or seat not in self.needed or seat in self.wish.agreed:
                    raise Refused("over", "nobody waits for your consent")
                return Entry(Agreed(at=now, seat=seat, yes=yes, id=id))
            case wire.Hint(id=id):
                self.demand_turn(seat)
                if seat not in self.pending:
                    raise Refused("waiting", "a hint is given when it is your turn")
                return Entry(Hinted(at=now, seat=seat, id=id))
            case wire.Say(id=id, text=text, phrase=phrase):
                return self.said(seat, text, phrase, now, id)
            case wire.Mute(id=id, seat=other, on=on):
                self.demand_host(seat)
                if not 0 <= other < len(self.seats) or other == seat:
                    raise Refused("host", f"there is no other seat {other} to mute")
                return Entry(Muted(at=now, seat=seat, who=other, on=on, id=id))
            case wire.Leave(id=id, level=level):
                self.demand_level(level)
                if self.status == "over":
                    raise Refused("over", "the match is over")
                if self.seats[seat].stand_in:
                    raise Refused("over", "a bot plays for you already")
                return Entry(Left(at=now, seat=seat, level=level, id=id))
            case wire.Back(id=id):
                if not self.seats[seat].stand_in:
                    raise Refused("over", "the seat is yours already")
                if self.seats[seat].resigned:
                    raise Refused("over", "you have resigned")
                return Entry(Returned(at=now, seat=seat, id=id))
            case wire.Fill(id=id, level=level):
                self.demand_host(seat)
                self.demand_level(level)
                if self.begun or self.seals:
                    raise Refused("over", "no seat is open any more")
                return Entry(Filled(at=now, level=level, seat=seat, id=id))
            case wire.Pace(id=id, pace=pace):
                if pace not in PACES:
                    raise Refused("level", f"no pace is called {pace!r}; there are {', '.join(PACES)}")
                return Entry(Paced(at=now, seat=seat, pace=pace, id=id))
            case wire.Hurry(id=id):
                return Entry(self.hurried(seat, now, id))
            case wire.Nudge(id=id, seat=who):
                return Entry(self.nudged(seat, who, now, id))
            case wire.Call(id=id, seat=who):
                return Entry(self.called(seat, who, now, id, away, patience))
            case wire.Resign(id=id):
                return self.resigned(seat, now, id)
            case wire.Close(id=id):
                self.demand_host(seat)
                if self.begun or self.seals:
                    raise Refused("over", "the match has begun")
                if any(other.kind == "person" for k, other in enumerate(self.seats) if k != seat):
                    raise Refused("over", "somebody has joined; you can leave the table")
                return Entry(Closed(at=now, seat=seat, id=id), status="over")
            case wire.Reveal(id=id, nonce=nonce):
                return Entry(self.revealed(seat, nonce, now, id))
            case wire.Renew(id=id, token=token):
                return Entry(Renewed(at=now, seat=seat, id=id, token=token))
            case wire.Rematch():
                raise Refused("host", "a rematch is opened by the house")

    def demand_level(self, level: str) -> None:
        if level not in self.levels:
            raise Refused("level", f"no bot is called {level!r}; there are {', '.join(self.levels)}")

    def demand_turn(self, seat: int) -> None:
        """Refused unless the match goes on and the person is not replaced."""
        if not self.begun:
            raise Refused("waiting", "the match has not begun; some seats are still open")
        if self.match.over:
            raise Refused("over", "the match is over")
        if self.seats[seat].stand_in:
            raise Refused("away", "a bot plays for you; come back first")

    def demand_allowance(self, person: str) -> None:
        if self.spent[person] >= allowance.MOST:
            raise Refused("spent", "you have done so much at this table that only your decisions are taken now")

    def whose(self, seat: int) -> str:
        """The person whose allowance a seat uses up; somebody whose data were deleted has that of the seat."""
        return self.seats[seat].person or f"seat {seat}"

    def demand_host(self, seat: int) -> None:
        if seat != self.host:
            raise Refused("host", f"only the host, {self.name(self.host)}, can do that")

    def demand_owing(self, seat: int, who: int) -> None:
        """Refused unless others wait for a decision of that seat's person."""
        if who == seat or who not in self.owing:
            raise Refused("waiting", f"nobody waits for seat {who}")

    def hurried(self, seat: int, now: int, id: str) -> Hurried:
        if not self.begun or self.match.over:
            raise Refused("waiting", "nobody plays now")
        if seat in self.owing:
            raise Refused("waiting", "it is your turn")
        if seat in self.company.hurrying:
            raise Refused("busy", "bots do not wait for you already")
        return Hurried(at=now, seat=seat, id=id)

    def nudged(self, seat: int, who: int, now: int, id: str) -> Nudged:
        self.demand_owing(seat, who)
        last = self.company.nudge
        if last is not None and last.seat == who and now - last.at < NUDGES:
            raise Refused("busy", f"{self.name(who)} was nudged a moment ago")
        return Nudged(at=now, seat=seat, who=who, id=id)

    def called(self, seat: int, who: int, now: int, id: str, away: Mapping[int, int], patience: int) -> Called:
        self.demand_turn(seat)
        self.demand_owing(seat, who)
        if away.get(who, -1) < patience:
            raise Refused("waiting", f"{self.name(who)} is here, or was a moment ago")
        if seat in self.company.calls.get(who, ()):
            raise Refused("busy", "you have asked for it already")
        return Called(at=now, seat=seat, who=who, id=id)

    def resigned(self, seat: int, now: int, id: str) -> Entry:
        if not self.begun:
            raise Refused("waiting", "the match has not begun; you can leave the table")
        if self.match.over or self.seats[seat].resigned:
            raise Refused("over", "there is nothing left to resign")
        body = Resigned(at=now, seat=seat, level=self.opened.stand_in, id=id)
        return Entry(body, status=None if self.left_playing(seat) else "over")

    def left_playing(self, seat: int) -> bool:
        """Would a person be left who has not resigned?"""
        return any(k != seat and other.kind == "person" and not other.resigned for k, other in enumerate(self.seats))

    def revealed(self, seat: int, nonce: str, now: int, id: str) -> Revealed:
        if self.begun or seat not in self.showing:
            raise Refused("dice", "nobody waits for your part of the dice")
        if seal(bytes.fromhex(nonce)).hex() != self.seals[seat]:
            raise Refused("dice", "that is not what was sealed for your seat")
        return Revealed(at=now, seat=seat, nonce=nonce, id=id)

    def played(self, seat: int, at: int, action: int, now: int, id: str = "", by: str = "") -> Entry:
        """A decision and all chance that follows it."""
        if at != self.asked[seat]:
            raise Refused("stale", "the table has moved on; here is how it stands")
        try:
            self.match.demand_legal(seat, action)
        except IllegalAction as error:
            raise Refused("illegal", str(error)) from None
        state = self.match.state.copy()
        state.apply(seat, action)
        events, rolled = self.rolls(state)
        body = Played(at=now, seat=seat, events=[(seat, action), *events], rolled=rolled, id=id, by=by)
        return Entry(body, status="over" if state.actor == NOBODY else None)

    def rolls(self, state: State) -> tuple[list[tuple[int, int]], int]:
        """Chance events from this (scratch) state on until somebody must decide, and where the dice stand then."""
        events: list[tuple[int, int]] = []
        if state.actor == CHANCE:
            dice = self.fair.dice()
            dice.count = self.rolled
            while state.actor == CHANCE:
                outcome = dice.roll(weights(state))
                state.apply(CHANCE, outcome)
                events.append((CHANCE, outcome))
            return events, dice.count
        return events, self.rolled

    def undone(self, seat: int, at: int, now: int, id: str) -> Played:
        self.demand_turn(seat)
        if at != self.asked[seat]:
            raise Refused("stale", "the table has moved on; here is how it stands")
        try:
            self.match.undoable(seat)
        except UndoRefused as error:
            raise Refused("undo", str(error)) from None
        return Played(at=now, seat=seat, events=[(seat, UNDO)], rolled=self.rolled, id=id)

    def wished(self, seat: int, now: int, id: str) -> Wished:
        self.demand_turn(seat)
        if self.wish is not None:
            raise Refused("busy", f"{self.name(self.wish.seat)} has asked already")
        if not any(standing.event.seat == seat for standing in self.match.standing):
            raise Refused("undo", "you have nothing to take back")
        return Wished(at=now, seat=seat, id=id)

    def said(self, seat: int, text: str, phrase: str, now: int, id: str) -> Entry:
        if self.seats[seat].muted:
            raise Refused("muted", "the host has muted you")
        if phrase and (phrase not in wire.PHRASES or text):
            raise Refused("phrase", f"phrases are {', '.join(wire.PHRASES)}, without a text")
        text = naming.cleaned(text)
        if not phrase and not text:
            raise Refused("phrase", "there is nothing to say in that")
        if text and self.seats[seat].person is None:
            raise Refused("muted", "your data were deleted, and what you write now could not be; phrases are left")
        personal = Personal(text=text) if text else None
        return Entry(Said(at=now, seat=seat, id=id, phrase=phrase), personal, self.seats[seat].person)

    def sitting(self, sitter: Sitter, seat: int | None, token: str, now: int) -> Entry:
        """Somebody takes a free seat: this one, or the first; `token` is the hash of what will open it."""
        free = [k for k, place in enumerate(self.seats) if place.kind == "open"]
        self.demand_allowance(sitter.person)
        if any(place.person == sitter.person for place in self.seats):
            raise Refused("seat", "you sit at this table already")
        if self.begun or self.closed or not free:
            raise Refused("seat", "all seats are taken")
        if seat is None:
            seat = free[0]
        if seat not in free:
            raise Refused("seat", f"seat {seat} is not free; free: {', '.join(map(str, free))}")
        demand_likeness(sitter.name, sitter.avatar)
        personal = Personal(name=naming.shown(sitter.name) or GUEST.name, avatar=sitter.avatar)
        return Entry(Sat(at=now, seat=seat, token=token, seal=sitter.seal), personal, sitter.person)

    def owed(
        self, now: int, here: Collection[int] = (), away: Mapping[int, int] = NOBODY_AWAY, patience: int = PATIENCE
    ) -> Entry | None:
        """What must happen without anybody's command: the beginning, a fallen clock, a granted wish.

        `here` are the seats whose people have a line open, `away` those who have none, and for how long.
        """
        if self.closed:
            return None
        if not self.begun:
            return self.starting(now, here)
        if self.wish is not None and self.wish.agreed.issuperset(self.needed):
            seat = self.wish.seat
            return Entry(Played(at=now, seat=seat, events=[(seat, TAKE_BACK)], rolled=self.rolled))
        for who, by in self.company.calls.items():
            gone = away.get(who, -1)
            alone = not self.clock.runs and gone >= LONG * patience
            agreed = alone or by.issuperset(waiting(who, self.people, here))
            if agreed and gone >= patience and not by.isdisjoint(here):
                return Entry(Left(at=now, seat=who, level=self.opened.stand_in, away=True))
        fall = self.clock.next()
        if fall is not None and fall[0] <= now:
            return Entry(Left(at=now, seat=fall[1], level=self.opened.stand_in, time=True))
        return None

    def starting(self, now: int, here: Collection[int]) -> Entry | None:
        """The next step towards the first decision: all seals, then all nonces, then the opening chance.

        Nobody waits long for anybody: whoever is away when the seals are fixed adds nothing to the dice, and whoever
        does not open theirs in time is left out of the next start, for which the others have nonces nobody knows yet.
        """
        if any(seat.kind == "open" for seat in self.seats):
            return None
        if not self.seals:
            near = [k in here or 0 <= now - seat.sat < SHOWING for k, seat in enumerate(self.seats)]
            seals = [seat.seal if at_hand else "" for seat, at_hand in zip(self.seats, near, strict=True)]
            return Entry(Sealed(at=now, seals=seals))
        if not self.showing:
            events, rolled = self.rolls(self.match.state.copy())
            return Entry(Played(at=now, seat=CHANCE, events=events, rolled=rolled), status="playing")
        if 0 <= now - self.sealed_at < SHOWING:
            return None
        return Entry(Sealed(at=now, seals=[seat.nonce for seat in self.seats]))

    # Entries: what they change.

    def take(self, row: Row) -> None:
        """Fold a stored row, checking every event: what was stored may have been changed."""
        self.fold(read(row), row.body, checked=False)

    def fold(
        self, entry: Entry, encoded: bytes, viewers: Iterable[int] = (), checked: bool = True, link: bytes = b""
    ) -> dict[int, list[Message]]:
        """Take a committed entry, which `decide` has checked on this position; what each viewer is told about it.

        `link` is the entry's in the chain, where whoever wrote it has made it.
        """
        body = entry.body
        if allowance.is_extra(body):  # before it is carried out, which may empty the seat
            self.spent[(isinstance(body, Sat) and entry.person) or self.whose(seat_of(body))] += 1
        self.version += 1
        if entry.person is not None:
            self.owners[self.version] = entry.person
        news: dict[int, list[Message]] = {}
        if not isinstance(body, Played):
            self.edition += 1
        match body:
            case Played():
                news = self.fold_played(body, viewers, checked)
            case Opened():
                self.fold_opened(body)
            case Sat():
                self.fold_sat(body, entry)
            case Sealed():
                self.seals, self.sealed_at = body.seals, body.at
                for seat in self.seats:
                    seat.nonce = ""
            case Revealed():
                self.seats[body.seat].nonce = body.nonce
            case Filled():
                for seat in self.seats:
                    if seat.kind == "open":
                        seat.level = body.level
            case Said():
                text = entry.personal.text if entry.personal else ""
                self.chat.append(Line(self.version, body.seat, body.phrase, text, entry.person))
                del self.chat[:-LONGEST_CHAT]
            case Hinted():
                self.seats[body.seat].hints += 1
                self.hinted.append((len(self.told), body.seat))
            case Muted():
                self.seats[body.who].muted = body.on
            case Wished():
                self.wish = Wish(body.seat, frozenset())
            case Agreed():
                assert self.wish is not None
                self.wish = Wish(self.wish.seat, self.wish.agreed | {body.seat}) if body.yes else None
            case Left():
                self.fold_left(body)
            case Returned():
                self.fold_returned(body)
            case Renewed():
                self.seats[body.seat].token = body.token
            case Paced():
                self.company.paces[body.seat] = body.pace
            case Hurried():
                self.company.hurrying.add(body.seat)
            case Nudged():
                self.company.nudge = Nudge(body.who, body.seat, self.version, body.at)
            case Called():
                self.company.call(body.seat, body.who)
            case Resigned():
                self.fold_resigned(body)
            case Closed():
                self.closed = "rules" if body.rules else "host"
            case Stepped():
                self.sealed_at += body.by
                self.clock.step(body.by)
            case Followed():
                self.rematch = (body.table, entry.personal.invite if entry.personal else "")
        self.chain = link or next_link(self.chain, encoded)
        if command := getattr(body, "id", ""):
            self.done[seat_of(body), command] = self.version
        return news

    def fold_opened(self, body: Opened) -> None:
        self.demand_promise(body)
        game = self.games.get(body.game) or load(body.game)
        demand_rules(body, game)
        self.match = Match.blank(game, game.setup_of(body.seats, body.options), Undiced())
        self.furnish(body)

    def demand_promise(self, body: Opened) -> None:
        """Damaged unless our secret is the one that the table was opened with; with another its dice would differ."""
        if body.commitment != commitment(self.secret, body.table, body.game, body.rules):
            raise Damaged(body.table, "its secret is not the one that its dice were promised by")

    def furnish(self, body: Opened) -> None:
        """Everything but the match."""
        self.opened = body
        self.chain = first_link(body.table)
        self.seats = [Seat(level) for level in body.plan]
        self.clock = Clock(body.clock, body.seats)
        self.company = Company(body.seats)
        self.asked = [0] * body.seats
        self.sights = [(False, b"")] * body.seats

    def fold_sat(self, body: Sat, entry: Entry) -> None:
        seat = self.seats[body.seat]
        seat.token, seat.seal, seat.nonce, seat.person = body.token, body.seal, body.nonce, entry.person
        seat.sat = body.at
        self.company.paces[body.seat] = USUAL
        seat.who = entry.personal or GUEST
        if self.first_person < 0:
            self.first_person = body.seat

    def fold_played(self, body: Played, viewers: Iterable[int], checked: bool) -> dict[int, list[Message]]:
        if not self.begun:
            self.begun = True
            self.nonces = [nonce.hex() for nonce in self.fair.nonces]
        match = self.match
        news: dict[int, list[Message]] = {viewer: [] for viewer in viewers}
        masks = {viewer: self.masked(viewer) for viewer in news}
        self.masks = {}
        for seat, action in body.events:
            (match.add if checked and action >= 0 else match.record)(Event(seat, action))
            self.told.append(self.version)
            for viewer, lines in news.items():
                after = match.state.mask(viewer)
                lines += tell_event(match, masks[viewer], after)
                masks[viewer] = after
        self.masks = masks
        self.rolled = body.rolled
        pending = match.pending
        for seat, seen in enumerate(self.sights):
            sight = (seat in pending, self.masked(seat).key())
            if sight != seen:
                self.sights[seat] = sight
                self.asked[seat] = self.version
                if sight[0]:
                    self.company.asked(seat)
        if self.wish is not None and (match.over or not body.by or self.wish.seat == body.seat):
            self.wish = None  # people have played on; a bot that does has no say in it
        if not body.by:
            self.company.decided(body.seat)
        if self.clock.runs:
            undone = body.events[0][1] in (UNDO, TAKE_BACK) if body.events else False
            self.clock.update(self.owing, body.at, CHANCE if body.by else body.seat, undone)
        return news

    def fold_left(self, body: Left) -> None:
        seat = self.seats[body.seat]
        if self.begun or self.seals:
            seat.stand_in, seat.overdue = body.level, body.time or body.away
            self.clock.stop(body.seat, body.at)
            self.company.gone(body.seat)
            return
        self.seats[body.seat] = Seat(OPEN_SEAT)
        if body.seat == self.first_person:
            self.first_person = next((k for k, seat in enumerate(self.seats) if seat.kind == "person"), -1)

    def fold_resigned(self, body: Resigned) -> None:
        if not self.left_playing(body.seat):
            self.closed = "resigned"
        seat = self.seats[body.seat]
        seat.stand_in, seat.overdue, seat.resigned = body.level, False, True
        self.clock.stop(body.seat, body.at)
        self.company.gone(body.seat)

    def fold_returned(self, body: Returned) -> None:
        seat = self.seats[body.seat]
        seat.stand_in, seat.overdue = "", False
        self.clock.welcome(body.seat)
        self.clock.update(self.owing, body.at, CHANCE, undone=False)

    @property
    def owing(self) -> set[int]:
        """The people whose clocks run."""
        return {seat for seat in self.pending if not self.seats[seat].bot}

    def erased(self, rows: Sequence[Row]) -> set[str]:
        """Whose data were erased from the stored log, as the rows that were written for them have nobody any more.

        Somebody who sits here no more is none of them: what was written while they sat is still theirs.
        """
        return {person for version, person in self.owners.items() if rows[version - 1].person is None}

    def forget(self, person: str) -> None:
        """Delete-my-data: the seat stays, its person does not."""
        self.edition += 1
        self.owners = {version: owner for version, owner in self.owners.items() if owner != person}
        for k, seat in enumerate(self.seats):
            if seat.person == person:
                seat.who, seat.person = GUEST, None
                self.spent[self.whose(k)] += self.spent[person]
        del self.spent[person]
        self.chat = [line._replace(text="", person=None) if line.person == person else line for line in self.chat]


class Undiced:
    """The dice of a match that only records: chance comes with the entries."""

    def roll(self, weights: object) -> int:
        raise AssertionError("a table's match rolls no dice of its own")


def seat_of(body: Body) -> int:
    """Whose doing an entry is."""
    return getattr(body, "seat", SPECTATOR)


def encode(body: Body) -> bytes:
    return encoder.encode(body)
