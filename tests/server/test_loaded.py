"""An operator who plays with loaded dice, and states weights afterwards by which every roll looks right."""

from __future__ import annotations

import json
import re
from base64 import b64decode
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from paddock.cli.verify import verify
from paddock.core.match import weights
from paddock.core.state import CHANCE, State
from paddock.server.entry import Played, body_decoder, encoder
from paddock.server.fairness import Proof, chained, digest
from tests.server.place import POND
from tests.server.test_sealing import Fairground


def loaded(state: State) -> tuple[list[tuple[int, int]], int]:
    """Whatever the operator likes; here the last outcome that can happen at all."""
    events: list[tuple[int, int]] = []
    while state.actor == CHANCE:
        outcome = max(k for k, weight in enumerate(weights(state)) if weight)
        state.apply(CHANCE, outcome)
        events.append((CHANCE, outcome))
    return events, 0


def excused(proof: Proof) -> Proof:
    """The same rolls with weights that leave no other outcome, and a digest that fits."""
    rolls = [([0] * outcome + [1], outcome) for _, outcome in proof.rolls]
    forged = replace(proof, rolls=rolls)
    return replace(forged, digest=digest(forged))


def test_loaded_dice_are_found_though_the_proof_states_weights_that_excuse_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """The log has the game, its options and every event, so whoever has the rules knows the true weights."""
    desk = Fairground(plan="open open")
    monkeypatch.setattr(desk.table, "rolls", loaded)
    desk.arrive("Ada", "Operator")
    desk.reveal("Ada", "Operator")
    forged = excused(desk.finish())
    (tmp_path / "proof.json").write_bytes(msgspec.json.encode(forged))
    (tmp_path / "receipt.json").write_bytes(msgspec.json.encode(desk.players["Ada"].receipt))
    assert json.loads((tmp_path / "proof.json").read_text())["nonces"][0] == desk.players["Ada"].starts[0][1]
    files = (str(tmp_path / "proof.json"), str(tmp_path / "receipt.json"))
    assert verify(files[0], POND, files[1]) == 1
    assert re.match(r"invalid: roll \d+ is \d+ of \[[01, ]+\] in the proof, ", capsys.readouterr().out)
    # Who has not the rules cannot know, and says so.
    assert verify(files[0], "", files[1]) == 0
    assert "by the stated weights (not checked: that takes the rules)" in capsys.readouterr().out


def test_events_that_the_rules_do_not_allow_are_found(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    desk = Fairground(plan="open open").arrive("Ada", "Ben")
    desk.reveal("Ada", "Ben")
    proof = desk.finish()
    bodies = [b64decode(body) for body, _ in proof.log]
    number, played = next(
        (number, body) for number, body in enumerate(bodies) if b'"played"' in body and b'"seat":-1' not in body
    )
    entry = body_decoder.decode(played)
    assert isinstance(entry, Played)
    (seat, _), *rolled = entry.events
    bodies[number] = encoder.encode(replace(entry, events=[(seat, 99_999), *rolled]))
    forged = replace(proof, log=chained(proof.table, bodies))
    file = tmp_path / "proof.json"
    file.write_bytes(msgspec.json.encode(replace(forged, digest=digest(forged))))
    assert verify(str(file), POND) == 1
    assert capsys.readouterr().out.startswith(f"invalid: entry {number + 1} of the log is not by the rules: ")
