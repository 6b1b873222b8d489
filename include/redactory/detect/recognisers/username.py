"""User names where an account is spoken of: `DOMAIN\\user`, `uid=`, home folders, `user jdoe`, `login: jdoe`."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from redactory.detect.lexicon import is_borne, is_given, surname_bearers, zipf
from redactory.detect.recognisers import account_patterns as said
from redactory.detect.recognisers.account_places import is_somebody, placed
from redactory.detect.recognisers.account_shapes import (
    UNHEARD,
    accountish,
    born_name,
    initial_behind,
    is_account_of,
    is_second_account,
    is_service_account,
    made_of_name,
    numbered_name,
    stands_alone,
)
from redactory.detect.recognisers.base import (
    Found,
    Options,
    Sieve,
    bounded,
    found,
    is_word,
    own_patterns,
    refuse_unknown,
    strings,
)
from redactory.detect.recognisers.device_schemes import is_service, is_serving
from redactory.detect.recognisers.log_accounts import logged
from redactory.detect.recognisers.marked_accounts import marked
from redactory.detect.tokens import behind_token
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import Match

_WELL_KNOWN = read_words("system_accounts")
_DOMAINS_NOT = frozenset(
    [
        "c",
        "d",
        "e",
        "f",
        "hklm",
        "hkcu",
        "hkey_local_machine",
        "hkey_current_user",
        "software",
        "system",
        "currentversion",
        "windows",
        "program",
    ]
)
_REGISTRY = re.compile(r"(?:HK(?:LM|CU|CR|U)|HKEY_\w+|SOFTWARE|SYSTEM|[A-Z]:|\\\\|%\w+%|\w\\)[^\s\"']*$", re.IGNORECASE)
# a folder with a space in its name: `\\fs\home\Ann Lee\docs`
_IN_PATH = re.compile(r"(?:\\\\|[A-Za-z]:\\)[^\"'\n,;]*\\[\w.$-]+ $")
_ACCOUNT_WORD = re.compile(
    r"\b(?:user|account|login|logon|uid|member|owner|mailbox|profile|username|password|logged|signed|unlock\w*"
    r"|run(?:s|ning)? as|the name|usuario|benutzer\w*|konto)\b",
    re.IGNORECASE,
)
_FOLDER_GOES_ON = re.compile(r"(?: [\w&.()-]+){1,4}[\\/]")
_COMMON = 2.2  # zipf; above it a bare lower-case word after `user` is a word of the sentence
_UNKNOWN = 0.8  # zipf; a word in lower case before `removed` is an account where no language has it
_SHORTEST = 5  # letters of a token that may be an account by its make alone


class UsernameRecogniser:
    """User names in account settings, and by their make: initial and surname (`jdoe`), first.last (`ann.lee`).

    Options: `stop` (names that belong to systems), `shapes` (RE2: the company's own form of user name).
    """

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("stop", "shapes"), "username")
        self._stop = _WELL_KNOWN | {s.lower() for s in strings(options, "stop")}
        self._shapes = own_patterns(options, "shapes")

    def find(self, text: str) -> Iterator[Found]:
        for own in self._shapes:
            for match in own.finditer(text):
                if bounded(text, *match.span()):
                    yield found(match, 0.9)
        lowered = text.lower()
        if "=" in text or ":" in text or "%3d" in lowered:
            for match in said.KEYED.finditer(text):
                if match.start() == 0 or not text[match.start() - 1].isalnum():
                    strict = "=" in text[match.start() : match.start(1)]
                    if strict and self._after_uid(text, match):
                        yield found(match, 0.85, 1)
                        continue
                    yield from self._value(text, *match.span(1), strict=strict, score=0.85)
        if "=" in text:
            for match in said.DN.finditer(text):
                start, end = match.span(1)
                word = text[start:end]
                unheard = word.isascii() and accountish(word, _UNKNOWN) and not _names_server(word)
                personal = self._looks_personal(word) or unheard
                if personal and (match.start() == 0 or not is_word(text[match.start() - 1])):
                    yield Found(start, end, 0.85)
            for match in said.QUERY.finditer(text):
                yield from self._value(text, *match.span(1), strict=True, score=0.85)
            for match in said.PERSON_QUERY.finditer(text):
                if self._looks_personal(match.group(1)):
                    yield found(match, 0.85, 1)
        if "\\" in text or "/" in text or "~" in text:
            for match in said.HOME.finditer(text):
                start, end = match.span(1)
                if text[match.start()] == "~" and match.start() and text[match.start() - 1] not in " /:\"'(":
                    continue
                word = text[start:end]
                in_url = text[match.start() - 1 : match.start()] == "/" and zipf(word.rstrip("0123456789")) < UNHEARD
                if end < len(text) and text[match.start()] == "~" and not (in_url or self._looks_personal(word)):
                    continue  # `https://git.example/~jdoe7/x`
                if _FOLDER_GOES_ON.match(text, end) and not (self._looks_personal(word) or is_borne(word)):
                    continue  # a folder of more words: `profiles`, `Sales Team`
                if word.lower() not in self._stop and not is_service_account(word):
                    yield Found(start, end, 0.9)
            for match in said.PROFILE.finditer(text):
                if self._looks_personal(match.group(1)):
                    yield found(match, 0.8, 1)
            for match in said.DOMAIN.finditer(text):
                yield from self._domain_user(text, match)
        spoken = said.SPOKEN.search(text)
        while spoken is not None:
            start, end = spoken.span(1)
            at = start  # `reset password for jdoe`: what stands behind one word may be the next one
            if spoken.start() == 0 or not is_word(text[spoken.start() - 1]):
                head = text[spoken.start() : start].lower()
                if self._spoken(text, text[start:end], start, end, head):
                    yield Found(start, end, 0.75)
                    at = end
            spoken = said.SPOKEN.search(text, at)
        for expression, rare in ((said.NAMED, UNHEARD), (said.DEALT_WITH, _UNKNOWN)):
            for match in expression.finditer(text):
                if self._stands(text, *match.span(1)) and accountish(match.group(1), rare):
                    yield found(match, 0.75, 1)
        yield from marked(text)
        if "@" in text:
            yield from self._at(text)
        for match in said.BRACKETED.finditer(text):
            start, end = match.span(1)
            word = text[start:end]
            if self._looks_personal(word) and re.search(
                r"[\w.'\u2019-]\s$", text[max(0, match.start() - 2) : match.start()]
            ):
                yield Found(start, end, 0.75)
                continue
            name = said.NAME_BEFORE.search(text, max(0, match.start() - 48), match.start())
            if name is not None and word.lower() not in self._stop and is_account_of(word, name.group(1)):
                yield Found(start, end, 0.75)
        yield from logged(text)
        yield from placed(text)
        # words repeat: which ones are made of a name is asked once each, their places only where one is
        made = _tokens_of_names.passing(said.TOKEN.findall(text))
        if made:
            for token in said.TOKEN.finditer(text):
                start, end = token.span()
                if token.group() in made and stands_alone(text, start, end):
                    yield Found(start, end, 0.6)

    def _after_uid(self, text: str, match: Any) -> bool:
        """`uid=` names nothing but an account, even `uid=land`."""
        word = match.group(1)
        if not match.group().lower().startswith("uid=") or not word.islower() or word in self._stop:
            return False
        return not is_service_account(word) and text[match.end() : match.end() + 1] not in ("@", "-", "/")

    def _at(self, text: str) -> Iterator[Found]:
        """Mentions (`@jdoe`) and accounts before a host in a command or prompt."""
        for match in said.MENTIONED.finditer(text):
            word = match.group(1)
            if behind_token(text, match.start(1) - 1):
                continue
            unheard = len(word) > 3 and (word.islower() or word.isupper()) and zipf(word) < UNHEARD
            scope = text[match.end() : match.end() + 1] in ("@", "/")  # `@scope/package`
            if not scope and (self._looks_personal(word) or unheard and word.lower() not in self._stop):
                yield found(match, 0.75, 1)
        for match in said.SHELL.finditer(text):
            group = next(index for index in (1, 2, 3) if match.start(index) >= 0)
            if match.group(group).lower() not in self._stop and not is_service_account(match.group(group)):
                yield found(match, 0.85, group)

    def _value(self, text: str, start: int, end: int, *, strict: bool, score: float) -> Iterator[Found]:
        word = text[start:end]
        if end < len(text) and (is_word(text[end]) or text[end] in "@\\" or text[end : end + 1] == "/"):
            return
        if text[end : end + 1] == "=" and text[end + 1 : end + 2] != "=":
            return  # `logname= uid=0`: no value, and the next key
        if word.lower() in self._stop or is_service_account(word):
            return
        if (
            strict
            and word.islower()
            and (zipf(word) < 5.0 or is_given(word, certain=True))
            or self._looks_personal(word)
            or (word.isupper() and self._looks_personal(word.lower()))
            or ((word.islower() or word.isupper()) and zipf(word) < _COMMON and len(word) > 2 and "-" not in word)
        ):
            yield Found(start, end, score)

    def _domain_user(self, text: str, match: Match) -> Iterator[Found]:
        start, end = match.span(2)
        head = match.start()
        domain, word = match.group(1), match.group(2)
        if (
            domain.lower() in _DOMAINS_NOT
            or len(domain) < 2
            or len(word) < 3
            or (head and (is_word(text[head - 1]) or text[head - 1] in "\\/:%$.-"))
        ):
            return
        if end < len(text) and (text[end] in "\\/" or is_word(text[end])):
            return
        if _REGISTRY.search(text[max(0, head - 40) : head]):
            return
        if domain.istitle() and _IN_PATH.search(text[max(0, head - 80) : head]):
            return
        if word.lower() in self._stop or is_service_account(word) or word.endswith((".exe", ".dll", ".sys", ".log")):
            return
        lettered = len(word.rstrip("0123456789")) > 3  # `CORP\\WS0417` is a computer
        if word.lower() == word or self._looks_personal(word) or lettered and is_somebody(word):
            yield Found(start, end, 0.85)

    def _stands(self, text: str, start: int, end: int) -> bool:
        """Whether a word is whole, and no system's."""
        if start and (is_word(text[start - 1]) or text[start - 1] in "-./\\@$%"):
            return False
        right = text[end : end + 1]
        if right and (is_word(right) or right in "@\\/=" or right in ".-:" and text[end + 1 : end + 2].isalnum()):
            return False
        word = text[start:end]
        return word.lower() not in self._stop and not is_service_account(word)

    def _spoken(self, text: str, word: str, start: int, end: int, head: str) -> bool:
        if end < len(text) and (
            is_word(text[end]) or text[end] in "@\\/=" or (text[end] in ":" and text[end + 1 : end + 2].isalnum())
        ):
            return False
        if end + 1 < len(text) and text[end] in ".-" and is_word(text[end + 1]):
            return False
        if word.lower() in self._stop or is_service_account(word):
            return False
        if self._looks_personal(word):
            return True
        if (
            word.isalpha()
            and word.islower()
            and 3 <= len(word) <= 4
            and zipf(word) < 2.0
            and surname_bearers(word[1:]) >= 20
        ):
            return True  # `kwu`
        if word.islower() and initial_behind(word):
            return True
        if head.rstrip(" :\"'<[(`").endswith((" as", " is")) and word.isupper() and len(word) > 5:
            # `logged in as HARLUN2`
            return any(c.isdigit() for c in word) and zipf(word.rstrip("0123456789")) < UNHEARD
        if not _ACCOUNT_WORD.search(head) or not word.islower() or len(word) < 3 or "-" in word:
            return False
        if head.rstrip(" :\"'").endswith("name") and not head.startswith(("user", "login")):
            letters = word.rstrip("0123456789")
            return letters != word and surname_bearers(letters) > 1 and zipf(letters) < 4.0
        if any(c.isdigit() for c in word) and any(c.isalpha() for c in word):
            return bool(re.fullmatch(r"[a-z]{1,12}\d{1,6}", word)) and zipf(word) < 2.0
        return zipf(word) < 1.6 and word.isalpha()

    def _looks_personal(self, word: str) -> bool:
        if word.lower() in self._stop or is_service_account(word):
            return False
        written = "." in word and word.istitle()  # `Ann.Lee`
        return made_of_name(word.lower() if written else word) or numbered_name(word)


def _names_server(word: str) -> bool:
    """`hermes-mq1`: one piece of a name says what the machine serves."""
    _, dash, tail = word.lower().rpartition("-")
    return bool(dash) and (is_service(tail) or is_serving(tail))


_tokens_of_names = Sieve(
    lambda word: len(word) >= _SHORTEST and (made_of_name(word) or is_second_account(word) or born_name(word))
)
