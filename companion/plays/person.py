"""Who is who: by name alone."""

import hashlib


def person_id(name: str) -> str:
    """What tells a person from others: it follows from the name alone, however that is capitalised."""
    return hashlib.sha256(name.casefold().encode()).hexdigest()[:20]
