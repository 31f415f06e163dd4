"""The items and goons that somebody may have at a location."""

from collections.abc import Iterator, Mapping
from functools import cached_property

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.offers import CardOffer, OfferButton
from companion.pages.tables.play.location.outlook_acts import OutlookActs
from companion.rules.rulings.automa import lacking
from companion.rules.state.cards import GoonFace, ItemFace
from companion.rules.state.pieces import DISPLAY, Zone
from companion.rules.state.position import Position
from companion.rules.vocabulary import Goon, Resource
from companion.words.catalogue import amounts, joined, term
from companion.words.telling import capital


class OutlookCards(OutlookActs):
    """The cards that somebody may have at a location."""

    @cached_property
    def offers(self) -> tuple[CardOffer, ...]:
        """The cards that may be crafted, reserved or recruited, those that one cannot pay for too."""
        if self.action("recruit") is not None:
            return tuple(self._goons())
        if self.action("craft") is None and self.action("reserve") is None:
            return ()
        game = self.game
        shown = [(card, False) for card in game.lying(DISPLAY)]
        own = [(card, True) for card in game.lying((Zone.RESERVE, self.side)) if self.is_own]
        items = [self._item(game, card, reserved) for card, reserved in (*shown, *own)]
        # One's own that can be crafted stands first, for below the display nobody would see it.
        return tuple(sorted(items, key=lambda one: not (one.own and one.acts[0].query)))

    def _item(self, game: Position, card: int, own: bool) -> CardOffer:
        face: ItemFace = game.face(card)
        price = face.price
        cost = () if price is None else cost_signs(price.cost, price.any)
        acts = [self._act("craft", card, self._short(game, face))]
        if not own:
            acts.append(self._act("reserve", card, page_text(self.language, "location.no_cube")))
        return CardOffer(
            face.name, price.reputation if price else 0, "", 0, cost, self._valuables(face), self._effects(face), own,
            tuple(acts),
        )  # fmt: skip

    def _goons(self) -> Iterator[CardOffer]:
        game = self.game
        for location in self.game.setup.edition.goon_locations:
            for card in game.lying((Zone.SPACE, location)):
                face: GoonFace = game.face(card)
                kind = str(face.type) if face.type in {*Goon} else "token"
                name = joined(self.language, [self._telling.card(face), capital(self._telling.location(location))])
                act = self._act("recruit", location.value, "")
                yield CardOffer(
                    name, None, kind, face.icons, (), self._valuables(face), self._effects(face), False, (act,)
                )

    def _act(self, kind: str, card: int | str, short: str) -> OfferButton:
        label = page_text(self.language, f"location.{kind}.short")
        shape = self._options(kind)
        if shape is None or card not in shape.options:
            return OfferButton(label, short=short)
        here, cards = encoded(card), self.choice.cards if self.choice.type == kind else ()
        if here in cards:
            left = tuple(one for one in cards if one != here)
            return OfferButton(label, self.choice.anew(kind if left else "", *left).query, chosen=True)
        # Of more than one that may be chosen the first goes where there is no room for another.
        return OfferButton(label, self.choice.anew(kind, *(*cards, here)[-shape.most :]).query)

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
        return tuple(self._telling.effect(one) for one in face.effects)


def cost_signs(cost: Mapping[Resource, int], any_: int) -> tuple[str, ...]:
    """The signs of the cubes that an item costs."""
    return (*(f"cube-{resource}" for resource, n in cost.items() for _ in range(n)), *("any",) * any_)
