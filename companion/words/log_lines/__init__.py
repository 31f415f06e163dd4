"""The log of a game in words, and the moves that each entry asks for."""

from companion.words.log_lines import cards, cubes, rounds, table, tokens
