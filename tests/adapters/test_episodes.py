"""A game as single choices: every act can be chosen, nothing hidden is seen, and the score is the rulebook's."""

import os
from copy import deepcopy
from random import Random

import pytest

from companion.adapters.episode import ACTIONS, ENOUGH, Episode, setup_for
from companion.players import MadeUpCards
from companion.rules import Act, Game
from companion.rules.phases.free_actions import ANY_TIME
from companion.scoring import scores

PLAYERS = (1, 2, 3, 5)
OTHERS = int(os.environ.get("LOCKUP_OTHERS", "1"))
"""How many games with other hidden cards and tokens are held at least against one at each choice."""


def played(players: int, seed: str, chance: Random) -> Episode:
    episode = Episode.new(setup_for(players), seed)
    while episode.offers:
        episode.choose(chance.choice(episode.offers))
    return episode


def codes(*words: str) -> list[int]:
    return [ACTIONS.index(word) for word in words]


@pytest.mark.parametrize(("players", "least"), [(1, 3), (2, 3), (3, 1), (5, 1)])
def test_a_seat_sees_the_same_and_may_do_the_same_however_the_hidden_cards_and_tokens_lie(
    players: int, least: int
) -> None:
    chance, different = Random(players), 0
    episode = Episode.new(setup_for(players), "hidden")
    while episode.offers:
        for seat in range(players):
            others = [episode.resampled(seat, str(number)) for number in range(max(OTHERS, least))]
            assert all(other.observation(seat) == episode.observation(seat) for other in others)
            assert all(other.offers == episode.offers for other in others if seat == episode.seat)
            different += any(other.game.position != episode.game.position for other in others)
        episode.choose(chance.choice(episode.offers))
    assert different > 20


def test_what_a_seat_has_chosen_of_an_act_is_seen_by_no_other() -> None:
    episode = Episode.new(setup_for(2), "half")
    seat, before = episode.seat, episode.observation(1 - episode.seat)
    episode.choose(codes("assign")[0])
    episode.choose(codes("sewers")[0])
    assert episode.seat == seat
    assert episode.observation(1 - seat) == before
    assert sum(episode.observation(seat)) == sum(before_act(episode).observation(seat)) + 2


def before_act(episode: Episode) -> Episode:
    return Episode(episode.game, MadeUpCards("any"))


def test_an_act_of_several_values_is_chosen_value_by_value_in_their_order() -> None:
    episode = Episode.new(setup_for(2), "several")
    for code in codes("assign", "sewers", "token 3", "token 5"):
        episode.choose(code)
    # 2 and 4 come before 5: each set of tokens is chosen in one way only.
    assert [ACTIONS[offer] for offer in episode.offers] == ["enough", "token enforcer", "token lookout"]
    seat, game = episode.seat, episode.game
    episode.choose(ENOUGH)
    assert [ACTIONS[offer] for offer in episode.offers][:2] == ["enough", "token 2"]
    episode.choose(ENOUGH)
    assert episode.game == game.play(Act("assign", {"location": ["sewers"], "tokens": [3, 5], "face_down": []}))
    assert episode.game.position.tokens_at(seat, "sewers") == (3, 5)


@pytest.mark.parametrize("players", [1, 3])
def test_every_legal_act_can_be_chosen_and_nothing_else(players: int) -> None:
    chance = Random(players)
    episode = Episode.new(setup_for(players), "all")
    for _ in range(60):
        if not episode.chosen and episode.game.legal_actions[0].type != "assign":
            legal = {str(act) for act in episode.game.legal_acts() if act.type not in ANY_TIME}
            assert {str(act) for act in reached(episode)} == legal
        if episode.offers:
            episode.choose(chance.choice(episode.offers))


def reached(episode: Episode) -> list[Act]:
    """Every act that can be chosen from here."""
    found = []
    for action in episode.offers:
        after = deepcopy(episode)
        before = after.game
        after.choose(action)
        found += reached(after) if after.game is before else [first_act(before, after)]
    return found


def first_act(before: Game, after: Episode) -> Act:
    return after.game.history[len(before.history)].act


@pytest.mark.parametrize("players", PLAYERS)
def test_the_score_is_that_of_the_rulebook_and_the_lead_is_on_the_best_of_the_others(players: int) -> None:
    episode = played(players, "score", Random(players))
    totals = [side.total for side in scores(episode.game).sides]
    assert [line["total"] for line in episode.score_lines()] == totals
    assert all(sum(line.values()) == 2 * line["total"] for line in episode.score_lines())
    assert [episode.lead(0), episode.lead(1)] == [
        totals[0] - max(totals[1:]),
        totals[1] - max(totals[:1] + totals[2:]),
    ]


def test_an_action_that_is_not_offered_is_refused() -> None:
    episode = Episode.new(setup_for(1), "refused")
    with pytest.raises(ValueError, match="0 is not offered"):
        episode.choose(ENOUGH)


def test_the_same_seed_and_choices_give_the_same_game() -> None:
    first, second, other = (played(1, seed, Random(1)) for seed in ("a", "a", "b"))
    assert first.game == second.game != other.game
