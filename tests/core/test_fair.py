"""A fair transcript: with the secret and the nonces, every roll in it can be made again."""

from __future__ import annotations

import random

import pytest

from paddock.core import transcript
from paddock.core.dice import ScriptedDice, SeededDice
from paddock.core.errors import BadTranscript
from paddock.core.fair import Fair, bot_nonce
from paddock.core.match import Match
from paddock.core.registry import list_games, load
from paddock.core.state import CHANCE
from tests.conformance.burrow import BURROW_GAME, BURY_ONE

FAIR = Fair("x7Qk", b"S" * 32, (b"\1" * 32, bot_nonce("x7Qk", 1)))


def match_of(fair: Fair = FAIR) -> Match:
    return Match(BURROW_GAME, BURROW_GAME.setup(2), fair.dice())


def sealed(text: str) -> str:
    """The text with a digest that fits, as a forger would leave it."""
    above = text[: text.rindex("digest")]
    return f"{above}digest {transcript.digest(transcript.content_lines(above))}\n"


def refusal(text: str) -> str:
    with pytest.raises(BadTranscript) as caught:
        transcript.read(sealed(text), BURROW_GAME)
    return str(caught.value)


def test_the_lines_come_after_the_names_and_are_read_back() -> None:
    text = transcript.write(match_of(), names=["Ada"], fair=FAIR)
    assert text.split("\n")[5:12] == [
        "name 0 Ada",
        "fair table x7Qk",
        f"fair secret {'53' * 32}",
        f"fair nonce 0 {'01' * 32}",
        f"fair nonce 1 {bot_nonce('x7Qk', 1).hex()}",
        "",
        text.split("\n")[11],
    ]
    record = transcript.verify(text, BURROW_GAME)
    assert record.fair == FAIR
    assert transcript.verify(transcript.write(match_of()), BURROW_GAME).fair is None


@pytest.mark.parametrize("name", list_games())
def test_whole_matches_of_every_game_are_rolled_again(name: str) -> None:
    game = load(name)
    seats = game.seats[-1]
    fair = Fair(name, b"s" * 32, tuple(bot_nonce(name, seat) for seat in range(seats)))
    rng = random.Random(1)
    match = Match(game, game.setup(seats), fair.dice())
    backs = 0
    while not match.over:
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.state.legal_actions(seat)))
        if backs < 5 and rng.random() < 0.1:
            match.take_back(seat)
            backs += 1
    record = transcript.verify(transcript.write(match, fair=fair))
    assert record.match is not None
    assert record.match.events == match.events
    other = fair._replace(secret=b"t" * 32)
    with pytest.raises(BadTranscript, match="but the seed of this fair match gives"):
        transcript.verify(transcript.write(match, fair=other))


def test_the_first_line_that_was_not_rolled_is_named() -> None:
    deal = [event.action for event in match_of().events]
    assert all(event.seat == CHANCE for event in match_of().events)
    loaded = [*deal[:-1], (deal[-1] + 1) % 3]
    match = Match(BURROW_GAME, BURROW_GAME.setup(2), ScriptedDice(loaded))
    words = ("bulb", "carrot", "turnip")
    text = transcript.write(match, fair=FAIR, comments={3: "the last root"})
    line = text.split("\n").index("# the last root") + 2
    said = f"line {line}: chance says '{words[loaded[-1]]}', but the seed of this fair match gives '{words[deal[-1]]}'"
    assert refusal(text) == said


def test_a_match_that_was_read_plays_on_with_its_own_dice() -> None:
    match = match_of()
    again = transcript.read(transcript.write(match, fair=FAIR), BURROW_GAME)
    given = transcript.read(transcript.write(match, fair=FAIR), BURROW_GAME, SeededDice(1))
    assert isinstance(again.dice, SeededDice)
    assert isinstance(given.dice, SeededDice)
    assert isinstance(match.dice, SeededDice)
    assert (again.dice.key, again.dice.count) == (match.dice.key, match.dice.count)
    assert given.dice.key == SeededDice(1).key


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("fair table x7Qk\n", "", "expected 'fair table ID'"),
        ("fair table x7Qk", "x7Qk", "expected an event"),
        ("fair table x7Qk", "fair table x7/k", "expected 'fair table ID'"),
        ("fair secret 53", "fair secret 5", "expected 'fair secret HEX'"),
        ("fair secret 53", "fair secret G3", "expected 'fair secret HEX'"),
        ("fair secret ", "", "expected 'fair secret HEX'"),
        ("fair nonce 1", "fair nonce 0", "expected 'fair nonce 1 HEX'"),
        (f"fair nonce 0 {'01' * 32}\n", "", "expected 'fair nonce 0 HEX'"),
        ("seats 2", "seats 3", "expected 'fair nonce 2 HEX'"),
    ],
)
def test_every_line_must_be_there_and_in_order(old: str, new: str, expected: str) -> None:
    text = transcript.write(match_of(), fair=FAIR)
    assert text.count(old) == 1
    assert expected in refusal(text.replace(old, new))


def test_what_one_seat_saw_never_tells_the_secret() -> None:
    match = match_of()
    match.play(0, next(action for action in match.state.legal_actions(0) if action >= BURY_ONE))
    with pytest.raises(ValueError, match="whole"):
        transcript.write(match, 0, fair=FAIR)
    with pytest.raises(ValueError, match="one nonce a seat"):
        transcript.write(match, fair=FAIR._replace(nonces=FAIR.nonces[:1]))
    seen = transcript.write(match, 0).replace("\n\n", "\nfair table x7Qk\n\n", 1)
    assert "only a whole transcript is fair" in refusal(seen)
