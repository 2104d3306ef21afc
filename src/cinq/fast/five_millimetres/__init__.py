"""5 Millimètres, compiled. MM-8 and the like are paragraphs of games/five_millimetres/RULES.md.

Read it beside rules.py. Sticks are numbered in the order they were drawn; how long they look is kept in whole
thousandths of a millimetre, as the world says it (MM-4).
"""
