page-at-risk = at risk
page-offer = to take over, or five fresh dice
page-missing = { $points } more to bank
page-may-bank = you may bank
page-may-bank-other = may bank
page-lost = lost
page-final = Last round
page-opening = The lowest die starts
page-target = Target { $target }
page-sheet = Score sheet
page-zeros = { $zeros ->
    [0] no zero
    [one] 1 zero
   *[other] { $zeros } zeros
}
page-entered = in the game
page-not-entered = not in yet
page-die = { $face }
page-die-won = { $face }, winning
page-die-lost = { $face }, lost
page-die-blank = winning die
page-rail = Winning dice
page-tray = Thrown dice
page-afresh = fresh hand
page-upside = upside down
page-stays = passes the turn
page-rolls = throws
page-chooses = throws or banks
page-takes = takes or throws
page-must = throws on
page-coach-throw = throw
page-coach-topinambour = Topinambour
page-coach-bank = bank
page-coach-take_over = take over
