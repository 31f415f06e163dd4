"""What a table agrees on as it is opened: who deals, what the box says, what traits and B sides set."""

from typing import Any

import pytest
from flask.testing import FlaskClient
from support.api_client import faults
from support.box_builders import keep_box
from support.common import rule
from support.table_client import open_table, play, sit_down, somebody, turned_up

from companion.boxes.box import Box
from companion.rules.acts.actions import Act
from companion.rules.engine.decider import begin, correct
from companion.rules.shuffling.house_deck import NEWEST, house_deck
from companion.rules.state.events import replay
from companion.rules.state.setup import Dealing, Difficulty
from companion.rules.vocabulary import EditionName
from companion.tables.setup_request import InvalidSetup, agreed

# The house deck


@pytest.mark.parametrize("difficulty", list(Difficulty))
@pytest.mark.parametrize("edition", list(EditionName))
def test_the_app_deals_the_house_deck_where_a_table_wishes_it(
    client: FlaskClient, edition: EditionName, difficulty: Difficulty
) -> None:
    seat, opened = sit_down(client, {"dealing": "house", "edition": edition, "difficulty": difficulty})
    assert opened["state"]["dealing"] == "house"
    shown = play(client, seat, opened, somebody("Vera"), until=turned_up)
    strengths = {face.strength for face in house_deck(edition, difficulty, NEWEST)}
    assert turned_up(shown) <= strengths
    assert {str(card["face"]) for card in shown["state"]["guard_cards"] if not card["up"]} == {"None"}


def test_an_answer_says_that_the_house_deck_is_not_the_printed_one(client: FlaskClient) -> None:
    _, opened = sit_down(client, {"dealing": "house"})
    assert opened["notice"] == "House deck: our own strengths, not the printed ones."


def test_nothing_is_said_of_a_deck_that_is_the_printed_one(client: FlaskClient) -> None:
    for dealing in ({"dealing": "cards"}, {}):
        assert sit_down(client, dealing)[1]["notice"] is None


def test_a_box_may_know_no_guard_card_and_the_house_deck_is_dealt_all_the_same(client: FlaskClient) -> None:
    _, opened = sit_down(client, {"dealing": "house", "box": keep_box(client).link})
    assert (opened["state"]["dealing"], opened["notice"] is None) == ("house", False)


# Traits and B sides


@rule("S-8")
def test_a_trait_adds_to_what_the_b_side_sets_and_figures_typed_beside_them_win() -> None:
    setup = agreed(
        {
            "advanced": True,
            "b_side": {"name": "Goblins", "power": 2, "suspicion": 1, "storage": 4},
            "trait": {"name": "Quick", "power": 3, "reputation": 1},
            "starts": {"player": {"suspicion": 2}, "guards": {"power": 2}},
        }
    )
    player, guards = setup.starts
    assert player == (1, 5, 2, 4)
    assert guards == (20, 2, 0, 5)


@rule("S-8")
def test_each_player_has_a_trait_and_a_b_side_of_their_own() -> None:
    b_side = {"power": 2, "suspicion": 1, "storage": 4}
    players = [
        {"b_side": b_side, "trait": {"power": 1, "storage": 2}},
        {"trait": {"power": 1}},
        {"start": {"power": 3}},
    ]
    setup = agreed({"advanced": True, "players": players})
    assert setup.starts == ((0, 3, 1, 6), (0, 2, 0, 5), (0, 3, 0, 5))
    with pytest.raises(InvalidSetup) as refused:
        agreed({"players": players})
    assert [one.path[1:] for one in refused.value.all] == [(0, "b_side"), (0, "trait"), (1, "trait"), (2, "start")]


@rule("S-8", "S-10")
def test_who_sits_down_later_at_an_advanced_table_starts_on_0_too() -> None:
    setups = [agreed({"players": [{}, {}], **wished}) for wished in ({"advanced": True}, {})]
    for setup, reputation in zip(setups, (0, 10), strict=True):
        game = replay(begin(setup, shuffled_by_nobody))
        game = replay(correct(game, Act("set_sides", {"number": 3}), shuffled_by_nobody), game)
        assert game.reputation[2] == reputation


def shuffled_by_nobody(round_: int, deck: str, cards: Any) -> Any:
    raise AssertionError("nothing is dealt before a round")


@rule("E-7", "S-8")
@pytest.mark.parametrize("member", ["trait", "b_side"])
def test_without_the_advanced_setup_there_is_no_trait_and_no_b_side(client: FlaskClient, member: str) -> None:
    response = open_table(client, {member: {"power": 2}})
    assert faults(response) == [f"/{member}"]


def test_a_wish_that_the_box_cannot_grant_is_refused_with_its_place() -> None:
    with pytest.raises(InvalidSetup) as refused:
        agreed({"dealing": "app"}, Box("Mine"))
    assert (refused.value.path, refused.value.data["known"]) == (("guard_deck",), 0)


def test_the_app_deals_by_itself_only_what_it_knows() -> None:
    assert agreed({}).dealing is Dealing.CARDS
    assert agreed({"guard_deck": [{"strength": 1}] * 12}).dealing is Dealing.APP


@rule("E-4")
def test_no_more_tomes_are_taken_out_than_the_box_has(client: FlaskClient) -> None:
    assert faults(open_table(client, {"tomes_out": 29})) == ["/tomes_out"]
    assert faults(open_table(client, {"tomes_out": 4, "cards": {"tomes": 3}})) == ["/tomes_out"]
    for body, left in (({"tomes_out": 28}, 0), ({"cards": {"tomes": 3}}, 0), ({"cards": {"tomes": 5}}, 1)):
        assert sit_down(client, body)[1]["state"]["decks"]["tomes"] == left


def test_all_that_does_not_go_together_is_told_at_once(client: FlaskClient) -> None:
    players = [{"name": "Vera", "start": {"power": 2}}, {"name": " Vera "}]
    wishes = {"difficulty": "expert", "first_player": 2, "holds": [1, 3], "name": "Isaac"}
    told = ["/players/1/name", "/name", "/holds/1", "/difficulty", "/first_player", "/players/0/start"]
    assert faults(open_table(client, {"players": players, **wishes})) == sorted(told)
    alone = {"depth": "light", "trait": {"power": 2}, "dealing": "app", "tomes_out": 99, "holds": [1]}
    assert faults(open_table(client, alone)) == ["/depth", "/guard_deck", "/holds/0", "/tomes_out", "/trait"]


@pytest.mark.parametrize("names", [("Vera", "Isaac", "Vera"), ("é", "Isaac", " e\u0301 ")])
def test_a_name_is_given_once_in_a_request(client: FlaskClient, names: tuple[str, ...]) -> None:
    response = open_table(client, {"players": [{"name": name} for name in names]})
    assert faults(response) == ["/players/2/name"]
    assert response.json["errors"][0]["message"] == "Someone else has this name already."


def test_seats_that_nobody_has_named_are_not_alike(client: FlaskClient) -> None:
    assert open_table(client, {"players": [{}, {}, {}]}).status_code == 201
