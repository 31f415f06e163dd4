"""The kinds of steps: the points at which a game can stop and go on.

Their words are stored in the log, and never change.

A member of this list may be renamed, and so may the functions that carry it out; its word may not. A new kind needs a
word here and its `StepHandler` in the module that does it (`companion.rules.engine.decider.STEPS`): the rules ask for
nothing else. Its question and its page are under "A scene" in `docs/extending.md`.
`companion.tables.upcasters` turns a kind that the game no longer has into others.
"""

from companion.rules.vocabulary import Vocabulary


class StepKind(Vocabulary):
    """The kinds of steps that a game can have to do, by stored word."""

    # Setup and patrol
    SETUP = "setup"
    ITEMS = "items"
    GOONS = "goons"
    GOON_SPACE = "goon_space"
    BANDIT = "bandit"
    ICONS = "icons"
    BANDITS = "bandits"
    SUSPICION = "suspicion"
    STORE = "store"
    PATROL = "patrol"
    BEGIN = "begin"
    ROUND = "round"

    # Roll call
    ON_BOARD = "on_board"
    ROLL = "roll"
    TURN = "turn"
    REVEAL = "reveal"
    LOCATION_CARD = "location_card"
    END_GUARDS_TURN = "end_guards_turn"
    LIGHTS_OUT = "lights_out"

    # Lights out
    LAY_OUT = "lay_out"
    LOCATION = "location"
    GATHER = "gather"
    ROWS = "rows"
    GATHERED = "gathered"
    TURN_UP = "turn_up"
    PRICE = "price"
    RESOLVE = "resolve"
    REWARD = "reward"
    GO_ON = "go_on"
    PACE = "pace"
    LEAVE = "leave"
    NIGHT = "night"

    # Effects of a reward and a card
    PAY = "pay"
    GAIN = "gain"
    JOIN = "join"
    CRAFT = "craft"
    RESERVE = "reserve"
    CARD = "card"
    DEMON = "demon"
    LEADER = "leader"
    EFFECTS = "effects"
    GIVE = "give"
    EXCHANGE = "exchange"
    EXCHANGE_FOR = "exchange_for"
    TOME = "tome"

    # Raids and the end
    RAID = "raid"
    QUESTIONS = "questions"
    COUNT = "count"
    HANDS = "hands"
    END = "end"

    # Light depth, and the way back from it
    LIGHT = "light"
    COME = "come"
    HOLDINGS = "holdings"
