"""A copy as a code: it comes back as it was, but for names, and no wrong character is overlooked."""

import random
import string
from dataclasses import replace
from typing import Any

import pytest
import qrcode
from hypothesis import given
from support.box_builders import EVERYTHING, boxes, random_box, random_guards
from support.expansions import expansion_there

from companion.boxes.box import Box
from companion.boxes.code import ALPHABET, LONGEST, BadCode, TooMuch, code_of, grouped, read_code, shared
from companion.boxes.file_format import document, parse
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import Effect, GoonFace, GuardFace, ItemFace
from companion.rules.vocabulary import EditionName, Goon, Resource, Valuable

ROUNDS = 100
"""Random boxes of a run; 10,000 take minutes."""

OF_VERSION_1 = (
    "G1 11ZH 3QDS 201P H255 WWGX",
    "W1 KMHS YX28 P153 ZH5J 9DVC 96KT BM2D Z4BY QR9Y NEKB 69B6 04V3 KF2Z NC8C WG1S 24RZ TBT",
)
"""The codes of a box with something in every member, as they were when codes began."""


def carried(box: Box, *, whole: bool) -> dict[str, Any]:
    """What a code shall say of a box, written without the code: no names, each face once, ids from 1 on."""
    said = document(box)
    del said["name"]
    if not whole:
        said = {"edition": "later", **{key: said[key] for key in ("guard_cards", "guards") if key in said}}
    for colour, cards in said.get("guards", {}).items():
        said["guards"][colour] = dict(zip(map(str, range(1, 100)), cards.values(), strict=False))
    for section in ("items", "goons", "leader_goals", "end_goals", "traits", "b_sides"):
        once = []
        for face in said.pop(section, {}).values():
            face.pop("name", None)
            if face and face not in once:
                once.append(face)
        if once:
            said[section] = {str(n): face for n, face in enumerate(once, 1)}
    return said


def comes_back(box: Box) -> None:
    for whole in (False, True):
        back = read_code(code_of(box, whole=whole))
        assert back.whole is whole
        assert back.box.name == ""
        said = document(replace(back.box, name="x"))
        del said["name"]
        assert said == carried(box, whole=whole)


def refusal(text: str) -> str:
    with pytest.raises(BadCode) as caught:
        read_code(text)
    return caught.value.key


@given(boxes)
def test_a_box_comes_back_from_its_code(box: Box) -> None:
    comes_back(box)


def test_many_random_boxes_come_back_from_their_codes() -> None:
    dice = random.Random("boxes")
    for _ in range(ROUNDS):
        comes_back(random_box(dice))


def test_one_wrong_character_is_always_refused() -> None:
    dice = random.Random("characters")
    codes = [code_of(random_box(dice), whole=whole) for whole in (False, True) for _ in range(20)]
    for _ in range(20 * ROUNDS):
        code = dice.choice(codes)
        place = dice.randrange(len(code))
        wrong = dice.choice([one for one in string.ascii_uppercase + string.digits if one != code[place]])
        assert refusal(code[:place] + wrong + code[place + 1 :]) in {"code.damaged", "code.letters"}


def test_characters_that_have_changed_places_are_refused_and_so_is_a_part_of_a_code() -> None:
    for code in map(compact, OF_VERSION_1):
        for place in range(len(code) - 1):
            swapped = code[:place] + code[place + 1] + code[place] + code[place + 2 :]
            assert swapped == code or refusal(swapped) == "code.damaged"
            assert refusal(code[: place + 1]) == "code.damaged"
        assert refusal(code + "0") == refusal(code + code) == "code.damaged"


def compact(code: str) -> str:
    return code.replace(" ", "")


def test_codes_of_the_first_version_stay_what_they_are() -> None:
    box = parse(EVERYTHING)
    assert tuple(grouped(code_of(box, whole=whole)) for whole in (False, True)) == OF_VERSION_1
    assert read_code(OF_VERSION_1[1]).box.rulings == EVERYTHING["rulings"]


def test_a_code_of_a_later_version_is_told_from_a_damaged_one() -> None:
    from companion.boxes import code

    later = "G2" + compact(OF_VERSION_1[0])[2:-7]
    assert refusal(later + code._check(later)) == "code.newer"
    earlier = "G0" + compact(OF_VERSION_1[0])[2:-7]
    assert refusal(earlier + code._check(earlier)) == "code.damaged"
    unknown = "X1" + compact(OF_VERSION_1[0])[2:-7]
    assert refusal(unknown + code._check(unknown)) == "code.damaged"


def test_a_number_that_no_app_has_written_is_refused_though_its_check_fits() -> None:
    from companion.boxes import code

    dice = random.Random("numbers")
    for mark in ("G1", "W1"):
        for length in range(60):
            body = mark + "".join(dice.choices(ALPHABET, k=length))
            try:
                read = read_code(body + code._check(body))
            except BadCode:
                continue
            assert code_of(read.box, whole=read.whole) == body + code._check(body)


@pytest.mark.parametrize("code", OF_VERSION_1)
@pytest.mark.parametrize(
    "written",
    [
        "{}",
        "  {}\n",
        "http://192.168.1.20:8000/?box={}",
        "HTTPS://EXAMPLE.ORG/LOCKUP/?BOX={}&x=1#y",
        "Look: https://example.org/?box={}.",
        "https://example.org/box/code?code={}",
        "https://example.org/box/code?code={}&into=abc",
        "My cards: https://example.org/?box={} Have fun!",
        "https://example.org/?box={}\nSent from my phone",
    ],
)
def test_a_code_is_read_with_what_is_around_it(code: str, written: str) -> None:
    expected = read_code(code)
    assert read_code(written.format(compact(code))) == expected
    assert read_code(written.format(compact(code).lower())) == expected


def test_spaces_dashes_lines_and_wide_letters_make_no_difference() -> None:
    code = OF_VERSION_1[0]
    wide = "".join(chr(ord(one) + 0xFEE0) if one != " " else "\N{IDEOGRAPHIC SPACE}" for one in code)
    for text in (code.replace(" ", "-"), code.replace(" ", "\n"), code.replace(" ", " \N{EN DASH} "), wide):
        assert read_code(text) == read_code(code)


@pytest.mark.parametrize("text", ["", "  \n", "\ud800", "\0", "…", "?!", "https://example.org/?box="])
def test_where_nothing_was_entered_that_is_said(text: str) -> None:
    assert refusal(text) == "code.nothing"


@pytest.mark.parametrize("text", ["G", "G1", "W1", "G1000000", "X" * 30_000, "维拉", "ß", "G1²", "9" * 300])
def test_what_is_no_code_is_refused(text: str) -> None:
    assert refusal(text) == "code.damaged"


def test_letters_that_no_code_has_are_named() -> None:
    assert refusal(OF_VERSION_1[0].replace("0", "O")) == "code.letters"
    assert refusal("Hello") == "code.letters"


def test_guard_cards_are_short_and_all_characters_fit_links_and_codes() -> None:
    dice = random.Random("guards")
    for most, longest in ((12, 40), (30, 46), (99, 52)):
        for _ in range(ROUNDS):
            code = code_of(Box("x", guards=random_guards(dice, most)))
            assert len(code) <= len(grouped(code)) <= longest + 12
            assert len(code) <= longest
            assert {*code} <= {*ALPHABET}
    assert (
        len(code_of(parse({"name": "x", "guards": {"base": {str(n): {"strength": 9990 + n} for n in range(1, 8)}}})))
        < 30
    )


def test_a_whole_copy_with_all_its_cards_fits_a_qr_code_of_version_20() -> None:
    dice = random.Random("whole")
    for _ in range(20):
        drawn = qrcode.QRCode()
        drawn.add_data(
            "https://lockup.some-long-name.example.org:8443/pocket/?box="
            + code_of(random_box(dice, full=True), whole=True)
        )
        assert drawn.best_fit() <= 20


def test_an_empty_box_stays_empty() -> None:
    for whole in (False, True):
        code = code_of(Box("Mine"), whole=whole)
        assert read_code(code).box == Box("")
        assert len(code) <= 10


def test_what_is_not_known_stays_unknown() -> None:
    box = parse({"name": "x", "items": {"1": {"price": {"reputation": 5, "cost": {}}}}, "traits": {"1": {"power": 0}}})
    back = read_code(code_of(box, whole=True)).box
    assert (back.items["1"].valuables, back.items["1"].effects) == (None, None)
    assert (back.traits["1"].power, back.traits["1"].storage) == (0, None)
    assert back.tomes_out is None


def test_names_and_cards_of_which_only_a_name_is_known_are_not_in_a_code() -> None:
    named = Box("Mine", items={"1": ItemFace(name="Rope"), "2": ItemFace(name="Shiv", effects=())})
    assert read_code(code_of(named, whole=True)).box.items == {"1": ItemFace(effects=())}


def test_what_an_expansion_adds_changes_no_code_and_is_left_out() -> None:
    box, plain = parse(EVERYTHING), code_of(parse(EVERYTHING), whole=True)
    with expansion_there():
        assert code_of(box, whole=True) == plain
        added = next(one for one in Goon.words() if one not in {*Goon})
        assert code_of(replace(box, goons={**box.goons, "z": GoonFace(added, 1)}), whole=True) == plain
        assert read_code(plain).box.goons["3"].type == "other"


@pytest.mark.parametrize("whole", [False, True])
def test_the_code_of_a_copy_of_an_expansion_is_read_where_the_expansion_is_and_where_it_is_not(whole: bool) -> None:
    with expansion_there():
        added = EditionName.words()[-1]
        assert added not in {*EditionName}
        boxes = [
            parse({"name": "x", "edition": added}),
            parse({"name": "x", "cards": {"relics": 3}}),
            parse({"name": "x", "edition": added, "cards": {"relics": 3, "items": 30}}),
            Box("x", goons={"1": GoonFace(Goon.words()[-1], 1)}),
        ]
        codes = [code_of(box, whole=whole) for box in boxes]
        assert [read_code(code) for code in codes] == [shared(box, whole=whole) for box in boxes]
    back = [read_code(code).box for code in codes]
    assert back == [Box(""), Box(""), Box("", cards={"items": 30} if whole else {}), Box("")]


def test_what_a_code_holds_is_known_without_its_code() -> None:
    dice = random.Random("shared")
    for _ in range(20):
        box = random_box(dice)
        for whole in (False, True):
            held, read = shared(box, whole=whole), read_code(code_of(box, whole=whole))
            assert {colour: [*cards.values()] for colour, cards in held.box.guards.items()} == {
                colour: [*cards.values()] for colour, cards in read.box.guards.items()
            }
            assert replace(held, box=replace(held.box, guards={})) == replace(read, box=replace(read.box, guards={}))


def crowded(entries: int) -> Box:
    """A copy with 200 items and 200 goons, each with so many valuables and effects."""
    shown = {"valuables": (Valuable.MAGIC,) * entries, "effects": (Effect.EXCHANGE,) * entries}
    return Box(
        "x",
        items={str(n): ItemFace(Item(n, {Resource.GOLD: n}), **shown) for n in range(200)},
        goons={str(n): GoonFace(Goon.DWARF if n < 100 else Goon.DEMON, n % 100, **shown) for n in range(200)},
        guards={"base": {"1": GuardFace(1)}},
    )


def test_a_copy_with_all_the_cards_that_one_may_have_has_a_code() -> None:
    code = code_of(crowded(3), whole=True)
    assert len(code) < LONGEST
    spread = "https://example.org/?box=" + code
    assert len(read_code(spread).box.items) == len(read_code(grouped(code)).box.goons) == 200


def test_what_is_too_much_for_a_code_is_refused_at_once() -> None:
    box = crowded(200)
    with pytest.raises(TooMuch):
        code_of(box, whole=True)
    assert len(code_of(box)) < 40


def test_a_longer_text_than_a_code_is_refused_at_once() -> None:
    from companion.boxes import code

    body = "W1" + "Z" * LONGEST
    assert refusal(body + code._check(body)) == "code.damaged"
