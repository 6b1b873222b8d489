"""Redactory takes personal data out of text before anyone else sees it, and proves that it did."""

from __future__ import annotations

import os

# Work is spread over processes. Threads in the products of small matrices would only wait for each other; numpy reads
# this when it is loaded.
os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

__version__ = "0.1.0"
