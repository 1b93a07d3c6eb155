"""A transcript says all of a match, and no damaged one is believed."""

from __future__ import annotations

import random
import re
from contextlib import suppress

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from paddock.core import transcript
from paddock.core.dice import SeededDice
from paddock.core.errors import BadTranscript, UndoRefused
from paddock.core.match import Match
from paddock.core.state import SPECTATOR, WHOLE
from tests.toy import GAME


def played(seed: int, seats: int = 3, decisions: int = 1000, undo: float = 0.3) -> Match:
    """A random match, or its beginning, with some decisions taken back."""
    rng = random.Random(seed)
    match = Match(GAME, GAME.setup(seats, rounds=1 + seed % 3), SeededDice(seed))
    for _ in range(decisions):
        if match.over:
            break
        seat = rng.choice(match.pending)
        match.play(seat, rng.choice(match.state.legal_actions(seat)))
        if rng.random() < undo:
            with suppress(UndoRefused):
                match.undo(seat)
    return match


def sealed(text: str) -> str:
    """The text with the digest that fits it, for tests of what only a careful forger gets to."""
    above = text[: text.rindex("digest")]
    return f"{above}digest {transcript.digest(transcript.content_lines(above))}\n"


def refusal(text: str) -> str:
    with pytest.raises(BadTranscript) as caught:
        transcript.verify(text, GAME)
    sentence = str(caught.value)
    assert sentence.isprintable()  # so it is one line
    return sentence


EXAMPLE = """\
paddock transcript 1
game pond
rules 1
seats 2
option rounds 1
option deep false
name 0 Ada #1

# a comment
*: card 1; card 2; card 3; card 4
1: bid 2  # another
1: undo
1: bid 4
? 0: bid 1; bid 3
0: bid 3
1: give 0
scores 1 0
places 1 2
digest sha256:d8f7
"""
WHOLE_TEXT = sealed(EXAMPLE)


def test_the_example_reads() -> None:
    record = transcript.verify(WHOLE_TEXT, GAME)
    assert record.names == {0: "Ada #1"}
    assert record.viewer == WHOLE
    assert record.setup == GAME.setup(2, rounds=1)
    assert record.match is not None
    assert record.match.over
    assert record.events[4:6] == ((1, "bid 2"), (1, "undo"))


@given(st.integers(0, 10**6), st.sampled_from([2, 3]), st.integers(0, 30), st.booleans())
def test_writing_and_reading_give_the_same_match(seed: int, seats: int, decisions: int, legal: bool) -> None:
    match = played(seed, seats, decisions)
    again = transcript.read(transcript.write(match, legal=legal), GAME)
    assert again.events == match.events
    assert again.setup == match.setup
    assert again.state.key() == match.state.key()
    assert again.sights == match.sights


def test_long_runs_of_chance_are_wrapped_and_keep_the_digest(monkeypatch: pytest.MonkeyPatch) -> None:
    match = played(2, decisions=0)
    plain = transcript.write(match)
    monkeypatch.setattr(transcript, "WIDTH", 40)
    text = transcript.write(match)
    assert max(len(line) for line in text.split("\n") if line.startswith("*:")) <= 40
    assert text != plain
    assert text.split("\n")[-2] == plain.split("\n")[-2]
    assert transcript.read(text, GAME).events == match.events


def test_comments_and_blank_lines_do_not_touch_the_digest() -> None:
    match = played(1)
    plain = transcript.write(match)
    text = transcript.write(match, comments={3: "the third card\nis good"})
    assert "# the third card\n# is good\n" in text
    assert plain.split("\n")[-2] == text.split("\n")[-2]
    spaced = re.sub("\n", "  \r\n\n# hm\n", text)
    assert transcript.read(spaced, GAME).events == match.events


def test_names_are_kept_and_cannot_break_the_lines() -> None:
    text = transcript.write(played(1), names=["Ada; 0: keep", "new\nline # 1\x1b", " "])
    assert transcript.verify(text, GAME).names == {0: "Ada; 0: keep", 1: "new line # 1"}


# A seat's own transcript


def test_a_seats_own_transcript_keeps_the_others_secrets() -> None:
    match = transcript.read(WHOLE_TEXT, GAME)
    text = transcript.write(match, viewer=0)
    assert "seen by seat 0\n" in text
    assert "*: card 1; ?; card 3; ?\n1: ?\n1: undo\n1: bid 4\n" in text
    record = transcript.verify(text, GAME)
    assert record.viewer == 0
    assert record.match is None
    assert record.events[:4] == ((-1, "card 1"), (-1, "?"), (-1, "card 3"), (-1, "?"))
    with pytest.raises(
        BadTranscript, match="this is what seat 0 saw of a match; only a whole transcript can be replayed"
    ):
        transcript.read(text, GAME)


def test_a_seats_own_transcript_is_checked_for_damage() -> None:
    text = transcript.write(transcript.read(WHOLE_TEXT, GAME), viewer=SPECTATOR)
    assert transcript.verify(text, GAME).viewer == SPECTATOR
    assert "line 17: expected 'digest sha256:" in refusal(text.replace("bid 3", "bid 1"))
    assert "line 5: expected 'seen by spectator' or a seat from 0 to 1" in refusal(text.replace("spectator", "seat 2"))
    assert "expected 'scores' and 2 numbers" in refusal(text.replace("scores 1 0", "scores 1"))


@given(st.integers(0, 10**6), st.integers(0, 12))
def test_an_open_sealed_choice_is_in_its_own_seats_transcript_only(seed: int, decisions: int) -> None:
    match = played(seed, 2, decisions)
    for viewer in (0, 1, SPECTATOR):
        record = transcript.verify(transcript.write(match, viewer=viewer), GAME)
        assert [event.notation == "?" for event in record.events] == [
            sight.action == -5 for sight in match.sights[viewer]
        ]


# Damage

SENTENCES = [
    (
        "paddock transcript 1",
        "paddock transcript 2",
        "line 1: expected 'paddock transcript 1', found 'paddock transcript 2'",
    ),
    ("game pond", "game chess", "line 2: expected 'game pond', found 'game chess'"),
    ("rules 1", "rules 7", "line 3: expected 'rules 1', the present rules of Pond, found 'rules 7'"),
    ("seats 2", "seats 9", "line 4: Pond is played by 2 to 3, not by 9"),
    ("seats 2", "seats two", "line 4: expected 'seats NUMBER', found 'seats two'"),
    ("seats 2", "seats ²", "line 4: expected 'seats NUMBER', found 'seats \\xb2'"),
    ("option rounds 1", "option rounds 9", "line 5: option rounds: '9' is not offered with 2 seats; allowed: 1, 2, 3"),
    (
        "option rounds 1",
        "option seats 3",
        "line 5: expected an option not given yet of rounds, deep, found 'option seats 3'",
    ),
    (
        "name 0 Ada",
        "name 2 Ada",
        "line 7: expected 'name SEAT NAME' with a new seat from 0 to 1, found 'name 2 Ada #1'",
    ),
    (
        "name 0 Ada",
        "name 0 \x1bc",
        "line 7: expected 'name SEAT NAME' with a new seat from 0 to 1, found 'name 0 \\x1bc #1'",
    ),
    ("card 1;", "card 99;", "line 10: chance cannot play 'card 99'; allowed: card 1, card 2"),
    ("card 2;", "card 1;", "line 10: chance cannot play 'card 1'; allowed: card 2, card 3"),
    ("; card 4", "", "line 11: it is not for seat 1 to act now: the match waits for chance"),
    ("0: bid 3", "0: bid 2", "line 15: seat 0 cannot play 'bid 2'; allowed: bid 1, bid 3"),
    ("0: bid 3", "5: bid 2", "line 15: there is no seat 5; expected 0 to 1, or * for chance"),
    ("0: bid 3", "0: undo", "line 15: seat 0 cannot take back"),
    ("0: bid 3", "*: undo", "line 15: it is not for chance to act now: the match waits for seat 0"),
    ("0: bid 3", "0: bid 3\n0: keep", "line 16: it is not for seat 0 to act now: the match waits for seat 1"),
    ("? 0: bid 1; bid 3", "? 0: bid 1", "line 14: expected exactly what is legal for seat 0: bid 1; bid 3"),
    ("? 0: bid 1; bid 3", "? 1: bid 2", "line 14: expected exactly what is legal for seat 1: nothing"),
    ("1: give 0", "1: keep", "line 17: expected 'scores 0 1', found 'scores 1 0'"),
    ("1: give 0\n", "", "line 16: expected no results yet, for the match waits for seat 1, found 'scores 1 0'"),
    ("scores 1 0", "scores 9 0", "line 17: expected 'scores 1 0', found 'scores 9 0'"),
    ("places 1 2", "places 2 1", "line 18: expected 'places 1 2', found 'places 2 1'"),
    ("digest", "sum", "line 19: expected an event such as '0: …', or 'digest sha256:…', found 'sum sha256:"),
]


@pytest.mark.parametrize(("old", "new", "sentence"), SENTENCES)
def test_the_first_line_that_diverges_is_named_with_what_was_expected(old: str, new: str, sentence: str) -> None:
    assert WHOLE_TEXT.count(old) == 1
    assert refusal(WHOLE_TEXT.replace(old, new)).startswith(sentence)


def test_an_edit_that_replays_is_found_by_the_digest() -> None:
    assert refusal(WHOLE_TEXT.replace("1: bid 2", "1: bid 4")).startswith("line 19: expected 'digest sha256:")
    assert refusal(WHOLE_TEXT.replace("name 0 Ada", "name 0 Eve")).startswith("line 19: expected 'digest sha256:")


def test_nothing_may_follow_the_digest() -> None:
    assert refusal(WHOLE_TEXT + "0: keep\n") == "line 20: expected nothing after the digest, found '0: keep'"


def test_every_changed_bit_is_found() -> None:
    text = transcript.write(played(5, decisions=6, undo=0)).encode()
    for place in range(len(text)):
        for bit in range(8):
            changed = bytearray(text)
            changed[place] ^= 1 << bit
            with suppress(UnicodeDecodeError):
                refusal(changed.decode())


@pytest.mark.parametrize("decisions", [0, 1, 2, 5, 1000])
def test_every_cut_is_found(decisions: int) -> None:
    text = transcript.write(played(5, decisions=decisions, undo=0))
    last = len(text.rstrip("\n"))  # the last line end is not content
    for end in range(last):
        refusal(text[:end])


def test_a_transcript_names_only_games_of_paddock() -> None:
    with pytest.raises(BadTranscript, match=r"line 2: no game is called 'tests\.toy:GAME'"):
        transcript.verify(WHOLE_TEXT.replace("game pond", "game tests.toy:GAME"))


def test_chance_takes_nothing_back() -> None:
    assert "chance cannot play 'undo'" in refusal(WHOLE_TEXT.replace("card 4\n", "undo\n"))


# Any text at all


@given(st.text(st.characters(exclude_categories=())))
def test_any_text_is_refused_in_one_sentence(text: str) -> None:
    refusal(text)


@given(st.text(st.characters(exclude_categories=()), min_size=1), st.data())
def test_any_text_within_a_transcript_is_refused_or_means_nothing(text: str, data: st.DataObject) -> None:
    start = data.draw(st.integers(0, len(WHOLE_TEXT)))
    end = data.draw(st.integers(start, min(len(WHOLE_TEXT), start + 9)))
    unless_harmless(WHOLE_TEXT[:start] + text + WHOLE_TEXT[end:])


@given(st.lists(st.tuples(st.integers(0, 30), st.integers(0, 30)), min_size=1, max_size=4))
def test_lines_out_of_order_are_refused_or_mean_nothing(swaps: list[tuple[int, int]]) -> None:
    lines = WHOLE_TEXT.split("\n")
    for one, other in swaps:
        one, other = one % len(lines), other % len(lines)
        lines[one], lines[other] = lines[other], lines[one]
    unless_harmless("\n".join(lines))


TOKENS = st.sampled_from(
    [*WHOLE_TEXT.split(), "\n", ";", "#", "?", "*:", "0:", "1:", "undo", "seen by seat 0", "-1", "name 1 B"]
)


@settings(max_examples=300)
@given(st.lists(TOKENS), st.integers(0, 18), st.booleans())
def test_words_of_a_transcript_in_any_order_are_refused_or_mean_nothing(
    words: list[str], keep: int, seal: bool
) -> None:
    text = "\n".join([*WHOLE_TEXT.split("\n")[:keep], " ".join(words)])
    unless_harmless(sealed(text + "\ndigest") if seal else text, forged=seal)


def unless_harmless(text: str, forged: bool = False) -> None:
    """Refused in one sentence, or the very same content (only a forged digest may vouch for another)."""
    try:
        record = transcript.verify(text, GAME)
    except BadTranscript:
        refusal(text)
        return
    same = [line.content for line in transcript.content_lines(WHOLE_TEXT)]
    assert forged or [line.content for line in transcript.content_lines(text)] == same
    assert record.viewer != WHOLE or record.match is not None
