"""PettingZoo environments of every compiled game, with action masks.

`env("dix-mille")` is the AEC form: one agent is asked at a time, also where several may act (see
`decisions`). `parallel_env` is the form for races: every agent answers every cycle, those who may not act
wait, and answers that meet are taken in random order; an answer that is not allowed counts as waiting, and
for a seat that must act as the rules' safest action.

>>> from cinq.adapters import pettingzoo
>>> game = pettingzoo.env("dix-mille", players=2)
>>> game.reset(seed=7)
>>> observation, reward, terminated, truncated, info = game.last()
>>> int(observation["action_mask"].sum()) > 0
True
"""

from __future__ import annotations

from secrets import randbits
from typing import Any

from cinq.extras import needs

with needs("research"):
    import numpy as np
    from gymnasium.spaces import Box, Dict, Discrete
    from pettingzoo import AECEnv, ParallelEnv
    from pettingzoo.utils import wrappers

from cinq.adapters.decisions import LARGEST, NOBODY, SMALLEST, Decisions, code_of
from cinq.core.game import Seat, Value

Shown = dict[str, Any]


def spaces_of(decisions: Decisions) -> tuple[Dict, Discrete]:
    """The observation and action spaces, alike for every seat."""
    size = len(decisions.observation(0))
    seen = Box(SMALLEST, LARGEST, (size,), np.int16)
    mask = Box(0, 1, (decisions.actions + 1,), np.int8)
    return Dict({"observation": seen, "action_mask": mask}), Discrete(decisions.actions + 1)


def shown_to(decisions: Decisions, seat: Seat, asked: bool) -> Shown:
    """What a seat sees, and what it may choose if it is asked."""
    mask = decisions.mask(seat) if asked else np.zeros(decisions.actions + 1, np.int8)
    return {"observation": decisions.observation(seat), "action_mask": mask}


class CinqAEC(AECEnv):  # type: ignore[misc]
    """One agent at a time. Raises ValueError for an action that is not allowed."""

    def __init__(
        self, game: str, players: int = 2, options: Value | None = None, max_cycles: int | None = None
    ) -> None:
        super().__init__()
        self.metadata = {
            "name": f"cinq_{game.replace('-', '_')}_v0",
            "is_parallelizable": False,
            "render_modes": [],
        }
        self.render_mode = None
        self._decisions = Decisions(game, players, options)
        self._max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        self._seats = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        seen, actions = spaces_of(self._decisions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; without a seed, another one than the last."""
        self._decisions.reset(randbits(62) if seed is None else seed)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self._turns = dict.fromkeys(self.agents, 0)
        self.agent_selection = self.possible_agents[max(self._decisions.seat, 0)]

    def observe(self, agent: str) -> Shown:
        seat = self._seats[agent]
        return shown_to(self._decisions, seat, seat == self._decisions.seat)

    def step(self, action: int | None) -> None:
        """The selected agent's action; None once it is done."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        code = code_of(int(action), self._decisions.actions)
        if not self._decisions.legal(code):
            raise ValueError(f"{agent} may not choose {action} now: see the action mask")
        self._decisions.choose(code)
        self._turns[agent] += 1
        self._close_if_done(agent)

    def _close_if_done(self, agent: str) -> None:
        if self._decisions.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.rewards = dict(zip(self.agents, self._decisions.rewards().tolist(), strict=True))
            self._accumulate_rewards()  # until now all were 0
            self.agent_selection = self.agents[0]
            return
        self.agent_selection = self.possible_agents[self._decisions.seat]
        if self._max_cycles is not None and self._turns[agent] >= self._max_cycles:
            self.truncations = dict.fromkeys(self.agents, True)

    def render(self) -> None:
        """There is nothing to look at here; `cinq replay` and the page draw games."""

    def close(self) -> None:
        """Nothing is kept open."""


class OrderEnforcing(wrappers.OrderEnforcingWrapper):  # type: ignore[misc]
    """PettingZoo's wrapper with a `last` that asks the environment once, not for each of its attributes."""

    def last(self, observe: bool = True) -> tuple[Shown | None, float, bool, bool, dict[str, Any]]:
        if not self._has_reset:
            raise AttributeError("last() cannot be called before reset")
        return self.env.last(observe)  # type: ignore[no-any-return]


class CinqParallel(ParallelEnv):  # type: ignore[misc]
    """Everybody answers every cycle; what happens in one cycle is at most one action a seat."""

    def __init__(
        self, game: str, players: int = 2, options: Value | None = None, max_cycles: int | None = None
    ) -> None:
        self.metadata = {"name": f"cinq_{game.replace('-', '_')}_v0", "render_modes": []}
        self.render_mode = None
        self._decisions = Decisions(game, players, options)
        self._max_cycles = max_cycles
        self.possible_agents = [f"seat_{seat}" for seat in range(players)]
        seen, actions = spaces_of(self._decisions)
        self.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        self.action_spaces = dict.fromkeys(self.possible_agents, actions)
        self._order = np.random.default_rng()

    def observation_space(self, agent: str) -> Dict:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> Discrete:
        return self.action_spaces[agent]

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Shown], dict[str, dict[str, Any]]]:
        """Begin a game; without a seed, another one than the last."""
        chosen = randbits(62) if seed is None else seed
        self._decisions.reset(chosen)
        self._order = np.random.default_rng(chosen)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._shown(), {agent: {} for agent in self.agents}

    def _shown(self) -> dict[str, Shown]:
        return {agent: self._shown_to(seat) for seat, agent in enumerate(self.possible_agents)}

    def _shown_to(self, seat: Seat) -> Shown:
        shown = shown_to(self._decisions, seat, asked=True)
        if not shown["action_mask"].any():
            shown["action_mask"][-1] = 1  # whoever may not act waits
        return shown

    def step(self, actions: dict[str, int]) -> tuple[Any, Any, Any, Any, Any]:
        """One answer of everybody."""
        acted = self._answers([int(actions[agent]) for agent in self.agents])
        if not acted:
            self._play_safely()
        self._cycles += 1
        over = self._decisions.over
        cut = not over and self._max_cycles is not None and self._cycles >= self._max_cycles
        gains = self._decisions.rewards().tolist() if over else [0.0] * len(self.agents)
        shown, agents = self._shown(), self.agents
        if over or cut:
            self.agents = []
        return (
            shown,
            dict(zip(agents, gains, strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, cut),
            {agent: {} for agent in agents},
        )

    def _answers(self, codes: list[int]) -> bool:
        """Take the answers that are still allowed when their turn comes, in random order."""
        acted = False
        for seat in self._order.permutation(len(codes)).tolist():
            code = codes[seat]
            if code < self._decisions.actions and self._decisions.game.allowed(seat, code):
                self._decisions.seat = seat
                self._decisions.choose(code)
                acted = True
        return acted

    def _play_safely(self) -> None:
        """Nobody did anything: whoever must act does what a clock that ran out would do."""
        decisions = self._decisions
        for seat in range(decisions.players):
            safest = int(decisions.game.kernel.safest(decisions.game.row, seat))
            if decisions.seat != NOBODY and safest >= 0 and decisions.game.allowed(seat, safest):
                decisions.seat = seat
                decisions.choose(safest)
                return


def env(game: str, players: int = 2, options: Value | None = None, max_cycles: int | None = None) -> AECEnv:
    """The AEC environment of a game, with PettingZoo's own order-enforcing wrapper."""
    return OrderEnforcing(CinqAEC(game, players, options, max_cycles))


def parallel_env(
    game: str, players: int = 2, options: Value | None = None, max_cycles: int | None = None
) -> CinqParallel:
    """The parallel environment of a game."""
    return CinqParallel(game, players, options, max_cycles)
