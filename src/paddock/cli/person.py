"""Person: the talk with one human at the terminal, from the board shown to the choice made."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable

from paddock.agents.levels import make
from paddock.cli.file import BadFile, expanded, write_text
from paddock.cli.terminal import Terminal, columns
from paddock.cli.words import Words, say, words
from paddock.core.choice import Choice, Prompt
from paddock.core.errors import UndoRefused
from paddock.core.match import Match
from paddock.core.message import Arg, Message
from paddock.core.rng import Rng
from paddock.core.story import Story

COMMANDS = ("why", "undo", "hint", "log", "rules", "save", "quit", "help")
ADVISER = "medium"
MANY = 9  # choices: more are shown in columns, without their notes
CROWD = 60  # choices: of more only the first are shown, and the others when part of one is typed


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
        written: Callable[[], str],
        alone: bool,
    ) -> None:
        self.terminal = terminal
        self.match = match
        self.seat = seat
        self.names = names
        self.language = language
        self.rng = rng
        self.written = written  # the match as it is to be saved
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
        self.draw(prompt)
        while True:
            question = "choose.forced" if len(prompt.choices) == 1 else "choose"
            answer = self.terminal.ask(self.say(question, most=len(prompt.choices)))
            choice = self.chosen(answer, prompt)
            if choice is not None:
                return choice.action
            if self.obey(answer, prompt):
                return None

    def draw(self, prompt: Prompt) -> None:
        """The board, the question and the numbered choices."""
        state = self.match.state.mask(self.seat)
        self.terminal.heading(self.say("turn.one") if self.alone else self.say("turn", name=self.names[self.seat]))
        self.terminal.show(self.match.game.draw(state, self.language, self.names, self.terminal.width))
        self.terminal.show()
        self.terminal.wrap(self.told(prompt.ask), style="bold")
        rows = [f"{number:>3}  {self.told(choice.text)}" for number, choice in enumerate(prompt.choices, 1)]
        if len(rows) > MANY:
            self.table(rows)
            crowd = len(rows) > CROWD
            closing = self.say("choose.crowd", most=len(rows)) if crowd else self.say("choose.many")
            self.terminal.wrap(closing, style="dim")
            return
        for row, choice in zip(rows, prompt.choices, strict=True):
            self.terminal.wrap(row, 5)
            if choice.note:
                notes = " ".join(sentence(self.told(note)) for note in choice.note)
                self.terminal.wrap(" " * 7 + notes, 7, style="dim")

    def table(self, rows: list[str]) -> None:
        """Numbered choices in columns, as many as can be taken in."""
        for line in columns(rows[:CROWD], self.terminal.width):
            self.terminal.wrap(line, 5)
        if len(rows) > CROWD:
            self.terminal.wrap("  …")

    def narrowed(self, text: str, prompt: Prompt) -> list[str]:
        """The numbered choices that have every word of the text in them."""
        wanted = words_of(text)
        told = [(number, choice, self.told(choice.text)) for number, choice in enumerate(prompt.choices, 1)]
        return [
            f"{number:>3}  {shown}"
            for number, choice, shown in told
            if wanted and wanted <= words_of(f"{choice.notation} {shown}")
        ]

    def chosen(self, answer: str, prompt: Prompt) -> Choice | None:
        """The choice meant by a number, a notation or, if there is only one, by Enter."""
        choices = prompt.choices
        if not answer and len(choices) == 1:
            return choices[0]
        if answer.isascii() and answer.isdecimal():
            number = int(answer[:9])
            return choices[number - 1] if 1 <= number <= len(choices) else None
        typed = answer.lower().split()
        if len(typed) == 1 and self.command(answer)[0]:
            return None  # a word for the terminal, whatever it may mean in the game: that has a number
        return next((choice for choice in choices if choice.notation.lower() == " ".join(typed)), None)

    def command(self, answer: str) -> tuple[str, str]:
        """The command meant, in any language we know, and what follows it."""
        first, _, rest = answer.partition(" ")
        if first.startswith("?"):
            text = f"{first[1:]} {rest}".strip()
            return ("why", text) if text else ("help", "")
        for command in COMMANDS:
            if first.lower() in (command, self.say(f"word.{command}")):
                return command, rest.strip()
        return "", ""

    def obey(self, answer: str, prompt: Prompt) -> bool:
        """Carry out what is no choice; True if the position has changed."""
        command, rest = self.command(answer)
        if command == "undo":
            return self.undo()
        if command == "why":
            self.why(rest, prompt)
        elif command == "save":
            self.save(rest)
        elif command == "help":
            self.help(prompt)
        elif command == "hint":
            self.hint(prompt)
        elif command == "log":
            lines = [self.told(line) for line in Story(self.match, self.seat).news()]
            self.terminal.tell(lines or [self.say("log.empty")])
        elif command == "rules":
            self.rules()
        elif command == "quit":
            raise Quit
        else:
            self.unclear(answer, prompt)
        return False

    def unclear(self, answer: str, prompt: Prompt) -> None:
        """Neither a choice nor a command: say so, and why it is not possible if the game knows."""
        if not answer:
            self.terminal.tell([self.say("choose.nothing", most=len(prompt.choices))])
            return
        if len(prompt.choices) > CROWD and (rows := self.narrowed(answer, prompt)):
            self.table(rows)
            return
        shown = answer if len(answer) <= 40 else answer[:40] + "…"
        shown = "".join(letter if letter.isprintable() else "?" for letter in shown)
        self.terminal.tell([self.say("choose.unknown", text=shown, most=len(prompt.choices))])
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
        number = int(text) if re.fullmatch("[0-9]{1,3}", text) else 0
        if 1 <= number <= len(prompt.choices):
            choice = prompt.choices[number - 1]
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

    def hint(self, prompt: Prompt) -> None:
        """What an agent, knowing no more than this human, would choose."""
        with self.terminal.busy(self.say("thinking", name=ADVISER)):
            action = make(ADVISER).choose(self.match.perspective(self.seat), self.rng)
        for number, choice in enumerate(prompt.choices, 1):
            if choice.action == action:
                self.terminal.tell([self.say("hint", name=ADVISER, number=number, text=self.told(choice.text))])

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
            write_text(expanded(file), self.written())
        except BadFile as error:
            self.terminal.tell([self.say("save.refused", reason=str(error))])
        else:
            self.terminal.tell([self.say("saved", file=file)])

    def help(self, prompt: Prompt) -> None:
        """What can be typed, with examples that work now."""
        typed = {"why": f"{self.say('word.why')} …", "save": f"{self.say('word.save')} {self.say('word.file')}"}
        rows = [("1", self.say("help.choice"))]
        if prompt.choices:
            rows.append((prompt.choices[0].notation, self.say("help.notation")))
        rows += [(typed.get(word, self.say(f"word.{word}")), self.say(f"help.{word}")) for word in COMMANDS[:-1]]
        widest = max(len(key) for key, _ in rows)
        self.terminal.tell(f"{key.ljust(widest)}   {meaning}" for key, meaning in rows)


def unique(lines: Iterable[str]) -> list[str]:
    """The lines, each once, in order."""
    return list(dict.fromkeys(lines))


def sentence(text: str) -> str:
    """With a capital and a full stop."""
    return text[:1].upper() + text[1:] + ("" if text.endswith((".", "!", "?", "…")) else ".")


def words_of(text: str) -> set[str]:
    """The words of a text, however they are separated."""
    return set(re.findall(r"[^\W_]+", text.lower()))
