"""Au doigt & à l'œil, compiled: who has finished, points and the vote (DO-11, DO-19, DO-29)."""

from __future__ import annotations

from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.row import (
    ADVANCED,
    CLOSERS,
    HANDS,
    OVER,
    PHASE,
    PILE_VALUES,
    SEATS,
    SENDER,
    SETS,
    STOOD,
    TIED,
    TURN,
    VARIANT,
    VOTE,
    VOTES,
    WINNERS,
)
from cinq.fast.doigt_oeil.table import empty_handed, size_of
from cinq.fast.kernel import PLAYERS


@jit
def finisher(s: Ints) -> int:
    """Who played their last card in this challenge, the sender before the receiver; or -1 (DO-19, DO-21)."""
    closers, found = s[CLOSERS], -1
    while closers:
        seat = (closers & 15) - 1
        closers >>= 4
        if empty_handed(s, seat):
            if seat == s[SENDER]:
                return seat
            found = seat if found < 0 else found
    return found


@jit
def finish(s: Ints, winner: int) -> None:
    """The game ends: for whoever finished, by points, or for the fewest cards (DO-11, DO-19, DO-29)."""
    everyone = (1 << s[PLAYERS]) - 1
    s[TURN] = -1
    if s[VARIANT] == ADVANCED:
        by_points(s, everyone)
    elif winner >= 0:
        win(s, 1 << winner)
    else:
        win(s, best_scores(s, everyone))


@inlined
def score(s: Ints, seat: int) -> int:
    """The values before a player, less one for each card in hand; else minus the cards (DO-29)."""
    return s[PILE_VALUES + seat] - size_of(s[HANDS + SETS * seat], s[HANDS + SETS * seat + 1])


@jit
def best_scores(s: Ints, among: int) -> int:
    """Those with the highest score."""
    most, best = -(1 << 40), 0
    for seat in range(s[PLAYERS]):
        found = score(s, seat)
        if among >> seat & 1 and found >= most:
            best = best | 1 << seat if found == most else 1 << seat
            most = found
    return best


@jit
def by_points(s: Ints, everyone: int) -> None:
    """Most points, then most pieces placed without a fall, then the others vote (DO-29)."""
    tied = most_stood(s, best_scores(s, everyone))
    if tied == everyone or tied & (tied - 1) == 0:
        win(s, tied)
    else:
        s[PHASE] = VOTE
        s[TIED] = tied


@jit
def most_stood(s: Ints, among: int) -> int:
    """Those who placed most pieces without a fall."""
    most, best = -1, 0
    for seat in range(s[PLAYERS]):
        if among >> seat & 1 and s[STOOD + seat] >= most:
            best = best | 1 << seat if s[STOOD + seat] == most else 1 << seat
            most = s[STOOD + seat]
    return best


@jit
def voters(s: Ints) -> int:
    """Those who still have to vote: everyone but the tied (DO-29)."""
    waiting = 0
    for seat in range(s[PLAYERS]):
        if s[VOTES] >> 4 * seat & 15 == 0:
            waiting |= 1 << seat
    return waiting & ~s[TIED]


@jit
def vote(s: Ints, voter: int, choice: int) -> None:
    """The last vote decides; a tied vote shares the win (DO-29)."""
    s[VOTES] |= choice + 1 << 4 * voter
    if voters(s):
        return
    most, best = -1, 0
    for seat in range(s[PLAYERS]):
        if s[TIED] >> seat & 1:
            votes = votes_for(s, seat)
            if votes >= most:
                best = best | 1 << seat if votes == most else 1 << seat
                most = votes
    win(s, best)


@jit
def votes_for(s: Ints, seat: int) -> int:
    """How many voted for a seat."""
    votes = 0
    for voter in range(s[PLAYERS]):
        votes += s[VOTES] >> 4 * voter & 15 == seat + 1
    return votes


@inlined
def win(s: Ints, winners: int) -> None:
    """These have won."""
    s[PHASE] = OVER
    s[WINNERS] = winners
    s[TIED] = 0
    s[VOTES] = 0


@jit
def result(s: Ints, out: Ints) -> None:
    """Who won, once the game is over (DO-19, DO-29)."""
    out[0] = s[WINNERS]
    for seat in range(SEATS):
        out[1 + seat] = score(s, seat)
