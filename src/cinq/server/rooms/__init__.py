"""Rooms: the registry, one room per table, commands, and what each viewer is shown."""
