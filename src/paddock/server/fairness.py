"""Fairness: proof, for anybody who doubts a finished match, that its dice were not bent.

The proof is a JSON document. `faults` judges it here, `verifier/verify.mjs` does the same without
anything of ours; only here can the log also be played again (`retold`), since that takes the rules. Without
that, whoever rolled what they liked could state weights by which every roll looks right.
A proof alone shows that the rolls follow from what its log says was fixed before. That the log was not
written afterwards shows only the receipt of somebody who played: what their own client saw, and when.
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
from paddock.core.game import Game
from paddock.core.match import Event, Match, weights
from paddock.core.state import CHANCE
from paddock.server.entry import Opened, Played, Renewed, Sat, Sealed, body_decoder, encoder
from paddock.server.testimony import MOST, BadLog, Opening, Testimony

# `$` lets a newline through, so each pattern forbids it; what is left means the same in JavaScript.
Hex = Annotated[str, Meta(pattern=r"^[0-9a-f]{64}(?!\n)$")]
Seal = Annotated[str, Meta(pattern=r"^([0-9a-f]{64})?(?!\n)$")]  # empty: the seat adds nothing to the dice
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
    version: Literal[2, 3]  # 2: of a table whose nonces were not sealed before they were shown
    table: Word
    game: Word
    rules: Number
    commitment: Hex
    secret: Hex
    nonces: Annotated[list[Hex], Meta(min_length=1, max_length=8)]
    rolls: list[Roll]  # in order of rolling, also those that were taken back later
    log: Annotated[list[Link], Meta(min_length=1)]
    digest: Hex  # over everything above: it tells damage, while a forger could make it anew


class Receipt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What one player's client saw before the match, and kept: the server has no hand in it."""

    format: Literal["paddock receipt"]
    version: Literal[1]
    table: Word
    commitment: Hex  # as it was shown before this seat's seal was given
    seat: Annotated[int, Meta(ge=0, le=7)]
    # For each start: the seals of all seats as they were shown, and the nonce that this seat showed after that.
    starts: Annotated[list[tuple[Annotated[list[Seal], Meta(min_length=1, max_length=8)], Hex]], Meta(max_length=8)]


def fair_dice(secret: bytes, table: str, nonces: Sequence[bytes]) -> SeededDice:
    """The dice of a table, before the first roll."""
    return Fair(table, secret, tuple(nonces)).dice()


def prove(match: Match, fair: Fair, bodies: Iterable[bytes]) -> Proof:
    """The proof of a match that is over, with the entries of the table's log chained; it gives the secret away."""
    if not match.over:
        raise ValueError("a proof gives the secret away, so the match must be over")
    return prove_rolls(match.game.name, match.game.rules, rolls_of(match), fair, bodies)


def prove_rolls(game: str, rules: int, rolls: list[Roll], fair: Fair, bodies: Iterable[bytes]) -> Proof:
    """The same where the rolls are known and the rules need not be."""
    entries = list(bodies)
    proof = Proof(
        format="paddock proof",
        version=3 if any(isinstance(body_decoder.decode(body), Sealed) for body in entries) else 2,
        table=fair.table,
        game=game,
        rules=rules,
        commitment=commitment(fair.secret, fair.table, game, rules),
        secret=fair.secret.hex(),
        nonces=[nonce.hex() for nonce in fair.nonces],
        rolls=rolls,
        log=chained(fair.table, [published(body) for body in entries]),
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
    again = Match.blank(match.game, match.setup)
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
        raise BadProof(f"this is no proof of version 2 or 3: {error}") from None


def read_receipt(text: str | bytes) -> Receipt:
    """The receipt that was written as JSON, or BadProof."""
    try:
        return msgspec.json.decode(text, type=Receipt)
    except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
        raise BadProof(f"this is no receipt of version 1: {error}") from None


def faults(proof: Proof, match: Match | None = None, receipt: Receipt | None = None) -> list[str]:
    """What is wrong with it, one sentence a fault; held against the match or a player's receipt if there is one."""
    found = []
    if proof.digest != digest(proof):
        found.append("the digest does not fit: something in this proof was changed")
    secret = bytes.fromhex(proof.secret)
    promised = commitment(secret, proof.table, proof.game, proof.rules)
    if proof.commitment != promised:
        found.append(f"the commitment is {proof.commitment} but the secret gives {promised}")
    found += roll_faults(proof.rolls, fair_dice(secret, proof.table, [bytes.fromhex(nonce) for nonce in proof.nonces]))
    found += log_faults(proof, receipt)
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


def log_faults(proof: Proof, receipt: Receipt | None) -> list[str]:
    """Where the log is not whole, or not the one that this commitment, these nonces and these rolls are of."""
    link = first_link(proof.table)
    for number, (body, stated) in enumerate(proof.log, 1):
        link = next_link(link, b64decode(body))
        if stated != link.hex():
            return [f"the chain is broken at entry {number}"]
    try:
        told = testimony(proof)
    except BadLog as fault:
        return [str(fault)]
    nonces, rolls = told.nonces, told.rolls
    found = [f"the log has another nonce for seat {k}" for k, nonce in enumerate(proof.nonces) if nonces[k] != nonce]
    if len(rolls) != len(proof.rolls):
        found.append(f"the log has {len(rolls)} rolls, the proof {len(proof.rolls)}")
    else:
        pairs = enumerate(zip(rolls, proof.rolls, strict=True), 1)
        other = [(number, logged, said) for number, (logged, (_, said)) in pairs if logged != said]
        found += [f"roll {number} is {logged} in the log, {said} in the proof" for number, logged, said in other[:1]]
    return found if receipt is None else [*found, *receipt_faults(proof, told, receipt)]


def testimony(proof: Proof) -> Testimony:
    """What the log itself tells of; BadLog if it is the log of another table."""
    opening = Opening(proof.table, proof.game, proof.rules, proof.commitment, len(proof.nonces))
    return Testimony(opening, proof.version == 3).hear(body for body, _ in proof.log)


def receipt_faults(proof: Proof, told: Testimony, receipt: Receipt) -> list[str]:
    """Where the log is not what this player's client saw while it happened."""
    seat = receipt.seat
    if receipt.table != proof.table or seat >= len(proof.nonces):
        return ["the receipt is of another table"]
    if receipt.commitment != proof.commitment:
        return ["the commitment is not the one that was shown before this seat gave its seal"]
    for number, (seals, nonce) in enumerate(receipt.starts, 1):
        if number > len(told.starts):
            return [f"the log hides start {number}, for which seat {seat} showed its nonce"]
        start = told.starts[number - 1]
        if start.seals != seals:
            return [f"the seals of start {number} are not those that were fixed when seat {seat} showed its nonce"]
        # A nonce that was late and one that was withheld look alike: then a further start goes on without the seat.
        if start.shown[seat] != nonce and (start.shown[seat] or number == len(told.starts)):
            return [f"the log denies that seat {seat} showed its nonce at start {number}"]
    return []


def takes_part(proof: Proof, receipt: Receipt) -> bool:
    """Is what this player showed in the dice? Only then does a proof without faults prove anything to them."""
    return bool(receipt.starts) and proof.nonces[receipt.seat] == receipt.starts[-1][1]


def missed(proof: Proof, receipt: Receipt) -> int:
    """The start at which this player's nonce was not taken, as a proof without faults says; 0 for none."""
    number = len(receipt.starts)
    return number if number and not testimony(proof).starts[number - 1].shown[receipt.seat] else 0


def retold(proof: Proof, game: Game) -> Match:
    """The match that a proof's log tells of, played again by the rules; BadProof where these do not allow it."""
    match: Match | None = None
    for number, (entry, _) in enumerate(proof.log, 1):
        try:
            body = body_decoder.decode(b64decode(entry))
            if isinstance(body, Opened):
                match = Match.blank(game, game.setup_of(body.seats, body.options))
            elif isinstance(body, Played) and match is not None:
                for event in body.events:
                    match.record(Event(*event))
        except (PaddockError, msgspec.MsgspecError, UnicodeDecodeError) as error:
            raise BadProof(f"entry {number} of the log is not by the rules: {error}") from None
    if match is None:
        raise BadProof("the log opens no table")
    return match


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


def summary(proof: Proof, receipt: Receipt | None = None, weighed: bool = False) -> str:
    """What a proof without faults shows, in one line; `weighed` if it was held against the match."""
    facts = [f"table {proof.table}", proof.game, f"commitment {proof.commitment}"]
    by = "the weights of the rules" if weighed else "the stated weights (not checked: that takes the rules)"
    facts.append(f"{len(proof.rolls)} rolls follow from the seed by {by}")
    facts.append(f"{len(proof.log)} entries with the same rolls and nonces are chained up to {proof.log[-1][1]}")
    facts.append(sealing(proof))
    if receipt is not None:
        said = "is in the dice" if takes_part(proof, receipt) else "is not in the dice, so nothing is proved to it"
        facts.append(f"the receipt fits, and what seat {receipt.seat} showed {said}")
        if number := missed(proof, receipt):
            facts.append(f"its nonce was not taken at start {number}: it came late, or was withheld")
    return ", ".join(facts)


def sealing(proof: Proof) -> str:
    """Whose nonces the dice hold, and whether anybody could have chosen theirs by those of others."""
    if proof.version == 2:
        return "nonces were not sealed, so whoever sat down last could have chosen theirs"
    starts = testimony(proof).starts
    seats = [str(seat) for seat, sealed in enumerate(starts[-1].seals) if sealed] if starts else []
    if not seats:
        return "no player added a nonce, so whoever ran the server could have chosen the dice"
    tries = f" at start {len(starts)}, so dice were thrown away before" if len(starts) > 1 else ""
    return f"nonces of seats {' '.join(seats)} were sealed before any was shown{tries}"
