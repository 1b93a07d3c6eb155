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

from paddock.core.drawing import cut

NARROWEST, WIDEST = 40, 100
TYPING = 12  # columns for what is typed


class Terminal:
    """Plain text with bold and dim; colour never means anything by itself."""

    def __init__(self) -> None:
        self.console = Console(highlight=False, markup=False, emoji=False)
        self.typed = sys.stdin.isatty()
        self.measure()
        if self.typed:
            import_line_editing()

    def measure(self) -> None:
        """How much room there is now: windows change. Where nobody looks at a screen, any number of lines."""
        size = shutil.get_terminal_size((80, 24))
        self.width = min(WIDEST, max(NARROWEST, size.columns))
        self.height = size.lines if self.typed and self.console.is_terminal else 0
        self.console.width = self.width

    def show(self, text: str = "", style: str | None = None) -> None:
        """Text as it is, drawings too."""
        self.console.print(text, style=style, soft_wrap=True)

    def wrap(self, text: str, indent: int = 0, style: str | None = None) -> None:
        """A sentence on as many lines as it needs, all but the first indented."""
        self.show("\n".join(wrapped(text, self.width, indent)), style)

    def tell(self, lines: Iterable[str]) -> None:
        """Sentences, wrapped, each beginning on a line of its own."""
        for line in lines:
            self.wrap(f"  {line}", 4)

    def ask(self, question: str) -> str:
        """What is typed after the question; EOFError when there is nothing more."""
        *above, last = wrapped(question, max(NARROWEST, self.width - TYPING))
        for line in above:
            self.show(line)
        answer = input(f"{last} ")
        if not self.typed:
            print(answer)  # a terminal shows what is typed; a file does not
        return answer.strip()

    def heading(self, text: str) -> None:
        self.show()
        self.show(cut(f"── {text} ", self.width).ljust(self.width, "─"), style="bold")

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


def wrapped(text: str, width: int, indent: int = 0) -> list[str]:
    """The lines of a sentence, all but the first indented."""
    return textwrap.wrap(text, width, subsequent_indent=" " * indent)


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
