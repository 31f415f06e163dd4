"""A location of lights out on one screen: who gets what there, what it comes to, and the one tap that carries it out.

Where nothing depends on a choice the page foresees what its tap will do and lists the moves before it. Where something
does, the address holds what somebody has chosen so far (`Choice`), so that the page is drawn anew by the server at each
tap and works without script; the location then stays open with the list of what was done. A page of several players can
use `Outlook` and the rows of `offers` the same way: both ask only for the seat they are about.
"""

from collections import Counter
from itertools import takewhile

from companion.pages.forms.submission import encoded
from companion.pages.layout.frame import page_text
from companion.pages.tables.play.location.gains import gains
from companion.pages.tables.play.location.offers import Primary
from companion.pages.tables.play.location.outlook_acts import FIELD_OF_CHOICE
from companion.pages.tables.play.location.outlook_cards import OutlookCards
from companion.pages.tables.play.location.outlook_stash import OutlookStash
from companion.rules.acts.actions import Action
from companion.rules.engine.decider import Foresight
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.move import Move
from companion.rules.phases.lights_out import next_stop
from companion.rules.state.events import replay
from companion.rules.state.pieces import Cube, Zone
from companion.rules.vocabulary import Location, Resource
from companion.words import action_labels
from companion.words.catalogue import amounts, joined


class Outlook(OutlookStash, OutlookCards):
    """What the page of a location foresees, with the buttons that carry it out."""

    @property
    def chooses(self) -> bool:
        """Whether what the primary button does is chosen here, be it proposed already."""
        return bool(self.offers or self.wanted)

    @property
    def moves(self) -> tuple[Move, ...]:
        """What is to be moved for it; of a choice that is listed apart or once it is made, what comes before that.

        Over the strips of a swap there is no room for that: all of it is listed once it is chosen.
        """
        on_a_card = self.offers and self._options(self.chosen) is not None
        found = None if on_a_card else self.ahead
        if found is None and self.chooses and self.action("swap") is None:
            found = self.before_choice
        return moves_of(found.events, self.game) if found else ()

    @property
    def moves_of_choice(self) -> tuple[Move, ...]:
        """What choosing a card moves beyond that, with going on: it is listed below the card."""
        if not self.offers or not self.goes_on or self.ahead is None:
            return ()
        before = self.before_choice.events if self.before_choice else ()
        # How it ends differs: there it waits for the choice.
        known = sum(1 for _ in takewhile(lambda pair: pair[0] == pair[1], zip(before, self.ahead.events, strict=False)))
        return moves_of(self.ahead.events[known:], replay(self.ahead.events[:known], self.game))

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
            name = FIELD_OF_CHOICE[self.chosen]
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
                action_labels.goes_on_to(self._telling, follows)
                if follows
                else page_text(self.language, "location.night")
            )
        return self._says(action)

    def _takes(self, action: Action, ahead: Foresight) -> str:
        """Take 3 scrap: all that comes with it, also what a Bandit has laid there (P-7); a marker only if it is new."""
        cubes = self._cubes_got(ahead)
        step = action.step or self.prompt.step
        reward = step.data["reward"] if step else {}
        got = gains(moves_of(ahead.events, self.game), self.side)
        marks = reward.get("first_player") and any(gain.sign == "marker" for gain in got)
        if reward.get("kind") not in {"power", "resources"} or marks or not cubes:
            return self._says(action)
        return page_text(self.language, "location.take", to=amounts(self.language, cubes))

    def _cubes_got(self, ahead: Foresight) -> Counter[str]:
        got = [*gains(moves_of(ahead.events, self.game), self.side)]
        cubes: Counter[str] = Counter()
        for one in (*Resource, Cube.POWER):
            cubes[one.value] += sum(gain.by for gain in got if gain.sign == f"cube-{one}" and gain.by > 0)
        return +cubes

    def _follows(self) -> Location | None:
        return next_stop(self.ahead.game) if self.ahead and self.ahead.whole else None

    def _spends(self) -> str:
        """Craft for 1 scrap, 1 potion."""
        if not self.armed:
            return page_text(self.language, "location.choose" if self.offers else "location.choose.resource")
        spent = {one.value: -by for one in Resource if (by := self._cost(one)) < 0}
        what = amounts(self.language, spent)
        got = {str(one): 1 for act in self.acts for one in act.values[FIELD_OF_CHOICE[act.type]]} if self.wanted else {}
        if self.chosen == "take" and self.ahead is not None:
            # What a Bandit has laid there comes with it (P-7).
            got = self._cubes_got(self.ahead)
        to = amounts(self.language, got)
        free = "" if spent or self.chosen == "take" else ".free"
        key = "swap.primary" if self.chosen == "swap" else f"location.{self.chosen}{free}"
        return page_text(self.language, key, what=what, to=to, goons=self._recruits())

    def _recruits(self) -> str:
        """The goons that are chosen, by name or type."""
        places = [Location(str(one)) for act in self.acts if act.type == "recruit" for one in act.values["goons"]]
        cards = (card for place in places for card in self._before_choice.lying((Zone.SPACE, place)))
        return joined(self.language, (self._telling.card(self._before_choice.face(card)) for card in cards))

    @property
    def without_choice(self) -> str:
        """Where nothing is chosen any more; empty as long as nothing is."""
        return self.choice.anew().query if self._options(self.choice.type) is not None else ""

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
