"""OpenSpiel's counterfactual regret minimisation solves a reduced Got Five!.

pip install 'cinq[research]'
python examples/openspiel/cfr.py

The whole game has too many deals for CFR. Here each of two players has one of two racks, which differ in one
tile; both know which two. Whoever asks the right question learns which one it is; the other had better guess
before that. After eight decisions nobody has won.
"""

from __future__ import annotations

import sys

import pyspiel
from msgspec.structs import replace
from open_spiel.python import policy
from open_spiel.python.algorithms import cfr, exploitability

from cinq.adapters import openspiel
from cinq.adapters.openspiel.encoding import Codes, Odds, even
from cinq.core.game import Action, Seat
from cinq.games.got_five import rules as gf
from cinq.games.got_five.components import BOX, COLOURS

WHOLE = openspiel.GAMES["python_got_five"].encoding
FIRST, SECOND, THIRD, *_ = zip(*(BOX.of[colour] for colour in COLOURS), strict=True)
"""Three times one tile of each colour."""
LAST = BOX.of[COLOURS[-1]]
RACKS = tuple(
    tuple((*tiles[:-1], last) for last in (LAST[seat], LAST[seat + 3]))
    for seat, tiles in enumerate((FIRST, SECOND))
)
"""The two racks that each seat may have: their tiles of the last colour lie on either side of an open one."""
QUESTIONS = (gf.Rank(THIRD[0]), gf.Rank(THIRD[-1]))
"""A question that tells a player nothing, and one that tells which rack it is."""
CALLS = tuple(gf.Announce(tuple(sorted(rack))) for racks in RACKS for rack in racks)


def menu(s: gf.State, seat: Seat) -> dict[int, Action]:
    """The two calls that may be right; in turn, a tile to reveal, then one of two questions."""
    calls: dict[int, Action] = {code: CALLS[code] for code in (2 * seat, 2 * seat + 1)}
    if seat != s.turn:
        return calls
    listed = gf.legal(s, seat)
    in_turn = [question for question in QUESTIONS if question in listed] or listed[:1]
    return calls | {len(CALLS) + place: action for place, action in enumerate(in_turn)}


def pieces(s: gf.State) -> int:
    """The racks are drawn by lot; a revealed tile is always the lowest."""
    return len(RACKS) if s.wanted is None else 0


def odds(s: gf.State, drawn: Codes) -> Odds:
    """Which of the two racks a seat has."""
    return even(range(2))


def line(s: gf.State, drawn: Codes) -> Action:
    """The deal of these racks, or the lowest tile of the colour that was asked for."""
    if s.wanted is not None:
        return gf.Tile(min(s.reserve[gf.PLACE[s.wanted]]))
    racks = tuple(RACKS[seat][code] for seat, code in enumerate(drawn))
    return gf.Deal(racks, THIRD, 0)


REDUCED = replace(
    WHOLE,
    listed=lambda s, seat, draft: sorted(menu(s, seat)),
    action=lambda s, seat, draft, code: menu(s, seat)[code],
    codes=len(CALLS) + len(QUESTIONS),
    pieces=pieces,
    odds=odds,
    line=line,
    outcomes=2,
    max_moves=8,
    draft=0,
    recall=17,  # the deal, and for each decision its line and at most one of the dealer's
    variant="reduced",
)


def main(iterations: int = 20) -> tuple[float, float]:
    """Solve the reduced game; what a best response wins against random play, and against the solution."""
    game = pyspiel.load_game(openspiel.register(REDUCED).encoding.short_name)
    solver = cfr.CFRPlusSolver(game)
    for _ in range(iterations):
        solver.evaluate_and_update_policy()
    before = float(exploitability.exploitability(game, policy.UniformRandomPolicy(game)))
    after = float(exploitability.exploitability(game, solver.average_policy()))
    states = len(solver._info_state_nodes)
    print(f"reduced Got Five!, {states} information states: exploitability {before:.3f}, then {after:.3f}")
    return before, after


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
