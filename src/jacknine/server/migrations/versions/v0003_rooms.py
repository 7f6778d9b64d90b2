"""What a table is for, and codes that bring a player to another device."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"


def upgrade() -> None:
    op.add_column("game", sa.Column("terms", sa.String, nullable=False, server_default="{}"))
    op.add_column("game", sa.Column("founders", sa.String, nullable=False, server_default="[]"))
    op.execute(
        "UPDATE game SET founders = (SELECT json_group_array(json_array(seat, player_id)) FROM seat"
        " WHERE table_id = game.id AND player_id IS NOT NULL)"
    )
    op.create_table(
        "seat_code",
        sa.Column("code_hash", sa.LargeBinary, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("table_id", sa.String, sa.ForeignKey("game.id"), nullable=False),
        sa.Column("expires_at", sa.Integer, nullable=False),
    )
