"""Dix Mille, compiled: its bridge to the rules, in plain Python."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.dix_mille.row import (
    ANNOUNCED,
    CONTENDERS,
    DICE,
    ENTERED,
    ENTRY_OFFER,
    FIRST,
    LAST_DICE,
    LAST_INDEX,
    LAST_TURNED,
    LEFT,
    OFFER_DICE,
    OFFER_POINTS,
    OPENING,
    OVER,
    PHASE,
    POINTS,
    RESULT,
    ROLLING,
    SCORES,
    SEAT,
    TARGET,
    THROWN,
    TURN,
    WIDTH,
    ZEROS,
)
from cinq.fast.kernel import PLAYERS, Observation, Words
from cinq.games.dix_mille import rules
from cinq.games.dix_mille.rules import Bank, Dice, Fall, Options, Result, State, TakeOver, Throw
from cinq.games.dix_mille.view import View

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


def encode(action: rules.Move, s: Words, seat: Seat) -> int:
    """The code of a seat's action."""
    return _MOVES.index(action)


def decode(code: int, s: Words, seat: Seat) -> rules.Move:
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
