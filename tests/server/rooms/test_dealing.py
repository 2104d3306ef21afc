"""Dealing at a live table: the commitment first, then nonces, then lines whose chain everyone gets."""

from __future__ import annotations

import asyncio
import json
import random
import re
import shlex
import subprocess
import sys
import urllib.error
from collections.abc import Callable, Coroutine
from functools import wraps
from pathlib import Path
from typing import Any, ParamSpec

import pytest

from cinq.client.recording import read_recording
from cinq.core.recording import Recording, compare
from cinq.core.verify import Anchor, verify
from cinq.games import GAMES, load_game
from tests.server.client import Client, Json, Server, play_on, until

P = ParamSpec("P")


def on_a_loop(test: Callable[P, Coroutine[Any, Any, None]]) -> Callable[P, None]:
    """Run an async test on an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> None:
        asyncio.run(test(*args, **kwargs))

    return run


SHORT: dict[str, Json] = {"dix-mille": {"target": 1000}, "five-or-less": {"end": {"rounds": 1}}}


def against_bots(server: Server, game: str = "dix-mille", **new: Any) -> Json:
    """A table of one person and bots, not started."""
    seats = load_game(game).PLAYERS[0]
    bots = ["beginner"] * (seats - 1)
    body = {"game": game, "name": "Ana", "chairs": seats, "bots": bots, "options": SHORT.get(game, {}), **new}
    return dict(server.request("/api/tables", body))


async def mixing(server: Server, made: Json) -> Client:
    """A connection whose client answers commitments with nonces."""
    client = await Client(server, made["table"], made["token"]).open()
    hello = {"type": "hello", "table": made["table"], "token": made["token"], "mixes": True}
    await client.send(hello)
    await client.until(lambda m: m["type"] == "sync")
    return client


def log_of(server: Server, game: str) -> str:
    return bytes(server.request(f"/api/log/{game}")).decode()


def test_a_game_is_started_in_two_steps_with_the_nonce_after_the_commitment(server: Server) -> None:
    made = against_bots(server)
    path = f"/api/tables/{made['table']}/messages"
    start = {"type": "start", "nonce": "mine", "commitment": "00" * 32}
    with pytest.raises(urllib.error.HTTPError) as refused:
        server.request(path, start, made["token"])
    assert refused.value.code == 409, "stale: it answers another commitment"
    server.request(path, {**start, "commitment": made["commitment"]}, made["token"])
    table = server.request(f"/api/tables/{made['table']}")["table"]
    assert table["phase"] == "playing" and table["chairs"][0]["mixed"]
    assert table["commitment"] == made["commitment"]


@on_a_loop
async def test_a_rematch_shows_its_commitment_and_waits_for_the_nonce(server: Server) -> None:
    made = against_bots(server, start=True)
    client = await mixing(server, made)
    await play_on(client, 0, random.Random(1))
    first = client.state["reveal"]["commitment"]
    await client.send({"type": "rematch"})
    shown = await client.until(lambda m: m["type"] == "sync")
    assert shown["table"]["phase"] == "lobby" and shown["table"]["commitment"] != first
    await client.send({"type": "nonce", "nonce": "mine", "commitment": shown["table"]["commitment"]})
    begun = await client.until(lambda m: m["type"] == "sync" and m["table"]["phase"] == "playing")
    assert begun["table"]["commitment"] == shown["table"]["commitment"]
    await play_on(client, 0, random.Random(2))
    assert client.state["reveal"]["nonces"] == ["mine", ""]
    await client.close()


@on_a_loop
async def test_a_client_that_promised_a_nonce_and_gives_none_does_not_block(server: Server) -> None:
    made = against_bots(server)
    client = await mixing(server, made)
    await client.ask("start")
    begun = await client.until(lambda m: m["type"] == "sync")
    assert begun["table"]["phase"] == "playing" and not begun["table"]["chairs"][0].get("mixed")
    await client.close()


@pytest.mark.parametrize("game", GAMES)
@on_a_loop
async def test_a_seat_can_hold_the_log_to_what_it_was_shown(server: Server, game: str) -> None:
    made = against_bots(server, game)
    client = await mixing(server, made)
    await client.ask("start", nonce="mine", commitment=made["commitment"])
    await play_on(client, 0, random.Random(3))
    log = log_of(server, client.state["reveal"]["game"])
    shown = "\n".join(json.dumps(message) for message in client.messages)
    recording = read_recording(shown, made["commitment"])
    assert (recording.viewer, recording.commitment) == (0, made["commitment"])
    checked = verify(log, load_game, Anchor(recording.commitment, recording.chain))
    assert not checked.problems and checked.anchored == checked.lines and checked.mixed == (0,)
    assert compare(log, load_game, recording) == (checked.lines, [])
    _another_line_is_noticed(log, recording)
    await client.close()


def _another_line_is_noticed(log: str, recording: Recording) -> None:
    """Where one line was shown otherwise than the log has it."""
    for at, part in enumerate(recording.parts):
        for i, line in enumerate(part.lines[:1]):
            other = {**line.action, "type": "another"}
            lines = (*part.lines[:i], type(line)(line.actor, other), *part.lines[i + 1 :])
            parts = (*recording.parts[:at], type(part)(part.chain, lines), *recording.parts[at + 1 :])
            if at % 7 == 0:
                _, problems = compare(log, load_game, Recording(recording.viewer, "", parts))
                assert problems


@on_a_loop
async def test_a_spectator_and_a_seat_get_the_same_chain(server: Server) -> None:
    made = against_bots(server, "got-five")
    client, spectator = await mixing(server, made), await Client(server, made["table"]).open()
    await client.ask("start", nonce="mine")
    await play_on(client, 0, random.Random(4))
    await spectator.until(lambda m: m.get("result") is not None)
    chains = [
        {m["seq"]: m["chain"] for m in one.messages if m["type"] == "update"} for one in (client, spectator)
    ]
    assert chains[0] == chains[1] and len(chains[0]) > 5
    await client.close()
    await spectator.close()


@on_a_loop
async def test_the_command_line_takes_commitment_chain_and_recording(server: Server, tmp_path: Path) -> None:
    made = against_bots(server)
    client = await mixing(server, made)
    await client.ask("start", nonce="mine", commitment=made["commitment"])
    await play_on(client, 0, random.Random(5))
    log, shown = tmp_path / "game.log", tmp_path / "shown.ndjson"
    log.write_text(log_of(server, client.state["reveal"]["game"]))
    shown.write_text("\n".join(json.dumps(message) for message in client.messages))
    chain = client.state["chain"]
    commitment = made["commitment"]
    assert "the commitment is the log's own" in _verify(log)
    anchored = _verify(log, "--commitment", commitment, "--chain", chain)
    assert "log's own" not in anchored and "nonces of seats: 0" in anchored
    assert "as you were shown them" in _verify(log, "--shown", str(shown))
    assert "seen was" in _verify(log, "--commitment", "00" * 32, status=1)
    assert "changed afterwards" in _verify(log, "--chain", "00" * 32, status=1)
    log.write_text(log.read_text().replace('"Ana"', '"Eve"'))
    assert "was shown and is of no line" in _verify(log, "--shown", str(shown), status=1)
    await client.close()


@on_a_loop
async def test_the_document_s_commands_record_a_stream_and_hold_the_log_to_it(
    server: Server, tmp_path: Path
) -> None:
    page = Path(__file__).parents[3] / "docs" / "fairness.md"
    shown_commands = re.search(
        r"^```sh\n(curl .*)\n(cinq verify .*)\n```$", page.read_text("utf-8"), re.MULTILINE
    )
    assert shown_commands
    record, check = shown_commands.groups()
    made = against_bots(server)
    for word, value in (("HOST", server.url), ("TOKEN", made["token"]), ("TABLE", made["table"])):
        record = record.replace(word, value)
    curl = subprocess.Popen(["sh", "-c", f"exec {record}"], cwd=tmp_path)
    shown = tmp_path / "shown.ndjson"
    try:
        await until(lambda: shown.exists() and shown.stat().st_size > 0)
        client = await mixing(server, made)
        await client.ask("start", nonce="mine", commitment=made["commitment"])
        await play_on(client, 0, random.Random(6))
        await until(lambda: '"reveal"' in shown.read_text("utf-8"))
    finally:
        curl.terminate()
        curl.wait(30)
    (tmp_path / "game.log").write_text(log_of(server, client.state["reveal"]["game"]), "utf-8")
    _, _, log, *words = shlex.split(check)
    assert "as you were shown them" in _verify(Path(log), *words, folder=tmp_path)
    await client.close()


def _verify(log: Path, *arguments: str, status: int = 0, folder: Path | None = None) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "cinq.cli", "verify", str(log), *arguments],
        check=False,
        capture_output=True,
        text=True,
        cwd=folder,
    )
    assert done.returncode == status, done.stderr
    return done.stdout + done.stderr
