"""5 ou Moins, compiled: what a seat may do, and any of it by lot."""

from __future__ import annotations

from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_or_less.cards import in_use
from cinq.fast.five_or_less.powers import needs_own, needs_theirs, targets_of
from cinq.fast.five_or_less.row import (
    ACTIONS,
    CALL,
    CALLERS,
    CODES,
    COUNTS,
    DISCARD,
    DISCARDS,
    DRAW,
    DRAWN,
    END,
    END_TURN,
    LATE,
    LOOK,
    OWED,
    OWN,
    PENDING,
    PHASE,
    POWER,
    PUT,
    QUICK,
    READY,
    SEATS,
    SKIP_POWER,
    SLOTS,
    START_POWER,
    STARTED,
    TARGET,
    TIED,
    TURN,
    TURN_OF,
    WAITING,
    WHOLE,
)
from cinq.fast.kernel import PLAYERS


@inlined
def _plays(s: Ints, seat: int) -> bool:
    """Whether it is this seat's turn and nobody else must speak first (OM-3, OM-4)."""
    return seat == s[TURN_OF] and s[OWED] == 0 and TURN <= s[PHASE] <= END


@inlined
def _races(s: Ints, seat: int) -> bool:
    """Whether this seat may quick-discard: there is a discard (OM-13), and it has not called (OM-19)."""
    return s[OWED] == 0 and TURN <= s[PHASE] <= END and not s[CALLERS] >> seat & 1


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """All that `refusal` would let pass; quick discards on the top card only."""
    for code in range(ACTIONS):
        mask[code] = 0
    mask[READY] = s[PHASE] == LOOK and s[WAITING] >> seat & 1
    if _plays(s, seat):
        _turn_menu(s, seat, mask)
    if _races(s, seat):
        _each_card(s, seat, mask[QUICK:TARGET])


@inlined
def _each_card(s: Ints, seat: int, mask: Ints) -> None:
    held = s[COUNTS + seat]
    for slot in range(SLOTS):
        mask[slot] = slot < held


@inlined
def _turn_menu(s: Ints, seat: int, mask: Ints) -> None:
    phase = s[PHASE]
    if phase == TURN:
        mask[DRAW] = 1
        if not s[TIED]:
            _each_card(s, seat, mask[PUT:QUICK])
    elif phase == DRAWN:
        mask[DISCARD] = 1
        _each_card(s, seat, mask[PUT:QUICK])
    elif phase == POWER:
        mask[SKIP_POWER] = 1
        mask[START_POWER] = s[STARTED] == 0
        if s[STARTED]:
            _power_menu(s, seat, mask)
    else:
        mask[END_TURN] = 1
        mask[CALL] = 1


@jit
def _power_menu(s: Ints, seat: int, mask: Ints) -> None:
    """One's own card first where the power needs one, then every target (OM-9 to OM-12)."""
    power = s[PENDING]
    if needs_own(power) and s[OWN] == 0:
        if targets_of(s, power):
            _each_card(s, seat, mask[PUT:QUICK])
        return
    targets = targets_of(s, power)
    for other in range(s[PLAYERS]):
        if targets >> other & 1:
            if needs_theirs(power):
                _each_card(s, other, mask[TARGET + SLOTS * other : TARGET + SLOTS * (other + 1)])
            else:
                mask[TARGET + SLOTS * other] = 1


@jit
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now: quick discards first, for they are most."""
    if QUICK <= action < TARGET:
        return _races(s, seat) and in_use(s, seat, action - QUICK)
    if LATE <= action < WHOLE:
        ago, slot = (action - LATE) // SLOTS + 1, (action - LATE) % SLOTS
        return _races(s, seat) and ago < s[DISCARDS] and in_use(s, seat, slot)
    if action == READY:
        return s[PHASE] == LOOK and s[WAITING] >> seat & 1 != 0
    return 0 < action < CODES and _plays(s, seat) and _allowed_turn(s, seat, action)


@inlined
def _allowed_turn(s: Ints, seat: int, action: int) -> bool:
    phase = s[PHASE]
    if phase == TURN:
        return action == DRAW or (s[TIED] == 0 and _own_card(s, seat, action))
    if phase == DRAWN:
        return action == DISCARD or _own_card(s, seat, action)
    if phase == END:
        return action in (END_TURN, CALL)
    if action == SKIP_POWER or (action == START_POWER and s[STARTED] == 0):
        return True
    return s[STARTED] != 0 and _allowed_power(s, seat, action)


@inlined
def _own_card(s: Ints, seat: int, action: int) -> bool:
    return PUT <= action < QUICK and in_use(s, seat, action - PUT)


@jit
def _allowed_power(s: Ints, seat: int, action: int) -> bool:
    """A half or the whole of the power that was started (OM-9 to OM-12, OM-17, OM-31)."""
    power = s[PENDING]
    if action < TARGET:
        return needs_own(power) and s[OWN] == 0 and targets_of(s, power) != 0 and _own_card(s, seat, action)
    if action >= WHOLE:
        own = (action - WHOLE) // (SEATS * SLOTS)
        return (
            needs_own(power) and in_use(s, seat, own) and _hits(s, power, (action - WHOLE) % (SEATS * SLOTS))
        )
    if needs_own(power) and s[OWN] == 0:
        return False
    return _hits(s, power, action - TARGET)


@inlined
def _hits(s: Ints, power: int, target: int) -> bool:
    seat, slot = target // SLOTS, target % SLOTS
    if not targets_of(s, power) >> seat & 1:
        return False
    return in_use(s, seat, slot) if needs_theirs(power) else slot == 0


@jit
def choose(s: Ints, seat: int) -> int:
    """Any action of the rules' menu, all alike, powers whole; -1 never, for who may act has one."""
    if s[PHASE] == LOOK:
        return READY
    count = s[COUNTS + seat]
    if seat == s[TURN_OF]:
        return _choose_turn(s, seat, count)
    return QUICK + _any_slot(s, seat)


@inlined
def _any_slot(s: Ints, seat: int) -> int:
    """A card of a hand, all alike."""
    return below(s, s[COUNTS + seat])


@inlined
def _choose_turn(s: Ints, seat: int, count: int) -> int:
    phase, quick = s[PHASE], 0 if s[CALLERS] >> seat & 1 else count
    if phase == POWER:
        return _choose_power(s, seat, quick)
    plain = 2 if phase == END else 1
    puts = count if phase == DRAWN or (phase == TURN and s[TIED] == 0) else 0
    chosen = below(s, plain + puts + quick)
    if chosen < plain:
        return END_TURN + chosen if phase == END else DRAW if phase == TURN else DISCARD
    return (PUT if chosen < plain + puts else QUICK) + _any_slot(s, seat)


@jit
def _choose_power(s: Ints, seat: int, quick: int) -> int:
    """Start or skip; then any way to play it (OM-9 to OM-12, OM-17)."""
    if not s[STARTED]:
        chosen = below(s, 2 + quick)
        return START_POWER + chosen if chosen < 2 else QUICK + _any_slot(s, seat)
    power = s[PENDING]
    targets, total = targets_of(s, power), 0
    for other in range(s[PLAYERS]):
        if targets >> other & 1:
            total += s[COUNTS + other] if needs_theirs(power) else 1
    ways = total * (s[COUNTS + seat] if needs_own(power) else 1)
    chosen = below(s, 1 + ways + quick)
    if chosen == 0:
        return SKIP_POWER
    if chosen > ways:
        return QUICK + _any_slot(s, seat)
    target = _any_target(s, power, targets, (chosen - 1) % total)
    if not needs_own(power):
        return TARGET + target
    return WHOLE + _any_slot(s, seat) * SEATS * SLOTS + target


@jit
def _any_target(s: Ints, power: int, targets: int, chosen: int) -> int:
    """A target, as likely as it has cards where one of them is meant."""
    other = 0
    while True:
        weight = s[COUNTS + other] if needs_theirs(power) else 1
        if targets >> other & 1:
            if chosen < weight:
                return other * SLOTS + (_any_slot(s, other) if needs_theirs(power) else 0)
            chosen -= weight
        other += 1


@jit
def safest(s: Ints, seat: int) -> int:
    """Draw, discard it, use no power and say nothing."""
    phase = s[PHASE]
    if phase == LOOK:
        return READY
    if seat != s[TURN_OF]:
        return -1
    if phase == TURN:
        return DRAW
    if phase == DRAWN:
        return DISCARD
    return SKIP_POWER if phase == POWER else END_TURN
