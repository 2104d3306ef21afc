"""The optional dependencies of pyproject.toml, and the message for one that is not installed."""

from __future__ import annotations

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


class MissingExtra(Exception):
    """Says which extra to install; the reader puts its own name in front."""


def require(extra: str, *modules: str) -> None:
    """Raises MissingExtra unless these modules of an extra (default: all) can be found; imports none."""
    if any(find_spec(module) is None for module in modules or EXTRAS[extra]):
        raise MissingExtra(f"needs the extra '{extra}': pip install 'cinq[{extra}]'")
