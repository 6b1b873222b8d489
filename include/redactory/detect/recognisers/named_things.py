"""Things and firms where a text names people: `sorry, CORS policy is back`, `Ann Lee from Acme (ann.lee@...)`."""

from __future__ import annotations

import re
from typing import Any

from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.recognisers import person_patterns as said

_LETTERS = 4  # of an abbreviation
_UNHEARD = 1.5  # Zipf of letters that stand for nothing texts speak of
_OF_FIRM = re.compile(r"(?:[^\W\d_a-z][^\W\d_]+ ){2}(?:from|of|at) $")
_DOMAIN = re.compile(r"[^@\n]{1,64}@")
# what programs fail to do, in languages that have a greeting of their own: `Bonjour, Quillware ne démarre plus`
_FAILS = re.compile(
    r" (?:ne (?:se lance|d\u00e9marre|fonctionne|marche|charge)|n['\u2019]ouvre|(?:startet|l\u00e4dt|funktioniert|"
    r"\u00f6ffnet sich|l\u00e4uft) (?:nicht|seit|nur)|no (?:arranca|abre|funciona|carga)|non (?:parte|funziona|si apre|"
    r"si avvia)|n\u00e3o (?:abre|arranca|funciona)|(?:start|werkt|opent) niet)\b"
)


def is_thing(text: str, start: int, end: int, expression: Any) -> bool:
    """Whether what one of the patterns of people, `expression`, finds at `start` to `end` is no person there.

    The owner of an address stands before the firm; letters that stand for something have no sentence of their own
    behind a greeting, and no name behind them; programs fail as nobody does.
    """
    word = text[start:end]
    if expression is said.BEFORE_ADDRESS:
        address = _DOMAIN.match(text, end)
        own = address is not None and word.split()[-1].lower() in address.group().lower()
        return not own and _OF_FIRM.search(text, max(0, start - 48), start) is not None
    first, _, behind = word.partition(" ")
    if expression is said.BY:  # `last seen by ETRM Quill`
        return _stands_for(first) and behind.istitle() and not any(map(is_given, behind.split()))
    if expression is not said.GREETING or behind or is_given(first):
        return False
    goes_on = text[end : end + 1] == " " and text[end + 1 : end + 2].islower()
    told = goes_on and _stands_for(first) and zipf(first) > _UNHEARD
    return told or _FAILS.match(text, end) is not None


def _stands_for(letters: str) -> bool:
    """Whether capitals are an abbreviation, which nobody of the lists has for a name."""
    short = 1 < len(letters) <= _LETTERS and letters.isupper()
    return short and not is_given(letters) and not surname_bearers(letters)
