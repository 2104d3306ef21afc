## Settings
language = Language
light = Light
light-auto = Same as the device
light-light = Day
light-dark = Evening
opponents = Opponents when I click “Play”
opponents-auto = To suit me: beginners the first time, then regulars
opponents-beginner = Beginners
opponents-regular = Regulars
opponents-champion = Champions
speed = Pace of the others
speed-1 = Calm
speed-2 = Lively
sound = Sounds

## Opening a table
quick-title = Play { $game }
quick-opponents = Opponents
quick-level = Level
quick-more = More options
new-title = New table: { $game }
new-open = Open the table
new-chairs = Chairs
new-bots = Level of bots
new-clock = Clock
new-public = Table visible to all
new-coach = A coach to ask, if you play only against bots
clock-none = None
clock-relaxed = Relaxed
clock-brisk = Brisk
options = Options
option-true = yes
option-false = no
option-null = at random
option-target = Target
option-minimum = Minimum to bank
option-entry = Entry hand
option-zeros = Zeros
option-takeover = Taking over
option-topinambour = Topinambour
option-entry_offer = Take over entry hands too
option-first = Who starts
option-first_manitou = First Grand Manitou
option-notes = Note sheet
option-sight = Sight
option-lone_stick = A lone stick is worth 10
option-rules = Rules
option-hand = Cards in hand
option-sets = Boxes, up to six players
option-end = End
option-powers = Powers
option-memory_aid = Seen cards noted on their backs
value-manual = by hand
value-assisted = assisted
value-keen = ±2%
value-tired = ±5%
value-exact = exact
value-sight-normal = ±3.5%
value-normal = normal
value-basic = basic
value-advanced = advanced
value-simplified = simplified
value-points = { $count } points
value-rounds = { $count ->
    [one] 1 round
   *[other] { $count } rounds
}

## The table
lobby-title = Taking seats
lobby-text = Send the link, or let bots take the chairs.
lobby-text-full = Every chair is taken. Whoever opens the link can watch.
lobby-text-guest = Send the link to whoever is still missing.
lobby-copy = Copy the link
lobby-copied = Link copied
lobby-qr = QR code of the table’s link
lobby-sit = Sit here
lobby-bot = Seat a bot
lobby-free = Free it
lobby-move = Move here
lobby-make-host = Make host
lobby-kick = Remove
lobby-fewer = One seat fewer
lobby-more = One seat more
lobby-agreed = { $option }: { $value }
lobby-options = Change the options
lobby-alone = This link opens on this computer only. To invite others, start the server with: cinq serve --host 0.0.0.0
lobby-start = Begin
lobby-start-fill = { $count ->
    [one] Begin with a bot
   *[other] Begin with { $count } bots
}
lobby-ready = I am ready
lobby-not-ready = Not yet
lobby-is-ready = ready
lobby-waits = Waiting for { $names }.
lobby-waits-host = { $name } will start the game.
lobby-you-watch = You are watching. Take a chair to play.
lobby-full = Every chair is taken: you are watching.
rules-goal = The goal
rules-setup = To begin
rules-turn = Your turn
rules-end = The end
rules-special = Special cases
rules-see = See the rule
rules-last = What was just refused
phrases = Talk
talk-free = Write
talk-send = Say
phrase-hello = Hello
phrase-good-luck = Good luck
phrase-well-played = Well played
phrase-thanks = Thanks
phrase-oops = Ouch
phrase-wow = Well, well
phrase-thinking = Thinking
phrase-hurry = Shall we?
phrase-sorry = Sorry
phrase-again = Another one?
phrase-bye = See you
phrase-bot-plays = is offline: a bot plays instead.
phrase-is-back = is back.
phrase-takes-bots-chair = takes the bot’s chair.
notify = Tell me when it is my turn
refused-stale = Too late: the table had already changed.
refused-limited = Not so fast: too many requests at once, wait a moment.
refused-full = This table has run too long to go on. What was played is kept: open a new table.
refused-forbidden = Refused: only the host, or somebody else, may do that.
refused-paused = Refused: the game is paused.
refused-over = Refused: the game is over.
refused-unavailable = Not possible now: try again in a moment.
refused-malformed = Refused: the table did not understand. Reload the page if it happens again.
refused-options = Not possible: these options do not go with that many chairs. Change one or the other.
refused-unknown = Not found: the address is wrong, or it is no longer there.
result = Result
result-won = You win.
result-shared = A shared win.
result-lost = { $names } wins.
result-lost-many = { $names } win.
rematch = Play again
rematch-wanted = { $count ->
    [one] { $names } wants to play again.
   *[other] { $names } want to play again.
}
rematch-waits = Waiting for the others to play again.
see-replay = Replay this game
verify = Verify this game
verify-doing = Checking every draw…
verify-good = An honest game: { $lines } lines, { $dealt } draws, all of them as promised before the first.
verify-bad = Something does not fit.
verify-seen = Your browser checked by itself: the secret is the one that was promised, and no line has changed since you saw it.
verify-nonce = Your own share took part in the shuffle.
verify-broken-commitment = The secret is not the one promised to this browser before the game.
verify-broken-nonce = The share that this browser gave was not used: another window of yours gave one, or the server left it out.
verify-broken-chain = A line, a name or a setting was changed after your browser saw it.
verify-broken-lines = The log does not say what you were shown.
verify-how = Before the game the server published the fingerprint of its secret; every player added their own. Every draw follows from these.
show-table = See the table

## The coach
coach = Coach
coach-nothing = No choice stands out.
coach-would = Advice:
coach-chances = Chances of winning:

## Replay
replay-title = { $game }, replayed
replay-step = Step { $step } of { $count }
replay-first = To the start
replay-back = One step back
replay-on = One step on
replay-last = To the end
replay-play = Let it run
replay-stop = Stop
replay-view = Seen by
replay-public = the public
replay-face-up = Show all cards
replay-link = Copy the link to this moment
replay-none = This game is not here.
move-review = The three moves that cost most
move-review-doing = The coach is going over the whole game…
move-review-failed = The coach has nothing to say about this game.
move-review-none = No move cost much: well played!
move-review-move = Move { $step }: { $played } ({ $lost } less chance of winning)
move-review-part = The game was long: only its beginning was reviewed.

## Lessons
lesson-title = { $game } in two minutes
lesson-leave = Leave the lesson
lesson-you = You
lesson-on = Go on
lesson-again = Try again
lesson-absent = This server does not simulate the wood: we go on without trying it.
lesson-back = Go back
lesson-done = Now you play
lesson-none = The lesson of this game is still being written. The rules are here.
