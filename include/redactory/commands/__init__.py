"""Commands of the command line that span several areas; each area's own stand in its `commands.py`."""

from __future__ import annotations
