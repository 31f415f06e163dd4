"""Names with markup, emoji, right-to-left text and 40 wide characters are text everywhere, and nothing else."""

import pytest
from evenings import game
from phones import DEVICE, Phone, PhoneMaker, Server
from test_layout import measured

pytestmark = pytest.mark.browser

MARKUP = "<b>x</b>\"&'`"
SCRIPT = "<script>alert(1)</script>"
RIGHT_TO_LEFT = "\N{RIGHT-TO-LEFT OVERRIDE}שלום"
EMOJI = "👩\u200d👩\u200d👧\u200d👦🏳️\u200d🌈"
WIDE = "測" * 40
NAMES = (WIDE, SCRIPT, RIGHT_TO_LEFT, MARKUP, EMOJI)
TURNED = str.maketrans("", "", "\N{FIRST STRONG ISOLATE}\N{POP DIRECTIONAL ISOLATE}\N{RIGHT-TO-LEFT OVERRIDE}")


@pytest.fixture
def link(household: Server) -> str:
    return game(household, players=5, **{f"{index}.name": name for index, name in enumerate(NAMES)})


@pytest.fixture
def named(phones: PhoneMaker, link: str) -> Phone:
    """A phone before the score form of five sides with such names."""
    phone = phones(device=DEVICE)
    phone.go(f"/score/{link}")
    return phone


def plain(text: str | None) -> str:
    return (text or "").translate(TURNED).strip()


def test_they_stand_in_tabs_and_name_fields(named: Phone) -> None:
    assert named.find(".tab .who").all_text_contents() == list(NAMES)
    for index, name in enumerate(NAMES):
        assert named.value(f"{index}.name") == name


def test_they_stay_text_as_the_page_is_brought_up_to_date(named: Phone) -> None:
    named.tap('[data-tab="1"]')
    named.tap('section[data-side="1"] [data-hold="leader"]')
    named.saved()
    assert named.find(".tab .who").all_text_contents() == list(NAMES)
    named.tap('[data-tab="0"]')
    note = named.find('section[data-side="0"] [data-out="0.leader.note"]')
    assert plain(note.text_content()) == f"now {SCRIPT}"


def test_they_stand_in_the_result(named: Phone, link: str) -> None:
    named.go(f"/s/{link}")
    assert [name.strip() for name in named.find(".ledger thead th").all_text_contents()] == list(NAMES)
    assert {plain(name) for name in named.find(".ranks .name").all_text_contents()} == {plain(name) for name in NAMES}
    assert plain(named.find(".verdict h2").text_content()) == f"{WIDE} wins with 78"
    why = [plain(text) for text in named.find("#why summary").all_text_contents()]
    assert why == [f"Why? {plain(name)}" for name in NAMES]
    assert f"{SCRIPT} loses nothing with 2 suspicion cubes." in plain(named.find("#why").text_content())
    text = plain(named.find("#text").input_value())
    assert all(plain(name) in text for name in NAMES)


def test_they_are_cut_but_text_in_the_picture(named: Phone, link: str) -> None:
    named.go(f"/s/{link}/picture.svg")
    shown = named.find("text").all_text_contents()
    cut = {name.removesuffix("…") for name in shown if name.endswith("…") and " " not in name}
    assert {SCRIPT, MARKUP} == {name for name in (SCRIPT, MARKUP) if any(name.startswith(one) for one in cut)}
    assert all(len(one) >= 4 for one in cut)
    assert named.find("script").count() == 0


def test_they_stand_in_the_history_and_on_the_home_page(phones: PhoneMaker, own_server: Server) -> None:
    link = game(own_server, players=5, **{f"{index}.name": name for index, name in enumerate(NAMES)})
    phone = phones(own_server)
    said = ", ".join(plain(name) for name in NAMES)
    phone.go("/history")
    assert said in plain(phone.find(f'[href="/score/{link}"]').text_content())
    phone.go("/")
    assert said in plain(phone.find(".door.primary").text_content())


def test_a_conflict_of_names_shows_both_as_text(phones: PhoneMaker, named: Phone, link: str) -> None:
    other = phones()
    other.go(f"/score/{link}")
    with named.out_of_reach():
        other.find('[name="0.name"]').fill("<i>$&{mine}</i>")
        other.saved()
        named.find('[name="0.name"]').fill(MARKUP + SCRIPT)
    said = named.find(".conflict >> visible=true").locator("span")
    said.wait_for()
    assert said.text_content() == f"Name: another phone set <i>$&{{mine}}</i>, you set {MARKUP + SCRIPT}."
    assert measured(named) == {}


def test_they_cut_nothing_else(named: Phone, link: str) -> None:
    for path in (f"/score/{link}", f"/s/{link}", "/history", "/"):
        named.go(path)
        assert measured(named) == {}, path


def test_a_name_from_right_to_left_turns_nothing_round(phones: PhoneMaker, household: Server) -> None:
    link = game(household, **{"0.name": RIGHT_TO_LEFT}, do="finish")
    phone = phones()
    phone.go(f"/s/{link}")
    places = """(element) => {
        const text = element.firstChild;
        const left = (from, to) => {
            const range = document.createRange();
            range.setStart(text, from);
            range.setEnd(text, to);
            return range.getBoundingClientRect().left;
        };
        const end = text.data.length;
        return [left(0, 1), left(end - 8, end - 7), left(end - 1, end)];
    }"""
    name, wins, digit = phone.find(".verdict h2").evaluate(places)
    assert name < wins < digit
