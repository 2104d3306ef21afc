"""5 ou Moins: the coach's reason for an action, true of what the seat knows."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cinq.core.game import Action, Seat, Sentence
from cinq.games.five_or_less.powers import PARAGRAPH, Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, EndTurn, Swap, Take
from cinq.games.five_or_less.view import View

HEAVY = 8
"""From this value on, a kept card is called a heavy one."""
UNKNOWN = "unknown"

Known = Mapping[int, int | None]
"""The values of a hand by place, None where the seat does not know it."""


def why(view: View, action: Action, seat: Seat, hands: Sequence[Known]) -> Sentence:
    """The reason for an action, from what the seat knows of everybody's cards."""
    mine = hands[seat]
    match action:
        case Take(slot) if view.discard is not None:
            return _replacing("hint-take", view, view.discard.value, mine.get(slot))
        case Swap(slot) if view.drawn is not None and view.drawn >= HEAVY and mine.get(slot) is None:
            return Sentence("hint-swap-heavy", {"value": view.drawn})
        case Swap(slot) if view.drawn is not None:
            return _replacing("hint-swap", view, view.drawn, mine.get(slot))
        case DiscardDrawn():
            return _discarding(view.drawn or 0, mine)
        case QuickDiscard():
            return Sentence("hint-snap", {"value": view.discard.value if view.discard else 0})
        case StartPower():
            return Sentence("hint-start", {"value": view.pending_power or 0})
        case SkipPower():
            return Sentence("hint-skip", {"value": view.pending_power or 0})
        case Power():
            return _aiming(view.pending_power or 0, action, mine, hands[action.target])
        case EndTurn(call):
            known = sum(value for value in mine.values() if value is not None)
            blind = sum(value is None for value in mine.values())
            return Sentence("hint-call" if call else "hint-wait", {"total": known, "blind": blind})
    return Sentence("hint-draw")


def _replacing(id: str, view: View, value: int, out: int | None) -> Sentence:
    """A card for one of one's own; a card that is no lower comes in for a power, if there is one (OM-8)."""
    powers = PARAGRAPH if view.options.powers else {}
    if out in powers and value >= out:
        return Sentence("hint-pays", {"value": value, "out": out})
    if value in powers and (out is None or value > out):
        return Sentence("hint-keeps-power", {"value": value, "out": UNKNOWN if out is None else out})
    if out is None:
        return Sentence(f"{id}-unknown", {"value": value})
    return Sentence(id, {"value": value, "out": out})


def _discarding(value: int, mine: Known) -> Sentence:
    known = [other for other in mine.values() if other is not None]
    if value in known:
        return Sentence("hint-pair", {"value": value})
    return Sentence(
        "hint-discard-plain" if max(known, default=value) > value else "hint-discard", {"value": value}
    )


def _aiming(power: int, action: Power, mine: Known, theirs: Known) -> Sentence:
    """On whom, and what is known of the cards concerned."""
    args: dict[str, int | float | str | tuple[int, ...]] = {"whom": action.target}
    for name, hand, slot in (("own", mine, action.slot), ("theirs", theirs, action.target_slot)):
        if slot is not None:
            value = hand.get(slot)
            args[name] = UNKNOWN if value is None else value
    return Sentence(f"hint-power-{power}", args)
