"""An expansion that nobody has printed: a ninth location, an eighth goon, and cards of a kind that no game has.

What is data stands in `gallows.toml`; what a relic does stands here, with who sees it and how it is said.
Importing this module adds all of it.
"""

from pathlib import Path
from typing import NamedTuple

from companion.rules.acts.action_types import action_type
from companion.rules.acts.actions import Act, Action
from companion.rules.acts.transaction import StepHandler, Transaction
from companion.rules.corrections.registry import WHY, Correction, Fields
from companion.rules.corrections.registry import register as register_correction
from companion.rules.editions import add_expansion, edition
from companion.rules.engine.decider import STEPS
from companion.rules.engine.physical_moves.cards import AREA_OF, PIECE_OF
from companion.rules.engine.physical_moves.move import Area, Piece
from companion.rules.engine.physical_moves.registry import MOVES
from companion.rules.phases.guard_rewards import GUARDS
from companion.rules.phases.reward_gains import Reward, take_nothing
from companion.rules.phases.rewards import GAINS, TAKE, USES
from companion.rules.reasons import Reason
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import CardDrawn, CardReturned, FaceTyped
from companion.rules.state.events.registry import Why
from companion.rules.state.events.registry import register as register_event
from companion.rules.state.pieces import KIND_OF, Kind, Side, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.state.stored_names import add_record
from companion.rules.vocabulary import EditionName, Goon, Location
from companion.tables.projection.events import OPEN_EVENTS
from companion.words.catalogue import add_translations
from companion.words.log_lines.registry import LINES
from companion.words.messages import add_sentences
from companion.words.telling import Telling

GALLOWS = Location.add("gallows")
OGRE = Goon.add("ogre")
RELIC = Kind.add("relic")
RELICS = Zone.add("relics")
READ = StepKind.add("read_relic")

NAME = add_expansion("gallows", Path(__file__).with_suffix(".toml").read_text("utf-8"), EditionName.LATER)
EDITION = edition(NAME)

KIND_OF[RELICS] = RELIC
AREA_OF[RELICS] = Area.add("relics")
PIECE_OF[RELIC] = Piece.add("relic")


class RelicFace(NamedTuple):
    """A relic, as far as it is known."""

    power: int | None = None


@register_event
class Cursed(NamedTuple):
    """A relic has moved its side on the track, and shrunk its room for resources to nothing."""

    side: Side
    by: int
    why: Why = ()

    def evolve(self, game: Position) -> Position:
        reputation, storage = list(game.reputation), list(game.storage)
        reputation[self.side] += self.by
        storage[self.side] = 0
        return game._replace(reputation=tuple(reputation), storage=tuple(storage))


OPEN_EVENTS.add(Cursed)
MOVES[Cursed] = None


def _line(told: Telling, event: Cursed) -> str:
    return told.say("line.cursed", side=told.name(event.side), by=event.by)


LINES[Cursed] = _line


add_record("Cursed", Cursed)
add_record("RelicFace", RelicFace)


def _uses(game: Position, step: Step, reward: Reward) -> tuple[Action, ...]:
    return (TAKE.action(side=step.side, rule="X-3"),) if game.deck(RELIC) else ()


def _gain(transaction: Transaction, step: Step, reward: Reward, why: Why) -> None:
    card = len(transaction.game.cards)
    transaction.do(CardDrawn(card, RelicFace(), (RELICS, step.side), why=why))
    transaction.first(Step(READ, step.side, card=card))


def _guards(transaction: Transaction, step: Step, reward: Reward, why: Why) -> None:
    (_gain if transaction.game.deck(RELIC) else _guards_nothing)(transaction, step, reward, why)


def _guards_nothing(transaction: Transaction, step: Step, reward: Reward, why: Why) -> None:
    take_nothing(transaction, step, *why)


USES["relic"] = _uses
GAINS["relic"] = _gain
GUARDS["relic"] = _guards


READ_RELIC = action_type("read_relic", "X-3", power=NUMBER)


def _ask_read(game: Position, step: Step) -> tuple[Action, ...]:
    return (READ_RELIC.action({"power": IntField(1, 9)}),)


def _answer_read(transaction: Transaction, step: Step, act: Act) -> None:
    power = act.values["power"]
    transaction.do(FaceTyped(step.card, RelicFace(power)))
    transaction.do(Cursed(step.side, power, (Reason("X-3", "relic.cursed", {"side": step.side, "power": power}),)))


STEPS[READ] = StepHandler(ask=_ask_read, answer=_answer_read, offers=(READ_RELIC,))


@register_correction
class ReturnRelic(Correction):
    """A relic is still in its deck."""

    type = "return_relic"
    asks = {"card": CHOOSE}

    def fields(self, game: Position) -> Fields:
        cards = (card for zone, side in game.zones if zone is RELICS for card in game.lying((zone, side)))
        return {"card": ChoiceField(tuple(cards))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        card = act.one("card")
        transaction.do(CardReturned(card, transaction.game.spot(card), WHY))


add_sentences(
    "pages",
    """
edition.gallows = The Gallows
goon.ogre = Ogre
score.goon.ogre = Ogres
line.ogre = Ogres
screen.offer.relic = take a relic
""",
)
add_sentences(
    "terms",
    """
gallows = Gallows
ogre = Ogres
relic = relics
""",
)
add_sentences(
    "game",
    """
card.relic = Relic
field.ogre = Ogres
line.cursed = {side}: {by} reputation, and storage 0
question.read_relic = What is the power of this relic?
action.read_relic = Enter the relic
act.read_relic = relic entered
action.return_relic = Relic back to its deck
field.power = Power
means.relic = 1 relic
means.ogre = Ogres at the end, by number: {points}.
piece.relic[n.one] = {n} relic
piece.relic[n.many] = {n} relics
spot.relics = {side}, relics
zone.relics = Relics
""",
)
add_sentences(
    "reasons",
    """
reward.relic = {side}: 1 relic.
relic.cursed = {side}: the power of this relic is {power}.
score.ogre[count.one] = {count} Ogre: {points}.
score.ogre[count.many] = {count} Ogres: {points}.
""",
)
add_translations(
    "en",
    {},
    {GALLOWS: {"at": "at the Gallows", "to": "to the Gallows", "from": "from the Gallows", "object": "the Gallows"}},
)
add_translations(
    "pl",
    {"Gallows": "Szubienica", "Ogre": "Ogr", "Enter the relic": "Wpisz relikwię"},
    {
        GALLOWS: {
            "at": "na szubienicy",
            "to": "na szubienicę",
            "from": "z szubienicy",
            "object": "szubienicę",
            "of": "szubienicy",
        }
    },
)
