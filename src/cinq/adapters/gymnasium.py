"""Gymnasium environments: one agent against chosen opponents, and vectors of compiled games.

`CinqEnv("five-or-less", opponents="regular")` seats one agent; the others are bots of `cinq.bots` or random
players. `CinqVectorEnv` steps thousands of games at once, one decision in each: self-play, the observation
is that of the seat which is asked.

>>> from cinq.adapters.gymnasium import CinqEnv
>>> env = CinqEnv("dix-mille", opponents="random")
>>> observation, info = env.reset(seed=7)
>>> observation, reward, terminated, truncated, info = env.step(int(info["action_mask"].argmax()))
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cinq.extras import needs

with needs("research"):
    import gymnasium
    import numpy as np
    import numpy.typing as npt
    from gymnasium.spaces import Box, Dict, Discrete
    from gymnasium.vector import AutoresetMode, VectorEnv
    from gymnasium.vector.utils import batch_space

from cinq.adapters.decisions import LARGEST, SMALLEST, Decisions, Mask, code_of
from cinq.adapters.opponents import RANDOM, Opponent, seat_opponents
from cinq.core.game import Seat, Value
from cinq.fast import load

Shown = dict[str, npt.NDArray[Any]]


class CinqEnv(gymnasium.Env[Any, Any]):
    """One seat of one game.

    The mask is part of the observation, of `info`, and given by `action_masks()`. An action that the mask
    excludes does what the rules' safest action does (or waits), and `info["illegal"]` says so.
    """

    metadata = {"render_modes": []}

    def __init__(
        self,
        game: str,
        players: int = 2,
        seat: Seat = 0,
        opponents: str | Sequence[str] = RANDOM,
        options: Value | None = None,
        render_mode: str | None = None,
    ) -> None:
        if not 0 <= seat < players:
            raise ValueError(f"there is no seat {seat} among {players}")
        self.render_mode = render_mode
        self._decisions = Decisions(game, players, options)
        self._seat = seat
        others = [s for s in range(players) if s != seat]
        levels = [opponents] * len(others) if isinstance(opponents, str) else list(opponents)
        if len(levels) != len(others):
            raise ValueError(f"{len(others)} opponents are needed, not {len(levels)}")
        self._levels = dict(zip(others, levels, strict=True))
        self._opponents: dict[Seat, Opponent] = {}
        self.action_space = Discrete(self._decisions.actions + 1)
        size = len(self._decisions.observation(seat))
        self.observation_space = Dict(
            {
                "observation": Box(SMALLEST, LARGEST, (size,), np.int16),
                "action_mask": Box(0, 1, (self._decisions.actions + 1,), np.int8),
            }
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """A new game, played up to the agent's first decision."""
        super().reset(seed=seed)
        chosen = int(self.np_random.integers(2**62)) if seed is None else seed
        self._opponents, table = seat_opponents(self._decisions, self._levels, chosen)
        self._decisions.watcher = table.watch if table is not None else None
        self._decisions.reset(chosen)
        self._let_others_play()
        return self._shown(), self._info(illegal=False)

    def step(self, action: int) -> tuple[Shown, float, bool, bool, dict[str, Any]]:
        """The agent's action, and all that the others do until it is asked again."""
        decisions = self._decisions
        code = code_of(int(action), decisions.actions)
        if decisions.over:
            raise RuntimeError("the game is over: reset first")
        illegal = not decisions.legal(code)
        decisions.choose(self._instead() if illegal else code)
        self._let_others_play()
        reward = float(decisions.rewards()[self._seat]) if decisions.over else 0.0
        return self._shown(), reward, decisions.over, False, self._info(illegal)

    def _instead(self) -> int:
        """What an action that is not allowed does."""
        safest = int(self._decisions.game.kernel.safest(self._decisions.game.row, self._seat))
        mask = self._decisions.mask(self._seat)
        return safest if safest >= 0 else code_of(int(mask.nonzero()[0][-1]), self._decisions.actions)

    def _let_others_play(self) -> None:
        decisions = self._decisions
        while not decisions.over and decisions.seat != self._seat:
            decisions.choose(self._opponents[decisions.seat].choose(decisions))

    def action_masks(self) -> npt.NDArray[np.bool_]:
        """The mask under the name that maskable algorithms look for."""
        return self._mask().astype(bool)

    def _mask(self) -> Mask:
        return self._decisions.mask(self._seat)

    def _shown(self) -> Shown:
        return {"observation": self._decisions.observation(self._seat), "action_mask": self._mask()}

    def _info(self, illegal: bool) -> dict[str, Any]:
        return {"action_mask": self._mask(), "illegal": illegal, "lines": self._decisions.lines}


class CinqVectorEnv(VectorEnv[Shown, npt.NDArray[np.int64], npt.NDArray[Any]]):
    """Many games side by side, one decision in each a step.

    `observations` are those of the seat that is asked (`info["seat"]`); the reward is that of the seat that
    has just acted, every seat's is in `info["rewards"]`. A game that ends is begun anew in the same step.
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, game: str, num_envs: int, players: int = 2, options: Value | None = None, threads: int = 1
    ) -> None:
        self.num_envs = num_envs
        self._games = load(game).environment(num_envs, players, options, threads=threads)
        size, actions = self._games.shown.observation.shape[1], self._games.shown.mask.shape[1]
        self.single_action_space = Discrete(actions)
        self.single_observation_space = Dict(
            {
                "observation": Box(SMALLEST, LARGEST, (size,), np.int16),
                "action_mask": Box(0, 1, (actions,), np.uint8),
            }
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Shown, dict[str, Any]]:
        """All games anew, game `n` of a seed."""
        if isinstance(seed, list):
            raise ValueError("one seed for all games, please: each game takes its own from it")
        chosen = int(np.random.default_rng().integers(2**62)) if seed is None else seed
        self._games.reset(chosen)
        return self._shown(), self._info()

    def step(
        self, actions: npt.NDArray[np.int64]
    ) -> tuple[Shown, npt.NDArray[Any], npt.NDArray[Any], npt.NDArray[Any], dict[str, Any]]:
        """One code for the asked seat of each game; -1 lets another act. ValueError for an illegal one."""
        acted = self._games.shown.seat.copy()
        shown = self._games.step(actions)
        rewards = shown.reward[np.arange(self.num_envs), np.maximum(acted, 0)].copy()
        done = shown.done.astype(bool)
        return self._shown(), rewards, done, np.zeros(self.num_envs, bool), self._info()

    def sample_actions(self) -> npt.NDArray[np.int64]:
        """A random legal action for the asked seat of each game."""
        return self._games.choose()

    def _shown(self) -> Shown:
        shown = self._games.shown
        return {"observation": shown.observation.copy(), "action_mask": shown.mask.copy()}

    def _info(self) -> dict[str, Any]:
        shown = self._games.shown
        return {
            "action_mask": shown.mask.copy(),
            "seat": shown.seat.copy(),
            "actors": shown.actors.copy(),
            "rewards": shown.reward.copy(),
        }

    def close_extras(self, **kwargs: Any) -> None:
        """Nothing is kept open."""


def register() -> None:
    """Make every compiled game known to `gymnasium.make`, as `cinq/DixMille-v0` and so on."""
    from cinq.fast import KERNELS

    for name in KERNELS:
        title = "".join(word.capitalize() for word in name.split("-"))
        if f"cinq/{title}-v0" not in gymnasium.registry:
            gymnasium.register(
                f"cinq/{title}-v0", entry_point="cinq.adapters.gymnasium:CinqEnv", kwargs={"game": name}
            )
