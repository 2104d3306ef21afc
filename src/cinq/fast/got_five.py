"""Got Five!, compiled. GF-8 and the like are paragraphs of games/got_five/RULES.md; read it beside rules.py.

A rack, the open tiles and an announcement are one word each: numbers of six bits, the first one lowest. The
reserve is a set of 60 bits, twelve a colour, by the places of the numbers in their colour. Each tile has a
word that says around which rack it lies, where, and how many lay there before it.

An announcement (GF-10) is one action: its code is ANNOUNCE plus the rank of its five numbers among all
5,461,512 choices. No mask lists it, as no menu does: whoever is alive may choose any of these codes whenever
a seat may act, in turn or not. `choose` announces at random as often as the rules' random seats do.
"""

from __future__ import annotations

from math import comb
from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import Result, Seat
from cinq.core.play import OPEN_CHOICE_SHARE
from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.kernel import DEALER_BIT, PLAYERS, Observation, Words
from cinq.games import got_five
from cinq.games.got_five import rules
from cinq.games.got_five.components import BOX, COLOURS, PER_COLOUR, TILES, Colour
from cinq.games.got_five.rules import Announce, Compare, Deal, Options, Pass, Rack, Rank, Reveal, State, Tile
from cinq.games.got_five.view import View

RULES: Final = got_five
SEATS: Final = 4
SLOTS: Final = rules.SLOTS
NOTCHES: Final = rules.NOTCHES
HUES: Final = len(COLOURS)
OPEN_MOST: Final = 10
"""More open tiles than there can be: five, one revealed, and one for each seat that lost in its turn."""
NUMBER: Final = 63
"""The bits of one number in a word of numbers."""

# ---------------------------------------------------------------- the row: one word each

NAMED_FIRST: Final = 2
"""-1 where a lot says who starts (GF-4)."""
ASSISTED: Final = 3
PHASE: Final = 4
TURN: Final = 5
WANTED: Final = 6
"""One more than the place of the colour that the dealer owes; 0 if it owes none."""
OPEN: Final = 7
"""Six bits a tile, in the order laid."""
OPEN_SIZE: Final = 8
RESERVE: Final = 9
ALIVE: Final = 10
"""A set of seats."""
PASSED: Final = 11
"""A set of seats (GF-14)."""
RACKS: Final = 12
SAID: Final = RACKS + SEATS
"""Five numbers a seat; 0 before its announcement. Right is who said them and is alive (GF-11, GF-12)."""
CLUES: Final = SAID + SEATS
"""How many tiles lie at each place around a rack: five bits a place, notches first."""
LAID: Final = CLUES + SEATS
"""A word a number, from 1 on: 0, or the place around a rack (`lay`)."""
WIDTH: Final = LAID + TILES + 1

DEAL: Final = 0
REVEAL: Final = 1
ASK: Final = 2
OVER: Final = 3

PASS: Final = HUES
"""Codes 0 to 4 reveal a colour (GF-6)."""
QUESTION: Final = PASS + 1
"""Six a number: rank it (GF-8), or compare it with one of five slots (GF-9)."""
QUESTIONS: Final = 1 + SLOTS
ACTIONS: Final = QUESTION + QUESTIONS * TILES
ANNOUNCE: Final = ACTIONS
ANNOUNCEMENTS: Final = comb(TILES, SLOTS)
CODES: Final = ANNOUNCE + ANNOUNCEMENTS
OUTCOME: Final = 2 + SEATS
"""A tile, or who starts (-1: as named), the racks and the open tiles in the order dealt."""
RESULT: Final = 1 + SEATS

# ---------------------------------------------------------------- what is printed on the tiles, as tables

_NUMBERS: Final = [n for colour in COLOURS for n in BOX.of[colour]]
NUMBER_AT: Final[Ints] = np.array(_NUMBERS, np.int64)
"""The numbers by colour, ascending in each: the bits of the reserve."""
BIT_OF: Final[Ints] = np.array([0, *(_NUMBERS.index(n) for n in range(1, TILES + 1))], np.int64)
HUE: Final[Ints] = np.array([0, *(1 + COLOURS.index(BOX.colour[n]) for n in range(1, TILES + 1))], np.int64)
"""One more than the place of a number's colour."""
DOTS: Final[Ints] = np.array([0, *(BOX.dots[n] for n in range(1, TILES + 1))], np.int64)
CHOICES: Final[Ints] = np.array([[comb(n, k) for k in range(SLOTS + 1)] for n in range(TILES + 1)]).ravel()
"""How many ways there are to choose k of n: row n, column k."""
COUNT: Final[Ints] = np.array([bits.bit_count() for bits in range(1 << PER_COLOUR)], np.int8)
"""How many tiles of a colour a set of twelve bits has."""
HALF: Final = PER_COLOUR // 2
NTH: Final[Ints] = np.array(
    [([at for at in range(HALF) if bits >> at & 1] + [0] * HALF)[:HALF] for bits in range(1 << HALF)],
    np.int8,
).ravel()
"""Where the n-th bit of six is."""
ALL_TILES: Final = (1 << TILES) - 1
TWELVE: Final = (1 << PER_COLOUR) - 1
SIX: Final = (1 << HALF) - 1
ONE_IN: Final = round(1 / OPEN_CHOICE_SHARE)


@inlined
def _nth(tiles: int, n: int) -> int:
    """The place of the n-th bit, from 0, of a colour's twelve."""
    low = tiles & SIX
    if n < COUNT[low]:
        return NTH[HALF * low + n]
    return HALF + NTH[HALF * (tiles >> HALF) + n - COUNT[low]]


@inlined
def _pile(s: Ints, colour: int) -> int:
    """The tiles of a colour that are face down."""
    return s[RESERVE] >> PER_COLOUR * colour & TWELVE


@inlined
def _numbers(rank: int) -> int:
    """The five numbers of a rank among all choices, the last one first to be found."""
    word, n = 0, TILES
    for k in range(SLOTS, 0, -1):
        n -= 1
        while CHOICES[(SLOTS + 1) * n + k] > rank:
            n -= 1
        rank -= CHOICES[(SLOTS + 1) * n + k]
        word = word << 6 | n + 1
    return word


# ---------------------------------------------------------------- the table before the deal


@jit
def start(s: Ints, players: int, options: Ints) -> None:
    """All tiles are face down (GF-1)."""
    for word in range(PLAYERS, WIDTH):
        s[word] = 0
    s[PLAYERS] = players
    s[NAMED_FIRST] = options[0]
    s[ASSISTED] = options[1]
    s[RESERVE] = ALL_TILES
    s[ALIVE] = (1 << players) - 1


# ---------------------------------------------------------------- who may do what


@inlined
def actors(s: Ints) -> int:
    """All who are alive, for anybody may announce (GF-10); the dealer alone while it owes a tile."""
    if s[WANTED] != 0 or s[PHASE] == DEAL:
        return DEALER_BIT
    return 0 if s[PHASE] == OVER else s[ALIVE]


@inlined
def _plays(s: Ints, seat: int) -> bool:
    """Whether this seat must reveal, ask or pass now (GF-4, GF-5)."""
    return seat == s[TURN] and s[WANTED] == 0 and (s[PHASE] == REVEAL or s[PHASE] == ASK)


@jit
def legal(s: Ints, seat: int, mask: Ints) -> None:
    """Every action but announcements: reveal, then ask (GF-5), or pass (GF-14)."""
    for code in range(ACTIONS):
        mask[code] = 0
    if not _plays(s, seat):
        return
    if s[PHASE] == REVEAL:
        for colour in range(HUES):
            mask[colour] = _pile(s, colour) != 0
        return
    mask[PASS] = s[OPEN_SIZE] == 0
    tiles = s[OPEN]
    while tiles:
        at = QUESTION + QUESTIONS * ((tiles & NUMBER) - 1)
        for question in range(QUESTIONS):
            mask[at + question] = 1
        tiles >>= 6


@jit
def allowed(s: Ints, seat: int, action: int) -> bool:
    """Whether this seat may do this now (GF-4 to GF-10, GF-12, GF-14)."""
    if action >= ANNOUNCE:
        return action < CODES and actors(s) >> seat & 1 != 0
    if not _plays(s, seat):
        return False
    if action < PASS:
        return s[PHASE] == REVEAL and _pile(s, action) != 0
    if action == PASS:
        return s[OPEN_SIZE] == 0 and s[RESERVE] == 0
    return s[PHASE] == ASK and _is_open(s, (action - QUESTION) // QUESTIONS + 1)


@inlined
def _is_open(s: Ints, tile: int) -> bool:
    tiles = s[OPEN]
    while tiles:
        if tiles & NUMBER == tile:
            return True
        tiles >>= 6
    return False


@inlined
def speaker(s: Ints) -> int:
    """Any of those who are alive."""
    alive, players = s[ALIVE], s[PLAYERS]
    seat = below(s, players)
    while not alive >> seat & 1:
        seat = below(s, players)
    return seat


@inlined
def choose(s: Ints, seat: int) -> int:
    """Any action of the menu, all alike, and now and then an announcement; -1 to wait for one's turn."""
    if below(s, ONE_IN) == 0:
        return ANNOUNCE + below(s, ANNOUNCEMENTS)
    if seat != s[TURN]:
        return -1
    if s[PHASE] == REVEAL:
        colour = below(s, HUES)
        while _pile(s, colour) == 0:
            colour = below(s, HUES)
        return colour
    if s[OPEN_SIZE] == 0:
        return PASS
    chosen = below(s, QUESTIONS * s[OPEN_SIZE])
    tile = s[OPEN] >> 6 * (chosen // QUESTIONS) & NUMBER
    return QUESTION + QUESTIONS * (tile - 1) + chosen % QUESTIONS


@jit
def safest(s: Ints, seat: int) -> int:
    """Reveal from the fullest colour, rank the oldest tile, or pass."""
    if seat != s[TURN]:
        return -1
    if s[PHASE] == ASK:
        return QUESTION + QUESTIONS * ((s[OPEN] & NUMBER) - 1) if s[OPEN_SIZE] else PASS
    fullest, most = 0, 0
    for colour in range(HUES):
        count = COUNT[_pile(s, colour)]
        if count > most:
            fullest, most = colour, count
    return fullest


# ---------------------------------------------------------------- what an action changes


@inlined
def apply(s: Ints, seat: int, action: int) -> None:
    """What an allowed action of a seat changes, most frequent first."""
    if action < PASS:
        s[WANTED] = action + 1
    elif action >= ANNOUNCE:
        announce(s, seat, action - ANNOUNCE)
    elif action == PASS:
        pass_turn(s)
    else:
        ask(s, seat, (action - QUESTION) // QUESTIONS + 1, (action - QUESTION) % QUESTIONS)


@inlined
def fall(s: Ints, outcome: Ints) -> None:
    """The tile that was drawn, or the deal: the dealer's line."""
    if s[WANTED]:
        lay_open(s, outcome[0])
    else:
        deal(s, outcome)


@jit
def deal(s: Ints, outcome: Ints) -> None:
    """Racks in ascending order, one tile of each colour open, somebody starts (GF-2, GF-3, GF-4)."""
    players = s[PLAYERS]
    for seat in range(players):
        s[RACKS + seat] = _sorted(outcome[1 + seat])
        _leave_reserve(s, outcome[1 + seat])
    s[OPEN] = outcome[1 + SEATS]
    s[OPEN_SIZE] = SLOTS
    _leave_reserve(s, s[OPEN])
    s[TURN] = s[NAMED_FIRST] if outcome[0] < 0 else outcome[0]
    s[PHASE] = REVEAL


@inlined
def _leave_reserve(s: Ints, tiles: int) -> None:
    while tiles:
        s[RESERVE] &= ~(1 << BIT_OF[tiles & NUMBER])
        tiles >>= 6


@jit
def _sorted(tiles: int) -> int:
    """Numbers in ascending order: the highest first, each below the last one found."""
    word, bound = 0, TILES + 1
    for _ in range(SLOTS):
        highest = 0
        for slot in range(SLOTS):
            tile = tiles >> 6 * slot & NUMBER
            if highest < tile < bound:
                highest = tile
        word, bound = word << 6 | highest, highest
    return word


@inlined
def lay_open(s: Ints, tile: int) -> None:
    """The tile lies open with the others; now ask (GF-5, GF-6)."""
    s[PHASE] = ASK
    s[WANTED] = 0
    s[OPEN] |= tile << 6 * s[OPEN_SIZE]
    s[OPEN_SIZE] += 1
    s[RESERVE] &= ~(1 << BIT_OF[tile])


@inlined
def ask(s: Ints, seat: int, tile: int, question: int) -> None:
    """The tile leaves the middle for the rack of who asked, and the turn is over (GF-7)."""
    _take_up(s, tile)
    if question == 0:
        notch = rank(s[RACKS + seat], tile)
        lay(s, seat, tile, notch, notch)
    else:
        slot = question - 1
        same = DOTS[tile] == DOTS[s[RACKS + seat] >> 6 * slot & NUMBER]  # GF-9
        lay(s, seat, tile, NOTCHES + slot, NOTCHES + slot + (SLOTS if same else 0))
    s[TURN] = _following(s)
    s[PHASE] = _first_phase(s)


@inlined
def rank(rack: int, tile: int) -> int:
    """Notch k is above the tiles of slots 0 to k - 1 and below the others (GF-8)."""
    notch = 0
    for slot in range(SLOTS):
        notch += (rack >> 6 * slot & NUMBER) < tile
    return notch


@inlined
def lay(s: Ints, seat: int, tile: int, place: int, kind: int) -> None:
    """A clue: kinds 0 to 5 are notches, 6 to 10 slots with other dots, 11 to 15 slots with the same."""
    before = s[CLUES + seat] >> 5 * place & 31
    s[CLUES + seat] += 1 << 5 * place
    s[LAID + tile] = before << 7 | IS_LAID | seat << 4 | kind


IS_LAID: Final = 1 << 6
"""In the word of a tile: that it lies around a rack; below this bit whose and where, above it its order."""


@inlined
def _take_up(s: Ints, tile: int) -> None:
    """A tile leaves the middle; the later ones move up."""
    tiles, at = s[OPEN], 0
    while tiles >> at & NUMBER != tile:
        at += 6
    s[OPEN] = tiles & ((1 << at) - 1) | tiles >> at + 6 << at
    s[OPEN_SIZE] -= 1


@jit
def announce(s: Ints, seat: int, rank: int) -> None:
    """All five right wins at once (GF-11); any wrong loses, and ends one's own turn (GF-12)."""
    s[SAID + seat] = _numbers(rank)
    if s[SAID + seat] == s[RACKS + seat]:
        s[PHASE] = OVER
        return
    if seat == s[TURN]:
        s[TURN] = _following(s)
        s[PHASE] = _first_phase(s)
    s[ALIVE] &= ~(1 << seat)
    _or_over(s)


@jit
def pass_turn(s: Ints) -> None:
    """Nothing to reveal, nothing to ask with (GF-14)."""
    s[PASSED] |= 1 << s[TURN]
    s[TURN] = _following(s)
    _or_over(s)


@inlined
def _or_over(s: Ints) -> None:
    """Over when one is left (GF-13), or when all who are left have passed (GF-14)."""
    alive = s[ALIVE]
    if alive & (alive - 1) == 0 or alive & ~s[PASSED] == 0:
        s[PHASE] = OVER


@inlined
def _following(s: Ints) -> int:
    """The next one alive, clockwise (GF-4, GF-12)."""
    seat, players, alive = s[TURN], s[PLAYERS], s[ALIVE]
    while True:
        seat = seat + 1 if seat + 1 < players else 0
        if alive >> seat & 1:
            return seat


@inlined
def _first_phase(s: Ints) -> int:
    """A turn begins with a reveal, if there is a reserve (GF-5, GF-14)."""
    return REVEAL if s[RESERVE] else ASK


# ---------------------------------------------------------------- the dealer, and the end


@inlined
def draw(s: Ints, outcome: Ints) -> None:
    """Any tile of the colour that was asked for (GF-6), or a fair deal (GF-2, GF-3, GF-4)."""
    if s[WANTED]:
        colour = s[WANTED] - 1
        pile = _pile(s, colour)
        outcome[0] = NUMBER_AT[PER_COLOUR * colour + _nth(pile, below(s, COUNT[pile]))]
    else:
        _draw_deal(s, outcome)


@jit
def _draw_deal(s: Ints, outcome: Ints) -> None:
    """One tile of each colour for everyone and for the middle, and a lot for who starts."""
    players = s[PLAYERS]
    outcome[0] = s[NAMED_FIRST] if s[NAMED_FIRST] >= 0 else below(s, players)
    for word in range(1, OUTCOME):
        outcome[word] = 0
    for colour in range(HUES):
        pile = TWELVE
        for owner in range(players + 1):
            at = _nth(pile, below(s, PER_COLOUR - owner))
            pile &= ~(1 << at)
            word = 1 + (owner if owner < players else SEATS)
            outcome[word] |= NUMBER_AT[PER_COLOUR * colour + at] << 6 * colour


@jit
def possible(s: Ints, outcome: Ints) -> bool:
    """A tile of the reserve of the colour that was asked for (GF-6), or a deal (GF-2, GF-3, GF-4)."""
    if s[WANTED]:
        tile = outcome[0]
        return 1 <= tile <= TILES and HUE[tile] == s[WANTED] and s[RESERVE] >> BIT_OF[tile] & 1 != 0
    return s[PHASE] == DEAL and _possible_deal(s, outcome)


@jit
def _possible_deal(s: Ints, outcome: Ints) -> bool:
    """One tile of each colour for every rack and in the middle, none twice; a seat that starts."""
    players, named, dealt = s[PLAYERS], s[NAMED_FIRST], 0
    starts = named if outcome[0] == -1 else outcome[0]
    if not 0 <= starts < players or (named >= 0 and starts != named):
        return False
    for owner in range(players + 1):
        tiles, hues = outcome[1 + (owner if owner < players else SEATS)], 0
        if tiles < 0 or tiles >> 6 * SLOTS:
            return False
        for slot in range(SLOTS):
            tile = tiles >> 6 * slot & NUMBER
            if not 1 <= tile <= TILES or dealt >> BIT_OF[tile] & 1 or hues >> HUE[tile] & 1:
                return False
            dealt |= 1 << BIT_OF[tile]
            hues |= 1 << HUE[tile]
    return True


@jit
def result(s: Ints, out: Ints) -> None:
    """The one who was right, the last one left, or all who are left (GF-11, GF-13, GF-14)."""
    out[0] = s[ALIVE]
    for seat in range(SEATS):
        out[1 + seat] = 0
        if s[SAID + seat] and s[ALIVE] >> seat & 1:
            out[0] = 1 << seat


# ---------------------------------------------------------------- what a seat sees

SEEN: Final = 3 + OPEN_MOST + HUES
"""Phase, turn, colour that is drawn, open tiles, tiles of each colour face down."""
OF_A_SEAT: Final = 2 + 3 * SLOTS
"""Alive, announced (0, 1 wrong, 2 right), numbers said, colours, numbers where they may be read."""


def observation_size(players: int) -> int:
    """The table; each seat, the viewer's own first; then where each of the 60 numbers lies.

    A number's place is 0, or 1 + 16 times whose rack, as seats sit after the viewer, + the kind of place: 0
    to 5 the notches, 6 to 10 before a slot with other dots, 11 to 15 before a slot with as many dots.
    """
    return SEEN + OF_A_SEAT * players + TILES


@jit
def observe(s: Ints, seat: int, out: Ints) -> None:
    """What the view shows: all racks but one's own, until the game is over (GF-2)."""
    players, phase, owner = s[PLAYERS], s[PHASE], seat
    out[0] = phase
    out[1] = -1 if phase in (DEAL, OVER) else (s[TURN] - seat) % players
    out[2] = s[WANTED]
    for place in range(OPEN_MOST):
        out[3 + place] = s[OPEN] >> 6 * place & NUMBER
    for colour in range(HUES):
        out[3 + OPEN_MOST + colour] = COUNT[_pile(s, colour)]
    for other in range(players):
        at = SEEN + OF_A_SEAT * other
        _observe_rack(s, owner, phase == OVER or owner != seat, out[at : at + OF_A_SEAT])
        owner = owner + 1 if owner + 1 < players else 0
    at = SEEN + OF_A_SEAT * players
    _observe_clues(s[LAID + 1 : LAID + 1 + TILES], seat, players, out[at : at + TILES])


@inlined
def _observe_rack(s: Ints, owner: int, read: bool, out: Ints) -> None:
    alive, said, rack = s[ALIVE] >> owner & 1, s[SAID + owner], s[RACKS + owner]
    out[0] = alive
    out[1] = 0 if said == 0 else 1 + alive
    for slot in range(SLOTS):
        number = rack >> 6 * slot & NUMBER
        out[2 + slot] = said >> 6 * slot & NUMBER
        out[2 + SLOTS + slot] = HUE[number]
        out[2 + 2 * SLOTS + slot] = number if read else 0


@inlined
def _observe_clues(laid: Ints, seat: int, players: int, out: Ints) -> None:
    for tile in range(TILES):
        word = laid[tile]
        owner = (word >> 4 & 3) - seat
        owner += players if owner < 0 else 0
        out[tile] = 1 + 16 * owner + (word & 15) if word & IS_LAID else 0


# ---------------------------------------------------------------- the bridge to the rules

_PHASES: Final = (rules.DEAL, rules.REVEAL, rules.ASK, rules.OVER)


def any_options(players: int, rng: Random) -> Options:
    """A lot or a seat that starts; notes of both kinds."""
    first = int(rng.random() * (players + 1)) - 1
    return Options(None if first < 0 else first, "assisted" if rng.random() < 0.5 else "manual")


def options_of(options: Options) -> tuple[int, ...]:
    """Who starts or -1, and whether notes are assisted."""
    return -1 if options.first is None else options.first, int(options.notes == "assisted")


def encode(action: rules.Move, s: Words) -> int:
    """The code of a seat's action. ValueError for numbers that are on no tile or not ascending."""
    match action:
        case Reveal(colour):
            return COLOURS.index(colour)
        case Rank(tile):
            return QUESTION + QUESTIONS * (_tile(tile) - 1)
        case Compare(tile, slot) if 0 <= slot < SLOTS:
            return QUESTION + QUESTIONS * (_tile(tile) - 1) + 1 + slot
        case Pass():
            return PASS
        case Announce(numbers) if len(numbers) == SLOTS and list(numbers) == sorted({*map(_tile, numbers)}):
            return ANNOUNCE + sum(comb(n - 1, place + 1) for place, n in enumerate(numbers))
    raise ValueError(f"{action} has no code")


def _tile(number: int) -> int:
    if not 1 <= number <= TILES:
        raise ValueError(f"there is no tile {number}")
    return number


def decode(code: int, s: Words) -> rules.Move:
    """The seat's action of a code."""
    if code >= ANNOUNCE:
        if code >= CODES:
            raise ValueError(f"there is no action {code}")
        return Announce(_unpacked(_numbers(code - ANNOUNCE)))
    if code < PASS:
        return Reveal(COLOURS[code])
    if code == PASS:
        return Pass()
    tile, question = divmod(code - QUESTION, QUESTIONS)
    return Compare(tile + 1, question - 1) if question else Rank(tile + 1)


def _packed(numbers: tuple[int, ...]) -> int:
    return sum(n << 6 * place for place, n in enumerate(numbers))


def _unpacked(word: int) -> tuple[int, ...]:
    return tuple(int(word) >> 6 * place & NUMBER for place in range(SLOTS))


def encode_outcome(action: rules.Move, s: Words) -> Words:
    """A tile, or a deal. ValueError for a deal of another shape or of numbers that are on no tile."""
    outcome = np.zeros(OUTCOME, np.int64)
    if isinstance(action, Tile):
        outcome[0] = action.number
        return outcome
    assert isinstance(action, Deal)
    if any(len(tiles) != SLOTS for tiles in (*action.racks, action.open)):
        raise ValueError(f"{SLOTS} tiles for every rack and for the middle")
    outcome[0] = -1 if action.first is None else action.first
    outcome[1 : 1 + len(action.racks)] = [_packed(tuple(map(_tile, rack))) for rack in action.racks]
    outcome[1 + SEATS] = _packed(tuple(map(_tile, action.open)))
    return outcome


def decode_outcome(outcome: Words, s: Words) -> rules.Move:
    """A tile if one is owed, else a deal."""
    if s[WANTED]:
        return Tile(int(outcome[0]))
    racks = tuple(map(_unpacked, outcome[1 : 1 + int(s[PLAYERS])]))
    return Deal(racks, _unpacked(outcome[1 + SEATS]), None if outcome[0] < 0 else int(outcome[0]))


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project(state: State) -> Words:
    """The row of a state."""
    s = np.zeros(WIDTH, np.int64)
    s[PLAYERS] = len(state.racks)
    s[NAMED_FIRST : ASSISTED + 1] = options_of(state.options)
    s[PHASE], s[TURN], s[WANTED] = _PHASES.index(state.phase), state.turn, _hue(state.wanted)
    s[OPEN], s[OPEN_SIZE] = _packed(state.open), len(state.open)
    s[RESERVE] = sum(1 << _NUMBERS.index(n) for pile in state.reserve for n in pile)
    s[ALIVE], s[PASSED] = _seats(state.alive), _seats(state.passed)
    for seat, rack in enumerate(state.racks):
        s[RACKS + seat] = _packed(rack.numbers)
        s[SAID + seat] = _packed(state.said[seat] or ())
        _project_clues(rack, seat, s)
    return s


def _project_clues(rack: Rack, seat: Seat, s: Words) -> None:
    for place, tiles in enumerate(rack.notches):
        for order, tile in enumerate(tiles):
            s[LAID + tile] = order << 7 | IS_LAID | seat << 4 | place
    for slot, compared in enumerate(rack.compared):
        for order, clue in enumerate(compared):
            kind = NOTCHES + slot + SLOTS * clue.same
            s[LAID + clue.tile] = order << 7 | IS_LAID | seat << 4 | kind
    laid = (*rack.notches, *rack.compared)
    s[CLUES + seat] = sum(len(tiles) << 5 * place for place, tiles in enumerate(laid))


def _hue(colour: Colour | None) -> int:
    return 0 if colour is None else 1 + COLOURS.index(colour)


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    reserve = view.reserve
    seen = [
        _PHASES.index(view.phase),
        -1 if view.turn is None else around.index(view.turn),
        _hue(view.wanted),
        *_filled(view.open, OPEN_MOST),
        *(reserve.green, reserve.pink, reserve.blue, reserve.red, reserve.orange),
    ]
    places = [0] * (TILES + 1)
    for other, owner in enumerate(around):
        rack, right = view.racks[owner], view.announced[owner]
        seen += [int(view.alive[owner]), 0 if right is None else 1 + right]
        seen += _filled(view.said[owner] or (), SLOTS)
        seen += _filled(tuple(map(_hue, rack.colours)), SLOTS)
        seen += _filled(rack.numbers or (), SLOTS)
        for notch, tiles in enumerate(rack.notches):
            for tile in tiles:
                places[tile] = 1 + 16 * other + notch
        for slot, compared in enumerate(rack.compared):
            for clue in compared:
                places[clue.tile] = 1 + 16 * other + NOTCHES + slot + SLOTS * clue.same
    return np.array(seen + places[1:], np.int16)


def _filled(numbers: tuple[int, ...], places: int) -> list[int]:
    return [*numbers, *[0] * (places - len(numbers))]


def project_result(result: Result) -> Words:
    """The winners; Got Five! counts no points."""
    out = np.zeros(RESULT, np.int64)
    out[0] = _seats(result.winners)
    return out
