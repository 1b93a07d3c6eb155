"""`paddock games`: which games there are, and what one lets you choose."""

from __future__ import annotations

from rich.console import Console
from rich.table import Table

from paddock.cli.setting import usual_seats
from paddock.cli.words import usual_language
from paddock.core.game import Game
from paddock.core.message import message
from paddock.core.registry import list_games, load
from paddock.core.setup import Option, Value, spelled, spelled_all


def show_games() -> int:
    """A line a game."""
    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    for name in list_games():
        game = load(name)
        table.add_row(name, game.title, f"{game.seats[0]}–{game.seats[-1]} players")
    console = Console(highlight=False)
    console.print(table)
    console.print("Play one: paddock play NAME     Its options: paddock games NAME", style="dim")
    return 0


def show_game(name: str, language: str | None) -> int:
    """Its options with their usual values, all values, and what they do."""
    game = load(name)
    seats = usual_seats(game)
    chosen = game.setup(seats).options
    console = Console(highlight=False)
    console.print(f"{game.title} ({game.name}), {game.seats[0]}–{game.seats[-1]} players", style="bold", markup=False)
    table = Table(box=None, show_header=False, padding=(0, 3, 0, 0))
    for _ in range(3):
        table.add_column(overflow="fold")  # a name that is cut cannot be typed
    for option in game.options:
        usual = f"{option.name}={spelled(chosen[option.name])}"
        table.add_row(usual, values_of(game, option), about(game, option, language or usual_language()))
    console.print(table)
    return 0


def values_of(game: Game, option: Option) -> str:
    """Its values; where they depend on the number of players, for each number or, if that is long, all of them."""
    allowed = {seats: option.allowed(seats, game.setup(seats).options) for seats in game.seats}
    players: dict[str, list[int]] = {}
    for seats, values in allowed.items():
        players.setdefault(joined(values), []).append(seats)
    if len(players) == 1:
        return next(iter(players))
    if len(players) == 2:
        return "; ".join(f"with {', '.join(map(str, seats))}: {values}" for values, seats in players.items())
    return joined(tuple(dict.fromkeys(value for values in allowed.values() for value in values)))


def joined(values: tuple[Value, ...]) -> str:
    """The values; those that are made of parts by the parts alone."""
    made = [value for value in values if isinstance(value, str) and "+" in value]
    plain = tuple(value for value in values if value not in made)
    if not made:
        return spelled_all(plain)
    parts = dict.fromkeys(part for value in made for part in value.split("+"))
    return f"{spelled_all(plain)}, or some of {', '.join(parts)} joined by +"


def about(game: Game, option: Option, language: str) -> str:
    """The sentence that explains an option, if the game has one."""
    spoken = game.words(language)
    sentence = message(option.about or f"option.{option.name}")
    return spoken.say(sentence) if sentence.id in spoken.texts else ""
