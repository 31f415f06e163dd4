"""What somebody has at a location, with what arrives or is paid."""

from functools import cached_property

from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.offers import Stock
from companion.pages.tables.play.location.outlook_acts import FIELD_OF_CHOICE, OutlookActs
from companion.rules.vocabulary import Resource


class OutlookStash(OutlookActs):
    """The strip of what somebody has at a location, and the resources of which one may be taken."""

    @cached_property
    def wanted(self) -> tuple[Stock, ...]:
        """The resources of which one may be taken or got in a swap, each with where a tap on it leads."""
        kind = next((one for one in ("take", "swap") if self._options(one)), "")
        shape = self._options(kind) if kind and self.ends else None
        if shape is None:
            return ()
        picked = [str(one) for act in self.acts if act.type == kind for one in act.values[FIELD_OF_CHOICE[kind]]]
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

    @property
    def stash(self) -> tuple[Stock, ...]:
        """The resources of the player, with what arrives or is paid."""
        return tuple(self._stock(resource) for resource in Resource)

    def _stock(self, resource: Resource) -> Stock:
        number, paid = self.game.at(self.side, resource), self.paid.count(resource.value)
        # What a swap brings comes after it is paid for, and stands in the strip of what is got (L-15).
        chosen = self._options(self.chosen) is not None
        net = self._change(resource) if chosen else self.gained.get(resource, 0)
        kind = resource.value
        query = self.choice._replace(pay=self.payment.tap(kind)).query if self.payment.there[kind] else ""
        return Stock(resource, number, net, query, bool(paid), self.payment.is_only_proposed(kind))

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
