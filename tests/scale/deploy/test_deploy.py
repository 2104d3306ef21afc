"""The files of deploy/ are what the programs that read them accept, and their commands start a server."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

import msgspec.yaml
import pytest
from tools.services import Missing, find

from tests.ports import free_port
from tests.scale.deploy.fronts import DEPLOY, Caddy
from tests.scale.players import Party, violations
from tests.scale.services import Postgres, Redis
from tests.scale.workers import Worker, workers
from tests.server.client import START
from tests.test_documents import healthy


def program(name: str) -> str:
    """Where a program is; the test is left out without it."""
    try:
        return find(name)
    except Missing as missing:
        pytest.skip(str(missing))


def accepted(*command: str, **environment: str) -> str:
    """What a command that must succeed prints."""
    found = {**os.environ, **environment}
    done = subprocess.run(command, capture_output=True, text=True, env=found, timeout=120, check=False)
    assert done.returncode == 0, done
    return done.stdout


def serves(words: Sequence[str], postgres: Postgres, redis: Redis) -> None:
    """See that the words of a `cinq serve` command, on a free port, start a server that is ready."""
    port = str(free_port())
    words = [port if before == "--port" else word for before, word in zip(["", *words], words, strict=False)]
    found = {**os.environ, "CINQ_DATABASE": postgres.url, "CINQ_REDIS": redis.url}
    process = subprocess.Popen([sys.executable, "-m", "cinq.cli", *words], env=found)
    try:
        assert healthy(f"http://127.0.0.1:{port}/readyz", START)
    finally:
        process.send_signal(signal.SIGTERM)
        ended = process.wait(60)
    assert ended in (0, -signal.SIGTERM)


def unit() -> str:
    return (DEPLOY / "cinq.service").read_text()


def test_systemd_accepts_the_unit(tmp_path: Path) -> None:
    """With a program that exists in the place of the one of a host."""
    copy = tmp_path / "cinq.service"
    copy.write_text(unit().replace("/opt/cinq/bin/cinq", sys.executable))
    accepted(program("systemd-analyze"), "verify", "--man=no", str(copy))


def test_the_command_of_the_unit(postgres: Postgres, redis: Redis) -> None:
    found = re.search(r"^ExecStart=/opt/cinq/bin/cinq (.*)", unit(), re.MULTILINE)
    assert found
    serves(shlex.split(found[1]), postgres, redis)


def compose() -> Mapping[str, Any]:
    """The services of the compose file, variables filled in."""
    file = str(DEPLOY / "compose.yaml")
    text = accepted(program("docker-compose"), "-f", file, "config", CINQ_PASSWORD="secret")
    services: Mapping[str, Any] = msgspec.yaml.decode(text)["services"]
    return services


def test_compose_accepts_the_file_and_wants_a_password() -> None:
    services = compose()
    assert set(services) == {"server1", "server2", "postgres", "redis", "proxy"}
    lacking = subprocess.run(
        [program("docker-compose"), "-f", str(DEPLOY / "compose.yaml"), "config"],
        capture_output=True,
        text=True,
        check=False,
    )
    assert lacking.returncode != 0 and "deploy/.env" in lacking.stderr


def test_the_commands_of_the_compose_file(postgres: Postgres, redis: Redis) -> None:
    found = re.search(r"^ENTRYPOINT (.*)", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert found
    serves([*json.loads(found[1])[1:], *compose()["server1"]["command"]], postgres, redis)
    proxy = compose()["proxy"]["command"]
    options = accepted(program("caddy"), "help", "reverse-proxy")
    assert all(word.removeprefix("--") in options for word in proxy if word.startswith("--"))


def test_prometheus_accepts_the_rules() -> None:
    said = accepted(program("promtool"), "check", "rules", str(DEPLOY / "prometheus-rules.yaml"))
    assert "5 rules found" in said


def test_prometheus_accepts_the_questions_of_the_dashboard(tmp_path: Path) -> None:
    asked = re.findall(r'"expr": "(.*)"', (DEPLOY / "grafana-dashboard.json").read_text())
    rules = [{"record": f"panel:{at}", "expr": expr} for at, expr in enumerate(asked)]
    file = tmp_path / "rules.yaml"
    file.write_bytes(msgspec.yaml.encode({"groups": [{"name": "dashboard", "rules": rules}]}))
    assert f"{len(asked)} rules found" in accepted(program("promtool"), "check", "rules", str(file))


@pytest.fixture
def pair(postgres: Postgres, redis: Redis, tmp_path: Path) -> Iterator[list[Worker]]:
    with workers(tmp_path / "w", 2, postgres.url, redis.url) as made:
        yield made


def test_people_play_through_caddy_while_a_worker_dies(pair: list[Worker], postgres: Postgres) -> None:
    program("caddy")
    caddy = Caddy(*(f"127.0.0.1:{worker.port}" for worker in pair))

    async def go() -> list[str]:
        party = Party([caddy.server()], 3)
        party.start()
        await party.progress(time.monotonic())
        pair[0].kill()
        await party.progress(time.monotonic())
        await party.end()
        return await violations(party, postgres.url)

    try:
        caddy.start()
        assert asyncio.run(go()) == []
    finally:
        caddy.end()
