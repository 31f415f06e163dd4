"""Why an act is not possible, and what is possible instead, in a sentence."""

from typing import Final

from companion.rules.acts.actions import Act, Prompt
from companion.rules.reasons import Reason
from companion.rules.schema import Invalid
from companion.rules.state.events import NOTHING
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location, Resource
from companion.words.action_labels import button
from companion.words.catalogue import reason, sentence, term
from companion.words.field_labels import FIELDS_OF_SEATS, field, option
from companion.words.messages import ERRORS, GAME, PAGES, REASONS
from companion.words.telling import Names, Telling, capital, named


def refusal(
    language: str, fault: Invalid, act: Act, prompt: Prompt, *, game: Position, names: Names, named: bool = False
) -> str:
    """Return why an act is not possible, and what is possible instead.

    Args:
        language: of the sentence.
        fault: one of the faults of `IllegalAct`.
        act: the act that was tried.
        prompt: what the game offered.
        game: in which it was tried.
        names: of the seats, see `seat_names`.
        named: whether to name the field of a wrong number or word, for readers who see no path.
    """
    text = _refusal(language, fault, act, prompt, game=game, names=names)
    label = _field_at(language, fault, names)
    if not named or not fault.key.startswith("shape.") or not label or _how_many(fault, act):
        return text
    if fault.key == "shape.whole":
        return sentence(language, PAGES["table.whole"], {"what": label})
    if fault.key == "shape.one_of":
        # The words are the API's; a player who sees the field sees them translated.
        return sentence(language, GAME["choose.one"], {"what": label})
    return sentence(language, PAGES["table.wish"], {"what": label, "why": text})


_CHOOSE: Final = "shape.choose"
"""The key of a fault that says how many to choose."""


def _field_at(language: str, fault: Invalid, names: Names) -> str:
    """Return the label of a field with a fault, perhaps after its location."""
    labels = [str(step) for step in fault.path if isinstance(step, str) and _has_label(step, names)]
    places = [capital(term(language, one)) for one in labels[:-1] if one in Location.words()]
    return Telling(language, names, NOTHING).listed([*places, *(field(language, one, names) for one in labels[-1:])])


def _has_label(name: str, names: Names) -> bool:
    kind, _, seat = name.rpartition("_")
    of_a_seat = kind in FIELDS_OF_SEATS and seat.isdecimal() and int(seat) < len(names)
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
        telling, name = Telling(language, names, game), str(fault.path[-1])
        return telling.say(choose, what=field(language, name, names), n=data["most"])
    if key in REASONS:
        return reason(language, named(Reason(str(data.get("rule", "")), key, data), names))
    return sentence(language, ERRORS[key], data)


def _how_many(fault: Invalid, act: Act) -> str:
    """Return the key of the sentence on how many to choose; empty if there is none."""
    if fault.key != _CHOOSE:
        return ""
    name, least, most = str(fault.path[-1]), fault.data["least"], fault.data["most"]
    given = act.values.get(name, ())
    if least < most and isinstance(given, list) and len(given) > most:
        return "choose.most"
    keys = [f"choose.exactly.{name}"] if least == most > 1 else [f"choose.{name}"] if least == 1 else []
    return next((key for key in keys if key in GAME), "choose.one" if least == most == 1 else "")
