"""Requests that no page sends: each is answered in words, none is an error inside, nothing is logged."""

import asyncio
import http.client
import socket
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from cinq.server.http import static_files
from tests.server.client import PATIENCE, Server, running
from tests.server.storage.test_background_reader import LONG, keep, long_game

HUGE = 10**30
NESTED = "[" * 7_000 + "]" * 7_000
JSON = {"content-type": "application/json"}
PATHS = {
    "a long name": "/assets/" + "a" * 900,
    "a long address": "/table/" + "a" * 900,
    "many folders": "/a" * 450,
    "a zero byte": "/assets/%00",
    "no UTF-8": "/rules/%ff%fe",
    "outside": "/..%2f..%2f..%2fetc/passwd",
    "a zero byte in a table": "/api/tables/a%00b",
    "a zero byte in a game": "/api/log/a%00-1",
    "a zero byte in a list": "/api/games/finished?game=%00",
    "a huge seat": f"/api/replay/{LONG}?seat={HUGE}",
    "a huge seat to review": f"/api/lookback/{LONG}?seat={HUGE}",
    "a huge step": f"/api/falls/{LONG}/{HUGE}",
    "a step below zero": f"/api/falls/{LONG}/-1",
    "a huge round": f"/api/log/x-{HUGE}",
    "many parameters": "/api/games?" + "a=&" * 300,
    "digits without end": f"/api/replay/{LONG}?seat=" + "9" * 900,
    "no number": "/api/games/finished?before=nan",
    "a huge limit": f"/api/games/finished?limit={HUGE}",
}
BODIES = {
    "nested options": '{"game":"dix-mille","options":{"a":' + NESTED + "}}",
    "nested": NESTED,
    "a huge number": '{"game":"dix-mille","options":{"target":1e400}}',
    "huge chairs": f'{{"game":"dix-mille","chairs":{HUGE}}}',
    "half a character": '{"game":"dix-mille","name":"\\ud800"}',
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with a finished game: what is asked of it reaches the store."""
    data = tmp_path_factory.mktemp("odd") / "data"
    asyncio.run(keep(data, long_game()))
    with running(data) as made:
        yield made


def status(server: Server, method: str, path: str, body: str | None = None) -> int:
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=30)
    line.request(method, path, body, JSON)
    found = line.getresponse()
    found.read()
    line.close()
    return found.status


@pytest.mark.parametrize("path", PATHS)
@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_an_odd_address_is_no_error_inside(server: Server, method: str, path: str) -> None:
    before = server.log.read_text()
    assert status(server, method, PATHS[path]) in (200, 400, 404)
    assert server.log.read_text() == before


@pytest.mark.parametrize("body", BODIES)
def test_an_odd_body_is_no_error_inside(server: Server, body: str) -> None:
    before = server.log.read_text()
    assert status(server, "POST", "/api/tables", BODIES[body]) in (400, 404)
    assert server.log.read_text() == before


def test_names_of_files_that_do_not_exist_displace_no_file(tmp_path: Path) -> None:
    (tmp_path / "page.js").write_text("// a file of the page")
    found = static_files._file(tmp_path, "page.js")
    for number in range(2 * static_files.CACHED):
        assert static_files._file(tmp_path, f"{number}.js") is None
    assert found is not None and static_files._file(tmp_path, "page.js") is found


def test_a_reference_is_short(tmp_path: Path) -> None:
    """It is written to the journal: 16 kB with every message would fill the disk at a megabyte a second."""
    with running(tmp_path / "data") as server:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        path = f"/api/tables/{made['table']}/messages"
        said = {"type": "ready", "ready": True, "ref": "r" * 64}
        assert server.request(path, said, made["token"])["what"] == "readied"
        refused = '{"type":"ready","ready":false,"ref":"' + "r" * 65 + '"}'
        assert status(server, "POST", path, refused) == 400


@pytest.mark.parametrize("path", ["/api/tables", "/api/tables/abc/messages"])
@pytest.mark.parametrize("head", ["content-length: 20", "transfer-encoding: chunked"])
def test_whoever_hangs_up_in_a_body_is_no_error_inside(server: Server, path: str, head: str) -> None:
    with socket.create_connection(("127.0.0.1", server.port), PATIENCE) as raw:
        lines = f"POST {path} HTTP/1.1", "host: localhost", "content-type: application/json", head
        raw.sendall("\r\n".join([*lines, "", ""]).encode())
        time.sleep(0.2)  # the application waits for the body
    assert status(server, "GET", "/api/games") == 200
    assert '"trace"' not in server.log.read_text()
