"""Au doigt & à l'œil, compiled: who may act, what is allowed, and which chapter an action opens."""

from __future__ import annotations

from cinq.fast.bits import count, lowest, nth
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.doigt_oeil.advantages import (
    add,
    may_add,
    may_play,
    needs_target,
    needs_which,
    play_advantage,
    seats_for,
    slots_for,
    ways,
    well_aimed,
)
from cinq.fast.doigt_oeil.composing import (
    any_challenge,
    choose_card,
    follows,
    go_together,
    lowest_card,
)
from cinq.fast.doigt_oeil.ending import vote, voters
from cinq.fast.doigt_oeil.opening import deal, draw_deal, open_with, possible_deal
from cinq.fast.doigt_oeil.placing import draw_placement, pick, place, possible_placement
from cinq.fast.doigt_oeil.row import (
    AIMED,
    ANSWER,
    CARD,
    CHALLENGE,
    CHOSEN,
    CODES,
    DEALING,
    DEBT,
    HANDS,
    OPENING,
    OPENING_TASK,
    OVER,
    PHASE,
    PICK,
    PLACE,
    PLACE_FOR_ME,
    POWER,
    SEATS,
    SETS,
    SLOTS,
    TARGET,
    TIED,
    TURN,
    VOTE,
    WHICH,
    WHOLE,
    WITH_POWER,
    WOOD_BITS,
)
from cinq.fast.doigt_oeil.table import hand_at_work, nth_card, to_place
from cinq.fast.doigt_oeil.turns import challenge, draw_owed, open_targets, pay, possible_cards
from cinq.fast.kernel import DEALER_BIT, WORLD_BIT

# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """Challenger, receiver or helper, voters; the world while a piece is in hand (DO-8, DO-11)."""
    phase = s[PHASE]
    if phase == PLACE:
        return WORLD_BIT
    if s[DEBT]:
        return DEALER_BIT
    if phase == ANSWER:
        return 1 << hand_at_work(s)
    if phase == CHALLENGE:
        return 1 << s[TURN]
    return 0 if phase == OVER else voters(s) if phase == VOTE else DEALER_BIT


@inlined
def speaker(s: Ints) -> int:
    """The seat that may act; any of the voters (DO-29)."""
    phase = s[PHASE]
    if phase == ANSWER:
        return hand_at_work(s)
    if phase == CHALLENGE:
        return s[TURN]
    waiting = voters(s)
    return nth(waiting, below(s, count(waiting)))


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """What this seat may do, or the next half of it; deals, long draws and placements are no seat's."""
    acts = seat < SEATS and actors(s) >> seat & 1 != 0
    for which in range(SETS):
        cards = choosable(s, seat, which) if acts else 0
        part = mask[CARD + 64 * which : CARD + 64 * which + 64]
        for bit in range(64):
            part[bit] = cards >> bit & 1
    answers = acts and s[PHASE] == ANSWER
    picks, slots = to_place(s) if answers else 0, aims(s) if answers else 0
    for slot in range(SLOTS):
        mask[PICK + slot] = picks >> slot & 1
        mask[WHICH + slot] = slots >> slot & 1
    seats = targets(s, seat) if acts else 0
    for other in range(SEATS):
        mask[TARGET + other] = seats >> other & 1


@jit
def choosable(s: Ints, seat: int, which: int) -> int:
    """The cards of one set, as bits, that a code of their own stands for now."""
    if s[PHASE] == CHALLENGE:
        return follows(s, seat, which) if open_targets(s, seat) else 0
    return addable(s, seat, which) if s[PHASE] == ANSWER and may_add(s) else 0


@jit
def aims(s: Ints) -> int:
    """The slots that the chosen advantage may act on, if it needs one yet."""
    chosen = s[CHOSEN]
    if chosen == 0 or chosen >> 8 or not may_add(s):
        return 0
    power = POWER[chosen - 1]
    return slots_for(s, power) if needs_which(power) else 0


@jit
def targets(s: Ints, seat: int) -> int:
    """The seats that may be named now: tied ones, or whom the chosen cards may hit."""
    phase, chosen = s[PHASE], s[CHOSEN]
    if phase == VOTE:
        return s[TIED]
    if chosen == 0:
        return 0
    if phase == CHALLENGE:
        return open_targets(s, seat)
    power = POWER[(chosen & 255) - 1]
    return seats_for(s, power) if chosen >> 8 or not needs_which(power) else 0


@jit
def addable(s: Ints, seat: int, which: int) -> int:
    """The cards of one set, as bits, that the receiver may add, or choose as a first half (DO-9, DO-22)."""
    hand = s[HANDS + SETS * seat + which]
    found = hand & WOOD_BITS
    if s[OPENING_TASK]:
        return found
    for power in range(1, 6):
        of = hand & WITH_POWER[SETS * power + which]
        if of and ways(s, seat, power) and not (s[CHOSEN] and needs_half(s, power)):
            found |= of
    return found


@inlined
def needs_half(s: Ints, power: int) -> bool:
    """Whether an advantage of this power is chosen before it is aimed."""
    return needs_which(power) or needs_target(s, power)


@jit
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now, or choose this half of it."""
    if not 0 <= action < CODES or not 0 <= seat < SEATS or not actors(s) >> seat & 1:
        return False
    answers = s[PHASE] == ANSWER
    if action < PICK:
        return choosable(s, seat, action >> 6) >> (action & 63) & 1 != 0
    if action < WHICH:
        return answers and to_place(s) >> (action - PICK) & 1 != 0
    if action < TARGET:
        return answers and aims(s) >> (action - WHICH) & 1 != 0
    if action < WHOLE:
        return targets(s, seat) >> (action - TARGET) & 1 != 0
    if action < AIMED:
        hits = s[PHASE] == CHALLENGE and open_targets(s, seat) >> (action - WHOLE >> 24) & 1 != 0
        return hits and go_together(s, seat, action - WHOLE & 0xFFFFFF)
    card, target, slot = action - AIMED & 255, (action - AIMED >> 8 & 15) - 1, (action - AIMED >> 12) - 1
    return answers and card < 128 and may_play(s, seat, card) and well_aimed(s, POWER[card], target, slot)


@jit
def safest(s: Ints, seat: int) -> int:
    """The next piece, one card to the next player, or the first vote; -1 if there is none."""
    phase = s[PHASE]
    if phase == ANSWER:
        return PICK + lowest(to_place(s))
    if phase == VOTE:
        return TARGET + lowest(s[TIED])
    others = open_targets(s, seat)
    return WHOLE + (lowest_card(s, seat) + 1) + (lowest(others) << 24) if others else -1


# ---------------------------------------------------------------- any action, all alike


@jit
def choose(s: Ints, seat: int) -> int:
    """Any action of the rules' menu, whole; -1 if there is none."""
    phase = s[PHASE]
    if phase == ANSWER:
        return choose_answer(s, seat)
    if phase == CHALLENGE:
        return choose_challenge(s, seat)
    return TARGET + nth(s[TIED], below(s, count(s[TIED])))


@jit
def choose_challenge(s: Ints, seat: int) -> int:
    """Any cards that go together, to any open target (DO-7, DO-10)."""
    others = open_targets(s, seat)
    if others == 0:
        return -1
    return WHOLE + any_challenge(s, seat) + (nth(others, below(s, count(others))) << 24)


@jit
def choose_answer(s: Ints, seat: int) -> int:
    """Any piece of the challenge, or anything that may be added (DO-8, DO-9, DO-22)."""
    slots = to_place(s)
    picks = count(slots)
    if not may_add(s):
        return PICK + nth(slots, below(s, picks))
    first, second = s[HANDS + SETS * seat], s[HANDS + SETS * seat + 1]
    wood, plays = count(first & WOOD_BITS) + count(second & WOOD_BITS), 0
    if (first | second) & ~WOOD_BITS and not s[OPENING_TASK]:
        for power in range(1, 6):
            plays += ways(s, seat, power)
    chosen = below(s, picks + wood + plays)
    if chosen < picks:
        return PICK + nth(slots, chosen)
    if chosen < picks + wood:
        return CARD + nth_card(first & WOOD_BITS, second & WOOD_BITS, chosen - picks)
    return nth_play(s, seat, chosen - picks - wood)


@jit
def nth_play(s: Ints, seat: int, chosen: int) -> int:
    """One of the ways to play an advantage."""
    power = 1
    while chosen >= ways(s, seat, power):
        chosen -= ways(s, seat, power)
        power += 1
    hand, of = HANDS + SETS * seat, SETS * power
    first, second = s[hand] & WITH_POWER[of], s[hand + 1] & WITH_POWER[of + 1]
    held = count(first) + count(second)
    code = AIMED + nth_card(first, second, chosen % held)
    chosen //= held
    if needs_which(power):
        slots = slots_for(s, power)
        code += nth(slots, chosen % count(slots)) + 1 << 12
        chosen //= count(slots)
    if needs_target(s, power):
        code += nth(seats_for(s, power), chosen) + 1 << 8
    return code


# ---------------------------------------------------------------- what an action changes


@jit
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes; most frequent first. Halves are kept until they are whole."""
    chosen, phase = s[CHOSEN], s[PHASE]
    s[CHOSEN] = 0
    if PICK <= action < WHICH:
        pick(s, seat, action - PICK)
    elif action >= AIMED:
        play_advantage(s, seat, action - AIMED)
    elif action >= WHOLE:
        challenge(s, seat, action - WHOLE >> 24, action - WHOLE & 0xFFFFFF)
    elif action < PICK:
        apply_card(s, seat, action, chosen)
    elif phase == VOTE:
        vote(s, seat, action - TARGET)
    elif phase == CHALLENGE:
        challenge(s, seat, action - TARGET, chosen)
    elif action >= TARGET:
        play_advantage(s, seat, (chosen & 255) - 1 + (action - TARGET + 1 << 8) + (chosen >> 8 << 12))
    elif POWER[chosen - 1] == PLACE_FOR_ME:
        s[CHOSEN] = chosen + (action - WHICH + 1 << 8)
    else:
        play_advantage(s, seat, chosen - 1 + (action - WHICH + 1 << 12))


@inlined
def apply_card(s: Ints, seat: int, card: int, chosen: int) -> None:
    """One more card for a challenge, wood that is added, or an advantage that is played or chosen."""
    if s[PHASE] == CHALLENGE:
        s[CHOSEN] = choose_card(chosen, card)
    elif POWER[card] == 0:
        add(s, seat, card)
    elif needs_half(s, POWER[card]):
        s[CHOSEN] = card + 1
    else:
        play_advantage(s, seat, card)


@jit
def fall(s: Ints, outcome: Ints) -> None:
    """What the world or the dealer said."""
    phase = s[PHASE]
    if phase == PLACE:
        place(s, outcome)
    elif phase == OPENING:
        open_with(s, outcome[0], outcome[1])
    elif phase == DEALING:
        deal(s, outcome)
    else:
        pay(s, outcome[0], outcome[1])


@jit
def draw(s: Ints, outcome: Ints) -> None:
    """What the stand-in for the wood does, cards that are owed, or a deal."""
    phase = s[PHASE]
    if phase == PLACE:
        draw_placement(s, outcome)
    elif phase == DEALING:
        draw_deal(s, outcome)
    else:
        draw_owed(s, outcome)


@jit
def possible(s: Ints, outcome: Ints) -> bool:
    """Whether the world or the dealer may say this now."""
    phase = s[PHASE]
    if phase == PLACE:
        return possible_placement(s, outcome)
    if phase == DEALING:
        return possible_deal(s, outcome)
    return possible_cards(s, outcome[0], outcome[1])
