"""The policy file: its model, loading with every fault at once, field paths, patterns, differences, pins."""

from __future__ import annotations

from redactory.policy.diff import describe_diff
from redactory.policy.load import load_policies, load_policy, parse_policy
from redactory.policy.model import Policy
from redactory.policy.schema import json_schema

__all__ = ["Policy", "describe_diff", "json_schema", "load_policies", "load_policy", "parse_policy"]
