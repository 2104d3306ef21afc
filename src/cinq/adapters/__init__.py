"""The interfaces researchers already use, over the same games: one file an interface.

`pettingzoo` (AEC and parallel), `gymnasium` (one agent against bots, and vectors of games), `openspiel`,
`textarena` and `mcp` (text, for language models). Each imports its library when it is imported itself; `pip
install 'cinq[research]'` installs them all. Integer encodings, masks and rewards belong here and in
`cinq.fast`; the rules know none.
"""
