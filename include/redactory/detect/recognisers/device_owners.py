"""Whose device a name is: what in it reads as a person, an account or a serial, and what is a plain word."""

from __future__ import annotations

import re

from redactory.detect.lexicon import is_given, surname_bearers, zipf

_NOBODY = frozenset(
    (
        "byod", "corp", "demo", "dev", "guest", "kiosk", "loan", "loaner", "lobby", "managed", "mdm", "no", "non",
        "pool", "pre", "qa", "replacement", "sales", "shared", "spare", "supervised", "temp", "training", "unmanaged",
    )
)  # fmt: skip
RARE = 2.5
_LONG = 5  # letters of a surname that one notable person bears
_WORD_ZIPF = 5.0  # first names up to here
_PLAIN_ZIPF = 3.0
_UNCOMMON = 4.0  # a rarer word (Zipf) before `-iphone` is its owner's name
_WELL_KNOWN = 5  # notable bearers of a surname
_COMMON_ZIPF = 3.3  # a suffix this common is a word (LAPTOP-POLICY), not a person's letters
# what is planned for devices and said of them: `LAPTOP-REFRESH-Q2`, `IPAD-KIOSK-PROFILE`
_PLANNED = frozenset(
    (
        "baseline", "config", "dock", "group", "image", "policies", "policy", "pool", "profile", "project",
        "refresh", "replacement", "request", "rollout", "settings", "standard", "template", "upgrade", "users",
    )
)  # fmt: skip
_PERIOD = re.compile(r"(?:Q[1-4]|H[12]|[VW]\d{1,2}|20\d\d|\d)", re.IGNORECASE)
_MODEL = re.compile(r"[A-Za-z]\d{1,2}[A-Za-z]?|\d{3}")  # `ThinkPad-X13`
_MODELS = frozenset(["pro", "air", "mini", "max", "plus", "go", "hub", "studio", "book", "duo", "ultra", "se"])


def personal(parts: list[str], *, upper: bool) -> bool:
    """Whether what follows a device prefix is a person, a team's letters or a number, and not a plain word."""
    if not parts or not parts[0]:
        return False
    if len(parts) == 1 and parts[0].isdigit() and len(parts[0]) <= 2:
        return False  # `iPhone-15`
    words = [p for p in parts if p]
    last = next((w for w in reversed(words) if not _PERIOD.fullmatch(w)), "")
    if last.casefold() in _PLANNED:
        return False
    if upper and all(w.upper() == w for w in words):
        return not all(len(w) > 3 and _is_plain(w, _COMMON_ZIPF) for w in words)
    if any(_is_plain(w, 4.0) for w in words) or all(w.casefold() in _MODELS or _MODEL.fullmatch(w) for w in words):
        return False
    return any(_is_owners(w) or any(c.isdigit() for c in w) for w in words)


def _is_owners(word: str) -> bool:
    """`jdoe`, `Marta`, and no `Ausgabe` of `Notebook-Ausgabe`: a noun of another language is no word of English."""
    noun = word[0].isupper() and word[1:].islower()
    return username_like(word) and (not noun or is_given(word) or surname_bearers(word) > 0)


def is_name_like(word: str) -> bool:
    """A first name, a surname that several bear, or an initial and a surname in one."""
    named = is_given(word, certain=True) and len(word) > 3 or surname_bearers(word) >= _WELL_KNOWN
    return fused_person(word) or named and zipf(word) < _WORD_ZIPF


def _is_plain(word: str, frequent: float) -> bool:
    """A word of the language that is nobody's name."""
    if not word.isalpha() or zipf(word) < frequent or is_given(word, certain=True):
        return False
    return not (surname_bearers(word) >= 2 * _WELL_KNOWN and zipf(word) < _UNCOMMON)


def username_like(word: str) -> bool:
    """Letters that are no English word: `mdelgado`; or a first name: `dana`."""
    letters = word.strip("0123456789'\u2019")
    if len(letters) < 2 or not letters.isalpha():
        return False
    if is_given(letters, certain=True) and len(letters) > 2:
        return zipf(letters) < 5.0
    if is_given(letters) and len(letters) > 3 and zipf(letters) < 3.0:
        return True
    bearers = surname_bearers(letters) if len(letters) > 2 else 0
    if bearers and len(letters) > _LONG and zipf(letters) < RARE:
        return True
    if bearers >= _WELL_KNOWN and zipf(letters) < _UNCOMMON or bearers > 1 and zipf(letters) < RARE:
        return True
    return len(letters) >= 4 and (fused_person(letters) or zipf(letters) < 1.5)


def fused_person(word: str) -> bool:
    """Initial and surname in one: `MDELGADO`, `JSMITH2`."""
    letters = word.rstrip("0123456789")
    return len(letters) >= 5 and letters.isalpha() and surname_bearers(letters[1:]) >= 5 and zipf(letters) < 2.0


def numbered_surname(word: str) -> bool:
    """`swiatek6`: a surname and the number that tells its bearers apart."""
    letters = word.rstrip("0123456789")
    if not 0 < len(word) - len(letters) < 3 or len(letters) < 4 or not letters.isalpha():
        return False
    return surname_bearers(letters) > 1 and zipf(letters) < _UNCOMMON


def person_letters(parts: list[str]) -> bool:
    return any(username_like(p) for p in parts) or (
        len(parts) == 2 and parts[0].isalpha() and 2 <= len(parts[0]) <= 3 and parts[1].isdigit()
    )


def told_apart(part: str) -> bool:
    """Whether the last piece of a name in lower case tells one machine from hundreds: `acme-lt-0193`, `hh-nb-jdoe`."""
    return part.isdigit() and len(part) > 2 or fused_person(part)


def owned_in_scheme(company: str, kind: str, owner: str) -> bool:
    """`acm-nb-ingrid`, `ACM-NB-bakker`: letters of a company, a kind, and a name or letters that no text uses.

    Where a company's and a kind's letters are capitals and the owner's are not, that is how names are written.
    """
    low = owner.casefold()
    if not (company.isalpha() and 1 < len(company) < 6 and owner.isalpha() and len(owner) > 2):
        return False
    if low in _PLANNED or low in _NOBODY:
        return False
    if company.isupper() and kind.isupper() and not owner.isupper():
        return zipf(company) < _UNCOMMON and zipf(low) < _UNCOMMON or is_given(low, certain=True)
    heard = zipf(company) >= (_UNCOMMON if len(company) < 4 else _PLAIN_ZIPF)
    return company.islower() and owner.islower() and not heard and (zipf(low) < RARE or is_somebodys(low))


def hardly_word(part: str) -> bool:
    """`jdoe`, `mvanwijk`: letters that are an account rather than a word, in lower case too."""
    return part.isalpha() and len(part) > 3 and zipf(part) < 1.0 and username_like(part)


def any_owner(word: str) -> bool:
    """Whose telephone it is: a name of any list, or a word no language uses (`Haes-iPhone`); no `loaner-ipad`."""
    letters = re.sub(r"['\u2019]", "", word).casefold()
    for name in (letters, letters.removesuffix("s")):
        if len(name) < 2 or not name.isalpha() or name in _NOBODY:
            continue
        if is_given(name, certain=True) or zipf(name) < _UNCOMMON:
            return letters not in _NOBODY
    return False


def named_after(word: str) -> bool:
    """The owner in a name that its maker gives (`Floors-MacBook-Air`), whatever word it is."""
    return word[0].isupper() and word[1:].islower() and word.endswith("s") and word[:-1].casefold() not in _NOBODY


def dotted_owner(word: str) -> bool:
    """`marta.lund` before `-mbp`: an account of two names."""
    names = word.casefold().split(".")
    return len(names) == 2 and all(len(n) > 2 and n.isalpha() for n in names) and any(map(username_like, names))


def is_owner(word: str) -> bool:
    """The owner of `Dana's-iPhone`, `danas-macbook-pro`."""
    bare = re.sub(r"['\u2019]s?$|['\u2019]", "", word)
    if word != bare:
        return True
    return username_like(bare) or (bare.endswith("s") and username_like(bare[:-1]))


def is_somebodys(word: str) -> bool:
    """Whether a folded piece may be somebody's name: of a list, or a word of no text."""
    return is_given(word) or surname_bearers(word) >= 2 * _WELL_KNOWN or len(word) > 3 and not zipf(word)


def is_plain(word: str) -> bool:
    """Whether a folded piece is a word of the language that is nobody's name."""
    return zipf(word) >= _PLAIN_ZIPF and not is_given(word, certain=True) and surname_bearers(word) < 2 * _WELL_KNOWN
