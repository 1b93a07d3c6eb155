"""A worker answers as an agent in this process would, and is given what its seat may know and no more."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from collections.abc import Iterator

import msgspec
import pytest

from paddock.agents.levels import make
from paddock.core.match import Match
from paddock.core.rng import Rng
from paddock.server.worker import READY, Answer, Job, answer, job_of, perspective_of
from tests.server.thinking import GAMES, asked, legal, under_way

LEVELS = ["random", "easy", "greedy", "uct:40"]


@pytest.fixture
def worker() -> Iterator[subprocess.Popen[bytes]]:
    command = [sys.executable, "-m", "paddock.server.worker", str(2 << 30)]
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert said(process) == Answer(READY)
        yield process
        process.kill()


def said(process: subprocess.Popen[bytes]) -> Answer:
    assert process.stdout
    return msgspec.json.decode(process.stdout.readline(), type=Answer)


def tell(process: subprocess.Popen[bytes], line: bytes) -> Answer:
    assert process.stdin
    process.stdin.write(line + b"\n")
    process.stdin.flush()
    return said(process)


@pytest.mark.parametrize("name", GAMES)
def test_a_worker_answers_as_the_same_agent_here_with_the_same_seed(name: str, worker: subprocess.Popen[bytes]) -> None:
    number = 0
    for level in LEVELS:
        for seed in (0, 7, -3, 1 << 80):
            number += 1
            perspective = asked(name, 10 + number)
            here = make(level).choose(perspective, Rng(seed))
            job = job_of(number, perspective, level, seed)
            assert tell(worker, msgspec.json.encode(job)) == Answer(number, here)


@pytest.mark.parametrize("name", GAMES)
def test_a_perspective_survives_the_journey(name: str) -> None:
    sent = asked(name)
    got = perspective_of(msgspec.json.decode(msgspec.json.encode(job_of(1, sent, "easy", 1)), type=Job))
    assert (got.game, got.setup, got.seat, got.events) == (sent.game, sent.setup, sent.seat, sent.events)
    assert got.state.key() == sent.state.key()
    assert type(got.state) is type(sent.state)


def other_truth(match: Match, seat: int) -> Match:
    """A match that this seat cannot tell from the first, with other cards in other hands."""
    other = Match.blank(match.game, match.setup)
    other.sights = {seat: list(match.sights[seat])}
    other.state = match.perspective(seat).imagine(Rng(99))
    return other


def test_a_job_does_not_depend_on_what_its_seat_may_not_know() -> None:
    compared = 0
    for seed in range(8):
        match = under_way("franks-zoo", 12, seed)
        seat = match.pending[0]
        other = other_truth(match, seat)
        if other.state.key() == match.state.key():
            continue
        compared += 1
        jobs = [job_of(1, truth.perspective(seat), "easy", 5) for truth in (match, other)]
        assert msgspec.json.encode(jobs[0]) == msgspec.json.encode(jobs[1])
        assert jobs[0].state not in (match.state.to_bytes(), other.state.to_bytes())
    assert compared


def test_the_whole_truth_is_never_made_into_a_job() -> None:
    match = under_way("franks-zoo")
    seat = match.pending[0]
    perspective = match.perspective(seat)
    with pytest.raises(ValueError, match="masked state"):
        job_of(1, perspective._replace(state=match.state), "easy", 1)
    with pytest.raises(ValueError, match="masked for"):
        job_of(1, perspective._replace(state=match.state.mask((seat + 1) % 3)), "easy", 1)


def test_a_worker_refuses_the_whole_truth_too() -> None:
    match = under_way("franks-zoo")
    job = job_of(3, match.perspective(match.pending[0]), "easy", 1)
    whole = msgspec.structs.replace(job, state=match.state.to_bytes())
    got = answer(msgspec.json.encode(whole))
    assert (got.number, got.action) == (3, None)
    assert "masked" in str(got.error)


WRONG = [
    ("level", "clever", "no agent is called"),
    ("state", b"", "bytes, not 0"),
    ("state", b"123", "bytes, not 3"),
    ("seat", 2, "masked for"),
]


@pytest.mark.parametrize(("field", "value", "sentence"), WRONG)
def test_a_wrong_job_is_answered_by_one_sentence(field: str, value: object, sentence: str) -> None:
    perspective = asked("zooloretto")
    assert perspective.seat != 2
    job = msgspec.structs.replace(job_of(4, perspective, "easy", 1), **{field: value})
    got = answer(msgspec.json.encode(job))
    assert (got.number, got.action) == (4, None)
    assert got.error is not None
    assert sentence in got.error
    assert "\n" not in got.error


@pytest.mark.parametrize("line", [b"", b"{}", b"null", b"\xff", b"[" * 100_000, b'{"number":1}'])
def test_a_line_that_is_no_job_is_answered_and_the_next_one_too(line: bytes, worker: subprocess.Popen[bytes]) -> None:
    got = tell(worker, line)
    assert got.number == -1
    assert got.error
    perspective = asked("zooloretto")
    assert tell(worker, msgspec.json.encode(job_of(1, perspective, "easy", 1))).action in legal(perspective)


def test_a_job_is_plain_json_with_its_state_in_base64() -> None:
    perspective = asked("new-york-zoo")
    plain = json.loads(msgspec.json.encode(job_of(1, perspective, "easy", 1)))
    assert plain["setup"] == perspective.setup.to_json()
    assert plain["events"] == [list(event) for event in perspective.events]
    assert isinstance(plain["state"], str)


def test_a_worker_ends_when_its_stdin_closes(worker: subprocess.Popen[bytes]) -> None:
    assert worker.stdin
    worker.stdin.close()
    assert worker.wait() == 0


PARENT = """
import subprocess, sys
command = [sys.executable, "-m", "paddock.server.worker"]
with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as worker:
    worker.stdout.readline()
    worker.stdin.write(sys.argv[1].encode() + b"\\n")
    worker.stdin.flush()
    print("asked", flush=True)
    worker.wait()
"""


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere a worker first finishes its thought")
def test_a_worker_that_thinks_ends_at_once_when_its_parent_is_killed() -> None:
    job = msgspec.json.encode(job_of(1, asked("zooloretto"), "uct:3600s", 1)).decode()
    # The worker inherits stderr, which ends only when both are gone.
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, job], stdout=subprocess.PIPE, stderr=subprocess.PIPE
    ) as parent:
        assert parent.stdout
        assert parent.stderr
        assert parent.stdout.readline() == b"asked\n"
        os.kill(parent.pid, signal.SIGKILL)
        assert parent.stderr.read() == b""
