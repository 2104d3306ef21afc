"""What a stranger may send over HTTP: bounded in size, number and time, and others go on being served."""

import asyncio
import contextlib
import gzip
import http.client
import json
import os
import resource
import socket
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cinq.server.http.protocol import RESERVED
from tests.server.client import Server, running
from tests.server.measured_server import MeasuredServer
from tests.server.storage.test_background_reader import LONG, keep, long_game

PATIENCE = 20.0
"""Seconds in which a connection that should be closed is."""
SHORT: dict[str, Any] = {"head_timeout": 0.5, "body_timeout": 0.5, "unread_timeout": 0.5}
ALLOWED = 40
"""Megabytes that a flood may add to the server's memory, allocator and all; unlimited ones add hundreds."""


@pytest.fixture(scope="module")
def limited(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with little patience; what is too long is tried on one with the usual."""
    with running(tmp_path_factory.mktemp("http") / "data", **SHORT) as server:
        yield server


def connect(server: Server, small: bool = False) -> socket.socket:
    """A plain connection; with `small`, one that holds little of what it does not read."""
    raw = socket.socket()
    if small:
        raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    raw.settimeout(PATIENCE)
    raw.connect(("127.0.0.1", server.port))
    return raw


def answer(raw: socket.socket) -> bytes:
    """All that the server says until it closes the connection."""
    said = b""
    with contextlib.suppress(ConnectionError):
        while more := raw.recv(65536):
            said += more
    raw.close()
    return said


def send(raw: socket.socket, data: bytes) -> None:
    """Send until all is sent or the server has hung up."""
    with contextlib.suppress(ConnectionError):
        raw.sendall(data)


def memory(server: Server) -> float:
    """Megabytes in use by the server."""
    assert server.process is not None
    pages = int(Path(f"/proc/{server.process.pid}/statm").read_text().split()[1])
    return pages * os.sysconf("SC_PAGE_SIZE") / 1e6


def alive(server: Server) -> bool:
    with urllib.request.urlopen(server.url + "/healthz", timeout=PATIENCE) as reply:
        return bool(reply.read() == b"ok\n")


HEAD = b"GET /healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


LONG_HEADS = {
    "field": HEAD + b"X: " + b"a" * 40_000,
    "path": b"GET /" + b"a" * 40_000,
    "fields": HEAD + b"X: 1\r\n" * 2_000,
}
HALVES = {
    "nothing": b"",
    "half a line": b"GET /heal",
    "a line": HEAD,
    "half a field": HEAD + b"X: ",
    "half a body": POST + b"Content-Length: 100\r\n\r\n{",
}
LONG_BODIES = {
    "with its length": b"Content-Length: 30000000\r\n\r\n",
    "in chunks": b"Transfer-Encoding: chunked\r\n\r\n",
}


@pytest.mark.parametrize("head", LONG_HEADS)
def test_a_long_head_is_refused(server: Server, head: str) -> None:
    raw = connect(server)
    send(raw, LONG_HEADS[head])
    said = answer(raw)
    assert b" 431 " in said.partition(b"\r\n")[0] and b'"limited"' in said


def test_an_endless_head_takes_no_memory(server: Server) -> None:
    before = memory(server)
    for _ in range(4):
        raw = connect(server)
        send(raw, HEAD + b"X: " + b"a" * 20_000_000)
        raw.close()
    assert memory(server) - before < ALLOWED


@pytest.mark.parametrize("half", HALVES)
def test_a_request_that_does_not_arrive_is_given_up(limited: Server, half: str) -> None:
    raw = connect(limited)
    raw.sendall(HALVES[half])
    assert b" 408 " in answer(raw).partition(b"\r\n")[0]


def test_dribbled_line_ends_keep_no_connection_open(limited: Server) -> None:
    raw, until = connect(limited), time.monotonic() + PATIENCE
    raw.sendall(HEAD + b"\r\n")
    with contextlib.suppress(ConnectionError):
        while time.monotonic() < until:
            raw.sendall(b"\r\n")
            time.sleep(0.1)
    assert time.monotonic() < until, "it was never closed"


@pytest.mark.parametrize("kind", LONG_BODIES)
def test_a_long_body_is_refused(server: Server, kind: str) -> None:
    before, raw = memory(server), connect(server)
    chunk = b"x" * 8192 if kind == "with its length" else b"2000\r\n" + b"x" * 8192 + b"\r\n"
    send(raw, POST + LONG_BODIES[kind] + chunk * 4000)
    assert b" 413 " in answer(raw).partition(b"\r\n")[0]
    assert memory(server) - before < ALLOWED


def test_pipelined_requests_are_bounded(server: Server) -> None:
    """A few are answered in order; a flood ends its connection and leaves no memory behind."""
    with connect(server) as raw:
        raw.sendall((HEAD + b"\r\n") * 8)
        said = b""
        while said.count(b"ok\n") < 8:
            said += raw.recv(65536)
    before = memory(server)
    for _ in range(3):
        flood = connect(server, small=True)
        send(flood, b"GET /healthz HTTP/1.1\r\n\r\n" * (6_000_000 // 25))
        assert memory(server) - before < ALLOWED
        flood.close()
    assert alive(server) and memory(server) - before < ALLOWED


def test_whoever_does_not_read_its_answers_is_cut_off(limited: Server) -> None:
    before, raws = memory(limited), [connect(limited, small=True) for _ in range(10)]
    for raw in raws:
        send(raw, (b"GET /docs/openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n") * 8)
    until = time.monotonic() + PATIENCE
    while connections(limited) > 1:
        assert time.monotonic() < until, "they are still connected"
        time.sleep(0.1)
    assert memory(limited) - before < ALLOWED
    for raw in raws:
        raw.close()


def connections(server: Server) -> int:
    """Connections that the server holds, by the kernel's count."""
    assert server.process is not None
    rows = Path(f"/proc/{server.process.pid}/net/tcp").read_text().split("\n")[1:]
    mine = f":{server.port:04X}"
    return sum(row.split()[1].endswith(mine) and row.split()[3] == "01" for row in rows if row)


def test_connections_of_one_address_are_bounded(tmp_path: Path) -> None:
    with running(tmp_path / "data", connections_per_address=5, trusted_proxies=[]) as server:
        raws = [connect(server) for _ in range(5)]
        for raw in raws:  # each is answered, so all five are counted
            raw.sendall(HEAD + b"\r\n")
            raw.recv(4096)
        refused = answer(connect(server))
        assert b" 429 " in refused.partition(b"\r\n")[0] and b"from this address" in refused
        for raw in raws:
            raw.close()
        wait_until_served(server)


def test_a_proxy_is_not_one_visitor(tmp_path: Path) -> None:
    with running(tmp_path / "data", connections_per_address=5) as server:
        raws = [connect(server) for _ in range(12)]
        assert alive(server)
        for raw in raws:
            raw.close()


def wait_until_served(server: Server) -> None:
    until = time.monotonic() + PATIENCE
    while True:
        try:
            assert alive(server)
            return
        except OSError:
            assert time.monotonic() < until
            time.sleep(0.1)


def test_requests_of_one_address_are_bounded_whatever_they_ask_for(tmp_path: Path) -> None:
    with running(tmp_path / "data", messages_per_second=0.5, message_burst=10) as server:
        with pytest.raises(urllib.error.HTTPError) as error:
            for _ in range(200):
                assert alive(server)
        assert error.value.code == 429 and b"this address" in error.value.read()


def test_a_server_takes_the_descriptors_that_it_may_have(tmp_path: Path) -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    server = Server(tmp_path / "data", sockets=1000)
    resource.setrlimit(resource.RLIMIT_NOFILE, (min(256, hard), hard))
    try:
        server.start()
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))
    assert server.process is not None
    assert resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE)[0] == min(hard, 1000 + RESERVED)
    server.stop()


def test_there_is_an_answer_when_descriptors_run_out(tmp_path: Path) -> None:
    """Some descriptors are the server's own: visitors beyond are told, and served when there is room."""
    with running(tmp_path / "data", head_timeout=PATIENCE) as server:
        assert server.process is not None
        resource.prlimit(server.process.pid, resource.RLIMIT_NOFILE, (256, 256))
        made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
        kept, raws = connect(server), [connect(server) for _ in range(200)]
        said = answer(connect(server))
        assert b" 503 " in said.partition(b"\r\n")[0] and b"full" in said
        raws += [connect(server) for _ in range(200)]
        kept.sendall(f"GET /api/tables/{made['table']} HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n".encode())
        assert b" 200 " in kept.recv(4096), "whoever is connected is served"
        for raw in [*raws, kept]:
            raw.close()
        wait_until_served(server)


def test_whoever_does_not_read_a_long_replay_holds_little_of_it(tmp_path: Path) -> None:
    """Without compression it has ten megabytes: connections would hold them, and unpacking them the loop."""
    data, count = tmp_path / "data", 12
    asyncio.run(keep(data, long_game()))
    path = f"GET /api/replay/{LONG}?everything=true HTTP/1.1\r\nHost: 127.0.0.1\r\n".encode()
    with running(data, questions_per_address=100) as server:
        packed = connect(server)
        packed.sendall(path + b"Accept-Encoding: gzip\r\nConnection: close\r\n\r\n")
        whole = gzip.decompress(answer(packed).partition(b"\r\n\r\n")[2])
        before, raws = memory(server), [connect(server, small=True) for _ in range(count)]
        for raw in raws:
            raw.sendall(path + b"\r\n")
            assert raw.recv(12) == b"HTTP/1.1 200"
        grown = memory(server) - before
        assert len(whole) > 5_000_000 and grown < len(whole) * count / 1e6 / 4
        for raw in raws:
            raw.close()
        assert server.request(f"/api/replay/{LONG}?everything=true") == json.loads(whole)


def test_a_long_log_is_compressed_beside_the_loop(tmp_path: Path) -> None:
    """Five megabytes took a quarter of a second of the loop, for each that asked."""
    data, log = tmp_path / "data", long_game()
    header, _, lines = log.partition(b"\n")
    asyncio.run(keep(data, header + b"\n" + lines * (5_000_000 // len(lines))))
    server = MeasuredServer(data)
    server.start()
    try:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        sizes = []
        for encoding in ("gzip", "identity"):
            line.request("GET", f"/api/log/{LONG}", headers={"accept-encoding": encoding})
            sizes.append(len(line.getresponse().read()))
        line.close()
    finally:
        server.stop()
    found = [line for line in server.slices.read_text().splitlines() if "Task.task_wakeup" in line]
    assert sizes[0] < sizes[1] / 4 and max(float(one.split()[0]) for one in [*found, "0"]) < 50.0, found


def cpu(server: Server) -> float:
    """Seconds of processor time of the server."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def test_a_document_that_anybody_may_ask_for_costs_no_more_than_another(server: Server) -> None:
    """The schema of the API was made and compressed for every request, on the loop."""

    def cost(path: str) -> float:
        line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=60)
        began = cpu(server)
        for _ in range(150):
            line.request("GET", path, headers={"accept-encoding": "gzip"})
            assert len(line.getresponse().read())
        line.close()
        return cpu(server) - began

    cost("/docs/openapi.json")  # it is made once
    assert cost("/docs/openapi.json") < 3 * cost("/healthz") + 0.1
