"""The buttons of a game's actions."""

from collections.abc import Callable
from typing import Final

from companion.rules.acts.actions import Action
from companion.rules.phases.lights_out import next_stop
from companion.rules.registry import Registry
from companion.rules.schema import ChoiceField
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import Location
from companion.words.telling import Telling

BUTTONS: Final[Registry[str, Callable[[Telling, Action, Step], str]]] = Registry()


def least_cubes(action: Action) -> int:
    """Return the least number of cubes to choose."""
    cubes = action.fields.get("cubes")
    return cubes.least if isinstance(cubes, ChoiceField) else 0


def button(language: str, action: Action, step: Step | None, game: Position) -> str:
    """Return the label of an action or correction that needs no name of a seat.

    Args:
        language: to be spoken.
        action: what may be done.
        step: the step of its prompt.
        game: in which it may be done.
    """
    return BUTTONS.get(action.type, _labelled)(Telling(language, (), game), action, step or Step(StepKind.END))


def _labelled(telling: Telling, action: Action, step: Step) -> str:
    return telling.say(f"action.{action.type}")


@BUTTONS.of("begin_round")
def _begin_round(telling: Telling, action: Action, step: Step) -> str:
    return telling.say("action.begin_round", round=telling.game.round + 1)


@BUTTONS.of("resolve")
def _resolve(telling: Telling, action: Action, step: Step) -> str:
    return telling.say("action.resolve", location=step.location)


@BUTTONS.of("go_on")
def _go_on(telling: Telling, action: Action, step: Step) -> str:
    """Name the next stop: a location, or the phase after lights out."""
    follows = next_stop(telling.game)
    setup = telling.game.setup
    if step.kind == StepKind.NIGHT or (follows is None and setup.paced):
        return telling.say(
            "action.go_on.last_raid"
            if telling.game.round == telling.game.setup.edition.rounds
            else "action.go_on.patrol"
        )
    return telling.say("action.go_on") if follows is None else goes_on_to(telling, follows)


def goes_on_to(telling: Telling, location: Location) -> str:
    """Return the button that leads to a location."""
    return telling.say("action.go_on.location", n=location.number, location=location)


@BUTTONS.of("pay", "return_cubes")
def _number_of_cubes(telling: Telling, action: Action, step: Step) -> str:
    return telling.say(f"action.{action.type}", n=least_cubes(action))


@BUTTONS.of("take")
def _take(telling: Telling, action: Action, step: Step) -> str:
    """Name the whole reward of the tier; the log says how much of it the supply had."""
    reward = step.data["reward"]
    match reward["kind"]:
        case "power":
            key = "action.take.marker" if reward["first_player"] else "action.take"
            return telling.say(key, what=telling.amount(Cube.POWER, reward["power"]))
        case "resources":
            amounts = (telling.amount(resource, count) for resource, count in reward["resources"].items())
            return telling.say("action.take", what=telling.all_of(amounts))
        case "tomes":
            draw, keep = reward["draw"], reward["keep"]
            if draw == keep:
                return telling.say("action.take.all_tomes", draw=draw)
            return telling.say("action.take.tomes", draw=draw, keep=keep)
    return telling.say("action.take.any")


@BUTTONS.of("swap")
def _swap(telling: Telling, action: Action, step: Step) -> str:
    reward = step.data["reward"]
    return telling.say("action.swap", give=reward["give"], get=reward["get"])


@BUTTONS.of("recruit")
def _recruit(telling: Telling, action: Action, step: Step) -> str:
    return telling.say("action.recruit", offers=step.data["reward"]["offers"])
