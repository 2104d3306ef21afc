"""Au doigt & à l'œil, compiled: setting up and opening the game (DO-1 to DO-6, DO-30, DO-31)."""

from __future__ import annotations

from cinq.fast.bits import count, lowest
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, jit
from cinq.fast.doigt_oeil.row import (
    ANSWER,
    COLUMNS,
    DECKS,
    DRAW,
    HAND_SIZE,
    HANDS,
    HEIGHT,
    HELD_SEAT,
    NAMED_FIRST,
    OPENING,
    OPENING_TASK,
    PHASE,
    SEATS,
    SENDER,
    SETS,
    SETS_USED,
    SIMPLIFIED,
    SIZE,
    STANDING,
    STARTER_ENTRY,
    STRUCTURE,
    THE_STARTER,
    TO,
    TURN,
    VARIANT,
    WOOD_BITS,
)
from cinq.fast.doigt_oeil.table import clear_challenge, discard, draw_cards, join_challenge
from cinq.fast.doigt_oeil.turns import go_on
from cinq.fast.kernel import PLAYERS
from cinq.games.doigt_oeil import opening

MOST_WOOD = opening.MOST_WOOD


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """The board with its starter, the dealer about to deal (DO-1 to DO-5)."""
    for word in range(PLAYERS, len(s)):
        s[word] = 0
    s[PLAYERS] = players
    for option in range(4):
        s[VARIANT + option] = options[option]
    deck = DECKS[4 * (s[SETS_USED] - 1) + 2 * (s[VARIANT] == SIMPLIFIED) :]
    s[DRAW] = deck[0]
    s[DRAW + 1] = deck[1]
    s[TURN] = -1
    s[HELD_SEAT] = -1
    clear_challenge(s)
    stand_alone(s)


@jit
def stand_alone(s: Ints) -> None:
    """Only the starter stands (DO-2, DO-17)."""
    for at in range(s[HEIGHT]):
        s[STRUCTURE + at] = 0
    for length in range(3):
        s[STANDING + length] = 0
        s[COLUMNS + length] = 0
    s[HEIGHT] = 1
    s[STRUCTURE] = STARTER_ENTRY
    s[STANDING + (THE_STARTER >> 6)] = 1
    s[COLUMNS + (THE_STARTER >> 6)] = 1


@jit
def draw_deal(s: Ints, outcome: Ints) -> None:
    """A fair deal, and who starts drawn by lot unless the host named them (DO-3, DO-5)."""
    players, first, second = s[PLAYERS], s[DRAW], s[DRAW + 1]
    outcome[0] = s[NAMED_FIRST] if s[NAMED_FIRST] >= 0 else below(s, players)
    for seat in range(SEATS):
        at = 1 + SETS * seat
        outcome[at] = 0
        outcome[at + 1] = 0
        if seat < players:
            draw_cards(s, first, second, s[HAND_SIZE], outcome[at : at + SETS])
            first &= ~outcome[at]
            second &= ~outcome[at + 1]


@jit
def possible_deal(s: Ints, outcome: Ints) -> bool:
    """Equal hands of different cards from the box (DO-3); the host may have named who starts (DO-5)."""
    players, first, second = s[PLAYERS], s[DRAW], s[DRAW + 1]
    for seat in range(SEATS):
        one, two = outcome[1 + SETS * seat], outcome[2 + SETS * seat]
        if one & ~first | two & ~second or count(one) + count(two) != (s[HAND_SIZE] if seat < players else 0):
            return False
        first &= ~one
        second &= ~two
    return 0 <= outcome[0] < players and (s[NAMED_FIRST] < 0 or s[NAMED_FIRST] == outcome[0])


@jit
def deal(s: Ints, outcome: Ints) -> None:
    """Everyone has their cards; the first player draws their own first challenge (DO-3, DO-5, DO-6)."""
    for seat in range(s[PLAYERS]):
        for word in range(SETS):
            hand = outcome[1 + SETS * seat + word]
            s[HANDS + SETS * seat + word] = hand
            s[DRAW + word] &= ~hand
    s[PHASE] = OPENING
    s[TURN] = outcome[0]
    s[SENDER] = outcome[0]
    s[TO] = outcome[0]
    s[OPENING_TASK] = 1
    if s[DRAW] | s[DRAW + 1] == 0:
        opened(s)


@jit
def open_with(s: Ints, first: int, second: int) -> None:
    """An advantage is discarded; an even number draws again, an odd one or the third card ends it (DO-6)."""
    card = lowest(first) if first else 64 + lowest(second)
    more = True
    s[DRAW] &= ~first
    s[DRAW + 1] &= ~second
    if 1 << (card & 63) & WOOD_BITS:
        join_challenge(s, card)
        more = card >> 2 & 1 != 0 and s[SIZE] < MOST_WOOD  # the bits of a number begin at four times one less
    else:
        discard(s, card)
    if not more or s[DRAW] | s[DRAW + 1] == 0:
        opened(s)


@jit
def opened(s: Ints) -> None:
    """The first player carries out what they drew, be it nothing (DO-6)."""
    s[PHASE] = ANSWER
    go_on(s)
