"""Fairness: proof, for anybody who doubts a finished match, that its dice were not bent.

The proof is a JSON document. `faults` judges it here, `verifier/verify.mjs` does the same without
anything of ours; only here can it also be held against the match, since that takes the rules.
Both read the log as the published format that it is, and not by our types, so that they judge alike.
"""

from __future__ import annotations

import hashlib
import json
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import Annotated, Any, Literal, TypeGuard

import msgspec
from msgspec import Meta

from paddock.core.dice import SeededDice
from paddock.core.errors import PaddockError
from paddock.core.fair import Fair, chain, first_link, next_link
from paddock.core.fair import bot_nonce as bot_nonce  # the server takes all of this from here
from paddock.core.fair import commitment as commitment
from paddock.core.fair import seed as seed
from paddock.core.match import Match, weights
from paddock.core.state import CHANCE
from paddock.server.entry import Renewed, Sat, body_decoder, encoder

MOST = 2**31  # of a weight, and of the weights of a roll together

# `$` lets a newline through, so each pattern forbids it; what is left means the same in JavaScript.
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Word = Annotated[str, Meta(pattern=r"^[!-~]{1,64}(?!\n)$")]
Base64 = Annotated[str, Meta(pattern=r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(?!\n)$")]
Number = Annotated[int, Meta(ge=0, le=MOST)]
Roll = tuple[list[Number], Number]  # the weight of each outcome; which of them it was
Link = tuple[Base64, Hex]  # an entry as it is published; the hash over it and all before it


class BadProof(PaddockError):
    """What was read is no proof at all."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the rolls of one match follow from, and the rolls."""

    format: Literal["paddock proof"]
    version: Literal[2]
    table: Word
    game: Word
    rules: Number
    commitment: Hex
    secret: Hex
    nonces: Annotated[list[Hex], Meta(min_length=1, max_length=8)]
    rolls: list[Roll]  # in order of rolling, also those that were taken back later
    log: Annotated[list[Link], Meta(min_length=1)]
    digest: Hex  # over everything above: it tells damage, while a forger could make it anew


def fair_dice(secret: bytes, table: str, nonces: Sequence[bytes]) -> SeededDice:
    """The dice of a table, before the first roll."""
    return Fair(table, secret, tuple(nonces)).dice()


def prove(match: Match, fair: Fair, bodies: Iterable[bytes]) -> Proof:
    """The proof of a match that is over, with the entries of the table's log chained; it gives the secret away."""
    if not match.over:
        raise ValueError("a proof gives the secret away, so the match must be over")
    game, rules = match.game.name, match.game.rules
    proof = Proof(
        format="paddock proof",
        version=2,
        table=fair.table,
        game=game,
        rules=rules,
        commitment=commitment(fair.secret, fair.table, game, rules),
        secret=fair.secret.hex(),
        nonces=[nonce.hex() for nonce in fair.nonces],
        rolls=rolls_of(match),
        log=chained(fair.table, [published(body) for body in bodies]),
        digest="",
    )
    return msgspec.structs.replace(proof, digest=digest(proof))


def published(body: bytes) -> bytes:
    """An entry as anybody may have it: the stored bytes, but for the hash of a seat's token, which is left out."""
    entry = body_decoder.decode(body)
    return encoder.encode(msgspec.structs.replace(entry, token="")) if isinstance(entry, Sat | Renewed) else body


def chained(table: str, entries: Sequence[bytes]) -> list[Link]:
    """The entries with the link of each."""
    links = chain(table, entries)
    return [(b64encode(entry).decode(), link.hex()) for entry, link in zip(entries, links, strict=True)]


def rolls_of(match: Match) -> list[Roll]:
    """Every roll of the record, with the weights that the rules gave it."""
    again = Match(match.game, match.setup)
    rolls = []
    for event in match.events:
        if event.seat == CHANCE:
            rolls.append((weights(again.state), event.action))
        again.record(event)
    return rolls


def digest(proof: Proof) -> str:
    """The check sum of everything else in the proof."""
    lines = [
        f"{proof.format} {proof.version}",
        f"table {proof.table}",
        f"game {proof.game}",
        f"rules {proof.rules}",
        f"commitment {proof.commitment}",
        f"secret {proof.secret}",
        *[f"nonce {nonce}" for nonce in proof.nonces],
        *[f"roll {' '.join(map(str, odds))} = {outcome}" for odds, outcome in proof.rolls],
        *[f"entry {body} {link}" for body, link in proof.log],
    ]
    return hashlib.sha256("".join(f"{line}\n" for line in lines).encode()).hexdigest()


def read(text: str | bytes) -> Proof:
    """The proof that was written as JSON, or BadProof."""
    try:
        return msgspec.json.decode(text, type=Proof)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadProof(f"this is no proof of version 2: {error}") from None


def faults(proof: Proof, match: Match | None = None) -> list[str]:
    """What is wrong with it, one sentence a fault; held against the match if there is one."""
    found = []
    if proof.digest != digest(proof):
        found.append("the digest does not fit: something in this proof was changed")
    secret = bytes.fromhex(proof.secret)
    promised = commitment(secret, proof.table, proof.game, proof.rules)
    if proof.commitment != promised:
        found.append(f"the commitment is {proof.commitment} but the secret gives {promised}")
    found += roll_faults(proof.rolls, fair_dice(secret, proof.table, [bytes.fromhex(nonce) for nonce in proof.nonces]))
    found += log_faults(proof)
    return found if match is None else [*found, *match_faults(proof, match)]


def roll_faults(rolls: Sequence[Roll], dice: SeededDice) -> list[str]:
    """The first roll that the dice do not give, and how many more there are."""
    wrong = []
    for number, (odds, outcome) in enumerate(rolls, 1):
        if not 0 < sum(odds) <= MOST:
            return [f"roll {number} has weights that no dice can follow"]
        rolled = dice.roll(odds)
        if rolled != outcome:
            wrong.append(f"roll {number} says {outcome} but the seed gives {rolled}")
    more = f", and {len(wrong) - 1} more differ" if len(wrong) > 1 else ""
    return [wrong[0] + more] if wrong else []


def log_faults(proof: Proof) -> list[str]:
    """Where the log is not whole, or not the one that this commitment, these nonces and these rolls are of."""
    link = first_link(proof.table)
    for number, (body, stated) in enumerate(proof.log, 1):
        link = next_link(link, b64decode(body))
        if stated != link.hex():
            return [f"the chain is broken at entry {number}"]
    try:
        nonces, rolls = told(proof)
    except BadProof as fault:
        return [str(fault)]
    found = [f"the log has another nonce for seat {k}" for k, nonce in enumerate(proof.nonces) if nonces[k] != nonce]
    if len(rolls) != len(proof.rolls):
        return [*found, f"the log has {len(rolls)} rolls, the proof {len(proof.rolls)}"]
    for number, (logged, (_, outcome)) in enumerate(zip(rolls, proof.rolls, strict=True), 1):
        if logged != outcome:
            return [*found, f"roll {number} is {logged} in the log, {outcome} in the proof"]
    return found


def told(proof: Proof) -> tuple[list[Any], list[int]]:
    """The nonces and the rolls that the log itself tells of; BadProof if it is the log of another table."""
    seats = len(proof.nonces)
    nonces: list[Any] = [bot_nonce(proof.table, seat).hex() for seat in range(seats)]
    rolls: list[int] = []
    begun = False
    for number, (body, _) in enumerate(proof.log, 1):
        entry = entry_of(b64decode(body))
        kind, seat, events = entry.get("type"), entry.get("seat"), entry.get("events")
        if (kind == "opened") != (number == 1):
            raise BadProof("the log does not open a table once, at its beginning")
        if kind == "opened":
            here = (proof.table, proof.game, proof.rules, proof.commitment, seats)
            for name, value in zip(("table", "game", "rules", "commitment", "seats"), here, strict=True):
                if entry.get(name) != value or isinstance(entry[name], bool):
                    raise BadProof(f"the log is of another table: its {name} differs")
        elif kind == "played" and isinstance(events, list) and all(map(is_event, events)):
            begun = True
            rolls += [int(action) for who, action in events if who == CHANCE]
        elif kind in ("sat", "left") and whole(seat) and 0 <= seat < seats and not (begun and kind == "sat"):
            if not begun:
                nonces[int(seat)] = entry.get("nonce") if kind == "sat" else bot_nonce(proof.table, int(seat)).hex()
        elif not isinstance(kind, str) or kind in ("sat", "left", "played"):
            raise BadProof(f"entry {number} cannot be read")
    return nonces, rolls


def entry_of(body: bytes) -> dict[str, Any]:
    """An entry as JavaScript would read it, with no whole numbers but floats; an empty one if it is none."""
    try:
        entry = json.loads(body.decode(), parse_int=float, parse_constant=no_number)
    except (ValueError, RecursionError):
        return {}
    return entry if isinstance(entry, dict) else {}


def no_number(word: str) -> float:
    raise ValueError(f"{word} is not JSON")


def whole(value: object) -> TypeGuard[float]:
    return isinstance(value, float) and abs(value) <= MOST and value.is_integer()


def is_event(value: object) -> bool:
    return isinstance(value, list) and len(value) == 2 and all(map(whole, value))


def match_faults(proof: Proof, match: Match) -> list[str]:
    """Where the proof is not of this match; with weights of its own a proof could make any roll look right."""
    if (proof.game, proof.rules) != (match.game.name, match.game.rules):
        return [f"the proof is of {proof.game}, rules {proof.rules}, the match of {match.game.name}"]
    if len(proof.nonces) != match.setup.seats:
        return [f"the proof has {len(proof.nonces)} nonces, the match {match.setup.seats} seats"]
    truth = rolls_of(match)
    if len(proof.rolls) != len(truth):
        return [f"the proof has {len(proof.rolls)} rolls, the match {len(truth)}"]
    for number, (said, made) in enumerate(zip(proof.rolls, truth, strict=True), 1):
        if said != made:
            return [f"roll {number} is {said[1]} of {said[0]} in the proof, {made[1]} of {made[0]} in the match"]
    return []


def summary(proof: Proof) -> str:
    """What a proof without faults shows, in one line."""
    facts = [f"table {proof.table}", proof.game, f"commitment {proof.commitment}"]
    facts.append(f"{len(proof.rolls)} rolls follow from the seed")
    facts.append(f"{len(proof.log)} entries with the same rolls and nonces are chained up to {proof.log[-1][1]}")
    return ", ".join(facts)
