"""What an agent's moves cost, in percent of a chance to win: python examples/score_an_agent.py

The agent answers by text, always with the last item of its menu, in a game of Dix Mille against a champion.
For two players Dix Mille is solved: losses are exact.
"""

import random
import re

from cinq.adapters.opponents import seat_bot
from cinq.adapters.text import TextGame
from cinq.core.log import Line, header_of, write
from cinq.games import load_game
from cinq.lab.score import score

rules, agent, lines = load_game("dix-mille"), 0, []
champion = seat_bot(rules, 1, 2, rules.Options(), "champion", random.Random(1))
game = TextGame("dix-mille", players=2, seed=1, watchers=[lines.append, champion.watch])
while game.asked is not None:
    if game.asked == agent:
        game.act(re.findall(r"\[\d+\]", game.observation(agent).rpartition("You may:")[2])[-1])
    else:
        game.play(champion.choose(game.state))

header = header_of(rules, 2, rules.Options())
found = score(write(header, [Line(0.0, line.actor, line.action) for line in lines]))
for seat in found.seats:
    print(f"seat {seat.seat}: {seat.moves} decisions, {100 * seat.lost:.1f} % lost")
