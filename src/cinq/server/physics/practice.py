"""The wood of a lesson: a learner lays three pieces in the real physics, without a table or a game.

Owns what stands for each exercise. Every try is judged as at a table.
"""

from __future__ import annotations

from collections.abc import Callable
from secrets import token_hex
from typing import cast

from msgspec.structs import replace

from cinq.core.game import WORLD, Value
from cinq.core.log import Line
from cinq.core.observe import observe, transitions
from cinq.games import load_game
from cinq.games.doigt_oeil.components import CardId, PieceId
from cinq.games.doigt_oeil.state import PLACE, Held, Options, Piece, Placement, State, Task
from cinq.games.doigt_oeil.view import View
from cinq.physics.pieces import Pose, oriented, starter
from cinq.server.physics.interface import PhysicsRequest, PhysicsSource
from cinq.server.wire import Hand, Lay, Spot
from cinq.server.wire.practice import Exercise, Practised

LEARNER, OTHER, BASE = 0, 1, "l1"


class Try(Value, frozen=True):
    """One exercise: the card, its piece, and what stands before it if the learner has laid nothing."""

    card: CardId
    piece: PieceId
    stands: dict[PieceId, Pose]
    challenge: tuple[CardId, ...]
    placed: tuple[CardId, ...] = ()


ACROSS: Pose = (0.004, 0.0, 0.015, *oriented("flat", 1.5707963267948966))
ALONG: Pose = (0.004, 0.0, 0.025, *oriented("flat", 0.0))
TRIES: dict[Exercise, Try] = {
    "hand": Try("A4", "m1", {}, ("A4", "D4")),
    "list": Try("D4", "m2", {"m1": ACROSS}, ("A4", "D4"), ("A4",)),
    "fall": Try("A9", "l2", {"m1": ACROSS, "m2": ALONG}, ("A9",)),
}
HANDS: tuple[tuple[CardId, ...], ...] = (("A2", "C3", "B12", "pivot-1"), ("B1", "C5", "D7"))
"""What the learner and the other hold: nobody runs out of wood in a lesson."""


class Practice:
    """A learner's wood; one exercise at a time."""

    def __init__(self, physics: PhysicsSource, show: Callable[[bytes], None]) -> None:
        self._physics, self._show = physics, show
        self._room = f"practice-{token_hex(8)}"
        self._laid: dict[PieceId, Pose] = {}
        """Where the learner's pieces were after the last placement that made nothing fall."""

    async def practise(self, exercise: Exercise) -> Practised:
        """Put the piece into the learner's hand, and wait until it is laid."""
        game, before = load_game("doigt-oeil"), self._state(TRIES[exercise])
        request = PhysicsRequest(self._room, game, before, {}, firm_spots=True)
        line = cast(Placement, (await self._physics.answer(request, self._show)).action)
        poses = cast(dict[PieceId, Pose], line.pose or {})
        if not line.fallen:
            self._laid = poses
        [seen] = observe(game, LEARNER, transitions(game, before, [Line(0.0, WORLD, line)]))
        draws = cast(View, seen.view).to_draw
        return Practised(exercise, line.card, line.fallen, line.columns, dict(poses), seen.story, draws)

    def _standing(self, tried: Try) -> dict[PieceId, Pose]:
        """What stands: as the learner laid it, where they have laid all of it."""
        wanted = {BASE, *tried.stands}
        if wanted <= self._laid.keys():
            return {piece: pose for piece, pose in self._laid.items() if piece in wanted}
        return {**starter(), **tried.stands}

    def _state(self, tried: Try) -> State:
        """A game in which the learner holds this piece and nothing else happens."""
        empty = cast(State, load_game("doigt-oeil").start(2, Options()))
        pieces = tuple(Piece(piece, (BASE,), pose) for piece, pose in self._standing(tried).items())
        return replace(
            empty,
            structure=pieces,
            columns=(BASE,),
            phase=PLACE,
            hands=HANDS,
            held=Held(LEARNER, tried.card, tried.piece),
            task=Task(OTHER, LEARNER, tried.challenge, tried.placed),
        )

    def hand(self, message: Hand) -> None:
        """Move the learner's hand."""
        self._physics.hand(self._room, LEARNER, message)

    def lay(self, message: Lay) -> None:
        """Lay the piece on a spot of the list."""
        self._physics.lay(self._room, LEARNER, message)

    async def spots(self) -> tuple[Spot, ...]:
        """Places for the piece in hand."""
        return await self._physics.spots(self._room, LEARNER)

    def leave(self) -> None:
        """Drop the wood."""
        self._physics.leave(self._room)
