"""The parts of the page of several players, each a subject; `PartyView` puts them together."""
