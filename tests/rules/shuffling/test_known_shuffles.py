"""Shuffles as docs/shuffles.md says; the second implementation was written from that page and nothing else."""

import hashlib
import json
import re
import tomllib
from collections import Counter
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from support.common import rule

from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS, SEED_BITS, _below, commitment, shuffled
from companion.rules.state.cards import GuardFace

TESTS = Path(__file__).parents[2]
KNOWN = tomllib.loads(TESTS.joinpath("rules/shuffling/known_answers/shuffles.toml").read_text("utf-8"))
PAGE = TESTS.parent.joinpath("docs/shuffles.md")


def hmac_sha256(key: bytes, message: bytes) -> bytes:
    """RFC 2104."""
    if len(key) > 64:
        key = hashlib.sha256(key).digest()
    key = key.ljust(64, b"\0")
    inner = hashlib.sha256(bytes(byte ^ 0x36 for byte in key) + message).digest()
    return hashlib.sha256(bytes(byte ^ 0x5C for byte in key) + inner).digest()


def stream(seed: str, subject: str) -> Iterator[int]:
    number = 0
    while True:
        block = hmac_sha256(seed.encode(), f"{subject}\n{number}".encode())
        for at in (0, 8, 16, 24):
            value = 0
            for byte in block[at : at + 8]:
                value = value * 256 + byte
            yield value
        number += 1


def as_json(value: Any) -> str:
    """Only what a card can be."""
    if isinstance(value, list | tuple):
        return "[" + ",".join(map(as_json, value)) + "]"
    if value is True or value is False:
        return "true" if value else "false"
    if isinstance(value, int):
        return str(value)
    escaped = {'"': '\\"', "\\": "\\\\", "\b": "\\b", "\t": "\\t", "\n": "\\n", "\f": "\\f", "\r": "\\r"}
    units = value.encode("utf-16-be", "surrogatepass")
    codes = [units[at] * 256 + units[at + 1] for at in range(0, len(units), 2)]
    plain = {chr(code): chr(code) for code in range(32, 127)} | escaped
    written = (plain.get(chr(code), f"\\u{code:04x}") for code in codes)
    return '"' + "".join(written) + '"'


def by_the_page(seed: str, round_: int, deck: str, cards: list[Any]) -> list[Any]:
    numbers = stream(seed, "\n".join(["lockup shuffle 1", str(round_), deck, as_json(cards)]))
    lie = [*cards]
    for i in range(len(lie) - 1, 0, -1):
        x = next(numbers)
        while x >= 2**64 - 2**64 % (i + 1):
            x = next(numbers)
        j = x % (i + 1)
        lie[i], lie[j] = lie[j], lie[i]
    return lie


@rule("Z-20")
@pytest.mark.parametrize("known", KNOWN["shuffles"], ids=lambda known: f"{known['deck']} {known['round']}")
def test_a_known_shuffle(known: dict[str, Any]):
    cards, order = json.loads(known["cards"]), json.loads(known["order"])
    assert [*shuffled(known["seed"], known["round"], known["deck"], cards)] == order
    assert by_the_page(known["seed"], known["round"], known["deck"], cards) == order


@rule("Z-20")
@pytest.mark.parametrize("known", KNOWN["commitments"], ids=lambda known: known["seed"] or "empty")
def test_a_known_commitment(known: dict[str, str]):
    assert commitment(known["seed"]) == known["commitment"]
    assert hashlib.sha256(b"lockup seed 1\n" + known["seed"].encode()).hexdigest() == known["commitment"]


def test_the_vectors_of_the_page_are_the_known_ones():
    text = PAGE.read_text("utf-8")
    rows = re.findall(r"^\| (\d) \| (.+) \|$", text, re.MULTILINE)
    told = [(int(round_), order.split()) for round_, order in rows]
    known = [entry for entry in KNOWN["shuffles"] if entry["seed"] == "Kulbak"][:6]
    wanted = []
    for entry in known:
        order = json.loads(entry["order"])
        cards = [f"{card[0]}{'*' * card[1]}" if isinstance(card, list) else card for card in order]
        wanted.append((entry["round"], cards))
    assert told == wanted
    assert KNOWN["commitments"][0]["commitment"] in text
    assert as_json(json.loads(known[3]["cards"])) in text


cards = st.lists(st.integers(0, 9) | st.text(max_size=3) | st.tuples(st.integers(-2, 9), st.booleans()), max_size=20)


@rule("Z-20")
@given(st.text(max_size=80), st.integers(1, 6), st.sampled_from([GUARDS, LOCATIONS]), cards)
def test_two_implementations_deal_the_same(seed: str, round_: int, deck: str, listed: list[Any]):
    dealt = shuffled(seed, round_, deck, listed)
    assert [*dealt] == by_the_page(seed, round_, deck, listed)
    assert Counter(dealt) == Counter(listed)


@rule("Z-20")
def test_a_guard_card_is_written_as_the_page_says():
    faces = (GuardFace(3), GuardFace("power"), GuardFace(1, special=True))
    plain = [[3, False], ["power", False], [1, True]]
    assert [[*face] for face in shuffled("s", 1, GUARDS, faces)] == by_the_page("s", 1, GUARDS, plain)


@rule("Z-20")
@pytest.mark.parametrize(
    "asked",
    [
        ("Kulbak2", 1, "guards", [*range(12)]),
        ("Kulbak", 2, "guards", [*range(12)]),
        ("Kulbak", 1, "locations", [*range(12)]),
    ],
)
def test_seed_round_and_deck_each_make_another_order(asked: tuple):
    assert shuffled(*asked) != shuffled("Kulbak", 1, "guards", [*range(12)])


@rule("Z-20")
def test_another_list_makes_another_order():
    listed = [*range(11), 99]
    places = [listed.index(card) for card in shuffled("Kulbak", 1, "guards", listed)]
    assert tuple(places) != shuffled("Kulbak", 1, "guards", [*range(12)])


@rule("Z-20")
def test_a_number_that_would_favour_some_cards_is_passed_over():
    most = 2**64 - 1
    # 2^64 is 1 more than a multiple of 3: the last number would make 0 likelier than 1 and 2.
    assert _below(3, iter([most, most - 1])) == 2
    assert _below(3, iter([most - 1, 0])) == 2
    assert _below(4, iter([most, 0])) == 3


@rule("Z-20")
def test_a_seed_that_nobody_can_guess():
    assert SEED_BITS == 128


# Chance


def chi_square(counts: Counter[Any], kinds: int) -> float:
    """How far counts are from even."""
    even = counts.total() / kinds
    return sum((counts[kind] - even) ** 2 / even for kind in counts) + even * (kinds - len(counts))


@rule("Z-20")
def test_every_order_of_four_cards_is_as_likely_as_every_other():
    counts = Counter(shuffled(f"seed {number}", 1, GUARDS, (1, 2, 3, 4)) for number in range(4800))
    assert {*counts} == {*permutations((1, 2, 3, 4))}
    # 23 degrees of freedom: less than one in a thousand is above 49.7.
    assert chi_square(counts, 24) < 49.7


@rule("Z-20")
@pytest.mark.parametrize("place", [0, 6, 11])
def test_every_card_is_as_likely_at_every_place(place: int):
    counts = Counter(shuffled(f"seed {number}", 2, GUARDS, (*range(12),))[place] for number in range(1200))
    # 11 degrees of freedom: less than one in a thousand is above 31.3.
    assert chi_square(counts, 12) < 31.3


@rule("Z-20")
def test_rounds_of_one_seed_are_no_copies_of_each_other():
    tops = Counter(
        tuple(shuffled(f"seed {number}", round_, LOCATIONS, (*range(4),))[0] for round_ in (1, 2))
        for number in range(1600)
    )
    # 15 degrees of freedom: less than one in a thousand is above 37.7.
    assert chi_square(tops, 16) < 37.7
