"""Bots for Got Five!."""
