"""The cubes, cards and tokens on a real table, moved by hands that know nothing but the sentences of pages.

`lying` counts them as the app's state has them, `Hands` moves them as a page's list says. Nothing here asks the app
what there is to be moved: so what a page leaves out, tells twice or tells wrong is a difference that stays.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from copy import copy
from typing import Any, Final

from plain_browser import Node, Page

from companion.rules.state.pieces import Zone
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing
from companion.rules.vocabulary import Location
from companion.words.telling import capital

Pieces = Counter[tuple[Any, ...]]
"""How many of each lie where; the reputation is the space on the track."""

PLACES: Final = {one.value.replace("_", " ").title(): one for one in Location}
TOKENS: Final = {"your lookout": "lookout", "your enforcer": "enforcer", **{f"your {n}": n for n in (2, 3, 4, 5)}}
COLOURS: Final = {
    **{name: name for name in ("scrap", "iron", "gold")},
    "potion": "potion",
    "potions": "potion",
    "power cube": "power",
    "power cubes": "power",
    "suspicion cube": "suspicion",
    "suspicion cubes": "suspicion",
}
ISOLATES: Final = re.compile("[\u2066-\u2069]")


def lying(game: Position) -> Pieces:
    """What lies on the real table where it is as the app says."""
    found = _cards(game)
    for (place, cube), number in game.cubes.items():
        found[cube.value, place] += number
    for (side, token), laid in game.tokens.items():
        found["token", side, token, laid.location] += 1
        found["face down", side, token] += laid.face_down
    for side, reputation in enumerate(game.reputation):
        found["track", side] = reputation
    found["marker", game.first_player] = 1
    found["round",] = max(1, game.round)
    if game.leader is not None:
        found["leader goal", game.leader] = 1
    if game.instant is not None:
        found["instant goal", game.instant] = 1
    return Counter({key: number for key, number in found.items() if number})


def _cards(game: Position) -> Pieces:
    found: Pieces = Counter()
    for (zone, of), cards in game.zones.items():
        for space, card in enumerate(cards):
            if card is not None:
                found[zone.value, space if zone is Zone.DISPLAY else of] += 1
    for holder, number in game.tomes.items():
        found["tome", holder] += number
    if game.setup.solitary and game.setup.dealing is Dealing.CARDS:
        for card in game.guard_cards:
            found["guard card", card.location] += card.location is not None
    return found


def sentences(page: Page) -> list[str]:
    """What the lists of moves of a page say, one by one, the way back and the way forward alike."""
    return [sentence for _, sentence in _rows(page)]


def _rows(page: Page) -> Iterator[tuple[bool, str]]:
    """Every sentence of the lists, and whether it leads back."""
    for section in (one for one in page.top.all("section") if "data-moves" in one.given):
        for row in section.all("li"):
            if not {"none", "move-head"} & _classes(row):
                yield from (("moving-back" in _classes(section), one) for one in _spoken(row))


def _classes(node: Node) -> set[str]:
    return {*node.given.get("class", "").split()}


def _spoken(row: Node) -> Iterator[str]:
    heard = [one.text for one in row.all("span") if "unseen" in one.given.get("class", "").split()]
    text = ISOLATES.sub("", " ".join(heard) if heard else row.text).replace("\u00a0", " ")
    # Names of players are without a full stop in tests.
    yield from re.findall(r"[^.]+\.", text.replace(". ", ".").strip())


def listed(page: Page, *, back: bool = False) -> str:
    """The sentences of a page's lists of moves: of those that lead back, or of the others."""
    return " ".join(sentence for way, sentence in _rows(page) if way is back)


class Hands:
    """They move what a sentence says.

    Attributes:
        pieces: what lies on the table.
        shuffles: how often cards of a kind were shuffled.

    Args:
        game: as it lies there.
        names: of the seats.
        you: whose hands they are, where a sentence names nobody; None: the first player's.
    """

    def __init__(self, game: Position, names: tuple[str, ...], you: int | None = None) -> None:
        self.pieces = lying(game)
        self.shuffles: Counter[str] = Counter()
        self._you = game.players[0] if you is None else you
        self._guards = game.setup.guards
        self.names = {name: side for side, name in enumerate(names)}

    def move(self, sentence: str) -> None:
        """Do what a sentence says; one that nobody understands is a mistake of the app."""
        whose, _, rest = sentence.partition(": ")
        side, said = (self.names[whose], capital(rest)) if whose in self.names else (self._you, sentence)
        said = re.sub(r"((?:goon|item)\b[^()]*) \([^()]+\)\.$", r"\1.", said)
        for pattern, do in SENTENCES:
            if found := re.fullmatch(pattern, said):
                do(self, side, found)
                return
        raise AssertionError(f"Nobody knows what to do: {sentence}")

    def with_all(self, told: Iterable[str]) -> "Hands":
        """Other hands, after all of these."""
        then = copy(self)
        then.pieces, then.shuffles = self.pieces.copy(), self.shuffles.copy()
        for sentence in told:
            then.move(sentence)
        return then

    def helps(self, sentence: str, there: Pieces) -> bool:
        """Whether a sentence leads nearer to a table, and away from it in nothing."""
        then = self.with_all([sentence])
        before, after = self.away_from(there), then.away_from(there)
        better = all(abs(number) <= abs(before.get(key, 0)) for key, number in after.items())
        return better and (after != before or then.pieces == self.pieces)

    def away_from(self, there: Pieces) -> dict[Any, int]:
        """What lies otherwise than at a table, by how many."""
        keys = {*there, *self.pieces}
        return {key: number for key in keys if (number := there[key] - self.pieces[key])}

    def take(self, *key: Any, number: int = 1) -> None:
        self._by(key, -number)

    def put(self, *key: Any, number: int = 1) -> None:
        self._by(key, number)

    def _by(self, key: tuple[Any, ...], number: int) -> None:
        left = self.pieces.pop(key, 0) + number
        if left:
            self.pieces[key] = left

    def owner(self, side: int, *, guards: bool) -> int:
        """Of whom a sentence speaks."""
        assert not guards or self._guards is not None
        return self._guards if guards and self._guards is not None else side

    def give(self, what: str, side: int | None) -> None:
        """What there is one of goes from whoever has it."""
        for key in [key for key in self.pieces if key[0] == what]:
            del self.pieces[key]
        if side is not None:
            self.put(what, side)

    def lay(self, side: int, token: Any, to: Location | None, *, down: bool) -> None:
        """A token goes to a location, or home."""
        for key in [key for key in self.pieces if key[:3] == ("token", side, token)]:
            del self.pieces[key]
        self.pieces.pop(("face down", side, token), None)
        if to is not None:
            self.put("token", side, token, to)
            if down:
                self.put("face down", side, token)

    def is_down(self, side: int, token: Any) -> bool:
        return ("face down", side, token) in self.pieces


Doing = Callable[[Hands, int, re.Match[str]], None]

_WHERE = "(?:the )?(?P<{}>" + "|".join(PLACES) + ")"
AT, FROM, TO = (_WHERE.format(name) for name in ("at", "from", "to"))
CREW = "(?P<crew>your (?:lookout|enforcer|[2-5]))"
CUBES = rf"(?P<n>\d+) (?P<colour>{'|'.join(sorted(COLOURS, reverse=True))})"


def _place(found: re.Match[str], name: str) -> Location:
    return PLACES[found[name]]


def _cubes(source: str | None, target: str | None, *, guards: bool = False) -> Doing:
    """Cubes go: from or to a location of the sentence, `own` for whoever it speaks of; None is the supply."""

    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        for where, by in ((source, -1), (target, 1)):
            if where is not None:
                place = hands.owner(side, guards=guards) if where == "own" else _place(found, where)
                hands.put(COLOURS[found["colour"]], place, number=by * int(found["n"]))

    return do


def _handed_over(source: str, target: str) -> Doing:
    """Cubes go from one side to another: `own`, the `guards`, or the `other` that the sentence names."""

    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        for end, by in ((source, -1), (target, 1)):
            whose = hands.names[found["other"]] if end == "other" else hands.owner(side, guards=end == "guards")
            hands.put(COLOURS[found["colour"]], whose, number=by * int(found["n"]))

    return do


def _track(hands: Hands, side: int, found: re.Match[str], *, guards: bool = False) -> None:
    whose = hands.owner(side, guards=guards)
    hands.take("track", whose, number=hands.pieces["track", whose])
    hands.put("track", whose, number=int(found["n"]))


def _round(hands: Hands, side: int, found: re.Match[str]) -> None:
    hands.take("round", number=hands.pieces["round",])
    hands.put("round", number=int(found["n"]))


def _one(what: str, *, guards: bool = False) -> Doing:
    return lambda hands, side, _: hands.give(what, hands.owner(side, guards=guards))


def _nobodys(hands: Hands, side: int, found: re.Match[str]) -> None:
    hands.give(found["what"], None)


def _token(to: str | None, *, down: bool | None = None) -> Doing:
    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        token = TOKENS[found["crew"]]
        lies = hands.is_down(side, token) if down is None else down
        hands.lay(side, token, None if to is None else _place(found, to), down=lies)

    return do


def _card(
    source: tuple[str, str | None] | None, target: tuple[str, str | None] | None, *, guards: bool = False
) -> Doing:
    """A card goes from a kind of place to another; where it is somebody's that is said by `own`."""

    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        for spot, by in ((source, -1), (target, 1)):
            if spot is not None:
                zone, of = spot
                whose: Any = None
                if of == "own":
                    whose = hands.owner(side, guards=guards)
                elif of is not None:
                    whose = int(found["n"]) - 1 if of == "n" else _place(found, of)
                hands.put(zone, whose, number=by)

    return do


def _tomes(source: Any, target: Any, amount: str = "n") -> Doing:
    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        for holder, by in ((source, -1), (target, 1)):
            if holder is not None:
                hands.put("tome", side if holder == "own" else holder, number=by * int(found[amount]))

    return do


def _shuffled(what: str) -> Doing:
    def do(hands: Hands, side: int, found: re.Match[str]) -> None:
        hands.shuffles[what] += 1
        if what == "goons":
            hands.take("discards", None, number=hands.pieces["discards", None])
        if what == "tomes":
            hands.take("tome", "discards", number=hands.pieces["tome", "discards"])

    return do


def _deal(hands: Hands, side: int, found: re.Match[str]) -> None:
    for number in re.findall(r"\d", found["places"]):
        hands.put("guard card", [*Location][int(number) - 1])


def _nothing(hands: Hands, side: int, found: re.Match[str]) -> None:
    """A card is turned or looked at, and stays where it is."""


DISPLAY, DISCARDS = ("display", "n"), ("discards", None)


SENTENCES: Final[tuple[tuple[str, Doing], ...]] = (
    (rf"Take {CUBES} from the supply\.", _cubes(None, "own")),
    (rf"Put {CUBES} on the guard board\.", _cubes(None, "own", guards=True)),
    (rf"Return {CUBES} to the supply\.", _cubes("own", None)),
    (rf"Return {CUBES} from the guard board to the supply\.", _cubes("own", None, guards=True)),
    (rf"Take {CUBES} from {FROM}\.", _cubes("from", "own")),
    (rf"Move {CUBES} from {FROM} to the guard board\.", _cubes("from", "own", guards=True)),
    (rf"Put {CUBES} at {AT}\.", _cubes(None, "at")),
    (rf"Return {CUBES} from {FROM} to the supply\.", _cubes("from", None)),
    (r"Move to (?P<n>\d+) on the reputation track\.", _track),
    (
        r"Move the guards to (?P<n>\d+) on the reputation track\.",
        lambda hands, side, found: _track(hands, side, found, guards=True),
    ),
    (r"Move the round marker to (?P<n>\d+)\.", _round),
    (r"Take the first player marker\.", _one("marker")),
    (r"Give the guards the first player marker\.", _one("marker", guards=True)),
    (r"Take the leader goal\.", _one("leader goal")),
    (r"Give the guards the leader goal\.", _one("leader goal", guards=True)),
    (rf"Place {CREW} at {AT}\.", _token("at", down=False)),
    (rf"Place {CREW} face down at {AT}\.", _token("at", down=True)),
    (rf"Move all your tokens from {FROM} to {TO}\.", _nothing),
    (rf"Take back all your tokens from {FROM}\.", _nothing),
    (rf"Put your tokens back at {AT}\.", _nothing),
    (rf"Move the tokens that came from {FROM} back there\.", _nothing),
    (rf"Move the tokens you had at {AT} to {TO}\.", _nothing),
    (rf"Take back the tokens that came from {FROM}\.", _nothing),
    (rf"Move {CREW} to {TO}\.", _token("to")),
    (rf"Take {CREW} back\.", _token(None)),
    (rf"Turn {CREW} face up at {AT}\.", _token("at", down=False)),
    (rf"Turn {CREW} face down again at {AT}\.", _token("at", down=True)),
    (rf"(?:Place|Reveal) the top guard card (?:face down|and place it) at {AT}\.", _card(None, ("guard card", "at"))),
    (r"Place a guard card face down at each of (?P<places>[^.]+)\.", _deal),
    (rf"Take the guard card away from {FROM}\.", _card(("guard card", "from"), None)),
    (rf"Move the guard card from {FROM} to {TO}\.", _card(("guard card", "from"), ("guard card", "to"))),
    (rf"Bring the guard card back to {TO}(?:, face down)?\.", _card(None, ("guard card", "to"))),
    (rf"Put the guard card from {FROM} back on its deck, face down\.", _card(("guard card", "from"), None)),
    (rf"Look at a face-down guard card at {AT}\.", _nothing),
    (rf"Turn the guard card at {AT} face (?:up|down again)\.", _nothing),
    (rf"The guard card at {AT} stays face up: enter it again\.", _nothing),
    (r"The location card stays face up: enter again what it shows\.", _nothing),
    (r"(?:Reveal the top location card|Put the location card back on its deck)\.", _nothing),
    (r"Shuffle (?:all )?\d+ guard cards?\.", _shuffled("guard cards")),
    (r"Shuffle (?:all )?\d+ location cards?\.", _shuffled("location cards")),
    (r"Put the top item card on display space (?P<n>\d+)\.", _card(None, DISPLAY)),
    (r"Take item (?P<n>\d+) from the display\.", _card(DISPLAY, ("crafted", "own"))),
    (
        r"Put item (?P<n>\d+) from the display next to the guard board\.",
        _card(DISPLAY, ("crafted", "own"), guards=True),
    ),
    (r"Take item (?P<n>\d+) from the display, face down\.", _card(DISPLAY, ("reserve", "own"))),
    (r"Reserve item (?P<n>\d+) from the display for the guards\.", _card(DISPLAY, ("reserve", "own"), guards=True)),
    (
        r"Turn the reserved item face up and put it with your items\.",
        _card(("reserve", "own"), ("crafted", "own")),
    ),
    (
        r"Put the guards’ reserved item with their items\.",
        _card(("reserve", "own"), ("crafted", "own"), guards=True),
    ),
    (rf"Put the top goon card at {AT}\.", _card(None, ("space", "at"))),
    (rf"Move the goon from {FROM} to {TO}\.", _card(("space", "from"), ("space", "to"))),
    (rf"Put the goon from {FROM} back on its deck\.", _card(("space", "from"), None)),
    (rf"Discard the goon at {AT}\.", _card(("space", "at"), DISCARDS)),
    (rf"Take the goon from {FROM}\.", _card(("space", "from"), ("goons", "own"))),
    (rf"Put the goon from {FROM} next to the guard board\.", _card(("space", "from"), ("goons", "own"), guards=True)),
    (r"Shuffle the discarded goons into a new deck\.", _shuffled("goons")),
    (
        r"Put (?:all )?(?P<n>\d+) goons? from the deck back with the discards\.",
        lambda hands, _, found: hands.put("discards", None, number=int(found["n"])),
    ),
    (r"Put (?P<n>\d+) tomes? from under the deck back with the discards\.", _tomes(None, "discards")),
    (r"Draw (?P<n>\d+) tomes?\.", _tomes(None, "own")),
    (r"Draw \d+ tomes?, keep (?P<n>\d+), put the rest under the deck\.", _tomes(None, "own")),
    (r"Discard (?P<n>\d+) tomes?\.", _tomes("own", "discards")),
    (r"Shuffle the discarded tomes and put them under the deck\.", _shuffled("tomes")),
    (rf"Put {CUBES} from your board back at {AT}\.", _cubes("own", "at")),
    (rf"Put {CUBES} from the guard board back at {AT}\.", _cubes("own", "at", guards=True)),
    (rf"Move {CUBES} from {FROM} to {TO}\.", _cubes("from", "to")),
    (rf"Move {CUBES} from your board to the guard board\.", _handed_over("own", "guards")),
    (rf"Take {CUBES} from the guard board\.", _handed_over("guards", "own")),
    (rf"Take {CUBES} from (?P<other>[^.]+)\.", _handed_over("other", "own")),
    (rf"Give {CUBES} to (?P<other>[^.]+)\.", _handed_over("own", "other")),
    (r"Take the instant goal\.", _one("instant goal")),
    (r"Put (?:your|the guards') (?P<what>(?:leader|instant) goal) back with the goals of the game\.", _nobodys),
    (r"Put item (?P<n>\d+) from the display back on its deck\.", _card(DISPLAY, None)),
    (r"Put your crafted item back on display space (?P<n>\d+)\.", _card(("crafted", "own"), DISPLAY)),
    (r"Put the guards’ item back on display space (?P<n>\d+)\.", _card(("crafted", "own"), DISPLAY, guards=True)),
    (r"Put your reserved item back on display space (?P<n>\d+), face up\.", _card(("reserve", "own"), DISPLAY)),
    (
        r"Put the guards’ reserved item back on display space (?P<n>\d+)\.",
        _card(("reserve", "own"), DISPLAY, guards=True),
    ),
    (
        r"Turn your crafted item face down and put it with your reserved items\.",
        _card(("crafted", "own"), ("reserve", "own")),
    ),
    (
        r"Put the guards’ crafted item with their reserved items\.",
        _card(("crafted", "own"), ("reserve", "own"), guards=True),
    ),
    (rf"Put your goon back at {AT}\.", _card(("goons", "own"), ("space", "at"))),
    (rf"Put the guards’ goon back at {AT}\.", _card(("goons", "own"), ("space", "at"), guards=True)),
    (rf"Put the discarded goon back at {AT}\.", _card(DISCARDS, ("space", "at"))),
    (r"Put (?P<n>\d+) tomes? back on the deck\.", _tomes("own", None)),
    (r"Take (?P<n>\d+) tomes? back from the discards\.", _tomes("discards", "own")),
)
"""What each sentence has hands do."""
