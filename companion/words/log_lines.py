"""What happened in a game, as a line of the log, and what hands have to do on the real table because of it."""

from collections.abc import Callable
from typing import Any, Final

from companion.rules.engine.physical_moves.event_moves import LIES_SO
from companion.rules.state import events
from companion.rules.state.cards import ItemFace
from companion.rules.state.events import Event
from companion.rules.state.position import Dealing, Holder, Kind, Position, Side, Zone
from companion.rules.vocabulary import TOKENS, Location, Resource
from companion.words.catalogue import reason, sentence, term
from companion.words.messages import GAME, RULING_VALUES, RULINGS
from companion.words.telling import Names, Telling, for_somebody, named


def line(language: str, event: Event, names: Names, before: Position) -> str | None:
    """What happened, in a sentence.

    Args:
        language: to be spoken.
        event: what happened, as its reader may see it.
        names: of the seats, see `seat_names`.
        before: the game just before it.

    Returns:
        The sentence, or None where nobody needs to be told.
    """
    return LINES[type(event)](Telling(language, names, before), event)


def hands(language: str, event: Event, names: Names, before: Position) -> str | None:
    """The move on the real table, in the imperative, of what `line` is told too.

    Returns:
        The sentence, or None where nothing has to be moved: the table is ahead of a correction (S-10).
    """
    moves = HANDS.get(type(event))
    if moves is None or any(one.key in LIES_SO for one in event.why):
        return None
    return moves(Telling(language, names, before), event)


def _nothing(told: Telling, event: Any) -> None:
    return None


# Rounds and guard cards


def _round_began(told: Telling, event: events.RoundBegan) -> str:
    return told.say(f"line.round.{event.phase}", round=event.round)


def _dealt(told: Telling, event: events.Dealt) -> str | None:
    """Nobody has shuffled where the cards of a round lie on the table already."""
    return None if any(one.key in LIES_SO for one in event.why) else told.say("line.dealt")


def _shuffle(told: Telling, event: events.Dealt) -> str | None:
    return told.say("hands.shuffle") if _by_hand(told) else None


def _by_hand(told: Telling) -> bool:
    """Whether the guard and location cards lie on the real table, and not in the app."""
    return told.game.setup.dealing is Dealing.CARDS


def _guard_card_laid(told: Telling, event: events.GuardCardLaid) -> str:
    return told.say("line.guard_card_laid", location=event.location)


def _lay_guard_card(told: Telling, event: events.GuardCardLaid) -> str | None:
    return told.say("hands.lay_guard_card", location=event.location) if _by_hand(told) else None


def _guard_card_turned(told: Telling, event: events.GuardCardTurned) -> str:
    location = told.game.guard_cards[event.card].location
    strength = told.strength(event.face)
    if location is None:
        return told.say("line.guard_card_turned_away", strength=strength)
    key = "line.guard_card_comes" if _has_just_come(told.game, event.card) else "line.guard_card_turned"
    return told.say(key, location=location, strength=strength)


def _has_just_come(game: Position, card: int) -> bool:
    """Whether the location card that was turned last has brought a guard card, so that it comes face up (Z-5)."""
    newest = card == len(game.guard_cards) - 1 >= len(game.setup.edition.guarded)
    return newest and game.location_cards[-1:] == (game.guard_cards[card].location,)


def _guard_card_looked(told: Telling, event: events.GuardCardLooked) -> str:
    location = told.location(told.game.guard_cards[event.card].location)
    if event.face is None:
        return told.say("line.guard_card_looked", location=location)
    return told.say("line.guard_card_seen", location=location, strength=told.strength(event.face))


def _look_at_guard_card(told: Telling, event: events.GuardCardLooked) -> str | None:
    location = told.game.guard_cards[event.card].location
    return told.say("hands.look_at_guard_card", location=location) if location and _by_hand(told) else None


def _deck_looked(told: Telling, event: events.DeckLooked) -> str:
    deck = term(told.language, event.deck)
    if event.shows is None:
        return told.say("line.deck_looked", deck=deck)
    what = term(told.language, event.shows) if isinstance(event.shows, str) else told.strength(event.shows)
    return told.say("line.deck_seen", deck=deck, what=what)


def _guard_card_moved(told: Telling, event: events.GuardCardMoved) -> str | None:
    origin = told.game.guard_cards[event.card].location
    if origin is event.to:
        return None
    if event.to is None:
        return told.say("line.guard_card_leaves", location=origin)
    if origin is None:
        return told.say("line.guard_card_back", to=event.to)
    return told.say("line.guard_card_moved", location=origin, to=event.to)


def _move_guard_card(told: Telling, event: events.GuardCardMoved) -> str | None:
    location = told.game.guard_cards[event.card].location
    if not _by_hand(told) or location is event.to:
        return None
    if event.to is None:
        return told.say("hands.take_guard_card", n=1, location=location)
    if location is None:
        return told.say("hands.bring_guard_card", n=1, to=event.to)
    return told.say("hands.move_guard_card", location=location, to=event.to)


def _location_card_turned(told: Telling, event: events.LocationCardTurned) -> str:
    return told.say("line.location_card", shows=event.shows)


# Tokens


def _assigned(told: Telling, event: events.Assigned) -> str:
    return _laid(told, "line.assigned", event)


def _assign(told: Telling, event: events.Assigned) -> str:
    return _for(told, event.side, _laid(told, "hands.assign", event))


def _laid(told: Telling, key: str, event: events.Assigned) -> str:
    crew = told.crew(event.tokens, len(event.face_down))
    return told.say(key, side=told.name(event.side), crew=crew, location=event.location)


def _tokens_moved(told: Telling, event: events.TokensMoved) -> str:
    side, crew = told.name(event.side), _crew_moved(told, event)
    if event.to is None:
        return told.say("line.tokens_home", side=side, crew=crew)
    return told.say("line.assigned", side=side, crew=crew, location=event.to)


def _move_tokens(told: Telling, event: events.TokensMoved) -> str | None:
    crew = _crew_moved(told, event)
    if event.to is None:
        out = any((event.side, token) in told.game.tokens for token in event.tokens)
        return _for(told, event.side, told.say("hands.take_tokens", crew=crew)) if out else None
    return _for(told, event.side, told.say("hands.move_tokens", crew=crew, location=event.to))


def _crew_moved(told: Telling, event: events.TokensMoved) -> str:
    """The tokens; of those that whoever hears of it may not know only how many they are."""
    known = [token for token in event.tokens if token in TOKENS]
    return told.crew(known, len(event.tokens) - len(known))


def _tokens_turned(told: Telling, event: events.TokensTurned) -> str | None:
    return told.say("line.tokens_turned", location=event.location) if _face_down(told, event.location) else None


def _turn_tokens(told: Telling, event: events.TokensTurned) -> str | None:
    return told.say("hands.turn_tokens", location=event.location) if _face_down(told, event.location) else None


def _face_down(told: Telling, location: Location) -> bool:
    return any(laid.face_down for laid in told.game.tokens.values() if laid.location is location)


def _passed(told: Telling, event: events.Passed) -> str:
    return told.say("line.passed", side=told.name(event.side), n=len(told.game.at_home(event.side)))


def _strengthened(told: Telling, event: events.Strengthened) -> str:
    return told.say("line.strengthened", side=told.name(event.side), by=event.by, location=event.location)


def _strength_stated(told: Telling, event: events.StrengthStated) -> str:
    side = told.name(event.side)
    if not event.strength and not event.lookout:
        return told.say("line.strength_gone", side=side, location=event.location)
    key = "line.strength_stated.lookout" if event.lookout else "line.strength_stated"
    return told.say(key, side=side, n=event.strength, location=event.location)


def _move_crew(told: Telling, event: events.StrengthStated) -> str:
    """Stragglers that nobody has named move as the tokens that they are (L-8)."""
    text = told.say("hands.move_crew", location=told.location(told.game.location), to=event.location)
    return _for(told, event.side, text)


def _location_opened(told: Telling, event: events.LocationOpened) -> str | None:
    if event.location is None:
        return None
    return told.say("line.opened", n=event.location.number, location=event.location)


# Cubes, reputation, the marker


def _moved(told: Telling, event: events.Moved) -> str:
    what = told.amount(event.cube, event.number)
    source, target = event.source, event.target
    if source is None and target is not None:
        if isinstance(target, Location):
            return told.say("line.more_at", location=target, what=what)
        return told.say("line.more", side=told.name(target), what=what)
    if target is None and source is not None:
        if isinstance(source, Location):
            return told.say("line.fewer_at", location=source, what=what)
        return told.say("line.fewer", side=told.name(source), what=what)
    assert source is not None
    assert target is not None
    if isinstance(source, Location) and not isinstance(target, Location):
        return told.say("line.more_from", side=told.name(target), what=what, location=source)
    return told.say("line.moved", origin=told.place(source), to=told.place(target), what=what)


def _move(told: Telling, event: events.Moved) -> str | None:
    what = told.amount(event.cube, event.number)
    match event.source, event.target:
        case None, Location() as location:
            return told.say("hands.lay", what=what, location=location)
        case Location() as location, None:
            return told.say("hands.clear", what=what, location=location)
        case None, int() as side:
            return _hand(told, side, "hands.gain", what=what)
        case int() as side, None:
            return _hand(told, side, "hands.return", what=what)
        case Location() as location, int() as side:
            return _hand(told, side, "hands.gain_from", what=what, location=location)
        case int() as side, int() as other:
            return _give(told, side, other, what)
    return None


def _give(told: Telling, side: Side, other: Side, what: str) -> str:
    guards = told.game.setup.guards
    if side == guards:
        return _for(told, other, told.say("hands.give.guards", what=what))
    if other == guards:
        return _for(told, side, told.say("hands.give_to_guards", what=what))
    return _for(told, side, told.say("hands.give", what=what, other=told.name(other)))


def _hand(told: Telling, side: Side, key: str, **data: Any) -> str:
    """What somebody does for the guards, or a player for itself."""
    if side == told.game.setup.guards:
        return told.say(f"{key}.guards", **data)
    return _for(told, side, told.say(key, **data))


def _for(told: Telling, side: Side, text: str) -> str:
    """Who does it, where more than one person plays."""
    return text if len(told.game.players) < 2 else for_somebody(told, side, text)


def _scored(told: Telling, event: events.Scored) -> str:
    now = told.game.reputation[event.side] + event.by
    return told.say("line.scored", side=told.name(event.side), by=event.by, now=now)


def _score(told: Telling, event: events.Scored) -> str:
    return _hand(told, event.side, "hands.score", now=told.game.reputation[event.side] + event.by)


def _marker_moved(told: Telling, event: events.MarkerMoved) -> str:
    stays = event.side == told.game.first_player
    return told.say("line.marker_stays" if stays else "line.marker", side=told.name(event.side))


def _move_marker(told: Telling, event: events.MarkerMoved) -> str | None:
    return None if event.side == told.game.first_player else _hand(told, event.side, "hands.marker")


def _storage_set(told: Telling, event: events.StorageSet) -> str:
    return told.say("line.storage", side=told.name(event.side), limit=event.limit)


# Items, goons, tomes


def _card_drawn(told: Telling, event: events.CardDrawn) -> str:
    card, to = told.card(event.face), told.spot(event.spot, event.space)
    if event.spot[0] is Zone.SPACE and not isinstance(event.face, ItemFace):
        return told.say("line.goon_drawn", card=card, to=to, n=event.face.icons)
    return told.say("line.card_drawn", card=card, to=to)


def _draw_card(told: Telling, event: events.CardDrawn) -> str | None:
    match event.spot:
        case Zone.DISPLAY, _:
            return told.say("hands.lay_item", space=event.space + 1)
        case Zone.SPACE, location:
            return told.say("hands.lay_goon", location=location)
    return None


def _card_moved(told: Telling, event: events.CardMoved) -> str:
    return told.say(
        "line.card_moved",
        card=told.card(told.game.face(event.card)),
        origin=told.spot(event.source, told.space(event.card, event.source)),
        to=told.spot(event.target, event.space),
    )


def _move_card(told: Telling, event: events.CardMoved) -> str | None:
    (source, start), (target, end) = event.source, event.target
    space = told.space(event.card, event.source) + 1
    match source, target:
        case Zone.SPACE, Zone.SPACE:
            return told.say("hands.move_goon", location=start, to=end)
        case Zone.SPACE, Zone.DISCARDS:
            return told.say("hands.discard_goon", location=start)
        case Zone.SPACE, Zone.GOONS if isinstance(end, int):
            return _hand(told, end, "hands.take_goon", location=start)
        case Zone.DISPLAY, Zone.CRAFTED if isinstance(end, int):
            return _hand(told, end, "hands.craft", space=space)
        case Zone.RESERVE, Zone.CRAFTED if isinstance(end, int):
            return _hand(told, end, "hands.craft_reserved", space=space)
        case Zone.DISPLAY, Zone.RESERVE if isinstance(end, int):
            return _hand(told, end, "hands.reserve", space=space)
    return None


def _card_returned(told: Telling, event: events.CardReturned) -> str:
    origin = told.spot(event.source, told.space(event.card, event.source))
    card = told.card(told.game.face(event.card))
    return told.say("line.card_moved", card=card, origin=origin, to=told.say("spot.deck"))


def _face_typed(told: Telling, event: events.FaceTyped) -> str:
    face = event.face
    if isinstance(face, ItemFace) and face.price is not None and told.game.face(event.card).price != face.price:
        cost = {resource: face.price.cost.get(resource, 0) for resource in Resource} | {"any": face.price.any}
        parts = [told.amount(what, count) for what, count in cost.items() if count]
        card = face.name or told.say("card.item")
        return told.say("line.item_typed", card=card, n=face.price.reputation, cost=told.all_of(parts) or "0")
    return told.say("line.face_typed", card=told.card(face))


def _discards_shuffled(told: Telling, event: events.DiscardsShuffled) -> str:
    return told.say("line.discards_shuffled")


def _shuffle_discards(told: Telling, event: events.DiscardsShuffled) -> str:
    return told.say("hands.shuffle_goons")


def _tomes_moved(told: Telling, event: events.TomesMoved) -> str:
    match event.source, event.target:
        case None, int() as side:
            return told.say("line.tomes_drawn", side=told.name(side), n=event.number)
        case int() as side, "discards":
            return told.say("line.tomes_played", side=told.name(side), n=event.number)
    return told.say("line.tomes", origin=_holder(told, event.source), to=_holder(told, event.target), n=event.number)


def _holder(told: Telling, holder: Holder | None) -> str:
    if holder is None:
        return told.say("spot.deck")
    return told.name(holder) if isinstance(holder, int) else told.say(f"spot.{holder}")


def _move_tomes(told: Telling, event: events.TomesMoved) -> str | None:
    match event.source, event.target:
        case None, int() as side:
            return _for(told, side, _draw_tomes(told, event))
        case int() as side, "discards":
            return _for(told, side, told.say("hands.discard_tomes", n=event.number))
        case "discards", None:
            return told.say("hands.shuffle_tomes")
    return None


def _draw_tomes(told: Telling, event: events.TomesMoved) -> str:
    """Draw and keep (L-18, C-3); the deck may hold fewer than are to be drawn (T-5)."""
    drawn = max((2 if one.key == "effect.choose_tome" else one.data.get("draw", 0) for one in event.why), default=0)
    drawn = min(drawn, told.game.deck(Kind.TOME))
    if drawn > event.number:
        return told.say("hands.choose_tomes", draw=drawn, keep=event.number)
    return told.say("hands.draw_tomes", n=event.number)


# Goals, rulings, decisions


def _leader_taken(told: Telling, event: events.LeaderTaken) -> str:
    return told.say("line.leader", side=told.name(event.side))


def _take_leader(told: Telling, event: events.LeaderTaken) -> str | None:
    return None if event.side is None else _hand(told, event.side, "hands.leader")


def _goals_set(told: Telling, event: events.GoalsSet) -> str:
    leader = told.say("line.goals.no_leader")
    if event.leader is not None:
        leader = told.say("line.goals.leader", what=told.counted(event.leader.counts), n=event.leader.minimum)
    end = told.say("line.goals.no_end")
    if event.end is not None:
        end = told.say(f"line.goals.{event.end.kind}", what=told.counted(event.end.counts))
    return f"{leader} {end}"


def _ruling_set(told: Telling, event: events.RulingSet) -> str:
    question = sentence(told.language, RULINGS[event.key])
    answer = sentence(told.language, RULING_VALUES[f"{event.key}.{event.value}"])
    return told.say("line.ruling", question=question, answer=answer)


def _dealing_set(told: Telling, event: events.DealingSet) -> str:
    return told.say(f"line.dealing.{event.dealing}")


def _box_counted(told: Telling, event: events.BoxCounted) -> str:
    return told.say("line.box", what=told.cubes(event.what), number=event.number)


def _overruled(told: Telling, event: events.Overruled) -> str | None:
    if event.outcome is None:
        return None
    decision = event.decision.partition(".")[0]
    key = f"decision.{decision}"
    what = told.say(key) if key in GAME else term(told.language, decision)
    return told.say("line.overruled", what=what, outcome=outcome(told, event.outcome))


def outcome(told: Telling, decided: Any) -> str:
    """What the table has put in the place of a result."""
    match decided:
        case int():
            return told.name(decided)
        case tuple() | list():
            return told.listed(term(told.language, one) for one in decided) or told.say("option.nothing")
        case {"craft": card} | {"reserve": card}:
            kind = "craft" if "craft" in decided else "reserve"
            return told.say(f"option.{kind}", card=told.card(told.game.face(card)))
        case {"give": gives, "get": gets}:
            return told.say("option.exchange", gives=Resource(gives), gets=Resource(gets))
    return told.say(f"option.{decided}") if f"option.{decided}" in GAME else term(told.language, decided)


def _counted(told: Telling, event: events.Counted) -> str | None:
    """What a player said; what is kept for the score is told there."""
    side, key = told.name(event.side), f"line.counted.{event.what}"
    if key in GAME:
        return told.say(key, side=side, number=event.number)
    return (
        told.say("line.counted", side=side, what=told.counted(event.what), number=event.number) if event.why else None
    )


def _answered(told: Telling, event: events.Answered) -> str:
    return told.say("line.opened_again" if event.again else "line.answered", side=told.name(event.side))


def _instant_set(told: Telling, event: events.InstantSet) -> str:
    return told.say("line.instant", side=told.name(event.side)) if event.there else told.say("line.no_instant")


def _depth_set(told: Telling, event: events.DepthSet) -> str:
    return told.say(f"line.depth.{event.depth}")


def _away_set(told: Telling, event: events.AwaySet) -> str:
    return told.say("line.away" if event.away else "line.back", side=told.name(event.side))


def _sides_set(told: Telling, event: events.SidesSet) -> str:
    return told.say("line.sides", n=len(event.starts))


def _noted(told: Telling, event: events.Noted) -> str | None:
    """Who ranks where, if that is what was found; otherwise the last reason, which is why nothing moved."""
    if not event.why:
        return None
    ranked = [one for one in event.why if {"rank", "strength"} <= one.data.keys()]
    if not ranked or told.game.location is None:
        return reason(told.language, named(event.why[-1], told.names))
    places = (
        told.say(
            "line.rank",
            strength=one.data["strength"],
            side=named(one, told.names).data["side"],
        )
        for one in ranked
    )
    return told.say("line.ranking", location=told.game.location, ranking=told.listed(places))


def _began(told: Telling, event: events.Began) -> str:
    return told.say("line.began")


LINES: Final[dict[type, Callable[[Telling, Any], str | None]]] = {
    events.Began: _began,
    events.RoundBegan: _round_began,
    events.Dealt: _dealt,
    events.GuardCardLaid: _guard_card_laid,
    events.GuardCardTurned: _guard_card_turned,
    events.GuardCardLooked: _guard_card_looked,
    events.DeckLooked: _deck_looked,
    events.GuardCardMoved: _guard_card_moved,
    events.LocationCardTurned: _location_card_turned,
    events.Assigned: _assigned,
    events.TokensMoved: _tokens_moved,
    events.TokensTurned: _tokens_turned,
    events.Passed: _passed,
    events.Strengthened: _strengthened,
    events.StrengthStated: _strength_stated,
    events.LocationOpened: _location_opened,
    events.Moved: _moved,
    events.Scored: _scored,
    events.MarkerMoved: _marker_moved,
    events.StorageSet: _storage_set,
    events.CardDrawn: _card_drawn,
    events.CardMoved: _card_moved,
    events.CardReturned: _card_returned,
    events.FaceTyped: _face_typed,
    events.DiscardsShuffled: _discards_shuffled,
    events.TomesMoved: _tomes_moved,
    events.LeaderTaken: _leader_taken,
    events.GoalsSet: _goals_set,
    events.RulingSet: _ruling_set,
    events.DealingSet: _dealing_set,
    events.BoxCounted: _box_counted,
    events.Overruled: _overruled,
    events.InstantSet: _instant_set,
    events.Counted: _counted,
    events.Answered: _answered,
    events.RewardOffered: _nothing,
    events.DepthSet: _depth_set,
    events.AwaySet: _away_set,
    events.SidesSet: _sides_set,
    events.Noted: _noted,
    events.AgendaSet: _nothing,
}
"""By kind of event: the sentence of its line; an expansion enters its own."""

HANDS: Final[dict[type, Callable[[Telling, Any], str | None]]] = {
    events.Dealt: _shuffle,
    events.GuardCardLaid: _lay_guard_card,
    events.GuardCardLooked: _look_at_guard_card,
    events.GuardCardMoved: _move_guard_card,
    events.Assigned: _assign,
    events.TokensMoved: _move_tokens,
    events.TokensTurned: _turn_tokens,
    events.StrengthStated: _move_crew,
    events.Moved: _move,
    events.Scored: _score,
    events.MarkerMoved: _move_marker,
    events.CardDrawn: _draw_card,
    events.CardMoved: _move_card,
    events.DiscardsShuffled: _shuffle_discards,
    events.TomesMoved: _move_tomes,
    events.LeaderTaken: _take_leader,
}
"""What has no move: what the players turn up themselves before they type it, and what only the app counts."""
