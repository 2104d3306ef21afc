"""The games as OpenSpiel registers and loads them."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

import pyspiel

from cinq.adapters.openspiel.encoding import Encoding, Parameters
from cinq.adapters.openspiel.observer import CinqObserver
from cinq.adapters.openspiel.position import Position
from cinq.adapters.openspiel.state import CinqState, RecalledState
from cinq.games import folder, games_with


class CinqGame(pyspiel.Game):  # type: ignore[misc]
    """One of these games, with its options."""

    encoding: Encoding
    opening: Position | None = None
    """Where every game begins, once a state was made."""

    def __init__(self, params: Parameters | None = None) -> None:
        encoding = self.encoding
        chosen = {**_parameters(encoding), **(params or {})}
        self.players, self.max_moves = int(chosen["players"]), int(chosen["max_moves"])
        self.recall = int(chosen["recall"])
        self.options = encoding.options({name: chosen[name] for name in encoding.parameters})
        super().__init__(_game_type(encoding, self.recall), self._info(), params or {})

    def _info(self) -> pyspiel.GameInfo:
        return pyspiel.GameInfo(
            num_distinct_actions=self.encoding.codes + 1,
            max_chance_outcomes=self.encoding.outcomes,
            num_players=self.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=self.max_moves,
        )

    def max_chance_nodes_in_history(self) -> int:
        """A bound that holds: `CinqState` ends a game that reaches it."""
        return self.encoding.draws * (self.max_moves + 1)

    def new_initial_state(self) -> CinqState:
        """The table before anything has happened."""
        return RecalledState(self) if self.recall else CinqState(self)

    def make_py_observer(
        self, iig_obs_type: pyspiel.IIGObservationType | None = None, params: Parameters | None = None
    ) -> CinqObserver | None:
        """What OpenSpiel reads observations with; None where it is not about all that one seat sees."""
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        whole = kind.public_info and kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        return CinqObserver(self, kind, params) if whole else None


def _parameters(encoding: Encoding) -> Parameters:
    """What OpenSpiel can set, with its defaults.

    `recall` is the number of lines for which an information-state tensor has room; 0: no such tensor.
    """
    bounds = {"players": 2, "max_moves": encoding.max_moves, "recall": encoding.recall}
    return {**bounds, **encoding.parameters}


def _game_type(encoding: Encoding, recall: int) -> pyspiel.GameType:
    information = pyspiel.GameType.Information
    return pyspiel.GameType(
        short_name=encoding.short_name,
        long_name=encoding.game.TITLE,
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=information.IMPERFECT_INFORMATION if encoding.hidden else information.PERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=encoding.game.PLAYERS[-1],
        min_num_players=encoding.game.PLAYERS[0],
        provides_information_state_string=True,
        provides_information_state_tensor=recall > 0,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=_parameters(encoding),
    )


GAMES: dict[str, type[CinqGame]] = {}
"""The registered games by their names in OpenSpiel."""


def register(encoding: Encoding) -> type[CinqGame]:
    """Register a game, or a variant of one, with OpenSpiel, and return its class."""
    game = type(encoding.short_name, (CinqGame,), {"encoding": encoding})
    pyspiel.register_game(_game_type(encoding, encoding.recall), game)
    GAMES[encoding.short_name] = game
    return game


for _name in games_with(Path(__file__).parent, "*.py"):
    register(import_module(f"{__package__}.{folder(_name)}").ENCODING)
