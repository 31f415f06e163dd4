"""What hands move, as the answer to each act lists it: in net, back after an undo, and to whom it is told."""

from typing import Any

from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import party, through_setup
from support.table_client import BY_HAND, Seat, done, post, sit_down

from companion.rules.engine.decider import begin
from companion.rules.engine.physical_moves.event_moves import moves_of
from companion.rules.engine.physical_moves.net_moves import reversed_moves
from companion.rules.state.events import LocationOpened, Moved, StrengthStated, TomesMoved, replay
from companion.rules.state.pieces import Cube
from companion.rules.state.position import Position
from companion.rules.vocabulary import Location
from companion.tables.projection.events import visible_events, visible_moves
from companion.tables.projection.viewer import Viewer
from companion.tables.setup_request import agreed
from companion.words.move_sentences import move_sentence

NAMES = ("Vera", "Isaac", "Stan")


def seen_by(side: int) -> Viewer:
    return Viewer(frozenset({side}))


GOONS = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
AT_THE_SMITHY: dict[str, Any] = {
    "round": 2,
    "phase": "lights_out",
    "location": "smithy",
    "goons": GOONS,
    "cubes": {"smithy": {"suspicion": 2}},
    "tokens": [{"token": 2, "location": "smithy"}],
    "guard_cards": [{"location": "smithy", "strength": 9}],
}
"""The guards are strongest there and take the suspicion."""


def act(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "actions", {"version": shown["version"], "type": kind, "fields": fields}))


def correct(client: FlaskClient, seat: Seat, shown: Any, kind: str, **fields: Any) -> Any:
    return done(post(client, seat, "corrections", {"version": shown["version"], "type": kind, "fields": fields}))


def go(client: FlaskClient, seat: Seat, shown: Any, way: str, to: int) -> Any:
    return done(post(client, seat, way, {"version": shown["version"], "to": to}))


def moved(shown: Any) -> list[tuple[str, int, str, str]]:
    """Piece, number, from, to."""

    def place(where: Any) -> str:
        return where["area"] if where["of"] is None else f"{where['area']} {where['of']}"

    return [(one["piece"], one["number"], place(one["from"]), place(one["to"])) for one in shown["moves"]]


@rule("L-10", "L-14", "Z-11")
def test_an_act_lists_what_hands_move_in_net_and_in_the_order_of_the_work(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY})
    shown = act(client, seat, shown, "resolve")
    assert moved(shown) == [
        ("suspicion", 2, "location smithy", "side 1"),
        ("iron", 1, "supply", "side 0"),
        ("iron", 2, "supply", "side 1"),
    ]
    assert shown["moves"][2] == {
        "piece": "iron",
        "number": 2,
        "from": {"area": "supply", "of": None},
        "to": {"area": "side", "of": 1},
        "side": 1,
        "which": None,
        "how": "",
        "drawn": 0,
        "text": "Put 2 iron on the guard board.",
    }
    left = act(client, seat, shown, "go_on")
    assert [one for one in moved(left) if one[0] != "guard_card"] == [("token", 1, "location smithy", "home 0")]
    assert ("guard_card", 1, "location smithy", "aside") in moved(left)


def test_undo_and_redo_list_the_way_back_and_forward_of_all_lines(client: FlaskClient) -> None:
    seat, begun = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY})
    taken = act(client, seat, act(client, seat, begun, "resolve"), "go_on")
    back = go(client, seat, taken, "undo", begun["version"])
    assert [one for one in moved(back) if one[0] not in {"guard_card", "token"}] == [
        ("suspicion", 2, "side 1", "location smithy"),
        ("iron", 1, "side 0", "supply"),
        ("iron", 2, "side 1", "supply"),
    ]
    assert ("token", 1, "home 0", "location smithy") in moved(back)
    assert "Return 1 iron to the supply." in [one["text"] for one in back["moves"]]
    again = go(client, seat, back, "redo", taken["version"])
    assert {("iron", 2, "supply", "side 1"), ("iron", 1, "supply", "side 0")} <= {*moved(again)}


def test_a_correction_lies_so_already_also_when_it_is_taken_back(client: FlaskClient) -> None:
    seat, begun = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY})
    said = correct(client, seat, begun, "set_cubes", place=[0], cube=["gold"], number=3)
    assert moved(said) == []
    assert moved(go(client, seat, said, "undo", begun["version"])) == []
    # With what was done before it the table lay as corrected, and goes back from there.
    said = correct(client, seat, act(client, seat, begun | said | {"version": 3}, "resolve"), "set_cubes",
                   place=[1], cube=["iron"], number=1)  # fmt: skip
    back = go(client, seat, said, "undo", begun["version"])
    assert ("iron", 1, "side 1", "supply") in moved(back)


@rule("E-10", "L-6")
def test_deciding_again_lists_what_is_left_of_both_ways(client: FlaskClient) -> None:
    seat, shown = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY, "rulings": {"tier_smithy": "nothing"}})
    shown = act(client, seat, shown, "resolve")
    shown = correct(client, seat, shown, "set_ruling", ruling=[{"key": "tier_smithy", "value": "iron"}])
    body = {"version": shown["version"], "to": shown["again"]["to"]}
    again = done(post(client, seat, "again", body, "again-once"))
    # The token comes back from the Library, and what the row brings.
    assert {one[0] for one in moved(again)} <= {"token", "iron"}
    assert done(post(client, seat, "again", body, "again-once"))["moves"] == again["moves"]


def three() -> Position:
    return replay(begin(agreed({"players": [{}, {}, {}]}), lambda *_: ()))


@rule("C-3")
def test_cubes_that_one_player_gives_another_are_told_to_both() -> None:
    game = three()
    (given,) = moves_of([Moved(Cube.SUSPICION, 1, 0, 1)], replay([Moved(Cube.SUSPICION, 1, None, 0)], game))
    told = {
        side: [move_sentence("en", one, NAMES, game, side) for one in visible_moves([given], seen_by(side), game)]
        for side in game.players
    }
    assert told == {
        0: ["Give 1 suspicion cube to Isaac."],
        1: ["Take 1 suspicion cube from Vera."],
        2: ["Isaac: take 1 suspicion cube from Vera."],
    }
    assert [next(visible_moves([given], seen_by(side), game)).side for side in game.players] == [0, 1, 1]


@rule("T-5", "V-1")
def test_discarded_tomes_that_are_shuffled_and_come_back_are_told_to_all() -> None:
    game = replay([TomesMoved(3, None, "discards")], three())
    events = [TomesMoved(3, "discards", None), TomesMoved(2, None, 0)]
    shuffled = moves_of(events, game)
    for moves, own, common in (
        (shuffled, "Draw 2 tomes.", "Shuffle the discarded tomes and put them under the deck."),
        (
            reversed_moves(shuffled),
            "Put 2 tomes back on the deck.",
            "Put 3 tomes from under the deck back with the discards.",
        ),
    ):
        told = {
            side: {move_sentence("en", one, NAMES, game, side) for one in visible_moves(moves, seen_by(side), game)}
            for side in game.players
        }
        assert told == {0: {own, common}, 1: {common}, 2: {common}}
    numbers = [[one.data["number"] for one in visible_events(events, game, seen_by(side), 0)] for side in game.players]
    assert numbers == [[3, 2], [3, None], [3, None]]


@rule("L-7", "L-8")
def test_a_crew_that_was_counted_together_is_told_the_way_it_goes_and_home() -> None:
    smithy = replay([LocationOpened(Location.SMITHY), StrengthStated(0, Location.SMITHY, 4)], three())
    strays = [StrengthStated(0, Location.LIBRARY, 4), StrengthStated(0, Location.SMITHY, 0)]
    back = [StrengthStated(0, Location.LIBRARY, 0), StrengthStated(0, Location.SMITHY, 4)]
    left = [LocationOpened(None)]
    for events, game, there, and_back in (
        (strays, smithy, "Move all your tokens from the Smithy to the Library.",
         "Move the tokens that came from the Smithy back there."),
        (back, replay(strays, smithy), "Move the tokens that came from the Smithy back there.",
         "Move all your tokens from the Smithy to the Library."),
        (left, smithy, "Take back all your tokens from the Smithy.", "Put your tokens back at the Smithy."),
        # Declined once the table has gone on.
        (strays, replay(left, smithy), "Move the tokens you had at the Smithy to the Library.",
         "Take back the tokens that came from the Smithy."),
    ):  # fmt: skip
        moves = moves_of(events, game)
        told = [[move_sentence("en", one, NAMES, game, 0) for one in some] for some in (moves, reversed_moves(moves))]
        assert told == [[there], [and_back]]


@rule("V-1")
def test_of_what_others_hide_only_the_move_is_told(client: FlaskClient) -> None:
    host, isaac = party(client, "Vera", "Isaac", first_player=1)
    shown = through_setup(client, host)
    laid = act(client, isaac, shown, "assign", location=["smithy"], tokens=[4], face_down=[4])
    assert moved(laid) == [("token", 1, "home 1", "location smithy")]
    assert (laid["moves"][0]["which"], laid["moves"][0]["how"]) == (4, "down")
    (back,) = go(client, host, laid, "undo", shown["version"])["moves"]
    assert (back["which"], back["text"]) == (None, "Isaac: take 1 face-down token back.")
