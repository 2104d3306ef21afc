"""`python -m cinq.server`: the bare server with any settings, for tests and benches.

People run `cinq serve`.
"""

from __future__ import annotations

import argparse
from pathlib import Path

import msgspec

from cinq.server import page
from cinq.server.app import serve
from cinq.server.settings import Settings


def main() -> None:
    """Read the settings as JSON, and serve."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--port", type=int, default=8000)
    parser.add_argument("--data", default="data")
    parser.add_argument("--settings", default="{}")
    parser.add_argument("--page", type=Path, default=page.HERE, help="where the built page is")
    args = parser.parse_args()
    settings = msgspec.json.decode(args.settings, type=Settings)
    serve(args.host, args.port, args.data, settings=settings, page=args.page)


if __name__ == "__main__":
    main()
