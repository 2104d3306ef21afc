"""Au doigt & à l'œil, compiled. DO-8 and the like are paragraphs of games/doigt_oeil/RULES.md.

Read it beside the rules: the chapters have the same names. `row` has the words of a game and the box as
tables, `table` what all chapters use, `composing` the cards that go together. What a placement does is said
by the stand-in for the wood (games/doigt_oeil/stand_in.py), or named by the caller: any placement that the
rules allow, on up to `row.BASES` columns. Where a piece lies (`pose`) is not kept.

A mask lists halves: the cards of a challenge one after the other and then its target; an advantage, then what
it acts on and whom it hits.
"""
