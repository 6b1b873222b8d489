"""The steward's pages on a real Airflow API server (tests/servers/steward_site.py)."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "servers"))

from steward_site import home, opened, settings_environment, site

__all__ = ["home", "opened", "settings_environment", "site"]
