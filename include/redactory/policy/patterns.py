"""Patterns of a policy, compiled on RE2: linear time whatever the text, so a policy cannot hang a run."""

from __future__ import annotations

from typing import Any

import re2

from redactory.errors import PolicyError

_MAX_MEMORY = 64 << 20  # bytes for one compiled pattern; RE2's own default of 8 MB is short for long alternations


def compile_re2(pattern: str, *, ignore_case: bool = False, where: str = "") -> Any:
    """`pattern` compiled by RE2. Note that RE2's `\\w`, `\\d` and `\\b` know ASCII only; `\\pL` is any letter.

    Raises `PolicyError` with RE2's own reason, beginning with `where` (the rule's name) if it is given.
    """
    options = re2.Options()
    options.log_errors = False
    options.case_sensitive = not ignore_case
    options.max_mem = _MAX_MEMORY
    try:
        return re2.compile(pattern, options)
    except re2.error as error:
        reason = error.args[0] if error.args else "refused"
        if isinstance(reason, bytes):
            reason = reason.decode("utf-8", "replace")
    except (UnicodeError, OverflowError):
        reason = "not valid Unicode"
    prefix = f"{where}: " if where else ""
    hint = _hint(pattern)
    raise PolicyError(f"{prefix}RE2 refuses the pattern: {reason}{hint}") from None


def _hint(pattern: str) -> str:
    """What to do about the constructs people bring from other engines."""
    if any(mark in pattern for mark in ("(?=", "(?!", "(?<=", "(?<!")):
        return " (RE2 has no look-around: match the neighbours too and put the part to replace in (?P<value>...))"
    if any(f"\\{digit}" in pattern for digit in "123456789") or "(?P=" in pattern:
        return " (RE2 has no back-references)"
    return ""
