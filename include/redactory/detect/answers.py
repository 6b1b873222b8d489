"""Answers in a dialogue: what a question asks for is what the short text behind it gives (`which site?`, `Hull`).

A question ends a line or a message; its answer is the next line, or the same field of the next message of a list. What
the asked-for thing may look like is decided as for the value of a field with such a key (`keyed`).
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from redactory.detect.lexicon import zipf
from redactory.detect.pairs import Pair
from redactory.records.model import TextField

_LONGEST = 64  # characters of an answer
_QUESTION = 160  # characters of a message's end in which it asks
_ASKED = {
    key: re.compile(asked, re.IGNORECASE)
    for key, asked in {
        "extension": r"\b(?:extension|ext\.?|internal number|short number)\b",
        "phone": (
            r"\b(?:(?:tele)?phone|mobile|cell|call-?back|contact|direct|best|good|right|correct|new) "
            r"(?:number|no\.?|line)\b|"
            r"\b(?:number|where|how) (?:can|do|should|shall|may) (?:i|we) (?:call|reach|ring)|"
            r"\bnumber (?:to (?:call|reach|ring)|(?:are|is) (?:you|he|she|it|that))|\breach (?:you|him|her) (?:on|at)|"
            r"\b(?:your|his|her) (?:phone|mobile|cell|number)\b"
        ),
        "employee id": r"\b(?:employee|staff|personnel|badge|payroll|worker) ?(?:id|no\.?|number)\b",
        "username": r"\b(?:user ?(?:name|id)|log-?[io]n(?: name)?|account name|windows name)\b",
        "computer name": (
            r"\b(?:computer|pc|device|laptop|notebook|machine|workstation|host) ?(?:name|id|tag)\b|"
            r"\basset (?:tag|name)\b|\b(?:which|what) (?:computer|pc|device|laptop|notebook|machine|workstation)\b"
        ),
        "address": (
            r"\b(?:desk|seat|room|locker|workplace) (?:no\.?|number|code)\b|"
            r"\b(?:which|what)(?:'?s| is|s)? (?:your |the |his |her )?(?:site|office|city|town|location|building|floor|"
            r"level|room|desk|seat|branch|campus|plant|workplace|address|house)\b|"
            r"\bwhere (?:(?:do|does) (?:you|he|she) (?:sit|work|live)|"
            r"are you(?: (?:now|sitting|based|located|right now))?\?|"
            r"(?:is|are) (?:your|his|her) (?:desk|office|room|seat)|"
            r"shall we (?:send|ship|bring)|should (?:it|we|i) (?:go|be (?:sent|delivered)|send|ship|bring|come))|"
            r"\b(?:your|his|her) (?:desk|room|floor|seat|site|office|address|location)(?: (?:no\.?|number))?\b"
        ),
        "name": (
            r"\b(?:your|his|her|the|full|first|last|user'?s|caller'?s) (?:full |first |last |sur)?name\b|\bsurname\b|"
            r"\bwho (?:is|am|was|are|has|had|else|should|do|does|did|can|could|will|sits|owns|uses|to)\b|"
            r"\bwho(?:'s|se)\b|\b(?:which|what) (?:user|colleague|employee|person)\b|\bname\?"
        ),
    }.items()
}
_ASKS = re.compile(
    r"\?[\s\"')>\]]*$|\b(?:please|pls|plz|kindly|need|(?:may|can|could) i have)\b", re.IGNORECASE
)
_INDEXED = re.compile(r"(.*)\[(\d+)\]([^\[\]]*)$", re.DOTALL)
# who answers, and how one begins
_LED = re.compile(
    r"(?:[ \t>*_-]*(?:[\[(][\d:. apmAPM]{4,11}[\])]|\d{1,2}:\d\d(?::\d\d)?)?[ \t-]*)"
    r"(?:(?:\\?<?[\w.@<>-]{2,24}(?: [\w.<>-]{2,24})?>?):[ \t]+)?"
    r"(?:(?:(?:yes|yep|yeah|sure|ok|okay|hi|ah|oh|well|um|uh|sorry)[,.!]? )*"
    r"(?:(?:it'?s|it is|its|that'?s|that is|thats|i'?m|i am|im|we'?re|this is|my \w+(?: \w+)? is|name'?s|should be|"
    r"for|from) )?(?:(?:in|at|on|under) )?)",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[^,;/\n]+")
_AND = re.compile(r" and | und | et | y ")
_EVERYDAY = 4.0  # Zipf
_BRIEF = re.compile(r"[+(]{0,2}[A-Z]{0,3}[ -]?\d[\d ()./-]{1,20}[A-Za-z]?\.?")  # a number behind a question in its line
_EDGE = " \t.!?\"'`()[]*_"


_UNITS = frozenset(
    ("apartment", "bay", "block", "building", "cubicle", "desk", "floor", "flat", "house", "level", "no", "nr",
     "number", "office", "of", "quarter", "road", "room", "row", "seat", "site", "street", "suite", "table",
     "the", "unit", "van", "von", "wing", "workplace", "workstation", "de", "la", "zone", "east", "west", "north",
     "south")
)  # fmt: skip


def _says(word: str) -> bool:
    """Whether `word` may be a part of what was asked for, and not of a sentence about it."""
    return not word.islower() or word in _UNITS or any(map(str.isdigit, word)) or zipf(word) < _EVERYDAY


def answers(fields: Sequence[TextField], texts: Sequence[str]) -> Iterator[tuple[int, Pair]]:
    """Index of the text and what in it answers a question, for the `texts` of one record's free `fields`."""
    places = {}
    for index, (field, text) in enumerate(zip(fields, texts, strict=True)):
        if len(text) <= _LONGEST and (indexed := _INDEXED.match(field.path)) is not None:
            places[indexed.group(1), int(indexed.group(2)), indexed.group(3)] = index
    for index, (field, text) in enumerate(zip(fields, texts, strict=True)):
        if "?" not in text and "please" not in text and "Please" not in text:
            continue
        indexed = _INDEXED.match(field.path) if places else None
        follows = places.get((indexed.group(1), int(indexed.group(2)) + 1, indexed.group(3))) if indexed else None
        if follows is not None:
            for key in _asked_for(text[-_QUESTION:]):
                yield from ((follows, pair) for pair in _answer(texts[follows], 0, len(texts[follows]), key))
        if "\n" in text or "? " in text:
            yield from ((index, pair) for pair in _below(text))


def _below(text: str) -> Iterator[Pair]:
    """Answers in the lines below questions in one text, or behind them in the same line."""
    at = 0
    keys: list[str] = []
    for line in text.split("\n"):
        if line.strip():
            for key in keys if len(line) <= _LONGEST + 24 else ():
                yield from _answer(text, at, at + len(line), key)
            keys = list(_asked_for(line[-_QUESTION:])) if "?" in line[-4:] else []
            asked, _, given = line.rpartition("? ")
            if asked and _BRIEF.fullmatch(given):
                for key in _asked_for(asked[-_QUESTION:] + "?"):
                    yield from _answer(text, at + len(line) - len(given), at + len(line), key)
        at += len(line) + 1


def _asked_for(question: str) -> Iterator[str]:
    asked = re.split(r"(?<=[.!]) ", question)[-1]
    if _ASKS.search(asked) is not None:
        yield from (key for key, expression in _ASKED.items() if expression.search(asked) is not None)


def _answer(text: str, start: int, end: int, key: str) -> Iterator[Pair]:
    """The clauses of the answer in `text[start:end]` as values of `key`."""
    led = _LED.match(text, start, end)
    begin = led.end() if led is not None else start
    if end - begin > _LONGEST:
        return
    for clause in _CLAUSE.finditer(text, begin, end):
        at = clause.start()
        for part in _AND.split(clause.group()):
            bare = part.strip(_EDGE)
            if bare and all(map(_says, bare.split())):
                first = text.index(bare, at)
                yield Pair(key, first, first + len(bare), quoted=True)
            at += len(part)
