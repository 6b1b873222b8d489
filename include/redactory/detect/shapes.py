"""How what varies between values of one shape is written as an expression: so many digits, capitals, letters."""

from __future__ import annotations

from collections.abc import Sequence

_SEVERAL = 3  # lengths that show that any will do
_SLACK = 2
_CLASSES = (
    (str.isdigit, r"\d"),
    (lambda text: text.isalpha() and text.isupper(), "[A-Z]"),
    (lambda text: text.isalpha() and text.islower(), "[a-z]"),
    (str.isalpha, "[A-Za-z]"),
    (lambda text: text == text.upper(), r"[A-Z\d]"),
)


def free(values: Sequence[str]) -> str:
    """An expression of RE2 for letters and digits like those of `values`, which are ASCII.

    Where these are of several lengths, a little shorter and longer ones are meant too.
    """
    kind = next((written for test, written in _CLASSES if all(map(test, values))), r"[A-Za-z\d]")
    sizes = sorted({len(value) for value in values})
    if len(sizes) < _SEVERAL:
        return f"{kind}{{{sizes[0]}}}" if len(sizes) == 1 else f"{kind}{{{sizes[0]},{sizes[-1]}}}"
    return f"{kind}{{{max(2, sizes[0] - _SLACK)},{sizes[-1] + _SLACK}}}"
