"""What a reader noticed, in sentences: counts, column names and server names, no value of an entry."""

from __future__ import annotations

from redactory.directory.entry import Findings
from redactory.directory.people import People

LISTED_KEYS = 50  # DN hashes written out in a warning; the snapshot holds them all
_SENTENCES = {
    "not_people": "{n} entries left out: groups, computers or folders of the directory, not people",
    "merged": "{n} entries repeat another one (the same DN or username, in whatever case) and were merged with it",
    "shared_usernames": "{n} usernames belong to more than one entry",
    "damaged": "{n} names hold a question mark where a letter was: they cannot match; export again as UTF-8",
    "not_addresses": "{n} values of e-mail attributes are no addresses and were left out",
    "undecodable": "{n} base64 values are no UTF-8 text and were left out",
    "by_url": "{n} values are given by URL and were not fetched",
}


def warning_lines(findings: Findings, found: People) -> tuple[str, ...]:
    """One sentence a finding, in a fixed order. Entries are named by DN hash alone."""
    lines = [text.format(n=findings.counts[name]) for name, text in _SENTENCES.items() if findings.counts[name]]
    if findings.columns:
        columns = ", ".join(sorted(findings.columns))
        lines.append(
            f"columns written as a type name, their values are lost: {columns}; "
            "join them in the export (Select-Object with an expression)"
        )
    if findings.counts["references"]:
        servers = ", ".join(sorted(findings.referred))
        lines.append(f"{findings.counts['references']} references to other servers were not followed: {servers}")
    if found.unmatchable:
        listed = ", ".join(found.unmatchable[:LISTED_KEYS])
        more = len(found.unmatchable) - LISTED_KEYS
        rest = f" and {more} more" if more > 0 else ""
        lines.append(f"{len(found.unmatchable)} entries have nothing to match by, DN hashes: {listed}{rest}")
    lines.extend(findings.notes)
    return tuple(lines)
