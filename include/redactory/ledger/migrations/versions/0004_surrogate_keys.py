"""The surrogate key a partition was redacted with."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("partition_runs", sa.Column("surrogate_key_id", sa.String(length=64), nullable=True))


def downgrade() -> None:
    op.drop_column("partition_runs", "surrogate_key_id")
