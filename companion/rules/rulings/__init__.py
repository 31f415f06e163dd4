"""The answer to one question: who leads, what a reward is, who loses in a raid, what the guards choose."""
