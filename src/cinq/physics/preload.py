"""Imported by the process that physics workers are forked from: a new worker has the simulator at once."""

from cinq.physics import worker
from cinq.physics.scene import simulator

simulator()
__all__ = ["worker"]
