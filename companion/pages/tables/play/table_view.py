"""A table as the page of who plays alone shows it: the scene, what has just happened, and what may be done now."""

from companion.pages.tables.play.table_parts.news import TableNews
from companion.pages.tables.play.table_parts.odds import TableOdds
from companion.pages.tables.play.table_parts.setup import TableSetup


class TableView(TableNews, TableSetup, TableOdds):
    """What the page of who plays alone shows; see `TableBase`."""
