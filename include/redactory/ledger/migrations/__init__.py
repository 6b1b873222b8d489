"""Alembic migrations of the ledger."""

from __future__ import annotations
