"""Old games from files: what is read of them, what is refused and why, and that they are written as they are read."""

from datetime import UTC, datetime
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.plays.bg_stats_file import BGG_ID, read_bg_stats
from companion.plays.csv_file import EXAMPLE, read_csv, write_csv
from companion.plays.past_play import (
    MOST_PLAYS,
    PastPlay,
    PastSide,
    ReadPlays,
    Refused,
    Score,
    UnreadableFile,
    day,
    past_play,
    total,
)

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
THEN = datetime(2024, 3, 5, 12, tzinfo=UTC)
WORDS = {"expert": "expert", "ekspercki": "expert", "moderate": "moderate"}
GUARDS = frozenset({"guards", "strażnicy", "警卫"})


def read(text: str | bytes) -> ReadPlays:
    return read_csv(text if isinstance(text, bytes) else text.encode(), WORDS, NOW)


def people(play: PastPlay) -> list[tuple[str, int, int, bool]]:
    return [tuple(one) for one in play.sides]  # type: ignore[misc]


def test_the_example_is_read_whole() -> None:
    found = read(EXAMPLE)
    assert (found.refusals, found.unknown) == ([], [])
    three, tie, lost, won = found.plays
    assert people(three) == [("Vera", 41, 1, True), ("Isaac", 36, 2, False), ("Claire", 29, 3, False)]
    assert people(tie) == [("Vera", 38, 2, False), ("Isaac", 38, 1, True)]
    assert (lost.difficulty, lost.margin, lost.escaped, people(lost)) == ("expert", -2, False, [("Vera", 33, 2, False)])
    assert (won.difficulty, won.margin, won.escaped, won.edition) == ("moderate", 12, True, "later")
    assert three.played == datetime(2023, 11, 18, 12, tzinfo=UTC)


@pytest.mark.parametrize("data", [
    "Date;Name1;Points1;Name_2;Points 2\r\n5.3.2024;Wera;30;Olek;12+9\r\n".encode("utf-8-sig"),
    "date\tname 1\tpoints 1\tname 2\tpoints 2\n2024/03/05\tWera\t30\tOlek\t21\n".encode("utf-16"),
    "points 2,points 1,name 2,name 1,date\n21,30,Olek,Wera,2024年3月5日\n".encode(),
    b'date,name 1,points 1,name 2,points 2\n\n2024-3-5,"Wera",30,Olek,21\n,,,,\n',
])  # fmt: skip
def test_a_file_is_read_as_any_spreadsheet_saves_it(data: bytes) -> None:
    [play] = read(data).plays
    assert (play.played, people(play)) == (THEN, [("Wera", 30, 1, True), ("Olek", 21, 2, False)])


@pytest.mark.parametrize(("line", "key"), [
    ("2024-03-05,,,,Vera,30,,", "alone"),
    ("2024-03-05,,,20,Vera,30,Isaac,20", "guards_of_several"),
    ("2024-03-05,,,20*,Vera,30*,,", "two_winners"),
    ("2024-03-05,,,,Vera,30,vera,20", "name_twice"),
    ("2024-03-05,,,,Vera,,Isaac,20", "no_points"),
    ("2024-03-05,,,,Vera,many,Isaac,20", "points"),
    ("2024-03-05,,,,Vera,99999,Isaac,20", "points"),
    ("2024-03-05,,,,,,,", "nobody"),
    (f"2024-03-05,,,,{'V' * 41},30,Isaac,20", "name"),
    ("3/5/2024,,,,Vera,30,Isaac,20", "date"),
    ("2024-02-30,,,,Vera,30,Isaac,20", "date"),
    (",,,,Vera,30,Isaac,20", "date"),
    ("2026-12-24,,,,Vera,30,Isaac,20", "date_to_come"),
    ("2024-03-05,hard,,20,Vera,30,,", "difficulty"),
    ("2024-03-05,,second,,Vera,30,Isaac,20", "edition"),
])  # fmt: skip
def test_a_line_that_cannot_be_is_refused_by_itself_with_its_number_and_why(line: str, key: str) -> None:
    good = "2024-03-05,ekspercki,first,20,Vera,30,,"
    head = "date,difficulty,edition,guards,name 1,points 1,name 2,points 2,stars"
    found = read("\n".join((head, good, line, good)))
    assert [(one.row, one.key) for one in found.refusals] == [(3, f"import.{key}")]
    assert [(one.difficulty, one.edition, one.margin) for one in found.plays] == [("expert", "first", 10)] * 2
    assert found.unknown == ["stars"]


@pytest.mark.parametrize(("data", "key"), [
    (b"", "no_columns"),
    (b"Vera,30\nIsaac,20\n", "no_columns"),
    ("date,name 1,points 1\n2024-03-05,Zoë,3\n".encode("latin-1"), "encoding"),
    (b'date,name 1,points 1\n2024-03-05,"' + b"V" * 200_000, "not_csv"),
    (b"date,name 1,points 1\n" + b"x,Vera,3\n" * (MOST_PLAYS + 1), "too_long"),
])  # fmt: skip
def test_what_is_no_such_file_is_refused_as_a_whole(data: bytes, key: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(data)
    assert refused.value.key == f"import.{key}"


names = st.sampled_from(["", "Vera", "Isaac", "维拉", '"Zoë", née; *', "-1", "a\n b", "*"])
scores = st.builds(Score, names, st.integers(-999, 9999), st.booleans())
moments = st.datetimes(datetime(2000, 1, 1), datetime(2026, 1, 1)).map(  # noqa: DTZ001
    lambda one: one.replace(microsecond=0, tzinfo=UTC)
)


@settings(max_examples=40)
@given(moments, st.sampled_from(["first", "later"]), st.sampled_from([None, "expert"]), st.none() | scores,
       st.lists(scores, min_size=1, max_size=5))  # fmt: skip
def test_what_is_written_is_read_again_as_it_was(
    played: datetime, edition: str, difficulty: str | None, guards: Score | None, sides: list[Score]
) -> None:
    try:
        play = past_play(played, edition, difficulty, guards, sides)
    except Refused:
        return
    assert read(write_csv([play, play])).plays == [play, play]


@given(st.binary(max_size=200) | st.text().map(str.encode))
def test_whatever_bytes_come_they_are_read_or_refused(data: bytes) -> None:
    for given_ in (data, b"date,name 1,points 1,guards\n" + data):
        try:
            read(given_)
        except UnreadableFile:
            continue


def test_the_best_is_the_winner_where_nobody_is_marked_and_all_of_the_best_in_a_tie() -> None:
    play = past_play(THEN, "later", "expert", None, [Score("a", 9), Score("b", 20), Score("c", 20)])
    assert (play.difficulty, [(one.rank, one.winner) for one in play.sides]) == (
        None,
        [(3, False), (1, True), (1, True)],
    )


def test_the_guards_win_ties_and_who_has_won_alone_without_their_points_has_escaped() -> None:
    tie = past_play(THEN, "later", None, Score("", 20), [Score("a", 20)])
    assert (tie.margin, tie.escaped) == (0, False)
    escape = past_play(THEN, "later", None, None, [Score("a", 20, won=True)])
    assert (escape.margin, escape.escaped, escape.sides[0]) == (None, True, PastSide("a", 20, 1, winner=True))


def test_names_that_nobody_typed_are_nobody() -> None:
    play = past_play(THEN, "later", None, None, [Score("Spoon", 3), Score("  Vera \t Lee ", 2)])
    assert [one.name for one in play.sides] == ["", "Vera Lee"]


@pytest.mark.parametrize(("text", "points"), [("34", 34), ("30+4", 34), ("−2", -2), ("5 - 8", -3), (" ", None)])
def test_points_are_a_number_or_a_sum(text: str, points: int | None) -> None:
    assert total(text) == points


@pytest.mark.parametrize("text", ["2024-03-05 20:15", "2024-03-05 20:15:00", "2024-03-05T20:15:00Z"])
def test_a_date_may_have_a_time(text: str) -> None:
    assert day(text, NOW) == datetime(2024, 3, 5, 20, 15, tzinfo=UTC)


def export(*plays: dict[str, Any]) -> dict[str, Any]:
    """What BG Stats writes, as far as it is read, and some of what is not."""
    return {
        "about": "", "locations": [], "userInfo": {"meRefId": 1},
        "games": [{"id": 7, "name": "Lockup"}, {"id": 8, "name": "Zamek", "bggId": BGG_ID}, {"id": 9, "name": "Go"}],
        "players": [{"id": 1, "name": "Vera"}, {"id": 2, "name": "Isaac"}, {"id": 3, "name": "Strażnicy"},
                    {"id": 4, "name": "Anonymous player", "isAnonymous": True}],
        "plays": [{"gameRefId": 7, "playDate": "2024-03-05 12:00:00", "usesTeams": False, **one} for one in plays],
    }  # fmt: skip


def scored(player: int, score: Any, **members: Any) -> dict[str, Any]:
    return {"playerRefId": player, "score": score, "winner": False, "rank": 0, "seatOrder": 0, **members}


def test_the_export_of_bg_stats_is_read() -> None:
    value = export(
        {"playerScores": [scored(1, "30+4"), scored(2, "34", winner=True), scored(4, "12")]},
        {"gameRefId": 8, "playerScores": [scored(1, "40", winner=True), scored(3, "33", role="Ekspercki")]},
        {"playerScores": [scored(1, 21)]},
        {"gameRefId": 9, "playerScores": [scored(1, "1")]},
        {"ignored": True, "playerScores": [scored(1, "1"), scored(2, "2")]},
        {"playerScores": [scored(1, ""), scored(2, "2")]},
        {"playerScores": "none"},
    )
    found = read_bg_stats(value, GUARDS, WORDS, NOW)
    several, alone, held = found.plays
    assert people(several) == [("Vera", 34, 2, False), ("Isaac", 34, 1, True), ("", 12, 3, False)]
    assert (alone.difficulty, alone.margin, alone.escaped, people(alone)) == (
        "expert",
        7,
        True,
        [("Vera", 40, 1, True)],
    )
    assert (held.margin, held.escaped, people(held)) == (None, False, [("Vera", 21, 2, False)])
    assert found.others == 1
    assert [(one.row, one.key) for one in found.refusals] == [
        (5, "import.ignored"),
        (6, "import.no_points"),
        (7, "import.nobody"),
    ]


json_values = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9) | st.sampled_from(["", "Lockup", "2024-03-05", "9"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(
                ["games", "players", "plays", "id", "gameRefId", "name", "playDate", "playerScores", "score"]
            ),
            inner,
            max_size=5,
        )
    ),
    max_leaves=20,
)


@given(json_values, json_values)
def test_whatever_json_comes_it_is_read_or_refused(value: Any, play: Any) -> None:
    for one in (value, {"games": [{"id": 1, "name": "Lockup"}], "players": [value], "plays": [play, value]}):
        try:
            read_bg_stats(one, GUARDS, WORDS, NOW)
        except UnreadableFile:
            continue
