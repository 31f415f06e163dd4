"""What the counting player would do in a roll call alone, as the page of a table says it: odds, never an order."""

from collections.abc import Iterator
from typing import Final, NamedTuple

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.odds_view import GUARD_CARDS, unseen_cards
from companion.players.counting import RollCallAdvice
from companion.rules.errors import RuleError
from companion.rules.state.setup import OddsFor
from companion.tables.projection.odds import hint
from companion.tables.timeline import State
from companion.words.hint_sentences import hint_sentence, short_hint, worth_sentence
from companion.words.odds_sentences import odds_refusal
from companion.words.telling import Telling, capital

NEXT: Final = 3
"""How many of what it likes next are said, so that the first is never an order."""


class HintView(NamedTuple):
    """What the page says.

    Attributes:
        sentence: what the counting player would do, or why nobody can say.
        worth: what that place is worth to it.
        others: what it likes next, each with its odds.
        why: its whole plan, what was counted and what was not.
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
    """The hint for this moment, in the language of the page."""
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
        why=tuple(_why(state, weighed, telling)),
        means=telling.say("hint.assumed"),
        given_to=given_to,
    )


def _why(state: State, weighed: RollCallAdvice, telling: Telling) -> Iterator[str]:
    yield telling.say("hint.plan", what=telling.listed(short_hint(telling, one) for one in weighed.plan))
    yield telling.say("hint.order")
    yield telling.say("odds.exactly", chance=str(weighed.plan[0].leads))
    yield unseen_cards(state, telling)
    yield telling.say("odds.assumed")
