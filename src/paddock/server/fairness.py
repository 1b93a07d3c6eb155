"""Fairness: proof, for anybody who doubts a finished match, that its dice were not bent.

The proof is a JSON document. `faults` judges it here, `verifier/verify.mjs` does the same without
anything of ours; only here can it also be held against the match, since that takes the rules.
"""

from __future__ import annotations

import hashlib
from base64 import b64decode, b64encode
from collections.abc import Iterable, Sequence
from typing import Annotated, Literal

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

MOST = 2**31  # of a weight, and of the weights of a roll together

# `$` lets a newline through, so each pattern forbids it; what is left means the same in JavaScript.
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Word = Annotated[str, Meta(pattern=r"^[!-~]{1,64}(?!\n)$")]
Base64 = Annotated[str, Meta(pattern=r"^([A-Za-z0-9+/]{4})*([A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?(?!\n)$")]
Number = Annotated[int, Meta(ge=0, le=MOST)]
Roll = tuple[list[Number], Number]  # the weight of each outcome; which of them it was
Link = tuple[Base64, Hex]  # the body of an entry; the hash over it and all before it


class BadProof(PaddockError):
    """What was read is no proof at all."""


class Proof(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """All that the rolls of one match follow from, and the rolls."""

    format: Literal["paddock proof"]
    version: Literal[1]
    table: Word
    game: Word
    rules: Number
    commitment: Hex
    secret: Hex
    nonces: Annotated[list[Hex], Meta(min_length=1, max_length=8)]
    rolls: list[Roll]  # in order of rolling, also those that were taken back later
    log: list[Link]  # empty if the log was not asked for
    digest: Hex  # over everything above: it tells damage, while a forger could make it anew


def fair_dice(secret: bytes, table: str, nonces: Sequence[bytes]) -> SeededDice:
    """The dice of a table, before the first roll."""
    return Fair(table, secret, tuple(nonces)).dice()


def prove(match: Match, fair: Fair, bodies: Iterable[bytes] = ()) -> Proof:
    """The proof of a match that is over, with the bodies of the table's log chained; it gives the secret away."""
    if not match.over:
        raise ValueError("a proof gives the secret away, so the match must be over")
    entries = list(bodies)
    links = [link.hex() for link in chain(fair.table, entries)]
    game, rules = match.game.name, match.game.rules
    proof = Proof(
        format="paddock proof",
        version=1,
        table=fair.table,
        game=game,
        rules=rules,
        commitment=commitment(fair.secret, fair.table, game, rules),
        secret=fair.secret.hex(),
        nonces=[nonce.hex() for nonce in fair.nonces],
        rolls=rolls_of(match),
        log=[(b64encode(body).decode(), link) for body, link in zip(entries, links, strict=True)],
        digest="",
    )
    return msgspec.structs.replace(proof, digest=digest(proof))


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
        raise BadProof(f"this is no proof of version 1: {error}") from None


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
    link = first_link(proof.table)
    for number, (body, stated) in enumerate(proof.log, 1):
        link = next_link(link, b64decode(body))
        if stated != link.hex():
            found.append(f"the chain is broken at entry {number}")
            break
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
    if proof.log:
        facts.append(f"{len(proof.log)} entries are chained up to {proof.log[-1][1]}")
    return ", ".join(facts)
