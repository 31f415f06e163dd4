"""The front door: whole games through `companion.rules` alone, as values, as text and as JSON."""

import pickle
import random
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from fractions import Fraction
from functools import cache
from itertools import groupby, islice, pairwise, permutations, product
from pathlib import Path
from typing import Any

import pytest
from support.common import rule
from support.random_rules_player import any_act, lively

import companion.rules
from companion.rules import (
    Act,
    Cube,
    Dealing,
    Depth,
    Difficulty,
    EditionName,
    EndGoal,
    Game,
    IllegalAct,
    InvalidGameText,
    LeaderGoal,
    Location,
    NotInTheBox,
    Phase,
    Reason,
    RuleError,
    Setup,
    Start,
    Turns,
    UnknownFormat,
    Valuable,
)
from companion.rules.acts.actions import Action, Prompt
from companion.rules.engine import game_text
from companion.rules.engine.decider import Decision, prompt
from companion.rules.engine.secrecy import HIDDEN, is_secret_count
from companion.rules.schema import ChoiceField, EnumField, IntField, ObjectField
from companion.rules.shuffling.shuffle import GUARDS, LOCATIONS
from companion.rules.state.events import NOTHING, Dealt, replay
from companion.scoring import scores

ROOT = Path(companion.rules.__file__).parents[2]
GOALS: Mapping[str, Any] = {"leader": LeaderGoal(Valuable.GEM), "end": EndGoal("majority", "items")}
PEOPLE: Mapping[str, Any] = {"guards": None, "difficulty": None, "starts": (Start(),) * 3}
SETUPS: Mapping[str, Setup] = {
    "alone": Setup(dealing=Dealing.HOUSE, difficulty=Difficulty.EXPERT, chosen_rulings={"unused_tokens": "library"}),
    "with real cards": Setup(EditionName.FIRST, **GOALS),
    "of three": Setup(**PEOPLE, instant=True, turns=Turns.ENFORCED, **GOALS),
    "of three in light depth": Setup(**PEOPLE, roll_call=False, depth=Depth.LIGHT),
}


@cache
def played(kind: str, which: str = "") -> tuple[Game, ...]:
    """Every moment of a random game of that kind; of one of many, where it is named."""
    chance = random.Random(kind + which)
    games = [Game.new(SETUPS[kind], seed=kind + which)]
    while not games[-1].is_over:
        games.append(games[-1].play(any_act(lively(games[-1].prompt, chance), chance)))
    return tuple(games)


@pytest.fixture(params=SETUPS)
def games(request: pytest.FixtureRequest) -> tuple[Game, ...]:
    """Every moment of a random game."""
    return played(request.param)


def in_roll_call(games: tuple[Game, ...] = ()) -> Game:
    """The first turn of the guards in a game that the app deals."""
    return next(game for game in games or played("alone") if game.position.phase is Phase.ROLL_CALL)


def test_a_game_is_read_again_from_its_text(games: tuple[Game, ...]) -> None:
    read = Game.from_text(games[-1].to_text())
    assert (read, read.history, read.start) == (games[-1], games[-1].history, games[-1].start)


def test_a_game_with_a_correction_is_read_again_from_its_text_and_from_a_position_on() -> None:
    set_ = in_roll_call().correct(in_roll_call().act("set_reputation", 0, 12))
    on = Game.at(set_.position, seed="another").play(next(set_.legal_acts()))
    assert set_.position.reputation == (12, 10)
    for game in (set_, on):
        assert Game.from_text(game.to_text()) == game


@pytest.mark.parametrize(
    "copied",
    [lambda game: Game.from_json(game.to_json()), lambda game: pickle.loads(pickle.dumps(game))],
    ids=["JSON", "pickle"],
)
def test_a_game_goes_on_from_json_and_from_a_pickle_as_it_would_have(copied: Any, games: tuple[Game, ...]) -> None:
    for game, after in islice(pairwise(games), 0, None, 9):
        again = copied(game)
        assert (again, hash(again)) == (game, hash(game))
        assert again.play(after.history[-1].act) == after


def test_games_of_another_seed_or_position_are_others() -> None:
    game = in_roll_call()
    assert game not in {Game.at(game.position, seed="another"), *played("of three"), "alone"}
    assert game in {*played("alone")}
    assert game != "alone"


def test_a_game_leaves_it_to_what_is_no_game_whether_they_are_equal() -> None:
    class Anything:
        def __eq__(self, other: object) -> bool:
            return True

        __hash__ = None  # type: ignore[assignment]

    assert in_roll_call() == Anything()


def test_a_game_is_told_apart_by_its_round_its_phase_and_the_acts_so_far() -> None:
    game = in_roll_call()
    assert repr(game) == f"<Game: round 1, roll_call, {len(game.history)} acts>"
    assert repr(Game.at(game.position, seed="x")) == "<Game: round 1, roll_call, 0 acts>"


def test_a_text_says_where_in_the_game_its_lines_are_once_each(games: tuple[Game, ...]) -> None:
    places = [str(game).splitlines()[0] for game in games[:-1]]
    told = [line for line in games[-1].to_text().splitlines() if line.startswith("#")]
    assert told == [f"# {place}" for place, _ in groupby(places)]


def test_what_may_be_done_can_be_done(games: tuple[Game, ...]) -> None:
    for game in islice(games[:-1], 0, None, 7):
        assert [game.play(act).history[-1].act for act in islice(game.legal_acts(), 9)]
        for action in game.legal_actions:
            assert getattr(game, f"{action.type}_").args == (action.type,)
            assert not hasattr(Game, action.type), "an attribute would hide the act"
    with pytest.raises(AttributeError):
        _ = games[-1].assign


def test_events_are_told_with_their_rule_and_add_up_to_the_game(games: tuple[Game, ...]) -> None:
    assert [reason.rule for reason in games[-1].last_events[-1].why] == ["S-9"]
    happened = [event for game in games for event in game._decision.events]
    assert all(game.prompt == prompt(game.position) for game in games)
    assert replay(happened, NOTHING) == games[-1].position


def test_playing_leaves_a_game_as_it_was() -> None:
    game = in_roll_call()
    before = game.to_json()
    assert game.play(game.turn_guard_card(0)) != game
    assert game.to_json() == before


@rule("R-1", "R-2")
def test_an_act_is_made_of_what_is_meant_by_it() -> None:
    game = in_roll_call()
    turn = game.play(game.turn_guard_card(card=0))
    assign = turn.assign(Location.SEWERS, 5)
    assert (assign.one("location"), assign.one("tokens")) == ("sewers", 5)
    laid = turn.play(assign).position.tokens.values()
    assert Location.SEWERS in {one.location for one in laid}
    with pytest.raises(TypeError):
        game.turn_guard_card(0, 1)
    with pytest.raises(IllegalAct):
        game.play(Act("turn_guard_card", {"card": [99]}))
    with pytest.raises(NotInTheBox):
        game.correct(game.act("set_cubes", 0, Cube.GOLD, 99))


def values_in(value: Any) -> Iterator[Any]:
    """A value and everything in it."""
    yield value
    if isinstance(value, Mapping):
        inner: Any = [*value.keys(), *value.values()]
    elif isinstance(value, tuple | list | frozenset):
        inner = value
    else:
        inner = [getattr(value, one.name) for one in fields(value)] if is_dataclass(value) else ()
    for one in inner:
        yield from values_in(one)


def test_nothing_in_a_position_can_be_written_into(games: tuple[Game, ...]) -> None:
    for game in islice(games, 0, None, 9):
        for value in values_in(game.position):
            if isinstance(value, Mapping):
                with pytest.raises(TypeError):
                    value["here"] = 1  # type: ignore[index]
        for value in (*values_in(game.last_events), *game.history, *game.position.agenda):
            if isinstance(value, Reason | Act):
                hash(value)


@pytest.mark.parametrize(
    ("wrong", "at"),
    [
        ({"guards": 2}, ["/sides"]),
        ({"starts": (Start(),) * 3}, ["/sides"]),
        ({**PEOPLE, "starts": (Start(),)}, ["/sides"]),
        ({**PEOPLE, "starts": (Start(),) * 6}, ["/sides"]),
        (
            {"starts": (), "chosen_rulings": {"moon": "full", "unused_tokens": "moon"}},
            ["/sides", "/rulings/moon", "/rulings/unused_tokens"],
        ),
    ],
)
@rule("Z-1")
def test_nobody_sits_down_to_what_no_table_can_agree_on_and_all_that_is_wrong_is_said(
    wrong: Mapping[str, Any], at: list[str]
) -> None:
    with pytest.raises(RuleError) as refused:
        Game.new(Setup(**wrong), seed="a")
    assert [f"/{'/'.join(map(str, one.path))}" for one in refused.value.all] == at


@pytest.mark.parametrize("players", [2, 5])
@rule("S-1")
def test_two_to_five_sit_down_together(players: int) -> None:
    game = Game.new(Setup(**{**PEOPLE, "starts": (Start(),) * players}), seed="a")
    assert len(game.names) == players


def test_no_attribute_of_a_game_can_be_set() -> None:
    game = in_roll_call()
    for name in ("start", "seed", "history", "position", "prompt", "last_events", "is_over"):
        with pytest.raises(AttributeError):
            setattr(game, name, getattr(game, name))


def test_what_an_action_asks_for_can_not_be_written_into(games: tuple[Game, ...]) -> None:
    for game in islice(games, 0, None, 9):
        for action in (*game.legal_actions, *game.legal_corrections):
            with pytest.raises(TypeError):
                action.fields["here"] = IntField(0)  # type: ignore[index]
            for shape in action.fields.values():
                assert isinstance(getattr(shape, "barred", ()), tuple)


def test_the_history_stays_as_it_is_whatever_becomes_of_the_act_that_was_played() -> None:
    game = in_roll_call()
    act = Act("turn_guard_card", {"card": [0]})
    correction = Act("set_reputation", {"side": [0], "number": 12})
    after = game.play(act)
    corrected = game.correct(correction)
    for given in (act, correction):
        assert isinstance(given.values, dict)
        given.values.clear()
    assert after.history[-1].act == Act("turn_guard_card", {"card": [0]})
    assert corrected.history[-1].act == Act("set_reputation", {"side": [0], "number": 12})


def test_what_a_value_was_made_of_can_be_changed_and_leaves_it() -> None:
    rulings = {"unused_tokens": "library"}
    setup = Setup(chosen_rulings=rulings)
    rulings["unused_tokens"] = "home"
    assert (setup.chosen_rulings, setup.rulings["unused_tokens"]) == ({"unused_tokens": "library"}, "library")
    assert pickle.loads(pickle.dumps(setup)) == setup


def test_the_acts_of_a_game_are_among_its_attributes() -> None:
    game = in_roll_call()
    assert {"turn_guard_card", "play", "position"} <= {*dir(game)}
    turn = game.play(game.turn_guard_card(0))
    assert {"assign", "pass_"} <= {*dir(turn)}
    assert not {"assign_", "pass"} & {*dir(turn)}


@rule("E-14")
def test_what_may_be_corrected_is_listed() -> None:
    assert {"set_cubes", "set_reputation"} <= {action.type for action in in_roll_call().legal_corrections}


def offering(*actions: Action) -> Game:
    """A game in which these may be done."""
    game = in_roll_call()
    return Game(game.start, game.seed, Decision((), game.position, Prompt(None, None, actions)), ())


def test_of_two_actions_of_a_type_the_first_that_fits_is_meant_and_if_none_does_the_first() -> None:
    actions = (Action("lay", "R-1", {"what": ChoiceField(("a", "b"))}), Action("lay", "R-1", {"what": IntField(0, 3)}))
    game = offering(*actions)
    assert game.lay("b") == Act("lay", {"what": ["b"]})
    assert game.lay(3) == Act("lay", {"what": 3})
    assert game.lay("c") == Act("lay", {"what": ["c"]})


def test_an_act_is_filled_in_as_json_would_have_it() -> None:
    field = ObjectField({"strength": IntField()})
    actions = (Action("show", "Z-5", {"face": field, "more": ChoiceField(("a",), 0, 1), "most": ChoiceField(("a",))}),)
    game = offering(*actions)
    # A choice that may be empty is so, no other.
    assert game.show({"strength": Location.SEWERS, "all": (1, {Cube.GOLD})}) == Act(
        "show", {"more": [], "face": {"strength": "sewers", "all": [1, ["gold"]]}}
    )
    assert [type(one) for one in game.show({Location.SEWERS: Cube.GOLD}).values["face"].values()] == [str]


LINES = Action(
    "show",
    "Z-5",
    {
        "number": IntField(-5, 12),
        "word": EnumField(("high", "low"), IntField(0, 9)),
        "cubes": ChoiceField(("gold", "żelazo"), 1, 2),
        "face": ObjectField({"strength": IntField()}),
    },
)
BARRED = Action("lay", "R-1", {"one": ChoiceField(("a", "b"), 0, 2), "two": ChoiceField(("c", "d"), 0, 2)})
FIXED = Action("turn", "Z-5", {"card": ChoiceField((1, 2, 3))})


@pytest.mark.parametrize(
    ("action", "line", "values"),
    [
        (LINES, "> show 3 high gold {}", (3, "high", ["gold"], {})),
        (LINES, '> show -5 9 gold "żelazo" {"strength": 2}', (-5, 9, ["gold", "żelazo"], {"strength": 2})),
        (BARRED, "> lay a b | c", (["a", "b"], ["c"])),
        (BARRED, "> lay  | d", ([], ["d"])),
        (BARRED, "> lay a", (["a"], [])),
        (FIXED, "> turn 2", ([2],)),
    ],
)
def test_an_act_is_a_line_of_its_values(action: Action, line: str, values: tuple[Any, ...]) -> None:
    act = Act(action.type, dict(zip(action.fields, values, strict=True)))
    assert game_text.written_entry([action], game_text.Entry(act)) == line
    assert game_text.read_act(game_text.Line(1, ">", line[1:]), [action]) == act


@pytest.mark.parametrize(
    ("action", "line"),
    [(FIXED, "turn 2 3"), (FIXED, "turn"), (LINES, "show 3 high {}"), (LINES, "show 3 high gold")],
)
def test_a_line_with_too_many_or_too_few_values_names_those_that_it_needs(action: Action, line: str) -> None:
    with pytest.raises(InvalidGameText, match=f"needs other values: {', '.join(action.fields)}"):
        game_text.read_act(game_text.Line(1, ">", line), [action])


def test_a_text_keeps_the_letters_of_its_seed_and_needs_no_space_behind_a_sign() -> None:
    game = Game.new(SETUPS["alone"], seed="żółw")
    game = game.play(next(game.legal_acts()))
    assert 'seed: "żółw"' in game.to_text()
    assert '"seed": "żółw"' in game.to_json()
    assert Game.from_text(game.to_text().replace("> ", ">").replace("= ", "=")) == game


@rule("Z-2", "Z-5")
def test_what_can_be_turned_up_comes_as_often_as_the_deck_has_it() -> None:
    game = in_roll_call()
    outcomes = game.outcomes(game.turn_guard_card(0))
    weights: dict[Any, Fraction] = {}
    for weight, then in outcomes:
        face = then.position.guard_cards[0].face
        weights[face] = weights.get(face, Fraction(0)) + weight
    deck = [*(card.face for card in game.position.guard_cards), *game.position.guard_deck]
    assert weights == {face: Fraction(deck.count(face), len(deck)) for face in deck}
    assert sum(weights.values()) == 1


def dealt_every_way(game: Game, act: Act) -> dict[Any, Fraction]:
    """What an act shows, and how often, over every order of the cards that nobody has seen: slow and plain."""
    position = game.position
    unseen = [place for place, card in enumerate(position.guard_cards) if not (card.up or card.looked)]
    faces = [*(position.guard_cards[place].face for place in unseen), *position.guard_deck]
    found: Counter[Any] = Counter()
    for guards, locations in product(permutations(faces), permutations(position.location_deck)):
        laid = dict(zip(unseen, guards, strict=False))
        cards = tuple(
            card._replace(face=laid[place]) if place in laid else card
            for place, card in enumerate(position.guard_cards)
        )
        turned = position._replace(guard_cards=cards, guard_deck=guards[len(unseen) :], location_deck=tuple(locations))
        found[Game.at(turned, seed=game.seed).play(act).last_events] += 1
    return {events: Fraction(number, found.total()) for events, number in found.items()}


def with_few_cards(game: Game, *, on_board: int, guards: int, locations: int) -> Game:
    """A game with so few unseen cards that they can be dealt in every order."""
    position = game.position
    return Game.at(
        position._replace(
            guard_cards=position.guard_cards[:on_board],
            guard_deck=position.guard_deck[:guards],
            location_deck=position.location_deck[:locations],
        ),
        seed=game.seed,
    )


def looking_at_decks() -> Iterator[tuple[Game, Act]]:
    """Somebody who may look at the top of each deck, in a game with few cards."""
    games = (game for n in range(20) for game in played("alone", f"with tomes {n}"))
    game = next(game for game in games if any(one.type == "look_at_deck" for one in game.prompt.actions))
    few = with_few_cards(game, on_board=2, guards=2, locations=3)
    for deck in (GUARDS, LOCATIONS):
        yield few, Act("look_at_deck", {"deck": [deck]})


@rule("Z-3", "Z-5", "Z-8", "Z-21")
def test_outcomes_are_what_dealing_in_every_order_shows() -> None:
    turns = with_few_cards(in_roll_call(), on_board=2, guards=2, locations=3)
    asked = [(turns, turns.turn_guard_card(0)), *looking_at_decks()]
    assert [act.type for _, act in asked] == ["turn_guard_card", "look_at_deck", "look_at_deck"]
    for game, act in asked:
        told: Counter[Any] = Counter()
        for weight, then in game.outcomes(act):
            told[then.last_events] += weight
        assert dict(told) == dealt_every_way(game, act)


@rule("Z-20")
def test_what_is_shuffled_anew_is_one_outcome_with_the_cards_as_its_seed_deals_them() -> None:
    games = played("alone")
    before, after = next(
        (game, then) for game, then in pairwise(games) if any(isinstance(one, Dealt) for one in then.last_events[1:])
    )
    [(weight, outcome)] = before.outcomes(after.history[-1].act)
    assert weight == 1
    assert outcome.position == after.position


@rule("Z-5", "Z-8")
def test_what_happens_is_one_of_the_outcomes_and_these_do_not_tell_how_the_cards_lie() -> None:
    games = played("alone")
    several = 0
    for game, after in islice(pairwise(games), 0, None, 3):
        outcomes = game.outcomes(after.history[-1].act)
        several += len(outcomes) > 1
        assert sum(outcome.weight for outcome in outcomes) == 1
        possible = {outcome.game.seen_by(0) for outcome in outcomes}
        assert after.seen_by(0) in possible or after.position.round > game.position.round
    assert several > 9
    game = in_roll_call()
    decks = {name: getattr(game.position, name)[::-1] for name in ("guard_deck", "location_deck")}
    turned = game.position._replace(**decks)
    act = game.turn_guard_card(0)
    assert game.outcomes(act) == Game.at(turned, seed=game.seed).outcomes(act)


@rule("V-1")
def test_a_count_that_tells_of_a_hand_is_its_sides_own_until_the_end():
    now = in_roll_call().position
    ended = now._replace(phase=Phase.ENDED)
    for what in ("tomes", "reserved"):
        assert is_secret_count(now, what, covered=False)
        assert not is_secret_count(ended, what, covered=False)
    assert not is_secret_count(now, "dwarf", covered=False)
    assert is_secret_count(ended, "dwarf", covered=True)
    assert not is_secret_count(ended, "reputation_before", covered=True)


@rule("V-1")
def test_a_seat_sees_nothing_that_lies_face_down_or_in_another_hand(games: tuple[Game, ...]) -> None:
    for game in (*games[::5], *games[-8:]):
        seen = game.seen_by(0)
        assert {*seen.guard_deck, *seen.location_deck} <= {None}
        assert seen.guard_cards == tuple(
            card if card.up or card.looked else card._replace(face=None) for card in game.position.guard_cards
        )
        guards = seen.setup.guards
        if guards is not None:
            assert all(card.up or card.face is None for card in game.seen_by(guards).guard_cards)
        open_ = {one for one, laid in game.position.tokens.items() if not laid.face_down}
        assert seen.spent == {one for one in game.position.spent if one[0] in {0, guards} or one in open_}
        down, seen_down = (
            sorted(one.location for one in position.tokens.values() if one.face_down)
            for position in (game.position, seen)
        )
        assert down == seen_down
        for (side, token), laid in seen.tokens.items():
            assert side == 0 or laid.face_down == str(token).startswith(HIDDEN)
        assert not any(isinstance(holder, int) and holder not in {0, seen.setup.guards} for holder in seen.tomes)
        if seen.phase is not Phase.ENDED:
            told = {what for side, what in seen.counted if side not in {0, seen.setup.guards}}
            assert not told & {"tomes", "reserved", "goal_points", "other_goons"}


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("a novel", 1),
        ("Lockup game 1\ndealing: house", 0),
        ('Lockup game 1\nseed: "x"\ncolour: 1', 0),
        ('Lockup game 1\nseed: "x"\ndealing: fairies', 3),
        ('Lockup game 1\nseed: "x"\nonce upon a time', 3),
        ('Lockup game 1\nseed: "x"\n\n> fly', 4),
        ('Lockup game 1\nseed: "x"\n> type_goon {"type": "dwarf"}', 3),
        ('Lockup game 1\nseed: "x"\n> type_goon {"type"', 3),
        ('Lockup game 1\nseed: "x"\n> type_goon', 3),
        ('Lockup game 1\nseed: "x"\n= 0: 11 stars, 1 power', 3),
    ],
)
def test_a_text_that_is_no_game_says_which_line_is_wrong(text: str, line: int) -> None:
    with pytest.raises(InvalidGameText) as refused:
        Game.from_text(text)
    assert refused.value.line == line
    assert str(refused.value).startswith(f"line {line}: ") == bool(line)


def test_a_line_of_the_head_without_a_colon_is_told_as_it_stands() -> None:
    with pytest.raises(InvalidGameText, match="nothing is written so: once upon a time"):
        Game.from_text('Lockup game 1\nseed: "x"\nonce upon a time')


@pytest.mark.parametrize(
    "text",
    [
        "",
        "{}",
        '{"format": "chess", "seed": "x", "position": 1}',
        '{"format": "Lockup game 1", "seed": "x", "position": 1}',
    ],
)
def test_json_that_is_no_game_is_refused(text: str) -> None:
    with pytest.raises(UnknownFormat):
        Game.from_json(text)


def test_the_board_as_text_shows_what_lies_open_and_hides_the_rest() -> None:
    game = in_roll_call()
    assert str(game).splitlines()[0] == "round 1 of 6, roll_call"
    guards = [line.rpartition("guards ")[2].split(";")[0] for line in str(game).splitlines() if "guards ?" in line]
    assert guards == ["?"] * 7


def test_scores_follow_from_a_game() -> None:
    assert [side.name for side in scores(played("of three")[-1]).sides] == ["player 0", "player 1", "player 2"]
    assert [side.name for side in scores(played("alone")[-1], ["Vera", "Guards"]).sides] == ["Vera", "Guards"]


def test_everything_public_is_there_and_nothing_else() -> None:
    public = {name for name in vars(companion.rules) if not name.startswith("_")}
    rooms = {path.stem for path in (ROOT / "companion" / "rules").iterdir()}
    assert public - rooms - {"resolve"} == {*companion.rules.__all__} - rooms - {"resolve"}


def test_rules_and_scoring_need_nothing_but_the_standard_library() -> None:
    program = f"import sys; sys.path.insert(0, {str(ROOT)!r}); import companion.rules, companion.scoring"
    subprocess.run([sys.executable, "-S", "-I", "-c", program], check=True)


def test_a_position_is_asked_by_words_too_and_a_word_that_is_none_is_an_error() -> None:
    position = Game.new(Setup(dealing=Dealing.HOUSE), seed="rusty spoon").position
    assert position.tokens_at(0, "sewers") == position.guard_cards_at("sewers") == ()
    assert position.at(0, "power") == position.at(0, Cube.POWER)
    assert position.at("sewers", "suspicion") == 0
    wrong = (
        lambda: position.tokens_at(0, "sewer"),
        lambda: position.guard_cards_at("sewer"),
        lambda: position.at("sewer", Cube.POWER),
        lambda: position.at(Location.SEWERS, "silver"),
    )
    for ask in wrong:
        with pytest.raises(ValueError, match=r"'(sewer|silver)' is not a valid (Location|Cube)"):
            ask()
