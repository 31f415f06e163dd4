"""Checking shuffles: an honest table passes, and whatever else it dealt or showed is found, the first of it named."""

import random
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Any

import pytest
from support.common import rule
from support.game_player import Table, my_cards

from companion.rules.acts.actions import Act
from companion.rules.engine.decider import correct
from companion.rules.engine.fairness import Deal, Difference, LineFacts, Sight, Verdict, deals, plain, verify
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, shuffled
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import NOTHING, Dealt, DeckLooked, Event, GuardCardTurned, evolve
from companion.rules.state.position import Position
from companion.rules.state.setup import Dealing, Difficulty, Setup
from companion.rules.vocabulary import EditionName

pytestmark = rule("Z-20")

SEED = "Kulbak"
FACES = tuple(GuardFace(strength, strength == 11) for strength in range(12))


class Seeded(Table):
    """A table that deals from a seed."""

    def shuffle(self, round_: int, deck: str, cards: Sequence[Any]) -> tuple[Any, ...]:
        return shuffled(SEED, round_, deck, cards)


def dealt(dealing: Dealing = Dealing.APP) -> Table:
    """A table of which some cards of round 1 have been turned up."""
    setup = Setup(EditionName.LATER, difficulty=Difficulty.EXPERT, dealing=dealing, guard_deck=FACES)
    table = Seeded(setup)
    for _ in range(5):
        table.act("type_goon", goon={"type": "dwarf", "icons": 0})
    table.act("begin_round")
    table.guards_turn("sewers")
    table.assign("smithy", 2)
    return table.guards_turn("smithy")


def lines(table: Table) -> Iterator[LineFacts]:
    """Its log, an event a line."""
    game = NOTHING
    for number, event in enumerate(table.log, start=1):
        yield LineFacts(number, game, (event,))
        game = evolve(game, event)


def forged(table: Table, change: Any) -> Verdict:
    """What is found in a log of which some events were changed."""
    return verify(
        deals(LineFacts(line.line, line.before, tuple(map(change, line.events))) for line in lines(table)), SEED
    )


@pytest.mark.parametrize("dealing", [Dealing.APP, Dealing.HOUSE])
def test_what_the_seed_has_dealt_is_honest(dealing: Dealing):
    table = dealt(dealing)
    found = verify(deals(lines(table)), SEED)
    assert (found.honest, found.shuffles) == (True, 2)
    turned = sum(card.up for card in table.game.guard_cards) + len(table.game.location_cards)
    assert found.cards == turned > 3


def test_another_seed_has_not_dealt_it():
    found = verify(deals(lines(dealt())), "Kulbaka")
    assert not found.honest
    assert found.difference is not None
    assert (found.difference.round, found.difference.deck) == (1, GUARDS)


def test_two_cards_that_changed_places_are_found():
    def swap(event: Event) -> Event:
        if not isinstance(event, Dealt):
            return event
        order = list(event.location_deck)
        first = next(place for place in range(7) if order[place] != order[place + 1])
        order[first], order[first + 1] = order[first + 1], order[first]
        return event._replace(location_deck=tuple(order))

    found = forged(dealt(), swap).difference
    assert found is not None
    assert (found.deck, found.round) == (LOCATIONS, 1)
    honest = shuffled(SEED, 1, LOCATIONS, deals(lines(dealt()))[1].cards)
    assert (found.expected, found.found) == (honest[found.place], honest[found.place + 1])


def test_a_card_that_shows_what_was_not_dealt_is_found():
    table = dealt()
    place = next(index for index, card in enumerate(table.game.guard_cards) if card.up)

    def stronger(event: Event) -> Event:
        return event._replace(face=GuardFace(99)) if isinstance(event, GuardCardTurned) else event

    found = forged(table, stronger).difference
    assert found is not None
    assert (found.deck, found.place, found.found) == (GUARDS, place, [99, False])
    assert found.expected == plain(shuffled(SEED, 1, GUARDS, FACES)[place])


def test_a_deck_with_a_card_too_many_is_found():
    def more(event: Event) -> Event:
        return event._replace(guard_deck=(*event.guard_deck, GuardFace(1))) if isinstance(event, Dealt) else event

    found = forged(dealt(), more).difference
    assert found is not None
    assert (found.place, found.found, found.expected) == (12, [1, False], None)


@pytest.mark.parametrize("place", [12, -1])
def test_a_card_from_outside_the_deck_is_found(place: int):
    order = shuffled(SEED, 1, GUARDS, FACES)
    sight = Sight(3, place, order[-1])
    found = verify([Deal(1, 1, GUARDS, FACES, order, [sight])], SEED).difference
    assert found == Difference(3, 1, GUARDS, place, order[-1], None)


@pytest.mark.parametrize("deck", [GUARDS, LOCATIONS])
def test_the_top_of_a_deck_that_a_tome_has_shown_is_compared(deck: str):
    table = dealt()
    (left, seen) = (
        (table.game.guard_deck, len(table.game.guard_cards))
        if deck == GUARDS
        else (table.game.location_deck, len(table.game.location_cards))
    )
    told = [*lines(table)]
    honest, lie = DeckLooked(deck, left[0]), DeckLooked(deck, left[-1] if left[-1] != left[0] else left[1])
    found = [verify(deals([*told, LineFacts(900, table.game, (one,))]), SEED) for one in (honest, lie)]
    assert (found[0].honest, found[0].cards) == (True, verify(deals(told), SEED).cards + 1)
    assert found[1].difference is not None
    assert (found[1].difference.line, found[1].difference.deck, found[1].difference.place) == (900, deck, seen)


def test_a_tome_that_looks_at_a_card_nobody_knows_proves_nothing():
    table = dealt()
    hidden = LineFacts(900, table.game, (DeckLooked(GUARDS, None),))
    assert deals([*lines(table), hidden]) == deals(lines(table))


def test_what_somebody_typed_over_a_card_is_no_lie():
    table = dealt()
    down = next(index for index, card in enumerate(table.game.guard_cards) if not card.up)
    act = Act("set_guard_face", {"card": [down], "face": {"strength": 77}})
    table.happen(*correct(table.game, act, table.shuffle))
    table.happen(GuardCardTurned(down, GuardFace(77)))
    assert verify(deals(lines(table)), SEED).honest


def test_cards_that_a_player_deals_prove_nothing():
    table = my_cards().begin_round().guards_turn("sewers")
    table.act("type_guard_card", face={"strength": 4})
    table.act("type_location_card", shows="smithy")
    assert deals(lines(table)) == []


def test_cards_dealt_by_hand_after_those_of_the_app_are_not_held_against_it():
    table = dealt()
    hidden = Dealt((None,) * 12, (None,) * 8)
    game: Position = table.game
    more = [LineFacts(900, game, (hidden,)), LineFacts(901, evolve(game, hidden), (GuardCardTurned(0, GuardFace(50)),))]
    found = deals([*lines(table), *more])
    assert len(found) == 2
    assert verify(found, SEED).honest


def test_a_struck_line_is_checked_as_any_other():
    table = dealt()
    told = [*lines(table)]
    begun = next(line for line in told if isinstance(line.events[0], Dealt))
    other = begun._replace(line=901, events=(begun.events[0]._replace(guard_deck=FACES),))
    found = verify(deals([*told, other]), SEED).difference
    assert found is not None
    assert found.line == 901


def test_any_seed_proves_its_own_shuffles_and_no_others():
    chance = random.Random("seeds")
    deal = partial(shuffled, deck=GUARDS, cards=FACES)
    for _ in range(50):
        seed, other = f"{chance.random()}", f"{chance.random()}"
        found = [Deal(round_, round_, GUARDS, FACES, deal(seed, round_)) for round_ in range(1, 7)]
        assert verify(found, seed) == Verdict(6, 0)
        assert not verify(found, other).honest
