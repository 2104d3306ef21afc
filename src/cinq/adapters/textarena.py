"""TextArena environments of every game, in English and French.

`register()` makes them known to `textarena.make` as `Cinq-DixMille-v0`, `Cinq-DixMille-fr-v0` and so on.
A player's own words are not shown to the others: what they may know of an action comes from the story.
"""

from __future__ import annotations

from typing import Any

from cinq.extras import needs

with needs("research"):
    import textarena
    from textarena.wrappers import LLMObservationWrapper

from cinq.adapters.text import BadAction, TextGame
from cinq.core.game import Value
from cinq.core.texts import Language
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of


class CinqTextEnv(textarena.Env):  # type: ignore[misc]
    """One game. Whoever errs more often than allowed in a row loses, and the game ends."""

    def __init__(
        self, game: str, language: Language = "en", options: Value | None = None, error_allowance: int = 3
    ) -> None:
        self._name, self._language, self._options = game, language, options
        self._error_allowance = error_allowance

    def reset(self, num_players: int, seed: int | None = None) -> None:
        """Begin a game. ValueError for a number of players that the rules do not allow."""
        world = world_of(load_game(self._name))
        self.game = TextGame(self._name, num_players, self._options, seed or 0, self._language, world)
        self.state = textarena.FFAMultiPlayerState(num_players, seed, error_allowance=self._error_allowance)
        self.state.reset(game_state={}, player_prompt_function=self._prompt)
        self._ask()

    def _prompt(self, player_id: int, game_state: dict[str, Any]) -> str:
        return self.game.prompt(player_id)

    def _ask(self) -> None:
        """Show the asked player what happened, what it sees and what it may do."""
        asked = self.game.asked
        assert asked is not None
        self.state.manually_set_current_player_id(asked)
        self._show(asked)

    def _show(self, seat: int) -> None:
        kind = textarena.ObservationType.GAME_BOARD
        self.state.add_observation(self.game.observation(seat), kind, to_id=seat)

    def step(self, action: str) -> tuple[bool, dict[str, Any]]:
        """The current player's text."""
        player = self.state.current_player_id
        try:
            self.game.act(action)
        except BadAction as error:
            if self.state.set_invalid_move(str(error)):
                self.state.set_winners([p for p in range(self.state.num_players) if p != player], str(error))
        else:
            self._go_on()
        done, info = self.state.step(rotate_player=False)
        return bool(done), dict(info)

    def _go_on(self) -> None:
        if not self.game.over:
            self._ask()
            return
        for seat in range(self.state.num_players):
            self._show(seat)
        self.state.set_winners(list(self.game.winners()), self.game.observation(0).splitlines()[-1])


def register() -> None:
    """Make every game known to `textarena.make`."""
    from textarena.envs.registration import ENV_REGISTRY

    for name in GAMES:
        title = "".join(word.capitalize() for word in name.split("-"))
        for suffix, language in (("", "en"), ("-fr", "fr")):
            ident = f"Cinq-{title}{suffix}-v0"
            if ident not in ENV_REGISTRY:
                wrappers = {"default": [LLMObservationWrapper]}
                textarena.envs.registration.register_with_versions(
                    ident, CinqTextEnv, wrappers=wrappers, game=name, language=language
                )
