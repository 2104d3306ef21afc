"""Dix Mille, compiled. DM-8 and the like are paragraphs of games/dix_mille/RULES.md; read it beside rules.py.

Dice are one number: the index of a fall in `falls(dice)` of the rules, that is its faces less one as the
digits of a number in base six. To turn all of them over (DM-21) is to take `6**dice - 1 - index`.
"""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.kernel import DEALER_BIT, PLAYERS, Observation, Words
from cinq.games import dix_mille
from cinq.games.dix_mille import rules
from cinq.games.dix_mille.rules import Bank, Dice, Fall, Options, Result, State, TakeOver, Throw
from cinq.games.dix_mille.view import View

RULES: Final = dix_mille
SEATS: Final = 8
DICE: Final = 5

# ---------------------------------------------------------------- the row: one word each

TARGET: Final = 2
MINIMUM: Final = 3
ENTRY: Final = 4
ZEROS_COUNT: Final = 5
TAKEOVER: Final = 6
TOPINAMBOUR_ALLOWED: Final = 7
ENTRY_OFFER: Final = 8
"""The options, in the order of `Options`."""
PHASE: Final = 9
SEAT: Final = 10
POINTS: Final = 11
LEFT: Final = 12
"""How many dice would be thrown next."""
THROWN: Final = 13
ANNOUNCED: Final = 14
OFFER_POINTS: Final = 15
"""0 without an offer: nobody banks nothing (DM-10)."""
OFFER_DICE: Final = 16
ENTERED: Final = 17
"""A set of seats."""
ZEROS: Final = 18
"""Two bits a seat (DM-15)."""
FIRST: Final = 19
"""-1 during the opening."""
CONTENDERS: Final = 20
"""A set of seats (DM-2)."""
LAST_DICE: Final = 21
"""How many dice the last throw had; 0 before the first."""
LAST_INDEX: Final = 22
"""How they fell, before any were turned over."""
LAST_TURNED: Final = 23
SCORES: Final = 24
WIDTH: Final = SCORES + SEATS

OPENING: Final = 0
TURN: Final = 1
ROLLING: Final = 2
OVER: Final = 3

THROW: Final = 0
THROW_TOPINAMBOUR: Final = 1
BANK: Final = 2
TAKE_OVER: Final = 3
ACTIONS: Final = 4
CODES: Final = ACTIONS
OUTCOME: Final = 1
RESULT: Final = 1 + SEATS

# ---------------------------------------------------------------- what dice are worth, as tables

WAYS: Final[Ints] = 6 ** np.arange(SEATS + 1)
"""How many ways so many dice can fall."""
FALLS: Final[Ints] = np.concatenate([[0, 0], np.cumsum(6 ** np.arange(1, DICE))])
"""Where the falls of so many dice begin in the two tables below."""


_FALLS: Final = [fall.values for dice in range(1, DICE + 1) for fall in rules.falls(dice)]
_WORTH: Final = [rules.worth(faces) for faces in _FALLS]


def _packed(faces: tuple[int, ...]) -> int:
    return sum(face << 3 * die for die, face in enumerate(faces))


WORTH: Final[Ints] = np.array([points * 8 + len(won) for points, won in _WORTH], np.int32)
"""Points and the number of winning dice of every fall (DM-7, DM-8, DM-9)."""
WINNERS: Final[Ints] = np.array([sum(1 << die for die in won) for _, won in _WORTH], np.int8)
"""The set of its winning dice."""
FACES: Final[Ints] = np.array([0, *map(_packed, _FALLS)], np.int16)
"""Its faces, three bits a die; the first entry is no fall at all."""

# ---------------------------------------------------------------- the table before the first die


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """Everyone is about to throw one die (DM-1, DM-2)."""
    for word in range(PLAYERS, WIDTH):
        s[word] = 0
    s[PLAYERS] = players
    for option in range(7):
        s[TARGET + option] = options[option]
    s[LEFT] = DICE
    s[FIRST] = -1
    s[CONTENDERS] = (1 << players) - 1
    if not s[ENTRY]:
        s[ENTERED] = (1 << players) - 1


# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """The seat whose turn it is, or the dealer while dice are in the air (DM-3)."""
    phase = s[PHASE]
    if phase == TURN:
        return 1 << s[SEAT]
    return 0 if phase == OVER else DEALER_BIT


@inlined
def can_bank(s: Ints) -> bool:
    """A hand can be kept from the minimum on, after a throw (DM-10, DM-14)."""
    return (s[PHASE] == TURN) & (s[THROWN] != 0) & (s[POINTS] >= s[MINIMUM])  # no branches


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """Throw on (DM-21), keep what one may (DM-10), take over what is offered (DM-14)."""
    on_turn = (s[PHASE] == TURN) & (seat == s[SEAT])
    mask[THROW] = on_turn
    mask[THROW_TOPINAMBOUR] = on_turn & (s[TOPINAMBOUR_ALLOWED] != 0)
    mask[BANK] = on_turn & can_bank(s)
    mask[TAKE_OVER] = on_turn & (s[OFFER_POINTS] != 0)


@inlined
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now (DM-3, DM-10, DM-14, DM-19, DM-21)."""
    if s[PHASE] != TURN or seat != s[SEAT]:
        return False
    if action == BANK:
        return can_bank(s)
    if action == TAKE_OVER:
        return s[OFFER_POINTS] != 0
    return action == THROW or (action == THROW_TOPINAMBOUR and s[TOPINAMBOUR_ALLOWED] != 0)


@inlined
def speaker(s: Ints) -> int:
    """The seat whose turn it is (DM-3)."""
    return s[SEAT]


@inlined
def choose(s: Ints, seat: int) -> int:
    """Any legal action; to bank and to take over never go together, for a throw ends an offer (DM-14)."""
    throws = 1 + s[TOPINAMBOUR_ALLOWED]
    bank = can_bank(s)
    chosen = below(s, throws + (bank | (s[OFFER_POINTS] != 0)))
    if chosen < throws:
        return chosen
    return BANK if bank else TAKE_OVER


@inlined
def safest(s: Ints, seat: int) -> int:
    """Keep the hand if one may, else throw on."""
    return BANK if can_bank(s) else THROW


# ---------------------------------------------------------------- what an action changes


@inlined
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes."""
    if action <= THROW_TOPINAMBOUR:
        s[PHASE] = ROLLING
        s[ANNOUNCED] = action
        s[OFFER_POINTS] = 0
        s[OFFER_DICE] = 0
    elif action == BANK:
        bank(s)
    else:
        take_over(s)


@inlined
def fall(s: Ints, outcome: Ints) -> None:
    """How the dice fell: the dealer's line."""
    if s[PHASE] == OPENING:
        open_game(s, outcome[0])
    else:
        land(s, outcome[0])


@jit
def open_game(s: Ints, index: int) -> None:
    """The lowest die starts; those tied for lowest throw again (DM-2)."""
    contenders = s[CONTENDERS]
    lowest, tied, seat = 6, 0, s[PLAYERS]
    while seat > 0:  # the last contender's die is the last digit
        seat -= 1
        if contenders >> seat & 1:
            face = index % 6
            index //= 6
            if face < lowest:
                lowest, tied = face, 0
            if face == lowest:
                tied |= 1 << seat
    if tied & (tied - 1):
        s[CONTENDERS] = tied
        return
    while not tied >> seat & 1:
        seat += 1
    s[PHASE] = TURN
    s[SEAT] = seat
    s[FIRST] = seat
    s[CONTENDERS] = 0


@inlined
def land(s: Ints, index: int) -> None:
    """Winning dice stay and score; a throw without any loses the hand (DM-4, DM-5)."""
    dice = s[LEFT]
    turned = s[ANNOUNCED]
    counted = WAYS[dice] - 1 - index if turned else index
    won = WORTH[FALLS[dice] + counted]
    s[LAST_DICE] = dice
    s[LAST_INDEX] = index
    s[LAST_TURNED] = turned
    if won == 0:
        lose(s)
        return
    left = dice - (won & 7)
    s[PHASE] = TURN
    s[POINTS] += won >> 3
    s[LEFT] = left if left else DICE  # all five have won: take them all up (DM-6)
    s[THROWN] = 1
    s[ANNOUNCED] = 0


@inlined
def lose(s: Ints) -> None:
    """The hand is gone, and is a zero after entry (DM-5, DM-13, DM-15)."""
    seat = s[SEAT]
    if s[ZEROS_COUNT] and s[ENTERED] >> seat & 1:
        if s[ZEROS] >> 2 * seat & 3 == 2:
            s[ZEROS] -= 2 << 2 * seat
            s[SCORES + seat] -= 500
        else:
            s[ZEROS] += 1 << 2 * seat
    pass_turn(s, 0, 0)


@inlined
def bank(s: Ints) -> None:
    """The hand is kept, or gives the right to score (DM-11, DM-12, DM-17, DM-18)."""
    seat = s[SEAT]
    left = s[TAKEOVER]
    if s[ENTERED] >> seat & 1:
        s[SCORES + seat] += s[POINTS]
    else:
        s[ENTERED] |= 1 << seat
        left &= s[ENTRY_OFFER]
    pass_turn(s, left * s[POINTS], left * s[LEFT])


@inlined
def take_over(s: Ints) -> None:
    """Start from the banked hand's points, with its dice (DM-14, DM-16)."""
    s[POINTS] = s[OFFER_POINTS]
    s[LEFT] = s[OFFER_DICE]
    s[OFFER_POINTS] = 0
    s[OFFER_DICE] = 0


@inlined
def pass_turn(s: Ints, points: int, dice: int) -> None:
    """Clockwise (DM-3); over when the round in which the target was reached is (DM-19)."""
    following = s[SEAT] + 1
    if following == s[PLAYERS]:
        following = 0
    s[PHASE] = TURN
    s[SEAT] = following
    s[POINTS] = 0
    s[LEFT] = DICE
    s[THROWN] = 0
    s[ANNOUNCED] = 0
    s[OFFER_POINTS] = points
    s[OFFER_DICE] = dice
    if following == s[FIRST] and _best(s) >= s[TARGET]:
        s[PHASE] = OVER
        s[OFFER_POINTS] = 0
        s[OFFER_DICE] = 0


@inlined
def _best(s: Ints) -> int:
    """The highest total, or 0: empty seats have 0, and every target is above it."""
    best = 0
    for seat in range(SEATS):
        best = max(best, s[SCORES + seat])
    return best


# ---------------------------------------------------------------- the dealer, and the end


@inlined
def draw(s: Ints, outcome: Ints) -> None:
    """Fair dice: one a contender in the opening (DM-2), else all that have not won (DM-4)."""
    outcome[0] = below(s, WAYS[_in_the_air(s)])


@inlined
def possible(s: Ints, outcome: Ints) -> bool:
    """Any fall of the dice in the air (DM-1)."""
    return 0 <= outcome[0] < WAYS[_in_the_air(s)]


@inlined
def _in_the_air(s: Ints) -> int:
    return s[LEFT] if s[PHASE] == ROLLING else _count(s[CONTENDERS])


@jit
def _count(seats: int) -> int:
    count = 0
    while seats:
        seats &= seats - 1
        count += 1
    return count


@jit
def result(s: Ints, out: Ints) -> None:
    """The highest total wins; equal totals share (DM-20)."""
    best = _best(s)
    out[0] = 0
    for seat in range(SEATS):
        out[1 + seat] = s[SCORES + seat]
        if seat < s[PLAYERS] and s[SCORES + seat] == best:
            out[0] |= 1 << seat


# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 18
"""Numbers in an observation before those of each seat; points are in fifties throughout."""
OF_A_SEAT: Final = 4


def observation_size(players: int) -> int:
    """Hand, offer, last throw; then score, entry, zeros and opening of each seat, the viewer's own first."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows: all of it, for nothing is hidden."""
    players, phase = s[PLAYERS], s[PHASE]
    playing = (phase == TURN) | (phase == ROLLING)
    out[0] = TURN if playing else phase
    out[1] = _after(seat, s[FIRST], players) if s[FIRST] >= 0 else -1
    out[2] = _after(seat, s[SEAT], players) if playing else -1
    out[3] = s[POINTS] // 50 if playing else 0
    out[4] = s[LEFT] if playing else 0
    out[5] = can_bank(s)
    out[6] = s[ANNOUNCED] if playing else 0
    out[7] = s[OFFER_POINTS] // 50
    out[8] = s[OFFER_DICE]
    out[9] = _best(s) >= s[TARGET]
    _observe_throw(s, out)
    observer = seat
    for place in range(players):
        at = SEEN + OF_A_SEAT * place
        out[at] = s[SCORES + observer] // 50
        out[at + 1] = s[ENTERED] >> observer & 1
        out[at + 2] = s[ZEROS] >> 2 * observer & 3
        out[at + 3] = s[CONTENDERS] >> observer & 1
        observer = observer + 1 if observer + 1 < players else 0


@inlined
def _after(seat: int, other: int, players: int) -> int:
    """How many places after a seat another sits."""
    return other - seat if other >= seat else other - seat + players


@inlined
def _observe_throw(s: Ints, out: Ints) -> None:
    """Faces as they fell, whether they were turned over, points, and the set of winning dice."""
    dice, index = s[LAST_DICE], s[LAST_INDEX]
    counted = FALLS[dice] + (WAYS[dice] - 1 - index if s[LAST_TURNED] else index)
    faces = FACES[FALLS[dice] + index + 1] if dice else 0
    out[10] = faces & 7
    out[11] = faces >> 3 & 7
    out[12] = faces >> 6 & 7
    out[13] = faces >> 9 & 7
    out[14] = faces >> 12
    out[15] = s[LAST_TURNED]
    out[16] = (WORTH[counted] >> 3) // 50 if dice else 0
    out[17] = WINNERS[counted] if dice else 0


# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (rules.OPENING, rules.TURN, rules.ROLLING, rules.OVER)
_MOVES: Final[tuple[rules.Move, ...]] = (Throw(), Throw(topinambour=True), Bank(), TakeOver())


def any_options(players: int, rng: Random) -> Options:
    """A short game or a long one, and any of the house rules."""

    def any_of(*choices: int) -> int:
        return choices[int(rng.random() * len(choices))]

    flags = [rng.random() < 0.5 for _ in range(5)]
    return Options(any_of(1_000, 1_050, 3_000, 10_000), any_of(50, 300, 300, 1_000), *flags)


def options_of(options: Options) -> tuple[int, ...]:
    """Target and minimum, then what is allowed as 0 or 1."""
    return (
        options.target,
        options.minimum,
        int(options.entry),
        int(options.zeros),
        int(options.takeover),
        int(options.topinambour),
        int(options.entry_offer),
    )


def encode(action: rules.Move, s: Words) -> int:
    """The code of a seat's action."""
    return _MOVES.index(action)


def decode(code: int, s: Words) -> rules.Move:
    """The seat's action of a code."""
    return _MOVES[code]


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """The index of a fall among all of so many dice."""
    assert isinstance(action, Dice)
    return np.array([_index(action.values)])


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """The fall of that index."""
    dice = int(s[LEFT]) if s[PHASE] == ROLLING else int(s[CONTENDERS]).bit_count()
    return rules.falls(dice)[int(outcome[0])]


def _index(faces: tuple[int, ...]) -> int:
    index = 0
    for face in faces:
        index = 6 * index + face - 1
    return index


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project(state: State) -> Words:
    """The row of a state."""
    s = np.zeros(WIDTH, np.int64)
    players, last, offer = len(state.scores), state.last_throw, state.offer
    s[PLAYERS] = players
    s[TARGET : ENTRY_OFFER + 1] = options_of(state.options)
    s[PHASE] = _PHASES.index(state.phase)
    s[SEAT], s[POINTS], s[LEFT] = state.seat, state.points, state.dice
    s[THROWN], s[ANNOUNCED] = state.thrown, state.announced
    if offer:
        s[OFFER_POINTS], s[OFFER_DICE] = offer.points, offer.dice
    s[ENTERED] = sum(entered << seat for seat, entered in enumerate(state.entered))
    s[ZEROS] = sum(zeros << 2 * seat for seat, zeros in enumerate(state.zeros))
    s[FIRST] = -1 if state.first is None else state.first
    s[CONTENDERS] = _seats(state.contenders)
    if last:
        s[LAST_DICE], s[LAST_INDEX] = len(last.faces), _index(last.faces)
        s[LAST_TURNED] = last.faces != last.counted
    s[SCORES : SCORES + players] = state.scores
    return s


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    turn, offer = view.turn, view.offer
    seen = [
        {rules.OPENING: OPENING, rules.TURN: TURN, rules.OVER: OVER}[view.phase],
        -1 if view.first is None else around.index(view.first),
        *(
            (around.index(turn.seat), turn.points // 50, turn.dice, int(turn.can_bank), int(turn.announced))
            if turn
            else (-1, 0, 0, 0, 0)
        ),
        *((offer.points // 50, offer.dice) if offer else (0, 0)),
        int(view.final_round),
        *_project_throw(view.last_throw),
    ]
    for other in around:
        contends = other in (view.contenders or ())
        seen += [view.scores[other] // 50, int(view.entered[other]), view.zeros[other], int(contends)]
    return np.array(seen, np.int16)


def _project_throw(last: Fall | None) -> list[int]:
    if last is None:
        return [0] * 8
    faces = [*last.faces, *[0] * (DICE - len(last.faces))]
    return [*faces, int(last.faces != last.counted), last.points // 50, sum(1 << die for die in last.winners)]


def project_result(result: CoreResult) -> Words:
    """Winners, then totals."""
    assert isinstance(result, Result)
    out = np.zeros(RESULT, np.int64)
    out[0] = _seats(result.winners)
    out[1 : 1 + len(result.scores)] = result.scores
    return out
