"""5 Millimètres: the coach's reason for a bid."""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.bots.five_millimetres.bidding import Ints, hopes
from cinq.bots.five_millimetres.search import SampledAuction
from cinq.core.game import Sentence
from cinq.fast.five_millimetres.row import ALIKES, LENGTHS
from cinq.fast.kernel import PLAYERS
from cinq.games.five_millimetres.rules import STOPS
from cinq.games.five_millimetres.scoring import ALIKE


def why(table: SampledAuction, best: int) -> Sentence:
    """The reason for a bid or a pass: four alike, a longer run, a Chance space, or not worth it."""
    seat, hands = table.seat, _hands(table)
    alike = hands >> 3 * table.length[:, None] & 7 == ALIKE - 1
    if best and alike[:, seat].mean() > 0.3:
        return Sentence("hint-four", {"percent": _percent(alike[:, seat])})
    others = np.delete(alike, seat, axis=1).any(1)
    if best and others.mean() > 0.3:
        return Sentence("hint-block", {"percent": _percent(others)})
    longer = _longer(table)
    percent = _percent(longer[:, seat])
    stop = table.money - best
    if best and percent >= 25 and STOPS[stop] > stop:
        return Sentence("hint-chance", {"percent": percent, "amount": best, "back": STOPS[stop]})
    if not best or percent >= 25:
        return Sentence("hint-bid" if best else "hint-pass", {"percent": percent, "amount": best})
    denied = _percent(np.delete(longer, seat, axis=1).any(1))
    return Sentence("hint-deny" if denied >= 40 else "hint-worth", {"percent": denied, "amount": best})


def _hands(table: SampledAuction) -> Ints:
    """[sample, seat]: how many of each length, three bits a length."""
    players = int(table.rows[0, PLAYERS])
    hands: Ints = table.rows[:, ALIKES : ALIKES + players]
    return hands


def _longer(table: SampledAuction) -> Any:
    """[sample, seat]: whether the stick lengthens the run."""
    runs, hands = hopes(0, True)[0], _hands(table)
    sets = sum((hands >> 3 * length & 7 > 0) << length for length in range(LENGTHS))
    return runs[sets | 1 << table.length[:, None]] > runs[sets]


def _percent(samples: Any) -> int:
    return round(100 * float(np.mean(samples)))
