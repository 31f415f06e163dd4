"""Reading the questions that pages put into an address: what was typed stays, what is wrong gets a sentence."""

import re
from collections.abc import Iterable, Mapping
from typing import Any

from flask import request

from companion.pages.forms.typed_sum import FieldFault, parse_sum
from companion.rules.editions import DEFAULT_EDITION, Edition, edition
from companion.rules.rulings.house_rulings import HOUSE_RULINGS, Rulings
from companion.rules.vocabulary import EditionName
from companion.web.language import request_language
from companion.words.catalogue import sentence
from companion.words.messages import ERRORS, RULING_VALUES, RULINGS


class Query:
    """The fields of the address, as text and as numbers.

    Attributes:
        errors: by the name of a field, the sentence that says what is wrong with its text.
    """

    def __init__(self) -> None:
        self.errors: dict[str, str] = {}
        self._given: Mapping[str, str] = request.args

    def text(self, name: str, default: str = "") -> str:
        """Return the text of a field."""
        return self._given.get(name, default)

    def choice(self, name: str, values: Iterable[str], default: str) -> str:
        """Return one of a few values; anything else is the default."""
        given = self._given.get(name, default)
        return given if given in values else default

    def number(self, name: str) -> int | None:
        """Return the total of a field's sum; None where it is empty or wrong."""
        try:
            return parse_sum(self.text(name))
        except FieldFault as fault:
            self.errors[name] = sentence(request_language(), ERRORS[fault.key])
            return None

    def count(self, name: str, default: int = 0) -> int:
        """Return the same, with a number for an empty field."""
        found = self.number(name)
        return default if found is None else found

    def summands(self, name: str) -> list[int]:
        """Return the numbers that a field's sum is made of, each by itself; none where it is empty or wrong."""
        return [] if self.number(name) is None else [int(one) for one in re.findall(r"\d+", self.text(name))]

    def several(self, name: str) -> list[str]:
        """Return every value of a field that may be ticked more than once."""
        return request.args.getlist(name)

    def rule_set(self) -> tuple[Edition, Rulings]:
        """Return the edition and house rulings that the address names."""
        chosen = edition(EditionName(self.choice("edition", EditionName.words(), DEFAULT_EDITION)))
        given = {key: self.text(f"ruling.{key}") for key in HOUSE_RULINGS}
        return chosen, Rulings(
            chosen, {key: value for key, value in given.items() if value in HOUSE_RULINGS[key].values}
        )


def ruling_choices(keys: Iterable[str], rulings: Rulings) -> list[dict[str, Any]]:
    """Return house rulings as a page offers them: key, question, rules, options and what holds."""
    language = request_language()
    return [
        {
            "key": key,
            "question": sentence(language, RULINGS[key]),
            "rules": HOUSE_RULINGS[key].rules,
            "options": [(one, sentence(language, RULING_VALUES[f"{key}.{one}"])) for one in HOUSE_RULINGS[key].values],
            "chosen": rulings[key],
        }
        for key in keys
    ]
