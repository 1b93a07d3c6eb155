"""Fairness: do the verifier in Python and the one in JavaScript judge alike, and is every changed bit found?

python -m trials.fairness --games 500 --json
python -m trials.fairness --flips 100000 --json
"""

from __future__ import annotations

import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from collections.abc import Sequence
from itertools import cycle
from pathlib import Path
from random import Random
from typing import Annotated

import msgspec
import typer
from msgspec.structs import replace

import paddock.server
from paddock.core import transcript
from paddock.core.errors import PaddockError
from paddock.core.fair import Fair, bot_nonce, seal
from paddock.core.game import Game
from paddock.core.match import Match
from paddock.core.registry import list_games as names
from paddock.core.registry import load
from paddock.core.state import CHANCE, WHOLE
from paddock.server.entry import Body, ClockRule, Played, Revealed, Sat, Sealed
from paddock.server.fairness import BadProof, Proof, digest, faults, prove, read
from paddock.server.table import Terms, encode, opening
from trials.command import Json, Seed, report, start

VERIFIER = Path(paddock.server.__file__).parent / "verifier" / "verify.mjs"
FLIPS = 500  # bits that are changed, one at a time, in the records of one match
BATCH = 20  # games whose proofs are in memory at once
DRIVER = """
const { verify } = await import(process.argv[1]);
const { readFileSync } = await import("node:fs");
const lines = readFileSync(0, "utf8").split("\\n").filter((line) => line);
const found = await Promise.all(lines.map((line) => verify(JSON.parse(line))));
console.log(found.map((faults) => JSON.stringify(faults)).join("\\n"));
"""


class BadRecord(PaddockError):
    """A measurement that proves nothing."""


class NoNode(PaddockError):
    """The other verifier cannot be started."""


def run(games: int = 500, seed: int = 1) -> dict[str, int]:
    """Proofs of random games of every kind, honest and tampered: how often the two judge differently, or wrongly."""
    random = Random(seed)
    tables = cycle([(load(name), seats) for name in names() for seats in load(name).seats])
    mismatches = proofs = undetected = accused = 0
    for first in range(0, games, BATCH):
        honest = [proof_of(*next(tables), random) for _ in range(min(BATCH, games - first))]
        forged = [forgery for proof in honest for forgery in tampered(proof, random).values()]
        ours = [faults(proof) for proof in honest + forged]
        theirs = judged(honest + forged)
        proofs += len(ours)
        mismatches += sum(one != two for one, two in zip(ours, theirs, strict=True))
        accused += sum(bool(found) for found in ours[: len(honest)])
        undetected += sum(not found for found in ours[len(honest) :])
    found = {"proofs": proofs, "honest_accused": accused, "tampered_undetected": undetected}
    return {"games": games, "mismatches": mismatches, **found}


def run_flips(count: int, seed: int = 1) -> dict[str, int]:
    """So many single bits changed, half in written proofs and half in transcripts of all games: how many pass."""
    random = Random(seed)
    tables = cycle([(load(name), seats) for name in names() for seats in load(name).seats])
    passed = {"proof_undetected": 0, "transcript_undetected": 0}
    for first in range(0, count, FLIPS):
        match, fair = played(*next(tables), random)
        proof = msgspec.json.encode(prove(match, fair, log_of(match, fair)))
        text = transcript.write(match, WHOLE, {0: "Zoë"}, {}, fair=fair).encode()
        if not (proof_passes(proof) and transcript_passes(text)):
            raise BadRecord("an honest record was refused, so nothing can be said about changed ones")
        for number in range(min(FLIPS, count - first)):
            if number % 2:
                passed["proof_undetected"] += proof_passes(flipped(proof, random))
            else:
                passed["transcript_undetected"] += transcript_passes(flipped(text, random))
    return {"flips": count, **passed}


def proof_passes(data: bytes) -> bool:
    """Would `paddock verify` call it valid?"""
    try:
        proof = read(data)
    except BadProof:
        return False
    return proof.digest == digest(proof) and not faults(proof)  # the quicker first: it is one of the faults, too


def transcript_passes(data: bytes) -> bool:
    """Would `paddock verify` call it valid?"""
    try:
        transcript.verify(data.decode())
    except (PaddockError, UnicodeDecodeError):
        return False
    return True


def flipped(data: bytes, random: Random) -> bytes:
    """With one bit changed."""
    changed = bytearray(data)
    changed[random.randrange(len(data))] ^= 1 << random.randrange(8)
    return bytes(changed)


def proof_of(game: Game, seats: int, random: Random) -> Proof:
    """A random game, now and then taken back, with its log; now and then one of before nonces were sealed."""
    match, fair = played(game, seats, random)
    return prove(match, fair, log_of(match, fair, sealed=random.random() < 0.8))


def played(game: Game, seats: int, random: Random) -> tuple[Match, Fair]:
    table = f"{random.getrandbits(64):016x}"
    nonces = [random.randbytes(32) if random.random() < 0.5 else bot_nonce(table, seat) for seat in range(seats)]
    fair = Fair(table, random.randbytes(32), tuple(nonces))
    match = Match(game, game.setup(seats), fair.dice())
    back = 0
    while not match.over:
        seat = random.choice(match.pending)
        match.play(seat, random.choice(match.state.legal_actions(seat)))
        if back < 8 and random.random() < 0.02:
            match.take_back(seat)
            back += 1
    return match, fair


def log_of(match: Match, fair: Fair, sealed: bool = True) -> list[bytes]:
    """The log of a table where this match was played and nothing else happened; with nonces that were `sealed`."""
    game, setup = match.game, match.setup
    terms = Terms(["open"] * setup.seats, ClockRule(), public=False, stand_in="easy")
    bodies: list[Body] = [opening(fair.table, game, setup, terms, fair.secret, 0).body]
    own = {seat: nonce for seat, nonce in enumerate(fair.nonces) if nonce != bot_nonce(fair.table, seat)}
    for seat, nonce in own.items():
        given = {"seal": seal(nonce).hex()} if sealed else {"nonce": nonce.hex()}
        bodies.append(Sat(at=0, seat=seat, token="0" * 64, **given))
    if sealed:
        seals = [seal(own[seat]).hex() if seat in own else "" for seat in range(setup.seats)]
        bodies.append(Sealed(at=0, seals=seals))
        bodies += [Revealed(at=0, seat=seat, nonce=nonce.hex(), id="") for seat, nonce in own.items()]
    entries: list[Played] = [Played(at=0, seat=CHANCE, events=[], rolled=0)]
    for event in match.events:
        if event.seat != CHANCE:
            entries.append(Played(at=0, seat=event.seat, events=[], rolled=0))
        entries[-1].events.append((event.seat, event.action))
    return [encode(body) for body in [*bodies, *entries]]


def tampered(proof: Proof, random: Random) -> dict[str, Proof]:
    """The proof with one bit changed, once in each of its parts that holds something."""

    def flipped_hex(text: str) -> str:
        return flipped(bytes.fromhex(text), random).hex()

    nonces, rolls, log = proof.nonces[:], proof.rolls[:], proof.log[:]
    seat = random.randrange(len(nonces))
    nonces[seat] = flipped_hex(nonces[seat])
    versions = {
        "commitment": replace(proof, commitment=flipped_hex(proof.commitment)),
        "secret": replace(proof, secret=flipped_hex(proof.secret)),
        "nonce": replace(proof, nonces=nonces),
        "digest": replace(proof, digest=flipped_hex(proof.digest)),
    }
    if rolls:
        at = random.randrange(len(rolls))
        weights, outcome = rolls[at]
        rolls[at] = (weights, outcome ^ 1 << random.randrange(4))
        versions["outcome"] = replace(proof, rolls=rolls[:])
        weights = weights[:]
        weights[random.randrange(len(weights))] ^= 1 << random.randrange(4)
        rolls[at] = (weights, outcome)
        versions["weights"] = replace(proof, rolls=rolls)
    if log:
        at = random.randrange(len(log))
        body, link = log[at]
        log[at] = (b64encode(flipped(b64decode(body), random)).decode(), link)
        versions["body"] = replace(proof, log=log[:])
        log[at] = (body, flipped_hex(link))
        versions["link"] = replace(proof, log=log)
    return versions


def judged(proofs: Sequence[Proof | bytes]) -> list[list[str]]:
    """What the verifier in JavaScript finds wrong with each; JSON is handed on as it is."""
    node = shutil.which("node")
    if node is None:
        raise NoNode("node is not installed, so the verifier in JavaScript cannot be run")
    lines = [proof if isinstance(proof, bytes) else msgspec.json.encode(proof) for proof in proofs]
    call = [node, "--input-type=module", "-e", DRIVER, VERIFIER.as_uri()]
    done = subprocess.run(call, input=b"\n".join(lines) + b"\n", check=True, capture_output=True)
    return [json.loads(line) for line in done.stdout.splitlines()]


def main(
    games: Annotated[int, typer.Option(min=1, help="How many games, with the proofs of each.")] = 500,
    flips: Annotated[int, typer.Option(min=0, help="Change so many bits instead.")] = 0,
    seed: Seed = 1,
    json: Json = False,
) -> int:
    """Do both verifiers judge alike, and is every changed bit found?"""
    if flips:
        return report(run_flips(flips, seed), json, "proof_undetected", "transcript_undetected")
    return report(run(games, seed), json, "mismatches", "honest_accused", "tampered_undetected")


if __name__ == "__main__":
    start(main)
