"""Au doigt & à l'œil, compiled: challenges, turns and drawing (DO-7, DO-10, DO-11, DO-28)."""

from __future__ import annotations

from cinq.fast.bits import count
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.ending import finish, finisher
from cinq.fast.doigt_oeil.row import (
    ANSWER,
    CHALLENGE,
    CLOSERS,
    DEBT,
    DISCARDS,
    DRAW,
    HANDS,
    KEPT,
    LATER_DEBT,
    OPENING,
    PHASE,
    PLAYED,
    SENDER,
    SETS,
    SIZE,
    TO,
    TURN,
)
from cinq.fast.doigt_oeil.table import (
    card_in,
    cards_left,
    clear_challenge,
    close,
    discard,
    draw_cards,
    empty_handed,
    give_up,
    has_wood,
    join_challenge,
    owe,
    size_of,
    unplaced,
)
from cinq.fast.kernel import PLAYERS
from cinq.games.doigt_oeil import state, turns

WITH_MARKERS = state.WITH_MARKERS
NO_WOOD = turns.NO_WOOD


@inlined
def open_targets(s: Ints, seat: int) -> int:
    """The others who have not yet played, as a set (DO-7, DO-10)."""
    return ((1 << s[PLAYERS]) - 1) & ~s[PLAYED] & ~(1 << seat)


@jit
def challenge(s: Ints, seat: int, target: int, cards: int) -> None:
    """The cards, a byte each plus one, leave the hand; perhaps they were the last (DO-7, DO-19)."""
    s[PHASE] = ANSWER
    s[SENDER] = seat
    s[TO] = target
    while cards:
        card = (cards & 255) - 1
        give_up(s, seat, card)
        join_challenge(s, card)
        cards >>= 8
    if empty_handed(s, seat):
        close(s, seat)


# ---------------------------------------------------------------- what comes next


@jit
def go_on(s: Ints) -> None:
    """Debts first; then the rest of the challenge, its end, or the next challenge."""
    if s[DEBT]:
        if cards_left(s):
            return
        s[DEBT] = 0  # nothing left to draw (DO-28)
        s[LATER_DEBT] = 0
    if s[SENDER] < 0:
        compose(s, s[TURN])
    elif unplaced(s) == 0:
        complete(s)


@jit
def complete(s: Ints) -> None:
    """A challenge placed in full: its cards are discarded, its receiver has played (DO-10, DO-19, DO-28)."""
    to = s[TO]
    for slot in range(s[SIZE]):
        if not s[KEPT] >> slot & 1:
            discard(s, card_in(s, slot))
    if s[PLAYERS] >= WITH_MARKERS:
        s[PLAYED] |= 1 << to
        if s[PLAYED] == (1 << s[PLAYERS]) - 1:
            s[PLAYED] = 0
    winner = finisher(s) if s[CLOSERS] else -1
    s[PHASE] = CHALLENGE
    s[TURN] = to
    clear_challenge(s)
    if winner < 0:
        compose(s, to)
    else:
        finish(s, winner)


@inlined
def compose(s: Ints, seat: int) -> None:
    """This seat makes the next challenge if it holds wood (DO-11)."""
    if not has_wood(s, seat):
        want_wood(s, seat)


@jit
def want_wood(s: Ints, seat: int) -> None:
    """Without wood this seat draws, or another challenges, or the game ends (DO-11)."""
    if cards_left(s):
        owe(s, seat + 1 | NO_WOOD << 4)
        return
    players = s[PLAYERS]
    for step in range(1, players):
        other = (seat + step) % players
        if has_wood(s, other):
            s[TURN] = other
            if open_targets(s, other) == 0:
                s[PLAYED] = 0
            return
    finish(s, s[SENDER])  # nobody


# ---------------------------------------------------------------- drawing


@inlined
def owed(s: Ints) -> int:
    """How many cards the dealer owes now: one in the opening, fewer if there are no more (DO-28)."""
    if s[PHASE] == OPENING:
        return 1
    return (
        min(s[DEBT] >> 4, size_of(s[DRAW], s[DRAW + 1]) + size_of(s[DISCARDS], s[DISCARDS + 1]))
        if s[DEBT]
        else 0
    )


@jit
def draw_owed(s: Ints, outcome: Ints) -> None:
    """A fair draw of what is owed: the whole pile before the discards (DO-28)."""
    number, there = owed(s), size_of(s[DRAW], s[DRAW + 1])
    outcome[0] = 0
    outcome[1] = 0
    if number <= there:
        draw_cards(s, s[DRAW], s[DRAW + 1], number, outcome)
    else:
        outcome[0] = s[DRAW]
        outcome[1] = s[DRAW + 1]
        draw_cards(s, s[DISCARDS], s[DISCARDS + 1], number - there, outcome)


@jit
def possible_cards(s: Ints, first: int, second: int) -> bool:
    """As many as the rule says, each from the pile; all of it before the discards (DO-6, DO-28)."""
    number, there = owed(s), size_of(s[DRAW], s[DRAW + 1])
    if count(first) + count(second) != number:
        return False
    if number <= there:
        return first & ~s[DRAW] | second & ~s[DRAW + 1] == 0
    beyond = first & ~(s[DRAW] | s[DISCARDS]) | second & ~(s[DRAW + 1] | s[DISCARDS + 1])
    return beyond | s[DRAW] & ~first | s[DRAW + 1] & ~second == 0


@inlined
def take_from_piles(s: Ints, first: int, second: int) -> None:
    """The piles after a draw; an empty draw pile is made anew from the discards (DO-28)."""
    if first & ~s[DRAW] | second & ~s[DRAW + 1] == 0:
        s[DRAW] &= ~first
        s[DRAW + 1] &= ~second
    else:
        s[DRAW] = s[DISCARDS] & ~first
        s[DRAW + 1] = s[DISCARDS + 1] & ~second
        s[DISCARDS] = 0
        s[DISCARDS + 1] = 0


@jit
def pay(s: Ints, first: int, second: int) -> None:
    """The first in debt has drawn."""
    hand = HANDS + SETS * ((s[DEBT] & 15) - 1)
    take_from_piles(s, first, second)
    s[hand] |= first
    s[hand + 1] |= second
    s[DEBT] = s[LATER_DEBT]
    s[LATER_DEBT] = 0
    go_on(s)
