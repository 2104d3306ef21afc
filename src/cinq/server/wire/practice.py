"""The lesson of Au doigt & à l'œil: what a learner says, and what their wood answers, without a table."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from cinq.core.game import Sentence
from cinq.server.wire.inbound import AskSpots, Hand, Lay
from cinq.server.wire.kinds import FromSeatMessage, ToSeatMessage
from cinq.server.wire.outbound import Bye, Spots

Exercise: TypeAlias = Literal["hand", "list", "fall"]
"""What is tried: to lay a piece by hand, to lay one by the list of spots, to make wood fall."""


class Practise(FromSeatMessage, frozen=True):
    """Take the piece of an exercise in hand, again if need be; what the one before laid stays."""

    exercise: Exercise


class Practised(ToSeatMessage, frozen=True):
    """What became of the piece: a `placement` of the game, where everything stands now, and the story."""

    exercise: Exercise
    card: str
    fallen: tuple[str, ...]
    columns: tuple[str, ...]
    pose: dict[str, tuple[float, ...]]
    story: tuple[Sentence, ...] = ()
    draws: int = 0
    """The cards to draw for what fell."""


FromLearner: TypeAlias = Practise | Hand | AskSpots | Lay
ToLearner: TypeAlias = Practised | Spots | Bye

from_learner: msgspec.json.Decoder[FromLearner] = msgspec.json.Decoder(FromLearner)
"""Decodes what a learner's page says; raises msgspec.DecodeError if it is malformed."""
