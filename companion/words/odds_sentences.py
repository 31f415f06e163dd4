"""Odds in words: so many of a hundred deals."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import Final, NamedTuple

from companion.rules.errors import RuleError
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.odds.turning import CardThatTurns, StrengthThatTurns
from companion.words.catalogue import sentence
from companion.words.messages import ERRORS
from companion.words.telling import Telling

DEALS: Final = 100


class Shares(NamedTuple):
    """Odds as so many of a hundred deals.

    Attributes:
        leads: in how many the player leads.
        below, equal, above: in how many the guards' strength is below the player's, the same, above; together all.
        tie: who leads in a tie: `first`, `guards`, or `open` if that differs.
    """

    leads: int
    below: int
    equal: int
    above: int
    tie: str


def shares(odds: LocationOdds) -> Shares:
    """Round odds to 100 deals, but never to 0 or 100 unless they are."""
    below, equal, above = _of_hundred((odds.below, odds.equal, odds.above))
    if odds.leads == odds.below:
        return Shares(below, below, equal, above, "guards")
    if odds.leads == odds.below + odds.equal:
        return Shares(below + equal, below, equal, above, "first")
    return Shares(hundredths(odds.leads), below, equal, above, "open")


def _of_hundred(parts: Sequence[Fraction]) -> tuple[int, ...]:
    """Return shares in whole percent, at least 1 if any; the largest absorbs rounding."""
    found = [0 if not part else max(1, round(DEALS * part)) for part in parts]
    found[max(range(len(parts)), key=lambda place: parts[place])] += DEALS - sum(found)
    return tuple(found)


def hundredths(chance: Fraction) -> int:
    """Return a chance as so many of a hundred deals, rounded as in `shares`."""
    return _of_hundred((chance, 1 - chance))[0]


def lead_sentence(telling: Telling, odds: LocationOdds) -> str:
    """Say in how many of a hundred deals the player leads, now or with one more token."""
    number = shares(odds).leads
    if not odds.tokens:
        return telling.say("odds.as_it_lies", n=number)
    return telling.say("odds.with", crew=telling.crew(odds.tokens), n=number)


def turning_sentences(
    telling: Telling, strength: StrengthThatTurns | None, card: CardThatTurns | None
) -> Iterator[str]:
    """Yield what would change the lead, and in how many of 100 deals."""
    if strength is not None:
        yield telling.say("odds.turn.strength", n=strength.more, leads=hundredths(strength.leads))
    if card is not None:
        key = f"odds.turn.{'lies' if card.lies else 'comes'}"
        yield telling.say(key, strength=telling.strength(card.face), n=hundredths(card.leads))


def odds_refusal(language: str, error: RuleError) -> str:
    """Return why there are no odds."""
    return sentence(language, ERRORS[error.key], error.data)
