"""A program without a socket at a real live table, and an assistant through it."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest

pytest.importorskip("mcp", reason="needs the extra 'research'")
pytest.importorskip("litestar", reason="needs the extra 'server'")

from cinq.adapters.live import LiveTable
from cinq.adapters.mcp import LivePlace
from cinq.adapters.text import BadAction
from tests.server.client import Server, running

ITEM = re.compile(r"^  \[(\d+)\] ", re.MULTILINE)


@pytest.fixture
def server(tmp_path: Path) -> Iterator[Server]:
    with running(tmp_path / "data") as made:
        yield made


def test_an_assistant_sits_down_at_a_live_table_and_plays(server: Server) -> None:
    made = server.request(
        "/api/tables", {"game": "dix-mille", "name": "Ana", "chairs": 2, "options": {"target": 1000}}
    )
    place = LivePlace(LiveTable.sit_down(f"{server.url}/table/{made['table']}", "Assistant"), "en")
    server.request(f"/api/tables/{made['table']}/messages", {"type": "ready", "ref": "r"}, made["token"])
    server.request(f"/api/tables/{made['table']}/messages", {"type": "leave", "ref": "l"}, made["token"])
    text = place.look()
    with pytest.raises(BadAction):
        place.act("[fly]")
    for _ in range(500):
        if "over" in text.splitlines()[0]:
            break
        items = ITEM.findall(text)
        text = place.act(f"[{items[-1]}]") if items else place.look()
    assert "over" in text.splitlines()[0]
    assert place.hint() == "there is no coach at this table"


def test_whoever_has_no_chair_is_told_why(server: Server) -> None:
    made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana", "chairs": 2})
    LiveTable.sit_down(f"{server.url}/table/{made['table']}", "One")
    with pytest.raises(BadAction, match=r"chair|game"):
        LiveTable.sit_down(f"{server.url}/table/{made['table']}", "Two")
