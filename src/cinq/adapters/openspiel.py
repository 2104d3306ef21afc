"""OpenSpiel games with explicit chance: `python_dix_mille`, `python_five_millimetres`, `python_got_five`,
`python_five_or_less`. Importing this module registers them.

Owns the integer codes and the order of asking; everything else is the game's rules. A dealer's line with too
many outcomes to list is drawn piece by piece (a die, a stick, a look, a tile, a card), each piece a chance
node. Where several seats may act, one is asked at a time, those who need not act first; such a seat may
choose WAIT, the last code of every game. A seat's action that has too many forms to list is written in
several codes: an announcement of Got Five!, a power of 5 ou Moins with a card of one's own.

After `max_moves` decisions a game ends without a winner: OpenSpiel wants a bound, and the rules have none.
Information states are strings only: what a seat has seen has no greatest length that a tensor could have.

>>> import pyspiel
>>> import cinq.adapters.openspiel
>>> state = pyspiel.load_game("python_dix_mille(target=1000)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 6)
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache, lru_cache
from importlib import import_module
from math import exp
from statistics import NormalDist, pstdev
from typing import Any, TypeAlias, cast

import msgspec
import numpy as np
import numpy.typing as npt
import pyspiel
from msgspec.structs import replace

from cinq.adapters.decisions import first_asked
from cinq.adapters.text import WAIT, written
from cinq.core.game import Action, Actor, AnyGame, Seat, Value, is_seat
from cinq.fast import KERNELS
from cinq.fast.kernel import AnyKernel
from cinq.games import dix_mille, five_millimetres, five_or_less, got_five
from cinq.games.dix_mille import rules as dm
from cinq.games.five_millimetres import rules as mm
from cinq.games.five_millimetres.components import LENGTHS
from cinq.games.five_millimetres.eye import SPREAD
from cinq.games.five_or_less import powers, quick
from cinq.games.five_or_less import rules as om
from cinq.games.five_or_less.cards import HAND, End, nameable
from cinq.games.five_or_less.cards import Options as OmOptions
from cinq.games.five_or_less.cards import State as OmState
from cinq.games.five_or_less.components import LOWEST, deck
from cinq.games.got_five import rules as gf
from cinq.games.got_five.components import BOX, COLOURS, TILES

Codes: TypeAlias = tuple[int, ...]
Odds: TypeAlias = list[tuple[int, float]]
"""Codes of chance in ascending order, with their probabilities."""
Menu: TypeAlias = dict[int, Action | None]
"""What a seat may choose: the action of a code, or None for a code after which others must follow."""
Parameters: TypeAlias = dict[str, Any]


class Encoding(msgspec.Struct, frozen=True, eq=False):
    """One game's translation into integers. Copies of an OpenSpiel state share it."""

    game: AnyGame
    parameters: Parameters
    """Those of the game's options that OpenSpiel can set, with their defaults."""
    options: Callable[[Parameters], Value]
    menu: Callable[[Any, Seat, Codes], Menu]
    """What a seat may do, after the codes that it has chosen of this action."""
    codes: int
    """How many codes seats have; WAIT comes after them."""
    odds: Callable[[Any, Codes], Odds]
    """The next piece of the dealer's or the world's line; empty once the line is complete."""
    line: Callable[[Any, Codes], Action]
    """The line that consists of these pieces."""
    outcomes: int
    """How many codes chance has."""
    max_moves: int
    draft: int = 0
    """The most codes that are chosen before an action is complete."""
    hidden: bool = True
    """Whether seats see different things."""

    @property
    def short_name(self) -> str:
        """The name in OpenSpiel."""
        return "python_" + self.game.NAME.replace("-", "_")

    def __deepcopy__(self, memo: object) -> Encoding:
        return self

    def __reduce__(self) -> tuple[Callable[[str], Encoding], tuple[str]]:
        return _encoding, (self.short_name,)


def _encoding(short_name: str) -> Encoding:
    return GAMES[short_name].encoding


def _even(codes: range | list[int]) -> Odds:
    return [(code, 1 / len(codes)) for code in codes]


def _weighted(left: Counter[int]) -> Odds:
    total = left.total()
    return [(code, count / total) for code, count in sorted(left.items()) if count]


# ---------------------------------------------------------------- Dix Mille

_DM_ACTIONS: tuple[Action, ...] = (dm.Throw(), dm.Throw(topinambour=True), dm.Bank(), dm.TakeOver())


def _dm_menu(s: dm.State, seat: Seat, draft: Codes) -> Menu:
    return {_DM_ACTIONS.index(action): action for action in dm.legal(s, seat)}


@cache
def throws(dice: int) -> tuple[tuple[dm.Dice, float], ...]:
    """The different throws of so many dice, order aside: only faces count (DM-7, DM-8)."""
    odds: Counter[tuple[int, ...]] = Counter(tuple(sorted(fall.values)) for fall in dm.falls(dice))
    return tuple((dm.Dice(faces), count / odds.total()) for faces, count in sorted(odds.items()))


@cache
def _throw_odds(dice: int) -> tuple[tuple[int, float], ...]:
    return tuple((code, odds) for code, (_, odds) in enumerate(throws(dice)))


def _dm_odds(s: dm.State, drawn: Codes) -> Odds:
    """A throw at once; the opening die by die, for there it matters whose die it is (DM-2)."""
    if s.phase == dm.OPENING:
        return _even(range(dm.FACES)) if len(drawn) < len(s.contenders) else []
    return [] if drawn else [*_throw_odds(s.dice)]  # a copy: OpenSpiel's MCTS shuffles what it is given


def _dm_line(s: dm.State, drawn: Codes) -> Action:
    if s.phase == dm.OPENING:
        return dm.Dice(tuple(code + 1 for code in drawn))
    return throws(s.dice)[drawn[0]][0]


_DIX_MILLE = Encoding(
    game=cast(AnyGame, dix_mille),
    parameters=msgspec.to_builtins(dm.Options()),
    options=lambda chosen: dm.Options(**chosen),
    menu=_dm_menu,
    codes=len(_DM_ACTIONS),
    odds=_dm_odds,
    line=_dm_line,
    outcomes=len(throws(dm.DICE)),
    max_moves=2_000,
    hidden=False,
)

# ---------------------------------------------------------------- 5 Millimètres

LOOKS = 9
"""The rules draw an apparent length from a log-normal (MM-4); here it is one of so many quantiles of it."""
_NORMAL = tuple(NormalDist().inv_cdf((code + 0.5) / LOOKS) for code in range(LOOKS))
_QUANTILES = tuple(quantile / pstdev(_NORMAL) for quantile in _NORMAL)
"""Equally likely, and stretched: so few quantiles would make every eye 7 % sharper than the rules' option."""


def _mm_options(chosen: Parameters) -> Value:
    return mm.Options(sight=chosen["sight"], lone_stick=chosen["lone_stick"])


def _mm_menu(s: mm.State, seat: Seat, draft: Codes) -> Menu:
    return {a.amount if isinstance(a, mm.Bid) else 0: a for a in mm.legal(s, seat)}


def _mm_odds(s: mm.State, drawn: Codes) -> Odds:
    players = len(s.money)
    if s.phase == mm.SIGHT:
        looks = 0 if s.options.sight == "exact" else players * len(mm.unseen(s))
        return _even(range(LOOKS)) if len(drawn) < looks else []
    if s.phase == mm.DEAL and len(drawn) >= players:
        return _even(range(players)) if len(drawn) == players else []
    if s.phase == mm.STICK and drawn:
        return []
    left = Counter(dict(zip(range(LENGTHS), s.box, strict=True)))
    left.subtract(drawn)
    return _weighted(left)


def _mm_line(s: mm.State, drawn: Codes) -> Action:
    if s.phase == mm.SIGHT:
        return mm.Sight(_looks(s, drawn))
    if s.phase == mm.DEAL:
        return mm.Deal(tuple(code + 1 for code in drawn[:-1]), drawn[-1])
    return mm.Stick(drawn[0] + 1)


def _looks(s: mm.State, drawn: Codes) -> tuple[tuple[float, ...], ...]:
    """A row a stick, a number a seat, rounded as the rules' own eye rounds."""
    players, new = len(s.money), mm.unseen(s)
    spread, codes = SPREAD[s.options.sight], drawn or (LOOKS // 2,) * players * len(new)
    factors = [exp(spread * _QUANTILES[code]) for code in codes]
    return tuple(
        tuple(round(mm.MM[length] * factor, 3) for factor in factors[stick * players : (stick + 1) * players])
        for stick, length in enumerate(new)
    )


_FIVE_MILLIMETRES = Encoding(
    game=cast(AnyGame, five_millimetres),
    parameters={"sight": "normal", "lone_stick": False},
    options=_mm_options,
    menu=_mm_menu,
    codes=1 + mm.TOP_BID,
    odds=_mm_odds,
    line=_mm_line,
    outcomes=LOOKS,
    max_moves=1_000,
)

# ---------------------------------------------------------------- Got Five!

_GF_PASS = len(COLOURS)
_GF_QUESTION = _GF_PASS + 1
_GF_ANNOUNCE = _GF_QUESTION + TILES * (1 + gf.SLOTS)
_GF_NUMBER = _GF_ANNOUNCE + 1


def _gf_code(action: Action) -> int:
    match action:
        case gf.Reveal(colour):
            return COLOURS.index(colour)
        case gf.Rank(tile):
            return _GF_QUESTION + (1 + gf.SLOTS) * (tile - 1)
        case gf.Compare(tile, slot):
            return _GF_QUESTION + (1 + gf.SLOTS) * (tile - 1) + 1 + slot
    return _GF_PASS


def _gf_menu(s: gf.State, seat: Seat, draft: Codes) -> Menu:
    if draft:
        return _gf_numbers(tuple(code - _GF_NUMBER + 1 for code in draft[1:]))
    menu: Menu = {_gf_code(action): action for action in gf.legal(s, seat)}
    if gf.open_choices(s, seat):
        menu[_GF_ANNOUNCE] = None
    return menu


def _gf_numbers(said: tuple[int, ...]) -> Menu:
    """The next number of an announcement: above the last, with room for those that follow (GF-10)."""
    follow = gf.SLOTS - len(said) - 1
    numbers = range((said[-1] if said else 0) + 1, TILES - follow + 1)
    return {_GF_NUMBER + n - 1: None if follow else gf.Announce((*said, n)) for n in numbers}


def _gf_odds(s: gf.State, drawn: Codes) -> Odds:
    """Colour after colour: a tile for each rack and one for the middle; then who starts."""
    if s.wanted is not None:
        return [] if drawn else _even([n - 1 for n in sorted(s.reserve[gf.PLACE[s.wanted]])])
    each = len(s.racks) + 1
    if len(drawn) < each * len(COLOURS):
        pile = BOX.of[COLOURS[len(drawn) // each]]
        return _even([n - 1 for n in sorted(pile) if n - 1 not in drawn])
    return _even(range(len(s.racks))) if len(drawn) == each * len(COLOURS) else []


def _gf_line(s: gf.State, drawn: Codes) -> Action:
    if s.wanted is not None:
        return gf.Tile(drawn[0] + 1)
    each, tiles = len(s.racks) + 1, tuple(code + 1 for code in drawn[:-1])
    *racks, laid = (tiles[place::each] for place in range(each))
    return gf.Deal(tuple(racks), laid, drawn[-1])


_GOT_FIVE = Encoding(
    game=cast(AnyGame, got_five),
    parameters={},
    options=lambda _: gf.Options(),
    menu=_gf_menu,
    codes=_GF_NUMBER + TILES,
    odds=_gf_odds,
    line=_gf_line,
    outcomes=TILES,
    max_moves=1_000,
    draft=gf.SLOTS,
)

# ---------------------------------------------------------------- 5 ou Moins

_OM_PLAIN: tuple[Action, ...] = (
    om.Ready(),
    om.Draw(),
    om.DiscardDrawn(),
    om.EndTurn(False),
    om.EndTurn(True),
    powers.StartPower(),
    powers.SkipPower(),
)
_OM_SLOTS = len(deck()) + 12
"""OpenSpiel wants a bound on codes: slots beyond this one have none."""
_OM_PUT = len(_OM_PLAIN)
_OM_QUICK = _OM_PUT + _OM_SLOTS
_OM_TARGET = _OM_QUICK + _OM_SLOTS


def _om_options(chosen: Parameters) -> Value:
    end = End(rounds=chosen["rounds"]) if chosen["rounds"] else End(points=chosen["points"])
    return OmOptions(end=end, powers=chosen["powers"], memory_aid=chosen["memory_aid"])


def _om_menu(s: OmState, seat: Seat, draft: Codes) -> Menu:
    menu: Menu = {}
    for action in om.legal(s, seat):
        codes = _om_codes(action)
        if codes[: len(draft)] == draft:
            menu[codes[len(draft)]] = action if len(codes) == len(draft) + 1 else None
    return menu


def _om_codes(action: Action) -> Codes:
    """The code of an action; of a power, one's own card first, then whom and what it hits."""
    match action:
        case quick.QuickDiscard(slot):
            return (_OM_QUICK + slot,)
        case om.Swap(slot) | om.Take(slot):
            return (_OM_PUT + slot,)
        case powers.Power(slot=slot, target=target, target_slot=target_slot):
            hits = _OM_TARGET + _OM_SLOTS * target + (target_slot or 0)
            return (hits,) if slot is None else (_OM_PUT + slot, hits)
    return (_OM_PLAIN.index(action),)


def _om_odds(s: OmState, drawn: Codes) -> Odds:
    """The card that is owed; or a deal, card by card in order of seats and slots, then who begins."""
    if s.owed is not None:
        return [] if drawn else _weighted(Counter(value - LOWEST for value in nameable(s)))
    players = len(s.hands)
    cards = HAND * players
    if len(drawn) < cards:
        left = Counter(value - LOWEST for value in deck())
        left.subtract(drawn)
        return _weighted(left)
    return _even(range(players)) if len(drawn) == cards and not s.round else []


def _om_line(s: OmState, drawn: Codes) -> Action:
    values = tuple(code + LOWEST for code in drawn)
    if s.owed is not None:
        return om.Card(values[0])
    hands = tuple(values[HAND * seat : HAND * (seat + 1)] for seat in range(len(s.hands)))
    return om.Deal(hands, None if s.round else drawn[-1])


_FIVE_OR_LESS = Encoding(
    game=cast(AnyGame, five_or_less),
    parameters={"points": 100, "rounds": 0, "powers": True, "memory_aid": False},
    options=_om_options,
    menu=_om_menu,
    codes=_OM_TARGET + _OM_SLOTS * om.PLAYERS[-1],
    odds=_om_odds,
    line=_om_line,
    outcomes=max(deck()) - LOWEST + 1,
    max_moves=4_000,
    draft=1,
)

# ---------------------------------------------------------------- where a game stands


class Line(msgspec.Struct, frozen=True, eq=False):
    """The last line of a game, with the table around it and all lines before it; no action for a wait."""

    previous: Line | None
    before: Value
    actor: Actor
    action: Action | None
    after: Value


class Position(msgspec.Struct, frozen=True, eq=False):
    """All that a game's future depends on. Frozen: copies of an OpenSpiel state share it."""

    table: Value
    last: Line | None = None
    asked: Seat | None = None
    waited: tuple[Seat, ...] = ()
    draft: Codes = ()
    """The pieces of the line that is being drawn, or of the action that is being chosen."""
    moves: int = 0
    """Decisions so far."""

    def __deepcopy__(self, memo: object) -> Position:
        return self

    def __reduce__(self) -> tuple[Callable[..., Position], tuple[object, ...]]:
        """Pickles the lines as a list: as they are linked, they would exceed the depth of recursion."""
        rows = [(line.before, line.actor, line.action, line.after) for line in self.lines()]
        return _restored, (self.table, rows, self.asked, self.waited, self.draft, self.moves)

    def lines(self) -> list[Line]:
        """All lines and waits so far."""
        found, line = [], self.last
        while line is not None:
            found.append(line)
            line = line.previous
        return found[::-1]


def _restored(table: Value, rows: list[tuple[Any, Any, Any, Any]], *rest: Any) -> Position:
    last: Line | None = None
    for row in rows:
        last = Line(last, *row)
    return Position(table, last, *rest)


@lru_cache(maxsize=256)
def _menu(encoding: Encoding, position: Position) -> Menu:
    """What the asked seat may choose. Cached: OpenSpiel asks for it before a choice, and applies it after."""
    seat = position.asked
    assert seat is not None
    menu = encoding.menu(position.table, seat, position.draft)
    if not position.draft and encoding.game.safest(position.table, seat) is None:
        menu[encoding.codes] = None
    return menu


class CinqState(pyspiel.State):  # type: ignore[misc]
    """A state of one of these games."""

    def __init__(self, game: CinqGame) -> None:
        super().__init__(game)
        self._encoding, self._players, self._max_moves = game.encoding, game.players, game.max_moves
        self.position = self._settled(Position(game.encoding.game.start(game.players, game.options)))

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody."""
        if self.is_terminal():
            return int(pyspiel.PlayerId.TERMINAL)
        asked = self.position.asked
        return int(pyspiel.PlayerId.CHANCE) if asked is None else asked

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut short."""
        position = self.position
        return position.moves >= self._max_moves or not self._encoding.game.actors(position.table)

    def returns(self) -> list[float]:
        """Winners share 1, the others share -1; all 0 for a draw of everybody and for a game cut short."""
        result = self._encoding.game.result(self.position.table)
        winners = result.winners if result is not None else ()
        losers = self._players - len(winners)
        if not winners or not losers:
            return [0.0] * self._players
        return [1 / len(winners) if seat in winners else -1 / losers for seat in range(self._players)]

    def chance_outcomes(self) -> Odds:
        """The next piece of what the dealer or the world says."""
        return self._encoding.odds(self.position.table, self.position.draft)

    def _legal_actions(self, player: int) -> list[int]:
        return sorted(self._menu()) if player == self.position.asked else []

    def _apply_action(self, code: int) -> None:
        if (seat := self.position.asked) is None:
            self.position = self._settled(replace(self.position, draft=(*self.position.draft, code)))
        else:
            self.position = self._chosen(seat, code)

    def _chosen(self, seat: Seat, code: int) -> Position:
        """What follows a seat's code: a line, a wait, or one more piece of an action."""
        action, position = self._menu()[code], replace(self.position, moves=self.position.moves + 1)
        if action is not None:
            return self._settled(self._written(position, seat, action))
        if code == self._encoding.codes:
            return self._waited(position, seat)
        return replace(position, draft=(*position.draft, code))

    def _action_to_string(self, player: int, code: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {code}"
        if code == self._encoding.codes:
            return WAIT
        action = self._encoding.menu(self.position.table, player, self._draft_of(player)).get(code)
        return f"part {code}" if action is None else written(action)

    def __str__(self) -> str:
        position = self.position
        state = msgspec.json.encode(position.table).decode()
        return f"{state} asked={position.asked} waited={position.waited} draft={position.draft}"

    # ------------------------------------------------------------ what a seat knows

    def _draft_of(self, seat: Seat) -> Codes:
        """The codes that this seat has chosen of an action: nobody else's business."""
        return self.position.draft if seat == self.position.asked else ()

    def view(self, seat: Seat | None) -> Value:
        """What a seat, or a spectator, sees."""
        return self._encoding.game.view(self.position.table, seat)

    def observation_text(self, seat: Seat) -> str:
        """What a seat sees now."""
        fields = _fields(self.view(seat))
        return "\n".join([f"seat {seat}", *_rows(fields), *self._draft_row(seat)])

    def information_text(self, seat: Seat) -> str:
        """All that a seat has seen: each line as it may read it, and what changed in its view."""
        lines = self.position.lines()
        before = _fields(self._encoding.game.view(lines[0].before if lines else self.position.table, seat))
        rows = [f"seat {seat}", *_rows(before)]
        for line in lines:
            after = before if line.action is None else _fields(self._encoding.game.view(line.after, seat))
            rows += self._told(line, seat)
            rows += _rows({name: value for name, value in after.items() if before.get(name) != value})
            before = after
        return "\n".join([*rows, *self._draft_row(seat)])

    def _told(self, line: Line, seat: Seat) -> list[str]:
        if line.action is None:
            return [WAIT] if line.actor == seat else []
        return [
            f"{line.actor}: {written(self._encoding.game.seen(line.before, seat, line.actor, line.action))}"
        ]

    def _draft_row(self, seat: Seat) -> list[str]:
        draft = self._draft_of(seat)
        return [f"chosen: {draft}"] if draft else []

    def draft_numbers(self, seat: Seat) -> list[int]:
        """The draft as so many numbers, 1 added to each code; 0 where there is none."""
        draft = self._draft_of(seat)
        return [code + 1 for code in draft] + [0] * (self._encoding.draft - len(draft))

    # ------------------------------------------------------------ what follows a choice

    def _menu(self) -> Menu:
        return _menu(self._encoding, self.position)

    def _must_act(self, table: Value, seat: Seat) -> bool:
        return self._encoding.game.safest(table, seat) is not None

    def _written(self, position: Position, actor: Actor, action: Action) -> Position:
        after = self._encoding.game.apply(position.table, actor, action)
        line = Line(position.last, position.table, actor, action, after)
        return Position(after, line, moves=position.moves)

    def _waited(self, position: Position, seat: Seat) -> Position:
        line = Line(position.last, position.table, seat, None, position.table)
        return self._asking(replace(position, last=line, waited=(*position.waited, seat)))

    def _settled(self, position: Position) -> Position:
        """Write the lines of dealer and world that are complete; then ask a seat or stop at chance."""
        encoding = self._encoding
        while (who := encoding.game.actors(position.table)) and not is_seat(who[0]):
            if encoding.odds(position.table, position.draft):
                return position
            position = self._written(position, who[0], encoding.line(position.table, position.draft))
        return self._asking(position)

    def _asking(self, position: Position) -> Position:
        """The next seat to ask: those who need not act first, from the neighbour of who acted last."""
        table, last = position.table, position.last
        seats = [int(a) for a in self._encoding.game.actors(table) if a not in position.waited]
        first = int(last.actor) + 1 if last is not None and is_seat(last.actor) else 0
        asked = first_asked(seats, lambda seat: self._must_act(table, seat), first) if seats else None
        return replace(position, asked=asked)


def _fields(view: Value) -> dict[str, Any]:
    return cast(dict[str, Any], msgspec.to_builtins(view))


def _rows(fields: dict[str, Any]) -> list[str]:
    return [f"  {name}: {msgspec.json.encode(value).decode()}" for name, value in fields.items()]


# ---------------------------------------------------------------- observers


class CinqObserver:
    """A seat's view as numbers (`cinq.fast` defines them) and as text; with perfect recall as text only."""

    def __init__(self, game: CinqGame, kind: pyspiel.IIGObservationType, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, so not {params}")
        self._players, self._recalls = game.players, kind.perfect_recall
        self._kernel = cast(AnyKernel, import_module(KERNELS[game.encoding.game.NAME]))
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recalls:
            self._lay_out(self._kernel.observation_size(game.players), game.encoding.draft)

    def _lay_out(self, seen: int, draft: int) -> None:
        self.tensor = np.zeros(seen + draft, np.float32)
        self.dict = {"view": self.tensor[:seen]}
        if draft:
            self.dict["draft"] = self.tensor[seen:]

    def set_from(self, state: CinqState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self._recalls:
            return
        self.dict["view"][:] = self._kernel.project_view(state.view(player), player, self._players)
        if "draft" in self.dict:
            self.dict["draft"][:] = state.draft_numbers(player)

    def string_from(self, state: CinqState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        return state.information_text(player) if self._recalls else state.observation_text(player)


# ---------------------------------------------------------------- games


class CinqGame(pyspiel.Game):  # type: ignore[misc]
    """One of these games, with its options."""

    encoding: Encoding
    kind: pyspiel.GameType

    def __init__(self, params: Parameters | None = None) -> None:
        encoding = self.encoding
        chosen = {"players": 2, "max_moves": encoding.max_moves, **encoding.parameters, **(params or {})}
        self.players, self.max_moves = int(chosen["players"]), int(chosen["max_moves"])
        self.options = encoding.options({name: chosen[name] for name in encoding.parameters})
        super().__init__(self.kind, self._info(), params or {})

    def _info(self) -> pyspiel.GameInfo:
        return pyspiel.GameInfo(
            num_distinct_actions=self.encoding.codes + 1,
            max_chance_outcomes=self.encoding.outcomes,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )

    def new_initial_state(self) -> CinqState:
        """The table before anything has happened."""
        return CinqState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> CinqObserver | None:
        """What OpenSpiel reads observations with; None where it is not about all that one seat sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return CinqObserver(self, kind, params) if whole else None


def _game_type(encoding: Encoding) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=encoding.short_name,
        long_name=encoding.game.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if encoding.hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=encoding.game.PLAYERS[-1],
        min_num_players=encoding.game.PLAYERS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"players": 2, "max_moves": encoding.max_moves, **encoding.parameters},
    )


def _registered(encoding: Encoding) -> type[CinqGame]:
    """Register a game with OpenSpiel, and return its class."""
    kind = _game_type(encoding)
    game = type(encoding.short_name, (CinqGame,), {"encoding": encoding, "kind": kind})
    pyspiel.register_game(kind, game)
    return game


GAMES: dict[str, type[CinqGame]] = {
    encoding.short_name: _registered(encoding)
    for encoding in (_DIX_MILLE, _FIVE_MILLIMETRES, _GOT_FIVE, _FIVE_OR_LESS)
}
"""The registered games by their names in OpenSpiel."""
