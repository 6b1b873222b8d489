"""Words that are made like accounts: initials and surnames, first names and numbers, beginnings of a name's words."""

from __future__ import annotations

import re
from functools import lru_cache

from redactory.detect.fold import folded
from redactory.detect.lexicon import (
    begins_given,
    begins_surname,
    fold,
    is_ambiguous_name,
    is_compound,
    is_given,
    surname_bearers,
    zipf,
)
from redactory.detect.names_evidence import evidence
from redactory.detect.recognisers.base import is_word
from redactory.detect.recognisers.device_schemes import is_glued_service

_COMMON_NAME = 5.0
_BEARERS, _COMMON_SURNAME = 10, 4.0  # notable people of a surname, Zipf
UNHEARD = 1.5
_NO_WORD = 1.0
_CUT = 8  # letters of an initial and a surname that may have been cut short
_RARE = 3.3  # a more frequent word (Zipf) is no part of a name by itself
_NAMED = 0.6  # evidence of a person's name
_SERVICE = re.compile(
    (
        r"^(?:svc|srv|sa|app|bot|sys|adm|gmsa|task|job|k8s|db|api|ci|cron|batch)[-_.].+|.+[-_](?:svc|bot|"
        r"service|prod|dev|test|app|api|admins?|group|users|team)$"
    ),
    re.IGNORECASE,
)


_SECOND = re.compile(r"^(?:adm|admin|a|da|ext|x|c|t\d|priv)[-_.](?=[^\W\d_]{3})", re.IGNORECASE)


def is_service_account(word: str) -> bool:
    """Whether `word` is made like an account of a system; not somebody's second one (`adm_jdoe`, `ext-jdoe`)."""
    return _SERVICE.match(word) is not None and not is_second_account(word)


def is_second_account(word: str) -> bool:
    """Whether `word` is an account of a person with what it is for before it: `adm_jdoe`, `ext-jdoe`."""
    prefix = _SECOND.match(word)
    if prefix is None:
        return False
    name = word[prefix.end() :]
    return made_of_name(name) or surname_bearers(name) >= _BEARERS and zipf(name) < _COMMON_SURNAME


# how the accounts of programs begin and end: `CICSUSER`, `db2inst`, `PRODCTL`
_OF_PROGRAM = re.compile(
    r"(?:cics|db2|ims|tso|jes|racf|stc|batch|svc|omvs|mssql)\w*|"
    r"\w{2,}(?:users?|usr|adm|admins?|oper|opr|prod|srv|svr|svc|server|service|ctl|stc|bot|agent|bkp|backup|batch|"
    r"sync|proc|task|inst|fenc|daemon|sql|apps?|groups?|node|host|hub)"
)


def is_of_program(letters: str) -> bool:
    """Whether folded `letters` are put together as the account of a program."""
    return _OF_PROGRAM.fullmatch(letters) is not None


_NUMBERED = re.compile(r"([a-z]{1,12})\d{1,7}", re.IGNORECASE)


@lru_cache(maxsize=50_000)
def accountish(word: str, rare: float) -> bool:
    """Whether `word` may be an account where one is spoken of: numbered, parted, or no word (`rare`, Zipf) at all."""
    if not (word.islower() or word.isupper()) or len(word) < 3:
        return False
    numbered = _NUMBERED.fullmatch(word)
    if numbered is not None:
        letters = numbered.group(1)
        known = not is_of_program(letters.lower()) and not is_glued_service(letters.lower()) and len(word) > 4
        return known and (len(letters) < 4 or zipf(letters) < _RARE or is_given(letters))
    parts = re.split(r"[._-]", word.rstrip("0123456789"))
    if len(parts) == 2 and all(part.isalpha() for part in parts):
        return max(map(len, parts)) > 2 and all(
            len(part) == 1 or zipf(part) < _RARE or is_given(part) and zipf(part) < _COMMON_NAME for part in parts
        )
    return word.isalpha() and zipf(word) < rare and len(word) < 21 and not is_of_program(word.lower())


_JOINS = str.maketrans("", "", "._-")


def is_account_of(word: str, name: str) -> bool:
    """`vujo` behind `John Vu`, `zihan422` behind `Zihan Deng`: letters from the beginnings of words of it."""
    letters = fold(word).rstrip("0123456789")
    name = name[next((at for at, char in enumerate(name) if char.isupper()), 0) :]
    if evidence(name.split()) < _NAMED:
        return False
    parts = [folded(part).replace("'", "").replace("-", "") for part in name.split()]
    if letters.translate(_JOINS) in ("".join(parts), "".join(parts[-1:] + parts[:-1])):
        return True  # `vinhquang.dang`
    if len(letters) < 3 or not letters.isalpha() or not (word.islower() or word.isupper()) or not name[0].isupper():
        return False
    if letters in parts:
        return len(word) > len(letters) or zipf(letters) < UNHEARD
    halves = [(letters[:cut], letters[cut:]) for cut in range(1, len(letters))]
    return zipf(letters) < UNHEARD and any(
        a != b and a.startswith(head) and b.startswith(tail) for head, tail in halves for a in parts for b in parts
    )


@lru_cache(maxsize=50_000)
def numbered_name(word: str) -> bool:
    """`aoife53`: a first name and two digits or more; not `java17`."""
    letters = word.rstrip("0123456789")
    if not (letters.isalpha() and len(letters) > 2 and 1 < len(word) - len(letters) < 5):
        return False
    if not (word.islower() or word.isupper()) or is_ambiguous_name(letters):
        return False
    return is_given(letters) and zipf(letters) < _COMMON_NAME


_BORN = re.compile(r"[a-z]{4,20}(?:6[0-35-9]|7\d|8[0-57-9]|9\d)")  # not `64`, `86`: processors


def born_name(word: str) -> bool:
    """`aoife73`: a first name that is nothing else and the year of a birth; believed wherever it stands."""
    return _BORN.fullmatch(word) is not None and is_given(word[:-2], certain=True) and numbered_name(word)


@lru_cache(maxsize=50_000)
def initial_behind(word: str) -> bool:
    """`donnaw`, `smithj2`: a first name or a surname and one letter; believed beside a word of accounts alone."""
    letters = word.rstrip("0123456789")
    if len(letters) < 5 or not letters.isalpha() or letters[-1] in "s" or zipf(letters) >= 1.5:
        return False
    return is_given(letters[:-1], certain=True) or surname_bearers(letters[:-1]) >= 10


@lru_cache(maxsize=50_000)
def made_of_name(word: str) -> bool:
    """`mdelgado`, `m.delgado`, `ann.lee`, `lee_ann`, `delgadom`, `mdelgado2`, `mdelgadil`; in one case."""
    if not (word.islower() or word.isupper()) or len(word) < 4:
        return False
    letters = word.rstrip("0123456789")
    if not letters.isascii() and not letters.isalpha():
        return False
    parts = re.split(r"[._-]", letters.lower())
    if len(parts) == 2:
        first, last = parts
        if not (first.isalpha() and last.isalpha()):
            return False
        if len(first) == 1:
            return len(last) >= 3 and "-" not in letters and (surname_bearers(last) >= 2 or zipf(last) < 2.0)
        if len(last) == 1:
            if "_" in letters and (surname_bearers(first) >= 2 or len(first) > 4 and zipf(first) < 1.0):
                return True
            return len(first) >= 4 and "-" not in letters and surname_bearers(first) >= 5
        if "-" in letters:
            return False
        if "_" in letters:
            sure = is_given(first, certain=True) and not is_ambiguous_name(first)
            return sure and surname_bearers(last) >= 2 and zipf(last) < 4.3
        return (
            is_given(first)
            and (surname_bearers(last) >= 2 or zipf(last) < 1.5)
            and (zipf(first) < 4.8 or zipf(last) < 4.0)
        )
    if len(parts) != 1 or not letters.isalpha() or word.isupper():
        return False
    low = letters.lower()
    if len(low) < 5 or zipf(low) >= 1.8:
        return False
    if surname_bearers(low[1:]) >= 5 and (len(low) >= 6 or surname_bearers(low[1:]) >= 20):
        return True
    return len(low) >= _CUT and zipf(low) < _NO_WORD and zipf(low[1:]) < _NO_WORD and begins_surname(low[1:])


def composed(letters: str) -> bool:
    """`laukan`, `serranoc`: the beginning of a surname and that of a first name; believed with a number behind it."""
    if len(letters) < 5 or zipf(letters) >= _NO_WORD or is_compound(letters):
        return False
    if surname_bearers(letters[:-1]) > 1:
        return True
    return any(
        begins_surname(letters[:-size]) and begins_given(letters[-size:]) for size in (2, 3) if len(letters) - size > 2
    )


def stands_alone(text: str, start: int, end: int) -> bool:
    """A token of prose: not part of a host name, path, address or command."""
    left = text[start - 1] if start else " "
    right = text[end] if end < len(text) else " "
    if is_word(left) or is_word(right) or left in "./\\-@:$%=+&#" or right in "@\\/=$+&(":
        return False
    if right in "-:" and end + 1 < len(text) and is_word(text[end + 1]):
        return False
    return not (right == "." and end + 1 < len(text) and is_word(text[end + 1]))
