"""The pages for research and analysis: every block on them runs, in the order in which it is read."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest


@pytest.mark.parametrize("name", ["research", "analysis"])
def test_every_block_of_the_page_runs(name: str) -> None:
    page = Path(f"docs/{name}.md").read_text("utf-8")
    blocks = re.findall(r"```python\n(.*?)```", page, re.DOTALL)
    assert len(blocks) == page.count("```") // 2
    run = subprocess.run([sys.executable, "-c", "\n".join(blocks)], capture_output=True, text=True, check=False)
    assert (run.returncode, run.stderr) == (0, "")
