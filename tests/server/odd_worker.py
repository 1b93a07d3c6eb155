"""A worker that goes wrong in the way its first argument names; `always` as the second: for the fallback too.

Otherwise it is the real one, and answers the fallback level like it.
"""

from __future__ import annotations

import os
import signal
import sys
import time
from collections.abc import Callable

from paddock.server import worker
from paddock.server.worker import Job


def go_wrong(way: str, job: Job, say: Callable[[bytes], object]) -> int:
    if way == "crash":
        os.kill(os.getpid(), signal.SIGKILL)
    elif way == "exit":
        os._exit(0)
    elif way == "stop":
        os.kill(os.getpid(), signal.SIGSTOP)
    elif way == "sleep":
        time.sleep(3600)
    elif way == "work":
        while True:
            pass
    elif way == "nap":
        time.sleep(3)
        return real_choice(job)
    elif way == "memory":
        hoard = [bytes(1 << 26) for _ in range(64)]  # 4 GiB, of which none is touched
        return real_choice(job) if hoard else 0
    elif way == "wrong type":
        say(b'{"number":%d,"action":"lion"}\n' % job.number)
    elif way == "wrong number":
        say(b'{"number":%d,"action":0}\n' % (job.number + 1))
    elif way == "no json":
        say(b"\xff\xfe what?\n")
    elif way == "endless line":
        say(b"9" * 200_000 + b"\n")
    elif way == "half a line":
        say(b'{"number":')
        os._exit(0)
    elif way == "error":
        raise RuntimeError("two\nlines")
    elif way == "chatter":
        print("a game that prints", flush=True)
        return real_choice(job)
    return 1 << 40  # never legal


def odd_choice(job: Job) -> int:
    if job.level == "easy" and not always:
        return real_choice(job)
    return go_wrong(way, job, lambda line: os.write(stdout, line))


if __name__ == "__main__":
    way, always = sys.argv[1], sys.argv[2] == "always"
    if way == "no start":
        sys.exit("this worker never starts")
    if way == "slow start":
        time.sleep(3600)
    stdout = os.dup(1)
    real_choice = worker.choose
    worker.choose = odd_choice
    worker.main(sys.argv[3:])
