"""Names in the picture of a result: the figures stay, whatever names stand beside them."""

import re

import pytest
from forms import FormPhone

from companion.pages.layout.text_fitting import cut, fitted_line, width

NAMES = ["x" * 40, "W" * 40, "勺" * 40, "Anna Maria Magdalena z Krakówka", "👩\u200d🚀" * 13, "Ł" * 28]


@pytest.mark.parametrize("name", NAMES)
def test_a_name_that_is_too_wide_is_cut_to_what_fits(name: str) -> None:
    assert width(cut(name, 5.5)) <= 5.5
    assert cut(name, 5.5).endswith("…")
    assert name.startswith(cut(name, 5.5)[:-1].rstrip())


@pytest.mark.parametrize("name", ["Spoon", "勺子", "Łyżka", "Feather"])
def test_a_name_that_fits_stays_as_it_is(name: str) -> None:
    assert cut(name, 5.5) == name


def test_a_chinese_sign_is_about_twice_as_wide_as_a_letter() -> None:
    assert width("勺") > 1.5 * width("o")


def test_a_line_that_does_not_fit_loses_signs_of_its_name_first() -> None:
    line = fitted_line(lambda most: f"{cut('x' * 40, most)} wins with 91", 24, 400)
    assert line.text.endswith("… wins with 91")
    assert line.size == 24


def test_a_line_without_a_name_gets_smaller_letters() -> None:
    line = fitted_line(lambda _: "Victory over the guards, 58 to 51", 24, 344)
    assert line.text == "Victory over the guards, 58 to 51"
    assert line.size < 24


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("players", ["solitary", "2", "5"])
def test_the_picture_keeps_the_winners_points(phone: FormPhone, players: str, name: str) -> None:
    phone.start(players)
    phone.send("finish", name_0=name, reputation_0="9876")
    title = re.search(r"<text[^>]*>([^<]*)</text>", phone.page(f"/s/{phone.link}/picture.svg"))
    assert "9876" in title[1]
