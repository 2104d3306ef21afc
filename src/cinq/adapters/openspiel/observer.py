"""What a player sees, as OpenSpiel reads it: a tensor and a text."""

from __future__ import annotations

from math import prod
from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyspiel

from cinq.adapters.openspiel.encoding import Parameters
from cinq.adapters.openspiel.position import Line
from cinq.adapters.openspiel.state import CinqState
from cinq.core.game import Value
from cinq.fast.kernel import Observation, load_kernel

if TYPE_CHECKING:
    from cinq.adapters.openspiel.game import CinqGame


CHANCE, OWN_WAIT, FIRST_SEAT = 1, 2, 3
"""Who wrote a line, as numbers; seats from the player on, clockwise. 0 where there is no line yet."""


class CinqObserver:
    """A seat's view as numbers (`cinq.fast` defines them) and as text; with perfect recall all views so far.

    Tensors with perfect recall need room for every line: only games with the parameter `recall` have them.
    """

    def __init__(self, game: CinqGame, kind: pyspiel.IIGObservationType, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, so not {params}")
        self._players, self._recalls = game.players, kind.perfect_recall
        self._kernel = load_kernel(game.encoding.game.NAME)
        self._view = game.encoding.game.view
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        size = self._kernel.observation_size(game.players)
        if not self._recalls:
            self._lay_out({"view": (size,)}, game.encoding.draft)
        elif game.recall:
            self._lay_out({"lines": (game.recall, 1 + size)}, game.encoding.draft)

    def _lay_out(self, shapes: dict[str, tuple[int, ...]], draft: int) -> None:
        shapes |= {"draft": (draft,)} if draft else {}
        ends = np.cumsum([prod(shape) for shape in shapes.values()])
        self.tensor = np.zeros(ends[-1], np.float32)
        parts = np.split(self.tensor, ends[:-1])
        self.dict = {
            name: part.reshape(shape) for (name, shape), part in zip(shapes.items(), parts, strict=True)
        }

    def set_from(self, state: CinqState, player: int) -> None:
        """Fill the tensor with what a player sees, or has seen."""
        if "view" in self.dict:
            self.dict["view"][:] = self._numbers(state.position.table, player)
        if "lines" in self.dict:
            self._recall(state, player)
        if "draft" in self.dict:
            self.dict["draft"][:] = state.draft_numbers(player)

    def _recall(self, state: CinqState, player: int) -> None:
        """A row a line: who wrote it, and the player's view after it. The line that cut a game has no row."""
        rows = self.dict["lines"]
        rows[:] = 0
        for row, line in zip(rows, state.lines_seen(player), strict=False):
            row[0] = self._writer(line, player)
            row[1:] = self._numbers(line.after, player)

    def _writer(self, line: Line, player: int) -> int:
        if line.action is None:
            return OWN_WAIT
        return FIRST_SEAT + (line.actor - player) % self._players if isinstance(line.actor, int) else CHANCE

    def _numbers(self, table: Value, player: int) -> Observation:
        return self._kernel.project_view(self._view(table, player), player, self._players)

    def string_from(self, state: CinqState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        return state.information_text(player) if self._recalls else state.observation_text(player)
