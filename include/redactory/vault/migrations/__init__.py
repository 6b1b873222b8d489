"""Alembic migrations of the vault, apart from the ledger's."""

from __future__ import annotations
