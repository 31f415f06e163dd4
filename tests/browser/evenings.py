"""Games to enter, with totals counted by hand from docs/rules.md."""

from typing import Final

from phones import Phone, Server

TOTALS: Final = (74, 56, 43, 47)
"""Spoon, Die, Feather and Candle, later printing, four sides, end game goal of the majority kind.

The last raid (D-1): Spoon has most suspicion, 4: -8; Die and Feather tie for second with 2: -2 each; Candle has none.
The goal (O-7): Die 5 most: 8; Spoon and Feather tie for second with 3: 2 each; Candle 0.

Spoon: track 31, raid -8, leader goal 8 (O-4), goal 2, 3 Cultists x 5 items 15 (G-2), 4 Dwarves 12 (G-3), 1 Ratman -3
(G-6), 3+6+2 resources 11, 2 gold 4, 2 tomes 2 (F-1): 74.
Die: track 28, raid -2, goal 8, 2 Hobgoblins x 5 power 10 (G-4), 2 Dwarves 3, 4 resources 4, 1 gold 2, 1 tome 1, marker
2: 56.
Feather: track 22, raid -2, goal 2, 1 Demon of gems x 3 gems 6 (G-5), 3 Ratmen 6, 9 resources 9: 43.
Candle: track 19, 2 Bandits 6 (G-1), 2 Flayers 4 (G-7), 1 Demon of any x (1 blade + 2 gems) 6, 5 resources 5, 3 gold 6,
1 tome 1: 47.
"""

FIELDS: Final = (
    {
        "reputation": "31",
        "suspicion": "4",
        "goon.cultist": "3",
        "items": "5",
        "goon.dwarf": "4",
        "goon.ratman": "1",
        "resources": "3+6+2",
        "gold": "2",
        "tomes": "2",
        "goal": "3",
    },
    {
        "reputation": "28",
        "suspicion": "2",
        "goon.hobgoblin": "2",
        "power": "5",
        "goon.dwarf": "2",
        "resources": "4",
        "gold": "1",
        "tomes": "1",
        "goal": "5",
    },
    {
        "reputation": "22",
        "suspicion": "2",
        "demons": "gem",
        "valuable.gem": "3",
        "goon.ratman": "3",
        "resources": "9",
        "goal": "3",
    },
    {
        "reputation": "19",
        "goon.bandit": "2",
        "demons": "any",
        "valuable.blade": "1",
        "valuable.gem": "2",
        "goon.flayer": "2",
        "resources": "5",
        "gold": "3",
        "tomes": "1",
    },
)
"""The same game as a form sends it."""

CARDS: Final = (
    "cultist cultist cultist dwarf dwarf dwarf dwarf ratman item item item item item",
    "hobgoblin hobgoblin dwarf dwarf",
    "demon:gem ratman ratman ratman item::gem item::gem item::gem",
    "bandit bandit demon:any flayer flayer item::blade+gem item::gem",
)
"""The same goons and items card by card."""

_COUNTED: Final = ("goon.", "demons", "items", "valuable.")


def start(server: Server, players: str = "4", by: str = "counts", edition: str = "later", **fields: str) -> str:
    """Make a sheet without a browser; its link."""
    made = server.post("/score", players=players, by=by, edition=edition, **fields)
    return made.rsplit("/", 1)[1]


def game(server: Server, by: str = "counts", players: int = 4, **more: str) -> str:
    """The game above, entered without a browser; its link."""
    link = start(server, str(players), by)
    fields = {}
    for index in range(players):
        for name, text in FIELDS[index % len(FIELDS)].items():
            if by == "counts" or not name.startswith(_COUNTED):
                fields[f"{index}.{name}"] = text
        if by == "cards":
            fields[f"{index}.cards"] = CARDS[index % len(CARDS)]
    server.post(f"/score/{link}", **{**fields, "leader": "0", "marker": "1", **more})
    return link


def begin(phone: Phone, *choices: str) -> str:
    """From the home page to an empty score form, by touch; the sheet's link."""
    phone.go("/")
    phone.tap('.door[href$="/score"]')
    phone.ready()
    for choice in choices:
        name, _, value = choice.partition("=")
        phone.tap(f'label:has([name="{name}"][value="{value}"])')
    phone.tap(".hand .button.primary")
    phone.page.wait_for_url("**/score/*")
    phone.ready()
    return phone.page.url.rsplit("/", 1)[1]


def show_result(phone: Phone) -> None:
    phone.tap(".hand .button.primary")
    phone.page.wait_for_url("**/s/*")
    phone.ready()


def totals(phone: Phone) -> tuple[int, ...]:
    """The totals of the result page, in the order of the sides."""
    cells = phone.find(".ledger tfoot td").all_text_contents()
    return tuple(int(text.replace("\N{MINUS SIGN}", "-")) for text in cells)
