"""Au doigt & à l'œil, compiled: its bridge to the rules, in plain Python."""

from __future__ import annotations

from typing import Final

import numpy as np

from cinq.core.chance import Random
from cinq.core.game import WORLD, Actor, Seat
from cinq.core.game import Result as CoreResult
from cinq.fast.doigt_oeil import row as at
from cinq.fast.doigt_oeil.row import NAME_OF, NUMBER_OF, SETS, piece_name, piece_number, set_of
from cinq.fast.doigt_oeil.view import OF_A_SEAT, OF_HAND, OF_SLOTS, SEEN, observation_size
from cinq.fast.kernel import PLAYERS, Observation, Part, Words
from cinq.games.doigt_oeil import state as of
from cinq.games.doigt_oeil.components import LENGTHS, WOOD, CardId, PieceId, deck, power
from cinq.games.doigt_oeil.opening import start
from cinq.games.doigt_oeil.state import (
    Add,
    Advantage,
    Cards,
    Challenge,
    Deal,
    Move,
    Options,
    Pick,
    Piece,
    Placement,
    Result,
    State,
    Task,
    Vote,
)
from cinq.games.doigt_oeil.view import View

_VARIANTS: Final[tuple[of.Rules, ...]] = ("basic", "advanced", "simplified")
_PHASES: Final = (of.DEALING, of.OPENING, of.CHALLENGE, of.ANSWER, of.PLACE, of.VOTE, of.OVER)


def any_options(players: int, rng: Random) -> Options:
    """Any variant, hand, number of sets and first player that the rules let start."""
    first = int(rng.random() * 2 * players)
    starts = first if first < players else None
    while True:
        variant = _VARIANTS[int(rng.random() * 3)]
        options = Options(variant, 8 + int(rng.random() * 3), 1 + int(rng.random() * 2), starts)
        try:
            start(players, options)
        except ValueError:
            continue
        return options


def options_of(options: Options) -> tuple[int, ...]:
    """The variant by its place in the list of all, hand, sets, and the first player or -1."""
    first = -1 if options.first is None else options.first
    return _VARIANTS.index(options.rules), options.hand, options.sets, first


# ---------------------------------------------------------------- actions of seats


def encode(action: Move, s: Words, seat: Seat) -> int:
    """The code of a whole action. ValueError where there is none for it."""
    match action:
        case Pick(card):
            return at.PICK + _slot(card, s)
        case Add(card) if card in WOOD:
            return at.CARD + NUMBER_OF[card]
        case Vote(choice):
            return at.TARGET + choice
        case Challenge(target, cards) if 1 <= len(cards) <= 3 and 0 <= target < at.SEATS:
            return at.WHOLE + _bytes([NUMBER_OF[card] for card in cards]) + (target << 24)
        case Advantage(card, target, which) if power(card):
            if target is None and which is None:
                return at.CARD + NUMBER_OF[card] if not _is_half(card, s) else at.AIMED + NUMBER_OF[card]
            aim = 0 if target is None else target + 1
            return (
                at.AIMED + NUMBER_OF[card] + (aim << 8) + (0 if which is None else _slot(which, s) + 1 << 12)
            )
        case _:
            raise ValueError(f"{action} has no code")


def decode(code: int, s: Words, seat: Seat) -> Move | Part:
    """The action of a code, as it is meant in this row; a Part where more must be chosen."""
    if not 0 <= code < at.CODES:
        raise ValueError(f"{code} is no code")
    if code >= at.AIMED:
        aim = code - at.AIMED
        return _aimed(_name(aim & 255), (aim >> 8 & 15) - 1, (aim >> 12) - 1, s)
    if code >= at.WHOLE:
        return _challenge(code - at.WHOLE & 0xFFFFFF, code - at.WHOLE >> 24)
    if code >= at.TARGET:
        return _at_target(code - at.TARGET, s)
    if code >= at.WHICH:
        return _at_which(code, s)
    if code >= at.PICK:
        return Pick(_card_in(code - at.PICK, s))
    return _of_card(code, s)


def _of_card(code: int, s: Words) -> Move | Part:
    card = _name(code)
    if card in WOOD:
        return Part(code) if s[at.PHASE] == at.CHALLENGE else Add(card)
    return Part(code) if _is_half(card, s) else Advantage(card)


def _is_half(card: CardId, s: Words) -> bool:
    """Whether this advantage is aimed after it is chosen; with two players a Deflect is not (DO-25)."""
    kind = power(card)
    return kind in ("pivot", "place") or (kind == "deflect" and int(s[PLAYERS]) > 2)


def _at_target(seat: Seat, s: Words) -> Move:
    chosen = int(s[at.CHOSEN])
    if s[at.PHASE] == at.VOTE:
        return Vote(seat)
    if not chosen:
        raise ValueError("nothing was chosen for this seat")
    if s[at.PHASE] == at.CHALLENGE:
        return _challenge(chosen, seat)
    card, slot = _name((chosen & 255) - 1), (chosen >> 8) - 1
    if power(card) != "deflect" and slot < 0:
        raise ValueError(f"{card} needs a card of the challenge first")
    return _aimed(card, seat, slot, s)


def _at_which(code: int, s: Words) -> Move | Part:
    chosen = int(s[at.CHOSEN])
    if s[at.PHASE] != at.ANSWER or not chosen or chosen >> 8:
        raise ValueError("no advantage that acts on a card was chosen")
    card, which = _name(chosen - 1), _card_in(code - at.WHICH, s)
    if power(card) == "place":
        return Part(code)
    if power(card) != "pivot":
        raise ValueError(f"{card} acts on no card")
    return Advantage(card, None, which)


def _challenge(cards: int, target: Seat) -> Challenge:
    numbers = [cards >> 8 * n & 255 for n in range(3)]
    size = sum(number > 0 for number in numbers)
    if not size or not all(numbers[:size]):
        raise ValueError(f"{numbers} are no cards")
    return Challenge(target, tuple(_name(number - 1) for number in numbers[:size]))


def _aimed(card: CardId, target: int, slot: int, s: Words) -> Advantage:
    if power(card) is None:
        raise ValueError(f"{card} is no advantage")
    return Advantage(card, None if target < 0 else target, None if slot < 0 else _card_in(slot, s))


def _name(card: int) -> CardId:
    if card not in NAME_OF:
        raise ValueError(f"there is no card {card}")
    return NAME_OF[card]


def _card_in(slot: int, s: Words) -> CardId:
    if slot >= s[at.SIZE]:
        raise ValueError(f"the challenge has no card {slot}")
    return NAME_OF[(int(s[at.CARDS]) >> 8 * slot & 255) - 1]


def _slot(card: CardId, s: Words) -> int:
    cards = [_card_in(slot, s) for slot in range(int(s[at.SIZE]))]
    if card not in cards:
        raise ValueError(f"{card} is not in the challenge")
    return cards.index(card)


def _bytes(numbers: list[int]) -> int:
    return sum(number + 1 << 8 * n for n, number in enumerate(numbers))


# ---------------------------------------------------------------- lines of the dealer and the world


def encode_outcome(action: Move, s: Words) -> Words:
    """A deal, cards drawn, or a placement, whose pose is left out. ValueError if it cannot be said here."""
    out = np.zeros(at.OUTCOME, np.int64)
    match action:
        case Placement(card, fallen, columns, on):
            bases = [piece_number(base) for base in on or ()]
            if card != _card_in(int(s[at.HELD_SLOT]), s) or len(bases) > at.BASES:
                raise ValueError(f"{action}: the card in hand, and at most {at.BASES} columns")
            for first, pieces in ((at.FALLEN, fallen), (at.DOWN, columns)):
                out[first : first + at.KINDS] = _pieces(pieces)
            out[at.ON] = _bytes(bases)
        case Cards(cards):
            out[:SETS] = set_of(cards)
        case Deal(hands, first_seat):
            out[0] = first_seat
            out[1 : 1 + SETS * len(hands)] = [word for hand in hands for word in set_of(hand)]
        case _:
            raise ValueError(f"{action} is no line of the dealer or the world")
    return out


def decode_outcome(outcome: Words, s: Words) -> Move:
    """The line of the dealer or the world; sets are in the order of the deck or of the structure."""
    said = outcome.tolist()
    if s[at.PHASE] == at.PLACE:
        there = _standing(s)
        fallen, down = (
            tuple(piece_name(p) for p in there if said[first + (p >> 6)] >> (p & 63) & 1)
            for first in (at.FALLEN, at.DOWN)
        )
        bases = tuple(piece_name((said[at.ON] >> 8 * n & 255) - 1) for n in range(at.BASES))
        on = bases[: -(-int(said[at.ON]).bit_length() // 8)]
        return Placement(_card_in(int(s[at.HELD_SLOT]), s), fallen, down, on or None)
    if s[at.PHASE] == at.DEALING:
        hands = range(int(s[PLAYERS]))
        return Deal(tuple(_cards(said[1 + SETS * n : 1 + SETS * (n + 1)]) for n in hands), said[0])
    return Cards(_cards(said[:SETS]))


def _standing(s: Words) -> list[int]:
    """The pieces that stand, then the one in hand."""
    entries = s[at.STRUCTURE : at.STRUCTURE + int(s[at.HEIGHT])].tolist()
    return [*((entry & 255) - 1 for entry in entries), int(s[at.HELD_PIECE])]


def _cards(words: list[int]) -> tuple[CardId, ...]:
    return tuple(name for name in deck(2, True) if words[NUMBER_OF[name] >> 6] >> (NUMBER_OF[name] & 63) & 1)


def _pieces(names: tuple[PieceId, ...]) -> list[int]:
    words = [0] * at.KINDS
    for piece in map(piece_number, names):
        words[piece >> 6] |= 1 << (piece & 63)
    return words


def any_line(state: State, actor: Actor, rng: Random) -> Move | None:
    """A placement that the stand-in would not think of, for proofs: any pieces fall, in any columns."""
    held = state.held
    if actor != WORLD or held is None or rng.random() < 0.9:
        return None  # mostly the stand-in: with a fall at every placement games have no end

    def some(pieces: tuple[PieceId, ...], share: float) -> tuple[PieceId, ...]:
        return tuple(piece for piece in pieces if rng.random() < share)

    share = rng.random() ** 3
    fallen = (*some(tuple(piece.id for piece in state.structure), share), *some((held.id,), 0.5))
    on = some((*state.columns, *((held.id,) if WOOD[held.card].board else ())), 0.5)[: at.BASES]
    columns = some(state.columns, share) if fallen else ()
    return Placement(held.card, fallen, columns, tuple(reversed(on)) or None)


# ---------------------------------------------------------------- states, views and results


def project(state: State) -> Words:
    """The row of a state; poses are left out."""
    s = np.zeros(at.WIDTH, np.int64)
    players, held = len(state.hands), state.held
    s[PLAYERS] = players
    s[at.VARIANT : at.NAMED_FIRST + 1] = options_of(state.options)
    s[at.PHASE] = _PHASES.index(state.phase)
    s[at.TURN] = _or_nobody(state.turn)
    s[at.DRAW : at.DRAW + SETS] = set_of(state.draw)
    s[at.DISCARDS : at.DISCARDS + SETS] = set_of(state.discards)
    _project_task(state.task, s)
    s[at.HELD_SEAT] = -1
    if held and state.task:
        s[at.HELD_SEAT], s[at.HELD_PIECE] = held.seat, piece_number(held.id)
        s[at.HELD_SLOT] = state.task.cards.index(held.card)
    for place, debt in enumerate(state.debts):
        s[at.DEBT + place] = debt.seat + 1 + (debt.count << 4)
    s[at.PLAYED] = _seats(tuple(seat for seat, has in enumerate(state.played or ()) if has))
    s[at.TIED] = _seats(state.tied)
    s[at.VOTES] = sum(0 if vote is None else vote + 1 << 4 * voter for voter, vote in enumerate(state.votes))
    s[at.WINNERS] = _seats(state.winners or ())
    s[at.STANDING : at.STANDING + at.KINDS] = _pieces(tuple(piece.id for piece in state.structure))
    s[at.COLUMNS : at.COLUMNS + at.KINDS] = _pieces(state.columns)
    s[at.HANDS : at.HANDS + SETS * players] = [word for hand in state.hands for word in set_of(hand)]
    for seat, pile in enumerate(state.piles or ()):
        s[at.PILE_SIZES + seat] = len(pile)
        s[at.PILE_VALUES + seat] = sum(WOOD[card].value for card in pile)
    s[at.STOOD : at.STOOD + players] = state.stood
    s[at.HEIGHT] = len(state.structure)
    s[at.STRUCTURE : at.STRUCTURE + len(state.structure)] = [_entry(piece) for piece in state.structure]
    return s


def _project_task(task: Task | None, s: Words) -> None:
    s[at.SENDER], s[at.TO], s[at.HELPER] = -1, -1, -1
    if task is None:
        return
    s[at.SENDER], s[at.TO], s[at.HELPER] = task.sender, task.to, _or_nobody(task.helper)
    s[at.SIZE] = len(task.cards)
    s[at.CARDS] = _bytes([NUMBER_OF[card] for card in task.cards])
    s[at.PLACED] = sum(1 << task.cards.index(card) for card in task.placed)
    s[at.KEPT] = sum(1 << task.cards.index(card) for card in task.kept)
    s[at.OPENING_TASK], s[at.ADDED] = task.opening, task.added
    s[at.AGAIN] = 0 if task.again is None else task.cards.index(task.again) + 1
    s[at.PIVOTED] = 0 if task.pivoted is None else task.cards.index(task.pivoted) + 1
    s[at.LAST_PLACE] = task.last_place
    s[at.CLOSERS] = sum(seat + 1 << 4 * n for n, seat in enumerate(task.closers))
    s[at.FELL] = _seats(task.fell)


def _entry(piece: Piece) -> int:
    return _bytes([piece_number(name) for name in (piece.id, *piece.on)])


def _or_nobody(seat: Seat | None) -> int:
    return -1 if seat is None else seat


def _seats(seats: tuple[Seat, ...]) -> int:
    return sum(1 << seat for seat in seats)


def project_view(view: View, seat: Seat, players: int) -> Observation:
    """The observation that follows from a view."""
    around = [(seat + place) % players for place in range(players)]
    seen, task, held = np.zeros(observation_size(players), np.int16), view.challenge, view.held

    def after(other: Seat | None) -> int:
        return -1 if other is None else around.index(other)

    seen[0], seen[1] = _PHASES.index(view.phase), after(view.turn)
    seen[2], seen[3] = (after(task.sender), after(task.to)) if task else (-1, -1)
    seen[4] = after(held.seat if held else None)
    if held and task:
        seen[5] = task.cards.index(held.card) + 1
        seen[6] = [length[0] for length in LENGTHS].index(held.id[0]) + 1
    seen[7:10] = view.stock.small, view.stock.medium, view.stock.long
    seen[10] = len(view.structure)
    seen[11] = sum(piece.id == piece.column for piece in view.structure)
    seen[12], seen[13], seen[14] = view.draw_count, view.to_draw, after(view.drawer)
    seen[15] = view.piles is not None
    for slot, card in enumerate(task.cards if task else ()):
        place = OF_SLOTS + 3 * slot
        seen[place] = NUMBER_OF[card] + 1
        seen[place + 1] = task is not None and card in task.placed
        seen[place + 2] = card == view.pivoted
    for card in view.hand or ():
        seen[OF_HAND + NUMBER_OF[card]] = 1
    for n, other in enumerate(around):
        seen[SEEN + OF_A_SEAT * n : SEEN + OF_A_SEAT * (n + 1)] = _project_seat(view, other)
    return seen


def _project_seat(view: View, other: Seat) -> list[int]:
    return [
        view.hand_counts[other],
        int(view.played is not None and view.played[other]),
        view.piles[other] if view.piles else 0,
        int(other in (view.tied or ())),
        int(other in (view.winners or ())),
        view.scores[other] if view.scores else 0,
    ]


def project_result(result: CoreResult) -> Words:
    """Winners, then scores."""
    assert isinstance(result, Result)
    out = np.zeros(at.RESULT, np.int64)
    out[0] = _seats(result.winners)
    out[1 : 1 + len(result.scores)] = result.scores
    return out
