"""`verify` and `replay`, on good files and on bad ones."""

from __future__ import annotations

import re
from pathlib import Path

import msgspec
import pytest

from paddock.core import transcript
from paddock.core.dice import ScriptedDice
from paddock.core.fair import Fair, commitment
from paddock.core.match import Match
from paddock.server.fairness import prove, sealing
from tests.cli.conftest import POND, Run
from tests.toy import GAME, KEEP
from trials.fairness import log_of


@pytest.fixture
def file(home: Path) -> Path:
    """A match of one round: Ada holds cards 1 and 3, Ben 2 and 4, and Ben wins the fish with his 4."""
    match = Match(GAME, GAME.setup(2, rounds=1), ScriptedDice((0, 1, 2, 3)))
    for seat, action in ((0, 2), (1, 3), (1, KEEP)):
        match.play(seat, action)
    path = home / "match.txt"
    path.write_text(transcript.write(match, names=("Ada", "Ben")), "utf-8")
    (home / "seen.txt").write_text(transcript.write(match, 0, names=("Ada", "Ben")), "utf-8")
    return path


def test_a_valid_file_is_called_valid(run: Run, file: Path) -> None:
    result = run(f"verify {file} --game {POND}")
    assert (result.exit_code, result.stdout) == (0, "valid: pond, 2 seats, 7 events, over with scores 0, 1\n")
    result = run(f"verify {file.with_name('seen.txt')} --game {POND}")
    assert (result.exit_code, result.stdout) == (0, "valid: pond, 2 seats, 7 events, as seat 0 saw it\n")


def test_an_invalid_file_is_called_invalid_with_the_line(run: Run, file: Path) -> None:
    text = file.read_text("utf-8")
    file.write_text(text.replace("0: bid 3", "0: bid 4"), "utf-8")
    result = run(f"verify {file} --game {POND}")
    assert result.exit_code == 1
    assert result.stdout == "invalid: line 11: seat 0 cannot play 'bid 4'; allowed: bid 1, bid 3\n"
    file.write_text(text[: text.index("1: bid")], "utf-8")
    result = run(f"verify {file} --game {POND}")
    assert result.exit_code == 1
    assert "the transcript was cut" in result.stdout


FAIR = Fair("x7Qk", b"S" * 32, (b"1" * 32, b"2" * 32))
PROMISED = commitment(FAIR.secret, FAIR.table, GAME.name, GAME.rules)


def fair_match() -> Match:
    """One round; the second bid is taken back, and whoever wins then keeps the fish."""
    match = Match(GAME, GAME.setup(2, rounds=1), FAIR.dice())
    for seat in (0, 1):
        match.play(seat, match.state.legal_actions(seat)[0])
    match.take_back(1)
    match.play(1, match.state.legal_actions(1)[-1])
    while not match.over:
        match.play(match.pending[0], KEEP)
    return match


def test_a_fair_match_is_rolled_again(run: Run, home: Path) -> None:
    file = home / "fair.txt"
    text = transcript.write(fair_match(), fair=FAIR)
    file.write_text(text, "utf-8")
    result = run(f"verify {file} --game {POND}")
    assert result.exit_code == 0
    assert result.stdout.split("\n")[1:] == [f"fair: commitment {PROMISED}, 4 rolls follow from the seed", ""]
    file.write_text(text.replace("fair secret 53", "fair secret 54"), "utf-8")
    result = run(f"verify {file} --game {POND}")
    assert result.exit_code == 1
    assert re.match(r"invalid: line \d+: chance says 'card \d', but the seed of this fair match gives", result.stdout)


def test_a_replay_tells_what_was_taken_back_by_consent(run: Run, home: Path) -> None:
    file = home / "fair.txt"
    file.write_text(transcript.write(fair_match(), names=("Ada", "Ben"), fair=FAIR), "utf-8")
    shown = run(f"replay {file} --game {POND}")
    assert shown.exit_code == 0
    assert "Ben takes back a decision and all that followed" in shown.stdout
    file.write_text(transcript.write(fair_match(), 0, names=("Ada", "Ben")), "utf-8")
    assert "Ben: take back" in run(f"replay {file} --game {POND}").stdout


def test_a_proof_is_verified_too(run: Run, home: Path) -> None:
    file = home / "proof.json"
    proof = prove(fair_match(), FAIR, log_of(fair_match(), FAIR))
    file.write_bytes(msgspec.json.encode(proof))
    result = run(f"verify {file}")
    stated = "the stated weights (not checked: that takes the rules)"
    said = f"valid: table x7Qk, pond, commitment {PROMISED}, 4 rolls follow from the seed by {stated}, "
    said += f"{len(proof.log)} entries with the same rolls and nonces are chained up to "
    assert (result.exit_code, result.stdout) == (0, f"{said}{proof.log[-1][1]}, {sealing(proof)}\n")
    result = run(f"verify {file} --game {POND}")
    assert result.exit_code == 0, result.stdout
    assert "4 rolls follow from the seed by the weights of the rules, " in result.stdout
    file.write_bytes(msgspec.json.encode(msgspec.structs.replace(proof, log=proof.log[1:])))
    result = run(f"verify {file}")
    assert result.exit_code == 1
    assert result.stdout.splitlines() == [
        "invalid: the digest does not fit: something in this proof was changed",
        "invalid: the chain is broken at entry 1",
    ]
    file.write_text("{}", "utf-8")
    result = run(f"verify {file}")
    assert result.exit_code == 1
    assert result.stdout.startswith("invalid: this is no proof of version 2 or 3: ")


def test_a_byte_order_mark_is_no_matter(run: Run, file: Path) -> None:
    file.write_text(file.read_text("utf-8"), "utf-8-sig")
    assert run(f"verify {file} --game {POND}").exit_code == 0


def test_what_is_piped_in_is_verified_too(run: Run, file: Path) -> None:
    assert run(f"verify - --game {POND}", file.read_text("utf-8")).exit_code == 0
    assert run("verify -").stdout.startswith("invalid: line 1: expected 'paddock transcript 1', found the end")


@pytest.mark.parametrize("command", ["verify", "replay", "play --resume"])
def test_files_that_are_none_get_one_sentence(run: Run, home: Path, command: str) -> None:
    (home / "binary").write_bytes(bytes(range(256)))
    sentences = {
        str(home / "missing"): "cannot be read: no such file or directory",
        str(home): "cannot be read: is a directory",
        str(home / "binary"): "is not a text file; a transcript is UTF-8 text",
        "a\0b": "cannot be read: embedded null byte",
    }
    for name, sentence in sentences.items():
        result = run(f"{command} {name}")
        assert result.exit_code == 2
        assert result.stderr == f"paddock: {name} {sentence}\n".replace("\0", "?")


def test_replay_tells_the_story_and_the_places(run: Run, file: Path) -> None:
    shown = run(f"replay {file} --game {POND}").stdout
    assert "Ada has decided.\n  Ben: card 4.\n  The bids: Ada 3 and Ben 4.\n  Ben: keep the fish." in shown
    assert "You draw" not in shown
    assert "1.  Ben  1\n  2.  Ada  0" in shown


def test_replay_from_a_seat_tells_what_that_seat_knew(run: Run, file: Path) -> None:
    shown = run(f"replay {file} --game {POND} --seat 0 --lang de").stdout
    assert "Du ziehst Karte 1.\n  Du ziehst Karte 3.\n  Ada: Karte 3." in shown
    assert "Karte 2" not in shown
    assert run(f"replay {file} --game {POND} --seat 5").stderr.startswith("paddock: there is no seat 5")


def test_replay_steps(run: Run, file: Path) -> None:
    shown = run(f"replay {file} --game {POND} --step", "", "q").stdout
    assert shown.count("Enter for the next decision") == 2
    assert "keep the fish" not in shown


def test_a_seats_own_transcript_is_recited(run: Run, file: Path) -> None:
    shown = run(f"replay {file.with_name('seen.txt')} --game {POND}").stdout
    assert "seat 0 wrote down what it saw" in shown
    assert "chance: card 1\n  chance: ?\n" in shown


def test_a_damaged_file_is_not_replayed(run: Run, file: Path) -> None:
    file.write_text(file.read_text("utf-8").replace("name 0 Ada", "name 0 Eve"), "utf-8")
    result = run(f"replay {file} --game {POND}")
    assert result.exit_code == 2
    assert "something above was edited" in result.stderr
