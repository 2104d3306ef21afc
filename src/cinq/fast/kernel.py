"""What a game's kernel provides; see README.md in this folder for the contract in words.

Owns the names that all kernels share. A kernel is a module, as a game is; `Kernel` is its protocol, and
`load_kernel` gathers it from the files of the game's folder.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import Final, Protocol, TypeAlias, TypeVar, cast

import numpy as np
import numpy.typing as npt

from cinq.core.chance import Random
from cinq.core.game import DEALER, WORLD, Action, Actor, AnyGame, Seat, Value
from cinq.core.game import Result as CoreResult
from cinq.fast.compiled import Ints
from cinq.games import load_game

Words: TypeAlias = npt.NDArray[np.int64]
"""A game's row, a chance outcome, or a result: 64-bit integers."""
Mask: TypeAlias = npt.NDArray[np.uint8]
Observation: TypeAlias = npt.NDArray[np.int16]
Rewards: TypeAlias = npt.NDArray[np.float32]
Policy: TypeAlias = Callable[[Ints, int], int]
"""A compiled function that chooses for a seat: `(row, seat) -> code`, or -1 to let others act."""

PLAYERS: Final = 1
"""The word of a row that holds the number of players; the generator's state is word 0 (`chance.RNG`)."""
DEALER_BIT: Final = 1 << 16
WORLD_BIT: Final = 1 << 17
NATURE: Final = DEALER_BIT | WORLD_BIT
"""In a set of actors a seat is bit `1 << seat`; chance and the world have bits of their own."""


class Part(Action, frozen=True):
    """A listed code that is only the first half of an action: for the rules nothing has happened yet."""

    code: int


S_contra = TypeVar("S_contra", bound=Value, contravariant=True)
A = TypeVar("A", bound=Action)
O_contra = TypeVar("O_contra", bound=Value, contravariant=True)
V_contra = TypeVar("V_contra", bound=Value, contravariant=True)


class Kernel(Protocol[S_contra, A, O_contra, V_contra]):
    """A compiled game: constants, compiled functions over one row, and its bridge to the rules."""

    RULES: AnyGame
    """The game's package."""
    WIDTH: int
    """Words in a row."""
    ACTIONS: int
    """Codes 0 to ACTIONS - 1 are the actions that a mask lists."""
    CODES: int
    """Codes from ACTIONS to CODES - 1 are open choices, late snaps, and actions whose halves a mask lists."""
    OUTCOME: int
    """Words in a chance outcome."""
    RESULT: int
    """Words in a result: the winners as a set of bits, a score for each seat, then what the game adds."""

    # ------------------------------------------------------------ compiled, over one row

    def start(self, s: Ints, players: int, options: Ints) -> None:
        """Fills the row with the table before anything has happened; leaves the generator's state alone."""

    def actors(self, s: Ints) -> int:
        """The set of those who may act now: seats, or DEALER_BIT, or WORLD_BIT; 0 when the game is over."""

    def legal(self, s: Ints, seat: int, mask: Ints) -> None:
        """Writes 1 for each listed code that this seat may choose now, and 0 for all others."""

    def allowed(self, s: Ints, seat: int, action: int) -> bool:
        """Whether this seat may choose this code now: the rules' `refusal`, also for open choices."""

    def speaker(self, s: Ints) -> int:
        """The seat that acts next in a playout: one of those who may act, by lot if there are several."""

    def choose(self, s: Ints, seat: int) -> int:
        """A random legal action of a seat that may act, all listed ones equally likely; -1 if it has none."""

    def safest(self, s: Ints, seat: int) -> int:
        """The code of the rules' `safest` for a seat that may act; -1 where the rules say None."""

    def apply(self, s: Ints, seat: int, action: int) -> None:
        """Changes the row by an allowed action. Trusts its input."""

    def draw(self, s: Ints, outcome: Ints) -> None:
        """Draws what the dealer or the world says next into `outcome`, and applies nothing."""

    def possible(self, s: Ints, outcome: Ints) -> bool:
        """Whether the dealer or the world may say this now."""

    def fall(self, s: Ints, outcome: Ints) -> None:
        """Changes the row by what the dealer or the world said. Trusts its input."""

    def result(self, s: Ints, out: Ints) -> None:
        """Writes the result of a game that is over."""

    def observe(self, s: Ints, seat: int, out: Ints) -> None:
        """Writes what the view of this seat shows, other seats in the order in which they sit after it."""

    # ------------------------------------------------------------ the bridge to the rules, plain Python

    def observation_size(self, players: int) -> int:
        """Numbers in an observation."""

    def any_options(self, players: int, rng: Random) -> Value:
        """Options drawn from all that the game has, for proofs."""

    def options_of(self, options: O_contra) -> tuple[int, ...]:
        """The options as the numbers that `start` takes."""

    def encode(self, action: A, s: Words, seat: Seat) -> int:
        """The code of an action of this seat, as it is meant in this row. ValueError where there is none."""

    def decode(self, code: int, s: Words, seat: Seat) -> A | Part:
        """The action of a code of this seat, as it is meant in this row; a Part for a half of one."""

    def encode_outcome(self, action: A, s: Words) -> Words:
        """A line of the dealer or the world as an outcome."""

    def decode_outcome(self, outcome: Words, s: Words) -> A:
        """An outcome as a line of the dealer or the world."""

    def project(self, state: S_contra) -> Words:
        """The row of a state of the rules, its generator's word 0."""

    def project_view(self, view: V_contra, seat: Seat, players: int) -> Observation:
        """The observation that follows from a view and from nothing else."""

    def project_result(self, result: CoreResult) -> Words:
        """A result of the rules in the kernel's words."""


AnyKernel: TypeAlias = Kernel[Value, Action, Value, Value]
"""Some game's kernel, of which the caller knows nothing more."""

_CONSTANTS: Final = Kernel.__annotations__.keys() - {"RULES"}
_FUNCTIONS: Final = {name for name, value in vars(Kernel).items() if name[0] != "_" and callable(value)}
_OPTIONAL: Final = {"any_line"}
"""Lines of the world for the proof, which neither chance nor `draw` would say."""


@cache
def load_kernel(name: str) -> AnyKernel:
    """The kernel of a game: constants from `row.py` of its folder, functions from whichever file has them."""
    folder = name.replace("-", "_")
    return cast(AnyKernel, gather(import_module(f"{__package__}.{folder}"), load_game(name)))


def gather(package: ModuleType, rules: AnyGame) -> ModuleType:
    """The names of `Kernel` in one module. TypeError where one is missing or in two files of the package."""
    kernel = ModuleType(package.__name__, package.__doc__)
    row = import_module(f"{package.__name__}.row")
    found: dict[str, object] = {"RULES": rules} | {
        name: vars(row)[name] for name in _CONSTANTS & vars(row).keys()
    }
    for function, value in _functions(package):
        if function in found:
            raise TypeError(f"{package.__name__} has {function} twice")
        found[function] = value
    if missing := (_CONSTANTS | _FUNCTIONS) - found.keys():
        raise TypeError(f"{package.__name__} has no {', '.join(sorted(missing))}")
    vars(kernel).update(found)
    return kernel


def _functions(package: ModuleType) -> Iterator[tuple[str, object]]:
    for info in iter_modules(package.__path__, f"{package.__name__}."):
        for name, value in vars(import_module(info.name)).items():
            if name in _FUNCTIONS | _OPTIONAL and value.__module__ == info.name:
                yield name, value


def actor_bit(actor: Actor) -> int:
    """The bit of an actor in a set of actors."""
    if actor == DEALER:
        return DEALER_BIT
    return WORLD_BIT if actor == WORLD else 1 << int(actor)


def actor_set(actors: tuple[Actor, ...]) -> int:
    """Actors as a set of bits."""
    return sum(map(actor_bit, actors))
