"""`cinq serve`: the live table."""

from __future__ import annotations

import argparse
import subprocess
import sys
from typing import TextIO

from cinq.cli.common import refuse
from cinq.cli.extras import require
from cinq.cli.welcome import welcome

HELP = "start the live table"


def add_arguments(parser: argparse.ArgumentParser) -> None:
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
        "--data", default="data", metavar="DIR", help="folder of the tables (default: data, where you are)"
    )
    parser.add_argument(
        "--database", metavar="URL", help="sqlite://PATH (default: cinq.sqlite in the data folder)"
    )
    parser.add_argument(
        "--allow-host",
        action="append",
        default=[],
        metavar="NAME",
        help="a name under which visitors open this server; may be repeated "
        "(default: addresses and names of a home network)",
    )
    parser.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="NAME=VALUE",
        help="change one of the settings of docs/hosting.md; may be repeated (default: none)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Serves until SIGTERM or Ctrl-C."""
    require("server")
    import msgspec

    from cinq.lab.setup import BadSetup, filled
    from cinq.server.app import serve
    from cinq.server.network import lan_addresses
    from cinq.server.settings import Settings

    def listening() -> None:
        print(welcome(arguments.host, arguments.port, lan_addresses(), _draws(sys.stdout)), flush=True)
        subprocess.Popen([sys.executable, "-m", "cinq.bots.warm_up"], stderr=subprocess.DEVNULL)

    try:
        settings = filled(Settings, arguments.set, "the server has no setting")
        names = (*settings.allowed_hosts, *arguments.allow_host, arguments.host)
        settings = msgspec.structs.replace(settings, allowed_hosts=names)
        serve(
            arguments.host,
            arguments.port,
            arguments.data,
            arguments.database,
            settings,
            listening=listening,
        )
    except (BadSetup, OSError, ValueError) as error:
        return refuse(error)
    return 0


def _draws(out: TextIO) -> bool:
    """Whether a QR code belongs there: a terminal that has block characters, not a log file."""
    return out.isatty() and out.encoding.lower().replace("-", "") == "utf8"
