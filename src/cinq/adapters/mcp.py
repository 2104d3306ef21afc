"""A Model Context Protocol server: an assistant plays a bot here, or sits down at a live table.

Whoever reaches the server plays for its one seat: over HTTP it listens on the loopback address, and the SDK
refuses other names of it and pages of other sites. Calls are answered one at a time.

Tools: `look`, `menu`, `act`, `rules` and `hint` (only where a coach is allowed). What they answer is the
text of `cinq.adapters.text`, made from the assistant's own view and menu: nothing hidden can be asked for.
"""

from __future__ import annotations

import random
import threading
import time
from collections.abc import Callable
from typing import Any, Literal, Protocol

import msgspec

from cinq.extras import needs

with needs("research"):
    from mcp.server import MCPServer

from cinq.adapters.live import LiveTable
from cinq.adapters.opponents import SeatedBot, seat_bot
from cinq.adapters.text import BadAction, TextGame, last_brackets, read_action, say, written
from cinq.bots.coach import champion_at
from cinq.core.game import AnyGame, Seat, Sentence
from cinq.core.texts import Language, rulebook, tell
from cinq.games import load_game, package
from cinq.lab.simulate import world_of

PATIENCE = 20.0
"""Seconds that `look` waits at a live table for one's own turn."""
INSTRUCTIONS = (
    "You sit at a table of the game {title}. Call `look` to see what happened, what you see and your menu; "
    "`act` with one item of the menu in square brackets (its number, or the action written out); `rules` "
    "for all rules, or with an id such as {rule} for one of them."
)


class Place(Protocol):
    """A seat that an assistant plays for."""

    rules: AnyGame

    def look(self) -> str: ...

    def menu(self) -> list[str]: ...

    def act(self, text: str) -> str: ...

    def hint(self) -> str: ...


class BotPlace:
    """A game against bots in this process, with a coach."""

    seat: Seat = 0

    def __init__(self, game: str, players: int, level: str, seed: int, language: Language) -> None:
        self.rules, rng = load_game(game), random.Random(seed)
        options = self.rules.Options()
        self._bots = {
            seat: seat_bot(self.rules, seat, players, options, level, rng) for seat in range(1, players)
        }
        self._coach = champion_at(package(game), self.seat, players, options)
        self._package, self._language = package(game), language
        coached = SeatedBot(self.rules, self._coach, self.seat)
        watchers = [bot.watch for bot in (*self._bots.values(), coached)]
        world = world_of(self.rules)
        self._game = TextGame(game, players, options, seed, language, world, watchers)
        self._let_bots_play()

    def _let_bots_play(self) -> None:
        game = self._game
        while game.asked is not None and game.asked != self.seat:
            game.play(self._bots[game.asked].choose(game.state))

    def look(self) -> str:
        """What happened, what is seen, the menu."""
        return self._game.observation(self.seat)

    def menu(self) -> list[str]:
        """Every action, written out."""
        return [written(item) for item in self._game.menu(self.seat)]

    def act(self, text: str) -> str:
        """Play, let the bots answer, and look again."""
        if self._game.over:
            raise BadAction("the game is over")
        self._game.act(text)
        self._let_bots_play()
        return self.look()

    def hint(self) -> str:
        """What a champion would do here, and why."""
        s, seat = self._game.state, self.seat
        if seat not in self.rules.actors(s):
            return "there is nothing to decide"
        menu = self.rules.legal(s, seat), self.rules.open_choices(s, seat)
        hint = self._coach.hint(self.rules.view(s, seat), *menu)
        if hint is None:
            return "there is nothing to decide"
        why = tell(self._package, self._language, hint.why, lambda s: f"seat {s}", seat)
        return why if hint.best is None else f"[{written(hint.best)}] {why}"


class LivePlace:
    """A chair at a live table, over its HTTP interface."""

    def __init__(self, table: LiveTable, language: Language) -> None:
        self._table, self._language = table, language
        self.rules = load_game(table.look()["table"]["game"])
        self._package = package(self.rules.NAME)
        self._seen = 0

    def look(self) -> str:
        """What happened, what is seen, the menu; waits a while for one's own turn."""
        until = time.monotonic() + PATIENCE
        sync = self._table.look()
        while self._waits(sync) and time.monotonic() < until:
            time.sleep(0.25)
            sync = self._table.look()
        return self._text(sync)

    def _waits(self, sync: dict[str, Any]) -> bool:
        return sync["table"]["phase"] == "playing" and sync["you"] not in sync.get("must_act", ())

    def _text(self, sync: dict[str, Any]) -> str:
        names = [chair.get("name", "") for chair in sync["table"]["chairs"]]
        rows = [
            f"{self.rules.TITLE}, {sync['table']['phase']}; seats: {', '.join(names)}; you: {sync['you']}"
        ]
        rows += self._news(sync, names)
        for name, value in (sync.get("view") or {}).items():
            if value not in (None, [], {}, ""):
                rows.append(f"  {name}: {msgspec.json.encode(value).decode()}")
        items = [f"  [{number}] {_written(item)}" for number, item in enumerate(self._items(sync), start=1)]
        return "\n".join([*rows, *items])

    def _news(self, sync: dict[str, Any], names: list[str]) -> list[str]:
        """The story of the lines since the last look, as far as the table still tells it."""
        told = []
        for line in sync.get("history", ()):
            if line["seq"] > self._seen:
                told += [
                    tell(self._package, self._language, _sentence(s), lambda seat: names[seat], sync["you"])
                    for s in line.get("story", ())
                ]
        self._seen = sync["seq"]
        return told

    def _items(self, sync: dict[str, Any]) -> list[dict[str, Any]]:
        return self._table.menu() if sync.get("more") else list(sync.get("menu", ()))

    def menu(self) -> list[str]:
        """Every action, written out."""
        return [_written(item) for item in self._items(self._table.look())]

    def act(self, text: str) -> str:
        """One action; then everything anew."""
        said, sync = last_brackets(text, self._language), self._table.look()
        self._table.act(sync["seq"], self._action(said, sync))
        return self.look()

    def _action(self, said: str, sync: dict[str, Any]) -> dict[str, Any]:
        if not said.isdecimal():
            action: dict[str, Any] = msgspec.to_builtins(read_action(self.rules, said, self._language))
            return action
        items = self._items(sync)
        if not 1 <= int(said) <= len(items):
            raise BadAction(say(self._language, "no_item", number=said, last=len(items)))
        return items[int(said) - 1]

    def hint(self) -> str:
        """A live table's coach speaks on the page only."""
        return "there is no coach at this table"


def _written(item: dict[str, Any]) -> str:
    fields = {name: value for name, value in item.items() if name != "type"}
    return " ".join([item["type"], *(f"{k}={msgspec.json.encode(v).decode()}" for k, v in fields.items())])


def _sentence(raw: dict[str, Any]) -> Sentence:
    args = {k: tuple(v) if isinstance(v, list) else v for k, v in raw.get("args", {}).items()}
    return Sentence(raw["id"], args)


def make_server(place: Place, language: Language = "en") -> MCPServer:
    """The server with its five tools."""
    title, book = place.rules.TITLE, rulebook(package(place.rules.NAME), language)
    server = MCPServer(
        "cinq", title=f"Cinq: {title}", instructions=INSTRUCTIONS.format(title=title, rule=next(iter(book)))
    )
    one_at_a_time = threading.Lock()  # the SDK calls tools in threads

    @server.tool()
    def look() -> str:
        """What happened since you last looked, what you see now, and your menu."""
        with one_at_a_time:
            return place.look()

    @server.tool()
    def menu() -> list[str]:
        """Everything you may do now, each written as `act` takes it in square brackets."""
        with one_at_a_time:
            return place.menu()

    @server.tool()
    def act(action: str) -> str:
        """Play one action, such as `[3]` (an item of the menu) or `[bid amount=7]`; answers like `look`."""
        with one_at_a_time:
            return _answered(lambda: place.act(action))

    @server.tool()
    def rules(id: str = "") -> str:
        """All rules of the game, or the one with this id, as refusals name it."""
        if not id:
            return "\n".join(f"{rule}: {said}" for rule, said in book.items())
        return book.get(id) or f"there is no rule {id}; there are {', '.join(book)}"

    @server.tool()
    def hint() -> str:
        """What the coach would do, where a coach is allowed."""
        with one_at_a_time:
            return place.hint()

    return server


def _answered(answer: Callable[[], str]) -> str:
    """An answer, or in words why the action was refused."""
    try:
        return answer()
    except BadAction as error:
        return f"refused: {error}"


def serve(
    game: str = "dix-mille",
    players: int = 2,
    level: str = "regular",
    table: str | None = None,
    name: str = "Assistant",
    language: Language = "en",
    transport: Literal["stdio", "streamable-http"] = "stdio",
    port: int = 8006,
    seed: int | None = None,
) -> None:
    """Serve one seat until the client goes: at the table of a link, or against bots."""
    place: Place
    if table is not None:
        place = LivePlace(LiveTable.sit_down(table, name), language)
    else:
        chosen = random.randrange(2**31) if seed is None else seed
        place = BotPlace(game, players, level, chosen, language)
    server = make_server(place, language)
    if transport == "stdio":
        server.run("stdio")
    else:
        server.run("streamable-http", host="127.0.0.1", port=port)
