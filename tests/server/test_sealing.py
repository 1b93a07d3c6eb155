"""Dice that nobody can steer: seals before nonces, starts that fail, receipts; an operator who cheats and is caught."""

from __future__ import annotations

import json
import secrets
import shutil
import subprocess
from base64 import b64decode
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from paddock.core.fair import STARTS, Fair, bot_nonce, nonce_of, seal, sealed
from paddock.core.state import CHANCE
from paddock.server import wire
from paddock.server.entry import Entry, Played, Revealed, Sat, Sealed
from paddock.server.fairness import Proof, Receipt, chained, digest, faults, prove, summary, takes_part
from paddock.server.table import SHOWING, Sitter
from tests.server.test_table_core import ID, SECRET, Desk
from trials import fairness as bench


class Player:
    """An honest client: seals, looks, opens, and keeps what it saw."""

    def __init__(self, name: str) -> None:
        self.name = name
        self.seat = -1
        self.nonce = secrets.token_bytes(32)
        self.commitment = ""
        self.starts: list[tuple[list[str], str]] = []

    def opens(self, seals: list[str]) -> str | None:
        """The nonce for these seals; never for two lists of them."""
        nonce = nonce_of(self.nonce, bytes.fromhex(seals[self.seat]))
        if nonce is None or any(shown == nonce.hex() and known != seals for known, shown in self.starts):
            return None
        if (seals, nonce.hex()) not in self.starts:
            self.starts.append((seals, nonce.hex()))
        return nonce.hex()

    @property
    def receipt(self) -> Receipt:
        return Receipt("paddock receipt", 1, ID, self.commitment, self.seat, self.starts)


@dataclass
class Fairground(Desk):
    """A desk whose people seal their parts of the dice; all of them are looking on."""

    players: dict[str, Player] = field(default_factory=dict)
    away: set[int] = field(default_factory=set)

    def settle(self) -> None:
        here = set(range(len(self.table.seats))) - self.away
        while (entry := self.table.owed(self.now, here)) is not None:
            self.write(entry)

    def arrive(self, *names: str) -> Fairground:
        for name in names:
            player = self.players[name] = Player(name)
            player.commitment = self.table.opened.commitment
            sitter = Sitter(name, name, "fox", sealed(player.nonce).hex())
            entry = self.write(self.table.sitting(sitter, None, f"token {name}", self.now))
            assert isinstance(entry.body, Sat)
            player.seat = entry.body.seat
            self.settle()
        return self

    def reveal(self, *names: str) -> None:
        for name in names:
            player = self.players[name]
            nonce = player.opens(self.table.seals)
            assert nonce is not None
            self.do(player.seat, wire.Reveal(self.id(), nonce))

    def finish(self) -> Proof:
        while self.table.status != "over":
            seat = self.table.pending[0]
            self.bot_plays(seat) if self.table.seats[seat].bot else self.play(seat)
        return prove(self.table.match, self.table.fair, [row.body for row in self.log])

    def kinds(self) -> list[str]:
        return [json.loads(row.body)["type"] for row in self.log]


def judged(proof: Proof, receipt: Receipt | None = None, node: str = "") -> list[str]:
    """What both verifiers say, which must be the same."""
    ours = faults(proof, receipt=receipt)
    if node:
        script = bench.DRIVER.replace("verify(JSON.parse(line))", "verify(...JSON.parse(line))")
        line = msgspec.json.encode([proof, receipt])
        call = [node, "--input-type=module", "-e", script, bench.VERIFIER.as_uri()]
        done = subprocess.run(call, input=line + b"\n", check=True, capture_output=True)
        assert json.loads(done.stdout) == ours
    return ours


@pytest.fixture
def node() -> str:
    found = shutil.which("node")
    if found is None:
        pytest.skip("node is not installed: the verifier in JavaScript was not tried")
    return found


# How a match begins.


def test_nonces_are_shown_only_after_all_seals_are_fixed_and_dice_roll_only_after_all_nonces() -> None:
    desk = Fairground(plan="open open easy").arrive("Ada")
    assert desk.refused(0, wire.Reveal(desk.id(), desk.players["Ada"].nonce.hex())) == "dice"
    desk.arrive("Ben")
    ada, ben = desk.players.values()
    assert desk.table.seals == [sealed(ada.nonce).hex(), sealed(ben.nonce).hex(), ""]
    assert desk.table.status == "waiting"
    desk.reveal("Ben")
    assert (desk.table.status, desk.table.nonces) == ("waiting", [])
    desk.reveal("Ada")
    assert desk.kinds() == ["opened", "sat", "sat", "sealed", "revealed", "revealed", "played"]
    assert desk.table.fair.nonces == (
        bytes.fromhex(ada.starts[0][1]), bytes.fromhex(ben.starts[0][1]), bot_nonce(ID, 2),
    )  # fmt: skip


def test_a_nonce_that_was_not_sealed_is_refused_and_so_is_a_second_one() -> None:
    desk = Fairground().arrive("Ada", "Ben")
    assert desk.refused(0, wire.Reveal(desk.id(), "00" * 32)) == "dice"
    desk.reveal("Ada")
    assert desk.refused(0, wire.Reveal(desk.id(), desk.players["Ada"].starts[0][1])) == "dice"
    desk.reveal("Ben")
    assert desk.refused(1, wire.Reveal(desk.id(), desk.players["Ben"].starts[0][1])) == "dice"


def test_with_bots_alone_the_match_begins_with_the_one_answer_of_the_person() -> None:
    desk = Fairground(plan="open easy").arrive("Ada")
    desk.reveal("Ada")
    assert desk.table.status == "playing"


def test_who_is_away_when_the_last_seat_is_taken_adds_nothing_and_nobody_waits_for_them() -> None:
    desk = Fairground().arrive("Ada")
    desk.now += SHOWING
    desk.away = {0}
    desk.arrive("Ben")
    assert desk.table.seals == ["", desk.table.seats[1].seal]
    desk.reveal("Ben")
    assert desk.table.status == "playing"
    proof = desk.finish()
    ada, ben = desk.players.values()
    assert judged(proof, ada.receipt) == judged(proof, ben.receipt) == []
    assert not takes_part(proof, ada.receipt)
    assert takes_part(proof, ben.receipt)


def test_who_does_not_open_their_seal_in_time_is_left_out_and_the_others_roll_with_new_nonces() -> None:
    desk = Fairground(plan="open open open").arrive("Ada", "Ben", "Cleo")
    desk.reveal("Ada", "Cleo")
    assert desk.table.due == desk.now + SHOWING
    desk.now += SHOWING - 1
    desk.settle()
    assert len(desk.table.showing) == 1
    desk.now += 1
    desk.settle()
    ada, ben, cleo = desk.players.values()
    assert desk.table.seals == [ada.starts[0][1], "", cleo.starts[0][1]]
    assert desk.table.showing == [0, 2]
    desk.reveal("Cleo", "Ada")
    assert desk.table.status == "playing"
    assert ada.starts[0][1] == seal(bytes.fromhex(ada.starts[1][1])).hex()
    proof = desk.finish()
    for player in (ada, ben, cleo):
        assert judged(proof, player.receipt) == []
    assert [takes_part(proof, player.receipt) for player in (ada, ben, cleo)] == [True, False, True]
    assert "nonces of seats 0 2 were sealed before any was shown at start 2, so dice were thrown away" in summary(proof)


def test_a_start_ends_even_if_everybody_leaves_one_after_the_other() -> None:
    desk = Fairground("zooloretto", " ".join(["open"] * 5)).arrive(*"ABCDE")
    for present in ("ABCD", "ABC", "AB", "A", ""):
        desk.reveal(*present)
        desk.now += SHOWING
        desk.settle()
    assert desk.table.status == "playing"
    assert desk.kinds().count("sealed") == 6
    assert "no player added a nonce" in summary(desk.finish())


def test_a_clock_that_goes_back_keeps_nobody_waiting() -> None:
    desk = Fairground().arrive("Ada", "Ben")
    desk.now -= 3_600_000
    desk.settle()
    assert desk.table.status == "playing"


def test_a_seat_is_given_up_before_the_seals_are_fixed_and_handed_to_a_bot_after() -> None:
    desk = Fairground().arrive("Ada")
    desk.do(0, wire.Leave(desk.id(), "easy"))
    assert desk.table.seats[0].kind == "open"
    desk.arrive("Ben", "Cleo")
    assert desk.table.seals[0] == sealed(desk.players["Ben"].nonce).hex(), "not that of who has left"
    desk.do(0, wire.Leave(desk.id(), "easy"))
    assert (desk.table.seats[0].kind, desk.table.seats[0].stand_in) == ("person", "easy")
    assert desk.refused(1, wire.Fill(desk.id(), "easy")) in ("over", "host")
    desk.reveal("Ben", "Cleo")
    assert desk.table.status == "playing"
    assert judged(desk.finish(), desk.players["Cleo"].receipt) == []


def test_another_process_makes_the_same_start_of_the_log() -> None:
    desk = Fairground().arrive("Ada", "Ben")
    desk.reveal("Ada")
    copy = desk.again()
    assert (copy.seals, copy.showing, copy.due) == (desk.table.seals, [1], desk.table.due)
    desk.reveal("Ben")
    assert desk.again().fair == desk.table.fair


def test_a_seal_can_be_opened_as_often_as_a_table_can_start() -> None:
    last = b"\7" * 32
    shown = sealed(last)
    for _start in range(STARTS):
        nonce = nonce_of(last, shown)
        assert nonce is not None
        assert seal(nonce) == shown
        shown = nonce
    assert (shown, nonce_of(last, shown)) == (last, None)


# Old tables and old proofs.


def test_a_match_that_began_before_nonces_were_sealed_goes_on_and_has_its_proof() -> None:
    desk = Desk()
    for seat, nonce in enumerate(("a1" * 32, "b2" * 32)):
        desk.write(Entry(Sat(at=desk.now, seat=seat, nonce=nonce, token=str(seat)), None, str(seat)))
    events, rolled = desk.table.rolls(desk.table.match.state.copy())
    desk.write(Entry(Played(at=desk.now, seat=CHANCE, events=events, rolled=rolled), status="playing"))
    while desk.table.status != "over":
        desk.play(desk.table.pending[0])
    proof = prove(desk.table.match, desk.table.fair, [row.body for row in desk.log])
    assert (proof.version, proof.nonces) == (2, ["a1" * 32, "b2" * 32])
    assert judged(proof) == []
    assert "nonces were not sealed, so whoever sat down last could have chosen theirs" in summary(proof)


def test_a_waiting_room_of_before_begins_by_the_new_way() -> None:
    desk = Fairground()
    desk.write(Entry(Sat(at=desk.now, seat=0, nonce="a1" * 32, token="0"), None, "0"))
    desk.arrive("Ben")
    assert desk.table.seals == ["", desk.table.seats[1].seal]
    desk.reveal("Ben")
    proof = desk.finish()
    assert (proof.version, proof.nonces[0]) == (3, bot_nonce(ID, 0).hex())
    assert judged(proof) == []


# The log in a proof: every step out of order is found.


def proved() -> tuple[Proof, Player]:
    desk = Fairground().arrive("Ada", "Ben")
    desk.reveal("Ada", "Ben")
    return desk.finish(), desk.players["Ada"]


def relogged(proof: Proof, entries: list[dict[str, Any]]) -> Proof:
    forged = replace(proof, log=chained(proof.table, [json.dumps(entry).encode() for entry in entries]))
    return replace(forged, digest=digest(forged))


def entries(proof: Proof) -> list[dict[str, Any]]:
    return [json.loads(b64decode(body)) for body, _ in proof.log]


@pytest.mark.parametrize(
    ("order", "said"),
    [
        ([0, 1, 2, 4, 3, 5, 6], "entry 4 cannot be read"),  # a nonce before the seals
        ([0, 1, 3, 2, 4, 5, 6], "start 1 does not have the seal that seat 1 gave"),  # somebody sat down after that
        ([0, 1, 2, 3, 4, 6], "the match begins before seat 1 has opened its seal"),
        ([0, 1, 2, 3, 4, 6, 5], "the match begins before seat 1 has opened its seal"),
        ([0, 1, 2, 6], "the match begins before the seals are fixed"),
        ([0, 1, 2, 3, 4, 5, 3, 6], "start 2 was made although every seal was opened"),
        ([0, 1, 2, 3, 4, 3, 5, 6], "start 2 does not have the seal that seat 0 gave"),
        ([0, 1, 2, 3, 4, 4, 5, 6], "entry 6 cannot be read"),  # opened twice
        ([0, 1, 2, 3, 4, 5, 1, 6], "entry 7 cannot be read"),
        ([0, 1, 2, 3, 4, 5, 6, 3], "entry 8 cannot be read"),
    ],
)
def test_a_log_in_another_order_is_no_proof(order: list[int], said: str, node: str) -> None:
    proof, _ = proved()
    told = entries(proof)
    assert judged(relogged(proof, told), node=node) == []
    rest = [] if order[-1] == 3 else told[7:]
    assert judged(relogged(proof, [told[k] for k in order] + rest), node=node) == [said]


@pytest.mark.parametrize(
    ("at", "change", "said"),
    [
        (1, {"seal": "0" * 64}, "start 1 does not have the seal that seat 0 gave"),
        (1, {"seal": "0" * 63}, "entry 2 cannot be read"),
        (1, {"seal": None}, "entry 2 cannot be read"),
        (3, {"seals": ["", ""]}, "entry 5 cannot be read"),
        (3, {"seals": [""]}, "entry 4 cannot be read"),
        (3, {"seals": ["", None]}, "entry 4 cannot be read"),
        (3, {"seals": "ab"}, "entry 4 cannot be read"),
        (4, {"nonce": "0" * 64}, "what seat 0 showed at start 1 is not what it had sealed"),
        (4, {"nonce": ""}, "entry 5 cannot be read"),
        (4, {"seat": 1}, "what seat 1 showed at start 1 is not what it had sealed"),
        (4, {"seat": 2}, "entry 5 cannot be read"),
        (4, {"seat": True}, "entry 5 cannot be read"),
    ],
)
def test_seals_and_nonces_must_belong_together(at: int, change: dict[str, Any], said: str, node: str) -> None:
    proof, _ = proved()
    told = entries(proof)
    told[at] |= change
    assert judged(relogged(proof, told), node=node) == [said]


def test_a_new_proof_cannot_be_passed_off_as_an_old_one(node: str) -> None:
    proof, ada = proved()
    old = replace(proof, version=2)
    assert judged(replace(old, digest=digest(old)), node=node)
    # Even one whose log was written anew from the beginning: whoever played has a receipt.
    told = [entry for entry in entries(proof) if entry["type"] not in ("sealed", "revealed")]
    for entry in told:
        if entry["type"] == "sat":
            entry["nonce"] = proof.nonces[entry["seat"]]
    old = relogged(old, told)
    assert judged(old, node=node) == []
    assert judged(old, ada.receipt, node) == ["the log hides start 1, for which seat 0 showed its nonce"]


# Receipts.


@pytest.mark.parametrize(
    ("change", "said"),
    [
        ({"table": "other"}, "the receipt is of another table"),
        ({"seat": 7}, "the receipt is of another table"),
        ({"commitment": "0" * 64}, "the commitment is not the one that was shown before this seat gave its seal"),
        ({"seat": 1}, "the log denies that seat 1 showed its nonce at start 1"),
    ],
)
def test_a_receipt_of_something_else_does_not_fit(change: dict[str, Any], said: str, node: str) -> None:
    proof, ada = proved()
    assert judged(proof, ada.receipt, node) == []
    assert judged(proof, replace(ada.receipt, **change), node) == [said]


def test_the_verifier_takes_a_receipt_from_the_command_line(node: str, tmp_path: Path) -> None:
    proof, ada = proved()
    (tmp_path / "proof.json").write_bytes(msgspec.json.encode(proof))
    (tmp_path / "receipt.json").write_bytes(msgspec.json.encode(ada.receipt))
    (tmp_path / "none.json").write_text('{"format": "paddock receipt"}')
    files = [tmp_path / name for name in ("proof.json", "receipt.json")]
    done = subprocess.run([node, bench.VERIFIER, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout.strip()) == (0, f"valid: {summary(proof, ada.receipt)}")
    assert "the receipt fits, and what seat 0 showed is in the dice" in done.stdout
    files[1] = tmp_path / "none.json"
    done = subprocess.run([node, bench.VERIFIER, *files], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stdout) == (1, "invalid: this is no receipt of version 1: its version is malformed\n")


# An operator who plays: knows the secret, reads what is stored, and can write any log.


def good_for(seat: int, fair: Fair) -> bool:
    """Would these dice please the one who sits there? Say, three of his numbers among the first ten rolls."""
    dice = fair.dice()
    return [dice.below(10) for _ in range(10)].count(seat) >= 3


def test_an_operator_who_sits_last_finds_no_nonces_to_try_against() -> None:
    desk = Fairground()
    desk.arrive("Ada")
    stored = b"".join(row.body for row in desk.log) + SECRET
    ada = desk.players["Ada"]
    nonce = nonce_of(ada.nonce, sealed(ada.nonce))
    assert nonce is not None
    for known in (nonce, ada.nonce):
        assert known not in stored
        assert known.hex().encode() not in stored


def test_an_operator_who_tries_nonces_after_ada_has_shown_hers_is_caught(node: str) -> None:
    """He lets Ada open her seal, finds a nonce that suits him, and writes the log as if he had sealed that."""
    desk = Fairground().arrive("Ada", "Mallory")
    desk.reveal("Ada")
    ada = desk.players["Ada"]
    hers = bytes.fromhex(ada.starts[0][1])
    tries = (secrets.token_bytes(32) for _ in range(100_000))
    his = next(nonce for nonce in tries if good_for(1, Fair(ID, SECRET, (hers, nonce))))
    forged = Desk()
    for seat, (nonce, row) in enumerate(zip((hers, his), desk.log[1:], strict=False)):
        forged.write(Entry(Sat(at=row.at, seat=seat, seal=seal(nonce).hex(), token=str(seat)), None, str(seat)))
    forged.write(Entry(Sealed(at=forged.now, seals=[seal(hers).hex(), seal(his).hex()])))
    for seat, nonce in enumerate((hers, his)):
        forged.write(Entry(Revealed(at=forged.now, seat=seat, nonce=nonce.hex(), id="")))
    forged.settle()
    while forged.table.status != "over":
        forged.play(forged.table.pending[0])
    proof = prove(forged.table.match, forged.table.fair, [row.body for row in forged.log])
    assert judged(proof, node=node) == [], "nobody who was not there can tell"
    changed = "the seals of start 1 are not those that were fixed when seat 0 showed its nonce"
    assert judged(proof, ada.receipt, node) == [changed]


def test_an_operator_who_shows_other_seals_to_get_the_nonce_again_gets_no_answer() -> None:
    desk = Fairground().arrive("Ada", "Mallory")
    ada = desk.players["Ada"]
    assert ada.opens(desk.table.seals) == ada.opens(desk.table.seals), "an error in between changes nothing"
    assert ada.opens([desk.table.seals[0], "ab" * 32]) is None


def test_an_operator_who_answers_with_errors_gets_the_same_nonce_again_and_not_a_new_one() -> None:
    desk = Fairground().arrive("Ada", "Mallory")
    ada = desk.players["Ada"]
    assert {ada.opens(desk.table.seals) for _ in range(20)} == {ada.starts[0][1]}
    assert len(ada.starts) == 1


def test_an_operator_who_hides_a_start_that_he_did_not_like_is_caught(node: str) -> None:
    """Mallory leaves the first start, which is honest so far; but then he leaves it out of the log."""
    desk = Fairground(plan="open open open").arrive("Ada", "Ben", "Mallory")
    desk.reveal("Ada", "Ben")
    desk.now += SHOWING
    desk.settle()
    desk.reveal("Ada", "Ben")
    proof = desk.finish()
    assert judged(proof, desk.players["Ada"].receipt, node) == []
    told = entries(proof)
    first = [entry["type"] for entry in told].index("sealed")
    second = [entry["type"] for entry in told].index("sealed", first + 1)
    for entry, given in zip(told[1:first], told[second]["seals"], strict=True):
        entry["seal"] = given
    forged = relogged(proof, told[:first] + told[second:])
    assert judged(forged, node=node) == []
    changed = "the seals of start 1 are not those that were fixed when seat {} showed its nonce"
    for name in ("Ada", "Ben"):
        player = desk.players[name]
        assert judged(forged, player.receipt, node) == [changed.format(player.seat)]


def test_a_nonce_that_is_not_taken_in_time_proves_nothing_and_is_no_fault(node: str, tmp_path: Path) -> None:
    """The line dropped on the way, or an operator who saw the dice says so: her receipt cannot tell, and all see it."""
    desk = Fairground().arrive("Ada", "Mallory")
    assert desk.players["Ada"].opens(desk.table.seals), "sent, and never written"
    desk.reveal("Mallory")
    desk.now += SHOWING
    desk.settle()
    desk.reveal("Mallory")
    proof = desk.finish()
    assert judged(proof, node=node) == []
    assert "at start 2, so dice were thrown away before" in summary(proof)
    ada = desk.players["Ada"]
    assert judged(proof, ada.receipt, node) == []
    assert not takes_part(proof, ada.receipt)
    said = (
        "what seat 0 showed is not in the dice, so nothing is proved to it, "
        "its nonce was not taken at start 1: it came late, or was withheld"
    )
    assert summary(proof, ada.receipt).endswith(said)
    files = [tmp_path / name for name in ("proof.json", "receipt.json")]
    for file, value in zip(files, (proof, ada.receipt), strict=True):
        file.write_bytes(msgspec.json.encode(value))
    done = subprocess.run([node, bench.VERIFIER, *files], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == f"valid: {summary(proof, ada.receipt)}"
    # Other seals than she was shown, and a start that the log does not go on from, are faults as ever.
    (seals, nonce), *_ = ada.starts
    other = replace(ada.receipt, starts=[([seals[0], "ab" * 32], nonce)])
    changed = "the seals of start 1 are not those that were fixed when seat 0 showed its nonce"
    assert judged(proof, other, node) == [changed]
    again = replace(ada.receipt, starts=[*ada.starts, (desk.players["Mallory"].starts[1][0], nonce)])
    assert judged(proof, again, node) == ["the log denies that seat 0 showed its nonce at start 2"]


def test_an_operator_who_passes_ada_over_proves_nothing_to_her() -> None:
    """He says that she was away, and so all dice are his: her receipt says that nothing is proved."""
    desk = Fairground()
    desk.arrive("Ada")
    desk.now += SHOWING
    desk.away = {0}
    desk.arrive("Mallory")
    desk.reveal("Mallory")
    proof = desk.finish()
    ada = desk.players["Ada"]
    assert not takes_part(proof, ada.receipt)
    assert "is not in the dice, so nothing is proved to it" in summary(proof, ada.receipt)


def test_an_operator_alone_with_bots_can_make_any_dice_and_the_proof_says_whose_they_are() -> None:
    """Nothing can be proved to people who were not there; the one line says whose nonces the dice hold."""
    desk = Fairground(plan="open easy").arrive("Mallory")
    desk.reveal("Mallory")
    assert "nonces of seats 0 were sealed" in summary(desk.finish())
