"""A new policy version: noticed, its first rows laid out for a steward, approved or sent back."""

from __future__ import annotations

from redactory.review.sample import SampleRow, expire_samples, read_sample, write_sample
from redactory.review.versions import Noticed, approve, notice_changes, reject

__all__ = [
    "Noticed",
    "SampleRow",
    "approve",
    "expire_samples",
    "notice_changes",
    "read_sample",
    "reject",
    "write_sample",
]
