"""docs/hosting.md, "Two hosts": its commands are run in their order, and people play while they are.

Addresses and paths are those of this test: two supervisors on loopback are the two hosts, each with
the unit's command. `systemctl` stands for what the unit says that it does.
"""

from __future__ import annotations

import asyncio
import json
import os
import re
import shlex
import shutil
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest
from tools.services import find

from tests.ports import free_port
from tests.scale.deploy.fronts import DEPLOY, Caddy, Nginx
from tests.scale.players import Party, violations
from tests.scale.services import Postgres, Redis, until
from tests.server.client import PLENTY
from tests.test_documents import BLOCK, OF_HOSTS, ROOT, SPAN

PAGE = ROOT / "docs" / "hosting.md"
USED = ("createuser", "createdb", "pg_dump", "pg_restore")


def shown() -> list[list[str]]:
    """The commands of the part of the page, in their order."""
    part = PAGE.read_text("utf-8").partition("**Two hosts**")[2].partition("\n* ")[0]
    blocks = [text for kind, text in BLOCK.findall(part) if kind == "sh"]
    return [shlex.split(row) for text in blocks for row in text.splitlines()]


class Host:
    """One of the two hosts: the command of the unit, on ports of this computer."""

    def __init__(self, folder: Path, database: str, redis: str) -> None:
        unit = (folder / "etc/systemd/system/cinq.service").read_text()
        line = re.search(r"^ExecStart=/opt/cinq/bin/cinq serve (.*)", unit, re.MULTILINE)
        assert line and "ExecReload=/bin/kill -HUP $MAINPID" in unit
        self.ports = free_port()
        words = [*shlex.split(line[1]), "--host", "127.0.0.1", "--port", str(free_port())]
        words += ["--worker-ports", str(self.ports), *self._plenty()]
        found = {**os.environ, "CINQ_DATABASE": database, "CINQ_REDIS": redis}
        with (folder / f"host-{self.ports}.log").open("ab") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cinq.cli", "serve", *words], stdout=log, stderr=log, env=found
            )

    @staticmethod
    def _plenty() -> list[str]:
        return [word for name, value in PLENTY.items() for word in ("--set", f"{name}={json.dumps(value)}")]

    def workers(self) -> list[int]:
        """The processes of the workers that are ready."""
        return [pid for pid in map(self._pid, range(2)) if pid]

    def _pid(self, number: int) -> int:
        try:
            with urllib.request.urlopen(f"http://127.0.0.1:{self.ports + number}/readyz", timeout=5) as found:
                return int(found.headers["x-process"])
        except OSError:
            return 0

    def end(self) -> None:
        self.process.terminate()
        self.process.wait(60)


class Stage:
    """What the commands are run on, one method a program."""

    def __init__(self, folder: Path, postgres: Postgres, redis: Redis) -> None:
        self.folder, self.postgres, self.redis = folder, postgres, redis
        self.hosts: list[Host] = []
        self.nginx: Nginx | None = None

    def run(self, words: Sequence[str]) -> None:
        """Run one command of the page, as it can be run here."""
        name = words[0].rpartition("/")[2]
        runs: dict[str, Callable[[list[str]], None]] = {
            "python3": self._venv,
            "pip": self._pip,
            "cp": self._copy,
            "systemctl": self._systemctl,
            "nginx": self._nginx,
            "cinq": self._cinq,
            **dict.fromkeys(USED, self._postgres),
        }
        runs[name](self._here(words))

    def _here(self, words: Sequence[str]) -> list[str]:
        """The words, with addresses and paths of this test."""
        server = f"cinq@127.0.0.1:{self.postgres.port}/"
        found = [word.replace("cinq@10.0.0.20/", server) for word in words]
        found = [re.sub(r"^(sqlite://)?/(var|etc)/", rf"\1{self.folder}/\2/", word) for word in found]
        return [str(self.folder / word) if word == "cinq-monday.dump" else word for word in found]

    def _postgres(self, words: list[str]) -> None:
        at = {"--host": ["--host", "127.0.0.1", "--port", str(self.postgres.port), "--username", "root"]}
        if "--host" in words:
            words = [*words[: words.index("--host")], *at["--host"], *words[words.index("--host") + 2 :]]
        subprocess.run([str(self.postgres.bin / words[0]), *words[1:]], check=True, timeout=60)

    def _venv(self, words: list[str]) -> None:
        assert words == ["python3", "-m", "venv", "/opt/cinq"]  # tests/packaging/test_wheel.py makes one

    def _pip(self, words: list[str]) -> None:
        assert words[1] == "install" and words[2].endswith("[server,scale]")  # as above

    def _copy(self, words: list[str]) -> None:
        target = Path(words[2])
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / words[1], target)

    def _systemctl(self, words: list[str]) -> None:
        if words[1:3] == ["enable", "--now"]:
            url = f"postgresql://cinq@127.0.0.1:{self.postgres.port}/cinq"
            self.hosts = [Host(self.folder, url, self.redis.url) for _ in range(2)]
            until(lambda: all(len(host.workers()) == 2 for host in self.hosts), "all workers are ready")
        else:
            assert words[1] == "reload"
            former = {pid for host in self.hosts for pid in host.workers()}
            for host in self.hosts:
                host.process.send_signal(signal.SIGHUP)
            until(lambda: self._replaced(former), "all workers are replaced")

    def _replaced(self, former: set[int]) -> bool:
        present = [pid for host in self.hosts for pid in host.workers()]
        return len(present) == 4 and not former & set(present)

    def _nginx(self, words: list[str]) -> None:
        if words[1:] == ["-t"]:
            site = (self.folder / "etc/nginx/conf.d/cinq.conf").read_text()
            assert site == (DEPLOY / "nginx.conf").read_text()
            self.nginx = Nginx(*(f"127.0.0.1:{host.ports + n}" for host in self.hosts for n in range(2)))
            subprocess.run([*self.nginx.command(), "-t"], check=True, timeout=60)
        else:
            assert words[1:] == ["-s", "reload"] and self.nginx is not None
            self.nginx.start()
            subprocess.run([*self.nginx.command(), *words[1:]], check=True, timeout=60)
            until(self.nginx.answers, "nginx answers after a reload")

    def _cinq(self, words: list[str]) -> None:
        Path(words[-1].removeprefix("sqlite://")).parent.mkdir(parents=True, exist_ok=True)
        done = subprocess.run(
            [sys.executable, "-m", "cinq.cli", *words[1:]],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )
        assert done.returncode == 0 and "2 tables" in done.stdout, done

    def end(self) -> None:
        for host in self.hosts:
            host.end()
        if self.nginx is not None:
            self.nginx.end()


@pytest.fixture
def stage(tmp_path: Path, redis: Redis) -> Iterator[Stage]:
    postgres = Postgres("root")
    made = Stage(tmp_path, postgres, redis)
    try:
        postgres.start()
        yield made
    finally:
        made.end()
        postgres.end()


def test_from_nothing_to_two_hosts(stage: Stage) -> None:
    commands = shown()
    first = next(at for at, words in enumerate(commands) if words[0] == "pg_dump")

    async def go() -> list[str]:
        for words in commands[:first]:
            await asyncio.to_thread(stage.run, words)
        assert stage.nginx is not None
        party = Party([stage.nginx.server()], 0)
        for _ in range(2):
            await asyncio.to_thread(party.open)
        party.start()
        await party.progress(time.monotonic())
        for words in commands[first:]:
            await asyncio.to_thread(stage.run, words)
        await party.progress(time.monotonic())
        await party.end()
        return await violations(party, stage.postgres.url.replace("/postgres", "/cinq"))

    assert asyncio.run(go()) == []


def test_caddy_accepts_the_file(tmp_path: Path) -> None:
    asked = [words for span in SPAN.findall(PAGE.read_text("utf-8")) if (words := span.split())[0] == "caddy"]
    assert asked == [["caddy", "validate", "--config", "/etc/caddy/Caddyfile"]]
    caddy = Caddy("127.0.0.1:1", "127.0.0.1:2")
    try:
        program, config = find("caddy"), str(caddy.folder / "Caddyfile")
        subprocess.run([program, "validate", "--config", config], check=True, timeout=60)
    finally:
        caddy.end()


def test_every_program_of_hosts_is_run_here() -> None:
    known = {*USED, "cp", "systemctl", "nginx", "caddy"}
    assert known == set(OF_HOSTS)
    assert {words[0].rpartition("/")[2] for words in shown()} <= known | {"cinq", "pip", "python3"}
