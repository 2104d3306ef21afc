"""The proof that kernels equal rules: both play the same lines and are compared at every one of them.

    python -m cinq.fast.proof [GAME...] [--moves N] [--seed N] [--report FILE]

Compared before every line: who may act, the row with the projected state, the masks with the menus, codes
that a mask may not list with `refusal`, observations with projected views; after the last one, results.
Options and numbers of players are drawn from all there are. In one game of five lines come from the rules as
often as from the kernel; the others are patient: who may act out of turn mostly waits, and rare kinds of
action are as likely as common ones. At times the loops (playouts, the environment) are compared with
single steps of the same games.
"""

from cinq.fast.proof.batches import compare_environment, compare_playouts
from cinq.fast.proof.difference import LONGEST, Difference
from cinq.fast.proof.steps import compare

__all__ = ["LONGEST", "Difference", "compare", "compare_environment", "compare_playouts"]
