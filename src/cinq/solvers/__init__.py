"""Exact solutions of games, and tables computed from them."""
