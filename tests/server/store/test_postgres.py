"""A PostgreSQL that fails: no false answer, and no restart of ours."""

from __future__ import annotations

import asyncio
import random
from itertools import count

import asyncpg
import pytest

from paddock.core.errors import PaddockError
from paddock.server.store.postgres import Append, Connection, PostgresStore
from paddock.server.store.store import Doubtful, Fenced, Row, Store, Unavailable
from tests.server.store.place import PostgresPlace, row, table

pytestmark = pytest.mark.asyncio


class Breaking(PostgresStore):
    """Loses its connection at a commit: before it, or after it and before the answer."""

    broken = ""
    commits = 0

    async def commit(self, connection: Connection, batch: list[Append]) -> set[tuple[str, int]]:
        self.commits += 1
        broken, self.broken = self.broken, ""
        if broken == "before":
            connection.terminate()
        written = await super().commit(connection, batch)
        if broken == "after":
            connection.terminate()
            raise ConnectionResetError("the answer was lost")
        return written


async def breaking(postgres: PostgresPlace) -> Breaking:
    store = Breaking(postgres.url, patience=10)
    await postgres.enter(store)
    return store


async def recovered(store: Store, entry: Row) -> None:
    """Append as soon as the database is back."""
    while True:
        try:
            await store.append(entry, 1)
        except Unavailable:
            await asyncio.sleep(0.02)
        else:
            return


async def test_a_commit_whose_answer_was_lost_is_acknowledged(postgres: PostgresPlace) -> None:
    store = await breaking(postgres)
    await store.create(table(), row(1))
    store.broken = "after"
    await store.append(row(2), 1, status="playing")
    assert await store.load("t1") == [row(1), row(2)]
    await store.append(row(3), 1)


async def test_a_commit_that_never_happened_is_unavailable(postgres: PostgresPlace) -> None:
    store = await breaking(postgres)
    await store.create(table(), row(1))
    store.broken = "before"
    with pytest.raises(Unavailable) as caught:
        await store.append(row(2), 1, status="playing")
    assert not isinstance(caught.value, Doubtful)
    assert await store.load("t1") == [row(1)]
    await store.append(row(2), 1)


async def test_a_lost_answer_does_not_acknowledge_what_was_fenced(postgres: PostgresPlace) -> None:
    store = await breaking(postgres)
    await store.create(table("a"), row(1, "a"))
    await store.create(table("b"), row(1, "b"))
    await store.append(row(2, "a"), 1)
    store.broken = "after"
    outcomes = await asyncio.gather(
        store.append(row(2, "a", body=b"late"), 1), store.append(row(2, "b"), 1), return_exceptions=True
    )
    assert [type(outcome) for outcome in outcomes] == [Fenced, type(None)]


async def test_rows_that_wait_share_the_next_commit(postgres: PostgresPlace) -> None:
    store = await breaking(postgres)
    for number in range(50):
        await store.create(table(f"t{number}"), row(1, f"t{number}"))
    before = store.commits
    await asyncio.gather(*(store.append(row(2, f"t{number}"), 1) for number in range(50)))
    assert store.commits - before <= 2


async def test_a_value_that_does_not_fit_fails_only_its_own_row(postgres: PostgresPlace) -> None:
    store = await postgres.open()
    for name in ("a", "b", "c"):
        await store.create(table(name), row(1, name))
    outcomes = await asyncio.gather(
        store.append(row(2, "a"), 1),
        store.append(row(2, "b", at=1 << 70), 1),
        store.append(row(2, "c", person="\0"), 1),
        return_exceptions=True,
    )
    assert outcomes[0] is None
    assert all(isinstance(one, Exception) and not isinstance(one, (Fenced, Unavailable)) for one in outcomes[1:])
    assert [len(await store.load(name)) for name in ("a", "b", "c")] == [2, 1, 1]


async def waiting_backend(postgres: PostgresPlace) -> int:
    """The process of the append that waits for a lock."""
    while True:
        found = await postgres.sql(
            "SELECT pid FROM pg_stat_activity WHERE datname = $1 AND wait_event_type = 'Lock'", postgres.database
        )
        if found:
            return int(found[0][0])
        await asyncio.sleep(0.01)


async def test_a_backend_killed_in_the_middle_of_a_statement_leaves_nothing(postgres: PostgresPlace) -> None:
    store = await postgres.open()
    await store.create(table(), row(1))
    blocker = await asyncpg.connect(postgres.url)
    transaction = blocker.transaction()
    await transaction.start()
    await blocker.execute("SELECT 1 FROM tables FOR UPDATE")
    append = asyncio.create_task(store.append(row(2), 1))
    process = await waiting_backend(postgres)
    await postgres.sql("SELECT pg_terminate_backend($1)", process)
    with pytest.raises(Unavailable) as caught:
        await append
    assert not isinstance(caught.value, Doubtful)
    await transaction.rollback()
    await blocker.close()
    assert await store.load("t1") == [row(1)]
    await store.append(row(2, body=b"again"), 1)


async def test_a_statement_that_was_given_up_is_not_committed_later(postgres: PostgresPlace) -> None:
    store = PostgresStore(postgres.url, patience=10)
    await postgres.enter(store)
    await store.create(table(), row(1))
    blocker = await asyncpg.connect(postgres.url)
    transaction = blocker.transaction()
    await transaction.start()
    await blocker.execute("SELECT 1 FROM tables FOR UPDATE")
    append = asyncio.create_task(store.append(row(2), 1))
    process = await waiting_backend(postgres)
    (found,) = await store.find_out(process, [row(2)], Unavailable("no answer"))
    assert isinstance(found, Unavailable)
    await transaction.rollback()
    await blocker.close()
    with pytest.raises(Unavailable):
        await append
    assert await store.load("t1") == [row(1)]


async def test_an_append_that_waited_for_a_claim_is_fenced(postgres: PostgresPlace) -> None:
    store = await postgres.open()
    await store.create(table(), row(1))
    claimer = await asyncpg.connect(postgres.url)
    async with claimer.transaction():
        await claimer.execute("UPDATE tables SET owner = 'another', epoch = 2")
        append = asyncio.create_task(store.append(row(2), 1))
        await waiting_backend(postgres)
    await claimer.close()
    with pytest.raises(Fenced):
        await append
    assert await store.load("t1") == [row(1)]


async def test_killed_backends_never_bring_a_false_answer(postgres: PostgresPlace) -> None:
    store = await postgres.open()
    names = [f"t{number}" for number in range(20)]
    for name in names:
        await store.create(table(name), row(1, name))
    acknowledged: dict[str, list[Row]] = {name: [row(1, name)] for name in names}
    refused: list[Unavailable] = []
    done = asyncio.Event()

    async def play(name: str) -> None:
        for attempt in count():
            if done.is_set():
                return
            entry = row(len(acknowledged[name]) + 1, name, body=b"attempt %d" % attempt)
            try:
                await store.append(entry, 1)
            except Unavailable as error:
                refused.append(error)
            else:
                acknowledged[name].append(entry)

    async def kill() -> None:
        connection = await asyncpg.connect(postgres.url)
        while len(refused) < 10 * len(names):
            await connection.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = $1 "
                "AND query LIKE '%WITH run%' AND pid <> pg_backend_pid()",
                postgres.database,
            )
            await asyncio.sleep(random.random() * 0.05)
        done.set()
        await connection.close()

    await asyncio.gather(kill(), *map(play, names))
    assert not any(isinstance(error, Doubtful) for error in refused)
    for name in names:
        assert await store.load(name) == acknowledged[name]


async def test_after_a_restart_all_goes_on_by_itself(postgres: PostgresPlace) -> None:
    ours, theirs = await postgres.open(), await postgres.open()
    await ours.create(table(), row(1))
    woken: asyncio.Queue[tuple[str, int]] = asyncio.Queue()
    missed = asyncio.Event()
    theirs.listen(lambda name, version: woken.put_nowait((name, version)), lambda *_: None, missed.set)
    await postgres.server.stop()
    try:
        for call in (
            ours.append(row(2), 1),
            ours.create(table("t2"), row(1, "t2")),
            ours.beat(),
            ours.claim("t1"),
            ours.load("t1"),
            ours.post("t1", b""),
            ours.forget("ada"),
        ):
            with pytest.raises(Unavailable):
                await call
        assert not missed.is_set()
        with pytest.raises(Unavailable):
            await PostgresStore(postgres.url).open()
    finally:
        await postgres.server.start()
    await recovered(ours, row(2))
    await ours.beat()
    assert await ours.claim("t1") == 1
    await missed.wait()
    await ours.append(row(3), 1)
    while await woken.get() != ("t1", 3):
        pass
    assert await theirs.load("t1") == [row(1), row(2), row(3)]


async def test_a_commit_that_the_database_took_with_it_is_doubtful(postgres: PostgresPlace) -> None:
    store = Breaking(postgres.url, patience=0.5)
    await store.open()
    await store.create(table(), row(1))
    held = asyncio.Event()
    gone = asyncio.Event()
    commit = store.commit

    async def stopped(connection: Connection, batch: list[Append]) -> set[tuple[str, int]]:
        written = await commit(connection, batch)
        assert written
        held.set()
        await gone.wait()
        raise ConnectionResetError("the answer was lost")

    store.commit = stopped  # type: ignore[method-assign]
    store.patience = 60.0
    append = asyncio.create_task(store.append(row(2), 1))
    await held.wait()
    await postgres.server.stop()
    try:
        store.patience = 0.2
        gone.set()
        with pytest.raises(Doubtful):
            await append
    finally:
        await postgres.server.start()
        store.commit = commit  # type: ignore[method-assign]
        store.patience = 10.0
    while True:
        try:
            assert await store.load("t1") == [row(1), row(2)]
            break
        except Unavailable:
            await asyncio.sleep(0.02)
    with pytest.raises(Fenced):
        await store.append(row(2, body=b"again"), 1)
    await store.close()


async def test_closing_while_the_database_is_away_ends(postgres: PostgresPlace) -> None:
    store = await postgres.open()
    await postgres.server.stop()
    try:
        await store.close()
    finally:
        await postgres.server.start()


async def test_several_may_open_a_new_database_at_once(postgres: PostgresPlace) -> None:
    await asyncio.gather(*(postgres.open() for _ in range(4)))
    assert [tuple(found) for found in await postgres.sql("SELECT number FROM migrations")] == [(1,), (2,), (3,)]


async def test_a_database_of_a_newer_paddock_is_refused(postgres: PostgresPlace) -> None:
    await (await postgres.open()).close()
    await postgres.sql("INSERT INTO migrations (number) VALUES (99)")
    with pytest.raises(PaddockError, match="newer Paddock"):
        await postgres.store().open()
