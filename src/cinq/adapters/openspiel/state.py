"""A state as OpenSpiel asks for it: whose decision it is, what may be chosen, what a seat knows."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, cast

import msgspec
import pyspiel
from msgspec.structs import replace

from cinq.adapters.openspiel.encoding import Codes
from cinq.adapters.openspiel.position import CHANCE, TERMINAL, Line, Position
from cinq.adapters.text import WAIT, written
from cinq.core.game import Actor, Seat, Value
from cinq.core.observe import Applied, observe

if TYPE_CHECKING:
    from cinq.adapters.openspiel.game import CinqGame


class CinqState(pyspiel.State):  # type: ignore[misc]
    """A state of one of these games."""

    def __init__(self, game: CinqGame) -> None:
        super().__init__(game)
        self._encoding, self._players, self._wait = game.encoding, game.players, game.encoding.codes
        self._max_moves, self._max_draws = game.max_moves, game.max_chance_nodes_in_history()
        if game.opening is None:  # OpenSpiel makes an initial state for every clone
            game.opening = self._settled(game.encoding.game.start(game.players, game.options), None, 0, 0)
        self.position = game.opening

    # ------------------------------------------------------------ what OpenSpiel asks

    def current_player(self) -> int:
        """The seat that is asked, or chance, or nobody."""
        return self.position.player

    def is_terminal(self) -> bool:
        """Whether the game is over, or cut short."""
        return self.position.player == TERMINAL

    def returns(self) -> list[float]:
        """Winners share 1, the others share -1; all 0 for a draw of everybody and for a game cut short."""
        result = self._encoding.game.result(self.position.table)
        winners = result.winners if result is not None else ()
        losers = self._players - len(winners)
        if not winners or not losers:
            return [0.0] * self._players
        return [1 / len(winners) if seat in winners else -1 / losers for seat in range(self._players)]

    def chance_outcomes(self) -> list[tuple[int, float]]:
        """The next piece of what the dealer or the world says."""
        position = self.position
        return [*self._encoding.odds(position.table, position.draft)]  # OpenSpiel's MCTS shuffles it

    def is_chance_node(self) -> bool:
        """Whether the dealer or the world speaks. Answered here: OpenSpiel would ask in C++, then Python."""
        return self.position.player == CHANCE

    def legal_actions(self, player: int | None = None) -> list[int]:
        """What a player, or whoever is asked, may choose, in ascending order. Answered here, as above."""
        position = self.position
        asked = position.player
        if asked == TERMINAL or (player is not None and player != asked):
            return []
        if asked == CHANCE:
            return [code for code, _ in self.chance_outcomes()]
        codes = self._encoding.listed(position.table, asked, position.draft)
        return [*codes, self._wait] if position.may_wait else [*codes]

    def _legal_actions(self, player: int) -> list[int]:
        return self.legal_actions(player)

    def _apply_action(self, code: int) -> None:
        now = self.position
        self.position = self._drawn(now, code) if now.player == CHANCE else self._chosen(now, code)

    def _drawn(self, now: Position, code: int) -> Position:
        """What follows a code of chance: one more piece of a line, or the line once it is complete."""
        table, last, moves, draws = now.table, now.last, now.moves, now.draws + 1
        draft, pieces = (*now.draft, code), now.pieces
        if len(draft) < pieces:
            after = Position(table, last, CHANCE, False, (), draft, pieces, moves, draws)
        else:
            said = self._said(table, last, self._encoding.game.actors(table)[0], draft)
            after = self._settled(said.after, said, moves, draws)
        return after if draws < self._max_draws else replace(after, player=TERMINAL)

    def _chosen(self, now: Position, code: int) -> Position:
        """What follows a seat's code: a line, a wait, or one more piece of an action."""
        seat, before, moves = now.player, now.table, now.moves + 1
        if code == self._wait:
            after = self._waited(now, moves)
        elif (action := self._encoding.action(before, seat, now.draft, code)) is not None:
            table = self._encoding.game.apply(before, seat, action)
            after = self._settled(table, Line(now.last, before, seat, action, table), moves, now.draws)
        else:
            after = replace(now, draft=(*now.draft, code), may_wait=False, moves=moves)
        return after if moves < self._max_moves else replace(after, player=TERMINAL)

    def _action_to_string(self, player: int, code: int) -> str:
        if player == pyspiel.PlayerId.CHANCE:
            return f"chance {code}"
        if code == self._wait:
            return WAIT
        action = self._encoding.action(self.position.table, player, self._draft_of(player), code)
        return f"part {code}" if action is None else written(action)

    def __str__(self) -> str:
        position = self.position
        state = msgspec.json.encode(position.table).decode()
        asked = position.player if position.player >= 0 else None
        return f"{state} asked={asked} waited={position.waited} draft={position.draft}"

    # ------------------------------------------------------------ what a seat knows

    def _draft_of(self, seat: Seat) -> Codes:
        """The codes that this seat has chosen of an action: nobody else's business."""
        return self.position.draft if seat == self.position.player else ()

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
            if pieces := self._encoding.pieces(table):
                return Position(table, last, CHANCE, False, (), (), pieces, moves, draws)
            last = self._said(table, last, who[0], ())
            table = last.after
        return Position(table, last, TERMINAL, moves=moves, draws=draws)

    def _waited(self, now: Position, moves: int) -> Position:
        table, seat, waited = now.table, now.player, (*now.waited, now.player)
        line = Line(now.last, table, seat, None, table)
        who = [each for each in self._encoding.game.actors(table) if each not in waited]
        assert who, "a seat may wait only while another must act"
        return self._asking(table, line, who, waited, moves, now.draws)

    def _asking(
        self,
        table: Value,
        last: Line | None,
        who: Sequence[Any],
        waited: tuple[Seat, ...],
        moves: int,
        draws: int,
    ) -> Position:
        """The next seat to ask: those who need not act first, from the neighbour of who acted last."""
        if len(who) == 1:
            return Position(table, last, who[0], False, waited, (), 0, moves, draws)
        at = bisect_left(who, last.actor + 1) if last is not None and last.actor.__class__ is int else 0
        around, safest = (*who[at:], *who[:at]), self._encoding.game.safest
        for seat in around:
            if safest(table, seat) is None:
                return Position(table, last, seat, True, waited, (), 0, moves, draws)
        return Position(table, last, around[0], False, waited, (), 0, moves, draws)


class RecalledState(CinqState):
    """A state of a game with information-state tensors: it ends where they have no room for one more line."""

    def __init__(self, game: CinqGame) -> None:
        super().__init__(game)
        self._recall = game.recall

    def _apply_action(self, code: int) -> None:
        super()._apply_action(code)
        if len(self.position.lines()) > self._recall:
            self.position = replace(self.position, player=TERMINAL)


def _fields(view: Value) -> dict[str, Any]:
    return cast(dict[str, Any], msgspec.to_builtins(view))


def _rows(fields: dict[str, Any]) -> list[str]:
    return [f"  {name}: {msgspec.json.encode(value).decode()}" for name, value in fields.items()]
