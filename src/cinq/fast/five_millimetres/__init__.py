"""5 Millimètres, compiled. MM-8 and the like are paragraphs of games/five_millimetres/RULES.md.

Read it beside rules.py. Sticks are numbered in the order they were drawn; how long they look is kept in whole
thousandths of a millimetre, as the world says it (MM-4).
"""

from typing import Final

from cinq.fast.five_millimetres.bridge import (
    any_options,
    decode,
    decode_outcome,
    encode,
    encode_outcome,
    options_of,
    project,
    project_result,
    project_view,
)
from cinq.fast.five_millimetres.eye import draw, possible
from cinq.fast.five_millimetres.row import ACTIONS, CODES, OUTCOME, RESULT, WIDTH
from cinq.fast.five_millimetres.rules import (
    actors,
    allowed,
    apply,
    choose,
    fall,
    legal,
    result,
    safest,
    speaker,
    start,
)
from cinq.fast.five_millimetres.view import observation_size, observe
from cinq.games import five_millimetres

RULES: Final = five_millimetres

__all__ = [
    "ACTIONS",
    "CODES",
    "OUTCOME",
    "RESULT",
    "RULES",
    "WIDTH",
    "actors",
    "allowed",
    "any_options",
    "apply",
    "choose",
    "decode",
    "decode_outcome",
    "draw",
    "encode",
    "encode_outcome",
    "fall",
    "legal",
    "observation_size",
    "observe",
    "options_of",
    "possible",
    "project",
    "project_result",
    "project_view",
    "result",
    "safest",
    "speaker",
    "start",
]
