"""The strong identity values of a sample: what may stand in no log, no database and no published object."""

from __future__ import annotations

import json
import re
from pathlib import Path

from wordfreq import zipf_frequency

COMMON_ZIPF = 3.0  # a value at least this frequent as a word says nothing when it stands in a log


def personal_values(sample: Path) -> set[str]:
    """Strong values of the keys and of the directory: not those that are words, numbers of a few digits, or short."""
    tickets = json.loads((sample / "pii.json").read_text())
    found = {instance["value"] for ticket in tickets for instance in ticket["pii_instances"]}
    return {value for value in found if is_strong(value)} | directory_values(sample)


def directory_values(sample: Path) -> set[str]:
    """Strong values of the directory: those whose absence from what is published the gates prove."""
    users = json.loads((sample / "directory.json").read_text())["users"]
    return {value for user in users for value in user.values() if isinstance(value, str) and is_strong(value)}


def is_strong(value: str) -> bool:
    if len(value) < 5 or (value.isdigit() and len(value) < 7):
        return False
    return any(zipf_frequency(word, "en") < COMMON_ZIPF for word in re.findall(r"\w+", value)) or " " in value


def search(values: set[str]) -> re.Pattern[str]:
    """Finds any of `values` as a whole word."""
    return re.compile(r"(?<!\w)(?:" + "|".join(map(re.escape, sorted(values, key=len, reverse=True))) + r")(?!\w)")
