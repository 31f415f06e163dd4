"""Old games from files: what is read of them, what is refused and why, and that they are written as they are read."""

from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Any, NamedTuple

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.plays.bg_stats_file import BGG_ID, read_bg_stats
from companion.plays.csv_file import EXAMPLE, read_cells, read_csv, write_cells, write_csv
from companion.plays.past_play import (
    MOST_PLAYS,
    PastPlay,
    PastSide,
    Refusal,
    Refused,
    Score,
    UnreadableFile,
    past_play,
    total,
)
from companion.plays.written_dates import DateOrder
from companion.plays.written_plays import Answers, Vocabulary, WrittenPlays, open_questions, read_plays

NOW = datetime(2026, 11, 27, 19, tzinfo=UTC)
THEN = datetime(2024, 3, 5, 12, tzinfo=UTC)
WORDS = {"expert": "expert", "ekspercki": "expert", "moderate": "moderate"}
NO_ANSWERS = Answers()
VOCABULARY = Vocabulary(frozenset({"guards", "strażnicy", "警卫"}), WORDS)


class Read(NamedTuple):
    """What a file holds, and what was made of it."""

    plays: Sequence[PastPlay]
    refusals: Sequence[Refusal]
    others: int
    unknown: Sequence[str]


def made_of(held: WrittenPlays, answers: Answers = NO_ANSWERS) -> Read:
    """What comes of a file that leaves nothing open, or with those answers."""
    # A page sends back what it was sent.
    assert read_cells(write_cells(held.plays)) == held.plays
    questions = open_questions(held.plays, VOCABULARY, NOW)
    order = answers.order or next(iter(questions.orders), None)
    return Read(*read_plays(held.plays, answers._replace(order=order), VOCABULARY, NOW), held.others, held.unknown)


def read(text: str, answers: Answers = NO_ANSWERS) -> Read:
    return made_of(read_csv(text), answers)


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


GAME = [("Wera", 30, 1, True), ("Olek", 21, 2, False)]


@pytest.mark.parametrize("text", [
    "Date;Name1;Points1;Name_2;Points 2\r\n5.3.2024;Wera;30;Olek;12+9\r\n",
    "date\tname 1\tpoints 1\tname 2\tpoints 2\n2024/03/05\tWera\t30\tOlek\t21\n",
    "points 2,points 1,name 2,name 1,date\n21,30,Olek,Wera,2024年3月5日\n",
    'date,name 1,points 1,name 2,points 2\n\n2024-3-5,"Wera",30,Olek,21\n,,,,\n',
    "\n;;;;\nDATE;NAME 1;POINTS 1;NAME 2;POINTS 2\n5.3.2024;Wera;30,0;Olek;21,00\n;;;;\n;;;;\n",
    "sep=;\r\nDate;name-1;points-1;name-2;points-2\r\n5.3.2024; Wera ;30.0;Olek\xa0;21\r\n",
    "Our games of Lockup\n\ndate,name 1,points 1,name 2,points 2\n2024-03-05,Wera,３０,Olek,２１\n",
    '"date";"name 1";"points 1";"name 2";"points 2";"a, b, c, d, e, f"\n"5.3.2024";"Wera";"30";"Olek";"21";"x"\n',
    "date|name 1|points 1|name 2|points 2\r2024-03-05|Wera|30|Olek|21\r",
    'date,name 1,points 1,name 2,points 2,note\n2024-03-05,Wera,30,Olek,21,"rain,\n\n""ha""\nand tea"\n',
    "date,name 1,points 1,name 2,points 2,name 1,points 1\n2024-03-05,Wera,30,Olek,21,Zoe,99\n",
    "points 1,ｎａｍｅ　１,date,name 2,points 2\n30,Wera,45356,Olek,21\n",
    'date,name 1,points 1,name 2,points 2\n2024-03-05,"Wera\n",30,"Ol""ek",21\n'.replace('Ol""ek', "Olek"),
])  # fmt: skip
def test_a_file_is_read_as_any_spreadsheet_saves_it(text: str) -> None:
    found = read(text)
    assert (found.refusals, len(found.plays)) == ([], 1)
    [play] = found.plays
    assert (play.played, people(play)) == (THEN, GAME)


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
    ("Vera,2024-03-05,,,Vera,30,Isaac,20", "date"),
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


@pytest.mark.parametrize(("text", "key"), [
    ("", "no_columns"),
    ("Vera,30\nIsaac,20\n", "no_columns"),
    ("sep=;\ndate,name 1,points 1\n2024-03-05,Vera,3\n", "no_columns"),
    ('date,name 1,points 1\n2024-03-05,"' + "V" * 200_000, "not_csv"),
    ('date,name 1,points 1,guards\n2024-03-05,"Vera,3,2\n2024-03-06,Vera,3,2\n', "not_csv"),
    ("date,name 1,points 1\n" + "x,Vera,3\n" * (MOST_PLAYS + 1), "too_long"),
])  # fmt: skip
def test_what_is_no_such_file_is_refused_as_a_whole(text: str, key: str) -> None:
    with pytest.raises(UnreadableFile) as refused:
        read(text)
    assert refused.value.key == f"import.{key}"


def test_empty_rows_at_the_end_are_no_games_however_many_there_are() -> None:
    assert len(read(EXAMPLE + ",,,,,,,,,,,,,\n" * 3 * MOST_PLAYS).plays) == 4


def test_a_player_too_many_is_refused_and_not_left_out() -> None:
    pairs = ",".join(f"name {n},points {n}" for n in range(1, 7))
    found = read(f"date,{pairs}\n2024-03-05,a,1,b,2,c,3,d,4,e,5,f,6\n")
    assert [one.key for one in found.refusals] == ["import.too_many_people"]


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


@given(st.text())
def test_whatever_text_comes_it_is_read_or_refused(text: str) -> None:
    for given_ in (text, "date,name 1,points 1,guards\n" + text):
        try:
            read(given_)
        except UnreadableFile:
            continue


@given(st.text())
def test_whatever_a_page_sends_back_is_read_or_refused(text: str) -> None:
    for given_ in (text, "row,date,name 1,points 1,guards\n" + text):
        try:
            read_plays(read_cells(given_), Answers(), VOCABULARY, NOW)
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


@pytest.mark.parametrize(("text", "points"), [
    ("34", 34), ("30+4", 34), ("−2", -2), ("5 - 8", -3), ("5–8", -3), (" ", None), ("?", None), ("-", None),
    ("41.0", 41), ("41,0", 41), ("41,00", 41), ("41.000", 41), ("４１", 41), ("３０＋４", 34), ("30,0 + 4,0", 34),
    ("1.234", 1234), ("1,234", 1234), ("1 234", 1234), ("1'234", 1234), ("1.234,00", 1234), ("-1,234", -1234),
    ("+5", 5),
])  # fmt: skip
def test_points_are_a_whole_number_as_a_spreadsheet_shows_it_or_a_sum(text: str, points: int | None) -> None:
    assert total(text) == points


@pytest.mark.parametrize(
    "text", ["41.5", "41,", "1.000", "1,000", "12.30", "many", "4/5", "4 5", "10 000", "4+", "++4", "1e2"]
)
def test_what_is_no_whole_number_or_may_be_two_is_refused(text: str) -> None:
    with pytest.raises(Refused) as refused:
        total(text)
    assert refused.value.key == "import.points"


def order_of(*dates: str) -> tuple[list[DateOrder], str]:
    rows = "".join(f"{one},Vera,30,Isaac,20\n" for one in dates)
    questions = open_questions(read_csv("date,name 1,points 1,name 2,points 2\n" + rows).plays, VOCABULARY, NOW)
    return [*questions.orders], questions.date


def test_one_date_settles_the_order_of_all() -> None:
    assert order_of("3/5/2024", "25/3/2024") == ([DateOrder.DAY], "")
    assert order_of("3/5/2024", "3/25/2024") == ([DateOrder.MONTH], "")
    assert order_of("2024-03-05", "3/5/2024") == ([DateOrder.DAY, DateOrder.MONTH], "3/5/2024")
    plays = read("date,name 1,points 1,name 2,points 2\n3/5/2024,a,1,b,2\n3/25/2024,a,1,b,2\n").plays
    assert [f"{one.played:%m-%d}" for one in plays] == ["03-05", "03-25"]


def test_a_file_that_leaves_the_order_open_is_read_as_it_is_answered() -> None:
    text = "date,name 1,points 1,name 2,points 2\n2024-03-05,a,1,b,2\n3/5/2024,a,1,b,2\n"
    days = {
        order: [f"{one.played:%m-%d}" for one in read(text, Answers(order)).plays]
        for order in (DateOrder.DAY, DateOrder.MONTH)
    }
    assert days == {DateOrder.DAY: ["03-05", "05-03"], DateOrder.MONTH: ["03-05", "03-05"]}


def guards_of(*rows: str, head: str = "") -> tuple[list[str], str]:
    file = read_csv("\n".join((f"date,name 1,points 1,name 2,points 2,name 3,points 3{head}", *rows)))
    questions = open_questions(file.plays, VOCABULARY, NOW)
    return [*questions.guards], questions.likely_guards


def test_who_may_be_the_guards_is_asked_where_two_are_named_and_the_likeliest_comes_first() -> None:
    automa = "2024-03-05,Vera,40,Automa,33,,"
    assert guards_of(automa) == (["Automa", "Vera"], "Automa")
    assert guards_of("2024-03-05,Vera,40,Franz,33,,", "2024-03-06,Vera,1,Isaac,2,Claire,3") == (["Franz"], "")
    assert guards_of(automa, "2024-03-06,Vera,1,Isaac,2,Automa,3") == ([], "")


def test_nobody_asks_for_the_guards_where_the_file_names_them() -> None:
    pair = "2024-03-05,Vera,40,Isaac,33,,"
    assert guards_of(pair, "2024-03-05,Vera,40,Guards,33,,") == ([], "")
    assert guards_of(pair + ",", "2024-03-05,Vera,40,,,,,33", head=",guards") == ([], "")
    assert guards_of("2024-03-05,Vera,40,Isaac,33,Claire,1") == ([], "")


def test_who_is_said_to_be_the_guards_plays_against_one_person_alone() -> None:
    head = "date,difficulty,name 1,points 1,name 2,points 2,name 3,points 3\n"
    rows = "2024-03-05,expert,automa,40,Vera,33,,\n2024-03-06,,Vera,50,Automa,40,,\n2024-03-07,,a,1,b,2,Automa,3\n"
    held, escaped, three = read(head + rows, Answers(guards="Automa")).plays
    assert (held.difficulty, held.margin, held.escaped, people(held)) == ("expert", -7, False, [("Vera", 33, 2, False)])
    assert (escaped.margin, escaped.escaped, people(escaped)) == (10, True, [("Vera", 50, 1, True)])
    assert (three.escaped, len(three.sides)) == (None, 3)


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
    found = made_of(read_bg_stats(value, WORDS))
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
            made_of(read_bg_stats(one, WORDS))
        except UnreadableFile:
            continue


def test_a_player_without_points_does_not_leave_the_other_alone() -> None:
    value = export({"playerScores": [scored(1, "40", winner=True), scored(4, "")]})
    assert [one.key for one in made_of(read_bg_stats(value, WORDS)).refusals] == ["import.no_points"]


def test_half_a_character_in_a_name_is_no_fault() -> None:
    value = export({"playerScores": [scored(1, "40"), scored(2, "31")]})
    value["players"][0]["name"] = "V\ud83d"
    assert [one.name for one in made_of(read_bg_stats(value, WORDS)).plays[0].sides] == ["V?", "Isaac"]
