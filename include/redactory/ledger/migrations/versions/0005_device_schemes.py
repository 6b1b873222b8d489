"""How many device schemes were observed in an object, and the hash over them."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("object_runs", sa.Column("schemes", sa.Integer(), nullable=False, server_default="0"))
    op.add_column("object_runs", sa.Column("schemes_sha256", sa.String(length=64), nullable=True))


def downgrade() -> None:
    op.drop_column("object_runs", "schemes_sha256")
    op.drop_column("object_runs", "schemes")
