page-notes = Notes
page-numbers = Les soixante numéros
page-number = { $number }, { tile-colour }, { $dots ->
    [one] 1 point
   *[other] { $dots } points
}
page-undo = Annuler
page-close = Fermer
page-open = Tuiles ouvertes
page-reserve = Réserve
page-choose-tile = Prendre le { $tile }, { tile-colour }
page-slot = { place } tuile, { tile-colour }
page-slot-number = { place } tuile, { tile-colour } : { $number }
page-box = { place } numéro, { tile-colour }
page-reveal-first = Révèle une tuile : choisis sa couleur dans la réserve.
page-pick-tile = Prends une tuile ouverte.
page-then = Classe-la, ou compare-la à une de tes tuiles.
page-reveals = révèle une tuile
page-asks = demande un indice
page-out = a perdu
page-you-are-out = Ton annonce était fausse : tu regardes la suite.
page-announce-how = Tes cinq numéros, du plus petit au plus grand :
page-announce-once = Une seule annonce par partie. Une erreur, et c’est perdu.
page-announce-say = Got Five !
page-announce-order = Cinq numéros différents de 1 à 60, en ordre croissant.
page-not-yet = Pas encore
