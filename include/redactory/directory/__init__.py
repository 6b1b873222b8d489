"""Directory exports and servers to snapshots; snapshots kept, checked and made current."""

from redactory.directory.export import FileSource, read_export
from redactory.directory.model import Person, Snapshot

__all__ = ["FileSource", "Person", "Snapshot", "read_export"]
