"""Old games from a file by touch, on a narrow phone: chosen, looked through, taken in, taken out again."""

import pytest
from phones import DEVICE, PhoneMaker, Server
from playwright.sync_api import expect
from test_accessibility import violations
from test_layout import ZOOMED, measured

from companion.plays.csv_file import EXAMPLE

pytestmark = pytest.mark.browser

WRONG = "2024-02-30,,,,Vera,1,Konstantynopolitańczykowianeczka-Wielkopolska,2,,,,,,\n"
LONG = "2024-03-01,,,,Konstantynopolitańczykowianeczka,31,维拉,20,,,,,,\n"


@pytest.mark.parametrize("script", [True, False])
def test_old_games_are_taken_in_and_out_with_few_taps(phones: PhoneMaker, own_server: Server, *, script: bool) -> None:
    # In a house of its own: who plays there by these names counts too.
    phone = phones(own_server, device=f"{DEVICE}-{script}", java_script_enabled=script)
    phone.go("/history/import")
    file = {"name": "games.csv", "mimeType": "text/csv", "buffer": (EXAMPLE + WRONG + LONG).encode()}
    phone.find("#file").set_input_files([file])
    phone.follow("button.primary")
    expect(phone.find("main")).to_contain_text("Line 6:")
    if script:
        assert measured(phone) == {}
        assert violations(phone) == []
        size = phone.page.viewport_size
        phone.page.set_viewport_size({"width": ZOOMED["width"], "height": ZOOMED["height"]})
        assert measured(phone, zoomed=True) == {}
        assert size is not None
        phone.page.set_viewport_size(size)
    phone.follow("button.primary")
    expect(phone.find("[role=status]")).to_have_text("Imported 5 games.")
    phone.tap(".record summary")
    phone.follow(".record details button")
    expect(phone.find(".record")).to_have_count(0)
    assert phone.taps == 4
