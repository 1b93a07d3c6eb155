"""Edge: where every error becomes one sentence and an exit code, never a traceback."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from functools import wraps
from typing import ParamSpec

import typer

from paddock.cli.file import reason
from paddock.cli.missing import sentence
from paddock.core.errors import PaddockError

Given = ParamSpec("Given")

WRONG = 2  # the caller can mend it
BROKEN = 70  # we must mend it
INTERRUPTED = 130


def edge(command: Callable[Given, int]) -> Callable[Given, None]:
    """A command that ends with the exit code which `command` returns or its error deserves."""

    @wraps(command)
    def guarded(*args: Given.args, **kwargs: Given.kwargs) -> None:
        raise typer.Exit(code_of(lambda: command(*args, **kwargs)))

    return guarded


def code_of(command: Callable[[], int]) -> int:
    """Run it; say what went wrong on stderr."""
    try:
        code = command()
        sys.stdout.flush()
        return code
    except PaddockError as error:
        complain(str(error))
        return WRONG
    except KeyboardInterrupt:
        complain("stopped before the end")
        return INTERRUPTED
    except EOFError:
        complain("the input ended before everything was answered")
        return 0
    except BrokenPipeError:  # whoever read us has gone, as `head` does
        forget_output()
        return 0
    except OSError as error:  # such as a full disk
        forget_output()
        complain(f"{error.filename}: {reason(error)}" if error.filename else reason(error))
        return WRONG
    except ModuleNotFoundError as error:
        said = sentence(error)
        if said is None or os.environ.get("PADDOCK_DEBUG"):
            return broken(error)
        complain(said)
        return WRONG
    except Exception as error:  # noqa: BLE001 the last door: nothing may leave as a traceback
        return broken(error)


def broken(error: Exception) -> int:
    """What is ours to mend."""
    if os.environ.get("PADDOCK_DEBUG"):
        raise error
    kind = " ".join(f"{type(error).__name__} {error}".split())
    complain(f"something is wrong in Paddock itself ({kind}); please report what it prints with PADDOCK_DEBUG=1")
    return BROKEN


def forget_output() -> None:
    """Nothing more can be written: let Python's last flush, at exit, go nowhere."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def complain(sentence: str) -> None:
    """One line on stderr, without what could steer a terminal."""
    line = "".join(letter if letter.isprintable() else "?" for letter in " ".join(sentence.split()))
    print(f"paddock: {line}", file=sys.stderr)
