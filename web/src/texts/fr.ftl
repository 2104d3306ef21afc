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
learn = Apprendre
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
language = Langue
light = Lumière
light-auto = Comme l’appareil
light-light = Jour
light-dark = Soir
opponents = Adversaires quand je clique sur « Jouer »
opponents-auto = À ma mesure : débutants la première fois, puis confirmés
opponents-beginner = Débutants
opponents-regular = Confirmés
opponents-champion = Champions
speed = Rythme des autres
speed-1 = Tranquille
speed-2 = Vif
sound = Sons
sound-on = Couper le son
sound-off = Remettre le son
other-language = English

## Ouvrir une table
new-title = Nouvelle table : { $game }
new-open = Ouvrir la table
new-chairs = Places
new-bots = Niveau des bots
new-clock = Pendule
new-public = Table visible de tous
new-coach = Avec un conseiller
clock-none = Sans
clock-relaxed = Tranquille
clock-brisk = Rapide
level-beginner = débutant
level-regular = confirmé
level-champion = champion
options = Options
option-true = oui
option-false = non
option-null = au hasard
option-target = But
option-minimum = Minimum pour garder
option-entry = Main d’entrée
option-zeros = Zéros
option-takeover = Reprise de la main
option-topinambour = Topinambour
option-entry_offer = Reprendre aussi une main d’entrée
option-first = Qui commence
option-first_manitou = Premier Grand Manitou
option-notes = Feuille de notes
option-sight = Vue
option-lone_stick = Bâton solitaire
option-rules = Règles
option-hand = Cartes en main
option-sets = Boîtes
option-end = Fin
option-powers = Pouvoirs
option-memory_aid = Aide-mémoire
value-manual = à la main
value-assisted = assistée
value-normal = normale
value-basic = de base
value-advanced = avancées
value-simplified = simplifiées
value-points = { $count } points
value-rounds = { $count ->
    [one] 1 manche
   *[other] { $count } manches
}

## La table
seat-of = Place { $seat }
lobby-title = On s’installe
lobby-text = Envoie le lien, ou laisse des bots prendre les places.
lobby-copy = Copier le lien
lobby-copied = Lien copié
lobby-qr = Code QR du lien de la table
lobby-open = Place libre
lobby-sit = S’asseoir ici
lobby-bot = Mettre un bot
lobby-free = Libérer
lobby-start = Commencer
lobby-start-fill = { $count ->
    [one] Commencer avec un bot
   *[other] Commencer avec { $count } bots
}
lobby-ready = Je suis prêt
lobby-not-ready = Attends
lobby-is-ready = prêt
lobby-waits = On attend { $names }.
lobby-waits-host = { $name } va commencer.
lobby-you-watch = Tu regardes. Prends une place pour jouer.
lobby-full = Toutes les places sont prises : tu regardes.
you = toi
bot = bot
away = parti
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
rules-last = Ce qui vient d’être refusé
phrases = Parler
talk = À table
talk-free = Écrire
talk-send = Dire
more = Plus
phrase-hello = Salut
phrase-good-luck = Bonne chance
phrase-well-played = Bien joué
phrase-thanks = Merci
phrase-oops = Aïe
phrase-wow = Ça alors
phrase-thinking = Je réfléchis
phrase-hurry = On y va ?
phrase-sorry = Désolé
phrase-again = Encore une ?
phrase-bye = À bientôt
spectators = { $count ->
    [0] personne ne regarde
    [one] 1 spectateur
   *[other] { $count } spectateurs
}
you-watch = Tu regardes.
pause = Pause
resume-game = Continuer
paused = Partie en pause.
take-back = Annuler mon coup
leave = Quitter la table
notify = Me prévenir quand c’est à moi

no-line = Pas de connexion. On attend le réseau…
lost-line = Connexion perdue. On revient…
connecting = On arrive à la table…
gone-unknown = Cette table n’existe pas, ou plus.
gone-closed = Cette table est fermée.
refused-stale = Trop tard : la table avait déjà changé.
refused-limited = Doucement : un peu trop vite.
refused-forbidden = Ce n’est pas à toi de le faire.
refused-paused = La partie est en pause.
refused-over = La partie est finie.
refused-unavailable = Pas possible ici maintenant.
refused-malformed = La table n’a pas compris.
refused-unknown = Introuvable.

result = Résultat
result-won = Tu gagnes.
result-shared = Victoire partagée.
result-lost = { $names } gagne.
result-lost-many = { $names } gagnent.
rematch = Rejouer
rematch-waits = On attend les autres pour rejouer.
see-replay = Revoir la partie
verify = Vérifier cette partie
verify-doing = On recompte…
verify-good = Partie honnête : { $lines } lignes, { $dealt } tirages, tous conformes à l’engagement pris avant le premier.
verify-bad = Quelque chose ne colle pas.
verify-seen = Ton navigateur l’a vérifié lui-même : le secret montré est bien celui qui était promis.
verify-how = Avant la partie, le serveur a publié l’empreinte de son secret ; chaque joueur y a ajouté le sien. Tous les tirages en découlent.
show-table = Voir la table

## Le conseiller
coach = Conseiller
coach-ask = Un conseil ?
coach-would = Conseil :
coach-nothing = Rien à décider pour l’instant.
coach-chances = Chances de gagner :

## Revoir
replay-title = { $game }, revue
replay-step = Coup { $step } sur { $count }
replay-first = Au début
replay-back = Coup précédent
replay-on = Coup suivant
replay-last = À la fin
replay-play = Dérouler
replay-stop = Arrêter
replay-view = Vu par
replay-public = le public
replay-link = Copier le lien de ce moment
replay-none = Cette partie n’est pas ici.
look = À revoir
look-back = Les trois coups qui ont coûté le plus
look-back-doing = Le conseiller revoit toute la partie…
look-back-failed = Le conseiller n’a rien à dire de cette partie.
look-back-none = Aucun coup n’a coûté cher : bien joué !
look-back-move = Coup { $step } : { $played } ({ $lost } de chances en moins)
look-back-part = La partie était longue : seul son début a été revu.

## Apprendre
lesson-title = { $game } en deux minutes
lesson-leave = Quitter la leçon
lesson-on = Continuer
lesson-back = Revenir
lesson-done = À toi de jouer
lesson-none = La leçon de ce jeu s’écrit encore. Les règles, elles, sont là.
