"""The optional dependencies of pyproject.toml, and the message for one that is not installed."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from importlib.util import find_spec

EXTRAS = {
    "bots": ("numpy", "numba"),
    "physics": ("numpy", "mujoco"),
    "server": (
        "litestar",
        "uvicorn",
        "uvloop",
        "httptools",
        "websockets",
        "prometheus_client",
        "segno",
        "numpy",
        "numba",
        "mujoco",
    ),
    "scale": ("asyncpg", "redis", "hiredis"),
    "lab": ("numpy", "numba", "matplotlib"),
    "research": ("numpy", "numba", "pettingzoo", "gymnasium", "pyspiel", "textarena", "mcp"),
}
"""The modules that each extra installs."""


class MissingExtra(ImportError):
    """Says which extra to install; a command puts its own name in front."""

    def __init__(self, extra: str) -> None:
        super().__init__(f"needs the extra '{extra}': pip install 'cinq[{extra}]'")


def require(extra: str, *modules: str) -> None:
    """Raises MissingExtra unless these modules of an extra (default: all) can be found; imports none."""
    if any(find_spec(module) is None for module in modules or EXTRAS[extra]):
        raise MissingExtra(extra)


@contextmanager
def needs(extra: str) -> Iterator[None]:
    """Around imports of an extra's libraries: raises MissingExtra where one of them is not installed."""
    try:
        yield
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] not in EXTRAS[extra]:
            raise
        raise MissingExtra(extra) from None
