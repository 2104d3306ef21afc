"""What clients saw of a table, and whether a store still says so.

Every client records each acknowledged action, each numbered message and the end of each game.
`violations` compares that with the journal in the store and with what a server answers: an
acknowledged action stands in the journal once and where it was said to be, numbered messages name
the actors of those very rows, no line differs between two viewers or from its row, no number was
skipped or repeated for a viewer, and a finished game has its log, its replay and its proof, the
same each time. Knows rows and addresses, so it serves any store and any number of servers.
"""

from __future__ import annotations

import urllib.error
from collections import Counter
from collections.abc import Sequence
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
        self.lines: dict[int, Json] = {}
        """Every line of a game without hidden information that somebody was shown, by number."""
        self.wrong: list[str] = []
        """What a client must never meet."""

    def saw(self, message: Json) -> None:
        """Record a message to any viewer."""
        if message["type"] == "update":
            actors = [line["actor"] for line in message["lines"]]
            self.actors[message["after"], message["seq"]] = actors
        if reveal := message.get("reveal"):
            self.secrets[reveal["game"]] = reveal["secret"]

    def saw_open_lines(self, lines: Sequence[Json]) -> None:
        """Record lines of which nothing is hidden from anybody."""
        for line in lines:
            shown = {"actor": line["actor"], "action": line["action"]}
            if (known := self.lines.setdefault(line["seq"], shown)) != shown:
                self.wrong.append(f"line {line['seq']} was shown as {known} and as {shown}")

    @property
    def size(self) -> int:
        """Acknowledged actions and finished games."""
        return len(self.actions) + len(self.secrets)


class Viewpoint:
    """One seat over all its connections: no number is skipped, repeated or goes back, and the chair stays."""

    def __init__(self, history: History, seat: int) -> None:
        self.history, self.seat, self.seq = history, seat, 0

    def take(self, message: Json) -> None:
        """Check a message's number, and record it."""
        self.history.saw(message)
        if message["type"] == "sync":
            self._synced(message)
        elif "after" in message:
            if message["after"] != self.seq:
                self._wrong(f"was sent number {message['after']} after {self.seq}")
            self.seq = message["seq"]
            self.history.saw_open_lines(message.get("lines", ()))

    def _synced(self, message: Json) -> None:
        if message["seq"] < self.seq:
            self._wrong(f"went back from {self.seq} to {message['seq']}")
        if message.get("you") != self.seat:
            self._wrong(f"is shown as {message.get('you')}")
        self.seq = message["seq"]
        self.history.saw_open_lines(message.get("history", ()))

    def _wrong(self, what: str) -> None:
        self.history.wrong.append(f"seat {self.seat} {what}")


def journal_violations(raws: Sequence[bytes], history: History) -> list[str]:
    """What a table's journal does not say though clients were told so."""
    journal = [decode_row(raw) for raw in raws]
    refs = Counter(row.event.ref for row in journal if isinstance(row.event, events.Played))
    wrong = [f"{ref} was played {times} times" for ref, times in refs.items() if ref and times > 1]
    numbers = {row.event.ref: at for at, row in enumerate(journal, 1) if isinstance(row.event, events.Played)}
    for done in history.actions:
        at = numbers.get(done.ref, done.seq + 1)
        if at > done.seq or not _is(journal[at - 1], done):
            wrong.append(f"{done} was acknowledged and is not there")
    for (after, seq), actors in history.actors.items():
        stored = [row.event.actor for row in journal[after:seq] if isinstance(row.event, events.Played)]
        if stored != actors or seq > len(journal):
            wrong.append(f"rows {after + 1} to {seq} are of {stored}, shown were {actors}")
    wrong += [_line_violation(journal, seq, line) for seq, line in history.lines.items()]
    return [f"table {history.table}: {what}" for what in (*history.wrong, *filter(None, wrong))]


def _line_violation(journal: Sequence[Row], seq: int, shown: Json) -> str:
    """What is wrong with a line that was shown under this number, or nothing."""
    event = journal[seq - 1].event if seq <= len(journal) else None
    if not isinstance(event, events.Played):
        return f"line {seq} was shown and is not there"
    stored = {"actor": event.actor, "action": msgspec.json.decode(msgspec.json.encode(event.action))}
    return "" if stored == shown else f"line {seq} was shown as {shown} and stored as {stored}"


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
        for what in (
            *journal_violations(rows(server.data, history.table), history),
            *game_violations(server, history),
        )
    ]
