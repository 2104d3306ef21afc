"""Got Five!, compiled. GF-8 and the like are paragraphs of games/got_five/RULES.md; read it beside rules.py.

A rack, the open tiles and an announcement are one word each: numbers of six bits, the first one lowest. The
reserve is a set of 60 bits, twelve a colour, by the places of the numbers in their colour. Each tile has a
word that says around which rack it lies, where, and how many lay there before it.

An announcement (GF-10) is one action: its code is ANNOUNCE plus the rank of its five numbers among all
5,461,512 choices. No mask lists it, as no menu does: whoever is alive may choose any of these codes whenever
a seat may act, in turn or not. `choose` announces at random as often as the rules' random seats do.
"""
