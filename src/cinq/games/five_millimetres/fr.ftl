## Le récit
dealt = { $you ->
    [who] Chacun a pioché son premier bâton. Tu es le Grand Manitou.
   *[other] Chacun a pioché son premier bâton. { $who } est le Grand Manitou.
}
put-up = { $you ->
    [who] Tu poses un nouveau bâton sur le support.
   *[other] { $who } pose un nouveau bâton sur le support.
}
bid = { $you ->
    [who] Tu mises { $amount }.
   *[other] { $who } mise { $amount }.
}
passed = { $you ->
    [who] Tu passes.
   *[other] { $who } passe.
}
taken = { $you ->
    [who] Le bâton est à toi pour { $price } : case { $money }, et Grand Manitou.
   *[other] Le bâton est pour { $who }, à { $price } : case { $money }, et Grand Manitou.
}
taken-free = { $you ->
    [who] Personne n’en veut : le bâton est à toi, pour rien.
   *[other] Personne n’en veut : { $who } prend le bâton pour rien.
}
chance = { $you ->
    [who] Case Chance : tu remontes à { $money }.
   *[other] Case Chance : { $who } remonte à { $money }.
}
run-count = { $run ->
    [one] 1 bâton
   *[other] { $run } bâtons
}
step-above = { $step ->
    [0] aucun de tes bâtons n’est plus court
    [one] un pas de 5 mm au-dessus de ton plus court
   *[other] { $step } pas de 5 mm au-dessus de ton plus court
}
compared = Dans ta main : { step-above }. { $run ->
    [one] Pas encore de suite.
   *[other] Ta plus longue suite : { run-count }.
}
four-alike = { $you ->
    [who] Quatre bâtons de même longueur : tu gagnes sur-le-champ !
   *[other] Quatre bâtons de même longueur : { $who } gagne sur-le-champ !
}
eight = { $you ->
    [who] Tu as huit bâtons : la partie est finie.
   *[other] { $who } a huit bâtons : la partie est finie.
}
broke = { $you ->
    [who] Tu n’as plus rien : la partie est finie.
   *[other] { $who } n’a plus rien : la partie est finie.
}
counted = { $you ->
    [who] { $run ->
        [one] Tu n’as pas de suite, et il te reste { $money }.
       *[other] Ta plus longue suite : { run-count }, et il te reste { $money } : { $total } points.
    }
   *[other] { $run ->
        [one] { $who } : pas de suite, et { $money } en poche.
       *[other] { $who } : plus longue suite de { run-count }, et { $money } en poche : { $total } points.
    }
}
level = À égalité de points, le plus de bâtons l’emporte, puis le plus d’argent.
won = { $count ->
    [one] { $you ->
        [who] Tu gagnes.
       *[other] { $who } gagne.
    }
   *[other] { $who } gagnent ensemble.
}

## Le menu
action-bid = Miser { $amount }
action-pass = Passer

## Les options et les phases
option-sight = La vue
option-sight-keen = Œil de lynx (2 %)
option-sight-normal = Bon œil (3,5 %)
option-sight-tired = Œil fatigué (5 %)
option-sight-exact = Longueurs exactes
option-sight-none = Vraie table : on regarde soi-même
option-lone_stick = Un bâton seul rapporte 10
option-first_manitou = Premier Grand Manitou
phase-deal = Chacun pioche son premier bâton
phase-stick = Un bâton va sur le support
phase-sight = On regarde
phase-auction = Enchères
phase-over = Partie finie

## Les règles
MM-1 = De deux à cinq joueurs, chacun sa couleur.
MM-2 = Tout le monde commence sur la case 50.
MM-3 = Tous les bâtons sont dans la boîte, quatre de chacune des neuf longueurs ; chacun en pioche un pour commencer.
MM-4 = Les bâtons restent à la vue de tous, et on en juge à l’œil seul : ni mesure, ni main pour repère. On compare ses propres bâtons tant qu’on veut ; celui du support, personne n’en connaît la longueur avant qu’il soit dans une main.
MM-5 = Le premier Grand Manitou est tiré au sort, ou désigné par l’hôte.
MM-6 = À chaque manche, le Grand Manitou tire un bâton de la boîte et le pose sur le support.
MM-7 = Le voisin de gauche du Grand Manitou parle en premier, puis chacun son tour dans le sens des aiguilles d’une montre ; le Grand Manitou parle en dernier.
MM-8 = On mise de 1 à 10, plus que la mise précédente, et jamais plus que ce qu’on a.
MM-9 = Ou bien on passe, et on ne parle plus pour ce bâton.
MM-10 = Une mise de 10 l’emporte aussitôt.
MM-11 = Sinon, quand tous les autres ont passé, le dernier qui reste l’emporte au prix de sa mise.
MM-12 = Si personne ne mise, le Grand Manitou prend le bâton pour rien, et reste Grand Manitou.
MM-13 = Le gagnant ajoute le bâton à sa main et descend d’autant de cases que sa mise.
MM-14 = Le marqueur qui s’arrête sur une case Chance remonte là où va sa flèche.
MM-15 = Le gagnant des enchères devient Grand Manitou.
MM-16 = La partie finit dès qu’un joueur a huit bâtons, arrive sur 0, ou a quatre bâtons de même longueur.
MM-17 = Quatre bâtons de même longueur gagnent la partie sur-le-champ, sans compter.
MM-18 = Chaque bâton de ta plus longue suite de 5 mm en 5 mm vaut 10 points. Un doublon n’ajoute rien, et il faut au moins deux bâtons, sauf si la table en a décidé autrement.
MM-19 = L’argent vaut le numéro de ta case, sans dépasser 22.
MM-20 = Le plus grand total gagne ; à égalité, celui qui a le plus de bâtons, puis celui qui a la case la plus haute ; sinon, la victoire est partagée.

## Le conseil
hint-four = { $percent } % de chances que ce soit ton quatrième bâton de même longueur : prends-le.
hint-block = { $percent } % de chances que ce bâton en fasse quatre pareils pour quelqu’un d’autre : ne le laisse pas passer.
hint-bid = { $percent } % de chances que ce bâton allonge ta suite : il vaut bien { $amount }.
hint-pass = { $percent } % de chances que ce bâton allonge ta suite : pas assez pour ce qu’il coûterait.
hint-deny = { $percent } % de chances que ce bâton allonge la suite de quelqu’un d’autre : mieux vaut l’avoir, même à { $amount }.
hint-chance = { $percent } % de chances que ce bâton allonge ta suite, et { $amount } mène sur une case Chance : tu remontes à { $back }.
hint-worth = À { $amount }, tu as de meilleures chances avec ce bâton que sans.
