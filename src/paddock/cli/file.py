"""File: reading and writing transcripts on disk, with errors that say what is wrong."""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from datetime import datetime
from pathlib import Path

from paddock.core.errors import PaddockError

LARGEST = 16_000_000  # bytes; a long match has some 30 thousand


class BadFile(PaddockError):
    """A file that cannot be read or written."""


def read_text(file: str, what: str = "a transcript") -> str:
    """The file's text; `-` is what is piped in."""
    try:
        data = sys.stdin.buffer.read(LARGEST + 1) if file == "-" else head_of(Path(file))
    except (OSError, ValueError) as error:
        raise BadFile(f"{file} cannot be read: {reason(error)}") from None
    if len(data) > LARGEST:
        raise BadFile(f"{file} is too large for {what}: more than {LARGEST // 1_000_000} MB")
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError:
        raise BadFile(f"{file} is not a text file; {what} is UTF-8 text") from None


def head_of(path: Path) -> bytes:
    with path.open("rb") as stream:
        return stream.read(LARGEST + 1)


def write_text(path: Path, text: str) -> None:
    """Write the whole file or leave it as it was."""
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.write_text(text, "utf-8", errors="backslashreplace")
        part.replace(path)
    except (OSError, ValueError) as error:
        with suppress(OSError, ValueError):
            part.unlink(missing_ok=True)
        raise BadFile(f"{path} cannot be written: {reason(error)}") from None


def reason(error: Exception) -> str:
    """`no such file or directory`."""
    text = error.strerror if isinstance(error, OSError) and error.strerror else str(error)
    return text[:1].lower() + text[1:]


def kept(game: str) -> Path:
    """Where a match is kept when nobody says where."""
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    folder = Path(os.environ.get("PADDOCK_HOME") or Path(state) / "paddock")
    return folder / f"{game}-{datetime.now():%Y-%m-%d-%H%M%S}-{os.getpid()}.txt"
