"""What the results of a day are measured by: an expert in the same seat, and open cards."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"


def upgrade() -> None:
    op.create_table(
        "daily_mark",
        sa.Column("kind", sa.String, primary_key=True),
        sa.Column("of", sa.String, primary_key=True),
        sa.Column("points", sa.Integer),
        sa.Column("is_about", sa.Boolean, nullable=False),
        sqlite_with_rowid=False,
    )
