aim-five-millimetres = The aim: a long row of sticks, 5 millimetres apart, without ruining yourself in the auction.
line-five-millimetres = By eye alone, which one is longer?
