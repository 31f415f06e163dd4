"""Answers to single questions: ranks, rewards, losses in a raid, the guards' choices."""
