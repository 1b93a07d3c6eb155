"""The command line: `paddock` and its commands, one small module each."""

import os
import sys
from pathlib import Path

from paddock.cli import missing

__all__ = ["main"]


def main() -> None:
    """The `paddock` command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        # A terminal or pipe that knows fewer letters than we print shows a `?`, and goes on.
        getattr(sys, name).reconfigure(errors="replace")
    if (here := str(Path.cwd())) not in sys.path:
        sys.path.append(here)  # for games and agents of your own, beside you; last, so that they hide nothing
    try:
        from paddock.cli.app import app
        from paddock.cli.edge import code_of

        sys.exit(code_of(app))
    except ModuleNotFoundError as error:  # not even the command line is installed
        said = missing.sentence(error)
        if said is None:
            raise
        print(f"paddock: {said}", file=sys.stderr)
        sys.exit(2)
    except KeyboardInterrupt:  # before any command had begun
        sys.exit(130)
