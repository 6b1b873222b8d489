"""Object names are published and logged, so a name that holds a person's identity stops its partition.

A check of its own over folded words: full names, usernames the policy does not call ambiguous, employee IDs,
anything shaped like an e-mail address, and the accounts of a policy that redacts organisations.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from urllib.parse import unquote

from redactory.directory.model import Account, Person
from redactory.policy.model import IdentityRules

WITHHELD = "(name withheld)"
_LONGEST = 5  # words of the longest identity looked for
_ID_DIGITS = 6  # an employee ID of fewer digits is a part number as well
_EMAIL = re.compile(r"[^\s/@=]+@[^\s/@]+\.[^\s/@]{2,}")
_WORD = re.compile(r"[^\W_]+")


class NameCheck:
    """Identities of one snapshot under one policy's guards."""

    def __init__(self, people: Iterable[Person], rules: IdentityRules, accounts: Iterable[Account] = ()) -> None:
        self._rules = rules
        self._stop = {" ".join(_words(word)) for word in rules.usernames.stop}
        self._singles: set[str] = set()
        self._phrases: set[tuple[str, ...]] = set()
        for person in people:
            self._add(person)
        for account in accounts:
            for written in (account.name, *account.short_names, *account.domains):
                words = _words(written)
                if len(words) > 1:
                    self._phrases.add(tuple(words))
                else:
                    self._singles.update(words)

    def holds_identity(self, text: str) -> bool:
        """Whether `text` (an object's name, a path, a partition's value) holds a person's identity."""
        for form in {text, unquote(text)}:
            if _EMAIL.search(form):
                return True
            words = _words(form)
            if any(word in self._singles and self._striking(word) for word in words):
                return True
            for size in range(2, _LONGEST + 1):
                if any(tuple(words[i : i + size]) in self._phrases for i in range(len(words) - size + 1)):
                    return True
        return False

    def checked(self, text: str) -> str:
        """`text`, or a fixed phrase where it holds an identity."""
        return WITHHELD if self.holds_identity(text) else text

    def _add(self, person: Person) -> None:
        for name in person.display_names:
            words = _words(name)
            if len(words) > 1:
                self._phrases.update((tuple(words), tuple(reversed(words)), (words[-1], *words[:-1])))
        for value in (*person.usernames, *person.employee_ids):
            words = _words(value)
            if len(words) > 1:
                self._phrases.add(tuple(words))
            elif words and (not words[0].isdigit() or len(words[0]) >= _ID_DIGITS):
                self._singles.add(words[0])

    def _striking(self, word: str) -> bool:
        guard = self._rules.usernames
        if word in self._stop or len(word) < guard.min_length:
            return False
        from wordfreq import zipf_frequency

        return bool(zipf_frequency(word, "en") < guard.word_zipf)


def _words(text: str) -> list[str]:
    plain = "".join(c for c in unicodedata.normalize("NFKD", text) if not unicodedata.combining(c))
    return _WORD.findall(plain.casefold())
