"""Web: JSON over HTTP on a few connections that stay open."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from contextlib import suppress
from random import randrange
from typing import Any

import msgspec

from paddock.core.errors import PaddockError

CONNECTIONS = 16


class Refused(PaddockError):
    """The server answered with an error."""


class Web:
    """Calls run at once on as many connections as there are; more of them wait."""

    def __init__(self, host: str, port: int, connections: int = CONNECTIONS) -> None:
        self.host = host
        self.port = port
        self.scattered = False  # every call is another household's, as a proxy would say, so that no limit is met
        self.free: asyncio.Queue[tuple[asyncio.StreamReader, asyncio.StreamWriter] | None] = asyncio.Queue()
        for _ in range(connections):
            self.free.put_nowait(None)

    async def post(self, path: str, body: Mapping[str, Any], person: str) -> Any:
        """The answer's JSON; Refused with what the server says."""
        connection = await self.free.get()
        try:
            connection = connection or await asyncio.open_connection(self.host, self.port)
            status, answer = await self.exchange(*connection, path, msgspec.json.encode(body), person)
        except BaseException:
            if connection is not None:
                connection[1].close()
            connection = None
            raise
        finally:
            self.free.put_nowait(connection)
        if status >= 300:
            raise Refused(f"the server refused {path} with {status}: {answer.decode(errors='replace')}")
        return msgspec.json.decode(answer)

    async def exchange(
        self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, path: str, body: bytes, person: str
    ) -> tuple[int, bytes]:
        lines = [
            f"POST {path} HTTP/1.1",
            f"Host: {self.host}:{self.port}",
            f"Authorization: Bearer {person}",
            "Content-Type: application/json",
            f"Content-Length: {len(body)}",
            *([f"X-Forwarded-For: 198.18.{randrange(256)}.{randrange(256)}"] if self.scattered else []),
        ]
        writer.write("\r\n".join([*lines, "", ""]).encode() + body)
        head = (await reader.readuntil(b"\r\n\r\n")).decode("latin-1").split("\r\n")
        headers = dict(line.lower().split(": ", 1) for line in head[1:] if line)
        return int(head[0].split()[1]), await reader.readexactly(int(headers["content-length"]))

    async def close(self) -> None:
        """Hang up; the next call connects anew."""
        for _ in range(self.free.qsize()):
            connection = self.free.get_nowait()
            self.free.put_nowait(None)
            if connection is not None:
                connection[1].close()
                with suppress(OSError):  # the other end was faster
                    await connection[1].wait_closed()
