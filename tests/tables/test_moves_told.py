"""What hands move, as the answer to each act lists it: in net, back after an undo, and to whom it is told."""

from typing import Any

from flask.testing import FlaskClient
from support.common import rule
from support.seat_client import party, through_setup
from support.table_client import BY_HAND, Seat, done, post, sit_down

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
        ("iron", 2, "supply", "side 1"),
    ]
    assert shown["moves"][1] == {
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
    taken = act(client, seat, shown, "take")
    assert [one for one in moved(taken) if one[0] != "guard_card"] == [
        ("iron", 1, "supply", "side 0"),
        ("token", 1, "location smithy", "home 0"),
    ]
    assert ("guard_card", 1, "location smithy", "aside") in moved(taken)


def test_undo_and_redo_list_the_way_back_and_forward_of_all_lines(client: FlaskClient) -> None:
    seat, begun = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY})
    taken = act(client, seat, act(client, seat, begun, "resolve"), "take")
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
    # The location was left; the token comes back to it from the Library or from home, and nothing else moves.
    assert {one[0] for one in moved(again)} <= {"token", "guard_card"}
    assert done(post(client, seat, "again", body, "again-once"))["moves"] == again["moves"]


@rule("V-1")
def test_of_what_others_hide_only_the_move_is_told(client: FlaskClient) -> None:
    host, isaac = party(client, "Vera", "Isaac", first_player=1)
    shown = through_setup(client, host)
    laid = act(client, isaac, shown, "assign", location=["smithy"], tokens=[4], face_down=[4])
    assert moved(laid) == [("token", 1, "home 1", "location smithy")]
    assert (laid["moves"][0]["which"], laid["moves"][0]["how"]) == (4, "down")
    (back,) = go(client, host, laid, "undo", shown["version"])["moves"]
    assert (back["which"], back["text"]) == (None, "Isaac: take 1 face-down token back.")
