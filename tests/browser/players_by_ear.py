"""Somebody who plays alone by what a reader of screens says and by keys, with real cards that nobody else sees."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from random import Random
from typing import Any, Final

from ears import LISTENING, Heard
from heard_boards import GUARDS, YOU, Board, Held
from phones import Phone
from readers import HAND, Page, Reader, Spoken
from tables import WHOLE_BOX, settled

from companion.rules import Setup
from companion.rules.vocabulary import DemonValuable, Resource, Valuable
from companion.rules.vocabulary import Goon as GoonKind
from companion.scoring import EndGameGoal, ScoreSheet, Side, score
from companion.scoring.sheet import GoonCard, ItemCard, counted

_NEVER: Final = re.compile(r"^(Type it|Why\?|Play a tome|\d+ more|Hint|Understood|No more help|Correct)")
_TOMES, _DECLINES, _OTHERS = 0.3, 0.05, 0.2
CORRECTS: Final = 1
"""Before so many rounds, beginning with the second, the board is compared before a number is corrected."""


_COSTS: Final = {"scrap": "Scrap", "potion": "Potions", "iron": "Iron", "gold": "Gold", "any": "Any"}
_EFFECTS: Final = {
    "gain_scrap": "Gain 1 scrap",
    "gain_iron": "Gain 1 iron",
    "remove_suspicion": "Remove 1 suspicion cube",
    "draw_tome": "Draw 1 tome",
    "gain_power": "Gain 1 power cube",
    "storage": r"Storage \+1",
    "exchange": "Exchange 1 resource",
}


_ROWS: Final = {
    "Reputation": "", "Tomes": "", "Scrap": "scrap", "Potions": "potion", "Iron": "iron", "Gold": "gold",
    "Power cubes": "power", "Suspicion cubes": "suspicion",
}  # fmt: skip
_LEADERS: Final = {
    "Bandits": "bandit",
    "Cultists": "cultist",
    "Dwarves": "dwarf",
    "Hobgoblins": "hobgoblin",
    "Ratmen": "ratman",
    "Gems": "gem",
}


def _rest(card: Any) -> list[tuple[str, str]]:
    """What is to be pressed for what a card shows beside its price or icons."""
    if not card.valuables and not card.effects:
        return [("checkbox", "^It shows no valuables and no effects$")]
    valuables = [("button", f"^{one.capitalize()}: one more$") for one in card.valuables]
    return [*valuables, *(("button", f"^{_EFFECTS[one]}$") for one in card.effects)]


def _valuables(text: str) -> tuple[str, ...]:
    return (*re.findall("blade|gem|magic", re.sub("counts (blade|gem|magic)", "", text)),)


@dataclass(frozen=True)
class Goon:
    """A goon card."""

    kind: str
    icons: int
    valuables: tuple[str, ...]
    effects: tuple[str, ...]
    counts: str = ""
    resource: str = ""


@dataclass(frozen=True)
class Item:
    """An item card."""

    worth: int
    cost: tuple[tuple[str, int], ...]
    valuables: tuple[str, ...]
    effects: tuple[str, ...]


def goon_cards() -> list[Goon]:
    """The goons of the copy, and two Bandits."""
    known = [
        Goon(one["type"].capitalize(), one["icons"], (*one["valuables"],), (*one["effects"],), one.get("valuable", ""))
        for one in WHOLE_BOX["goons"].values()
    ]
    return [*known, Goon("Bandit", 1, (), (), resource="gold"), Goon("Bandit", 2, (), (), resource="scrap")]


def item_cards() -> list[Item]:
    """The items of the copy."""
    return [
        Item(one["price"]["reputation"], (*one["price"]["cost"].items(),), (*one["valuables"],), (*one["effects"],))
        for one in WHOLE_BOX["items"].values()
    ]


CARD: Final = "card"
"""The type of an act that enters a card part by part."""

PAGE: Final = "page"
"""The type of what is done on another page, or leads to one, or only marks a card: no act of the game."""


class Ears(Reader):
    """It plays at random, by ear.

    Attributes:
        board: as it was heard.
        heard: what was done, and heard of it.
        page: as it was read last.
        leader: what the leader goal counts, once it was said.
        has_end_goal: whether it was said that the end game goal is a condition.
        points: what that gives each side.
        compared: how often the board was compared with the app's numbers.
        corrected: whether one of them was corrected.
    """

    def __init__(self, phone: Phone, seed: str) -> None:
        super().__init__(phone)
        self.board = Board()
        self.heard: list[Heard] = []
        self._chance = Random(seed)
        self._goon_deck, self._item_deck = goon_cards(), item_cards()
        self._chance.shuffle(self._goon_deck)
        self._chance.shuffle(self._item_deck)
        self._shown: Any = None
        self.leader = ""
        self.has_end_goal = self.corrected = False
        self.points: dict[str, int] = {}
        self.compared = 0
        self.page = self.read()

    @classmethod
    def begin(cls, phone: Phone, seed: str, difficulty: str, dealing: str) -> "Ears":
        """Somebody who sets a game up by ear: how strong the guards are, and who deals."""
        phone.context.add_init_script(LISTENING)
        phone.go("/alone")
        phone.find("[name=seed]").evaluate("(field, seed) => { field.value = seed; }", seed)
        ears = cls(phone, seed)
        for name in (difficulty, dealing):
            page = ears.read()
            ears.do(page, page.controls(name=f"^{name}", role="radio")[0])
            ears.done(PAGE)
        ears.page = ears.read()
        ears._go(ears.page.controls(name="^Go on to the goons$")[0])
        return ears

    # What is heard

    def done(self, what: str) -> None:
        """Wait for what comes of an act, listen, and note it by its type."""
        settled(self.phone)
        said = self.said()
        self.page = self.read()
        focus = self.focus(self.page)
        asked = focus is not None and focus.role == "heading"
        name, title = focus.name if focus else "", self.phone.page.title()
        self.heard.append(Heard(what, self.keys, (*said,), name, asked, title, self.page.title))
        self.keys = 0
        for one in said:
            self.board.hear(one)

    def play(self, until: Callable[["Ears"], object]) -> None:
        """Play on until something is the case."""
        while not until(self):
            self.step()

    def totals(self) -> dict[str, int]:
        """What each side has come to, as far as was heard."""
        setup = Setup()
        sides = [self._side(name, held) for name, held in self.board.sides.items()]
        goal = EndGameGoal.CONDITION if self.has_end_goal else EndGameGoal.NONE
        scored = score(ScoreSheet(sides, setup.edition, setup.rulings, solitary=True, end_game_goal=goal))
        return {one.name: one.total for one in scored.sides}

    def _side(self, name: str, held: Held) -> Side:
        counts = counted(
            [ItemCard([Valuable(one) for one in item.valuables]) for item in held.items],
            [
                GoonCard(
                    GoonKind(goon.kind.lower()),
                    [Valuable(one) for one in goon.valuables],
                    DemonValuable(goon.counts) if goon.counts else None,
                )
                for goon in held.goons
            ],
        )
        leads = _LEADERS.get(self.leader)
        shown = [one for card in (*held.items, *held.goons) for one in card.valuables]
        count = shown.count(leads) + sum(one.kind.lower() == leads for one in held.goons) if leads else None
        return Side(
            name,
            guards=name == GUARDS,
            reputation=held.reputation,
            suspicion=held.cubes["suspicion"],
            power=held.cubes["power"],
            resources={one: held.cubes[one] for one in Resource if held.cubes[one]},
            tomes=held.tomes,
            first_player=held.marker,
            leader_goal=held.leader,
            leader_count=count,
            goal_points=self.points.get(name, 0),
            reserved=len(held.reserved),
            **counts,  # type: ignore[arg-type]
        )

    @property
    def is_over(self) -> bool:
        """Whether the page says that the game is."""
        return self.page.says(r"^The game is over") is not None

    # What is done

    def step(self) -> None:
        """Do one thing that the page offers."""
        if self.page.says("^Compare with your table$"):
            self.compare()
        next(does for asks, does in _STEPS if asks(self))(self)

    def _press(self, what: Spoken) -> None:
        self.do(self.page, what)
        self.done(what.name)

    def _any(self, found: list[Any]) -> Any:
        return self._chance.choice(found)

    def _real_card(self) -> None:
        """Say what a real card shows, now and then of another card than the one that is proposed."""
        cards = [one for one in self.page.controls(name=": reveal a guard card$", role="radio") if not one.is_on]
        if cards and self._chance.random() < _OTHERS:
            self.do(self.page, self._any(cards))
            self.done(PAGE)
        page = self.page
        figures = page.controls(HAND, r"^(\d|power|strength)", "button")
        places = page.controls(name="^A card is placed at|^Off duty", role="button")
        self._press(self._any(places or figures))

    def _assign(self) -> None:
        tokens = [one for one in self.page.controls("Your tokens") if not one.is_on]
        for token in self._chance.sample(tokens, min(len(tokens), self._chance.choice([1, 2]))):
            self.do(self.page, token)
        self._press(self._any(self.page.controls(name="^Assign to ")))

    def _tome(self) -> None:
        self.do(self.page, self.page.controls(HAND, "^Play a tome")[0])
        settled(self.phone)
        self.page = self.read()
        play = [one for one in self.page.controls(role="button") if re.search("[Tt]ome", " ".join(one.within))]
        self._press(self._any(play))

    def _enter_goons(self) -> None:
        """Say which goons come: a type, which leads to the icons, and for a Bandit to its resource."""
        while not (done := self.page.controls(name="^Enter the goons$", role="button")):
            row = self.page.controls(name=r"^[2-6] .* –$", role="button")[0]
            goon = self._next_goon()
            self.do(self.page, self.page.controls(name=f"^{goon.kind}$", role="button")[0], at_once=True)
            self.press(str(goon.icons))
            if goon.resource:
                page = self.read()
                self.do(page, page.controls(name=f"^{goon.resource.capitalize()}$", role="button")[0], at_once=True)
            self.board.goons[row.name[2:-2]] = goon
            self.done("enter")
        self._press(done[0])
        for line in self.page.lines("listitem"):
            self.board.lay_out(line)

    def _next_goon(self) -> Goon:
        if not self._goon_deck:
            self._goon_deck, self.board.discards_of_goons = self.board.discards_of_goons, []
            self._chance.shuffle(self._goon_deck)
        return self._goon_deck.pop()

    def _enter_card(self) -> None:
        """Say what a card shows: one that was entered before, or its face, part by part."""
        page = self.page
        asked = page.says(r"item (\d+) of the display")
        known = [
            one for one in page.controls(role="button") if re.match(r"Item worth |\w+, \d suspicion icon", one.name)
        ]
        if asked and known:
            chosen = self._any(known)
            shown = Item(int(re.findall(r"worth (\d+)", chosen.name)[0]), (), _valuables(chosen.name), ())
            self.board.display[int(asked[1]) - 1] = shown
            return self._press(chosen)
        if asked:
            item = self._item_deck.pop()
            self.board.display[int(asked[1]) - 1] = item
            cost = [("button", f"^{_COSTS[kind]}: one more$") for kind, n in item.cost for _ in range(n)]
            return self._press_all([("radio", f"^{item.worth}$"), *cost, ("button", "^Enter the item$")])
        self._shown = card = self._asked_about(page)
        for one in known:
            if _valuables(one.name) == card.valuables:
                return self._press(one)
        return self._press_all([*_rest(card), ("button", "^Enter what it shows$")])

    def _asked_about(self, page: Page) -> Any:
        """The card that a side has got, of which the page asks what it shows."""
        found = page.says(rf"^({YOU}|{GUARDS}): (\w+) with (\d) suspicion icons?\. What else")
        if found:
            goons = reversed(self.board.sides[found[1]].goons)
            return next(one for one in goons if (one.kind, str(one.icons)) == (found[2], found[3]))
        found = page.says(rf"^({YOU}|{GUARDS}): .*What else")
        assert found, page.text()
        return self.board.sides[found[1]].items[-1]

    def _press_all(self, parts: list[tuple[str, str]]) -> None:
        for role, name in parts:
            page = self.read()
            found = page.controls(name=name, role=role)
            assert found, (name, page.text())
            self.do(page, found[0], at_once=name != parts[-1][1])
        self.done(CARD)

    def _goal(self) -> None:
        """Say which leader goal lies on the table, or what the end game goal is, on a page of its own."""
        asks = self.page.says("^No (leader|end game) goal entered yet")
        assert asks
        self._go(self.page.controls(HAND, "^Type it$")[0])
        page = self.page
        if asks[1] == "leader":
            self.leader = self._any([*_LEADERS])
            self.do(page, page.controls(name=f"^{self.leader}$", role="radio")[0])
            self.done(PAGE)
        else:
            self.has_end_goal = True
            self.do(page, page.controls(name="^A condition$", role="radio")[0])
            self.done(PAGE)
        self._go(self.read().controls(name="^(Correct this|Enter the goal)$")[0])

    def _go(self, what: Spoken) -> None:
        """Press what leads to another page, and note it as an act."""
        with self.phone.page.expect_navigation():
            self.do(self.page if what in self.page.things else self.read(), what)
        self.phone.ready()
        self.done(PAGE)

    def compare(self) -> None:
        """What stands on the table before a round, as the page reads it, is what was heard."""
        found = [one.name for one in self.page.things if one.role in {"rowheader", "cell"}]
        rows = {name: found[place + 1 : place + 3] for place, name in enumerate(found) if name in _ROWS}
        for name, told in rows.items():
            for side, number in zip((YOU, GUARDS), told, strict=True):
                held = self.board.sides[side]
                has = {"Reputation": held.reputation, "Tomes": held.tomes}.get(name, held.cubes[_ROWS[name]])
                if number != "–":
                    assert (name, side, str(has)) == (name, side, number), self.heard[-12:]
        self.compared += bool(rows)

    def correct(self) -> None:
        """Say once on the page itself that one scrap more lies before oneself than was thought."""
        self.corrected = True
        while (focus := self.focus(self.page)) is None or focus.name != "You: Scrap":
            self.press("F8")
        self.board.sides[YOU].cubes["scrap"] += 1
        self.type(str(self.board.sides[YOU].cubes["scrap"]))
        self.press("Escape")
        self.press("Escape")
        self.press("Enter")
        self.done("correct")
        assert "scrap" in " ".join(self.heard[-1].said), self.heard[-1]

    def _demon(self) -> None:
        self._press(self.page.controls(HAND, self._shown.counts.capitalize())[0])

    def _points(self) -> None:
        """Say how many points the end game goal gives a side."""
        asked = self.page.says(rf"^({YOU}|{GUARDS}): how many points for the end game goal")
        assert asked
        self.points[asked[1]] = points = self._chance.randrange(10)
        field = self.page.controls(HAND, role="textbox")[0]
        self.reach(self.page, field)
        self.type(str(points))
        page = self.read()
        self.do(page, page.controls(HAND, "^Enter the number$")[0])
        self.done("number")

    def _hand(self) -> None:
        """Choose where one has to, and press what goes on."""
        for _ in range(6):
            page = self.page
            buttons = [one for one in page.controls(HAND) if one.role == "button" and not _NEVER.match(one.name)]
            groups = [one for one in buttons if one.within[-1] != HAND]
            fields = [one for one in page.controls(HAND) if one.role in {"radio", "checkbox"}]
            if groups:
                return self._press(self._any(groups))
            if fields and not any(one.is_on for one in fields):
                self.do(page, self._any(fields))
                self.page = self.read()
                continue
            if buttons:
                return self._press(self._any(buttons))
            links = [one for one in page.controls("Your options") if one.role == "link"] or [
                one for one in page.controls(HAND) if one.role == "link" and not _NEVER.match(one.name)
            ]
            assert links, page.text()
            chosen = self._any(links)
            first = next((one for one in links if one.key and one.key == chosen.key), chosen)
            # Its digit chooses the first thing to do with a card, and pressed again the other.
            for id_ in dict.fromkeys([first.id, chosen.id]):
                self.do(self.page, next(one for one in self.page.controls(role="link") if one.id == id_))
                self.done("choose")
        raise AssertionError(self.page.text())

    def _decline(self) -> None:
        self._press(self.page.controls(name="^Decline$")[0])

    def _turn(self) -> None:
        self._press(self._any(self.page.controls(name=_TURN, role="button")))

    def chance(self, often: float) -> bool:
        """Whether something is done that is done now and then."""
        return self._chance.random() < often


_TURN: Final = ": reveal a guard card$"
_STEPS: Final[tuple[tuple[Callable[[Ears], object], Callable[[Ears], None]], ...]] = (
    (lambda ears: ears.compared == CORRECTS and not ears.corrected, Ears.correct),
    (lambda ears: not ears.leader and ears.page.says("^No leader goal entered yet"), Ears._goal),
    (lambda ears: not ears.has_end_goal and ears.page.says("^No end game goal entered yet"), Ears._goal),
    (lambda ears: ears.page.says("^Its type$"), Ears._enter_goons),
    (lambda ears: ears.page.says("^What’s on item|What else does it show"), Ears._enter_card),
    (lambda ears: ears.page.says("Demon count.?$"), Ears._demon),
    (lambda ears: ears.page.says("how many points for the end game goal"), Ears._points),
    (lambda ears: ears.page.controls(name=_TURN, role="button"), Ears._turn),
    (lambda ears: ears.page.controls(name=f"{_TURN}|^A card is placed at|^Off duty"), Ears._real_card),
    (lambda ears: ears.page.controls(name="^Assign to "), Ears._assign),
    (lambda ears: ears.page.controls(HAND, "^Play a tome") and ears.chance(_TOMES), Ears._tome),
    (lambda ears: ears.page.controls(name="^Decline$") and ears.chance(_DECLINES), Ears._decline),
    (lambda ears: ears.page, Ears._hand),
)
"""What is done, by what the page says; the first that fits."""
