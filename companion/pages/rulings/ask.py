"""Ask the guards: the cards and pieces there, the answer, its reasons, and what would have changed it."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final

from flask import abort
from werkzeug.wrappers import Response

from companion.pages.blueprint import blueprint
from companion.pages.forms.query import Query, ruling_choices
from companion.pages.layout import frame
from companion.pages.layout.reasons import Why, told
from companion.rules.editions import STANDARD
from companion.rules.reasons import Reason
from companion.rules.rulings.automa import GoonSpace, Item, cell_block, chow_hall, commissary, exchange
from companion.rules.rulings.counterfactuals import (
    other_cell_block,
    other_chow_hall,
    other_commissary,
    other_exchange,
    other_ranking,
    other_winner,
)
from companion.rules.rulings.locations import resolve
from companion.rules.rulings.ranking import FEWEST_SIDES, MOST_SIDES, Presence, Stated
from companion.rules.vocabulary import ENFORCER, LOOKOUT, POWER, TOKENS, EditionName, Location, Resource
from companion.web.language import request_language
from companion.words.catalogue import reason, term
from companion.words.telling import SEATS

DISPLAY_SPACES: Final = 3
"""A solitary game has three item spaces (Z-1, S-4)."""

MOST_RESERVED: Final = 34
COSTS: Final = (*Resource, "any")


@dataclass(frozen=True)
class Answer:
    """The answer on a page.

    Attributes:
        headline: the answer in a sentence.
        reasons: why.
        otherwise: what would have changed it.
        rulings: the house rulings that the question can meet, as the page offers them.
        more: what the page shows besides, by name.
    """

    headline: str
    reasons: list[Why]
    otherwise: list[str]
    rulings: list[dict[str, Any]]
    more: dict[str, Any]


@blueprint.get("/ask/<topic>")
def ask(topic: str) -> Response:
    """Answer what the guards do."""
    if topic not in TOPICS:
        abort(404)
    query = Query()
    answer = TOPICS[topic](query)
    return frame.page(
        "rulings/ask.html",
        topic=topic,
        topics=[(one, frame.page_text(request_language(), f"topic.{one}")) for one in TOPICS],
        query=query,
        answer=answer,
        resources=[(one.value, term(request_language(), one.value)) for one in Resource],
        cost_words={one: term(request_language(), one) for one in COSTS},
        token_words={token: frame.page_text(request_language(), f"token.{token}") for token in (ENFORCER, LOOKOUT)},
        location_fields=_location_fields(),
    )


def _location_fields() -> list[tuple[str, str, str, str]]:
    """Return the numbers of a location: field, icon, label and note."""
    icons = {
        "power": "cube-power",
        "cards": "guard",
        "power_cards": "guard",
        "guards_power": "cube-power",
        "suspicion": "cube-suspicion",
    }
    say = partial(frame.page_text, request_language())
    return [(name, icon, say(f"ask.{name}"), say(f"ask.{name}.note")) for name, icon in icons.items()]


def _answer(
    key: str, data: dict[str, Any], reasons: Sequence[Reason], otherwise: Sequence[Reason], **more: Any
) -> Answer:
    language = request_language()
    return Answer(
        frame.page_text(language, f"answer.{key}", **data),
        told(reasons),
        [reason(language, one) for one in otherwise],
        more.pop("rulings", []),
        more,
    )


def _resources(query: Query, prefix: str = "has") -> dict[Resource, int]:
    return {resource: query.count(f"{prefix}.{resource}") for resource in Resource}


def _supply(query: Query) -> dict[Resource, int] | None:
    """Return the supply: ticked resources are used up, of the others there is enough; None if none is ticked."""
    out = query.several("out")
    return {resource: int(resource not in out) for resource in Resource} if out else None


def _commissary(query: Query) -> Answer:
    resources, supply, rulings = _resources(query), _supply(query), query.rule_set()[1]
    taken = commissary(resources, supply, rulings)
    return _answer(
        "takes" if taken.takes else "takes_nothing",
        {"resource": taken.takes},
        taken.reasons,
        other_commissary(resources, supply, rulings),
        rulings=ruling_choices(["guards_supply_out"], rulings),
        out=query.several("out"),
    )


def _exchange(query: Query) -> Answer:
    resources, supply, rulings = _resources(query), _supply(query), query.rule_set()[1]
    exchanged = exchange(resources, supply, rulings)
    return _answer(
        "exchanges" if exchanged.gives else "exchanges_nothing",
        {"gives": exchanged.gives, "gets": exchanged.gets},
        exchanged.reasons,
        other_exchange(resources, supply, rulings),
        rulings=ruling_choices(["guards_supply_out"], rulings),
        out=query.several("out"),
    )


def _chow_hall(query: Query) -> Answer:
    chosen = {place: query.choice(f"icons.{place}", list("0123"), "") for place in STANDARD.goon_locations}
    goons = [GoonSpace(place, int(icons)) for place, icons in chosen.items() if icons]
    seized = chow_hall(goons)
    places = [(place.value, term(request_language(), place.value), chosen[place]) for place in STANDARD.goon_locations]
    return _answer(
        "seizes" if seized.spaces else "seizes_nothing",
        {"locations": tuple(goon.location for goon in seized.spaces)},
        seized.reasons,
        other_chow_hall(goons) if goons else (),
        places=places,
    )


def _item(query: Query, prefix: str) -> Item | None:
    """Return a card as it was typed; all fields empty is no card."""
    fields = ["reputation", *COSTS]
    numbers = {field: query.number(f"{prefix}.{field}") for field in fields}
    if all(number is None for number in numbers.values()):
        return None
    cost = {resource: numbers[resource] or 0 for resource in Resource}
    return Item(numbers["reputation"] or 0, cost, numbers["any"] or 0)


def _cell_block(query: Query) -> Answer:
    rulings = query.rule_set()[1]
    resources = _resources(query)
    display = [_item(query, f"display.{place}") for place in range(DISPLAY_SPACES)]
    reserve: list[Item] = []
    while len(reserve) < MOST_RESERVED and (card := _item(query, f"reserve.{len(reserve)}")) is not None:
        reserve.append(card)
    result = cell_block(resources, display, reserve, rulings)
    chosen = result.crafts or result.reserves
    data: dict[str, Any] = {"source": chosen.source, "place": chosen.index + 1} if chosen else {}
    if result.crafts:
        key = "crafts" if result.pays else "crafts_free"
        data["resources"] = result.pays
    else:
        key = "reserves" if result.reserves else "takes_no_item"
    return _answer(
        key,
        data,
        result.reasons,
        other_cell_block(resources, display, reserve, rulings),
        rulings=ruling_choices(["guards_equal_item"], rulings),
        display=DISPLAY_SPACES,
        reserve=len(reserve) + 1,
        costs=COSTS,
    )


PLAYER_COUNTS: Final = tuple(map(str, range(FEWEST_SIDES, MOST_SIDES + 1)))
GUARDS_PLAY: Final = "guards"
"""The value in the address for you against the guards, in place of a number of players."""


def _location(query: Query) -> Answer:
    """Answer who wins at a location: you against the guards, or two to five players."""
    players = query.choice("players", PLAYER_COUNTS, GUARDS_PLAY)
    return _of_two_sides(query) if players == GUARDS_PLAY else _of_players(query, int(players))


def _of_players(query: Query, number: int) -> Answer:
    edition, rulings = query.rule_set()
    language = request_language()
    place = Location(query.choice("place", list(Location), Location.EXERCISE_YARD))
    names = [frame.page_text(language, f"seat.{seat}") for seat in SEATS[:number]]
    tokens = TOKENS
    if number >= edition.setup["crowded_from"]:
        tokens = tuple(token for token in TOKENS if token != edition.setup["crowded_without"])
    sides = [_player(query, seat, names[seat], tokens) for seat in range(number)]
    holder = int(query.choice("marker", [str(seat) for seat in range(number)], "0"))
    suspicion = query.count("suspicion")
    result = resolve(place, sides, names[holder], edition=edition, rulings=rulings, suspicion=suspicion)
    ranking = [outcome.place for outcome in result.outcomes]
    data = {"side": ranking[0].side.name, "strength": ranking[0].strength} if ranking else {}
    two = number == FEWEST_SIDES and place in STANDARD.board_rows
    return _answer(
        "first" if ranking else "nobody",
        data,
        result.reasons,
        other_winner(ranking, [*names[holder:], *names[:holder]]),
        rulings=ruling_choices([STANDARD.board_rows[place]] if two else [], rulings),
        place=place.value,
        locations=[(one.value, one.number, term(language, one.value)) for one in STANDARD.locations],
        tokens=[str(token) for token in tokens],
        players=[(seat, SEATS[seat], name, query.several(f"{seat}.token")) for seat, name in enumerate(names)],
        number=str(number),
        numbers=_numbers_of_players(language),
        holder=str(holder),
        edition=edition.name,
        editions=[(one.value, term(language, one.value)) for one in EditionName],
    )


def _player(query: Query, seat: int, name: str, tokens: Sequence[int | str]) -> Presence:
    """Return a player there: a strength where it was typed, otherwise the tokens that were ticked."""
    ticked = query.several(f"{seat}.token")
    there = tuple(token for token in tokens if str(token) in ticked)
    strength = query.number(f"{seat}.strength")
    stated = None if strength is None else Stated(strength, str(LOOKOUT) in ticked)
    return Presence(name, query.count(f"{seat}.power", 1), () if stated else there, stated=stated)


def _numbers_of_players(language: str) -> list[tuple[str, str]]:
    return [(GUARDS_PLAY, frame.page_text(language, "seat.guards")), *((one, one) for one in PLAYER_COUNTS)]


def _of_two_sides(query: Query) -> Answer:
    edition, rulings = query.rule_set()
    language = request_language()
    place = Location(query.choice("place", list(Location), Location.EXERCISE_YARD))
    you, guards = (frame.page_text(language, f"seat.{who}") for who in ("you", "guards"))
    ticked = query.several("token")
    sides = [
        Presence(you, query.count("power", 1), tuple(token for token in TOKENS if str(token) in ticked)),
        Presence(
            guards,
            query.count("guards_power", 1),
            guards=True,
            cards=(*query.summands("cards"), *[POWER] * min(9, query.count("power_cards"))),
        ),
    ]
    holder = query.choice("marker", ["you", "guards"], "guards")
    result = resolve(
        place,
        sides,
        you if holder == "you" else guards,
        edition=edition,
        rulings=rulings,
        suspicion=query.count("suspicion"),
        solitary=True,
    )
    ranking = [outcome.place for outcome in result.outcomes]
    data = {"side": ranking[0].side.name, "strength": ranking[0].strength} if ranking else {}
    return _answer(
        "first" if ranking else "nobody",
        data,
        result.reasons,
        other_ranking(ranking, you if holder == "you" else guards),
        rulings=ruling_choices([STANDARD.board_rows[place]] if place in STANDARD.board_rows else [], rulings),
        place=place.value,
        locations=[(one.value, one.number, term(language, one.value)) for one in STANDARD.locations],
        tokens=[str(token) for token in TOKENS],
        number=GUARDS_PLAY,
        numbers=_numbers_of_players(language),
        ticked=ticked,
        holder=holder,
        edition=edition.name,
        editions=[(one.value, term(language, one.value)) for one in EditionName],
    )


TOPICS: Final[dict[str, Callable[[Query], Answer]]] = {
    "commissary": _commissary,
    "chow_hall": _chow_hall,
    "cell_block": _cell_block,
    "exchange": _exchange,
    "location": _location,
}
"""The questions by their name in the address."""
