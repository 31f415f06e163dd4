"""A location of lights out on one screen: who gets what there, what it comes to, and the one tap that carries it out.

Where nothing depends on a choice the page foresees what its tap will do and lists the moves before it. Where something
does, the address holds what somebody has chosen so far (`Choice`), so that the page is drawn anew by the server at each
tap and works without script; the location then stays open with the list of what was done. A page of several players can
use `Outlook` and the rows of `offers` the same way: both ask only for the seat they are about.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Final, NamedTuple
from urllib.parse import urlencode

from werkzeug.datastructures import MultiDict

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.duel_view import Duel
from companion.rules.acts.actions import Act, Action, Prompt
from companion.rules.engine.decider import Foresight, foreseen
from companion.rules.engine.decider import prompt as asked
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Area, Move, Piece
from companion.rules.errors import RuleError
from companion.rules.phases.lights_out import next_stop
from companion.rules.rulings.automa import lacking
from companion.rules.schema import ChoiceField
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.events import CardMoved, Event, GuardCardMoved, Moved, evolve
from companion.rules.state.position import DISPLAY, Cube, Position, Side, Zone
from companion.rules.state.step_kinds import StepKind
from companion.rules.vocabulary import Goon, Location, Resource
from companion.words import action_labels, card_faces
from companion.words.catalogue import amounts, joined, term
from companion.words.log_lines import line
from companion.words.telling import Names, Telling, capital, explained

_CHOSEN: Final = {"craft": "card", "reserve": "card", "recruit": "goons", "take": "resource", "swap": "get"}
"""Acts in which something is chosen: on a card, or a resource; and the field that names it."""

_ENDS: Final = frozenset({StepKind.RESOLVE, StepKind.REWARD, StepKind.GO_ON, StepKind.NIGHT})
"""Steps at which one tap can carry a location out, or the night."""


class Choice(NamedTuple):
    """What somebody has chosen on the page of a location, as its address holds it.

    Attributes:
        type: the act, or empty where nothing is chosen.
        cards: which cards, spaces or resources, as forms send them.
        pay: the resources chosen to pay "any" with; none: those that the app proposes.
        stands_in: the seat for which it is chosen, where that is another's whose phone sleeps.
    """

    type: str = ""
    cards: tuple[str, ...] = ()
    pay: tuple[str, ...] = ()
    stands_in: str = ""

    @property
    def query(self) -> str:
        """The address that holds it."""
        pairs = [("pick", self.type), *(("card", one) for one in self.cards), *(("pay", one) for one in self.pay)]
        stands_in = [("for", self.stands_in)] if self.stands_in else []
        return f"?{urlencode([*(pairs if self.type else []), *stands_in])}"

    def anew(self, type_: str = "", *cards: str) -> "Choice":
        """Another choice in its place, for the same seat."""
        return Choice(type_, cards, stands_in=self.stands_in)


NO_CHOICE: Final = Choice()


def read_choice(given: MultiDict[str, str]) -> Choice:
    """The choice that an address holds; what it cannot mean is found out when it is carried out."""
    return Choice(
        given.get("pick", ""), tuple(given.getlist("card")), tuple(given.getlist("pay")), given.get("for", "")
    )


@dataclass(frozen=True)
class Gain:
    """Something that a side gets or loses: a sign, and by how many; without a number the sign says it all."""

    sign: str
    by: int


@dataclass(frozen=True)
class Offered:
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
        valuables, effects: signs and words, or None where nobody has told them.
        own: whether it lies in one's reserve.
        acts: its buttons.
    """

    name: str
    stars: int | None
    sign: str
    icons: int
    cost: tuple[str, ...]
    valuables: tuple[tuple[str, str], ...] | None
    effects: tuple[str, ...] | None
    own: bool
    acts: tuple[Offered, ...]

    @property
    def chosen(self) -> bool:
        """Whether one of its acts is chosen."""
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


def cubes_chosen(shape: ChoiceField | None, chosen: Iterable[str]) -> tuple[str, ...]:
    """Which cubes are given, as far as there are such and no more than wanted; where none were, what is proposed."""
    left = [str(one) for one in shape.options] if shape else []
    found: list[str] = []
    for one in tuple(chosen) or map(str, (shape.proposed if shape else None) or ()):
        if shape is not None and one in left and len(found) < shape.least:
            left.remove(one)
            found.append(one)
    return tuple(found)


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


@dataclass(frozen=True)
class Outlook:
    """What the page of a location foresees.

    Attributes:
        game: as it is.
        prompt: what may be done, as its viewer may do it.
        side: whose page it is.
        choice: what was chosen there so far.
        names: of the seats.
        language: of the page.
        is_own: whether whoever looks may see what that side keeps to itself (V-1).
        undecided: whether something is asked first that decides what comes of it, so that nothing can be foreseen.
    """

    game: Position
    prompt: Prompt
    side: Side
    choice: Choice
    names: Names
    language: str
    is_own: bool = True
    undecided: bool = False
    _told: Telling = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "_told", Telling(self.language, self.names, self.game))

    def rank_of(self, shown: Duel | None) -> int | None:
        """The rank of whose page it is."""
        corners = shown.corners if shown else ()
        return next((corner.rank for corner in corners if corner.side == self.side), None)

    # What may be done

    def action(self, kind: str) -> Action | None:
        """The action of a type that may be done here."""
        return next((one for one in self.prompt.actions if one.type == kind), None)

    @property
    def ends(self) -> bool:
        """Whether the location can be carried out from here, and nothing else is asked first."""
        return self.prompt.step is not None and self.prompt.step.kind in _ENDS

    @cached_property
    def plain(self) -> str:
        """The act that carries the location out without a choice; empty where the player chooses."""
        kinds = {one.type for one in self.prompt.actions}
        for kind in ("take", "go_on"):
            found = self.action(kind)
            if found is not None and not found.fields:
                return kind
        return "resolve" if "resolve" in kinds and not kinds & {*_CHOSEN} else ""

    @property
    def chosen(self) -> str:
        """The act that the primary button does: what was chosen, else what needs no choice, else what is proposed."""
        if self.action(self.choice.type) is not None:
            return self.choice.type
        # Of any one resource hardly anybody wants another than the rarest.
        return self.plain or ("take" if self._options("take") else "")

    def _options(self, kind: str) -> ChoiceField | None:
        """What may be chosen for an act."""
        action = self.action(kind)
        shape = action.fields.get(_CHOSEN[kind]) if action is not None and kind in _CHOSEN else None
        return shape if isinstance(shape, ChoiceField) else None

    @cached_property
    def acts(self) -> tuple[Act, ...]:
        """What the primary button does, as far as it is chosen."""
        kind, action = self.chosen, self.action(self.chosen)
        if action is None:
            return ()
        shape = self._options(kind)
        if shape is None:
            return () if action.fields else (Act(kind),)
        picked = [one for one in shape.options if encoded(one) in self.choice.cards]
        if kind == "take" and not picked:
            picked = [max(shape.options, key=lambda one: Resource(str(one)).rarity)]
        if not shape.least <= len(picked) <= shape.most:
            return ()
        return (Act(kind, {_CHOSEN[kind]: picked}),)

    @property
    def chooses(self) -> bool:
        """Whether what the primary button does is chosen here, be it proposed already."""
        return bool(self.offers or self.wanted)

    @cached_property
    def _first(self) -> Foresight | None:
        """What the first of these acts comes to."""
        try:
            return foreseen(self.game, *self.acts) if self.acts else None
        except RuleError:
            return None

    @property
    def owed(self) -> int:
        """How many resources of one's choice are to be paid."""
        return 0 if self._payable is None else self._payable.least

    @property
    def _payable(self) -> ChoiceField | None:
        if self._first is None or not self._first.game.agenda:
            return None
        step = self._first.game.agenda[0]
        if step.kind is not StepKind.PAY:
            return None
        shape = asked(self._first.game).actions[0].fields["cubes"]
        return shape if isinstance(shape, ChoiceField) else None

    @cached_property
    def paid(self) -> tuple[str, ...]:
        """What was chosen to pay with, as far as it can be; where nothing was, what the app proposes."""
        return cubes_chosen(self._payable, self.choice.pay)

    @property
    def armed(self) -> bool:
        """Whether nothing is missing to carry it out."""
        return self._first is not None and len(self.paid) == self.owed

    @cached_property
    def ahead(self) -> Foresight | None:
        """What the primary button does here, up to what is asked then, where it needs no choice any more."""
        if not self.ends or self.undecided or self._first is None:
            return None
        return self._through if self._options(self.chosen) else self._first

    @cached_property
    def _through(self) -> Foresight | None:
        """What a choice that is paid for comes to with going on; None where something is asked before that."""
        if not self.armed:
            return None
        pay = (Act("pay", {"cubes": list(self.paid)}),) if self.paid else ()
        done = foreseen(self.game, *self.acts, *pay)
        if not done.game.agenda or done.game.agenda[0].kind is not StepKind.GO_ON:
            return None
        left = foreseen(done.game, Act("go_on"))
        return Foresight((*done.events, *left.events), left.game, left.whole)

    @property
    def goes_on(self) -> bool:
        """Whether the primary button of a choice also goes on, for its page lists all that it does."""
        return self._options(self.chosen) is not None and self._through is not None

    @property
    def moves(self) -> tuple[Move, ...]:
        """What is to be moved for it; before anything is chosen, what comes before the choice."""
        found = self.ahead or (self.before_choice if self.chooses else None)
        return moves_of(found.events, self.game) if found else ()

    # The buttons

    @property
    def primary(self) -> Primary | None:
        """The button that carries it out; None where something is chosen by other forms."""
        if not self.ends or not (self.chosen or self.chooses):
            return None
        action = self.action(self.chosen)
        if action is None:
            return Primary(
                page_text(self.language, "location.choose" if self.offers else "location.choose.resource"),
                "",
                armed=False,
            )
        if self._options(self.chosen):
            name = _CHOSEN[self.chosen]
            cards = [("f." + name, encoded(one)) for act in self.acts for one in act.values[name]]
            then = [("then", "go_on")] if self.goes_on else []
            fields = (*cards, *(("pay", one) for one in self.paid), *then)
            return Primary(self._spends(), self.chosen, fields, self.armed)
        return Primary(self._label(action), self.chosen)

    def _label(self, action: Action) -> str:
        if action.type == "decline":
            follows = self._follows()
            return page_text(self.language, "location.decline", n=follows.number) if follows else self._says(action)
        if action.type == "take" and self.ahead is not None:
            return self._takes(action, self.ahead)
        if action.type == "resolve" and self.ahead is not None and self.ahead.whole:
            follows = self._follows()
            return (
                action_labels.goes_on_to(self._told, follows) if follows else page_text(self.language, "location.night")
            )
        return self._says(action)

    def _takes(self, action: Action, ahead: Foresight) -> str:
        """Take 2 scrap, 1 gold: all that comes with it, also what a Bandit has laid there (P-7)."""
        got = [one for one in gains(moves_of(ahead.events, self.game), self.side) if one.by > 0]
        cubes = {one.value: gain.by for one in Resource for gain in got if gain.sign == f"cube-{one}"}
        step = action.step or self.prompt.step
        promised = step.data["reward"].get("resources", {}) if step else {}
        if not promised or {*cubes} <= {*promised}:
            return self._says(action)
        return page_text(self.language, "location.take", to=amounts(self.language, cubes))

    def _follows(self) -> Location | None:
        return next_stop(self.ahead.game) if self.ahead and self.ahead.whole else None

    def _says(self, action: Action) -> str:
        return action_labels.button(self.language, action, self.prompt.step, self.game)

    def _spends(self) -> str:
        """Craft for 1 scrap, 1 potion."""
        if not self.armed and self.owed:
            return page_text(self.language, "location.pay", n=self.owed - len(self.paid))
        if not self.armed:
            return page_text(self.language, "location.choose" if self.offers else "location.choose.resource")
        spent = {one.value: -by for one in Resource if (by := self._cost(one)) < 0}
        what = amounts(self.language, spent)
        got = {str(one): 1 for act in self.acts for one in act.values[_CHOSEN[act.type]]} if self.wanted else {}
        to = amounts(self.language, got)
        free = "" if spent or self.chosen == "take" else ".free"
        key = "swap.primary" if self.chosen == "swap" else f"location.{self.chosen}{free}"
        return page_text(self.language, key, what=what, to=to, goons=self._recruits())

    def _recruits(self) -> str:
        """The goons that are chosen, by name or type."""
        places = [Location(str(one)) for act in self.acts if act.type == "recruit" for one in act.values["goons"]]
        cards = (card for place in places for card in self._before_choice.lying((Zone.SPACE, place)))
        return joined(self.language, (self._told.card(self._before_choice.face(card)) for card in cards))

    def _cost(self, resource: Resource) -> int:
        """By how much a choice changes what one has of a resource before it brings anything."""
        if self._first is None or self.chosen == "take":
            return 0
        before = self._before_choice.at(self.side, resource)
        return self._first.game.at(self.side, resource) - before - self.paid.count(resource.value)

    @property
    def beside(self) -> tuple[str, str] | None:
        """The other way, in the foot: its label and where it leads."""
        decline = self.action("decline")
        if not self.ends or decline is None:
            return None
        if self.chosen != "decline":
            return self._says(decline), self.choice.anew("decline").query
        take = self.action("take")
        return (self._says(take) if take and not take.fields else page_text(self.language, "location.back")), "?"

    @cached_property
    def wanted(self) -> tuple[Stock, ...]:
        """The resources of which one may be taken or got in a swap, each with where a tap on it leads."""
        kind = next((one for one in ("take", "swap") if self._options(one)), "")
        shape = self._options(kind) if kind and self.ends else None
        if shape is None:
            return ()
        picked = [str(one) for act in self.acts if act.type == kind for one in act.values[_CHOSEN[kind]]]
        return tuple(
            Stock(
                resource,
                self.game.supply(resource),
                by=int(resource.value in picked),
                query=self._choice(kind, resource).query if resource.value in shape.options else "",
                chosen=resource.value in picked,
                proposed=resource.value in picked and self.choice.type != kind,
            )
            for resource in Resource
        )

    def _choice(self, kind: str, resource: Resource) -> Choice:
        return self.choice.anew(kind, encoded(resource.value))._replace(pay=self.choice.pay)

    # The strip of what one has

    @property
    def stash(self) -> tuple[Stock, ...]:
        """The resources of the player, with what arrives or is paid."""
        return tuple(self._stock(resource) for resource in Resource)

    def _stock(self, resource: Resource) -> Stock:
        number, paid = self.game.at(self.side, resource), self.paid.count(resource.value)
        cost = self._cost(resource) if self._options(self.chosen) else 0
        net = self.ahead.game.at(self.side, resource) - number if self.ahead else cost
        # What could still be paid besides what is chosen for it.
        left = self._before_choice.at(self.side, resource) + cost
        query = ""
        if self.owed:
            pay = [*self.paid]
            if paid and not self.choice.pay:
                # A tap on what is proposed takes it.
                query = self.choice._replace(pay=tuple(pay)).query
            elif paid and (len(pay) == self.owed or left <= 0):
                pay.remove(resource.value)
                query = self.choice._replace(pay=tuple(pay)).query
            elif left > 0 and len(pay) < self.owed:
                # A tap pays all that is owed of a kind, as far as there is that much; another kind takes its place.
                some = min(left, self.owed - len(pay))
                query = self.choice._replace(pay=(*pay, *(resource.value,) * some)).query
            elif left > 0:
                query = self.choice._replace(pay=(*pay[1:], resource.value)).query
        return Stock(resource, number, net, query, bool(paid), bool(paid) and not self.choice.pay)

    @property
    def stored(self) -> tuple[int, int | None]:
        """How many resources one has, and how many one can keep (P-2); None: all, for no patrol comes any more."""
        kept = self.game.storage[self.side] if self.game.round < self.game.setup.edition.rounds else None
        return sum(self.game.resources(self.side).values()), kept

    @property
    def is_over_limit(self) -> bool:
        """Whether patrol, which comes next, takes some of them (P-2); while rewards are taken nothing limits them."""
        number, kept = self.stored
        return kept is not None and number > kept and self.game.location is None

    @property
    def swap(self) -> str:
        """What a swap takes and brings, where one may be made; empty where none may."""
        action = self.action("swap") if self.wanted else None
        return page_text(self.language, "swap.title", swap=self._says(action)) if action else ""

    @property
    def tomes(self) -> int:
        """How many tomes one has."""
        return self.game.tomes.get(self.side, 0)

    # What can be had

    @cached_property
    def offers(self) -> tuple[CardOffer, ...]:
        """The cards that may be crafted, reserved or recruited, those that one cannot pay for too."""
        if self.action("recruit") is not None:
            return tuple(self._goons())
        if self.action("craft") is None and self.action("reserve") is None:
            return ()
        game = self._before_choice
        shown = [(card, False) for card in game.lying(DISPLAY)]
        own = [(card, True) for card in game.lying((Zone.RESERVE, self.side)) if self.is_own]
        items = [self._item(game, card, reserved) for card, reserved in (*shown, *own)]
        # One's own that can be crafted stands first, for below the display nobody would see it.
        return tuple(sorted(items, key=lambda one: not (one.own and one.acts[0].query)))

    @cached_property
    def before_choice(self) -> Foresight | None:
        """What ranking the location comes to, where that is still to be done: the guards may take something before."""
        if self.prompt.step is None or self.prompt.step.kind is not StepKind.RESOLVE:
            return None
        return foreseen(self.game, Act("resolve"))

    @property
    def _before_choice(self) -> Position:
        return self.before_choice.game if self.before_choice else self.game

    def _item(self, game: Position, card: int, own: bool) -> CardOffer:
        face: ItemFace = game.face(card)
        price = face.price
        cost = () if price is None else _signs(price.cost, price.any)
        acts = [self._act("craft", card, self._short(game, face))]
        if not own:
            acts.append(self._act("reserve", card, page_text(self.language, "location.no_cube")))
        return CardOffer(
            face.name, price.reputation if price else 0, "", 0, cost, self._valuables(face), self._effects(face), own,
            tuple(acts),
        )  # fmt: skip

    def _goons(self) -> Iterator[CardOffer]:
        game = self._before_choice
        for location in self.game.setup.edition.goon_locations:
            for card in game.lying((Zone.SPACE, location)):
                face: GoonFace = game.face(card)
                kind = str(face.type) if face.type in {*Goon} else "token"
                name = joined(self.language, [self._told.card(face), capital(self._told.location(location))])
                act = self._act("recruit", location.value, "")
                yield CardOffer(
                    name, None, kind, face.icons, (), self._valuables(face), self._effects(face), False, (act,)
                )

    def _act(self, kind: str, card: int | str, short: str) -> Offered:
        label = page_text(self.language, f"location.{kind}.short")
        shape = self._options(kind)
        if shape is None or card not in shape.options:
            return Offered(label, short=short)
        here, cards = encoded(card), self.choice.cards if self.choice.type == kind else ()
        if here in cards:
            left = tuple(one for one in cards if one != here)
            return Offered(label, self.choice.anew(kind if left else "", *left).query, chosen=True)
        # Of more than one that may be chosen the first goes where there is no room for another.
        return Offered(label, self.choice.anew(kind, *(*cards, here)[-shape.most :]).query)

    def _short(self, game: Position, face: ItemFace) -> str:
        missing = lacking(game.resources(self.side), face.price) if face.price else {}
        return page_text(self.language, "location.lacking", what=amounts(self.language, missing)) if missing else ""

    def _valuables(self, face: ItemFace | GoonFace) -> tuple[tuple[str, str], ...] | None:
        if face.valuables is None:
            return None
        return tuple((str(one), term(self.language, one)) for one in face.valuables)

    def _effects(self, face: ItemFace | GoonFace) -> tuple[str, ...] | None:
        if face.effects is None:
            return None
        return tuple(self._told.effect(one) for one in face.effects)


def _signs(cost: Mapping[Resource, int], any_: int) -> tuple[str, ...]:
    return (*(f"cube-{resource}" for resource, n in cost.items() for _ in range(n)), *("any",) * any_)


def headlines(events: Iterable[Event], before: Position, names: Names, language: str) -> list[str]:
    """What nobody sees from the ranks alone: who takes the suspicion and why, and what the guards have chosen."""
    found: list[str] = []
    game = before
    for event in events:
        guards = game.setup.guards
        match event:
            case Moved(Cube.SUSPICION, _, Location(), int(), why) if why:
                said = [one for one in why if one.key.startswith("location.suspicion")] or why
                found += [text for _, text in explained(language, said[:1], names)]
            case CardMoved(_, _, (_, side)) if side == guards and guards is not None:
                found.append(line(language, event, names, game) or "")
            case Moved(_, _, None, side) if side == guards and game.location is Location.COMMISSARY:
                found.append(line(language, event, names, game) or "")
            case GuardCardMoved(_, Location.LIBRARY, why):
                # Cards that the app deals lie on no table; where they count next is said all the same.
                onward = [text for _, text in explained(language, why[-1:], names)]
                found += [text for text in onward if text not in found]
        game = evolve(game, event)
    return found


def faces_stated(events: Iterable[Event], before: Position, language: str) -> Iterator[str]:
    """Of each card that somebody takes and that was known already, what it shows, in a sentence."""
    game = before
    for event in events:
        match event:
            case CardMoved(card, _, (Zone.CRAFTED | Zone.GOONS, _)) if game.face(card).effects is not None:
                yield page_text(language, "location.stated", face=card_faces.label(language, game.face(card)))
        game = evolve(game, event)


_GAINED: Final = {Piece.ITEM: "item", Piece.GOON: "together", Piece.TOME: "tome", Piece.FIRST_PLAYER: "marker"}


def gains(moves: Iterable[Move], side: Side) -> Iterator[Gain]:
    """What a side gets and loses by moves, as signs."""
    for move in moves:
        if move.side != side:
            continue
        if isinstance(move.piece, Cube):
            loses = move.source.area is Area.SIDE and move.source.of == side
            yield Gain(f"cube-{move.piece}", -move.number if loses else move.number)
        elif move.piece is Piece.REPUTATION:
            yield Gain("star", int(move.target.of or 0) - int(move.source.of or 0))
        elif move.piece in _GAINED:
            yield Gain(_GAINED[move.piece], 0)


def gains_of(events: Sequence[Any], before: Position, sides: Iterable[Side]) -> dict[Side, tuple[Gain, ...]]:
    """What each side gets and loses by events."""
    moves = moves_of(events, before)
    return {side: tuple(gains(moves, side)) for side in sides}
