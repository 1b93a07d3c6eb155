"""Commands as a seat's own line would send them."""

from __future__ import annotations

import asyncio

from paddock.server import wire
from paddock.server.answer import Answer, Asked
from paddock.server.room import Room


async def do(room: Room, seat: int, command: wire.SeatCommand) -> Answer:
    """Have a command carried out with the key of whoever sits there."""
    return await room.do(Asked(room.table.seats[seat].token, command))


async def settled(turns: int = 20) -> None:
    """Let everybody go on who can, where nobody waits for a file or a clock: passes of the loop, not a time."""
    for _ in range(turns):
        await asyncio.sleep(0)
