"""The language of answers follows `Accept-Language` and is said in `Content-Language` (docs/api.md, Language)."""

from importlib.resources import files
from io import StringIO

import pytest
from babel.messages.pofile import read_po
from flask.testing import FlaskClient
from support.api_client import API, EXAMPLE, YARD, ask

SCORES = "/rulings/scores"
OTHERS = ("pl", "zh")


def needs_catalogue(language: str) -> None:
    """Skip while nobody has translated anything into that language yet."""
    catalogue = files("companion").joinpath("translations", language, "LC_MESSAGES", "messages.po")
    messages = read_po(StringIO(catalogue.read_text("utf-8"))) if catalogue.is_file() else ()
    if not any(message.id and any(message.string) for message in messages):
        pytest.skip(f"no catalogue of {language} yet")


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (None, "en"),
        ("", "en"),
        ("en", "en"),
        ("pl", "pl"),
        ("zh", "zh"),
        ("zh-CN", "zh"),
        ("zh-Hans-CN", "zh"),
        ("zh_TW", "zh"),
        ("PL", "pl"),
        ("pl-PL,pl;q=0.9,en;q=0.8", "pl"),
        ("de", "en"),
        ("de, pl;q=0.5", "pl"),
        ("de, fr;q=0.5", "en"),
        ("en;q=0.2, zh;q=0.4, pl;q=0.3", "zh"),
        ("pl;q=0", "en"),
        ("pl;q=0, zh;q=0.1", "zh"),
        ("*", "en"),
        ("*, pl;q=0.5", "pl"),
        ("plt", "en"),
        ("zhx", "en"),
        ("pl;q=junk", "en"),
        (";;;,,,===", "en"),
        ("\xff\xfe", "en"),
    ],
)
def test_the_best_language_that_is_spoken_here_is_taken(
    plain_client: FlaskClient, wanted: str | None, language: str
) -> None:
    headers = {} if wanted is None else {"Accept-Language": wanted}
    for path in ("/editions", "/rules"):
        response = plain_client.get(f"{API}{path}", headers=headers)
        assert response.headers["Content-Language"] == language
        assert "Accept-Language" in response.headers["Vary"]


def test_the_language_chosen_on_a_page_does_not_change_an_answer(plain_client: FlaskClient) -> None:
    plain_client.set_cookie("lockup_language", "pl")
    assert plain_client.get(f"{API}/rules").headers["Content-Language"] == "en"


@pytest.mark.parametrize("language", OTHERS)
def test_the_rules_are_told_in_each_language(plain_client: FlaskClient, language: str) -> None:
    english = plain_client.get(f"{API}/rules").json["rules"]
    other = plain_client.get(f"{API}/rules", headers={"Accept-Language": language}).json["rules"]
    assert [rule["id"] for rule in english] == [rule["id"] for rule in other]
    assert all(one["text"] != two["text"] for one, two in zip(english, other, strict=True))


@pytest.mark.parametrize("language", OTHERS)
def test_reasons_are_told_in_each_language(plain_client: FlaskClient, language: str) -> None:
    needs_catalogue(language)
    for path, body in ((SCORES, EXAMPLE), ("/rulings/locations/exercise_yard", YARD)):
        english = ask(plain_client, path, body)
        other = ask(plain_client, path, body, Accept_Language=language)
        assert other.headers["Content-Language"] == language
        assert english.headers["Content-Language"] == "en"
        assert other.json != english.json
        assert str(other.json).count("'rule': ") == str(english.json).count("'rule': ")


@pytest.mark.parametrize("language", OTHERS)
def test_the_questions_of_house_rulings_are_told_in_each_language(plain_client: FlaskClient, language: str) -> None:
    needs_catalogue(language)
    english = plain_client.get(f"{API}/editions/later").json["rulings"]
    other = plain_client.get(f"{API}/editions/later", headers={"Accept-Language": language})
    assert other.headers["Content-Language"] == language
    assert all(one["text"] != two["text"] for one, two in zip(english, other.json["rulings"], strict=True))


@pytest.mark.parametrize("language", OTHERS)
def test_problems_are_told_in_each_language(plain_client: FlaskClient, language: str) -> None:
    needs_catalogue(language)
    body = {"sides": [{"name": "", "tomes": -1}], "rulings": {"leader_tie": 1}}
    english = ask(plain_client, SCORES, body)
    other = ask(plain_client, SCORES, body, Accept_Language=language)
    assert other.headers["Content-Language"] == language
    assert other.json["type"] == english.json["type"]
    assert other.json["title"] != english.json["title"]
    assert other.json["detail"] != english.json["detail"]
    for one, two in zip(english.json["errors"], other.json["errors"], strict=True):
        assert one["path"] == two["path"]
        assert one["message"] != two["message"]
    for path in ("/nothing", "/rulings/scores"):
        response = plain_client.get(f"{API}{path}", headers={"Accept-Language": language})
        assert response.headers["Content-Language"] == language
        assert response.json["detail"] != plain_client.get(f"{API}{path}").json["detail"]
