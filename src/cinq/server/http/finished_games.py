"""The HTTP API of finished games: lists, logs, replays, reviews, checks of a deal."""

from __future__ import annotations

from typing import Annotated

from litestar import get
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import FromPath, FromQuery, PathParameter
from litestar.response import Response

from cinq.games import GAMES
from cinq.server import wire
from cinq.server.http.compression import AS_IT_IS, LINES, answer
from cinq.server.http.problems import PROBLEMS
from cinq.server.http.request import Asked, address_of, registry_of
from cinq.server.storage.interface import GameEntry
from cinq.server.storage.replays import Viewpoint
from cinq.table.table import Refusal

REPLAY = ResponseSpec(wire.Replay, generate_examples=False, description="every moment of it")
MOST_LINES = 2**31
"""More than any game has: what the store takes for a number."""
GameId = Annotated[str, PathParameter(description="A finished game's id.", max_length=48)]


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
    return await registry_of(request).finished_games.find(game, address_of(request))


async def _entry(request: Asked, game: str) -> GameEntry:
    return await registry_of(request).finished_games.entry(game, address_of(request))


@get("/games/finished/{game:str}", responses=PROBLEMS, summary="A finished game")
async def one_finished(request: Asked, game: GameId) -> wire.FinishedGame:
    """What the list says of it."""
    return _finished(await _entry(request, game))


@get(
    "/log/{game:str}",
    media_type=LINES,
    summary="A finished game's log, exactly as it is replayed",
    responses=PROBLEMS,
    opt={AS_IT_IS: True},
)
async def one_log(request: Asked, game: GameId) -> Response[bytes]:
    """JSON lines: a header, then `[seconds, actor, action]`."""
    registry = registry_of(request)
    with registry.readings.admit(_asker(request)):
        _, log = await _log(request, game)
        return answer(request, await registry.reader.packed(log), "no-cache")


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
    with registry.readings.admit(_asker(request)):
        entry, log = await _log(request, game)
        falls = await registry.store.falls(entry.id)
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
    entry = await _entry(request, game)
    found = await registry_of(request).store.fall(entry.id, step) if 0 <= step <= MOST_LINES else None
    if found is None:
        raise Refusal("unknown", "nothing fell there, or nobody kept how")
    return found


@get("/lookback/{game:str}", responses=PROBLEMS, summary="The three moves of a seat that cost most")
async def review_moves(request: Asked, game: GameId, seat: FromQuery[int]) -> wire.MoveReview:
    """What the coach would have done instead, in a finished game."""
    registry = registry_of(request)
    with registry.reviews.admit(_asker(request)):
        entry, log = await _log(request, game)
        return await registry.move_reviews.of(entry, log, seat)


@get("/verify/{game:str}", responses=PROBLEMS, summary="Was it dealt as promised?")
async def check(request: Asked, game: GameId) -> wire.Verdict:
    """The same check as `cinq verify` makes."""
    registry = registry_of(request)
    with registry.readings.admit(_asker(request)):
        _, log = await _log(request, game)
        return await registry.reader.verdict(log)


HANDLERS = [list_finished, one_finished, one_log, frames, one_fall, review_moves, check]
