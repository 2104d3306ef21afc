"""`python -m cinq.server`: a server with any settings, for tests and benches; people run `cinq serve`."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path

import msgspec

from cinq.server.app import serve
from cinq.server.http import static_files
from cinq.server.settings import Settings


def main() -> None:
    """Parse the arguments, and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1", help="address to listen on (default: 127.0.0.1)")
    parser.add_argument("--port", type=int, default=8000, help="port to listen on (default: 8000)")
    parser.add_argument("--data", default="data", help="data directory (default: data)")
    parser.add_argument(
        "--database",
        default=os.environ.get("CINQ_DATABASE"),
        help="address (default: $CINQ_DATABASE, or a file)",
    )
    parser.add_argument(
        "--redis", default=os.environ.get("CINQ_REDIS"), help="address (default: $CINQ_REDIS, or none)"
    )
    parser.add_argument("--inherit", default="", help="handles of sockets to listen on (default: none)")
    parser.add_argument("--settings", default="{}", help="settings as JSON (default: {})")
    parser.add_argument(
        "--page",
        type=Path,
        default=static_files.HERE,
        help="folder of the built page (default: the packaged one)",
    )
    args = parser.parse_args()
    settings = msgspec.json.decode(args.settings, type=Settings)
    try:
        serve(
            args.host,
            args.port,
            args.data,
            args.database,
            settings,
            page=args.page,
            redis=args.redis,
            inherited=[int(one) for one in args.inherit.split(",") if one],
        )
    except (OSError, ValueError) as error:
        print(f"cinq.server: {error}", file=sys.stderr)
        sys.exit(2)


if __name__ == "__main__":
    main()
