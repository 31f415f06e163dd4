"""A location of lights out on one screen: what may be chosen there, its price, and the tap that carries it out.

The address holds what somebody has chosen so far (`Choice`), so that the page is drawn anew by the server at each tap
and works without script. Alone and with several players it is the same: it asks only for the seat that it is about.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final

from companion.pages.forms.submission import encoded
from companion.pages.tables.play.acts import page_act
from companion.pages.tables.play.scenes.choice import Choice, Payment
from companion.pages.tables.play.seen import Seen
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.decider import Decision, decision_ahead
from companion.rules.engine.physical_moves.event_moves import each_move
from companion.rules.engine.physical_moves.move import SUPPLY
from companion.rules.errors import RuleError
from companion.rules.phases.lights_out import GO_ON, RESOLVE
from companion.rules.phases.rewards import CRAFT, RECRUIT, RESERVE, SWAP, TAKE
from companion.rules.rulings.automa import lacking
from companion.rules.schema import ChoiceField
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.pieces import DISPLAY, Side, Zone
from companion.rules.state.position import Position
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Goon, Location, Resource
from companion.words import action_labels
from companion.words.catalogue import amounts, joined, term
from companion.words.telling import capital


@dataclass(frozen=True)
class OfferButton:
    """A button of a card: what it says, where it leads, whether it is chosen, and why it cannot be had."""

    label: str
    query: str = ""
    chosen: bool = False
    short: str = ""


@dataclass(frozen=True)
class CardOffer:
    """An item or a goon that may be had, with its acts on it.

    Attributes:
        name: what it is called, where it has a name.
        stars: its reputation; None: a goon.
        sign: the sign of a goon.
        icons: its suspicion icons.
        cost: signs of cubes.
        price: the same in words.
        valuables, effects: signs and words, or None if unknown.
        own: whether it is in the player's reserve.
        acts: its buttons.
    """

    name: str
    stars: int | None
    sign: str
    icons: int
    cost: tuple[str, ...]
    price: str
    valuables: tuple[tuple[str, str], ...] | None
    effects: tuple[str, ...] | None
    own: bool
    acts: tuple[OfferButton, ...]

    @property
    def chosen(self) -> bool:
        """True if one of its acts is chosen."""
        return any(one.chosen for one in self.acts)


@dataclass(frozen=True)
class Stock:
    """A resource of the stash strip.

    Attributes:
        resource: which.
        number: how many there are.
        by: how many come or go.
        query: where a tap on it leads.
        chosen: whether it is given or taken.
        proposed: whether nobody has chosen that yet.
    """

    resource: Resource
    number: int
    by: int = 0
    query: str = ""
    chosen: bool = False
    proposed: bool = False


@dataclass(frozen=True)
class Primary:
    """The one button that carries a location out.

    Attributes:
        label: what it says.
        type: of the act.
        fields: the values that it sends.
        armed: whether all that it needs is chosen.
    """

    label: str
    type: str
    fields: tuple[tuple[str, str], ...] = ()
    armed: bool = True


_ENDS: Final = frozenset({StepKind.RESOLVE, StepKind.REWARD, StepKind.PACE, StepKind.GO_ON, StepKind.NIGHT})
"""Steps at which one tap can carry on at a location, or end the night."""


@dataclass(frozen=True)
class Outlook:
    """The options on a location's page, with the buttons that carry them out.

    Attributes:
        seen: whose page it is.
        prompt: what may be done there.
        side: the seat that it is about.
        is_own: whether the viewer may see that side's secrets (V-1).
        gained: by resource, what this location has brought or cost that side already.
        again: whether the location was resolved before, and that was undone.
    """

    seen: Seen
    prompt: Prompt
    side: Side
    is_own: bool = True
    gained: Mapping[Resource, int] = field(default_factory=dict)
    again: bool = False

    def action(self, kind: str) -> Action | None:
        """Return the action of a type that may be done here."""
        return next((one for one in self.prompt.actions if one.type == kind), None)

    @property
    def ends(self) -> bool:
        """True if one tap carries on from here, and nothing else is asked first."""
        return self.prompt.step is not None and self.prompt.step.kind in _ENDS

    @cached_property
    def plain(self) -> str:
        """The act that carries on without a choice; empty where the player chooses."""
        bare = {one.type for one in self.prompt.actions if not one.fields}
        return next((kind for kind in (TAKE.word, GO_ON.word, RESOLVE.word) if kind in bare), "")

    @property
    def chosen(self) -> str:
        """The primary button's act: the chosen, one that needs no choice, or the proposed."""
        if self.action(self.seen.choice.type) is not None:
            return self.seen.choice.type
        # Of any one resource hardly anybody wants another than the rarest.
        return self.plain or (TAKE.word if self._options(TAKE.word) else "")

    def _options(self, kind: str) -> ChoiceField | None:
        """Return the field with an act's options, or None."""
        action = self.action(kind)
        shape = action.fields.get(page_act(kind).chooses) if action is not None else None
        return shape if isinstance(shape, ChoiceField) else None

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """The primary button's act, if all that it needs is chosen; otherwise empty."""
        kind, action = self.chosen, self.action(self.chosen)
        if action is None:
            return ()
        shape = self._options(kind)
        if shape is None:
            return () if action.fields else (Act(kind),)
        # In the order in which they were tapped, for in that order their effects follow (L-16).
        values = {encoded(one): one for one in shape.options}
        picked = [values[one] for one in dict.fromkeys(self.seen.choice.cards) if one in values]
        if kind == TAKE.word and not picked:
            picked = [max(shape.options, key=lambda one: Resource(str(one)).rarity)]
        if not shape.least <= len(picked) <= shape.most:
            return ()
        return (Act(kind, {page_act(kind).chooses: picked}),)

    @cached_property
    def _done(self) -> Decision | None:
        """The decision after the chosen act, or None."""
        if not self.acts or self._options(self.chosen) is None:
            return None
        try:
            return decision_ahead(self.seen.game, self.prompt, self.acts[0])
        except RuleError:
            return None

    @cached_property
    def payment(self) -> Payment:
        """The payment for a choice, as chosen and as the app proposes it."""
        shape = self._done.prompt.actions[0].fields["cubes"] if self._done is not None and self._is_paid_after else None
        return Payment(shape if isinstance(shape, ChoiceField) else None, self.seen.choice.pay)

    @property
    def partly_proposed(self) -> tuple[str, str] | None:
        """The chosen and the proposed payment in words, if there are both."""
        return self.payment.told(self.seen.language)

    @property
    def armed(self) -> bool:
        """True if nothing is missing to carry it out."""
        return self._done is not None

    def _says(self, action: Action) -> str:
        return action_labels.button(self.seen.language, action, self.prompt.step, self.seen.game)

    def _change(self, resource: Resource) -> int:
        """Return how much a choice changes the player's number of a resource."""
        if self._done is None:
            return 0
        return (
            self._done.position.at(self.side, resource)
            - self.seen.game.at(self.side, resource)
            - self._to_pay(resource)
        )

    def _to_pay(self, resource: Resource) -> int:
        """Return how many of a resource a separate act pays afterwards."""
        return self.payment.cubes.count(resource.value) if self._is_paid_after else 0

    @property
    def _is_paid_after(self) -> bool:
        step = self._done.prompt.step if self._done is not None else None
        return step is not None and step.kind is StepKind.PAY

    def _spent(self, resource: Resource) -> int:
        """Return how many of a resource a choice costs, before a card brings any back."""
        if self._done is None or self.chosen == "take":
            return 0
        back = (one for one in each_move(self._done.events, self.seen.game) if one.target == SUPPLY)
        mine = sum(one.number for one in back if one.source.of == self.side and one.piece == resource.value)
        return mine + self._to_pay(resource)

    def _choice(self, kind: str, resource: Resource) -> Choice:
        return self.seen.choice.anew(kind, encoded(resource.value))._replace(pay=self.seen.choice.pay)

    @cached_property
    def offers(self) -> tuple[CardOffer, ...]:
        """The cards to craft, reserve or recruit, also ones the player cannot pay for."""
        if self.action(RECRUIT.word) is not None:
            return tuple(self._goons())
        if self.action(CRAFT.word) is None and self.action(RESERVE.word) is None:
            return ()
        game = self.seen.game
        shown = [(card, False) for card in game.lying(DISPLAY)]
        own = [(card, True) for card in game.lying((Zone.RESERVE, self.side)) if self.is_own]
        items = [self._item(game, card, reserved) for card, reserved in (*shown, *own)]
        # One's own that can be crafted stands first, for below the display nobody would see it.
        return tuple(sorted(items, key=lambda one: not (one.own and one.acts[0].query)))

    def _item(self, game: Position, card: int, own: bool) -> CardOffer:
        face: ItemFace = game.face(card)
        price = face.price
        cost = () if price is None else cost_signs(price.cost, price.any)
        words = cost_words(self.seen.language, cost)
        acts = [self._act(CRAFT.word, card, self._short(game, face))]
        if not own:
            acts.append(self._act(RESERVE.word, card, self.seen.text("location.no_cube")))
        return CardOffer(
            face.name, price.reputation if price else 0, "", 0, cost, words, self._valuables(face), self._effects(face),
            own, tuple(acts),
        )  # fmt: skip

    def _goons(self) -> Iterator[CardOffer]:
        game = self.seen.game
        for location in self.seen.game.setup.edition.goon_locations:
            for card in game.lying((Zone.SPACE, location)):
                face: GoonFace = game.face(card)
                kind = str(face.type) if face.type in {*Goon} else "token"
                name = joined(
                    self.seen.language, [self.seen.aloud.card(face), capital(self.seen.aloud.location(location))]
                )
                act = self._act(RECRUIT.word, location.value, "")
                yield CardOffer(
                    name, None, kind, face.icons, (), "", self._valuables(face), self._effects(face), False, (act,)
                )

    def _act(self, kind: str, card: int | str, short: str) -> OfferButton:
        label = self.seen.text(f"location.{kind}.short")
        shape = self._options(kind)
        if shape is None or card not in shape.options:
            return OfferButton(label, short=short)
        here, cards = encoded(card), self.seen.choice.cards if self.seen.choice.type == kind else ()
        if here in cards:
            left = tuple(one for one in cards if one != here)
            return OfferButton(label, self.seen.choice.anew(kind if left else "", *left).query, chosen=True)
        # Of more than one that may be chosen the first goes where there is no room for another.
        return OfferButton(label, self.seen.choice.anew(kind, *(*cards, here)[-shape.most :]).query)

    def _short(self, game: Position, face: ItemFace) -> str:
        missing = lacking(game.resources(self.side), face.price) if face.price else {}
        return self.seen.text("location.lacking", what=amounts(self.seen.language, missing)) if missing else ""

    def _valuables(self, face: ItemFace | GoonFace) -> tuple[tuple[str, str], ...] | None:
        if face.valuables is None:
            return None
        return tuple((str(one), term(self.seen.language, one)) for one in face.valuables)

    def _effects(self, face: ItemFace | GoonFace) -> tuple[str, ...] | None:
        if face.effects is None:
            return None
        return tuple(self.seen.aloud.effect(one) for one in face.effects)

    @cached_property
    def wanted(self) -> tuple[Stock, ...]:
        """The resources to take or get in a swap, each with where a tap on it leads."""
        kind = next((one for one in (TAKE.word, SWAP.word) if self._options(one)), "")
        shape = self._options(kind) if kind and self.ends else None
        if shape is None:
            return ()
        picked = [str(one) for act in self.acts if act.type == kind for one in act.values[page_act(kind).chooses]]
        return tuple(
            Stock(
                resource,
                self.seen.game.supply(resource),
                by=int(resource.value in picked),
                query=self._choice(kind, resource).query if resource.value in shape.options else "",
                chosen=resource.value in picked,
                proposed=resource.value in picked and self.seen.choice.type != kind,
            )
            for resource in Resource
        )

    @property
    def stash(self) -> tuple[Stock, ...]:
        """The resources of the player, with what arrives or is paid."""
        return tuple(self._stock(resource) for resource in Resource)

    def _stock(self, resource: Resource) -> Stock:
        number, paid = self.seen.game.at(self.side, resource), self.payment.cubes.count(resource.value)
        # What a swap brings comes after it is paid for, and stands in the strip of what is got (L-15).
        chosen = self._options(self.chosen) is not None
        net = self._change(resource) if chosen else self.gained.get(resource, 0)
        kind = resource.value
        query = self.seen.choice._replace(pay=self.payment.tap(kind)).query if self.payment.there[kind] else ""
        return Stock(resource, number, net, query, bool(paid), self.payment.is_only_proposed(kind))

    @property
    def stored(self) -> tuple[int, int | None]:
        """The resources a player has and can keep (P-2); None: all, as no patrol comes."""
        kept = self.seen.game.storage[self.side] if self.seen.game.round < self.seen.game.setup.edition.rounds else None
        return sum(self.seen.game.resources(self.side).values()), kept

    @property
    def is_over_limit(self) -> bool:
        """True if patrol, which comes next, takes some of them (P-2).

        While rewards are taken nothing limits them.
        """
        number, kept = self.stored
        return kept is not None and number > kept and self.seen.game.location is None

    @property
    def swap(self) -> str:
        """The heading of a swap, with what it takes and brings; empty if none may be made."""
        action = self.action(SWAP.word) if self.wanted else None
        return self.seen.text("swap.title", swap=self._says(action)) if action else ""

    @property
    def primary(self) -> Primary | None:
        """The button that carries on; None where something is chosen by other forms."""
        if not self.ends or not (self.chosen or self.offers or self.wanted):
            return None
        action = self.action(self.chosen)
        if action is None:
            return Primary(self._to_be_chosen, "", armed=False)
        if self._options(self.chosen) is None:
            return Primary(self._carries_on(action), self.chosen)
        name = page_act(self.chosen).chooses
        cards = [("f." + name, encoded(one)) for act in self.acts for one in act.values[name]]
        return Primary(self._spends(), self.chosen, (*cards, *(("pay", one) for one in self.payment.cubes)), self.armed)

    def _carries_on(self, action: Action) -> str:
        location = self.seen.game.location
        if location is not None and action.type == RESOLVE.word and self.again:
            return self.seen.text("location.resolve.again", n=location.number, location=location)
        return self._says(action)

    @property
    def _to_be_chosen(self) -> str:
        return self.seen.text("location.choose" if self.offers else "location.choose.resource")

    def _spends(self) -> str:
        """Craft for 1 scrap, 1 potion."""
        if not self.armed:
            return self._to_be_chosen
        spent = {one.value: by for one in Resource if (by := self._spent(one)) > 0}
        got = {str(one): 1 for act in self.acts for one in _chosen_in(act)} if self.wanted else {}
        free = "" if spent or self.chosen == TAKE.word else ".free"
        key = "swap.primary" if self.chosen == SWAP.word else f"location.{self.chosen}{free}"
        what, to = amounts(self.seen.language, spent), amounts(self.seen.language, got)
        return self.seen.text(key, what=what, to=to, goons=self._recruits())

    def _recruits(self) -> str:
        """Return the chosen goons, by name or type."""
        places = [Location(str(one)) for act in self.acts if act.type == RECRUIT.word for one in _chosen_in(act)]
        cards = (card for place in places for card in self.seen.game.lying((Zone.SPACE, place)))
        return joined(self.seen.language, (self.seen.aloud.card(self.seen.game.face(card)) for card in cards))

    @property
    def without_choice(self) -> str:
        """The query with nothing chosen; empty as long as nothing is."""
        return self.seen.choice.anew().query if self._options(self.seen.choice.type) is not None else ""


def _chosen_in(act: Act) -> list[object]:
    return list(act.values[page_act(act.type).chooses])


def cost_signs(cost: Mapping[Resource, int], any_: int) -> tuple[str, ...]:
    """Return the icons of the cubes that an item costs."""
    return (*(f"cube-{resource}" for resource, n in cost.items() for _ in range(n)), *("any",) * any_)


def cost_words(language: str, cost: Iterable[str]) -> str:
    """Return the icons of a cost in words."""
    return str(amounts(language, Counter(one.removeprefix("cube-") for one in cost)))


@dataclass(frozen=True)
class Swap:
    """A swap that somebody is offered.

    Attributes:
        seen: whose page it is.
        action: what may be done: `get` a resource, its card in the choice, for `cubes`, its payment.
    """

    seen: Seen
    action: Action

    @property
    def _cubes(self) -> ChoiceField:
        shape = self.action.fields["cubes"]
        assert isinstance(shape, ChoiceField)
        return shape

    @property
    def number(self) -> int:
        """The number of cubes given."""
        return self._cubes.least

    @cached_property
    def payment(self) -> Payment:
        """The cubes that are given, as they were chosen and as the app proposes them."""
        return Payment(self._cubes, self.seen.choice.pay if self.seen.choice.type == SWAP.word else ())

    @property
    def partly_proposed(self) -> tuple[str, str] | None:
        """The chosen and the proposed cubes to give in words, if there are both."""
        return self.payment.told(self.seen.language)

    @property
    def taken(self) -> str:
        """The resource chosen to be taken, or nothing."""
        get = self.action.fields["get"]
        assert isinstance(get, ChoiceField)
        chosen = self.seen.choice.cards if self.seen.choice.type == SWAP.word else ()
        return next((str(one) for one in get.options if str(one) in chosen), "")

    def _query(self, taken: str, given: tuple[str, ...]) -> str:
        cards = (taken,) if taken else ()
        return self.seen.choice.anew(SWAP.word, *cards)._replace(pay=given).query

    @property
    def gives(self) -> tuple[Stock, ...]:
        """The player's resources, with how many of each are given."""
        return tuple(self._gives(resource) for resource in Resource)

    def _gives(self, resource: Resource) -> Stock:
        kind, number = resource.value, self.payment.there[resource.value]
        if not number:
            return Stock(resource, 0)
        there = self.payment.cubes.count(kind)
        query = self._query(self.taken, self.payment.tap(kind))
        return Stock(resource, number, -there, query, bool(there), self.payment.is_only_proposed(kind))

    @property
    def takes(self) -> tuple[Stock, ...]:
        """The resources to get; no link leads to one given, or missing in the supply."""
        get = self.action.fields["get"]
        assert isinstance(get, ChoiceField)
        return tuple(
            Stock(
                resource,
                self.seen.game.supply(resource),
                1 if self.taken == resource.value else 0,
                self._query("" if self.taken == resource else resource.value, self.payment.chosen)
                if resource.value in get.options and (self.taken == resource or resource not in self.payment.cubes)
                else "",
                self.taken == resource,
            )
            for resource in Resource
        )

    @property
    def primary(self) -> Primary:
        """The button: Swap 1 iron for 1 gold."""
        if not self.taken:
            return Primary(self.seen.text("swap.choose", n=self.number), SWAP.word, armed=False)
        label = self.seen.text(
            "swap.primary",
            what=amounts(self.seen.language, Counter(self.payment.cubes)),
            to=amounts(self.seen.language, {self.taken: 1}),
        )
        fields = (*(("f.cubes", encoded(one)) for one in self.payment.cubes), ("f.get", encoded(self.taken)))
        return Primary(label, SWAP.word, fields)
