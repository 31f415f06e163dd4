"""A resolved location that is taken back together: one row is told again, those of the others stay."""

from typing import Any, Final

import pytest
from flask.testing import FlaskClient
from support.api_client import check_problem
from support.common import rule
from support.seat_client import correct, host_of, invited, take
from support.table_client import done, post, read_log, show

NAMES: Final = ("Ann", "Ben", "Cleo")
GOONS: Final = dict.fromkeys(("sewers", "infirmary", "smithy", "commissary", "chow_hall"))
LOCATIONS: Final = (
    "exercise_yard",
    "sewers",
    "infirmary",
    "smithy",
    "commissary",
    "chow_hall",
    "cell_block",
    "library",
)
RICH: Final = {"gold": 2, "iron": 2, "potion": 2, "scrap": 2}


class Evening:
    """Three people with phones, the tokens on the real board."""

    def __init__(self, client: FlaskClient, location: str, **more: Any) -> None:
        self.client = client
        sides = more.pop("sides", [{"cubes": RICH} for _ in NAMES])
        begun = {"round": 3, "phase": "lights_out", "location": location, "goons": GOONS, "sides": sides}
        wishes = {"roll_call": False, "turns": "told", "begin_together": begun, **more}
        host, _ = host_of(client, *NAMES, **wishes)
        others = ((side, invited(client, host, seat=side)) for side in (1, 2))
        self.seats = [host, *(take(client, host.code, side, invite=invite) for side, invite in others)]

    def shown(self, side: int = 0) -> Any:
        return show(self.client, self.seats[side]).json

    def act(self, by: int, kind: str, **fields: Any) -> Any:
        body = {"version": self.shown(by)["version"], "type": kind, "fields": fields}
        return done(post(self.client, self.seats[by], "actions", body))

    def tell(self, side: int, *tokens: Any) -> Any:
        return self.act(side, "enter_tokens", side=[side], tokens=list(tokens))

    def all_tell(self, *rows: Any) -> None:
        for side, tokens in enumerate(rows):
            self.tell(side, *tokens)

    def take_back(self, side: int, key: str | None = None, version: int | None = None, **more: Any) -> Any:
        body = {"version": self.shown(side)["version"] if version is None else version, **more}
        return post(self.client, self.seats[side], "take-back", body, key)

    def offered(self, side: int) -> dict[str, Any]:
        return {one["type"]: one for one in self.shown(side)["prompt"]["actions"]}

    def go_on(self) -> None:
        """Choose nothing, and enter nothing, until the location that is open is left."""
        for _ in range(20):
            for side, _seat in enumerate(self.seats):
                kinds = self.offered(side)
                if "go_on" in kinds:
                    self.act(0, "go_on")
                    return
                kind = next((one for one in ("decline", "space_empty") if one in kinds), None)
                if kind:
                    fields = {name: [one["options"][0]] for name, one in kinds[kind]["fields"].items()}
                    self.act(side, kind, **fields)
                    break
        raise AssertionError("the location is never left")

    def standing(self) -> Any:
        """What lies where, but for the numbers of the log."""
        return self.shown()["state"]


def choose(evening: Evening) -> int:
    """Somebody makes the first choice that is asked for; else all go on. Return who did."""
    for side in range(3):
        kinds = evening.offered(side)
        kind = next((one for one in ("decline", "take", "decline_instead", "space_empty") if one in kinds), None)
        if kind:
            fields = {name: [one["options"][0]] for name, one in kinds[kind]["fields"].items()}
            evening.act(side, kind, **fields)
            return side
    evening.act(1, "go_on")
    return 1


@rule("L-10")
@pytest.mark.parametrize("location", LOCATIONS)
def test_at_each_location_one_row_is_told_again_and_the_others_stay(client: FlaskClient, location: str) -> None:
    rulings = {"unused_tokens": "library"} if location == "library" else {}
    evening = Evening(client, location, rulings=rulings)
    asked = evening.standing()
    rows = ([5], [4, 2], [2])
    evening.all_tell(*rows)
    resolved = evening.standing()
    choose(evening)
    told = done(evening.take_back(0))
    assert (told["line"]["kind"], told["line"]["seat"]) == ("undo", 0)
    now = evening.standing()
    there = [sorted(str(one["token"]) for one in side["tokens"]) for side in now["sides"]]
    assert there == [[], *(sorted(map(str, row)) for row in rows[1:])]
    assert [one["cubes"] for one in now["sides"]] == [one["cubes"] for one in asked["sides"]]
    assert "enter_tokens" in evening.offered(0)
    assert not {"enter_tokens", "go_on"} & {*evening.offered(1), *evening.offered(2)}
    evening.tell(0, *rows[0])
    assert evening.standing() == resolved


def test_the_log_says_who_took_it_back_and_repeats_the_rows_that_stay(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [4, 2], [])
    version = evening.shown()["version"]
    told = done(evening.take_back(0))
    lines = [(line["kind"], line["seat"], line["struck"]) for line in read_log(client, evening.seats[0])][-6:]
    assert lines == [
        ("act", 0, True),
        ("act", 1, True),
        ("act", 2, True),
        ("undo", 0, False),
        ("act", 1, False),
        ("act", 2, False),
    ]
    assert told["version"] == version + 3
    # The first got 3 potions, the second 1.
    assert {(one["piece"], one["number"], one["side"]) for one in told["moves"]} == {("potion", 3, 1), ("potion", 1, 0)}
    assert all(one["to"]["area"] == "supply" for one in told["moves"])


def test_a_row_that_is_changed_is_resolved_anew(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [4, 2], [])
    done(evening.take_back(0))
    told = evening.tell(0, 5, 3)
    assert [side["cubes"]["potion"] for side in told["state"]["sides"]] == [5, 3, 2]


def test_later_locations_are_undone_too_and_what_lies_there_is_put_back(client: FlaskClient) -> None:
    evening = Evening(client, "sewers")
    evening.all_tell([5], [4], [])
    evening.go_on()
    evening.tell(0)
    evening.tell(1, 3)
    evening.tell(2, 2)
    evening.go_on()
    evening.tell(2, 5)
    told = done(evening.take_back(0))
    assert told["state"]["location"] == "sewers"
    assert "enter_tokens" in evening.offered(0)
    assert [one["token"] for one in told["state"]["sides"][1]["tokens"]] == [4]
    home = [(one["from"]["area"], one["to"]["of"], one["side"]) for one in told["moves"] if one["piece"] == "token"]
    assert ("home", "sewers", 0) in home
    assert ("home", "sewers", 1) in home


def test_who_said_by_mistake_that_they_have_nobody_there_takes_it_back_too(client: FlaskClient) -> None:
    evening = Evening(client, "sewers")
    evening.all_tell([5], [4], [])
    assert done(evening.take_back(2))["line"]["seat"] == 2
    assert "enter_tokens" in evening.offered(2)


def test_any_resolved_location_of_the_round_can_be_named(client: FlaskClient) -> None:
    evening = Evening(client, "sewers")
    evening.all_tell([5], [], [])
    evening.go_on()
    evening.all_tell([], [4], [3])
    evening.go_on()
    refused = evening.take_back(1, location="smithy")
    check_problem(refused)
    assert refused.json["type"] == "illegal"
    assert "you entered who is there" in refused.json["errors"][0]["message"]
    assert done(evening.take_back(1, location="sewers"))["state"]["location"] == "sewers"
    assert "enter_tokens" in evening.offered(1)


def test_nobody_takes_back_a_location_that_still_waits_for_rows(client: FlaskClient) -> None:
    evening = Evening(client, "sewers")
    evening.tell(0, 5)
    assert evening.take_back(0).json["type"] == "illegal"


def test_a_location_at_which_nobody_else_was_is_taken_back_alone(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [], [])
    evening.go_on()
    told = done(evening.take_back(0))
    assert told["state"]["location"] == "infirmary"
    assert "enter_tokens" in evening.offered(0)
    assert "enter_tokens" not in {*evening.offered(1), *evening.offered(2)}


def test_the_same_request_twice_takes_back_once_with_the_same_answer(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [4, 2], [])
    version = evening.shown()["version"]
    first = done(evening.take_back(0, "once", version))
    assert done(evening.take_back(0, "once", version)) == first
    assert evening.shown()["version"] == version + 3


def test_what_another_did_meanwhile_is_not_taken_back_unseen(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [4, 2], [])
    version = evening.shown()["version"]
    evening.act(1, "go_on")
    assert evening.take_back(0, version=version).json["type"] == "conflict"


def test_it_is_taken_back_also_where_each_corrects_only_what_is_their_own(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary", edits_all=False)
    evening.all_tell([5], [4, 2], [])
    evening.act(1, "decline_instead", side=[1])
    assert done(evening.take_back(1))["line"]["seat"] == 1


def test_a_number_that_was_corrected_between_the_rows_stays_corrected_and_moves_nothing(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.tell(0, 5)
    version = evening.shown()["version"]
    done(correct(client, evening.seats[0], version, "set_cubes", place=[0], cube=["gold"], number=4))
    evening.tell(1, 4, 2)
    evening.tell(2)
    told = done(evening.take_back(1))
    assert told["state"]["sides"][0]["cubes"]["gold"] == 4
    assert {one["piece"] for one in told["moves"]} == {"potion"}


def test_a_location_can_be_taken_back_again_and_a_row_that_stays_is_changed_by_its_own_undo(
    client: FlaskClient,
) -> None:
    evening = Evening(client, "infirmary")
    evening.all_tell([5], [4, 2], [3])
    done(evening.take_back(0))
    mine = [line for line in read_log(client, evening.seats[1]) if line["kind"] == "act" and not line["struck"]]
    body = {"version": evening.shown(1)["version"], "to": mine[0]["version"]}
    done(post(client, evening.seats[1], "strike", body))
    evening.tell(1, 2)
    evening.tell(0, 5)
    told = done(evening.take_back(2))
    assert "enter_tokens" in evening.offered(2)
    assert [[one["token"] for one in side["tokens"]] for side in told["state"]["sides"]] == [[5], [2], []]


def test_a_strength_that_was_told_instead_of_tokens_stays_too(client: FlaskClient) -> None:
    evening = Evening(client, "infirmary")
    evening.act(0, "enter_strength", side=[0], strength=6, lookout=[])
    evening.act(1, "enter_strength", side=[1], strength=3, lookout=[])
    evening.tell(2)
    resolved = evening.standing()
    evening.act(1, "go_on")
    done(evening.take_back(1))
    evening.act(1, "enter_strength", side=[1], strength=3, lookout=[])
    assert evening.standing() == resolved


@rule("L-2")
def test_who_stands_at_a_resolved_location_is_not_corrected_but_taken_back(client: FlaskClient) -> None:
    evening = Evening(client, "sewers")

    def corrected(token: int, to: str) -> Any:
        fields = {"token": [{"side": 0, "token": token}], "to": [to]}
        return correct(client, evening.seats[0], evening.shown()["version"], "set_token", **fields)

    evening.tell(0, 5)
    done(corrected(5, "home"))
    done(corrected(5, "sewers"))
    evening.tell(1, 4)
    evening.tell(2)
    for token, to in ((5, "home"), (3, "sewers"), (3, "exercise_yard")):
        assert "Take it back together" in corrected(token, to).json["errors"][0]["message"]
    done(corrected(3, "infirmary"))
