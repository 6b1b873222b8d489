"""Sentences in which a product or a firm is spoken of, not a person: `Wenger says E-12 is harmless`, `Arc+Lindt`.

Beside those of `products`; each with what must stand in a text for it, so that most texts are not searched.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from redactory.detect.lexicon import fold, is_given, surname_bearers
from redactory.detect.recognisers.base import pattern
from redactory.policy.patterns import Pattern

_WORD = r"[\p{Lu}][\pL\d]*(?:[-'\x{2019}&+][\pL\d]+)*"
_NAME = rf"(?P<value>{_WORD}(?: (?:& )?{_WORD}){{0,2}})"
_CODE = r"(?:0x[0-9A-Fa-f]+|[A-Z][A-Z0-9]*[_-][A-Z0-9_-]*[A-Z0-9]|[A-Z]{5,}\d*|[A-Z]{1,6}\d{2,}|\d{3})"


class Frame(NamedTuple):
    """`compiled` has the group `value`; one of the `needles` must stand in the text.

    `firm` holds towns off too, `bare` holds off what is made like a person's name as well.
    """

    compiled: Pattern
    needles: tuple[str, ...]
    firm: bool = False
    bare: bool = False


FRAMES = (
    Frame(
        pattern(
            rf"(?:lost (?:its|the) (?:link|connection) (?:to|with)|\b(?:[Ii]nterface|[Cc]onnector|[Ii]ntegration|API|"
            rf"[Aa]dapter|[Ww]ebhook) (?:to|with|for|into)) {_NAME}",
            ignore_case=False,
        ),
        ("lost ", "nterface ", "onnector ", "ntegration ", "API ", "dapter ", "ebhook "),
        bare=True,
    ),
    Frame(
        pattern(
            rf"{_NAME} (?:auditor|trainer|developer|integrator|specialist|architect|project manager|account manager|"
            r"inspector|adviser|advisor|courier|installer|programmer) [\p{Lu}]",
            ignore_case=False,
        ),
        ("or ", "er ", "ist ", "ect "),
        firm=True,
    ),
    Frame(
        pattern(
            rf"{_NAME} (?:documents|publishes|lists|provides) (?:a|an|the|this|no) (?:\pL+ )?(?:switch|setting|"
            r"workaround|parameter|registry|fix|hotfix|patch|bug|limit|flag|option|advisory)\b",
            ignore_case=False,
        ),
        (" documents ", " publishes ", " lists ", " provides "),
        firm=True,
    ),
    Frame(
        pattern(
            rf"{_NAME} says {_CODE} is (?:harmless|expected|normal|benign|known|by design|cosmetic)\b",
            ignore_case=False,
        ),
        (" says ",),
        firm=True,
    ),
    Frame(pattern(rf"{_NAME} says {_CODE}(?:[.;]\s|[.;]?$)", ignore_case=False), (" says ",)),
    Frame(
        pattern(
            r"(?:[Rr]egards|[Rr]gds|[Bb]est|[Tt]hanks|[Cc]heers),? [\p{Lu}][\pL'\x{2019}-]+(?: [\p{Ll}]{2,3})?"
            rf"(?: [\p{{Lu}}][\pL'\x{{2019}}-]+){{1,2}}, {_NAME}, [+(]?\d",
            ignore_case=False,
        ),
        ("egards", "gds", "est", "hanks", "heers"),
    ),
    Frame(pattern(r"(?P<value>[\p{Lu}][\pL]{2,}\+[\p{Lu}][\pL]{2,})", ignore_case=False), ("+",), firm=True),
)
_ROUND = pattern(
    r"(?:(?:Meeting|Call|Workshop|Kick-?off|Session) with |(?:On the call|Attendees|Present|Participants): )"
    r"[^\n]{3,240}",
    ignore_case=False,
)
_ATTENDEE = re.compile(r"([^\W\d_a-z][^\W\d_]+ [^\W\d_a-z][\w'\u2019-]+) \(([^\W\d_a-z][\w&+'\u2019 -]{2,40})\)")


def firms_of_attendees(text: str) -> Iterator[tuple[int, int]]:
    """(start, end) of the firms behind those who meet: `Call with Ann Lee (Warner Chapman) and Bo Diaz`."""
    if " (" not in text:
        return
    for meeting in _ROUND.finditer(text):
        for match in _ATTENDEE.finditer(text, *meeting.span()):
            person, firm = ({fold(word) for word in match.group(group).split()} for group in (1, 2))
            if person.isdisjoint(firm) and not (len(firm) == 1 and is_given(match.group(2))):
                yield match.span(2)  # another name of the same person has a word in common, or is a first name


def may_be_person(name: str) -> bool:
    """Whether `name` begins with a certain first name, or is a first name and a surname."""
    first, *others = re.split(r"[ +]", name)
    if is_given(first, certain=True):
        return True
    return is_given(first) and any(surname_bearers(other) > 1 for other in others)
