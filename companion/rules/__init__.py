"""The rules of the game as a library: rulings, scoring and whole games.

Nothing here has a framework, a clock or its own chance; the only files that it reads are its own tables, once.
Questions come in as plain values, answers go out as frozen values with their `Reason`s. Every statement cites the id
under which `docs/rules.md` states it. Names in this module are public; `docs/library/` says how to use it.
"""

from companion.rules.acts.actions import Act, Action, IllegalAct, Prompt
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.editions import Edition, edition
from companion.rules.engine.game import Game, Outcome
from companion.rules.engine.game_text import InvalidGameText
from companion.rules.engine.position_code import InvalidCode, SeenPosition
from companion.rules.errors import RuleError
from companion.rules.odds.errors import NotAssignable, NotInRollCall, UnknownCards
from companion.rules.odds.location_odds import (
    LocationOdds,
    location_odds,
    next_location_card,
    odds_by_location,
    odds_by_token,
)
from companion.rules.odds.turning import CardThatTurns, StrengthThatTurns, card_that_turns, strength_that_turns
from companion.rules.phases.free_actions import ANY_TIME
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import GoonSpace, Item, cell_block, chow_hall, commissary, exchange
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, HouseRuling, Rulings
from companion.rules.rulings.locations import resolve
from companion.rules.rulings.raids import Suspect, raid
from companion.rules.rulings.ranking import Presence, rank
from companion.rules.schema import Invalid
from companion.rules.shuffling.shuffle import commitment, shuffled
from companion.rules.state.cards import EndGoal, GoonFace, GuardFace, ItemFace, LeaderGoal
from companion.rules.state.events import Event
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start, Turns
from companion.rules.state.value_codec import UnknownFormat
from companion.rules.vocabulary import (
    ENFORCER,
    LOOKOUT,
    DemonValuable,
    EditionName,
    Goon,
    Location,
    Resource,
    Valuable,
)

__all__ = [
    "ANY_TIME",
    "ENFORCER",
    "HOUSE_RULINGS",
    "LOOKOUT",
    "Act",
    "Action",
    "CardThatTurns",
    "Cube",
    "Dealing",
    "DemonValuable",
    "Depth",
    "Difficulty",
    "Edition",
    "EditionName",
    "EndGoal",
    "Event",
    "Game",
    "Goon",
    "GoonFace",
    "GoonSpace",
    "GuardFace",
    "HouseRuling",
    "IllegalAct",
    "Invalid",
    "InvalidCode",
    "InvalidGameText",
    "Item",
    "ItemFace",
    "LeaderGoal",
    "Location",
    "LocationOdds",
    "NotAssignable",
    "NotInRollCall",
    "NotInTheBox",
    "Outcome",
    "Phase",
    "Position",
    "Presence",
    "Prompt",
    "Reason",
    "Resource",
    "RuleError",
    "Rulings",
    "SeenPosition",
    "Setup",
    "Start",
    "StrengthThatTurns",
    "Suspect",
    "Turns",
    "UnknownCards",
    "UnknownFormat",
    "Valuable",
    "card_that_turns",
    "cell_block",
    "chow_hall",
    "commissary",
    "commitment",
    "edition",
    "exchange",
    "location_odds",
    "next_location_card",
    "odds_by_location",
    "odds_by_token",
    "raid",
    "rank",
    "resolve",
    "shuffled",
    "strength_that_turns",
]
