## Le récit
dealt = { $you ->
    [who] Manche { $round } : regarde tes cartes du bas. Tu commenceras.
   *[other] Manche { $round } : chacun regarde ses cartes du bas. { $who } commencera.
}
put-back = { $you ->
    [who] Tu reposes tes cartes : ne les oublie pas.
   *[other] { $who } repose ses cartes.
}
turned-up = { $you ->
    [who] Tu retournes un { $value } : la défausse est ouverte, à toi de jouer.
   *[other] { $who } retourne un { $value } : la défausse est ouverte.
}
next = { $you ->
    [who] C’est à toi.
   *[other] C’est à { $who }.
}
drew = { $you ->
    [who] Tu pioches.
   *[other] { $who } pioche.
}
drew-seen = { $you ->
    [who] Tu pioches un { $value }.
   *[other] { $who } pioche un { $value }.
}
nothing-left = { $you ->
    [who] Il n’y a plus rien à piocher pour toi.
   *[other] Il n’y a plus rien à piocher pour { $who }.
}
took = { $you ->
    [who] Tu prends le { $value } de la défausse.
   *[other] { $who } prend le { $value } de la défausse.
}
put = { $you ->
    [who] Tu défausses un { $value }.
   *[other] { $who } défausse un { $value }.
}
power-ready = { $you ->
    [who] Tu peux jouer le pouvoir du { $value }.
   *[other] { $who } peut jouer le pouvoir du { $value }.
}
power-started = { $you ->
    [who] Tu lances le pouvoir du { $value }.
   *[other] { $who } lance le pouvoir du { $value }.
}
power-skipped = { $you ->
    [who] Tu renonces au pouvoir du { $value }.
   *[other] { $who } renonce au pouvoir du { $value }.
}
power-over = { $you ->
    [who] Ton pouvoir du { $value } est terminé.
   *[other] Le pouvoir du { $value } { DE($who) } est terminé.
}
card-mine = { $slot ->
    [1] en bas à gauche
    [2] en bas au milieu
    [3] en bas à droite
    [4] en haut à gauche
    [5] en haut à droite
   *[other] ajoutée, place { $slot }
}
card-theirs = { $other ->
    [1] en bas à gauche
    [2] en bas au milieu
    [3] en bas à droite
    [4] en haut à gauche
    [5] en haut à droite
   *[other] ajoutée, place { $other }
}
power-renewed = { $you ->
    [who] Tu remplaces une carte { DE($whom) }, { card-theirs }, par une inconnue.
    [whom] { $who } remplace ta carte { card-theirs } par une inconnue.
   *[other] { $who } remplace une carte { DE($whom) }, { card-theirs }, par une inconnue.
}
power-swapped = { $you ->
    [who] Tu échanges ta carte { card-mine } contre celle { DE($whom) }, { card-theirs }.
    [whom] { $who } prend ta carte { card-theirs } et te donne la sienne, { card-mine }.
   *[other] { $who } échange sa carte { card-mine } contre celle { DE($whom) }, { card-theirs }.
}
power-added = { $you ->
    [who] Tu ajoutes une carte de la pioche au jeu { DE($whom) }.
    [whom] { $who } ajoute une carte de la pioche à ton jeu.
   *[other] { $who } ajoute une carte de la pioche au jeu { DE($whom) }.
}
power-gave = { $you ->
    [who] Tu donnes à { $whom } ta carte { card-mine }.
    [whom] { $who } te donne sa carte { card-mine }.
   *[other] { $who } donne à { $whom } sa carte { card-mine }.
}
power-lost = { $you ->
    [who] Ton { $value } est recouvert : son pouvoir est perdu.
   *[other] Le { $value } { DE($who) } est recouvert : son pouvoir est perdu.
}
snapped = { $you ->
    [who] Défausse rapide ! Tu poses un { $value }.
   *[other] Défausse rapide ! { $who } pose un { $value }.
}
snap-late = { $you ->
    [who] Un { $value }, mais trop tard : tu reprends ta carte.
   *[other] Un { $value }, mais trop tard : { $who } reprend sa carte.
}
snap-wrong = { $you ->
    [who] Un { $value } : erreur, tu reprends ta carte.
   *[other] Un { $value } : erreur, { $who } reprend sa carte.
}
penalty = { $you ->
    [who] Tu reçois une carte de pénalité.
   *[other] { $who } reçoit une carte de pénalité.
}
called = { $you ->
    [who] Tu dis « 5 ou moins ».
   *[other] { $who } dit « 5 ou moins ».
}
total = { $you ->
    [who] Tes cartes font { $total }.
   *[other] Les cartes { DE($who) } font { $total }.
}
round-won = { $count ->
    [one] { $you ->
        [who] Tu gagnes la manche.
       *[other] { $who } gagne la manche.
    }
   *[other] { $who } gagnent la manche ensemble.
}
round-nobody = Personne ne gagne la manche.
call-failed = { $count ->
    [one] { $you ->
        [who] Tu as dit « 5 ou moins » avec plus de 5 : ton total compte double, et les autres marquent 0.
       *[other] { $who } a dit « 5 ou moins » avec plus de 5 : son total compte double, et les autres marquent 0.
    }
   *[other] { $who } ont dit « 5 ou moins » avec plus de 5 : leurs totaux comptent double, et les autres marquent 0.
}
score = { $you ->
    [who] Tu es à { $score }.
   *[other] { $who } est à { $score }.
}
won = { $count ->
    [one] { $you ->
        [who] Tu gagnes la partie avec { $best }.
       *[other] { $who } gagne la partie avec { $best }.
    }
   *[other] { $who } gagnent ensemble avec { $best }.
}
rounds = { $best ->
    [one] { $best } manche
   *[other] { $best } manches
}
won-rounds = { $count ->
    [one] { $you ->
        [who] Tu gagnes la partie avec { rounds }.
       *[other] { $who } gagne la partie avec { rounds }.
    }
   *[other] { $who } gagnent ensemble avec { rounds }.
}

## Le menu
action-ready = J’ai vu mes cartes
action-draw = Piocher
action-discard_drawn = Défausser la carte piochée
action-swap = Échanger avec cette carte
action-take = Prendre la défausse à la place de cette carte
action-start_power = Lancer le pouvoir
action-skip_power = Renoncer au pouvoir
action-power = Jouer le pouvoir
action-power-8 = Remplacer cette carte
action-power-10 = Échanger ces deux cartes
action-power-12 = Ajouter une carte à ce joueur
action-power-14 = Donner cette carte
action-end_turn = Finir le tour
action-end_turn-call = « 5 ou moins » !
action-quick_discard = Défausse rapide

## Options et phases
option-end = Fin de la partie
option-end-points = au premier qui atteint { $points } points
option-end-rounds = après { $rounds } manches
option-powers = Cartes pouvoir
option-memory_aid = Les cartes déjà vues sont notées au dos
phase-deal = Distribution
phase-look = Chacun regarde ses cartes du bas
phase-turn = Piocher ou prendre la défausse
phase-drawn = Garder ou défausser
phase-power = Pouvoir
phase-end = Fin du tour
phase-over = Partie terminée

## Les règles
OM-1 = De deux à six joueurs.
OM-2 = Chacun reçoit cinq cartes face cachée, en pyramide : trois en bas, deux en haut. Le reste du paquet est la pioche.
OM-3 = Avant la manche, chacun regarde une fois ses trois cartes du bas et les repose. Ensuite il faut s’en souvenir.
OM-4 = Le premier joueur retourne une carte pour ouvrir la défausse, puis chacun joue à son tour, dans le sens des aiguilles d’une montre. À chaque manche, c’est au suivant de commencer.
OM-5 = À ton tour, prends la carte de la défausse ou pioche : une seule fois.
OM-6 = Personne d’autre ne voit la carte piochée : défausse-la, ou mets-la à la place d’une de tes cartes, qui va sur la défausse.
OM-7 = La carte prise sur la défausse remplace forcément une de tes cartes, qui va sur la défausse.
OM-8 = Un pouvoir ne marche que si la carte sort de ton jeu par un échange, jamais si elle vient tout droit de la pioche. Tu peux y renoncer.
OM-9 = Le 8 : une carte d’un autre joueur part sous la pioche, et la première carte de la pioche prend sa place. Personne ne les voit.
OM-10 = Le 10 : une de tes cartes change de place avec une carte d’un autre joueur, sans que personne les voie.
OM-11 = Le 12 : un autre joueur reçoit une carte de plus, la première de la pioche, sans la voir.
OM-12 = Le 14 : tu donnes une de tes cartes à un autre joueur, sans la montrer.
OM-13 = Défausse rapide : à tout moment, une fois la défausse ouverte, le plus rapide peut poser une carte de même valeur que celle du dessus. Une seule par carte défaussée.
OM-14 = Une carte posée en défausse rapide est liée à celle du dessous : on ne peut pas la prendre, il faut piocher.
OM-15 = Trop tard : la bonne valeur, mais après quelqu’un d’autre. Tu reprends ta carte, que tous ont vue, sans pénalité. On ne répond qu’à une carte défaussée dans cette manche.
OM-16 = Mauvaise carte : tu la reprends, tous l’ont vue, et tu ajoutes une carte de la pioche sans la regarder.
OM-17 = Une carte pouvoir recouverte en défausse rapide perd son pouvoir, et celle qui la recouvre n’en a pas. Un pouvoir déjà lancé se termine : lance-le d’abord, choisis ensuite.
OM-18 = À la fin de ton tour, tu peux dire « 5 ou moins ». Les autres jouent encore chacun une fois et peuvent le dire aussi.
OM-19 = Qui l’a dit est protégé : plus de défausse rapide de sa part, et aucun pouvoir contre lui.
OM-20 = La manche revient au plus petit total parmi ceux qui l’ont dit. Qui ne l’a pas dit ne peut pas gagner.
OM-21 = Un seul l’a dit et a 5 ou moins : il marque 0, les autres leur total.
OM-22 = Un seul l’a dit et a plus de 5 : il marque le double de son total, les autres 0.
OM-23 = Plusieurs l’ont dit : le plus petit total (5 ou moins) marque 0, les autres qui l’ont dit le double, les autres joueurs leur total. À égalité, on gagne ensemble.
OM-24 = Tous ceux qui l’ont dit ont plus de 5 : chacun marque le double, les autres 0.
OM-25 = Un gagnant à −1 ou −2 marque ce nombre au lieu de 0.
OM-26 = La partie finit après la manche où quelqu’un atteint 100 points (ou le nombre convenu). Le plus petit total gagne ; à égalité, on partage.
OM-27 = Variante : un nombre de manches fixé, sans points. Qui en gagne le plus l’emporte ; à égalité, on partage.
OM-28 = Pour les premières parties, on peut jouer sans les pouvoirs.
OM-29 = Pioche vide : la défausse, sauf sa carte du dessus (et celle qui lui est liée), fait une nouvelle pioche. S’il n’y a toujours rien, on s’en passe.
OM-30 = Sans carte, tu pioches et tu défausses ; tu peux encore dire « 5 ou moins ». Il faut des cartes pour subir un 8 ou un 10 et pour jouer un 10 ou un 14 ; un pouvoir sans cible ne se lance pas.
OM-31 = Chaque carte reste à sa place ; une place vidée reste vide, une carte ajoutée prend une nouvelle place à la suite. On ne regarde ni ne déplace une carte posée.

## Le conseiller
hint-draw = Rien d’utile sur la défausse : pioche.
hint-take = Prends ce { $value } à la place de ton { $out }.
hint-take-unknown = Prends ce { $value } à la place d’une carte que tu ne connais pas.
hint-swap = Garde ce { $value } à la place de ton { $out }.
hint-swap-unknown = Garde ce { $value } à la place d’une carte que tu ne connais pas.
hint-pays = Ton { $out } part contre ce { $value } : tu pourras jouer son pouvoir.
hint-keeps-power = Ce { $value } à la place { $out ->
    [unknown] d’une carte que tu ne connais pas
   *[other] de ton { $out }
} : son pouvoir jouera quand il quittera ton jeu.
hint-swap-heavy = Garde ce { $value } un moment : la carte inconnue s’en va, avec son pouvoir si elle en a un, et le { $value } la suivra.
hint-pair = Défausse ce { $value } : tu en as un autre, pour une défausse rapide.
hint-discard-plain = Mieux vaut défausser ce { $value }.
hint-discard = Ce { $value } n’arrange rien : défausse-le.
hint-snap = Tu as un { $value } : vite, défausse rapide !
hint-start = Lance le pouvoir du { $value } avant qu’on ne le recouvre.
hint-skip = Le pouvoir du { $value } ne t’apporte rien : laisse-le.
hint-power-8 = { $theirs ->
    [unknown] Remplace une carte { DE($whom) } : elle est sans doute basse.
   *[other] Remplace le { $theirs } { DE($whom) }.
}
hint-power-10 = { $own ->
    [unknown] Échange une carte que tu ne connais pas
   *[other] Échange ton { $own }
} contre { $theirs ->
    [unknown] une carte inconnue { DE($whom) }.
   *[other] le { $theirs } { DE($whom) }.
}
hint-power-12 = Une carte de plus pour { $whom } : son total va sans doute monter.
hint-power-14 = { $own ->
    [unknown] Donne à { $whom } une carte que tu ne connais pas : une de moins pour toi.
   *[other] Donne ton { $own } à { $whom } : une carte de moins pour toi.
}
hint-unknown-cards = { $blind ->
    [0] { "" }
    [one] { " " }plus une carte inconnue
   *[other] { " " }plus { $blind } cartes inconnues
}
hint-call = Tu as { $total }{ hint-unknown-cards } : dis « 5 ou moins ».
hint-wait = Tu as { $total }{ hint-unknown-cards } : mieux vaut attendre.
