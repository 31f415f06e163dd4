"""A stated greedy player over made-up test cards, to see how strong the guards are. Nothing here is printed anywhere.

It sends its lookout to the Cell Block, where every rank gets the same; then one token a turn, the strongest first, to
the best place where it expects to be strongest. It always takes what it gets, crafts what is worth most, and pays as
the app proposes. It plays no tome.
"""

import random
from functools import partial
from typing import Any, Final

from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.decider import begin, decide, prompt
from companion.rules.phases.reward_gains import item
from companion.rules.shuffling.shuffle import shuffled
from companion.rules.state.cards import LeaderGoal
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Difficulty, Setup
from companion.rules.vocabulary import ENFORCER, LOOKOUT, EditionName, Goon, Location, Resource, Valuable
from companion.scoring.from_game import sheet
from companion.scoring.score import Scores, score

YOU: Final = 0
FACE_DOWN: Final = 3
"""What it expects a face-down guard card to be."""

BEST_FIRST: Final = (
    Location.CHOW_HALL,
    Location.EXERCISE_YARD,
    Location.SMITHY,
    Location.SEWERS,
    Location.INFIRMARY,
    Location.COMMISSARY,
)
"""Which places it likes, best first."""


def setup(difficulty: Difficulty) -> Setup:
    """A game of the later edition against the house deck."""
    return Setup(EditionName.LATER, difficulty=difficulty, dealing=Dealing.HOUSE, leader=LeaderGoal(Valuable.GEM))


def played(difficulty: Difficulty, seed: str) -> Scores:
    """The scores of a whole game; the made-up cards depend on the seed alone."""
    chance = random.Random(f"cards {seed}")
    shuffle = partial(shuffled, seed)
    game = replay(begin(setup(difficulty), shuffle))
    while (now := prompt(game)).actions:
        game = replay(decide(game, _act(game, now, chance), shuffle), game)
    return score(sheet(game, ["You", "Guards"]))


def player_wins(difficulty: Difficulty, games: int) -> int:
    """How many of so many seeded games the player wins."""
    return sum(played(difficulty, f"game {number}").winners == ("You",) for number in range(games))


def _act(game: Position, now: Prompt, chance: random.Random) -> Act:
    offered = {action.type: action for action in now.actions}
    for kind, choose in _CHOICES.items():
        if kind in offered:
            return Act(kind, choose(game, offered[kind], chance))
    raise AssertionError(sorted(offered))


def _strength(game: Position, token: int | str) -> int:
    return game.at(YOU, Cube.POWER) if token == ENFORCER else 0 if token == LOOKOUT else int(token)


def _guards(game: Position, location: Location) -> int:
    cards = [game.guard_cards[index] for index in game.guard_cards_at(location)]
    return sum(
        FACE_DOWN
        if not card.up or card.face is None
        else game.at(1, Cube.POWER)
        if card.face.strength == "power"
        else int(card.face.strength)
        for card in cards
    )


def _assign(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    free = [place for place in BEST_FIRST if (YOU, place) not in game.assigned]
    home = game.at_home(YOU)
    if LOOKOUT in home:
        return _to(Location.CELL_BLOCK, LOOKOUT)
    token = max(home, key=lambda one: _strength(game, one))
    wins = [place for place in free if _strength(game, token) > _guards(game, place)]
    return _to(wins[0] if wins else free[-1], token)


def _to(place: Location, token: int | str) -> dict[str, Any]:
    return {"location": [place.value], "tokens": [token], "face_down": []}


def _price(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    fixed = chance.choice([*Resource])
    cost = chance.randint(3, 6)
    return {"item": {"reputation": cost + 1, "cost": {fixed.value: 1, "any": cost - 1}}}


def _shows(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    effects = ["gain_gold"] if chance.random() < 0.25 else []
    return {"card": {"valuables": [chance.choice([*Valuable]).value], "effects": effects}}


def _goon(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    types = [Goon.CULTIST, Goon.DEMON, Goon.DWARF, Goon.HOBGOBLIN, Goon.RATMAN, Goon.FLAYER]
    return {"goon": {"type": chance.choice(types).value, "icons": chance.randint(1, 2)}}


def _first(name: str) -> Any:
    def choose(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
        return {name: [action.fields[name].options[0]]}  # type: ignore[attr-defined]

    return choose


def _proposed(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    return {"cubes": list(action.fields["cubes"].proposed)}  # type: ignore[attr-defined]


def _craft(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    cards = action.fields["card"].options  # type: ignore[attr-defined]
    return {"card": [max(cards, key=lambda card: item(game, card).reputation)]}


def _recruit(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    return {"goons": [action.fields["goons"].options[0]]}  # type: ignore[attr-defined]


def _rarest(name: str) -> Any:
    def choose(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
        offered = action.fields[name].options  # type: ignore[attr-defined]
        return {name: [max(offered, key=lambda one: Resource(one).rarity)]}

    return choose


def _take(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    return _rarest("resource")(game, action, chance) if action.fields else {}


def _nothing(game: Position, action: Action, chance: random.Random) -> dict[str, Any]:
    return {}


_CHOICES: Final = {
    "assign": _assign,
    "turn_guard_card": _first("card"),
    "type_item": _price,
    "type_card": _shows,
    "type_goon": _goon,
    "type_demon": _first("counts"),
    "resolve": _nothing,
    "craft": _craft,
    "recruit": _recruit,
    "swap": _rarest("get"),
    "take": _take,
    "reserve": _first("card"),
    "pay": _proposed,
    "return_cubes": _proposed,
    "keep": _nothing,
    "next_effect": _first("effect"),
    "begin_round": _nothing,
    "raid": _nothing,
    "go_on": _nothing,
}
"""What it does where it may, the first of these that is offered."""
