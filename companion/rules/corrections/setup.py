"""Corrections of the setup: rulings, contents of the box, dealing, odds and hints."""

from companion.rules.acts.actions import Act
from companion.rules.acts.transaction import Transaction
from companion.rules.corrections.registry import CHOSEN, WHY, Correction, Fields, NotInTheBox, register
from companion.rules.reasons import Reason
from companion.rules.rulings.house_rulings import HOUSE_RULINGS
from companion.rules.schema import CHOOSE, NUMBER, ChoiceField, IntField
from companion.rules.state.events import BoxCounted, DealingSet, HintSet, OddsSet, RulingSet
from companion.rules.state.pieces import Cube, Kind
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import FOLLOWED, Dealing, OddsFor


def out_of_box(game: Position, what: Cube | Kind) -> int:
    """Return how many cubes of a colour, or cards of a deck, are in play (E-14)."""
    if isinstance(what, Cube):
        return game.setup.cubes[what] - game.supply(what)
    return game.setup.cards[what] - game.deck(what)


@register
class SetRuling(Correction):
    """The table decides a house ruling otherwise."""

    type = "set_ruling"
    asks = {"ruling": CHOOSE}
    in_light_depth = True

    def fields(self, game: Position) -> Fields:
        options = tuple({"key": key, "value": value} for key, one in HOUSE_RULINGS.items() for value in one.values)
        return {"ruling": ChoiceField(options)}

    def effect(self, transaction: Transaction, act: Act) -> None:
        ruling = act.one("ruling")
        why = Reason(HOUSE_RULINGS[ruling["key"]].rules[0], "correction.ruling")
        transaction.do(RulingSet(ruling["key"], ruling["value"], (why,)))


@register
class SetBox(Correction):
    """The box has so many cubes of a colour or cards of a deck."""

    type = "set_box"
    asks = {"what": CHOOSE, "number": NUMBER}
    in_light_depth = True

    def fields(self, game: Position) -> tuple[Fields, ...]:
        """Ask for counts that cover all pieces in play (E-14) and reveal no tomes (V-1)."""
        decks = () if game.setup.light else tuple(map(Kind, game.setup.edition.decks))
        counts: tuple[Cube | Kind, ...] = (*FOLLOWED[game.setup.depth], *decks)
        least = {what: 0 if what is Kind.TOME and len(game.players) > 1 else out_of_box(game, what) for what in counts}
        return tuple({"what": ChoiceField((what.value,)), "number": IntField(least[what])} for what in counts)

    def effect(self, transaction: Transaction, act: Act) -> None:
        game, number = transaction.game, act.values["number"]
        what: Cube | Kind = Kind(act.one("what")) if act.one("what") in {*Kind} else Cube(act.one("what"))
        out = out_of_box(game, what)
        if number < out:
            raise NotInTheBox("correction.more_in_play", ("number",), what=what, out=out)
        transaction.do(BoxCounted(what, number, WHY))


@register
class SetDealing(Correction):
    """The cards are dealt another way from the next round on."""

    type = "set_dealing"
    asks = {"dealing": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        if not game.setup.solitary:
            return None
        known = len(game.setup.guard_deck) == game.setup.guard_deck_size
        return {"dealing": ChoiceField(tuple(one.value for one in Dealing if known or one is not Dealing.APP))}

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(DealingSet(Dealing(act.one("dealing")), transaction.game.setup.guard_deck, CHOSEN))


@register
class SetOdds(Correction):
    """Odds against the guards are shown to other viewers than before."""

    type = "set_odds"
    asks = {"odds": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        """Offer it while a roll call is still to come."""
        return _others("odds", game, game.setup.odds)

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(OddsSet(OddsFor(act.one("odds")), CHOSEN))


@register
class SetHint(Correction):
    """Other viewers than before may ask what the odds suggest."""

    type = "set_hint"
    asks = {"hint": CHOOSE}

    def fields(self, game: Position) -> Fields | None:
        """Offer it while a roll call is still to come."""
        return _others("hint", game, game.setup.hint)

    def effect(self, transaction: Transaction, act: Act) -> None:
        transaction.do(HintSet(OddsFor(act.one("hint")), CHOSEN))


def _others(name: str, game: Position, now: OddsFor) -> Fields | None:
    """Return a choice of other viewers for a roll call's odds, while one is to come."""
    if not game.setup.solitary or game.phase in {Phase.LAST_RAID, Phase.ENDED}:
        return None
    return {name: ChoiceField(tuple(one.value for one in OddsFor if one is not now))}
