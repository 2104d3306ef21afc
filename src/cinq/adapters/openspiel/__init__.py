"""OpenSpiel games with explicit chance: `python_dix_mille`, `python_five_millimetres`, `python_got_five`,
`python_five_or_less`. Importing this module registers them.

Owns the integer codes and the order of asking; everything else is the game's rules. A dealer's line with too
many outcomes to list is drawn piece by piece (a die, a stick, a look, a tile, a card), each piece a chance
node. Where several seats may act, one is asked at a time, those who need not act first; such a seat may
choose WAIT, the last code of every game. A seat's action that has too many forms to list is written in
several codes: an announcement of Got Five!, a power of 5 ou Moins with a card of one's own.

After `max_moves` decisions a game ends without a winner: OpenSpiel wants a bound, and the rules have none. So
does a game of Dix Mille whose opening is tied without end: OpenSpiel wants a bound on chance nodes too.
Information states are strings; with the parameter `recall` they are tensors too, with room for the view after
each of so many lines, and a game with more lines ends without a winner.

>>> import pyspiel
>>> import cinq.adapters.openspiel
>>> state = pyspiel.load_game("python_dix_mille(target=1000)").new_initial_state()
>>> state.is_chance_node(), len(state.chance_outcomes())
(True, 6)
"""

from cinq.extras import needs

with needs("research"):
    from cinq.adapters.openspiel.game import GAMES, CinqGame, register
    from cinq.adapters.openspiel.state import CinqState


__all__ = ["GAMES", "CinqGame", "CinqState", "register"]
