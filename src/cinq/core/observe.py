"""What one viewer sees of a game, line by line: the redacted action, the view and the story.

Live updates, replays, bots, the coach and the terminal get what a viewer may know from
here, so that one file calls `seen`, `view` and `story` in the right order.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Protocol

import msgspec

from cinq.core.game import Action, Actor, AnyGame, Seat, Sentence, Value


class LogLine(Protocol):
    """Who does what."""

    @property
    def actor(self) -> Actor: ...
    @property
    def action(self) -> Action: ...


class Transition(LogLine, Protocol):
    """A line with the states around it: secret, not for a viewer."""

    @property
    def before(self) -> Value: ...
    @property
    def after(self) -> Value: ...


class Applied(msgspec.Struct, frozen=True, gc=False):
    """A line that has been applied; satisfies `Transition`."""

    before: Value
    actor: Actor
    action: Action
    after: Value


class Observed(msgspec.Struct, frozen=True, gc=False):
    """One line through the eyes of one viewer."""

    line: Transition
    shown: Value | Action
    """The action as the viewer may read it."""
    view: Value
    """The viewer's view after the line."""
    story: tuple[Sentence, ...]
    """What the line changed for the viewer; empty where no story was asked for."""


def observe(
    game: AnyGame,
    viewer: Seat | None,
    lines: Iterable[Transition],
    view: Value | None = None,
    story: bool = True,
) -> Iterator[Observed]:
    """Each of these lines, which follow one another, as a viewer (None: a spectator) sees it.

    `view` is the viewer's view before the first line, where the caller has it. The view after a
    line is the view before the next: without a story one view a line is computed, and no other.
    """
    view_of, seen, story_of = game.view, game.seen, game.story
    for line in lines:
        before = line.before
        if view is None and story:
            view = view_of(before, viewer)
        after = view_of(line.after, viewer)
        told = tuple(story_of(view, after)) if view is not None and story else ()
        yield Observed(line, seen(before, viewer, line.actor, line.action), after, told)
        view = after


def transitions(game: AnyGame, s: Value, lines: Iterable[LogLine]) -> Iterator[Transition]:
    """The lines with their states from `s` on, unchecked. `log.transitions` checks each line."""
    for line in lines:
        after = game.apply(s, line.actor, line.action)
        yield Applied(s, line.actor, line.action, after)
        s = after
