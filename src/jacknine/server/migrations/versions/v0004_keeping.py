"""Codes that keep a player for good. Letters on cards go with the language unless they were chosen."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"


def upgrade() -> None:
    op.create_table(
        "recovery",
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), primary_key=True),
        sa.Column("code_hash", sa.LargeBinary, nullable=False, unique=True),
        sa.Column("created_at", sa.Integer, nullable=False),
    )
    op.execute("""UPDATE player SET prefs = replace(prefs, '"letters":"en",', '')""")
