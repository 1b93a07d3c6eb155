"""File: reading and writing transcripts on disk, with errors that say what is wrong."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from paddock.core.errors import PaddockError

LARGEST = 16_000_000  # bytes; a long match has some 30 thousand
HEAD = 4096  # bytes; enough to know a transcript by


class BadFile(PaddockError):
    """A file that cannot be read or written."""


def read_text(file: str, what: str = "a transcript") -> str:
    """The file's text; `-` is what is piped in."""
    if not file:
        raise BadFile("no file is named; - reads what is piped in")
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else head_of(Path(file))
    except (OSError, ValueError) as error:
        raise BadFile(f"{file} cannot be read: {reason(error)}") from None
    if len(data) > LARGEST:
        raise BadFile(f"{file} is too large for {what}: more than {LARGEST // 1_000_000} MB")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise BadFile(f"{file} is not a text file; {what} is UTF-8 text") from None


def head_of(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LARGEST + 1)


def expanded(file: str | Path) -> Path:
    """The path, with the home folder for its `~`."""
    try:
        return Path(file).expanduser()
    except RuntimeError as error:  # nobody's home
        raise BadFile(f"{file} cannot be written: {reason(error)}") from None


def is_there(path: Path) -> bool:
    """Is there a transcript already? BadFile if there is something else."""
    try:
        if not path.resolve().exists():
            return False
        demand_transcript(path)
        return True
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}") from None


def write_text(path: Path, text: str) -> None:
    """Write the whole transcript or leave the file as it was; only a transcript is ever replaced."""
    is_there(path)
    try:
        target = path.resolve()  # a link stays a link
        target.parent.mkdir(parents=True, exist_ok=True)
        part = target.with_name(f"{target.name}.{os.getpid()}.part")
        try:
            part.write_text(text, "utf-8", errors="backslashreplace")
            part.replace(target)
        finally:
            with suppress(OSError):
                part.unlink(missing_ok=True)
    except (OSError, RuntimeError, ValueError) as error:
        raise BadFile(f"{path} cannot be written: {reason(error)}") from None


def demand_transcript(path: Path) -> None:
    """BadFile unless what is there begins as a transcript does."""
    # Only now: a transcript needs the engine, and errors must be told without it.
    from paddock.core.transcript import FIRST, content_lines

    if not path.is_file():
        raise BadFile(f"{path} cannot be written: it is no ordinary file")
    with path.open("rb") as stream:
        head = stream.read(HEAD).decode("utf-8-sig", errors="replace")
    if not [line for line in content_lines(head)[:1] if line.content == FIRST]:
        raise BadFile(f"{path} is something else; choose another name")


def reason(error: Exception) -> str:
    """`no such file or directory`."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def kept(game: str) -> Path:
    """Where a match is kept when nobody says where."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(os.environ.get("PADDOCK_HOME") or Path(state) / "paddock")
    name = f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}"
    path, number = folder / f"{name}.txt", 1
    while path.exists():  # two matches of one process in one second
        number += 1
        path = folder / f"{name}-{number}.txt"
    return path
