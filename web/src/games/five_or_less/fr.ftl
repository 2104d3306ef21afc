page-draw-pile = { $count ->
    [0] pioche vide
   *[other] pioche : { $count }
}
page-draw-name = pioche
page-discard-pile = défausse
page-tied = liée
page-top = Sur la défausse : { $value }
page-drawn = Carte piochée : { $value }
page-drawn-hidden = Carte piochée, cachée
page-your-drawn = ta carte
page-your-cards = Tes cartes : { $count }
page-cards-of = Cartes { DE($name) } : { $count }
page-slot-0 = en bas à gauche
page-slot-1 = en bas au milieu
page-slot-2 = en bas à droite
page-slot-3 = en haut à gauche
page-slot-4 = en haut à droite
page-slot-more = ajoutée, place { $slot }
page-card = Carte { $place }, cachée
page-card-value = Carte { $place } : { $value }
page-choose-player = Choisir { $name }
page-protected = à l’abri
page-you-protected = à l’abri
page-said = 5 ou moins
page-called = « 5 ou moins » : { $names }. Dernier tour.
page-round = Manche { $round }
page-head-cards = cartes
page-head-round = manche
page-head-score = total
page-rounds = { $rounds ->
    [0] 0 manche
    [one] 1 manche
   *[other] { $rounds } manches
}

## Ce qu’on peut faire
page-look = Une fois reposées, elles restent cachées.
page-turn = Pioche, ou prends le { $value } de la défausse.
page-turn-draw = Pioche une carte.
page-must-draw = La défausse est liée : il faut piocher.
page-take-key = p
page-discard-key = d
page-skip-key = r
page-take = Prendre le { $value }
page-take-where = Le { $value } remplace laquelle de tes cartes ?
page-drawn-where = Touche la carte qu’elle remplace, ou défausse-la.
page-drawn-only = Plus de carte à échanger : défausse-la.
page-discard = Défausser le { $value }
page-quick-note = as-tu un { $value } ?
page-quick = Défausse rapide
page-quick-which = Laquelle est un { $value } ? Une erreur coûte une carte.
page-aid = Aide-mémoire
page-close = Fermer
page-score = score
page-your-score = Ton score : { $score }
page-throw = Défausse rapide : { $card }
page-flick = Tu as un { $value } ? Jette-le vers le haut.
page-flick-keys = Tu as un { $value } ? Clique dessus.
page-start = Pouvoir du { $power }
page-skip = Renoncer
page-power-8 = Remplace une carte d’un autre joueur.
page-power-10 = Échange une carte avec un autre joueur.
page-power-12 = Un autre joueur reçoit une carte.
page-power-14 = Donne une carte à un autre joueur.
page-aim-8 = Quelle carte d’un autre remplacer ?
page-aim-10-own = Une de tes cartes, et une d’un autre.
page-aim-10 = Contre quelle carte d’un autre ?
page-aim-12 = Qui reçoit une carte de plus ?
page-aim-14-own = Laquelle de tes cartes donnes-tu ?
page-aim-14 = À qui la donnes-tu ?
page-end = Finis ton tour, ou dis « 5 ou moins » si tes cartes ne font pas plus.
page-next-round = Manche suivante
page-not-yet = Pas encore
page-cancel = Annuler
page-call-sure = Au-dessus de 5, ton total compte double.
page-ending = Un instant : on peut encore répondre.

## La course
page-first = { $you ->
    [who] Tu devances tout le monde.
   *[other] { $who } devance tout le monde.
}
page-first-by = { $you ->
    [who] Tu devances tout le monde de { $ms } ms.
   *[other] { $who } devance tout le monde de { $ms } ms.
}
page-late = { $you ->
    [who] Trop tard.
   *[other] { $who } : trop tard.
}
page-late-by = { $you ->
    [who] Trop tard de { $ms } ms.
   *[other] { $who } : trop tard de { $ms } ms.
}
page-wrong = { $you ->
    [who] Mauvaise carte : une de plus pour toi.
   *[other] Mauvaise carte : une de plus pour { $who }.
}

## Les autres
page-doing-deal = attend
page-doing-look = mémorise
page-doing-turn = pioche ou prend
page-doing-drawn = garde ou défausse
page-doing-power = joue un pouvoir
page-doing-end = finit son tour
page-doing-over = a fini

## Le conseiller
page-coach-take = prendre la défausse, { $place }
page-coach-swap = la mettre { $place }
page-coach-quick_discard = défausse rapide, { $place }
page-coach-power = viser { $whom }

## Ce qu'une image montre, pour qui écoute
page-aloud-card = { $who } : carte { $place }.

## La leçon
page-lesson-1 = Cinq cartes : tu en vois trois, une seule fois. Le but : 5 points ou moins. Retiens −1, 9 et 3, puis repose-les.
page-lesson-2 = Elles sont cachées, il faut s’en souvenir. À toi : pioche.
page-lesson-3 = Un 2, et personne d’autre ne le voit. Mets-le à la place de ton 9, en bas au milieu.
page-lesson-4 = Ton 9 est sur la défausse. Ta carte est un 2 maintenant. Finis ton tour.
page-lesson-5 = Aline vient de défausser un 3, et tu as un 3 en bas à droite. Jette-le : d’un clic, ou d’un geste vif vers le haut.
page-lesson-6 = Une carte de moins. Une mauvaise carte t’en aurait coûté une de plus, et on peut te devancer. La défausse est liée : il faut piocher.
page-lesson-7 = Un 0. Mets-le à la place d’une carte que tu ne connais pas, en haut à gauche.
page-lesson-8 = C’était un 8, une carte pouvoir : elle agit quand elle quitte ton jeu. Lance-la avant qu’on ne la recouvre.
page-lesson-9 = Le 8 : une carte d’un autre joueur part sous la pioche, une inconnue la remplace. Choisis celle d’Aline, en bas à gauche.
page-lesson-10 = Le 10 : une de tes cartes contre une d’un autre, sans les voir. Ton inconnue, en haut à droite, contre celle d’Aline en bas à droite.
page-lesson-11 = Les cartes déplacées restent marquées. Le 12 : un autre reçoit une carte de la pioche. Choisis Aline.
page-lesson-12 = Le 14 : tu donnes une de tes cartes. Ta carte en haut à droite, à Aline : une de moins pour toi.
page-lesson-13 = Il te reste −1, 2 et 0 : 1 point. Dis « 5 ou moins ».
page-lesson-14 = Aline joue encore une fois, puis on compte. Tu as 1 : tu marques 0, elle 37. Au-dessus de 5, ton total compterait double, et les autres marqueraient 0.
