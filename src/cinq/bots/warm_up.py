"""`python -m cinq.bots.warm_up`: compiles the champion's rollouts of 5 ou Moins into numba's cache on disk.

It takes about ten seconds of one core, once a machine; without it the first game waits for that.
"""

from __future__ import annotations

import os

import numpy as np

from cinq.bots.five_or_less import rollout, search


def main() -> None:
    """Plays out no action on an empty table: numba compiles everything and caches it."""
    no_actions = np.zeros((0, len(search.EncodedAction._fields)), np.int64)
    sheet = np.zeros(search.LEFT + 1, np.int64)
    search.play_out(rollout.new_table(), rollout.new_table(), np.zeros(1, np.int64), sheet, no_actions, 0, 0)


if __name__ == "__main__":
    os.nice(10)
    main()
