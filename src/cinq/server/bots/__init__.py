"""Bots at live tables: worker processes, each room's bots, reviews of finished games."""
