"""Bots, one folder a game: they choose from what their seat may see. And the coach."""
