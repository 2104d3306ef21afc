"""Pig: one die, and the art of stopping. A sixth game that only the tests register."""

from tests.pig.rules import *
from tests.pig.story import *
from tests.pig.view import *
