"""Alembic's entry: runs the migrations on the connection the ledger hands over."""

from __future__ import annotations

from alembic import context

from redactory.ledger import review_models
from redactory.ledger.models import Base

assert review_models.Base is Base  # imported for its tables
context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    render_as_batch=True,
    transactional_ddl=True,
)
with context.begin_transaction():
    context.run_migrations()
