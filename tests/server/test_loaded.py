"""An operator who plays with loaded dice, and states weights afterwards by which every roll looks right."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from paddock.cli.verify import verify
from paddock.core.match import weights
from paddock.core.state import CHANCE, State
from paddock.server.fairness import Proof, digest
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
    code = verify(str(tmp_path / "proof.json"), "", str(tmp_path / "receipt.json"))
    said = capsys.readouterr().out
    assert code == 1, said
