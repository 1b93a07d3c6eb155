"""Transcript: a match as text, for storage, golden tests, bug reports and sharing.

    paddock transcript 1
    game franks-zoo
    rules 1
    seats 4
    option variant partners
    name 0 Ada
    fair table x7Qk              only of a fair match, once its secret may be known:
    fair secret 5f0c…            with every seat's nonce it makes the dice,
    fair nonce 0 93be…           and every chance event must be what they roll

    *: lion; fox; mouse          a run of chance shares a line
    ? 0: lay 2 fox; pass         an assertion: exactly this is legal
    0: lay 2 fox                 # a comment
    0: undo
    0: take back                 by consent, with all that came after it
    scores 19 12 8 3             only of a match that is over
    places 1 2 3 4
    digest sha256:…              over every line above, comments and blank lines left out

A seat's own transcript says `seen by seat 2` and writes `?` for what that seat has not seen; it
can be checked for damage, not replayed.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain
from typing import Final, NamedTuple

from paddock.core.dice import Dice, SeededDice
from paddock.core.errors import (
    BadArgument,
    BadSetup,
    BadTranscript,
    IllegalAction,
    UndoRefused,
    UnknownGame,
    is_text,
    is_whole,
    listed,
    shown,
)
from paddock.core.fair import HEX, TABLE, Fair
from paddock.core.game import Game
from paddock.core.match import TAKE_BACK, UNDO, Event, Match, weights
from paddock.core.registry import game_of, list_games, load
from paddock.core.rerun import Rerun
from paddock.core.setup import Setup, spelled
from paddock.core.state import CHANCE, SPECTATOR, WHOLE, State

FIRST: Final = "paddock transcript 1"
WIDTH: Final = 100  # where a run of chance goes on in a new line

TAKEN_BACK: Final = {UNDO: "undo", TAKE_BACK: "take back"}  # written the same in every game

NUMBER = re.compile(r"[0-9]{1,6}")
STRANGE = re.compile(r"[^\S \t\r]")  # passes for a blank, and nobody writes it: a damaged end of a line, say
EVENT = re.compile(r"(\? ?)?(\*|[0-9]): ?(.*)")


class Written(NamedTuple):
    """One event as it stands in a transcript."""

    seat: int
    notation: str  # `undo`, `take back`, or `?` for what the viewer has not seen


class Record(NamedTuple):
    """All that a transcript says, checked."""

    setup: Setup
    viewer: int  # WHOLE, or the seat (or SPECTATOR) who wrote down what it saw
    names: Mapping[int, str]
    events: tuple[Written, ...]
    match: Match | None  # only when whole: what one seat saw cannot be replayed
    fair: Fair | None = None  # what the rolls were found to follow from


class Line(NamedTuple):
    """A line with something on it: its number in the text, and its content in canonical form."""

    number: int
    content: str


# Writing


def write(
    match: Match,
    viewer: int = WHOLE,
    names: Mapping[int, str] | Sequence[str] = (),
    comments: Mapping[int, str] | None = None,
    legal: bool = False,
    fair: Fair | None = None,
) -> str:
    """The match as text; `comments` go before the event of that index, `legal` adds assertions.

    `fair` gives away the secret of the table's dice, so only a whole transcript may have it.

    >>> match = paddock.play("zooloretto", ["random", "random"], seed=1)
    >>> print(paddock.write(match))
    paddock transcript 1
    game zooloretto
    rules 1
    seats 2
    ...
    """
    return "".join(pieces(match, viewer, names, comments, legal, fair))


def names_of(names: object) -> Mapping[int, str]:
    """What seats are called, by seat; BadArgument if it says no such thing."""
    named = dict(enumerate(names)) if isinstance(names, list | tuple) else names
    if isinstance(named, Mapping) and all(is_whole(seat) and is_text(name) for seat, name in named.items()):
        return named
    raise BadArgument(f"names are given as a list of texts, or a mapping from seats to them, not as {shown(names)}")


def comments_of(comments: object) -> Mapping[int, str]:
    """What is said before which event; BadArgument if it says no such thing."""
    if comments is None:
        return {}
    if isinstance(comments, Mapping) and all(map(is_text, comments.values())):
        return comments
    raise BadArgument(f"comments are given as a mapping from events to texts, not as {shown(comments)}")


def pieces(
    match: Match,
    viewer: int = WHOLE,
    names: Mapping[int, str] | Sequence[str] = (),
    comments: Mapping[int, str] | None = None,
    legal: bool = False,
    fair: Fair | None = None,
) -> Iterator[str]:
    """The same a line at a time, for who cannot wait for a long match: as it is when the first line is asked for."""
    if not isinstance(match, Match):
        raise BadArgument(f"a match is written, not {shown(match)}")
    if not is_whole(viewer) or viewer not in (WHOLE, *match.viewers):
        allowed = listed([str(k) for k in match.viewers])
        raise BadArgument(f"there is no viewer {shown(viewer)}; there are {allowed}, and {WHOLE} for the whole truth")
    named = names_of(names)
    said = comments_of(comments)
    head = [FIRST, f"game {match.game.name}", f"rules {match.game.rules}", f"seats {match.setup.seats}"]
    if viewer != WHOLE:
        head.append(f"seen by {viewer_name(viewer)}")
    head += [f"option {name} {spelled(value)}" for name, value in match.setup.options.items()]
    calls = [(seat, plain(name)) for seat, name in sorted(named.items())]
    head += [f"name {seat} {name}" for seat, name in calls if name]
    if fair is not None:
        if not isinstance(fair, Fair):
            raise BadArgument(f"what is fair about the dice is told by a Fair, not by {shown(fair)}")
        if viewer != WHOLE or len(fair.nonces) != match.setup.seats:
            raise BadArgument("a fair transcript is whole and has one nonce a seat")
        head += [f"fair table {fair.table}", f"fair secret {fair.secret.hex()}"]
        head += [f"fair nonce {seat} {nonce.hex()}" for seat, nonce in enumerate(fair.nonces)]
    # What happens while the pieces are read comes too late for them.
    over, count = match.over, len(match.events)
    end = []
    if over:
        end.append("scores " + " ".join(str(points) for points in match.state.scores()))
        end.append("places " + " ".join(str(place) for place in match.state.places()))
    summed = Digest()
    for line in chain(head, [""], event_lines(match, count, viewer, said, legal), end):
        for content in content_lines(line):
            summed.take(content)
        yield f"{line}\n"
    yield f"digest {summed}\n"


def event_lines(match: Match, count: int, viewer: int, comments: Mapping[int, str], legal: bool) -> Iterator[str]:
    """The first so many events, a run of chance on as few lines as fit."""
    told = Rerun(match)  # follows the record, for notations belong to positions
    events = match.events if viewer == WHOLE else match.sights[viewer]
    run = ""
    for index in range(count):
        event = events[index]
        state = told.state if viewer == WHOLE else told.state.mask(viewer)
        back = TAKEN_BACK.get(event.action)
        notation = back or match.game.written(state, event.seat, event.action)
        comment = comments.get(index, "")
        ends = event.seat != CHANCE or bool(comment)
        if run and (ends or len(run) + len(notation) + 2 > WIDTH):
            yield run
            run = ""
        yield from commented(comment)
        if event.seat == CHANCE:
            run = f"{run}; {notation}" if run else f"*: {notation}"
        else:
            if legal and viewer == WHOLE and not back:
                yield f"? {event.seat}: " + "; ".join(notations(match.game, told.state, event.seat))
            yield f"{event.seat}: {notation}"
        told.step()
    if run:
        yield run
    yield from commented(comments.get(count, ""))


def plain(name: str) -> str:
    """A name on one line, without what could steer a terminal."""
    return "".join(letter for letter in " ".join(name.split()) if letter.isprintable())


def commented(text: str) -> list[str]:
    """Each line of the text as a comment."""
    return [f"# {row}".rstrip() for row in text.splitlines()]


def notations(game: Game, state: State, seat: int) -> list[str]:
    """Everything this seat, or chance, may do now."""
    if seat == CHANCE:
        return [game.notation(state, seat, outcome) for outcome, _ in state.chance()] if state.actor == CHANCE else []
    return [game.notation(state, seat, action) for action in state.legal_actions(seat)]


def turn(match: Match) -> str:
    """Who is to act, for errors."""
    if match.over:
        return "the match is over"
    return f"the match waits for {listed([f'seat {seat}' for seat in match.pending]) or 'chance'}"


def viewer_name(viewer: int) -> str:
    return "spectator" if viewer == SPECTATOR else f"seat {viewer}"


def content_lines(text: str) -> list[Line]:
    """The lines that count, without comments and needless blanks; a name may contain `#`."""
    lines = []
    for number, row in enumerate(text.split("\n"), 1):
        if not row.startswith("name "):
            row = row.partition("#")[0]
        content = " ".join(row.split())
        if content:
            lines.append(Line(number, content))
    return lines


class Digest:
    """The check sum of lines' content, wherever a run of chance was wrapped."""

    def __init__(self) -> None:
        self.hash = hashlib.sha256()

    def take(self, line: Line) -> None:
        row = line.content.replace("; ", "\n*: ") if line.content.startswith("*:") else line.content
        self.hash.update(f"{row}\n".encode("utf-8", "backslashreplace"))

    def __str__(self) -> str:
        return "sha256:" + self.hash.hexdigest()


def digest(lines: Iterable[Line]) -> str:
    """The check sum of all these."""
    summed = Digest()
    for line in lines:
        summed.take(line)
    return str(summed)


# Reading


def read(text: str, game: Game | str | None = None, dice: Dice | None = None) -> Match:
    """The match that was written, everything verified; `dice` are for playing on.

    >>> match = paddock.Match("new-york-zoo", 2, seed=1)
    >>> paddock.read(paddock.write(match)) == match
    True
    """
    record = verify(text, game, dice)
    if record.match is None:
        seen = viewer_name(record.viewer)
        raise BadTranscript(f"this is what {seen} saw of a match; only a whole transcript can be replayed")
    return record.match


def verify(text: str, game: Game | str | None = None, dice: Dice | None = None) -> Record:
    """Check every line; BadTranscript names the first that diverges and what was expected.

    `game` is for games of your own: a transcript itself can only name a game of Paddock.
    """
    return Reader(text).record(None if game is None else game_of(game), dice)


class Reader:
    """Goes through the lines once; `line` is the one that errors are about."""

    def __init__(self, text: str) -> None:
        if not isinstance(text, str):
            raise BadTranscript(f"a transcript is a text, not {shown(text)}")
        self.lines = content_lines(text)
        self.last = text.count("\n") + 1
        self.at = 0
        for number, row in enumerate(text.split("\n"), 1):
            if strange := STRANGE.search(row.partition("#")[0]):
                raise BadTranscript(f"line {number}: {strange[0]!a} has no place in a transcript")

    def wrong(self, sentence: object) -> BadTranscript:
        number = self.lines[self.at].number if self.at < len(self.lines) else self.last
        return BadTranscript(f"line {number}: {sentence}")

    def content(self) -> str:
        """The present line; nothing at the end of the text."""
        return self.lines[self.at].content if self.at < len(self.lines) else ""

    def shown(self) -> str:
        """The present line for an error: short and printable."""
        content = self.content()
        if not content:
            return "the end of the text"
        return ascii(content[:40] + "…" if len(content) > 40 else content).replace("\\u2026", "…")

    def expect(self, word: str, meaning: str) -> str:
        """The rest of the present line, which must begin with `word`."""
        first, _, rest = self.content().partition(" ")
        if first != word or not rest:
            raise self.wrong(f"expected '{word} {meaning}', found {self.shown()}")
        return rest

    def record(self, game: Game | None, dice: Dice | None) -> Record:
        if self.content() != FIRST:
            raise self.wrong(f"expected '{FIRST}', found {self.shown()}")
        self.at += 1
        game = self.game(game)
        setup = self.seats(game)
        seats = setup.seats
        viewer = self.viewer(seats)
        setup = self.options(game, setup)
        names = self.names(seats)
        fair = self.fair(seats, viewer)
        if viewer == WHOLE:
            rolls = fair.dice() if fair else None
            match = Match.blank(game, setup, rolls if dice is None else dice)
            events = self.replay(match, rolls)
            self.results(match)
        else:
            match = None
            events = self.form(seats)
            for word in ("scores", "places"):
                self.numbers(word, seats)
        self.digest()
        return Record(setup, viewer, names, events, match, fair)

    def game(self, given: Game | None) -> Game:
        """The `game` and `rules` lines."""
        name = self.expect("game", "NAME")
        if given is not None:
            if name != given.name:
                raise self.wrong(f"expected 'game {given.name}', found {self.shown()}")
            game = given
        elif name in list_games():  # never `load` whatever a text names: a module:GAME would be imported
            try:
                game = load(name)
            except UnknownGame as error:
                raise self.wrong(error) from None
        else:
            raise self.wrong(f"no game is called {name[:40]!a}; there are {listed(list_games()) or 'none'}")
        self.at += 1
        if self.expect("rules", "NUMBER") != str(game.rules):
            raise self.wrong(f"expected 'rules {game.rules}', the present rules of {game.title}, found {self.shown()}")
        self.at += 1
        return game

    def seats(self, game: Game) -> Setup:
        count = self.expect("seats", "NUMBER")
        if not NUMBER.fullmatch(count):
            raise self.wrong(f"expected 'seats NUMBER', found {self.shown()}")
        try:
            setup = game.setup(int(count))
        except BadSetup as error:
            raise self.wrong(error) from None
        self.at += 1
        return setup

    def viewer(self, seats: int) -> int:
        if not self.content().startswith("seen "):
            return WHOLE
        viewers: list[int] = [*range(seats), SPECTATOR]
        for viewer in viewers:
            if self.content() == f"seen by {viewer_name(viewer)}":
                self.at += 1
                return viewer
        raise self.wrong(f"expected 'seen by spectator' or a seat from 0 to {seats - 1}, found {self.shown()}")

    def options(self, game: Game, setup: Setup) -> Setup:
        """The `option` lines, in the order the game declares them; what is not written is preset."""
        known = [option.name for option in game.options]
        given: dict[str, object] = {}
        while self.content().partition(" ")[0] == "option":
            name, _, value = self.expect("option", "NAME VALUE").partition(" ")
            if name not in known or name in given:
                raise self.wrong(
                    f"expected an option not given yet of {listed(known, most=40) or 'none'}, found {self.shown()}"
                )
            given[name] = value
            try:
                setup = game.setup(setup.seats, **given)
            except BadSetup as error:
                raise self.wrong(error) from None
            self.at += 1
        return setup

    def names(self, seats: int) -> dict[int, str]:
        names: dict[int, str] = {}
        while self.content().partition(" ")[0] == "name":
            seat, _, name = self.expect("name", "SEAT NAME").partition(" ")
            if seat not in [str(k) for k in range(seats)] or int(seat) in names or not name or name != plain(name):
                raise self.wrong(
                    f"expected 'name SEAT NAME' with a new seat from 0 to {seats - 1}, found {self.shown()}"
                )
            names[int(seat)] = name
            self.at += 1
        return names

    def fair(self, seats: int, viewer: int) -> Fair | None:
        """The `fair` lines: all of them, in order, or none."""
        if self.content().partition(" ")[0] != "fair":
            return None
        if viewer != WHOLE:
            raise self.wrong(f"expected an event, for only a whole transcript is fair, found {self.shown()}")
        table = self.fair_part("table", "ID", TABLE)
        secret = self.fair_part("secret", "HEX", HEX)
        nonces = [self.fair_part(f"nonce {seat}", "HEX", HEX) for seat in range(seats)]
        return Fair(table, bytes.fromhex(secret), tuple(bytes.fromhex(nonce) for nonce in nonces))

    def fair_part(self, word: str, meaning: str, form: re.Pattern[str]) -> str:
        """What one `fair` line gives."""
        before, found, value = self.content().partition(f"fair {word} ")
        if before or not found or not form.fullmatch(value):
            raise self.wrong(f"expected 'fair {word} {meaning}', {meaning} like {form.pattern}, found {self.shown()}")
        self.at += 1
        return value

    def event_lines(self, seats: int) -> Iterator[tuple[bool, int, list[str]]]:
        """Each event line: is it an assertion, whose, and its notations."""
        while found := EVENT.fullmatch(self.content()):
            seat = CHANCE if found[2] == "*" else int(found[2])
            asserted = found[1] is not None
            if seat >= seats:
                raise self.wrong(f"there is no seat {seat}; expected 0 to {seats - 1}, or * for chance")
            if not self.content().isascii() or not self.content().isprintable():
                raise self.wrong(f"expected plain ASCII, found {self.shown()}")
            many = asserted or seat == CHANCE  # a seat's decisions have a line each
            yield asserted, seat, [part.strip() for part in found[3].split(";")] if many else [found[3].strip()]
            self.at += 1

    def replay(self, match: Match, rolls: SeededDice | None) -> tuple[Written, ...]:
        """Every event, played again; with the dice of a fair match, rolled again too."""
        events = []
        for asserted, seat, parts in self.event_lines(match.setup.seats):
            if asserted:
                self.compare(match, seat, parts)
                continue
            for notation in parts:
                try:
                    action = self.action(match, seat, notation)
                    if rolls and seat == CHANCE:
                        self.demand_rolled(match, action, rolls.roll(weights(match.state)))
                    match.record(Event(seat, action))
                except (IllegalAction, UndoRefused) as error:
                    raise self.wrong(error) from None
                events.append(Written(seat, notation))
        return tuple(events)

    def demand_rolled(self, match: Match, found: int, rolled: int) -> None:
        """A fair match has the rolls that its seed gives, and no others."""
        if found != rolled:
            said, given = (match.game.notation(match.state, CHANCE, outcome) for outcome in (found, rolled))
            raise self.wrong(f"chance says '{said}', but the seed of this fair match gives '{given}'")

    def action(self, match: Match, seat: int, notation: str) -> int:
        for action, back in TAKEN_BACK.items():
            if notation == back and seat != CHANCE:
                return action
        if match.state.actor != CHANCE if seat == CHANCE else seat not in match.pending:
            who = "chance" if seat == CHANCE else f"seat {seat}"
            raise IllegalAction(f"it is not for {who} to act now: {turn(match)}")
        return match.game.parse(match.state, seat, notation)

    def compare(self, match: Match, seat: int, asserted: list[str]) -> None:
        """An assertion must list exactly what is legal, in any order."""
        legal = notations(match.game, match.state, seat)
        if sorted(asserted) != sorted(legal):
            who = "chance" if seat == CHANCE else f"seat {seat}"
            raise self.wrong(f"expected exactly what is legal for {who}: {'; '.join(legal) or 'nothing'}")

    def form(self, seats: int) -> tuple[Written, ...]:
        """The events of a seat's own transcript, which cannot be replayed."""
        events = []
        for asserted, seat, parts in self.event_lines(seats):
            if asserted or not all(parts):
                raise self.wrong(f"expected an event such as '0: ?', found {self.shown()}")
            events += [Written(seat, notation) for notation in parts]
        return tuple(events)

    def results(self, match: Match) -> None:
        """`scores` and `places`, of a match that is over; an unfinished one has none."""
        if not match.over:
            if self.content().partition(" ")[0] in ("scores", "places"):
                raise self.wrong(f"expected no results yet, for {turn(match)}, found {self.shown()}")
            return
        for word, truth in (("scores", match.state.scores()), ("places", match.state.places())):
            expected = f"{word} {' '.join(str(number) for number in truth)}"
            if self.content() != expected:
                raise self.wrong(f"expected '{expected}', found {self.shown()}")
            self.at += 1

    def numbers(self, word: str, seats: int) -> None:
        """Results in a seat's own transcript, if there: a number a seat."""
        if self.content().partition(" ")[0] != word:
            return
        parts = self.content().split(" ")[1:]
        if len(parts) != seats or not all(NUMBER.fullmatch(part.removeprefix("-")) for part in parts):
            raise self.wrong(f"expected '{word}' and {seats} numbers, found {self.shown()}")
        self.at += 1

    def digest(self) -> None:
        """The last line; without it, or with another, the text was cut or edited."""
        first, _, found = self.content().partition(" ")
        if not first:
            raise self.wrong(
                "expected an event or 'digest sha256:…', found the end of the text; the transcript was cut"
            )
        if first != "digest":
            raise self.wrong(f"expected an event such as '0: …', or 'digest sha256:…', found {self.shown()}")
        expected = digest(self.lines[: self.at])
        if found != expected:
            raise self.wrong(f"expected 'digest {expected}', found another; something above was edited")
        self.at += 1
        if self.content():
            raise self.wrong(f"expected nothing after the digest, found {self.shown()}")
