aim-dix-mille = The aim: reach the target before the others. 1s, 5s and combinations score; a throw with nothing loses it all.
line-dix-mille = One more throw, or keep what you have?
