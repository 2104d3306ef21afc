"""What one viewer sees of a game: the same, whether it is replayed from a log or followed line by line."""

import random
from collections import Counter
from types import SimpleNamespace
from typing import cast

import pytest

from cinq.core.game import AnyGame
from cinq.core.log import Line, header_of, transitions
from cinq.core.observe import observe
from cinq.core.observe import transitions as unchecked
from cinq.core.play import play, random_seat
from cinq.games import GAMES, load_game
from cinq.lab.simulate import world_of


def recorded(name: str) -> tuple[AnyGame, list[Line]]:
    game = load_game(name)
    return game, play(game, 2, game.Options(), [random_seat] * 2, random.Random(1), world_of(game), 60)[1]


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize("viewer", [0, 1, None])
def test_each_line_is_seen_as_the_game_shows_it(name: str, viewer: int | None) -> None:
    game, lines = recorded(name)
    header = header_of(game, 2, game.Options())
    s = game.start(2, game.Options())
    seen = observe(game, viewer, transitions(game, header, lines))
    for line, one in zip(lines, seen, strict=True):
        after = game.apply(s, line.actor, line.action)
        assert one.shown == game.seen(s, viewer, line.actor, line.action)
        assert one.view == game.view(after, viewer)
        assert one.story == tuple(game.story(game.view(s, viewer), game.view(after, viewer)))
        assert (one.line.before, one.line.after) == (s, after)
        s = after


def counted(game: AnyGame, calls: Counter[str]) -> AnyGame:
    """The game, counting how often its views and stories are made."""

    def counting(name: str) -> object:
        def called(*args: object) -> object:
            calls[name] += 1
            return getattr(game, name)(*args)

        return called

    counting_all = {name: counting(name) for name in ("view", "story", "seen")}
    return cast(AnyGame, SimpleNamespace(apply=game.apply, **counting_all))


@pytest.mark.parametrize(
    ("known", "story", "views"), [(False, True, 61), (True, True, 60), (False, False, 60), (True, False, 60)]
)
def test_no_view_is_made_twice(known: bool, story: bool, views: int) -> None:
    game, lines = recorded("five-or-less")
    calls = Counter[str]()
    watched, s = counted(game, calls), game.start(2, game.Options())
    view = game.view(s, 0) if known else None
    assert len(list(observe(watched, 0, unchecked(watched, s, lines), view, story))) == len(lines) == 60
    assert (calls["view"], calls["seen"], calls["story"]) == (views, 60, 60 if story else 0)
