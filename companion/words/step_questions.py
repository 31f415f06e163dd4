"""The question of each kind of step."""

from collections.abc import Callable
from typing import Final

from companion.rules.acts.actions import Prompt
from companion.rules.phases.patrol import RETURN_CUBES, cubes_short, icons
from companion.rules.phases.roll_call import whose_turn
from companion.rules.phases.tomes import EFFECTS
from companion.rules.registry import Registry
from companion.rules.state.cards import GoonFace
from companion.rules.state.pieces import DISPLAY, Cube, Side, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Resource
from companion.words.action_labels import least_cubes
from companion.words.telling import Names, Telling, for_somebody

QUESTIONS: Final[Registry[str, Callable[[Telling, Step, Prompt], str]]] = Registry()

OF_SOMEBODY: Final[Registry[str, Callable[[Telling, Step, Prompt], str]]] = Registry()
"""Questions with "you" or "your", as others read them: with the name in the sentence, not before it."""


def question(language: str, prompt: Prompt, game: Position, names: Names) -> str:
    """Return the headline of a prompt: the question and the player asked.

    Args:
        language: to be spoken.
        prompt: what the game waits for.
        game: that is in this state.
        names: of the seats, see `seat_names`.
    """
    telling = Telling(language, names, game)
    if prompt.step is None:
        return telling.say("question.over")
    of_somebody = prompt.side is not None and len(game.players) > 1
    if of_somebody and prompt.step.kind in OF_SOMEBODY:
        return OF_SOMEBODY[prompt.step.kind](telling, prompt.step, prompt)
    text = QUESTIONS.get(prompt.step.kind, _plain)(telling, prompt.step, prompt)
    return for_somebody(telling, prompt.side, text) if of_somebody and prompt.side is not None else text


def _plain(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.{step.kind}")


@QUESTIONS.of("begin")
def _begin(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.begin", round=telling.game.round + 1)


@QUESTIONS.of("turn")
def _turn(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.turn.guards" if step.side == telling.game.setup.guards else "question.turn")


@QUESTIONS.of("roll")
def _roll(telling: Telling, step: Step, prompt: Prompt) -> str:
    side = whose_turn(telling.game)
    return telling.say("question.roll", side="" if side is None else telling.name(side))


@QUESTIONS.of("reveal")
def _at_card(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.{step.kind}", location=telling.location(telling.game.guard_cards[step.card].location))


@QUESTIONS.of("gather", "rows", "pace", "turn_up", "resolve", "reward", "go_on", "goon_space")
def _at_location(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.{step.kind}", location=step.location, n=step.location.number)


@QUESTIONS.of("price")
def _price(telling: Telling, step: Step, prompt: Prompt) -> str:
    if step.side is not None:
        side, reserve = telling.name(step.side), telling.game.zones[Zone.RESERVE, step.side]
        if len(reserve) > 1:
            n = reserve.index(step.card) + 1
            return telling.say("question.price_reserved.of_several", side=side, n=n, all=len(reserve))
        return telling.say("question.price_reserved", side=side)
    return telling.say("question.price", space=telling.space(step.card, DISPLAY) + 1)


@QUESTIONS.of("bandit")
def _bandit(telling: Telling, step: Step, prompt: Prompt) -> str:
    """Name the Bandit's location, unless a side holds the Bandit (P-7)."""
    spot = telling.game.spot(step.card)
    if spot is None or spot[0] is not Zone.SPACE:
        return telling.say("question.bandit.held")
    return telling.say("question.bandit", location=spot[1])


@QUESTIONS.of("pay")
def _pay(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.pay", n=least_cubes(prompt.actions[0]))


@QUESTIONS.of("store")
def _store(telling: Telling, step: Step, prompt: Prompt) -> str:
    sides = _returning(prompt)
    if len(sides) > 1:
        return telling.say("question.store.several", sides=telling.all_of(map(telling.name, sides)))
    return telling.say("question.store", limit=telling.game.storage[sides[0]], n=least_cubes(prompt.actions[0]))


def _returning(prompt: Prompt) -> list[Side]:
    """Return the sides asked to return cubes, in turn or all at once (P-2)."""
    return [
        *dict.fromkeys(one.side for one in prompt.actions if one.type == RETURN_CUBES.word and one.side is not None)
    ]


@QUESTIONS.of("raid")
def _raid(telling: Telling, step: Step, prompt: Prompt) -> str:
    coming = step.data.get("cubes") if telling.game.setup.light else None
    left = telling.game.supply(Cube.SUSPICION)
    if coming is not None and sum(coming.values()) > left:
        return telling.say("question.raid", need=sum(coming.values()), left=left)
    if telling.game.phase is Phase.LAST_RAID or not cubes_short(telling.game):
        return telling.say("question.last_raid" if telling.game.phase is Phase.LAST_RAID else "question.raid_comes")
    return _need(telling)


def _need(telling: Telling) -> str:
    return telling.say(
        "question.raid", need=sum(icons(telling.game).values()), left=telling.game.supply(Cube.SUSPICION)
    )


def why_a_raid_comes(language: str, game: Position, names: Names) -> str:
    """Say how many cubes the goons on the board need and how many are left (P-6)."""
    return _need(Telling(language, names, game))


@QUESTIONS.of("hands")
def _hands(telling: Telling, step: Step, prompt: Prompt) -> str:
    """Ask only when to begin the reveal, once all players have sealed."""
    sealed = any(action.type == "begin_reveal" for action in prompt.actions)
    return telling.say("question.hands.sealed" if sealed else "question.hands")


@QUESTIONS.of("light")
def _light(telling: Telling, step: Step, prompt: Prompt) -> str:
    key = "question.light.setup" if telling.game.phase is Phase.SETUP else "question.light"
    return telling.say(key, round=telling.game.round)


@QUESTIONS.of("count")
def _count(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.count.{step.data['what']}", side=telling.name(step.side))


@QUESTIONS.of("card")
def _card(telling: Telling, step: Step, prompt: Prompt) -> str:
    """Add icons to tell two goons of a type apart that came together."""
    face = telling.game.face(step.card)
    side, card = telling.name(step.side), telling.card(face)
    if isinstance(face, GoonFace):
        return telling.say("question.card.goon", side=side, card=card, n=face.icons)
    return telling.say("question.card", side=side, card=card)


@QUESTIONS.of("demon")
def _demon(telling: Telling, step: Step, prompt: Prompt) -> str:
    """Name the Demon's owner if several people play (G-5)."""
    owner = telling.game.holder(step.card)
    if owner not in telling.game.players or len(telling.game.players) < 2:
        return telling.say("question.demon")
    return telling.say("question.demon.of", side=telling.name(owner))


@QUESTIONS.of("exchange_for")
def _exchange_for(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.exchange_for", gives=Resource(step.data["give"]))


@OF_SOMEBODY.of("reward")
def _reward_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.reward.of", side=telling.person(prompt.side), location=step.location)


@OF_SOMEBODY.of("store")
def _store_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    limit, returned = telling.game.storage[_returning(prompt)[0]], least_cubes(prompt.actions[0])
    return telling.say("question.store.of", side=telling.person(prompt.side), limit=limit, n=returned)


@OF_SOMEBODY.of("pay")
def _pay_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.pay.of", side=telling.person(prompt.side), n=least_cubes(prompt.actions[0]))


def _nothing_to_enter(prompt: Prompt) -> str:
    """Return ".nothing" for a tome without effects to enter in the app (T-2)."""
    effects = {one.word for one in EFFECTS}
    return "" if any(one.type in effects for one in prompt.actions) else ".nothing"


@QUESTIONS.of("tome")
def _tome(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.tome{_nothing_to_enter(prompt)}")


@OF_SOMEBODY.of("tome")
def _tome_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say(f"question.tome{_nothing_to_enter(prompt)}.of", side=telling.person(prompt.side))


@OF_SOMEBODY.of("exchange")
def _exchange_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    return telling.say("question.exchange.of", side=telling.person(prompt.side))


@OF_SOMEBODY.of("exchange_for")
def _exchange_for_of(telling: Telling, step: Step, prompt: Prompt) -> str:
    gives = Resource(step.data["give"])
    return telling.say("question.exchange_for.of", side=telling.person(prompt.side), gives=gives)
