"""Commands that measure games and bots."""
