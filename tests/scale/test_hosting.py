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
from tools.services import find

from tests.scale.history import Party, problems
from tests.scale.services import Postgres, Redis, Service, as_nobody, until
from tests.server.client import PLENTY, Server, free_port

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"


class Nginx(Service):
    """nginx with the configuration of deploy/nginx.conf, without its certificate."""

    def __init__(self, *servers: str) -> None:
        super().__init__()
        text = (DEPLOY / "nginx.conf").read_text()
        text = re.sub(r"^    server 10\.0\.0\.\d+:8005 (.*)\n", "", text, flags=re.MULTILINE)
        text = text.replace(
            "upstream cinq {\n", "upstream cinq {\n" + "".join(f"    server {s};\n" for s in servers)
        )
        text = text.replace("listen 443 ssl;", f"listen 127.0.0.1:{self.port};")
        text = re.sub(r"^    ssl_.*\n", "", text, flags=re.MULTILINE)
        temporary = "".join(
            f"{kind}_temp_path {self.folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        (self.folder / "site.conf").write_text(text)
        (self.folder / "nginx.conf").write_text(
            f"daemon off; pid {self.folder}/pid; error_log {self.folder}/error.log;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary} include {self.folder}/site.conf; }}\n"
        )

    def command(self) -> list[str]:
        return [*as_nobody(), find("nginx"), "-c", str(self.folder / "nginx.conf"), "-e", "stderr"]

    def answers(self) -> bool:
        try:
            return bool(urllib.request.urlopen(f"http://127.0.0.1:{self.port}/healthz", timeout=2).read())
        except OSError:
            return False


class Front(Server):
    """A server whose address is all that matters."""

    def __init__(self, folder: Path, port: int) -> None:
        super().__init__(folder / "data")
        self.port = port


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
    supervised: Supervised, nginx: Nginx, postgres: Postgres, tmp_path: Path
) -> None:
    async def go() -> list[str]:
        party = Party([Front(tmp_path, nginx.port)], 3)
        party.start()
        await party.progress(time.monotonic())
        first = supervised.pid(0)
        os.kill(first, signal.SIGKILL)
        await party.progress(time.monotonic())
        await asyncio.to_thread(until, lambda: supervised.pid(0) not in (0, first), "the worker is back")
        former = [supervised.pid(0), supervised.pid(1)]
        supervised.process.send_signal(signal.SIGHUP)
        await asyncio.to_thread(until, lambda: _all_new(supervised, former), "both workers are replaced")
        await party.progress(time.monotonic())
        await party.end()
        return await _problems(party, postgres)

    assert asyncio.run(go()) == []


def _all_new(supervised: Supervised, former: list[int]) -> bool:
    present = [supervised.pid(0), supervised.pid(1)]
    return all(present) and not set(present) & set(former)


async def _problems(party: Party, postgres: Postgres) -> list[str]:
    from cinq.server.storage.postgres import rows
    from cinq.server.storage.postgres.store import open_pool

    pool = await open_pool(postgres.url)
    found = [
        problem
        for table, players in party.tables.items()
        for problem in problems(players, (await rows.read(pool, table))[0])
    ]
    pool.terminate()
    return found


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
