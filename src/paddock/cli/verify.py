"""`paddock verify`: whether a transcript, or the proof of a fair match, is valid, and why not."""

from __future__ import annotations

from paddock.cli.file import read_text
from paddock.core.errors import BadTranscript, listed
from paddock.core.fair import Fair, commitment
from paddock.core.game import Game
from paddock.core.registry import list_games, load
from paddock.core.state import CHANCE
from paddock.core.transcript import Record, viewer_name
from paddock.core.transcript import verify as verified


def verify(file: str, game: str, receipt: str = "") -> int:
    """0 if every line of it holds, else 1."""
    text = read_text(file)
    if text.lstrip().startswith("{"):
        return verify_proof(text, read_text(receipt) if receipt else "", game)
    try:
        record = verified(text, load(game) if game else None)
    except BadTranscript as error:
        print(f"invalid: {error}")
        return 1
    print(f"valid: {summary(record)}")
    if record.fair:
        print(f"fair: {rolled(record, record.fair)}")
    return 0


def verify_proof(text: str, kept: str, own: str) -> int:
    """0 if all of a proof follows from its secret, by the rules where they are here, and fits a receipt, else 1."""
    from paddock.server import fairness

    game: Game | None = None
    try:
        proof = fairness.read(text)
        receipt = fairness.read_receipt(kept) if kept else None
        faults = fairness.faults(proof, receipt=receipt)
        game = rules_of(proof.game, proof.rules, own)
        if game is not None and not faults:
            faults = fairness.match_faults(proof, fairness.retold(proof, game))
    except fairness.BadProof as error:
        faults = [str(error)]
    for fault in faults:
        print(f"invalid: {fault}")
    if not faults:
        print(f"valid: {fairness.summary(proof, receipt, game is not None)}")
    return 1 if faults else 0


def rules_of(name: str, rules: int, own: str) -> Game | None:
    """The game of this name by these rules, if it is here; a proof cannot name a module of its choice."""
    game = load(own) if own else load(name) if name in list_games() else None
    return game if game is not None and (game.name, game.rules) == (name, rules) else None


def summary(record: Record) -> str:
    """`franks-zoo, 4 seats, 954 events, over with scores 19, 12, 8, 3`."""
    facts = [record.setup.game, f"{record.setup.seats} seats", f"{len(record.events)} events"]
    if record.match is None:
        facts.append(f"as {viewer_name(record.viewer)} saw it")
    elif record.match.over:
        facts.append(f"over with scores {listed([str(points) for points in record.match.state.scores()])}")
    else:
        facts.append("not over")
    return ", ".join(facts)


def rolled(record: Record, fair: Fair) -> str:
    """What the reader of a fair transcript compares with what the table showed before the match."""
    assert record.match is not None, "only a whole transcript is fair"
    game = record.match.game
    promised = commitment(fair.secret, fair.table, game.name, game.rules)
    rolls = sum(event.seat == CHANCE for event in record.events)
    return f"commitment {promised}, {rolls} rolls follow from the seed"
