"""What is left of a match: log, replay, transcript, proof; and what is not, after delete-my-data."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from paddock.core.registry import load
from paddock.core.transcript import read, verify
from paddock.server import fairness
from tests.server.place import POND, Line, Message, Person, Place, opened

GAME = load(POND)

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("records"))


class Two(NamedTuple):
    """Ada and Ben at a table, and their lines to it."""

    ada: Person
    ben: Person
    table: Message
    first: Line
    second: Line

    @property
    def path(self) -> str:
        return f"/api/tables/{self.table['table']}"

    async def play_on(self) -> Message:
        return (await asyncio.gather(self.first.play_on(), self.second.play_on()))[0]


@asynccontextmanager
async def two(place: Place, public: bool = False) -> AsyncIterator[Two]:
    ada, ben = Person(place), Person(place, "Benedikt", "fox")
    table = await ada.create(options={"rounds": 2}, public=public)
    await ben.sit(table)
    async with ada.look(table) as first, ben.look(table) as second:
        yield Two(ada, ben, table, first, second)


# While it is played


async def test_the_log_is_what_the_viewer_was_told(place: Place) -> None:
    async with two(place) as match:
        await match.first.play()
        done = await match.second.play()
        await match.first.until(lambda message: message.get("v") == done["v"])
        own = await match.ada.read(f"{match.path}/log", Seat=match.table["token"])
        assert own == {
            "lines": [line for message in match.first.heard for line in message.get("news", [])],
            "older": None,
        }
        assert await match.ada.read(f"{match.path}/log", Seat=match.ada.token) == own
        watched = await match.ada.read(f"{match.path}/log")
        assert "drawn" not in json.dumps(watched)
        assert "shown" in json.dumps(watched)


async def test_while_it_is_played_the_past_is_seen_with_ones_own_eyes_only(place: Place) -> None:
    async with two(place) as match:
        await match.first.play()
        own = await match.ada.read(f"{match.path}/replay", Seat=match.table["token"])
        assert own["steps"] == 2, "the deal, and one decision"
        assert [frame["view"]["hands"][1] for frame in own["frames"]] == [[], []]
        assert own["frames"][0]["view"]["hands"][0]
        assert own == await match.ada.read(f"{match.path}/replay?seat=0", Seat=match.table["token"])
        spectator = await match.ben.read(f"{match.path}/replay")
        assert [frame["view"]["hands"] for frame in spectator["frames"]] == [[[], []], [[], []]]
        for seat in ("0", "all"):
            answer = await match.ben.http("GET", f"{match.path}/replay?seat={seat}", Seat=match.ben.token)
            assert answer.status_code in (403, 422), seat
        assert (await match.ben.http("GET", f"{match.path}/proof")).status_code == 409


async def test_the_transcript_of_a_match_that_goes_on_is_the_viewers_own(place: Place) -> None:
    async with two(place) as match:
        await match.first.play()
        text = (await match.ada.http("GET", f"{match.path}/transcript", Seat=match.table["token"])).text
        assert "seen by seat 0" in text
        assert verify(text, GAME).fair is None
        text = (await match.ada.http("GET", f"{match.path}/transcript")).text
        assert "seen by spectator" in text
        assert "secret" not in text


# When it is over


async def test_a_finished_game_can_be_replayed_step_by_step_from_every_seat(place: Place) -> None:
    async with two(place) as match:
        last = await match.play_on()
        whole = await match.ben.read(f"{match.path}/replay?seat=0")
        frames = whole["frames"]
        assert [frame["step"] for frame in frames] == list(range(whole["steps"]))
        assert whole["steps"] == 1 + 3 * 2, "the deal, two bids and a share a round"
        assert frames[0]["seat"] is None
        assert frames[0]["pending"] == [0, 1]
        assert frames[-1]["pending"] == []
        assert frames[-1]["view"] == last["view"]
        assert frames[-1]["v"] == last["v"]
        news = [line for frame in frames for line in frame["news"]]
        log = await match.ada.read(f"{match.path}/log", Seat=match.table["token"])
        assert news == [line for _, line in log["lines"]]
        part = await match.ben.read(f"{match.path}/replay?seat=0&from=2&to=4")
        assert part == {"steps": whole["steps"], "frames": frames[2:4]}
        assert (await match.ben.read(f"{match.path}/replay?from=99&to=3"))["frames"] == []
        other = await match.ada.read(f"{match.path}/replay?seat=1")
        assert other["frames"][0]["view"]["hands"][1]
        assert (await match.ada.http("GET", f"{match.path}/replay?seat=5")).status_code == 404


async def test_a_finished_game_gives_its_whole_transcript_to_anybody(place: Place) -> None:
    async with two(place) as match:
        last = await match.play_on()
        answer = await Person(place).http("GET", f"{match.path}/transcript")
        assert "attachment" in answer.headers["content-disposition"]
        record = verify(answer.text, GAME)
        assert record.fair is not None
        assert record.fair.secret.hex() == last["table"]["fair"]["secret"]
        assert dict(record.names) == {0: "Ada", 1: "Benedikt"}


async def test_the_proof_holds_against_the_match_and_every_entry(place: Place) -> None:
    async with two(place) as match:
        before = (await match.first.prompted())["table"]["fair"]
        await match.first.ask("say", text="good luck")
        await match.play_on()
        await match.second.ask("say", phrase="good_game")
        proof = fairness.read((await Person(place).http("GET", f"{match.path}/proof")).text)
        played = read((await match.ada.http("GET", f"{match.path}/transcript")).text, GAME)
        assert fairness.faults(proof, played) == []
        assert (proof.commitment, proof.nonces) == (before["commitment"], before["nonces"])
        assert len(proof.log) == match.second.heard[-1]["lines"][-1]["n"], "one link an entry"


async def test_a_finished_game_stays_at_its_address_and_in_my_games(place: Place) -> None:
    async with two(place, public=True) as match:
        await match.play_on()
    assert match.table["table"] not in [card["id"] for card in await match.ada.read("/api/mine")]
    page = await match.ada.read("/api/mine/finished")
    card = page["tables"][0]
    assert (card["id"], card["status"], card["your_turn"]) == (match.table["table"], "over", False)
    assert card["result"] == (await match.ben.read(match.path))["result"] is not None
    assert page["next"] is None
    assert (await match.ada.read(match.path, Seat=match.ada.token))["you"] == 0
    assert (await match.ada.read(match.path))["you"] is None
    assert (await Person(place).read("/api/mine/finished")) == {"tables": [], "next": None}
    lobby = await match.ben.read("/api/tables")
    assert match.table["table"] not in [card["id"] for card in lobby["open"] + lobby["watch"]]


# Delete my data


def traces(folder: Path, *words: str) -> list[str]:
    """Which of these words are anywhere in the files of the store."""
    found = []
    for file in folder.iterdir():
        content = file.read_bytes()
        found += [f"{word} in {file.name}" for word in words if word.encode() in content]
    return found


async def test_delete_my_data_leaves_the_game_and_nothing_of_the_person(tmp_path: Path) -> None:
    with Place(tmp_path / "tables.db") as place:
        async with two(place) as match:
            await match.second.ask("say", text="my aunt lives in Graz")
            await match.first.ask("say", text="mine in Linz")
            who = hashlib.sha256(match.ben.token.encode()).hexdigest()
            assert traces(tmp_path, "Benedikt"), "else this test would look in the wrong place"
            answer = await match.ben.http("DELETE", "/api/mine")
            assert answer.json() == {"tables": 1}
            assert traces(tmp_path, "Benedikt", "Graz", who) == [], "also while the server runs"
            table = await match.first.until_table(lambda table: table["seats"][1]["name"] != "Benedikt")
            assert (table["seats"][1]["name"], table["seats"][1]["kind"]) == ("Guest", "person")
            again = await match.first.until(lambda message: message["t"] == "chat" and len(message["lines"]) == 2)
            assert [said.get("text") for said in again["lines"]] == ["", "mine in Linz"], "also on open screens"
            assert await match.ben.read("/api/mine") == []
            assert (await match.ben.http("DELETE", "/api/mine")).json() == {"tables": 0}
            async with Person(place).look(match.table) as line:
                chat = await line.until(lambda message: message["t"] == "chat")
                assert [said.get("text") for said in chat["lines"]] == ["", "mine in Linz"]
                assert "Benedikt" not in json.dumps(line.heard)
            last = await match.play_on()
            assert last["table"]["result"], "the match goes on for the others"
            text = (await match.ada.http("GET", f"{match.path}/transcript")).text
            assert "Benedikt" not in text
            proof = fairness.read((await match.ada.http("GET", f"{match.path}/proof")).text)
            assert fairness.faults(proof) == [], "nothing that was chained has gone"
    assert traces(tmp_path, "Benedikt", "Graz", who) == []
    assert traces(tmp_path, "Linz"), "what others said is theirs"
    with Place(tmp_path / "tables.db") as place:
        shown = await Person(place).read(match.path)
        assert [seat["name"] for seat in shown["seats"]] == ["Ada", "Guest"]
