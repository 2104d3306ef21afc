page-at-risk = en jeu
page-offer = à reprendre, ou cinq dés neufs
page-enter = Entrer
page-enters = les { $points } ne comptent pas
page-take-over = Reprendre { $points }
page-take-over-dice = avec { dice-count }
## Les touches : l’initiale du verbe
page-bank-key = g
page-take-over-key = r
## À quoi sert une main : garder ses points, ou entrer dans la partie
page-fresh = { $minimum } au moins { page-to-keep }
page-to-keep = { $entering ->
    [yes] pour entrer
   *[no] pour garder
}
page-worth =
    1 : 100 · 5 : 50 · trois 1 : 1 000
    trois autres pareils : leur face × 100
    1‑2‑3‑4‑5 : 300 · 2‑3‑4‑5‑6 : 500
page-missing = encore { $points } { page-to-keep }
page-may-bank = { $entering ->
    [yes] tu peux entrer
   *[no] tu peux garder
}
page-may-bank-other = { $entering ->
    [yes] peut entrer
   *[no] peut garder
}
page-lost = perdu
page-lost-other = { $name } perd tout
page-opening = Le plus petit dé commence
page-target = But { $target }
page-sheet = Feuille de marque
page-zeros = { $zeros ->
    [0] aucun zéro
    [one] 1 zéro
   *[other] { $zeros } zéros
}
page-entered = peut marquer
page-not-entered = { $minimum } pour entrer
page-die = { $face }
page-die-won = { $face }, gagnant
page-die-lost = { $face }, perdu
page-die-of = { $name } : { $face }
page-die-blank = dé gagnant
page-rail = Dés gagnants
page-tray = Dés lancés
page-afresh = main neuve
page-upside = le dessous compte
page-stays = passe la main
page-rolls = lance
page-chooses = lance ou garde
page-takes = reprend ou lance
page-must = relance
page-coach-throw = lancer
page-coach-topinambour = Topinambour
page-coach-bank = garder
page-coach-take_over = reprendre la main

## La leçon
page-lesson-1 = Cinq dés, et 10 000 points à atteindre. Lance.
page-lesson-2 = Un 1 vaut 100, un 5 vaut 50. Tes deux 5 sont à l’abri. Il faut 300 pour entrer dans la partie : relance les trois autres.
page-lesson-3 = Un 1 de plus : 200. Plus il reste peu de dés, plus tu risques. Relance.
page-lesson-4 = Les cinq dés ont gagné : 350, assez pour entrer dans la partie. Tu pourrais tous les relancer ; pour l’instant, entre.
page-lesson-5 = Ta première main gardée ne rapporte rien : elle t’ouvre la partie. À partir de maintenant tu marques.
page-lesson-6 = Aline a gardé 1 050. Ces points sont à elle, mais tu peux repartir de là avec le dé qui reste. Ose.
page-lesson-7 = Un seul dé. Annonce Topinambour : il comptera par sa face opposée.
page-lesson-8 = Un 2 à l’envers, c’est un 5 : 1 100. Garde.
page-lesson-9 = Un lancer sans dé gagnant perd tout et marque un zéro ; au troisième, 500 de moins. Qui atteint 10 000 annonce le dernier tour.
