"""The fixture that runs every gate."""

from __future__ import annotations

import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from gate_objects import gates

__all__ = ["gates"]
