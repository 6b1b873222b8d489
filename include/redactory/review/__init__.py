"""A new policy version: noticed, its first rows laid out for a steward, read, and approved or sent back."""

from __future__ import annotations

from redactory.review.cases import expire_cases
from redactory.review.decide import activate, approve, approve_unattended, reject, roll_back, settle, sign, weigh
from redactory.review.opening import write_sample
from redactory.review.sample import SampleField, SampleRow, expire_samples, read_sample
from redactory.review.versions import Noticed, due_reminders, notice_changes

__all__ = [
    "Noticed",
    "SampleField",
    "SampleRow",
    "activate",
    "approve",
    "approve_unattended",
    "due_reminders",
    "expire_cases",
    "expire_samples",
    "notice_changes",
    "read_sample",
    "reject",
    "roll_back",
    "settle",
    "sign",
    "weigh",
    "write_sample",
]
