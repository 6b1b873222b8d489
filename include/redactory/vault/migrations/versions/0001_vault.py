"""Keys, entries, the forgotten, the audit chain."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from redactory.database import UtcTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "vault_keys",
        sa.Column("id", sa.String(length=32), nullable=False),
        sa.Column("purpose", sa.String(length=8), nullable=False),
        sa.Column("master_id", sa.String(length=16), nullable=False),
        sa.Column("wrapped", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vault_keys")),
    )
    op.create_index(op.f("ix_vault_keys_purpose"), "vault_keys", ["purpose"])
    op.create_index(op.f("ix_vault_keys_master_id"), "vault_keys", ["master_id"])
    op.create_table(
        "vault_entries",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("scope", sa.String(length=255), nullable=False),
        sa.Column("token", sa.String(length=1024), nullable=False),
        sa.Column("entity", sa.String(length=64), nullable=False),
        sa.Column("value_index", sa.LargeBinary(), nullable=False),
        sa.Column("person_index", sa.LargeBinary(), nullable=True),
        sa.Column("surrogate_key_id", sa.String(length=16), nullable=True),
        sa.Column("data_key", sa.String(length=32), nullable=False),
        sa.Column("sealed", sa.LargeBinary(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("expires_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["data_key"], ["vault_keys.id"], name=op.f("fk_vault_entries_data_key")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_vault_entries")),
        sa.UniqueConstraint("scope", "token", "value_index", name=op.f("uq_vault_entries_scope_token_value_index")),
    )
    for column in ("token", "value_index", "person_index", "data_key", "expires_at"):
        op.create_index(op.f(f"ix_vault_entries_{column}"), "vault_entries", [column])
    op.create_table(
        "vault_forgotten",
        sa.Column("value_index", sa.LargeBinary(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.PrimaryKeyConstraint("value_index", name=op.f("pk_vault_forgotten")),
    )
    op.create_table(
        "vault_audit",
        sa.Column("seq", sa.Integer(), autoincrement=False, nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("event", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("role", sa.String(length=32), nullable=False),
        sa.Column("subject", sa.String(length=1024), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.Text(), nullable=False),
        sa.Column("prev", sa.LargeBinary(), nullable=False),
        sa.Column("mac", sa.LargeBinary(), nullable=False),
        sa.PrimaryKeyConstraint("seq", name=op.f("pk_vault_audit")),
    )


def downgrade() -> None:
    for table in ("vault_audit", "vault_forgotten", "vault_entries", "vault_keys"):
        op.drop_table(table)
