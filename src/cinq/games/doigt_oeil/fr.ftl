## Le récit
cards-count = { $count ->
    [0] 0 carte
    [one] 1 carte
   *[other] { $count } cartes
}
pieces-count = { $count ->
    [0] 0 pièce
    [one] une pièce
   *[other] { $count } pièces
}
points-count = { $points ->
    [one] { $points } point
   *[other] { $points } points
}
starts = { $you ->
    [who] Les cartes sont distribuées : tu ouvres la partie.
   *[other] Les cartes sont distribuées : { $who } ouvre la partie.
}
opening-drew = { $you ->
    [who] Tu tires { $card } pour ton premier défi.
   *[other] { $who } tire { $card } pour son premier défi.
}
opening-advantage = { $you ->
    [who] Tu tires une carte avantage : elle est défaussée.
   *[other] { $who } tire une carte avantage : elle est défaussée.
}
challenged = { $you ->
    [who] Tu défies { $whom } : { $cards }.
    [whom] { $who } te défie : { $cards }.
   *[other] { $who } défie { $whom } : { $cards }.
}
added = { $you ->
    [who] Tu ajoutes { $card } au défi.
   *[other] { $who } ajoute { $card } au défi.
}
last-card = { $you ->
    [who] C’était ta dernière carte : ce défi peut finir la partie.
   *[other] C’était la dernière carte { DE($who) } : ce défi peut finir la partie.
}
took = { $you ->
    [who] Tu prends la pièce de { $card }.
   *[other] { $who } prend la pièce de { $card }.
}
no-piece = Il n’y a plus une seule pièce : la carte compte comme posée.
stood = { $you ->
    [who] { $card } : ça tient, bravo.
   *[other] { $card } : la pièce { DE($who) } tient.
}
fell = { $you ->
    [who] { $card } : ta pièce tient, mais tu fais tomber { pieces-count }.
   *[other] { $card } : la pièce { DE($who) } tient, mais fait tomber { pieces-count }.
}
all-fell = { $you ->
    [who] { $card } : tu fais tout tomber ! On remet la pièce de départ.
   *[other] { $card } : { $who } fait tout tomber ! On remet la pièce de départ.
}
not-laid = { $you ->
    [who] { $card } : ta pièce ne tient pas.
   *[other] { $card } : la pièce { DE($who) } ne tient pas.
}
not-laid-fallen = { $you ->
    [who] { $card } : ta pièce est tombée.
   *[other] { $card } : la pièce { DE($who) } est tombée.
}
not-laid-crooked = { $you ->
    [who] { $card } : ta pièce est de travers, il fallait la poser { asked-position }.
   *[other] { $card } : la pièce { DE($who) } est de travers, il fallait la poser { asked-position }.
}
not-laid-on-board = { $you ->
    [who] { $card } : mauvais endroit. Ta pièce est sur le plateau, il fallait la poser sur le bois.
   *[other] { $card } : mauvais endroit. La pièce { DE($who) } est sur le plateau, il fallait la poser sur le bois.
}
not-laid-off-board = { $you ->
    [who] { $card } : mauvais endroit. Ta pièce est sur le bois, il fallait la poser sur le plateau.
   *[other] { $card } : mauvais endroit. La pièce { DE($who) } est sur le bois, il fallait la poser sur le plateau.
}
asked-position = { $position ->
    [edge] { position-edge }
    [upright] { position-upright }
   *[flat] { position-flat }
}
fell-too = { $count ->
    [one] Une autre pièce tombe aussi.
   *[other] { $count } autres pièces tombent aussi.
}
again = { $you ->
    [who] Le reste tient : tu reprends ta pièce et tu la reposes.
   *[other] Le reste tient : { $who } la repose.
}
must-draw-wood = { $you ->
    [who] Plus aucune carte bois à donner : tu dois piocher { cards-count }.
   *[other] Plus aucune carte bois à donner : { $who } doit piocher { cards-count }.
}
must-draw-last = { $you ->
    [who] Tu ne peux pas finir sur une carte avantage : tu dois piocher { cards-count }.
   *[other] On ne finit pas sur une carte avantage : { $who } doit piocher { cards-count }.
}
must-draw = { $you ->
    [who] Tu dois piocher { cards-count }.
   *[other] { $who } doit piocher { cards-count }.
}
drew = { $you ->
    [who] Tu pioches { cards-count }.
   *[other] { $who } pioche { cards-count }.
}
drew-these = { $you ->
    [who] Tu pioches { cards-count } : { $cards }.
   *[other] { $who } pioche { cards-count }.
}
drew-advantage = { $power ->
    [pivot] Un avantage : « { advantage-pivot } ».
    [return] Un avantage : « { advantage-return } ».
    [deflect] Un avantage : « { advantage-deflect } ».
    [spoilsport] Un avantage : « { advantage-spoilsport } ».
   *[place] Un avantage : « { advantage-place } ».
}
returned = { $you ->
    [who] Retour à l’expéditeur ! { $whom } doit relever son propre défi.
    [whom] Retour à l’expéditeur ! { $who } te renvoie ton défi.
   *[other] Retour à l’expéditeur ! { $who } renvoie le défi à { $whom }.
}
deflected = { $you ->
    [who] Tu dévies le défi vers { $whom }.
    [whom] { $who } dévie le défi vers toi.
   *[other] { $who } dévie le défi vers { $whom }.
}
pivoted = { $you ->
    [who] Tu fais pivoter la pièce de { $card } : pose-la comme tu veux.
   *[other] { $who } fait pivoter la pièce de { $card }.
}
spoilt = { $you ->
    [who] Trouble-fête pour { $whom } !
    [whom] { $who } joue le trouble-fête contre toi !
   *[other] { $who } joue le trouble-fête contre { $whom } !
}
helped = { $you ->
    [who] Place-moi ça ! { $whom } doit poser { $card } à ta place.
    [whom] Place-moi ça ! Tu dois poser { $card } à la place { DE($who) }.
   *[other] Place-moi ça ! { $whom } doit poser { $card } à la place { DE($who) }.
}
thrown-away = { $you ->
    [who] Tu joues une carte avantage, sans effet.
   *[other] { $who } joue une carte avantage, sans effet.
}
all-played = Tout le monde a joué : les cartes « joué » se retournent.
composes = { $you ->
    [who] À toi de lancer un défi.
   *[other] { $who } prépare le défi suivant.
}
tied = Égalité entre { $who } : les autres votent.
won = { $count ->
    [one] { $you ->
        [who] { $points ->
            [0] Tu gagnes : tu n’as plus de cartes !
            [one] Tu gagnes, avec 1 carte en main.
           *[other] Tu gagnes, avec { $points } cartes en main.
        }
       *[other] { $points ->
            [0] { $who } gagne : plus une seule carte !
            [one] { $who } gagne, avec 1 carte en main.
           *[other] { $who } gagne, avec { $points } cartes en main.
        }
    }
   *[other] { $who } gagnent ensemble.
}
won-points = { $count ->
    [one] { $you ->
        [who] Tu gagnes avec { points-count }.
       *[other] { $who } gagne avec { points-count }.
    }
   *[other] { $who } gagnent ensemble avec { points-count }.
}

## Le menu
action-challenge = Défier { $whom } avec { $cards }
action-add = Ajouter { $card }
action-pick = Prendre la pièce de { $card }
action-advantage-pivot = Faire pivoter { $card }
action-advantage-return = Retour à l’expéditeur
action-advantage-deflect = Dévier vers { $whom }
action-advantage-deflect-away = Se défausser de Dévier
action-advantage-spoilsport = Trouble-fête
action-advantage-place = Faire poser { $card } par { $whom }
action-vote = Voter pour { $whom }

## Les cartes et le bois
advantage-pivot = Faire pivoter
advantage-return = Retour à l’expéditeur
advantage-deflect = Dévier
advantage-spoilsport = Trouble-fête
advantage-place = Place-moi ça
length-small = petite
length-medium = moyenne
length-long = longue
position-flat = à plat
position-edge = sur la tranche
position-upright = debout
on-board = sur le plateau
closed-none = les deux yeux ouverts
closed-left = œil gauche fermé
closed-right = œil droit fermé
hands-both = deux mains
hands-left = main gauche
hands-right = main droite

## Les options et les phases
option-rules = Règles
option-rules-basic = de base
option-rules-advanced = avancées
option-rules-simplified = simplifiées
option-hand = Cartes en main
option-sets = Nombre de boîtes
option-first = Premier joueur
phase-opening = Ouverture
phase-challenge = Un défi se prépare
phase-answer = Réponse au défi
phase-place = Une pièce est en main
phase-vote = Vote
phase-over = Partie terminée

## Le conseil
hint-finish = { $you ->
    [whom] C’est la fin : tout se joue sur toi.
   *[other] Donne tes dernières cartes à { $whom } : une fois posées, tu as gagné.
}
hint-challenge = { $count ->
    [one] Une carte pour { $whom } : elle t’encombre, et sera difficile à poser.
   *[other] { $count } cartes d’un coup pour { $whom } : ta main se vide, et c’est difficile à poser.
}
hint-challenge-easy = { $count ->
    [one] Une carte pour { $whom } : elle t’encombre, même si elle est facile à poser.
   *[other] { $count } cartes d’un coup pour { $whom } : ta main se vide.
}
hint-challenge-points = { $count ->
    [one] Une carte pour { $whom } : { points-count } pour qui la pose, c’est peu.
   *[other] { $count } cartes pour { $whom } : { points-count } pour qui les pose, et ta main se vide.
}
hint-add = Ajoute { $card } : tu t’en débarrasses sans grand risque.
hint-add-points = Ajoute { $card } : { points-count } si la pièce tient.
hint-pick = Commence par { $card }, tant que peu de pièces sont debout.
hint-pivot = Fais pivoter : la pièce la plus difficile devient facile.
hint-return = Renvoie le défi : le relever est plus risqué que de perdre ton tour.
hint-deflect = Dévie le défi : quelqu’un d’autre prendra le risque.
hint-spoilsport = Trouble-fête maintenant : cinq cartes l’éloignent de la fin.
hint-place = Fais poser la pièce la plus difficile par quelqu’un d’autre.
hint-vote = À toi de départager : choisis qui a le mieux joué.

## Les règles
DO-1 = De deux à six joueurs avec une boîte, jusqu’à dix avec deux.
DO-2 = Une longue pièce attend au milieu du plateau : la pièce de départ.
DO-3 = Chacun reçoit le même nombre de cartes, de 8 à 10, toutes différentes.
DO-4 = À partir de quatre joueurs, chacun a une carte « joué », d’abord sur « pas encore ».
DO-5 = Le premier joueur est tiré au sort, ou désigné par l’hôte.
DO-6 = Pour ouvrir, le premier joueur tire ses cartes une à une : un avantage est défaussé, un nombre pair fait tirer encore, un impair arrête, trois cartes bois au plus. C’est son propre défi : il peut y ajouter du bois, mais pas d’avantage.
DO-7 = Un défi, c’est une à trois cartes bois de ta main données à un autre joueur ; deux ou trois cartes doivent se suivre ou porter le même numéro.
DO-8 = Qui reçoit un défi pose les pièces de toutes ses cartes, une à la fois, dans l’ordre de son choix.
DO-9 = Au défi reçu tu peux ajouter une de tes cartes, une seule : du bois ou un avantage.
DO-10 = À partir de quatre joueurs, qui a joué ne peut plus être défié tant que les autres n’ont pas tous joué, sauf par Dévier ou Retour à l’expéditeur.
DO-11 = C’est à celui qui vient de jouer de lancer le défi suivant. Sans carte bois, il en pioche trois, jusqu’à en avoir une ; s’il n’y a plus rien à piocher, un autre défie à sa place.
DO-12 = La carte dit quelle pièce poser, dans quelle position, quel œil fermer et quelle main utiliser, comme dans un miroir.
DO-13 = Une pièce se pose sur la structure ; seule une carte bois et plateau commence une nouvelle colonne, posée sur le plateau.
DO-14 = Qui fait tomber une colonne ou des pièces pioche trois cartes et continue. Ne tombe que ce qui était debout ou en main ; une colonne est tombée quand sa base, ou tout ce qu’elle portait, est tombé.
DO-15 = Quand plusieurs colonnes tombent, une carte de plus pour chaque colonne après la première.
DO-16 = Qui fait encore tomber des pièces dans le même défi pioche une carte par colonne tombée, au moins une.
DO-17 = Si tout est tombé, on déblaie le plateau et on remet la pièce de départ.
DO-18 = Les pièces tombées retournent à la réserve, et leur carte compte comme posée. S’il manque une longueur, on prend la plus proche, plus longue d’abord.
DO-19 = La partie finit quand quelqu’un a joué sa dernière carte et que ce défi est entièrement posé. Si deux joueurs finissent ensemble, celui qui a défié gagne.
DO-20 = On ne finit pas sur un avantage : si c’était ta dernière carte, tu en pioches trois.
DO-21 = Si le dernier défi reçoit un Retour à l’expéditeur ou un Trouble-fête, celui qui l’a lancé n’a pas fini.
DO-22 = Un avantage se joue seulement en réponse à un défi reçu, un à la fois. Retour, Dévier et Trouble-fête : avant de prendre la première pièce.
DO-23 = Faire pivoter : une pièce du défi peut être posée dans n’importe quelle position.
DO-24 = Retour à l’expéditeur : celui qui a défié doit relever son défi lui-même.
DO-25 = Dévier : le défi passe à un autre joueur, mais pas à celui qui l’a lancé. À deux joueurs, la carte s’ajoute sans effet.
DO-26 = Trouble-fête : celui qui a défié pioche cinq cartes ; tu gardes le défi.
DO-27 = Place-moi ça : un autre joueur pose une pièce du défi à ta place, tout de suite, sans rien ajouter. Ce qu’il fait tomber est pour lui.
DO-28 = Les cartes jouées vont à la défausse quand le défi est fini ; une pioche vide se refait avec la défausse. On pioche autant de cartes que la règle le dit.
DO-29 = Règles avancées : une carte posée sans chute te rapporte sa valeur ; avec une chute, elle va à celui qui t’a défié. Si seule ta pièce tombe, tu la reposes. Le plus de points gagne, moins un par carte en main ; à égalité, le plus de pièces posées, puis les autres votent.
DO-30 = Règles simplifiées : pas d’avantages ; un défi, c’est une à trois cartes de longueurs différentes, sans regarder les numéros.
DO-31 = De sept à dix joueurs, on mélange deux boîtes.
