"""Tools of the project: not part of the package."""
