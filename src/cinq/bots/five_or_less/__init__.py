"""Bots for 5 ou Moins."""
