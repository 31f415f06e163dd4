"""What happens in each phase of a round, step by step. Pure."""
