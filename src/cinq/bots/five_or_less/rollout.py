"""Rollouts of a round of 5 ou Moins, compiled by numba: a reduced game on one integer array.

Every simulated player follows one policy and remembers all it has seen. Owns that policy and the reduced
rules; the tests compare them with the real ones.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from cinq.compiled import compiled

BLIND, LAST_BLIND = 13.5, 6.4
"""The value of a card its owner does not know, and in a last turn: to know one's cards is worth much."""
TAKE_UP_TO, TAKE_GAIN = 3, 2.0
"""A discard is taken if it is this low and saves that much."""
LIMIT, LAST_CALL = 5, 2
"""Call at 5 or less; after another's call only when very low."""
SNAP_CHANCE = 0.92
"""The chance that a player who could make a quick discard does."""
TURNS = 80
RENEWS, SWAPS, ADDS, GIVES = 8, 10, 12, 14
NOTHING = -9
"""No card."""

KNOWN, HELD, PILE, HEAP, CALLERS, NOW, ROWS = 6, 12, 13, 14, 15, 16, 17
"""The rows of a table: six hands; six rows of known flags; hand sizes; piles; callers; the present turn."""
SEATS, PILED, HEAPED, TIED, TURN, CALLED, POWERS, LUCK = range(8)
"""The columns of row NOW: players, pile sizes, whether the top is tied, turn, calls, powers, random state."""
MOST = 24
"""The most cards of one hand; more are dropped."""
WIDE = 2 * 68
"""The width of a row: twice a deck, as a memory without counting may assume too many cards."""

Table = np.ndarray[Any, np.dtype[np.int64]]
"""The rest of a round as one array, changed in place; piles have their top last."""


def new_table() -> Table:
    """An empty table."""
    return np.zeros((ROWS, WIDE), np.int64)


@compiled()
def copy_table(there: Table, t: Table) -> None:
    """Copies the used parts of a table."""
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
    """A uniform number from the table's own random state (xorshift64*)."""
    x = np.uint64(t[NOW, LUCK])
    x ^= x >> np.uint64(12)
    x ^= x << np.uint64(25)
    x ^= x >> np.uint64(27)
    t[NOW, LUCK] = np.int64(x)
    return float((x * np.uint64(2685821657736338717)) >> np.uint64(11)) / 9007199254740992.0


# ---------------------------------------------------------------- cards


@compiled()
def worst_known(t: Table, seat: int) -> int:
    """The index of the highest card that its owner knows; −1 if none."""
    at = -1
    for i in range(t[HELD, seat]):
        if t[KNOWN + seat, i] and (at < 0 or t[seat, i] > t[seat, at]):
            at = i
    return at


@compiled()
def some_card(t: Table, seat: int, known: bool) -> int:
    """The index of a random card that its owner knows, or does not know; −1 if none."""
    count, at = 0, -1
    for i in range(t[HELD, seat]):
        if bool(t[KNOWN + seat, i]) == known:
            count += 1
            if uniform(t) * count < 1:
                at = i
    return at


@compiled()
def remove(t: Table, seat: int, at: int) -> int:
    """Takes a card out of a hand."""
    card = t[seat, at]
    last = t[HELD, seat] - 1
    t[seat, at], t[KNOWN + seat, at] = t[seat, last], t[KNOWN + seat, last]
    t[HELD, seat] = last
    return int(card)


@compiled()
def add(t: Table, seat: int, card: int, known: bool) -> None:
    """Adds a card to a hand."""
    if t[HELD, seat] < MOST:
        t[seat, t[HELD, seat]], t[KNOWN + seat, t[HELD, seat]] = card, known
        t[HELD, seat] += 1


@compiled()
def draw(t: Table) -> int:
    """Draws a card; an empty pile is remade from the discards. `NOTHING` if there is none."""
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
    """Puts a card under the draw pile (OM-9)."""
    for i in range(t[NOW, PILED], 0, -1):
        t[PILE, i] = t[PILE, i - 1]
    t[PILE, 0] = card
    t[NOW, PILED] += 1


@compiled()
def lay(t: Table, card: int, tied: bool) -> None:
    """Puts a card on the discard pile."""
    t[HEAP, t[NOW, HEAPED]] = card
    t[NOW, HEAPED] += 1
    t[NOW, TIED] = tied


@compiled()
def top(t: Table) -> int:
    """The top discard."""
    return int(t[HEAP, t[NOW, HEAPED] - 1]) if t[NOW, HEAPED] else NOTHING


@compiled()
def protected(t: Table, seat: int) -> bool:
    """Whether a seat has called, and so is protected (OM-19)."""
    found = False
    for i in range(t[NOW, CALLED]):
        found |= t[CALLERS, i] == seat
    return found


# ---------------------------------------------------------------- a turn


@compiled()
def take_turn(t: Table, may_take: bool) -> None:
    """Plays a turn by the policy: take or draw, keep or discard, power, call."""
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
    """Swaps a card into a hand; the one that leaves may be answered, and may have a power."""
    out = int(t[seat, goes])
    t[seat, goes], t[KNOWN + seat, goes] = card, True
    put_out(t, seat, out)


@compiled()
def put_out(t: Table, seat: int, out: int) -> None:
    """Discards a card that was swapped out: quick discards first, then its power."""
    covered = discard(t, out)
    if t[NOW, POWERS] and out >= RENEWS and out % 2 == 0 and not covered:
        use_power(t, seat, out)


@compiled()
def discard(t: Table, card: int) -> bool:
    """Discards a card; returns whether somebody answers with a quick discard."""
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
    """The sum of a hand."""
    count = 0
    for i in range(t[HELD, seat]):
        count += t[seat, i]
    return count


@compiled()
def consider_call(t: Table, seat: int) -> None:
    """Calls when all cards are known and low enough."""
    for i in range(t[HELD, seat]):
        if not t[KNOWN + seat, i]:
            return
    if total(t, seat) <= (LAST_CALL if t[NOW, CALLED] else LIMIT):
        call(t, seat)


@compiled()
def call(t: Table, seat: int) -> None:
    """Calls 5 or less."""
    t[CALLERS, t[NOW, CALLED]] = seat
    t[NOW, CALLED] += 1


@compiled()
def pass_turn(t: Table) -> bool:
    """Passes the turn; returns whether the round is over."""
    t[NOW, TURN] = (t[NOW, TURN] + 1) % t[NOW, SEATS]
    return bool(t[NOW, CALLED] > 0 and t[NOW, TURN] == t[CALLERS, 0])


@compiled()
def play_on(t: Table) -> None:
    """Plays turns to the end of the round."""
    for _ in range(TURNS):
        take_turn(t, True)
        if pass_turn(t):
            return


# ---------------------------------------------------------------- powers


@compiled()
def use_power(t: Table, seat: int, power: int) -> None:
    """Uses a power against the player with fewest cards, who is nearest to calling."""
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
    """The index of a card that its owner knows, as known cards are probably low."""
    at = some_card(t, seat, True)
    return at if at >= 0 else some_card(t, seat, False)


@compiled()
def renew(t: Table, target: int, at: int) -> None:
    """Replaces a card of another player by an unseen one; the old one goes under the pile."""
    card = draw(t)
    if card != NOTHING:
        put_under(t, int(t[target, at]))
        t[target, at], t[KNOWN + target, at] = card, False


@compiled()
def unload(t: Table, seat: int, target: int, swapped: bool) -> None:
    """Gives the worst card away, for a probably low one (10) or for nothing (14)."""
    goes, blind = worst_known(t, seat), some_card(t, seat, False)
    if blind >= 0 and (goes < 0 or t[seat, goes] < LAST_BLIND):
        goes = blind
    out = remove(t, seat, goes)
    if swapped:
        add(t, seat, remove(t, target, likely_low(t, target)), False)
    add(t, target, out, False)
