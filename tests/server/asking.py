"""Commands as a seat's own line would send them."""

from __future__ import annotations

from paddock.server import wire
from paddock.server.answer import Answer, Asked
from paddock.server.room import Room


async def do(room: Room, seat: int, command: wire.SeatCommand) -> Answer:
    """Have a command carried out with the key of whoever sits there."""
    return await room.do(Asked(room.table.seats[seat].token, command))
