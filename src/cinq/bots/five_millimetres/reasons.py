"""5 Millimètres: the coach's reason for a bid."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.bots.five_millimetres.rollout import hopes
from cinq.bots.five_millimetres.search import SampledAuction
from cinq.core.game import Sentence
from cinq.games.five_millimetres.scoring import ALIKE


def why(table: SampledAuction, best: int) -> Sentence:
    """The reason for a bid or a pass: four alike, a longer run, or not worth it."""
    counts, seat = table.tables.counts, table.seat
    at = np.arange(len(table.length))
    alike = counts[at, :, table.length] == ALIKE - 1
    if best and alike[:, seat].mean() > 0.3:
        return Sentence("hint-four", {"percent": _percent(alike[:, seat])})
    others = np.delete(alike, seat, axis=1).any(1)
    if best and others.mean() > 0.3:
        return Sentence("hint-block", {"percent": _percent(others)})
    longer = _longer(table)
    percent = _percent(longer[:, seat])
    if not best or percent >= 25:
        return Sentence("hint-bid" if best else "hint-pass", {"percent": percent, "amount": best})
    denied = _percent(np.delete(longer, seat, axis=1).any(1))
    return Sentence("hint-deny" if denied >= 40 else "hint-worth", {"percent": denied, "amount": best})


def _longer(table: SampledAuction) -> Any:
    """[sample, seat]: whether the stick lengthens the run."""
    runs, sets = hopes(0, True)[0], table.tables.sets
    return runs[sets | 1 << table.length[:, None]] > runs[sets]


def _percent(samples: Any) -> int:
    return round(100 * float(np.mean(samples)))
