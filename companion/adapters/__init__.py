"""The game for libraries of other people: Gymnasium, PettingZoo and OpenSpiel, each an extra of its name.

Nothing else in the app imports these modules, and they use only the public library of the rules.
"""
