"""Hints in words: the best token by the odds, and the worth of locations."""

from typing import Final

from companion.players.lookahead import WORTH
from companion.players.roll_call import Comparison, Sending, worth_of_leading
from companion.rules.vocabulary import Location
from companion.words.catalogue import number
from companion.words.odds_sentences import hundredths
from companion.words.telling import Telling

HALF: Final = "½"


def hint_sentence(telling: Telling, first: Sending) -> str:
    """Return what the odds suggest now."""
    return telling.say("hint.first", **_named(telling, first))


def short_hint(telling: Telling, sending: Sending) -> str:
    """Return a token, a location, and in how many of 100 deals the player leads there."""
    return telling.say("hint.short", **_named(telling, sending))


def sent_sentence(telling: Telling, sent: Comparison) -> str:
    """Return tokens, a location, and in how many of 100 deals the player leads there with them."""
    leads = hundredths(sent.leads)
    return telling.say("hint.short", crew=telling.crew(sent.tokens), location=sent.place, n=leads)


def worth_sentence(telling: Telling, place: Location) -> str:
    """Say what a location is worth to the bot, with its suspicion now."""
    leads, follows = worth_of_leading(telling.game, place, WORTH), WORTH[place].follows
    suspicion = leads != WORTH[place].leads
    key = "hint.worth.suspicion" if suspicion else "hint.worth"
    return telling.say(key, location=place, leads=_halves(leads), follows=_halves(follows))


def _named(telling: Telling, one: Sending) -> dict[str, object]:
    return {"crew": telling.crew((one.token,)), "location": one.place, "n": hundredths(one.leads)}


def _halves(points: float) -> str:
    """Return points with halves, which all languages write the same way."""
    whole, half = divmod(round(2 * abs(points)), 2)
    text = (number(whole) if whole or not half else "") + HALF * half
    return f"−{text}" if points < 0 else text
