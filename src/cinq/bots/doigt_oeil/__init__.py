"""Bots for Au doigt & à l'œil."""
