"""What the page needs of the box of 5 Millimètres: lengths, the money track, and how far off eyes are."""

from cinq.core.game import Value
from cinq.games.five_millimetres.components import STEP, box
from cinq.games.five_millimetres.eye import SPREAD


class BoxData(Value, frozen=True):
    """Lengths in millimetres, shortest first, and the step between them; the track and its Chance spaces.

    Spaces above `most_points` score no more than it (MM-19); `spread` is that of each kind of sight.
    """

    lengths: tuple[int, ...]
    step: int
    start: int
    chance: tuple[tuple[int, int], ...]
    most_points: int
    spread: dict[str, float]


BOX_DATA = BoxData(
    box().sticks.lengths,
    STEP,
    box().track.start,
    tuple(box().track.chance.items()),
    box().track.most_points,
    {kind: spread for kind, spread in SPREAD.items() if spread},
)
