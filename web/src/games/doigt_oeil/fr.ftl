page-cards = { $count ->
    [0] 0 carte
    [1] 1 carte
   *[other] { $count } cartes
}
page-hand = Ta main : { page-cards }
page-challenge = Défi { DE($from) } pour { $to }, { $left ->
    [0] tout est posé
    [one] 1 pièce à poser
   *[other] { $left } pièces à poser
}
page-in-hand = en main
page-placed = posée
page-to-place = à poser
page-pivoted = position libre
page-has-played = a joué
page-not-played = n’a pas encore joué
page-won-cards = { $count ->
    [0] aucune carte gagnée
    [1] 1 carte gagnée
   *[other] { $count } cartes gagnées
}
page-stock = Réserve : { $small ->
    [one] { $small } petite
   *[other] { $small } petites
}, { $medium ->
    [one] { $medium } moyenne
   *[other] { $medium } moyennes
}, { $long ->
    [one] { $long } longue
   *[other] { $long } longues
}
page-draw-pile = Pioche : { page-cards }
page-choose-basic = Donne une à trois cartes : même numéro, ou à la suite.
page-choose-advanced = { page-choose-basic }
page-choose-simplified = Donne une à trois cartes, de longueurs différentes.
page-choose-last = Ta dernière carte : donne-la, et tu gagnes dès qu’elle est posée.
page-choose-more = Ajoute la carte qui manque, ou retire-en une.
page-choose-target = À qui donnes-tu ce défi ?
page-answer = Prends une pièce, ou joue d’abord une carte.
page-pick-only = Prends une pièce du défi.
page-aim = Pour quelle pièce ?
page-give = Défier { $name }
page-take-up = Prendre la pièce : { $words }
page-take = Prendre { $card }
page-vote = Qui a le mieux joué ?
page-never-mind = Changer d’avis
page-draws = { $you ->
    [who] Tu pioches { page-cards }
   *[other] { $who } pioche { page-cards }
}
page-composes = prépare un défi
page-answers = répond au défi
page-places = pose une pièce
page-votes = vote
page-on-wood = sur le bois
page-let-go = Lâcher
page-let-go-note = comme ça
page-spots = Choisir un endroit
page-tip = Autre position
page-how-both = Glisse pour déplacer. De l’autre main, tourne, monte et descends.
page-how-right = Main droite seule : déplacer ou tourner, une chose à la fois.
page-how-left = Main gauche seule : déplacer ou tourner, une chose à la fois.
page-keys-both = Molette : tourner · bouton droit : monter, descendre · clavier : { $w }{ $a }{ $s }{ $d } ou flèches : déplacer · { $r }/{ $f } ou Page ↑↓ : monter, descendre · { $q }/{ $e } ou Début/Fin : tourner · V : geste fin
page-keys-right = Souris : glisser, molette pour tourner, bouton droit pour monter · ou flèches : déplacer · Page ↑↓ : monter, descendre · Début/Fin : tourner · V : geste fin
page-keys-left = Clavier : { $w }{ $a }{ $s }{ $d } : déplacer · { $r }/{ $f } : monter, descendre · { $q }/{ $e } : tourner · V : geste fin
page-keys-lean = { $z }/{ $x } : se pencher
page-touch-right = À droite de l’écran seulement.
page-touch-left = À gauche de l’écran seulement.
page-eye-left = Œil gauche fermé
page-eye-right = Œil droit fermé
page-lift = Hauteur de la pièce
page-turn = Rotation de la pièce
page-mm = { $mm } mm
page-degrees = { $degrees } degrés
page-scene = La structure : { $count ->
    [one] une pièce
   *[other] { $count } pièces
}{ $held ->
    [none] { "" }
   *[other] , { $held } en main
}
page-mm-contact = { $mm } mm, contact
page-failed = tombée
page-power-pivot = Faire pivoter : tu poses une pièce du défi dans la position que tu veux.
page-power-return = Retour à l’expéditeur : la personne qui te défie doit poser les pièces à ta place.
page-power-deflect = Dévier : tu passes le défi à une autre personne, pas à celle qui l’a lancé.
page-power-spoilsport = Trouble-fête : la personne qui te défie pioche cinq cartes ; tu gardes le défi.
page-power-place = Place-moi ça : quelqu’un d’autre pose une des pièces à ta place.
page-slow = Au ralenti
page-fall-again = Revoir la chute au ralenti
page-skip = Passer
page-falls = On regarde si ça tient…
page-solid = Voir en 3D
page-drawn-only = Ce navigateur ne montre pas de 3D : la structure est dessinée.
page-close = Fermer
page-spots-title = Où poser la pièce ?
page-spots-how = Choisis un endroit, puis arrête deux fois le repère au milieu : c’est ta main qui tremble.
page-spots-none = Aucun endroit sûr : pose la pièce à la main.
page-spots-wait = On cherche des endroits…
page-spot = { $place }, à { $height } mm de haut
page-spot-board = { $place }, sur le plateau
page-spot-turned = tournée de { $degrees }°
page-middle = au milieu
page-front = devant
page-behind = derrière
page-at-left = à gauche
page-at-right = à droite
page-steady-x = Gauche ou droite
page-steady-y = Devant ou derrière
page-steady-stop = Stop
page-steady-off = { $mm } mm à côté
page-steady-note = Plus c’est près du milieu, plus c’est sûr.
page-back = Un autre endroit
page-lean = Se pencher
page-fine = Geste fin : quatre fois plus lent (V)
page-lesson-1 = Aline te défie : deux cartes, deux pièces. La première dit : une moyenne, à plat sur le bois, les deux yeux ouverts, à deux mains. Prends-la.
page-lesson-2 = Pose-la pour de vrai : glisse-la au-dessus du bois, descends-la jusqu’au contact, puis lâche.
page-lesson-3 = La seconde : œil droit fermé, sans ombre. Pas envie de viser ? « Choisir un endroit », puis arrête le repère au milieu.
page-lesson-4 = À toi de défier : une à trois cartes qui se suivent, ou de même numéro. Touche le 2 et le 3, puis donne-les à Aline.
page-lesson-5 = Elle a tout posé, et te défie : une longue pièce, debout. Exprès, pour voir : renverse la tour avec, ou lâche-la de trop haut.
page-lesson-6 = Une chute coûte trois cartes. Encore une longue debout, un œil fermé ? Cette fois, joue ton avantage : fais pivoter, et pose-la comme tu veux.
page-lesson-7 = Il te reste une carte : donne-la au prochain défi, et tu gagnes dès qu’elle est posée. Ne tremble pas.
## Sur la carte, où il y a peu de place
page-face-pivot = Pivoter
page-face-return = Retour
page-face-deflect = Dévier
page-face-spoilsport = Trouble-fête
page-face-place = Place-moi ça
