goal-lead = Gather the longest run of sticks, each 5 mm longer than the one before, without spending all your money. Your eyes are your only ruler.
auction = An auction
auction-lead = A stick is in the stand. Does it belong in your run? Bid, or pass.
sold = Sold
scoring = The count
