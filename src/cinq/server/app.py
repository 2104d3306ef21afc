"""The server: store, registry, websockets, API and page put together, started and stopped."""

from __future__ import annotations

import asyncio
import gc
import logging
import resource
import socket
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager, suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

from cinq import __version__
from cinq.allocator import give_memory_back
from cinq.server.backend import database_file, is_shared, open_registry, prepare_shared
from cinq.server.http import compression, guard, static_files
from cinq.server.http.head import answer_head
from cinq.server.http.health import health, log_as_json, metrics, ready
from cinq.server.http.openapi import ABOUT, Manual, Strict
from cinq.server.http.problems import problem
from cinq.server.http.protocol import RESERVED, HttpConnection, OpenConnections
from cinq.server.http.routes import api
from cinq.server.network import shared_urls
from cinq.server.physics.interface import PhysicsSource, StandInPhysics
from cinq.server.settings import Settings
from cinq.server.storage.lock import locked
from cinq.server.storage.sqlite import prepare
from cinq.server.websocket.connection import ConnectionLimits, ConnectionServer
from cinq.server.websocket.handshake import Handshake

if TYPE_CHECKING:
    from collections.abc import Callable
    from types import FrameType

logger = logging.getLogger("cinq.app")
GARBAGE = 50_000
"""New objects after which garbage is collected."""
TICK = 1.0
"""Seconds between two looks at the clock for the date of answers."""
LAST_PORT = 65_535
BACKLOG = 2048
"""Connections that may wait to be accepted."""


def listen(host: str, port: int) -> list[socket.socket]:
    """Listen on every address of this host. Raises OSError."""
    try:
        if not 0 <= port <= LAST_PORT:
            raise OSError(f"a port is 0 to {LAST_PORT}")
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return [socket.create_server(to[:2], family=kind, backlog=BACKLOG) for kind, _, _, _, to in found]
    except OSError as error:
        raise OSError(f"cannot listen on {host}:{port}: {error}") from None


def _physics(settings: Settings) -> Callable[[], PhysicsSource]:
    """The physics that the settings ask for; imported only if it is used."""
    if not settings.physics:
        return StandInPhysics
    from cinq.server.physics.live import LivePhysics

    return LivePhysics


class App(Litestar):
    """Litestar for HTTP; websocket handshakes go to the `ConnectionServer`."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            self.state.connections.open(scope)
        elif scope["type"] == "http":
            await self._answer(scope, receive, guard.with_policy(send))
        else:
            await super().__call__(scope, receive, send)

    async def _answer(self, scope: Any, receive: Any, send: Any) -> None:
        if refused := self.state.guard.refusal(scope):
            status, why = refused
            await guard.send_problem(status, why, send)
        elif scope["method"] == "HEAD":
            await answer_head(super().__call__, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(
    data: Path,
    database: str | None = None,
    settings: Settings | None = None,
    physics: Callable[[], PhysicsSource] | None = None,
    page: Path = static_files.HERE,
    redis: str | None = None,
) -> Litestar:
    """The ASGI application."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        source = (physics or _physics(settings))()
        async with open_registry(data, database, redis, settings, source) as registry:
            limits = ConnectionLimits(registry)
            app.state.registry, app.state.limits = registry, limits
            app.state.connections = ConnectionServer(registry, limits)
            tasks = [
                asyncio.create_task(registry.reopen_all()),
                asyncio.create_task(registry.maintain_forever()),
                asyncio.create_task(registry.ping_forever()),
            ]
            yield
            for task in tasks:
                task.cancel()

    return App(
        route_handlers=[api, health, ready, metrics, static_files.home, static_files.page],
        state=State({"page": page, "guard": guard.Guard(settings), "shared_urls": []}),
        lifespan=[lifespan],
        exception_handlers={Exception: problem},
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=compression.SHORT, exclude_opt_key=compression.AS_IT_IS
        ),
        request_max_body_size=settings.message_bytes,
        logging_config=None,
        openapi_config=_openapi(),
    )


def _openapi() -> OpenAPIConfig:
    plugins = [Manual(), Strict(path="/openapi.json")]
    return OpenAPIConfig(
        title="Cinq", version=__version__, description=ABOUT, path="/docs", render_plugins=plugins
    )


def tune_garbage_collection() -> None:
    """Exclude everything loaded so far from garbage collection, and collect seldom.

    Requests in flight hold thousands of objects, which reference counts free a moment later: by
    default the collector would look at all of them again and again.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(GARBAGE)


class Server(uvicorn.Server):
    """Closes every room, which tells its clients to come back, before the connections are closed.

    Uvicorn looks ten times a second whether it was told to stop; this one is woken, and looks once a
    second: an idle server costs half as much, and a stop begins at once.
    """

    _told_to_stop: asyncio.Event | None = None
    _loop: asyncio.AbstractEventLoop

    async def main_loop(self) -> None:
        """Wait until told to stop; once a second the date of answers is set."""
        self._told_to_stop, self._loop = asyncio.Event(), asyncio.get_running_loop()
        while not await self.on_tick(0):
            with suppress(TimeoutError):
                async with asyncio.timeout(TICK):
                    await self._told_to_stop.wait()

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Take a signal to stop."""
        super().handle_exit(sig, frame)
        if self._told_to_stop is not None:
            self._loop.call_soon_threadsafe(self._told_to_stop.set)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Litestar) and (registry := app.state.get("registry")):
            for server in self.servers:
                server.close()  # who comes back finds a server that goes on
            await registry.drain()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path = "data",
    database: str | None = None,
    settings: Settings | None = None,
    physics: Callable[[], PhysicsSource] | None = None,
    page: Path = static_files.HERE,
    listening: Callable[[], object] = lambda: None,
    redis: str | None = None,
    inherited: Sequence[int] = (),
) -> None:
    """Run the server until it is stopped, on the sockets of `inherited` handles if there are any.

    Raises OSError or ValueError if it cannot start.
    """
    log_as_json()
    settings = settings or Settings()
    raise_descriptor_limit(settings)
    with _prepared(Path(data), database, redis):
        sockets = [socket.socket(fileno=one) for one in inherited] or listen(host, port)
        app = make_app(Path(data), database, settings, physics, page, redis)
        app.state.shared_urls = shared_urls(host, port)
        logger.info("listening on %s", ", ".join(str(one.getsockname()) for one in sockets))
        listening()
        tune_garbage_collection()
        give_memory_back()
        Server(_configured(app, settings)).run(sockets)


def raise_descriptor_limit(settings: Settings) -> None:
    """Allow this process the descriptors that its connections need, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = settings.sockets + RESERVED
    if soft != resource.RLIM_INFINITY and soft < wanted:
        most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


@contextmanager
def _prepared(data: Path, database: str | None, redis: str | None) -> Iterator[None]:
    """Prepare the database; lock it if it is a file. Raises OSError or ValueError."""
    if database is not None and is_shared(database):
        prepare_shared(database, redis)
        yield
        return
    file = database_file(data, database)
    with locked(file):
        prepare(file)
        yield


def _configured(app: Litestar, settings: Settings) -> uvicorn.Config:
    """Uvicorn with our websockets, and no logs of its own."""
    return uvicorn.Config(
        app,
        loop="uvloop",
        http=partial(HttpConnection, OpenConnections(settings)),  # type: ignore[arg-type]
        ws=Handshake,
        ws_max_size=4 * settings.message_bytes,  # longer ones end the connection; see Connection
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        server_header=False,
        forwarded_allow_ips=list(settings.trusted_proxies),
    )
