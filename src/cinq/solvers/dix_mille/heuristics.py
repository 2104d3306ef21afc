"""Heuristics for Dix Mille: rules of thumb that people play by.

They choose from public numbers only; `match` computes what each loses against perfect play.
"""

from dataclasses import dataclass

from cinq.solvers.dix_mille.odds import DICE
from cinq.solvers.dix_mille.policy import Choice

MINIMUM = 300
NEVER = 1_000_000


@dataclass(frozen=True)
class Heuristic:
    """From how many points it banks, and whether it takes over, by the number of dice to throw next (1 to 5).

    Every rule also banks a hand that reaches the target, banks its entry at once (DM-11),
    and throws on in its last turn until it is ahead (DM-19).
    """

    name: str
    bank: tuple[int, int, int, int, int]
    take: tuple[bool, bool, bool, bool, bool]

    def choose(
        self,
        mine: int,
        theirs: int,
        i_entered: bool = True,
        points: int = 0,
        dice: int = DICE,
        offer: tuple[int, int] | None = None,
        may_bank: bool = True,
        target: int = 10_000,
    ) -> Choice:
        """The choice of the rule.

        >>> HEURISTICS["bank at 500, take over from two dice"].choose(mine=0, theirs=0, points=500, dice=2)
        'bank'
        """
        if points == 0:
            return "take_over" if offer is not None and self.take[offer[1] - 1] else "throw"
        if points < MINIMUM or not may_bank:
            return "throw"
        if theirs >= target:
            return "bank" if mine + points > theirs else "throw"
        enough = not i_entered or mine + points >= target or points >= self.bank[dice - 1]
        return "bank" if enough else "throw"


def _same(points: int) -> tuple[int, int, int, int, int]:
    return (points,) * 5


_NOTHING = (False, False, False, False, False)
_EVERYTHING = (True, True, True, True, True)
_TWO_DICE = (False, True, True, True, True)
_BUT_FIVE = (300, 300, 300, 300, NEVER)

HEURISTICS = {
    heuristic.name: heuristic
    for heuristic in (
        Heuristic("bank at 300, never take over", _same(300), _NOTHING),
        Heuristic("bank at 300, take over from two dice", _same(300), _TWO_DICE),
        Heuristic("bank at 300 unless five dice, never take over", _BUT_FIVE, _NOTHING),
        Heuristic("bank at 300 unless five dice, always take over", _BUT_FIVE, _EVERYTHING),
        Heuristic("bank at 300 unless five dice, take over from two dice", _BUT_FIVE, _TWO_DICE),
        Heuristic("bank at 500, take over from two dice", _same(500), _TWO_DICE),
        Heuristic("bank at 1000, take over from two dice", _same(1_000), _TWO_DICE),
    )
}
