"""REST under `/api/v1`; see `docs/api.md`. Each resource is a module, with the marshmallow schemas of its bodies."""
