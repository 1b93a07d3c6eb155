"""`paddock play`: humans and agents at one terminal."""

from __future__ import annotations

import re
import secrets
import shlex
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from paddock.agents.agent import Agent
from paddock.agents.levels import make
from paddock.cli.edge import INTERRUPTED
from paddock.cli.file import BadFile, expanded, kept, read_text
from paddock.cli.keeper import Keeper
from paddock.cli.person import Person, Quit
from paddock.cli.setting import is_human, players, setup_for
from paddock.cli.terminal import Terminal
from paddock.cli.words import Words, say, usual_language, words
from paddock.core import transcript
from paddock.core.dice import SeededDice
from paddock.core.errors import BadSetup, UnknownGame
from paddock.core.match import Match
from paddock.core.message import Arg
from paddock.core.registry import list_games, load
from paddock.core.rng import Rng
from paddock.core.state import SPECTATOR, State
from paddock.core.story import Story

NAMES = ("Ben", "Cleo", "Dora", "Emil", "Fay", "Gus", "Hedy", "Ivo")  # of the computer players
RECENT = 10  # lines of the story that begin the screen when a match goes on
SEATED = "seats "  # begins the comment that says who sits where


class Wish(NamedTuple):
    """What the command line asked for."""

    game: str
    seats: str
    options: list[str]
    seed: int | None
    language: str | None
    save: str
    resume: str


def play(wish: Wish) -> int:
    """Play one match; the exit code."""
    terminal = Terminal()
    language = wish.language or usual_language()
    spoken = words(language)
    seed = secrets.randbits(62) if wish.seed is None else wish.seed
    if wish.resume:
        match, specs, names = resumed(wish)
        terminal.show(say(spoken, "resumed", file=wish.resume))
    else:
        game = load(wish.game or which(terminal, spoken))
        specs = players(game, wish.seats)
        names = ()
        setup = setup_for(game, len(specs), wish.options)
        match = Match(game, setup, SeededDice(seed))
    names = named(specs, names, spoken)
    file = expanded(wish.save or wish.resume or kept(match.game.name))
    table = Table(terminal, match, specs, names, language, Rng(seed), file)
    if wish.resume:
        table.keeper.know(Path(wish.resume))
    table.keep()
    if wish.save and table.trouble:
        raise BadFile(table.trouble)
    return table.run(wish.game if ":" in wish.game else "")


def which(terminal: Terminal, spoken: Words) -> str:
    """The game the human wants, by number; no question where there is only one."""
    found = list_games()
    if not found:
        raise UnknownGame("there is no game to play here")
    if len(found) == 1:
        return found[0]
    terminal.show(say(spoken, "which.title"), style="bold")
    for number, game in enumerate(map(load, found), 1):
        low, high = game.seats[0], game.seats[-1]
        terminal.show("  " + say(spoken, "which.game", number=number, title=game.title, low=low, high=high))
    while True:
        answer = terminal.ask(say(spoken, "which.ask")) or "1"
        if answer in found:
            return answer
        if answer in [str(k) for k in range(1, len(found) + 1)]:
            return found[int(answer) - 1]
        terminal.tell([say(spoken, "which.unclear", most=len(found))])


def resumed(wish: Wish) -> tuple[Match, list[str], tuple[str, ...]]:
    """The match of a file, who played it, and their names."""
    if wish.options:
        raise BadSetup("a match that goes on keeps its options; leave --option out")
    text = read_text(wish.resume)
    dice = None if wish.seed is None else SeededDice(f"{wish.seed} from {text}")  # not the opening's rolls again
    record = transcript.verify(text, load(wish.game) if wish.game else None, dice)
    match = record.match
    if match is None:
        raise BadSetup(f"{wish.resume} is only what one seat saw; a whole transcript is needed to go on")
    if match.over:
        raise BadSetup(f"the match of {wish.resume} is over; see it with: {program()} replay {wish.resume}")
    match.roll()
    noted = re.search(f"^# {SEATED}(.+)$", text, re.MULTILINE)
    before = noted[1] if noted else str(match.setup.seats)
    specs = players(match.game, wish.seats or before)
    if len(specs) != match.setup.seats:
        raise BadSetup(f"the match of {wish.resume} has {match.setup.seats} seats, not {len(specs)}")
    names = [record.names.get(seat, "") for seat in range(match.setup.seats)]
    if wish.seats:  # a computer player is not called as the person was who sat there, nor the other way round
        kinds = zip(players(match.game, before), specs, strict=True)
        changed = [is_human(old) != is_human(new) for old, new in kinds]
        names = ["" if other else name for name, other in zip(names, changed, strict=True)]
    return match, specs, tuple(names)


def program() -> str:
    """What to type for `paddock`: its path, unless the name is enough."""
    started = sys.argv[0]
    return started if Path(started).stem == "paddock" and shutil.which("paddock") != started else "paddock"


def named(specs: list[str], known: tuple[str, ...], spoken: Words) -> tuple[str, ...]:
    """A name for each seat: the known one, the one asked for, or one of ours."""
    humans = [seat for seat, spec in enumerate(specs) if is_human(spec)]
    names = [known[seat] if seat < len(known) else "" for seat in range(len(specs))]
    for seat in humans:
        guest = "guest" if len(humans) == 1 else "guest.numbered"
        wanted = transcript.plain(specs[seat].partition(":")[2])
        names[seat] = wanted or names[seat] or say(spoken, guest, number=humans.index(seat) + 1)
    free = [name for name in NAMES if name not in names]
    return tuple(name or free.pop(0) for name in names)


def ranking(state: State, names: Sequence[str], spoken: Words) -> list[str]:
    """Place, name and points, the first first."""
    widest = max(len(name) for name in names)
    rows = sorted(zip(state.places(), range(len(names)), names, state.scores(), strict=True))
    return [
        "  " + say(spoken, "over.row", place=place, name=name.ljust(widest), points=points)
        for place, _, name, points in rows
    ]


class Table:
    """A live match at the terminal: who sits where, whose screen it is, and where it is kept."""

    def __init__(
        self,
        terminal: Terminal,
        match: Match,
        specs: list[str],
        names: tuple[str, ...],
        language: str,
        rng: Rng,
        file: Path,
    ) -> None:
        self.terminal = terminal
        self.match = match
        self.specs = specs
        self.names = names
        self.language = language
        self.spoken = words(language)
        self.rng = rng
        self.file = file
        self.trouble = ""  # why the match could not be kept
        self.keeper = Keeper(self.replaced)
        self.people: dict[int, Person] = {}
        self.agents: dict[int, Agent] = {}
        humans = [seat for seat, spec in enumerate(specs) if is_human(spec)]
        for seat, spec in enumerate(specs):
            if seat in humans:
                self.people[seat] = Person(terminal, match, seat, names, language, rng, self.save, len(humans) == 1)
            else:
                self.agents[seat] = make(spec)
        self.facing: int | None = None  # the human who sees the screen
        self.public = Story(match, SPECTATOR)

    def say(self, id: str, **args: Arg) -> str:
        return say(self.spoken, id, **args)

    def run(self, outside: str) -> int:
        """Play to the end, or until the human stops; the exit code."""
        try:
            self.opening()
            while not self.match.over:
                self.turn()
        except (Quit, EOFError, KeyboardInterrupt) as stop:
            self.keep()
            resume = shlex.join(filter(None, [program(), "play", outside, "--resume", str(self.file)]))
            self.terminal.show()
            self.close("stopped", command=resume)
            return INTERRUPTED if isinstance(stop, KeyboardInterrupt) else 0
        self.closing()
        return 0

    def opening(self) -> None:
        human = self.say("opening.you" if len(self.people) == 1 else "opening.human")
        kinds = [human if seat in self.people else spec for seat, spec in enumerate(self.specs)]
        rows = [self.say("opening.player", name=name, kind=kind) for name, kind in zip(self.names, kinds, strict=True)]
        self.terminal.wrap(self.say("opening", title=self.match.game.title, players=", ".join(rows)), 2, style="bold")
        goal = self.match.game.words(self.language).texts.get("goal")  # a sentence for newcomers, if the game has one
        if self.people and isinstance(goal, str):
            self.terminal.tell([goal])
        if self.people:
            self.terminal.tell([self.say("opening.keys")])
        if len(self.people) == 1:
            next(iter(self.people.values())).news(RECENT)

    def turn(self) -> None:
        """One decision. Agents come first, so that a sealed round waits for humans only."""
        pending = self.match.pending
        seat = next((seat for seat in pending if seat in self.agents), pending[0])
        if seat in self.agents:
            with self.terminal.busy(self.say("thinking", name=self.names[seat])):
                action: int | None = self.agents[seat].choose(self.match.perspective(seat), self.rng)
        else:
            self.face(seat)
            action = self.people[seat].decide()
        if action is not None:
            self.match.play(seat, action)
        self.tell()
        if seat in self.people:
            self.keep()

    def tell(self) -> None:
        """What just happened, where one human, or nobody in particular, is watching."""
        if len(self.people) == 1:
            for person in self.people.values():
                person.news()
        elif not self.people:
            self.tell_public()

    def tell_public(self) -> None:
        game_words = self.match.game.words(self.language)
        self.terminal.tell(game_words.say(line, self.names) for line in self.public.news())

    def face(self, seat: int) -> None:
        """Give this human the screen, and the news if others had it in between."""
        if len(self.people) == 1:
            return
        secret = self.match.game.hidden or self.match.state.due  # a hand, or a choice that others wait for
        if seat != self.facing and secret:
            self.terminal.clear()
            self.terminal.ask(self.say("hand.over", name=self.names[seat]))
        self.facing = seat
        self.people[seat].news()
        self.public.news()  # told already

    def closing(self) -> None:
        """The last news, the board, and the places."""
        if len(self.people) > 1:
            self.tell_public()
        viewer = next(iter(self.people)) if len(self.people) == 1 else SPECTATOR
        state = self.match.state
        self.terminal.heading(self.say("over"))
        self.terminal.show(self.match.game.draw(state.mask(viewer), self.language, self.names, self.terminal.width))
        self.terminal.show()
        for row in ranking(state, self.names, self.spoken):
            self.terminal.show(row)
        self.keep()
        self.terminal.show()
        self.close("kept", file=str(self.file))

    def close(self, id: str, **args: Arg) -> None:
        """Say where the match is kept, or why it is not."""
        self.terminal.show(self.say(f"{id}.not", reason=self.trouble) if self.trouble else self.say(id, **args))

    def written(self) -> str:
        """The transcript, with a comment on who sits where."""
        return transcript.write(self.match, names=self.names, comments={0: SEATED + ",".join(self.specs)})

    def replaced(self, path: Path) -> bool:
        """May another match be replaced? Only if somebody who can be asked says yes."""
        if not self.terminal.typed:
            return False
        answer = self.terminal.ask(self.say("save.replace", file=str(path), yes=self.say("word.yes")))
        return answer.lower() in ("yes", self.say("word.yes"))

    def save(self, file: str) -> None:
        """Write the match to a file of this name; BadFile if it cannot be, or holds another match that is to stay."""
        self.keeper.write(expanded(file), self.written())

    def keep(self) -> None:
        """Write the match down, so that it can go on whatever happens."""
        try:
            self.keeper.write(self.file, self.written())
        except BadFile as error:
            self.trouble = str(error)
        else:
            self.trouble = ""
