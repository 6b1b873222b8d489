"""Accounts in the lines of programs: whoever logs in, becomes another, runs a job or fails to, by their wording.

Where a program writes an account, any word may be one that is no system's (`Accepted password for rose`). Where systems
log in as often as people do, as in databases, it must be made like a person's.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_given, surname_bearers, zipf
from redactory.detect.recognisers.account_shapes import UNHEARD, is_service_account, made_of_name, numbered_name
from redactory.detect.recognisers.base import Found, is_word, pattern
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import Pattern, together

_ID = r"[A-Za-z][\w]*(?:[.'-][\w]+)*"
_IP = r"(?:\d{1,3}\.){3}\d{1,3}"
_AUTH = r"(?:password|peer|ident|ldap|pam|gssapi|sspi|certificate|scram-sha-256)"
_PEOPLE: tuple[Pattern, ...] = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        # virtual private networks
        rf"(?:^|[\s:>\[])({_ID})/{_IP}:\d{{2,5}}",
        rf"\[({_ID})\](?: Peer Connection Initiated|: '?PUSH_REPLY| Inactivity timeout)",
        # becoming another
        rf"session (?:opened|closed) for user ({_ID})",
        rf" by ({_ID})\(uid=\d",
        rf"\(to {_ID}\) ({_ID}) on \S",
        rf"\(to ({_ID})\) {_ID} on \S",
        rf"(?:Successful|FAILED) su for {_ID} by ({_ID})",
        rf"(?:Successful|FAILED) su for ({_ID}) by",
        # secure shell, log-ins, sessions
        rf"(?:Accepted \S+ for|Failed \S+ for(?: invalid user)?|[Ii]nvalid user) ({_ID})(?: from | \d|\s?$)",
        rf"(?:Disconnected from|Connection closed by)(?: invalid| authenticating)? user ({_ID}) \d",
        rf"[Ss]ession \w+ of user ({_ID})",
        rf"\[({_ID})\] (?:OK|FAIL) (?:LOGIN|UPLOAD|DOWNLOAD|DELETE|MKDIR)",
        rf"USER ({_ID}): ?Login",
        rf"Access-(?:Reject|Accept|Request|Challenge) (?:for )?(?:user )?({_ID}) (?:station|nas|from|cli|port|mac)\b",
        rf"[Ll]ogin (?:OK|incorrect|failed)[^\[\n]{{0,80}}: ?\[({_ID})[\]/]",
        # mail servers, proxies, web servers, printers
        rf"(?:imap|pop3|lmtp|lda|submission|managesieve)\(({_ID})\)",
        rf"(?:passwd-file|pam|sql|ldap|static)\(({_ID}),\d",
        rf"(?:GET|POST|PUT|HEAD|CONNECT|OPTIONS|DELETE) \S+ ({_ID}) (?:HIER_|DIRECT/|NONE/|FIRSTUP_|TIMEOUT_|DEFAULT_)",
        rf"(?:GET|POST|PUT|HEAD|OPTIONS|DELETE) \S+ \S+ \d{{2,5}} ({_ID}) {_IP} ",
        rf" - ({_ID}) (?:\[(?:\d\d/|\d{{4}}-\d\d-\d\dT)|\"(?:GET|POST|PUT|HEAD) )",
        # directories, clouds, gateways
        rf"({_ID})/(?:admin|root|cron|kadmin)@[A-Z]",
        rf"<Data Name=[\"'](?:Target|Subject|Source|Caller|Member|Client)?(?:Outbound)?User(?:Name)?[\"']>({_ID})</",
        rf"<(?:Target|Subject)UserName>({_ID})</",
        rf"(?:Target|Subject|Caller|Source|Client|Supplied) (?:Account|User|Logon) ?Name:\s{{1,6}}({_ID})(?:\s|$)",
        rf"[\"'.]alternateId\"\s?:\s?\"({_ID})\"",
        rf"assumed-role/[\w+=,.@-]{{1,64}}/({_ID})",
    )
)
_SYSTEMS_TOO: tuple[Pattern, ...] = tuple(
    pattern(expression)
    for expression in (
        rf"CROND?\[\d+\]: \(({_ID})\)",
        rf"(?:role|user|login) [\"']({_ID})[\"']",
        rf"\b{_AUTH} authentication failed for user \"({_ID})\"",
        rf"\w\[\d+\]: [^\n]{{0,160}}\bfor user ({_ID})(?:[\s.,;)]|$)",
        rf"\buser\(({_ID})\)",
        rf"(?:[a-z]+_)?by \"({_ID})\"",
    )
)
_SYSTEMS = (
    read_words("system_accounts") | read_words("role_words") | read_words("nobody") | read_words("serving_words")
    | frozenset(("client", "peer", "uid"))
)  # fmt: skip
_ALL = together(*_PEOPLE, *_SYSTEMS_TOO)
_PARTS = re.compile(r"[._-]")
_EVERYDAY = 6.0  # Zipf; a word this frequent goes on with a sentence
_NAMED_ZIPF = 5.0
_BEARERS = 5


def logged(text: str) -> Iterator[Found]:
    """The accounts that programs write into their lines."""
    if not _ALL.matching(text):
        return
    for expressions, somebody in ((_PEOPLE, _is_no_system), (_SYSTEMS_TOO, _is_named)):
        for expression in expressions:
            for match in expression.finditer(text):
                start, end = match.span(1)
                if not (end < len(text) and is_word(text[end])) and somebody(text[start:end]):
                    yield Found(start, end, 0.85)


def _is_no_system(word: str) -> bool:
    low = word.lower()
    if low in _SYSTEMS or is_service_account(word) or any(part in _SYSTEMS for part in _PARTS.split(low)):
        return False
    return len(word) > 1 and zipf(low) < _EVERYDAY


def _is_named(word: str) -> bool:
    """Whether an account that may as well be a system's is made of a name."""
    letters = word.lower().rstrip("0123456789")
    if not _is_no_system(word) or zipf(letters) >= _NAMED_ZIPF:
        return False
    if made_of_name(word) or numbered_name(word) or is_given(letters) or surname_bearers(letters) >= _BEARERS:
        return True
    return len(letters) > 4 and zipf(letters) < UNHEARD and surname_bearers(letters[1:]) > 0

