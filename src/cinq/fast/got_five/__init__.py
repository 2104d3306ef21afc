"""Got Five!, compiled. GF-8 and the like are paragraphs of games/got_five/RULES.md; read it beside rules.py.

A rack, the open tiles and an announcement are one word each: numbers of six bits, the first one lowest. The
reserve is a set of 60 bits, twelve a colour, by the places of the numbers in their colour. Each tile has a
word that says around which rack it lies, where, and how many lay there before it.

An announcement (GF-10) is one action: its code is ANNOUNCE plus the rank of its five numbers among all
5,461,512 choices. No mask lists it, as no menu does: whoever is alive may choose any of these codes whenever
a seat may act, in turn or not. `choose` announces at random as often as the rules' random seats do.
"""

from typing import Final

from cinq.fast.got_five.bridge import (
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
from cinq.fast.got_five.row import ACTIONS, CODES, OUTCOME, RESULT, WIDTH
from cinq.fast.got_five.rules import (
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
from cinq.fast.got_five.view import observation_size, observe
from cinq.games import got_five

RULES: Final = got_five

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
