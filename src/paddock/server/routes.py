"""Routes: everything over HTTP; what is live goes through the socket."""

from __future__ import annotations

import asyncio
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterator
from itertools import islice
from operator import itemgetter
from typing import Annotated, Any

import msgspec
from fastapi import APIRouter, Depends, Header, HTTPException, Path, Query, Request, Response
from fastapi.responses import PlainTextResponse, StreamingResponse
from fastapi.security import HTTPAuthorizationCredentials, HTTPBearer
from pydantic import BaseModel, ConfigDict, Field, StrictBool, StrictInt, StrictStr

from paddock.agents.ladder import BEATS
from paddock.core import transcript
from paddock.core.errors import PaddockError
from paddock.core.game import Game
from paddock.core.message import LANGUAGES, catalogue
from paddock.core.registry import GAMES, list_games
from paddock.core.setup import Option
from paddock.core.state import SPECTATOR, WHOLE
from paddock.server import shapes
from paddock.server.entry import ClockRule
from paddock.server.fairness import Proof, prove, prove_rolls
from paddock.server.frame import LATEST, Around, NewsLine, Sheet, older, page, replay, step_after, steps, telling
from paddock.server.guard import digest
from paddock.server.house import House, Wanted
from paddock.server.keepsake import Keepsake, Relic, hints
from paddock.server.room import Room
from paddock.server.store.store import TableRow
from paddock.server.table import OldRules, Refused, Sitter, Table, Terms
from paddock.server.wire import encoder

decode = msgspec.json.decode

router = APIRouter()
MOST = 60  # tables in a list
LOOKED_AT = 4 * MOST  # tables that are looked at for it: those where somebody is come first
PAGE = 10  # finished matches at a time
LIVELY = 24 * 60 * 60 * 1000  # milliseconds since the last entry in which a table counts for its people
MOST_STEPS = 100  # steps of a replay at a time
BATCH = 16  # lines of a transcript that are sent together

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
    seal: Hex | None = Field(default=None, description="SHA-256 of the 32 bytes that you add to the dice.")
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
def games(house: TheHouse) -> Response:
    """Every game with its seats, options and levels."""
    return json([game_json(house, name) for name in dict.fromkeys([*list_games(), *house.guests])])


def game_json(house: House, name: str) -> dict[str, Any]:
    game = house.game(name)
    return {
        "name": name,
        "title": game.title,
        "rules": game.rules,
        "mood": moods(game),
        "seats": list(game.seats),
        "usual": game.usual if game.usual in game.seats else game.seats[0],
        "minutes": game.minutes or None,
        "options": [option_json(option) for option in game.options],
        "levels": list(house.levels),
        "beats": dict(BEATS.get(game.name, {})),
    }


def option_json(option: Option) -> dict[str, Any]:
    return {"name": option.name, "about": [option.about or f"option.{option.name}"], "seats": option.seats}


def moods(game: Game) -> dict[str, str]:
    """Its few words on the shelf, by language: whoever shows all games has no catalogue of any."""
    said = {language: game.words(language).texts.get("mood") for language in LANGUAGES}
    return {language: text for language, text in said.items() if isinstance(text, str)}


@router.get("/api/games/{name}/options", responses=shapes.answers(shapes.OptionsShape, faults))
def list_options(
    house: TheHouse, name: GameName, request: Request, seats: Annotated[int, Query(ge=1, le=8)]
) -> Response:
    """What may be chosen with so many seats, given what is chosen so far (as further query parameters)."""
    game = house.game(name)
    chosen = {key: value for key, value in request.query_params.items() if key != "seats"}
    setup = game.setup_of(seats, chosen)
    before: dict[str, Any] = {}
    shown = []
    for option in game.options:
        values = option.allowed(seats, before)
        before[option.name] = setup.options[option.name]
        shown.append({**option_json(option), "values": values, "value": before[option.name]})
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
    """Open a table. Its dice are fixed from now on: read the commitment, then sit down with your seal."""
    terms = Terms(wanted.plan, ClockRule(**wanted.clock.model_dump()), wanted.public, wanted.stand_in)
    created = await house.create(Wanted(wanted.game, wanted.seats, wanted.options, terms))
    return OpenedTable(**created._asdict())


@router.get("/api/tables", responses=shapes.answers(shapes.LobbyShape, faults))
async def lobby(house: TheHouse) -> Response:
    """Public tables where somebody sits and something has happened lately: those with a free seat, and those to watch.

    Where somebody is just now comes first, then the newest.
    """
    shown = {}
    since = house.now() - house.listed
    for name, status in (("open", "waiting"), ("watch", "playing")):
        rows = await house.store.lobby(status, LOOKED_AT, since)
        rows.sort(key=lambda row: not house.attended(row.id))  # else in their order, the newest first
        cards: list[dict[str, Any]] = []
        for row in rows:
            if len(cards) == MOST:
                break
            summary = await house.summary(row)
            if summary is not None and any(seat["kind"] == "person" for seat in summary.card["seats"]):
                cards.append(summary.card)
        shown[name] = cards
    return json(shown)


@router.get("/api/tables/{id}", responses=shapes.answers(shapes.TableShape, faults))
async def table(house: TheHouse, id: Id, seat: SeatToken = "") -> Response:
    """A table without its board, as the caller sees it: from a seat, or as a spectator."""
    try:
        room = await house.room(id)
    except OldRules:
        relic = await relic_of(house, id)
        return json(Sheet(relic, Around(house.now(), frozenset(), 0)).of(viewer_of(relic, seat)))
    return json(room.sheet().of(viewer_of(room.table, seat)))


async def relic_of(house: House, id: str) -> Relic:
    row = await house.store.table(id)
    assert row is not None
    async with house.listing:
        return await house.relic(row)


async def kept_of(house: House, id: str) -> Keepsake:
    """What is kept of a match whose rules are not here."""
    row = await house.store.table(id)
    assert row is not None
    if (kept := await house.keepsake(row)) is None:
        raise HTTPException(410, "this match was played by other rules than those here, and no record of it was kept")
    return kept


@router.post("/api/tables/{id}/seats", status_code=201, responses=faults)
async def sit(house: TheHouse, person: ThePerson, id: Id, wanted: SeatWanted, request: Request) -> TakenSeat:
    """Take a free seat; a private table needs its invitation."""
    most = request.app.state.most_tables
    room = await house.room(id)
    row = await house.store.table(id)
    assert row is not None
    if not row.public and not equal(wanted.invite, row.invite):
        raise HTTPException(403, "this table is private; the invitation in its link is needed")
    async with house.sitting_down(person):  # else whoever sits down at many tables at once is counted at none of them
        if most and await sits_at(house, person, most) >= most:
            raise HTTPException(429, f"you sit at {most} tables that are not over; play one to its end first")
        taken = await house.sit(room, Sitter(person, wanted.name, wanted.avatar, wanted.seal or ""), wanted.seat)
    return TakenSeat(**taken._asdict())


@router.post("/api/tables/{id}/link", status_code=201, responses=faults)
async def renew(house: TheHouse, id: Id, seat: SeatToken = "") -> TakenSeat:
    """Another token for the caller's seat, to go on elsewhere; the seat's old token opens nothing any more."""
    try:
        taken = await house.renew(await house.room(id), digest(seat))
    except Refused as refusal:
        raise HTTPException(403 if refusal.kind == "seat" else status_of(refusal), str(refusal)) from None
    return TakenSeat(**taken._asdict())


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


@router.get("/api/tables/{id}/log", responses=shapes.answers(shapes.LogShape, faults))
async def log(
    house: TheHouse,
    id: Id,
    until: Annotated[int, Query(ge=0, le=2**53, description="The last version of the page.")] = 2**53,
    seat: SeatToken = "",
) -> Response:
    """A page of the log in words, as the caller may read it, the newest unless told otherwise; `older` leads on."""
    try:
        table = (await house.room(id)).table
    except OldRules:
        return json(kept_page((await kept_of(house, id)).log, until))
    first, last = page(table, until)
    lines: list[NewsLine] = []
    if last:
        told = islice(telling(table, viewer_of(table, seat), first), last - first)
        async for more in house.pieces.read(id, told):
            lines += more
    return json({"lines": lines, "older": older(table, first) or None})


def kept_page(lines: list[tuple[int, Any]], until: int) -> dict[str, Any]:
    """The same of a log that was kept; no version is divided."""
    last = bisect_right(lines, until, key=itemgetter(0))
    first = bisect_left(lines, lines[max(0, last - LATEST)][0], key=itemgetter(0)) if last else 0
    return {"lines": lines[first:last], "older": lines[first - 1][0] if first else None}


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
    try:
        room = await house.room(id)
    except OldRules:
        kept = await kept_of(house, id)
        if version is not None:
            first = min(bisect_left(kept.frames, version, key=lambda step: decode(step)["v"]), len(kept.frames) - 1)
            last = first + 1
        return json({"steps": len(kept.frames), "frames": kept.frames[first : min(last, first + MOST_STEPS)]})
    table = room.table
    viewer = allowed_view(room, view, viewer_of(table, seat))
    if not table.begun:
        return json({"steps": 0, "frames": []})
    if version is not None:
        first = step_after(table, version)
        last = first + 1
    shown = replay(table, viewer, first, min(last, first + MOST_STEPS))
    frames = [frame async for frame in house.pieces.read(id, shown)]
    return json({"steps": len(steps(table)), "frames": frames})


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
    try:
        table = (await house.room(id)).table
    except OldRules:
        kept = await kept_of(house, id)
        return PlainTextResponse(kept.transcript, headers=attached(kept.game, id))
    if not table.begun:
        raise HTTPException(409, "the match has not begun")
    names = {k: table.name(k) for k in range(len(table.seats))}
    over = table.status == "over"
    fair = table.fair if over else None
    viewer = WHOLE if over else viewer_of(table, seat)
    lines = transcript.pieces(table.match, viewer, names, hints(table), fair=fair)
    text = house.pieces.read(id, batched(lines))
    return StreamingResponse(text, headers=attached(table.opened.game, id), media_type="text/plain; charset=utf-8")


def attached(game: str, id: str) -> dict[str, str]:
    return {"Content-Disposition": f'attachment; filename="{game}-{id}.txt"'}


def batched(lines: Iterator[str]) -> Iterator[str]:
    """Some lines at a time: each that is sent alone costs as much as they do together."""
    while some := list(islice(lines, BATCH)):
        yield "".join(some)


@router.get("/api/tables/{id}/proof", responses=shapes.answers(shapes.Proof, faults))
async def proof(house: TheHouse, id: Id) -> Response:
    """What anybody needs to check that the dice were fair."""
    try:
        table = (await house.room(id)).table
    except OldRules:
        kept, relic = await kept_of(house, id), await relic_of(house, id)
        return await proven(
            house, id, lambda bodies: prove_rolls(kept.game, kept.rules, kept.rolls, relic.fair, bodies)
        )
    if table.status != "over":
        raise HTTPException(409, "the proof is shown when the match is over")
    if table.closed:
        raise HTTPException(410, "this match was closed before its end, so there is no proof of it")
    return await proven(house, id, lambda bodies: prove(table.match, table.fair, bodies))


async def proven(house: House, id: str, prove: Callable[[list[bytes]], Proof]) -> Response:
    """A proof from a log that does not change any more: made aside, and one at a time, for each takes a core."""
    async with house.proving:
        bodies = [row.body for row in await house.store.load(id)]
        return await asyncio.to_thread(lambda: json(prove(bodies)))


@router.get("/api/tables/{id}/words/{language}", responses=shapes.answers(shapes.Words, faults))
async def words_then(house: TheHouse, id: Id, language: Language) -> Response:
    """The sentences of a table's game as they were when it was played."""
    demand_language(language)
    try:
        return json((await house.room(id)).table.match.game.words(language).texts)
    except OldRules:
        return json((await kept_of(house, id)).words[language])


# Operation.


@router.get("/healthz", responses=shapes.answers(shapes.FineShape, {503: {"model": Fault}}))
async def health(house: TheHouse) -> Response:
    """For operators: is the server up, its store writable, and no log damaged that was read?"""
    await house.demand_health()
    return json({"ok": True})


@router.get("/livez", responses=shapes.answers(shapes.FineShape, {503: {"model": Fault}}))
async def life(house: TheHouse) -> Response:
    """For proxies and containers: is the server up and its store writable? A damaged table harms no other."""
    await house.demand_life()
    return json({"ok": True})


@router.get("/metrics", response_class=PlainTextResponse)
def metrics(house: TheHouse) -> Response:
    """For Prometheus."""
    return PlainTextResponse(house.metrics.exposition(), media_type="text/plain; version=0.0.4; charset=utf-8")


def status_of(error: PaddockError) -> int:
    """What kind of refusal this is, for HTTP."""
    if isinstance(error, Refused):
        return {"seat": 409, "busy": 503, "avatar": 422, "name": 422}.get(error.kind, 409)
    return 400
