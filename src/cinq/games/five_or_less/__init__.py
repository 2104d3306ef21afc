"""5 ou Moins: five hidden cards, a good memory and quick hands."""

from cinq.games.five_or_less.cards import *
from cinq.games.five_or_less.rules import *
from cinq.games.five_or_less.scoring import *
from cinq.games.five_or_less.story import *
from cinq.games.five_or_less.view import *
