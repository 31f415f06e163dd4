"""The odds of a row of the board in a roll call alone: a sentence, fifty dots, each token's own chance."""

from collections.abc import Iterator
from fractions import Fraction
from typing import Final, NamedTuple

from companion.pages.forms.submission import encoded
from companion.rules.errors import RuleError
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import OFF_DUTY, Token
from companion.rules.state.setup import OddsFor
from companion.rules.vocabulary import Location
from companion.tables.projection.odds import PlaceOdds, next_card, place_odds, turning, unseen_guard_cards
from companion.tables.timeline import State
from companion.words.odds_sentences import Shares, lead_sentence, odds_refusal, shares, turning_sentences
from companion.words.telling import Telling

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
    """A token, and in how many of a hundred deals the player leads with it; None where it cannot be added."""

    token: Token
    value: str
    leads: int | None
    text: str


class OddsView(NamedTuple):
    """What the page says of a row.

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
    """The odds of a row, with the token that was asked for, else the greatest number.

    Args:
        state: what the table has come to.
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
    """Which guard cards the player has not seen, and how often each."""
    unseen = unseen_guard_cards(state)
    cards = [f"{telling.strength(face)} × {unseen[face]}" for face in sorted(unseen, key=_by_strength)]
    return telling.say("odds.unseen", what=telling.listed(cards))


def _by_strength(face: GuardFace) -> tuple[bool, int, bool]:
    number = isinstance(face.strength, int)
    return not number, int(face.strength) if number else 0, face.special
