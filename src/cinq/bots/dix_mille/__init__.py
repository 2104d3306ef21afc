"""Bots for Dix Mille."""
