"""Answers to the puzzles of each day."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"


def upgrade() -> None:
    op.create_table(
        "puzzle_answer",
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("game", sa.String, primary_key=True),
        sa.Column("day", sa.String, primary_key=True),
        sa.Column("is_right", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
