"""Games by touch: somebody who plays by what the page offers, and tables brought to some point without a browser."""

import json
import random
from collections.abc import Callable
from functools import cache
from typing import Any, Final, NamedTuple
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from phones import DEVICE, Phone, Server
from playwright.sync_api import Locator
from support.databases import put_away
from support.table_client import BY_HAND, offered, play, sit_down, somebody
from support.whole_copies import finished, keep_games, whole_copy

from companion import create_app
from companion.config import Settings

QUIET: Final = ":root[data-ready]:not([data-sending], [data-deaf], [data-unarmed])"
"""A page that is not sending anything and hears taps."""

FIRST_BOX: Final[dict[str, Any]] = {
    "format": "lockup-box",
    "version": 1,
    "name": "My copy",
    "guards": {
        "base": {str(n): {"strength": n % 5} for n in range(7)},
        "green": {str(n): {"strength": n, "special": n == 3} for n in range(5)},
    },
    "rulings": {"tier_smithy": "nothing"},
}
"""A copy of which only the guard cards of the moderate game are known; strengths made up for these tests."""

_EFFECTS: Final = ("gain_scrap", "gain_iron", "remove_suspicion", "draw_tome", "gain_power", "storage", "exchange")
_VALUABLES: Final = ("blade", "gem", "magic")
WHOLE_BOX: Final[dict[str, Any]] = {
    **FIRST_BOX,
    "goons": {
        f"{5 * icons + n}": {
            "type": kind,
            "icons": icons,
            **({"valuable": _VALUABLES[icons % 3]} if kind == "demon" else {}),
            "valuables": [_VALUABLES[(n + icons) % 3]],
            "effects": [_EFFECTS[(3 * n + icons) % 7]],
        }
        for n, kind in enumerate(("cultist", "demon", "dwarf", "hobgoblin", "ratman"), 1)
        for icons in range(4)
    },
    "items": {
        str(n): {
            "price": {
                "reputation": 2 + n % 7,
                "cost": {("scrap", "potion", "iron", "gold")[n % 4]: 1, "any": 1 + n % 3},
            },
            "valuables": [_VALUABLES[n % 3]],
            "effects": [_EFFECTS[n % 7]],
        }
        for n in range(1, 31)
    },
}
"""A copy of which all faces are known, so that nobody is asked what a card shows; faces made up for these tests."""


_DECLINES: Final = 0.05
_OTHER: Final = 0.3
"""How often another resource is wanted than the one that is proposed."""

# By touch


def settled(phone: Phone) -> None:
    """Wait until the page has its answer and hears taps again."""
    # Looked at with every frame: what waits for a selector looks more and more seldom.
    phone.page.wait_for_function(f"() => document.documentElement.matches({QUIET!r})")


def round_of(phone: Phone) -> int:
    """The round that the top bar shows."""
    return int(phone.find(".round .on").count())


class Done(NamedTuple):
    """Something that was done by touch: in which round, in lights out or not, of which type, with how many taps."""

    round: int
    lights_out: bool
    type: str
    taps: int


class Toucher:
    """It chooses at random, and does what it chose with as few taps as the page needs.

    Attributes:
        phone: that it taps on.
        done: what it has done so far.
        bandits: how many goons it has typed that lay a cube of their own.
    """

    def __init__(self, phone: Phone, seed: str) -> None:
        self.phone = phone
        self.done: list[Done] = []
        self.bandits = 0
        self._chance = random.Random(seed)

    @property
    def scene(self) -> str:
        return self.phone.find("[data-scene]").get_attribute("data-scene") or ""

    def play(self, until: Callable[["Toucher"], object]) -> None:
        """Play on until something is the case."""
        while not until(self):
            self.step()

    def step(self) -> None:
        """Do one thing."""
        phone = self.phone
        round_, lights_out, before = round_of(phone), phone.find(".pips").count() > 0, phone.taps
        type_ = self._act()
        settled(phone)
        assert phone.find(".problem").count() == 0, phone.find(".problem").inner_text()
        self.done.append(Done(round_, lights_out, type_, phone.taps - before))

    def tap_once(self) -> None:
        """Do one thing, and don't wait for what comes of it."""
        settled(self.phone)
        self._act()

    def _act(self) -> str:
        find = self.phone.find
        if find("#goons").count():
            return self._goons()
        if find("#card").count():
            return self._card()
        if find("#pad").count():
            return self._pad()
        if find(".turn").count():
            return self._tap(self._any(".turn"))
        if self.scene in {"roll", "rows"} and find(".crew-pick input").count():
            return self._row()
        if find(".crew-pick input").count():
            return self._tokens()
        if self.scene == "gather":
            return self._gather()
        if self.scene == "tome":
            return self._tap(find(".table-foot .pass button, .table-hand .acts button"))
        if self.scene == "night" or find(".carry, .board-row").count():
            return self._carry()
        return self._hand()

    def _pad(self) -> str:
        """Say what a real card shows, as the pad proposes it."""
        return self._tap(self._any(".pad-figures button:enabled, .row-tap, #pad .button"))

    def _carry(self) -> str:
        """Choose on a card where one has to, pay, and tap the one button of a location; now and then decline."""
        find = self.phone.find
        if find(".board-row").count():
            return self._tap(self._any(".board-row button"))
        if find(".table-foot .pass").count() and self._chance.random() < _DECLINES:
            return self._tap(find(".table-foot .pass button"))
        if find(".offers").count():
            self._choose(self._any(".offer-acts a"))
        for strip in find(".stash.swap").all():
            while not strip.locator("[aria-current]").count():
                self._choose(self._chance.choice(strip.locator("a").all()))
        if find("a[id^=get-]").count() and self._chance.random() < _OTHER:
            self._choose(self._any("a[id^=get-]"))
        return self._tap(find(".carry .primary"))

    def _choose(self, what: Locator) -> None:
        """Tap what draws the page anew."""
        self._count(what)
        settled(self.phone)

    def _goons(self) -> str:
        """Type the goons that come, or tap those that the box knows."""
        done = self.phone.find("[data-goons-done]")
        while done.get_attribute("aria-disabled") == "true":
            known = self.phone.find("[data-goon-strip] [aria-disabled=false]").all()
            if known:
                self._count(self._chance.choice(known))
                settled(self.phone)
                continue
            self._count(self._any(".goon-panel [data-type]"))
            self._count(self._any(".goon-panel [data-icons]:not([aria-disabled=true]) >> visible=true"))
            cubes = self.phone.find(".goon-panel [data-resource] >> visible=true").all()
            if cubes:
                settled(self.phone)
                self._count(self._chance.choice(cubes))
                self.bandits += 1
        return self._tap(done)

    def _card(self) -> str:
        """Build a card, or tap the one that was entered before."""
        find = self.phone.find
        if find(".before button").count():
            return self._tap(self._any(".before button:enabled"))
        for group in find("#card .tiles:has(input[type=radio])").all():
            if group.is_visible() and not group.locator("input:checked").count():
                self._count(self._chance.choice(group.locator("label.tile").all()))
        cost = find("#card .tiles:has([name=free])")
        if cost.count() and not cost.locator(".counter.some, input:checked").count():
            self._count(self._chance.choice(cost.locator("[data-more], label.tile").all()))
        for counter in find("#card [data-more] >> visible=true").all():
            if self._chance.random() < 0.2:
                self._count(counter)
        if find(".blank").count() and not find(".face-part").count():
            self._count(find(".blank"))
        return self._tap(find("button[form=card]").last)

    def _tokens(self) -> str:
        """Assign a token, or pass once every place has some or no token is left."""
        if not self.phone.find(".slot").count():
            return self._tap(self.phone.find(".table-foot form:has([value=pass]) button"))
        free = self.phone.find(".crew-pick:has(input)").all()
        for token in self._chance.sample(free, min(len(free), self._chance.choice([1, 2]))):
            self._count(token)
        return self._tap(self._any(".slot"))

    def _row(self) -> str:
        """Of the own crew: lay tokens where it has none yet, or say which lie at a place."""
        tokens = self.phone.find("[name='f.tokens']:not(:checked)")
        number = tokens.count()
        # From the last on: one that is chosen is none of them any more.
        for place in sorted(
            self._chance.sample(range(number), min(number, self._chance.choice([1, 1, 2]))), reverse=True
        ):
            self._count(tokens.nth(place))
        if self.scene == "rows":
            return self._tap(self.phone.find(".table-hand .primary"))
        return self._tap(self._any(".slot"))

    def _gather(self) -> str:
        """Say who is at a location with which of the tokens that are left."""
        for group in self.phone.find(".long fieldset").all():
            for tile in group.locator("label.tile:has(input:enabled)").all():
                if self._chance.random() < 0.3:
                    self._count(tile)
        return self._tap(self.phone.find(".table-hand .primary"))

    def _hand(self) -> str:
        forms = [form for form in self.phone.find(".table-hand .acts form").all() if form.locator("button").count()]
        if not forms:
            return self._from_hand()
        form = self._chance.choice(forms)
        for group in form.locator("fieldset:has(input[type=checkbox])").all():
            if not group.locator("input:checked").count():
                self._count(group.locator("label.tile").first)
        for number in form.locator("[data-number]").all():
            # What the app cannot count is said as a figure, such as the points of an end game goal.
            self._count(number)
            number.fill(str(self._chance.randrange(10)))
        # A button of its own does it; else the one that sends what was chosen.
        own = form.locator("button[name]").all()
        for group in form.locator("fieldset:has(input[type=radio])").all() if not own else ():
            self._count(self._chance.choice(group.locator("label.tile").all()))
        return self._tap(self._chance.choice(own or form.locator("button:not([type=button])").all()))

    def _from_hand(self) -> str:
        """Fill in a form that stands on the page, since the hand has no room for it, and send it from the hand."""
        button = self._any(".table-hand .acts button[form]:visible")
        form = self.phone.find(f"#{button.get_attribute('form')}")
        for group in form.locator("fieldset:has(input[type=radio])").all():
            if not group.locator("input:checked").count():
                self._count(self._chance.choice(group.locator("label.tile").all()))
        # Who counts nothing at all is asked back.
        for number in form.locator("[data-number]:visible").all()[-1:]:
            self._count(number)
            number.fill("1")
        if self.phone.find("[data-keypad]").is_visible():
            # A tap beside the rows puts it away.
            self._count(self.phone.find(".top h1"))
        return self._tap(button)

    def _any(self, selector: str) -> Locator:
        return self._chance.choice(self.phone.find(selector).all())

    def _count(self, what: Locator) -> None:
        what.tap()
        self.phone.taps += 1

    def _tap(self, button: Locator) -> str:
        """Tap a button, and say of which type the act is."""
        done = str(button.evaluate("(one) => one.form.elements.type.value"))
        self._count(button)
        return done


# Without a browser


class Answer(NamedTuple):
    """What the server answered, as the tests of the API read it."""

    status_code: int
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


class Wire:
    """The API of a server in a process of its own, spoken to as to an app's client, by a device if one is named."""

    def __init__(self, server: Server, device: str = "") -> None:
        self._address = f"http://127.0.0.1:{server.port}"
        self._always = {"Cookie": f"lockup_device={device}"} if device else {}

    def get(self, path: str, headers: dict[str, str] | None = None) -> Answer:
        return self._asked(Request(self._address + path, headers={**self._always, **(headers or {})}))

    def post(self, path: str, json: Any, headers: dict[str, str] | None = None) -> Answer:
        named = {**_JSON, **self._always, **(headers or {})}
        return self._asked(Request(self._address + path, _written(json), named))

    def _asked(self, request: Request) -> Answer:
        try:
            with urlopen(request) as answer:
                return Answer(answer.status, answer.read().decode())
        except HTTPError as refused:
            return Answer(refused.code, refused.read().decode())


_JSON: Final = {"Content-Type": "application/json"}


def _written(value: Any) -> bytes:
    return json.dumps(value).encode()


GOONS: Final[dict[str, Any]] = {
    "sewers": {"type": "dwarf", "icons": 2},
    "infirmary": {"type": "bandit", "icons": 1, "resource": "gold", "name": "Rusty"},
    "smithy": {"type": "hobgoblin", "icons": 3},
    "commissary": {"type": "cultist", "icons": 2},
    "chow_hall": {"type": "demon", "icons": 3},
}
ITEMS: Final[list[dict[str, Any]]] = [
    {"price": {"reputation": 5, "cost": {"scrap": 2, "any": 1}}, "name": "Rope", "valuables": ["gem"], "effects": []},
    {"price": {"reputation": 9, "cost": {"gold": 2}}},
    {"price": {"reputation": 3, "cost": {"iron": 1}}},
]
HELD: Final[dict[str, Any]] = {
    "reputation": 31,
    "storage": 3,
    "tomes": 2,
    "cubes": {"scrap": 3, "potion": 2, "iron": 2, "gold": 1, "power": 4, "suspicion": 3},
    "crafted": [{**ITEMS[0], "name": "Shiv"}],
    "goons": [{"type": "dwarf", "icons": 1, "valuables": ["gem"], "effects": []}, {"type": "ratman", "icons": 1}],
}
STANDS: Final[dict[str, Any]] = {
    "round": 3,
    "phase": "roll_call",
    "first_player": "player",
    "player": HELD,
    "guards": {"reputation": 28, "cubes": {"iron": 2, "gold": 1, "suspicion": 4, "power": 2}},
    "cubes": {"sewers": {"suspicion": 2}, "infirmary": {"gold": 1}, "smithy": {"suspicion": 3}},
    "goons": GOONS,
    "display": ITEMS,
    "leader": "guards",
}
"""A game in its third round, with something of everything; figures made up for these tests."""

CREW: Final = {
    5: "smithy",
    3: "chow_hall",
    4: "cell_block",
    2: "infirmary",
    "enforcer": "exercise_yard",
    "lookout": "commissary",
}
LAID: Final = [
    {"location": place, "strength": strength}
    for place, *strengths in (
        ("smithy", 5, 4),
        ("chow_hall", 3),
        ("cell_block", 2),
        ("infirmary", "power"),
        ("library", 9),
    )
    for strength in strengths
]


class Scene(NamedTuple):
    """A point of a game: what its table agrees on, and when it is reached."""

    body: dict[str, Any]
    until: Callable[[Any], object] = lambda _: True


def _asks(kind: str, *types: str) -> Callable[[Any], object]:
    """Whether a game waits at a step of a kind, with acts of these types among what may be done."""

    def is_there(shown: Any) -> bool:
        step = shown["prompt"]["step"]
        return step is not None and step["kind"] == kind and all(offered(shown, one) for one in types)

    return is_there


def _game(**figures: Any) -> dict[str, Any]:
    goals = {"leader_goal": {"counts": "gem"}, "end_goal": {"kind": "condition"}}
    return {"dealing": "house", "seed": "browser", **goals, "begin": {**STANDS, **figures}}


def lights_out_at(location: str, **figures: Any) -> dict[str, Any]:
    """Lights out has come to a location."""
    tokens = [{"token": token, "location": place} for token, place in CREW.items()]
    return _game(**{"phase": "lights_out", "location": location, "tokens": tokens, "guard_cards": LAID, **figures})


SCENES: Final[dict[str, Scene]] = {
    "table, a goon of the setup": Scene({"dealing": "house"}),
    "table, the first guards' turn": Scene(_game(round=1, first_player="guards"), _asks("turn", "turn_guard_card")),
    "table, the player's turn": Scene(_game(), lambda shown: shown["version"] > 6 and offered(shown, "assign")),
    "table, a guards' turn": Scene(
        _game(first_player="guards"), lambda shown: shown["version"] > 6 and offered(shown, "turn_guard_card")
    ),
    "table, a guard card to type": Scene({**_game(first_player="guards"), **BY_HAND}, _asks("reveal")),
    "table, a location card to type": Scene({**_game(first_player="guards"), **BY_HAND}, _asks("location_card")),
    "table, a tome": Scene(_game(), _asks("tome")),
    "table, a place": Scene(lights_out_at("smithy"), _asks("resolve")),
    "table, a place without the player": Scene(lights_out_at("library"), _asks("resolve")),
    "table, a guard card in lights out": Scene(
        {**lights_out_at("smithy", guard_cards=[{"location": "smithy"}, *LAID[1:]]), **BY_HAND}, _asks("turn_up")
    ),
    "table, a resource to choose": Scene(lights_out_at("commissary", guard_cards=LAID), _asks("reward", "take")),
    "table, goons to recruit": Scene(lights_out_at("chow_hall"), _asks("reward", "recruit")),
    "table, items to craft": Scene(lights_out_at("cell_block"), _asks("reward", "craft")),
    "table, a place that stays open": Scene(lights_out_at("commissary"), _asks("pace")),
    "table, the night": Scene(lights_out_at("library"), _asks("night")),
    "table, a payment": Scene(lights_out_at("cell_block"), _asks("pay")),
    "table, the price of an item": Scene(lights_out_at("cell_block", display=[{}, *ITEMS[1:]]), _asks("price")),
    "table, the rest of a card": Scene(lights_out_at("chow_hall"), _asks("card")),
    "table, what a Demon counts": Scene(
        lights_out_at("chow_hall", goons={place: {"type": "demon", "icons": 1} for place in GOONS}), _asks("demon")
    ),
    "table, a Bandit's resource": Scene(
        _game(goons={**GOONS, "smithy": {"type": "bandit", "icons": 1}}), _asks("bandit")
    ),
    "table, too much to store": Scene(_game(phase="patrol"), _asks("store")),
    "table, a new goon": Scene(_game(phase="patrol", goons={**GOONS, "smithy": None}), _asks("goon_space")),
    "table, a raid": Scene(_game(phase="patrol"), _asks("raid")),
    "table, a check": Scene(_game(phase="patrol"), _asks("begin")),
    "table, points asked for": Scene(_game(round=6, phase="patrol"), _asks("count")),
    "table, the end": Scene(_game(round=6), lambda shown: not shown["prompt"]["actions"]),
}
"""Every page of a game that looks otherwise than the others, by what it shows."""


def reach(server: Server, name: str, /, **more: Any) -> str:
    """Bring a new table to a scene; its code.

    Whoever plays at random may pass it by, with each act that the rules gain anew: then others try.
    """
    scene, wire = SCENES[name], Wire(server)
    for player in (name, *(f"{name}, {n}" for n in range(1, 12))):
        seat, shown = sit_down(wire, {**scene.body, **more})
        if scene.until(play(wire, seat, shown, somebody(player), until=scene.until)):
            return seat.code
    raise AssertionError(name)


def result_with_par(database: str, games: int) -> str:
    """The path of the result of a game that a phone has played alone, so many games of its par kept."""
    app = create_app(Settings(database=database))
    client = app.test_client()
    client.set_cookie("lockup_device", DEVICE)
    over = finished(app, client, whole_copy())
    with app.app_context():
        keep_games(over.seat.code, games)
    put_away(app)
    return f"/s/{over.link}"


@cache
def places_of_tables(server: Server) -> dict[str, str]:
    """Every page of a game by what it is, and its path on a server; the tables are opened once."""
    found = {name: f"/t/{reach(server, name)}" for name in SCENES}
    below = ("figures", "correct", "log", "shuffles", "along")
    full, done_ = found["table, a place"], found["table, the end"]
    result = "/s/" + server.post(f"{done_}/scores").rpartition("/")[2]
    return {
        "new table": "/alone",
        **found,
        **{f"table, {one}": f"{full}/{one}" for one in below},
        "table, the log of a game": f"{done_}/log",
        "result of a table": result,
        "evening": f"{result}/evening?choices=on",
        "result with par": (par := result_with_par(server.database, 100)),
        "evening with par": f"{par}/evening?choices=on",
        # Before a raid, with a long name on the key between the others.
        "replay": f"{result}/evening/20",
    }
