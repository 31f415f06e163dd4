"""A second, slow and plain reading of the rules, over what a table tells: its state as JSON, and the events of its log.

It knows nothing of how the app decides; each function names the rules that it reads.
"""

import re
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

LOCATIONS = ("exercise_yard", "sewers", "infirmary", "smithy", "commissary", "chow_hall", "cell_block", "library")
SPACES = LOCATIONS[1:6]
COMMON_FIRST = ("scrap", "potion", "iron", "gold")

Piece = int | str
Resources = Counter[str]


@dataclass
class Entry:
    """What somebody said is theirs at the location that is open: all of it, whatever else was thought to lie there."""

    tokens: set[Piece]
    counted: int
    lookout: bool
    present: bool


@dataclass
class Board:
    """What lies where: a state, onto which events are folded."""

    state: Any
    sides: int
    guards: int | None
    first_player: int
    location: str | None
    reputation: list[int]
    cubes: dict[int | str | None, Resources]
    tokens: dict[tuple[str, int], set[Piece]]
    counted: dict[tuple[str, int], tuple[int, bool]]
    bonus: Counter[tuple[str, int]]
    guard_cards: dict[int, str | None]
    guard_faces: dict[int, Piece]
    display: list[int | None]
    reserve: dict[int, list[int]]
    goons: dict[str, int]
    cards: dict[int, Any]
    entered: dict[int, "Entry"] = field(default_factory=dict)


def board(state: Any) -> Board:
    """What lies where, as a state tells it."""
    sides, places = state["sides"], state["locations"]
    cubes: dict[int | str | None, Resources] = {None: Counter(state["supply"])}
    cubes |= {side["seat"]: Counter(side["cubes"]) for side in sides}
    cubes |= {place["location"]: Counter(place["cubes"]) for place in places}
    tokens: dict[tuple[str, int], set[Piece]] = {(place, side["seat"]): set() for place in LOCATIONS for side in sides}
    for side in sides:
        for token in side["tokens"]:
            tokens[token["location"], side["seat"]].add(token["token"])
    return Board(
        state=state,
        sides=len(sides),
        guards=next((side["seat"] for side in sides if side["guards"]), None),
        first_player=state["first_player"],
        location=state["location"],
        reputation=[side["reputation"] for side in sides],
        cubes=cubes,
        tokens=tokens,
        counted={
            (place["location"], one["side"]): (one["strength"], one["lookout"])
            for place in places
            for one in place["counted"]
        },
        bonus=Counter({(place["location"], one["side"]): one["by"] for place in places for one in place["bonus"]}),
        guard_cards={card["card"]: card["location"] for card in state["guard_cards"]},
        guard_faces={card["card"]: card["face"]["strength"] for card in state["guard_cards"] if card.get("face")},
        display=list(state["display"]),
        reserve={side["seat"]: list(side["reserve"]) for side in sides},
        goons={place["location"]: place["goon"] for place in places if place["goon"] is not None},
        cards={int(number): card for number, card in state["cards"].items()},
    )


def fold(lies: Board, event: Any) -> None:
    """Do on the board what an event says."""
    kind, data = event["event"], event["data"]
    _fold_round(lies, kind, data)
    _fold_tokens(lies, kind, data)
    _fold_guard_cards(lies, kind, data)
    _fold_cards(lies, kind, data)


def _fold_round(lies: Board, kind: str, data: Any) -> None:
    match kind:
        case "moved":
            lies.cubes[data["source"]][data["cube"]] -= data["number"]
            lies.cubes[data["target"]][data["cube"]] += data["number"]
        case "scored":
            lies.reputation[data["side"]] += data["by"]
        case "marker_moved":
            lies.first_player = data["side"]
        case "round_began":
            lies.location = None
            if data["phase"] == "roll_call":
                lies.tokens = {place: set() for place in lies.tokens}
                lies.counted.clear()
                lies.bonus.clear()
        case "location_opened":
            lies.location = data["location"]
            lies.entered.clear()


def _fold_tokens(lies: Board, kind: str, data: Any) -> None:
    match kind:
        case "assigned":
            for token in (*data["tokens"], *data["face_down"]):
                _lay(lies, data["side"], token, data["location"])
        case "tokens_moved":
            for token in data["tokens"]:
                _lay(lies, data["side"], token, data["to"])
        case "strength_stated":
            lies.counted[data["location"], data["side"]] = (data["strength"], data["lookout"])
            if not data["strength"] and not data["lookout"]:
                del lies.counted[data["location"], data["side"]]
        case "strengthened":
            lies.bonus[data["location"], data["side"]] += data["by"]


def _fold_guard_cards(lies: Board, kind: str, data: Any) -> None:
    match kind:
        case "dealt":
            lies.guard_cards.clear()
        case "guard_card_laid":
            lies.guard_cards[len(lies.guard_cards)] = data["location"]
        case "guard_card_moved":
            lies.guard_cards[data["card"]] = data["to"]
        case "guard_card_turned":
            lies.guard_faces[data["card"]] = data["face"]["strength"]


def _fold_cards(lies: Board, kind: str, data: Any) -> None:
    match kind:
        case "face_typed":
            lies.cards[data["card"]] = data["face"]
        case "card_drawn":
            lies.cards[data["card"]] = data["face"]
            _put(lies, data["card"], data["spot"], data["space"])
        case "card_moved":
            _put(lies, data["card"], data["target"], data["space"])
        case "card_returned":
            _put(lies, data["card"], ["deck", None], 0)


def _lay(lies: Board, side: int, token: Piece, location: str | None) -> None:
    for place in LOCATIONS:
        lies.tokens[place, side].discard(token)
    if location:
        lies.tokens[location, side].add(token)


def _put(lies: Board, card: int, target: Any, space: int) -> None:
    lies.display = [None if one == card else one for one in lies.display]
    for reserved in lies.reserve.values():
        if card in reserved:
            reserved.remove(card)
    lies.goons = {place: goon for place, goon in lies.goons.items() if goon != card}
    match target:
        case ["display", _]:
            lies.display[space] = card
        case ["reserve", side]:
            lies.reserve[side].append(card)
        case ["space", location]:
            lies.goons[location] = card


def cube_totals(lies: Board) -> dict[str, int]:
    """How many cubes there are of each colour, wherever they lie (D-3, L-19)."""
    total: Counter[str] = Counter()
    for some in lies.cubes.values():
        total.update(some)
    return {colour: number for colour, number in total.items() if number}


def holding(lies: Board, location: str, side: int) -> Entry:
    """What a side has at a location: what it said there, otherwise what lies there (L-2, L-8, L-10)."""
    if location == lies.location and side in lies.entered:
        return lies.entered[side]
    tokens = lies.tokens[location, side]
    counted, eye = lies.counted.get((location, side), (0, False))
    return Entry(tokens, counted, eye or "lookout" in tokens, bool(tokens or counted or eye))


def entry(lies: Board, act: Any, proposed: Any) -> tuple[int, Entry] | None:
    """Whose and what an act says is at the open location; what is sent as it was proposed changes nothing (L-10)."""
    fields, location = act["fields"], lies.location
    if location is None or act["type"] not in {"enter_tokens", "enter_strength", "nobody_there"}:
        return None
    (side,) = fields["side"]
    if act["type"] == "nobody_there":
        return side, Entry(set(), 0, False, False)
    if act["type"] == "enter_tokens":
        tokens = set(fields["tokens"])
        if tokens == set(proposed["tokens"]):
            return side, holding(lies, location, side)
        return side, Entry(tokens, 0, "lookout" in tokens, bool(tokens))
    counted, eye = fields["strength"], bool(fields["lookout"])
    as_it_was = (counted, fields["lookout"]) == (proposed["strength"], proposed["lookout"])
    return side, Entry(
        set(), counted, eye, bool(counted or eye or (as_it_was and holding(lies, location, side).present))
    )


def presence(lies: Board, location: str) -> set[int]:
    """The sides that are at a location: with a token or a card there, or with a strength counted there (L-3)."""
    there = {side for side in range(lies.sides) if holding(lies, location, side).present}
    if lies.guards is not None and location in lies.guard_cards.values():
        there.add(lies.guards)
    return there


def strength(lies: Board, location: str, side: int) -> int:
    """The sum of what a side has there; an enforcer is its power cubes now, a lookout 0 (L-2, Z-9, T-2)."""
    held = holding(lies, location, side)
    shows: list[Piece] = [*held.tokens]
    if side == lies.guards:
        shows = [lies.guard_faces[card] for card, place in lies.guard_cards.items() if place == location]
    power = lies.cubes[side]["power"]
    worth = {"enforcer": power, "power": power, "lookout": 0}
    points = sum(worth[one] if isinstance(one, str) else one for one in shows)
    return points + held.counted + lies.bonus[location, side]


def ranking(lies: Board, location: str) -> list[int]:
    """Who is there, the strongest first; ties from the holder of the marker clockwise, as it lies now (L-4)."""
    return sorted(
        presence(lies, location),
        key=lambda side: (-strength(lies, location, side), (side - lies.first_player) % lies.sides),
    )


def suspect(lies: Board, location: str) -> int | None:
    """Who takes all suspicion there: the strongest side without its lookout; the guards have none (L-5, Z-10)."""
    eyes = {side for side in range(lies.sides) if holding(lies, location, side).lookout}
    return next((side for side in ranking(lies, location) if side not in eyes), None)


def owed_here(lies: Board, ranked: list[int], went: set[int]) -> set[int]:
    """Who of several that went to the Library would get something here from what the supply still has (L-8, L-21).

    Every rank gets scrap at the Sewers (L-12); of three and more the first two get iron at the Smithy (L-14).
    """
    gets = {"sewers": ("scrap", ranked), "smithy": ("iron", ranked[:2] if lies.sides > 2 else ranked[:1])}
    cube, ranks = gets.get(lies.location or "", ("scrap", []))
    return went & {*ranks} if lies.cubes[None][cube] else set()


def raid_losses(lies: Board) -> list[int]:
    """What a raid costs each side (D-1, D-2, D-4, D-7, D-8)."""
    held = [lies.cubes[side]["suspicion"] for side in range(lies.sides)]
    if lies.sides == 1:
        return [0]
    if lies.sides == 2:
        return [6 if held[side] > held[1 - side] else 0 for side in (0, 1)]
    lost = [0] * lies.sides
    heights = sorted({number for number in held if number}, reverse=True)
    most = [side for side in range(lies.sides) if heights and held[side] == heights[0]]
    second = [side for side in range(lies.sides) if heights[1:] and held[side] == heights[1]]
    for side in most:
        lost[side] = 8 if len(most) == 1 else 4
    if len(most) == 1:
        for side in second:
            lost[side] = 4 if len(second) == 1 else 2
    return lost


def raided(lies: Board) -> tuple[list[int], dict[int | str | None, int]]:
    """Reputation and suspicion cubes, by place, as a raid leaves them (D-3, D-4, D-5)."""
    losses = raid_losses(lies)
    reputation = [max(0, have - lost) for have, lost in zip(lies.reputation, losses, strict=True)]
    left: dict[int | str | None, int] = dict.fromkeys(lies.cubes, 0)
    if lies.guards is not None and losses[lies.guards]:
        left[1 - lies.guards] = lies.cubes[1 - lies.guards]["suspicion"]
    left[None] = cube_totals(lies).get("suspicion", 0) - sum(left.values())
    return reputation, left


def icons_due(lies: Board) -> dict[str, int]:
    """The suspicion that patrol adds, by location (P-6)."""
    return {place: lies.cards[lies.goons[place]]["icons"] for place in SPACES if place in lies.goons}


def raid_owed(lies: Board) -> bool:
    """Whether the supply cannot cover all that patrol adds (P-6)."""
    return sum(icons_due(lies).values()) > lies.cubes[None]["suspicion"]


def suspicion_added(lies: Board) -> dict[str, int]:
    """What patrol lays, in the order of the locations, as far as the supply goes (P-6, P-8)."""
    left, added = lies.cubes[None]["suspicion"], {}
    for place, icons in icons_due(lies).items():
        added[place] = min(icons, left)
        left -= added[place]
    return {place: number for place, number in added.items() if number}


def payment(have: Resources, cost: dict[str, int]) -> Resources | None:
    """What the guards pay: the fixed part, then "any" with the least rare that they have left; None if short (Z-14)."""
    left = Counter({kind: have[kind] - cost.get(kind, 0) for kind in COMMON_FIRST})
    if min(left.values()) < 0:
        return None
    paid = Counter({kind: cost.get(kind, 0) for kind in COMMON_FIRST})
    for _ in range(cost.get("any", 0)):
        kind = next((one for one in COMMON_FIRST if left[one]), None)
        if kind is None:
            return None
        left[kind] -= 1
        paid[kind] += 1
    return +paid


def items_before(lies: Board, side: int) -> list[int]:
    """What a side may choose from at the Cell Block, its reserve first, then the display from the deck on (C-1)."""
    return [*lies.reserve[side], *(card for card in lies.display if card is not None)]


def unknown_prices(lies: Board, cards: Iterable[int]) -> set[int]:
    """Those of some items whose price nobody has entered."""
    return {card for card in cards if lies.cards[card]["price"] is None}


def guards_item(lies: Board, guards: int, have: Resources) -> tuple[str, int, Resources] | None:
    """What the guards do at the Cell Block: craft or reserve, which card, and what they pay (Z-14, Z-15).

    The first of the highest is theirs: reserve before display, the older before the newer, the nearer to the deck.
    """
    paid = {card: payment(have, lies.cards[card]["price"]["cost"]) for card in items_before(lies, guards)}
    payable = [card for card in items_before(lies, guards) if paid[card] is not None]
    if payable:
        best = max(payable, key=lambda card: lies.cards[card]["price"]["reputation"])
        return "crafted", best, paid[best] or Counter()
    shown = [card for card in lies.display if card is not None]
    if not shown:
        return None
    return "reserve", max(shown, key=lambda card: lies.cards[card]["price"]["reputation"]), Counter()


_TOLD = re.compile(r"(?P<name>\S+) ha(?:s|ve) (?P<strength>[−-]?\d+)")


def ranking_told(event: Any, names: list[str]) -> list[tuple[int, int]] | None:
    """Who ranked with what strength, as an event tells it, the strongest first; none where nobody is; else None."""
    cited = rules_cited(event)
    if event["event"] == "noted" and cited == {"L-3"} and event["text"].startswith("Nobody is at"):
        return []
    if event["event"] != "noted" or not cited & {"L-2", "L-3", "Z-9"}:
        return None
    found = _TOLD.finditer(event["text"])
    # Within a sentence the guards are written small.
    sides = {name.casefold(): side for side, name in enumerate(names)}
    return [(sides[one["name"].casefold()], int(one["strength"].replace("−", "-"))) for one in found]


def rules_cited(event: Any) -> set[str]:
    return {reason["rule"] for reason in event["why"]}
