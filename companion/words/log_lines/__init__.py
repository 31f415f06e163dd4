"""The log of a game in words, and what hands have to do because of each of its lines."""

from companion.words.log_lines import cards, cubes, rounds, table, tokens
