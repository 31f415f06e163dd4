"""The gains of a side at a location, as short as a screen can say them."""

from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from companion.pages.tables.play.board_view import SECOND
from companion.pages.tables.screen.screen_view import ScenePart
from companion.rules.rulings.rewards import offer
from companion.rules.state.pieces import Cube, Zone
from companion.rules.vocabulary import Location
from companion.tables.projection.scenes.scene import Contestant
from companion.words.catalogue import amounts, joined


class Prize(NamedTuple):
    """A gain: a cube drawn so many times, in words, an icon, and whether the first player marker comes.

    `shortly` replaces the words in a sentence or the head of the location, where the words are a list of prices.
    """

    cube: str
    times: int
    text: str
    marker: bool = False
    sign: str = ""
    shortly: str = ""


class PrizeWords(ScenePart):
    """The gains of players at the location of a scene."""

    def got(self, one: Contestant) -> list[Prize]:
        """Return the gains of somebody there, or what they may still choose: cards first, which are paid for."""
        prizes = [self._card(zone, card) for zone, card in one.taken]
        prizes += [self._cubes(cube, n) for cube, n in one.gains.items()]
        prizes += [Prize("", 0, self._screen.say(f"took.{what}"), sign=what) for what in one.takes]
        if one.tomes and self._scene.location is not Location.LIBRARY:
            prizes.append(Prize("", 0, self._screen.say("tomes", n=one.tomes), sign="tome"))
        chooses = one.side in self._scene.awaited and not one.taken
        offered = None if self.nothing(one) else one.reward
        if offered is not None and (not prizes or (chooses and offered["kind"] in _CARDS)):
            prizes.append(self._at_rank(one.rank, offered))
        if one.suspicion:
            prizes.append(self._cubes(Cube.SUSPICION, one.suspicion))
        return prizes

    def _card(self, zone: Zone, card: int) -> Prize:
        """Return a goon or an item that somebody has taken, by its name or type as soon as it is known."""
        face = self._game.face(card)
        name = "?" if face is None else self._screen.aloud.card(face)
        return Prize("", 0, self._screen.say(f"took.{zone}", card=name))

    def nothing(self, one: Contestant) -> str:
        """Say why somebody gets nothing."""
        if one.rank is None:
            return ""
        if one.declined:
            return self._screen.say("declined")
        if one.strays and not one.gains and not one.cards:
            return self._screen.say("to_library")
        if self._is_unknown(one.rank):
            return ""
        return "" if one.reward or one.gains or one.cards or one.takes else self._screen.say("nothing")

    def price(self, one: Contestant) -> list[Prize]:
        """Return the payment or swap that somebody made for a gain."""
        return [Prize("", 0, self._screen.say("gave", what=self.given(one)))] if one.gives else []

    def with_price(self, one: Contestant) -> list[Prize]:
        """Return somebody's gains, with the payment behind the card that it buys, and before what is swapped for."""
        got, bought = self.got(one), len(one.taken)
        return [*got[:bought], *self.price(one), *got[bought:]]

    def given(self, one: Contestant) -> str:
        """Say in words what somebody has paid or swapped."""
        return joined(self._language, (amounts(self._language, {Cube(cube): n}) for cube, n in one.gives.items()))

    def _cubes(self, cube: str, n: int) -> Prize:
        return Prize(cube, n if n <= 3 else 1, amounts(self._language, {Cube(cube): n}))

    def _is_unknown(self, rank: int | None) -> bool:
        """Return whether nobody has entered yet what a rank gets here."""
        return rank == SECOND and self._scene.location in self._screen.unknown_rows

    def _at_rank(self, rank: int | None, reward: Mapping[str, Any] | None) -> Prize:
        """Return the offer to a rank, or a note that nobody knows it."""
        return (
            Prize("", 0, self._screen.aloud.say("caption.unknown_row"))
            if self._is_unknown(rank)
            else self._of_reward(reward)
        )

    def _of_reward(self, reward: Mapping[str, Any] | None) -> Prize:
        """Return the offer of a tier, as short as can be."""
        if reward is None:
            return Prize("", 0, "–")
        match reward["kind"]:
            case "resources":
                ((cube, n),) = reward["resources"].items()
                return self._cubes(cube, n)
            case "power":
                return self._cubes(Cube.POWER, reward["power"])._replace(marker=bool(reward["first_player"]))
            case "swap":
                return Prize("", 0, self._screen.say("swap", give=reward["give"], get=reward["get"]))
            case "tomes":
                some = "tomes" if reward["draw"] == reward["keep"] else "tomes_of"
                return Prize("", 0, self._screen.say(some, n=reward["draw"], keep=reward["keep"]))
            case "reputation":
                return Prize("", 0, self._screen.say("reputation", n=reward["reputation"]))
            case "recruit":
                offers = (self._screen.say("goons_for", n=one["goons"], cost=one["cost"]) for one in reward["offers"])
                # Each price stays on its line.
                text = joined(self._screen.language, (one.replace(" ", "\N{NO-BREAK SPACE}") for one in offers))
                return Prize("", 0, text, shortly=self._screen.say("offer.recruit"))
            case kind:
                return Prize("", 0, self._screen.say(f"offer.{kind}"))

    def offered(self, location: Location, rank: int, numbers: Sequence[int]) -> frozenset[Prize]:
        """Return the offers to a rank, with each possible number of players there."""
        ranked = next((one for one in self._scene.ranking if one.rank == rank), None)
        if ranked is not None:
            return frozenset({_shortly(self._at_rank(rank, ranked.reward))})
        setup, sides = self._game.setup, len(self._game.setup.starts)
        rewards = (
            self._at_rank(
                rank,
                offer(
                    location,
                    rank,
                    present=number,
                    table_size=sides,
                    guards=False,
                    edition=setup.edition,
                    rulings=setup.rulings,
                ).reward,
            )
            for number in numbers
            if number >= rank
        )
        return frozenset(map(_shortly, rewards))

    def in_words(self, prize: Prize) -> str:
        """Return a prize within a sentence."""
        text = prize.shortly or prize.text
        return joined(self._language, (text, self._screen.say("took.marker"))) if prize.marker else text


def _shortly(prize: Prize) -> Prize:
    return prize._replace(text=prize.shortly, shortly="") if prize.shortly else prize


_CARDS: Final = frozenset({"recruit", "item", "seize"})
"""Rewards that give something only once a card is taken."""
