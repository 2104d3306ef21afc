"""Dix Mille: five dice, and the art of stopping."""

from cinq.games.dix_mille.rules import *
from cinq.games.dix_mille.story import *
from cinq.games.dix_mille.view import *
