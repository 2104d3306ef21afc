"""Au doigt & à l'œil, what the receiver of a challenge may add: wood, or an advantage (DO-9, DO-20 to DO-27).

Owns the eleven advantage cards. Must never know what falls.
"""

from __future__ import annotations

from functools import cache, lru_cache

from msgspec.structs import replace

from cinq.core.game import Actor, Rule, Seat
from cinq.games.doigt_oeil.components import WOOD, CardId, Power, power
from cinq.games.doigt_oeil.placing import hand_at_work, has_begun, pick, to_place, unplaced
from cinq.games.doigt_oeil.state import Add, Advantage, Debt, Move, State, Task
from cinq.games.doigt_oeil.turns import CardSet, go_on, without

SPOILT, LAST = 5, 3
"""Cards drawn by the victim of a Spoilsport (DO-26), and by whoever would end on an advantage (DO-20)."""
BEFORE_THE_FIRST_PIECE: tuple[Power, ...] = ("return", "deflect", "spoilsport")
"""DO-22."""
ADDS: dict[CardId, Move] = {name: Add(name) for name in WOOD}

# ---------------------------------------------------------------- who may add what


def refused_add(s: State, actor: Actor, card: CardId) -> Rule | None:
    """One wood card of one's own, to a challenge received (DO-9); a helper adds nothing (DO-27)."""
    task = s.task
    if task is None or not isinstance(actor, int) or actor != hand_at_work(s):
        return "DO-9"
    if task.helper is not None:
        return "DO-27"
    return "DO-9" if task.added or card not in WOOD or card not in s.hands[actor] else None


def refused_advantage(s: State, actor: Actor, played: Advantage) -> Rule | None:
    """One at a time, in answer to a challenge received (DO-22), not in the opening (DO-6)."""
    task, kind = s.task, power(played.card)
    if task is None or not isinstance(actor, int) or actor != hand_at_work(s):
        return "DO-22"
    if task.opening:
        return "DO-6"
    if task.helper is not None:
        return "DO-27"
    if kind is None or played.card not in s.hands[actor]:
        return "DO-22"
    if task.added:
        return "DO-9"
    if has_begun(task) and kind in BEFORE_THE_FIRST_PIECE:
        return "DO-22"
    return _misdirected(s, task, kind, played)


def _misdirected(s: State, task: Task, kind: Power, played: Advantage) -> Rule | None:
    """Each advantage takes the target and the card it needs, and no more (DO-23 to DO-27)."""
    target, which, others = played.target, played.which, _others(len(s.hands), task.to)
    match kind:
        case "pivot":
            return None if target is None and which in unplaced(task) else "DO-23"
        case "return":
            return None if target is None and which is None else "DO-24"
        case "deflect":
            return (
                None
                if target in _deflections(len(s.hands), task.to, task.sender) and which is None
                else "DO-25"
            )
        case "spoilsport":
            return None if target is None and which is None else "DO-26"
        case "place":
            return None if target in others and which in to_place(task) else "DO-27"


@cache
def _others(players: int, seat: Seat) -> tuple[Seat, ...]:
    return tuple(other for other in range(players) if other != seat)


@cache
def _deflections(players: int, to: Seat, sender: Seat) -> tuple[Seat | None, ...]:
    """Anybody but the challenger; with two players nobody: the card is thrown away (DO-25)."""
    return tuple(other for other in _others(players, to) if other != sender) or (None,)


def additions(s: State, task: Task) -> list[Move]:
    """All that a receiver who has added nothing may add now: wood, then advantages (DO-9, DO-22)."""
    hand = s.hands[task.to]
    found: list[Move] = list(filter(None, map(ADDS.get, hand)))
    if task.opening or len(found) == len(hand):
        return found
    left = unplaced(task)
    for name in hand:
        if name not in ADDS:
            found += _ways(name, len(s.hands), task.to, task.sender, left, task.again, has_begun(task))
    return found


@lru_cache(maxsize=1 << 12)
def _ways(
    name: CardId, players: int, to: Seat, sender: Seat, left: CardSet, again: CardId | None, begun: bool
) -> tuple[Advantage, ...]:
    """Every way to play one advantage card (DO-22)."""
    kind = power(name)
    if kind == "pivot":
        return tuple(Advantage(name, None, which) for which in left)
    if kind == "place":
        liftable = left if again is None else (again,)
        return tuple(Advantage(name, target, which) for target in _others(players, to) for which in liftable)
    if begun:
        return ()
    targets = _deflections(players, to, sender) if kind == "deflect" else (None,)
    return tuple(Advantage(name, target) for target in targets)


# ---------------------------------------------------------------- what it does


def add(s: State, seat: Seat, card: CardId) -> State:
    """The challenge grows by one's own card; perhaps it was the last (DO-9, DO-19)."""
    task, hands = s.task, without(s.hands, seat, (card,))
    assert task is not None
    closers = task.closers if hands[seat] else (*task.closers, seat)
    return replace(s, hands=hands, task=replace(task, cards=(*task.cards, card), added=True, closers=closers))


def play_advantage(s: State, seat: Seat, played: Advantage) -> State:
    """The card is discarded and does what it says; one cannot end on it (DO-20, DO-22)."""
    task, hands = s.task, without(s.hands, seat, (played.card,))
    assert task is not None
    last = () if hands[seat] else (Debt(seat, LAST, "DO-20"),)
    s = replace(s, hands=hands, discards=(*s.discards, played.card), debts=last)
    match power(played.card):
        case "pivot":
            task = replace(task, added=True, pivoted=played.which)
        case "return":
            task = replace(task, sender=seat, to=task.sender, added=False)
        case "deflect":
            task = replace(task, added=True) if played.target is None else _sent_on(task, played.target)
        case "spoilsport":
            return _spoil(s, task)
        case "place":
            return _call_for_help(s, task, played)
    return go_on(replace(s, task=task))


def _sent_on(task: Task, target: Seat) -> Task:
    """Another must carry it out, for the same challenger (DO-25); they may add a card anew (DO-22)."""
    return replace(task, to=target, added=False)


def _spoil(s: State, task: Task) -> State:
    """The challenger draws five and has not finished; the challenge stays (DO-21, DO-26)."""
    closers = tuple(seat for seat in task.closers if seat != task.sender)
    debts = (Debt(task.sender, SPOILT, "DO-26"), *s.debts)
    return go_on(replace(s, task=replace(task, added=True, closers=closers), debts=debts))


def _call_for_help(s: State, task: Task, played: Advantage) -> State:
    """Another takes up one piece at once (DO-27); if it was one's last card, one draws afterwards (DO-20)."""
    assert played.target is not None and played.which is not None
    task = replace(task, added=True, helper=played.target, last_place=bool(s.debts))
    return pick(replace(s, task=task, debts=()), played.target, played.which)
