"""A state as OpenSpiel asks for it: whose decision it is, what may be chosen, what a seat knows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pyspiel
from msgspec.structs import force_setattr, replace

from cinq.adapters.decisions import first_asked
from cinq.adapters.openspiel.encoding import Codes, Menu, Odds
from cinq.adapters.openspiel.position import Line, Position
from cinq.adapters.text import WAIT, written
from cinq.core.game import Actor, Seat, Value
from cinq.core.observe import Applied, observe

if TYPE_CHECKING:
    from cinq.adapters.openspiel.game import CinqGame


CHANCE, TERMINAL = int(pyspiel.PlayerId.CHANCE), int(pyspiel.PlayerId.TERMINAL)


class CinqState(pyspiel.State):  # type: ignore[misc]
    """A state of one of these games."""

    def __init__(self, game: CinqGame) -> None:
        super().__init__(game)
        self._encoding, self._players = game.encoding, game.players
        self._max_moves, self._max_draws = game.max_moves, game.max_chance_nodes_in_history()
        if game.opening is None:  # OpenSpiel makes an initial state for every clone
            game.opening = self._settled(game.encoding.game.start(game.players, game.options), None, 0, 0)
        self.position = game.opening

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody."""
        position = self.position
        if position.over:
            return TERMINAL
        return CHANCE if position.asked is None else position.asked

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut short."""
        return self.position.over

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
        return [*(self.position.odds or ())]  # a copy: OpenSpiel's MCTS shuffles what it is given

    def is_chance_node(self) -> bool:
        """Whether the dealer or the world speaks. Answered here: OpenSpiel would ask in C++, then Python."""
        position = self.position
        return position.asked is None and not position.over

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player, or whoever is asked, may choose, in ascending order. Answered here, as above."""
        position = self.position
        if position.over or (player is not None and player != self.current_player()):
            return []
        if position.asked is None:
            return [code for code, _ in position.odds or ()]
        codes = [*self._menu(position, position.asked).keys()]
        if position.may_wait and not position.draft:
            codes.append(self._encoding.codes)
        return codes

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def _menu(self, position: Position, seat: Seat) -> Menu:
        """What the asked seat may do. Kept: OpenSpiel asks for it, and then applies one of its codes."""
        menu = position.menu
        if menu is None:
            menu = self._encoding.menu(position.table, seat, position.draft)
            force_setattr(position, "menu", menu)
        return menu

    def _apply_action(self, code: int) -> None:
        seat = self.position.asked
        self.position = self._drawn(code) if seat is None else self._chosen(seat, code)

    def _drawn(self, code: int) -> Position:
        """What follows a code of chance: one more piece of a line, or the line once it is complete."""
        now, encoding = self.position, self._encoding
        table, last, moves, draws = now.table, now.last, now.moves, now.draws + 1
        draft = (*now.draft, code)
        if odds := encoding.odds(table, draft):
            after = Position(table, last, draft=draft, moves=moves, draws=draws, odds=odds)
        else:
            said = self._said(table, last, encoding.game.actors(table)[0], draft)
            after = self._settled(said.after, said, moves, draws)
        return after if draws < self._max_draws else replace(after, over=True)

    def _chosen(self, seat: Seat, code: int) -> Position:
        """What follows a seat's code: a line, a wait, or one more piece of an action."""
        now = self.position
        moves = now.moves + 1
        if code == self._encoding.codes:
            after = self._waited(now, seat, moves)
        elif (action := self._menu(now, seat)[code]) is not None:
            table = self._encoding.game.apply(now.table, seat, action)
            line = Line(now.last, now.table, seat, action, table)
            after = self._settled(table, line, moves, now.draws)
        else:
            after = replace(now, draft=(*now.draft, code), moves=moves, menu=None)
        return after if moves < self._max_moves else replace(after, over=True)

    def _action_to_string(self, player: int, code: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {code}"
        if code == self._encoding.codes:
            return WAIT
        menu = self._encoding.menu(self.position.table, player, self._draft_of(player))
        action = dict(menu).get(code)
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
        lines, game = self.position.lines(), self._encoding.game
        before = _fields(game.view(lines[0].before if lines else self.position.table, seat))
        rows = [f"seat {seat}", *_rows(before)]
        for line in self.lines_seen(seat):
            if line.action is None:
                rows.append(WAIT)
                continue
            done = Applied(line.before, line.actor, line.action, line.after)
            (seen,) = observe(game, seat, [done], story=False)
            after = _fields(seen.view)
            rows.append(f"{line.actor}: {written(seen.shown)}")
            rows += _rows({name: value for name, value in after.items() if before.get(name) != value})
            before = after
        return "\n".join([*rows, *self._draft_row(seat)])

    def lines_seen(self, seat: Seat) -> Iterator[Line]:
        """All lines and waits that a seat knows of: nobody sees another wait."""
        return (line for line in self.position.lines() if line.action is not None or line.actor == seat)

    def _draft_row(self, seat: Seat) -> list[str]:
        draft = self._draft_of(seat)
        return [f"chosen: {draft}"] if draft else []

    def draft_numbers(self, seat: Seat) -> list[int]:
        """The draft as so many numbers, 1 added to each code; 0 where there is none."""
        draft = self._draft_of(seat)
        return [code + 1 for code in draft] + [0] * (self._encoding.draft - len(draft))

    # ------------------------------------------------------------ what follows a choice

    def _said(self, table: Value, last: Line | None, actor: Actor, draft: Codes) -> Line:
        """The line of the dealer or the world whose pieces are drawn."""
        line = self._encoding.line(table, draft)
        return Line(last, table, actor, line, self._encoding.game.apply(table, actor, line))

    def _settled(self, table: Value, last: Line | None, moves: int, draws: int) -> Position:
        """Write lines that need no draw; then ask a seat or stop at chance."""
        actors = self._encoding.game.actors
        while who := actors(table):
            if who[0].__class__ is int:
                return self._asking(table, last, who, (), moves, draws)
            if odds := self._encoding.odds(table, ()):
                return Position(table, last, moves=moves, draws=draws, odds=odds)
            last = self._said(table, last, who[0], ())
            table = last.after
        return Position(table, last, over=True, moves=moves, draws=draws)

    def _waited(self, now: Position, seat: Seat, moves: int) -> Position:
        table, waited = now.table, (*now.waited, seat)
        line = Line(now.last, table, seat, None, table)
        who = [each for each in self._encoding.game.actors(table) if each not in waited]
        assert who, "a seat may wait only while another must act"
        return self._asking(table, line, who, waited, moves, now.draws)

    def _asking(
        self,
        table: Value,
        last: Line | None,
        who: Sequence[Actor],
        waited: tuple[Seat, ...],
        moves: int,
        draws: int,
    ) -> Position:
        """The next seat to ask: those who need not act first, from the neighbour of who acted last."""
        seats, may_wait = cast(Sequence[Seat], who), False
        asked = seats[0]
        if len(seats) > 1:
            first = last.actor + 1 if last is not None and isinstance(last.actor, int) else 0
            asked, may_wait = first_asked(seats, partial(self._encoding.game.safest, table), first)
        return Position(table, last, asked, may_wait, False, waited, (), moves, draws)


class RecalledState(CinqState):
    """A state of a game with information-state tensors: it ends where they have no room for one more line."""

    def __init__(self, game: CinqGame) -> None:
        super().__init__(game)
        self._recall = game.recall

    def _apply_action(self, code: int) -> None:
        super()._apply_action(code)
        if len(self.position.lines()) > self._recall:
            self.position = replace(self.position, over=True)


def _fields(view: Value) -> dict[str, Any]:
    return cast(dict[str, Any], msgspec.to_builtins(view))


def _rows(fields: dict[str, Any]) -> list[str]:
    return [f"  {name}: {msgspec.json.encode(value).decode()}" for name, value in fields.items()]
