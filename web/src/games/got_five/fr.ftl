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
page-reveal = { action-reveal }, { $count } dans la réserve
page-choose-tile = Prendre le { $tile }, { tile-colour }
page-slot = { place } tuile, { tile-colour }
page-slot-number = { place } tuile, { tile-colour } : { $number }
page-compared = { $tile } : { answer }
page-rack = Tes tuiles
page-box = Numéro de la { place } tuile, { tile-colour }
page-reveal-first = Révèle une tuile : touche une couleur.
page-pick-tile = Choisis une tuile ouverte, pour un indice.
page-rank-key = c
page-rank-note = où se place-t-il ?
page-yours = Tes tuiles, en ordre croissant : devine-les.
page-notes-how = Touche un numéro pour le barrer, glisse pour en barrer plusieurs. Ce qui est en vue l’est déjà.
page-notes-task = À toi de barrer : { $numbers }. Touche-les, ou glisse par-dessus.
page-then = Ou touche ta tuile : autant de points ?
page-reveals = révèle une tuile
page-asks = demande un indice
page-right = annonce juste
page-out = a perdu
page-you-are-out = Ton annonce était fausse : tu regardes la suite.
page-announce-how = Choisis un numéro par colonne, sur tes notes.
page-announce-missing = { $missing ->
    [one] Encore un numéro.
   *[other] Encore { $missing } numéros.
}
page-announce-order = Tes numéros doivent aller en croissant, de gauche à droite.
page-announce-seen = Le { $number } ne peut pas être à toi : il est barré.
page-announce-colour = Le { $number } n’a pas cette couleur.
page-announce-ready = Annoncer
page-announce-once = { $numbers } : une seule annonce par partie. Une erreur, et c’est perdu.
page-announce-say = Got Five !
page-not-yet = Pas encore
page-lesson-1 = Devant toi, cinq tuiles rangées de la plus petite à la plus grande. Tu n’en vois que la couleur ; Aline, elle, lit tes numéros, et toi les siens.
page-lesson-2 = À ton tour, révèle d’abord une tuile : pioche une verte dans la réserve.
page-lesson-3 = Demande ensuite un indice. Prends le 30 et fais-le classer : il ira dans l’encoche où il respecte l’ordre.
page-lesson-4 = Le 30 va après ta 2e tuile : deux sont plus petites, trois plus grandes. Autre indice : prends le 41, touche ta verte. A-t-elle autant de points ?
page-lesson-5 = Non : la tuile penche. Ta verte, plus petite que 30, n’a donc pas trois points. Ouvre tes notes, et barre les verts à trois points : le 11 et le 26.
page-lesson-6 = Plus tard : d’autres indices ont barré tout le reste. Touche « GOT FIVE! », choisis un numéro par colonne, et confirme.
page-lesson-7 = Juste : c’est gagné. On peut annoncer à tout moment, même hors de son tour, mais une seule fois : une erreur, et c’est perdu.
