"""A location of lights out on one screen: what may be chosen there, and the one tap that carries it out.

The address holds what somebody has chosen so far (`Choice`), so that the page is drawn anew by the server at each tap
and works without script. A page of several players can use `Outlook` and the rows of `offers` the same way: both ask
only for the seat they are about.
"""

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.offers import Primary
from companion.pages.tables.play.location.outlook_acts import FIELD_OF_CHOICE
from companion.pages.tables.play.location.outlook_cards import OutlookCards
from companion.pages.tables.play.location.outlook_stash import OutlookStash
from companion.rules.acts.actions import Act, Action
from companion.rules.state.pieces import Zone
from companion.rules.vocabulary import Location, Resource
from companion.words.catalogue import amounts, joined


class Outlook(OutlookStash, OutlookCards):
    """What may be done on the page of a location, with the buttons that carry it out."""

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
        name = FIELD_OF_CHOICE[self.chosen]
        cards = [("f." + name, encoded(one)) for act in self.acts for one in act.values[name]]
        return Primary(self._spends(), self.chosen, (*cards, *(("pay", one) for one in self.paid)), self.armed)

    def _carries_on(self, action: Action) -> str:
        location = self.game.location
        if location is not None and action.type == "resolve" and self.again:
            return page_text(self.language, "location.resolve.again", n=location.number, location=location)
        return self._says(action)

    @property
    def _to_be_chosen(self) -> str:
        return page_text(self.language, "location.choose" if self.offers else "location.choose.resource")

    def _spends(self) -> str:
        """Craft for 1 scrap, 1 potion."""
        if not self.armed:
            return self._to_be_chosen
        spent = {one.value: by for one in Resource if (by := self._spent(one)) > 0}
        got = {str(one): 1 for act in self.acts for one in _chosen_in(act)} if self.wanted else {}
        free = "" if spent or self.chosen == "take" else ".free"
        key = "swap.primary" if self.chosen == "swap" else f"location.{self.chosen}{free}"
        what, to = amounts(self.language, spent), amounts(self.language, got)
        return page_text(self.language, key, what=what, to=to, goons=self._recruits())

    def _recruits(self) -> str:
        """The goons that are chosen, by name or type."""
        places = [Location(str(one)) for act in self.acts if act.type == "recruit" for one in _chosen_in(act)]
        cards = (card for place in places for card in self.game.lying((Zone.SPACE, place)))
        return joined(self.language, (self._telling.card(self.game.face(card)) for card in cards))

    @property
    def without_choice(self) -> str:
        """Where nothing is chosen any more; empty as long as nothing is."""
        return self.choice.anew().query if self._options(self.choice.type) is not None else ""


def _chosen_in(act: Act) -> list[object]:
    return list(act.values[FIELD_OF_CHOICE[act.type]])
