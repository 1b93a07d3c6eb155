"""Glass: `paddock` in a real pseudo-terminal, and what a person sees on a screen of so many columns and rows."""

from __future__ import annotations

import fcntl
import os
import pty
import re
import select
import signal
import struct
import sys
import termios
import time
from pathlib import Path
from types import TracebackType

ROOT = Path(__file__).parents[2]
PATIENCE = 60  # seconds for what must be seen; only a program that has stopped needs them
ESCAPE = re.compile(rb"\x1b\[([?0-9;]*)([A-Za-z])|\x1b[=>78]|\x1b\][^\x07]*\x07")


class Glass:
    """A program, its terminal, and the lines that were written so far."""

    def __init__(self, home: Path, columns: int, rows: int, *args: str) -> None:
        self.columns, self.rows = columns, rows
        self.lines = [""]
        self.at = self.column = 0
        self.broken: list[str] = []  # lines that did not fit and went on below
        self.rest = b""
        self.since = 0  # the line after the last answer
        child, self.master = pty.fork()
        if not child:  # that is us in the new terminal
            path = os.pathsep.join([str(ROOT / "src"), str(ROOT)])
            given = {**os.environ, "PYTHONPATH": path, "PADDOCK_HOME": str(home), "LC_ALL": "C.UTF-8", "TERM": "xterm"}
            given = {name: value for name, value in given.items() if name not in ("COLUMNS", "LINES")}
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.execve(sys.executable, [sys.executable, "-m", "paddock.cli", *args], given)
        self.child = child

    def __enter__(self) -> Glass:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        os.kill(self.child, signal.SIGKILL)
        os.waitpid(self.child, 0)
        os.close(self.master)

    def asks(self, question: str) -> str:
        """Wait until this is asked, on the last line or, if it is long, on those before it; then what is in sight."""
        until = time.monotonic() + PATIENCE
        while not (
            self.lines[-1].endswith(" ") and question in " ".join(self.lines[max(self.since, len(self.lines) - 4) :])
        ):
            assert time.monotonic() < until, f"{question!r} is not asked:\n{self.screen}"
            if select.select([self.master], [], [], 1)[0]:
                try:
                    self.take(os.read(self.master, 65_536))
                except OSError:  # the program has ended
                    raise AssertionError(f"{question!r} was not asked before the end:\n{self.screen}") from None
        return self.screen

    def answer(self, text: str, then: str) -> str:
        """Type a line, and wait for the next question."""
        self.since = len(self.lines)
        os.write(self.master, f"{text}\r".encode())
        return self.asks(then)

    @property
    def screen(self) -> str:
        """What is in sight."""
        return "\n".join(line.rstrip() for line in self.lines[-self.rows :])

    def take(self, data: bytes) -> None:
        """Write as a terminal does: lines, returns, and the few movements that programs of lines make."""
        data = self.rest + data
        end = data.rfind(b"\x1b")
        cut = end if end >= 0 and not ESCAPE.match(data, end) else len(data)
        self.rest, data = data[cut:], data[:cut]
        at = 0
        for match in ESCAPE.finditer(data):
            self.put(data[at : match.start()])
            self.move(match[1] or b"", match[2] or b"")
            at = match.end()
        self.put(data[at:])

    def move(self, number: bytes, what: bytes) -> None:
        if what == b"A":
            self.at = max(0, self.at - int(number or b"1"))
        elif what == b"K":
            line = self.lines[self.at]
            self.lines[self.at] = "" if number == b"2" else line[: self.column]
        elif what == b"C":
            self.column += int(number or b"1")

    def put(self, data: bytes) -> None:
        for letter in data.decode("utf-8", errors="replace"):
            if letter == "\r":
                self.column = 0
            elif letter == "\n":
                self.down()
            elif letter == "\b":
                self.column = max(0, self.column - 1)
            elif letter >= " ":
                if self.column == self.columns:
                    self.broken.append(self.lines[self.at])
                    self.down()
                    self.column = 0
                line = self.lines[self.at].ljust(self.column)
                self.lines[self.at] = line[: self.column] + letter + line[self.column + 1 :]
                self.column += 1

    def down(self) -> None:
        self.at += 1
        if self.at == len(self.lines):
            self.lines.append("")
