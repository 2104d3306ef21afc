"""Au doigt & à l'œil, compiled: what the receiver of a challenge may add (DO-9, DO-20 to DO-27)."""

from __future__ import annotations

from cinq.fast.bits import count
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.placing import pick
from cinq.fast.doigt_oeil.row import (
    ADDED,
    CLOSERS,
    DEBT,
    DEFLECT,
    HANDS,
    HELPER,
    LAST_PLACE,
    LATER_DEBT,
    OPENING_TASK,
    PIVOT,
    PIVOTED,
    PLACE_FOR_ME,
    POWER,
    RETURN,
    SENDER,
    SETS,
    SPOILSPORT,
    TO,
    WITH_POWER,
)
from cinq.fast.doigt_oeil.table import (
    close,
    discard,
    empty_handed,
    give_up,
    has_begun,
    holds,
    join_challenge,
    owe,
    to_place,
    unplaced,
)
from cinq.fast.doigt_oeil.turns import go_on
from cinq.fast.kernel import PLAYERS
from cinq.games.doigt_oeil import advantages

SPOILT, LAST = advantages.SPOILT, advantages.LAST

# ---------------------------------------------------------------- who may add what


@inlined
def may_add(s: Ints) -> bool:
    """Whether the receiver may still add a card of their own (DO-9); a helper adds nothing (DO-27)."""
    return s[ADDED] == 0 and s[HELPER] < 0


@inlined
def deflections(s: Ints) -> int:
    """Anybody but the challenger; with two players nobody: the card is thrown away (DO-25)."""
    return ((1 << s[PLAYERS]) - 1) & ~(1 << s[TO]) & ~(1 << s[SENDER])


@inlined
def others(s: Ints) -> int:
    """All but the receiver, as a set of seats."""
    return ((1 << s[PLAYERS]) - 1) & ~(1 << s[TO])


@inlined
def with_power(s: Ints, seat: int, power: int) -> int:
    """How many advantages of this power a hand has."""
    hand = HANDS + SETS * seat
    return count(s[hand] & WITH_POWER[SETS * power]) + count(s[hand + 1] & WITH_POWER[SETS * power + 1])


@jit
def may_play(s: Ints, seat: int, card: int) -> bool:
    """Whether this advantage can be played at all, whatever its aim (DO-6, DO-9, DO-22)."""
    power = POWER[card]
    if power == 0 or s[OPENING_TASK] or not may_add(s) or not holds(s, seat, card):
        return False
    return not has_begun(s) or power in (PIVOT, PLACE_FOR_ME)


@inlined
def needs_which(power: int) -> bool:
    """Pivot and Place this for me act on a card of the challenge."""
    return (power == PIVOT) | (power == PLACE_FOR_ME)


@inlined
def needs_target(s: Ints, power: int) -> bool:
    """Place this for me and Deflect hit somebody; with two players a Deflect is thrown away (DO-25)."""
    return power == PLACE_FOR_ME or (power == DEFLECT and deflections(s) != 0)


@inlined
def slots_for(s: Ints, power: int) -> int:
    """The slots that an advantage may act on (DO-23, DO-27)."""
    return unplaced(s) if power == PIVOT else to_place(s)


@inlined
def seats_for(s: Ints, power: int) -> int:
    """The seats that an advantage may hit (DO-25, DO-27)."""
    return others(s) if power == PLACE_FOR_ME else deflections(s)


@jit
def well_aimed(s: Ints, power: int, target: int, slot: int) -> bool:
    """Each advantage takes the target and the card it needs, and no more; -1 for none (DO-23 to DO-27)."""
    if needs_which(power):
        if slot < 0 or not slots_for(s, power) >> slot & 1:
            return False
    elif slot >= 0:
        return False
    if needs_target(s, power):
        return target >= 0 and seats_for(s, power) >> target & 1 != 0
    return target < 0


@jit
def ways(s: Ints, seat: int, power: int) -> int:
    """How many ways there are to play the advantages of one power (DO-22)."""
    held = with_power(s, seat, power)
    if power == PIVOT:
        return held * count(unplaced(s))
    if power == PLACE_FOR_ME:
        return held * count(to_place(s)) * (s[PLAYERS] - 1)
    if has_begun(s):
        return 0
    return held * max(1, count(deflections(s))) if power == DEFLECT else held


# ---------------------------------------------------------------- what it does


@jit
def add(s: Ints, seat: int, card: int) -> None:
    """The challenge grows by one's own card; perhaps it was the last (DO-9, DO-19)."""
    give_up(s, seat, card)
    join_challenge(s, card)
    s[ADDED] = 1
    if empty_handed(s, seat):
        close(s, seat)


@jit
def play_advantage(s: Ints, seat: int, aim: int) -> None:
    """The card is discarded and does what it says; one cannot end on it (DO-20, DO-22).

    `aim` is the card (a byte), the target plus one (four bits) and the slot plus one.
    """
    card, target, slot = aim & 255, (aim >> 8 & 15) - 1, (aim >> 12) - 1
    power = POWER[card]
    give_up(s, seat, card)
    discard(s, card)
    s[ADDED] = 1
    if power == SPOILSPORT:
        spoil(s)
    if empty_handed(s, seat):
        owe(s, seat + 1 | LAST << 4)
    if power == PIVOT:
        s[PIVOTED] = slot + 1
    elif power == RETURN:
        s[TO] = s[SENDER]
        s[SENDER] = seat
        s[ADDED] = 0
    elif power == DEFLECT and target >= 0:
        s[TO] = target
        s[ADDED] = 0
    elif power == PLACE_FOR_ME:
        call_for_help(s, target, slot)
        return
    go_on(s)


@inlined
def spoil(s: Ints) -> None:
    """The challenger draws five and has not finished; the challenge stays (DO-21, DO-26)."""
    owe(s, s[SENDER] + 1 | SPOILT << 4)
    closers = s[CLOSERS]
    s[CLOSERS] = 0
    while closers:
        if (closers & 15) - 1 != s[SENDER]:
            close(s, (closers & 15) - 1)
        closers >>= 4


@inlined
def call_for_help(s: Ints, target: int, slot: int) -> None:
    """Another takes up one piece at once (DO-27); if it was one's last card, one draws afterwards (DO-20)."""
    s[HELPER] = target
    s[LAST_PLACE] = s[DEBT] != 0
    s[DEBT] = 0
    s[LATER_DEBT] = 0
    pick(s, target, slot)
