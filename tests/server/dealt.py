"""`paddock serve` whose tables all roll the same dice, for bots as well: `python -m tests.server.dealt SEED serve …`.

Only `Place(…, seed=…)` starts it. The tests are not installed, and `paddock` itself takes no such wish from anybody.
The proofs of such tables do not hold. Bots that think for a time still differ from run to run; easy ones do not.
"""

from __future__ import annotations

import sys
from unittest import mock

from paddock.cli import main
from paddock.core.dice import SeededDice
from paddock.core.fair import Fair
from paddock.server.house import House

if __name__ == "__main__":
    seed = sys.argv.pop(1)
    # New dice every time: the table sets them to where the last roll left them.
    with (
        mock.patch.object(Fair, "dice", autospec=True, side_effect=lambda _: SeededDice(seed)),
        mock.patch.object(House, "word", autospec=True, side_effect=lambda _: int(seed)),
    ):
        main()
