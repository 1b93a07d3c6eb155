"""Several servers on one database: leases, wake-ups, commands handed on."""

from __future__ import annotations

import asyncio

import pytest

from paddock.server.store.postgres import PAYLOAD, PostgresStore
from paddock.server.store.store import Asked, Fenced, Unavailable
from tests.server.store.place import Place, PostgresPlace, row, table

pytestmark = pytest.mark.asyncio


def unasked(name: str, ticket: str, command: bytes) -> None:
    raise AssertionError(f"nobody should ask {command!r} of {name}")


class TestLease:
    async def test_a_table_is_refused_while_its_server_lives(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        await ours.create(table(), row(1))
        assert await theirs.claim("t1") is None
        with pytest.raises(Fenced):
            await theirs.append(row(2), 1)
        await ours.append(row(2), 1)

    async def test_a_released_table_is_free(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        epoch = await ours.create(table(), row(1))
        await theirs.release("t1")
        assert await theirs.claim("t1") is None
        await ours.release("t1")
        later = await theirs.claim("t1")
        assert later == epoch + 1
        assert await ours.claim("t1") is None
        with pytest.raises(Fenced):
            await ours.append(row(2), epoch)
        await theirs.append(row(2), later)

    async def test_a_dead_servers_table_is_taken_over_and_it_is_fenced(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        epoch = await ours.create(table(), row(1))
        await ours.append(row(2), epoch)
        await shared.expire(ours)
        assert await theirs.claim("t1") == epoch + 1
        await ours.beat()  # it was only slow
        with pytest.raises(Fenced):
            await ours.append(row(3, body=b"late"), epoch)
        assert await ours.claim("t1") is None
        await theirs.append(row(3), epoch + 1)
        assert await ours.load("t1") == [row(1), row(2), row(3)]

    async def test_a_heartbeat_keeps_the_tables(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        await ours.create(table(), row(1))
        await shared.expire(ours)
        await ours.beat()
        assert await theirs.claim("t1") is None

    async def test_of_many_that_claim_one_wins(self, shared: Place) -> None:
        ours, *others = [await shared.open() for _ in range(4)]
        await ours.create(table(), row(1))
        await shared.expire(ours)
        claims = await asyncio.gather(*(other.claim("t1") for other in others))
        assert sorted(claims, key=str) == [2, None, None]

    async def test_a_lease_runs_out_by_itself(self, postgres: PostgresPlace) -> None:
        ours = await postgres.enter(PostgresStore(postgres.url, lease=0.2, patience=10))
        theirs = await postgres.enter(PostgresStore(postgres.url, lease=0.2, patience=10))
        await ours.create(table(), row(1))
        while (epoch := await theirs.claim("t1")) is None:
            await asyncio.sleep(0.02)
        assert epoch == 2

    async def test_whose_lines_are_broken_is_dead_before_its_lease_has_run_out(self, postgres: PostgresPlace) -> None:
        ours = PostgresStore(postgres.url, lease=3600, patience=10)
        await ours.open()
        theirs = PostgresStore(postgres.url, lease=3600, patience=10)
        await postgres.enter(theirs)
        await ours.create(table(), row(1))
        await theirs.ask("UPDATE servers SET beat = beat - 60000 WHERE id = $1", ours.me)
        assert await theirs.claim("t1") is None, "silent, but connected"
        assert await theirs.orphans() == []
        mail, ours.mail = ours.mail, None  # it gives no notice, as a process that is killed
        assert mail is not None
        await mail.close()
        await ours.close()
        while (epoch := await theirs.claim("t1")) is None:
            await asyncio.sleep(0.02)
        assert epoch == 2


class TestMessages:
    async def test_an_append_wakes_the_others_and_not_oneself(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        woken: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        ours.listen(lambda name, version: pytest.fail("woken by oneself"), unasked)
        theirs.listen(lambda name, version: woken.put_nowait((name, version)), unasked)
        await ours.create(table(), row(1))
        await ours.append(row(2), 1)
        assert await woken.get() == ("t1", 2)
        assert await theirs.load("t1") == [row(1), row(2)]

    async def test_a_batch_too_long_for_one_wake_up_wakes_for_every_table(self, postgres: PostgresPlace) -> None:
        ours, theirs = await postgres.open(), await postgres.open()
        names = [f"table with a long name {number:030}".replace(" ", "_") for number in range(300)]
        assert sum(map(len, names)) > 2 * PAYLOAD
        woken: set[tuple[str, int]] = set()
        all_woken = asyncio.Event()

        def wake(name: str, version: int) -> None:
            woken.add((name, version))
            if len(woken) == len(names):
                all_woken.set()

        theirs.listen(wake, unasked)
        await asyncio.gather(*(ours.create(table(name), row(1, name)) for name in names))
        await asyncio.gather(*(ours.append(row(2, name), 1) for name in names))
        await all_woken.wait()
        assert woken == {(name, 2) for name in names}

    async def test_forgetting_wakes_the_others_with_version_0(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        await theirs.create(table(), row(1, personal=b"Ada", person="ada"))
        woken: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
        theirs.listen(lambda name, version: woken.put_nowait((name, version)), unasked)
        assert await ours.forget("ada") == ["t1"]
        assert await woken.get() == ("t1", 0)

    async def test_a_command_reaches_the_owner_and_its_answer_comes_back(self, shared: Place) -> None:
        ours, theirs, third = [await shared.open() for _ in range(3)]
        await ours.create(table(), row(1))
        tasks: set[asyncio.Task[None]] = set()

        def asked(name: str, ticket: str, command: bytes) -> None:
            tasks.add(asyncio.create_task(ours.answer(ticket, name.encode() + b" did " + command)))

        ours.listen(lambda name, version: None, asked)
        theirs.listen(lambda name, version: None, unasked)
        commands = [b"\x00command %d" % number for number in range(20)]
        answers = await asyncio.gather(*((theirs, third)[n % 2].post("t1", one) for n, one in enumerate(commands)))
        assert answers == [b"t1 did " + command for command in commands]
        await asyncio.gather(*tasks)

    async def test_a_table_that_no_live_server_has_cannot_be_asked(self, shared: Place) -> None:
        ours, theirs = await shared.open(), await shared.open()
        await ours.create(table(), row(1))
        await shared.expire(ours)
        with pytest.raises(Unavailable, match="no server has table t1"):
            await theirs.post("t1", b"command")
        with pytest.raises(Unavailable, match="no server has table t2"):
            await theirs.post("t2", b"command")

    async def test_an_owner_that_does_not_answer_is_unavailable(
        self, shared: Place, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        for module in ("postgres", "memory"):
            monkeypatch.setattr(f"paddock.server.store.{module}.ANSWER", 0.05)
        ours, theirs = await shared.open(), await shared.open()
        await ours.create(table(), row(1))
        tickets: asyncio.Queue[str] = asyncio.Queue()
        asked: Asked = lambda name, ticket, command: tickets.put_nowait(ticket)  # noqa: E731
        ours.listen(lambda name, version: None, asked)
        with pytest.raises(Unavailable, match="does not answer"):
            await theirs.post("t1", b"command")
        if not tickets.empty():
            await ours.answer(tickets.get_nowait(), b"too late")

    async def test_letters_do_not_pile_up(self, postgres: PostgresPlace) -> None:
        ours, theirs = await postgres.open(), await postgres.open()
        await ours.create(table(), row(1))
        tasks: set[asyncio.Task[None]] = set()
        ours.listen(
            lambda name, version: None,
            lambda name, ticket, command: tasks.add(asyncio.create_task(ours.answer(ticket, b"yes"))),
        )
        for _ in range(5):
            assert await theirs.post("t1", b"command") == b"yes"
        await asyncio.gather(*tasks)
        assert await postgres.sql("SELECT * FROM inbox") == []
