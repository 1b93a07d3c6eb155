"""`paddock serve` whose tables all roll the same dice: `python -m tests.server.dealt SEED serve …`.

Only `Place(…, seed=…)` starts it. The tests are not installed, and `paddock` itself takes no such wish from anybody.
The proofs of such tables do not hold, and bots still differ from run to run.
"""

from __future__ import annotations

import sys
from unittest import mock

from paddock.cli import main
from paddock.core.dice import SeededDice
from paddock.core.fair import Fair

if __name__ == "__main__":
    seed = sys.argv.pop(1)
    # New dice every time: the table sets them to where the last roll left them.
    with mock.patch.object(Fair, "dice", autospec=True, side_effect=lambda _: SeededDice(seed)):
        main()
