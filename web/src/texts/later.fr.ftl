## Réglages
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

## Ouvrir une table
quick-title = Jouer à { $game }
quick-opponents = Adversaires
quick-level = Niveau
quick-more = Autres options
new-title = Nouvelle table : { $game }
new-open = Ouvrir la table
new-chairs = Places
new-bots = Niveau des bots
new-clock = Pendule
new-public = Table visible de tous
new-coach = Avec un conseiller, si tu joues contre des bots seulement
clock-none = Sans
clock-relaxed = Tranquille
clock-brisk = Rapide
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
option-lone_stick = Un bâton seul vaut 10
option-rules = Règles
option-hand = Cartes en main
option-sets = Boîtes, jusqu’à six joueurs
option-end = Fin
option-powers = Pouvoirs
option-memory_aid = Cartes vues notées au dos
value-manual = à la main
value-assisted = assistée
value-keen = ± 2 %
value-tired = ± 5 %
value-exact = exacte
value-sight-normal = ± 3,5 %
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
lobby-title = On s’installe
lobby-text = Envoie le lien, ou laisse des bots prendre les places.
lobby-text-full = Toutes les places sont prises. Qui ouvre le lien peut regarder.
lobby-text-guest = Envoie le lien à ceux qui manquent encore.
lobby-copy = Copier le lien
lobby-copied = Lien copié
lobby-qr = Code QR du lien de la table
lobby-sit = S’asseoir ici
lobby-bot = Mettre un bot
lobby-free = Libérer
lobby-move = Passer ici
lobby-make-host = Nommer hôte
lobby-kick = Retirer
lobby-fewer = Une place de moins
lobby-more = Une place de plus
lobby-agreed = { $option } : { $value }
lobby-options = Changer les options
lobby-alone = Ce lien ne s’ouvre que sur cet ordinateur. Pour inviter, lance le serveur avec : cinq serve --host 0.0.0.0
lobby-start = Commencer
lobby-start-fill = { $count ->
    [one] Commencer avec un bot
   *[other] Commencer avec { $count } bots
}
lobby-ready = C’est bon pour moi
lobby-not-ready = Pas encore
lobby-is-ready = c’est bon
lobby-waits = On attend { $names }.
lobby-waits-host = { $name } lancera la partie.
lobby-you-watch = Tu regardes. Prends une place pour jouer.
lobby-full = Toutes les places sont prises : tu regardes.
rules-goal = But du jeu
rules-setup = Pour commencer
rules-turn = Ton tour
rules-end = La fin
rules-special = Cas particuliers
rules-see = Voir la règle
rules-last = Ce qui vient d’être refusé
phrases = Parler
talk-free = Écrire
talk-send = Dire
phrase-hello = Salut
phrase-good-luck = Bonne chance
phrase-well-played = Bien joué
phrase-thanks = Merci
phrase-oops = Aïe
phrase-wow = Ça alors
phrase-thinking = Je réfléchis
phrase-hurry = On y va ?
phrase-sorry = Pardon
phrase-again = Encore une ?
phrase-bye = À bientôt
phrase-bot-plays = est hors ligne : un bot joue à sa place.
phrase-is-back = est de retour.
phrase-takes-bots-chair = prend la place du bot.
notify = Me prévenir quand c’est à moi
refused-stale = Trop tard : la table avait déjà changé.
refused-limited = Pas si vite : trop de demandes d’un coup, attends un instant.
refused-full = Cette table est devenue trop longue pour continuer. Les parties jouées restent : ouvre une nouvelle table.
refused-forbidden = Refusé : c’est à l’hôte, ou à quelqu’un d’autre, de le faire.
refused-paused = Refusé : la partie est en pause.
refused-over = Refusé : la partie est finie.
refused-unavailable = Impossible pour l’instant : réessaie dans un moment.
refused-malformed = Refusé : la table n’a pas compris. Recharge la page si cela se répète.
refused-options = Impossible : ces options ne vont pas avec ce nombre de places. Change l’un ou l’autre.
refused-unknown = Introuvable : l’adresse est fausse, ou ce n’est plus là.
result = Résultat
result-won = Tu gagnes.
result-shared = Victoire partagée.
result-lost = { $names } gagne.
result-lost-many = { $names } gagnent.
rematch = Rejouer
rematch-wanted = { $count ->
    [one] { $names } veut rejouer.
   *[other] { $names } veulent rejouer.
}
rematch-waits = On attend les autres pour rejouer.
see-replay = Revoir la partie
verify = Vérifier cette partie
verify-doing = On vérifie chaque tirage…
verify-good = Partie honnête : { $lines } lignes, { $dealt } tirages, tous conformes à l’engagement pris avant le premier.
verify-bad = Quelque chose ne colle pas.
verify-seen = Ton navigateur l’a vérifié lui-même : le secret est bien celui qui était promis, et aucune ligne n’a changé depuis que tu l’as vue.
verify-nonce = Ta propre part a compté dans le tirage.
verify-broken-commitment = Le secret n’est pas celui promis à ce navigateur avant la partie.
verify-broken-nonce = La part donnée par ce navigateur n’a pas servi : une autre de tes fenêtres en a donné une, ou le serveur l’a écartée.
verify-broken-chain = Une ligne, un nom ou un réglage a changé après que ton navigateur l’a vu.
verify-broken-lines = Le journal ne dit pas ce qui t’a été montré.
verify-how = Avant la partie, le serveur a publié l’empreinte de son secret ; chaque joueur y a ajouté le sien. Tous les tirages en découlent.
show-table = Voir la table

## Le conseiller
coach = Conseiller
coach-nothing = Aucun choix ne se détache.
coach-would = Conseil :
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
replay-face-up = Montrer toutes les cartes
replay-link = Copier le lien de ce moment
replay-none = Cette partie n’est pas ici.
move-review = Les trois coups qui ont coûté le plus
move-review-doing = Le conseiller revoit toute la partie…
move-review-failed = Le conseiller n’a rien à dire de cette partie.
move-review-none = Aucun coup n’a coûté cher : bien joué !
move-review-move = Coup { $step } : { $played } ({ $lost } de chances en moins)
move-review-part = La partie était longue : seul son début a été revu.

## Apprendre
lesson-title = { $game } en deux minutes
lesson-leave = Quitter la leçon
lesson-you = Toi
lesson-on = Continuer
lesson-again = Réessayer
lesson-absent = Ce serveur ne simule pas le bois : on continue sans essayer.
lesson-back = Revenir
lesson-done = À toi de jouer
lesson-none = La leçon de ce jeu s’écrit encore. Les règles, elles, sont là.
