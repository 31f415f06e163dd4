"""The table as text, line by line."""

from companion.rules.engine.board_text import board_text, heading, side_name
from companion.rules.rulings.automa import Item
from companion.rules.state.cards import GoonFace, GuardFace, ItemFace
from companion.rules.state.pieces import DISPLAY, Cube, GuardCard, TokenOnBoard, Zone
from companion.rules.state.position import Phase, Position
from companion.rules.state.setup import Setup, Start
from companion.rules.vocabulary import Goon, Location

ALONE = Position(
    Setup(),
    round=3,
    phase=Phase.LIGHTS_OUT,
    location=Location.SEWERS,
    reputation=(12, 9),
    first_player=1,
    leader=0,
    cubes={
        (0, Cube.SCRAP): 2,
        (0, Cube.POWER): 1,
        (1, Cube.SUSPICION): 3,
        (Location.SEWERS, Cube.GOLD): 2,
        (Location.SEWERS, Cube.SUSPICION): 1,
    },
    tomes={0: 2, "discards": 1},
    tokens={
        (0, 5): TokenOnBoard(Location.SEWERS, face_down=True),
        (0, "lookout"): TokenOnBoard(Location.SEWERS),
        (0, 1): TokenOnBoard(Location.SMITHY),
    },
    guard_cards=(
        GuardCard(Location.SEWERS, GuardFace(4), up=True),
        GuardCard(Location.SEWERS, GuardFace(7)),
        GuardCard(Location.SEWERS, None, up=True),
        GuardCard(Location.SMITHY, GuardFace("power"), up=True),
    ),
    cards={
        1: ItemFace(Item(4, {})),
        2: ItemFace(),
        3: GoonFace(Goon.RATMAN, 2),
        4: ItemFace(),
        5: ItemFace(),
        6: ItemFace(),
        7: GoonFace(Goon.BANDIT, 1),
    },
    zones={
        DISPLAY: (1, None, 2),
        (Zone.SPACE, Location.SEWERS): (3,),
        (Zone.CRAFTED, 0): (4, 5),
        (Zone.RESERVE, 0): (6, None),
        (Zone.GOONS, 1): (7,),
    },
)
PEOPLE = Position(Setup(guards=None, starts=(Start(),) * 3), reputation=(10, 10, 10), first_player=2)


def test_all_that_lies_on_the_table_stands_in_a_line_of_its_place() -> None:
    assert board_text(ALONE).splitlines() == [
        "round 3 of 6, lights_out, sewers",
        "player         12 stars, 2 scrap, 1 power, 2 tomes, 2 crafted, 1 reserve, leader",
        "guards         9 stars, 3 suspicion, 1 goons, marker",
        "exercise_yard  -",
        "sewers         2 gold; 1 suspicion; player ? lookout; guards 4 ? ?; goon ratman 2",
        "infirmary      -",
        "smithy         player 1; guards power",
        "commissary     -",
        "chow_hall      -",
        "cell_block     -",
        "library        -",
        "display        4, empty, ?",
    ]


def test_players_among_themselves_are_told_apart_by_their_seats() -> None:
    assert [side_name(PEOPLE, side) for side in range(3)] == ["player 0", "player 1", "player 2"]
    assert board_text(PEOPLE).splitlines()[1:5] == [
        "player 0       10 stars",
        "player 1       10 stars",
        "player 2       10 stars, marker",
        "exercise_yard  -",
    ]


def test_a_position_outside_lights_out_is_at_no_location() -> None:
    assert heading(PEOPLE) == "round 0 of 6, setup"
