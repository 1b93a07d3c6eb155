"""Commands over the socket: done once, answered always, refused in one sentence."""

from __future__ import annotations

import asyncio
import json
import secrets
from collections.abc import Iterator

import pytest
import websockets

from tests.server.place import PATIENT, Line, Message, Person, Place, choices, connected, opened, two_at_a_table

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("commands"))


def bid(frame: Message, which: int = 0) -> int:
    return int(choices(frame)[which]["action"])


async def closed(line: Line) -> str:
    """Why the server hung up."""
    said = await line.until(lambda message: message["t"] == "bye")
    assert said["why"] in ("protocol", "table")
    with pytest.raises(websockets.ConnectionClosed):
        await line.next()
    return str(said["text"])


# Once and only once


async def test_a_command_sent_twice_is_carried_out_once_and_answered_twice(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        frame = await ada.prompted()
        command = {"id": secrets.token_hex(16), "at": frame["at"], "action": bid(frame)}
        first, second = await ada.ask("play", **command), await ada.ask("play", **command)
        assert first["done"] == second["done"] == command["id"]
        assert first["v"] == second["v"]
        await ben.play()
        late = await ada.ask("play", **command)
        assert late["done"] == command["id"], "also when the match has gone on"


async def test_a_command_sent_twice_at_once_is_carried_out_once(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        command = {"id": secrets.token_hex(16), "text": "once"}
        for _ in range(5):
            await ada.send("say", **command)
        for _ in range(5):
            await ada.answer(command["id"])
        await ada.ask("say", text="end")
        said = [line["text"] for message in ada.heard if message["t"] == "chat" for line in message["lines"]]
        assert set(said) == {"once", "end"}
        numbers = {line["n"] for message in ada.heard if message["t"] == "chat" for line in message["lines"]}
        assert len(numbers) == 2


async def test_a_command_is_answered_on_a_new_line_if_the_old_one_was_lost(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as line:
        frame = await line.prompted()
        command = {"at": frame["at"], "action": bid(frame)}
        sent = await line.send("play", **command)
        await line.socket.close()
    async with ada.look(table) as line:
        assert (await line.ask("play", id=sent, **command))["done"] == sent


async def test_two_seats_may_happen_to_make_the_same_id(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        same = secrets.token_hex(16)
        for line in (ada, ben):
            frame = await line.prompted()
            await line.ask("play", id=same, at=frame["at"], action=bid(frame))
        assert ben.frame["view"]["hands"][1] != frame["view"]["hands"][1], "Ben's bid was taken, too"


# Versions


async def test_a_stale_decision_gets_the_fresh_frame_and_changes_nothing(place: Place) -> None:
    async with two_at_a_table(place, options={"rounds": 3}) as (ada, ben):
        old = await ada.prompted()
        while ada.frame["prompt"]["ask"][0] != "bid" or ada.frame["at"] == old["at"]:
            await asyncio.gather(*(line.play() for line in (ada, ben) if choices(line.frame)))
            await ada.until_table(lambda table: table["pending"])
            await settle(ada, ben)
        answer = await ada.ask("play", at=old["at"], action=bid(ada.frame))
        assert answer["t"] == "frame"
        assert answer["no"]["why"] == "stale"
        assert answer["no"]["text"]
        assert choices(answer), "so that the person can decide at once"
        assert answer["v"] == ada.frame["v"]


async def settle(*lines: Line) -> None:
    """All have heard what has happened so far."""
    for line in lines:
        await line.socket.send('{"t":"ping"}')
        await line.until(lambda message: message["t"] == "pong")
    newest = max(line.frame["v"] for line in lines)
    for line in lines:
        while line.frame["v"] < newest:
            await line.next()


async def test_two_seats_that_seal_their_choices_at_once_do_not_collide(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        first, second = await ada.prompted(), await ben.prompted()
        answers = await asyncio.gather(
            ada.ask("play", at=first["at"], action=bid(first)), ben.ask("play", at=second["at"], action=bid(second))
        )
        assert all(answer.get("done") for answer in answers), answers


async def test_a_sealed_choice_is_not_shown_before_the_round_closes(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        before = await ben.prompted()
        await ada.play()
        told = await ben.until(lambda message: message["t"] == "frame" and message["v"] > before["v"])
        assert [news for _, news in told["news"]] == [["hidden", {"who": ["seat", {"seat": 0}]}]]
        assert told["at"] == before["at"], "the prompt is the same one"
        assert told["view"] == before["view"]


async def test_chat_does_not_make_a_decision_stale(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        frame = await ada.prompted()
        await ben.ask("say", text="hurry")
        assert (await ada.ask("play", at=frame["at"], action=bid(frame)))["done"]


# Refusals


async def test_what_the_rules_forbid_is_refused_and_nothing_changes(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        frame = await ada.prompted()
        forbidden = next(action for action in range(12) if action not in [c["action"] for c in choices(frame)])
        for action in (forbidden, 99, 2**53):
            answer = await ada.ask("play", at=frame["at"], action=action)
            assert (answer["t"], answer["why"]) == ("no", "illegal"), answer
        assert (await ada.ask("play", at=frame["at"], action=bid(frame)))["done"]


async def test_nobody_decides_out_of_turn(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        await ada.play()
        answer = await ada.ask("play", at=ada.frame["at"], action=0)
        assert "done" not in answer


async def test_nothing_is_decided_while_the_table_waits_or_when_all_is_over(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create(options={"rounds": 1})
    async with ada.look(table) as line:
        for command in ({"t": "play", "at": 0, "action": 0}, {"t": "undo", "at": 0}, {"t": "take_back"}, {"t": "hint"}):
            assert (await line.ask(**command))["why"] == "waiting", command
        await ben.sit(table)
        async with ben.look(table) as other:
            await line.prompted()
            await asyncio.gather(line.play_on(), other.play_on())
        for command in (
            {"t": "play", "at": line.frame["at"], "action": 0},
            {"t": "undo", "at": line.frame["at"]},
            {"t": "take_back"},
            {"t": "hint"},
        ):
            assert (await line.ask(**command))["why"] == "over", command
        assert "done" in await line.ask("say", phrase="good_game")


# Taking back


async def test_undo_takes_back_what_nobody_has_learnt_from(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        before = await ada.prompted()
        after = await ada.play()
        assert after["table"]["undo"]["may"] is True
        undone = await ada.ask("undo", at=after["at"])
        assert undone["done"]
        assert undone["view"] == before["view"]
        assert choices(undone) == choices(before)
        await ben.until_table(lambda table: table["pending"] == [0, 1])


async def test_undo_beyond_the_policy_is_refused_with_the_reason(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        assert (await ada.ask("undo", at=(await ada.prompted())["at"]))["why"] == "undo"
        await ada.play()
        await ben.play()
        await settle(ada, ben)
        assert ada.table["undo"]["may"] is False
        answer = await ada.ask("undo", at=ada.frame["at"])
        assert answer["why"] == "undo"
        assert answer["text"]


async def test_beyond_the_policy_the_others_are_asked_and_may_agree(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        first = await ada.prompted()
        await ada.play()
        await ben.play()
        assert "done" in await ada.ask("take_back")
        wish = (await ben.until_table(lambda table: table["take_back"]))["take_back"]
        assert wish == {"seat": 0, "agreed": [], "needed": [1]}
        assert "done" in await ben.ask("agree", yes=True)
        again = await ada.until(lambda message: message["t"] == "frame" and message["table"]["take_back"] is None)
        assert choices(again) == choices(first)
        assert 0 in again["table"]["pending"]


async def test_who_says_no_ends_the_wish_and_the_match_goes_on(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        await ada.play()
        await ben.play()
        await ada.ask("take_back")
        await ben.until_table(lambda table: table["take_back"])
        await ben.ask("agree", yes=False)
        await ada.until_table(lambda table: table["take_back"] is None)
        assert (await ben.ask("agree", yes=True))["t"] == "no", "there is nothing to agree to"
        last, _ = await asyncio.gather(ada.play_on(), ben.play_on())
        assert last["table"]["result"]


async def test_a_bye_says_in_a_word_why(place: Place) -> None:
    async with connected(place) as line:
        await line.socket.send(json.dumps({"t": "hello", "table": "A" * 16}))
        assert await line.next() == {"t": "bye", "why": "table", "text": f"there is no table {'A' * 16}"}
    async with connected(place) as line:
        await line.socket.send("{}")
        assert (await line.next())["why"] == "protocol"


async def test_a_seat_is_told_whom_it_would_have_to_ask(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        assert (ada.table["undo"]["ask"], ben.table["undo"]["ask"]) == ([1], [0])
        assert "done" in await ben.ask("leave", level="easy")
        await ada.until_table(lambda table: table["undo"]["ask"] == [])


async def test_bots_always_agree(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as line:
        assert (await line.prompted())["table"]["undo"]["ask"] == []
        await line.play()
        frame = await line.prompted()
        decided = await line.play()
        await line.prompted()
        await line.send("take_back")
        again = await line.until(lambda message: message["t"] == "frame" and message["v"] > decided["v"] + 1)
        while not choices(again) or again["view"] != frame["view"]:
            again = await line.until(lambda message: message["t"] == "frame")
        assert again["table"]["take_back"] is None
        assert choices(again) == choices(frame)
        assert ["taken_back", {"who": ["seat", {"seat": 0}]}] in [news for _, news in again["news"]]


async def test_nobody_agrees_to_a_wish_of_their_own_and_with_nothing_done_there_is_nothing_to_wish(
    place: Place,
) -> None:
    async with two_at_a_table(place) as (ada, ben):
        assert (await ada.ask("take_back"))["t"] == "no"
        await ada.play()
        await ben.play()
        await ada.ask("take_back")
        assert (await ada.ask("agree", yes=True))["t"] == "no"
        await ada.until_table(lambda table: table["take_back"] is not None)


# The line itself


@pytest.mark.parametrize(
    "text",
    [
        "", "{", "[]", "null", "7", '{"t":"open"}', '{"id":"x"}', '{"t":"play"}', "[" * 4000,
        '{"t":"play","id":"' + "0" * 32 + '","at":1,"action":"1"}',
        '{"t":"play","id":"' + "0" * 32 + '","at":1,"action":1.5}',
        '{"t":"play","id":"' + "0" * 31 + '","at":1,"action":1}',
        '{"t":"play","id":"' + "0" * 32 + '","at":1,"action":99999999999999999999999}',
        '{"t":"say","id":"' + "0" * 32 + '","text":"' + "x" * 301 + '"}',
        '{"t":"say","id":"' + "0" * 32 + '","text":"x","colour":"red"}',
        '{"t":"hello","table":"' + "A" * 16 + '"}',
        '{"t":"ping","x":"' + "x" * 5000 + '"}',
    ],
    ids=lambda text: text[:30],
)  # fmt: skip
async def test_what_is_not_in_the_protocol_closes_the_line_with_the_reason(place: Place, text: str) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as line:
        await line.socket.send(text)
        assert await closed(line)
    async with ada.look(table) as line:
        assert await line.prompted(), "nothing else happened"


async def test_bytes_are_not_spoken_here(place: Place) -> None:
    async with connected(place) as line:
        await line.socket.send(b"\x00\xff")
        assert await closed(line)


async def test_the_first_message_must_be_hello(place: Place) -> None:
    async with connected(place) as line:
        await line.socket.send(json.dumps({"t": "hint", "id": "0" * 32}))
        assert await closed(line)


async def test_a_ping_is_answered(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        await ada.socket.send('{"t":"ping"}')
        assert await ada.until(lambda message: message["t"] == "pong") == {"t": "pong"}


async def test_a_page_of_another_site_is_not_let_in(place: Place) -> None:
    address = place.address.replace("http", "ws") + "/ws"
    with pytest.raises(websockets.InvalidStatus):
        async with websockets.connect(address, origin=websockets.Origin("https://evil.example"), **PATIENT):
            pass
    async with websockets.connect(address, origin=websockets.Origin(place.address), **PATIENT):
        pass


async def test_an_impatient_client_is_told_to_slow_down_and_nothing_is_lost(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    with Place(tmp_path_factory.mktemp("slow") / "tables.db", "--rate", "1") as slow:
        async with two_at_a_table(slow) as (ada, _):
            answers = [await ada.ask("say", phrase="hello") for _ in range(80)]
            refused = [answer for answer in answers if answer["t"] == "no"]
            assert refused
            assert {answer["why"] for answer in refused} == {"rate"}
            assert (await ada.prompted())["table"]["status"] == "playing"
