"""An export file of any kind, told by its content, to a snapshot."""

from __future__ import annotations

import codecs
import io
import re
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import BinaryIO

from redactory.directory.attributes import AttributeMap
from redactory.directory.csv_export import read_csv
from redactory.directory.entry import Entry, Findings
from redactory.directory.json_export import read_json
from redactory.directory.ldif import read_ldif
from redactory.directory.model import Snapshot
from redactory.directory.people import people_of
from redactory.directory.warnings import warning_lines
from redactory.errors import DirectoryError
from redactory.policy.model import IdentityRules

HEAD = 1 << 16  # bytes the kind of a file is told from
_BOMS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),  # before UTF-16 LE, whose mark it begins with
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
_LDIF_LINE = re.compile(r"(?:dn|version|search|result|ref|control)\s*:", re.IGNORECASE)
_LDIF_COMMENT = re.compile(r"#\s*(?:extended LDIF|LDAPv\d|search result|num(?:Entries|Responses):)")


def read_export(path: str | Path, rules: IdentityRules) -> Snapshot:
    """Read one LDIF, CSV or JSON export whole. `taken_at` is when the file was last written.

    Raises DirectoryError, naming the file, for a file that cannot be read, is not whole, or holds nobody.
    """
    path, names, findings = Path(path), AttributeMap(rules), Findings()
    try:
        with path.open("rb") as stream:
            written = datetime.fromtimestamp(path.stat().st_mtime, UTC)
            kind, entries = _entries(stream, str(path), names, findings)
            found = people_of(entries, names, findings)
    except OSError as error:
        reason = error.strerror or type(error).__name__
        raise DirectoryError(f"{path}: the directory export cannot be read: {reason}") from None
    except UnicodeError:
        raise DirectoryError(
            f"{path}: the text is neither UTF-8 nor marked UTF-16: export again as UTF-8 (Export-Csv -Encoding UTF8)"
        ) from None
    if not found.people:
        raise DirectoryError(f"{path}: the export holds no person; check the search's base and filter")
    return Snapshot(
        people=found.people,
        source=kind,
        taken_at=min(written, datetime.now(UTC)),
        warnings=warning_lines(findings, found),
        unmatchable=found.unmatchable,
    )


@dataclass(frozen=True, slots=True)
class FileSource:
    """A directory that comes as an export file."""

    path: Path

    def read(self, rules: IdentityRules) -> Snapshot:
        """See `read_export`."""
        return read_export(self.path, rules)


def _entries(stream: BinaryIO, where: str, names: AttributeMap, findings: Findings) -> tuple[str, Iterator[Entry]]:
    head = stream.read(HEAD)
    stream.seek(0)
    encoding = _encoding(head)
    kind = _kind(codecs.getincrementaldecoder(encoding)(errors="replace").decode(head), where)
    if kind == "ldif":
        lines = stream if encoding.startswith("utf-8") else _as_utf8(stream, encoding)
        return kind, read_ldif(lines, where, names, findings)
    if kind == "csv":
        return kind, read_csv(io.TextIOWrapper(stream, encoding, newline=""), where, names, findings)
    data = stream.read()
    if encoding != "utf-8":
        data = data.decode(encoding).encode()
    return kind, read_json(data.rstrip(b"\x00"), where, names, findings)


def _as_utf8(stream: BinaryIO, encoding: str) -> Iterator[bytes]:
    for line in io.TextIOWrapper(stream, encoding, newline=""):
        yield line.encode("utf-8")


def _encoding(head: bytes) -> str:
    for mark, encoding in _BOMS:
        if head.startswith(mark):
            return encoding
    if b"\x00" in head[1:200:2] and b"\x00" not in head[0:200:2]:
        return "utf-16-le"
    if b"\x00" in head[0:200:2] and b"\x00" not in head[1:200:2]:
        return "utf-16-be"
    return "utf-8"


def _kind(head: str, where: str) -> str:
    text = head.lstrip("\ufeff \t\r\n")
    if not text:
        raise DirectoryError(f"{where}: the export is empty")
    if text[0] in "{[":
        return "json"
    if text.startswith("#TYPE"):
        return "csv"
    for line in text.splitlines():
        if _LDIF_COMMENT.match(line) or _LDIF_LINE.match(line):
            return "ldif"
        if line.strip() and not line.startswith(("#", " ")):
            break
    if text.startswith("#") and "\n" not in text.rstrip("\n"):
        return "ldif"  # nothing but the beginning of a comment: the LDIF reader says what is missing
    if text[0] in "\x1f\x28\x50" and not text.isprintable() and "\ufffd" in text[:8]:
        raise DirectoryError(f"{where}: the export is compressed: unpack it first")
    return "csv"
