"""The four powers of 5 ou Moins: 8, 10, 12 and 14 (OM-8 to OM-12, OM-17, OM-19, OM-28, OM-30).

A power is pending from the moment its card leaves a player's cards by a swap; it is
started, which nobody can undo, and then played or skipped.
Owns what a power needs and does; must never know the rest of a turn.
"""

from __future__ import annotations

from functools import lru_cache

from msgspec.structs import replace

from cinq.core.game import Action, Rule, Seat
from cinq.games.five_or_less.cards import (
    ADD,
    END,
    POWER,
    RENEW,
    Owed,
    State,
    added,
    card_at,
    in_use,
    need,
    power_played,
    put,
)

RENEWS, SWAPS, ADDS, GIVES = 8, 10, 12, 14
PARAGRAPH: dict[int, Rule] = {RENEWS: "OM-9", SWAPS: "OM-10", ADDS: "OM-11", GIVES: "OM-12"}
"""The power cards, and where each is described."""


class StartPower(Action, frozen=True):
    """Begin the power of the card just swapped out, before somebody covers it (OM-17)."""


class SkipPower(Action, frozen=True):
    """Let the power go (OM-8, OM-17)."""


class Power(Action, frozen=True, kw_only=True, omit_defaults=True):
    """Play the power that was started: on whom, and with which cards (OM-9 to OM-12)."""

    slot: int | None = None
    target: Seat
    target_slot: int | None = None


def awake(s: State, value: int) -> State:
    """A card has left a player's cards by a swap: does it leave a power to use? (OM-8, OM-28, OM-30)"""
    if value in PARAGRAPH and s.options.powers and has_target(s, value):
        return replace(s, phase=POWER, pending=value)
    return s


def has_target(s: State, power: int) -> bool:
    """Whether the power could be used on somebody (OM-30)."""
    if power in (SWAPS, GIVES) and not any(s.hands[s.turn]):
        return False
    return any(_refused_target(s, power, seat) is None for seat in range(len(s.hands)))


def _refused_target(s: State, power: int, target: Seat) -> Rule | None:
    """Another player (OM-9 to OM-12) who is not protected (OM-19) and has a card to lose (OM-30)."""
    if not 0 <= target < len(s.hands) or target == s.turn:
        return PARAGRAPH[power]
    if target in s.callers:
        return "OM-19"
    return "OM-30" if power in (RENEWS, SWAPS) and not any(s.hands[target]) else None


# ---------------------------------------------------------------- the judge


def refused_start(s: State) -> Rule | None:
    """A power that is pending and not yet started can be started (OM-8, OM-17)."""
    if s.pending is None:
        return _no_power(s)
    return "OM-17" if s.started else None


def refused_skip(s: State) -> Rule | None:
    """A pending power may be declined, a started one let go (OM-8, OM-17)."""
    return _no_power(s) if s.pending is None else None


def _no_power(s: State) -> Rule:
    """Why there is no power: none at this table, covered, nobody to use it on, or no swap before it."""
    if not s.options.powers:
        return "OM-28"
    if s.phase != END or s.heap[-1] not in PARAGRAPH:
        return "OM-8"
    if s.tied:
        return "OM-17"
    return "OM-8" if has_target(s, s.heap[-1]) else "OM-30"


def refused_power(s: State, action: Power) -> Rule | None:
    """Started first (OM-17), with the choices this card asks for, and cards that are there (OM-31)."""
    power, mine, theirs = s.pending, action.slot, action.target_slot
    if power is None:
        return _no_power(s)
    if not s.started:
        return "OM-17"
    if (mine is not None) != (power in (SWAPS, GIVES)) or (theirs is not None) != (power in (RENEWS, SWAPS)):
        return PARAGRAPH[power]
    if refused := _refused_target(s, power, action.target):
        return refused
    if mine is not None and not in_use(s.hands[s.turn], mine):
        return "OM-31" if any(s.hands[s.turn]) else "OM-30"
    return "OM-31" if theirs is not None and not in_use(s.hands[action.target], theirs) else None


# ---------------------------------------------------------------- the menu


def menu(s: State) -> list[StartPower | SkipPower | Power]:
    """Start or skip, then every way to play it."""
    if not s.started:
        return [_START, _SKIP]
    assert s.pending is not None
    return [_SKIP, *_ways(s, s.pending)]


def _ways(s: State, power: int) -> list[Power]:
    mine = _used(s, s.turn) if power in (SWAPS, GIVES) else [None]
    targets = [seat for seat in range(len(s.hands)) if _refused_target(s, power, seat) is None]
    if power in (RENEWS, SWAPS):
        return [_power(a, t, b) for t in targets for b in _used(s, t) for a in mine]
    return [_power(a, t, None) for t in targets for a in mine]


def _used(s: State, seat: Seat) -> list[int | None]:
    return [slot for slot, card in enumerate(s.hands[seat]) if card]


@lru_cache(maxsize=512)
def _power(slot: int | None, target: Seat, target_slot: int | None) -> Power:
    return Power(slot=slot, target=target, target_slot=target_slot)


_START, _SKIP = StartPower(), SkipPower()


# ---------------------------------------------------------------- what a power does


def play_power(s: State, action: Power) -> State:
    """One of the four, by the card that was swapped out."""
    slot, target, target_slot = action.slot or 0, action.target, action.target_slot or 0
    match s.pending:
        case 8:
            return need(s, Owed(RENEW, target, target_slot))  # OM-9
        case 10:
            return swap_cards(s, slot, target, target_slot)
        case 12:
            return need(s, Owed(ADD, target))  # OM-11
        case _:
            return give_card(s, slot, target)


def swap_cards(s: State, slot: int, target: Seat, target_slot: int) -> State:
    """One's own card against another player's, both unseen (OM-10)."""
    mine, theirs = card_at(s.hands, s.turn, slot), card_at(s.hands, target, target_slot)
    hands = put(put(s.hands, s.turn, slot, theirs), target, target_slot, mine)
    return power_played(s, hands, slot, target, target_slot)


def give_card(s: State, slot: int, target: Seat) -> State:
    """One's own card to another player, unseen: one fewer here, one more there (OM-12)."""
    mine = card_at(s.hands, s.turn, slot)
    hands = added(put(s.hands, s.turn, slot, None), target, mine)
    return power_played(s, hands, slot, target, len(s.hands[target]))
