"""5 ou Moins, compiled: its bridge to the rules, in plain Python."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.five_or_less.cards import place
from cinq.fast.five_or_less.row import (
    ACTIONS,
    BEGAN,
    CALLERS,
    CODES,
    COUNTS,
    DISCARDS,
    DRAWN,
    DRAWN_CARD,
    END_POINTS,
    FIRST,
    FIRST_CALLER,
    GIVES,
    HAND,
    HEAP,
    HEAP_SIZE,
    HOLDERS,
    KNOWN,
    LATE,
    LENGTHS,
    MEMORY_AID,
    NONE,
    OUTCOME,
    OWED,
    OWN,
    PENDING,
    PHASE,
    PILE,
    PILE_SIZE,
    PUT,
    QUICK,
    RECENT,
    RENEWS,
    RESULT,
    ROUND,
    ROUNDS_WON,
    SCORES,
    SEATS,
    SHOWN,
    SLOT,
    SLOTS,
    STARTED,
    SWAPS,
    TARGET,
    TIED,
    TOP,
    TURN,
    TURN_OF,
    UNDER,
    UNDER_SIZE,
    WAITING,
    WHOLE,
    WIDTH,
    ZERO,
    counts_of,
)
from cinq.fast.five_or_less.view import HIDDEN, NUMBERS
from cinq.fast.kernel import PLAYERS, Observation, Part, Words
from cinq.games.five_or_less import cards, rules
from cinq.games.five_or_less.cards import End, Hand, Hands, Laid, Options, Shown, State
from cinq.games.five_or_less.components import LOWEST
from cinq.games.five_or_less.powers import Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import Card, Deal, DiscardDrawn, Draw, EndTurn, Ready, Swap, Take
from cinq.games.five_or_less.scoring import Result
from cinq.games.five_or_less.view import View

# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (cards.DEAL, cards.LOOK, cards.TURN, cards.DRAWN, cards.POWER, cards.END, cards.OVER)
_REASONS: Final = ("", cards.FIRST, cards.DRAW, cards.PENALTY, cards.RENEW, cards.ADD)
_PLAIN: Final[tuple[rules.Move, ...]] = (
    Ready(),
    Draw(),
    DiscardDrawn(),
    EndTurn(False),
    EndTurn(True),
    StartPower(),
    SkipPower(),
)


def any_options(players: int, rng: Random) -> Options:
    """Points or rounds, few or many; powers and memory aid or not."""
    ends = (End(points=1), End(points=100), End(points=100), End(rounds=1), End(rounds=3))
    end = ends[int(rng.random() * len(ends))]
    return Options(end, powers=rng.random() < 0.8, memory_aid=rng.random() < 0.5)


def options_of(options: Options) -> tuple[int, ...]:
    """Points, rounds, powers, memory aid."""
    return (
        options.end.points or 0,
        options.end.rounds or 0,
        int(options.powers),
        int(options.memory_aid),
    )


def encode(action: rules.Move, s: Words, seat: Seat) -> int:
    """The code of a seat's action; powers whole. ValueError for a slot that is empty or was never there."""
    match action:
        case QuickDiscard(slot, on):
            ago, at = int(s[BEGAN] + s[DISCARDS]) - 1 - on, _place_of(slot, s, seat)
            if not 0 <= ago < 16:
                raise ValueError(f"only the last 16 discards have codes, not {on}")
            return QUICK + at if ago == 0 else LATE + (ago - 1) * SLOTS + at
        case Swap(slot) | Take(slot):
            return PUT + _place_of(slot, s, seat)
        case Power(slot=slot, target=target, target_slot=target_slot):
            theirs = 0 if target_slot is None else _place_of(target_slot, s, target)
            code = SLOTS * target + theirs
            return TARGET + code if slot is None else WHOLE + SEATS * SLOTS * _place_of(slot, s, seat) + code
    return _PLAIN.index(action)


def _slots(s: Words, seat: Seat) -> list[int]:
    """The slots in use of a hand."""
    return _slots_of(s[place(seat, 0) : place(seat, int(s[COUNTS + seat]))].tobytes())


@lru_cache(maxsize=64)
def _slots_of(cards: bytes) -> list[int]:
    """The slots of these words: the same for all actions of a menu."""
    return [card >> SLOT for card in np.frombuffer(cards, np.int64).tolist()]


def _place_of(slot: int, s: Words, seat: Seat) -> int:
    slots = _slots(s, seat) if 0 <= seat < SEATS else []
    if slot not in slots:
        raise ValueError(f"seat {seat} has no card in slot {slot}")
    return slots.index(slot)


def _slot_at(at: int, s: Words, seat: Seat) -> int:
    slots = _slots(s, seat)
    if at >= len(slots):
        raise ValueError(f"seat {seat} has {len(slots)} cards, not {at + 1}")
    return slots[at]


def decode(code: int, s: Words, seat: Seat) -> rules.Move | Part:
    """The action of a code of this seat; a Part where one's own card is chosen for a 10 or a 14."""
    if code < PUT:
        return _PLAIN[code]
    if code < QUICK:
        return _decode_put(code - PUT, s, seat)
    top = int(s[BEGAN] + s[DISCARDS]) - 1
    if code < TARGET:
        return QuickDiscard(_slot_at(code - QUICK, s, seat), top)
    if code < ACTIONS:
        return _decode_power(int(s[OWN]) - 1, code - TARGET, s, seat)
    if code < WHOLE:
        ago, at = divmod(code - LATE, SLOTS)
        return QuickDiscard(_slot_at(at, s, seat), top - 1 - ago)
    if code >= CODES:
        raise ValueError(f"there is no action {code}")
    return _decode_power(*divmod(code - WHOLE, SEATS * SLOTS), s, seat)


def _decode_put(at: int, s: Words, seat: Seat) -> rules.Move | Part:
    slot = _slot_at(at, s, seat)
    if s[PHASE] == TURN:
        return Take(slot)
    if s[PHASE] == DRAWN:
        return Swap(slot)
    if s[PENDING] in (SWAPS, GIVES) and s[STARTED] and not s[OWN]:
        return Part(PUT + at)
    raise ValueError("no card is put in this slot now")


def _decode_power(own: int, code: int, s: Words, seat: Seat) -> Power:
    power, (target, at) = int(s[PENDING]), divmod(code, SLOTS)
    theirs = power in (RENEWS, SWAPS)
    if not power or (own >= 0) != (power in (SWAPS, GIVES)) or (at and not theirs):
        raise ValueError(f"this is no way to use a {power}")
    return Power(
        slot=_slot_at(own, s, seat) if own >= 0 else None,
        target=target,
        target_slot=_slot_at(at, s, target) if theirs else None,
    )


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """A card, or a deal."""
    outcome = np.zeros(OUTCOME, np.int64)
    if isinstance(action, Card):
        outcome[0] = action.value + ZERO
        return outcome
    assert isinstance(action, Deal)
    outcome[0] = -1 if action.first is None else action.first
    for seat, hand in enumerate(action.hands):
        outcome[1 + seat] = sum(value - LOWEST << 4 * slot for slot, value in enumerate(hand))
    return outcome


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """A card if one is owed, else a deal."""
    if s[OWED]:
        return Card(int(outcome[0]) - ZERO)
    dealt = [int(hand) for hand in outcome[1 : 1 + int(s[PLAYERS])]]
    hands = tuple(tuple((hand >> 4 * slot & 15) + LOWEST for slot in range(HAND)) for hand in dealt)
    return Deal(hands, None if outcome[0] < 0 else int(outcome[0]))


def _card(card: Laid | None) -> int:
    return NONE if card is None else card.value + ZERO | card.known << KNOWN


def _value(value: int | None) -> int:
    return NONE if value is None else value + ZERO


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project(state: State) -> Words:
    """The row of a state."""
    s = np.zeros(WIDTH, np.int64)
    players, owed = len(state.hands), state.owed
    s[PLAYERS] = players
    s[END_POINTS : MEMORY_AID + 1] = options_of(state.options)
    s[PHASE] = _PHASES.index(state.phase)
    s[ROUND], s[FIRST], s[TURN_OF] = state.round, state.first, state.turn
    s[WAITING] = _seats(state.waiting)
    s[PILE : PILE + 2], s[PILE_SIZE] = counts_of(state.pile), len(state.pile)
    s[HEAP : HEAP + 2], s[HEAP_SIZE] = counts_of(state.heap[:-1]), len(state.heap[:-1])
    s[TOP], s[TIED] = _value(state.heap[-1] if state.heap else None), state.tied
    recent = sum(value - LOWEST << 4 * ago for ago, value in enumerate(reversed(state.discards[-16:])))
    s[RECENT] = recent - (1 << 64) if recent >> 63 else recent
    s[DISCARDS], s[BEGAN] = len(state.discards), state.began
    s[DRAWN_CARD] = _card(state.drawn)
    if owed:
        at = _place(state.hands[owed.seat], owed.slot) if owed.why == cards.RENEW else 0
        s[OWED] = (at << 3 | owed.seat) << 3 | _REASONS.index(owed.why)
    s[PENDING], s[STARTED] = state.pending or 0, state.started
    s[CALLERS], s[FIRST_CALLER] = _seats(state.callers), state.callers[0] if state.callers else -1
    s[SHOWN] = _project_shown(state.shown, state.hands)
    _project_cards(state, s)
    s[SCORES : SCORES + players] = state.scores
    s[ROUNDS_WON : ROUNDS_WON + players] = state.rounds_won
    return s


def _place(hand: Hand, slot: int) -> int:
    """The place of a slot among those in use."""
    return sum(card is not None for card in hand[:slot])


def _project_shown(shown: Shown | None, hands: Hands) -> int:
    if shown is None:
        return 0
    wrong = shown.verdict == cards.WRONG
    return (_place(hands[shown.seat], shown.slot) << 3 | shown.seat) << 6 | wrong << 5 | _value(shown.value)


def _project_cards(state: State, s: Words) -> None:
    for seat, hand in enumerate(state.hands):
        s[LENGTHS + seat] = len(hand)
        s[COUNTS + seat] = len(hand) - hand.count(None)
        s[HOLDERS] |= any(hand) << seat
        held = [_card(card) | slot << SLOT for slot, card in enumerate(hand) if card]
        s[place(seat, 0) : place(seat, len(held))] = held
    s[UNDER_SIZE] = len(state.under)
    s[UNDER : UNDER + len(state.under)] = [_card(card) for card in state.under]


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    top, shown = view.discard, view.shown
    seen = [
        _PHASES.index(view.phase),
        -1 if view.turn is None else around.index(view.turn),
        view.draw_count,
        *((_value(top.value), top.number & NUMBERS, int(top.tied)) if top else (0, 0, 0)),
        _value(view.drawn),
        around.index(view.callers[0]) if view.callers else -1,
        view.round,
        view.pending_power or 0,
        int(view.power_started),
        0,
        *(
            (
                around.index(shown.seat),
                _shown_at(view),
                _value(shown.value),
                int(shown.verdict == cards.WRONG),
            )
            if shown
            else (-1, 0, 0, 0)
        ),
    ]
    for other in around:
        held = [HIDDEN if laid.value is None else _value(laid.value) + 1 for laid in view.hands[other]]
        held += [0] * (SLOTS - len(held))
        seen += [view.scores[other], view.rounds_won[other], int(other in view.callers), *held]
    return np.array(seen, np.int16)


def _shown_at(view: View) -> int:
    """The place of a card that came back in its hand."""
    shown = view.shown
    return 0 if shown is None else [laid.slot for laid in view.hands[shown.seat]].index(shown.slot)


def project_result(result: CoreResult) -> Words:
    """Winners, then totals."""
    assert isinstance(result, Result)
    out = np.zeros(RESULT, np.int64)
    out[0] = _seats(result.winners)
    out[1 : 1 + len(result.scores)] = result.scores
    return out
