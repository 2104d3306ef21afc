"""5 Millimètres: sticks that must be seen, and paid for before they can be compared."""

from cinq.games.five_millimetres.rules import *
from cinq.games.five_millimetres.story import *
from cinq.games.five_millimetres.view import *
