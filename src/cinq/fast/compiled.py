"""`jit`: numba's njit with a type, and a disk cache that follows every source of a kernel.

numba's own cache looks at the file of the compiled function alone, but a kernel also takes in the functions
that it calls and the tables that it reads. Therefore the machine code of a game is kept in a folder named
after a digest of the frame, the kernel and the game's rules: after an edit the folder is another one, and the
game is compiled again.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from functools import cache
from hashlib import blake2b
from importlib import import_module
from pathlib import Path
from tempfile import gettempdir
from typing import ParamSpec, Protocol, TypeVar, cast, overload

from numba import njit

P = ParamSpec("P")
R = TypeVar("R")
FOLDERS_KEPT = 4
FRAME = ("bits", "chance", "compiled", "kernel", "loops", "network", "seats")
"""The files of this folder whose code is compiled into every game."""


class _Settings(Protocol):
    """What is read and set of numba's own settings."""

    CACHE_DIR: str


_settings = cast(_Settings, import_module("numba.core.config"))


class Ints(Protocol):
    """A one-dimensional array of integers, as compiled code reads and writes it."""

    @overload
    def __getitem__(self, index: int, /) -> int: ...
    @overload
    def __getitem__(self, index: slice, /) -> Ints: ...
    def __setitem__(self, index: int, value: int, /) -> None: ...
    def __len__(self) -> int: ...


class Floats(Protocol):
    """A one-dimensional array of floats, as compiled code reads and writes it."""

    @overload
    def __getitem__(self, index: int, /) -> float: ...
    @overload
    def __getitem__(self, index: slice, /) -> Floats: ...
    def __setitem__(self, index: int, value: float, /) -> None: ...
    def __len__(self) -> int: ...


def jit(function: Callable[P, R]) -> Callable[P, R]:
    """Compiles at the first call, without GIL, bounds checks and memory of its own; keeps the code on disk.

    Compiled code cannot allocate (numba says so when it compiles): without reference counts a view of a row
    costs nothing.
    """
    return _compiler(forceinline=False)(function)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """The same for a small function that must cost no call."""
    return _compiler(forceinline=True)(function)


def jit_unkept(function: Callable[P, R]) -> Callable[P, R]:
    """`jit` for a function that takes in code which no digest covers: compiled anew in every process."""
    return _compiler(forceinline=False, keep=False)(function)


def _compiler(forceinline: bool, keep: bool = True) -> Callable[[Callable[P, R]], Callable[P, R]]:
    compile_with = cast(Callable[..., Callable[[Callable[P, R]], Callable[P, R]]], njit)

    def compiler(function: Callable[P, R]) -> Callable[P, R]:
        before = _settings.CACHE_DIR
        _settings.CACHE_DIR = str(cache_folder(function.__module__))  # read while the decorator runs
        try:
            compiled = compile_with(
                cache=keep,
                nogil=True,
                _nrt=False,
                error_model="numpy",
                forceinline=forceinline,
                no_cfunc_wrapper=True,
            )(function)
        finally:
            _settings.CACHE_DIR = before
        return compiled

    return compiler


@cache
def cache_folder(module: str) -> Path:
    """Where the machine code of a module is: beside its source, or else in a folder of this user."""
    name = module.removeprefix("cinq.fast.").partition(".")[0]
    here = Path(__file__).parent
    if module.startswith("cinq.fast.") and not any(here.glob(name)) and not any(here.glob(f"{name}.py")):
        raise ValueError(f"there is no module {module}")
    base = Path(_settings.CACHE_DIR) if _settings.CACHE_DIR else _writable_base()
    folder = base / f"cinq-fast-{name}-{digest(name)}"
    if not folder.exists():
        folder.mkdir(parents=True, exist_ok=True)
        _forget_oldest(base, name)
    return folder


def _writable_base() -> Path:
    for base in (Path(__file__).parent / "__pycache__", Path.home() / ".cache"):
        try:
            base.mkdir(parents=True, exist_ok=True)
        except OSError:
            continue
        if os.access(base, os.W_OK):
            return base
    return Path(gettempdir())


def digest(name: str) -> str:
    """A digest of all that machine code is made from: the frame, the kernel, its rules and its box's data."""
    package, digest = Path(__file__).parent.parent, blake2b(digest_size=8)
    frame = [package / "fast" / f"{part}.py" for part in FRAME]
    game = [*package.glob(f"fast/{name}/*.py"), *package.glob(f"games/{name}/*.py")]
    for source in sorted({*frame, *game, *package.glob(f"games/{name}/*.toml")}):
        digest.update(source.relative_to(package).as_posix().encode())
        digest.update(source.read_bytes())
    return digest.hexdigest()


def _forget_oldest(base: Path, name: str) -> None:
    """Keeps the folders of the last few versions; another process may still run one of them."""
    folders = sorted(
        base.glob(f"cinq-fast-{name}-*"), key=lambda folder: folder.stat().st_mtime, reverse=True
    )
    for folder in folders[FOLDERS_KEPT:]:
        shutil.rmtree(folder, ignore_errors=True)
