"""The screen stays on, the guards speak, a tap is felt, any key goes on: on plain http, and only where it is turned on.

What an engine then asks of its system no page can see; docs/decisions.md says what was seen once from outside.
"""

from typing import Any

import pytest
from phones import Phone, PhoneMaker, Server
from playwright.sync_api import expect
from tables import QUIET, reach

pytestmark = pytest.mark.browser

TURN = "table, a guards' turn"
MINE = "table, the player's turn"
NIGHT = "table, the night"

LISTENING = """
  window.heard = { said: [], pitches: [], ticks: [] };
  SpeechSynthesis.prototype.speak = (one) => heard.said.push([one.lang, one.text]);
  const start = OscillatorNode.prototype.start;
  OscillatorNode.prototype.start = function (...at) {
    heard.pitches.push(this.frequency.value);
    return start.apply(this, at);
  };
  Navigator.prototype.vibrate = (length) => heard.ticks.push(length);
"""
"""A browser without loudspeaker or motor notes what would be heard and felt."""

HALF_AN_HOUR = 30 * 60 * 1000


def with_aids(phones: PhoneMaker, *aids: str, **how: Any) -> Phone:
    phone = phones(**how)
    phone.context.add_init_script(LISTENING)
    address = how.get("base") or phone.server.address
    phone.context.add_cookies([{"name": f"lockup_{aid}", "value": "on", "url": address} for aid in aids])
    return phone


def at(phone: Phone, scene: str) -> Phone:
    phone.go(f"/t/{reach(phone.server, scene)}")
    return phone


def heard(phone: Phone) -> dict[str, list[Any]]:
    found: dict[str, list[Any]] = phone.page.evaluate("heard")
    return found


def is_awake(phone: Phone, state: str) -> None:
    expect(phone.find(f":root[data-awake={state}]")).to_be_attached()


def turned(phone: Phone) -> None:
    """Wait until a guard card was turned over and what it did is told."""
    expect(phone.find("#news")).not_to_be_empty()


def test_on_plain_http_a_silent_picture_plays_and_the_page_says_that_it_only_asked(phones: PhoneMaker) -> None:
    phone = at(with_aids(phones, "awake"), TURN)
    phone.tap("#main")
    is_awake(phone, "asked")
    assert phone.page.evaluate("[isSecureContext, document.querySelector('video').paused]") == [False, False]
    phone.tap("[data-light]")
    expect(phone.find(".light-sheet [data-awake-told]")).to_contain_text("We asked the browser")
    assert "video" not in phone.page.locator("html").aria_snapshot()


def test_the_picture_plays_on_when_the_table_is_drawn_anew(phones: PhoneMaker) -> None:
    phone = at(with_aids(phones, "awake"), TURN)
    is_awake(phone, "asked")
    phone.tap(".turn")
    turned(phone)
    assert phone.page.evaluate("document.querySelector('video').paused") is False
    expect(phone.find(".light-sheet [data-awake-told]")).to_contain_text("We asked the browser")


def test_after_half_an_hour_of_rest_the_screen_may_go_off_until_the_next_tap(phones: PhoneMaker) -> None:
    phone = with_aids(phones, "awake")
    phone.page.clock.install()
    phone.go("/phone")
    is_awake(phone, "asked")
    phone.page.clock.fast_forward(HALF_AN_HOUR - 1000)
    is_awake(phone, "asked")
    phone.page.clock.fast_forward(2000)
    is_awake(phone, "rested")
    assert phone.page.evaluate("document.querySelector('video').paused") is True
    expect(phone.find("[data-awake-told]")).to_contain_text("Half an hour")
    phone.tap("h1")
    is_awake(phone, "asked")


def test_where_there_is_a_wake_lock_it_is_taken_and_given_back(phones: PhoneMaker, household: Server) -> None:
    phone = with_aids(phones, "awake", base=f"http://localhost:{household.port}")
    phone.context.grant_permissions(["screen-wake-lock"])
    phone.page.clock.install()
    phone.go("/phone")
    phone.tap("h1")
    is_awake(phone, "held")
    assert phone.find("video").count() == 0
    phone.page.clock.fast_forward(HALF_AN_HOUR)
    is_awake(phone, "rested")


def test_a_browser_that_refuses_is_told_as_one_that_refuses(phones: PhoneMaker) -> None:
    phone = with_aids(phones, "awake")
    phone.context.add_init_script(
        "HTMLMediaElement.prototype.play = () => Promise.reject(new DOMException('', 'NotAllowedError'))"
    )
    phone.go("/phone")
    expect(phone.find("[data-awake-told]")).to_contain_text("Tap once")
    phone.tap("h1")
    is_awake(phone, "refused")
    expect(phone.find("[data-awake-told]")).to_contain_text("does not keep the screen on")


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("pl", "pl-PL"), ("zh", "zh-CN")])
def test_the_voice_says_what_is_new_in_the_language_of_the_page(phones: PhoneMaker, language: str, tag: str) -> None:
    phone = at(with_aids(phones, "voice", language=language), TURN)
    assert heard(phone)["said"] == []
    phone.tap(".turn")
    turned(phone)
    happened, asked = ((phone.find(one).text_content() or "").strip() for one in ("#news", "#asked"))
    assert heard(phone)["said"] == [[tag, f"{happened} {asked}"]]


def sounds(phone: Phone, name: str) -> None:
    expect(phone.find(f":root[data-sound={name}]")).to_be_attached()


def test_ones_turn_has_its_sound_after_the_first_tap(phones: PhoneMaker) -> None:
    phone = at(with_aids(phones, "sounds"), TURN)
    phone.tap(".turn")
    sounds(phone, "turn")
    assert heard(phone)["pitches"] == [523, 784]


def test_a_raid_has_its_sound_when_it_comes(phones: PhoneMaker) -> None:
    phone = at(with_aids(phones, "sounds"), "table, a raid")
    phone.tap("[data-undo] button")
    expect(phone.find(".verdict-line")).to_have_count(0)
    phone.page.wait_for_selector(QUIET)
    phone.tap(".table-foot form:has([value=redo]) button")
    sounds(phone, "raid")
    assert heard(phone)["pitches"][-3:] == [196, 185, 175]


def test_all_three_sounds_differ(phones: PhoneMaker) -> None:
    phone = with_aids(phones, "sounds")
    phone.go("/phone")
    phone.tap("[data-try=sounds]")
    sounds(phone, "raid")
    assert heard(phone)["pitches"] == [392, 523, 784, 196, 185, 175]


def test_a_tap_is_felt_where_it_hits_something(phones: PhoneMaker) -> None:
    phone = with_aids(phones, "tick")
    phone.go("/phone")
    phone.tap("h1")
    assert heard(phone)["ticks"] == []
    phone.follow("[name=voice][value=off]")
    phone.tap("[name=voice][value=off]")
    expect(phone.find("[data-tick-told]")).to_have_text("This phone lets a page do that.")


def test_the_second_screen_says_aloud_what_it_shows_anew_and_stays_on(phones: PhoneMaker) -> None:
    phone = phones()
    phone.go(f"/t/{reach(phone.server, NIGHT)}")
    screen = with_aids(phones, "voice", "awake")
    screen.go(phone.page.url.replace("/t/", "/screen/"))
    is_awake(screen, "asked")
    assert heard(screen)["said"] == []
    phone.tap(".table-hand .primary")
    expect(screen.find("#news")).not_to_be_empty()
    [[_, said]] = heard(screen)["said"]
    assert said == (screen.find("#news").text_content() or "").strip()
    expect(screen.find("[data-awake-told]")).to_contain_text("We asked the browser")


@pytest.mark.parametrize("key", ["x", " ", "Enter", "PageDown"])
def test_any_key_goes_on_where_the_page_asks_for_nothing_else(phones: PhoneMaker, key: str) -> None:
    phone = at(with_aids(phones, "next"), NIGHT)
    before = phone.find("[name=version] >> nth=0").input_value()
    phone.page.keyboard.press(key)
    expect(phone.find("[name=version] >> nth=0")).not_to_have_value(before)


@pytest.mark.parametrize("key", ["Tab", "Escape", "ArrowDown", "Control+a", "Shift"])
def test_keys_that_do_something_else_still_do_that(phones: PhoneMaker, key: str) -> None:
    phone = at(with_aids(phones, "next"), NIGHT)
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.method))
    phone.page.keyboard.press(key)
    phone.page.evaluate("new Promise(requestAnimationFrame)")
    assert "POST" not in sent


@pytest.mark.parametrize("scene", [TURN, MINE])
def test_a_key_chooses_nothing_where_there_is_something_to_choose(phones: PhoneMaker, scene: str) -> None:
    phone = at(with_aids(phones, "next"), scene)
    sent: list[str] = []
    phone.page.on("request", lambda request: sent.append(request.method))
    phone.page.keyboard.press("x")
    phone.page.evaluate("new Promise(requestAnimationFrame)")
    assert sent == []


def test_the_button_that_goes_on_is_as_large_as_a_hand(phones: PhoneMaker) -> None:
    plain, large = at(with_aids(phones), NIGHT), at(with_aids(phones, "next"), NIGHT)
    sizes = [one.find(".table-hand .primary").bounding_box() for one in (plain, large)]
    assert sizes[0] is not None
    assert sizes[1] is not None
    assert sizes[0]["height"] < 80
    assert sizes[1]["height"] >= 120
