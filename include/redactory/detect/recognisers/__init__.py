"""Layer 2's built-in recognisers, one idea a file. A policy's format rule names them; see `registry`."""

from __future__ import annotations
