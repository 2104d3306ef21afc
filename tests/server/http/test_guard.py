"""Pages of other sites get nothing done through a visitor's browser; no response may run anything."""

import json
import socket
import urllib.error
import urllib.request
from pathlib import Path

import pytest

from cinq.server.http.guard import HOST, TARGET, is_own_name, refuse_host, same_origin
from tests.server.client import Server, running
from tests.server.websocket.test_protocol import handshake

NEW = json.dumps({"game": "dix-mille", "name": "Ana"}).encode()


def ask(
    server: Server, path: str, body: bytes | None = None, **headers: str
) -> tuple[int, str, dict[str, str]]:
    """The status, text and headers of an answer; `content_type` is the header content-type."""
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    asked = urllib.request.Request(server.url + path, body, named)
    try:
        with urllib.request.urlopen(asked, timeout=20) as answer:
            return answer.status, answer.read().decode(), dict(answer.headers)
    except urllib.error.HTTPError as error:
        return error.code, error.read().decode(), dict(error.headers)


def test_a_page_of_another_site_makes_no_table(server: Server) -> None:
    own = f"http://127.0.0.1:{server.port}"
    for origin in ("http://evil.example", "null", "http://[", "http://", ""):
        status, said, _ = ask(server, "/api/tables", NEW, content_type="application/json", origin=origin)
        assert status == 403 and json.loads(said)["code"] == "forbidden", origin
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", ""):
        status, said, _ = ask(server, "/api/tables", NEW, content_type=kind)
        assert status == 415 and "application/json" in json.loads(said)["message"], kind
    for kind in ("application/json", "Application/JSON; charset=utf-8"):
        assert ask(server, "/api/tables", NEW, content_type=kind, origin=own)[0] == 201
    assert ask(server, "/api/tables", NEW, content_type="application/json")[0] == 201, (
        "a program has no origin"
    )


def test_nothing_of_the_api_is_kept_by_a_cache(server: Server) -> None:
    """A view is its seat's alone, and a token is a chair: no browser or proxy may store an answer."""
    made = json.loads(ask(server, "/api/tables", NEW, content_type="application/json")[1])
    table, bearer = f"/api/tables/{made['table']}", f"Bearer {made['token']}"
    for path in (
        table,
        "/api/tables",
        "/api/games",
        "/api/games/finished",
        "/metrics",
        "/healthz",
        "/api/no",
    ):
        assert ask(server, path, authorization=bearer)[2]["cache-control"] == "no-store", path
    sat = ask(server, f"{table}/seats", b'{"name": "Bob"}', content_type="application/json")
    assert "token" in sat[1] and sat[2]["cache-control"] == "no-store"
    assert ask(server, "/")[2]["cache-control"] == "no-cache", "the page says itself how it is kept"


def test_a_name_that_is_not_this_servers_is_refused_and_says_what_helps(tmp_path: Path) -> None:
    with running(tmp_path / "data", allowed_hosts=["Cinq.example.org"]) as server:
        for path in ("/", "/api/games", "/metrics", "/healthz", "/docs"):
            status, said, _ = ask(server, path, host="rebound.example:8005")
            assert status == 403 and "--allow-host rebound.example" in said, path
        for host in (
            "cinq.example.org",
            "CINQ.EXAMPLE.ORG:443",
            "localhost:1",
            "10.0.0.3",
            "[::1]:8005",
            "pc.local",
        ):
            assert ask(server, "/healthz", host=host)[0] == 200, host
        request = handshake(server).replace(b"Host: 127.0.0.1", b"Host: rebound.example")
        with socket.create_connection(("127.0.0.1", server.port), 20) as raw:
            raw.sendall(request)
            assert b" 403 " in raw.recv(4096).partition(b"\r\n")[0]


def test_what_is_an_own_name() -> None:
    for host in ("127.0.0.1", "192.168.1.20:8005", "[fe80::1%eth0]:80", "pc", "Table.Local.", "a.home.arpa"):
        assert is_own_name(host, ()), host
    for host in (
        "evil.example",
        "127.0.0.1.evil.example",
        "local.evil.example",
        "1.2.3.4.5",
        "[evil.example]",
    ):
        assert not is_own_name(host, ()), host
    assert is_own_name("evil.example", ("*",))


def test_what_is_the_same_origin() -> None:
    assert same_origin(None, "a:1", ()) and same_origin("http://a:1", "a:1", ())
    assert not same_origin("http://evil", "a:1", ()) and same_origin("http://evil", "a:1", ("http://evil",))
    assert not same_origin("http://[", "a:1", ()), "an address that is none is no origin of ours"
    assert not same_origin("null", "", ()), "no name is nobody's"


@pytest.mark.parametrize(
    "path", ["/api/games", "/api/tables/none", "/api/none", "/healthz", "/metrics", "/docs"]
)
def test_every_response_has_a_content_policy(server: Server, path: str) -> None:
    headers = {name.lower(): value for name, value in ask(server, path)[2].items()}
    policy = headers["content-security-policy"]
    assert "frame-ancestors 'none'" in policy and headers["x-content-type-options"] == "nosniff"
    assert policy.startswith("default-src 'none'" if path != "/docs" else "default-src 'self'")


NO_UTF8 = b"\xff\xfe\x80"
POST = b"POST /api/tables HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BROKEN = {
    "body": POST + b"Content-Length: 3\r\n\r\n" + NO_UTF8,
    "path": b"GET /%ff%fe HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "table": b"GET /api/tables/%ff%00 HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "query": b"GET /api/games/finished?game=%ff&limit=%ff HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "header": b"GET /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: Bearer " + NO_UTF8 + b"\r\n\r\n",
    "host": b"GET /api/games HTTP/1.1\r\nHost: " + NO_UTF8 + b".x\r\n\r\n",
    "origin": b"GET /api/socket HTTP/1.1\r\nHost: 127.0.0.1\r\nOrigin: " + NO_UTF8 + b"\r\n\r\n",
    "raw path": b"GET /" + NO_UTF8 + b" HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n",
    "upgrade": b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: upgrade\r\nUpgrade: "
    + NO_UTF8
    + b"\r\n\r\n",
}


@pytest.mark.parametrize("kind", BROKEN)
def test_what_is_not_utf8_is_answered_and_logs_nothing(server: Server, kind: str) -> None:
    before = server.log.read_text()
    with socket.create_connection(("127.0.0.1", server.port), 20) as raw:
        raw.sendall(BROKEN[kind])
        status = raw.recv(4096).split(b" ")[1]
    assert status in (b"200", b"400", b"403", b"404"), status
    assert server.log.read_text() == before


def test_long_addresses_and_names_are_refused_before_any_cache_keeps_them(server: Server) -> None:
    """Of a thousand queries and paths each, whole texts would stay in memory: 16 kB each."""
    for path in ("/api/games?", "/table/", "/api/log/"):
        status, said, _ = ask(server, path + "x" * TARGET)
        assert status == 414 and json.loads(said)["code"] == "limited", path
        assert ask(server, path + "x" * 40)[0] in (200, 404)
    before = is_own_name.cache_info().currsize
    assert refuse_host([(b"host", b"x" * (HOST + 1))], ()) is not None
    assert is_own_name.cache_info().currsize == before
