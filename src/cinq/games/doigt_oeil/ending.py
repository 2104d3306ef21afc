"""Au doigt & à l'œil, the end: who has finished, points, and the vote (DO-11, DO-19, DO-29).

Owns how a game ends and who has won. Must never know how a challenge is carried out.
"""

from __future__ import annotations

from msgspec.structs import replace

from cinq.core.game import Actor, Rule, Seat
from cinq.games.doigt_oeil.components import card
from cinq.games.doigt_oeil.state import OVER, VOTE, Result, State, Task


def finisher(s: State, task: Task) -> Seat | None:
    """Who has played their last card in this challenge, the sender before the receiver (DO-19, DO-21)."""
    finished = [seat for seat in task.closers if not s.hands[seat]]
    return task.sender if task.sender in finished else finished[0] if finished else None


def finish(s: State, winner: Seat | None) -> State:
    """The game ends: for whoever finished, by points, or for the fewest cards (DO-11, DO-19, DO-29)."""
    s = replace(s, task=None, turn=None)
    if s.piles is not None:
        return _by_points(s)
    if winner is not None:
        return _won(s, (winner,))
    return _won(s, _best(scores(s), range(len(s.hands))))


def scores(s: State) -> tuple[int, ...]:
    """The values before each player, less one for each card in hand; else minus the cards (DO-29)."""
    left = [len(hand) for hand in s.hands]
    if s.piles is None:
        return tuple(-count for count in left)
    return tuple(sum(card(c).value for c in pile) - left[seat] for seat, pile in enumerate(s.piles))


def _by_points(s: State) -> State:
    """Most points, then most pieces placed without a fall, then the others vote (DO-29)."""
    tied = _best(s.stood, _best(scores(s), range(len(s.hands))))
    if len(tied) in (1, len(s.hands)):
        return _won(s, tied)
    return replace(s, phase=VOTE, tied=tied, votes=(None,) * len(s.hands))


def voters(s: State) -> tuple[Seat, ...]:
    """Those who still have to vote: everyone but the tied (DO-29)."""
    return tuple(seat for seat, vote in enumerate(s.votes) if vote is None and seat not in s.tied)


def refused_vote(s: State, actor: Actor, choice: Seat) -> Rule | None:
    """Each of the others votes once, for one of the tied (DO-29)."""
    fine = s.phase == VOTE and actor in voters(s) and choice in s.tied
    return None if fine else "DO-29"


def vote(s: State, voter: Seat, choice: Seat) -> State:
    """The last vote decides; a tied vote shares the win (DO-29)."""
    s = replace(s, votes=(*s.votes[:voter], choice, *s.votes[voter + 1 :]))
    return s if voters(s) else _won(s, _best([s.votes.count(seat) for seat in range(len(s.votes))], s.tied))


def _won(s: State, winners: tuple[Seat, ...]) -> State:
    return replace(s, phase=OVER, winners=winners, tied=(), votes=())


def _best(counts: tuple[int, ...] | list[int], among: range | tuple[Seat, ...]) -> tuple[Seat, ...]:
    """Those with the highest count."""
    most = max(counts[seat] for seat in among)
    return tuple(seat for seat in among if counts[seat] == most)


def result(s: State) -> Result | None:
    """Who won, once the game is over (DO-19, DO-29)."""
    return None if s.winners is None else Result(s.winners, scores(s))
