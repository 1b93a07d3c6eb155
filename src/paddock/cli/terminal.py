"""Terminal: lines in and out, for people at a keyboard and for input piped from a file alike."""

from __future__ import annotations

import shutil
import sys
import textwrap
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from itertools import zip_longest

from rich.console import Console
from rich.markdown import Markdown

NARROWEST, WIDEST = 40, 100


class Terminal:
    """Plain text with bold and dim; colour never means anything by itself."""

    def __init__(self) -> None:
        self.width = min(WIDEST, max(NARROWEST, shutil.get_terminal_size((80, 24)).columns))
        self.console = Console(width=self.width, highlight=False, markup=False, emoji=False)
        self.typed = sys.stdin.isatty()
        if self.typed:
            import_line_editing()

    def show(self, text: str = "", style: str | None = None) -> None:
        """Text as it is, drawings too."""
        self.console.print(text, style=style, soft_wrap=True)

    def wrap(self, text: str, indent: int = 0, style: str | None = None) -> None:
        """A sentence on as many lines as it needs, all but the first indented."""
        self.show(textwrap.fill(text, self.width, subsequent_indent=" " * indent), style)

    def tell(self, lines: Iterable[str]) -> None:
        """Sentences, wrapped, each beginning on a line of its own."""
        for line in lines:
            self.wrap(f"  {line}", 4)

    def ask(self, question: str) -> str:
        """What is typed after the question; EOFError when there is nothing more."""
        answer = input(f"{question} ")
        if not self.typed:
            print(answer)  # a terminal shows what is typed; a file does not
        return answer.strip()

    def heading(self, text: str) -> None:
        self.show()
        self.show(f"── {text} ".ljust(self.width, "─"), style="bold")

    def clear(self) -> None:
        """Leave nothing readable above, as far as a terminal lets us."""
        if self.typed and self.console.is_terminal:
            print("\x1b[H\x1b[2J\x1b[3J", end="", flush=True)
        else:
            self.show("─" * self.width)

    def page(self, text: str, more: str) -> None:
        """A long Markdown text, one screen at a time; `more` asks whether to go on."""
        with self.console.capture() as capture:
            self.console.print(Markdown(text))
        lines = capture.get().rstrip().split("\n")
        screen = max(10, self.console.height - 2) if self.typed and self.console.is_terminal else len(lines)
        for start in range(0, len(lines), screen):
            if start and self.ask(more).lower().startswith("q"):
                return
            print("\n".join(lines[start : start + screen]))

    @contextmanager
    def busy(self, text: str) -> Iterator[None]:
        """Show that somebody is thinking."""
        if self.typed and self.console.is_terminal:
            with self.console.status(text):
                yield
        else:
            yield


def import_line_editing() -> None:
    """Arrow keys and history at the prompt, where Python has them."""
    with suppress(ImportError):
        import readline  # noqa: F401 importing it is all there is to do


def columns(items: Sequence[str], width: int) -> list[str]:
    """The items downwards in as many columns as fit side by side."""
    gap = "   "
    for across in range(len(items), 1, -1):
        rows = -(-len(items) // across)
        parts = [items[start : start + rows] for start in range(0, len(items), rows)]
        widths = [max(len(item) for item in part) for part in parts]
        if sum(widths) + len(gap) * (len(widths) - 1) <= width:
            padded = [[item.ljust(wide) for item in part] for part, wide in zip(parts, widths, strict=True)]
            return [gap.join(line).rstrip() for line in zip_longest(*padded, fillvalue="")]
    return list(items)
