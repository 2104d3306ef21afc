"""5 Millimètres, compiled. MM-8 and the like are paragraphs of games/five_millimetres/RULES.md.

Read it beside rules.py. Sticks are numbered in the order they were drawn; how long they look is kept in whole
thousandths of a millimetre, as the world says it (MM-4).
"""

from __future__ import annotations

from math import exp, floor
from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result as CoreResult
from cinq.core.game import Seat
from cinq.fast.chance import below, normal, product
from cinq.fast.compiled import Floats, Ints, inlined, jit
from cinq.fast.kernel import DEALER_BIT, PLAYERS, WORLD_BIT, Observation, Words
from cinq.games import five_millimetres
from cinq.games.five_millimetres import rules
from cinq.games.five_millimetres.components import LENGTHS as _LENGTHS
from cinq.games.five_millimetres.components import STEP
from cinq.games.five_millimetres.eye import SPREAD, Sharpness
from cinq.games.five_millimetres.rules import Bid, Deal, Options, Pass, Result, Sight, State, Stick
from cinq.games.five_millimetres.scoring import MOST_POINTS as _MOST_POINTS
from cinq.games.five_millimetres.scoring import longest_run
from cinq.games.five_millimetres.view import View

RULES: Final = five_millimetres
SEATS: Final = 5
LENGTHS: Final = _LENGTHS
ALIKE: Final = 4
STICKS: Final = ALIKE * LENGTHS
EIGHT: Final = 8
TOP_BID: Final = 10
MOST_POINTS: Final = _MOST_POINTS

# ---------------------------------------------------------------- the row: one word each

SIGHT_OPTION: Final = 2
LONE_STICK: Final = 3
FIRST_MANITOU: Final = 4
"""-1 where it is drawn by lot (MM-5)."""
PHASE: Final = 5
MANITOU: Final = 6
"""-1 before the deal."""
DRAWN: Final = 7
"""How many sticks have been drawn."""
LOOKED: Final = 8
"""How many of them have been looked at."""
BOX: Final = 9
"""How many of each length are in the box: seven bits a length."""
STAND: Final = 10
"""The stick in the stand, or -1."""
HIGH: Final = 11
LEADER: Final = 12
"""-1 before a bid."""
PASSED: Final = 13
"""A set of seats."""
TO_SPEAK: Final = 14
MONEY: Final = 15
"""A word a seat, as in the next three."""
HELD: Final = 20
"""How many sticks in hand."""
HAND: Final = 25
"""Their numbers in order of arrival: six bits a stick."""
ALIKES: Final = 30
"""How many of each length in hand: three bits a length."""
LENGTH: Final = 35
"""The length of every stick drawn: eight a word, four bits each."""
LOOKS: Final = 40
"""How long every stick looks, seat by seat: two sticks a word."""
LOOKS_OF_A_SEAT: Final = STICKS // 2
WIDTH: Final = LOOKS + SEATS * LOOKS_OF_A_SEAT

DEAL: Final = 0
STICK: Final = 1
SIGHT: Final = 2
AUCTION: Final = 3
OVER: Final = 4

_SHARPNESS: Final[tuple[Sharpness, ...]] = ("keen", "normal", "tired", "exact", "none")
EXACT: Final = 3
NONE: Final = 4

PASS: Final = 0
"""A bid's code is its amount."""
ACTIONS: Final = 1 + TOP_BID
CODES: Final = ACTIONS
OUTCOME: Final = SEATS * SEATS
"""A deal is its sticks by seat and the Manitou, a stick its length, looks a row of numbers a stick."""
RESULT: Final = 2 + SEATS
REASONS: Final = ("four_alike", "eight", "broke")

# ---------------------------------------------------------------- tables

SPREADS: Final[Floats] = np.array([SPREAD.get(sharpness, 0.0) for sharpness in _SHARPNESS])
MM: Final[Ints] = np.array(rules.MM, np.int64)
STOPS: Final[Ints] = np.array(rules.STOPS, np.int64)
"""Where a marker that stops on a space ends up (MM-14)."""
RUN: Final[Ints] = np.array(
    [longest_run([n for n in range(LENGTHS) if have >> n & 1]) for have in range(1 << LENGTHS)], np.int64
)
"""The longest run of a set of lengths (MM-18)."""
BITS_OF_A_LENGTH: Final = 7
ONE_OF_EACH: Final = sum(1 << BITS_OF_A_LENGTH * n for n in range(LENGTHS))
ALL_BITS: Final = (1 << BITS_OF_A_LENGTH * LENGTHS) - 1
FOUR_OF_ANY: Final = sum(ALIKE << 3 * n for n in range(LENGTHS))
"""The third bit of a length's count: there are never more than four of it."""
START: Final = rules.START
MOST_LOOK: Final = 2**31 - 1 - 1000 * STEP * LENGTHS
LAST_OBSERVED: Final = 2**15 - 1


def _next_seats() -> Words:
    """The next seat that has not passed, by players, set of those who have, and seat (MM-7)."""
    table = np.zeros((SEATS + 1, 1 << SEATS, SEATS), np.int64)
    for players in range(2, SEATS + 1):
        for passed in range(1 << players):
            for seat in range(players):
                around = [(seat + n) % players for n in range(1, players + 1)]
                table[players, passed, seat] = next((n for n in around if not passed >> n & 1), seat)
    return table.reshape(-1)


FOLLOWING: Final[Ints] = _next_seats()

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
    """Ten a stick of the longest run, of two at least (MM-18), and the space up to 22 (MM-19)."""
    have = 0
    for length in range(LENGTHS):
        if s[ALIKES + seat] >> 3 * length & 7:
            have |= 1 << length
    run = RUN[have]
    return (10 * run if run > 1 or s[LONE_STICK] else 0) + min(s[MONEY + seat], MOST_POINTS)


@jit
def four_alike(s: Ints, seat: int) -> bool:
    """Four sticks of one length (MM-17)."""
    return s[ALIKES + seat] & FOUR_OF_ANY != 0


# ---------------------------------------------------------------- the dealer and the world's eye


@inlined
def draw(s: Ints, outcome: Ints) -> None:
    """Sticks out of the box, all alike (MM-3, MM-6), and everyone's looks at them (MM-4)."""
    phase = s[PHASE]
    if phase == SIGHT:
        draw_looks(s, outcome)
    elif phase == STICK:
        outcome[0] = any_stick(s, s[BOX], STICKS - s[DRAWN])
    else:
        draw_deal(s, outcome)


@jit
def draw_deal(s: Ints, outcome: Ints) -> None:
    """A stick each, and the Manitou by lot or as the host named them (MM-3, MM-5)."""
    players, box = s[PLAYERS], s[BOX]
    for seat in range(players):
        outcome[seat] = any_stick(s, box, STICKS - seat)
        box -= 1 << BITS_OF_A_LENGTH * (outcome[seat] - 1)
    outcome[players] = s[FIRST_MANITOU] if s[FIRST_MANITOU] >= 0 else below(s, players)


@inlined
def any_stick(s: Ints, box: int, left: int) -> int:
    """The length of any of the sticks in a box, without a branch.

    Times ONE_OF_EACH the box holds at each length how many are up to it; the lengths whose sum does not reach
    the lot that was drawn are counted.
    """
    lot = below(s, left) + 1
    guard = ONE_OF_EACH << BITS_OF_A_LENGTH - 1
    up_to = product(box, ONE_OF_EACH) & ALL_BITS | guard
    reached = (up_to - lot * ONE_OF_EACH & guard) >> BITS_OF_A_LENGTH - 1
    count = product(reached, ONE_OF_EACH) >> BITS_OF_A_LENGTH * (LENGTHS - 1) & 127
    return LENGTHS + 1 - count


@jit
def draw_looks(s: Ints, outcome: Ints) -> None:
    """Everyone looks once at each new stick: its length times a log-normal factor (MM-4)."""
    players, spread, at = s[PLAYERS], SPREADS[s[SIGHT_OPTION]], 0
    for stick in range(s[LOOKED], s[DRAWN]):
        length = 1000 * MM[length_of(s, stick)]
        for _ in range(players):
            outcome[at] = floor(length * exp(spread * normal(s)) + 0.5) if spread else length
            at += 1


@jit
def possible(s: Ints, outcome: Ints) -> bool:
    """A deal, a stick that is left in the box, or looks that one may have (MM-3, MM-4, MM-5, MM-6)."""
    phase = s[PHASE]
    if phase == SIGHT:
        return possible_looks(s, outcome)
    if phase == DEAL:
        return possible_deal(s, outcome)
    return _left(s[BOX], outcome[0]) > 0


@jit
def possible_deal(s: Ints, outcome: Ints) -> bool:
    """One stick each out of the box (MM-3); the Manitou that the host named, if any (MM-5)."""
    players, box = s[PLAYERS], s[BOX]
    for seat in range(players):
        if _left(box, outcome[seat]) == 0:
            return False
        box -= 1 << BITS_OF_A_LENGTH * (outcome[seat] - 1)
    manitou, named = outcome[players], s[FIRST_MANITOU]
    return manitou == named if named >= 0 else 0 <= manitou < players


@inlined
def _left(box: int, length: int) -> int:
    return box >> BITS_OF_A_LENGTH * (length - 1) & 127 if 1 <= length <= LENGTHS else 0


@jit
def possible_looks(s: Ints, outcome: Ints) -> bool:
    """A positive number for each new stick and seat; with exact sight the true lengths (MM-4)."""
    at = 0
    for stick in range(s[LOOKED], s[DRAWN]):
        for _ in range(s[PLAYERS]):
            if not 0 < outcome[at] <= MOST_LOOK:
                return False
            if s[SIGHT_OPTION] == EXACT and outcome[at] != 1000 * MM[length_of(s, stick)]:
                return False
            at += 1
    return True


# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 8 + EIGHT
"""Phase, auction, stand, and the steps of the viewer's own sticks; then so many numbers of each seat."""
OF_A_SEAT: Final = 3 + EIGHT


def observation_size(players: int) -> int:
    """The viewer comes first; looks are in hundredths of a millimetre, 0 where there is none."""
    return SEEN + OF_A_SEAT * players


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """The track, the sticks as they look to this seat, the steps between its own, and the auction."""
    players, stand = s[PLAYERS], s[STAND]
    out[0] = s[PHASE]
    out[1] = _after(seat, s[MANITOU], players)
    out[2] = players
    out[3] = stand >= 0
    out[4] = seen_look(s, seat, stand) if stand >= 0 else 0
    out[5] = s[HIGH]
    out[6] = _after(seat, s[LEADER], players)
    out[7] = _after(seat, s[TO_SPEAK], players) if stand >= 0 else -1
    _observe_steps(s, seat, out)
    other = seat
    for place in range(players):
        _observe_seat(s, seat, other, out, SEEN + OF_A_SEAT * place)
        other = other + 1 if other + 1 < players else 0


@inlined
def _after(seat: int, other: int, players: int) -> int:
    """How many places after a seat another sits; -1 for nobody."""
    if other < 0:
        return -1
    return other - seat if other >= seat else other - seat + players


@inlined
def seen_look(s: Ints, seat: int, stick: int) -> int:
    """How long a stick looks from that seat; nothing before the look (MM-4)."""
    if stick >= s[LOOKED]:
        return 0
    return max(-LAST_OBSERVED, min(LAST_OBSERVED, look_of(s, seat, stick) // 10))


@inlined
def _observe_steps(s: Ints, seat: int, out: Ints) -> None:
    """How far each of one's own sticks is above the shortest; -1 where there is none."""
    held, sticks, shortest = s[HELD + seat], s[HAND + seat], LENGTHS
    for place in range(held):
        shortest = min(shortest, length_of(s, sticks >> 6 * place & 63))
    for place in range(EIGHT):
        out[8 + place] = length_of(s, sticks >> 6 * place & 63) - shortest if place < held else -1


@inlined
def _observe_seat(s: Ints, seat: int, other: int, out: Ints, at: int) -> None:
    """Space on the track, whether they have passed, sticks, and how long these look to the viewer."""
    held, sticks = s[HELD + other], s[HAND + other]
    out[at] = s[MONEY + other]
    out[at + 1] = s[PASSED] >> other & 1
    out[at + 2] = held
    for place in range(EIGHT):
        out[at + 3 + place] = seen_look(s, seat, sticks >> 6 * place & 63) if place < held else 0


# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (rules.DEAL, rules.STICK, rules.SIGHT, rules.AUCTION, rules.OVER)


def any_options(players: int, rng: Random) -> Options:
    """Any sight, a lone stick or not, a Manitou by lot or named."""
    manitou = int(rng.random() * 2 * players)
    return Options(
        _SHARPNESS[int(rng.random() * 5)], rng.random() < 0.5, manitou if manitou < players else None
    )


def options_of(options: Options) -> tuple[int, ...]:
    """Sight by its place in the list of all, the lone stick, the Manitou or -1."""
    manitou = -1 if options.first_manitou is None else options.first_manitou
    return _SHARPNESS.index(options.sight), int(options.lone_stick), manitou


def encode(action: rules.Move, s: Words) -> int:
    """A bid's amount, 0 for a pass. ValueError for a bid that nobody can ever make."""
    if isinstance(action, Pass):
        return PASS
    if not isinstance(action, Bid) or not 1 <= action.amount <= TOP_BID:
        raise ValueError(f"{action} has no code")
    return action.amount


def decode(code: int, s: Words) -> rules.Move:
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
