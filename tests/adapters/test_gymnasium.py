"""What Gymnasium asks of an environment."""

import numpy as np
from support.extras import brought_by

brought_by("gym", "gymnasium")

from gymnasium.utils.env_checker import check_env  # noqa: E402
from gymnasium.wrappers import PassiveEnvChecker  # noqa: E402

from companion.adapters.gym import LockupEnv  # noqa: E402
from companion.rules import Difficulty  # noqa: E402


def test_the_checker_of_gymnasium_finds_no_fault() -> None:
    check_env(LockupEnv(render_mode="ansi"), skip_render_check=True)


def test_whole_games_keep_to_their_spaces_and_end_with_the_points_of_the_rulebook() -> None:
    env = PassiveEnvChecker(LockupEnv(difficulty=Difficulty.EXPERT))
    for number in range(3):
        observation, info = env.reset(seed=number)
        env.action_space.seed(number)
        over = False
        while not over:
            assert observation in env.observation_space
            observation, reward, over, _, info = env.step(env.action_space.sample(info["action_mask"]))
            assert over or reward == 0
        player, guards = info["points"]
        assert reward == player["total"] - guards["total"]
        assert not info["action_mask"].any()


def test_an_action_that_is_not_possible_changes_nothing() -> None:
    env = LockupEnv()
    before, info = env.reset(seed=1)
    impossible = int(np.flatnonzero(info["action_mask"] == 0)[0])
    after, reward, over, _, _ = env.step(impossible)
    assert (before == after).all()
    assert (reward, over) == (0, False)


def test_the_board_can_be_read() -> None:
    env = LockupEnv(render_mode="ansi")
    env.reset(seed=1)
    assert env.render().startswith("round 1 of 6, roll_call")
