"""Tables whose journal has become long: they open, their people may leave, and nothing more is written."""

import asyncio
import json
import urllib.error
from pathlib import Path
from typing import Any

from cinq.server.rooms.tokens import hashed
from cinq.server.storage.sqlite import FILE, SqliteStore
from cinq.table import events, lobby
from cinq.table.events import Row, encode_row
from cinq.table.space import TABLE_ROWS
from cinq.table.table import Table
from tests.server.client import Server, running

TABLE, TOKEN = "full2table22", "a token of last year"


async def keep_full_table(data: Path) -> int:
    """A table of somebody who was ready and not ready all year; returns its length."""
    t = Table(TABLE)
    lobby.open_table(t, 0.0, "dix-mille", {}, 2, bytes(32))
    lobby.sit(t, 0.0, "Ana", 0, hashed(TOKEN))
    rows, _ = t.take_news()
    toggles = [encode_row(Row(1.0, events.Readied(0, ready))) for ready in (True, False)]
    rows += toggles * ((TABLE_ROWS - len(rows)) // 2 + 1)
    store = SqliteStore(data / FILE)
    await store.append(TABLE, 1, rows)
    await store.close()
    return len(rows)


def said(server: Server, path: str, body: Any) -> tuple[int, str]:
    """The status and the code of an answer."""
    try:
        return 200, str(server.request(f"/api/tables/{TABLE}/{path}", body, TOKEN)["type"])
    except urllib.error.HTTPError as error:
        return error.code, str(json.loads(error.read())["code"])


def test_a_full_table_opens_and_takes_nothing_but_leaving(tmp_path: Path) -> None:
    length = asyncio.run(keep_full_table(tmp_path / "data"))
    with running(tmp_path / "data") as server:
        assert server.request(f"/api/tables/{TABLE}", None, TOKEN)["you"] == 0
        for message in (
            {"type": "ready"},
            {"type": "chat", "text": "hello"},
            {"type": "nonce", "nonce": "n"},
        ):
            assert said(server, "messages", message) == (409, "full"), message
        assert said(server, "messages", {"type": "start", "fill": "beginner"}) == (409, "full")
        assert said(server, "seats", {"name": "Bob"}) == (409, "full")
        assert server.request(f"/api/tables/{TABLE}")["seq"] == length
        assert said(server, "messages", {"type": "leave"})[0] == 200
