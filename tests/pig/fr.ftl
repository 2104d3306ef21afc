## The story
threw = { $you ->
    [who] Tu lances le dé.
   *[other] { $who } lance le dé.
}
fell = Un { $face } : { $points } en jeu.
lost = { $you ->
    [who] Un 1 : tu perds { $points }.
   *[other] Un 1 : { $who } perd { $points }.
}
held = { $you ->
    [who] Tu gardes { $points } : { $total }.
   *[other] { $who } garde { $points } : { $total }.
}
won = { $you ->
    [who] Tu gagnes.
   *[other] { $who } gagne.
}

## The menu
action-throw = Lancer le dé
action-hold = Garder

## The rules
PG-1 = Un dé de 1 à 6, de deux à six joueurs.
PG-2 = On joue à tour de rôle, dans le sens des aiguilles : on lance, ou on garde.
PG-3 = Un 2 à 6 ajoute sa valeur aux points du tour.
PG-4 = Un 1 fait perdre les points du tour, et le tour.
PG-5 = Garder ajoute les points du tour au total et passe le tour ; il faut avoir lancé.
PG-6 = Qui atteint le total en gardant gagne aussitôt.
PG-7 = Une table peut lancer un vrai dé : rien ne le prévoit.
