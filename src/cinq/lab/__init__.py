"""Figures: simulations, tournaments, replays and plots."""
