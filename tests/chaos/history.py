"""What clients saw of a table, and whether a store still says so.

Every client records each acknowledged action, each numbered message and the end of each game.
`violations` compares that with the journal on disk and with what a server answers: an acknowledged
action stands in the journal once and where it was said to be, numbered messages name the actors of
those very rows, and a finished game has its log, its replay and its proof, the same each time.
"""

from __future__ import annotations

import urllib.error
from collections import Counter
from pathlib import Path
from typing import NamedTuple

import msgspec

from cinq.core.log import read_header, read_lines
from cinq.games import load_game
from cinq.table import events
from cinq.table.events import Row, decode_row
from tests.server.client import Json, Server
from tests.server.storage.journals import rows


class Acknowledged(NamedTuple):
    """An action of a seat that the server said was done."""

    seat: int
    ref: str
    action: Json
    seq: int
    """The number of the message that said so: the row is this one or an earlier one."""


class History:
    """One table as its clients saw it."""

    def __init__(self, table: str, tokens: list[str]) -> None:
        self.table = table
        self.tokens = tokens
        """Of its persons, by seat."""
        self.actions: list[Acknowledged] = []
        self.actors: dict[tuple[int, int], list[object]] = {}
        """The actors of the lines in a message, by the numbers before and after it."""
        self.secrets: dict[str, str] = {}
        """Of every finished game whose end somebody saw."""
        self.logs: dict[str, bytes] = {}
        """Logs of finished games as they were read first."""

    def saw(self, message: Json) -> None:
        """Record a message to any viewer."""
        if message["type"] == "update":
            actors = [line["actor"] for line in message["lines"]]
            self.actors[message["after"], message["seq"]] = actors
        if reveal := message.get("reveal"):
            self.secrets[reveal["game"]] = reveal["secret"]

    @property
    def size(self) -> int:
        """Acknowledged actions and finished games."""
        return len(self.actions) + len(self.secrets)


def journal_violations(data: Path, history: History) -> list[str]:
    """What the journal on disk does not say though clients were told so."""
    journal = [decode_row(raw) for raw in rows(data, history.table)]
    refs = Counter(row.event.ref for row in journal if isinstance(row.event, events.Played))
    wrong = [f"{ref} was played {times} times" for ref, times in refs.items() if ref and times > 1]
    numbers = {row.event.ref: at for at, row in enumerate(journal, 1) if isinstance(row.event, events.Played)}
    for done in history.actions:
        at = numbers.get(done.ref, done.seq + 1)
        if at > done.seq or not _is(journal[at - 1], done):
            wrong.append(f"{done} was acknowledged and is not there")
    for (after, seq), actors in history.actors.items():
        stored = [row.event.actor for row in journal[after:seq] if isinstance(row.event, events.Played)]
        if stored != actors:
            wrong.append(f"rows {after + 1} to {seq} are of {stored}, shown were {actors}")
    return [f"table {history.table}: {what}" for what in wrong]


def _is(row: Row, done: Acknowledged) -> bool:
    event = row.event
    if not isinstance(event, events.Played) or (event.actor, event.ref) != (done.seat, done.ref):
        return False
    stored: Json = msgspec.json.decode(msgspec.json.encode(event.action))
    return stored.items() >= done.action.items() or stored == done.action


def game_violations(server: Server, history: History) -> list[str]:
    """What a server does not know of the finished games that clients saw."""
    wrong: list[str] = []
    for game, secret in history.secrets.items():
        try:
            wrong += [f"game {game}: {what}" for what in _game(server, history, game, secret)]
        except (urllib.error.HTTPError, ValueError) as error:
            wrong.append(f"game {game}: {error}")
    return wrong


def _game(server: Server, history: History, game: str, secret: str) -> list[str]:
    wrong = []
    log: bytes = server.request(f"/api/log/{game}")
    if history.logs.setdefault(game, log) != log:
        wrong.append("its log has changed")
    header = read_header(log.decode())
    if msgspec.json.decode(header.notes["secret"]) != secret:
        wrong.append("its secret is not the one that was revealed")
    lines = len(list(read_lines(load_game(header.game), log.decode())))
    if len(server.request(f"/api/replay/{game}")["frames"]) != lines + 1:
        wrong.append("its replay is not that of its log")
    verdict = server.request(f"/api/verify/{game}")
    if not verdict["ok"] or verdict["lines"] != lines:
        wrong.append(f"its proof does not hold: {verdict}")
    return wrong


def violations(server: Server, histories: list[History]) -> list[str]:
    """Everything that clients saw and that is not so, of a server that runs."""
    return [
        what
        for history in histories
        for what in (*journal_violations(server.data, history), *game_violations(server, history))
    ]
