"""What is tapped stays where it was: as a page loads, as it is filled in, whoever acts."""

import pytest
from phones import DEVICE, PhoneMaker, Server
from places import places_of_boxes

pytestmark = pytest.mark.browser


def test_a_card_stands_where_it_will_while_its_face_is_built(phones: PhoneMaker, household: Server) -> None:
    path = places_of_boxes(household)["items, one of them"]
    without, whole = phones(device=DEVICE), phones(device=DEVICE)
    # The page as it is before its script has come.
    without.page.route("**/box_card.js*", lambda route: route.fulfill(body="", content_type="text/javascript"))
    without.page.goto(path)
    whole.go(path)
    assert whole.find(".face-part").count() > 2
    first, then = (phone.find("#card").bounding_box() for phone in (without, whole))
    assert first is not None
    assert then is not None
    assert first["y"] == then["y"]
