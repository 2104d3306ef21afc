## La maison
tagline = Cinq jeux, une table.
skip = Aller au jeu
key-escape = Échap
key-space = Espace
close = Fermer
back = Retour
home = Accueil
lost-title = Cette porte ne mène nulle part.
lost-text = L’adresse est fausse, ou la table n’est plus là.
loading = On installe la table.
error-title = Quelque chose est tombé de la table.
error-text = Recharge la page. Ta partie t’attend.
reload = Recharger
players = { $from } à { $to } joueurs
minutes = { $from } à { $to } min
play = Jouer
invite = Inviter
setup = Adversaires et options
learn = Apprendre
labelled = { $label } : { $what }
absent-game = Bientôt à table
name-title = Comment t’appelles-tu ?
name-label = Ton nom
name-hint = C’est tout ce qu’on te demande.
name-go = S’asseoir
name-change = Changer de nom
welcome = Un nom suffit, sans compte.
hello = { $evening ->
    [yes] Bonsoir
   *[no] Bonjour
} { $name }.
resume = Reprendre ta partie
tables-title = Tables ouvertes
tables-none = Aucune table ouverte pour l’instant. Ouvre la tienne.
finished-title = Parties finies
finished-none = Rien encore : la première partie jouée sera rangée ici.
tables-open = { $open ->
    [0] complet
    [one] 1 place libre
   *[other] { $open } places libres
}
watching = { $count ->
    [one] 1 personne regarde
   *[other] { $count } personnes regardent
}
watch = Regarder
take-chair = Prendre une place
replay = Revoir
won-by = Gagné par { $names }

## Réglages
settings = Réglages
sound-on = Couper le son
sound-off = Remettre le son
other-language = English

## Ouvrir une table
level-beginner = débutant
level-regular = confirmé
level-champion = champion

## La table
seat-of = Place { $seat }
lobby-open = Place libre
you = toi
bot = bot
host = hôte
your-turn = À toi.
your-turn-title = À toi · { $game }
turn-of = À { $name }.
thinks = réfléchit
is-playing = joue
waits-dealer = Le sort décide…
waits-world = La table bouge…
story = Journal
story-empty = Rien ne s’est encore passé.
story-open = Ouvrir le journal
rules = Règles
talk = À table
talk-and-leave = Parler, régler, quitter
more = Plus
spectators = { $count ->
    [0] personne ne regarde
    [one] 1 personne regarde
   *[other] { $count } personnes regardent
}
you-watch = Tu regardes.
take-bots-chair = Jouer à la place du bot { $name }
pause = Pause
resume-game = Continuer
paused = Partie en pause.
unseated = L’hôte a libéré ta place. Tu peux en prendre une autre.
offline = hors ligne
offline-bot-in = hors ligne, un bot joue dans { $seconds } s
offline-kept = hors ligne, un bot joue
offline-who = { $name } : { $away }
paused-by = { $name } a mis la partie en pause.
paused-you = Tu as mis la partie en pause.
tap-ignored = Ce bouton vient de changer : touche encore une fois.
take-back = Annuler mon coup
leave = Quitter la table
no-connection = Pas de connexion. On attend le réseau…
not-made = La table n’a pas été ouverte : recharge la page et réessaie.
not-made-limited = La table n’a pas été ouverte : trop de tables viennent de ton réseau. Réessaie dans quelques minutes.
not-made-unknown = La table n’a pas été ouverte : ces options ne vont pas avec ce nombre de places.
not-made-unavailable = La table n’a pas été ouverte : le serveur est plein ou occupé. Réessaie dans une minute.
lost-line = Connexion perdue. On revient…
connecting = On arrive à la table…
gone-unknown = Cette table n’existe pas, ou plus.
gone-closed = Cette table est fermée.

## Le conseiller
coach-ask = Un conseil ?
coach-thinks = Le conseiller réfléchit…

## Revoir
look = À revoir
