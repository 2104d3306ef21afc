"""5 Millimètres, compiled: its bridge to the rules, in plain Python."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.five_millimetres.row import (
    ALIKES,
    AUCTION,
    BITS_OF_A_LENGTH,
    BOX,
    DEAL,
    DRAWN,
    EIGHT,
    FIRST_MANITOU,
    HAND,
    HELD,
    HIGH,
    LAST_OBSERVED,
    LEADER,
    LENGTH,
    LONE_STICK,
    LOOKED,
    LOOKS,
    LOOKS_OF_A_SEAT,
    MANITOU,
    MONEY,
    MOST_LOOK,
    NONE,
    OUTCOME,
    PASS,
    PASSED,
    PHASE,
    REASONS,
    RESULT,
    SEATS,
    SHARPNESS,
    SIGHT_OPTION,
    STAND,
    STICK,
    TO_SPEAK,
    TOP_BID,
    WIDTH,
)
from cinq.fast.kernel import PLAYERS, Observation, Words
from cinq.games.five_millimetres import rules
from cinq.games.five_millimetres.rules import Bid, Deal, Options, Pass, Result, Sight, State, Stick
from cinq.games.five_millimetres.view import View

# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (rules.DEAL, rules.STICK, rules.SIGHT, rules.AUCTION, rules.OVER)


def any_options(players: int, rng: Random) -> Options:
    """Any sight, a lone stick or not, a Manitou by lot or named."""
    manitou = int(rng.random() * 2 * players)
    return Options(
        SHARPNESS[int(rng.random() * 5)], rng.random() < 0.5, manitou if manitou < players else None
    )


def options_of(options: Options) -> tuple[int, ...]:
    """Sight by its place in the list of all, the lone stick, the Manitou or -1."""
    manitou = -1 if options.first_manitou is None else options.first_manitou
    return SHARPNESS.index(options.sight), int(options.lone_stick), manitou


def encode(action: rules.Move, s: Words, seat: Seat) -> int:
    """A bid's amount, 0 for a pass. ValueError for a bid that nobody can ever make."""
    if isinstance(action, Pass):
        return PASS
    if not isinstance(action, Bid) or not 1 <= action.amount <= TOP_BID:
        raise ValueError(f"{action} has no code")
    return action.amount


def decode(code: int, s: Words, seat: Seat) -> rules.Move:
    """The bid of that amount, or a pass."""
    return Bid(int(code)) if code else Pass()


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """A deal, a stick or looks. ValueError for a look that is not in whole thousandths of a millimetre."""
    out = np.zeros(OUTCOME, np.int64)
    match action:
        case Stick(length):
            out[0] = length
        case Deal(sticks, manitou):
            out[: len(sticks) + 1] = (*sticks, manitou)
        case Sight(apparent):
            looks = [_thousandths(mm) for row in apparent for mm in row]
            out[: len(looks)] = looks
        case _:
            raise ValueError(f"{action} is no line of chance")
    return out


def _thousandths(mm: float) -> int:
    whole = round(mm * 1000)
    if abs(mm * 1000 - whole) > 1e-3 or whole > MOST_LOOK:
        raise ValueError(
            f"a stick cannot look {mm} mm long here: thousandths, and at most {MOST_LOOK} of them"
        )
    return whole


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """The line of the dealer or the world."""
    players, said = int(s[PLAYERS]), outcome.tolist()
    if s[PHASE] == STICK:
        return Stick(said[0])
    if s[PHASE] == DEAL:
        return Deal(tuple(said[:players]), said[players])
    rows = range(int(s[DRAWN] - s[LOOKED]))
    return Sight(tuple(tuple(look / 1000 for look in said[n * players : (n + 1) * players]) for n in rows))


def project(state: State) -> Words:
    """The row of a state."""
    s, players = np.zeros(WIDTH, np.int64), len(state.money)
    s[PLAYERS] = players
    s[SIGHT_OPTION : FIRST_MANITOU + 1] = options_of(state.options)
    s[PHASE] = _PHASES.index(state.phase)
    s[MANITOU] = -1 if state.manitou is None else state.manitou
    s[DRAWN], s[LOOKED] = len(state.lengths), len(state.apparent)
    s[BOX] = sum(left << BITS_OF_A_LENGTH * n for n, left in enumerate(state.box))
    s[STAND] = -1 if state.stand is None else state.stand
    s[HIGH], s[TO_SPEAK] = state.high, state.to_speak
    s[LEADER] = -1 if state.leader is None else state.leader
    s[PASSED] = sum(1 << seat for seat in state.passed)
    s[MONEY : MONEY + players] = state.money
    for seat, hand in enumerate(state.hands):
        s[HELD + seat] = len(hand)
        s[HAND + seat] = sum(stick << 6 * place for place, stick in enumerate(hand))
        s[ALIKES + seat] = sum(1 << 3 * (state.lengths[stick] - 1) for stick in hand)
    for stick, length in enumerate(state.lengths):
        s[LENGTH + stick // 8] += length << 4 * (stick % 8)
    for stick, row in enumerate(state.apparent):
        for seat, mm in enumerate(row):
            at = LOOKS + LOOKS_OF_A_SEAT * seat + stick // 2
            s[at] += round(mm * 1000) << 32 * (stick % 2)
    return s


def project_table(view: View, lone_stick: bool) -> Words:
    """The row of an auction as a view shows it, without lengths and looks, which a sampled world adds."""
    auction, players = view.auction, len(view.money)
    assert auction is not None and view.stand is not None and view.manitou is not None
    s = np.zeros(WIDTH, np.int64)
    s[PLAYERS], s[SIGHT_OPTION], s[LONE_STICK], s[FIRST_MANITOU] = players, NONE, lone_stick, -1
    s[PHASE], s[MANITOU], s[STAND] = AUCTION, view.manitou, view.stand.stick
    s[HIGH], s[TO_SPEAK] = auction.high, auction.to_speak
    s[LEADER] = -1 if auction.leader is None else auction.leader
    s[PASSED] = sum(1 << seat for seat in auction.passed)
    s[MONEY : MONEY + players] = view.money
    for seat, hand in enumerate(view.hands):
        s[HELD + seat] = len(hand)
        s[HAND + seat] = sum(held.stick << 6 * place for place, held in enumerate(hand))
    return s


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    stand, auction = view.stand, view.auction
    seen = [
        _PHASES.index(view.phase),
        _place(view.manitou, around),
        players,
        int(stand is not None),
        _seen_look(stand.apparent) if stand else 0,
        auction.high if auction else 0,
        _place(auction.leader, around) if auction else -1,
        _place(auction.to_speak, around) if auction else -1,
    ]
    steps = [held.step for held in view.hands[seat]]
    seen += [-1 if step is None else step for step in [*steps, *[None] * (EIGHT - len(steps))]]
    for other in around:
        looks = [_seen_look(held.apparent) for held in view.hands[other]]
        passed = auction is not None and other in auction.passed
        seen += [view.money[other], int(passed), len(looks), *looks, *[0] * (EIGHT - len(looks))]
    return np.array(seen, np.int16)


def _place(seat: Seat | None, around: list[Seat]) -> int:
    return -1 if seat is None else around.index(seat)


def _seen_look(mm: float | None) -> int:
    return 0 if mm is None else max(-LAST_OBSERVED, min(LAST_OBSERVED, round(mm * 1000) // 10))


def project_result(result: CoreResult) -> Words:
    """Winners, scores, and the reason by its place in REASONS."""
    assert isinstance(result, Result)
    out = np.zeros(RESULT, np.int64)
    out[0] = sum(1 << seat for seat in result.winners)
    out[1 : 1 + len(result.scores)] = result.scores
    out[1 + SEATS] = REASONS.index(result.reason)
    return out
