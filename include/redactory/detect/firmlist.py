"""Names of firms, makers and brands as public lists have them, and what each name can be beside a firm's.

Sources: `pytickersymbols` (MIT; the firms of the stock indices, from Wikipedia), `simplepycons` (MIT; the brands of
Simple Icons, CC0) and `bluetooth-numbers` (MIT; the makers registered with the Bluetooth SIG and with the IEEE for
network addresses), packages of the environment of which only the names are read, once on a machine (`prepared`); and
`trades`, a list of our own (`data/trade_firms.txt`).
"""

from __future__ import annotations

import ast
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path

from redactory.detect.lexicon import fold, is_given
from redactory.detect.prepared import prepared
from redactory.detect.wordlists import read_words

INDICES, BRANDS, MAKERS, TRADES = 1, 2, 4, 8
BITS = {"pytickersymbols": INDICES, "simplepycons": BRANDS, "bluetooth-numbers": MAKERS, "trades": TRADES}
WELL_KNOWN = INDICES | BRANDS | TRADES  # lists of who is known; a register holds whoever paid for a number
LONGEST = 5  # words of a name that is looked for
WORD = re.compile(r"[^\W_]+(?:['\u2019.-][^\W_]+)*|&|\+")
_TITLE = re.compile(r"def (?:title|aliases)\(self\)[^\n]*\n(.*?)(?=\n    @|\Z)", re.DOTALL)
_QUOTED = re.compile(r'"(?:[^"\\\n]|\\.)*"')
_ASIDE = re.compile(r"\s*[(\[].*?[)\]]|\s+(?:Class|Series) [A-C]\b.*")
_UMLAUTS = str.maketrans({"\xe4": "ae", "\xf6": "oe", "\xfc": "ue", "\xf8": "oe", "\xe5": "aa", "\xdf": "ss"})
_TRADE = 12  # names that end with a word, from which on it says what firms do: `... Technologies`
_SHORTEST = 3


@prepared
def listed() -> tuple[dict[str, int], dict[str, int]]:
    """Folded names of all lists -> the bits of their lists, and each first word -> how many words may follow it.

    Words stand apart by a space. A name is there as its list has it and as people shorten it: `Carl Zeiss Meditec AG`.
    """
    found: dict[str, int] = {}
    bare = [
        (called(spelled), bit)
        for bit, read in _READERS.items()
        for name in read()
        for spelled in {name, name.translate(_UMLAUTS)}
    ]
    last = Counter(name[-1] for name in {name for name, _ in bare} if len(name) > 1)
    endings = frozenset(word for word, count in last.items() if count >= _TRADE and not is_given(word))
    for name, bit in bare:
        beginning = {name[:2]} if bit == INDICES and len(name) == 3 and len(name[1]) > 2 else set()
        for short in {name, _without(name, endings)} | beginning:
            key = " ".join(short)
            if short and len(short) <= LONGEST and len(key) >= _SHORTEST and not key.isdigit():
                found[key] = found.get(key, 0) | bit
    longest: dict[str, int] = {}
    for key in found:
        first = key.partition(" ")[0]
        longest[first] = max(longest.get(first, 0), key.count(" "))
    return found, longest


def called(name: str) -> tuple[str, ...]:
    """What a listed name is called, as folded words: no legal form, nothing in brackets, no class of a share."""
    words = (fold(match.group()).replace(".", "") for match in WORD.finditer(_ASIDE.sub("", name)))
    return _without(tuple(words), _forms())


@cache
def _forms() -> frozenset[str]:
    return read_words("legal_forms")


def _without(name: tuple[str, ...], endings: frozenset[str]) -> tuple[str, ...]:
    """`name` without an article before it and without `endings` behind it; one word is left."""
    while len(name) > 1 and (name[-1] in endings or name[-1] in ("&", "and")):
        name = name[:-1]
    return name[1:] if len(name) > 1 and name[0] == "the" else name


def _indices() -> Iterable[str]:
    from pytickersymbols.indices_data import INDICES as listed

    return {company["name"] for index in listed.values() for company in index["companies"]}


def _brands() -> Iterator[str]:
    """Titles and aliases, read from the text of the modules: there are three thousand to import otherwise."""
    spec = find_spec("simplepycons")
    for folder in (spec.submodule_search_locations or ()) if spec is not None else ():
        for path in sorted(Path(folder).glob("_*.py")):
            for body in _TITLE.findall(path.read_text("utf-8")):
                yield from map(ast.literal_eval, _QUOTED.findall(body))


def _makers() -> Iterator[str]:
    from bluetooth_numbers import company, oui

    yield from company.values()
    yield from oui.values()


def _trades() -> Iterator[str]:
    text = (files("redactory.detect") / "data" / "trade_firms.txt").read_text("utf-8")
    for line in text.splitlines():
        if not line.startswith("#"):
            yield from filter(None, map(str.strip, line.split(";")))


_READERS = {INDICES: _indices, BRANDS: _brands, MAKERS: _makers, TRADES: _trades}
