"""Dates as people and spreadsheets write them."""

from datetime import UTC, datetime

import pytest

from companion.plays.written_dates import DateOrder, possible_orders, read_date

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
DAY, MONTH, YEAR = DateOrder.DAY, DateOrder.MONTH, DateOrder.YEAR


@pytest.mark.parametrize("text", [
    "2024-03-05", "2024/3/5", "2024.3.5.", "2024 3 5", "20240305", "２０２４／０３／０５", "24-03-05", "2024–03–05",
    "5 March 2024", "5th March 2024", "March 5, 2024", "Mar 5, 2024", "05-Mar-24", "5Mar2024", "24-Mar-05",
    "2024 March 5", "Tuesday, March 5, 2024", "Tue 5 Mar 2024", "MARCH 5 2024", "5 marca 2024", "5 marca 2024 r.",
    "5 marca 2024 roku", "5 marzec 2024", "5 mar. 2024", "wtorek, 5 marca 2024", "5.III.2024", "5 III 2024",
    "5. März 2024", "Dienstag, 5. März 2024", "2024年3月5日", "2024年03月05日", "2024年3月5号", "2024 年 3 月 5 日",
    "24年3月5日", "2024年3月5日星期二", "２０２４年３月５日", "二〇二四年三月五日", "2024年三月5日", "45356",
    "45356.0", "5\xa0marca\xa02024", "  2024-03-05  ",
])  # fmt: skip
def test_a_date_that_is_one_day_needs_no_order(text: str) -> None:
    assert read_date(text) == datetime(2024, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize("text", [
    "2024-03-05 20:15", "2024-03-05 20:15:00", "2024-03-05T20:15:00Z", "2024-03-05T20:15:00.250+02:00",
    "2024-03-05 20:15 -0800", "3/5/2024 8:15 PM", "3/5/2024 8:15:00 pm", "3/5/2024, 8:15 p.m.", "2024/3/5 下午 8:15",
    "2024年3月5日 20:15", "45356.84375", "45356,84375", "5 Mar 2024 20:15", "5.3.2024 20:15", "5.3.24, 20:15 Uhr",
    "2024-03-05 20:15 UTC", "2024-03-05　２０：１５",
])  # fmt: skip
def test_a_date_may_have_a_time_and_an_offset_and_is_the_day_that_its_clock_showed(text: str) -> None:
    order = MONTH if text.startswith("3/5") else DAY
    assert read_date(text, order) == datetime(2024, 3, 5, 20, 15, tzinfo=UTC)


@pytest.mark.parametrize(("text", "month"), [
    ("stycznia", 1), ("styczeń", 1), ("sty", 1), ("lutego", 2), ("luty", 2), ("lut", 2), ("kwietnia", 4), ("kwi", 4),
    ("maja", 5), ("maj", 5), ("czerwca", 6), ("cze", 6), ("lipca", 7), ("lip", 7), ("sierpnia", 8), ("sie", 8),
    ("września", 9), ("wrzesnia", 9), ("wrz", 9), ("października", 10), ("PAŹ", 10), ("pazdziernik", 10),
    ("listopada", 11), ("lis", 11), ("grudnia", 12), ("gru", 12), ("January", 1), ("feb", 2), ("Apr", 4), ("may", 5),
    ("June", 6), ("jul", 7), ("Aug", 8), ("Sept", 9), ("sep", 9), ("Oct", 10), ("Nov", 11), ("dec", 12), ("Mrz", 3),
    ("Mai", 5), ("Okt", 10), ("Dez", 12), ("三月", 3), ("十月", 10), ("十一月", 11), ("十二月", 12), ("IV", 4),
    ("XII", 12),
])  # fmt: skip
def test_months_have_their_names_in_our_languages_in_any_case_whole_or_short(text: str, month: int) -> None:
    written = f"2024年{text}5日" if "月" in text else f"5 {text} 2024"
    assert read_date(written) == datetime(2024, month, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    "text", ["3/5/2024", "3.5.2024", "3-5-2024", "3 5 2024", "03/05/24", "3.5.24", "3／5／2024", "3/5/'24"]
)
def test_a_date_that_may_be_two_days_is_none_without_an_order(text: str) -> None:
    assert read_date(text) is None
    assert read_date(text, DAY) == datetime(2024, 5, 3, 12, tzinfo=UTC)
    assert read_date(text, MONTH) == datetime(2024, 3, 5, 12, tzinfo=UTC)


@pytest.mark.parametrize("text", [
    "", "never", "2024", "Mar-24", "2024-03", "3/5", "2024-02-30", "31/4/2024", "13/13/2024", "0/5/2024", "1/2/3/4",
    "2024-03-05 25:00", "2024-03-05 20:61", "20:15", "5 Foo 2024", "3/5/202", "12345", "-", "9" * 200,
    "t" * 100_000, "１/２", "3月5日",
])  # fmt: skip
def test_what_is_no_date_is_none(text: str) -> None:
    assert text == "12345" or all(read_date(text, order) is None for order in (None, *DateOrder))


@pytest.mark.parametrize(("texts", "orders", "first"), [
    (["3/5/2024", "25/3/2024"], [DAY], ""),
    (["3/5/2024", "3/25/2024"], [MONTH], ""),
    (["3.5.24", "25.3.24"], [DAY], ""),
    (["3 5 2024", "x", "", "3 25 2024"], [MONTH], ""),
    (["3-5-2024 20:15", "25-3-2024 8:15 PM"], [DAY], ""),
    (["24/3/5", "24/3/25", "25/11/2"], [YEAR], ""),
    (["5/5/2024", "2024-03-05"], [DAY, MONTH], ""),
    (["2024-03-05", "45356", "5 March 2024"], [DAY, MONTH, YEAR], ""),
    (["5/5/2024", "3/5/2024", "4/5/2024"], [DAY, MONTH], "3/5/2024"),
    (["3/12/2026"], [MONTH], ""),
    (["13/5/2024", "5/13/2024"], [DAY, MONTH], ""),
    (["13/5/2024", "5/13/2024", "3/5/2024"], [DAY, MONTH], "3/5/2024"),
    ([], [DAY, MONTH, YEAR], ""),
])  # fmt: skip
def test_the_order_is_what_all_dates_of_a_file_allow(texts: list[str], orders: list[DateOrder], first: str) -> None:
    assert possible_orders(texts, NOW) == (orders, first)
