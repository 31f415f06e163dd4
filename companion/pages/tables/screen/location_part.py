"""A location on the second screen: its stakes, ranked bars built of cells, one a point, and what each gets."""

from collections.abc import Iterator
from itertools import groupby
from typing import Any, Final, NamedTuple

from companion.pages.tables.log.happenings import whys
from companion.pages.tables.play.scenes.outlook import cost_signs, cost_words
from companion.pages.tables.screen.prizes import Prize, PrizeWords
from companion.pages.tables.screen.screen_view import ScenePart, ScreenView
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.pieces import DISPLAY, Zone
from companion.rules.state.setup import Depth
from companion.rules.vocabulary import Goon, Location
from companion.tables.projection.scenes.scene import Piece
from companion.words.catalogue import joined, paragraph, term
from companion.words.log_lines.table import leader_score
from companion.words.telling import capital

CELLS: Final = ((9, "wide"), (14, "middle"), (22, "narrow"))
"""The width of a bar's cells up to each strength; beyond the last, only the tokens are drawn."""

EXPLAINS: Final = ("location.tie", "location.suspicion_lookout", "location.suspicion_stays", "location.bonus")
"""The reasons that explain a ranking best, in this order."""


class Bar(NamedTuple):
    """A token or card of a bar.

    Attributes:
        icon: fist or eye, or empty.
        figure: or empty.
        cells: how many cells it has after the first; it counts nothing where `points` is 0.
        points: what it adds, None face down.
    """

    icon: str
    figure: str
    cells: int
    points: int | None


class OnOffer(NamedTuple):
    """A goon or an item that may be had at a location.

    Attributes:
        sign: the icon of the goon; empty: an item.
        name: what it is called.
        place: where the goon lies.
        icons: the suspicion icons of the goon.
        stars: the reputation of the item.
        cost: the icons of its cubes.
        price: those in words.
    """

    sign: str
    name: str
    place: Location | None = None
    icons: int = 0
    stars: int = 0
    cost: tuple[str, ...] = ()
    price: str = ""


class LocationPart(ScenePart):
    """A location as the second screen shows it."""

    def __init__(self, screen: ScreenView) -> None:
        super().__init__(screen)
        self._prizes = PrizeWords(screen)

    @property
    def place(self) -> dict[str, Any]:
        """The location of the scene."""
        location = self._scene.location
        assert location is not None
        return {
            "location": location,
            "number": location.number,
            "name": capital(term(self._language, location)),
            # Suspicion that a side has taken is there no more.
            "suspicion": 0 if any(one.suspicion for one in self._scene.ranking) else self._scene.suspicion_there,
            "stakes": [*self._stakes(location)],
            "places": [(one.number, self._passed(one, location)) for one in self._game.setup.edition.locations],
        }

    def _passed(self, one: Location, now: Location) -> str:
        if one is now:
            return "now"
        return "done" if self._game.setup.edition.is_before(one, now) and self._game.setup.depth is Depth.FULL else ""

    def _stakes(self, location: Location) -> Iterator[tuple[str, Prize]]:
        """Yield each offer with its ranks, ranks with the same together; without ranks where all have the same.

        While it is asked who is there, only offers that hold for any number of players are shown.
        """
        there, seated = max(len(self._scene.ranking), 1), len(self._game.setup.starts)
        numbers = range(there, (seated if self._scene.asking else there) + 1)
        offered = [self._prizes.offered(location, rank, numbers) for rank in range(1, numbers[-1] + 1)]
        first, varies = 1, False
        for prizes, same in groupby(offered):
            last = first + len([*same]) - 1
            if len(prizes) == 1:
                # What a rank before gets depends on how many there are, so this is the last one's, as on phones.
                ranks = self._screen.say("last") if varies and first == numbers[-1] else _ranks(first, last)
                yield ranks if len({*offered}) > 1 else "", next(iter(prizes))
            varies = len(prizes) > 1
            first = last + 1

    @property
    def offers(self) -> list[OnOffer]:
        """The goons or items that are left there to be had, if somebody has said what they show."""
        match self._game.location:
            case Location.CHOW_HALL if self._scene.location is Location.CHOW_HALL:
                return [*self._goons()]
            case Location.CELL_BLOCK if self._scene.location is Location.CELL_BLOCK:
                return [*self._items()]
        return []

    def _goons(self) -> Iterator[OnOffer]:
        game = self._game
        for place in game.setup.edition.goon_locations:
            for card in game.lying((Zone.SPACE, place)):
                face: GoonFace = game.face(card)
                if face.type is not None:
                    sign = str(face.type) if face.type in {*Goon} else "token"
                    yield OnOffer(sign, self._screen.aloud.card(face), place, icons=face.icons)

    def _items(self) -> Iterator[OnOffer]:
        for card in self._game.lying(DISPLAY):
            face: ItemFace = self._game.face(card)
            price = face.price
            if price is not None:
                cost = cost_signs(price.cost, price.any)
                words = cost_words(self._language, cost)
                yield OnOffer("", face.name, stars=price.reputation, cost=cost, price=words)

    @property
    def cells(self) -> str:
        """The width of the cells of all bars."""
        most = max((sum(piece.points or 0 for piece in one.pieces) for one in self._scene.ranking), default=0)
        return next((size for upto, size in CELLS if most <= upto), "none")

    @property
    def ranking(self) -> Iterator[dict[str, Any]]:
        """The sides that are there, the strongest first."""
        for one in self._scene.ranking:
            yield {
                "side": one.side,
                "sign": self._screen.sign(one.side),
                "name": self._screen.names[one.side],
                "rank": one.rank,
                "strength": one.strength,
                "marker": one.tied and one.marker,
                "bars": [self._bar(piece) for piece in one.pieces],
                "bonus": one.bonus,
                "prizes": self._prizes.with_price(one),
                "nothing": self._prizes.nothing(one),
            }

    def _bar(self, piece: Piece) -> Bar:
        if piece.points is None:
            return Bar("guard-down", "", 0, None)
        cells = max(piece.points - 1, 0) if self.cells != "none" else 0
        if isinstance(piece.shows, str):
            icon = "cube-power" if piece.shows == "power" else piece.shows
            return Bar(icon, "" if self.cells != "none" or not piece.points else str(piece.points), cells, piece.points)
        return Bar("", str(piece.points), cells, piece.points)

    @property
    def headline(self) -> str:
        """A sentence about who is strongest, and what that brings."""
        best = self._scene.ranking[0]
        if self._scene.asking:
            return self._screen.sentence
        if best.strength is None:
            return self._screen.say("face_down")
        prizes = self._prizes.got(best)
        gets = joined(self._language, (self._prizes.in_words(one) for one in prizes if one.text != "–"))
        key = "strongest" if gets and not best.declined else "strongest_nothing"
        if best.gives and key == "strongest":
            key = "strongest_for"
        winner = self._screen.called[best.side]
        return self._screen.say(key, side=winner, n=best.strength, prizes=gets, what=self._prizes.given(best))

    @property
    def leader_news(self) -> str:
        """A sentence about who has taken the leader goal at this location, and from whom."""
        taker = next((one.side for one in self._scene.ranking if "leader" in one.takes), None)
        if taker is None:
            return ""
        name, change = self._screen.called[taker], self._screen.leader_change
        if change is None or change.to != taker:
            return self._screen.say("leader", side=name)
        taken = self._screen.say("leader", side=name)
        if change.of is not None:
            taken = self._screen.say("leader.from", side=name, other=self._screen.called[change.of])
        score = leader_score(self._screen.aloud, change.event)
        return paragraph(self._language, [taken, score])

    @property
    def news(self) -> str:
        """News after the ranking: a correction or claim, or who has the leader goal now."""
        return self._screen.aside or self.leader_news

    @property
    def speaker(self) -> str:
        """The icon next to the largest sentence."""
        if self._scene.asking or self._screen.aside:
            return self._screen.speaker
        takers = (one.side for one in self._scene.ranking if "leader" in one.takes)
        return self._screen.sign(next(takers, self._scene.ranking[0].side))

    @property
    def because(self) -> str:
        """The reason for the ranking, in a sentence; nothing where it is only the strength of one token."""
        why = [next((one for one in self._scene.why if one.key == key), None) for key in EXPLAINS]
        chosen = [one for one in why if one is not None][:1]
        if not chosen:
            chosen = [one for one in self._scene.why if {"rank", "strength"} <= one.data.keys()][:1]
        told = [one for one in chosen if one.key != "location.strength" or len(one.data["tokens"]) > 1]
        return paragraph(self._language, (one.text for one in whys(self._language, told, self._screen.called)))


def _ranks(first: int, last: int) -> str:
    return f"{first}." if first == last else f"{first}.–{last}."
