"""The server put together: store, house, sockets, API, page; started and stopped gracefully."""

from __future__ import annotations

import asyncio
import gc
import logging
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import uvicorn
from litestar import Litestar
from litestar.config.compression import CompressionConfig
from litestar.datastructures import State
from litestar.openapi import OpenAPIConfig

from cinq import __version__
from cinq.server import packed
from cinq.server import page as built
from cinq.server.api import api, problem
from cinq.server.direct import Direct
from cinq.server.docs import Manual, Strict
from cinq.server.house import House
from cinq.server.operations import health, log_as_json, metrics, ready
from cinq.server.settings import Settings
from cinq.server.sockets import Sockets, talk
from cinq.server.sqlite import SqliteStore, prepare
from cinq.server.worlds import StandIn, WorldSource

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger("cinq.app")
FILE = "cinq.sqlite"
LAST_PORT = 65_535
BACKLOG = 2048
"""Connections that may wait to be taken."""


def database_file(data: Path, database: str | None) -> Path:
    """The file a database's address names; one in the data folder without an address."""
    if database is None:
        return data / FILE
    scheme, _, rest = database.partition("://")
    if scheme != "sqlite" or not rest:
        raise ValueError(f"a database is sqlite://PATH for now, not {database}")
    return Path(rest)


def listen(host: str, port: int) -> list[socket.socket]:
    """A socket for every address of this host. OSError says why not."""
    try:
        if not 0 <= port <= LAST_PORT:
            raise OSError(f"a port is 0 to {LAST_PORT}")
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        return [socket.create_server(to[:2], family=kind, backlog=BACKLOG) for kind, _, _, _, to in found]
    except OSError as error:
        raise OSError(f"cannot listen on {host}:{port}: {error}") from None


def _world(settings: Settings) -> Callable[[], WorldSource]:
    """Real wood, unless the settings do without."""
    if not settings.physics:
        return StandIn
    from cinq.server.wood import WoodWorld

    return lambda: WoodWorld(settings.hand_patience)


class App(Litestar):
    """Litestar for HTTP; sockets go straight to their tables."""

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "websocket":
            await talk(self.state.house, self.state.sockets, scope, receive, send)
        else:
            await super().__call__(scope, receive, send)


def make_app(
    data: Path,
    database: str | None = None,
    settings: Settings | None = None,
    world: Callable[[], WorldSource] | None = None,
    page: Path = built.HERE,
) -> Litestar:
    """The ASGI application."""
    settings = settings or Settings()

    @asynccontextmanager
    async def lifespan(app: Litestar) -> AsyncIterator[None]:
        store = SqliteStore(database_file(data, database), settings.synchronous)
        house = House(store, settings, (world or _world(settings))())
        app.state.house, app.state.sockets = house, Sockets(house)
        tasks = [
            asyncio.create_task(house.reopen_all()),
            asyncio.create_task(house.keep_tidy()),
            asyncio.create_task(house.keep_pinging()),
        ]
        yield
        for task in tasks:
            task.cancel()
        await house.close()

    return App(
        route_handlers=[api, health, ready, metrics, built.page],
        state=State({"page": page}),
        lifespan=[lifespan],
        exception_handlers={Exception: problem},
        compression_config=CompressionConfig(
            backend="gzip", minimum_size=packed.SHORT, exclude_opt_key=packed.AS_IT_IS
        ),
        request_max_body_size=settings.message_bytes,
        logging_config=None,
        openapi_config=OpenAPIConfig(
            title="Cinq",
            version=__version__,
            description="One table for five French games: make a table, sit down, act, watch, replay.",
            path="/docs",
            render_plugins=[Manual(), Strict(path="/openapi.json")],
        ),
    )


def spare_the_collector() -> None:
    """What is loaded stays: it need not be looked at again and again, while everyone waits."""
    gc.collect()
    gc.freeze()


class Server(uvicorn.Server):
    """Says good-bye to every table before the sockets are closed."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        app = self.config.app
        if isinstance(app, Litestar) and (house := app.state.get("house")):
            house.say_good_bye()
            await asyncio.sleep(0.1)
        await super().shutdown(sockets)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    data: str | Path = "data",
    database: str | None = None,
    settings: Settings | None = None,
    world: Callable[[], WorldSource] | None = None,
    page: Path = built.HERE,
    listening: Callable[[], object] = lambda: None,
) -> None:
    """Run the server until it is told to stop. OSError or ValueError says why it cannot begin."""
    log_as_json()
    settings = settings or Settings()
    prepare(database_file(Path(data), database))
    sockets = listen(host, port)
    config = uvicorn.Config(
        make_app(Path(data), database, settings, world, page),
        loop="uvloop",
        http="httptools",
        ws=Direct,
        ws_per_message_deflate=False,  # it brings its own
        ws_max_size=4 * settings.message_bytes,
        ws_ping_interval=20.0,
        ws_ping_timeout=20.0,
        access_log=False,
        log_config=None,
        timeout_graceful_shutdown=5,
        server_header=False,
    )
    logger.info("listening on http://%s:%d", host, port)
    listening()
    spare_the_collector()
    Server(config).run(sockets)
