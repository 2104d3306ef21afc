"""Perfect play of two-player Dix Mille, from the file that `cinq solve dix-mille --policy` writes.

Owns the file format. It takes public numbers, no state and no view, and needs numpy alone. A choice takes
microseconds; the file is loaded once. The chance to win of each choice is in `chances`.

>>> Policy.load().choose(first=True, mine=0, theirs=0, points=300, dice=5)
'throw'
"""

import json
import lzma
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, Literal, NamedTuple

import numpy as np

from cinq.solvers.dix_mille.odds import DICE, MINIMUM, UNIT, failure, outdo, outdo_afresh, reach

Table = np.ndarray[Any, np.dtype[Any]]
Bytes = np.ndarray[Any, np.dtype[np.uint8]]
Indices = np.ndarray[Any, np.dtype[np.uint32]]
Singles = np.ndarray[Any, np.dtype[np.float32]]
Choice = Literal["throw", "bank", "take_over"]

NEVER = 255
"""No further switch."""
RESOLUTION = 65_535
"""Chances are stored as integers up to this."""
PRECOMPUTED = 400
"""Last turns of a player who is at most this number of units behind are computed on loading."""
SHIPPED = Path(__file__).parent / "dix_mille.policy"


class SwitchTable(NamedTuple):
    """Lists of switches, each stored once: the units at which the choice along the points changes."""

    rows: Indices
    """[seat, my zeros, their zeros, dice − 1, my total, their total] -> which list."""
    lists: Bytes

    def odd_at(self, units: int, *where: int) -> bool:
        """Whether an odd number of switches lies at or below `units`."""
        return odd(self.lists[self.rows[where]], units)


class Situation(NamedTuple):
    """The public numbers before a choice; totals and points as on the score sheet.

    `first` if I won the opening; `points` and `dice` of my hand so far; an offer counts only
    before the first throw; `may_bank` is false right after a takeover (DM-14).
    """

    first: bool
    mine: int
    theirs: int
    my_zeros: int = 0
    their_zeros: int = 0
    i_entered: bool = True
    they_entered: bool = True
    points: int = 0
    dice: int = DICE
    offer: tuple[int, int] | None = None
    may_bank: bool = True
    target: int = 10_000

    @property
    def seat(self) -> int:
        """0 for the opening's winner."""
        return 0 if self.first else 1

    @property
    def units(self) -> int:
        """The hand in units of 50."""
        return self.points // UNIT

    @property
    def behind(self) -> int:
        """Units by which the other is ahead, my hand not counted."""
        return (self.theirs - self.mine) // UNIT

    @property
    def last_turn(self) -> bool:
        """The other has reached the target (DM-19)."""
        return self.theirs >= self.target


@dataclass(frozen=True)
class Policy:
    """Every choice of a solved game; totals of a game to another target are mapped by the points missing."""

    target: int
    floor: int
    opening: tuple[float, float]
    """The mover's chance by seat before anybody has entry."""
    bank: SwitchTable
    take: SwitchTable
    alone: Bytes
    """Switches against a player without entry: [seat, my zeros, dice − 1, :, my total]."""
    fresh: Singles
    """The mover's chance: [seat, my zeros, their zeros, my total, their total], both entered, no offer."""
    thin: Singles
    """[0]: the mover has no entry, [1]: the other has none; then [seat, zeros, total] of the one who has."""
    taken: Singles
    """The mover's chance in a hand taken over, on the grid of `chances`."""

    @classmethod
    def load(cls, path: Path = SHIPPED) -> "Policy":
        """The policy of a file; the file is read once."""
        return _load(path)

    def index(self, total: int, target: int) -> int:
        """The index of a total in the tables."""
        last = int(self.fresh.shape[3]) - 1
        return min(last, max(0, (total - target + self.target - self.floor) // UNIT))

    def choose(
        self,
        first: bool,
        mine: int,
        theirs: int,
        my_zeros: int = 0,
        their_zeros: int = 0,
        i_entered: bool = True,
        they_entered: bool = True,
        points: int = 0,
        dice: int = DICE,
        offer: tuple[int, int] | None = None,
        may_bank: bool = True,
        target: int = 10_000,
    ) -> Choice:
        """The perfect choice; the arguments are those of `Situation`."""
        seen = (first, mine, theirs, my_zeros, their_zeros, i_entered, they_entered)
        now = Situation(*seen, points, dice, offer, may_bank, target)
        if points == 0:
            return "take_over" if offer is not None and self.takes(now, *offer) else "throw"
        return "bank" if may_bank and now.units >= MINIMUM and self.banks(now) else "throw"

    def takes(self, now: Situation, points: int, dice: int) -> bool:
        """Whether to take over such a hand (DM-14, DM-18)."""
        if now.last_turn:
            return outdo(now.behind - points // UNIT, dice) > outdo_afresh(now.behind)
        if not now.i_entered:
            return 1.0 - failure(dice) > reach(MINIMUM, DICE)
        return self.take.odd_at(points // UNIT, *self.place(now, dice))

    def banks(self, now: Situation) -> bool:
        """Whether to stop here, from 300 on (DM-10)."""
        if now.last_turn:
            lead = now.units - now.behind
            return lead > 0 or (lead == 0 and failure(now.dice) >= 0.5)
        if not now.i_entered:
            return True
        if now.mine + now.points >= now.target and not (now.first and now.they_entered):
            return True
        if now.they_entered:
            return self.bank.odd_at(now.units, *self.place(now, now.dice))
        total = self.index(now.mine, now.target)
        return odd(self.alone[now.seat, now.my_zeros, now.dice - 1, :, total], now.units)

    def place(self, now: Situation, dice: int) -> tuple[int, ...]:
        """The index of a situation in the switch tables."""
        totals = self.index(now.mine, now.target), self.index(now.theirs, now.target)
        return now.seat, now.my_zeros, now.their_zeros, dice - 1, *totals


def odd(switches: Bytes, units: int) -> bool:
    """Whether an odd number of switches lies at or below `units`."""
    below: int = sum(at <= units for at in switches.tolist() if at != NEVER)
    return below % 2 == 1


def write(policy: Policy, path: Path = SHIPPED) -> int:
    """Writes the policy, chances as differences between neighbours; returns the size in bytes."""
    chances = [
        np.rint(table * RESOLUTION).astype(np.uint16) for table in (policy.fresh, policy.thin, policy.taken)
    ]
    smooth = [np.diff(table, axis=-1, prepend=table[..., :1] * 0) for table in chances]
    tables: list[Table] = [*policy.bank, *policy.take, policy.alone, *smooth]
    head = {
        "target": policy.target,
        "floor": policy.floor,
        "opening": policy.opening,
        "tables": [[str(table.dtype), table.shape] for table in tables],
    }
    body = lzma.compress(b"".join(table.tobytes() for table in tables), preset=9)
    path.parent.mkdir(parents=True, exist_ok=True)
    return path.write_bytes(json.dumps(head).encode() + b"\n" + body)


@cache
def _load(path: Path) -> Policy:
    outdo(PRECOMPUTED, DICE)  # computed now, so that no last turn waits for it
    head, body = path.read_bytes().split(b"\n", 1)
    facts, data = json.loads(head), lzma.decompress(body)
    tables, at = [], 0
    for dtype, shape in facts["tables"]:
        table = np.frombuffer(data, dtype, int(np.prod(shape)), at).reshape(shape)
        tables.append(table)
        at += table.nbytes
    bank, take, alone, smooth = SwitchTable(*tables[:2]), SwitchTable(*tables[2:4]), tables[4], tables[5:]
    steps = [np.cumsum(table, axis=-1, dtype=np.uint16) for table in smooth]
    fresh, thin, taken = ((table / RESOLUTION).astype(np.float32) for table in steps)
    opening = facts["opening"][0], facts["opening"][1]
    return Policy(facts["target"], facts["floor"], opening, bank, take, alone, fresh, thin, taken)
