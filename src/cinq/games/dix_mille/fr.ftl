## Le récit
dice-count = { $dice ->
    [one] 1 dé
   *[other] { $dice } dés
}
starts = { $you ->
    [who] Tu as le plus petit dé : tu commences.
   *[other] { $who } a le plus petit dé et commence.
}
tied = Égalité au plus petit dé : { $who } relancent.
threw = { $you ->
    [who] Tu lances { dice-count }.
   *[other] { $who } lance { dice-count }.
}
topinambour = { $you ->
    [who] Topinambour ! Tu lances { dice-count } à l’envers.
   *[other] Topinambour ! { $who } lance { dice-count } à l’envers.
}
fell = { $faces } : { $points } points, { $total } en jeu.
lost = { $points ->
    [0] { $faces } : rien.
   *[other] { $you ->
        [who] { $faces } : rien. Tu perds { $points } points.
       *[other] { $faces } : rien. { $who } perd { $points } points.
    }
}
zero = { $you ->
    [who] Un zéro pour toi : { $zeros } sur 3.
   *[other] Un zéro pour { $who } : { $zeros } sur 3.
}
third-zero = { $you ->
    [who] Troisième zéro : 500 de moins, tu es à { $total }.
   *[other] Troisième zéro : 500 de moins, { $who } est à { $total }.
}
entered = { $you ->
    [who] { $points } : tu entres, à zéro. Dès maintenant tu marques.
   *[other] { $points } : { $who } entre, à zéro.
}
banked = { $you ->
    [who] Tu gardes { $points } : { $total } en tout.
   *[other] { $who } garde { $points } : { $total } en tout.
}
took-over = { $you ->
    [who] Tu reprends la main à { $points }, avec { dice-count }.
   *[other] { $who } reprend la main à { $points }, avec { dice-count }.
}
final-round = { $you ->
    [who] Tu as atteint le but : dernier tour. { still-plays }
   *[other] { $who } a atteint le but : dernier tour. { still-plays }
}
still-plays = { $count ->
    [one] { $you ->
        [whom] Tu joues encore une fois.
       *[other] { $whom } joue encore une fois.
    }
    [2] { $whom } jouent encore une fois.
   *[other] Les { $count } suivants jouent encore une fois.
}
final-last = { $you ->
    [who] Tu as atteint le but, et tu étais en dernier dans le tour : la partie est finie.
   *[other] { $who } a atteint le but, en dernier dans le tour : la partie est finie.
}
won = { $count ->
    [one] { $you ->
        [who] Tu gagnes avec { $points }.
       *[other] { $who } gagne avec { $points }.
    }
   *[other] { $who } gagnent ensemble avec { $points }.
}

## Le menu
action-throw = Lancer { dice-count }
action-throw-topinambour = Topinambour, { dice-count }
action-bank = Garder { $points }
action-enter = Entrer avec { $points }
action-take_over = Reprendre { $points } avec { dice-count }

## Le conseil
hint-risk = { NUMBER($lose, maximumFractionDigits: 0) } % de risque de perdre la main
hint-chances = { $players ->
    [2] Chances de gagner la partie
   *[other] Chances de finir devant { $whom }
}
hint-only = Ce lancer : { hint-risk }. { hint-chances } : { NUMBER($win, minimumFractionDigits: 1) } %.
hint-throw = Ce lancer : { hint-risk }. { hint-chances } : { NUMBER($win, minimumFractionDigits: 1) } %, contre { NUMBER($other, minimumFractionDigits: 1) } % autrement.
hint-bank = Un lancer de plus : { hint-risk }. { hint-chances } : { NUMBER($win, minimumFractionDigits: 1) } %, contre { NUMBER($other, minimumFractionDigits: 1) } % en relançant.
hint-take_over = Avec ces dés : { hint-risk }. { hint-chances } : { NUMBER($win, minimumFractionDigits: 1) } %, contre { NUMBER($other, minimumFractionDigits: 1) } % avec cinq dés neufs.

## Les règles
DM-1 = Cinq dés, de deux à huit joueurs. Un dé a des faces de 1 à 6.
DM-2 = Pour commencer, chacun lance un dé : le plus petit ouvre la partie. Ceux qui sont à égalité au plus bas relancent.
DM-3 = Chacun joue à son tour, dans le sens des aiguilles d’une montre.
DM-4 = Les 1 et les 5 gagnent et restent tous sur la table ; les autres dés peuvent être relancés, tous.
DM-5 = Un lancer sans dé gagnant fait perdre la main et ses points.
DM-6 = Quand les cinq dés ont gagné, on peut les reprendre tous et continuer.
DM-7 = Un 1 vaut 100, un 5 vaut 50.
DM-8 = Avec cinq dés seulement : 1-2-3-4-5 vaut 300, 2-3-4-5-6 vaut 500, trois pareils valent cent fois leur face (trois 1 : 1 000), cinq pareils mille fois (cinq 1 : 10 000). Un quatrième dé pareil ne compte que si c’est un 1 ou un 5.
DM-9 = Avec quatre dés ou moins, seuls les 1 et les 5 comptent.
DM-10 = Il faut avoir lancé, et avoir au moins le minimum (300 d’ordinaire), pour garder sa main.
DM-11 = La première main gardée ne rapporte rien : elle donne le droit de marquer. Avant elle, une main perdue ne coûte pas de zéro.
DM-12 = Garder sa main ajoute ses points au total et passe le tour.
DM-13 = Une fois entré, chaque main perdue est un zéro. Au troisième, on perd 500 points et les zéros s’effacent. Un total peut être négatif.
DM-14 = Le joueur suivant peut reprendre une main gardée : il part de ses points, avec les dés qui n’ont pas gagné (les cinq s’ils ont tous gagné), et doit lancer au moins une fois. Celui qui l’a gardée ne perd rien.
DM-15 = Perdre une main reprise, c’est perdre une main comme une autre.
DM-16 = Une main reprise puis gardée peut être reprise à son tour.
DM-17 = Une main d’entrée ne laisse rien à reprendre, sauf si la table en a décidé autrement.
DM-18 = On peut entrer dans la partie avec une main reprise.
DM-19 = Quand quelqu’un atteint le but, ceux qui jouent après lui dans le tour jouent encore une fois, puis la partie est finie.
DM-20 = Le plus grand total gagne ; à égalité, la victoire est partagée.
DM-21 = Topinambour : annoncé avant un lancer, il fait compter chaque dé de ce lancer par sa face opposée. La table peut s’en passer.
