"""A code is read as whoever types it means it."""

import pytest

from companion.tables.codes import ALPHABET, has_foreign_signs, is_table_link, new_code, read_code


@pytest.mark.parametrize(
    "typed",
    [
        "kx4r2m",
        "KX4R2M",
        " kx4 r2m ",
        "KX4-R2M",
        "kx4–r2m",
        "kx4—r2m",
        "kx4−r2m",
        "kx4‑r2m",
        "kx4\u00a0r2m",
        "kx4\u2009r2m",
        "kx4　r2m",
        "kx4r2m.",
        "kx4r2m。",
        "(kx4r2m)",
        "„KX4R2M”",
        "kx4/r2m",
        "kx4_r2m",
        "k x 4 r 2 m",
        "k.x.4.r.2.m",
        "ｋｘ４ｒ２ｍ",
        "ＫＸ４Ｒ２Ｍ",
        "𝐊𝐗𝟒𝐑𝟐𝐌",
        "kx④r②m",
        "kx٤r٢m",
        "\ufeffkx4\u200br2m\u2060",
        "#KX4R2M",
        "КХ4R2М",
        "кх4r2м",
    ],
)
def test_a_code_is_read_however_it_is_typed(typed: str) -> None:
    assert read_code(typed) == "kx4r2m"


def test_a_letter_of_a_cyrillic_keyboard_is_the_only_sign_of_codes_that_looks_like_it() -> None:
    assert read_code("АВСЕНК") == "abcehk"
    assert read_code("МРТХУУ") == "mptxyy"
    # These look like a digit and are none: nobody can know what was meant.
    assert read_code("kx4r2З") is None
    assert read_code("kx4r2б") is None


@pytest.mark.parametrize(
    "typed", ["", "kx4r2", "kx4r2mm", "kx4r2!", "кот", "kx4r2m " * 40, "🂡🂢🂣🂤🂥🂦", "kx4r2m" + "\u0301" * 200]
)
def test_what_is_no_code_is_none(typed: str) -> None:
    assert read_code(typed) is None


@pytest.mark.parametrize("typed", ["kx4r20", "KX4-R2O", "kx4 r2i", "ＫＸ４Ｒ２Ｌ", "kx4r2u.", "kx4r2ł"])
def test_signs_that_no_code_has_are_noticed_however_the_rest_is_typed(typed: str) -> None:
    assert has_foreign_signs(typed)


def test_every_code_is_read_as_itself_in_small_letters_and_capitals() -> None:
    for code in (new_code() for _ in range(1000)):
        assert read_code(code) == read_code(code.upper()) == code
    assert len({*ALPHABET}) == 30


def test_a_code_with_something_behind_it_is_no_link() -> None:
    assert is_table_link("kx4r2m-0123456789abc")
    assert not is_table_link("kx4r2m-0123456789abc.")
    assert not is_table_link("kx4r2m-")
