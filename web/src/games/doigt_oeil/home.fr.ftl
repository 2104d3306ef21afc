aim-doigt-oeil = Le but : te défaire de toutes tes cartes en défiant les autres de poser le bois sans rien faire tomber.
line-doigt-oeil = Pose ta pièce, un œil fermé, sans trembler.
