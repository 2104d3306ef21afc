"""The same table over HTTP: games, tables, seats, acting, streaming, finished games.

Every type is a struct of `wire.py`; the OpenAPI schema at `/docs` follows from them. A
seat's token travels in the `Authorization: Bearer` header, never in an address.
"""

from __future__ import annotations

import secrets
from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import Request, Router, get, post
from litestar.datastructures import State
from litestar.exceptions import HTTPException
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter
from litestar.response import Response, Stream

from cinq.core.game import Seat
from cinq.games import SHELF
from cinq.server import shown, wire
from cinq.server.catalogue import game_info, games
from cinq.server.house import House, hashed
from cinq.server.packed import AS_IT_IS, answer
from cinq.server.requests import job_of
from cinq.server.rooms import Job, Room
from cinq.server.sockets import Sockets
from cinq.server.store import GameEntry
from cinq.server.viewers import Caller, StreamViewer
from cinq.table.table import Refusal

Asked = Request[object, object, State]
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
        (429, "limited"),
        (503, "unavailable"),
    )
}
REPLAY = ResponseSpec(wire.Replay, generate_examples=False, description="every moment of it")
TableId = Annotated[str, Parameter(description="The table's id, as in its link.", max_length=32)]
GameId = Annotated[str, Parameter(description="A finished game's id.", max_length=48)]


def problem(request: Asked, error: Exception) -> Response[wire.Problem]:
    """A refusal as an HTTP answer."""
    if isinstance(error, Refusal):
        return Response(wire.Problem(error.code, error.message, error.rule), status_code=STATUS[error.code])
    if isinstance(error, HTTPException):
        code: wire.Code = "unknown" if error.status_code in (404, 405) else "malformed"
        code = "limited" if error.status_code in (413, 429) else code
        headers = error.headers or {}
        said = f"{error.detail}{_details(error.extra)}"
        return Response(wire.Problem(code, said), status_code=error.status_code, headers=dict(headers))
    request.logger.exception("a request failed")
    return Response(wire.Problem("unavailable", "something went wrong here"), status_code=500)


def _details(extra: object) -> str:
    """What exactly was wrong with a body or a parameter."""
    found = extra if isinstance(extra, list) else []
    told = [f"{one.get('key', 'body')}: {one.get('message', '')}" for one in found if isinstance(one, dict)]
    return ": " + "; ".join(told)[:500] if told else ""


def house_of(request: Asked) -> House:
    """The house this server keeps."""
    house: House = request.app.state.house
    return house


def address_of(request: Asked) -> str:
    """Where the caller is."""
    return request.client.host if request.client else ""


def hear(request: Asked) -> None:
    """Every request counts against its address's rate. Refused above it."""
    house_of(request).hear(address_of(request))


def token_of(request: Asked) -> str | None:
    """The chair's token, if one was given."""
    scheme, _, token = request.headers.get("authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" and token else None


async def room_and_seat(request: Asked, table: str) -> tuple[Room, Seat | None]:
    """The room, and whose token the caller brought. 401 if it is nobody's."""
    room = await house_of(request).room(table)
    token = token_of(request)
    seat = room.table.seat_of(hashed(token)) if token is not None else None
    if token is not None and seat is None:
        raise HTTPException("this token is no chair's at this table", status_code=401)
    room.heard = house_of(request).now()
    if seat is not None:
        room.bots.changed()
    return room, seat


@get("/games", responses=PROBLEMS, summary="The games, their players and options")
async def list_games() -> list[wire.GameInfo]:
    """Every game on the shelf."""
    return games()


@get("/games/{name:str}", responses=PROBLEMS, summary="One game")
async def one_game(name: str) -> wire.GameInfo:
    """One game by its name."""
    if name not in SHELF:
        raise Refusal("unknown", "there is no such game")
    return game_info(name)


@get("/tables", responses=PROBLEMS, summary="Public tables")
async def list_tables(request: Asked) -> list[wire.TableLine]:
    """Public tables in memory, those with open chairs first."""
    lines = [_table_line(room) for room in house_of(request).rooms.values() if room.table.public]
    return sorted(lines, key=lambda line: (line.phase != "lobby", -line.since))[:100]


def _table_line(room: Room) -> wire.TableLine:
    t = room.table
    names = tuple(chair.name for chair in t.chairs)
    free = sum(chair.kind == "open" for chair in t.chairs)
    return wire.TableLine(t.id, t.game.NAME, t.phase, names, free, room.spectators, t.touched)


@post("/tables", responses=PROBLEMS, summary="Make a table, or play at once against bots")
async def make_table(request: Asked, data: wire.NewTable) -> wire.MadeTable:
    """A new table. Keep the token: it is the chair."""
    return await house_of(request).make(data, address_of(request))


@get("/tables/{table:str}", responses=PROBLEMS, summary="What a viewer may know of a table")
async def look(request: Asked, table: TableId) -> wire.Sync:
    """As a seat with its token, else as a spectator."""
    room, seat = await room_and_seat(request, table)
    return msgspec.json.decode(await room.ask(job_of_sync(room, seat), seat, "look"), type=wire.Sync)


def job_of_sync(room: Room, seat: Seat | None) -> Job:
    """Look, in turn with everything else, so that only what is on disk is seen."""
    return lambda now: shown.sync(room.table, seat, now, room.spectators)


@post("/tables/{table:str}/seats", responses=PROBLEMS, summary="Sit down")
async def sit(request: Asked, table: TableId, data: wire.NewSeat) -> wire.Seated:
    """Take an open chair. Keep the token: it is the chair."""
    room = await house_of(request).room(table)
    seated = await _ask(room, None, wire.Sit(data.name, data.seat, "sit"))
    if not isinstance(seated, wire.Seated):
        raise Refusal("unavailable", "the chair could not be taken")
    return seated


class Doing(wire.Part, frozen=True, forbid_unknown_fields=True):
    """An action over HTTP."""

    seq: int
    action: dict[str, wire.Json]
    ref: str | None = None


@post("/tables/{table:str}/actions", responses=PROBLEMS, status_code=200, summary="Act")
async def act(request: Asked, table: TableId, data: Doing) -> wire.Update | wire.Done | wire.Held:
    """One item of the menu. Repeat a request with the same `ref` safely: it is played once."""
    room, seat = await room_and_seat(request, table)
    action = msgspec.Raw(msgspec.json.encode(data.action))
    done = await _ask(room, seat, wire.Act(data.seq, action, data.ref or secrets.token_hex(8)))
    if not isinstance(done, wire.Update | wire.Done | wire.Held):
        raise Refusal("unavailable", "no answer")
    return done


@post(
    "/tables/{table:str}/messages",
    responses=PROBLEMS,
    status_code=200,
    summary="Say anything a socket may say",
)
async def say(request: Asked, table: TableId, data: wire.FromSeat) -> wire.ToSeat:
    """Any message of the socket's protocol but hello, hints and moving hands; the first answer comes back."""
    room, seat = await room_and_seat(request, table)
    if isinstance(data, wire.Hello | wire.AskHint | wire.Hand | wire.Pong):
        raise Refusal("malformed", "that is only said on a socket")
    if isinstance(data, wire.AskSpots | wire.Lay):
        return await _from_the_list(room, seat, data)
    return await _ask(room, seat, data)


async def _from_the_list(
    room: Room, seat: Seat | None, message: wire.AskSpots | wire.Lay
) -> wire.Spots | wire.Done:
    """Wood needs no moving hand: where the piece could be laid, and lay it there."""
    if seat is None:
        raise Refusal("forbidden", "only those who sit at the table may do that")
    world, table = room.house.world, room.table
    if isinstance(message, wire.AskSpots):
        return wire.Spots(await world.spots(table.id, seat))
    world.lay(table.id, seat, message)
    return wire.Done(table.seq)


async def _ask(room: Room, seat: Seat | None, message: wire.FromSeat) -> wire.ToSeat:
    caller, ref = Caller(seat), getattr(message, "ref", None)
    room.submit(job_of(room, caller, message), caller, ref)
    said: wire.ToSeat = msgspec.json.decode(await caller.answer, type=wire.ToSeat)
    if isinstance(said, wire.Refused):
        raise Refusal(said.code, said.message, said.rule)
    return said


@get(
    "/tables/{table:str}/stream",
    media_type="application/x-ndjson",
    summary="Everything that happens, one JSON message a line",
    responses=PROBLEMS,
    opt={AS_IT_IS: True},
)
async def stream(request: Asked, table: TableId, last: int | None = None) -> Stream:
    """What a socket would get, as long as the caller listens; `last` asks for what was missed."""
    room, seat = await room_and_seat(request, table)
    sockets: Sockets = request.app.state.sockets
    address = address_of(request)
    if why := sockets.admit(address):
        raise Refusal("limited", why)
    viewer = StreamViewer(address)

    async def lines() -> AsyncIterator[bytes]:
        try:
            room.enter(viewer, seat, last)
            while (message := await viewer.next()) is not None:
                yield message + b"\n"
        finally:
            room.exit(viewer)
            sockets.release(address)

    return Stream(lines(), media_type="application/x-ndjson", headers={"cache-control": "no-store"})


@get("/games/finished", responses=PROBLEMS, summary="Public finished games, the newest first")
async def list_finished(
    request: Asked, game: str | None = None, limit: int = 50, before: float = 1e12
) -> list[wire.FinishedGame]:
    """To replay."""
    found = await house_of(request).store.finished(game, max(1, min(limit, 200)), before)
    return [_finished(entry) for entry in found]


def _finished(e: GameEntry) -> wire.FinishedGame:
    return wire.FinishedGame(e.id, e.game, e.players, e.names, e.winners, e.finished, e.lines)


async def _log(request: Asked, game: str) -> tuple[GameEntry, bytes]:
    return await house_of(request).finished(game)


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
    request: Asked, game: GameId, seat: int | None = None, everything: bool = False
) -> Response[bytes]:
    """As one seat saw it; as a spectator without `seat`; with every seat's view if asked for `everything`."""
    house = house_of(request)
    entry, log = await house.finished(game)
    falls = await house.store.falls(entry.id)
    return answer(request, await house.reading.replay(entry, log, seat, everything, falls), "no-cache")


@get(
    "/falls/{game:str}/{step:int}",
    media_type="application/octet-stream",
    summary="What a fall in a finished game looked like",
    responses=PROBLEMS,
)
async def one_fall(request: Asked, game: GameId, step: int) -> bytes:
    """A keyframe, then thirty frames a second, each after its length as u16 (see world/stream.py)."""
    entry, _ = await _log(request, game)
    found = await house_of(request).store.fall(entry.id, step)
    if found is None:
        raise Refusal("unknown", "nothing fell there, or nobody kept how")
    return found


@get("/lookback/{game:str}", responses=PROBLEMS, summary="The three moves of a seat that cost most")
async def look_back(request: Asked, game: GameId, seat: int) -> wire.LookBack:
    """What the coach would have done instead, in a finished game."""
    entry, log = await _log(request, game)
    return await house_of(request).look_backs.of(entry, log, seat)


@get("/verify/{game:str}", responses=PROBLEMS, summary="Was it dealt as promised?")
async def check(request: Asked, game: GameId) -> wire.Verdict:
    """The same check as `cinq verify` makes."""
    return await house_of(request).reading.verdict((await _log(request, game))[1])


api = Router(
    "/api",
    before_request=hear,
    route_handlers=[
        list_games,
        one_game,
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
        look_back,
        check,
    ],
)
