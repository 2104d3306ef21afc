## The house
tagline = Five games, one table.
skip = Skip to the game
key-escape = Esc
key-space = Space
close = Close
back = Back
home = Home
lost-title = This door leads nowhere.
lost-text = The address is wrong, or the table is gone.
loading = Laying the table.
error-title = Something fell off the table.
error-text = Reload the page. Your game is waiting.
reload = Reload
players = { $from } to { $to } players
minutes = { $from } to { $to } min
play = Play
invite = Invite
setup = Opponents and options
learn = Learn
labelled = { $label }: { $what }
absent-game = Soon at the table
name-title = What is your name?
name-label = Your name
name-hint = That is all we ask.
name-go = Sit down
name-change = Change name
welcome = A name is all it takes, no account.
hello = { $evening ->
    [yes] Good evening
   *[no] Hello
} { $name }.
resume = Back to your game
tables-title = Open tables
tables-none = No open table right now. Open yours.
finished-title = Finished games
finished-none = Nothing yet: the first game played will be kept here.
tables-open = { $open ->
    [0] full
    [one] 1 free chair
   *[other] { $open } free chairs
}
watching = { $count ->
    [one] 1 person watching
   *[other] { $count } people watching
}
watch = Watch
take-chair = Take a chair
replay = Replay
won-by = Won by { $names }

## Settings
settings = Settings
sound-on = Mute
sound-off = Unmute
other-language = Français

## Opening a table
level-beginner = beginner
level-regular = regular
level-champion = champion

## The table
seat-of = Seat { $seat }
lobby-open = Free chair
you = you
bot = bot
host = host
your-turn = Your turn.
your-turn-title = Your turn · { $game }
turn-of = { $name } to play.
thinks = is thinking
is-playing = is playing
waits-dealer = Chance decides…
waits-world = The table moves…
story = Journal
story-empty = Nothing has happened yet.
story-open = Open the journal
rules = Rules
talk = At the table
talk-and-leave = Talk, settings, leave
more = More
spectators = { $count ->
    [0] nobody watching
    [one] 1 spectator
   *[other] { $count } spectators
}
you-watch = You are watching.
take-bots-chair = Play in place of the bot { $name }
pause = Pause
resume-game = Go on
paused = The game is paused.
unseated = The host has freed your chair. You may take another.
offline = offline
offline-bot-in = offline, a bot plays in { $seconds } s
offline-kept = offline, a bot plays
offline-who = { $name }: { $away }
paused-by = { $name } paused the game.
paused-you = You paused the game.
tap-ignored = This button has just changed: tap once more.
take-back = Undo my move
leave = Leave the table
no-connection = No connection. Waiting for the network…
not-made = No table was made: reload the page and try again.
not-made-limited = No table was made: too many came from your network. Try again in a few minutes.
not-made-unknown = No table was made: these options do not go with that many chairs.
not-made-unavailable = No table was made: the server is full or busy. Try again in a minute.
lost-line = Connection lost. Coming back…
connecting = Coming to the table…
gone-unknown = There is no such table, or it is gone.
gone-closed = This table is closed.

## The coach
coach-ask = A hint?
coach-thinks = The coach is thinking…

## Replay
look = Look back
