"""Au doigt & à l'œil, compiled. DO-8 and the like are paragraphs of games/doigt_oeil/RULES.md.

Read it beside the rules: the chapters have the same names. `row` has the words of a game and the box as
tables, `table` what all chapters use, `composing` the cards that go together. What a placement does is said
by the stand-in for the wood (games/doigt_oeil/stand_in.py), or named by the caller: any placement that the
rules allow, on up to `row.BASES` columns. Where a piece lies (`pose`) is not kept.

A mask lists halves: the cards of a challenge one after the other and then its target; an advantage, then what
it acts on and whom it hits.
"""

from typing import Final

from cinq.fast.doigt_oeil.bridge import (
    any_line,
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
from cinq.fast.doigt_oeil.ending import result
from cinq.fast.doigt_oeil.opening import start
from cinq.fast.doigt_oeil.row import ACTIONS, CODES, OUTCOME, RESULT, WIDTH
from cinq.fast.doigt_oeil.rules import (
    actors,
    allowed,
    apply,
    choose,
    draw,
    fall,
    legal,
    possible,
    safest,
    speaker,
)
from cinq.fast.doigt_oeil.view import observation_size, observe
from cinq.games import doigt_oeil

RULES: Final = doigt_oeil

__all__ = [
    "ACTIONS",
    "CODES",
    "OUTCOME",
    "RESULT",
    "RULES",
    "WIDTH",
    "actors",
    "allowed",
    "any_line",
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
