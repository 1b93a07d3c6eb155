"""What every store promises."""

from __future__ import annotations

import asyncio

import pytest

from paddock.server.store.store import Fenced, Row, Unavailable
from tests.server.store.place import Place, row, table

pytestmark = pytest.mark.asyncio


class TestLog:
    async def test_what_was_appended_is_there_after_reopening(self, place: Place) -> None:
        store = await place.open()
        epoch = await store.create(table(), row(1))
        second = row(2, personal=b'{"name":"Ada"}', person="ada", body=bytes(range(256)))
        await store.append(second, epoch)
        await store.close()
        again = await place.open()
        assert await again.load("t1") == [row(1), second]
        assert await again.load("t1", after=1) == [second]
        assert await again.load("t1", after=2) == []
        assert await again.table("t1") == table(updated=second.at)

    async def test_a_table_that_nobody_made_is_empty(self, place: Place) -> None:
        store = await place.open()
        assert await store.load("t1") == []
        assert await store.table("t1") is None
        assert await store.claim("t1") is None

    async def test_a_table_is_made_once(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        with pytest.raises(Fenced):
            await store.create(table(game="other"), row(1, body=b"other"))
        assert await store.load("t1") == [row(1)]
        assert await store.table("t1") == table()

    async def test_many_append_at_once(self, place: Place) -> None:
        store = await place.open()
        names = [f"t{number}" for number in range(60)]
        await asyncio.gather(*(store.create(table(name), row(1, name)) for name in names))

        async def play(name: str) -> None:
            for version in range(2, 12):
                await store.append(row(version, name), 1)

        await asyncio.gather(*map(play, names))
        for name in names:
            assert await store.load(name) == [row(version, name) for version in range(1, 12)]

    async def test_rows_of_one_table_may_be_on_their_way_together(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        await asyncio.gather(*(store.append(row(version), 1) for version in range(2, 40)))
        assert await store.load("t1") == [row(version) for version in range(1, 40)]

    async def test_the_bytes_of_rows_that_come_together_are_kept_as_they_are(self, place: Place) -> None:
        store = await place.open()
        samples = [
            *(
                b"",
                b"{}",
                '{"name":"Größe 动物园 🦦"}'.encode(),
                b'{"quoted":"\\"\\\\\\n\\u0000"}',
                b"it's; -- ?1 $1 {places}",
            ),
            *(b"\x00", b"a\x00b", b"\xff\xfe", b"NULL", b"12", b" \n\t", bytes(range(256)), b"long " * 20_000),
        ]
        rows = [
            row(2, f"table {number:02}", body=body, personal=personal, person=person)
            for number, (body, personal, person) in enumerate(
                [(sample, None, None) for sample in samples]
                + [(b"{}", sample, "ada") for sample in samples]
                + [(sample, None, "Zoë") for sample in samples]
                + [(sample, sample, None) for sample in samples]
            )
        ]
        await asyncio.gather(*(store.create(table(one.table), row(1, one.table)) for one in rows))
        await asyncio.gather(*(store.append(one, 1) for one in rows))
        for one in rows:
            assert await store.load(one.table) == [row(1, one.table), one]

    async def test_a_taken_version_is_fenced_and_fails_no_neighbour(self, place: Place) -> None:
        store = await place.open()
        await store.create(table("a"), row(1, "a"))
        await store.create(table("b"), row(1, "b"))
        await store.append(row(2, "a"), 1)
        outcomes = await asyncio.gather(
            store.append(row(2, "b"), 1),
            store.append(row(2, "a", body=b"late"), 1, status="over", sits=(0, "eve")),
            store.append(row(3, "b"), 1),
            return_exceptions=True,
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Fenced, type(None)]
        assert await store.load("a") == [row(1, "a"), row(2, "a")]
        assert await store.load("b") == [row(1, "b"), row(2, "b"), row(3, "b")]
        assert await store.mine("eve", 9) == []
        assert [one.id for one in await store.lobby("over", 9)] == []

    async def test_of_two_with_the_same_version_the_first_is_written(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        outcomes = await asyncio.gather(
            store.append(row(2), 1), store.append(row(2, body=b"late"), 1), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), Fenced]
        assert await store.load("t1") == [row(1), row(2)]

    async def test_a_log_has_no_gaps(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        with pytest.raises(Fenced):
            await store.append(row(3), 1)
        assert await store.load("t1") == [row(1)]

    async def test_a_table_that_does_not_exist_is_fenced(self, place: Place) -> None:
        store = await place.open()
        with pytest.raises(Fenced):
            await store.append(row(1), 1)

    async def test_an_epoch_that_moved_on_is_fenced(self, place: Place) -> None:
        store = await place.open()
        epoch = await store.create(table(), row(1))
        await store.release("t1")
        with pytest.raises(Fenced):
            await store.append(row(2), epoch)
        later = await store.claim("t1")
        assert later is not None
        assert later > epoch
        with pytest.raises(Fenced):
            await store.append(row(2), epoch)
        await store.append(row(2), later)

    async def test_stale_and_current_epochs_in_one_batch_are_told_apart(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        outcomes = await asyncio.gather(
            store.append(row(2), 7), store.append(row(2), 1), store.append(row(3), 7), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [Fenced, type(None), Fenced]
        assert await store.load("t1") == [row(1), row(2)]

    async def test_a_stale_epoch_right_after_a_current_one_is_fenced(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        outcomes = await asyncio.gather(
            store.append(row(2), 1), store.append(row(3), 1), store.append(row(4), 7), return_exceptions=True
        )
        assert [type(outcome) for outcome in outcomes] == [type(None), type(None), Fenced]
        assert await store.load("t1") == [row(1), row(2), row(3)]

    async def test_a_table_stays_ours_and_the_next_server_raises_the_epoch(self, place: Place) -> None:
        store = await place.open()
        epoch = await store.create(table(), row(1))
        assert await store.claim("t1") == epoch
        await store.close()
        again = await place.open()
        assert await again.claim("t1") == epoch + 1
        assert await again.claim("t1") == epoch + 1

    async def test_closing_finishes_what_was_accepted(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        tasks = [asyncio.create_task(store.append(row(version), 1)) for version in range(2, 60)]
        await asyncio.sleep(0)  # all have been accepted
        await store.close()
        await asyncio.gather(*tasks)
        with pytest.raises(Unavailable):
            await store.append(row(60), 1)
        with pytest.raises(Unavailable):
            await store.load("t1")
        assert len(await (await place.open()).load("t1")) == 59

    async def test_a_caller_who_gives_up_harms_nobody(self, place: Place) -> None:
        store = await place.open()
        await store.create(table("a"), row(1, "a"))
        await store.create(table("b"), row(1, "b"))
        impatient = asyncio.create_task(store.append(row(2, "a"), 1))
        patient = asyncio.create_task(store.append(row(2, "b"), 1))
        await asyncio.sleep(0)
        impatient.cancel()
        await patient
        assert await store.load("b") == [row(1, "b"), row(2, "b")]


class TestLists:
    async def test_the_lobby_has_public_tables_of_a_status_newest_first(self, place: Place) -> None:
        store = await place.open()
        for name, created, public in [("a", 1, True), ("b", 3, True), ("c", 2, False), ("d", 2, True)]:
            await store.create(table(name, created=created, public=public), row(1, name))
        await store.append(row(2, "a"), 1, status="playing")
        assert await store.lobby("waiting", 9) == [], "nobody waits there"
        for name in "bcd":
            await store.append(row(2, name), 1, sits=(0, "ada"))
        assert [one.id for one in await store.lobby("waiting", 9)] == ["b", "d"]
        assert [one.id for one in await store.lobby("waiting", 1)] == ["b"]
        assert await store.lobby("playing", 9) == [table("a", created=1, status="playing", updated=1002)]

    async def test_unfinished_tables_of_a_person_are_counted_once_each(self, place: Place) -> None:
        store = await place.open()
        for name in "abcd":
            await store.create(table(name), row(1, name))
            await store.append(row(2, name), 1, sits=(0, "ada"))
        await store.append(row(3, "a", at=5000), 1, sits=(1, "ada"))
        await store.append(row(3, "b", at=5000), 1, status="playing")
        await store.append(row(3, "c", at=5000), 1, status="over")
        assert await store.unfinished("ada", 0) == 3
        assert await store.unfinished("ada", 1002) == 2, "nothing has happened at d since"
        assert await store.unfinished("eve", 0) == 0

    async def test_stale_matches_have_begun_and_come_oldest_first(self, place: Place) -> None:
        store = await place.open()
        for name, at in [("a", 30), ("b", 10), ("c", 20), ("d", 40), ("e", 5)]:
            await store.create(table(name), row(1, name))
            if name != "e":
                await store.append(row(2, name, at=at), 1, status="playing")
        await store.append(row(3, "c", at=25), 1, status="over")
        assert await store.stale(40, 9) == ["b", "a"]
        assert await store.stale(40, 1) == ["b"]

    async def test_orphans_are_unfinished_tables_whose_server_went_without_releasing_them(self, place: Place) -> None:
        store = await place.open()
        for name, created in [("a", 1), ("b", 3), ("c", 2), ("d", 2), ("e", 4)]:
            await store.create(table(name, created=created), row(1, name))
        await store.append(row(2, "a"), 1, status="over")
        await store.release("d")
        assert await store.orphans() == []
        await store.close()
        heir = await place.open()
        assert await heir.orphans() == ["c", "b", "e"]
        assert await heir.claim("b") == 2
        assert await heir.orphans() == ["c", "e"]

    async def test_the_last_status_of_a_batch_stands(self, place: Place) -> None:
        store = await place.open()
        await store.create(table(), row(1))
        await asyncio.gather(
            store.append(row(2), 1, status="playing"), store.append(row(3), 1, status="over"), store.append(row(4), 1)
        )
        assert await store.table("t1") == table(status="over", updated=1004)

    async def test_my_tables_come_with_the_seat_last_changed_first(self, place: Place) -> None:
        store = await place.open()
        for name in ("a", "b", "c"):
            await store.create(table(name), row(1, name))
        await store.append(row(2, "a", at=50), 1, sits=(3, "ada"))
        await store.append(row(2, "b", at=70), 1, sits=(0, "ada"))
        await store.append(row(3, "b", at=71), 1, sits=(0, "ada"))
        await store.append(row(2, "c", at=60), 1, sits=(1, "eve"))
        assert [(one.id, seat) for one, seat in await store.mine("ada", 9)] == [("b", 0), ("a", 3)]
        assert [(one.id, seat) for one, seat in await store.mine("ada", 1)] == [("b", 0)]

    async def test_finished_tables_are_listed_apart_and_page_by_page(self, place: Place) -> None:
        store = await place.open()
        for number, name in enumerate(("a", "b", "c", "d")):
            await store.create(table(name), row(1, name))
            await store.append(row(2, name, at=50 + number), 1, sits=(0, "ada"))
            if name != "b":
                await store.append(row(3, name, at=60 + number), 1, status="over")
        assert [one.id for one, _ in await store.mine("ada", 9)] == ["b"]
        assert [one.id for one, _ in await store.mine("ada", 9, over=True)] == ["d", "c", "a"]
        assert [one.id for one, _ in await store.mine("ada", 1, over=True, after=1)] == ["c"]
        assert await store.mine("ada", 9, over=True, after=3) == []

    async def test_forgetting_erases_what_is_personal_and_nothing_else(self, place: Place) -> None:
        store = await place.open()
        for name in ("a", "b", "c"):
            await store.create(table(name), row(1, name))
        mine = row(2, "a", personal=b"Ada", person="ada")
        hers = row(3, "a", personal=b"Eve", person="eve")
        await store.append(mine, 1, sits=(0, "ada"))
        await store.append(hers, 1, sits=(1, "eve"))
        await store.append(row(2, "b"), 1, sits=(0, "ada"))
        assert sorted(await store.forget("ada")) == ["a", "b"]
        assert await store.load("a") == [row(1, "a"), mine._replace(personal=None, person=None), hers]
        assert await store.mine("ada", 9) == []
        assert [one.id for one, _ in await store.mine("eve", 9)] == ["a"]
        assert await store.forget("ada") == []

    async def test_everything_is_all_tables_with_their_logs(self, place: Place) -> None:
        store = await place.open()
        written = {}
        for name in ("b", "a", "c"):
            rows: list[Row] = [row(1, name), row(2, name, personal=b"\xff", person="ada")]
            await store.create(table(name), rows[0])
            await store.append(rows[1], 1)
            written[name] = (table(name, updated=1002), rows)
        found = {one.id: (one, rows) async for one, rows in store.everything()}
        assert found == written
