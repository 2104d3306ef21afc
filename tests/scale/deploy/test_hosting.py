"""`cinq serve --workers 2` behind a real nginx: websockets, a killed worker, a rolling restart, metrics."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.ports import free_port
from tests.scale.deploy.fronts import DEPLOY, Nginx
from tests.scale.players import Party, violations
from tests.scale.services import Postgres, Redis, until
from tests.server.client import PLENTY


class Supervised:
    """`cinq serve --workers 2`."""

    def __init__(self, folder: Path, postgres: Postgres, redis: Redis) -> None:
        self.port, self.ports = free_port(), free_port()
        self.log = folder / "supervisor.log"
        code = "import sys; from cinq.cli import main; sys.exit(main(sys.argv[1:]))"
        plenty = [word for name, value in PLENTY.items() for word in ("--set", f"{name}={json.dumps(value)}")]
        command = [sys.executable, "-c", code, "serve", "--port", str(self.port), "--workers", "2"]
        command += ["--worker-ports", str(self.ports), *plenty]
        found = {**os.environ, "CINQ_DATABASE": postgres.url, "CINQ_REDIS": redis.url}
        with self.log.open("ab") as log:
            self.process = subprocess.Popen(command, stdout=log, stderr=log, env=found)
        until(lambda: all(map(self.pid, (0, 1))), "both workers are ready")

    def pid(self, number: int) -> int:
        """The process of a worker that is ready, or 0."""
        try:
            with urllib.request.urlopen(
                f"http://127.0.0.1:{self.ports + number}/readyz", timeout=2
            ) as answer:
                return int(answer.headers["x-process"])
        except OSError:
            return 0

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(30)


@pytest.fixture(scope="module")
def supervised(
    postgres: Postgres, redis: Redis, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Supervised]:
    made = Supervised(tmp_path_factory.mktemp("supervised"), postgres, redis)
    try:
        yield made
    finally:
        made.end()


@pytest.fixture(scope="module")
def nginx(supervised: Supervised) -> Iterator[Nginx]:
    service = Nginx(*(f"127.0.0.1:{supervised.ports + number}" for number in (0, 1)))
    try:
        service.start()
        yield service
    finally:
        service.end()


def test_people_play_through_nginx_while_workers_die_and_are_replaced(
    supervised: Supervised, nginx: Nginx, postgres: Postgres
) -> None:
    async def go() -> list[str]:
        party = Party([nginx.server()], 3)
        party.start()
        await party.progress(time.monotonic())
        first = supervised.pid(0)
        os.kill(first, signal.SIGKILL)
        await party.progress(time.monotonic())
        await asyncio.to_thread(until, lambda: supervised.pid(0) not in (0, first), "the worker is back")
        former = [supervised.pid(0), supervised.pid(1)]
        table, server = next(iter(party.tables)).table, nginx.server()

        def all_new_and_no_error() -> bool:
            server.request(f"/api/tables/{table}")  # raises if a visitor would see an error
            return _all_new(supervised, former)

        supervised.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(until, all_new_and_no_error, "both workers are replaced")
        await party.progress(time.monotonic())
        await party.end()
        return await violations(party, postgres.url)

    assert asyncio.run(go()) == []


def _all_new(supervised: Supervised, former: list[int]) -> bool:
    present = [supervised.pid(0), supervised.pid(1)]
    return all(present) and not set(present) & set(former)


def test_metrics_are_private_and_each_worker_has_its_own(supervised: Supervised, nginx: Nginx) -> None:
    with pytest.raises(urllib.error.HTTPError) as hidden:
        urllib.request.urlopen(f"http://127.0.0.1:{nginx.port}/metrics", timeout=20)
    assert hidden.value.code == 404
    with urllib.request.urlopen(f"http://127.0.0.1:{supervised.ports}/metrics", timeout=20) as answer:
        assert b"cinq_rooms" in answer.read()


def test_the_rules_and_the_dashboard_name_metrics_that_exist(supervised: Supervised) -> None:
    with urllib.request.urlopen(f"http://127.0.0.1:{supervised.ports}/metrics", timeout=20) as answer:
        known = set(re.findall(r"^# TYPE (\S+)", answer.read().decode(), re.MULTILINE))
    used = re.findall(r"\bcinq_\w+", (DEPLOY / "prometheus-rules.yaml").read_text())
    used += re.findall(r"\bcinq_\w+", (DEPLOY / "grafana-dashboard.json").read_text())
    assert used and {re.sub(r"_bucket$", "", name) for name in used} <= known


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--workers", "2"], "need --database postgresql://"),
        (["--workers", "2", "--database", "postgresql://nowhere/x"], "need --redis redis://"),
        (["--no-bots"], "need --database postgresql://"),
    ],
)
def test_what_is_missing_is_said_in_one_line(words: list[str], said: str) -> None:
    code = "import sys; from cinq.cli import main; sys.exit(main(['serve', *sys.argv[1:]]))"
    done = subprocess.run([sys.executable, "-c", code, *words], capture_output=True, text=True, check=False)
    assert done.returncode == 2 and said in done.stderr and done.stderr.count("\n") == 1, done
