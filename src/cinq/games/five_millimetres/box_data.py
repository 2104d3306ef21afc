"""What the page needs of the box of 5 Millimètres: lengths and the money track."""

from cinq.core.game import Value
from cinq.games.five_millimetres.components import STEP, box


class BoxData(Value, frozen=True):
    """Lengths in millimetres, shortest first, and the step between them; the track and its Chance spaces."""

    lengths: tuple[int, ...]
    step: int
    start: int
    chance: tuple[tuple[int, int], ...]


BOX_DATA = BoxData(box().sticks.lengths, STEP, box().track.start, tuple(box().track.chance.items()))
