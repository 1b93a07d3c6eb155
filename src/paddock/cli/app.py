"""App: every command and its options; what a command does is imported only when it is called."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from paddock.cli.edge import edge
from paddock.core.errors import PaddockError

app = typer.Typer(
    help="Paddock: play, study and program four zoo board games.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
benches = typer.Typer(help="Measure speed on this machine.", no_args_is_help=True)
app.add_typer(benches, name="bench")
tile_sets = typer.Typer(help="Judge a corrected tile set of O Zoo le Mio.", no_args_is_help=True)
app.add_typer(tile_sets, name="data")
LONGEST = 3600  # seconds a measurement
MOST_DAYS = 36_500


def measurable(seconds: float) -> float:
    """Refuses what a range would let through too: infinity, and what is no number."""
    if not 0.01 <= seconds <= LONGEST:
        raise typer.BadParameter(f"{seconds} is not from 0.01 to {LONGEST}")
    return seconds


def countable(days: float) -> float:
    """The same for days: an endless number of them, and what is no number."""
    if not 0 <= days <= MOST_DAYS:
        raise typer.BadParameter(f"{days} is not from 0 to {MOST_DAYS}")
    return days


def version(wanted: bool) -> None:
    """Say which Paddock this is, and nothing else."""
    if wanted:
        import paddock

        typer.echo(f"paddock {paddock.__version__}")
        raise typer.Exit


@app.callback()
def paddock_command(
    _version: Annotated[
        bool, typer.Option("--version", callback=version, is_eager=True, help="Show the version.")
    ] = False,
) -> None:
    """Paddock: play, study and program four zoo board games."""


GameName = Annotated[str, typer.Argument(metavar="GAME", help="A name from `paddock games`, or module:GAME.")]
File = Annotated[str, typer.Argument(metavar="FILE", help="A transcript; - reads what is piped in.")]
OptionValues = Annotated[list[str] | None, typer.Option("--option", "-o", metavar="NAME=VALUE", help="Set an option.")]
Language = Annotated[str | None, typer.Option("--lang", metavar="en|de", help="The language of all words.")]
Outside = Annotated[str, typer.Option("--game", metavar="MODULE:GAME", help="The game, if it is one of your own.")]
TileSet = Annotated[str, typer.Argument(metavar="FILE", help="A data.json; - reads what is piped in.")]
Database = Annotated[
    str, typer.Option("--db", metavar="FILE|URL", help="A SQLite file, or postgresql://…; by default a file of yours.")
]
OwnGames = Annotated[
    list[str] | None, typer.Option("--game", metavar="MODULE:GAME", help="A game of your own as well.")
]
Seconds = Annotated[float, typer.Option(callback=measurable, help="How long to measure each game.")]
Beneath = Annotated[str, typer.Option("--db", metavar="sqlite|postgres|FILE|URL", help="What the server writes to.")]
RayCluster = Annotated[
    str, typer.Option("--ray", metavar="ADDRESS", help="Play on a Ray cluster: HOST:PORT, ray://HOST:PORT or auto.")
]
Json = Annotated[bool, typer.Option("--json", help="Print JSON.")]


@app.command()
@edge
def games(
    game: Annotated[str, typer.Argument(metavar="GAME", help="Show this game's options.")] = "",
    lang: Language = None,
) -> int:
    """List the games, or one game's options."""
    from paddock.cli.games import show_game, show_games

    return show_game(game, lang) if game else show_games()


@app.command()
@edge
def play(
    game: Annotated[
        str, typer.Argument(metavar="GAME", help="A name from `paddock games`; asked for if left out.")
    ] = "",
    seats: Annotated[
        str,
        typer.Option(
            metavar="LIST",
            help="Who sits where: human, human:Ada, easy, medium, hard, expert, random; or how many seats.",
        ),
    ] = "",
    option: OptionValues = None,
    seed: Annotated[int | None, typer.Option(help="The same seed deals the same cards.")] = None,
    lang: Language = None,
    save: Annotated[
        str, typer.Option(metavar="FILE", help="Where to keep the match; another one there is not replaced unasked.")
    ] = "",
    resume: Annotated[str, typer.Option(metavar="FILE", help="Go on with a kept match; --seats may seat others.")] = "",
) -> int:
    """Play in the terminal."""
    from paddock.cli.play import Wish, play

    return play(Wish(game, seats, option or [], seed, lang, save, resume))


@app.command()
@edge
def serve(
    port: Annotated[
        int | None,
        typer.Option(
            min=0, max=65535, help="Where to listen; 0 takes any free port.", show_default="8000, or the next free one"
        ),
    ] = None,
    host: Annotated[str, typer.Option(help="Which address; 0.0.0.0 lets other machines in.")] = "127.0.0.1",
    db: Database = "",
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the site in a browser.")] = True,
    game: OwnGames = None,
    agent: Annotated[
        list[str] | None,
        typer.Option(metavar="NAME=PACKAGE.MODULE:CLASS", help="Offer an agent of your own beside the levels."),
    ] = None,
    origin: Annotated[
        list[str] | None, typer.Option(metavar="URL", help="A site whose pages may connect and play, besides our own.")
    ] = None,
    proxy: Annotated[
        list[str] | None,
        typer.Option(metavar="ADDRESS|NETWORK", help="Whose word about clients' addresses counts; else 127.0.0.1's."),
    ] = None,
    rate: Annotated[
        float, typer.Option(min=0, help="Messages a second on one connection; 0 for no limit of any kind.")
    ] = 20.0,
    lines: Annotated[int, typer.Option(min=0, help="Open sockets of one address; 0 for no limit.")] = 200,
    tables: Annotated[int, typer.Option(min=0, help="Tables where one person plays at once; 0 for no limit.")] = 20,
    listed: Annotated[
        float,
        typer.Option(callback=countable, help="Days without news after which a public table is listed no more."),
    ] = 1.0,
    abandoned: Annotated[
        float,
        typer.Option(callback=countable, help="Days without news after which bots finish a match; 0 for never."),
    ] = 60.0,
    bot_delay: Annotated[float, typer.Option(min=0, help="Seconds that a bot takes at least.")] = 0.7,
    patience: Annotated[
        float, typer.Option(min=0, help="Seconds somebody must be away before others may let a bot play for them.")
    ] = 60.0,
    workers: Annotated[int | None, typer.Option(min=1, help="Processes that think for bots.")] = None,
    think: Annotated[
        str, typer.Option(metavar="ray://HOST:PORT", help="A Ray cluster that thinks for hard and expert bots.")
    ] = "",
) -> int:
    """Open the site: play in a browser, alone or with friends."""
    from paddock.server.serve import Served, serve

    return serve(
        Served(
            host,
            port,
            db,
            browser,
            game or [],
            origin or [],
            rate,
            bot_delay,
            workers,
            lines,
            tables,
            listed,
            abandoned,
            proxy or [],
            agent or [],
            patience,
            think,
        )
    )


@app.command("export")
@edge
def export_tables(
    file: Annotated[str, typer.Argument(metavar="FILE", help="A new file.")],
    db: Database = "",
) -> int:
    """Write all tables of a server to a file."""
    from paddock.cli.archive import export

    return export(file, db)


@app.command("import")
@edge
def import_tables(
    file: Annotated[str, typer.Argument(metavar="FILE", help="What `paddock export` wrote.")],
    db: Database = "",
    game: OwnGames = None,
) -> int:
    """Read all tables of an exported file into a server's database."""
    from paddock.cli.archive import bring

    return bring(file, db, game or [])


@app.command("new-game")
@edge
def new_game(
    name: Annotated[str, typer.Argument(metavar="NAME", help="What it is called: small letters, digits, hyphens.")],
    title: Annotated[str, typer.Option(metavar="TEXT", help="What people call it; by default made of the name.")] = "",
) -> int:
    """Write the skeleton of a game of your own: a folder with a small game that works."""
    from paddock.cli import new_game

    return new_game.new_game(name, title, Path.cwd())


@app.command()
@edge
def perft(
    game: GameName,
    depth: Annotated[int, typer.Option(min=0, max=99, help="How many events deep.")],
    seats: Annotated[int | None, typer.Option(help="How many seats.")] = None,
    seed: Annotated[int, typer.Option(help="Settles the opening chance.")] = 1,
    option: OptionValues = None,
    divide: Annotated[bool, typer.Option("--divide", help="Count below each first event.")] = False,
) -> int:
    """Count the lines of play to a depth."""
    from paddock.cli.perft import count

    return count(game, depth, seats, seed, option or [], divide)


@app.command()
@edge
def replay(
    file: File,
    seat: Annotated[int | None, typer.Option(help="See it from this seat, counted from 0.")] = None,
    step: Annotated[bool, typer.Option("--step", help="Show the board after each decision and wait.")] = False,
    lang: Language = None,
    game: Outside = "",
) -> int:
    """Tell a recorded match again."""
    from paddock.cli.replay import replay

    return replay(file, seat, step, lang, game)


@app.command()
@edge
def verify(
    file: File,
    game: Outside = "",
    receipt: Annotated[str, typer.Option(help="What a player's client kept, to hold a proof against.")] = "",
) -> int:
    """Say whether a transcript, or the proof of a fair match, is valid."""
    from paddock.cli.verify import verify

    return verify(file, game, receipt)


@app.command("analyse")
@edge
def analyse_command(
    file: File,
    budget: Annotated[str, typer.Option(metavar="SECONDS", help="Work for each decision, such as 0.1s.")] = "0.1s",
    seed: Annotated[int, typer.Option(help="The same seed, the same answer.")] = 0,
    lang: Language = None,
    game: Outside = "",
    json: Json = False,
) -> int:
    """Tell what decided a recorded match: win chances, costly decisions, luck and choice."""
    from paddock.cli.analyse import analyse

    return analyse(file, budget, seed, lang, game, json)


@app.command("arena")
@edge
def arena_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `paddock games`, or module:GAME.")],
    agents: Annotated[
        list[str], typer.Argument(metavar="AGENT…", help="Who plays; the last one takes the seats that are left.")
    ],
    seats: Annotated[int, typer.Option(min=0, help="How many seats; 0 for the fewest.")] = 0,
    deals: Annotated[int, typer.Option(min=1, help="Each is played from every seat.")] = 100,
    seed: Annotated[int, typer.Option(help="The same seed, the same deals.")] = 1,
    option: Annotated[list[str] | None, typer.Option(metavar="NAME=VALUE", help="An option of the game.")] = None,
    workers: Annotated[int, typer.Option(min=1, help="Processes.")] = 1,
    ray: RayCluster = "",
    log: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Keeps every deal with its transcripts, so that it can go on.")
    ] = None,
    report: Annotated[Path | None, typer.Option(metavar="FILE.html", help="Write a page with all of it.")] = None,
    json: Json = False,
) -> int:
    """Who is stronger: agents against one another over duplicate deals, every seat in turn."""
    from paddock.cli.arena import Wish, arena

    if ray and workers > 1:
        raise PaddockError("--workers is for this machine and --ray for a cluster; give one of them")
    return arena(Wish(game, agents, seats, deals, seed, option or [], workers, ray, log, report, json))


@app.command("train")
@edge
def train_command(
    game: Annotated[str, typer.Argument(metavar="GAME", help="A name from `paddock games`.")],
    seats: Annotated[int, typer.Option(min=1, help="How many seats.")] = 2,
    minutes: Annotated[float, typer.Option(min=0.01, help="Of CPU time, all together.")] = 5.0,
    seed: Annotated[int, typer.Option(help="The same seed, the same beginning.")] = 1,
    folder: Annotated[Path, typer.Option(help="Where weights and progress are kept.")] = Path("build/train"),
    install: Annotated[bool, typer.Option("--install", help="Make them the game's own at the end.")] = False,
    ray: RayCluster = "",
) -> int:
    """Teach a player from nothing, on one core or on a cluster; killed, it goes on where it was."""
    from paddock.cli.arena import train

    return train(game, seats, minutes, seed, folder, install, ray)


@app.command()
@edge
def doctor(
    db: Annotated[
        str, typer.Option("--db", metavar="FILE|URL", help="Look through this database instead; it is only read.")
    ] = "",
    json: Json = False,
) -> int:
    """Show versions, engine and games, or whether a database is whole."""
    from paddock.cli.doctor import doctor, examine

    return examine(db, json) if db else doctor(json)


@benches.command("engine")
@edge
def bench_engine(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="All games if left out.")] = None,
    seconds: Seconds = 5.0,
    interpreted: Annotated[bool, typer.Option("--interpreted", help="Measure the interpreted engine.")] = False,
    json: Json = False,
) -> int:
    """Decisions a second, and copies."""
    from paddock.cli.bench import engine

    return engine(games or [], seconds, interpreted, json)


@benches.command("batch")
@edge
def bench_batch(
    games: Annotated[list[str] | None, typer.Argument(metavar="GAME…", help="All games if left out.")] = None,
    seconds: Seconds = 5.0,
    workers: Annotated[int, typer.Option(min=0, help="For rollouts; 0 for one a core.")] = 0,
    json: Json = False,
) -> int:
    """Decisions a second of many matches together."""
    from paddock.cli.bench import batch

    return batch(games or [], seconds, workers, json)


@benches.command("search")
@edge
def bench_search(seconds: Seconds = 5.0, json: Json = False) -> int:
    """Simulations a second."""
    from paddock.cli.bench import search

    return search(seconds, json)


@benches.command("peers")
@edge
def bench_peers(
    seconds: Seconds = 5.0,
    server: Annotated[bool, typer.Option("--server", help="Against other servers; npm fetches them.")] = False,
    json: Json = False,
) -> int:
    """Against other engines or servers, the same game on both sides."""
    from paddock.cli.bench import peer_servers, peers

    return peer_servers(seconds, json) if server else peers(seconds, json)


@benches.command("server")
@edge
def bench_server(
    tables: Annotated[int, typer.Option(min=1, max=10_000, help="How many tables.")] = 200,
    moves_per_s: Annotated[float, typer.Option(min=0, help="On all tables together; 0 lets nobody think.")] = 200.0,
    seconds: Seconds = 10.0,
    game: Annotated[str, typer.Option(metavar="GAME", help="A name from `paddock games`, or module:GAME.")] = "",
    sockets: Annotated[int, typer.Option(min=0, help="Connections; those beyond the seats watch.")] = 0,
    stalled: Annotated[int, typer.Option(min=0, help="So many more, who never read what they are sent.")] = 0,
    flood: Annotated[
        float, typer.Option(min=0, help="Messages a second of an attacker, against the usual limits.")
    ] = 0,
    history: Annotated[int, typer.Option(min=0, help="Entries that the tables have already.")] = 0,
    nuisance: Annotated[
        str,
        typer.Option(
            metavar="transcripts|replays|hellos|halves|experts", help="What one client does while others play."
        ),
    ] = "",
    db: Beneath = "sqlite",
    seed: Annotated[int, typer.Option(help="The same seed, the same order of moves.")] = 1,
    json: Json = False,
) -> int:
    """How long a move takes, on a server of its own with one core."""
    from paddock.cli.bench import server

    return server(tables, moves_per_s, seconds, game, sockets, stalled, flood, history, nuisance, db, seed, json)


@benches.command("site")
@edge
def bench_site(
    seed: Annotated[int, typer.Option(help="The same seed, the same choices among what is open.")] = 1,
    json: Json = False,
) -> int:
    """The site in Chromium with a CPU four times slower: waiting, jumping, weight."""
    from paddock.cli.bench import site

    return site(seed, json)


@benches.command("solo")
@edge
def bench_solo(
    setups: Annotated[int, typer.Option(min=1, help="How many fixed set-ups of each board.")] = 200,
    level: Annotated[str, typer.Option(metavar="AGENT", help="Who plays.")] = "expert",
    seed: Annotated[int, typer.Option(help="The same seed, the same set-ups.")] = 1,
    json: Json = False,
) -> int:
    """How many boards of New York Zoo's solo game a level fills, and with which score."""
    from paddock.cli.bench import solo

    return solo(setups, level, seed, json)


@tile_sets.command("check")
@edge
def data_check(file: TileSet) -> int:
    """Say everything that is wrong with it."""
    from paddock.cli.data import check

    return check(file)


@tile_sets.command("stats")
@edge
def data_stats(
    file: TileSet,
    games: Annotated[int, typer.Option(min=1, max=100_000, help="How many games to play of each kind.")] = 200,
    seats: Annotated[int, typer.Option(min=2, max=4, help="How many seats.")] = 4,
    seed: Annotated[int, typer.Option(help="The same seed plays the same games.")] = 0,
    start_tile: Annotated[str, typer.Option(metavar="NAME", help="Which starting tile; the first if left out.")] = "",
    json: Json = False,
) -> int:
    """Play with it: placements, benches, scores."""
    from paddock.cli.data import stats

    return stats(file, games, seats, seed, start_tile, json)
