"""Whole games as scripts: text that a person can check line by line with the rules beside it.

A script begins with lines `name: value`: `edition`, `difficulty`, `rulings`, the `deck` of guard cards, `leader`, `end`
and the `goons` of the setup; for people alone `crew`, their names clockwise, who holds the `marker`, how they play in
`way` (`app` or `board` for the roll call, `light` for the depth), and `instant` where there is such a goal. Then each
line is one of these; what stands after ` => ` is all that it moves, in order.

- `# …` is for who reads it.
- `round 2` opens that round. Before it, `cards: 1 0 2 1 2 power 0 / 3 1 2 1 3` are the guard cards of locations 1 to 7
  and those that stay in their deck, the top one first; `places: …` the location cards.
- `> …` is something that a player does: `turn sewers`, `assign sewers 5 lookout`, `take gold`, `craft 4` …
- `> here vera 5 lookout; stan 3` and `> strengths vera 5, stan 3 | vera` say who is at the location that is asked for,
  `> nobody smithy commissary` that these are empty; `> rank sewers: …` and `> ranked sewers: …` say it in light depth.
- `! …` is something that is set as it lies: `stars vera 12`, `suspicion smithy 2`, `count stan 3`, `marker mo` …
- `@ sewers: player 5, guards 3` comes to a location, whose ranking is that, and resolves it.
- `= player 12 stars, 2 power, marker` is all that a side has now. At the next `@` no side may have anything else.
- `~ sewers 1 suspicion, 1 gold; smithy 2 suspicion` is all that lies at locations now; `~` alone: nothing.
- `patrol`, `raid` and `end` only carry on a line before them: what moved by itself since.
- `total player 30: track 22, tomes 2 …` is a final score with the lines that are not 0; `winner guards` is who wins.
"""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from companion.rules.editions import STANDARD
from companion.rules.phases.lights_out import forecast
from companion.rules.phases.typed_guard_cards import as_typed
from companion.rules.state.cards import EndGoal, GuardFace, LeaderGoal
from companion.rules.state.events import Event, GuardCardTurned, LocationCardTurned, Noted
from companion.rules.state.pieces import OFF_DUTY, Cube, Side
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Depth, Difficulty, Setup, Start
from companion.rules.vocabulary import EditionName, Goon, Location, Valuable
from companion.scoring.from_game import sheet
from companion.scoring.score import score
from support.game_player import PLAYER, Table, faces, goon, item, shown, told, with_goons

FOLDER = Path(__file__).parents[1] / "rules" / "engine" / "whole_games"
SIGNS = ("#", ">", "@", "=", "~", "!")
WAYS: Mapping[str, Mapping[str, Any]] = {
    "app": {"roll_call": True},
    "board": {"roll_call": False},
    "light": {"depth": Depth.LIGHT, "roll_call": False},
}


class Script:
    """A game in lines, and the order in which its cards come.

    Attributes:
        lines: with their numbers.
        head: what the first lines say, by name.
        guards: by round, the guard cards as they are dealt.
        places: by round, the location cards.
    """

    def __init__(self, file: Path) -> None:
        self.lines = [(number, line.strip()) for number, line in enumerate(file.read_text("utf-8").splitlines(), 1)]
        self.head: dict[str, str] = {}
        self.guards: dict[int, tuple[GuardFace, ...]] = {}
        self.places: dict[int, list[str]] = {}
        for _, line in self.lines:
            name, colon, value = line.partition(": ")
            if not colon or line.startswith(SIGNS) or " " in name:
                continue
            if name == "cards":
                self.guards[len(self.guards) + 1] = faces(value.replace(" / ", " "))
            elif name == "places":
                self.places[len(self.places) + 1] = value.split()
            else:
                self.head[name] = value

    def setup(self, dealing: Dealing) -> Setup:
        """What the table has agreed on."""
        leader, minimum = self.head["leader"].split()
        kind, counts = self.head["end"].split()
        shared = Setup(
            EditionName(self.head["edition"]),
            chosen_rulings=dict(one.split() for one in self.head.get("rulings", "").split(", ") if one),
            leader=LeaderGoal(_counted(leader), int(minimum)),
            end=EndGoal(kind, counts),
        )
        if "crew" in self.head:
            return replace(
                shared,
                guards=None,
                difficulty=None,
                starts=(Start(),) * len(self.names),
                first_player=self.names.index(self.head["marker"]),
                instant="instant" in self.head,
                **WAYS[self.head["way"]],
            )
        deck, difficulty = faces(self.head["deck"]), Difficulty(self.head["difficulty"])
        return replace(shared, difficulty=difficulty, dealing=dealing, guard_deck=deck)

    @property
    def names(self) -> list[str]:
        """Of the sides, clockwise."""
        return self.head["crew"].split() if "crew" in self.head else ["player", "guards"]

    def orders(self) -> dict[Any, Sequence[Any]]:
        """What a shuffle gives in each round: the cards of the deck, each as often as it has it."""
        deck = sorted(faces(self.head.get("deck", "")), key=str)
        assert all(sorted(cards, key=str) == deck for cards in self.guards.values()), self.guards
        guards = {(number, "guards"): cards for number, cards in self.guards.items()}
        return {**guards, **{(number, "locations"): places for number, places in self.places.items()}}


def _counted(word: str) -> Valuable | Goon:
    return Valuable(word) if word in {*Valuable} else Goon(word)


class Reading:
    """A script being played.

    Attributes:
        table: the game.
        moved: what has moved and no line has told yet.
        stated: by side, what the last line about it said that it has.
    """

    def __init__(self, script: Script, dealing: Dealing) -> None:
        self.script = script
        self.sides = {name: seat for seat, name in enumerate(script.names)}
        self.moved: list[str] = []
        self.stated: dict[Side, list[str]] = {}
        goons = script.head["goons"].split(", ") if "goons" in script.head else []
        self.table = with_goons(Table(script.setup(dealing), script.orders()), goons)

    def play(self) -> None:
        """Do and compare all lines."""
        for number, line in self.script.lines:
            try:
                self._line(line)
            except Exception as difference:
                difference.add_note(f"line {number}: {line}")
                raise
        assert (self.table.game.phase, self.moved) == (Phase.ENDED, [])

    def _line(self, line: str) -> None:
        done, _, moves = line.partition(" => ")
        sign = done[:1]
        if sign in {">", "@", "!"} or done.startswith("round "):
            assert self.moved == [], "no line tells this"
        word, _, rest = done.partition(" ")
        if word in _LINES:
            _LINES[word](self, rest)
        for move in moves.split("; ") if moves else ():
            assert self.moved[:1] == [move], self.moved
            del self.moved[0]

    def act(self, kind: str, **values: Any) -> None:
        """Do something, and turn up what real cards it asks for."""
        self.table.act(kind, **values)
        self._tell()
        self._turn_up()

    def set(self, kind: str, **values: Any) -> None:
        """Set something as it lies."""
        self.table.correct(kind, **values)
        self._tell()

    def _turn_up(self) -> None:
        while turned := next((kind for kind in self.table.asks if kind in _TURNED_BY_HAND), ""):
            self.table.act(turned, **_TURNED_BY_HAND[turned](self))
            self._tell()

    def _tell(self) -> None:
        game = self.table.game
        lines = (line for event in self.table.last for line in (*_shown(event, game), *told(event, game)))
        self.moved += [re.sub(r"side (\d)", lambda seat: self.script.names[int(seat[1])], line) for line in lines]

    def name(self, side: Any) -> str:
        """How the script calls a side."""
        return self.script.names[int(side)]

    def next_guard_card(self) -> dict[str, Any]:
        """The face of the real card that is asked for."""
        game = self.table.game
        step = game.agenda[0]
        hidden = (index for index in game.guard_cards_at(step.location) if not game.guard_cards[index].up)
        card = step.card if step.kind == "reveal" else next(hidden)
        return {"face": [as_typed(self.script.guards[game.round][card])]}

    def next_place(self) -> dict[str, Any]:
        """The real location card that is asked for."""
        game = self.table.game
        return {"shows": self.script.places[game.round][len(game.location_cards)]}

    def check_nothing_else_changed(self) -> None:
        """What each side has is what the last line about it said."""
        for side, stated in self.stated.items():
            assert sorted(figures(self.table.game, side)) == sorted(stated), self.name(side)


def _shown(event: Event, game: Position) -> Iterator[str]:
    """What a guards' turn turned up: `smithy 3`, `off duty`, or that no card was left to come."""
    match event:
        case GuardCardTurned(card, face) if game.phase is Phase.ROLL_CALL:
            location = game.guard_cards[card].location
            assert location is not None
            yield f"{location.value} {face.strength}"
        case LocationCardTurned(shows) if shows == OFF_DUTY:
            yield "off duty"
        case Noted(why) if why and why[0].key in {"roll_call.no_guard_card", "roll_call.no_location_card"}:
            yield "no card comes"


def figures(game: Position, side: Side) -> list[str]:
    """All that a side has, as a script writes it."""
    cubes = [f"{n} {cube}" for cube in Cube if (n := game.at(side, cube))]
    tomes = [f"{game.tomes[side]} tomes"] if side in game.tomes else []
    marks = [name for name, held in (("marker", game.first_player == side), ("leader", game.leader == side)) if held]
    return [f"{game.reputation[side]} stars", *cubes, *tomes, *marks]


def _round(reading: Reading, rest: str) -> None:
    reading.check_nothing_else_changed()
    reading.act("begin_round")
    assert reading.table.game.round == int(rest)


def _location(reading: Reading, rest: str) -> None:
    reading.check_nothing_else_changed()
    place, _, ranking = rest.partition(": ")
    game = reading.table.game
    assert game.location is Location(place), game.location
    ranked = forecast(game, game.location).outcomes
    found = [f"{reading.name(one.place.side.name)} {one.place.strength}" for one in ranked]
    assert found == ranking.split(", "), found
    reading.act("resolve")


def _has(reading: Reading, rest: str) -> None:
    name, _, stated = rest.partition(" ")
    side = reading.sides[name]
    reading.stated[side] = stated.split(", ")
    found = figures(reading.table.game, side)
    assert sorted(found) == sorted(reading.stated[side]), found


def _lies(reading: Reading, rest: str) -> None:
    cubes = ((place, reading.table.has(place.value)) for place in Location)
    found = [f"{place} {lying}" for place, lying in cubes if lying]
    assert found == [one.replace(",", "") for one in rest.split("; ") if one], found


def _total(reading: Reading, rest: str) -> None:
    result = score(sheet(reading.table.game, reading.script.names))
    total, _, lines = rest.partition(": ")
    side = next(side for side in result.sides if side.name == total.split()[0])
    found = [f"{line.category} {line.points}" for line in side.lines if line.points]
    assert (f"{side.name} {side.total}", found) == (total, lines.split(", ")), (side.total, found)


def _winner(reading: Reading, rest: str) -> None:
    assert score(sheet(reading.table.game, reading.script.names)).winners == tuple(rest.split())


def _do(reading: Reading, rest: str) -> None:
    word, *words = rest.split()
    _ACTS[word](reading, words)


def _set(reading: Reading, rest: str) -> None:
    word, *words = rest.split()
    kind, fill = _SETS[word]
    reading.set(kind, **fill(reading, *words))


_LINES: Mapping[str, Callable[[Reading, str], None]] = {
    "round": _round,
    "@": _location,
    "=": _has,
    "~": _lies,
    ">": _do,
    "!": _set,
    "total": _total,
    "winner": _winner,
}
"""By its first word: what a line does or compares."""

_TURNED_BY_HAND: Mapping[str, Callable[[Reading], dict[str, Any]]] = {
    "type_guard_card": Reading.next_guard_card,
    "type_location_card": Reading.next_place,
}
"""By what is asked for: the real card that comes next, where the player deals."""


def _face_down(kind: str) -> Callable[[Reading, list[str]], None]:
    """Do something with the face-down guard card at a location."""

    def do(reading: Reading, words: list[str]) -> None:
        game = reading.table.game
        there = game.guard_cards_at(Location(words[0]))
        reading.act(kind, card=next(card for card in there if not game.guard_cards[card].up))

    return do


def _tokens(words: Sequence[str]) -> list[int | str]:
    return [int(word) if word.isdigit() else word for word in words]


def _assign(reading: Reading, words: list[str]) -> None:
    down = {"face_down": []} if "face_down" in reading.table.prompt.actions[0].fields else {}
    reading.act("assign", location=words[0], tokens=_tokens(words[1:]), **down)


def _goon(reading: Reading, words: list[str]) -> None:
    reading.act("type_goon", goon=goon(" ".join(words)))
    if words[0] == Goon.BANDIT:
        reading.act("type_bandit", resource=words[2])


def _item(kind: str) -> Callable[[Reading, list[str]], None]:
    """Craft or reserve the item of that value."""

    def do(reading: Reading, words: list[str]) -> None:
        action = next(action for action in reading.table.prompt.actions if action.type == kind)
        of_value = [
            card
            for card in action.fields["card"].options
            if reading.table.game.face(card).price.reputation == int(words[0])
        ]
        assert len(of_value) == 1, of_value
        reading.act(kind, card=of_value[0])

    return do


def _one(kind: str, name: str) -> Callable[[Reading, list[str]], None]:
    return lambda reading, words: reading.act(kind, **({name: words[0]} if words else {}))


def _several(kind: str, name: str) -> Callable[[Reading, list[str]], None]:
    return lambda reading, words: reading.act(kind, **{name: words})


def _strengthen(reading: Reading, words: list[str]) -> None:
    side, place, by = words
    reading.act("strengthen", side=reading.sides[side], location=place, by=int(by))


def _tome(reading: Reading, words: list[str]) -> None:
    reading.act("play_tome", side=reading.sides[words[0]] if words else PLAYER)


def _count(reading: Reading, words: list[str]) -> None:
    reading.act("count", number=int(words[0]))


def _bare(kind: str) -> Callable[[Reading, list[str]], None]:
    return lambda reading, _: reading.act(kind)


def _named(reading: Reading, told_: str) -> dict[str, list[int | str]]:
    """Tokens by side: `vera 5 lookout; stan 3`."""
    laid = {name: _tokens(words) for name, *words in map(str.split, told_.split("; ")) if name} if told_ else {}
    offered = {name for action in reading.table.prompt.actions for name in action.fields}
    fields = {name: f"side_{seat}" for name, seat in reading.sides.items()}
    assert {fields[name] for name in laid} <= offered
    return {field: laid.get(name, []) for name, field in fields.items() if field in offered}


def _summed(reading: Reading, told_: str) -> dict[str, Any]:
    """Strengths by side, and behind the bar whose lookouts are there: `vera 5, stan 3 | vera`."""
    numbers, _, lookouts = told_.partition(" | ")
    counted = dict(one.split() for one in numbers.split(", "))
    sums = {f"strength_{seat}": int(counted.get(name, 0)) for name, seat in reading.sides.items()}
    return {**sums, "lookouts": [reading.sides[name] for name in lookouts.split()]}


def _here(reading: Reading, words: list[str]) -> None:
    reading.act("gather", **_named(reading, " ".join(words)))


def _strengths(reading: Reading, words: list[str]) -> None:
    reading.act("gather_strengths", **_summed(reading, " ".join(words)))


def _nobody(reading: Reading, words: list[str]) -> None:
    for place in words:
        assert reading.table.game.location is Location(place)
        reading.act("gather", **_named(reading, ""))


def _rank(kind: str, read: Callable[[Reading, str], dict[str, Any]]) -> Callable[[Reading, list[str]], None]:
    def do(reading: Reading, words: list[str]) -> None:
        reading.check_nothing_else_changed()
        reading.act(kind, location=words[0].removesuffix(":"), **read(reading, " ".join(words[1:])))

    return do


def _come(reading: Reading, words: list[str]) -> None:
    reading.act("cubes_come", **dict(zip(STANDARD.goon_locations, map(int, words), strict=True)))


def _held(kind: str) -> Callable[[Reading, list[str]], None]:
    """What a side holds: `vera items 3 dwarf 2`; the rest is none."""

    def do(reading: Reading, words: list[str]) -> None:
        seat = reading.sides[words[0]]
        told_ = {name: int(number) for name, number in zip(words[1::2], words[2::2], strict=True)}
        actions = (one for one in reading.table.prompt.actions if one.type == kind)
        fields = next(one.fields for one in actions if list(one.fields["side"].options) == [seat])
        assert told_.keys() <= fields.keys()
        reading.act(kind, **{name: told_.get(name, 0) for name in fields if name != "side"}, side=seat)

    return do


def _claim(reading: Reading, words: list[str]) -> None:
    reading.act("claim_instant", side=reading.sides[words[0]], points=int(words[1]))


def _cubes(cube: str) -> Callable[..., dict[str, Any]]:
    return lambda reading, place, n: {"place": reading.sides.get(place, place), "cube": cube, "number": int(n)}


_SETS: Mapping[str, tuple[str, Callable[..., dict[str, Any]]]] = {
    "stars": ("set_reputation", lambda reading, name, n: {"side": reading.sides[name], "number": int(n)}),
    "power": ("set_cubes", _cubes("power")),
    "suspicion": ("set_cubes", _cubes("suspicion")),
    "marker": ("set_marker", lambda reading, name: {"side": reading.sides[name]}),
    "count": (
        "set_count",
        lambda reading, name, n: {
            "side": reading.sides[name],
            "what": reading.script.head["leader"].split()[0],
            "number": int(n),
        },
    ),
    "depth": ("set_depth", lambda _, depth: {"depth": depth}),
    "away": ("set_away", lambda reading, name: {"side": reading.sides[name], "away": "yes"}),
}
"""By its first word: what is set as it lies."""

_ACTS: Mapping[str, Callable[[Reading, list[str]], None]] = {
    "turn": _face_down("turn_guard_card"),
    "look": _face_down("look_at_guard_card"),
    "remove": _face_down("remove_guard_card"),
    "assign": _assign,
    "pass": _bare("pass"),
    "item": lambda reading, words: reading.act("type_item", item=item(" ".join(words))),
    "card": lambda reading, words: reading.act("type_card", card=shown(" ".join(words))),
    "goon": _goon,
    "demon": _one("type_demon", "counts"),
    "empty": _bare("deck_empty"),
    "take": _one("take", "resource"),
    "decline": _bare("decline"),
    "swap": _one("swap", "get"),
    "recruit": _several("recruit", "goons"),
    "craft": _item("craft"),
    "reserve": _item("reserve"),
    "pay": _several("pay", "cubes"),
    "return": _several("return_cubes", "cubes"),
    "effect": _one("next_effect", "effect"),
    "exchange": _one("exchange", "give"),
    "for": _one("exchange_for", "get"),
    "keep": _bare("keep"),
    "raid": _bare("raid"),
    "tome": _tome,
    "strengthen": _strengthen,
    "done": _bare("tome_done"),
    "lights_out": _bare("lights_out"),
    "here": _here,
    "strengths": _strengths,
    "nobody": _nobody,
    "come": _come,
    "rank": _rank("rank_location", _named),
    "ranked": _rank("rank_strengths", _summed),
    "raid_now": _bare("raid_now"),
    "claim": _claim,
    "end_game": _bare("end_game"),
    "hand": _held("count_hand"),
    "reveal": _bare("begin_reveal"),
    "holds": _held("enter_holdings"),
    "count": _count,
}
"""By its first word: what the player does."""
