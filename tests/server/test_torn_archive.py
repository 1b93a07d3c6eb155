"""An archive that was damaged on the way: all that is whole is taken, and what is not is named, never half believed."""

from __future__ import annotations

import asyncio
import base64
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from paddock.cli.archive import bring
from paddock.core.errors import PaddockError
from paddock.server.archive import FIRST
from paddock.server.checkup import check_up
from tests.server.test_archive import NAME, keep_a_table, opened, written

Lines = list[dict[str, Any]]  # the table's own, then its entries


def spoil_first(field: str, value: object) -> Callable[[Lines], None]:
    return lambda lines: lines[0].update({field: value})


def spoil_last(field: str, value: object) -> Callable[[Lines], None]:
    return lambda lines: lines[-1].update({field: value})


SPOILT = {
    "another secret": spoil_first("secret", "ff" * 32),
    "half a secret": spoil_first("secret", "00"),
    "another game": spoil_first("game", "franks-zoo"),
    "opened in no year": spoil_first("created", 10**30),
    "an entry of no year": spoil_last("at", 10**30),
    "an entry of another year than it says itself": spoil_last("at", 9_999_999_999_999),
}


async def archived(tmp_path: Path) -> Lines:
    async with opened(tmp_path / "first.db") as store:
        await keep_a_table(store)
    return [json.loads(line) for line in (await written(tmp_path / "first.db")).splitlines()]


def said_of(archive: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """What importing it says, where not all of it can be taken."""
    file = tmp_path / "archive"
    file.write_bytes(archive)
    assert bring(str(file), str(tmp_path / "second.db"), []) == 1
    return capsys.readouterr().out


def as_file(lines: Lines) -> bytes:
    return "\n".join([FIRST, *map(json.dumps, lines), ""]).encode()


@pytest.mark.parametrize("spoil", SPOILT.values(), ids=SPOILT)
def test_a_table_that_is_not_as_it_was_written_is_not_taken(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], spoil: Callable[[Lines], None]
) -> None:
    _, *lines = asyncio.run(archived(tmp_path))
    spoil(lines)
    said = said_of(as_file(lines), tmp_path, capsys)
    assert said.startswith("0 tables read")
    assert f"not taken: table {NAME}" in said


def test_a_byte_that_is_no_text_costs_its_table_and_nothing_else(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    asyncio.run(archived(tmp_path))
    whole = asyncio.run(written(tmp_path / "first.db")).encode()
    first, table = whole.split(b"\n", 1)
    torn = bytearray(table)
    torn[len(torn) // 2] ^= 0x80  # one flipped bit
    said = said_of(first + b"\n" + bytes(torn) + table, tmp_path, capsys)  # the second is as it was
    assert said.startswith("1 tables read")
    assert "not taken: " in said


def test_a_bit_of_the_next_tables_first_line_does_not_cost_the_table_before_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    _, *lines = asyncio.run(archived(tmp_path))
    whole = as_file(lines)
    torn = whole.partition(b"\n")[2].replace(b'"table"', b'"tablf"', 1)
    said = said_of(whole + torn, tmp_path, capsys)
    assert said.startswith("1 tables read")
    assert f"not taken: line {len(lines) + 2}: " in said


def test_a_name_that_is_no_text_costs_the_name_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _, *lines = asyncio.run(archived(tmp_path))
    (sat,) = [line for line in lines if "personal" in line]
    sat["personal"] = base64.b64encode(b'{"name":"\xff"}').decode()
    said = said_of(as_file(lines), tmp_path, capsys)
    assert said.startswith("1 tables read")
    assert f"not taken: the log of table {NAME} is damaged: the name or the words beside entry 2" in said
    assert not asyncio.run(check_up(str(tmp_path / "second.db"))).faults


def test_a_file_that_is_no_text_is_refused_in_a_sentence(tmp_path: Path) -> None:
    file = tmp_path / "archive"
    file.write_bytes(bytes(range(256)))
    with pytest.raises(PaddockError, match="is no archive: line 1 must be"):
        bring(str(file), str(tmp_path / "second.db"), [])
