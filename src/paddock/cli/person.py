"""Person: the talk with one human at the terminal, from the board shown to the choice made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from paddock.agents.levels import make
from paddock.cli.file import BadFile
from paddock.cli.picker import Picker, picker, typed_cells
from paddock.cli.screen import Line, Screen
from paddock.cli.terminal import Terminal, columns, wrapped
from paddock.cli.words import Words, say, words
from paddock.core.choice import Choice, Prompt
from paddock.core.drawing import split
from paddock.core.errors import UndoRefused
from paddock.core.match import Match
from paddock.core.message import Arg, Message
from paddock.core.rng import Rng
from paddock.core.story import Story

COMMANDS = ("why", "undo", "hint", "board", "log", "rules", "save", "quit", "help")
PICKING = ("turn", "flip", "next")  # where something is placed
ADVISER = "medium"
MANY = 9  # choices: more are shown in columns, without their notes
CROWD = 60  # choices: of more only the first are shown, and the others when part of one is typed
FEWEST = 8  # lines of choices that are shown on any screen


class Quit(Exception):
    """The human wants to stop."""


class Person:
    """One human seat: shows what it may see and asks until there is an answer."""

    def __init__(
        self,
        terminal: Terminal,
        match: Match,
        seat: int,
        names: tuple[str, ...],
        language: str,
        rng: Rng,
        save: Callable[[str], None],
        alone: bool,
    ) -> None:
        self.terminal = terminal
        self.match = match
        self.seat = seat
        self.names = names
        self.language = language
        self.rng = rng
        self.save_as = save  # BadFile if it cannot be saved there
        self.alone = alone  # is there no other human at this terminal?
        self.spoken: Words = words(language)
        self.game_words = match.game.words(language)
        self.story = Story(match, seat)

    def say(self, id: str, **args: Arg) -> str:
        return say(self.spoken, id, **args)

    def told(self, message: Message) -> str:
        """A message of the game."""
        return self.game_words.say(message, self.names)

    def news(self, most: int = 0) -> None:
        """Tell what happened since this human last heard of it, or no more than the last of it."""
        self.terminal.tell(self.told(line) for line in self.story.news()[-most:])

    def decide(self) -> int | None:
        """The action this human chooses; None if the position has changed instead (by undo)."""
        prompt = self.match.game.prompt(self.match.state.mask(self.seat))
        found = picker(prompt.choices)
        self.draw(prompt, found)
        while True:
            answer = self.terminal.ask(self.question(prompt, found))
            choice = self.chosen(answer, prompt, found)
            if choice is not None:
                return choice.action
            if found is not None and self.pick(answer, prompt, found):
                continue
            if self.obey(answer, prompt, found):
                return None

    def question(self, prompt: Prompt, found: Picker | None) -> str:
        """What to type."""
        numbers = numbered(prompt)
        if found is not None:
            return self.say("choose.ghost" if found.ghost else "choose.spot")
        if len(numbers) == 1:
            return self.say("choose.forced", number=min(numbers))
        return self.say("choose.amount" if 0 in numbers else "choose", most=max(numbers))

    def draw(self, prompt: Prompt, found: Picker | None) -> None:
        """The board, the question and the numbered choices; where something is placed, the board with it."""
        terminal = self.terminal
        terminal.measure()
        game, state = self.match.game, self.match.state.mask(self.seat)
        asked = [Line(line, "bold") for line in wrapped(self.told(prompt.ask), terminal.width)]
        if found is None:
            drawn = game.draw(state, self.language, self.names, terminal.width)
            full, brief = self.listed(prompt)
        else:
            action = found.ghost.choice.action if found.ghost else None
            drawn = game.sketch(state, action, self.language, self.names, terminal.width)
            full = brief = self.thought(found)
        room = max(1, terminal.height - 2) if terminal.height else 0  # a heading, and where one types
        lines, whole = Screen(split(drawn), asked, full, brief).fitted(terminal.width, room)
        turn = self.say("turn.one") if self.alone else self.say("turn", name=self.names[self.seat])
        terminal.heading(turn if whole else self.say("turn.more", turn=turn, board=self.say("word.board")))
        for line in lines:
            terminal.show(*line)

    def listed(self, prompt: Prompt) -> tuple[list[Line], list[Line]]:
        """The choices with what they bring, and without."""
        numbers = numbered(prompt)
        if 0 in numbers and len(numbers) > 1:  # amounts explain themselves
            return [], []
        width = self.terminal.width
        rows = [f"{number:>3}  {capital(self.told(choice.text))}" for number, choice in numbers.items()]
        if len(rows) > MANY:
            more = self.say("choose.crowd", most=len(rows)) if len(rows) > CROWD else self.say("choose.many")
            lines = self.table(rows) + [Line(line, "dim") for line in wrapped(more, width)]
            return lines, lines
        full: list[Line] = []
        for row, choice in zip(rows, numbers.values(), strict=True):
            full += [Line(line) for line in wrapped(row, width, 5)]
            notes = " ".join(sentence(self.told(note)) for note in choice.note)
            full += [Line(line, "dim") for line in wrapped(" " * 7 + notes, width, 7)] if notes else []
        brief = [Line(line) for row in rows for line in wrapped(row, width, 5)]
        noted = any(choice.note for choice in numbers.values())
        closing = [Line(line, "dim") for line in wrapped(self.say("choose.many"), width)]
        return full, [*brief, *closing] if noted else brief

    def thought(self, found: Picker) -> list[Line]:
        """The placement that is being thought of and what it brings, or how to think of one."""
        width = self.terminal.width
        if found.ghost is None:
            return [Line(line, "dim") for line in wrapped(self.say("spot.none", most=len(found.spots)), width)]
        choice = found.ghost.choice
        text = f"{found.ghost.number:>3}  {capital(self.told(choice.text))}"
        notes = " ".join(sentence(self.told(note)) for note in choice.note)
        lines = [Line(line) for line in wrapped(text, width, 5)]
        lines += [Line(line, "dim") for line in wrapped(" " * 5 + notes, width, 5)] if notes else []
        matches = found.matches
        if len(matches) == 1 or found.ghost not in matches:
            return lines
        more = "spot.more" if found.wanted else "spot.any"
        more = self.say(more, number=matches.index(found.ghost) + 1, most=len(matches))
        return [*lines, *(Line(line, "dim") for line in wrapped(" " * 5 + more, width, 5))]

    def pick(self, answer: str, prompt: Prompt, found: Picker) -> bool:
        """Think of another placement and show it; False if nothing of the kind was typed, or it cannot be covered."""
        cells = typed_cells(answer)
        command, _ = self.command(answer, PICKING)
        if cells:
            changed = found.cover(cells)
        elif command:
            changed = {"turn": found.turn, "flip": found.flip, "next": found.onward}[command]()
        else:
            return False
        if changed:
            self.draw(prompt, found)
        elif command:
            self.terminal.tell([self.say(f"spot.no.{command}")])
        return changed or bool(command)

    def table(self, rows: list[str]) -> list[Line]:
        """Numbered choices in columns, as many as can be taken in."""
        lines = columns(rows[:CROWD], self.terminal.width)
        most = max(FEWEST, self.terminal.height // 2) if self.terminal.height else len(lines)
        more = ["  …"] if len(rows) > CROWD or len(lines) > most else []
        return [Line(part) for line in [*lines[:most], *more] for part in wrapped(line, self.terminal.width, 5)]

    def narrowed(self, text: str, prompt: Prompt) -> list[str]:
        """The numbered choices that have every word of the text in them."""
        wanted = words_of(text)
        told = [(number, choice, self.told(choice.text)) for number, choice in numbered(prompt).items()]
        return [
            f"{number:>3}  {shown}"
            for number, choice, shown in told
            if wanted and wanted <= words_of(f"{choice.notation} {shown}")
        ]

    def chosen(self, answer: str, prompt: Prompt, found: Picker | None) -> Choice | None:
        """The choice meant by a number, a notation or by Enter, if there is only one or one is thought of."""
        choices = prompt.choices
        if not answer and found is not None and found.ghost is not None:
            return found.ghost.choice
        if not answer and len(choices) == 1:
            return choices[0]
        if answer.isascii() and answer.isdecimal():
            number = int(answer[:9])
            return choices[0] if number == len(choices) == 1 else numbered(prompt).get(number)
        typed = answer.lower().split()
        if len(typed) == 1 and self.command(answer)[0]:
            return None  # a word for the terminal, whatever it may mean in the game: that has a number
        return next((choice for choice in choices if choice.notation.lower() == " ".join(typed)), None)

    def command(self, answer: str, among: Iterable[str] = COMMANDS) -> tuple[str, str]:
        """The command meant, in any language we know, and what follows it."""
        first, _, rest = answer.partition(" ")
        if first.startswith("?") and among is COMMANDS:
            text = f"{first[1:]} {rest}".strip()
            return ("why", text) if text else ("help", "")
        for command in among:
            if first.lower() in (command, self.say(f"word.{command}")):
                return command, rest.strip()
        return "", ""

    def obey(self, answer: str, prompt: Prompt, found: Picker | None) -> bool:
        """Carry out what is no choice; True if the position has changed."""
        command, rest = self.command(answer)
        if command == "undo":
            return self.undo()
        if command == "why":
            self.why(rest, prompt)
        elif command == "save":
            self.save(rest)
        elif command == "help":
            self.help(prompt, found)
        elif command == "hint":
            self.hint(prompt, found)
        elif command == "board":
            self.board(prompt, found)
        elif command == "log":
            lines = [self.told(line) for line in Story(self.match, self.seat).news()]
            self.terminal.tell(lines or [self.say("log.empty")])
        elif command == "rules":
            self.rules()
        elif command == "quit":
            raise Quit
        else:
            self.unclear(answer, prompt, found)
        return False

    def unclear(self, answer: str, prompt: Prompt, found: Picker | None) -> None:
        """Neither a choice nor a command: say so, and why it is not possible if the game knows."""
        numbers = numbered(prompt)
        if not answer:
            nothing = "spot.nothing" if found else "choose.nothing"
            self.terminal.tell([self.say(nothing, least=min(numbers), most=max(numbers))])
            return
        if len(prompt.choices) > CROWD and (rows := self.narrowed(answer, prompt)):
            for line in self.table(rows):
                self.terminal.show(*line)
            return
        shown = answer if len(answer) <= 40 else answer[:40] + "…"
        shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
        unknown = "spot.unknown" if found and typed_cells(answer) else "choose.unknown"
        self.terminal.tell([self.say(unknown, text=shown, least=min(numbers), most=max(numbers))])
        self.terminal.tell(self.reasons(answer, prompt, clear=0.5)[:1])

    def undo(self) -> bool:
        try:
            self.match.undo(self.seat)
        except UndoRefused as refusal:
            self.terminal.tell([self.say(f"undo.{refusal.kind}")])
            return False
        return True

    def why(self, text: str, prompt: Prompt) -> None:
        """The reasons for what the text names, or all of them; the notes of a choice given by its number."""
        choice = numbered(prompt).get(int(text)) if re.fullmatch("[0-9]{1,3}", text) else None
        if choice is not None:
            self.terminal.tell([sentence(self.told(part)) for part in (choice.text, *choice.note)])
            return
        reasons = self.reasons(text, prompt) if text else unique(self.told(blocked.why) for blocked in prompt.blocked)
        nothing = self.say("why.nothing", text=text, why=self.say("word.why")) if text else self.say("why.free")
        self.terminal.tell(reasons or [nothing])

    def reasons(self, text: str, prompt: Prompt, clear: float = 0.0) -> list[str]:
        """The reasons that share the rarest words with the text; `clear` asks for rarer ones, 1 is the only one."""
        whys = [self.told(blocked.why) for blocked in prompt.blocked]
        there = [words_of(" ".join([*blocked.path, why])) for blocked, why in zip(prompt.blocked, whys, strict=True)]
        often = Counter(word for found in there for word in found)
        rare = {word: 1 / often[word] for word in words_of(text) if 0 < often[word] < max(2, len(there))}
        fits = [sum(rare.get(word, 0.0) for word in found) for found in there]
        best = max(fits, default=0.0)
        return unique(why for why, fit in zip(whys, fits, strict=True) if fit == best > 0 and best >= clear)

    def hint(self, prompt: Prompt, found: Picker | None) -> None:
        """What an agent, knowing no more than this human, would choose; a placement is shown."""
        with self.terminal.busy(self.say("thinking", name=ADVISER)):
            action = make(ADVISER).choose(self.match.perspective(self.seat), self.rng)
        if found is not None:
            found.show(action)
            self.draw(prompt, found)
        for number, choice in numbered(prompt).items():
            if choice.action == action:
                self.terminal.tell([self.say("hint", name=ADVISER, number=number, text=self.told(choice.text))])

    def board(self, prompt: Prompt, found: Picker | None) -> None:
        """The whole table, however long it is, and the question again."""
        state = self.match.state.mask(self.seat)
        self.terminal.measure()
        self.terminal.show(self.match.game.draw(state, self.language, self.names, self.terminal.width))
        if found is not None:
            self.draw(prompt, found)
            return
        self.terminal.wrap(self.told(prompt.ask), style="bold")
        for line in self.listed(prompt)[1]:
            self.terminal.show(*line)

    def rules(self) -> None:
        """First how to play, in the player's language; then every rule with its number."""
        game = self.match.game
        texts = [text for text in (game.guide(self.language), game.numbered_rules()) if text]
        if texts:
            self.terminal.page("\n\n".join(texts), self.say("rules.more"))
        else:
            self.terminal.tell([self.say("rules.absent")])

    def save(self, file: str) -> None:
        if not file:
            self.terminal.tell([self.say("save.how", save=self.say("word.save"))])
            return
        try:
            self.save_as(file)
        except BadFile as error:
            self.terminal.tell([self.say("save.refused", reason=str(error))])
        else:
            self.terminal.tell([self.say("saved", file=file)])

    def help(self, prompt: Prompt, found: Picker | None) -> None:
        """What can be typed, with examples that work now."""
        typed = {"why": f"{self.say('word.why')} …", "save": f"{self.say('word.save')} {self.say('word.file')}"}
        number, choice = next(iter(numbered(prompt).items()))
        rows = [] if found else [(str(number), self.say("help.amount" if number == 0 else "help.choice"))]
        if found is not None:
            named = [place.removeprefix("cell:") for place in choice.path if place.startswith("cell:")]
            rows += [(" ".join(named), self.say("help.cells"))]
            rows += [(self.say(f"word.{word}"), self.say(f"help.{word}")) for word in PICKING]
            rows += [("Enter", self.say("help.enter"))]
        else:
            rows.append((choice.notation, self.say("help.notation")))
        rows += [(typed.get(word, self.say(f"word.{word}")), self.say(f"help.{word}")) for word in COMMANDS[:-1]]
        widest = max(len(key) for key, _ in rows)
        self.terminal.tell(f"{key.ljust(widest)}   {meaning}" for key, meaning in rows)


def numbered(prompt: Prompt) -> dict[int, Choice]:
    """The choices by what is typed for them: 1, 2, 3 …, or amounts from 0 where such are asked for (`bid:3`)."""
    found = [re.fullmatch(r"(\w+):(\d+)", " ".join(choice.path)) for choice in prompt.choices]
    amounts = {int(place[2]): choice for place, choice in zip(found, prompt.choices, strict=True) if place}
    kinds = {place[1] for place in found if place}
    if len(kinds) == 1 and sorted(amounts) == list(range(len(prompt.choices))):
        return dict(sorted(amounts.items()))
    return dict(enumerate(prompt.choices, 1))


def unique(lines: Iterable[str]) -> list[str]:
    """The lines, each once, in order."""
    return list(dict.fromkeys(lines))


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return capital(text) + ("" if text.endswith((".", "!", "?", "…")) else ".")


def capital(text: str) -> str:
    return text[:1].upper() + text[1:]


def words_of(text: str) -> set[str]:
    """The words of a text, however they are separated."""
    return set(re.findall(r"[^\W_]+", text.lower()))
