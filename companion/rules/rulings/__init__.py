"""Answers to single questions: ranks, rewards, raids, the guards' choices."""
