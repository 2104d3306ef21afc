"""The server put together: store, house, sockets, API, page; started and stopped gracefully."""

from __future__ import annotations

import asyncio
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
from cinq.server import page as built
from cinq.server.api import api, problem
from cinq.server.direct import Direct
from cinq.server.docs import Manual, Strict
from cinq.server.house import House
from cinq.server.operations import health, log_as_json, metrics, ready
from cinq.server.settings import Settings
from cinq.server.sockets import Sockets, talk
from cinq.server.sqlite import SqliteStore
from cinq.server.store import Store
from cinq.server.worlds import StandIn, WorldSource

if TYPE_CHECKING:
    from collections.abc import Callable

logger = logging.getLogger("cinq.app")
FILE = "cinq.sqlite"
OWN_WAY = ["^/(?!api/|docs)", "^/api/replay/", "/stream$"]
"""Not compressed as they are sent: packed beforehand, or never whole."""


def open_store(data: Path, database: str | None, settings: Settings) -> Store:
    """The store a database address names; a file in the data folder without one."""
    if database is None:
        return SqliteStore(data / FILE, settings.synchronous)
    scheme, _, rest = database.partition("://")
    if scheme != "sqlite":
        raise ValueError(f"a database is sqlite://PATH for now, not {scheme}://")
    return SqliteStore(Path(rest), settings.synchronous)


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
        house = House(open_store(data, database, settings), settings, (world or _world(settings))())
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
        compression_config=CompressionConfig(backend="gzip", minimum_size=1_000, exclude=OWN_WAY),
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
) -> None:
    """Run the server until it is told to stop."""
    log_as_json()
    settings = settings or Settings()
    config = uvicorn.Config(
        make_app(Path(data), database, settings, world, page),
        host=host,
        port=port,
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
    Server(config).run()
