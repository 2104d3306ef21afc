"""The referee: a table without clocks, chairs or sockets, that answers one JSON line with another.

Owns the protocol of `cinq referee`. It holds one game; a refused line changes nothing.
Must never know a game: what a rule says comes from the game's own texts.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence, Set
from typing import TypeAlias, TypeVar, cast

import msgspec

from cinq.core.chance import Random
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Seat, Value, menu, no_open_choices
from cinq.core.log import Line, decode_action, header_of, write
from cinq.core.observe import Applied, observe
from cinq.core.texts import Language, rule_text, tell

T = TypeVar("T")
UNREADABLE = (msgspec.DecodeError, ValueError, RecursionError)
"""What decoding a hostile line can raise (ValueError: a number of thousands of digits, bad UTF-8)."""
Coach: TypeAlias = Callable[[AnyGame, Sequence[Line], Seat], object]
"""Gives a seat the coach's hint. An argument, since bots are a layer above this module."""


_ACTOR = cast(type[int | str], int | str)
_VIEWER = cast(type[int | None], int | None)  # a union is no class to mypy, yet msgspec decodes it


class Malformed(Exception):
    """A line that could not be decoded, or whose fields are wrong; no rule of the game is broken."""


class Refusal(Value, frozen=True):
    """Why a line was refused."""

    code: str
    message: str
    rule: str | None = None


class Referee:
    """One game and its log."""

    def __init__(
        self,
        game: AnyGame,
        package: str,
        players: int,
        options: Value,
        auto: Random | None = None,
        language: Language = "en",
        coach: Coach | None = None,
    ) -> None:
        self.game, self.package, self.players, self.options = game, package, players, options
        self.state = game.start(players, options)
        self.lines: list[Line] = []
        self.language, self._auto, self._coach = language, auto, coach
        self._let_chance_play()

    def answer(self, row: bytes) -> bytes:
        """One line in, one line out; never raises."""
        try:
            request = _request(row)
            reply = self._asked(request) if "ask" in request else self._said(request)
        except Malformed as error:
            reply = self._refused(Refusal("malformed", str(error)))
        return msgspec.json.encode(reply)

    def log(self) -> str:
        """The game so far, in the log format of `core/log.py`."""
        return write(header_of(self.game, self.players, self.options), self.lines)

    # ------------------------------------------------------------ actions

    def _said(self, request: Mapping[str, msgspec.Raw]) -> dict[str, object]:
        _only(request, {"actor", "action"}, needed={"actor", "action"})
        actor = self._actor(request["actor"])
        action = self._action(request["action"])
        if rule := self.game.refusal(self.state, actor, action):
            return self._refused(Refusal("illegal", rule_text(self.package, self.language, rule), rule))
        return {"ok": True, "story": [*self._do(actor, action), *self._let_chance_play()], **self._standing()}

    def _do(self, actor: Actor, action: Action) -> list[str]:
        """Apply the line, append it to the log, and return its story for a spectator."""
        line = Applied(self.state, actor, action, self.game.apply(self.state, actor, action))
        self.state = line.after
        self.lines.append(Line(float(len(self.lines)), actor, action))
        (seen,) = observe(self.game, None, (line,))
        return [tell(self.package, self.language, sentence, self._name) for sentence in seen.story]

    def _let_chance_play(self) -> list[str]:
        """With an automatic dealer, play every line of chance until a seat may act; return their story."""
        told: list[str] = []
        while self._auto and self.game.actors(self.state) in ((DEALER,), (WORLD,)):
            chance = self.game.chance(self.state)
            if chance is None:
                break
            (actor,) = self.game.actors(self.state)
            told += self._do(actor, chance.sample(self._auto))
        return told

    def _name(self, seat: Seat) -> str:
        return f"{'Siège' if self.language == 'fr' else 'Seat'} {seat}"

    # ------------------------------------------------------------ questions

    def _asked(self, request: Mapping[str, msgspec.Raw]) -> dict[str, object]:
        ask = _decode(request["ask"], str, "ask")
        match ask:
            case "view":
                _only(request, {"ask", "seat"})
                return {"ok": True, "view": self.game.view(self.state, self._viewer(request))}
            case "actions":
                _only(request, {"ask", "actor"}, needed={"actor"})
                return {"ok": True, "actions": self._menu(self._actor(request["actor"]))}
            case "log":
                _only(request, {"ask"})
                return {"ok": True, "log": [{"actor": at.actor, "action": at.action} for at in self.lines]}
            case "hint":
                _only(request, {"ask", "seat"}, needed={"seat"})
                return {"ok": True, "hint": self._hint(request)}
        raise Malformed(f"ask is view, actions, log or hint, not {ask!r}")

    def _menu(self, actor: Actor) -> list[Value | Action]:
        """Everything this actor may do now. `open_lines` of a game are templates for dealer and world."""
        open_lines = getattr(self.game, "open_lines", no_open_choices)
        return [*menu(self.game, self.state, actor), *open_lines(self.state, actor)]

    def _hint(self, request: Mapping[str, msgspec.Raw]) -> object:
        seat = self._viewer(request)
        if self._coach is None or seat is None:
            raise Malformed("there is no coach for a spectator" if seat is None else "there is no coach here")
        return self._coach(self.game, self.lines, seat)

    # ------------------------------------------------------------ reading

    def _actor(self, raw: msgspec.Raw) -> Actor:
        actor = _decode(raw, _ACTOR, "actor")
        if isinstance(actor, int):
            if 0 <= actor < self.players:
                return actor
        elif actor == DEALER:
            return DEALER
        elif actor == WORLD:
            return WORLD
        raise Malformed(f"actor is 0 to {self.players - 1}, dealer or world, not {actor!r}")

    def _viewer(self, request: Mapping[str, msgspec.Raw]) -> Seat | None:
        if "seat" not in request:
            return None
        seat = _decode(request["seat"], _VIEWER, "seat")
        if seat is not None and not 0 <= seat < self.players:
            raise Malformed(f"seat is 0 to {self.players - 1}, or null for a spectator, not {seat}")
        return seat

    def _action(self, raw: msgspec.Raw) -> Action:
        try:
            return decode_action(self.game, raw)
        except UNREADABLE as error:
            raise Malformed(f"action: {error}") from None

    # ------------------------------------------------------------ answering

    def _refused(self, refusal: Refusal) -> dict[str, object]:
        return {"ok": False, "error": refusal, **self._standing()}

    def _standing(self) -> dict[str, object]:
        return {"to_act": self.game.actors(self.state), "result": self.game.result(self.state)}


def _request(row: bytes) -> dict[str, msgspec.Raw]:
    try:
        return msgspec.json.decode(row, type=dict[str, msgspec.Raw])
    except UNREADABLE as error:
        raise Malformed(f"a line is a JSON object: {error}") from None


def _decode(raw: msgspec.Raw, kind: type[T], field: str) -> T:
    try:
        return msgspec.json.decode(raw, type=kind)
    except UNREADABLE as error:
        raise Malformed(f"{field}: {error}") from None


def _only(request: Mapping[str, msgspec.Raw], known: Set[str], needed: Set[str] = frozenset()) -> None:
    if unknown := sorted(set(request) - known):
        raise Malformed(f"unknown field {unknown[0]!r}")
    if missing := sorted(needed - set(request)):
        raise Malformed(f"missing field {missing[0]!r}")
