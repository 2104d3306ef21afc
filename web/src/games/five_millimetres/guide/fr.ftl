goal-lead = Réunis la plus longue suite de bâtons, chacun 5 mm plus long que le précédent, sans y laisser tout ton argent. Tes yeux sont ta seule règle.
auction = Une enchère
auction-lead = Un bâton est sur le support. Va-t-il dans ta suite ? Mise, ou passe.
sold = Adjugé
scoring = Le compte
