"""Learning by self-play: `cinq train`. A game that can be learned has a file here, named like its folder."""

from pathlib import Path

from cinq.games import games_with

LEARNED = games_with(Path(__file__).parent, "*.py")
"""The games that have a recipe."""
