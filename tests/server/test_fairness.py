"""Fair dice: what they follow from, the proof of it, and that two verifiers find every change."""

from __future__ import annotations

import hashlib
import hmac
import json
import shutil
import subprocess
from base64 import b64decode, b64encode
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from paddock.core.dice import SeededDice
from paddock.core.fair import Fair, chain
from paddock.core.match import Match
from paddock.core.registry import load
from paddock.core.state import CHANCE
from paddock.server.fairness import (
    BadProof,
    Proof,
    bot_nonce,
    chained,
    commitment,
    digest,
    fair_dice,
    faults,
    prove,
    published,
    read,
    seed,
    summary,
)
from tests.conformance.burrow import BURROW_GAME
from trials import fairness as bench

SECRET = bytes(range(32))
NONCES = (b"\1" * 32, b"\2" * 32)
FAIR = Fair("x7Qk-_", SECRET, NONCES)


def finished(fair: Fair = FAIR) -> Match:
    """Two badgers bury and rest until the end; the first of them takes a decision back."""
    match = Match(BURROW_GAME, BURROW_GAME.setup(len(fair.nonces)), fair.dice())
    match.play(0, match.state.legal_actions(0)[0])
    match.play(1, match.state.legal_actions(1)[0])
    match.play(0, match.state.legal_actions(0)[-1])
    match.take_back(0)
    while not match.over:
        match.play(match.pending[0], match.state.legal_actions(match.pending[0])[-1])
    return match


MATCH = finished()
PROOF = prove(MATCH, FAIR, bench.log_of(MATCH, FAIR, sealed=False))  # as before nonces were sealed


def signed(proof: Proof) -> Proof:
    """As a forger would leave it: with a digest that fits."""
    return replace(proof, digest=digest(proof))


@pytest.fixture
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed: the verifier in JavaScript was not tried")
    return found


# What the dice follow from.


def test_the_commitment_binds_secret_table_game_and_rules() -> None:
    by_hand = hashlib.sha256(SECRET + b"\0" + b"x7Qk-_" + b"\0" + b"franks-zoo" + b"\0" + b"12").hexdigest()
    assert commitment(SECRET, "x7Qk-_", "franks-zoo", 12) == by_hand
    others = [
        commitment(SECRET[::-1], "x7Qk-_", "franks-zoo", 12),
        commitment(SECRET, "x7Qk-", "franks-zoo", 12),
        commitment(SECRET, "x7Qk-_", "franks-zo", 12),
        commitment(SECRET, "x7Qk-_", "franks-zoo", 1),
    ]
    assert len({by_hand, *others}) == 5


def test_a_bots_nonce_can_be_worked_out_by_anybody() -> None:
    assert bot_nonce("x7Qk-_", 3) == hashlib.sha256(b"botx7Qk-_3").digest()


def test_the_seed_is_an_hmac_over_the_table_and_every_nonce() -> None:
    by_hand = hmac.new(SECRET, b"x7Qk-_\0" + NONCES[0] + NONCES[1], hashlib.sha256).digest()
    assert seed(SECRET, "x7Qk-_", NONCES) == by_hand
    # The same by the definition of HMAC, for who trusts no library.
    inner = bytes(byte ^ 0x36 for byte in SECRET.ljust(64, b"\0"))
    outer = bytes(byte ^ 0x5C for byte in SECRET.ljust(64, b"\0"))
    within = hashlib.sha256(inner + b"x7Qk-_\0" + NONCES[0] + NONCES[1]).digest()
    assert hashlib.sha256(outer + within).digest() == by_hand


def test_the_dice_are_seeded_dice_of_that_seed() -> None:
    key = hashlib.sha256(b"paddock dice 1\0" + seed(SECRET, "x7Qk-_", NONCES)).digest()
    words = [int.from_bytes(hashlib.sha256(key + k.to_bytes(8, "big")).digest()[:8], "big") for k in range(40)]
    dice = fair_dice(SECRET, "x7Qk-_", NONCES)
    assert [dice.below(10) for _ in range(40)] == [word % 10 for word in words]


def test_the_order_of_nonces_matters_and_their_size_is_fixed() -> None:
    assert seed(SECRET, "t", NONCES) != seed(SECRET, "t", NONCES[::-1])
    for secret, nonces in ((SECRET, [b"\1" * 31]), (SECRET[1:], NONCES), (SECRET, [b"\1" * 64])):
        with pytest.raises(ValueError, match="32 bytes"):
            seed(secret, "t", nonces)


def test_the_chain_is_a_hash_over_each_body_and_the_link_before() -> None:
    first = hashlib.sha256(hashlib.sha256(b"t").digest() + b"one").digest()
    assert list(chain("t", [b"one", b"two"])) == [first, hashlib.sha256(first + b"two").digest()]


@pytest.mark.parametrize("n", [6, 7, 64, 100])
def test_rolls_are_uniform(n: int) -> None:
    dice = fair_dice(SECRET, "uniform", NONCES)
    rolls = 400 * n
    counts = [0] * n
    for _ in range(rolls):
        counts[dice.below(n)] += 1
    square = sum((count - rolls / n) ** 2 for count in counts) / (rolls / n)
    # Chi-square with n - 1 degrees: four deviations from its mean, on either side.
    assert abs(square - (n - 1)) < 4 * (2 * (n - 1)) ** 0.5


def test_noted_dice_go_on_where_they_were() -> None:
    dice = SeededDice(3)
    dice.roll([1] * 9)
    noted = dice.count
    rolls = [dice.roll([1] * 9) for _ in range(20)]
    dice.count = noted
    assert [dice.roll([1] * 9) for _ in range(20)] == rolls
    other = SeededDice(3)
    other.count = noted
    assert [other.roll([1] * 9) for _ in range(20)] == rolls


# The proof.


def test_a_proof_has_every_roll_also_those_taken_back() -> None:
    chance = [event.action for event in MATCH.events if event.seat == CHANCE]
    standing = [entry for entry in MATCH.standing if entry.event.seat == CHANCE]
    assert len(standing) < len(chance)
    assert [outcome for _, outcome in PROOF.rolls] == chance
    dice = FAIR.dice()
    assert [dice.roll(weights) for weights, _ in PROOF.rolls] == chance


def test_an_honest_proof_has_no_faults_and_survives_json() -> None:
    assert faults(PROOF, MATCH) == []
    assert read(msgspec.json.encode(PROOF)) == PROOF
    assert PROOF.commitment == commitment(SECRET, "x7Qk-_", BURROW_GAME.name, BURROW_GAME.rules)


def test_the_secret_is_not_given_away_before_the_end() -> None:
    match = Match(BURROW_GAME, BURROW_GAME.setup(2), FAIR.dice())
    with pytest.raises(ValueError, match="over"):
        prove(match, FAIR, [])


def test_rolls_that_were_not_the_tables_are_named() -> None:
    match = Match(BURROW_GAME, BURROW_GAME.setup(2), SeededDice("loaded"))
    while not match.over:
        match.play(match.pending[0], match.state.legal_actions(match.pending[0])[0])
    [fault] = faults(prove(match, FAIR, bench.log_of(match, FAIR)))
    assert " but the seed gives " in fault


def test_each_fault_has_its_sentence() -> None:
    assert faults(signed(replace(PROOF, commitment="0" * 64))) == [
        f"the commitment is {'0' * 64} but the secret gives {PROOF.commitment}",
        "the log is of another table: its commitment differs",
    ]
    weights, outcome = PROOF.rolls[2]
    other = (outcome + 1) % len(weights)
    rolls = [*PROOF.rolls[:2], (weights, other), *PROOF.rolls[3:]]
    logged = f"roll 3 is {outcome} in the log, {other} in the proof"
    assert faults(signed(replace(PROOF, rolls=rolls))) == [f"roll 3 says {other} but the seed gives {outcome}", logged]
    twice = [*rolls[:-1], (PROOF.rolls[-1][0], 99)]
    assert faults(signed(replace(PROOF, rolls=twice))) == [
        f"roll 3 says {other} but the seed gives {outcome}, and 1 more differ", logged,
    ]  # fmt: skip
    nothing = [([0, 0], PROOF.rolls[0][1]), *PROOF.rolls[1:]]
    assert faults(signed(replace(PROOF, rolls=nothing))) == ["roll 1 has weights that no dice can follow"]
    body = b64encode(b"forged").decode()
    log = [*PROOF.log[:8], (body, PROOF.log[8][1]), *PROOF.log[9:]]
    assert faults(signed(replace(PROOF, log=log))) == ["the chain is broken at entry 9"]
    log = [*PROOF.log[:4], *PROOF.log[5:]]
    assert faults(signed(replace(PROOF, log=log))) == ["the chain is broken at entry 5"]
    assert faults(replace(PROOF, digest="0" * 64)) == ["the digest does not fit: something in this proof was changed"]


def test_a_change_with_a_fitting_digest_is_found_by_what_it_breaks() -> None:
    match = Match(game := load("franks-zoo"), game.setup(4), (fair := Fair("t", SECRET, NONCES * 2)).dice())
    random = Random(8)
    while not match.over:
        seat = random.choice(match.pending)
        match.play(seat, random.choice(match.state.legal_actions(seat)))
    proof = prove(match, fair, bench.log_of(match, fair))
    for _ in range(20):
        for part, forged in bench.tampered(proof, random).items():
            if part == "digest":
                continue
            found = faults(signed(forged), match)
            expected = {
                "commitment": "the commitment is",
                "secret": "the commitment is",
                "nonce": "but the seed gives",
                "outcome": "but the seed gives",
                "weights": "in the proof",
                "body": "the chain is broken",
                "link": "the chain is broken",
            }
            assert any(expected[part] in fault for fault in found), part


# The log in it.


def entries() -> list[dict[str, Any]]:
    """The log of PROOF, to be changed."""
    return [json.loads(b64decode(body)) for body, _ in PROOF.log]


def relogged(changed: list[Any], **more: Any) -> Proof:
    """As a forger would leave it: another log, chained anew."""
    bodies = [entry if isinstance(entry, bytes) else json.dumps(entry).encode() for entry in changed]
    return signed(replace(PROOF, log=chained(PROOF.table, bodies), **more))


def other_logs() -> dict[str, list[tuple[Proof, str]]]:
    """Proofs that are whole in themselves but for a log that is not theirs, and what is to be said of each."""
    seated = [k for k, entry in enumerate(entries()) if entry["type"] == "sat"]
    playing = [k for k, entry in enumerate(entries()) if entry["type"] == "played"]

    def edited(at: int, **change: object) -> Proof:
        changed = entries()
        changed[at] |= change
        return relogged(changed)

    def without(*gone: int) -> Proof:
        return relogged([entry for k, entry in enumerate(entries()) if k not in gone])

    def with_one(at: int, entry: Any) -> Proof:
        return relogged([*entries()[:at], entry, *entries()[at:]])

    begins = entries()[playing[0]]["events"]
    outcome = begins[0][1]
    bot = bot_nonce(PROOF.table, 1).hex()
    opened = "the log does not open a table once, at its beginning"
    unread = f"entry {seated[0] + 1} cannot be read"
    odd = f"entry {playing[0] + 1} cannot be read"
    elsewhere: dict[str, list[Any]] = {
        "table": ["x7Qk", None], "game": ["pond"], "rules": [2, True, "1", 1.5], "seats": [3, True],
        "commitment": ["0" * 64],
    }  # fmt: skip
    no_events: list[Any] = [None, {}, [[-1]], [[-1, 0, 0]], [[-1, "0"]], [7]]
    return {
        "opened": [
            (edited(0, **{name: value}), f"the log is of another table: its {name} differs")
            for name, values in elsewhere.items()
            for value in values
        ] + [(without(0), opened), (with_one(3, entries()[0]), opened), (with_one(0, {"type": "said"}), opened)],
        "nonces": [
            (edited(seated[0], nonce="0" * 64), "the log has another nonce for seat 0"),
            (edited(seated[0], nonce=None), "the log has another nonce for seat 0"),
            (without(seated[1]), "the log has another nonce for seat 1"),
            (with_one(playing[0], {"type": "left", "seat": 1}), "the log has another nonce for seat 1"),
            (with_one(playing[0], {"type": "sat", "seat": 1, "nonce": bot}), "the log has another nonce for seat 1"),
            (edited(seated[0], seat=2), unread), (edited(seated[0], seat=-1), unread),
            (edited(seated[0], seat=0.5), unread), (edited(seated[0], seat=False), unread),
            (edited(seated[0], seat=[0]), unread), (edited(seated[0], seat=1e999), unread),
            (with_one(playing[0] + 1, entries()[seated[0]]), f"entry {playing[0] + 2} cannot be read"),
        ],
        "rolls": [
            (edited(playing[0], events=[[-1, outcome + 1], *begins[1:]]),
             f"roll 1 is {outcome + 1} in the log, {outcome} in the proof"),
            (edited(playing[0], events=begins[1:]),
             f"the log has {len(PROOF.rolls) - 1} rolls, the proof {len(PROOF.rolls)}"),
            (edited(playing[0], events=[*begins, [-1, 0]]),
             f"the log has {len(PROOF.rolls) + 1} rolls, the proof {len(PROOF.rolls)}"),
            *[(edited(playing[0], events=value), odd) for value in no_events],
        ],
        "form": [
            (with_one(2, body), "entry 3 cannot be read")
            for body in (
                b"", b"no", b"7", b"null", b"[]", b"\xff", b"{}", {"type": 7}, {"type": None},
                b'\xef\xbb\xbf{"type":"said"}', b'{"type":"said","at":NaN}', b'{"type":"said","at":01}',
                b'"played"', b'{"type":"said",}', b'{"type":"a\nb"}',
            )
        ],
    }  # fmt: skip


def test_what_happened_beside_the_dice_is_no_fault() -> None:
    talk = {"type": "said", "at": 7, "seat": 0, "id": "", "phrase": "hello"}
    late = {"type": "left", "at": 8, "seat": 0, "level": "easy", "time": True}
    came = {"type": "sat", "seat": 0, "nonce": "0" * 64}
    gone = {"type": "left", "seat": 0, "level": "easy"}
    whole = [entries()[0], came, gone, talk, *entries()[1:], late, talk]
    assert faults(relogged(whole)) == []
    assert faults(relogged(entries())) == []


@pytest.mark.parametrize("part", ["opened", "nonces", "rolls", "form"])
def test_a_log_of_another_table_is_found_though_all_hashes_fit(part: str) -> None:
    for forged, sentence in other_logs()[part]:
        assert faults(forged) == [sentence]


def test_a_proof_does_not_go_with_the_log_of_another_match() -> None:
    other = Fair("x7Qk-_", SECRET[::-1], NONCES)
    elsewhere = prove(finished(other), other, bench.log_of(finished(other), other, sealed=False))
    assert (faults(elsewhere), faults(PROOF)) == ([], [])
    assert faults(signed(replace(PROOF, log=elsewhere.log))) == ["the log is of another table: its commitment differs"]


def test_the_hash_of_a_seats_token_is_not_published_and_all_else_is() -> None:
    stored = bench.log_of(MATCH, FAIR, sealed=False)
    assert sum(b'"token":"000' in body for body in stored) == 2
    shown = [b64decode(body) for body, _ in PROOF.log]
    assert not any(b"token" in body for body in shown)
    assert [json.loads(body) | {"token": 0} for body in shown] == [json.loads(body) | {"token": 0} for body in stored]


def test_a_proof_of_another_match_is_told_from_this_one() -> None:
    other = Match(BURROW_GAME, BURROW_GAME.setup(3), FAIR.dice())
    assert faults(PROOF, other) == ["the proof has 2 nonces, the match 3 seats"]
    shorter = Match.replay(BURROW_GAME, MATCH.setup, MATCH.events[:3])
    assert faults(PROOF, shorter) == [f"the proof has {len(PROOF.rolls)} rolls, the match 3"]
    game = load("franks-zoo")
    [fault] = faults(PROOF, Match.blank(game, game.setup(3)))
    assert fault == "the proof is of burrow, rules 1, the match of franks-zoo"


def small() -> bytes:
    """The JSON of a short proof with something in every part."""
    rolls = [event.seat for event in MATCH.events[:3]].count(CHANCE)
    entries = bench.log_of(Match.replay(BURROW_GAME, MATCH.setup, MATCH.events[:3]), FAIR, sealed=False)
    short = replace(PROOF, rolls=PROOF.rolls[:rolls], log=chained(PROOF.table, [published(one) for one in entries]))
    return msgspec.json.encode(signed(short))


def valid(text: bytes) -> bool:
    try:
        return not faults(read(text))
    except BadProof:
        return False


def test_every_single_bit_of_the_document_counts() -> None:
    text = small()
    assert valid(text)
    for at in range(len(text)):
        for bit in range(8):
            changed = bytearray(text)
            changed[at] ^= 1 << bit
            assert not valid(bytes(changed)), (at, bit)


MALFORMED: list[dict[str, Any]] = [
    {"format": "paddock transcript"},
    {"version": 1},
    {"version": 4},
    {"version": True},
    {"version": "2"},
    {"table": ""},
    {"table": "a b"},
    {"table": "a\n"},
    {"table": "x" * 65},
    {"game": None},
    {"rules": -1},
    {"rules": 1.5},
    {"rules": 2**31 + 1},
    {"secret": "0" * 63},
    {"secret": "0" * 64 + "\n"},
    {"secret": "A" * 64},
    {"nonces": []},
    {"nonces": ["0" * 64] * 9},
    {"nonces": ["0" * 62 + "é"]},
    {"rolls": [[[1, 2]]]},
    {"rolls": [[[1, 2], 0, 0]]},
    {"rolls": [[[-1, 2], 1]]},
    {"rolls": [[[1, 2], None]]},
    {"rolls": [[["1"], 0]]},
    {"rolls": {}},
    {"log": None},
    {"log": []},
    {"log": [["YQ", "0" * 64]]},
    {"log": [["YQ==\n", "0" * 64]]},
    {"log": [["Y Q==", "0" * 64]]},
    {"log": [[1, "0" * 64]]},
    {"digest": "sha256:"},
    {"more": 1},
]


# Well formed, and yet nothing that could be rolled, or written by us.
ODD: list[dict[str, Any]] = [
    {"rolls": [[[], 0]]},
    {"rolls": [[[2**31, 2**31], 1]]},
    {"rolls": [[[1, 2], 2**31]]},
    {"log": [["YR==", "0" * 64]]},  # stray bits at the end
    {"log": [["", "0" * 64]]},
]


def changed(change: dict[str, Any]) -> bytes:
    return json.dumps(json.loads(small()) | change).encode()


@pytest.mark.parametrize("change", MALFORMED, ids=lambda change: json.dumps(change)[:40])
def test_what_is_malformed_is_not_even_read(change: dict[str, Any]) -> None:
    with pytest.raises(BadProof):
        read(changed(change))


@pytest.mark.parametrize("change", ODD, ids=lambda change: json.dumps(change)[:40])
def test_what_is_odd_has_faults_even_if_the_digest_fits(change: dict[str, Any]) -> None:
    assert faults(signed(read(changed(change))))


@pytest.mark.parametrize("text", [b"", b"{}", b"[]", b"null", b"\xff", b"[" * 100_000], ids=range(6))
def test_what_is_no_proof_gets_one_sentence(text: bytes) -> None:
    with pytest.raises(BadProof, match=r"^this is no proof of version 2 or 3: [^\n]+$"):
        read(text)


# The other verifier.


def test_every_changed_bit_of_a_written_proof_or_transcript_is_found() -> None:
    found = bench.run_flips(200, seed=5)
    assert found == {"flips": 200, "proof_undetected": 0, "transcript_undetected": 0}


def test_a_bit_that_passes_would_be_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bench, "flipped", lambda data, random: data)
    assert bench.run_flips(10) == {"flips": 10, "proof_undetected": 5, "transcript_undetected": 5}


@pytest.mark.slow
def test_both_verifiers_agree_on_games_of_every_kind_and_on_changed_ones(node: str) -> None:
    figures = bench.run(games=60, seed=2)
    assert figures["proofs"] == 60 * 9
    assert (figures["mismatches"], figures["honest_accused"], figures["tampered_undetected"]) == (0, 0, 0)


def test_both_verifiers_agree_on_what_is_malformed(node: str) -> None:
    whole = json.loads(small())
    documents = [changed(change) for change in MALFORMED]
    documents += [json.dumps({name: whole[name] for name in whole if name != gone}).encode() for gone in whole]
    documents += [b"{}", b"[]", b"null", b"7", b'"x"']
    for document, found in zip(documents, bench.judged(documents), strict=True):
        with pytest.raises(BadProof):
            read(document)
        assert [fault.partition(":")[0] for fault in found] == ["this is no proof of version 2 or 3"], document


def test_both_verifiers_agree_on_what_is_odd(node: str) -> None:
    documents = [signed(read(changed(change))) for change in ODD]
    assert bench.judged(documents) == [faults(document) for document in documents]


def test_both_verifiers_say_the_same_when_a_forger_made_the_digest_fit(node: str) -> None:
    random = Random(4)
    forged = [signed(version) for _ in range(20) for version in bench.tampered(PROOF, random).values()]
    assert bench.judged(forged) == [faults(proof) for proof in forged]


def test_both_verifiers_say_the_same_about_logs_of_other_tables(node: str) -> None:
    forged = [proof for part in other_logs().values() for proof, _ in part]
    assert bench.judged(forged) == [faults(proof) for proof in forged]
    talk = relogged([*entries(), {"type": "said"}, {"type": "left", "seat": -0.0, "at": 2.5e300}])
    assert (bench.judged([talk]), faults(talk)) == ([[]], [])


FIELDS = [name for name in msgspec.structs.asdict(PROOF) if name not in ("format", "version", "digest")]


@pytest.mark.parametrize("field", FIELDS)
def test_both_verifiers_refuse_an_edit_of_any_field_also_with_a_fitting_digest(node: str, field: str) -> None:
    other = Fair("other", SECRET[::-1], NONCES[::-1] + NONCES[:1])
    match = Match(load("franks-zoo"), load("franks-zoo").setup(3), other.dice())
    while not match.over:
        match.play(match.pending[0], match.state.legal_actions(match.pending[0])[0])
    elsewhere = prove(match, other, bench.log_of(match, other))
    value = getattr(elsewhere, field) if field != "rules" else 7
    forged = signed(replace(PROOF, **{field: value}))
    assert faults(forged)
    assert bench.judged([forged]) == [faults(forged)]


def test_the_verifier_runs_alone_from_the_command_line(node: str, tmp_path: Path) -> None:
    alone = tmp_path / "verify.mjs"
    alone.write_bytes(bench.VERIFIER.read_bytes())
    files = {"good.json": msgspec.json.encode(PROOF), "bad.json": msgspec.json.encode(replace(PROOF, secret="0" * 64))}
    files["none.json"] = b"no proof"
    said = {}
    for name, text in files.items():
        (tmp_path / name).write_bytes(text)
        done = subprocess.run([node, str(alone), str(tmp_path / name)], capture_output=True, text=True, check=False)
        assert done.stderr == ""
        said[name] = (done.returncode, done.stdout.splitlines())
    assert said["good.json"] == (0, [f"valid: {summary(PROOF)}"])
    assert said["bad.json"] == (1, [f"invalid: {fault}" for fault in faults(read(files["bad.json"]))])
    assert said["none.json"][0] == 1
    assert said["none.json"][1][0].startswith("invalid: this is no proof of version 2 or 3: ")
