"""The result of checking a table's shuffles, in a sentence."""

from companion.rules.engine.fairness import Card, Difference
from companion.rules.state.cards import GuardFace
from companion.rules.state.events import NOTHING
from companion.tables.fairness_proof import Proof
from companion.words.catalogue import sentence, term
from companion.words.messages import VERDICTS
from companion.words.telling import NO_ONE, Telling


def told(language: str, proof: Proof, noted: str | None = None) -> tuple[bool, list[str]]:
    """Return whether a table was honest, and the sentences that say so.

    They name the first card that differs.

    Args:
        language: of the sentences.
        proof: of the table.
        noted: the commitment that a player noted when the table was opened, or None.
    """
    if not proof.kept or (noted is not None and noted.strip().lower() != proof.commitment):
        return False, [sentence(language, VERDICTS["verdict.other_seed"])]
    verdict = proof.verdict
    if verdict.difference is not None:
        return False, [_differs(language, verdict.difference)]
    if not verdict.shuffles:
        return True, [sentence(language, VERDICTS["verdict.nothing"])]
    counted = {"shuffles": verdict.shuffles, "turned": verdict.cards}
    said = [sentence(language, VERDICTS["verdict.honest"], counted)]
    return True, [*said, sentence(language, VERDICTS["verdict.known"])] if proof.known else said


def _differs(language: str, one: Difference) -> str:
    data = {
        "round": one.round,
        "deck": term(language, one.deck),
        "place": one.place + 1,
        "found": _card(language, one.found),
        "expected": _card(language, one.expected),
    }
    return sentence(language, VERDICTS["verdict.differs"], data)


def _card(language: str, card: Card) -> str:
    if card is None:
        return NO_ONE
    return term(language, card) if isinstance(card, str) else Telling(language, (), NOTHING).strength(GuardFace(*card))
