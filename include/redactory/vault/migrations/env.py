"""Alembic's entry: runs the migrations on the connection the vault hands over."""

from __future__ import annotations

from alembic import context

from redactory.vault.database import VaultDatabase
from redactory.vault.models import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table=VaultDatabase.version_table,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
