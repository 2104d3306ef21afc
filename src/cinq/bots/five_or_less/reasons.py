"""5 ou Moins: the coach's reason for an action."""

from __future__ import annotations

from collections.abc import Mapping

from cinq.core.game import Action, Sentence
from cinq.games.five_or_less.powers import Power, SkipPower, StartPower
from cinq.games.five_or_less.quick import QuickDiscard
from cinq.games.five_or_less.rules import DiscardDrawn, EndTurn, Swap, Take
from cinq.games.five_or_less.view import View

HEAVY = 8
"""From this value on, a kept card is called a heavy one."""


def why(view: View, action: Action, mine: Mapping[int, int | None]) -> Sentence:
    """The reason for an action, from what the seat knows of its own cards."""
    match action:
        case Take(slot) if view.discard is not None:
            return _replacing("hint-take", view.discard.value, mine.get(slot))
        case Swap(slot) if view.drawn is not None and view.drawn >= HEAVY and mine.get(slot) is None:
            return Sentence("hint-swap-heavy", {"value": view.drawn})
        case Swap(slot) if view.drawn is not None:
            return _replacing("hint-swap", view.drawn, mine.get(slot))
        case DiscardDrawn():
            return Sentence("hint-discard", {"value": view.drawn or 0})
        case QuickDiscard():
            return Sentence("hint-snap", {"value": view.discard.value if view.discard else 0})
        case StartPower():
            return Sentence("hint-start", {"value": view.pending_power or 0})
        case SkipPower():
            return Sentence("hint-skip", {"value": view.pending_power or 0})
        case Power(target=target):
            return Sentence(f"hint-power-{view.pending_power}", {"whom": target})
        case EndTurn(call):
            known = sum(value for value in mine.values() if value is not None)
            blind = sum(value is None for value in mine.values())
            return Sentence("hint-call" if call else "hint-wait", {"total": known, "blind": blind})
    return Sentence("hint-draw")


def _replacing(id: str, value: int, out: int | None) -> Sentence:
    if out is None:
        return Sentence(f"{id}-unknown", {"value": value})
    return Sentence(id, {"value": value, "out": out})
