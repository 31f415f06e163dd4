"""Sentences on why a form of a table cannot do what it asks for."""

from collections.abc import Mapping
from typing import NamedTuple

from companion.pages.layout import frame
from companion.pages.tables.access import names_of, viewer_of
from companion.pages.tables.play.scenes.roll import is_placing
from companion.rules.acts.actions import Act, IllegalAct, Prompt
from companion.rules.corrections.registry import NotInTheBox
from companion.rules.errors import RuleError
from companion.rules.phases.patrol import TYPE_GOONS
from companion.rules.phases.roll_call import ASSIGN
from companion.rules.state.cards import PRICE, GoonFace, ItemFace, priced
from companion.rules.state.pieces import Zone
from companion.tables.line import Kind
from companion.tables.projection.actions import visible_prompt
from companion.tables.projection.corrections import visible_corrections
from companion.tables.refusals import AgainstRules
from companion.tables.repository import LoadedTable
from companion.web.language import request_language
from companion.words import act_refusals, card_faces, field_labels
from companion.words.act_names import own_name
from companion.words.catalogue import joined, paragraph, sentence, term
from companion.words.messages import ERRORS, PAGES
from companion.words.telling import Telling, capital


class Count(NamedTuple):
    """The number of something that the box would need (E-14).

    Attributes:
        what: a kind of cubes or cards.
        number: of them.
    """

    what: str
    number: int


def count_needed(error: RuleError) -> Count | None:
    """Return the box's count with which a correction would be possible."""
    if not isinstance(error, NotInTheBox) or "needed" not in error.data:
        return None
    what = error.data.get("cube") or error.data["kind"]
    return Count(what.value, error.data["needed"])


def refusal(refused: AgainstRules, kind: Kind) -> str:
    """Return why something cannot be done, and what can."""
    language, loaded = request_language(), refused.loaded
    error, act = refused.error, refused.act
    if isinstance(error, IllegalAct) and act is not None:
        viewer = viewer_of(loaded)
        asked = visible_prompt(loaded.state, viewer)
        if kind is Kind.CORRECTION:
            asked = Prompt(None, None, visible_corrections(loaded.state, viewer))
        said = (
            act_refusals.refusal(
                language, fault, act, asked, game=loaded.state.game, names=names_of(loaded), named=True
            )
            for fault in error.faults
        )
        return paragraph(language, dict.fromkeys(said))
    return sentence(language, ERRORS[error.key], error.data)


def goons_otherwise(loaded: LoadedTable, given: Mapping[str, str]) -> str:
    """Describe how a second list of goons differs from the first, to lose nothing.

    Args:
        loaded: the table, for whose goons another phone has sent a list first.
        given: the form of the second.
    """
    language, game = request_language(), loaded.state.game
    rows = []
    for location in game.setup.edition.goon_locations:
        kind, icons = (given.get(f"f.goons.{location}.{what}", "") for what in ("type", "icons"))
        lies = next((game.face(card) for card in game.lying((Zone.SPACE, location))), None) or GoonFace()
        if not kind or not icons.isdecimal() or (lies.type, lies.icons) == (kind, int(icons[:2])):
            continue
        place = f"{location.number} {capital(term(language, location))}"
        mine = field_labels.option(language, TYPE_GOONS.word, "type", kind, game=game, names=())
        now = card_faces.label(language, lies) if lies.type is not None else "–"
        rows.append(sentence(language, PAGES["goons.row"], {"place": place, "mine": f"{mine} {icons}", "now": now}))
    return sentence(language, PAGES["goons.otherwise"], {"rows": joined(language, rows)}) if rows else ""


def item_otherwise(loaded: LoadedTable, act: Act | None) -> str:
    """Describe how an item entered second differs from the first, or return empty."""
    card = act.values.get("card") if act is not None else None
    known = loaded.state.game.cards.get(card[0]) if card else None
    if act is None or not isinstance(known, ItemFace) or known.price is None or any(PRICE.faults(act.values["item"])):
        return ""
    mine, now = (card_faces.label(request_language(), one) for one in (priced(ItemFace(), act.values["item"]), known))
    return "" if mine == now else sentence(request_language(), PAGES["items.otherwise"], {"mine": mine, "now": now})


def token_refusal(loaded: LoadedTable, act: Act | None, problem: str) -> str:
    """Return why tokens were not placed, and which and where.

    A waiting tap may be refused long after it was made.
    """
    game, language = loaded.state.game, request_language()
    if act is None or act.type != ASSIGN.word or game.setup.solitary or not is_placing(game, act):
        return problem
    if {*act.values["tokens"]} - {*game.at_home(act.one("side"))}:
        problem = frame.page_text(language, "roll.lie_there")
    what = capital(own_name(Telling(language, names_of(loaded), game), act))
    return frame.page_text(language, "roll.not_in", what=what, why=problem)
