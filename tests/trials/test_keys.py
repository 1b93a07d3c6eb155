"""Old keys open nothing, and a server that trusts what was true when a command came is caught."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Iterator

import pytest

from paddock.server.answer import Answer, Asked, AskedSeat
from paddock.server.room import Room
from trials import keys


@pytest.fixture(autouse=True)
def quiet() -> Iterator[None]:
    before = logging.root.manager.disable
    yield
    logging.disable(before)


def test_old_keys_and_keys_to_seats_that_were_given_up_do_nothing() -> None:
    figures = keys.run(histories=40, trials=0, seed=1)
    simulated = figures["simulated"]
    assert isinstance(simulated, dict)
    assert simulated["tries"] == 40
    assert simulated["carried_out"] > 40, "else nothing was tried"
    assert (figures["hijacked"], figures["stale"], figures["unanswered"]) == (0, 0, 0)


@pytest.mark.slow
def test_neither_do_they_through_two_processes() -> None:
    figures = keys.run(histories=0, trials=6, seed=1)
    assert (figures["hijacked"], figures["stale"], figures["unanswered"]) == (0, 0, 0)


def test_a_server_that_looks_the_seat_up_when_the_command_comes_is_caught(monkeypatch: pytest.MonkeyPatch) -> None:
    genuine = Room.do

    async def trusting(self: Room, asked: Asked | AskedSeat) -> Answer:
        if isinstance(asked, Asked) and (seat := self.table.seat_of(asked.key)) >= 0:
            await asyncio.sleep(0.005)
            asked = Asked(self.table.seats[seat].token, asked.command)
        return await genuine(self, asked)

    monkeypatch.setattr(Room, "do", trusting)
    figures = keys.run(histories=20, trials=0, seed=1)
    assert figures["hijacked"]
    assert figures["stale"]
