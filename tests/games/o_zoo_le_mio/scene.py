"""Scene: a match of O Zoo le Mio played from the tiles and bids that a test names."""

from __future__ import annotations

from paddock.core.choice import Choice, Prompt
from paddock.core.dice import ScriptedDice
from paddock.core.match import Match
from paddock.core.message import Message
from paddock.core.state import State
from paddock.core.story import Story
from paddock.games.o_zoo_le_mio import GAME
from paddock.games.o_zoo_le_mio.material import IDS

NAMES = ("Ada", "Ben", "Cleo", "Dora")
FIRST_YEAR = (24, 19, 2, 14, 16)


def say(text: Message, language: str = "en") -> str:
    return GAME.words(language).say(text, NAMES)


class Scene:
    """Flags from the top down and tiles in the order of turning up; then bids and placements in words."""

    def __init__(self, seats: int, *tiles: int, pole: tuple[int, ...] = (), **options: object) -> None:
        hung = pole or tuple(range(seats))
        outcomes = [*hung[: seats - 1], *(IDS.index(tile) for tile in tiles or FIRST_YEAR)]
        self.match = Match(GAME, GAME.setup(seats, **options), ScriptedDice(outcomes))
        self.stories = {viewer: Story(self.match, viewer) for viewer in self.match.viewers}

    @property
    def state(self) -> State:
        return self.match.state

    def play(self, seat: int, notation: str) -> Scene:
        self.match.play(seat, GAME.parse(self.state, seat, notation))
        self.state.check()
        return self

    def bid(self, *coins: int) -> Scene:
        """Everybody bids, in the order of seats."""
        for seat, number in enumerate(coins):
            self.play(seat, f"bid {number}")
        return self

    def place(self, spot: str) -> Scene:
        """The winner places the tile: `(0,1) r90`."""
        lot = GAME.position(self.state)["lots"]
        tile = next(word for word in lot if " " not in word)
        return self.play(int(self.state.actor), f"place {tile} {spot}")

    def news(self, viewer: int, language: str = "en") -> list[str]:
        """What a viewer has been told since he was last asked."""
        return [say(line, language) for line in self.stories[viewer].news()]

    def prompt(self, seat: int) -> Prompt:
        return GAME.prompt(self.state.mask(seat))

    def choice(self, seat: int, notation: str) -> Choice:
        return next(choice for choice in self.prompt(seat).choices if choice.notation == notation)

    def notes(self, seat: int, notation: str) -> list[str]:
        return [say(note) for note in self.choice(seat, notation).note]

    def why(self, seat: int, language: str = "en") -> dict[tuple[str, ...], str]:
        return {blocked.path: say(blocked.why, language) for blocked in self.prompt(seat).blocked}
