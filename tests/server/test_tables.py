"""Tables as people meet them: opened, joined, watched, left, come back to, played again."""

from __future__ import annotations

import asyncio
import hashlib
import json
import random
import secrets
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from paddock.core.fair import bot_nonce, commitment, nonce_of
from paddock.core.registry import list_games, load
from paddock.core.transcript import verify
from tests.server.place import PATIENCE, POND, Line, Message, Person, Place, choices, connected, opened, two_at_a_table

POND_GAME = load(POND)

pytestmark = pytest.mark.asyncio


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    yield from opened(tmp_path_factory.mktemp("tables"))


# Opening


async def test_a_table_waits_for_people_and_begins_when_no_seat_is_open(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open easy")
    async with ada.look(table) as line:
        assert line.heard[0]["t"] == "table", "there is no match to draw yet"
        waiting = line.table
        assert (waiting["status"], waiting["you"], waiting["host"], waiting["pending"]) == ("waiting", 0, 0, [])
        assert [seat["kind"] for seat in waiting["seats"]] == ["person", "open", "bot"]
        assert (await ben.sit(table))["seat"] == 1
        frame = await line.prompted()
    shown = frame["table"]
    assert shown["status"] == "playing"
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "person", "bot"]
    assert [seat["name"] for seat in shown["seats"][:2]] == ["Ada", "Ben"]
    assert [seat["avatar"] for seat in shown["seats"][:2]] == ["otter", "fox"]
    assert shown["seats"][2]["level"] == "easy"
    assert shown["seats"][2]["name"]


async def test_a_table_without_open_seats_begins_at_once(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("easy me", "zooloretto")
    assert table["seat"] == 1
    async with ada.look(table) as line:
        assert (await line.prompted())["table"]["you"] == 1


async def test_the_commitment_is_there_before_anybody_is_dealt_a_card_and_the_nonces_only_after(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open easy", seal=ada.seal)
    async with ada.look(table) as line:
        promised = line.table["fair"]["commitment"]
        assert line.table["fair"].get("nonces", []) == [], "who sits later must not choose by what others sent"
        assert line.table["fair"]["seals"] == []
        await ben.sit(table, seal=ben.seal)
        async with ben.look(table) as other:
            for one, who in ((other, ben), (line, ada)):
                assert one.table["status"] == "waiting"
                answer = await one.reveal(who.nonce)
                assert answer["table"]["fair"]["seals"] == [ada.seal, ben.seal, ""]
                assert answer["table"]["fair"]["nonces"] == [], "not before all are there"
        fair = (await line.prompted())["table"]["fair"]
        assert fair["commitment"] == promised
        nonces = [nonce_of(who.nonce, bytes.fromhex(who.seal)) for who in (ada, ben)]
        assert fair["nonces"] == [*[nonce.hex() for nonce in nonces if nonce], bot_nonce(table["table"], 2).hex()]
        assert fair["secret"] is None


async def test_the_secret_is_shown_at_the_end_and_keeps_the_promise(place: Place) -> None:
    async with two_at_a_table(place, options={"rounds": 1}) as (ada, ben):
        promised = (await ada.prompted())["table"]["fair"]["commitment"]
        last, _ = await asyncio.gather(ada.play_on(), ben.play_on())
        fair = last["table"]["fair"]
        assert fair["commitment"] == promised
        assert commitment(bytes.fromhex(fair["secret"]), last["table"]["id"], "pond", 1) == promised


@pytest.mark.parametrize(
    "wrong",
    [
        {"game": "chess"},
        {"seats": 9, "plan": ["open"] * 9},
        {"seats": 3},
        {"plan": ["easy", "easy"]},
        {"plan": ["me", "open"]},
        {"plan": ["open", "godlike"]},
        {"options": {"rounds": 7}},
        {"options": {"weather": "rain"}},
        {"clock": {"kind": "sand"}},
        {"clock": {"kind": "move", "seconds": 0}},
        {"stand_in": "godlike"},
        {"unheard": 1},
    ],
    ids=lambda wrong: json.dumps(wrong)[:40],
)
async def test_what_cannot_be_set_up_is_refused_in_one_sentence(place: Place, wrong: Message) -> None:
    ada = Person(place)
    answer = await ada.http("POST", "/api/tables", {**ada.wanted("me open"), **wrong})
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) == {"error"}
    assert answer.json()["error"].strip()
    assert "\n" not in answer.json()["error"]


@pytest.mark.parametrize(
    "wrong",
    [
        {"seal": "ab"},
        {"seal": "zz" * 32},
        {"nonce": "ab" * 32},
        {"avatar": "spaceship"},
        {"name": "x" * 1000},
        {"unheard": 1},
    ],
)
async def test_somebody_who_cannot_be_seated_is_told_why_and_the_seat_stays_free(place: Place, wrong: Message) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create()
    answer = await ben.try_to_sit(table, **wrong)
    assert answer.status_code == 422, answer.text
    assert set(answer.json()) == {"error"}
    assert (await ben.sit(table))["seat"] == 1


async def test_whoever_sits_down_knows_the_commitment_before_sending_a_seal(place: Place) -> None:
    ada = Person(place)
    answer = await ada.http("POST", "/api/tables", ada.wanted("open easy", "zooloretto"))
    assert set(answer.json()) == {"table", "invite", "commitment"}
    seated = await ada.sit(answer.json())
    async with ada.look(seated) as line:
        assert (await line.prompted())["table"]["fair"]["commitment"] == answer.json()["commitment"]


@pytest.mark.parametrize("body", [b"", b"{", b"[]", b"null", b'{"game":' + b"[" * 5000, b"\xff\xfe"])
async def test_a_body_that_is_no_request_is_refused_in_one_sentence(place: Place, body: bytes) -> None:
    async with httpx.AsyncClient(base_url=place.address, headers=Person(place).headers, timeout=PATIENCE) as client:
        answer = await client.post("/api/tables", content=body, headers={"Content-Type": "application/json"})
    assert answer.status_code in (400, 422), answer.text
    assert set(answer.json()) == {"error"}


async def test_nobody_opens_a_table_or_sits_without_a_person_token(place: Place) -> None:
    ada, stranger = Person(place), Person(place)
    table = await ada.create()
    for headers in ({}, {"Authorization": "Bearer short"}, {"Authorization": "Basic x"}):
        stranger.headers = headers
        assert (await stranger.http("POST", "/api/tables", stranger.wanted("me open"))).status_code == 401
        assert (await stranger.try_to_sit(table)).status_code == 401
        assert (await stranger.http("GET", "/api/mine")).status_code == 401
        assert (await stranger.http("DELETE", "/api/mine")).status_code == 401


# Joining


async def test_a_private_table_is_joined_by_its_invitation_only(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create()
    assert (await ben.try_to_sit({**table, "invite": "wrong"})).status_code == 403
    assert (await ben.try_to_sit({**table, "invite": None})).status_code in (403, 422)
    assert (await ben.sit(table))["seat"] == 1


async def test_a_public_table_needs_no_invitation_and_is_in_the_lobby_until_it_begins(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create(public=True)
    hidden = await ada.create()

    async def listed(where: str) -> list[str]:
        return [card["id"] for card in (await ben.read("/api/tables"))[where]]

    assert table["table"] in await listed("open")
    await ben.sit({**table, "invite": ""})
    assert table["table"] not in await listed("open")
    assert table["table"] in await listed("watch")
    assert hidden["table"] not in await listed("open") + await listed("watch")


async def test_a_card_of_the_lobby_tells_what_is_played_and_who_sits_there(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me open easy", public=True)
    [card] = [card for card in (await ada.read("/api/tables"))["open"] if card["id"] == table["table"]]
    assert card["game"] == "pond"
    assert card["setup"]["seats"] == 3
    assert [seat["kind"] for seat in card["seats"]] == ["person", "open", "bot"]
    assert card["status"] == "waiting"
    assert card["updated"] >= card["created"]


async def test_a_seat_can_be_chosen_and_a_taken_one_cannot(place: Place) -> None:
    ada, ben, cleo = Person(place), Person(place, "Ben", "fox"), Person(place, "Cleo", "koala")
    table = await ada.create("me open open")
    assert (await ben.sit(table, seat=2))["seat"] == 2
    for taken in (0, 2):
        assert (await cleo.try_to_sit(table, seat=taken)).status_code == 409
    assert (await cleo.try_to_sit(table, seat=3)).status_code in (400, 409, 422)
    assert (await cleo.sit(table))["seat"] == 1


async def test_of_two_who_want_the_last_seat_one_gets_it(place: Place) -> None:
    ada = Person(place)
    table = await ada.create()
    answers = await asyncio.gather(*(Person(place, name, "fox").try_to_sit(table) for name in "BCDEF"))
    assert sorted(answer.status_code for answer in answers) == [201, 409, 409, 409, 409]


async def test_whoever_sits_already_is_given_no_second_seat(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me open open")
    answer = await ada.try_to_sit(table)
    assert answer.status_code == 409, answer.text


async def test_an_unknown_table_is_not_found_everywhere(place: Place) -> None:
    ada = Person(place)
    missing = {"table": "A" * 16, "invite": "x"}
    assert (await ada.try_to_sit(missing)).status_code == 404
    for tail in ("", "/log", "/replay", "/transcript", "/proof"):
        assert (await ada.http("GET", f"/api/tables/{'A' * 16}{tail}")).status_code == 404
    async with connected(place) as line:
        await line.socket.send(json.dumps({"t": "hello", "table": "A" * 16}))
        assert (await line.next())["t"] == "bye"


async def test_a_name_is_shown_without_what_would_spoil_the_page(place: Place) -> None:
    ada = Person(place, "  A\u202eda\n\x00 ")
    table = await ada.create()
    [name] = [seat["name"] for seat in (await ada.read(f"/api/tables/{table['table']}"))["seats"][:1]]
    assert not set(name) & set("\u202e\n\x00")
    assert name == name.strip() != ""


# Watching


async def test_a_spectator_sees_no_hand_and_may_do_nothing(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        own = await ada.prompted()
        async with Person(place, "Eve", "koala").look({"table": own["table"]["id"]}) as watching:
            frame = watching.frame
            assert own["view"]["hands"][0]
            assert frame["view"]["hands"] == [[], []]
            assert frame["table"]["you"] is None
            assert choices(frame) == []
            assert [news for _, news in frame["news"] if news[0] == "drawn"] == [], "cards dealt are not told"
            for command in (
                {"t": "play", "at": frame["at"], "action": choices(own)[0]["action"]},
                {"t": "say", "text": "hi"},
                {"t": "leave", "level": "easy"},
                {"t": "hint"},
                {"t": "fill", "level": "easy"},
            ):
                answer = await watching.ask(**command)
                assert (answer["t"], answer["why"]) == ("no", "seat"), command
            await ada.ask("say", phrase="hello")
            await ada.ask("mute", seat=1, on=True)
            assert ada.table["watching"] == 1


async def test_the_seats_of_others_are_not_opened_by_an_invitation_or_by_guessing(place: Place) -> None:
    ada, eve = Person(place), Person(place, "Eve", "koala")
    table = await ada.create()
    for token in ("", table["invite"], "x" * 43):
        async with eve.look(table, token=token) as line:
            assert line.table["you"] is None


async def test_it_is_seen_who_is_here(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        await ada.until_table(lambda table: [seat["here"] for seat in table["seats"]] == [True, True])
        await ben.socket.close()
        await ada.until_table(lambda table: [seat["here"] for seat in table["seats"]] == [True, False])


# Reconnecting


async def test_a_seat_is_opened_from_any_device_by_its_link_and_by_the_person(place: Place) -> None:
    ada, phone = Person(place), Person(place)
    table = await ada.create("me easy", "zooloretto")
    async with ada.look(table) as by_person, phone.look(table, token=table["token"]) as by_link:
        assert (await by_person.prompted())["view"] == (await by_link.prompted())["view"]
        assert by_link.table["you"] == 0
        done = await by_link.play()
        assert done["done"]
        version = done["v"]
        await by_person.until(lambda message: message.get("v", 0) >= version)


async def test_a_new_link_to_a_seat_takes_the_place_of_the_old_one(place: Place) -> None:
    ada, thief = Person(place), Person(place)
    table = await ada.create("me easy", "zooloretto")
    link = f"/api/tables/{table['table']}/link"
    assert (await thief.http("POST", link, Seat=thief.token)).status_code == 403
    async with ada.look(table) as own, thief.look(table, token=table["token"]) as stolen:
        assert stolen.table["you"] == 0
        renewed = (await ada.http("POST", link, Seat=ada.token)).json()
        assert (renewed["table"], renewed["seat"]) == (table["table"], 0)
        assert renewed["token"] != table["token"]
        await stolen.until_table(lambda shown: shown["you"] is None)
        answer = await stolen.ask("say", text="still here?")
        assert answer["why"] == "seat"
        assert (await own.ask("say", text="alone again"))["lines"], "whoever is known as the person stays"
    async with thief.look(table, token=table["token"]) as line:
        assert line.table["you"] is None
    async with ada.look(table, token=renewed["token"]) as line:
        assert line.table["you"] == 0
    log = await ada.read(f"/api/tables/{table['table']}")
    assert hashlib.sha256(renewed["token"].encode()).hexdigest() not in json.dumps(log)


async def test_a_seat_can_be_given_another_key_over_the_socket(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy", "zooloretto")
    new = secrets.token_urlsafe(32)
    async with ada.look(table, token=table["token"]) as line:
        await line.send("renew", token="no hash")
        assert "token" in (await line.until(lambda message: message["t"] == "bye"))["text"]
    async with ada.look(table, token=table["token"]) as line:
        command = secrets.token_hex(16)
        done = await line.ask("renew", id=command, token=hashlib.sha256(new.encode()).hexdigest())
        assert done["done"] == command
        await line.until_table(lambda shown: shown["you"] is None)
    async with ada.look(table, token=new) as line:
        assert line.table["you"] == 0


async def test_after_a_lost_line_only_the_news_that_were_missed_are_told(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create()
    await ben.sit(table)
    async with ben.look(table) as line:
        first = await line.prompted()
    async with ada.look(table) as line:
        await line.play()
    async with ben.look(table, since=first["v"]) as line:
        assert line.frame["news"]
        assert all(version > first["v"] for version, _ in line.frame["news"])
        last = line.frame["v"]
    async with ben.look(table, since=last) as line:
        assert line.frame["news"] == []
        assert choices(line.frame), "the prompt is there all the same"
    async with ben.look(table, since=10**9) as line:
        assert choices(line.frame), "a client that claims the future is shown the present"


# Leaving, bots, coming back


async def test_who_leaves_hands_the_seat_to_a_bot_which_plays_on_until_the_person_is_back(place: Place) -> None:
    async with two_at_a_table(place, "zooloretto") as (ada, ben):
        answer = await ben.ask("leave", level="easy")
        assert answer["done"]
        assert answer["table"]["seats"][1]["stand_in"] == "easy"
        while not any(news[1]["who"] == ["seat", {"seat": 1}] for news in told(ada)):
            await (ada.play() if choices(ada.frame) else ada.next())
        assert (await ben.ask("back"))["table"]["seats"][1]["stand_in"] is None
        while ben.table["pending"] != [1]:
            version = (await ada.play())["v"]
            await ben.until(lambda message, version=version: message.get("v", 0) >= version)  # type: ignore[misc]
        assert (await ben.play())["done"], "the seat is Ben's own again"


def told(line: Line) -> list[Any]:
    """All news about somebody that were heard on a line."""
    news = [message for heard in line.heard for _, message in heard.get("news", [])]
    return [message for message in news if "who" in dict(*message[1:])]


async def test_who_is_away_decides_nothing(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        frame = await ada.prompted()
        await ada.ask("leave", level="easy")
        answer = await ada.ask("play", at=frame["at"], action=choices(frame)[0]["action"])
        assert "done" not in answer


async def test_a_seat_left_before_the_match_begins_is_open_again(place: Place) -> None:
    ada, ben, cleo = Person(place), Person(place, "Ben", "fox"), Person(place, "Cleo", "koala")
    table = await ada.create("me open open")
    await ben.sit(table)
    async with ben.look(table) as line:
        answer = await line.ask("leave", level="easy")
        assert answer.get("done"), answer
    shown = await ada.read(f"/api/tables/{table['table']}")
    assert [seat["kind"] for seat in shown["seats"]] == ["person", "open", "open"]
    assert "Ben" not in json.dumps(shown)
    assert table["table"] not in [card["id"] for card in await ben.read("/api/mine")]
    assert (await cleo.sit(table))["seat"] == 1
    async with ben.look(table) as line:
        assert line.table["you"] is None, "the seat is no longer Ben's"


async def test_a_line_that_gave_its_seat_up_is_not_the_line_of_whoever_takes_it_next(place: Place) -> None:
    ada, ben, cleo = Person(place), Person(place, "Ben", "fox"), Person(place, "Cleo", "koala")
    table = await ada.create("me open open")
    await ben.sit(table)
    async with ben.look(table) as line:
        assert (await line.ask("leave", level="easy"))["done"]
        await line.until_table(lambda table: table["you"] is None)
        await cleo.sit(table)
        await Person(place, "Dan", "koala").sit(table)
        frame = await line.until(lambda message: message["t"] == "frame")
        assert frame["table"]["you"] is None
        assert frame["view"]["hands"] == [[], [], []]
        assert (await line.ask("say", text="I am Cleo"))["why"] == "seat"


async def test_the_host_fills_the_open_seats_with_bots_and_the_match_begins(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open open")
    await ben.sit(table)
    async with ada.look(table) as line, ben.look(table) as guest:
        assert (await guest.ask("fill", level="easy"))["why"] == "host"
        assert (await line.ask("fill", level="godlike"))["t"] == "no"
        assert "done" in await line.ask("fill", level="easy")
        frame = await line.prompted()
        assert frame["table"]["seats"][2]["level"] == "easy"
        assert (await line.ask("fill", level="easy"))["t"] == "no"


async def test_bots_of_different_levels_answer(place: Place) -> None:
    ada = Person(place)
    table = await ada.create("me easy medium", "zooloretto")
    async with ada.look(table) as line:
        for _ in range(2):
            await line.play()
        await line.prompted()
    log = (await ada.read(f"/api/tables/{table['table']}/log"))["lines"]
    assert {1, 2} <= {message[1]["who"][1]["seat"] for _, message in log if "who" in dict(*message[1:])}


async def test_a_hint_is_a_legal_choice_the_same_for_all_who_ask_and_the_table_shows_it(place: Place) -> None:
    async with two_at_a_table(place, "zooloretto") as (ada, ben):
        line = ada if 0 in ada.table["pending"] else ben
        you = line.table["you"]
        frame = await line.prompted()
        sent = [await line.send("hint") for _ in range(3)]
        answers = [await line.until(lambda message: message["t"] == "hint") for _ in sent]
        assert {answer["id"] for answer in answers} == set(sent)
        assert len({answer["action"] for answer in answers}) == 1, "a bot thinks once about a prompt"
        assert answers[0]["action"] in [choice["action"] for choice in choices(frame)]
        for line in (ada, ben):
            await line.until_table(lambda table: table["seats"][you]["hints"] == 3)


async def test_an_old_hint_sent_again_is_no_advice_about_what_is_asked_now(place: Place) -> None:
    async with two_at_a_table(place, options={"rounds": 3}) as (ada, ben):
        await ada.prompted()
        sent = await ada.send("hint")
        await ada.until(lambda message: message["t"] == "hint")
        before = ada.frame["at"]
        await ada.play()
        while not (choices(ada.frame) and ada.frame["at"] > before):
            await ben.play()
            await ada.until(lambda message: message["t"] == "frame" and message["v"] == ben.frame["v"])
        again = await ada.ask("hint", id=sent)
        assert again["t"] == "frame"
        assert again["done"] == sent
        assert ada.table["seats"][0]["hints"] == 1


async def test_a_hint_stands_in_the_transcript(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create(options={"rounds": 1})
    await ben.sit(table)
    async with ada.look(table) as line, ben.look(table) as other:
        await line.prompted()
        sent = await line.send("hint")
        await line.until(lambda message: message["t"] == "hint")
        await other.prompted()
        for _ in range(2):
            await other.send("hint")
            await other.until(lambda message: message["t"] == "hint")
        await asyncio.gather(line.play_on(), other.play_on())
        assert (await line.ask("hint", id=sent))["done"] == sent, "sent again when all is over, it is answered"
    text = (await ada.http("GET", f"/api/tables/{table['table']}/transcript")).text
    assert "\n# seat 0 was given a hint\n# seat 1 was given a hint\n" in text, "both, in a sealed round"
    assert text.count("was given a hint") == 2
    assert verify(text, POND_GAME).fair is not None


# Talking


async def test_chat_and_phrases_reach_everybody_and_those_who_come_later(place: Place) -> None:
    ada, ben, eve = Person(place), Person(place, "Ben", "fox"), Person(place, "Eve", "koala")
    table = await ada.create()
    await ben.sit(table)
    async with ada.look(table) as line, ben.look(table) as other:
        assert (await line.ask("say", text="  hello <b>there</b> "))["lines"][-1]["text"] == "hello <b>there</b>"
        heard = await other.until(lambda message: message["t"] == "chat" and message["lines"])
        [said] = heard["lines"]
        assert (said["seat"], said["name"], said["text"]) == (0, "Ada", "hello <b>there</b>")
        await other.ask("say", phrase="well_played")
    async with eve.look(table) as watching:
        lines = (await watching.until(lambda message: message["t"] == "chat"))["lines"]
        assert [line.get("text") or line.get("phrase") for line in lines] == ["hello <b>there</b>", "well_played"]
        assert [line["seat"] for line in lines] == [0, 1]


async def test_what_is_no_chat_is_refused(place: Place) -> None:
    async with two_at_a_table(place) as (ada, _):
        for wrong in ({"text": ""}, {"text": " \n "}, {"phrase": "rude"}, {"text": "a", "phrase": "thanks"}, {}):
            assert (await ada.ask("say", **wrong))["t"] == "no", wrong


async def test_the_host_mutes_a_seat_and_lets_it_speak_again(place: Place) -> None:
    async with two_at_a_table(place) as (ada, ben):
        assert (await ben.ask("mute", seat=0, on=True))["why"] == "host"
        await ada.ask("mute", seat=1, on=True)
        await ben.until_table(lambda table: table["seats"][1]["muted"])
        assert (await ben.ask("say", text="let me speak"))["why"] == "muted"
        assert (await ben.ask("say", phrase="hello"))["why"] == "muted"
        await ada.ask("mute", seat=1, on=False)
        assert "done" in await ben.ask("say", text="thanks")
        for nobody in (2, -1, 99):
            assert (await ada.ask("mute", seat=nobody, on=True))["t"] == "no"


# Playing again


async def test_a_rematch_has_the_same_people_and_setup_at_a_new_table(place: Place) -> None:
    async with two_at_a_table(place, options={"rounds": 1}) as (ada, ben):
        assert (await ada.ask("rematch"))["t"] == "no", "there is a match going on"
        await asyncio.gather(ada.play_on(), ben.play_on())
        await asyncio.gather(ada.ask("rematch"), ben.ask("rematch"))
        again = (await ada.until_table(lambda table: table["rematch"]))["rematch"]
        assert (await ben.until_table(lambda table: table["rematch"]))["rematch"] == again
        assert again != ada.table["id"]


async def test_the_people_of_a_rematch_find_their_seats_there(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    table = await ada.create("me open", options={"rounds": 1}, clock={"kind": "days", "days": 2})
    await ben.sit(table)
    async with ada.look(table) as first, ben.look(table) as second:
        await asyncio.gather(first.play_on(), second.play_on())
        await second.ask("rematch")
        await first.until_table(lambda table: table["rematch"])
        again = first.table["rematch"]
    async with Person(place).look(table) as watching:
        assert watching.table["rematch"] == {**again, "invite": None}, "who only watched gets no seat by that"
    shown = await ada.read(f"/api/tables/{again['table']}")
    assert shown["setup"]["options"]["rounds"] == 1
    assert shown["clock"]["kind"] == "days"
    assert [seat["kind"] for seat in shown["seats"]] == ["open", "open"], "everybody brings a nonce anew"
    assert shown["fair"]["commitment"] != first.table["fair"]["commitment"]
    assert [(await person.sit(again))["seat"] for person in (ben, ada)] == [0, 1]
    async with ada.look(again) as line:
        assert await line.prompted()


# Finding one's games


async def test_my_games_are_listed_across_tables_with_whose_turn_it_is(place: Place) -> None:
    ada, ben = Person(place), Person(place, "Ben", "fox")
    waiting = await ada.create()
    going = await ada.create("me open", options={"rounds": 1})
    await ben.sit(going)
    cards = {card["id"]: card for card in await ada.read("/api/mine")}
    assert set(cards) == {waiting["table"], going["table"]}
    assert (cards[going["table"]]["you"], cards[going["table"]]["your_turn"]) == (0, True)
    assert cards[waiting["table"]]["your_turn"] is False
    async with ada.look(going) as line:
        await line.play()
    cards = {card["id"]: card for card in await ada.read("/api/mine")}
    assert cards[going["table"]]["your_turn"] is False
    assert [card["you"] for card in await ben.read("/api/mine")] == [1]
    assert await Person(place).read("/api/mine") == []


# Whole games

SHORT: dict[str, tuple[str, Message]] = {  # the fewest people, and the options that end it soonest
    "franks-zoo": ("me open open", {"target": 1}),
    "new-york-zoo": ("me", {}),
    "o-zoo-le-mio": ("me open", {}),
    "zooloretto": ("me open", {}),
}


@pytest.mark.parametrize("game", sorted(list_games()))
async def test_a_whole_game_through_the_socket_ends_in_a_transcript_that_verifies(place: Place, game: str) -> None:
    luck = random.Random(game)
    fewest = " ".join(["me", *["open"] * (load(game).seats[0] - 1)])
    plan, options = SHORT.get(game, (fewest, {}))
    people = [Person(place, name, "fox") for name in ("Ada", "Ben", "Cleo")[: len(plan.split())]]
    table = await people[0].create(plan, game, options=options)
    for person in people[1:]:
        await person.sit(table)

    async def played(person: Person) -> Message:
        async with person.look(table) as line:
            return await line.play_on(luck.choice)

    results = [frame["table"]["result"] for frame in await asyncio.gather(*map(played, people))]
    assert results == [results[0]] * len(people)
    assert 1 in results[0]["places"]
    text = (await people[0].http("GET", f"/api/tables/{table['table']}/transcript")).text
    verified = verify(text)  # rolls the dice again
    assert verified.fair is not None
    assert verified.match is not None
    assert [int(points) for points in verified.match.state.scores()] == results[0]["scores"]
    assert list(verified.names.values()) == [person.name for person in people]
