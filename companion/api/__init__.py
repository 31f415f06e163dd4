"""REST under `/api/v1`: one module a resource, its marshmallow schemas beside it. See `docs/api.md`."""
