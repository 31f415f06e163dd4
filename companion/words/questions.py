"""What a game asks and offers: the question of a step, buttons, fields, options, a refusal, what an undo undoes."""

from collections.abc import Callable, Mapping, Set
from typing import Any, Final

from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.phases.final_counts import COUNT_RULES
from companion.rules.phases.light_mode import SUPPLY
from companion.rules.phases.lights_out import next_stop
from companion.rules.phases.patrol import cubes_short, icons
from companion.rules.phases.roll_call import whose_turn
from companion.rules.reasons import Reason
from companion.rules.schema import ChoiceField, Invalid, Option
from companion.rules.state.events import NOTHING
from companion.rules.state.position import DISPLAY, Cube, Phase, Position, Side, Step, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import POWER, Goon, Location, Resource, Valuable
from companion.words.catalogue import isolated, number, reason, sentence, term
from companion.words.log_lines import outcome
from companion.words.messages import ERRORS, GAME, PAGES, REASONS, RULING_VALUES, RULINGS, TERMS
from companion.words.telling import Names, Telling, capital, for_somebody, named


def word(language: str, kind: str, value: str) -> str:
    """The label of a value: of a `phase`, `depth`, `difficulty`, `dealing`, `crew`, `zone` or `effect`."""
    if kind == "effect":
        return Telling(language, (), NOTHING).effect(value)
    return sentence(language, GAME[f"{kind}.{value}"])


# The question of a step


def question(language: str, prompt: Prompt, game: Position, names: Names) -> str:
    """The headline of a prompt: what is asked of whom.

    Args:
        language: to be spoken.
        prompt: what the game waits for.
        game: that is in this state.
        names: of the seats, see `seat_names`.
    """
    told = Telling(language, names, game)
    if prompt.step is None:
        return told.say("question.over")
    text = _QUESTIONS.get(prompt.step.kind, _plain)(told, prompt.step, prompt)
    if prompt.side is None or len(game.players) < 2:
        return text
    return for_somebody(told, prompt.side, text)


def _plain(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say(f"question.{step.kind}")


def _begin(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.begin", round=told.game.round + 1)


def _turn(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.turn.guards" if step.side == told.game.setup.guards else "question.turn")


def _roll(told: Telling, step: Step, prompt: Prompt) -> str:
    side = whose_turn(told.game)
    return told.say("question.roll", side="" if side is None else told.name(side))


def _at_card(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say(f"question.{step.kind}", location=told.location(told.game.guard_cards[step.card].location))


def _at_location(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say(f"question.{step.kind}", location=step.location, n=step.location.number)


def _price(told: Telling, step: Step, prompt: Prompt) -> str:
    if step.side is not None:
        return told.say("question.price_reserved", side=told.name(step.side))
    return told.say("question.price", space=told.space(step.card, DISPLAY) + 1)


def _least(action: Action) -> int:
    """How many cubes have to be chosen."""
    cubes = action.fields.get("cubes")
    return cubes.least if isinstance(cubes, ChoiceField) else 0


def _pay(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.pay", n=_least(prompt.actions[0]))


def _store(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.store", limit=told.game.storage[step.side], n=_least(prompt.actions[0]))


def _raid(told: Telling, step: Step, prompt: Prompt) -> str:
    coming = step.data.get("cubes") if told.game.setup.light else None
    left = told.game.supply(Cube.SUSPICION)
    if coming is not None and sum(coming.values()) > left:
        return told.say("question.raid", need=sum(coming.values()), left=left)
    if told.game.phase is Phase.LAST_RAID or not cubes_short(told.game):
        return told.say("question.last_raid" if told.game.phase is Phase.LAST_RAID else "question.raid_comes")
    return told.say("question.raid", need=sum(icons(told.game).values()), left=told.game.supply(Cube.SUSPICION))


def _hands(told: Telling, step: Step, prompt: Prompt) -> str:
    """Once all have sealed nothing is asked but when the reveal begins."""
    sealed = any(action.type == "begin_reveal" for action in prompt.actions)
    return told.say("question.hands.sealed" if sealed else "question.hands")


def _light(told: Telling, step: Step, prompt: Prompt) -> str:
    key = "question.light.setup" if told.game.phase is Phase.SETUP else "question.light"
    return told.say(key, round=told.game.round)


def _count(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say(f"question.count.{step.data['what']}", side=told.name(step.side))


def _card(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.card", side=told.name(step.side), card=told.card(told.game.face(step.card)))


def _exchange_for(told: Telling, step: Step, prompt: Prompt) -> str:
    return told.say("question.exchange_for", gives=Resource(step.data["give"]))


_QUESTIONS: Final[Mapping[str, Callable[[Telling, Step, Prompt], str]]] = {
    "begin": _begin,
    "turn": _turn,
    "gather": _at_location,
    "rows": _at_location,
    "pace": _at_location,
    "roll": _roll,
    "light": _light,
    "hands": _hands,
    "reveal": _at_card,
    "turn_up": _at_location,
    "price": _price,
    "resolve": _at_location,
    "reward": _at_location,
    "go_on": _at_location,
    "pay": _pay,
    "store": _store,
    "goon_space": _at_location,
    "raid": _raid,
    "count": _count,
    "card": _card,
    "exchange_for": _exchange_for,
}


# Buttons, fields, options


def button(language: str, action: Action, step: Step | None, game: Position) -> str:
    """The label of an action, or of a correction, of which the table knows by itself whose it is.

    Args:
        language: to be spoken.
        action: what may be done.
        step: the step of its prompt.
        game: in which it may be done.
    """
    return _BUTTONS.get(action.type, _labelled)(
        Telling(language, (), game), action, action.step or step or Step(StepKind.END)
    )


def _labelled(told: Telling, action: Action, step: Step) -> str:
    return told.say(f"action.{action.type}")


def _begin_round(told: Telling, action: Action, step: Step) -> str:
    return told.say("action.begin_round", round=told.game.round + 1)


def _resolve(told: Telling, action: Action, step: Step) -> str:
    return told.say("action.resolve", location=step.location)


def _go_on(told: Telling, action: Action, step: Step) -> str:
    """To what it goes on: the next location where anybody is, or what comes after the night."""
    follows = next_stop(told.game)
    if step.kind == StepKind.NIGHT or (follows is None and told.game.setup.paced):
        return told.say(
            "action.go_on.last_raid" if told.game.round == told.game.setup.edition.rounds else "action.go_on.patrol"
        )
    return told.say("action.go_on") if follows is None else goes_on_to(told, follows)


def goes_on_to(told: Telling, location: Location) -> str:
    """The button that leads to a location."""
    return told.say("action.go_on.location", n=location.number, location=location)


def _number_of_cubes(told: Telling, action: Action, step: Step) -> str:
    return told.say(f"action.{action.type}", n=_least(action))


def _take(told: Telling, action: Action, step: Step) -> str:
    """What stands on the tier; how much of it the supply has is told when it is taken."""
    reward = step.data["reward"]
    match reward["kind"]:
        case "power":
            key = "action.take.marker" if reward["first_player"] else "action.take"
            return told.say(key, what=told.amount(Cube.POWER, reward["power"]))
        case "resources":
            amounts = (told.amount(resource, count) for resource, count in reward["resources"].items())
            return told.say("action.take", what=told.all_of(amounts))
        case "tomes":
            return told.say("action.take.tomes", draw=reward["draw"], keep=reward["keep"])
    return told.say("action.take.any")


def _swap(told: Telling, action: Action, step: Step) -> str:
    reward = step.data["reward"]
    return told.say("action.swap", give=reward["give"], get=reward["get"])


def _recruit(told: Telling, action: Action, step: Step) -> str:
    return told.say("action.recruit", offers=step.data["reward"]["offers"])


_BUTTONS: Final[Mapping[str, Callable[[Telling, Action, Step], str]]] = {
    "begin_round": _begin_round,
    "resolve": _resolve,
    "go_on": _go_on,
    "pay": _number_of_cubes,
    "return_cubes": _number_of_cubes,
    "take": _take,
    "swap": _swap,
    "recruit": _recruit,
}


def field(language: str, name: str, names: Names = ()) -> str:
    """The label of a field of an action, or of a member of a record: a resource in a cost, the effects of a card.

    Args:
        language: to be spoken.
        name: of the field.
        names: of the seats, see `seat_names`, for a field that is about one of them: `side_0`, `strength_0`.
    """
    if name in {*Resource, *Location.words()}:
        return capital(term(language, name))
    kind, _, seat = name.rpartition("_")
    if kind in _OF_A_SEAT and seat.isdecimal():
        return sentence(language, GAME[_OF_A_SEAT[kind]], {"side": isolated(names[int(seat)])})
    return sentence(language, GAME[f"field.{name}"])


_OF_A_SEAT: Final = {"side": "field.tokens_of", "strength": "field.strength_of"}
"""Fields of which every seat has one of its own."""


def number_named(language: str, act: Act, game: Position, names: Names) -> str:
    """Which number a correction sets: what is counted, and whose or where it is.

    Args:
        language: to be spoken.
        act: a correction with a number, such as `set_cubes`.
        game: that is corrected.
        names: of the seats, see `seat_names`.
    """
    told = Telling(language, names, game)
    chosen = {name: value[0] for name, value in act.values.items() if name != "number"}
    what = told.cubes(chosen["cube"]) if "cube" in chosen else told.say(f"action.{act.type}")
    whose = [
        told.name(one) if isinstance(one, int) else _worded(told, name, one)
        for name, one in chosen.items()
        if name in _SEATED
    ]
    return capital(told.listed([what, *whose]))


def option(language: str, kind: str, name: str, value: Option, *, game: Position, names: Names) -> str:
    """The label of a value that a field may have.

    Args:
        language: to be spoken.
        kind: the type of the action.
        name: the name of the field or of the member of a record.
        value: what may be chosen.
        game: in which it may be chosen.
        names: of the seats, see `seat_names`.
    """
    told = Telling(language, names, game)
    if isinstance(value, Mapping):
        return _several(told, value)
    if isinstance(value, int):
        return _numbered(told, kind, name, value)
    return capital(_worded(told, name, value))


_SEATED: Final = {"side", "sides", "holder", "place", "lookouts", "cubes", "to"}
_KINDS: Final = {"effect": "effect", "effects": "effect", "phase": "phase", "dealing": "dealing", "depth": "depth"}
_PREFIXES: Final = ("option", "spot", "cube", "token")


def _numbered(told: Telling, kind: str, name: str, value: int) -> str:
    """A card or a seat is a number of its own; anything else is the number that it is."""
    if name in _SEATED:
        return told.name(value)
    if name != "card":
        return number(value)
    return _guard_card(told, value) if "guard" in kind else _owned_card(told, value)


def _guard_card(told: Telling, index: int) -> str:
    """Where a guard card lies, and what it shows as far as the players have seen it."""
    card = told.game.guard_cards[index]
    where = capital(told.location(card.location))
    seen = card.face if card.up or card.looked else None
    return where if seen is None else told.listed([where, told.strength(seen)])


def _owned_card(told: Telling, card: int) -> str:
    spot = told.game.spot(card)
    label = capital(told.card(told.game.face(card)))
    return label if spot is None else told.listed([label, told.spot(spot, told.space(card, spot))])


def _worded(told: Telling, name: str, value: str) -> str:
    if name in _KINDS:
        return word(told.language, _KINDS[name], value)
    if name == "colour":
        return sentence(told.language, PAGES[f"colour.{value}"])
    if name == "strength" and value == POWER:
        return told.say("strength.power")
    if name == "counts" and value in {*Valuable}:
        # Beside goons, which are several too.
        return told.say(f"field.{value}")
    if name == "type" and value in Goon.words():
        return sentence(told.language, PAGES[f"goon.{value}"])
    if value in COUNT_RULES:
        return told.say(f"field.{value}")
    keys = [key for prefix in _PREFIXES if (key := f"{prefix}.{value}") in GAME]
    return told.say(keys[0]) if keys else term(told.language, value) if value in TERMS else value


def _several(told: Telling, value: Mapping[str, Any]) -> str:
    match value:
        case {"strength": strength}:
            shown = number(strength) if isinstance(strength, int) else told.say("strength.power")
            return told.say("card.special", strength=shown) if value.get("special") == "yes" else capital(shown)
        case {"side": side, "token": token}:
            return told.listed([told.name(side), told.token(token)])
        case {"side": side, "location": location, "face_down": place}:
            where = [told.name(side), told.crew((), 1), told.location(Location(location))]
            return told.listed([*where, number(place)] if place > 1 else where)
        case {"key": key, "value": answer}:
            return (
                f"{sentence(told.language, RULINGS[key])} {sentence(told.language, RULING_VALUES[f'{key}.{answer}'])}"
            )
        case {"zone": "deck"}:
            return told.say("zone.deck")
        case {"zone": zone}:
            whose = Location(value["location"]) if "location" in value else value.get("side")
            return capital(told.spot((Zone(zone), whose), value.get("space", 0)))
    return capital(outcome(told, value))


# A refusal, and what an undo undoes


def refusal(
    language: str, fault: Invalid, act: Act, prompt: Prompt, *, game: Position, names: Names, named: bool = False
) -> str:
    """Why an act is not possible, and what is.

    Args:
        language: to be spoken.
        fault: one of those of `IllegalAct`.
        act: that was tried.
        prompt: what the game offered.
        game: in which it was tried.
        names: of the seats, see `seat_names`.
        named: whether what is wrong with a number or a word says which field it is, for those who see no path.
    """
    text = _refusal(language, fault, act, prompt, game=game, names=names)
    label = _field_at(language, fault, names)
    if not named or not fault.key.startswith("shape.") or not label or _how_many(fault, act):
        return text
    if fault.key == "shape.whole":
        return sentence(language, PAGES["table.whole"], {"what": label})
    return sentence(language, PAGES["table.wish"], {"what": label, "why": text})


_CHOOSE: Final = "shape.choose"
"""The key of a fault that says how many can be chosen."""


def _field_at(language: str, fault: Invalid, names: Names) -> str:
    """The label of the field that a fault leads to, behind the location where each location has such a field."""
    labels = [str(step) for step in fault.path if isinstance(step, str) and _has_label(step, names)]
    places = [capital(term(language, one)) for one in labels[:-1] if one in Location.words()]
    return Telling(language, names, NOTHING).listed([*places, *(field(language, one, names) for one in labels[-1:])])


def _has_label(name: str, names: Names) -> bool:
    kind, _, seat = name.rpartition("_")
    of_a_seat = kind in _OF_A_SEAT and seat.isdecimal() and int(seat) < len(names)
    return f"field.{name}" in GAME or name in {*Resource, *Location.words()} or of_a_seat


def _refusal(language: str, fault: Invalid, act: Act, prompt: Prompt, *, game: Position, names: Names) -> str:
    key, data = fault.key, dict(fault.data)
    if key == "act.not_now":
        labels = (button(language, one, prompt.step, game) for one in prompt.actions)
        data["offered"] = Telling(language, names, game).listed(dict.fromkeys(labels))
        key = key if prompt.actions else "act.nothing_now"
    if key == "shape.not_offered":
        name = str(fault.path[0])
        labels = (option(language, act.type, name, one, game=game, names=names) for one in data["options"])
        data["options"] = (Telling(language, names, game).listed(dict.fromkeys(labels)),)
    choose = _how_many(fault, act)
    if choose:
        told, name = Telling(language, names, game), str(fault.path[-1])
        return told.say(choose, what=field(language, name, names), n=data["most"])
    if key in REASONS:
        return reason(language, named(Reason(str(data.get("rule", "")), key, data), names))
    return sentence(language, ERRORS[key], data)


def _how_many(fault: Invalid, act: Act) -> str:
    """The key of the sentence that names what is to be chosen, and how many; empty where there is none of its own."""
    if fault.key != _CHOOSE:
        return ""
    name, least, most = str(fault.path[-1]), fault.data["least"], fault.data["most"]
    given = act.values.get(name, ())
    if least < most and isinstance(given, list) and len(given) > most:
        return "choose.most"
    keys = [f"choose.exactly.{name}"] if least == most > 1 else [f"choose.{name}"] if least == 1 else []
    return next((key for key in keys if key in GAME), "choose.one" if least == most == 1 else "")


def undo(language: str, act: Act, before: Position, names: Names) -> str:
    """The label of the undo of an act.

    Args:
        language: to be spoken.
        act: the last that was done, or a correction.
        before: the game in which it was done.
        names: of the seats, see `seat_names`.
    """
    told = Telling(language, names, before)
    return told.say("undo", what=_own(told, act))


def redo(language: str, act: Act, before: Position, names: Names) -> str:
    """The label of doing an act again that was taken back; see `undo`."""
    told = Telling(language, names, before)
    return told.say("redo", what=_own(told, act))


def placing(language: str, act: Act, before: Position, names: Names) -> str:
    """Which tokens go where, to whoever places them; see `undo`."""
    return capital(_own(Telling(language, names, before), act))


def taken_back(language: str, act: Act, before: Position, names: Names) -> str:
    """What was taken back, in a sentence; see `undo`."""
    told = Telling(language, names, before)
    return told.say("taken_back", what=undone(told, act))


def again(language: str, act: Act, before: Position, names: Names) -> str:
    """The label of deciding an act again, under a house ruling that was changed; see `undo`."""
    told = Telling(language, names, before)
    return told.say("again", what=undone(told, act))


def done(language: str, act: Act, before: Position, names: Names) -> str:
    """The name of an act of which nothing else is told, as a sentence; see `undo`."""
    told = Telling(language, names, before)
    return capital(told.say("done", what=undone(told, act)))


_NAMED: Final[Mapping[str, str]] = {
    "set_reputation": "side",
    "set_cubes": "place",
    "set_marker": "side",
    "move_suspicion": "to",
    "nobody_there": "side",
}


def named_by(act: Act) -> Set[Side]:
    """The seats that the words of an act name, as those whose numbers it changes."""
    return {*act.values.get(_NAMED.get(act.type, ""), ())}


def undone(told: Telling, act: Act) -> str:
    """What an undo of an act takes back, as it stands in a sentence."""
    if f"undo.{act.type}" in GAME:
        return _UNDONE.get(act.type, _noun)(told, act)
    if f"action.{act.type}" in GAME:
        label = told.say(f"action.{act.type}")
        return told.say("undo.correction", what=label[:1].lower() + label[1:])
    return told.say("undo.other")


def _noun(told: Telling, act: Act) -> str:
    return told.say(f"undo.{act.type}")


def _undo_round(told: Telling, act: Act) -> str:
    return told.say("undo.begin_round", round=told.game.round + 1)


def _undo_tokens(told: Telling, act: Act) -> str:
    down = act.values.get("face_down", ())
    up = [token for token in act.values["tokens"] if token not in down]
    return told.say("undo.assign", crew=told.crew(up, len(down)), location=Location(act.one("location")))


def _own(told: Telling, act: Act) -> str:
    """What an act is called for whoever did it, and knows which tokens lie face down (V-1)."""
    down = act.values.get("face_down", ()) if act.type == "assign" else ()
    if not down:
        return undone(told, act)
    up = [told.token(token) for token in act.values["tokens"] if token not in down]
    lying = [told.say("token.named_face_down", token=token) for token in down]
    return told.say("undo.assign", crew=told.listed([*up, *lying]), location=Location(act.one("location")))


def _undo_card(told: Telling, act: Act) -> str:
    location = told.game.guard_cards[act.one("card")].location
    return told.say(f"undo.{act.type}", location=told.location(location))


def _undo_location(told: Telling, act: Act) -> str:
    return told.say(f"undo.{act.type}", location=told.location(told.game.location))


def _undo_reward(told: Telling, act: Act) -> str:
    """What is taken or declined has its place in lights out; where roll call is elsewhere nobody knows it."""
    here = told.game.location is not None
    return told.say(f"undo.{act.type}.here", location=told.game.location) if here else _noun(told, act)


def _undo_later(told: Telling, act: Act) -> str:
    return told.say("undo.decline_later", location=Location(act.one("location")))


def _undo_ruling(told: Telling, act: Act) -> str:
    """A row of the board is known by its place, any other ruling by nothing so short."""
    asked = act.one("ruling")["key"]
    places = (location for location, key in told.game.setup.edition.board_rows.items() if key == asked)
    return told.say("undo.board_row", location=place) if (place := next(places, None)) else _noun(told, act)


def _undo_going_on(told: Telling, act: Act) -> str:
    return told.say("undo.go_on.night") if told.game.location is None else _undo_location(told, act)


def _undo_ranking(told: Telling, act: Act) -> str:
    return told.say(f"undo.{act.type}", location=Location(act.one("location")))


def _undo_move(told: Telling, act: Act) -> str:
    cubes = act.values["cubes"]
    origin = told.listed(dict.fromkeys(end(told, one) for one in cubes))
    return told.say(f"undo.{act.type}", target=end(told, act.one("to")), n=len(cubes), origin=origin)


def _undo_reputation(told: Telling, act: Act) -> str:
    side = act.one("side")
    was, now = told.game.reputation[side], act.values["number"]
    return told.say("undo.set_reputation", side=told.name(side), was=was, now=now)


def _undo_cubes(told: Telling, act: Act) -> str:
    place, cube = act.one("place"), Cube(act.one("cube"))
    at = place if isinstance(place, int) else Location(str(place))
    was, now = told.game.at(at, cube), act.values["number"]
    return told.say("undo.set_cubes", place=end(told, place), cube=_worded(told, "cube", cube.value), was=was, now=now)


def _undo_marker(told: Telling, act: Act) -> str:
    return told.say("undo.set_marker", side=told.name(act.one("side")))


def end(told: Telling, option: Option) -> str:
    """Where cubes lie: a seat, a location, the supply."""
    if isinstance(option, int):
        return told.name(option)
    return told.say("option.supply") if option == SUPPLY else told.location(Location(str(option)))


_UNDONE: Final[Mapping[str, Callable[[Telling, Act], str]]] = {
    "begin_round": _undo_round,
    "assign": _undo_tokens,
    "resolve": _undo_location,
    "go_on": _undo_going_on,
    "enter_tokens": _undo_location,
    "enter_strength": _undo_location,
    "nobody_there": _undo_location,
    "gather": _undo_location,
    "gather_strengths": _undo_location,
    "rank_location": _undo_ranking,
    "rank_strengths": _undo_ranking,
    "move_suspicion": _undo_move,
    "set_reputation": _undo_reputation,
    "set_cubes": _undo_cubes,
    "set_marker": _undo_marker,
    "take": _undo_reward,
    "decline": _undo_reward,
    "decline_later": _undo_later,
    "set_ruling": _undo_ruling,
    "turn_guard_card": _undo_card,
    "show_guard_card": _undo_card,
    "reveal_guard_card": _undo_card,
    "look_at_guard_card": _undo_card,
}
