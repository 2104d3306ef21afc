"""Got Five!, compiled: who may act, what is allowed, what an action changes; beside rules.py there."""

from __future__ import annotations

from typing import Final

from cinq.fast.chance import below
from cinq.fast.compiled import Ints, inlined, jit
from cinq.fast.got_five.row import (
    ACTIONS,
    ALIVE,
    ALL_TILES,
    ANNOUNCE,
    ANNOUNCEMENTS,
    ASK,
    ASSISTED,
    BIT_OF,
    CLUES,
    CODES,
    COUNT,
    DEAL,
    DOTS,
    HUE,
    HUES,
    LAID,
    NAMED_FIRST,
    NOTCHES,
    NUMBER,
    NUMBER_AT,
    ONE_IN,
    OPEN,
    OPEN_SIZE,
    OUTCOME,
    OVER,
    PASS,
    PASSED,
    PHASE,
    QUESTION,
    QUESTIONS,
    RACKS,
    RESERVE,
    REVEAL,
    SAID,
    SEATS,
    SLOTS,
    TURN,
    TWELVE,
    WANTED,
    WIDTH,
    nth_tile,
    numbers_of,
    pile_of,
)
from cinq.fast.kernel import DEALER_BIT, PLAYERS
from cinq.games.got_five.components import PER_COLOUR, TILES

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
            mask[colour] = pile_of(s, colour) != 0
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
        return s[PHASE] == REVEAL and pile_of(s, action) != 0
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
        while pile_of(s, colour) == 0:
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
        count = COUNT[pile_of(s, colour)]
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
    s[SAID + seat] = numbers_of(rank)
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
        pile = pile_of(s, colour)
        outcome[0] = NUMBER_AT[PER_COLOUR * colour + nth_tile(pile, below(s, COUNT[pile]))]
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
            at = nth_tile(pile, below(s, PER_COLOUR - owner))
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
