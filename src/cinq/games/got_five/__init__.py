"""Got Five!: everyone reads your five numbers but you."""

from cinq.games.got_five.rules import *
from cinq.games.got_five.story import *
from cinq.games.got_five.view import *
