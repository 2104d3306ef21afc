aim-five-or-less = The aim: as few points as possible. Swap your high cards, and say “5 or less” when you think you are there.
line-five-or-less = Remember your cards, and call at the right moment.
