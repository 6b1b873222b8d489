"""E-mail addresses in every setting: plain, in `mailto:`, percent-encoded, obfuscated with [at] and (dot)."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.recognisers.base import Found, Options, before, found, is_word, pattern, refuse_unknown
from redactory.policy.patterns import Match

_LOCAL = r"[\pL\pM\d_](?:[\pL\pM\d._+'\x{2019}&=%~!#*/-]{0,62}[\pL\pM\d_+=-])?"
_LABEL = r"[\pL\pM\d](?:[\pL\pM\d_-]{0,61}[\pL\pM\d])?"
_AT = r"(?:@|%40|&#64;|&#x40;|\x{ff20})"
_PLAIN = pattern(rf"{_LOCAL}{_AT}(?:(?:{_LABEL}\.)+\pL[\pL\d-]{{1,23}}|\[?(?:\d{{1,3}}\.){{3}}\d{{1,3}}\]?)")
_OBFUSCATED = pattern(
    r"(?:[\pL\d][\pL\d_+-]{0,40}(?: (?:dot|DOT|punkt|punto|point) |\s?[\[(]dot[\])]\s?)){0,3}"
    r"[\pL\d](?:[\pL\d._+-]{0,62}[\pL\d])?"
    r"\s{0,3}(?:[\[({<]\s?(?:at|@)\s?[\])}>]|\s(?:at|AT)\s|\s@\s|_at_)\s{0,3}"
    r"[\pL\d](?:[\pL\d-]{0,61}[\pL\d])?"
    r"(?:(?:\s{0,2}[\[({<]\s?(?:dot|\.|punkt|point)\s?[\])}>]\s{0,2}|\s(?:dot|DOT)\s|_dot_|"
    r"\.)[\pL\d][\pL\d-]{0,61}){1,4}"
)
# `write me at ann (at) x (dot) org`: whose address it is stands where a local part could
_SPOKEN_TO = re.compile(r"(?:me|us|him|her|them|you)\s+at\s+", re.IGNORECASE)
_HINT = pattern(r"[\[({<]\s?(?:at|@)\s?[\])}>]|\sat\s.{1,64}dot|\s@\s|_at_")
_SERVICE_USERS = ("git", "ssh", "svn", "hg", "root", "ubuntu", "ec2-user", "admin")  # user part of remotes, not mail


_SHELL_BEFORE = re.compile(r"\b(?:ssh|scp|sftp|mosh|rsync|ssh-copy-id)\s(?:-\w+\s(?:\d+\s)?)*$")
# `HTTP/wiki.corp.example@CORP.EXAMPLE`: a service of Kerberos
_PRINCIPAL_BEFORE = re.compile(r"(?i)\b(?:http|host|cifs|ldap|krbtgt|nfs|imap|smtp|mssqlsvc|termsrv|gc|dns|wsman)/$")
_SIP_BEFORE = re.compile(r"\bsips?:\+?$", re.IGNORECASE)  # `sip:4471@pbx.example`: an extension
_DIGITS = re.compile(r"\d{3,15}@")
_INSIDE_HOST = re.compile(
    r"@[a-z][a-z-]*\d{1,3}\.(?:[\w-]+\.)+(?:local|lan|internal|intranet|intern|corp|home|priv)$", re.IGNORECASE
)
_PROMPT_AFTER = re.compile(r":[~/][^\s$#]*[$#]|: Permission denied")


class EmailRecogniser:
    """Whole addresses, never the local part alone (contract.md, decisions)."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "email")

    def find(self, text: str) -> Iterator[Found]:
        if "@" in text or "%40" in text or "&#" in text or "\uff20" in text:
            for match in _PLAIN.finditer(text):
                start, end = match.span()
                start = _trim(text, start, end)
                if end < len(text) and text[end - 1] not in "]" and is_word(text[end]):
                    continue
                if _PRINCIPAL_BEFORE.search(text[max(0, start - 16) : start]):
                    continue
                if _SIP_BEFORE.search(text[max(0, start - 5) : start]) and _DIGITS.match(text, start):
                    continue
                if _is_remote(text, start, end) or _is_message_id(text, start):
                    continue
                yield Found(start, end, 0.99)
        if _HINT.search(text):
            for match in map(_owned, _OBFUSCATED.finditer(text)):
                value = match.group().lower()
                if "@" in value and " @ " not in value and "[@]" not in value and "(@)" not in value:
                    continue
                bracketed = any(f"{o}at{c}" in value.replace(" ", "") for o, c in ("[]", "()", "{}", "<>"))
                spoken = " at " in value and (" dot " in value or "[dot]" in value or "(dot)" in value)
                if bracketed or spoken or "_at_" in value or "@" in value:
                    yield found(match, 0.9)


def _owned(match: Match) -> Match:
    """The match from the address's own local part on, where it begins with whoever is written to."""
    lead = _SPOKEN_TO.match(match.string, match.start(), match.end())
    return match if lead is None else _OBFUSCATED.search(match.string, lead.end()) or match


def _trim(text: str, start: int, end: int) -> int:
    """Past what the local part swallowed: `to='ann@x.org`, `user=ann@x.org`, `/u/ann@x.org`."""
    stop = next(
        i
        for i in range(start, end)
        if text[i] in "@\uff20" or text[i] in "%&" and text[i : i + 5].lower().startswith(("%40", "&#64;", "&#x40"))
    )
    local = text[start:stop]
    for mark in ("=", "/", "'", "\u2019", "!", "*", "#", "%3d", "%3D", "%3c", "%3C", "%2f", "%2F", "%20", "&"):
        at = local.rfind(mark)
        if at >= 0 and at + len(mark) < len(local):
            if mark in "'\u2019" and _is_name_apostrophe(local, at):
                continue
            start += at + len(mark)
            local = local[at + len(mark) :]
    return start


def _is_name_apostrophe(local: str, at: int) -> bool:
    """`kate.o'brien@`: the apostrophe belongs to the address when letters stand on both sides."""
    return 0 < at < len(local) - 1 and local[at - 1].isalpha() and local[at + 1].isalpha()


def _is_remote(text: str, start: int, end: int) -> bool:
    """`git@host:path`, `ssh://git@host`: a service's user part; `ssh jdoe@host`, `jdoe@host:~$`: an account."""
    local = text[start : text.find("@", start, end)] if "@" in text[start:end] else ""
    if _SHELL_BEFORE.search(text[max(0, start - 40) : start]) or _PROMPT_AFTER.match(text[end : end + 80]):
        return True
    if _INSIDE_HOST.search(text, start, end):
        return True  # `session jdoe@jump01.corp.local`
    if local.lower() not in _SERVICE_USERS[:4]:
        return False
    return (end < len(text) and text[end] in ":/") or text[max(0, start - 3) : start] == "://"


def _is_message_id(text: str, start: int) -> bool:
    """A `Message-ID` looks like an address and names a message."""
    context = before(text, start, 24)
    return any(mark in context for mark in ("message-id:", "messageid", "message id", "in-reply-to:", "references:"))
