"""5 Millimètres, compiled: who may act, what is allowed, what an action changes; beside rules.py there."""

from __future__ import annotations

from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.five_millimetres.row import (
    ACTIONS,
    ALIKE,
    ALIKES,
    AUCTION,
    BITS_OF_A_LENGTH,
    BOX,
    DRAWN,
    EIGHT,
    FOLLOWING,
    FOUR_OF_ANY,
    HAND,
    HELD,
    HIGH,
    LEADER,
    LENGTH,
    LENGTHS,
    LONE_STICK,
    LOOKED,
    LOOKS,
    LOOKS_OF_A_SEAT,
    MANITOU,
    MONEY,
    MOST_POINTS,
    NONE,
    ONE_OF_EACH,
    OVER,
    PASS,
    PASSED,
    PHASE,
    RUN,
    SEATS,
    SIGHT,
    SIGHT_OPTION,
    STAND,
    START,
    STICK,
    STOPS,
    TO_SPEAK,
    TOP_BID,
    WIDTH,
)
from cinq.fast.kernel import DEALER_BIT, PLAYERS, WORLD_BIT
from cinq.games.five_millimetres.components import STEP

# ---------------------------------------------------------------- setting up (MM-1 to MM-5)


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """Everyone on 50, all sticks in the box (MM-1, MM-2, MM-3)."""
    for word in range(PLAYERS, WIDTH):
        s[word] = 0
    s[PLAYERS] = players
    for option in range(3):
        s[SIGHT_OPTION + option] = options[option]
    s[MANITOU] = -1
    s[BOX] = ALIKE * ONE_OF_EACH
    s[STAND] = -1
    s[LEADER] = -1
    for seat in range(players):
        s[MONEY + seat] = START


# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """The seat that speaks (MM-7), or whoever owes a stick (MM-3, MM-6) or a look (MM-4)."""
    phase = s[PHASE]
    if phase == AUCTION:
        return 1 << s[TO_SPEAK]
    if phase == SIGHT:
        return WORLD_BIT
    return 0 if phase == OVER else DEALER_BIT


@inlined
def most(s: Ints, seat: int) -> int:
    """The highest bid that this seat can pay (MM-8)."""
    return min(TOP_BID, s[MONEY + seat])


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """Bids above the last one and not above one's money (MM-8), or pass (MM-9)."""
    speaks = s[PHASE] == AUCTION and seat == s[TO_SPEAK]
    low, high = s[HIGH], most(s, seat) if speaks else -1
    for bid_ in range(1, ACTIONS):
        mask[bid_] = low < bid_ <= high
    mask[PASS] = speaks


@inlined
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now (MM-7, MM-8, MM-9, MM-16)."""
    if s[PHASE] != AUCTION or seat != s[TO_SPEAK]:
        return False
    return action == PASS or s[HIGH] < action <= most(s, seat)


@inlined
def speaker(s: Ints) -> int:
    """Who speaks (MM-7)."""
    return s[TO_SPEAK]


@inlined
def choose(s: Ints, seat: int) -> int:
    """Any bid, or a pass."""
    bids = max(0, most(s, seat) - s[HIGH])
    chosen = below(s, bids + 1)
    return s[HIGH] + chosen if chosen else PASS


@inlined
def safest(s: Ints, seat: int) -> int:
    """Pass."""
    return PASS


# ---------------------------------------------------------------- what an action changes


@inlined
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes."""
    if action == PASS:
        leave(s)
    else:
        bid(s, action)


@inlined
def fall(s: Ints, outcome: Ints) -> None:
    """What the dealer or the world says."""
    phase = s[PHASE]
    if phase == SIGHT:
        see(s, outcome)
    elif phase == STICK:
        put_up(s, outcome[0])
    else:
        deal(s, outcome)


@jit
def deal(s: Ints, outcome: Ints) -> None:
    """Everyone has a first stick, and somebody is Grand Manitou (MM-3, MM-5)."""
    players = s[PLAYERS]
    for seat in range(players):
        length = outcome[seat]
        take_stick(s, length)
        hold(s, seat, seat, length)
    s[PHASE] = STICK if s[SIGHT_OPTION] == NONE else SIGHT
    s[MANITOU] = outcome[players]


@inlined
def take_stick(s: Ints, length: int) -> None:
    """The next stick drawn has this length."""
    stick = s[DRAWN]
    s[LENGTH + (stick >> 3)] |= length << 4 * (stick & 7)
    s[DRAWN] = stick + 1
    s[BOX] -= 1 << BITS_OF_A_LENGTH * (length - 1)


@inlined
def length_of(s: Ints, stick: int) -> int:
    """The true length of a stick."""
    return s[LENGTH + (stick >> 3)] >> 4 * (stick & 7) & 15


@inlined
def hold(s: Ints, seat: int, stick: int, length: int) -> None:
    """A stick joins a hand (MM-13)."""
    held = s[HELD + seat]
    s[HAND + seat] |= stick << 6 * held
    s[HELD + seat] = held + 1
    s[ALIKES + seat] += 1 << 3 * (length - 1)


@inlined
def put_up(s: Ints, length: int) -> None:
    """A stick in the stand (MM-6); the Manitou's left neighbour speaks first (MM-7)."""
    s[STAND] = s[DRAWN]
    take_stick(s, length)
    s[PHASE] = AUCTION if s[SIGHT_OPTION] == NONE else SIGHT
    following = s[MANITOU] + 1
    s[TO_SPEAK] = following if following < s[PLAYERS] else 0


@inlined
def see(s: Ints, outcome: Ints) -> None:
    """How long each new stick looks to each seat (MM-4)."""
    players, stick, at = s[PLAYERS], s[LOOKED], 0
    while stick < s[DRAWN]:
        for seat in range(players):
            set_look(s, seat, stick, outcome[at])
            at += 1
        stick += 1
    s[LOOKED] = stick
    s[PHASE] = STICK if s[STAND] < 0 else AUCTION


@inlined
def look_of(s: Ints, seat: int, stick: int) -> int:
    """How long a stick looks to a seat, in thousandths of a millimetre."""
    word = s[LOOKS + LOOKS_OF_A_SEAT * seat + (stick >> 1)]
    return word >> 32 if stick & 1 else word << 32 >> 32


@inlined
def set_look(s: Ints, seat: int, stick: int, look: int) -> None:
    """Looks may be negative: beside a stick that was said to look very short."""
    at = LOOKS + LOOKS_OF_A_SEAT * seat + (stick >> 1)
    if stick & 1:
        s[at] = s[at] & 0xFFFFFFFF | look << 32
    else:
        s[at] = s[at] >> 32 << 32 | look & 0xFFFFFFFF


@inlined
def bid(s: Ints, amount: int) -> None:
    """A higher bid (MM-8); ten wins at once (MM-10)."""
    speaker_ = s[TO_SPEAK]
    if amount == TOP_BID:
        win(s, speaker_, amount)
        return
    s[HIGH] = amount
    s[LEADER] = speaker_
    s[TO_SPEAK] = following_seat(s)


@inlined
def leave(s: Ints) -> None:
    """Out of this auction (MM-9); the last one left wins (MM-11), the Manitou if nobody bid (MM-12)."""
    everyone = (1 << s[PLAYERS]) - 1
    s[PASSED] |= 1 << s[TO_SPEAK]
    left = everyone ^ s[PASSED]
    if left & (left - 1):
        s[TO_SPEAK] = following_seat(s)
    else:
        win(s, s[MANITOU] if s[LEADER] < 0 else s[LEADER], s[HIGH])


@inlined
def following_seat(s: Ints) -> int:
    """Clockwise, the next who has not passed (MM-7)."""
    return FOLLOWING[(s[PLAYERS] << SEATS | s[PASSED]) * SEATS + s[TO_SPEAK]]


@jit
def win(s: Ints, seat: int, price: int) -> None:
    """The stick joins the winner's hand, is paid for, and makes its owner Grand Manitou (MM-13 to MM-16)."""
    stick = s[STAND]
    length = length_of(s, stick)
    if s[LOOKED]:
        compare(s, seat, stick, length)
    hold(s, seat, stick, length)
    if price:
        s[MONEY + seat] = STOPS[s[MONEY + seat] - price]
    four = s[ALIKES + seat] >> 3 * (length - 1) & 7 == ALIKE
    s[PHASE] = OVER if four or s[HELD + seat] == EIGHT or s[MONEY + seat] == 0 else STICK
    s[MANITOU] = seat
    s[STAND] = -1
    s[HIGH] = 0
    s[LEADER] = -1
    s[PASSED] = 0


@inlined
def compare(s: Ints, seat: int, stick: int, length: int) -> None:
    """Beside the owner's first stick the new one differs by whole steps; others see it as before (MM-4)."""
    first = s[HAND + seat] & 63
    steps = length - length_of(s, first)
    set_look(s, seat, stick, look_of(s, seat, first) + 1000 * STEP * steps)


# ---------------------------------------------------------------- the end (MM-16 to MM-20)


@jit
def result(s: Ints, out: Ints) -> None:
    """Who won, once somebody has ended the game: the last to take a stick (MM-16, MM-17, MM-20)."""
    manitou, best = s[MANITOU], -1
    out[0] = 0
    for seat in range(SEATS):
        out[1 + seat] = 0
    for seat in range(s[PLAYERS]):
        score = points(s, seat)
        out[1 + seat] = score
        rank = (score * (EIGHT + 1) + s[HELD + seat]) * (START + 1) + s[MONEY + seat]
        if rank > best:
            best = rank
            out[0] = 0
        if rank == best:
            out[0] |= 1 << seat
    if four_alike(s, manitou):
        out[0] = 1 << manitou
        out[1 + SEATS] = 0
    else:
        out[1 + SEATS] = 1 if s[HELD + manitou] == EIGHT else 2


@jit
def points(s: Ints, seat: int) -> int:
    """The run (MM-18), and the space up to 22 (MM-19)."""
    return run_points(s, lengths_of(s, seat)) + min(s[MONEY + seat], MOST_POINTS)


@inlined
def lengths_of(s: Ints, seat: int) -> int:
    """The set of lengths that a hand has."""
    have = 0
    for length in range(LENGTHS):
        if s[ALIKES + seat] >> 3 * length & 7:
            have |= 1 << length
    return have


@inlined
def run_points(s: Ints, have: int) -> int:
    """Ten a stick of the longest run, of two at least (MM-18)."""
    run = RUN[have]
    return 10 * run if run > 1 or s[LONE_STICK] else 0


@jit
def four_alike(s: Ints, seat: int) -> bool:
    """Four sticks of one length (MM-17)."""
    return s[ALIKES + seat] & FOUR_OF_ANY != 0
