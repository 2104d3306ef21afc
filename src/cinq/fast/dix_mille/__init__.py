"""Dix Mille, compiled. DM-8 and the like are paragraphs of games/dix_mille/RULES.md; read it beside rules.py.

Dice are one number: the index of a fall in `falls(dice)` of the rules, that is its faces less one as the
digits of a number in base six. To turn all of them over (DM-21) is to take `6**dice - 1 - index`.
"""
