"""Journal: what the server says on stderr, an event a line, and never a secret.

`note`, `warn` and `fail` take the name of an event and plain fields. A JSON object a line is written, or a readable
line where stderr is a terminal. Lines of libraries go through the same gate.
"""

from __future__ import annotations

import dataclasses
import logging
import re
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any, Final, TextIO

import msgspec
from websockets.exceptions import WebSocketException

HIDDEN: Final = "[hidden]"
# A field is hidden if one of these is part of its name: `seat_token`, `Authorization`, `nonces`.
SECRET: Final = ("token", "secret", "nonce", "invite", "authorization", "seed", "password", "cookie", "query")
DEEPEST: Final = 6  # levels of nesting that are written out
LONGEST: Final = 8000  # characters of one text

# In running text a secret is known by its shape, or by the name before it.
TOKEN = re.compile(r"(?<![A-Za-z0-9_-])[A-Za-z0-9_-]{43}(?![A-Za-z0-9_-])")  # 32 bytes in base64url
NAMED = re.compile(
    rf"(?i)((?:{'|'.join(SECRET)})[\w-]{{0,30}}\\*[\"']?\s*[=:]\s*)(?:b?[\"'][^\"']*[\"']|[^\s,;&)}}\]]+)"
)
BEARER = re.compile(r"(?i)\b(bearer)\s+\S+")
WORD = re.compile(r"[^\s\"']+")
TAIL = re.compile(r"[?#].*")  # of an address

LOGGER: Final = logging.getLogger("paddock.server")


def note(event: str, **fields: object) -> None:
    """Something happened as it should."""
    write(logging.INFO, event, fields)


def detail(event: str, **fields: object) -> None:
    """Something small happened; only shown to those who look for a fault."""
    write(logging.DEBUG, event, fields)


def warn(event: str, **fields: object) -> None:
    """Something went wrong and was mended."""
    write(logging.WARNING, event, fields)


def fail(event: str, error: BaseException | None = None, **fields: object) -> None:
    """Something went wrong, and somebody should look at it."""
    write(logging.ERROR, event, fields, error)


def write(level: int, event: str, fields: Mapping[str, object], error: BaseException | None = None) -> None:
    if LOGGER.isEnabledFor(level):
        LOGGER.log(level, "%s", event, exc_info=error, extra={"fields": fields})


def redacted(value: object, depth: int = 0) -> Any:
    """The value as JSON without secrets: those of known names, and whatever looks like a token."""
    if value is None or isinstance(value, bool | int | float):
        return value
    if isinstance(value, str):
        return scrubbed(value)
    if isinstance(value, bytes | bytearray | memoryview):
        return f"[{len(value)} bytes]"
    if isinstance(value, BaseException):
        return scrubbed(f"{type(value).__name__}: {value}")
    if depth == DEEPEST:
        return "[…]"
    fields = fields_of(value)
    if fields is not None:
        return {scrubbed(str(name)): shown(str(name), inner, depth + 1) for name, inner in fields.items()}
    if isinstance(value, list | tuple | set | frozenset):
        return [redacted(inner, depth + 1) for inner in value]
    return f"[{type(value).__name__}]"  # its repr might tell anything


def shown(name: str, value: object, depth: int) -> Any:
    """A named value, unless its name says that it is a secret."""
    plain = name.lower()
    return HIDDEN if any(word in plain for word in SECRET) else redacted(value, depth)


def fields_of(value: object) -> Mapping[Any, object] | None:
    """The named parts of a record, or None if it is none."""
    if isinstance(value, Mapping):
        return value
    if isinstance(value, msgspec.Struct):
        return msgspec.structs.asdict(value)
    if isinstance(value, tuple) and hasattr(value, "_asdict"):
        named: dict[str, object] = value._asdict()
        return named
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    return None


def scrubbed(text: str) -> str:
    """Running text without query strings, fragments, tokens, and what follows the name of a secret."""
    text = WORD.sub(lambda word: TAIL.sub("", word[0]) if "/" in word[0] else word[0], text[:LONGEST])
    text = BEARER.sub(rf"\1 {HIDDEN}", text)
    text = NAMED.sub(rf"\g<1>{HIDDEN}", text)
    return TOKEN.sub(HIDDEN, text)


class Line(logging.Formatter):
    """A record as one JSON object."""

    def format(self, record: logging.LogRecord) -> str:
        return msgspec.json.encode(self.parts(record)).decode()

    def parts(self, record: logging.LogRecord) -> dict[str, Any]:
        """Time, level, event, and the fields; a library's line is its event."""
        fields = getattr(record, "fields", {})
        parts: dict[str, Any] = {
            "time": datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds"),
            "level": record.levelname.lower(),
            "event": scrubbed(record.getMessage()),
        }
        if record.name != LOGGER.name:
            parts["from"] = record.name
        for name, value in fields.items():
            parts[name if name not in parts else f"{name}_"] = shown(name, value, 0)
        if record.exc_info and record.exc_info[1] is not None:
            error = record.exc_info[1]
            parts["error"] = redacted(error)
            parts["trace"] = [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in trace_of(error)]
        return parts


def trace_of(error: BaseException) -> list[traceback.FrameSummary]:
    """Where it was raised; places only, for source lines and locals may hold anything."""
    return traceback.extract_tb(error.__traceback__)[-12:]


class Spoken(Line):
    """A record for somebody at a terminal."""

    def format(self, record: logging.LogRecord) -> str:
        parts = self.parts(record)
        clock, level, event = parts.pop("time")[11:19], parts.pop("level"), parts.pop("event")
        trace = parts.pop("trace", [])
        rest = "".join(f"  {name}={value}" for name, value in parts.items())
        mark = "" if level in ("info", "debug") else f"{level}: "
        return "\n".join([printable(f"{clock} {mark}{event}{rest}"), *(f"         {place}" for place in trace)])


def printable(text: str) -> str:
    """Text that cannot steer a terminal, nor pretend to be a second line."""
    return "".join(letter if letter.isprintable() else repr(letter)[1:-1] for letter in text)


class Inside(logging.Filter):
    """Keeps out what a library says about malformed bytes: else anybody outside could fill the journal."""

    def filter(self, record: logging.LogRecord) -> bool:
        error = record.exc_info[1] if record.exc_info else None
        outside = isinstance(error, UnicodeDecodeError | WebSocketException) or "Invalid HTTP request" in record.msg
        return record.name == LOGGER.name or not outside


def open_journal(stream: TextIO | None = None, level: int = logging.INFO) -> None:
    """Write to this stream, by default stderr; uvicorn's lines too, but its access log is silent.

    Start uvicorn with `log_config=None, access_log=False`, so that it leaves this alone.
    """
    stream = sys.stderr if stream is None else stream
    place = logging.StreamHandler(stream)
    place.setFormatter(Spoken() if stream.isatty() else Line())
    place.addFilter(Inside())
    for name in ("paddock.server", "uvicorn", "asyncio"):
        logger = logging.getLogger(name)
        logger.handlers = [place]
        logger.propagate = False
        logger.setLevel(level if logger is LOGGER else max(level, logging.WARNING))
    access = logging.getLogger("uvicorn.access")  # every one of its lines is an address with its query
    access.handlers = []
    access.propagate = False
    access.disabled = True
