"""What PettingZoo asks of an environment."""

import pytest
from support.extras import brought_by

brought_by("pettingzoo", "pettingzoo")

from pettingzoo.test import api_test, seed_test  # noqa: E402

from companion.adapters.pettingzoo import env  # noqa: E402


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_tests_of_pettingzoo_pass(players: int) -> None:
    api_test(env(players), num_cycles=150)
    seed_test(lambda: env(players), num_cycles=150)


def test_at_the_end_everybody_has_the_points_of_the_rulebook() -> None:
    game = env(3)
    game.reset(seed=7)
    for agent in game.agents:
        game.action_space(agent).seed(7)
    ends = {}
    for agent in game.agent_iter():
        _, reward, over, _, info = game.last()
        if over:
            ends[agent] = reward, info["points"]["total"]
        game.step(None if over else game.action_space(agent).sample(info["action_mask"]))
    assert set(ends) == {"player_0", "player_1", "player_2"}
    totals = {agent: total for agent, (_, total) in ends.items()}
    for agent, (reward, total) in ends.items():
        assert reward == total - max(other for whose, other in totals.items() if whose != agent)


def test_a_solo_game_is_refused_since_the_guards_are_no_agent() -> None:
    with pytest.raises(ValueError, match="guards are no agent"):
        env(1)
