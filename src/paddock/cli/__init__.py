"""The command line: `paddock` and its commands, one small module each."""

import os
import sys

__all__ = ["main"]


def main() -> None:
    """The `paddock` command."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:  # closed by whoever started us
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: PTH123, SIM115
        # A terminal or pipe that knows fewer letters than we print shows a `?`, and goes on.
        getattr(sys, name).reconfigure(errors="replace")
    try:
        from paddock.cli.app import app
        from paddock.cli.edge import code_of

        sys.exit(code_of(app))
    except KeyboardInterrupt:  # before any command had begun
        sys.exit(130)
