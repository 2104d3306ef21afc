"""A round of 5 ou Moins played on quickly, compiled: no lines, only what the totals depend on.

Every simulated player follows one sensible policy with a good memory. Owns that policy
and the quick round; must never know what a mind remembers.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.minds.compiled import compiled

BLIND, LAST_BLIND = 13.5, 6.4
"""What a card one does not know counts for: to know one's cards is worth much, but not in a last turn."""
TAKE_UP_TO, TAKE_GAIN = 3, 2.0
"""A discard is taken if it is this low and saves that much."""
LIMIT, LAST_CALL = 5, 2
"""Call at 5 or less; after another's call only when very low."""
SNAP_CHANCE = 0.92
"""How often somebody who could answer a discard does."""
TURNS = 80
RENEWS, SWAPS, ADDS, GIVES = 8, 10, 12, 14
NOTHING = -9
"""No card."""

KNOWN, HELD, PILE, HEAP, CALLERS, NOW, ROWS = 6, 12, 13, 14, 15, 16, 17
"""The rows of a table: six hands; which of their cards their owners know; how many each has; and so on."""
SEATS, PILED, HEAPED, TIED, TURN, CALLED, POWERS, LUCK = range(8)
"""The columns of row NOW: players, cards on the piles, is the top tied, whose turn, how many called, …"""
MOST = 24
"""Cards one player can have here; more than anybody ever has."""
WIDE = 2 * 68
"""Room on a pile; twice a deck, as who does not count cards may think of too many."""

Table = np.ndarray[Any, np.dtype[np.int64]]
"""The rest of a round as one array, changed in place; piles have their top last, hands no order."""


def new_table() -> Table:
    """A table to be filled in."""
    return np.zeros((ROWS, WIDE), np.int64)


@compiled()
def copy_table(there: Table, t: Table) -> None:
    """The same table once more."""
    for i in range(LUCK + 1):
        t[NOW, i] = there[NOW, i]
    for seat in range(t[NOW, SEATS]):
        t[HELD, seat], t[CALLERS, seat] = there[HELD, seat], there[CALLERS, seat]
        for i in range(t[HELD, seat]):
            t[seat, i], t[KNOWN + seat, i] = there[seat, i], there[KNOWN + seat, i]
    for i in range(t[NOW, PILED]):
        t[PILE, i] = there[PILE, i]
    for i in range(t[NOW, HEAPED]):
        t[HEAP, i] = there[HEAP, i]


@compiled()
def uniform(t: Table) -> float:
    """A number from 0 to 1 out of the table's luck (xorshift64*)."""
    x = np.uint64(t[NOW, LUCK])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    t[NOW, LUCK] = np.int64(x)
    return float((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


# ---------------------------------------------------------------- cards


@compiled()
def worst_known(t: Table, seat: int) -> int:
    """Where the highest card lies that its owner knows; −1: nowhere."""
    at = -1
    for i in range(t[HELD, seat]):
        if t[KNOWN + seat, i] and (at < 0 or t[seat, i] > t[seat, at]):
            at = i
    return at


@compiled()
def some_card(t: Table, seat: int, known: bool) -> int:
    """A card that its owner knows, or does not; −1 if there is none."""
    count, at = 0, -1
    for i in range(t[HELD, seat]):
        if bool(t[KNOWN + seat, i]) == known:
            count += 1
            if uniform(t) * count < 1:
                at = i
    return at


@compiled()
def remove(t: Table, seat: int, at: int) -> int:
    """A card leaves a hand."""
    card = t[seat, at]
    last = t[HELD, seat] - 1
    t[seat, at], t[KNOWN + seat, at] = t[seat, last], t[KNOWN + seat, last]
    t[HELD, seat] = last
    return int(card)


@compiled()
def add(t: Table, seat: int, card: int, known: bool) -> None:
    """A card comes into a hand."""
    if t[HELD, seat] < MOST:
        t[seat, t[HELD, seat]], t[KNOWN + seat, t[HELD, seat]] = card, known
        t[HELD, seat] += 1


@compiled()
def draw(t: Table) -> int:
    """The top of the draw pile, remade from the discards if need be."""
    if t[NOW, PILED] == 0:
        keep = 2 if t[NOW, TIED] else 1
        under = max(0, t[NOW, HEAPED] - keep)
        for i in range(under):
            t[PILE, i] = t[HEAP, under - 1 - i]
        for i in range(t[NOW, HEAPED] - under):
            t[HEAP, i] = t[HEAP, under + i]
        t[NOW, PILED], t[NOW, HEAPED] = under, t[NOW, HEAPED] - under
    if t[NOW, PILED] == 0:
        return NOTHING
    t[NOW, PILED] -= 1
    return int(t[PILE, t[NOW, PILED]])


@compiled()
def put_under(t: Table, card: int) -> None:
    """A card goes under the draw pile (OM-9)."""
    for i in range(t[NOW, PILED], 0, -1):
        t[PILE, i] = t[PILE, i - 1]
    t[PILE, 0] = card
    t[NOW, PILED] += 1


@compiled()
def lay(t: Table, card: int, tied: bool) -> None:
    """A card comes to lie on the discard pile."""
    t[HEAP, t[NOW, HEAPED]] = card
    t[NOW, HEAPED] += 1
    t[NOW, TIED] = tied


@compiled()
def top(t: Table) -> int:
    """The top discard."""
    return int(t[HEAP, t[NOW, HEAPED] - 1]) if t[NOW, HEAPED] else NOTHING


@compiled()
def protected(t: Table, seat: int) -> bool:
    """Whether somebody has called (OM-19)."""
    found = False
    for i in range(t[NOW, CALLED]):
        found |= t[CALLERS, i] == seat
    return found


# ---------------------------------------------------------------- a turn


@compiled()
def take_turn(t: Table, may_take: bool) -> None:
    """One turn by the policy: take or draw, keep or discard, power, call."""
    seat = t[NOW, TURN]
    worst, blind = worst_known(t, seat), some_card(t, seat, False)
    unseen = LAST_BLIND if t[NOW, CALLED] else BLIND
    worth = float(t[seat, worst]) if worst >= 0 else float(NOTHING)
    goes = worst
    if blind >= 0 and worth <= unseen:
        worth, goes = unseen, blind
    offered = top(t)
    if may_take and not t[NOW, TIED] and offered != NOTHING and offered <= min(TAKE_UP_TO, worth - TAKE_GAIN):
        t[NOW, HEAPED] -= 1
        exchange(t, seat, goes, offered)
    else:
        card = draw(t)
        if card != NOTHING:
            if card < worth:
                exchange(t, seat, goes, card)
            else:
                discard(t, card)
    consider_call(t, seat)


@compiled()
def exchange(t: Table, seat: int, goes: int, card: int) -> None:
    """A card comes in for another, which may be answered, and may have a power."""
    out = int(t[seat, goes])
    t[seat, goes], t[KNOWN + seat, goes] = card, True
    put_out(t, seat, out)


@compiled()
def put_out(t: Table, seat: int, out: int) -> None:
    """A card that leaves a player's cards by a swap: race, then power."""
    covered = discard(t, out)
    if t[NOW, POWERS] and out >= RENEWS and out % 2 == 0 and not covered:
        use_power(t, seat, out)


@compiled()
def discard(t: Table, card: int) -> bool:
    """A card on the discard pile; whether somebody answers it."""
    lay(t, card, False)
    if card <= 0:
        return False
    who, where, able = -1, -1, 0
    for seat in range(t[NOW, SEATS]):
        if protected(t, seat):
            continue
        for i in range(t[HELD, seat]):
            if t[KNOWN + seat, i] and t[seat, i] == card:
                able += 1
                if uniform(t) * able < 1:
                    who, where = seat, i
                break
    if not able or uniform(t) > SNAP_CHANCE:
        return False
    lay(t, remove(t, who, where), True)
    return True


@compiled()
def total(t: Table, seat: int) -> int:
    """What a hand counts."""
    count = 0
    for i in range(t[HELD, seat]):
        count += t[seat, i]
    return count


@compiled()
def consider_call(t: Table, seat: int) -> None:
    """Say it when all cards are known and low enough."""
    for i in range(t[HELD, seat]):
        if not t[KNOWN + seat, i]:
            return
    if total(t, seat) <= (LAST_CALL if t[NOW, CALLED] else LIMIT):
        call(t, seat)


@compiled()
def call(t: Table, seat: int) -> None:
    """Say it."""
    t[CALLERS, t[NOW, CALLED]] = seat
    t[NOW, CALLED] += 1


@compiled()
def pass_turn(t: Table) -> bool:
    """The turn passes; whether the round is over."""
    t[NOW, TURN] = (t[NOW, TURN] + 1) % t[NOW, SEATS]
    return bool(t[NOW, CALLED] > 0 and t[NOW, TURN] == t[CALLERS, 0])


@compiled()
def play_on(t: Table) -> None:
    """Turns from the present one to the end of the round."""
    for _ in range(TURNS):
        take_turn(t, True)
        if pass_turn(t):
            return


# ---------------------------------------------------------------- powers


@compiled()
def use_power(t: Table, seat: int, power: int) -> None:
    """Against whoever has fewest cards: they are nearest to the end."""
    target, fewest = -1, MOST + 1
    for other in range(t[NOW, SEATS]):
        count = t[HELD, other]
        if other != seat and not protected(t, other) and count < fewest and (count or power >= ADDS):
            target, fewest = other, count
    if target < 0:
        return
    if power == ADDS:
        card = draw(t)
        if card != NOTHING:
            add(t, target, card, False)
    elif power == RENEWS:
        renew(t, target, likely_low(t, target))
    elif t[HELD, seat]:
        unload(t, seat, target, power == SWAPS)


@compiled()
def likely_low(t: Table, seat: int) -> int:
    """A card its player knows is likely a low one."""
    at = some_card(t, seat, True)
    return at if at >= 0 else some_card(t, seat, False)


@compiled()
def renew(t: Table, target: int, at: int) -> None:
    """A card of another's goes under the pile, an unseen one comes for it."""
    card = draw(t)
    if card != NOTHING:
        put_under(t, int(t[target, at]))
        t[target, at], t[KNOWN + target, at] = card, False


@compiled()
def unload(t: Table, seat: int, target: int, swapped: bool) -> None:
    """The worst card goes over, for a likely low one (10) or for nothing (14)."""
    goes, blind = worst_known(t, seat), some_card(t, seat, False)
    if blind >= 0 and (goes < 0 or t[seat, goes] < LAST_BLIND):
        goes = blind
    out = remove(t, seat, goes)
    if swapped:
        add(t, seat, remove(t, target, likely_low(t, target)), False)
    add(t, target, out, False)
