"""Everybody of a full table, on one phone or on one each: whoever is asked does something the own page offers."""

from collections.abc import Callable
from typing import Final, NamedTuple

from phones import Phone
from tables import Toucher, round_of, settled


def version_of(phone: Phone) -> int:
    """At which version of the table a phone is."""
    return int(phone.find("[data-live-table]").get_attribute("data-version") or 0)


def may_act(phone: Phone) -> bool:
    """Whether a phone is asked for something of its own, or keeps the table; what others are to do it leaves."""
    offered = ".table-hand .acts button:not(.others, [data-later]):visible, .tray input"
    return phone.find(offered).count() > 0


class Acted(NamedTuple):
    """Somebody has done something: the place of the phone, the round, the type of the act, and its taps."""

    place: int
    round: int
    type: str
    taps: int


class Everybody:
    """Three people of a full table: whoever is asked does something of what the own page offers.

    Attributes:
        acted: who has done what, with how many taps.
        stood: how high tokens, strip and foot stood on each phone in roll call.
        people: each on a phone, as they were asked for.
    """

    def __init__(self, *phones: Phone, person: Callable[[Phone, str], Toucher] = Toucher) -> None:
        self._phones = phones
        self.people = [person(phone, f"phone {place}") for place, phone in enumerate(phones)]
        self.acted: list[Acted] = []
        self.stood: list[set[tuple[str, int]]] = [set() for _ in phones]

    @property
    def round(self) -> int:
        """The round that the first phone shows."""
        return round_of(self._phones[0])

    def play(self, until: Callable[[], object]) -> None:
        """Play on until something is the case."""
        while not until():
            self.step()

    def step(self) -> None:
        """One act on one phone, and all others show what it has come to."""
        place = next(place for place, phone in enumerate(self._phones) if may_act(phone))
        toucher = self.people[place]
        settled(toucher.phone)
        toucher.step()
        self.acted.append(Acted(place, *toucher.done[-1][:1], *toucher.done[-1][2:]))
        version = version_of(toucher.phone)
        for phone, stood in zip(self._phones, self.stood, strict=True):
            phone.page.wait_for_selector(f"[data-version='{version}']", state="attached")
            if toucher.done[-1].type == "assign" and phone.find("[data-scene=roll]").count():
                stood.update(tuple(one) for one in phone.page.evaluate(_STANDS))

    def choices(self, place: int, round_: int) -> list[int]:
        """The taps of each real choice of somebody in a round."""
        return [one.taps for one in self._of(place, round_) if one.type in _CHOICES]

    def rest(self, place: int, round_: int) -> int:
        """The taps of somebody in a round, without real choices and without cards that are entered."""
        return sum(one.taps for one in self._of(place, round_) if one.type not in _CHOICES | _ENTERED)

    def _of(self, place: int, round_: int) -> list[Acted]:
        return [one for one in self.acted if (one.place, one.round) == (place, round_)]


_STANDS: Final = """() => [...document.querySelectorAll(".tray, .crew-strip, .table-foot")]
    .map((one) => [one.classList[0], Math.round(one.getBoundingClientRect().top)])"""

_CHOICES: Final = {"take", "swap", "recruit", "craft", "reserve", "pay", "decline", "return_cubes"}
_ENTERED: Final = {"type_goon", "type_goons", "deck_empty", "type_item", "space_empty", "type_card", "type_bandit"}
