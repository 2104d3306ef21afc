"""Bots for 5 Millimètres."""
