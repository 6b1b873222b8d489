"""Keep-rules: technical text, vendors, systems. They hold their spans against layers 2 and 3, never layer 1."""

from __future__ import annotations

import re
from collections import OrderedDict
from collections.abc import Callable, Iterator, Sequence
from copy import copy
from typing import Any

from redactory.detect import technical
from redactory.detect.guards import spoken_to
from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.product_people import is_meant
from redactory.detect.products import by_use
from redactory.detect.recognisers.base import Recogniser, bounded, is_word, scannable
from redactory.detect.recognisers.city import towns_in_hosts
from redactory.detect.recognisers.dealings import is_dealt_with
from redactory.detect.recognisers.encoded_names import encoded_names
from redactory.detect.recognisers.file_names import owners
from redactory.detect.recognisers.honorifics import is_addressed
from redactory.detect.recognisers.registry import shared
from redactory.detect.spans import KeepSpan
from redactory.detect.standing import acts
from redactory.policy.model import Policy, Vendor
from redactory.policy.patterns import Match, compile_re2

_CACHE_TEXTS = 20_000
_CACHE_LENGTH = 2_000
_Interval = tuple[int, int]


class KeepLayer:
    """Spans no pattern and no model may touch.

    The policy's own patterns hold whatever they match. Vendors, terms and built-in kinds give way to an address
    they would cut: a vendor's domain inside an e-mail address does not keep it, and a URL or path keeps all but
    the addresses, account names and devices inside it (contract.md, hard cases). Raises `PolicyError`.
    """

    def __init__(self, policy: Policy) -> None:
        self._patterns = [
            (
                f"pattern:{rule.id}",
                compile_re2(rule.pattern, ignore_case=rule.ignore_case, where=f"keep.patterns {rule.id}"),
            )
            for rule in policy.keep.patterns
        ]
        self._vendors = _vendors_pattern(policy.keep.vendors)
        self._terms = _terms_pattern(policy.keep.terms)
        kinds = policy.keep.technical
        self._kinds = [
            (f"technical:{kind.name}", kind) for kind in technical.KINDS if kinds is None or kind.name in kinds
        ]
        self.reads_use = bool(self._kinds)  # whether what a text says of a name keeps it
        device_options = next((r.options for r in policy.formats if r.recogniser == "device"), {})
        self._addresses: tuple[Recogniser, ...] = (shared("email", {}), shared("device", device_options))
        self._inside: tuple[Recogniser, ...] = (*self._addresses, shared("ip", {}), shared("username", {}))
        self._seen: OrderedDict[str, tuple[KeepSpan, ...]] = OrderedDict()

    def giving_way_to(self, recogniser: Recogniser) -> KeepLayer:
        """The same rules, which give way to what `recogniser` finds as well, as to a device."""
        other = copy(self)
        other._addresses = (*self._addresses, recogniser)
        other._inside = (*self._inside, recogniser)
        other._seen = OrderedDict()
        return other

    def find(self, texts: Sequence[str]) -> list[list[KeepSpan]]:
        """Keep spans of every text, ascending; they may overlap."""
        return [list(self._of(scannable(text))) for text in texts]

    def _of(self, text: str) -> tuple[KeepSpan, ...]:
        known = self._seen.get(text)
        if known is not None:
            return known
        found = set(self._scan(text))
        if self.reads_use:
            found.update(by_use(text))
        for town in towns_in_hosts(text):
            for held in [s for s in found if s.start < town[1] and town[0] < s.end and s.rule.startswith("technical")]:
                found.remove(held)
                found.update(_around(held.start, held.end, [town], held.rule))
        spans = tuple(sorted(found, key=lambda s: (s.start, -s.end, s.rule)))
        if len(text) <= _CACHE_LENGTH:
            self._seen[text] = spans
            if len(self._seen) > _CACHE_TEXTS:
                self._seen.popitem(last=False)
        return spans

    def _scan(self, text: str) -> Iterator[KeepSpan]:
        for name, compiled in self._patterns:
            for match in compiled.finditer(text):
                if match.end() > match.start():
                    yield KeepSpan(match.start(), match.end(), name)
        addresses = [(f.start, f.end) for r in self._addresses for f in r.find(text)]
        addresses += [(f.start, f.end) for f in encoded_names(text)]
        if self._vendors is not None:
            for held in self._whole(text, self._vendors, self._vendors.finditer(text), "vendor", addresses):
                if not (_is_single(text, held) and is_addressed(text, held.start, held.end)):
                    yield held
        if self._terms is not None:
            for held in self._whole(text, self._terms, self._terms.finditer(text), "term", addresses):
                if not _is_person(text, held.start, held.end):
                    yield held
        told, matching = technical.MOST, technical.MOST.matching(text)
        for name, kind in self._kinds:
            if kind.compiled.group is told and kind.compiled not in matching:
                continue
            matches = kind.compiled.finditer(text)
            if not matches:
                continue
            if not kind.composite:
                yield from self._whole(text, kind.compiled, matches, name, addresses, check=kind.check)
                continue
            for match in matches:
                start, end = match.span()
                while (
                    end > start
                    and text[end - 1] in ".,;:!?)]}'\""
                    and not (text[end - 1] in ")}" and "(" in match.group())
                ):
                    end -= 1
                if start and is_word(text[start - 1]):
                    continue
                yield from _around(start, end, self._holes(text, start, end), name)

    def _whole(
        self,
        text: str,
        compiled: Any,
        matches: Sequence[Match],
        name: str,
        addresses: Sequence[_Interval],
        *,
        check: Callable[[str], bool] | None = None,
    ) -> Iterator[KeepSpan]:
        grouped = compiled.groups > 0
        for match in matches:
            start, end = match.span(1) if grouped and match.start(1) >= 0 else match.span()
            if check is not None and not check(text[start:end]):
                continue
            while end > start and text[end - 1] in ".,;:":
                end -= 1  # the end of a sentence after a URL
            if end > start and bounded(text, start, end) and not any(a < end and start < b for a, b in addresses):
                yield KeepSpan(start, end, name)

    def _holes(self, text: str, start: int, end: int) -> list[_Interval]:
        """Personal values inside the URL or path `text[start:end]`, in offsets of `text`."""
        part = text[start:end]
        finds = (*(recogniser.find for recogniser in self._inside), encoded_names, owners)
        return sorted((start + f.start, start + f.end) for find in finds for f in find(part))


_COMMON = 4.0
_SURNAME_AFTER = re.compile(r" ([^\W\d_a-z][^\W\d_A-Z]+)(?![\w@/\\=(-])")
_NAMED_BEFORE = re.compile(
    r"(?i)\b(?:(?:first|last|family|given|maiden) ?name|surname|forename|caller)(?: is|:| was)? $"
)
_SPEAKS = re.compile(r"(?i)(?:\bit'?s|\bthis is|\bname is|\bi am|\bi'm) $")
_SEATED_AFTER = re.compile(r" \((?:desk|seat) (?:at|in|\d)")
_RARE = 1.5
_MANY = 20  # notable bearers of a surname that is a first name as well


# what one does who approves, owns, waits: `Jenkins, who owns the approval`, not the firms that `who own` something
_ASKED_BEFORE = re.compile(r"\b(?:request|behalf) of $")
_WHO_BEHIND = re.compile(
    r", who (?:is|was|has|had|will|can|owns|approves|signs|wants|needs|asked|said|sits|works|left)\b"
)


def _is_single(text: str, held: KeepSpan) -> bool:
    word = text[held.start : held.end]
    return word.isalpha() and (is_given(word) or surname_bearers(word) > 0)


def _is_person(text: str, start: int, end: int) -> bool:
    """Whether a product's name is a person here: `Dear Julia`, `Park-nim`, `it's Julia from Osaka`, `Ada Lindqvist`."""
    word = text[start:end]
    borne = word.isalpha() and surname_bearers(word) > 0
    said = any(before.search(text, max(0, start - 24), start) for before in (_ASKED_BEFORE, _NAMED_BEFORE))
    if (borne or is_given(word)) and (said or is_addressed(text, start, end) or _WHO_BEHIND.match(text, end)):
        return True
    if not is_given(word):
        return False
    if spoken_to(text, start, end) or acts(text, start, end):
        return True
    if is_given(word, certain=True) and (is_dealt_with(text, start, end) or is_meant(text, start, end)):
        return True  # `Ping Julia if`, not `ping Jenkins if`
    if _SEATED_AFTER.match(text, end):
        return True
    if _SPEAKS.search(text[max(0, start - 12) : start]):
        return True
    after = _SURNAME_AFTER.match(text, end)
    if after is None or after.start() != end:
        return False
    word = after.group(1)
    return zipf(word) < _RARE or surname_bearers(word) > 1 and zipf(word) < _COMMON and (
        surname_bearers(word) >= _MANY or not is_given(word, certain=True)
    )


def _around(start: int, end: int, holes: Sequence[_Interval], name: str) -> Iterator[KeepSpan]:
    at = start
    for left, right in holes:
        if left > at:
            yield KeepSpan(at, left, name)
        at = max(at, right)
    if at < end:
        yield KeepSpan(at, end, name)


def _vendors_pattern(vendors: Sequence[Vendor]) -> Any:
    """Names, aliases, domains with any subdomain, and URLs of every vendor, as one pattern; longer ones first."""
    if not vendors:
        return None
    names = sorted({n for v in vendors for n in (v.name, *v.aliases)}, key=lambda n: (-len(n), n))
    domains = "|".join(sorted({re.escape(d) for v in vendors for d in v.domains}, key=lambda d: (-len(d), d)))
    parts = [re.escape(u) + r"[^\s<>\"']*" for v in vendors for u in v.urls]
    if domains:
        parts.append(rf"(?:[a-z]+://)?(?:[A-Za-z0-9-]+\.)*(?:{domains})(?:/[^\s<>\"']*)?")
    parts.extend(_flexible(n) for n in names)
    return compile_re2("|".join(parts), where="keep.vendors")


def _terms_pattern(terms: Sequence[str]) -> Any:
    if not terms:
        return None
    ordered = sorted(set(terms), key=lambda t: (-len(t), t))
    return compile_re2("|".join(_flexible(t) for t in ordered), where="keep.terms")


def _flexible(name: str) -> str:
    """The name with any run of spaces between its words, as written or in capitals."""
    words = [re.escape(w) for w in name.split()]
    upper = [re.escape(w.upper()) for w in name.split()]
    return rf"(?:{' +'.join(words)}|{' +'.join(upper)})"
