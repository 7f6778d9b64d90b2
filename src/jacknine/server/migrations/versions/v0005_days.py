"""The deals of each day, who played them, and the boards."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"


def upgrade() -> None:
    op.create_table(
        "daily_day",
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("secret", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "daily_entry",
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("table_id", sa.String, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("score", sa.Integer),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_daily_entry_player", "daily_entry", ["player_id", "game", "day"])
    op.create_index("ix_daily_entry_status", "daily_entry", ["status", "day"])
    op.create_table(
        "board",
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("period", sa.String, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("points", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_board_points", "board", ["game", "period", "points"])
    op.create_index("ix_board_player", "board", ["player_id"])
    op.create_table(
        "board_left",
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
    )
