"""`python -m cinq.minds.warm`: compile what a champion looks ahead with, once a machine.

Compiling takes some ten seconds of a core; done beforehand, nobody at a table waits for it.
"""

from __future__ import annotations

import os

import numpy as np

from cinq.minds import five_or_less_rollout as on
from cinq.minds import five_or_less_search as search


def main() -> None:
    """Weigh no action at all on an empty table: numba compiles it all the same, and keeps it on disk."""
    nothing = np.zeros((0, len(search.Try._fields)), np.int64)
    sheet = np.zeros(search.LEFT + 1, np.int64)
    search.play_out(on.new_table(), on.new_table(), np.zeros(1, np.int64), sheet, nothing, 0, 0)


if __name__ == "__main__":
    os.nice(10)
    main()
