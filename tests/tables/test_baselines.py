"""Where a list of moves begins: at its owner's last tap, where they said that all is moved, or before an undo."""

from collections.abc import Sequence

from flask import Flask
from flask.testing import FlaskClient
from support.common import rule
from support.table_client import BY_HAND, Seat, sit_down
from test_moves_told import AT_THE_SMITHY, act, correct, go

from companion.rules.engine.physical_moves.move import Move, Piece
from companion.tables import repository
from companion.tables.line import Line
from companion.tables.moves import Baseline, Listed, baseline_of, moves_listed, net_moves
from companion.tables.repository import LoadedTable


def of_another(line: Line) -> bool:
    """A list whose owner has tapped nothing."""
    return False


class Tables:
    """A table at the Smithy: version 2 has ranked who is there, version 3 has declined the reward."""

    def __init__(self, app: Flask, client: FlaskClient) -> None:
        self._app, self.client = app, client
        self.seat: Seat
        self.seat, self.begun = sit_down(client, {**BY_HAND, "begin": AT_THE_SMITHY})
        self.resolved = act(client, self.seat, self.begun, "resolve")
        self.declined = act(client, self.seat, self.resolved, "decline_instead", side=[0])

    def loaded(self) -> LoadedTable:
        with self._app.app_context():
            return repository.find(self.seat.code)

    def baseline(self, *, own: bool = False, said: int = 0) -> tuple[int, int]:
        return self.whole_baseline(own=own, said=said)[:2]

    def whole_baseline(self, *, own: bool = True, said: int = 0) -> Baseline:
        with self._app.app_context():
            return baseline_of(self.loaded(), None if own else of_another, said=said)

    def iron(self, baseline: int) -> list[int]:
        """How much iron goes back to the supply since then."""
        with self._app.app_context():
            moves = net_moves(self.loaded(), baseline)
        return iron_back(moves)

    def left(self, *, own: bool = True, said: int = 0) -> list[tuple[Listed, list[int]]]:
        """The earlier lists that may still be to move, each with the iron that goes back to the supply."""
        with self._app.app_context():
            loaded = self.loaded()
            lists = baseline_of(loaded, None if own else of_another, said=said).left
            return [(one, iron_back(moves_listed(loaded, one))) for one in lists]


def iron_back(moves: Sequence[Move]) -> list[int]:
    return [one.number for one in moves if one.piece == "iron" and one.target.area == "supply"]


@rule("L-14")
def test_a_list_begins_with_what_its_owner_saw_at_the_last_tap_and_no_tap_of_another_clears_it(
    app: Flask, client: FlaskClient
) -> None:
    table = Tables(app, client)
    assert table.baseline(own=True) == (2, 0)
    assert table.baseline() == (0, 0)
    assert table.baseline(said=1) == (1, 0)
    assert table.baseline(own=True, said=3) == (3, 0)


@rule("C-1")
def test_correcting_a_number_is_no_tap_that_clears_a_list(app: Flask, client: FlaskClient) -> None:
    table = Tables(app, client)
    correct(client, table.seat, table.declined, "set_cubes", place=[0], cube=["gold"], number=3)
    assert table.baseline(own=True) == (2, 0)


@rule("L-14")
def test_an_undo_counts_the_list_as_moved_and_several_in_a_row_by_others_lose_nothing_to_put_back(
    app: Flask, client: FlaskClient
) -> None:
    table = Tables(app, client)
    first = go(client, table.seat, table.declined, "undo", table.resolved["version"])
    assert table.baseline() == (3, 4)
    assert table.iron(3) == []
    second = go(client, table.seat, first, "undo", table.begun["version"])
    assert table.baseline() == (3, 5)
    assert table.iron(3) == [2]
    # Whoever has tapped twice themselves saw the first list, and can look it up.
    assert table.baseline(own=True) == (4, 5)
    assert table.iron(4) == [1, 2]
    assert table.left()[-1] == (Listed(3, 4, back=True), [])
    go(client, table.seat, second, "redo", table.declined["version"])
    assert table.baseline() == (5, 6)


def test_what_moves_nothing_here_is_no_reason_to_clear_a_list(app: Flask, client: FlaskClient) -> None:
    table = Tables(app, client)
    go(client, table.seat, table.declined, "undo", table.resolved["version"])
    with app.app_context():
        loaded = table.loaded()
        scrap = baseline_of(loaded, of_another, made_here=lambda move, *_: move.piece == "scrap")
        iron = baseline_of(loaded, of_another, made_here=lambda move, *_: move.piece == "iron")
    assert (scrap[:2], iron[:2]) == ((0, 0), (3, 4))


@rule("L-14")
def test_a_list_that_was_left_by_a_choice_or_by_going_on_after_an_undo_can_be_looked_up_until_all_is_said_to_be_moved(
    app: Flask, client: FlaskClient
) -> None:
    table = Tables(app, client)
    assert table.whole_baseline().left == (Listed(1, 2),), "a reward was declined that the ranking had brought"
    assert table.whole_baseline(said=2).left == ()
    undone = go(client, table.seat, table.declined, "undo", table.begun["version"])
    assert table.left()[-1] == (Listed(2, 3), []), "what was listed before is undone"
    act(client, table.seat, undone, "resolve")
    assert table.left()[-1] == (Listed(3, 4, back=True), [2]), "what led back was left by resolving anew"
    assert not table.whole_baseline().left_open


@rule("L-14")
def test_earlier_lists_of_lights_out_count_as_moved_once_the_next_round_has_begun(
    app: Flask, client: FlaskClient
) -> None:
    table = Tables(app, client)
    assert table.whole_baseline().left
    correct(client, table.seat, table.declined, "set_phase", round=3, phase=["roll_call"])
    assert not table.whole_baseline().left


@rule("L-14")
def test_a_choice_after_an_undo_and_resolving_anew_leaves_the_list_of_that_and_not_the_way_back(
    app: Flask, client: FlaskClient
) -> None:
    """Both in one would cancel out: what came is the same that went back."""
    table = Tables(app, client)
    undone = go(client, table.seat, table.declined, "undo", table.begun["version"])
    resolved = act(client, table.seat, undone, "resolve")
    act(client, table.seat, resolved, "decline_instead", side=[0])
    found = table.whole_baseline()
    assert (found.left, found.left_open) == ((Listed(4, 5),), {False})


@rule("L-14")
def test_a_redo_leads_on_and_no_list_is_left_by_going_on(app: Flask, client: FlaskClient) -> None:
    table = Tables(app, client)
    undone = go(client, table.seat, table.declined, "undo", table.resolved["version"])
    assert table.whole_baseline().goes_back
    redone = go(client, table.seat, undone, "redo", table.declined["version"])
    assert not table.whole_baseline().goes_back
    act(client, table.seat, redone, "go_on")
    left = dict(table.left())
    assert left[Listed(4, 5)], "somebody goes on before the list of a redo is moved"
    assert not left[Listed(3, 4, back=True)], "what the redo moves again is not put back"


@rule("L-10")
def test_net_moves_of_one_phone_are_those_that_are_made_there(app: Flask, client: FlaskClient) -> None:
    table = Tables(app, client)
    act(client, table.seat, table.declined, "go_on")
    with app.app_context():
        own = net_moves(table.loaded(), 2, made_here=lambda move, *_: move.side == 0)
        every = net_moves(table.loaded(), 2)
    assert {one.side for one in own} == {0}
    assert {*own} < {*every}
    assert Piece.GUARD_CARD in {one.piece for one in every}
