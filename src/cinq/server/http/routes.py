"""The HTTP API: games, tables, seats, actions, streams, finished games.

Every type is a struct of `server/wire`; the OpenAPI schema at `/docs` follows from them. Bodies that
contain an action are decoded here and not by Litestar, so that the action stays as it was sent until
its game decodes it (`openapi.BODIES` describes them). A seat's token travels in the
`Authorization: Bearer` header, never in an address.
"""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import AsyncIterator
from time import monotonic
from typing import Annotated, TypeVar, cast

import msgspec
from litestar import MediaType, Request, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, JSONBody, PathParameter, RawBody
from litestar.response import Response, Stream
from litestar.status_codes import HTTP_500_INTERNAL_SERVER_ERROR

from cinq.core.texts import Language, source
from cinq.games import GAMES, package
from cinq.server import wire
from cinq.server.http.catalogue import game_info, games
from cinq.server.http.compression import AS_IT_IS, answer
from cinq.server.http.guard import same_origin
from cinq.server.rooms.place import NoSuchChair, Place, Unreachable
from cinq.server.rooms.rate_limits import network_of
from cinq.server.rooms.registry import RoomRegistry
from cinq.server.rooms.tokens import hashed
from cinq.server.rooms.viewers import StreamViewer
from cinq.server.storage.interface import GameEntry, Unavailable
from cinq.server.storage.replays import Viewpoint
from cinq.server.websocket.connection import ConnectionLimits, decoded
from cinq.table.table import Refusal

logger = logging.getLogger("cinq.http")
Asked = Request[object, object, State]
T = TypeVar("T")
MOVING, AGAIN = 3.0, 0.1
"""Seconds that a request waits for a table that moves to another server, and between two tries."""
STATUS = {
    "malformed": 400,
    "illegal": 409,
    "stale": 409,
    "forbidden": 403,
    "unknown": 404,
    "limited": 429,
    "paused": 409,
    "over": 409,
    "unavailable": 503,
}
PROBLEMS = {
    status: ResponseSpec(wire.Problem, generate_examples=False, description=said)
    for status, said in (
        (400, "malformed"),
        (401, "no such chair"),
        (403, "forbidden"),
        (404, "unknown"),
        (409, "illegal, stale, paused or over"),
        (415, "not JSON"),
        (429, "limited"),
        (503, "unavailable"),
    )
}
REPLAY = ResponseSpec(wire.Replay, generate_examples=False, description="every moment of it")
TableId = Annotated[str, PathParameter(description="The table's id, as in its link.", max_length=32)]
GameId = Annotated[str, PathParameter(description="A finished game's id.", max_length=48)]


def problem(request: Asked, error: Exception) -> Response[wire.Problem]:
    """A refusal as an HTTP answer."""
    if isinstance(error, NoSuchChair):
        return Response(wire.Problem("malformed", error.message), status_code=401)
    if isinstance(error, Refusal):
        return Response(wire.Problem(error.code, error.message, error.rule), status_code=STATUS[error.code])
    if isinstance(error, Unavailable):
        logger.warning("not possible now: %s %s: %s", request.method, request.url.path, error)
        return Response(
            wire.Problem("unavailable", "not possible now: try again in a moment"), status_code=503
        )
    if isinstance(error, RecursionError):
        return Response(wire.Problem("malformed", "nested too deeply"), status_code=400)
    if isinstance(error, HTTPException) and error.status_code < HTTP_500_INTERNAL_SERVER_ERROR:
        code: wire.Code = "unknown" if error.status_code in (404, 405) else "malformed"
        code = "limited" if error.status_code in (413, 429) else code
        headers = error.headers or {}
        message = f"{error.detail}{_details(error.extra)}"
        return Response(wire.Problem(code, message), status_code=error.status_code, headers=dict(headers))
    logger.error("a request failed: %s %s", request.method, request.url.path, exc_info=error)
    return Response(wire.Problem("unavailable", "something went wrong here"), status_code=500)


def _details(extra: object) -> str:
    """What was wrong with a body or a parameter."""
    found = extra if isinstance(extra, list) else []
    errors = [f"{one.get('key', 'body')}: {one.get('message', '')}" for one in found if isinstance(one, dict)]
    return ": " + "; ".join(errors)[:500] if errors else ""


def registry_of(request: Asked) -> RoomRegistry:
    """The server's registry."""
    registry: RoomRegistry = request.app.state.registry
    return registry


def address_of(request: Asked) -> str:
    """The caller's address, as limits count it."""
    return network_of(request.client.host) if request.client else ""


def check_request(request: Asked) -> None:
    """Count the request against its address's rate; let no page of another site change anything."""
    registry = registry_of(request)
    registry.check_rate(address_of(request))
    if request.method != "POST":
        return
    headers = request.headers
    if not same_origin(headers.get("origin"), headers.get("host"), registry.settings.origins):
        raise Refusal(
            "forbidden", "a page of another site may not do that, unless the setting `origins` names it"
        )
    if headers.get("content-type", "").partition(";")[0].strip().lower() != "application/json":
        raise HTTPException("send JSON, with `content-type: application/json`", status_code=415)


def token_of(request: Asked) -> str | None:
    """The hash of the chair's token, if one was given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return hashed(token.strip()) if scheme.lower() == "bearer" and token else None


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
    return sorted(lines, key=lambda line: (line.phase != "lobby", -line.since))[:100]


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


@get("/games/finished", responses=PROBLEMS, summary="Public finished games, the newest first")
async def list_finished(
    request: Asked,
    game: FromQuery[str | None] = None,
    limit: FromQuery[int] = 50,
    before: FromQuery[float] = 1e12,
) -> list[wire.FinishedGame]:
    """To replay."""
    if game is not None and game not in GAMES:
        return []
    found = await registry_of(request).store.finished(game, max(1, min(limit, 200)), before)
    return [_finished(entry) for entry in found]


def _finished(e: GameEntry) -> wire.FinishedGame:
    return wire.FinishedGame(e.id, e.game, e.players, e.names, e.winners, e.finished, e.lines)


def _asker(request: Asked) -> dict[str, int]:
    """The address that asks, and how many of its questions may wait."""
    return {address_of(request): registry_of(request).settings.questions_per_address}


async def _log(request: Asked, game: str) -> tuple[GameEntry, bytes]:
    return await registry_of(request).finished(game, address_of(request))


@get("/games/finished/{game:str}", responses=PROBLEMS, summary="A finished game")
async def one_finished(request: Asked, game: GameId) -> wire.FinishedGame:
    """What the list says of it."""
    return _finished((await _log(request, game))[0])


@get(
    "/log/{game:str}",
    media_type="application/x-ndjson",
    summary="A finished game's log, exactly as it is replayed",
    responses=PROBLEMS,
)
async def one_log(request: Asked, game: GameId) -> bytes:
    """JSON lines: a header, then `[seconds, actor, action]`."""
    return (await _log(request, game))[1]


@get(
    "/replay/{game:str}",
    responses={**PROBLEMS, 200: REPLAY},
    opt={AS_IT_IS: True},
    summary="A finished game, step by step",
)
async def frames(
    request: Asked,
    game: GameId,
    seat: FromQuery[int | None] = None,
    everything: FromQuery[bool] = False,
    open: FromQuery[bool] = False,
) -> Response[bytes]:
    """As one seat saw it; as a spectator without `seat`; with every seat's view if asked for `everything`.

    `open`: with hidden cards face up, where the game has them (5 ou Moins).
    """
    registry = registry_of(request)
    entry, log = await _log(request, game)
    falls = await registry.store.falls(entry.id)
    with registry.readings.turn(_asker(request)):
        body = await registry.reader.replay(entry, log, Viewpoint(seat, everything, open), falls)
    return answer(request, body, "no-cache")


@get(
    "/falls/{game:str}/{step:int}",
    media_type="application/octet-stream",
    summary="What a fall in a finished game looked like",
    responses=PROBLEMS,
)
async def one_fall(request: Asked, game: GameId, step: FromPath[int]) -> bytes:
    """A keyframe, then thirty frames a second, each after its length as u16 (see physics/frames.py)."""
    entry, _ = await _log(request, game)
    found = await registry_of(request).store.fall(entry.id, step)
    if found is None:
        raise Refusal("unknown", "nothing fell there, or nobody kept how")
    return found


@get("/lookback/{game:str}", responses=PROBLEMS, summary="The three moves of a seat that cost most")
async def review_moves(request: Asked, game: GameId, seat: FromQuery[int]) -> wire.MoveReview:
    """What the coach would have done instead, in a finished game."""
    registry = registry_of(request)
    entry, log = await _log(request, game)
    with registry.reviews.turn(_asker(request)):
        return await registry.move_reviews.of(entry, log, seat)


@get("/verify/{game:str}", responses=PROBLEMS, summary="Was it dealt as promised?")
async def check(request: Asked, game: GameId) -> wire.Verdict:
    """The same check as `cinq verify` makes."""
    registry = registry_of(request)
    _, log = await _log(request, game)
    with registry.readings.turn(_asker(request)):
        return await registry.reader.verdict(log)


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
        list_finished,
        one_finished,
        one_log,
        frames,
        one_fall,
        review_moves,
        check,
    ],
)
