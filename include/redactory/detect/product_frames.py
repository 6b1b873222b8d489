"""Sentences that speak of a product or a vendor, and how they are found: what its name is, and which names they spare.

Most texts hold no such sentence. Each frame has a cue, what stands before the name or behind it: all cues are
searched for in one pass, and only frames whose cue is there are tried.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from enum import Flag, auto
from typing import NamedTuple

from redactory.detect.fold import folded
from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_borne, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import is_unheard
from redactory.detect.product_people import is_titled, of_somebody
from redactory.detect.recognisers.base import is_word, pattern
from redactory.detect.spans import KeepSpan
from redactory.policy.patterns import Pattern, Together

WORD = r"[\p{Lu}][\pL\d]*(?:[-'\x{2019}&+][\pL\d]+)*"
NAME = rf"(?P<value>{WORD}(?: (?:& )?(?:[\p{{Lu}}]\. )?{WORD}){{0,2}})"
FIRM = NAME.replace("<value>", r"<value>(?:[\p{Lu}]\. )?")
ONE = rf"(?P<value>{WORD})"

PRODUCT, NAMED, VENDOR = "use:product", "use:named", "use:vendor"  # what each holds off: `holds`
LOOSE = "use:loose"  # a product by what somebody of the record could do as well: no second reference is held off
LISTED = "firm"  # a firm of the lists (`firms.py`)
BY_USE = frozenset((PRODUCT, NAMED, VENDOR, LOOSE))
_PEOPLE, _PEOPLE_AND_PLACES = frozenset(("PERSON",)), frozenset(("PERSON", "LOCATION"))


def holds(rule: str, entity: str) -> bool:
    """Whether a keep span of `rule` stands against a span of `entity`; rules of other modules hold all."""
    if rule in (PRODUCT, LOOSE):
        return entity in _PEOPLE
    return rule not in (VENDOR, NAMED, LISTED) or entity in _PEOPLE_AND_PLACES


class Spared(Flag):
    """Names that a frame says nothing of, for it fits those who bear them as well."""

    NOBODY = 0
    FULL_NAMES = auto()
    UNHEARD = auto()  # a first name of people and a word nobody knows: a product, where only products have what is said
    FIRST_NAMES = auto()  # a certain one at the beginning, or a first name and a surname
    SINGLE_NAMES = auto()  # a first name at the beginning, or a surname alone
    COLLEAGUES = auto()  # a full name, or a certain first name alone
    TOWNS = auto()


class Frame(NamedTuple):
    """`compiled` has the group `value`, which `rule` keeps; where `cue` does not match, nor does it."""

    compiled: Pattern
    cue: Pattern
    rule: str
    spared: Spared


def frames(rule: str, spared: Spared, *expressions: str | tuple[str, str]) -> tuple[Frame, ...]:
    """Frames of `expressions`; a pair is an expression and its cue, where that is not what stands around the name."""
    made = []
    for written in expressions:
        expression, cue = written if isinstance(written, tuple) else (written, _cue(written))
        made.append(Frame(pattern(expression, ignore_case=False), pattern(cue, ignore_case=False), rule, spared))
    return tuple(made)


def _cue(expression: str) -> str:
    """What stands before the name and its first letter, or its last one and what stands behind it."""
    before, _, name = expression.partition("(?P<value>")
    if before:
        return rf"{before}[\p{{Lu}}]"
    depth = 1
    for at, char in enumerate(name):
        depth += (char == "(") - (char == ")") if name[at - 1 : at] != "\\" else 0
        if not depth:
            return rf"[\pL\d]{name[at + 1 :]}"
    return expression


class Frames:
    """Frames that are looked for together."""

    def __init__(self, *of: Sequence[Frame]) -> None:
        self._by_cue = {frame.cue: frame for some in of for frame in some}
        self._cues = Together(tuple(self._by_cue))

    def names(self, text: str) -> Iterator[KeepSpan]:
        """The names in `text` that a frame calls a product's or a vendor's."""
        for cue in self._cues.matching(text):
            yield from _found(text, self._by_cue[cue])


_BRINGS_IN = re.compile(
    r"(?i)^(?:loop\w*|br(?:ing|ought)|rop(?:e|ed|ing)|cc'?d?|bcc|cop(?:y|ied)|pull\w*|call\w*|fill\w*|keep|kept|"
    r"let|phon\w*|"
    r"hand\w*|step\w*|jump\w*|c[ao]me|put|work\w*|went|go|goes|is|was)$"
)
_AUXILIARY = re.compile(
    r"(?i)^(?:do|does|did|will|can|could|should|would|let|make|may|must|might|to|and|or|&|if|that|when|help|had|"
    r"from|of|by|with|for|about|"
    r"have|has|.*,)$"
)
_NAME_PREFIX = re.compile(r"(?:Mc|Mac|De|Del|La|Le|Di|Da|Van|Von|Fitz|El|Al|Abu|Ben|O'|D')[A-Z][a-z]+$")
_NEVER = frozenset(("the", "a", "an", "this", "that", "it", "user", "mr", "mrs", "ms", "dr", "hi", "hello", "dear"))
# before the name of a product, whose first word is then no sentence's: `in Duck Billing`
_WITHIN = re.compile(r"(?<=[ ])(?:in|from|to|of|with|for|by|at|via|into|the|an?|our|and|or)[ ]$")
_COMMON = 4.0  # a word this frequent (Zipf) before the name is one of the sentence
_RARE_NAME = 3.5  # a less certain given name and surname count below it
_WELL_KNOWN = 5  # notable bearers that make the last word a surname


def _found(text: str, frame: Frame) -> Iterator[KeepSpan]:
    """The names `frame` finds, but for what it spares and what the words around call somebody's."""
    groups = frame.compiled.groupindex
    for match in frame.compiled.finditer(text):
        first = match.start()
        if first and is_word(text[first]) and is_word(text[first - 1]):
            continue  # `\b` knows ASCII alone: `an Bene\u0161` in `Du\u0161an Bene\u0161`
        start, end = match.span(groups["value"])
        if "verb" in groups and _BRINGS_IN.match(match.group(groups["verb"])):
            continue
        if "aux" in groups and _AUXILIARY.match(match.group(groups["aux"])):
            continue
        if "giver" in groups and not is_given(match.group(groups["giver"])):
            continue
        if start and (is_word(text[start - 1]) or text[start - 1] in "@./\\-"):
            continue
        if end < len(text) and is_word(text[end]) or of_somebody(text, start, end):
            continue
        words = re.split(r"[ ]", text[start:end])
        if "aux" in groups and len(words) > 1 and _AUXILIARY.match(words[0]):
            continue  # `Would Eckhard have time`
        inside = frame.rule != VENDOR and _WITHIN.search(text, max(0, start - 16), start) is not None
        while words and (words[0].lower() in _NEVER or len(words) > 1 and not inside and _opens(words)):
            start += len(words.pop(0)) + 1
        if not words or _is_spared(words, frame.spared) or is_titled(text, start):
            continue
        if "site" in groups and match.group(groups["site"]).rpartition(".")[2] in map(folded, words):
            continue  # `Ann Lee (ann.lee)`: an account
        yield KeepSpan(start, end, frame.rule)


def _opens(words: Sequence[str]) -> bool:
    """`Checked Hugo`: the first word is the one the sentence begins with; no initial, no part of a town's name."""
    word = words[0]
    if fold(" ".join(words[:2])) in cities():
        return False
    return zipf(word) >= _COMMON and not word.endswith(".") and not is_given(word) and fold(word) not in cities()


def _is_spared(words: Sequence[str], spared: Spared) -> bool:
    first, last, single = words[0], words[-1], len(words) == 1
    if Spared.FULL_NAMES in spared and (_is_full_name(words) or _NAME_PREFIX.match(last)):
        return True
    if Spared.UNHEARD in spared and _is_unheard_name(words):
        return True
    if Spared.COLLEAGUES in spared and (_is_full_name(words) or single and is_given(first, certain=True)):
        return True
    if Spared.FIRST_NAMES in spared:
        begins, *others = re.split(r"[ +]", " ".join(words))
        if is_given(begins, certain=True) or is_given(begins) and any(surname_bearers(word) > 1 for word in others):
            return True
    if Spared.SINGLE_NAMES in spared:
        if is_given(first) and (single or surname_bearers(last) > 0 or zipf(last) < _RARE_NAME):
            return True
        if single and surname_bearers(first) > 1:
            return True
    return Spared.TOWNS in spared and fold(" ".join(words)).replace("-", " ") in cities()


def _is_full_name(words: Sequence[str]) -> bool:
    """A given name and a surname in a row, wherever in the run they stand."""
    return any(
        is_given(first, certain=True) and surname_bearers(last) >= _WELL_KNOWN
        or is_given(first) and surname_bearers(last) > 1 and max(zipf(first), zipf(last)) < _RARE_NAME
        for first, last in zip(words, words[1:], strict=False)
    )


def _is_unheard_name(words: Sequence[str]) -> bool:
    """`Otto Vanterquill`: a first name that people bear and a word no list knows."""
    return any(is_borne(first) and is_unheard(last) for first, last in zip(words, words[1:], strict=False))
