aim-doigt-oeil = The aim: get rid of all your cards by challenging the others to place wood without a fall.
line-doigt-oeil = Place your piece, one eye shut, no trembling.
