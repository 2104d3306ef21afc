"""The HTTP API: games, tables, seats, actions, streams; `finished_games.py` has the rest.

Every type is a struct of `server/wire`; the OpenAPI schema at `/docs` follows from them. Bodies that
contain an action are decoded here and not by Litestar, so that the action stays as it was sent until
its game decodes it (`openapi.BODIES` describes them). A seat's token travels in the
`Authorization: Bearer` header, not in an address.
"""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated, TypeVar, cast

import msgspec
from litestar import MediaType, Router, get, post
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, RawBody
from litestar.response import Stream

from cinq.core.texts import Language, source
from cinq.games import GAMES, package
from cinq.server import wire
from cinq.server.http import finished_games
from cinq.server.http.catalogue import game_info, games
from cinq.server.http.compression import AS_IT_IS
from cinq.server.http.problems import PROBLEMS
from cinq.server.http.request import Asked, address_of, check_request, registry_of, token_of
from cinq.server.rooms.place import Place, Unreachable
from cinq.server.rooms.registry import LISTED
from cinq.server.rooms.viewers import StreamViewer
from cinq.server.websocket.connection import ConnectionLimits, decoded
from cinq.table.table import Refusal

T = TypeVar("T")
MOVING, AGAIN = 3.0, 0.1
"""Seconds that a request waits for a table that moves to another server, and between two tries."""
TableId = Annotated[str, PathParameter(description="The table's id, as in its link.", max_length=32)]


async def place_of(request: Asked, table: str) -> Place:
    """A table. Refused if there is none."""
    return await registry_of(request).find(table)


async def ask(request: Asked, table: str, message: wire.FromSeat) -> wire.ToSeat:
    """Run a message as the caller, by its token, or as a spectator; returns the answer. Raises Refusal.

    While a table moves to another server it cannot be reached for a moment: what may be said twice
    is said again until then.
    """
    until = monotonic() + MOVING
    while True:
        try:
            return await ask_at(request, await place_of(request, table), token_of(request), message)
        except Unreachable:
            lasting = registry_of(request).stopping or monotonic() > until
            if lasting or not isinstance(message, wire.AskSync | wire.Act):
                raise
        await asyncio.sleep(AGAIN)


async def ask_at(request: Asked, place: Place, token: str | None, message: wire.FromSeat) -> wire.ToSeat:
    """Run a message; an answer that comes from elsewhere is JSON already, and is sent on as it is."""
    return cast(wire.ToSeat, await place.ask(token, message, address_of(request)))


def expect(answer: wire.ToSeat, *kinds: type[T]) -> T:
    """The answer, which is of one of these kinds. Refused if it is another."""
    if not isinstance(answer, (msgspec.Raw, *kinds)):
        raise Refusal("unavailable", "no answer")
    return cast(T, answer)


@get("/network", responses=PROBLEMS, summary="Addresses for others on this network")
async def shared_addresses(request: Asked) -> list[str]:
    """What others on the server's network open; empty where the server listens on loopback only."""
    return list(request.app.state.shared_urls)


@get("/games", responses=PROBLEMS, summary="The games, their players and options")
async def list_games() -> list[wire.GameInfo]:
    """Every game."""
    return games()


@get("/games/{name:str}", responses=PROBLEMS, summary="One game")
async def one_game(name: FromPath[str]) -> wire.GameInfo:
    """One game by its name."""
    if name not in GAMES:
        raise Refusal("unknown", "there is no such game")
    return game_info(name)


@get("/games/{name:str}/texts/{lang:str}", media_type=MediaType.TEXT, responses=PROBLEMS, summary="Its texts")
async def game_texts(name: FromPath[str], lang: FromPath[Language]) -> str:
    """The game's Fluent file, for a page that was built without it."""
    if name not in GAMES:
        raise Refusal("unknown", "there is no such game")
    return source(package(name), lang)


@get("/tables", responses=PROBLEMS, summary="Public tables")
async def list_tables(request: Asked) -> list[wire.ListedTable]:
    """Public tables in memory, those with open chairs first."""
    registry = registry_of(request)
    lines = [*registry.public_tables(), *await registry.peers.public_tables()]
    return sorted(lines, key=lambda line: (line.phase != "lobby", -line.since))[:LISTED]


@post("/tables", responses=PROBLEMS, summary="Make a table, or play at once against bots")
async def make_table(request: Asked, data: JSONBody[wire.NewTable]) -> wire.MadeTable:
    """A new table. Keep the token: it is the chair."""
    return await registry_of(request).make(data, address_of(request))


@get("/tables/{table:str}", responses=PROBLEMS, summary="What a viewer may know of a table")
async def look(request: Asked, table: TableId) -> wire.Sync:
    """As a seat with its token, else as a spectator."""
    return expect(await ask(request, table, wire.AskSync()), wire.Sync)


@post("/tables/{table:str}/seats", responses=PROBLEMS, summary="Sit down")
async def sit(request: Asked, table: TableId, data: JSONBody[wire.NewSeat]) -> wire.Seated:
    """Take an open chair. Keep the token: it is the chair."""
    place = await place_of(request, table)
    sit = wire.Sit(data.name, data.seat, "sit")
    return expect(await ask_at(request, place, None, sit), wire.Seated)


@post("/tables/{table:str}/actions", responses=PROBLEMS, status_code=200, summary="Act")
async def act(request: Asked, table: TableId, body: RawBody) -> wire.Update | wire.Done | wire.Held:
    """One item of the menu. Repeat a request with the same `ref` safely: it is played once."""
    new = decoded(body, wire.new_action)
    said = wire.Act(new.seq, new.action, new.ref or secrets.token_hex(8))
    done = await ask(request, table, said)
    return cast(wire.Update | wire.Done | wire.Held, expect(done, wire.Update, wire.Done, wire.Held))


@post(
    "/tables/{table:str}/messages",
    responses=PROBLEMS,
    status_code=200,
    summary="Say anything a socket may say",
)
async def say(request: Asked, table: TableId, body: RawBody) -> wire.ToSeat:
    """Any message of the socket's protocol but hello, hints and moving hands; the first answer comes back."""
    message = decoded(body, wire.from_seat)
    if isinstance(message, wire.Hello | wire.AskHint | wire.Hand | wire.Pong):
        raise Refusal("malformed", "that is only said on a socket")
    return await ask(request, table, message)


@get(
    "/tables/{table:str}/stream",
    media_type="application/x-ndjson",
    summary="Everything that happens, one JSON message a line",
    responses=PROBLEMS,
    opt={AS_IT_IS: True},
)
async def stream(request: Asked, table: TableId, last: FromQuery[int | None] = None) -> Stream:
    """What a socket would get, as long as the caller listens; `last` asks for what was missed."""
    place, token = await place_of(request, table), token_of(request)
    limits: ConnectionLimits = request.app.state.limits
    address = address_of(request)
    if why := limits.admit(address):
        raise Refusal("limited", why)
    viewer = StreamViewer(address)

    async def lines() -> AsyncIterator[bytes]:
        try:
            await place.admit(viewer, token, last, lambda: None)
            while (message := await viewer.next()) is not None:
                yield message + b"\n"
        finally:
            place.exit(viewer)
            limits.release(address)

    found = lines()
    first = await anext(found)  # who is refused is refused before the stream begins
    return Stream(
        _beginning_with(first, found),
        media_type="application/x-ndjson",
        headers={"cache-control": "no-store"},
    )


async def _beginning_with(first: bytes, rest: AsyncIterator[bytes]) -> AsyncIterator[bytes]:
    yield first
    async for line in rest:
        yield line


api = Router(
    "/api",
    before_request=check_request,
    route_handlers=[
        shared_addresses,
        list_games,
        one_game,
        game_texts,
        list_tables,
        make_table,
        look,
        sit,
        act,
        say,
        stream,
        *finished_games.HANDLERS,
    ],
)
