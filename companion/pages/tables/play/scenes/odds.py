"""The odds of a row, and the hint, where the table has agreed to show them."""

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from typing import Final, NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.seen import Seen
from companion.players.roll_call import RollCallAdvice
from companion.rules.corrections.setup import SetOdds
from companion.rules.errors import RuleError
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.phases.patrol import raided
from companion.rules.phases.roll_call import ASSIGN
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import OFF_DUTY, Token
from companion.rules.state.position import Phase
from companion.rules.state.setup import OddsFor
from companion.rules.vocabulary import Location
from companion.tables.projection.odds import (
    PlaceOdds,
    hint,
    next_card,
    place_odds,
    sees_hint,
    sees_odds,
    turning,
    unseen_guard_cards,
    with_faces_of,
)
from companion.tables.timeline import State
from companion.words.hint_sentences import hint_sentence, short_hint, worth_sentence
from companion.words.odds_sentences import Shares, lead_sentence, odds_refusal, shares, turning_sentences
from companion.words.telling import Telling, capital

NEXT: Final = 3
"""The number of further choices it names, so that the first is never an order."""


class HintView(NamedTuple):
    """The contents of a hint's page.

    Attributes:
        sentence: what the odds suggest, or why nobody can say.
        worth: the worth of that location, as the bot guesses it.
        others: the next best tokens and locations, each with its odds.
        why: the plan for the whole crew, what was counted and what was not.
        means: that it is no order.
        asks_cards: whether it is unknown only since the faces of the guards' cards are.
        given_to: who may ask for it: value, label, whether it is so now.
    """

    sentence: str
    worth: str = ""
    others: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    means: str = ""
    asks_cards: bool = False
    given_to: tuple[tuple[str, str, bool], ...] = ()


def hint_view(state: State, telling: Telling) -> HintView:
    """Return the hint for this moment, in the language of the page."""
    given_to = tuple((encoded(one.value), telling.say(f"odds.{one}"), one is state.game.setup.hint) for one in OddsFor)
    try:
        weighed = hint(state)
    except RuleError as error:
        refused = odds_refusal(telling.language, error)
        return HintView(refused, asks_cards=error.key == GUARD_CARDS, given_to=given_to)
    first = weighed.plan[0]
    return HintView(
        hint_sentence(telling, first),
        worth_sentence(telling, first.place),
        others=tuple(capital(short_hint(telling, one)) for one in weighed.others[:NEXT]),
        why=tuple(_hint_why(state, weighed, telling)),
        means=telling.say("hint.assumed"),
        given_to=given_to,
    )


def _hint_why(state: State, weighed: RollCallAdvice, telling: Telling) -> Iterator[str]:
    yield telling.say("hint.plan", what=telling.listed(short_hint(telling, one) for one in weighed.plan))
    yield telling.say("hint.order")
    yield telling.say("odds.exactly", chance=str(weighed.plan[0].leads))
    yield unseen_cards(state, telling)
    yield telling.say("odds.assumed")


IN_A_ROW: Final = 10
"""Dots; each is two deals."""

GUARD_CARDS: Final = "odds.needs_guard_cards"

BELOW, EQUAL, ABOVE = "below", "equal", "above"


class Dot(NamedTuple):
    """Two deals: where it is drawn, and how the guards compare in either."""

    x: int
    y: int
    first: str
    second: str


class Chance(NamedTuple):
    """A token, and its odds to lead, of a hundred deals; None where it can't be added."""

    token: Token
    value: str
    leads: int | None
    text: str


class OddsView(NamedTuple):
    """The contents of the odds page of a row.

    Attributes:
        location: which.
        sentence: who leads, or why nobody can say.
        asks_cards: whether it is unknown only since the faces of the guards' cards are.
        dots: a hundred deals, two a dot.
        legend: how the guards compare, in words, and in how many deals.
        chances: each token of the crew.
        chosen: the token that the sentence is about.
        beside: what else there is to say, each a sentence.
        why: what was counted, and what was not.
        shown_to: whom the table shows odds: value, label, whether it is so now.
    """

    location: Location
    sentence: str
    asks_cards: bool = False
    dots: tuple[Dot, ...] = ()
    legend: tuple[tuple[str, str, int], ...] = ()
    chances: tuple[Chance, ...] = ()
    chosen: Token | None = None
    beside: tuple[str, ...] = ()
    why: tuple[str, ...] = ()
    shown_to: tuple[tuple[str, str, bool], ...] = ()


def odds_view(state: State, location: Location, wanted: str, telling: Telling, *, learns: bool) -> OddsView:
    """Return the odds of a row, with the token asked for or the greatest number.

    Args:
        state: of the table.
        location: of the row.
        wanted: a token as an address names it, or empty.
        telling: in the language of the page.
        learns: whether a box lies on the table, from which it learns the faces of the guards' cards.
    """
    shown_to = tuple((encoded(one.value), telling.say(f"odds.{one}"), one is state.game.setup.odds) for one in OddsFor)
    try:
        found = place_odds(state, location)
        next_ = _next_card(state, location, telling)
    except RuleError as error:
        asks_cards = error.key == GUARD_CARDS
        beside = (telling.say(f"odds.{'once_known' if learns else 'next_game'}"),) if asks_cards else ()
        refused = odds_refusal(telling.language, error)
        return OddsView(location, refused, asks_cards=asks_cards, beside=beside, shown_to=shown_to)
    chosen = _chosen(found, wanted)
    odds = found.as_it_lies if chosen is None else found.tokens[chosen]
    assert odds is not None
    told = shares(odds)
    return OddsView(
        location,
        lead_sentence(telling, odds),
        dots=tuple(_dots(told)),
        legend=_legend(told, telling),
        chances=tuple(_chances(state, found, telling)) if found.tokens else (),
        chosen=chosen,
        beside=(*turning_sentences(telling, *turning(state, odds)), next_),
        why=tuple(_why(state, odds, telling)),
        shown_to=shown_to,
    )


def _chosen(found: PlaceOdds, wanted: str) -> Token | None:
    by_value = {encoded(token): token for token in found.tokens}
    numbers = (token for token in found.tokens if isinstance(token, int))
    return by_value.get(wanted, max(numbers, default=next(iter(found.tokens), None)))


def _next_card(state: State, location: Location, telling: Telling) -> str:
    cards, left = next_card(state), len(state.game.location_deck)
    if not cards:
        return telling.say("odds.no_next")
    here, off = (int(cards.get(one, Fraction(0)) * left) for one in (location.value, OFF_DUTY))
    return telling.say("odds.next", here=here, off=off, n=left)


def _dots(told: Shares) -> Iterator[Dot]:
    deals = [BELOW] * told.below + [EQUAL] * told.equal + [ABOVE] * told.above
    for place, (first, second) in enumerate(zip(deals[::2], deals[1::2], strict=True)):
        yield Dot(10 + 20 * (place % IN_A_ROW), 10 + 20 * (place // IN_A_ROW), first, second)


def _legend(told: Shares, telling: Telling) -> tuple[tuple[str, str, int], ...]:
    return (
        (BELOW, telling.say("odds.below"), told.below),
        (EQUAL, telling.say(f"odds.equal.{told.tie}"), told.equal),
        (ABOVE, telling.say("odds.above"), told.above),
    )


def _chances(state: State, found: PlaceOdds, telling: Telling) -> Iterator[Chance]:
    for token in state.game.setup.tokens():
        odds = found.tokens.get(token)
        text = telling.token(token) if odds is None else lead_sentence(telling, odds)
        yield Chance(token, encoded(token), None if odds is None else shares(odds).leads, text)


def _why(state: State, odds: LocationOdds, telling: Telling) -> Iterator[str]:
    yield telling.say("odds.exactly", chance=str(odds.leads))
    yield unseen_cards(state, telling)
    yield telling.say("odds.decks", guards=len(state.game.guard_deck), n=len(state.game.location_deck))
    yield telling.say("odds.assumed")


def unseen_cards(state: State, telling: Telling) -> str:
    """Return the guard cards the player has not seen, and how often each."""
    unseen = unseen_guard_cards(state)
    cards = [f"{telling.strength(face)} × {unseen[face]}" for face in sorted(unseen, key=_by_strength)]
    return telling.say("odds.unseen", what=telling.listed(cards))


def _by_strength(face: GuardFace) -> tuple[bool, int, bool]:
    number = isinstance(face.strength, int)
    return not number, int(face.strength) if number else 0, face.special


@dataclass(frozen=True)
class TableOdds:
    """The odds of a row and a hint, for viewers to whom the table shows them."""

    seen: Seen

    @cached_property
    def sees_odds(self) -> bool:
        """True if rows have odds now."""
        calls = self.seen.game.phase is Phase.ROLL_CALL and not self.seen.state.closed
        return calls and sees_odds(self.seen.state, self.seen.viewer)

    @property
    def may_have_odds(self) -> bool:
        """True if odds are off that a solo player may have for a coming roll call."""
        return self.seen.game.setup.odds is OddsFor.NOBODY and SetOdds().fields(self.seen.game) is not None

    @property
    def raid_now(self) -> str:
        """Whom a raid would cost what as the cubes lie now (D-4)."""
        result = raided(self.seen.game)
        for side, one in enumerate(result.sides):
            if one.lost:
                return self.seen.aloud.say(
                    f"odds.raid.{'guards' if side == self.seen.game.setup.guards else 'you'}", n=one.lost
                )
        return self.seen.aloud.say("odds.raid.nobody")

    def odds_of(self, row: str | None, wanted: str) -> OddsView | None:
        """Return the odds of the row and token in an address; None if there are none."""
        location = next((one for one in self.seen.game.setup.edition.locations if one == row), None)
        if location is None or not self.sees_odds:
            return None
        return odds_view(self._counted, location, wanted, self.seen.aloud, learns=self.seen.box is not None)

    @cached_property
    def has_hint(self) -> bool:
        """True if there is a hint to ask for: the player may assign a token now."""
        asked = ASSIGN.word in {action.type for action in self.seen.state.prompt.actions}
        return asked and sees_hint(self.seen.state, self.seen.viewer)

    def hint_if(self, *, asked: bool) -> HintView | None:
        """Return the hint, if an address asks for it and there is one."""
        return hint_view(self._counted, self.seen.aloud) if asked and self.has_hint else None

    @property
    def _counted(self) -> State:
        """The state to count from: the table, and what its box has learned since."""
        return with_faces_of(self.seen.box, self.seen.state)
