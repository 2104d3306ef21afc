## Le récit
tile-colour = { $colour ->
    [green] verte
    [pink] rose
    [blue] bleue
    [red] rouge
   *[orange] orange
}
place = { $slot ->
    [1] 1re
   *[other] { $slot }e
}
dealt = Tuiles ouvertes : { $tiles }.
starts = { $you ->
    [who] Tu commences.
   *[other] { $who } commence.
}
drew = { $you ->
    [who] Tu pioches une tuile { tile-colour }.
   *[other] { $who } pioche une tuile { tile-colour }.
}
turned-up = { $you ->
    [who] Tu révèles le { $tile } ({ tile-colour }).
   *[other] { $who } révèle le { $tile } ({ tile-colour }).
}
notch-place = { $notch ->
    [0] avant la 1re
    [1] entre la 1re et la 2e
    [2] entre la 2e et la 3e
    [3] entre la 3e et la 4e
    [4] entre la 4e et la 5e
   *[other] après la 5e
}
ranked = { $you ->
    [who] Tu fais classer le { $tile } : { notch-place }.
   *[other] { $who } fait classer le { $tile } : { notch-place }.
}
answer = { $same ->
    [yes] oui, autant de points
   *[no] non, pas autant de points
}
compared = { $you ->
    [who] Tu compares le { $tile } à ta { place } ({ tile-colour }) : { answer }.
   *[other] { $who } compare le { $tile } à sa { place } ({ tile-colour }) : { answer }.
}
announced-right = { $you ->
    [who] Got Five ! { $numbers } : c’est juste, tu gagnes !
   *[other] Got Five ! { $who } annonce { $numbers } : c’est juste, et c’est gagné !
}
announced-wrong = { $you ->
    [who] Got Five ! { $numbers } : c’est faux, tu as perdu.
   *[other] Got Five ! { $who } annonce { $numbers } : c’est faux, et c’est perdu.
}
passed = { $you ->
    [who] Tu passes : il n’y a plus de tuile.
   *[other] { $who } passe : il n’y a plus de tuile.
}
won-last = { $you ->
    [who] Il ne reste que toi : tu gagnes !
   *[other] Tous les autres ont perdu : { $who } gagne !
}
drawn = Plus de tuile, plus d’annonce : { $who } font partie nulle.

## Le menu
action-reveal = Piocher une tuile { tile-colour }
action-rank = Classer le { $tile }
action-compare = Comparer le { $tile } à la { place } tuile
action-announce = Got Five !
action-pass = Passer

## Les options et les phases
option-first = Qui commence
option-first-null = Au sort
option-notes = Feuille de notes
option-notes-manual = Tu barres toi-même (ce qui est en vue l’est déjà)
option-notes-assisted = La feuille barre ce que les indices excluent
phase-deal = Distribution
phase-reveal = Révéler une tuile
phase-ask = Demander un indice
phase-over = Partie finie

## Les règles
GF-1 = De deux à quatre joueurs, chacun à sa place.
GF-2 = Chacun reçoit une tuile de chaque couleur, rangées de la plus petite à la plus grande. Tout le monde lit tes numéros sauf toi : tu ne vois que tes couleurs.
GF-3 = Une tuile de chaque couleur est posée ouverte à côté de la réserve.
GF-4 = Le sort (ou l’hôte) désigne qui commence ; ensuite chacun joue à son tour, dans le sens des aiguilles d’une montre.
GF-5 = À ton tour : d’abord révéler une tuile, puis demander un indice.
GF-6 = Révéler : tu choisis une couleur et tu pioches une tuile de cette couleur dans la réserve ; elle rejoint les tuiles ouvertes.
GF-7 = Demander : tu prends une des tuiles ouvertes, pour la classer ou pour la comparer.
GF-8 = Classer : la tuile va dans l’encoche de ton chevalet où elle respecte l’ordre croissant. Elle y reste, visible de tous.
GF-9 = Comparer : tu places la tuile devant une de tes cinq tuiles, et on te dit si elles ont le même nombre de points. Elle y reste, visible de tous.
GF-10 = Une seule fois dans la partie, à tout moment sauf pendant une pioche, tu peux annoncer tes numéros : cinq numéros différents de 1 à 60, en ordre croissant.
GF-11 = Cinq numéros justes : tu gagnes sur-le-champ, et la partie est finie.
GF-12 = Une seule erreur et tu as perdu : tu ne joues plus. On ne dit pas ce qui était faux, et tes numéros restent cachés jusqu’à la fin.
GF-13 = Si tous les autres se sont trompés, le dernier en jeu gagne, et la partie est finie.
GF-14 = On ne pioche pas dans une couleur épuisée. Réserve vide : on ne révèle plus. Plus aucune tuile ouverte non plus : on passe, et alors seulement. Quand tous ceux qui restent ont passé, la partie est nulle.
GF-15 = Tout ce qui est révélé reste visible de tous. Ta feuille de notes, avec les 60 numéros, leurs couleurs et leurs points, n’est que pour toi.
GF-16 = Personne ne dit un numéro du chevalet d’un autre : pendant la partie, on ne s’envoie que des phrases toutes faites.

## L'entraîneur
hint-hands = { $hands ->
    [one] une seule main possible
   *[other] { $hands } mains possibles
}
hint-certain = Il ne reste qu’une main possible : annonce-la !
hint-now-or-never = Il reste { hint-hands }. Annoncer maintenant serait juste { $right } fois sur 100 ; en continuant, tu ne gagnerais qu’environ { $later } fois sur 100.
hint-rank = Il reste { hint-hands }. Classer le { $tile } en laisse environ { $left } en moyenne, sans offrir une bonne tuile aux autres.
hint-compare = Il reste { hint-hands }. Comparer le { $tile } à ta { place } tuile en laisse environ { $left } en moyenne, sans offrir une bonne tuile aux autres.
hint-reveal = Il reste { hint-hands }. Une tuile { tile-colour } t’apprend plus qu’elle n’apprend aux autres.
hint-pass = Il reste { hint-hands }, et plus aucune tuile : passe.
hint-wait = Il reste { hint-hands } : attends ton tour.
