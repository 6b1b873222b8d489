"""Names in their own script amid text in Latin letters: `伟明 欧阳`, `Wei Zhang (张伟)`, `田中さん`, `Иван Петров`.

The model reads English and the lists of names are in Latin letters. What shows a name is how it is set: a run of two
short words where the script is written without spaces, two capitalised words of a script that has capitals, one word in
brackets beside its spelling in Latin letters, or a word with an honorific. A run is all words of the script in a row,
so that running text in another language is no name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.names_evidence import evidence
from redactory.detect.recognisers.base import Found

_HAN = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_KANA = "\u3041-\u30ff"
_HANGUL = "\uac00-\ud7a3"
_GREEK = "\u0370-\u03ff\u1f00-\u1fff"
_CYRILLIC = "\u0400-\u052f"
_LETTERS = f"{_HAN}{_KANA}{_HANGUL}{_GREEK}{_CYRILLIC}"
_ANY = re.compile(f"[{_LETTERS}]")
_RUN = re.compile(
    "|".join(
        (
            f"[{_HAN}{_KANA}]+(?:[ \u3000\u00b7\u30fb][{_HAN}{_KANA}]+)*",
            f"[{_HANGUL}]+(?: [{_HANGUL}]+)*",
            f"[{_GREEK}\u0301]+\\.?(?:[ -][{_GREEK}\u0301]+\\.?)*",
            f"[{_CYRILLIC}]+\\.?(?:[ -][{_CYRILLIC}]+\\.?)*",
        )
    )
)
_UPPER = "\u0386-\u03ab\u0400-\u042f"
_LOWER = "\u03ac-\u03ce\u0301\u0430-\u045f"
_CAPITALISED = re.compile(f"[{_UPPER}](?:\\.|[{_LOWER}]+)(?:-[{_UPPER}][{_LOWER}]+)?")
_IDEOGRAPH = re.compile(f"[{_HAN}]")
_KATAKANA = re.compile("[\u30a1-\u30fa]")  # loan words of the trade
_LONGEST = 4
_HONORIFIC = re.compile("(.{1,5}?) ?(?:さん|さま|様|氏|くん|君|先生|女士|小姐|님|씨)")
_SURNAMES_OF_ONE_SYLLABLE = frozenset(
    "김이박최정강조윤장임한오서신권황안송류전홍유고문양손배백허남심노하곽성차주우구민진"
)
_SPELT = r"[^\W\d_][\w.'\u2019-]* [^\W\d_][\w'\u2019-]*"  # two words in Latin letters
_SPELT_BEFORE = re.compile(rf"({_SPELT}) ?[(\[/\uff08] ?$")
_SPELT_BEHIND = re.compile(rf" ?[(\[/\uff08] ?({_SPELT})")
_SAID = re.compile(
    r"(?:\b(?:dear|hi|hello|hey|thanks|asked|name|user|customer|colleague|owner|assignee|requester|manager|"
    r"agent|mr|mrs|"
    r"ms|cc)\b[.:]?|name\"?[:=] ?\"?) ?$",
    re.IGNORECASE,
)
_NAMED = 0.6  # evidence that the words beside it are a name
_SURE, _LIKELY = 0.8, 0.7


def native_names(text: str) -> Iterator[Found]:
    """Names in a script other than Latin, each as a person."""
    if text.isascii() or _ANY.search(text) is None:
        return
    for match in _RUN.finditer(text):
        start, end = match.span()
        titled = _HONORIFIC.fullmatch(match.group())
        if titled is not None:
            yield Found(start, start + titled.end(1), _SURE)
        elif _is_pair(match.group()) or _is_short(match.group()) and _is_shown(text, start, end):
            yield Found(start, end, _LIKELY)


def _is_pair(run: str) -> bool:
    """Two words set as a name is: short ones of Han or kana, one with a Korean surname, or capitalised ones."""
    words = re.split("[ \u3000\u00b7\u30fb]", run)
    if run[0] < "\u3005":
        return 2 <= len(words) <= 3 and all(_CAPITALISED.fullmatch(word) for word in words) and len(words[-1]) > 2
    if len(words) != 2 or max(map(len, words)) > _LONGEST:
        return False
    if "\uac00" <= run[0] <= "\ud7a3":
        return any(word in _SURNAMES_OF_ONE_SYLLABLE for word in words)
    return _KATAKANA.search(run) is None and _IDEOGRAPH.search(run) is not None


def _is_short(run: str) -> bool:
    """One word as long as a name."""
    return 2 <= len(run) <= _LONGEST + 1 if run[0] >= "\u3005" else _CAPITALISED.fullmatch(run) is not None


def _is_shown(text: str, start: int, end: int) -> bool:
    """Whether what stands beside `text[start:end]` says that it is a name."""
    if _SAID.search(text, max(0, start - 24), start):
        return True
    spelt = _SPELT_BEFORE.search(text, max(0, start - 60), start) or _SPELT_BEHIND.match(text, end)
    return spelt is not None and evidence(spelt.group(1).split()) >= _NAMED
