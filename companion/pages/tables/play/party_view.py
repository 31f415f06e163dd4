"""A table of several players as its pages show it: everybody at a glance, what each may set, who is where."""

from companion.pages.tables.play.party_parts.light import PartyLight
from companion.pages.tables.play.party_parts.raid import PartyRaid
from companion.pages.tables.play.party_parts.seats import PartySeats
from companion.pages.tables.play.party_parts.waiting import PartyWaiting


class PartyView(PartySeats, PartyRaid, PartyLight, PartyWaiting):
    """What the page of a table of several players shows; see `PartyTable`."""
