"""Reads LDIF as it really comes, and finds out whether it came whole (RFC 2849; ldapsearch, slapcat, ldifde).

Folded lines, base64 values and DNs, comments, `version:`, CRLF and entries without a blank line between them
are read. A file that stops early is refused: in the middle of a line, of an entry, before the count
`ldapsearch` writes last, with another count than the entries read, with a page still to come, or with a
result other than success.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Iterable, Iterator
from urllib.parse import urlsplit

from redactory.directory.attributes import AttributeMap, plain_name
from redactory.directory.entry import Entry, Findings, dn_key
from redactory.directory.results import describe_result
from redactory.errors import DirectoryError

_HEADER = re.compile(rb"#\s*(?:extended LDIF|LDAPv\d)\s*\Z")
_TRAILER = re.compile(rb"#\s*num(Entries|Responses):\s*(\d+)\s*\Z")
_RESULT = re.compile(rb"(?:#\s*)?result:\s*(\d+)\b")
_COOKIE = re.compile(rb"(?:#\s*)?pagedresults:.*\bcookie=(\S*)", re.IGNORECASE)
_PRINTED_ERROR = re.compile(rb"(?:ldap_\w+: )?[A-Z][A-Za-z' ]+ \((\d+)\)\s*\Z")  # stderr in the same file
_BETWEEN = frozenset(b"version search control matcheddn text sortresult vlvresult".split())
ENOUGH_ENTRIES = 2  # before the attributes every entry has say anything about the last one


def read_ldif(lines: Iterable[bytes], where: str, names: AttributeMap, findings: Findings) -> Iterator[Entry]:
    """Entries of one LDIF text, given as raw UTF-8 lines. `where` names the file in messages.

    Raises DirectoryError, naming the file and the last whole entry, where the export is not whole.
    """
    return _Reader(where, names, findings).read(lines)


class _Reader:
    def __init__(self, where: str, names: AttributeMap, findings: Findings) -> None:
        self.where, self.names, self.findings = where, names, findings
        self.line = 0  # of the logical line at hand, where it begins
        self.entry: Entry | None = None
        self.entry_names: set[bytes] = set()
        self.every: set[bytes] | None = None  # attributes that every whole entry has
        self.whole = self.counted = self.last_end = 0
        self.last_dn = ""
        self.commented = self.awaiting_end = False
        self.cookie = b""
        self.wanted: dict[bytes, str | None] = {}
        self.terminated = True

    def read(self, lines: Iterable[bytes]) -> Iterator[Entry]:
        for line in self._unfolded(lines):
            if not line:
                if self.entry is not None:
                    yield self._close()
            elif line[:1] == b"#":
                self._comment(line)
            else:
                name, colon, value = line.partition(b":")
                name = name.strip().lower()
                if not colon:
                    self._no_colon(line)
                if name == b"dn":
                    if self.entry is not None:
                        yield self._close()
                    self._open(value)
                elif self.entry is None:
                    self._between(name, line)
                else:
                    self._attribute(name, value)
        if self.entry is not None:
            self._check_last()
            yield self._close()
        self._check_end()

    def _unfolded(self, lines: Iterable[bytes]) -> Iterator[bytes]:
        held: list[bytes] = []
        number = 0
        for number, raw in enumerate(lines, start=1):
            self.terminated = raw.endswith(b"\n")
            if number == 1:
                raw = raw.removeprefix(b"\xef\xbb\xbf")
            line = raw.rstrip(b"\r\n")
            if line[:1] == b" ":
                if not held or not held[0]:
                    self.line = number
                    if not line.strip():
                        continue
                    raise self._error(f"line {number} continues no line")
                held.append(line[1:])
                continue
            if held:
                yield b"".join(held) if len(held) > 1 else held[0]
            self.line = number
            held = [line]
        if held:
            yield b"".join(held)

    def _open(self, value: bytes) -> None:
        self.entry = Entry(dn=self._text(value) or "", values=[])
        self.entry_names = set()
        self.awaiting_end = self.awaiting_end or self.commented

    def _close(self) -> Entry:
        assert self.entry is not None
        done, self.entry = self.entry, None
        self.whole += 1
        self.counted += 1
        self.last_end, self.last_dn = self.line, done.dn
        self.every = set(self.entry_names) if self.every is None else self.every & self.entry_names
        return done

    def _attribute(self, name: bytes, value: bytes) -> None:
        assert self.entry is not None
        self.entry_names.add(name)
        if name == b"changetype" and value.strip().lower() != b"add":
            raise self._error(f"line {self.line} is a change, not an entry: export entries, not a change log")
        if name not in self.wanted:
            plain = plain_name(name.decode("utf-8", "replace"))
            self.wanted[name] = plain if self.names.wants(plain) and b";binary" not in name else None
        attribute = self.wanted[name]
        if attribute is None:
            return
        text = self._text(value)
        if text is not None:
            self.entry.values.append((attribute, text))

    def _text(self, value: bytes) -> str | None:
        """The text of what follows the first colon; None for a value that is no text."""
        if value[:1] == b"<":
            self.findings.counts["by_url"] += 1  # `attribute:< file://...`: never opened
            return None
        encoded = value[:1] == b":"
        if encoded:
            try:
                value = base64.b64decode(value[1:].strip(), validate=True)
            except (binascii.Error, ValueError):
                raise self._error(f"line {self.line} is not valid base64") from None
        try:
            return value.decode("utf-8").strip()
        except UnicodeDecodeError:
            if encoded:
                self.findings.counts["undecodable"] += 1
                return None
            raise self._error(f"line {self.line} is not UTF-8: export again as UTF-8") from None

    def _comment(self, line: bytes) -> None:
        if _HEADER.match(line):
            self.commented = self.awaiting_end = True
        elif trailer := _TRAILER.match(line):
            self.awaiting_end = False
            if trailer[1] == b"Entries":
                expected, read = int(trailer[2]), self.counted + (self.entry is not None)
                if expected != read:
                    raise self._error(f"line {self.line} counts {expected} entries, and {read} were read")
                self.counted = -1 if self.entry is not None else 0
        else:
            self._outcome(line)

    def _between(self, name: bytes, line: bytes) -> None:
        if name == b"ref":
            self.findings.counts["references"] += 1
            self.findings.referred.add(server_of(line.partition(b":")[2].strip().decode("utf-8", "replace")))
        elif not self._outcome(line) and name not in _BETWEEN:
            raise self._error(f"line {self.line} belongs to no entry (an entry begins with `dn:`)")

    def _outcome(self, line: bytes) -> bool:
        if result := _RESULT.match(line):
            if int(result[1]):
                raise self._error(f"the search ended with {describe_result(int(result[1]))}")
            return True
        if cookie := _COOKIE.match(line):
            self.cookie = cookie[1]
            return True
        return False

    def _no_colon(self, line: bytes) -> None:
        if line == b"-":
            raise self._error(f"line {self.line} is part of a change, not of an entry: export entries")
        if printed := _PRINTED_ERROR.match(line):
            raise self._error(f"the search ended with {describe_result(int(printed[1]))}")
        raise self._error(f"line {self.line} is no attribute, comment or blank line")

    def _check_last(self) -> None:
        """The last entry has no blank line after it: legal at the end of a file, and where a cut may fall."""
        if not self.terminated:
            raise self._error(f"it stops in the middle of line {self.line}; if it is whole, end it with a line end")
        missing = (self.every or set()) - self.entry_names if self.whole >= ENOUGH_ENTRIES else set()
        if missing or (not self.entry_names and self.every):
            raise self._error("it stops in the middle of its last entry, which lacks attributes every other one has")

    def _check_end(self) -> None:
        if self.commented and (self.awaiting_end or self.counted > 0):
            raise self._error("it stops before the count of entries that ldapsearch writes last")
        if self.cookie:
            raise self._error("it stops although the server had another page to give")

    def _error(self, what: str) -> DirectoryError:
        if self.whole:
            last = f"the last whole entry is number {self.whole}, before line {self.last_end}, "
            last += f"DN hash {dn_key(self.last_dn)}"
        else:
            last = "no entry is whole"
        return DirectoryError(f"{self.where}: not a whole LDIF export: {what} ({last}). Export it again")


def server_of(reference: str) -> str:
    """`scheme://host:port` of an LDAP URL: what may be named of a reference, which can hold a DN."""
    try:
        parts = urlsplit(reference)
        return f"{parts.scheme}://{parts.hostname or ''}" + (f":{parts.port}" if parts.port else "")
    except ValueError:
        return "a server that cannot be read from the reference"
