"""Draw: the table as one viewer sees it, in plain text for a terminal."""

from __future__ import annotations

from textwrap import wrap

from paddock.core.drawing import Part, joined
from paddock.core.match import demand_masked
from paddock.core.message import Catalogue, Message, message, seat_name
from paddock.core.state import State
from paddock.games.franks_zoo import cells
from paddock.games.franks_zoo.material import JOKER, SETS
from paddock.games.franks_zoo.narration import tell_score
from paddock.games.franks_zoo.reading import VARIANTS, Reading, listed_kinds
from paddock.games.franks_zoo.view import BEATEN_BY, BEATS, sealed_cards
from paddock.games.franks_zoo.words import beaters, card_list, count, either, kind_name, plain, set_name

NAME = 16  # columns for a player's name
KIND = 16  # columns for `2 crocodiles`
LEAST, FULL = 60, 80  # columns; with fewer than the second numbers move together


class Drawing:
    """Draws one masked state in one language."""

    def __init__(self, state: State, words: Catalogue, names: tuple[str, ...], width: int) -> None:
        demand_masked(state)
        self.reading = Reading(state)
        self.words = words
        self.names = names
        self.width = max(width, LEAST)

    def say(self, text: Message) -> str:
        return self.words.say(text, self.names)

    def parts(self) -> list[Part]:
        """Who holds how many cards first, one's own cards last."""
        reading = self.reading
        over = reading.phase == cells.OVER
        variant = message(f"variant.{VARIANTS[reading.variant]}")
        head = message(
            "draw.over" if over else "draw.head",
            hand=reading.hands_played + (not over),
            variant=variant,
            target=reading.cell(cells.TARGET),
        )
        parts = [Part(self.say(head), self.seats())]
        if over:
            return [*parts, Part(self.say(message("draw.result", hand=reading.hands_played)), self.result())]
        if reading.phase == cells.LEAD or reading.ranking:
            parts.append(self.trick())
        count = sum(reading.hand(reading.viewer)) if reading.viewer >= 0 else 0
        if own := [*self.own(), *self.hand()]:
            parts.append(Part(self.say(message("draw.hand", count=count)), own))
        return parts

    def wrapped(self, text: str, first: str = "", rest: str = "") -> list[str]:
        return wrap(text, self.width, initial_indent=first, subsequent_indent=rest, break_on_hyphens=False)

    def name(self, seat: int) -> str:
        """A player's name, short enough for its column."""
        you = f" {self.say(message('draw.you'))}" if seat == self.reading.viewer else ""
        name = self.say(seat_name(seat))
        room = NAME - len(you)
        return (name if len(name) <= room else name[: room - 1] + "…") + you

    def seats(self) -> list[str]:
        """One line a player; `>` marks who is to decide."""
        reading = self.reading
        titles = [self.say(message(f"draw.{title}")) for title in ("cards", "taken", "points", "standing", "role")]
        wide = 9 if self.width >= FULL else 8
        lines = [f"   {'':{NAME}}" + "".join(f"{title:>{wide}}" for title in titles[:4]) + f"  {titles[4]}"]
        for seat in reading.everyone:
            finish = reading.finish(seat)
            cards = self.say(message("draw.out", place=finish)) if finish else str(reading.cards_left(seat))
            columns = [cards, str(reading.total(cells.TAKEN + seat)), plain(reading.points(seat))]
            columns.append(str(reading.standing(seat) or "-"))
            mark = ">" if seat in reading.state.pending() else " "
            line = (
                f" {mark} {self.name(seat):{NAME}}"
                + "".join(f"{column:>{wide}}" for column in columns)
                + f"  {self.role(seat)}"
            )
            lines.append(line.rstrip()[: self.width])
            known = reading.hand(seat)
            if seat != reading.viewer and any(known):
                lines += self.wrapped(self.say(message("draw.known", cards=card_list(known))), " " * 5, " " * 7)
        return lines

    def role(self, seat: int) -> str:
        role = self.reading.role(seat)
        if not role or role == "solo":
            return self.say(message("role.solo")) if role else ""
        return self.say(message(f"role.{role}", partner=seat_name(self.reading.partner(seat))))

    def trick(self) -> Part:
        """The set to beat and what beats it."""
        reading = self.reading
        if reading.phase == cells.LEAD:
            return Part(self.say(message("draw.no_trick", who=seat_name(reading.actor))), [])
        number, ranking = reading.total(cells.TABLE), set_name(reading.ranking)
        title = message("draw.trick", owner=seat_name(reading.owner), set=ranking, count=number)
        names = beaters(reading.ranking)
        beaten = message("note.beaten", sets=either(names)) if names else message("note.unbeatable")
        lines = self.wrapped(self.say(beaten), "  ", "    ")
        if reading.asker != cells.NONE:
            senior = seat_name(reading.partner(reading.asker))
            cards = card_list(SETS[reading.offer])
            offer = message("draw.offer", asker=seat_name(reading.asker), cards=cards, senior=senior)
            lines += self.wrapped(self.say(offer), "  ", "    ")
        return Part(self.say(title), lines)

    def hand(self) -> list[str]:
        """The viewer's cards, each kind with both directions of the food chain."""
        viewer = self.reading.viewer
        if viewer < 0:
            return []
        hand = self.reading.hand(viewer)
        lines: list[str] = []
        for kind in listed_kinds(hand):
            label = f"  {self.say(count(kind, hand[kind])):{KIND}} "
            lines += self.wrapped(self.chain(kind), label, " " * (len(label) + 2))
        return lines

    def chain(self, kind: int) -> str:
        """`beats fox, mouse | beaten by elephant`."""
        if kind == JOKER:
            return self.say(message("draw.joker"))
        prey, hunters = (self.kinds(kinds) for kinds in (BEATS[kind], BEATEN_BY[kind]))
        return self.say(message("draw.chain", beats=prey, beaten=hunters))

    def kinds(self, kinds: tuple[int, ...]) -> str:
        return ", ".join(self.say(kind_name(kind)) for kind in kinds) or self.say(message("draw.nothing"))

    def own(self) -> list[str]:
        """What lies before the viewer: the pile, cards set aside, a sealed choice."""
        reading = self.reading
        if reading.viewer < 0:
            return []
        drawers = {
            "draw.pile": reading.taken(reading.viewer),
            "draw.aside": reading.cards(cells.ASIDE),
            "draw.given": sealed_cards(reading, reading.viewer),
        }
        lines: list[str] = []
        for line, cards in drawers.items():
            if any(cards):
                lines += self.wrapped(self.say(message(line, cards=card_list(cards))), rest="  ")
        return lines

    def result(self) -> list[str]:
        """How the last hand was scored."""
        reading = self.reading
        lines: list[str] = []
        for seat in reading.by_standing():
            score = tell_score(reading, seat)
            if score is not None:
                lines += self.wrapped(self.say(score), "  ", "    ")
        winner = reading.by_standing()[0]
        won = message("game.won", who=seat_name(winner), points=plain(reading.points(winner)))
        return [*lines, self.say(won)]


def draw(state: State, words: Catalogue, names: tuple[str, ...], width: int) -> str:
    """The masked state as text, no line longer than `width` (of at least 60)."""
    drawing = Drawing(state, words, names, width)
    return joined(drawing.parts(), drawing.width)
