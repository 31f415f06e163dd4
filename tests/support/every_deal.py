"""The slow way to the odds of a roll call: the engine plays every deal; and small roll calls to ask about."""

import random
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Self

from companion.players.at_random import filled_in
from companion.rules.acts.actions import Act
from companion.rules.engine.game import Game
from companion.rules.frozen import FrozenDict
from companion.rules.odds.location_odds import LocationOdds
from companion.rules.phases.lights_out import forecast, is_empty, presences
from companion.rules.phases.roll_call import face_down_cards, location_cards
from companion.rules.state.cards import GuardFace
from companion.rules.state.pieces import DISPLAY, OFF_DUTY, Cube, GuardCard, Token, TokenOnBoard
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Dealing, Setup, boxed
from companion.rules.state.step_kinds import StepKind
from companion.rules.state.steps import Step
from companion.rules.vocabulary import TOKENS, EditionName, Location
from support.game_player import GUARDS, PLAYER, faces

YARD = Location.EXERCISE_YARD
ALL = (*Location,)[:7]
ALL_CARDS = (*(place.value for place in ALL if place.number < 7), OFF_DUTY, OFF_DUTY)


class RollCall:
    """A roll call alone, the player's turn, with few cards of the guards.

    Attributes:
        position: with the cards in the order in which they are written.
    """

    def __init__(
        self,
        deck: str | tuple[GuardFace, ...],
        *,
        down: tuple[Location, ...] = (),
        cards: Iterable[str] = (),
        home: Iterable[Token] = (),
        laid: Mapping[Token, Location] | None = None,
        power: tuple[int, int] = (1, 1),
    ) -> None:
        guards = faces(deck) if isinstance(deck, str) else deck
        setup = boxed(
            Setup(EditionName.FIRST, dealing=Dealing.APP, guard_deck=guards, guard_cards=len(guards), guards=GUARDS)
        )
        left = [str(card) for card in cards]
        turned = [*location_cards(setup)]
        for card in left:
            turned.remove(card)
        tokens = dict(laid or {})
        # The others have been taken to the Library, where they count for nothing.
        away = {token: Location.LIBRARY for token in TOKENS if token not in {*home, *tokens}}
        self.position = Position(
            setup,
            1,
            Phase.ROLL_CALL,
            agenda=(Step(StepKind.TURN, PLAYER),),
            cubes={(side, Cube.POWER): number for side, number in enumerate(power) if number},
            reputation=(10, 10),
            storage=(5, 5),
            first_player=GUARDS,
            tokens={(PLAYER, token): TokenOnBoard(place) for token, place in {**tokens, **away}.items()},
            assigned=frozenset((PLAYER, place) for place in tokens.values()),
            guard_deck=guards[len(down) :],
            guard_cards=tuple(GuardCard(place, face) for place, face in zip(down, guards, strict=False)),
            location_deck=tuple(left),
            location_cards=tuple(turned),
            zones={DISPLAY: (None,) * 3},
        )

    @classmethod
    def small(cls, chance: random.Random) -> Self:
        """Any small one: who is where, what was turned up, looked at or taken away, who begins and has won what."""
        strengths = [0, 1, 1, 2, 2, 3, 4, "power"]
        specials = chance.choice([0, 1, 1, 2, 2])
        number = chance.randint(2, 5)
        deck = tuple(GuardFace(chance.choice(strengths), index < specials) for index in range(number))
        deck = tuple(chance.sample(deck, number))
        here = [YARD, *sorted(chance.sample([*Location][1:7], 2), key=lambda place: place.number)]
        crew = chance.sample(TOKENS, chance.randint(1, 5))
        laid = chance.randint(0, min(3, len(crew) - 1))
        table = cls(
            deck,
            down=tuple(chance.choice(here) for _ in range(chance.randint(0, number))),
            cards=chance.sample((*(place.value for place in here if place.number < 7), "off_duty", "off_duty"), 2),
            home=crew[laid : laid + 3],
            laid={token: chance.choice(here) for token in crew[:laid]},
            power=(chance.randint(0, 3), chance.randint(0, 3)),
        )
        position = table.position
        rulings = {"tier_exercise_yard": chance.choice(["nothing", "power"])}
        cubes = {**position.setup.cubes, Cube.POWER: sum(position.cubes.values()) + chance.choice([0, 1, 9])}
        table.position = position._replace(
            setup=replace(position.setup, chosen_rulings=rulings, cubes=cubes),
            first_player=chance.choice([PLAYER, GUARDS]),
            guard_cards=tuple(_anyhow(card, chance) for card in position.guard_cards),
            bonus={(chance.choice([PLAYER, GUARDS]), chance.choice(here)): chance.randint(-1, 2)},
        )
        # With no card face down the guards' turn asks nobody, so a game never waits there.
        if face_down_cards(table.position) and chance.random() < 0.5:
            table.position = table.position._replace(agenda=(Step(StepKind.TURN, GUARDS),))
        return table

    @classmethod
    def large(cls, chance: random.Random) -> Self:
        """Any with all twelve cards, whatever they show, and some turns taken; goons lie nowhere, so none is typed."""
        specials = chance.choice([0, 1, 1, 2])
        strengths = [0, 1, 2, 3, 4, 5, "power"]
        deck = tuple(GuardFace(chance.choice(strengths), index < specials) for index in range(12))
        table = cls(
            tuple(chance.sample(deck, len(deck))),
            down=ALL,
            cards=chance.sample(ALL_CARDS, len(ALL_CARDS)),
            home=chance.sample(TOKENS, 5),
            power=(chance.randint(1, 4), chance.randint(1, 4)),
        )
        table.position = table.position._replace(first_player=chance.choice([PLAYER, GUARDS]))
        game = Game.at(table.position, seed="any")
        turns = chance.randint(0, 3)
        while len(game.position.assigned) < turns:
            game = game.play(_turn(game, chance))
        table.position = game.position
        return table

    def question(self, chance: random.Random) -> tuple[Location, tuple[Token, ...]]:
        """A location, and what may be added there."""
        position = self.position
        there = [card.location for card in position.guard_cards if card.location]
        location = max(there, key=lambda place: place.number) if there and chance.random() < 0.6 else chance.choice(ALL)
        home = position.at_home(PLAYER)
        if (PLAYER, location) in position.assigned:
            return location, ()
        return location, tuple(chance.sample(home, chance.choice([0, 1, 1, min(2, len(home))])))

    def dealt_again(self, chance: random.Random) -> Position:
        """The position with what nobody has seen in another order."""
        position = self.position
        unseen = [card.face for card in position.guard_cards if not (card.up or card.looked)]
        unseen = chance.sample((*unseen, *position.guard_deck), len(unseen) + len(position.guard_deck))
        return position._replace(
            guard_cards=tuple(
                card if card.up or card.looked else card._replace(face=unseen.pop()) for card in position.guard_cards
            ),
            guard_deck=tuple(unseen),
            location_deck=tuple(chance.sample(position.location_deck, len(position.location_deck))),
        )


def _turn(game: Game, chance: random.Random) -> Act:
    """The player assigns a token, or turns up a card for the guards."""
    action = game.legal_actions[0]
    drawn = [chance.choice(action.fields[name].options) for name in ("location", "tokens") if name in action.fields]  # type: ignore[attr-defined]
    return game.assign(*drawn) if drawn else filled_in(action, chance)


def _anyhow(card: GuardCard, chance: random.Random) -> GuardCard:
    how = chance.choice(["down", "down", "down", "up", "looked", "away"])
    location = None if how == "away" else card.location
    return card._replace(location=location, up=how == "up", looked=how == "looked")


def every_deal(position: Position, location: Location, tokens: tuple[Token, ...]) -> LocationOdds:
    """The odds by playing: every outcome of every act up to that location, with its weight."""
    games = {Game.at(position, seed="any"): Fraction(1)}
    leads, compared, guards = Fraction(0), Counter[int](), Counter[int]()
    while games:
        after: dict[Game, Fraction] = {}
        for game, weight in games.items():
            if _is_there(game.position, location):
                mine, theirs, first = _stands(game.position, location)
                leads += weight * first
                compared[(theirs > mine) - (theirs < mine)] += weight  # type: ignore[assignment]
                guards[theirs] += weight  # type: ignore[assignment]
                continue
            for outcome in game.outcomes(_act(game, location, tokens)):
                after[outcome.game] = after.get(outcome.game, Fraction(0)) + weight * outcome.weight
        games = after
    strengths = {strength: Fraction(weight) for strength, weight in sorted(guards.items()) if weight}
    below, equal, above = (Fraction(compared[sign]) for sign in (-1, 0, 1))
    return LocationOdds(location, tokens, leads, below, equal, above, FrozenDict(strengths))


def leads_in(position: Position, location: Location, tokens: tuple[Token, ...]) -> bool:
    """Whether the player comes to lead with the cards as they lie, by playing."""
    game = Game.at(position, seed="any")
    while not _is_there(game.position, location):
        game = game.play(_act(game, location, tokens))
    return _stands(game.position, location)[2]


def _is_there(position: Position, location: Location) -> bool:
    """Whether lights out has come to the location, or passes it by since nobody is there."""
    if position.phase is not Phase.LIGHTS_OUT:
        return position.phase is not Phase.ROLL_CALL
    if position.location is location:
        return True
    return not any(step.kind is StepKind.LOCATION and step.location is location for step in position.agenda)


def _stands(position: Position, location: Location) -> tuple[int, int, bool]:
    """How strong the player and the guards are, and whether the player leads."""
    if position.location is not location:
        assert is_empty(position, location)
        return 0, 0, False
    mine, theirs = (side.strength if side.is_there else 0 for side in presences(position, location))
    return mine, theirs, forecast(position, location).outcomes[0].place.side.name == str(PLAYER)


def _act(game: Game, location: Location, tokens: tuple[Token, ...]) -> Act:
    """What is assumed to be done: see `location_odds`."""
    position = game.position
    actions = {action.type: action for action in game.legal_actions}
    if "turn_guard_card" in actions:
        return Act("turn_guard_card", {"card": [actions["turn_guard_card"].fields["card"].options[0]]})  # type: ignore[attr-defined]
    if "assign" not in actions:
        # The reward of the Exercise Yard is taken, any other declined.
        kind = "take" if "take" in actions and position.location is YARD else "decline"
        return Act(next(one for one in (kind, "resolve", "go_on") if one in actions))
    if tokens and (PLAYER, location) not in position.assigned:
        return Act("assign", {"location": [location.value], "tokens": [*tokens], "face_down": []})
    taken = {location, YARD, *(place for _, place in position.assigned)}
    elsewhere = next(place for place in ALL if place not in taken)
    return Act(
        "assign",
        {"location": [elsewhere.value], "tokens": [position.at_home(PLAYER)[0]], "face_down": []},
    )
