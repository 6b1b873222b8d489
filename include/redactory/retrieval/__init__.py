"""Does a redacted corpus still answer questions: retrieval measured before and after."""

from __future__ import annotations
