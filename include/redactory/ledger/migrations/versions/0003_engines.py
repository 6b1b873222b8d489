"""The engine an approved version runs on, and reviews that begin anew: rounds, and what each one is about."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from redactory.ledger.models import UtcTime

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.add_column("reviews", sa.Column("round", sa.Integer(), nullable=False, server_default="1"))
    op.add_column("reviews", sa.Column("cause", sa.Text(), nullable=False, server_default=""))
    op.add_column("findings", sa.Column("round", sa.Integer(), nullable=False, server_default="1"))
    op.create_table(
        "engine_checks",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("policy_version", sa.String(length=64), nullable=False),
        sa.Column("stamp", sa.String(length=64), nullable=False),
        sa.Column("engine", sa.JSON(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["policy_version"], ["policy_versions.id"], name=op.f("fk_engine_checks_policy_version")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_engine_checks")),
        sa.UniqueConstraint("policy_version", "stamp", name=op.f("uq_engine_checks_policy_version_stamp")),
    )


def downgrade() -> None:
    op.drop_table("engine_checks")
    op.drop_column("findings", "round")
    op.drop_column("reviews", "cause")
    op.drop_column("reviews", "round")
