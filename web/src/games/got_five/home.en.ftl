aim-got-five = The aim: find your five numbers before the others. You see their tiles, they see yours.
line-got-five = Work out your five numbers before the others.
