"""Clients of a live table that run outside the server."""
