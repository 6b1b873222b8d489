"""Products and vendors that bear a person's name, told by how the text uses them: `the Ellie plug-in is down`.

What is installed, logged in to, licensed or crashes is no person, whatever a name list says of the word; who sends
an engineer or takes a warranty case is a company. Spans found here hold off what layers 2 and 3 take for people
(contract.md, third-party vendors and applications are kept), never a directory identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from redactory.detect.fold import folded
from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_borne, is_given, surname_bearers, zipf
from redactory.detect.names_evidence import is_unheard
from redactory.detect.product_frames import FRAMES, firms_of_attendees, may_be_person
from redactory.detect.product_patterns import COUNTED, LOGGER, MAY_BE_TOWNS, OF_NO_PERSON, PRODUCTS, SHARED, VENDORS
from redactory.detect.product_people import of_somebody
from redactory.detect.recognisers.base import is_word
from redactory.detect.spans import KeepSpan

PRODUCT, NAMED, VENDOR = "use:product", "use:named", "use:vendor"  # what each holds off: `holds`
LISTED = "firm"  # a firm of the public lists (`firms.py`)
BY_USE = frozenset((PRODUCT, NAMED, VENDOR))
_PEOPLE, _PEOPLE_AND_PLACES = frozenset(("PERSON",)), frozenset(("PERSON", "LOCATION"))

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
_WITHIN = re.compile(r"(?<=[ ])(?:in|from|to|of|with|for|by|at|via|into|the|an?|our|and|or)[ ]$")  # inside a sentence
_COMMON = 4.0  # a word this frequent (Zipf) before the name is one of the sentence
_RARE_NAME = 3.5  # a less certain given name and surname count below it
_WELL_KNOWN = 5  # notable bearers that make the last word a surname


def holds(rule: str, entity: str) -> bool:
    """Whether a keep span of `rule` stands against a span of `entity`; rules of other modules hold all."""
    if rule == PRODUCT:
        return entity in _PEOPLE
    return rule not in (VENDOR, NAMED, LISTED) or entity in _PEOPLE_AND_PLACES


def by_use(text: str) -> Iterator[KeepSpan]:
    """Names in `text` that its own words use as a product's or a vendor's."""
    for compiled in PRODUCTS:
        yield from found_by(text, compiled, NAMED if compiled in (PRODUCTS[0], LOGGER, COUNTED) else PRODUCT)
    for compiled in SHARED:
        yield from found_by(text, compiled, PRODUCT)
    for compiled in VENDORS:
        yield from found_by(text, compiled, VENDOR)
    for frame in FRAMES:
        if any(map(text.__contains__, frame.needles)):
            for keep in found_by(text, frame.compiled, VENDOR if frame.firm else PRODUCT):
                if frame.bare or not may_be_person(text[keep.start : keep.end]):
                    yield keep
    for start, end in firms_of_attendees(text):
        yield KeepSpan(start, end, VENDOR)


def found_by(text: str, compiled: Any, rule: str, *, loose: bool = False) -> Iterator[KeepSpan]:
    """The names `compiled` finds as its group `value`; one that fits colleagues too is `loose`: no frame for a name."""
    groups = compiled.groupindex
    for match in compiled.finditer(text):
        first = match.start()
        if first and is_word(text[first]) and is_word(text[first - 1]):
            continue  # `\b` knows ASCII alone: `an Beneš` in `Dušan Beneš`
        start, end = match.span(groups["value"])
        if "verb" in groups and _BRINGS_IN.match(match.group(groups["verb"]) or ""):
            continue
        if "aux" in groups and _AUXILIARY.match(match.group(groups["aux"]) or ""):
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
        while words and (words[0].lower() in _NEVER or len(words) > 1 and _opens(text, start, words[0])):
            start += len(words.pop(0)) + 1
        if loose and words and (_is_full_name(words) or len(words) == 1 and is_given(words[0], certain=True)):
            continue
        # `Ann Lee, https://annlee.example` is no firm
        named = (rule != VENDOR or "https" in compiled.pattern) and compiled.pattern not in OF_NO_PERSON
        if not words or named and (_is_full_name(words) or _NAME_PREFIX.match(words[-1])):
            continue
        if compiled in SHARED and _may_be_person(words):
            continue
        if "site" in groups and (match.group(groups["site"]) or "").rpartition(".")[2] in map(folded, words):
            continue  # `Ann Lee (ann.lee)`: an account
        if rule == VENDOR and fold(text[start:end]).replace("-", " ") in cities() and compiled in MAY_BE_TOWNS:
            continue
        yield KeepSpan(start, end, rule)


def _opens(text: str, start: int, word: str) -> bool:
    """`Checked Hugo`: the word the sentence begins with; not `Duck` in `from Duck Billing`, nor an initial."""
    if word.endswith(".") or _WITHIN.search(text, max(0, start - 16), start):
        return False
    return zipf(word) >= _COMMON and not is_given(word) and fold(word) not in cities()


def _is_full_name(words: Sequence[str]) -> bool:
    """A given name and a surname in a row, wherever in the run they stand."""
    return any(
        is_given(first, certain=True) and surname_bearers(last) >= _WELL_KNOWN
        or is_given(first) and surname_bearers(last) > 1 and max(zipf(first), zipf(last)) < _RARE_NAME
        or is_borne(first) and is_unheard(last)
        for first, last in zip(words, words[1:], strict=False)
    )


def _may_be_person(words: Sequence[str]) -> bool:
    """A first name that begins it, or a surname alone."""
    if is_given(words[0]) and (len(words) == 1 or surname_bearers(words[-1]) > 0 or zipf(words[-1]) < _RARE_NAME):
        return True
    return len(words) == 1 and surname_bearers(words[0]) > 1


def repeated(
    texts: Sequence[str],
    keeps: Sequence[Iterable[KeepSpan]],
    people: Iterable[str],
    guesses: Iterable[str],
    struck: frozenset[str],
) -> list[list[KeepSpan]]:
    """The same names in every text of one record, though only one place tells what they are.

    A product named like one of `people` (identities) or like a part of one of the `guesses` is not repeated, and one
    of whose words none is `struck` anywhere need not be.
    """
    rules: dict[str, str] = {}
    for text, held in zip(texts, keeps, strict=True):
        for keep in held:
            if keep.rule in BY_USE and not struck.isdisjoint((name := text[keep.start : keep.end]).split()):
                rules.setdefault(name, keep.rule)
    if not rules:
        return [[] for _ in texts]
    others = (*people, *(guess for guess in guesses if guess not in rules))
    borne = {fold(word) for name in others for word in re.split(r"[\s,.-]+", name) if word}
    names = [name for name in rules if borne.isdisjoint(fold(word) for word in name.split())]
    return [[span for name in names for span in _places(text, name, rules[name])] for text in texts]


def _places(text: str, name: str, rule: str) -> Iterator[KeepSpan]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and (is_word(text[at - 1]) or text[at - 1] in "@\\")) and not (
            end < len(text) and (is_word(text[end]) or text[end] in "@\\")
        ):
            yield KeepSpan(at, end, rule)
        at = text.find(name, end)
