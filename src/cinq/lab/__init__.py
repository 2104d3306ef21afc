"""Experiments: simulations, tournaments of bots, measurements and plots."""
