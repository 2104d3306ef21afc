"""Compiled games: where to bank in Dix Mille, and many games step by step: python examples/fast_policy.py

Whole games first: a policy is a compiled function of a game and a seat. Then an environment: the caller
chooses an action for each of 1,024 games at once.
"""

from cinq.fast import load
from cinq.fast.compiled import jit
from cinq.fast.dix_mille.row import BANK, POINTS, THROW
from cinq.fast.dix_mille.rules import can_bank


@jit
def bank_at_600(s, seat):
    """Bank as soon as 600 points are at risk."""
    return BANK if can_bank(s) and s[POINTS] >= 600 else THROW


engine = load("dix-mille")
for name, policy in (("random", None), ("bank at 600", bank_at_600)):
    played = engine.playouts(games=2_000, players=2, seed=1, policy=policy)
    print(f"{name}: {played.lengths.mean():.0f} lines a game")

environment = engine.environment(games=1_024, players=2, seed=1)
ended = 0
for _ in range(200):
    shown = environment.step(environment.choose())  # a learner's actions follow from shown.observation
    ended += int(shown.done.sum())
print(f"{200 * 1_024:,} decisions, {ended} games ended")
