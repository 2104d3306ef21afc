"""`cinq serve`: the live table."""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, TextIO

from cinq.cli.common import refuse
from cinq.cli.host.welcome import welcome
from cinq.extras import require

if TYPE_CHECKING:
    from cinq.server.settings import Settings

HELP = "start the live table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
    _add_address(parser)
    _add_storage(parser)
    _add_processes(parser)
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one of the settings of docs/hosting.md; may be repeated (default: none)",
    )


def _add_address(parser: argparse.ArgumentParser) -> None:
    """Where visitors reach the server."""
    parser.add_argument(
        "--host",
        default="127.0.0.1",
        metavar="HOST",
        help="address to listen on; 0.0.0.0 lets others on this network in (default: 127.0.0.1)",
    )
    parser.add_argument(
        "--port", type=int, default=8005, metavar="PORT", help="port to listen on (default: 8005)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which visitors open this server; may be repeated "
        "(default: addresses and names of a home network)",
    )


def _add_storage(parser: argparse.ArgumentParser) -> None:
    """Where tables are kept."""
    parser.add_argument(
        "--data", default="data", metavar="DIR", help="folder of the tables (default: data, where you are)"
    )
    parser.add_argument(
        "--database",
        metavar="URL",
        default=os.environ.get("CINQ_DATABASE"),
        help="sqlite://PATH or postgresql://… (default: $CINQ_DATABASE, else a file in the data folder)",
    )


def _add_processes(parser: argparse.ArgumentParser) -> None:
    """How several processes and servers share the work."""
    parser.add_argument(
        "--redis",
        metavar="URL",
        default=os.environ.get("CINQ_REDIS"),
        help="redis://…, for several servers of one PostgreSQL database (default: $CINQ_REDIS, else none)",
    )
    parser.add_argument(
        "--workers",
        type=int,
        default=1,
        metavar="N",
        help="number of processes; more than one needs --database and --redis (default: 1)",
    )
    parser.add_argument(
        "--worker-ports",
        type=int,
        default=0,
        metavar="PORT",
        help="worker number i also listens on 127.0.0.1, port PORT + i (default: any free port)",
    )
    parser.add_argument(
        "--no-bots",
        action="store_true",
        help="own no table here: forward everything to servers that do (default: own tables)",
    )
    parser.add_argument(
        "--no-physics",
        action="store_true",
        help="own no table whose game needs physics here (default: own them)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves until SIGTERM or Ctrl-C."""
    require("server")
    import msgspec

    from cinq.games import load_all
    from cinq.lab.setup import BadSetup, filled
    from cinq.server.app import serve
    from cinq.server.network import lan_addresses
    from cinq.server.settings import Settings

    helpers: list[subprocess.Popen[bytes]] = []

    def listening() -> None:
        print(welcome(arguments.host, arguments.port, lan_addresses(), _draws(sys.stdout)), flush=True)
        helpers.append(start_warm_up())

    try:
        load_all()
        settings = filled(Settings, arguments.set, "the server has no setting")
        names = (*settings.allowed_hosts, *arguments.allow_host, arguments.host)
        settings = msgspec.structs.replace(settings, allowed_hosts=names)
        settings = _with_flags(arguments, settings)
        if arguments.workers > 1:
            _serve_many(arguments, settings, listening)
            return 0
        serve(
            arguments.host,
            arguments.port,
            arguments.data,
            arguments.database,
            settings,
            listening=listening,
            redis=arguments.redis,
        )
    except (BadSetup, OSError, ValueError) as error:
        return refuse(error)
    return 0


def start_warm_up() -> subprocess.Popen[bytes]:
    """Compile what champions play out in a process that ends when this one does, or drops the result."""
    command = [sys.executable, "-m", "cinq.bots.warm_up", "--end-with-input"]
    return subprocess.Popen(command, stdin=subprocess.PIPE, stderr=subprocess.DEVNULL)


def _with_flags(arguments: argparse.Namespace, settings: Settings) -> Settings:
    """The settings, with what the flags say. Raises ValueError, MissingExtra."""
    from msgspec.structs import replace

    from cinq.server.backend import is_shared

    if is_shared(arguments.database):
        require("scale")
    elif arguments.redis or arguments.workers > 1 or arguments.no_bots or arguments.no_physics:
        raise ValueError("--redis, --workers, --no-bots and --no-physics need --database postgresql://…")
    if (arguments.workers > 1 or arguments.no_bots or arguments.no_physics) and not arguments.redis:
        raise ValueError("--workers, --no-bots and --no-physics need --redis redis://…")
    if arguments.no_bots:
        settings = replace(settings, own_tables=False)
    return replace(settings, own_physics_tables=False) if arguments.no_physics else settings


def _serve_many(arguments: argparse.Namespace, settings: Settings, listening: Callable[[], None]) -> None:
    """Run several workers on one port."""
    from cinq.server.app import listen
    from cinq.server.cluster.supervisor import supervise
    from cinq.server.http.health import log_as_json

    log_as_json()
    sockets = listen(arguments.host, arguments.port)
    listening()
    supervise(
        sockets, arguments.workers, arguments.worker_ports, arguments.database, arguments.redis, settings
    )


def _draws(out: TextIO) -> bool:
    """Whether a QR code belongs there: a terminal that has block characters, not a log file."""
    return out.isatty() and out.encoding.lower().replace("-", "") == "utf8"
