aim-five-or-less = Le but : le moins de points possible. Remplace tes cartes fortes, et dis « 5 ou moins » quand tu penses y être.
line-five-or-less = Souviens-toi de tes cartes, et crie au bon moment.
