page-table = La table vue de ta place
page-stick-of = { $owner } : { $words }
page-stand = Sur le support
page-bids = Ta mise
page-bidding = mise ou passe
page-drawing = Un nouveau bâton arrive.
page-no-bid = Personne n’a encore misé.
page-high = { $you ->
    [who] Tu mènes à { $high }.
   *[other] { $who } mène à { $high }.
}
page-bid = Miser
page-aim = Ton but : une suite de 5 en 5 mm, 10 points par bâton.
page-run = { $run ->
    [0] Pas encore de suite.
    [one] Pas encore de suite.
   *[other] Ta suite : { $run } bâtons.
}
page-sight = Tes yeux se trompent un peu : de { $percent } %, soit { $mm } mm.
page-blue = Partie bleue : { $points } points, quelle que soit la case
page-red = Partie rouge : le numéro de la case
page-manitou = Grand Manitou : parle en dernier
page-your-money = Il te reste { $money }.
page-count-alike = quatre pareils
page-count = bâtons { $sticks }, argent { $money }
page-chance = Case Chance { $space } : retour à { $back }
page-money = { $name } sur { $money }
page-together = Ranger
page-apart = Écarter
page-listen = À l’oreille
page-listen-now = Écouter le support, puis mes bâtons
page-listen-note = À partir du prochain bâton, on entend les longueurs au lieu de les voir : plus long, plus grave. Touche L pour réécouter, Espace pour un seul bâton. Le son doit être activé.
page-estimate = Sa longueur, à ton avis
page-estimate-none = non estimée
page-estimate-mm = { $mm } mm
page-eye = { $count ->
    [one] Ton œil : 1 bâton estimé, { $mm } mm d’écart.
   *[other] Ton œil : { $count } bâtons estimés, { $right } au millimètre, { $mm } mm d’écart en moyenne.
}
page-unseen = bâton dont on ne voit pas la longueur
page-own = { step-above }
page-true = { $length } millimètres
page-like = à peu près comme ton bâton n° { $rank } en partant du plus court
page-between = entre tes bâtons n° { $rank } et n° { $next } en partant du plus court
page-bit-shorter = un peu plus court que ton plus court
page-much-shorter = nettement plus court que ton plus court
page-bit-longer = un peu plus long que ton plus long
page-much-longer = nettement plus long que ton plus long
page-reason-eight = Huit bâtons. Les vraies longueurs, en millimètres ; en pointillé, ce que tu voyais.
page-reason-broke = Plus rien en poche. Les vraies longueurs, en millimètres ; en pointillé, ce que tu voyais.
page-reason-four_alike = Quatre pareils. Les vraies longueurs, en millimètres ; en pointillé, ce que tu voyais.
page-lesson-1 = Le but : des bâtons qui se suivent de 5 en 5 millimètres. Le tien est devant toi. Celui du support est loin, et paraît donc plus petit : est-il, en vrai, un cran plus long ?
page-lesson-2 = À cette distance, le tien paraîtrait encore plus petit : celui-là est un peu plus long, il continuerait ta suite. Mise 2.
page-lesson-3 = Aline monte à 3. Chaque bâton d’une suite vaut 10 points : tu peux aller à 4.
page-lesson-4 = Il est à toi : ton pion descend de 4 cases (une flèche bleue le ferait remonter). En main, tes bâtons se comparent exactement : un cran d’écart, une suite de deux.
page-lesson-5 = Le suivant est bien trop long pour toi, et Aline est à 6. Passe : ce qui reste sur ta piste compte aussi, jusqu’à 22.
page-lesson-6 = Huit bâtons, une bourse vide ou quatre pareils, et la partie s’arrête. La plus longue suite et l’argent font le score ; quatre pareils gagnent sur-le-champ.
