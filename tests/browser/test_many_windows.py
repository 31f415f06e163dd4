"""Many windows of one browser at a table, and a browser that keeps no cookie."""

import pytest
from parties import seat_everybody
from phones import PhoneMaker, Server
from playwright.sync_api import expect
from tables import Wire

pytestmark = pytest.mark.browser


def test_a_seventh_page_loads_beside_six_visible_windows(phones: PhoneMaker, host: Server) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan")
    phone = phones(host, device=table.devices[0])
    windows = [phone.page, *(phone.context.new_page() for _ in range(5))]
    for window in windows:
        window.goto(f"/t/{table.code}")
        window.wait_for_selector(":root:is([data-live=stream], [data-live=asked])", state="attached")
    for window, heard in zip(windows, ["asked"] * 3 + ["stream"] * 3, strict=True):
        expect(window.locator(":root")).to_have_attribute("data-live", heard)
    seventh = phone.context.new_page()
    answer = seventh.goto("/rules", wait_until="commit")
    assert answer is not None
    assert answer.status == 200
    # What somebody else does shows in each of them.
    other = phones(host, device=table.devices[1])
    other.go(f"/t/{table.code}")
    other.tap("[data-set^=reputation] [data-step='1']")
    for window in windows:
        expect(window.locator(".seats-at-a-glance li").nth(1).locator(".number").first).to_contain_text("11")


@pytest.mark.parametrize("script", [True, False])
def test_a_phone_that_keeps_no_cookie_reads_that_it_sits_nowhere(
    phones: PhoneMaker, host: Server, script: bool
) -> None:
    table = seat_everybody(host, "Vera", "Isaac", "Stan", begun=False, holds=[0])
    phone = phones(host, java_script_enabled=script)
    phone.expected = {409}
    # As a browser does that is told to keep none.
    phone.page.on("response", lambda _: phone.context.clear_cookies())
    phone.go(f"/j/{table.code}")
    phone.context.clear_cookies()
    phone.tap(".seat-pick:has([value='1'])")
    phone.find("#name").fill("Zoe")
    phone.context.clear_cookies()
    phone.follow(".hand .primary")
    expect(phone.find("[role=alert]")).to_contain_text("did not keep our cookie")
    expect(phone.find("#name")).to_have_value("Zoe")
    free = Wire(host, table.devices[0]).get(f"/api/v1/tables/{table.code}/seats").json["seats"][1]["free"]
    assert free
