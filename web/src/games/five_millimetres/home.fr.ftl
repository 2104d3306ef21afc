aim-five-millimetres = Le but : une longue suite de bâtons, de 5 en 5 millimètres, sans te ruiner aux enchères.
line-five-millimetres = À l’œil nu, lequel est le plus long ?
