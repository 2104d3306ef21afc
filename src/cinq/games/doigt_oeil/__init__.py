"""Au doigt & à l'œil: wood to be laid with one eye or two, one hand or two."""

from cinq.games.doigt_oeil.lines import *
from cinq.games.doigt_oeil.rules import *
from cinq.games.doigt_oeil.story import *
from cinq.games.doigt_oeil.view import *
