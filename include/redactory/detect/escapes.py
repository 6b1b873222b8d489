"""Escapes that a text spells out, read as what they stand for: `Regards,\\nAnn Lee` in the message of a log line.

A log or a record inside a record writes a line break as a backslash and a letter, which would make one word of the
letter and the name behind it. A path and an account of a domain have backslashes of their own (`C:\\new`,
`CORP\\nguyen`): what is no capital behind the letter counts only in a text that has escapes for certain.
"""

from __future__ import annotations

import re

_ESCAPE = re.compile(r"(?<!\\)\\([nrt])(?!\\{2})")
_NOT_SPACE = re.compile(r"[^\s\"']*$")
_PATH = re.compile(r"(?:^|[^A-Za-z])[A-Za-z]:\\|^\\\\|%\w+%\\|^[~.]{1,2}\\")
_DOMAIN = re.compile(r"(?<![^\W_])[A-Z][A-Z\d.-]*$")  # `CORP` of `CORP\nguyen`
_GOES_ON = re.compile(r"[_.-]?(?:[^\W\d_A-Z]|\d)")  # as `nguyen`, `n_obi` and `n104772` do
_KEY = re.compile(r"[a-z_]+ ?[:=]")
_LEAD = 256
_MANY = 2  # escapes for certain, behind which a word that follows a word is believed


def spelled_out(text: str) -> str:
    """`text` with a space and a line break for each escape of a line's end or a tab in it. Offsets stay as they are."""
    if "\\" not in text:
        return text
    escapes = [(match.start(), _evidence(text, match.start())) for match in _ESCAPE.finditer(text)]
    certain = sum(evidence == 0 for _, evidence in escapes)
    if not certain:
        return text
    parts: list[str] = []
    last = 0
    for at, evidence in escapes:
        if evidence is not None and (certain if evidence < _MANY else certain // _MANY):
            parts += (text[last:at], " \n")
            last = at + 2
    return "".join((*parts, text[last:]))


def _evidence(text: str, at: int) -> int | None:
    """How little speaks for the escape at `at`: 0 where it is one for certain, None where it is none."""
    lead = text[max(0, at - _LEAD) : at]
    run = _NOT_SPACE.search(lead)
    if run is not None and _PATH.search(run.group() + "\\"):
        return None
    if _GOES_ON.match(text, at + 2) is None:
        return 0
    if not lead[-1:].isalnum() or _KEY.match(text, at + 2):
        return 1
    return None if _DOMAIN.search(lead) else _MANY
