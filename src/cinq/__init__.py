"""Cinq: one table for five French games."""

__version__ = "0.1.0"
