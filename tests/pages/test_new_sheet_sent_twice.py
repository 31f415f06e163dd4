"""The form of a new sheet, sent more than once."""

from flask.testing import FlaskClient

FORM = {
    "players": "2",
    "edition": "later",
    "by": "counts",
    "name": ["Vera", "Kim"],
    "once": "a-form-of-its-own-22-signs",
}


def test_sent_twice_it_makes_one_sheet(client: FlaskClient) -> None:
    client.get("/score")
    places = {client.post("/score", data=FORM).headers["Location"] for _ in range(2)}
    assert len(places) == 1


def test_gone_back_to_and_changed_it_makes_another(client: FlaskClient) -> None:
    client.get("/score")
    first = client.post("/score", data=FORM)
    second = client.post("/score", data={**FORM, "name": ["Vera", "Lou"]})
    assert (first.status_code, second.status_code) == (303, 303)
    assert first.headers["Location"] != second.headers["Location"]


def test_sent_again_when_its_sheet_is_deleted_it_says_so(client: FlaskClient) -> None:
    client.get("/score")
    link = client.post("/score", data=FORM).headers["Location"].rpartition("/")[2].partition("?")[0].partition("#")[0]
    assert client.post(f"/s/{link}/delete").status_code == 303
    assert client.post("/score", data=FORM).status_code == 404
