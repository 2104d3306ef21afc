"""Drives connections and HTTP callers through random interleavings, and checks who everybody is.

    python -m tests.server.interleavings.drive 1000000 --processes 2

One interleaving: two to eight requests (hello, hello twice, sit, leave, kick, ready, nonce, start, end
of a game, rematch, hang up and come back) of four persons with two connections each, at two tables,
are delivered while writes are committed, fail and rooms are put away in a random order; then
everything comes to rest. All along, nobody may be bound to, act for or be shown a chair whose token
they were not given; at rest, whoever has said hello with the token of a chair is on it. A seed gives
the same interleavings again.
"""

from __future__ import annotations

import argparse
import asyncio
import gc
import logging
import os
import random
import secrets
import sys
from collections.abc import Callable, Coroutine
from concurrent.futures import ProcessPoolExecutor, as_completed
from functools import partial
from typing import Any

os.environ.setdefault("CINQ_GAMES", "tests.pig")

from cinq.server import wire
from cinq.server.rooms.room import Room
from cinq.server.rooms.tokens import hashed
from cinq.server.rooms.viewers import HttpCaller
from cinq.table import lobby, play
from cinq.table.table import Refusal, Table
from tests.server.interleavings.step_loop import StepLoop
from tests.server.interleavings.two_servers import Servers
from tests.server.interleavings.world import Link, Person, Recorder, Registry, new_server

TABLES, CHAIRS, PEOPLE = 2, 3, 4
EPISODE = 40
"""Interleavings after which new tables are made."""
FAILURES = 0.01
"""The share of writes that fail, and of packets between servers that are lost."""
BEATS = 3
"""Signs of life after which what was lost between two servers has been noticed by both."""
PIECE = 2_000
"""Interleavings of one seed."""


class Unexpected(logging.Handler):
    """Collects what the server logs with a traceback: a request that failed inside."""

    def __init__(self, found: list[str]) -> None:
        super().__init__()
        self.found = found

    def emit(self, record: logging.LogRecord) -> None:
        if record.exc_info:
            self.found.append(f"{record.getMessage()}: {record.exc_info[1]!r}")


class Driver:
    """One random source, one server, four persons."""

    def __init__(self, seed: int, loop: StepLoop) -> None:
        self.rng = random.Random(seed)
        self.loop = loop
        self.server, self.store = new_server(loop)
        self.registry = self.server.registry
        self.tables: list[str] = []
        self.links: list[Link] = []
        self.names = 0
        self.tasks: set[asyncio.Future[None]] = set()
        self.played = 0
        """Games played to their end."""
        self.changes = CHANGES

    @property
    def violations(self) -> list[str]:
        return self.store.violations

    # ------------------------------------------------------------ one episode

    def episode(self) -> None:
        """New tables, persons and connections."""
        for link in self.links:
            link.hang_up()
        self.rest()
        for room in list(self.registry.rooms.values()):
            room.close("over")
            self.registry.forget(room)
        self.store.disk.clear()
        self.store.owners.clear()
        self.store.sitting.clear()
        self.store.people[:] = [Person(number) for number in range(PEOPLE)]
        self.tables = [self._open(self.rng.choice(self.store.people)) for _ in range(TABLES)]
        self.links = [self._connect(person) for person in self.store.people for _ in range(2)]

    def _open(self, host: Person) -> str:
        new = wire.NewTable("pig", "Host", CHAIRS, {"target": 10})
        task = asyncio.ensure_future(self.registry.make(new, ""))
        self.rest(failures=0.0)
        made = task.result()
        assert made.token is not None
        host.given(made.table, made.token)
        return made.table

    def _connect(self, person: Person) -> Link:
        return Link(self.server, Recorder(person, self.store))

    def interleaving(self) -> None:
        """Some requests in some order, until all is at rest."""
        for _ in range(self.rng.randint(2, 8)):
            self.rng.choice(REQUESTS)(self)
            for _ in range(self.rng.randint(0, 2)):
                self.rng.choice(self.changes)(self)
            self.check_bindings()
        self.rest()
        self.check_at_rest()

    # ------------------------------------------------------------ what may happen at any time

    def run_loop(self) -> None:
        self.loop.step()

    def commit(self, failures: float = FAILURES) -> None:
        if self.store.pending:
            failed = OSError("the disk") if self.rng.random() < failures else None
            self.store.let_through(self.rng.randrange(len(self.store.pending)), failed)

    def pass_time(self) -> None:
        self.loop.advance(self.rng.choice((0.06, 0.06, 4.0)))

    def put_away(self) -> None:
        """A room that nobody looks at is dropped from memory, and read again when asked for."""
        if self.rng.random() < 0.05:
            self.loop.advance(61.0)
            self.registry.drop_idle_rooms()

    def rest(self, failures: float = FAILURES) -> None:
        """Let through all that waits, in a random order, until nothing does."""
        while self.store.pending or not self.loop.idle:
            if self.store.pending and self.rng.random() < 0.5:
                self.commit(failures)
            self.loop.step()

    # ------------------------------------------------------------ requests

    def _link(self) -> Link:
        at = self.rng.randrange(len(self.links))
        if self.links[at].lost:
            self.links[at] = self._connect(self.links[at].person)
        return self.links[at]

    def _hello(self, person: Person) -> dict[str, Any]:
        """With a token of the table, of another table, or none."""
        table = self.rng.choice(self.tables)
        own = [token for token, at in person.tokens.items() if at == table]
        other = [token for token, at in person.tokens.items() if at != table]
        chosen = self.rng.choices((own[-2:], other[-2:], []), (6, 1, 3))[0]
        token = {"token": self.rng.choice(chosen)} if chosen else {}
        return {"type": "hello", "table": table, "mixes": self.rng.random() < 0.5, **token}

    def hello(self) -> None:
        link = self._link()
        link.say(self._hello(link.person))

    def hello_twice(self) -> None:
        link = self._link()
        link.say(*(self._hello(link.person) for _ in range(self.rng.randint(2, 3))))

    def hang_up(self) -> None:
        self._link().hang_up()

    def say(self, kind: str, **fields: Any) -> None:
        """On a socket; the reference names the person."""
        link = self._link()
        self.names += 1
        link.say({"type": kind, "ref": f"{kind} {link.person.number} {self.names}", **fields})

    def sit(self) -> None:
        link = self._link()
        name = self._name_of(link.person)
        link.say({"type": "sit", "name": name, "ref": name})

    def _name_of(self, person: Person) -> str:
        """A new name under which this person asks for a chair."""
        self.names += 1
        self.store.sitting[f"P{self.names}"] = person
        return f"P{self.names}"

    def _ask(self, table: str, token: str | None, message: wire.FromSeat) -> HttpCaller | None:
        """Over HTTP; None where the token is no chair's, or the room would have to be read first."""
        room = self.registry.rooms.get(table)
        if room is None:
            self._keep(self._read(table))
            return None
        try:
            caller = HttpCaller(room.binding_of(hashed(token) if token else None))
        except Refusal:
            return None
        room.handle(caller, message)
        return caller

    def _keep(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something beside the rest, with a reference until it is done."""
        task = asyncio.ensure_future(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _read(self, table: str) -> None:
        await self.registry.room(table)

    def sit_over_http(self) -> None:
        person, table = self.rng.choice(self.store.people), self.rng.choice(self.tables)
        if caller := self._ask(table, None, wire.Sit(self._name_of(person), None, "sit")):
            self._keep(self._take_token(person, caller))

    async def _take_token(self, person: Person, caller: HttpCaller) -> None:
        if isinstance(answer := await caller.answered(), wire.Seated):
            person.given(answer.table, answer.token)

    def over_http(self, kind: Callable[[str], wire.FromSeat], name: str) -> None:
        """Something that only a chair's owner may say, with any of the person's tokens."""
        person = self.rng.choice(self.store.people)
        if person.tokens:
            token, table = self.rng.choice(list(person.tokens.items()))
            self.names += 1
            self._ask(table, token, kind(f"{name} {person.number} {self.names}"))

    def as_host(self, message: wire.FromSeat) -> None:
        """The host's own request, over HTTP."""
        table = self.rng.choice(self.tables)
        room = self.registry.rooms.get(table)
        owner = (
            self.store.owners[table].get(room.table.host) if room and room.table.host is not None else None
        )
        for person in self.store.people:
            for token in person.tokens:
                if hashed(token) == owner:
                    self._ask(table, token, message)

    def kick(self) -> None:
        self.as_host(wire.OpenSeat(self.rng.randrange(CHAIRS)))

    def start(self) -> None:
        self.as_host(wire.Start("beginner"))

    def end_game(self) -> None:
        """The rest of a game in one request, as quick bots would play it."""
        room = self.registry.rooms.get(self.rng.choice(self.tables))
        if room is not None:
            room.submit(partial(self._play_out, room))

    def _play_out(self, room: Room, now: float) -> None:
        t: Table = room.table
        self.played += t.phase == "playing"
        while t.phase == "playing" and t.match is not None and not t.paused:
            seat = t.must_act()[0]
            play.play(t, now, seat, self.rng.choice(t.game.legal(t.match.state, seat)))
        lobby.begin_if_mixed(t, now)

    # ------------------------------------------------------------ what must hold

    def check_bindings(self) -> None:
        """At any time: nobody is bound to a chair whose token they were not given."""
        for link in self.links:
            viewer = link.known_as
            binding = viewer.binding if viewer is not None else None
            if binding is None or binding.seat is None or not binding.room.holds(binding):
                continue
            if not link.viewer.entitled(binding.room.table.id, binding.seat):
                said = (
                    f"person {link.person.number} is bound to chair {binding.seat} of {binding.room.table.id}"
                )
                self.violations.append(said)
            link.viewer.check()

    def check_at_rest(self) -> None:
        """At rest: whoever said hello with the token of a chair is on it, in the one group they belong to."""
        self.check_bindings()
        for link in self.links:
            link.sitting = False
            if link.last is not None and link.last[0] in self.store.failed:
                link.last = None
            viewer = link.known_as
            binding = viewer.binding if viewer is not None else None
            if viewer is None or binding is None:
                continue
            groups = [seat for seat, group in binding.room.viewers.items() if viewer in group]
            if groups != [binding.seat] or not binding.room.holds(binding):
                self.violations.append(f"{binding.seat} of {binding.room.table.id} is in the groups {groups}")
            self._check_claim(link, binding.room, binding.seat)
        self.store.failed.clear()

    def _check_claim(self, link: Link, room: Room, seat: int | None) -> None:
        table, token = link.last or ("", None)
        if token is None:
            return
        owned = [s for s, owner in self.store.owners[table].items() if owner == hashed(token)]
        if owned and (room.table.id, [seat]) != (table, owned):
            self.violations.append(f"person {link.person.number} is on {seat} and owns {owned} of {table}")


class ClusterDriver(Driver):
    """The same, with half of the connections and requests on a second server that owns no table."""

    def __init__(self, seed: int, loop: StepLoop) -> None:
        super().__init__(seed, loop)
        assert isinstance(self.registry, Registry)
        self.servers = Servers(self.registry, self.store, loop)
        self.changes = (*CHANGES, *(lambda _: self.deliver(),) * 3, lambda _: self.servers.beat())

    def _connect(self, person: Person) -> Link:
        return self.servers.connect(person) if self.rng.random() < 0.5 else super()._connect(person)

    def deliver(self) -> None:
        self.servers.deliver(lost=self.rng.random() < FAILURES)

    def rest(self, failures: float = FAILURES) -> None:
        """Until no packet is on its way, and what was lost has been noticed."""
        super().rest(failures)
        for _ in range(BEATS):
            self.servers.beat()
            super().rest(failures)
            while self.servers.packets:
                self.servers.deliver()
                super().rest(failures)

    def _ask(self, table: str, token: str | None, message: wire.FromSeat) -> HttpCaller | None:
        if self.rng.random() < 0.5 or isinstance(message, wire.Sit):
            return super()._ask(table, token, message)
        self._keep(self.servers.ask(table, hashed(token) if token else None, message, lambda _: None))
        return None

    def check_at_rest(self) -> None:
        super().check_at_rest()
        self.servers.check_at_rest()


CHANGES: tuple[Callable[[Driver], None], ...] = (
    Driver.run_loop,
    Driver.run_loop,
    Driver.run_loop,
    Driver.commit,
    Driver.commit,
    Driver.pass_time,
    Driver.put_away,
)
REQUESTS: tuple[Callable[[Driver], None], ...] = (
    *(Driver.hello,) * 4,
    *(Driver.hello_twice,) * 3,
    *(Driver.sit,) * 3,
    *(Driver.sit_over_http,) * 2,
    Driver.hang_up,
    Driver.kick,
    *(Driver.start,) * 2,
    *(Driver.end_game,) * 2,
    lambda driver: driver.say("leave"),
    lambda driver: driver.say("ready"),
    lambda driver: driver.say("nonce", nonce="n"),
    *(lambda driver: driver.say("rematch"),) * 2,
    lambda driver: driver.over_http(wire.Leave, "leave"),
    lambda driver: driver.over_http(partial(wire.Ready, True), "ready"),
    lambda driver: driver.over_http(wire.Rematch, "rematch"),
)


def seed_secrets(rng: random.Random) -> None:
    """Make the secrets and tokens of this process follow from a seed."""
    secrets.token_bytes = lambda nbytes=None: rng.randbytes(nbytes or 32)
    secrets.token_hex = lambda nbytes=None: rng.randbytes(nbytes or 32).hex()
    secrets.token_urlsafe = secrets.token_hex
    secrets.choice = rng.choice


def run(seed: int, count: int, servers: int = 1) -> tuple[int, list[str]]:
    """Run interleavings; the number of games they played, and every violation."""
    with StepLoop() as loop:
        driver = ClusterDriver(seed, loop) if servers > 1 else Driver(seed, loop)
        seed_secrets(driver.rng)
        logger = logging.getLogger("cinq")
        logger.handlers, logger.propagate = [Unexpected(driver.violations)], False
        gc.collect()
        gc.freeze()  # the registry collects garbage when it has dropped rooms
        for number in range(count):
            if number % EPISODE == 0:
                driver.episode()
            driver.interleaving()
            if driver.violations or loop.errors:
                found = [*driver.violations, *(str(error) for error in loop.errors)]
                return driver.played, [f"seed {seed}, interleaving {number}: {text}" for text in found[:5]]
    return driver.played, []


def main(count: int, seed: int, processes: int, servers: int) -> int:
    """Run PIECE interleavings of each seed from `seed` on; shows how far it is. Returns the exit status."""
    pieces = [(seed + i, min(PIECE, count - i * PIECE), servers) for i in range(-(-count // PIECE))]
    done = played = 0
    violations: list[str] = []
    with ProcessPoolExecutor(processes) as pool:
        runs = {pool.submit(run, *one): one[1] for one in pieces}
        for future in as_completed(runs):
            games, found = future.result()
            done, played = done + runs[future], played + games
            violations += found
            filled = 30 * done // count
            bar = f"[{'#' * filled}{'.' * (30 - filled)}] {done:,} of {count:,}, {len(violations)} violations"
            print(
                bar, end="\r" if sys.stderr.isatty() and done < count else "\n", file=sys.stderr, flush=True
            )
    for text in violations[:20]:
        print(text)
    seeds = f"seeds {seed} to {pieces[-1][0]}"
    print(f"{done:,} interleavings ({seeds}), {played:,} games, {len(violations)} violations")
    return 1 if violations else 0


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("count", type=int, help="number of interleavings")
    parser.add_argument("--seed", type=int, default=1, help=f"first seed; each has {PIECE:,} interleavings")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--servers", type=int, default=1, choices=(1, 2), help="2: over a cluster's path")
    arguments = parser.parse_args()
    sys.exit(main(arguments.count, arguments.seed, arguments.processes, arguments.servers))
