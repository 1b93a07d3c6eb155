"""What servers tell one another about who is at their tables."""

from __future__ import annotations

from paddock.server.gossip import LONGEST, Seen, decoder, letters


def test_letters_hold_everything_once_in_order_and_none_is_too_long() -> None:
    seen = [Seen(f"table{number:04}", tuple(range(number % 5)), number % 3, number % 7 == 0) for number in range(500)]
    written = list(letters(seen))
    assert len(written) > 1
    assert max(len(letter.encode()) for letter in written) <= LONGEST + 2
    assert [one for letter in written for one in decoder.decode(letter)] == seen


def test_nobody_is_no_letter() -> None:
    assert list(letters([])) == []
