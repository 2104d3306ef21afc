"""Dix Mille, compiled. DM-8 and the like are paragraphs of games/dix_mille/RULES.md; read it beside rules.py.

Dice are one number: the index of a fall in `falls(dice)` of the rules, that is its faces less one as the
digits of a number in base six. To turn all of them over (DM-21) is to take `6**dice - 1 - index`.
"""

from typing import Final

from cinq.fast.dix_mille.bridge import (
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
from cinq.fast.dix_mille.row import ACTIONS, CODES, OUTCOME, RESULT, WIDTH
from cinq.fast.dix_mille.rules import (
    actors,
    allowed,
    apply,
    choose,
    draw,
    fall,
    legal,
    possible,
    result,
    safest,
    speaker,
    start,
)
from cinq.fast.dix_mille.view import observation_size, observe
from cinq.games import dix_mille

RULES: Final = dix_mille

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
