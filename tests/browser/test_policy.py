"""The content security policy as the browser applies it, and that these tests would notice a breach."""

import pytest
from phones import Phone

pytestmark = pytest.mark.browser


@pytest.mark.parametrize(
    "markup",
    [
        '<p style="color: red">x</p>',
        '<img src="/favicon.ico" onerror="alert(1)">',
        '<img src="http://evil.example/x.png">',
    ],
)
def test_what_the_policy_refuses_is_a_fault_of_a_test(phone: Phone, markup: str) -> None:
    phone.go("/about")
    with phone.page.expect_console_message():
        phone.page.evaluate("(markup) => document.body.insertAdjacentHTML('beforeend', markup)", markup)
    assert any("Content Security Policy" in fault for fault in phone.faults)
    phone.faults.clear()


def test_no_page_is_shown_in_the_frame_of_another(phone: Phone) -> None:
    assert "frame-ancestors 'none'" in phone.go("/").headers["content-security-policy"]


def test_the_api_reader_runs_under_the_same_policy(phone: Phone) -> None:
    phone.go("/api")
    phone.find(".opblock").first.wait_for()
