"""What a player sees, as OpenSpiel reads it: a tensor and a text."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
import numpy.typing as npt
import pyspiel

from cinq.adapters.openspiel.encoding import Parameters
from cinq.adapters.openspiel.state import CinqState
from cinq.fast.kernel import load_kernel

if TYPE_CHECKING:
    from cinq.adapters.openspiel.game import CinqGame


class CinqObserver:
    """A seat's view as numbers (`cinq.fast` defines them) and as text; with perfect recall as text only."""

    def __init__(self, game: CinqGame, kind: pyspiel.IIGObservationType, params: Parameters | None) -> None:
        if params:
            raise ValueError(f"there are no observation parameters, so not {params}")
        self._players, self._recalls = game.players, kind.perfect_recall
        self._kernel = load_kernel(game.encoding.game.NAME)
        self.tensor: npt.NDArray[np.float32] | None = None
        self.dict: dict[str, npt.NDArray[np.float32]] = {}
        if not self._recalls:
            self._lay_out(self._kernel.observation_size(game.players), game.encoding.draft)

    def _lay_out(self, seen: int, draft: int) -> None:
        self.tensor = np.zeros(seen + draft, np.float32)
        self.dict = {"view": self.tensor[:seen]}
        if draft:
            self.dict["draft"] = self.tensor[seen:]

    def set_from(self, state: CinqState, player: int) -> None:
        """Fill the tensor with what a player sees."""
        if self._recalls:
            return
        self.dict["view"][:] = self._kernel.project_view(state.view(player), player, self._players)
        if "draft" in self.dict:
            self.dict["draft"][:] = state.draft_numbers(player)

    def string_from(self, state: CinqState, player: int) -> str:
        """What a player sees, or has seen, as text."""
        return state.information_text(player) if self._recalls else state.observation_text(player)
