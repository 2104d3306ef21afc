"""A lost connection at every point of a game; a server killed at any moment; a damaged journal."""

import asyncio
import random
import sqlite3
from collections import Counter
from pathlib import Path
from typing import Any

import msgspec
import pytest
from websockets.exceptions import ConnectionClosed

from cinq.table import events
from cinq.table.events import decode_row
from tests.server.client import PATIENCE, Client, Server, choose, my_turn, play_on, running, seated, table
from tests.server.storage.journals import relink, rows


@pytest.mark.parametrize("game", ["dix-mille", "five-or-less"])
def test_coming_back_at_every_point(server: Server, game: str) -> None:
    """After each of its actions a client drops its connection and returns, knowing all, some or nothing."""

    async def go() -> None:
        rng = random.Random(11)
        options: Any = {"target": 1000} if game == "dix-mille" else {"end": {"rounds": 5}}
        async with table(server, game, 2, options=options) as people:
            other = asyncio.create_task(play_on(people[1], 1, rng))
            client, times = people[0], 0
            while not client.over and times < 60:
                if my_turn(client, 0):
                    await client.act(choose(client, rng) or {})
                    client = await _again(server, client, rng)
                    times += 1
                else:
                    await client.hear(20.0)
            assert times >= 2
            await play_on(client, 0, rng)
            await asyncio.wait_for(other, 60)

    asyncio.run(go())


async def _again(server: Server, client: Client, rng: random.Random) -> Client:
    await client.drop()
    last = rng.choice([client.seq, client.seq, max(1, client.seq - 2), None, 10**9, -5])
    back = Client(server, client.table, client.token)
    back.refs = client.refs
    if last == client.seq:  # what it knew, it knows
        back.seq, back.view, back.state, back.sync = client.seq, client.view, client.state, client.sync
        await back.open(last)
    else:
        await back.open(None if last != 10**9 else last)
    truth = server.request(f"/api/tables/{client.table}", token=client.token)
    while back.seq < truth["seq"]:
        await back.hear()
    if back.seq == truth["seq"]:
        assert _known(back.view) == _known(truth["view"])
    return back


def _known(view: Any) -> Any:
    """A view without its empty optional fields: a change says null where a whole view leaves them out."""
    return {name: value for name, value in view.items() if value is not None} if view else view


def test_a_missed_message_is_sent_again_as_it_was(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            start = people[0].seq
            for _ in range(6):
                (seat,) = people[0].state["must_act"]
                await people[seat].act({"type": "throw"})
                while people[1 - seat].seq < people[seat].seq:
                    await people[1 - seat].hear()
            back = Client(server, people[0].table, people[0].token)
            back.seq, back.view = start, people[0].sync["view"]
            await back.open(start)
            assert back.seq == people[0].seq and back.view == people[0].view

    asyncio.run(go())


def test_a_resent_action_is_played_once(server: Server) -> None:
    async def go() -> None:
        async with table(server, "dix-mille", 2) as people:
            (seat,) = people[0].state["must_act"]
            client = people[seat]
            said = {"type": "act", "seq": client.seq, "action": {"type": "throw"}, "ref": "once"}
            await client.send(said)
            first = await client.until(lambda m: m.get("ref") == "once")
            await client.send(said)
            again = await client.until(lambda m: m.get("ref") == "once")
            assert first["type"] == "update" and again["type"] == "done"
            assert first["after"] < again["seq"] <= first["seq"]

    asyncio.run(go())


# ---------------------------------------------------------------- kill -9


class Player:
    """Two seats of one table in a hurry; remembers every action that was acknowledged."""

    def __init__(self, server: Server, clients: list[Client]) -> None:
        self.server = server
        self.clients = clients
        self.acked: dict[str, int] = {}
        self.pending: dict[str, Any] | None = None
        self.count = 0

    async def run(self) -> None:
        """Act until the connection is lost."""
        try:
            await self._resend()
            while True:
                seat = next((s for s in (0, 1) if my_turn(self.clients[s], s)), None)
                if seat is None or self.clients[seat].over:
                    return
                client = self.clients[seat]
                self.count += 1
                ref = f"a{self.count}"
                item = next(i for i in client.menu if i["type"] in ("throw", "bank"))
                self.pending = {"type": "act", "seq": client.seq, "action": item, "ref": ref}
                await client.send(self.pending)
                await self._answer(seat, ref)
        except (ConnectionClosed, OSError):
            return

    async def _answer(self, seat: int, ref: str) -> None:
        answer = await self.clients[seat].until(lambda m: m.get("ref") == ref)
        assert answer["type"] in ("update", "done"), answer
        self.acked[ref] = answer["seq"]
        self.pending = None
        while self.clients[1 - seat].seq < self.clients[seat].seq:
            await self.clients[1 - seat].hear()

    async def _resend(self) -> None:
        """What was not acknowledged is said again, by its seat, with the same reference."""
        if self.pending is None:
            return
        for client in self.clients:
            await client.send(self.pending)
            answer = await client.until(lambda m: self.pending and m.get("ref") == self.pending["ref"])
            if answer["type"] != "refused":
                self.acked[self.pending["ref"]] = answer["seq"]
                break
        self.pending = None
        await self.refresh()

    async def refresh(self) -> None:
        for client in self.clients:
            await client.send({"type": "ask_sync"})
            await client.until(lambda m: m["type"] == "sync")

    async def return_(self) -> None:
        """Every seat gets back in, from the last number it knows."""
        for client in self.clients:
            await client.open(client.seq)


async def _made(server: Server) -> Player:
    return Player(server, await seated(server, "dix-mille", options={"target": 20_000}))


async def _crashes(data: Path, tables: int, kills: int, seconds: float) -> int:
    server = Server(data)
    server.start()
    players = [await _made(server) for _ in range(tables)]
    rng = random.Random(5)
    try:
        for _ in range(kills):
            running_now = [asyncio.create_task(player.run()) for player in players]
            await asyncio.sleep(seconds * rng.uniform(0.3, 1.0))
            await asyncio.to_thread(server.kill)
            await asyncio.gather(*running_now)
            await asyncio.to_thread(server.start)
            for player in players:
                await player.return_()
                _nothing_lost(server.data, player)
        return sum(len(player.acked) for player in players)
    finally:
        server.stop()


def _nothing_lost(data: Path, player: Player) -> None:
    """Every acknowledged action stands in the journal, once, where it was said to be."""
    journal = [decode_row(row).event for row in rows(data, player.clients[0].table)]
    played = [(event.ref, seq) for seq, event in enumerate(journal, 1) if isinstance(event, events.Played)]
    refs = Counter(ref for ref, _ in played if ref)
    assert not [ref for ref, times in refs.items() if times > 1], "played twice"
    lost = [ref for ref in player.acked if ref not in refs]
    assert not lost, f"acknowledged and lost: {lost}"


def test_kill_9_loses_nothing(tmp_path: Path) -> None:
    assert asyncio.run(_crashes(tmp_path / "data", tables=12, kills=3, seconds=0.8)) > 50


@pytest.mark.slow
def test_kill_9_twenty_times_over_a_hundred_tables(tmp_path: Path) -> None:
    assert asyncio.run(_crashes(tmp_path / "data", tables=100, kills=20, seconds=2.5)) > 2_000


def test_a_graceful_stop_says_when_to_come_back(tmp_path: Path) -> None:
    async def go(server: Server) -> None:
        made = server.request("/api/tables", {"game": "dix-mille", "name": "A"})
        client = await Client(server, made["table"], made["token"]).open()
        await asyncio.to_thread(server.stop)
        bye = await client.until(lambda m: m["type"] == "bye")
        assert bye["again"] > 0

    with running(tmp_path / "data") as server:
        asyncio.run(go(server))
        assert server.process is not None and server.process.returncode in (0, -15)


# ---------------------------------------------------------------- a damaged journal


@pytest.mark.parametrize("damage", ["bytes", "missing", "last", "illegal"])
def test_a_damaged_row_puts_only_its_table_aside(tmp_path: Path, damage: str) -> None:
    async def go() -> None:
        server = Server(tmp_path / "data")
        server.start()
        players = [await _made(server) for _ in range(3)]
        for player in players:
            await asyncio.wait_for(asyncio.gather(*[_a_few(player)]), PATIENCE)
        server.kill()
        _damage(server.data, players[0].clients[0].table, damage)
        server.start()
        try:
            for player in players[1:]:
                await player.return_()
                await _a_few(player)
            victim = Client(server, players[0].clients[0].table, players[0].clients[0].token)
            opening = asyncio.create_task(victim.open())
            async with asyncio.timeout(PATIENCE):
                while not victim.messages:
                    await asyncio.sleep(0.02)
            opening.cancel()
            assert victim.messages[-1]["code"] == "unavailable"
            assert '"table quarantined' in server.log.read_text()
            assert b"cinq_damaged_tables 1.0" in _metrics(server)
        finally:
            server.stop()

    asyncio.run(go())


async def _a_few(player: Player) -> None:
    """Three throws or banks."""
    for _ in range(3):
        seat = next(s for s in (0, 1) if my_turn(player.clients[s], s))
        await player.clients[seat].act({"type": "throw"})
        while player.clients[1 - seat].seq < player.clients[seat].seq:
            await player.clients[1 - seat].hear()


def _metrics(server: Server) -> bytes:
    import urllib.request

    with urllib.request.urlopen(server.url + "/metrics") as answer:
        return bytes(answer.read())


def _damage(data: Path, ident: str, how: str) -> None:
    """To one of the last rows, which a server that was killed left where they came."""
    with sqlite3.connect(data / "cinq.sqlite") as db:
        where = "WHERE table_id = ? AND seq = ?"
        (last,) = db.execute("SELECT max(seq) FROM fresh WHERE table_id = ?", (ident,)).fetchone()
        if how in ("missing", "last"):
            db.execute(f"DELETE FROM fresh {where}", (ident, last - 2 if how == "missing" else last))
            return
        (body,) = db.execute(f"SELECT body FROM fresh {where}", (ident, last - 1)).fetchone()
        if how == "bytes":
            db.execute(f"UPDATE fresh SET body = ? {where}", (body[:-4] + b"\0\0\0\0", ident, last - 1))
            return
        wrong = msgspec.json.encode(
            [1.0, {"type": "played", "actor": 0, "action": {"type": "dice", "values": [9]}}]
        )
        db.execute(f"UPDATE fresh SET body = ? {where}", (wrong, ident, last - 1))
        relink(db, ident)
