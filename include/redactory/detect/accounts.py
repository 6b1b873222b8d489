"""Organisations of the account list, matched as Layer 1 matches people: one automaton over folded text.

A name that is made of common words counts where it is written with capitals, one of up to three letters where it is
written as in the list. A domain counts wherever it stands on word boundaries.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field

import daachorse

from redactory.detect import lexicon
from redactory.detect.fold import fold, folded, is_boundary
from redactory.detect.guards import capitalised
from redactory.detect.identity import ESCAPE_BEFORE
from redactory.detect.spans import IDENTITY, Claim, Span
from redactory.directory.model import Account
from redactory.errors import PolicyError
from redactory.policy.model import Policy

ORG = "ORG"
ACCOUNT = "account"  # rule of an organisation of the list
WORD_ZIPF = 3.0  # a word this frequent (wordfreq's Zipf scale) is no name by itself
_WORD = re.compile(r"[^\W_]+")
_SHORT = 3  # letters up to which a name is also an abbreviation of something else


@dataclass(slots=True)
class _Pattern:
    """`spellings`: one of them must stand there, where there are any. `guarded`: in capitals only."""

    guarded: bool
    owners: dict[str, None] = field(default_factory=dict)
    spellings: set[str] = field(default_factory=set)

    def fits(self, value: str) -> bool:
        if self.spellings and value not in self.spellings and value.lower() not in self.spellings:
            return False
        return not self.guarded or capitalised(value)


class AccountLayer:
    """The account list as a matcher."""

    def __init__(self, accounts: Sequence[Account]) -> None:
        patterns: dict[str, _Pattern] = {}
        for account in accounts:
            for name in (account.name, *account.short_names):
                own = patterns.setdefault(folded(name), _Pattern(guarded=_is_common(folded(name))))
                own.owners[account.key] = None
                if len(folded(name)) <= _SHORT:
                    own.spellings.add(name)
            for domain in account.domains:
                own = patterns.setdefault(folded(domain), _Pattern(guarded=False))
                own.owners[account.key] = None
                own.spellings.add(domain.lower())
        self._patterns = list(patterns.values())
        self._automaton = daachorse.DoubleArrayAhoCorasick([pattern.encode() for pattern in patterns])

    def find(self, texts: Sequence[str]) -> list[list[Claim]]:
        """Where each text names an account, and which; overlaps included."""
        return [self._in_text(text) for text in texts]

    def _in_text(self, text: str) -> list[Claim]:
        found = []
        source = fold(text)
        for begin, finish, pattern in self._automaton.find_overlapping(source.data):
            start, end = source.start(begin), source.end(finish)
            own = self._patterns[pattern]
            begins = is_boundary(text, start) or ESCAPE_BEFORE.search(text[max(0, start - 6) : start])
            if begins and is_boundary(text, end) and own.fits(text[start:end]):
                found.append(Claim(Span(start, end, ORG, IDENTITY, ACCOUNT, 1.0), tuple(own.owners)))
        return found


def _is_common(name: str) -> bool:
    """Whether a folded name is made of common words and numbers alone."""
    return all(word.isdecimal() or lexicon.zipf(word) > WORD_ZIPF for word in _WORD.findall(name))


def require_accounts(policy: Policy, accounts: Sequence[Account]) -> None:
    """Raises PolicyError where the policy redacts organisations, and nothing could find one without an account list."""
    others = (
        *(rule.entity for rule in policy.formats), *policy.ner.labels.values(), *policy.fields.entities.values()
    )  # fmt: skip
    if not accounts and policy.redacts(ORG) and ORG not in others:
        raise PolicyError(
            f"policy {policy.name} redacts {ORG}, and there is no account list: give --accounts, or set "
            "REDACTORY_ACCOUNTS_FILE and refresh the directory"
        )
