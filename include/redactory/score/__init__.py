"""Recall and retention of redacted records against answer keys; apart from the run, which never sees a key."""

from __future__ import annotations

from redactory.score.score import Score, score

__all__ = ["Score", "score"]
