aim-got-five = Le but : trouver tes cinq numéros avant les autres. Tu vois leurs tuiles, ils voient les tiennes.
line-got-five = Devine tes cinq numéros avant les autres.
