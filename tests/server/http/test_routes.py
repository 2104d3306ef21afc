"""The API over HTTP: all of it by hand once, then schemathesis on the schema it publishes."""

import asyncio
import base64
import hashlib
import json
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from schemathesis.specs.openapi import checks

from cinq.games import GAMES
from tests.server.client import PATIENCE, Client, Server, running, table

ROOT = Path(__file__).parents[3]


def refused(server: Server, path: str, body: object = None, token: str | None = None) -> tuple[int, Any]:
    with pytest.raises(urllib.error.HTTPError) as error:
        server.request(path, body, token)
    return error.value.code, json.loads(error.value.read())


def test_the_games_and_their_options(server: Server) -> None:
    games = {game["name"]: game for game in server.request("/api/games")}
    assert set(games) == set(GAMES)
    options = {option["name"]: option for option in games["dix-mille"]["options"]}
    assert options["target"]["default"] == 10_000 and options["zeros"]["kind"] == "switch"
    for name, game in games.items():
        assert game["players"][0] >= 2 and server.request(f"/api/games/{name}") == game
    assert refused(server, "/api/games/chess")[0] == 404


def test_play_by_curl(server: Server) -> None:
    """Make a table, look, act, be refused, all over HTTP; bots answer."""
    new = {"game": "dix-mille", "name": "Ana", "bots": ["regular"], "start": True, "public": True}
    made = server.request("/api/tables", new)
    path, token = f"/api/tables/{made['table']}", made["token"]
    until = time.monotonic() + 60
    while 0 not in (look := server.request(path, token=token)).get("must_act", ()):
        assert time.monotonic() < until, "the bot does not play"
        time.sleep(0.02)
    throw = {"seq": look["seq"], "action": {"type": "throw"}, "ref": "1"}
    answer = server.request(path + "/actions", throw, token)
    assert answer["type"] == "update" and answer["lines"][0]["actor"] == 0
    assert server.request(path + "/actions", throw, token)["type"] == "done"
    stale = {"seq": look["seq"], "action": {"type": "throw"}, "ref": "2"}
    assert refused(server, path + "/actions", stale, token)[1]["code"] in ("stale", "illegal")
    assert refused(server, path + "/actions", throw)[0] == 403
    assert refused(server, path + "/actions", throw, "wrong")[0] == 401
    malformed = {"seq": 10**6, "action": {"type": "dice", "values": [1]}}
    assert refused(server, path + "/actions", malformed, token)[1]["code"] == "malformed"
    assert server.request(path)["table"]["id"] in {t["id"] for t in server.request("/api/tables")}
    said = server.request(path + "/messages", {"type": "say", "phrase": "hello", "ref": "s"}, token)
    assert said["type"] == "said"


def test_an_action_is_a_message_like_any_other(server: Server) -> None:
    """`act` over `/messages` is the `act` of a socket, judged by the same rules."""
    made = server.request(
        "/api/tables", {"game": "dix-mille", "name": "Ana", "bots": ["regular"], "start": True}
    )
    path, token = f"/api/tables/{made['table']}", made["token"]
    until = time.monotonic() + 60
    while 0 not in (look := server.request(path, token=token)).get("must_act", ()):
        assert time.monotonic() < until, "the bot does not play"
        time.sleep(0.02)
    throw = {"type": "act", "seq": look["seq"], "action": {"type": "throw"}, "ref": "1"}
    answer = server.request(path + "/messages", throw, token)
    assert answer["type"] == "update" and answer["lines"][0]["actor"] == 0
    dealt = throw | {"seq": 10**6, "action": {"type": "dice", "values": [1]}, "ref": "2"}
    assert refused(server, path + "/messages", dealt, token)[1]["code"] == "malformed"
    assert refused(server, path + "/messages", {"type": "nothing"}, token)[1]["code"] == "malformed"


def test_a_seats_menu_is_its_own(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            (seat,) = people[0].state["must_act"]
            path = f"/api/tables/{people[0].table}"
            assert server.request(path, token=people[seat].token)["menu"]
            assert "menu" not in server.request(path, token=people[1 - seat].token)
            assert "menu" not in server.request(path)

    asyncio.run(go())


def test_the_stream_is_what_a_socket_gets(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            lines = await asyncio.to_thread(_open_stream, server, people[0])
            first = json.loads(await asyncio.to_thread(lines.readline))
            assert first["type"] == "sync" and first["you"] == 0
            (seat,) = people[0].state["must_act"]
            await people[seat].act({"type": "throw"})
            while (message := json.loads(await asyncio.to_thread(lines.readline)))["type"] != "update":
                pass
            assert message["lines"][0]["actor"] == seat
            lines.close()

    asyncio.run(go())


def _open_stream(server: Server, client: Client) -> Any:
    headers = {"authorization": f"Bearer {client.token}"}
    asked = urllib.request.Request(f"{server.url}/api/tables/{client.table}/stream", headers=headers)
    return urllib.request.urlopen(asked, timeout=PATIENCE)


def test_any_program_can_be_a_seat(server: Server) -> None:
    """The example bot on both chairs, through the runner, to the end."""
    new = {"game": "dix-mille", "options": {"target": 1000}}
    made = server.request("/api/tables", new)
    code = "import sys; from cinq.client.bot_program import main; sys.exit(main(sys.argv[1], sys.argv[2:]))"
    url = f"{server.url}/t/{made['table']}"
    command = [sys.executable, "-c", code, url, sys.executable, str(ROOT / "examples/any_bot.py")]
    bots = [subprocess.Popen(command, stderr=subprocess.PIPE) for _ in range(2)]
    said = [bot.communicate(timeout=60)[1] for bot in bots]
    assert [bot.returncode for bot in bots] == [0, 0] and all(b"the winners are" in err for err in said)


def test_health_readiness_and_figures(server: Server) -> None:
    for path in ("/healthz", "/readyz", "/metrics", "/docs", "/", "/t/abc", "/replay/x-1"):
        with urllib.request.urlopen(server.url + path) as answer:
            assert answer.status == 200
    with urllib.request.urlopen(server.url + "/metrics") as answer:
        assert b"cinq_lines_total" in answer.read()
    assert refused_status(server, "/assets/none.js") == 404
    assert refused_status(server, "/api/nothing") == 404


def test_the_game_cards_come_in_the_browsers_language(server: Server) -> None:
    if not (ROOT / "src/cinq/server/static/home.en.html").exists():
        pytest.skip("the page is not built (npm run build)")
    for accepted, said in (("en-GB,fr;q=0.5", b"Five games"), ("fr", b"Cinq jeux"), ("de", b"Cinq jeux")):
        request = urllib.request.Request(server.url, headers={"accept-language": accepted})
        with urllib.request.urlopen(request) as answer:
            body = answer.read()
            assert "accept-language" in answer.headers["vary"]
        assert said in body and body.count(b'href="/play/') == 5
    with urllib.request.urlopen(server.url + "/en") as answer:
        assert b"Five games" in answer.read()


def test_a_page_runs_nothing_from_elsewhere(server: Server) -> None:
    with urllib.request.urlopen(server.url + "/table/abc") as answer:
        allowed = dict(part.split(" ", 1) for part in answer.headers["content-security-policy"].split("; "))
        own = (ROOT / "web/index.html").read_bytes().split(b"<script>")[1].split(b"</script>")[0]
        digest = base64.b64encode(hashlib.sha256(own).digest()).decode()
        assert allowed["default-src"] == "'self'" and allowed["script-src"] == f"'self' 'sha256-{digest}'"
        assert allowed["frame-ancestors"] == "'none'"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert answer.read().count(b"<script>") <= 1


def refused_status(server: Server, path: str) -> int:
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(server.url + path)
    return error.value.code


def test_nothing_outside_the_page_is_served(server: Server) -> None:
    for path in ("/../app.py", "/%2e%2e/app.py", "/..%2f..%2fapp.py", "/%00"):
        try:
            with urllib.request.urlopen(server.url + path) as answer:
                assert b"uvicorn" not in answer.read()
        except urllib.error.HTTPError as error:
            assert error.code in (400, 404)


def test_the_schema_is_true(tmp_path: Path) -> None:
    """Whatever the schema allows is answered as the schema says, and nothing makes the server stumble."""
    with running(tmp_path / "data") as server:
        schema = schemathesis.openapi.from_url(server.url + "/docs/openapi.json")
        operations = [found.ok() for found in schema.get_all_operations()]
        assert len(operations) > 12
        for operation in operations:
            _fuzz(operation)
        assert '"trace"' not in server.log.read_text()


def _fuzz(operation: Any) -> None:
    @settings(max_examples=15, deadline=None, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def check(case: Any) -> None:
        # what a schema cannot say (a game's own options, names of tables) is refused with a clear 4xx
        case.call_and_validate(timeout=PATIENCE, excluded_checks=[checks.positive_data_acceptance])

    check()


@pytest.mark.parametrize("path", ["/", "/fr", "/healthz", "/readyz", "/api/games", "/docs/openapi.json"])
def test_head_is_answered_like_get(server: Server, path: str) -> None:
    got, head = (
        urllib.request.urlopen(urllib.request.Request(server.url + path, method=method), timeout=20)
        for method in ("GET", "HEAD")
    )
    assert head.status == got.status == 200 and head.read() == b"" != got.read()
    same = ("content-type", "content-length", "cache-control")
    assert [head.headers[name] for name in same] == [got.headers[name] for name in same]


def test_head_of_a_stream_ends_and_head_of_nothing_is_404(server: Server) -> None:
    made = server.request("/api/tables", {"game": "dix-mille", "name": "Ana"})
    stream = f"{server.url}/api/tables/{made['table']}/stream"
    asked = urllib.request.Request(stream, method="HEAD")
    with urllib.request.urlopen(asked, timeout=PATIENCE) as answer:
        assert answer.status == 200 and "ndjson" in answer.headers["content-type"] and answer.read() == b""
    looked = server.request(f"/api/tables/{made['table']}")
    assert looked["table"].get("spectators", 0) == 0, "nobody is left watching"
    with pytest.raises(urllib.error.HTTPError) as error:
        urllib.request.urlopen(urllib.request.Request(server.url + "/api/games/chess", method="HEAD"))
    assert error.value.code == 404 and error.value.read() == b""
