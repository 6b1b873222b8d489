"""The engine: rows in, edits and places out; objects from stream to stream; files for the command line."""

from __future__ import annotations

from redactory.redact.engine import Redactor, RowInput, RowResult
from redactory.redact.places import Place, PlacesWriter, read_places
from redactory.redact.summary import ObjectSummary

__all__ = ["ObjectSummary", "Place", "PlacesWriter", "Redactor", "RowInput", "RowResult", "read_places"]
