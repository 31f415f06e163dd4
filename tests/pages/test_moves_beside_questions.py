"""Where lists of moves stand beside what a phone of several is asked, and what is said once."""

from flask import Flask
from real_tables import sentences
from support.common import rule
from test_standing_in import Evening
from test_told_to_the_room import correct

NOTE = "One phone runs the steps"


@rule("L-1")
def test_what_the_keeper_does_is_said_at_the_first_place_of_the_first_round_alone(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, round=1)
    said = []
    for token in (5, 4):
        for phone in range(3):
            evening.tell(phone, token)
        said.append([NOTE in evening.at(phone).top.text for phone in range(3)])
        evening.phones[0].send(evening.at(0).form(type="go_on"))
    assert said == [[True, True, True], [False, False, False]]


@rule("L-9")
def test_the_card_that_is_asked_for_stands_above_moves_of_before(hosted_app: Flask) -> None:
    evening = Evening(hosted_app, location="chow_hall", sides=[{"cubes": {"gold": 3}}, {}, {}])
    for token in (5, 4):
        for phone in range(3):
            evening.tell(phone, *([token] if phone == 0 else []))
        if token == 5:
            evening.phones[0].send(evening.at(0).form(type="go_on"))
    page = evening.at(0)
    assert not sentences(page)
    assert 0 < page.top.text.index("on item 1 of the display, counted from the deck?") < page.top.text.index("Name, if")


@rule("L-7")
def test_who_declines_what_the_app_took_does_so_in_the_foot_and_is_told_of_the_way_back(hosted_app: Flask) -> None:
    listed = {}
    for says in (False, True):
        evening = Evening(hosted_app)
        for phone, tokens in enumerate(([], [5], [4])):
            evening.tell(phone, *tokens)
        isaac, page = evening.phones[1], evening.at(1)
        if says:
            page = isaac.send(next(form for form in page.forms if form.action.endswith("/moved")))
        [foot] = page.top.all("footer")
        assert "Decline instead" in foot.text
        page = isaac.send(page.form(type="decline_instead"))
        listed[says] = [one for one in sentences(page) if "scrap" in one]
    # Whoever taps has moved what they saw, ticked or not.
    assert listed[False] == listed[True] == ["Return 3 scrap to the supply."]


@rule("E-14")
def test_a_marker_that_was_corrected_since_is_not_told_where_it_does_not_stand(hosted_app: Flask) -> None:
    rope = {"price": {"reputation": 3, "cost": {"iron": 1}}, "valuables": [], "effects": []}
    held = [{"cubes": {"iron": 1}, "reputation": 10}, {}, {}]
    evening = Evening(hosted_app, location="cell_block", display=[rope] * 3, sides=held)
    for phone, tokens in ((0, [5]), (1, []), (2, [])):
        evening.tell(phone, *tokens)
    crafts = next(one.given["href"] for one in evening.at(0).top.all("a") if "pick=craft" in one.given.get("href", ""))
    evening.phones[0].send(evening.phones[0].open(crafts).form(type="craft"))

    def marker() -> list[str]:
        return [one for one in sentences(evening.at(0)) if "reputation" in one]

    assert marker() == ["Move to 13 on the reputation track."]
    correct(evening, 0, "set_reputation", side=[0], number=5)
    assert marker() == []
