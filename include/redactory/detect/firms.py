"""Firms and brands of the public lists that layers 2 and 3 take for people or places: `Charles Schwab`, `Garmin`.

Looked for only where something was struck. A listed name is held where it can be no person's, or where nothing around
it and nobody of the record speaks for a person; one that is a given name, a town or a plain word as well needs a
word of a firm or a product beside it. Layer 1 is never held (contract.md, keep-rules).
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from dataclasses import dataclass

from redactory.detect import firmlist
from redactory.detect.gazetteer import cities
from redactory.detect.guards import spoken_to
from redactory.detect.lexicon import fold, is_ambiguous_name, is_compound, is_given, is_particle, surname_bearers, zipf
from redactory.detect.product_frames import LISTED
from redactory.detect.resolve import SECOND_REFERENCE, is_shielded
from redactory.detect.spans import KeepSpan, Span
from redactory.policy.pins import CONTEXTS

_HELD_OFF = frozenset(("PERSON", "LOCATION"))
_REACH = 24  # characters before what was struck
_PLAIN, _WORD_OF_NAMES = 3.4, 10  # how frequent a word is that is none of a name's, unless so many notables bear it
_EVERYDAY = 4.0  # a listed word this frequent (Zipf) is rather the word
_HEARD = 3.0  # a word behind a brand that is this frequent is one of a product's, a rarer one may be a surname

_PERSON_BEFORE = re.compile(
    r"(?:\b(?:Mr|Mrs|Ms|Miss|Dr|Prof|Herrn?|Frau|Mme|M)\.? |"
    r"\b(?:users?|employees?|colleague|manager|supervisor|boss|callers?|requesters?|requestors?|leaver|joiner|"
    r"starter|"
    r"intern|visitor|freelancer|assignee|approver|owner|author|contact|technician|analyst|assistant|director|"
    r"mailbox (?:of|for)|account (?:of|for)|(?:laptop|phone|machine|desk|profile|password|access|headset) (?:of|for)|"
    r"assigned to|approved by|requested by|signed(?: off)? by|on behalf of|replaces|replaced by|my name is|name is|"
    r"this is|i am|i'm|it's|from:|to:|cc:|von:|an:)(?: is|:|,)? ?[\"'<]?|(?:^|\n)(?:Name|Contact): )$",
    re.IGNORECASE,
)
_PERSON_AFTER = re.compile(
    r"['\u2019]?s? (?:laptop|mailbox|inbox|calendar|manager|desk|badge|wife|husband|replacement|start date|last day|"
    r"iPhone|iPad|MacBook|password|PIN)\b|"
    r"(?:,| \()? ?(?:who|and I|our new|my|a colleague|contractor|intern)\b|[^.\n]{0,24} (?:she|he|her|his|him)\b|"
    r",? [(<\[]?[\w.+-]+@|"
    r" (?:from|in|at|of) (?:the |our )?(?:payroll|finance|accounting|accounts|facilities|HR|IT|sales|legal|marketing|"
    r"reception|procurement|engineering|operations|logistics|purchasing|audit|security)\b|"
    r" (?:is on (?:leave|holiday|vacation)|is (?:out|off|sick|away|locked out|a leaver|retiring)|joined|joins|"
    r"started (?:on|in)|starts (?:on|in)|left|leaves|forgot|lost (?:his|her|the)|cannot (?:log|sign|print|open|find)|"
    r"can't (?:log|sign|print|open|find)|called (?:me|back|again|twice|in)|phoned|emailed|sits|needs an? (?:new )?"
    r"(?:laptop|phone|monitor|mouse|keyboard|headset|badge|chair))\b",
    re.IGNORECASE,
)
_THING = (
    r"switch(?:es)?|router|firewall|access points?|APs?|controller|printers?|scanners?|servers?|cluster|"
    r"appliance|agents?|"
    r"client|console|portal|dashboard|gateway|feed|interface|connector|plug-?in|add-?[io]n|API|apps?|module|drivers?|"
    r"firmware|licen[cs]es?|subscription|tenant|instance|invoices?|contract|quote|renewal|support|engineers?|"
    r"technicians?|reps?|TAC|help ?desk|hotline|outage|upgrade|update|patch|hotfix|bulletin|release|version|"
    r"integration|sync|backup|batch|jobs?|export|import|EDI|SFTP|AS2|VPN|SSO|SAML|relay|certificate|labels?|"
    r"terminals?|"
    r"handsets?|cards?|kiosks?|stores?|tills?|POS|database|DB|web ?site|login page|account manager|sales|product|"
    r"tools?|platform|cloud|service|system|software|devices?|units?|drill|watch(?:es)?|laptops?|tablets?|phones?|"
    r"meters?|monitors?|readers?|locks?|cameras?|pumps?|analy[sz]ers?|balances?|drives|PLCs?|robots?|cabinets?|"
    r"headsets?|encoders?|conveyors?|lifts?|elevators?|cylinders?|ventilators?|batch|core|hotfix|chairs?(?! the\b)|"
    r"speakers?|mixers?|amplifiers?|drawers?|sensors?|templates?|price list|order confirmations?|delivery|shipment|"
    r"maintenance(?= window)|(?:planned |scheduled )maintenance|release notes|status page"
)
_FIRM_BEFORE = re.compile(
    r"\b(?:vendor|supplier|manufacturer|reseller|carrier|provider|MSP|ISP|OEM|brand|licen[cs]es? (?:of|for|from)|"
    r"contract with|SLA with|support (?:at|from)|engineer (?:from|at)|made by|bought from|invoice from|quote from|"
    r"maker|PO (?:for|to)|purchase order (?:for|to)|(?:renewals?|subscription):|fees? for|"
    r"(?:spares?|parts?) (?:from|for)|access to|Zugriff auf|acc\u00e8s \u00e0|acceso a|accesso a|acesso a|toegang tot|"
    r"(?:downtime|outage|maintenance(?: window)?|release notes) (?:for|of)|"
    r"firmware (?:from|of)|patch (?:from|by)|needs? the (?:update|driver|licen[cs]e) from|integration with|log ?in to|"
    r"login (?:to|for)|logged in(?:to| to)|SSO (?:to|for|into)|version of|instance of|(?:the|an?|our|this|each|"
    r"every))"
    r"(?::|,| is)? $|"
    r"\b(?:PO|RMA|quote|contract|invoice|order|licen[cs]e) (?:no\.? )?#?[A-Z]{0,3}-?\d[\d-]{2,} \($|"
    r"\b(?:vendor|supplier|manufacturer|maker|brand)(?:[ _]?name)?[\"']?[:=] ?[\"']?$",
    re.IGNORECASE,
)
# what a ticket with the maker of equipment is about, behind the colon
_ALARMS = (
    r"alarm|humidity|temperature|batter(?:y|ies)|fans?|PDUs?|UPS|leak|coolant|compressor|breaker|bypass|self-?test|PSU|"
    r"power supply|backplane|chassis|inverter|rectifier|string|probe|door contact|blanking panels?"
)
_FIRM_AFTER = re.compile(
    rf"(?:['\u2019]s)? (?:(?:[a-z]+|[A-Z]{{2,4}}) )?(?:{_THING})\b(?! of\b)|['\u2019]s (?:{_THING})\b|"
    r" (?:promised|sends|sent|wants to send|will send) (?:us )?(?:an?|two|their|the) (?:\w+ )?"
    r"(?:technician|engineer|installer|RMA)\b|"
    rf": (?:[a-z]+ ){{0,2}}(?:{_ALARMS})\b|"
    r" (?:replaced|swapped|delivered|serviced|recalled) (?:the|our|both|two|all) [^.\n]{0,24}\b(?:PDUs?|UPS|panels?|"
    r"units?|racks?|drives?|locks?|fans?|batter(?:y|ies)|controllers?|boards?|readers?|modules?)\b|"
    r" (?:asks|asked|is asking) (?:[^.\n]{1,40} )?for (?:remote (?:hands|access)|"
    r"(?:an?|the) (?:maintenance window|PO|RMA|support bundle|trace|memory dump|packet capture))\b"
)
# what is a firm's or a product's where a town of the name has it as well: a printer may stand there
_OF_NO_TOWN_BEFORE = re.compile(
    r"\b(?:release notes (?:for|of)|(?:renewals?|subscription):|licen[cs]es? (?:of|for|from)) $", re.IGNORECASE
)
_OF_NO_TOWN_AFTER = re.compile(
    r" (?:maintenance window|release notes|invoices?|licen[cs]es?|subscription|tenant|hotfix)\b"
)
_OWNED_AFTER = re.compile(r"['\u2019]?s? (?:account|mailbox|calendar|team|laptop|phone|desk|profile|password|ticket)\b")
# the next word of a name: with a capital or a digit, or one that stands small inside names
_NEXT = re.compile(
    r"(?:[ \n]{1,2}|(?<=[&+]))(?:[^\W_a-z][^\W_]*(?:['\u2019.-][^\W_]+)*|"
    r"(?:and|et|of|og|the|y|de|der|di|du|la|le|van|von)(?![^\W_]))|[ \n]{0,2}[&+]"
)
_WORDS_BEFORE = 2  # of a firm's name before what was struck of it


@dataclass(frozen=True, slots=True)
class _Place:
    """A listed name that was struck: where it stands, the rest of a product's name with it, its words, its lists."""

    text: int
    start: int
    end: int
    words: tuple[str, ...]
    bits: int


class Firms:
    """The listed names of one policy (`keep.firms`), held in the texts of a record."""

    def __init__(self, sources: Collection[str]) -> None:
        self._mask = sum(firmlist.BITS[source] for source in set(sources))
        self._names, self._longest = firmlist.listed() if self._mask else ({}, {})

    def held(
        self,
        texts: Sequence[str],
        found: Sequence[Sequence[Span]],
        keeps: Sequence[Sequence[KeepSpan]],
        people: Callable[[], Iterable[str]],
        *,
        again: bool = False,
    ) -> list[list[KeepSpan]]:
        """A list for each of `texts`, the texts of one record: the names of firms among what was `found` there.

        `people` tells whom the record is known to speak of: a listed name made of their words is theirs. `again` looks
        at second references alone, which came since.
        """
        out: list[list[KeepSpan]] = [[] for _ in texts]
        if not self._names:
            return out
        firms: dict[tuple[int, Span], _Place] = {}
        for index, (text, spans, held) in enumerate(zip(texts, found, keeps, strict=True)):
            for span in spans:
                if span.entity in _HELD_OFF and is_shielded(span) and (not again or span.rule == SECOND_REFERENCE):
                    place = self._struck(index, text, span)
                    if place is not None and not _is_held(span, held) and _is_firm(text, place, span):
                        firms[index, span] = place
        if not firms:
            return out
        borne = {word for name in people() for word in _folded_words(name)}
        for index, (text, spans, held) in enumerate(zip(texts, found, keeps, strict=True)):
            for span in spans:
                if span.entity == "EMAIL":
                    borne.update(_folded_words(text[span.start : span.end].partition("@")[0]))
                elif span.entity == "PERSON" and (index, span) not in firms and not _is_held(span, held):
                    borne.update(_folded_words(text[span.start : span.end]))
        for (_, span), place in firms.items():
            if not borne.issuperset(place.words):
                out[place.text].append(KeepSpan(min(span.start, place.start), place.end, LISTED))
        return out

    def _struck(self, index: int, text: str, span: Span) -> _Place | None:
        """The longest listed name that covers what was struck, but for an article and the rest of a product's name."""
        start = span.start + (4 if text.startswith(("The ", "the "), span.start) else 0)
        for _ in range(_WORDS_BEFORE + 1):
            place = self._begun(index, text, start, span)
            before = text[max(0, start - _REACH) : start]
            if place is not None or not before[-1:].isspace():
                return place
            word = before.split()[-1:]
            if not word or word[0] != "&" and not (word[0][0].isupper() and word[0][-1].isalnum()):
                return None
            start -= len(before) - before.rindex(word[0])
        return None

    def _begun(self, index: int, text: str, start: int, span: Span) -> _Place | None:
        """The longest listed name that begins at `start` and covers what was struck."""
        first = firmlist.WORD.match(text, start)
        longest = self._longest.get(_key(first.group())) if first is not None else None
        if first is None or longest is None:
            return None
        run = [first]
        while len(run) <= longest and (following := _NEXT.match(text, run[-1].end())) is not None:
            run.append(following)
        words = [_key(match.group().lstrip()) for match in run]
        for count in range(len(run), 0, -1):
            end, parts = run[count - 1].end(), words[:count]
            if end <= span.start:
                break
            bits = self._names.get(" ".join(parts), 0)
            if not bits and parts[-1].endswith(("'s", "\u2019s")):
                parts, end = [*parts[:-1], parts[-1][:-2]], end - 2
                bits = self._names.get(" ".join(parts), 0)
            is_name = is_given(parts[0]) or surname_bearers(parts[0]) > 0 or parts[0] in cities()
            if bits & self._mask and all(_is_of_product(w, behind_name=is_name) for w in text[end : span.end].split()):
                return _Place(index, start, max(end, span.end), tuple(parts), bits & self._mask)
        return None


def _is_held(span: Span, held: Iterable[KeepSpan]) -> bool:
    return any(keep.start <= span.start and span.end <= keep.end for keep in held)


def _is_firm(text: str, place: _Place, span: Span) -> bool:
    """Whether the listed name at `place` is a firm's there; a town must be a part of it (`Boston Scientific`), or
    have what no town has (`Duck Creek release notes`)."""
    words, start, end = place.words, place.start, place.end
    if span.entity == "LOCATION" and end - start <= span.end - span.start:
        if span.rule == CONTEXTS and " ".join(words) not in cities():
            return True  # a place by its words alone, and a name that firms have
        return len(words) > 1 and _is_of_no_town(text, start, end)
    if len(words) > 1 and not _is_name_like(words):
        return True
    if _is_person(text, start, end):
        return False
    key = " ".join(words)
    ours = not place.bits & (firmlist.INDICES | firmlist.BRANDS)  # of no index and no brand of the public lists
    ambiguous = (
        key in cities()
        or ours
        and len(words) == 2
        and surname_bearers(words[1]) >= (2 if is_given(words[0], certain=True) else _WORD_OF_NAMES)
        and is_given(words[0])
        or len(words) == 1
        and (
            is_given(key, certain=bool(place.bits & firmlist.INDICES))
            or is_ambiguous_name(key)
            or zipf(key) >= _EVERYDAY
            or ours
            and surname_bearers(key) > 1
        )
    )
    if place.bits & firmlist.WELL_KNOWN and not ambiguous:
        return True
    rest = text[start + len(key) : end].split() if len(words) == 1 else []
    return bool(rest) and all(map(_is_code, rest)) or _speaks_of_firm(text, start, end)


def _is_person(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 40) : start], text[end : end + 40]
    if spoken_to(text, start, end) or _PERSON_BEFORE.search(before):
        return True
    return _PERSON_AFTER.match(after) is not None


def _speaks_of_firm(text: str, start: int, end: int) -> bool:
    before, after = text[max(0, start - 32) : start], text[end : end + 40]
    if _OWNED_AFTER.match(after):
        return False
    return _FIRM_BEFORE.search(before) is not None or _FIRM_AFTER.match(after) is not None


def _is_of_no_town(text: str, start: int, end: int) -> bool:
    before = _OF_NO_TOWN_BEFORE.search(text, max(0, start - 32), start)
    return before is not None or _OF_NO_TOWN_AFTER.match(text, end) is not None


def _is_name_like(words: Sequence[str]) -> bool:
    """Whether a person could be called so: `Charles Schwab`, `Hugo Boss`, not `Baxter Health`."""
    first, *_, last = words
    return is_given(first, certain=True) and surname_bearers(last) > 1 or all(map(_may_be_name, words))


def _may_be_name(word: str) -> bool:
    """Whether a word of a listed name could be a given name, a surname or a particle of one."""
    if not word.replace("-", "").replace("'", "").isalpha():
        return False
    if is_given(word, certain=True) or is_particle(word) or surname_bearers(word) >= _WORD_OF_NAMES:
        return True
    return not is_compound(word) and (zipf(word) < _PLAIN or is_given(word) and zipf(word) < _EVERYDAY)


def _is_code(word: str) -> bool:
    """Whether a word is letters or has a number: `TAC`, `7050X3`."""
    return word.isupper() and 1 < len(word) <= 4 or any(map(str.isdigit, word))


def _is_of_product(word: str, *, behind_name: bool) -> bool:
    """Whether a word behind a brand is one of a product's name and no surname: `Portal`, `IMS`.

    A word that nobody knows may be a surname where the brand is a name or a town as well (`behind_name`).
    """
    bare = word.strip(".,;:!?()'\"")
    if not bare or _is_code(bare):
        return True
    if is_given(bare) or surname_bearers(bare) > 1:
        return False
    return not behind_name or is_compound(bare) or zipf(bare) >= _HEARD


def _key(word: str) -> str:
    return fold(word).replace(".", "")


def _folded_words(name: str) -> Iterator[str]:
    return (fold(word) for word in re.split(r"[^\w'\u2019-]+|[_|]", name) if len(word) > 1)
