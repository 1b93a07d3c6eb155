"""Routes: everything over HTTP; what is live goes through the socket."""

from __future__ import annotations

import asyncio
from typing import Annotated, Any

from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from paddock.agents.levels import LEVELS
from paddock.core import transcript
from paddock.core.errors import PaddockError
from paddock.core.game import Game
from paddock.core.message import LANGUAGES, catalogue
from paddock.core.registry import GAMES, games
from paddock.core.state import SPECTATOR, WHOLE
from paddock.server import shapes
from paddock.server.entry import ClockRule
from paddock.server.fairness import prove
from paddock.server.frame import replay, step_after, steps
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.room import PIECE, Room
from paddock.server.store.store import TableRow
from paddock.server.table import Refused, Sitter, Table, Terms
from paddock.server.wire import encoder

router = APIRouter()
MOST = 60  # tables in a list
PAGE = 10  # finished matches at a time
LIVELY = 24 * 60 * 60 * 1000  # milliseconds since the last entry in which a table counts for its people
MOST_STEPS = 100  # steps of a replay at a time

Id = Annotated[str, Path(pattern="^[A-Za-z0-9_-]{16}$", description="The table.")]
GameName = Annotated[str, Path(pattern="^[a-z0-9-]{1,40}$")]
Language = Annotated[str, Path(pattern="^[a-z]{2}$")]
Hex = Annotated[StrictStr, Field(pattern="^[0-9a-f]{64}$")]
Name = Annotated[StrictStr, Field(max_length=40)]
OptionValue = StrictBool | StrictInt | Annotated[StrictStr, Field(max_length=200)]  # one of ours names eight animals


class Model(BaseModel):
    """Strict: what is not known is refused."""

    model_config = ConfigDict(extra="forbid")


class ClockWanted(Model):
    """A clock as a client asks for it."""

    kind: StrictStr = "none"
    seconds: StrictInt = 0
    increment: StrictInt = 0
    days: StrictInt = 0


class TableWanted(Model):
    """A table as a client asks for it."""

    game: Annotated[StrictStr, Field(max_length=40)]
    seats: Annotated[StrictInt, Field(ge=1, le=8)]
    options: Annotated[dict[str, OptionValue], Field(max_length=20)] = {}
    plan: Annotated[list[Annotated[StrictStr, Field(max_length=16)]], Field(max_length=8)]
    clock: ClockWanted = ClockWanted()
    public: StrictBool = False
    stand_in: Annotated[StrictStr, Field(max_length=16)] = "medium"


class SeatWanted(Model):
    """A seat as a client asks for it."""

    invite: Annotated[StrictStr, Field(max_length=64)] = ""
    name: Name = ""
    avatar: Name = "otter"
    nonce: Hex
    seat: Annotated[StrictInt, Field(ge=0, le=7)] | None = None


class OpenedTable(Model):
    """A table with nobody at it, the invitation to it, and what its dice are bound to."""

    table: str
    invite: str
    commitment: str


class TakenSeat(Model):
    """The seat and the token that opens it, shown this once."""

    table: str
    seat: int
    token: str


class Fault(Model):
    """What went wrong, in one sentence."""

    error: str


class Forgotten(Model):
    """How many tables somebody's data was deleted from."""

    tables: int


async def the_house(request: Request) -> House:
    house: House = request.app.state.house
    return house


# As a security scheme: a header of that name among the parameters is one that OpenAPI tells its readers to ignore.
bearer = HTTPBearer(
    auto_error=False, scheme_name="person", description="The person's token, 32 random bytes in base64url."
)


async def the_person(given: Annotated[HTTPAuthorizationCredentials | None, Depends(bearer)]) -> str:
    """The hash of the caller's token: all that the server ever keeps of it."""
    if given is None or not 43 <= len(given.credentials) <= 64:
        raise HTTPException(401, "send the header Authorization: Bearer with a token of 43 characters")
    return digest(given.credentials)


# Both are `async` so that no request has to wait for a thread just for them.
TheHouse = Annotated[House, Depends(the_house)]
ThePerson = Annotated[str, Depends(the_person)]
SeatToken = Annotated[
    str, Header(alias="Seat", description="A seat's token, or the token of the person who sits there.")
]
faults: dict[int | str, dict[str, Any]] = {
    code: {"model": Fault} for code in (400, 401, 403, 404, 409, 413, 422, 429, 503)
}


def json(value: object, status: int = 200) -> Response:
    return Response(encoder.encode(value), status, media_type="application/json")


# The games.


@router.get("/api/games", responses=shapes.answers(list[shapes.GameShape], faults))
def list_games(house: TheHouse) -> Response:
    """Every game with its seats, options and levels."""
    return json([game_json(house, name) for name in [*games(), *house.guests]])


def game_json(house: House, name: str) -> dict[str, Any]:
    game = house.game(name)
    return {
        "name": name,
        "title": game.title,
        "rules": game.rules,
        "seats": list(game.seats),
        "options": [
            {"name": option.name, "about": [option.about or f"option.{option.name}"]} for option in game.options
        ],
        "levels": list(LEVELS),
    }


@router.get("/api/games/{name}/options", responses=shapes.answers(shapes.OptionsShape, faults))
def list_options(
    house: TheHouse, name: GameName, request: Request, seats: Annotated[int, Query(ge=1, le=8)]
) -> Response:
    """What may be chosen with so many seats, given what is chosen so far (as further query parameters)."""
    game = house.game(name)
    chosen = {key: value for key, value in request.query_params.items() if key != "seats"}
    setup = game.setup(seats, **chosen)
    before: dict[str, Any] = {}
    shown = []
    for option in game.options:
        values = option.allowed(seats, before)
        before[option.name] = setup.options[option.name]
        shown.append(
            {
                "name": option.name,
                "values": values,
                "value": before[option.name],
                "about": [option.about or f"option.{option.name}"],
            }
        )
    return json({"seats": seats, "options": shown})


@router.get("/api/words/{name}/{language}", responses=shapes.answers(shapes.Words, faults))
def words(house: TheHouse, name: GameName, language: Language) -> Response:
    """The sentences of a game in a language; `house` for those that all games share."""
    demand_language(language)
    spoken_here = catalogue(GAMES, language) if name == "house" else known_game(house, name).words(language)
    return json(spoken_here.texts)


@router.get("/api/guide/{name}/{language}", responses=shapes.text("text/markdown", faults), response_class=Response)
def guide(house: TheHouse, name: GameName, language: Language) -> Response:
    """How to play a game, told to people in their language, as Markdown."""
    demand_language(language)
    return markdown(known_game(house, name).guide(language), f"{name} has no guide in language '{language}'")


@router.get("/api/rules/{name}", responses=shapes.text("text/markdown", faults), response_class=Response)
def rules(house: TheHouse, name: GameName) -> Response:
    """Our reading of a game's rules, numbered and in English, as Markdown."""
    return markdown(known_game(house, name).numbered_rules(), f"{name} has no written rules")


def markdown(text: str | None, absent: str) -> Response:
    if text is None:
        raise HTTPException(404, absent)
    return PlainTextResponse(text, media_type="text/markdown; charset=utf-8")


def demand_language(language: str) -> None:
    if language not in LANGUAGES:
        raise HTTPException(404, f"no words in language '{language}'; there are {', '.join(LANGUAGES)}")


def known_game(house: House, name: str) -> Game:
    try:
        return house.game(name)
    except PaddockError as error:
        raise HTTPException(404, str(error)) from None


# Tables.


@router.post("/api/tables", status_code=201, responses=faults, dependencies=[Depends(the_person)])
async def create(house: TheHouse, wanted: TableWanted) -> OpenedTable:
    """Open a table. Its dice are fixed from now on: read the commitment, then sit down and send your nonce."""
    terms = Terms(wanted.plan, ClockRule(**wanted.clock.model_dump()), wanted.public, wanted.stand_in)
    created = await house.create(Wanted(wanted.game, wanted.seats, wanted.options, terms))
    return OpenedTable(**created._asdict())


@router.get("/api/tables", responses=shapes.answers(shapes.LobbyShape, faults))
async def lobby(house: TheHouse) -> Response:
    """Public tables where something has happened lately: those with a free seat, and those to watch."""
    shown = {}
    since = house.now() - house.listed
    for name, status in (("open", "waiting"), ("watch", "playing")):
        found = [await house.summary(row) for row in await house.store.lobby(status, MOST, since)]
        shown[name] = [summary.card for summary in found if summary is not None]
    return json(shown)


@router.get("/api/tables/{id}", responses=shapes.answers(shapes.TableShape, faults))
async def table(house: TheHouse, id: Id, seat: SeatToken = "") -> Response:
    """A table without its board, as the caller sees it: from a seat, or as a spectator."""
    room = await house.room(id)
    return json(room.sheet().of(viewer_of(room.table, seat)))


@router.post("/api/tables/{id}/seats", status_code=201, responses=faults)
async def sit(house: TheHouse, person: ThePerson, id: Id, wanted: SeatWanted, request: Request) -> TakenSeat:
    """Take a free seat; a private table needs its invitation."""
    most = request.app.state.most_tables
    if most and await sits_at(house, person, most) >= most:
        raise HTTPException(429, f"you sit at {most} tables that are not over; play one to its end first")
    room = await house.room(id)
    row = await house.store.table(id)
    assert row is not None
    if not row.public and not equal(wanted.invite, row.invite):
        raise HTTPException(403, "this table is private; the invitation in its link is needed")
    taken = await house.sit(room, Sitter(person, wanted.name, wanted.avatar, wanted.nonce), wanted.seat)
    return TakenSeat(**taken._asdict())


@router.post("/api/tables/{id}/link", status_code=201, responses=faults)
async def renew(house: TheHouse, id: Id, seat: SeatToken = "") -> TakenSeat:
    """Another token for the caller's seat, to go on elsewhere; the seat's old token opens nothing any more."""
    room = await house.room(id)
    own = viewer_of(room.table, seat)
    if own == SPECTATOR:
        raise HTTPException(403, "only somebody who sits at the table can do that")
    return TakenSeat(**(await house.renew(room, own))._asdict())


async def sits_at(house: House, person: str, most: int) -> int:
    """At how many unfinished tables somebody sits; looked at one by one only where seats that were given up matter."""
    since = house.now() - LIVELY
    count = await house.store.unfinished(person, since)
    if count >= most:
        cards = await own_cards(house, person, await house.store.mine(person, most + MOST))
        count = sum(card["updated"] > since for card in cards)
    return count


def equal(one: str, other: str) -> bool:
    """As slow for a near miss as for a wild guess."""
    return digest(one) == digest(other)


# My games.


@router.get("/api/mine", responses=shapes.answers(list[shapes.MyCardShape], faults))
async def mine(house: TheHouse, person: ThePerson) -> Response:
    """The tables where the caller sits and that are not over, the last changed first."""
    return json(await own_cards(house, person, await house.store.mine(person, MOST)))


@router.get("/api/mine/finished", responses=shapes.answers(shapes.FinishedShape, faults))
async def finished(
    house: TheHouse, person: ThePerson, after: Annotated[int, Query(ge=0, le=2**31, description="Leave out.")] = 0
) -> Response:
    """The caller's finished matches with their results, newest first, a page at a time; `next` leads on."""
    rows = await house.store.mine(person, PAGE + 1, over=True, after=after)
    shown = await own_cards(house, person, rows[:PAGE])
    return json({"tables": shown, "next": after + PAGE if len(rows) > PAGE else None})


async def own_cards(house: House, person: str, rows: list[tuple[TableRow, int]]) -> list[dict[str, Any]]:
    shown = []
    for row, seat in rows:
        summary = await house.summary(row)
        if summary is not None and summary.persons[seat] == person:  # else the seat was given up again
            shown.append({**summary.card, "you": seat, "your_turn": seat in summary.owing})
    return shown


@router.delete("/api/mine", responses=faults)
async def forget(house: TheHouse, person: ThePerson) -> Forgotten:
    """Delete the caller's data; the games stay, under "Guest"."""
    return Forgotten(tables=await house.forget(person))


# Records.


def viewer_of(table: Table, token: str) -> int:
    return table.seat_of(digest(token)) if token else SPECTATOR


@router.get("/api/tables/{id}/log", responses=shapes.answers(shapes.Log, faults))
async def log(house: TheHouse, id: Id, seat: SeatToken = "") -> Response:
    """The log in words, as the caller may read it."""
    room = await house.room(id)
    viewer = viewer_of(room.table, seat)
    await room.tell(viewer)
    return json(room.log(viewer))


@router.get("/api/tables/{id}/replay", responses=shapes.answers(shapes.ReplayShape, faults))
async def watch_again(
    house: TheHouse,
    id: Id,
    first: Annotated[int, Query(alias="from", ge=0)] = 0,
    last: Annotated[int, Query(alias="to", ge=0)] = MOST_STEPS,
    view: Annotated[int | None, Query(alias="seat", ge=0, le=7)] = None,
    version: Annotated[int | None, Query(ge=0, description="Only the step at which this version had happened.")] = None,
    seat: SeatToken = "",
) -> Response:
    """The table as it stood, step by step: anybody's view once it is over, before that one's own."""
    room = await house.room(id)
    viewer = allowed_view(room, view, viewer_of(room.table, seat))
    if version is not None and room.table.begun:
        first = step_after(room.table, version)
        last = first + 1
    count = len(steps(room.table)) if room.table.begun else 0
    frames = []
    for number, shown in enumerate(
        replay(room.table, viewer, first, min(last, first + MOST_STEPS)) if count else (), 1
    ):
        if shown is not None:
            frames.append(shown)
        if number % PIECE == 0:
            await asyncio.sleep(0)  # others have their turn
    return json({"steps": count, "frames": frames})


def allowed_view(room: Room, wanted: int | None, own: int) -> int:
    """Whose view of the past somebody may have."""
    if wanted is None:
        return own
    if wanted >= len(room.table.seats):
        raise HTTPException(404, f"there is no seat {wanted}")
    if wanted != own and room.table.status != "over":
        raise HTTPException(403, "other seats' views are open when the match is over")
    return wanted


@router.get("/api/tables/{id}/transcript", responses=shapes.text("text/plain", faults), response_class=Response)
async def written(house: TheHouse, id: Id, seat: SeatToken = "") -> Response:
    """The match as text: whole when it is over, before that as the caller has seen it."""
    table = (await house.room(id)).table
    if not table.begun:
        raise HTTPException(409, "the match has not begun")
    names = {k: table.name(k) for k in range(len(table.seats))}
    over = table.status == "over"
    fair = table.fair if over else None
    hints: dict[int, str] = {}
    for before, who in dict.fromkeys(table.hinted):  # several seats may have asked in a sealed round
        hints[before] = f"{hints.get(before, '')}seat {who} was given a hint\n"
    text = transcript.write(table.match, WHOLE if over else viewer_of(table, seat), names, hints, fair=fair)
    disposition = {"Content-Disposition": f'attachment; filename="{table.opened.game}-{id}.txt"'}
    return PlainTextResponse(text, headers=disposition)


@router.get("/api/tables/{id}/proof", responses=shapes.answers(shapes.Proof, faults))
async def proof(house: TheHouse, id: Id) -> Response:
    """What anybody needs to check that the dice were fair."""
    table = (await house.room(id)).table
    if table.status != "over":
        raise HTTPException(409, "the proof is shown when the match is over")
    bodies = [row.body for row in await house.store.load(id)]
    return json(prove(table.match, table.fair, bodies))


# Operation.


@router.get("/healthz", responses=shapes.answers(shapes.FineShape, {503: {"model": Fault}}))
async def health(house: TheHouse) -> Response:
    """Is the server up and its store writable?"""
    await house.demand_health()
    return json({"ok": True})


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(house: TheHouse) -> Response:
    """For Prometheus."""
    return PlainTextResponse(house.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def status_of(error: PaddockError) -> int:
    """What kind of refusal this is, for HTTP."""
    if isinstance(error, Refused):
        return {"seat": 409, "busy": 503, "avatar": 422}.get(error.kind, 409)
    return 400
