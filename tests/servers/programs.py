"""Programs that tests run for real. Where one is missing the test is skipped, and under CI=true it fails."""

from __future__ import annotations

import os
import shutil

import pytest

_SBIN = "/usr/local/sbin:/usr/sbin:/sbin"  # where servers lie, and not every user's PATH leads
_PACKAGES = {"slapd": "slapd", "slapadd": "slapd", "ldapsearch": "ldap-utils"}


def require_program(name: str) -> str:
    """The path of a program, or a skip that says how to get it (a failure where CI is `true`)."""
    found = shutil.which(name) or shutil.which(name, path=_SBIN)
    if found:
        return found
    reason = f"{name} is not installed: apt-get install {_PACKAGES.get(name, name)}"
    if os.environ.get("CI", "").lower() == "true":
        pytest.fail(reason, pytrace=False)
    pytest.skip(reason)
