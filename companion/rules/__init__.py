"""What the game is, for scoring, for a game played through and for whoever imports it alone.

Nothing here has a framework, a clock or chance of its own; of all files it reads only its own tables, once. Questions
come in as plain values, answers go out as frozen values with their `Reason`s. Every statement cites the id under which
`docs/rules.md` states it.
"""
