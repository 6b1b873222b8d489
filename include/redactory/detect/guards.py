"""Guards of Layer 1: identities that are also words strike only where the text speaks of an account or a place.

Nothing is dropped silently: what a guard holds back is counted by reason (contract.md, three layers).
"""

from __future__ import annotations

import re
from enum import IntEnum
from functools import cache

from redactory.detect import lexicon
from redactory.detect.account_context import WINDOW
from redactory.detect.fold import around, is_boundary, is_cjk, words
from redactory.detect.gazetteer import ambiguous
from redactory.detect.names import is_generic, is_ordinary, is_particle
from redactory.detect.variants import Kind
from redactory.policy.model import UsernameGuard

MIN_ID_DIGITS = 5  # an all-digit employee ID or phone shorter than this needs a word beside it


class Guard(IntEnum):
    """What a match needs beyond its boundaries."""

    NONE = 0
    CAPITALS = 1  # every word of it begins with a capital
    ACCOUNT = 2  # an account context
    PLACE = 3  # a place context
    ID = 4  # an ID context
    NEVER = 5


_COMPANY_AFTER = re.compile(
    r"^\s(?:[A-Z]\w+\s)?(?:Cloud|Systems?|Networks?|Telecom|Software|Bank|Labs?|Technolog(?:y|ies)|Tech|Data|Digital"
    r"|Logistics|Print|Hosting|Energy|Insurance|Group|Partners|Solutions|Consulting|Services|Security|Analytics|Media"
    r"|Industries|Instruments|Electronics|Micro|Robotics|Dynamics|Scientific|Inc|Ltd|Limited|GmbH|LLC|AG|Corp|PLC)\b"
)
_SPEAKER_BEFORE = re.compile(r"(?:^|\n|\x00)\s*[\[(]?\d{1,2}:\d{2}(?::\d{2})?(?:\s?[ap]m)?[\])]?[\s,-]*<?$", re.I)
_SPEAKER_AFTER = re.compile(r"\s?(?:>|:)")
_GREETED_BEFORE = re.compile(
    r"(?:^|[^\w])(?:hi|hello|hey|dear|thanks|thank you|thx|cheers|sorry|morning|@)[,\s]{0,2}$", re.I
)
_GREETED_AFTER = re.compile(r"\s*(?:[!,.?;:\n\x00-]|$)")
_SIGNED_BEFORE = re.compile(
    r"(?:regards|wishes|best|cheers|thanks|thank you|sincerely|yours|greetings)\s?[,.!]?\s*\n\s*$", re.I
)
_SIGNED_AFTER = re.compile(r"[ \t.]*(?:\n|\x00|$)")
ID_BEFORE = re.compile(
    r"(?:(?:^|[^A-Za-z])(?:emp(?:loyee)?|staff|personnel|badge|worker|payroll|hr|pers|eid|id)"
    r"(?:[ ._-]?(?:id|no|nr|num(?:ber)?|ref|#))?[\s.:#=\"'(-]{0,4})$",
    re.I,
)
_SENTENCE_END = re.compile(r"(?:^|[.!?:;\n\x00\u2022*>|-])[\s\"'(\[]*$")
_ID_PREFIX = re.compile(
    r"(?:^|[^A-Za-z0-9])((?:e|em|emp|empl|employee|eid|id|p|pers|pn|s|staff|badge|hr|u|w)[-_ ]?)$", re.I
)


def username_guard(name: str, rules: UsernameGuard) -> tuple[Guard, str]:
    """The guard of the folded account `name` and the reason for it, empty where there is none."""
    if name in _stop(tuple(rules.stop)):
        return Guard.NEVER, "username-stop"
    if rules.ambiguous == "always":
        return Guard.NONE, ""
    reason = ""
    if len(name) < rules.min_length:
        reason = "username-short"
    elif name.isalpha() and name.isascii() and lexicon.zipf(name) >= rules.word_zipf:
        reason = "username-word"
    elif name.isdigit() and len(name) < MIN_ID_DIGITS:
        reason = "username-digits"
    if not reason:
        return Guard.NONE, ""
    return (Guard.NEVER if rules.ambiguous == "never" else Guard.ACCOUNT), reason


@cache
def _stop(names: tuple[str, ...]) -> frozenset[str]:
    return frozenset(" ".join(words(name)) for name in names)


_OF_KIND = {Kind.EMAIL: (Guard.NONE, ""), Kind.PART: (Guard.CAPITALS, "")} | {
    kind: (Guard.CAPITALS, "") for kind in Kind if Kind.INITIAL <= kind <= Kind.GIVEN_INITIAL
}
_WHOLE_NAMES = frozenset((Kind.NAME, Kind.REVERSED, Kind.COMMA))


def pattern_guard(pattern: str, kind: Kind, rules: UsernameGuard) -> tuple[Guard, str]:
    """The guard of any pattern and the reason for it."""
    of_kind = _OF_KIND.get(kind)
    if of_kind is not None:
        return of_kind
    if kind is Kind.USER:
        return username_guard(pattern, rules)
    tokens = tuple(pattern.split())
    if kind in _WHOLE_NAMES:
        if is_generic(tokens):
            return Guard.NEVER, "name-generic"
        for token in tokens:
            if len(token) > 2 and not is_ordinary(token):
                return Guard.NONE, ""
        return Guard.CAPITALS, "name-word"
    if kind is Kind.EMP_ID:
        digits = "".join(filter(str.isdigit, pattern))
        if len(digits) == len(pattern.replace(" ", "")) and len(digits) < MIN_ID_DIGITS:
            return Guard.ID, "employee-id-short"
        if not digits and len(pattern) < 6:
            return Guard.ID, "employee-id-word"
        return Guard.NONE, ""
    if kind is Kind.LOCATION:
        return _place_guard(pattern, tokens)
    if is_generic(tokens):
        return Guard.NEVER, "name-generic"
    if is_cjk(pattern[0]):
        return (Guard.NONE, "") if len(pattern) > 1 else (Guard.NEVER, "name-short")
    if len(pattern) < 3 or is_ordinary(pattern):
        return Guard.NEVER, "name-word"
    return Guard.CAPITALS, ""


def _place_guard(pattern: str, tokens: tuple[str, ...]) -> tuple[Guard, str]:
    if len(tokens) == 1:
        if len(pattern) < 4 and pattern.isascii():
            return Guard.NEVER, "location-short"
        if pattern.isdigit():
            return Guard.NEVER, "location-digits"
        if pattern in ambiguous():
            return Guard.PLACE, "location-word"
        if is_generic(tokens):
            return Guard.NEVER, "location-generic"
    elif is_generic(tokens) and not any(token.isdigit() for token in tokens):
        return Guard.NEVER, "location-generic"
    return Guard.CAPITALS, ""


def spoken_to(text: str, start: int, end: int) -> bool:
    """Whether the name at `start` to `end` is greeted, thanked, signed with, or speaks in a chat (`[10:02] rose:`)."""
    before, after = around(text, start, end, WINDOW)
    if _SPEAKER_BEFORE.search(before) and _SPEAKER_AFTER.match(after):
        return True
    if _GREETED_BEFORE.search(before):
        return bool(_GREETED_AFTER.match(after))
    return text[start].isupper() and bool(_SIGNED_BEFORE.search(before)) and bool(_SIGNED_AFTER.match(after))


def begins_sentence(before: str) -> bool:
    """Whether what follows `before` begins a sentence, a line, a cell or a list entry."""
    return bool(_SENTENCE_END.search(before))


def names_company(text: str, end: int) -> bool:
    """Whether the place ending at `end` is the first word of a company's name (`Porto Systems`)."""
    return bool(_COMPANY_AFTER.match(text[end : end + 40]))


def in_id_context(text: str, start: int) -> bool:
    """Whether the digits beginning at `start` are called an employee's."""
    return bool(ID_BEFORE.search(text[max(0, start - WINDOW) : start]))


def id_prefix(text: str, start: int) -> int | None:
    """Where an employee ID begins whose digits begin at `start`: before an `EMP-`, at `start`, or nowhere (None).

    Another prefix (`INC-40821`) makes it another kind of number.
    """
    before = text[max(0, start - 16) : start]
    found = _ID_PREFIX.search(before)
    if found and not before[-1:].isspace():
        return start - (len(before) - found.start(1))
    glued = before[-1:]
    if not is_boundary(text, start) or (glued in "-_" and (before[-2:-1].isalnum() or before[-2:-1] == ">")):
        return None
    return None if glued in ".:," and before[-2:-1].isdigit() else start


_SMALL_WORD = 5  # letters
_LATIN = "\u024f"  # the last letter of the Latin script before other ones begin
_MARKS = re.compile("[\u0300-\u036f]")  # a letter and the accent on it are one
_WORD = re.compile(r"[^\W\d_]+(?:['\u2019\u2010\u2011-][^\W\d_]+)*")


def capitalised(text: str) -> bool:
    """Whether every word of `text` begins with a capital (particles and scripts without case aside)."""
    tokens = _WORD.findall(text if text.isascii() else _MARKS.sub("", text))
    tokens = [token[2:] if token[1:2] in ("'", "\u2019") and token[2:3].isupper() else token for token in tokens]
    upright = [token for token in tokens if not token[0].islower()]
    return bool(upright) and all(
        not token[0].islower() or is_particle(token) for token in tokens
    )


def set_as_place(text: str) -> bool:
    """Whether `text` has a place's capitals: small words between are in lower case, whatever the language has.

    `Quistal an der Merl`, `Vieja Quista y Merla`; of scripts other than Latin the kind of place too (`село Корець`).
    """
    if capitalised(text):
        return True
    tokens = _WORD.findall(text)
    lower = [token for token in tokens if token[0].islower()]
    if len(tokens) - len(lower) < 2 or not tokens[0][0].isupper():
        return bool(lower) and lower[0][0] > _LATIN and tokens[-1][0].isupper()
    return max(map(len, lower)) <= _SMALL_WORD


def technical_edge(text: str, start: int, end: int) -> bool:
    """Whether the name at `start` to `end` is a piece of an identifier, a path or a host name."""
    before, after = text[max(0, start - 2) : start], text[end : end + 2]
    # a token that stands beside it was a piece of the same identifier
    glued_before = len(before) == 2 and (before[0].isalnum() or before[0] == ">")
    glued_after = len(after) == 2 and (after[1].isalnum() or after[1] == "<")
    if before and (before[-1] in "_\\@#" or (glued_before and before[-1] in "-/.")):
        return True
    return bool(after) and (after[0] in "_\\@" or (glued_after and after[0] in "-/."))
