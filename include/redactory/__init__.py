"""Redactory takes personal data out of text before anyone else sees it, and proves that it did."""

from __future__ import annotations

__version__ = "0.1.0"
