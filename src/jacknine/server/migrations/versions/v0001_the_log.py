"""The action log, its tables, seats and players."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None


def upgrade() -> None:
    op.create_table(
        "player",
        sa.Column("id", sa.Integer, primary_key=True),
        sa.Column("name", sa.String, nullable=False),
        sa.Column("prefs", sa.String, nullable=False),
        sa.Column("created_at", sa.Integer, nullable=False),
    )
    op.create_table(
        "session",
        sa.Column("token_hash", sa.LargeBinary, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("expires_at", sa.Integer, nullable=False),
    )
    op.create_table(
        "game",
        sa.Column("id", sa.String, primary_key=True),
        sa.Column("line", sa.String, nullable=False),
        sa.Column("level", sa.String, nullable=False),
        sa.Column("pace", sa.String, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("host", sa.Integer, sa.ForeignKey("player.id"), nullable=False),
        sa.Column("bot_key", sa.LargeBinary, nullable=False),
        sa.Column("created_at", sa.Integer, nullable=False),
        sa.Column("status", sa.String, nullable=False),
        sa.Column("head_seq", sa.Integer, nullable=False),
        sa.Column("turn_seat", sa.Integer),
        sa.Column("due_at", sa.Integer),
        sa.Column("due_kind", sa.String),
    )
    op.create_index("ix_game_due_at", "game", ["due_at"])
    op.create_table(
        "seat",
        sa.Column("table_id", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seat", sa.Integer, primary_key=True),
        sa.Column("player_id", sa.Integer, sa.ForeignKey("player.id")),
        sa.Column("name", sa.String, nullable=False),
    )
    op.create_index("ix_seat_player_id", "seat", ["player_id"])
    op.create_table(
        "action",
        sa.Column("table_id", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("seq", sa.Integer, primary_key=True),
        sa.Column("seat", sa.Integer),
        sa.Column("actor", sa.String, nullable=False),
        sa.Column("kind", sa.String, nullable=False),
        sa.Column("body", sa.String, nullable=False),
        sa.Column("client_key", sa.String),
        sa.Column("at", sa.Integer, nullable=False),
        sa.UniqueConstraint("table_id", "client_key"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "deal_secret",
        sa.Column("table_id", sa.String, sa.ForeignKey("game.id"), primary_key=True),
        sa.Column("deal_no", sa.Integer, primary_key=True),
        sa.Column("nonce", sa.LargeBinary, nullable=False),
        sa.Column("seed", sa.LargeBinary, nullable=False),
        sa.Column("commitment", sa.String, nullable=False),
    )
