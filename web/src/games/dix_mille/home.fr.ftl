aim-dix-mille = Le but : atteindre le total avant les autres. Les 1, les 5 et les figures rapportent ; un lancer sans rien fait tout perdre.
line-dix-mille = Encore un lancer, ou tu gardes ?
