"""History: tables that have been played at for long, written into a store before a server is measured with them."""

from __future__ import annotations

import secrets
import time

from paddock.bench.client import LEVEL
from paddock.bench.engine import seats_of
from paddock.core.game import Game
from paddock.core.match import Standing
from paddock.server.archive import put
from paddock.server.entry import ClockRule, Entry
from paddock.server.guard import digest, new_token
from paddock.server.store import open_store
from paddock.server.store.store import Row, Store, TableRow
from paddock.server.table import Sitter, Table, Terms, encode, opening
from paddock.server.wire import encoder

OPENED = time.time_ns() // 1_000_000  # long ago nobody would come back to them, and bots would play
Past = tuple[str, list[str]]  # a table, and the token of each seat


async def write(address: str, game: Game, tables: int, entries: int) -> list[Past]:
    """So many tables with so many entries: of each three, one is a decision that stays and two one that did not."""
    store = open_store(address)
    await store.open()
    try:
        return [await write_one(store, game, entries) for _ in range(tables)]
    finally:
        await store.close()


async def write_one(store: Store, game: Game, entries: int) -> Past:
    log = Log(game)
    tokens = log.begin()
    while len(log.rows) < entries and not log.table.match.over:
        log.go_on()
    row = TableRow(
        log.table.id, game.name, False, log.table.status, OPENED, OPENED, log.secret, secrets.token_urlsafe(18)
    )
    await put(store, row, log.rows)
    return log.table.id, tokens


class Log:
    """A table in the making, and the rows of its log."""

    def __init__(self, game: Game) -> None:
        self.secret = secrets.token_bytes(32)
        self.table = Table(self.secret, {game.name: game})
        self.game = game
        self.rows: list[Row] = []
        self.name = secrets.token_urlsafe(12)

    def add(self, entry: Entry) -> None:
        body = encode(entry.body)
        personal = encoder.encode(entry.personal) if entry.personal else None
        self.rows.append(Row(self.name, len(self.rows) + 1, body, personal, entry.person, OPENED, None))
        self.table.fold(entry, body)

    def begin(self) -> list[str]:
        """Everybody sits down, and the match begins; their tokens."""
        seats = seats_of(self.game)
        terms = Terms(["open"] * seats, ClockRule(), False, LEVEL)
        self.add(opening(self.name, self.game, self.game.setup(seats), terms, self.secret, OPENED))
        tokens = [new_token() for _ in range(seats)]
        for token in tokens:
            sitter = Sitter(digest(new_token()), "Person", "otter", "")
            self.add(self.table.sitting(sitter, None, digest(token), OPENED))
        while (entry := self.table.owed(OPENED)) is not None:
            self.add(entry)
        return tokens

    def go_on(self) -> None:
        """A decision, taken back if that is possible, and made again."""
        table = self.table
        seat = table.pending[0]
        action = int(table.match.state.legal_actions(seat)[0])
        self.add(table.played(seat, table.asked[seat], action, OPENED, secrets.token_hex(16)))
        if isinstance(table.match.undo_or_barrier(seat), Standing):
            self.add(Entry(table.undone(seat, table.asked[seat], OPENED, secrets.token_hex(16))))
            self.add(table.played(seat, table.asked[seat], action, OPENED, secrets.token_hex(16)))
