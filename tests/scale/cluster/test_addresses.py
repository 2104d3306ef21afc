"""Addresses as hosts have them: sockets of the file system, TLS, passwords, a user of Redis with few rights.

One server reaches PostgreSQL and Redis over TLS, the other through sockets; people play across both.
"""

from __future__ import annotations

import asyncio
import random
import re
import socket
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from pathlib import Path

import pytest

from tests.scale.services import Postgres, Redis, as_nobody
from tests.scale.workers import Worker
from tests.server.client import Client, play_on
from tests.test_documents import ROOT

SECRET = "five/dice@table"
ENCODED = "five%2Fdice%40table"
"""The same in an address."""


def certificate(folder: Path) -> None:
    """A key and a certificate of 127.0.0.1 that nobody but us has signed."""
    made = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=localhost",
    ]
    made += ["-addext", "subjectAltName=IP:127.0.0.1", "-keyout", "key.pem", "-out", "cert.pem"]
    subprocess.run([*as_nobody(), *made], cwd=folder, check=True, capture_output=True)


class LockedPostgres(Postgres):
    """Lets nobody in without a password, and over the network only with TLS."""

    def __init__(self) -> None:
        super().__init__()
        certificate(self.folder)
        (self.data / "pg_hba.conf").write_text(
            "local all cinq scram-sha-256\nhostssl all cinq 127.0.0.1/32 scram-sha-256\n"
        )
        lines = f"ALTER USER cinq PASSWORD '{SECRET}';\n"
        single = [str(self.bin / "postgres"), "--single", "-D", str(self.data), "postgres"]
        subprocess.run([*as_nobody(), *single], input=lines.encode(), check=True, capture_output=True)

    def command(self) -> list[str]:
        files = {"ssl_cert_file": self.folder / "cert.pem", "ssl_key_file": self.folder / "key.pem"}
        options = [word for name, path in files.items() for word in ("-c", f"{name}={path}")]
        return [*super().command(), "-c", "ssl=on", *options]

    @property
    def tls(self) -> str:
        query = f"sslmode=verify-full&sslrootcert={self.folder / 'cert.pem'}"
        return f"postgresql://cinq:{ENCODED}@127.0.0.1:{self.port}/postgres?{query}"

    @property
    def file(self) -> str:
        return f"postgres://cinq:{ENCODED}@/postgres?host={self.folder}&port={self.port}"


def rights() -> str:
    """The user of Redis that docs/hosting.md shows."""
    found = re.search(
        r"^ *user cinq on >\S+ (.*)$", (ROOT / "docs/hosting.md").read_text("utf-8"), re.MULTILINE
    )
    assert found
    return found[1]


class LockedRedis(Redis):
    """Lets in one user with few rights, over TLS and through a socket."""

    def __init__(self) -> None:
        super().__init__()
        certificate(self.folder)
        (self.folder / "conf").write_text(
            f"port 0\ntls-port {self.port}\nbind 127.0.0.1\nunixsocket {self.folder}/redis\n"
            "tls-cert-file cert.pem\ntls-key-file key.pem\ntls-ca-cert-file cert.pem\ntls-auth-clients no\n"
            f'save ""\nuser default off\nuser cinq on >{SECRET} {rights()}\n'
        )

    def command(self) -> list[str]:
        return [super().command()[0], str(self.folder / "conf")]

    def answers(self) -> bool:
        with suppress(OSError), socket.create_connection(("127.0.0.1", self.port), 1) as plain:
            context = ssl.create_default_context(cafile=str(self.folder / "cert.pem"))
            with context.wrap_socket(plain, server_hostname="127.0.0.1") as asked:
                asked.sendall(b"PING\r\n")
                return asked.recv(16).startswith(b"-NOAUTH")
        return False

    @property
    def tls(self) -> str:
        return f"rediss://cinq:{ENCODED}@127.0.0.1:{self.port}/0?ssl_ca_certs={self.folder / 'cert.pem'}"

    @property
    def file(self) -> str:
        return f"unix://cinq:{ENCODED}@{self.folder}/redis?db=0"


@pytest.fixture(scope="module")
def locked_postgres() -> Iterator[LockedPostgres]:
    with LockedPostgres().running() as service:
        yield service


@pytest.fixture(scope="module")
def locked_redis() -> Iterator[LockedRedis]:
    with LockedRedis().running() as service:
        yield service


def test_a_game_over_tls_and_sockets(
    locked_postgres: LockedPostgres, locked_redis: LockedRedis, tmp_path: Path
) -> None:
    async def go(owner: Worker, other: Worker) -> None:
        new = {"game": "dix-mille", "name": "Ana", "chairs": 2, "public": True, "options": {"target": 1_000}}
        made = owner.request("/api/tables", new)
        seated = other.request(f"/api/tables/{made['table']}/seats", {"name": "Ben"})
        first = await Client(other, made["table"], made["token"]).open()
        second = await Client(owner, made["table"], seated["token"]).open()
        for client in (first, second):
            await client.send({"type": "ready"})
        async with asyncio.timeout(20):
            while made["table"] not in {line["id"] for line in other.request("/api/tables")}:
                await asyncio.sleep(0.05)
        rng = random.Random(7)
        await asyncio.wait_for(asyncio.gather(play_on(first, 0, rng), play_on(second, 1, rng)), 120)
        assert first.seq == second.seq
        for client in (first, second):
            await client.close()

    with ExitStack() as ended:
        pair = [
            Worker(tmp_path / "w", database, redis, lease=60.0)
            for database, redis in (
                (locked_postgres.tls, locked_redis.tls),
                (locked_postgres.file, locked_redis.file),
            )
        ]
        for worker in pair:
            ended.callback(worker.end)
            worker.start()
        asyncio.run(go(pair[0], pair[1]))
        for worker in pair:
            worker.stop()  # gives its lease back


def test_a_move_through_a_socket(locked_postgres: LockedPostgres, tmp_path: Path) -> None:
    """The tables of the game above, whose servers have stopped, or none."""
    words = ["move", "--from", locked_postgres.file, "--to", f"sqlite://{tmp_path}/cinq.sqlite"]
    done = subprocess.run(
        [sys.executable, "-m", "cinq.cli", *words], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0 and "have arrived and were checked" in done.stdout, done


@pytest.mark.parametrize(
    "kind, address, says",
    [
        (
            "database",
            "postgresql://cinq:wrong@/postgres?host={postgres.folder}&port={postgres.port}",
            "password",
        ),
        ("database", "postgresql://cinq@127.0.0.1:1/postgres", "PostgreSQL: "),
        ("database", "mysql://localhost/cinq", "need --database postgresql://"),
        ("redis", "valkey://localhost/0", "redis://, rediss://, unix://"),
    ],
)
def test_an_address_that_does_not_work_says_why(
    locked_postgres: LockedPostgres, tmp_path: Path, kind: str, address: str, says: str
) -> None:
    found = {"database": locked_postgres.file, "redis": "redis://127.0.0.1:1/0"}
    found[kind] = address.format(postgres=locked_postgres)
    words = ["serve", "--port", "0", "--data", str(tmp_path)]
    words += [word for name, url in found.items() for word in (f"--{name}", url)]
    done = subprocess.run(
        [sys.executable, "-m", "cinq.cli", *words], capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode != 0 and says in done.stderr, done.stderr[-2000:]
    assert SECRET not in done.stderr and ENCODED not in done.stderr
