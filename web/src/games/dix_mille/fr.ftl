page-at-risk = en jeu
page-offer = à reprendre, ou cinq dés neufs
page-missing = encore { $points } pour garder
page-may-bank = tu peux garder
page-may-bank-other = peut garder
page-lost = perdu
page-final = Dernier tour de table
page-opening = Le plus petit dé commence
page-target = But { $target }
page-sheet = Feuille de marque
page-zeros = { $zeros ->
    [0] aucun zéro
    [one] 1 zéro
   *[other] { $zeros } zéros
}
page-entered = entré
page-not-entered = pas encore entré
page-die = { $face }
page-die-won = { $face }, gagnant
page-die-lost = { $face }, perdu
page-die-blank = dé gagnant
page-rail = Dés gagnants
page-tray = Dés lancés
page-afresh = main neuve
page-upside = à l’envers
page-stays = passe la main
page-rolls = lance
page-chooses = lance ou garde
page-takes = reprend ou lance
page-must = relance
page-coach-throw = lancer
page-coach-topinambour = Topinambour
page-coach-bank = garder
page-coach-take_over = reprendre la main
