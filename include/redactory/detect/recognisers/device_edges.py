"""Where a device's name begins and ends: no part of a path, an URL or a longer name, unless these list devices."""

from __future__ import annotations

import re

from redactory.detect.recognisers.base import is_word

_DOMAIN_AFTER = re.compile(r"(?:\.[A-Za-z0-9-]+){1,5}(?![\w-])")
# of a service principal: `host/laptop-jdoe.corp.example`; of an interface's path: `/api/devices/LT-JDOE`
_NAMED_BY_PATH = re.compile(
    r"(?<![\w/.-])(?:host|cifs|http|ldap|rpc|termsrv|wsman|restrictedkrbhost)/$|"
    r"/(?:managed)?_?(?:devices?|computers?|machines?|hosts?|endpoints?|workstations?|laptops?|clients?|agents?|assets?|"
    r"(?:host|device|computer)-?names?|by-?name)/$",
    re.IGNORECASE,
)
_DOMAIN_BEFORE = re.compile(r"(?:^|[=\s\"'(\[])[A-Z][A-Z0-9-]{1,14}\\$")
_ALIAS = re.compile(r"@ad\b")  # AnyDesk's


def of_an_account(text: str, start: int, end: int) -> bool:
    """`jdoe@laptop-042ewdkk`: a name without a domain behind somebody's account."""
    if start < 2 or text[start - 1] != "@" or not text[start - 2].isalnum() or "." in text[start:end]:
        return False
    return is_free(text, start, end, before=" ")


def with_domain(text: str, end: int) -> int:
    """The end of the host name of which the device's name that ends at `end` is the first label."""
    domain = _DOMAIN_AFTER.match(text, end)
    return domain.end() if domain else end


def is_free(text: str, start: int, end: int, *, before: str = "") -> bool:
    """Not part of a path, URL or longer name; `\\\\LAPTOP-X\\c$` is free."""
    left = before or (text[start - 1] if start else " ")
    right = text[end] if end < len(text) else " "
    if left == "\\" and _DOMAIN_BEFORE.search(text[max(0, start - 20) : start]):
        left = " "  # `MACHINE=CORP\anas-macbook-pro.local`
    if left == "/" and _NAMED_BY_PATH.search(text, max(0, start - 24), start):
        left = " "
    if left in "\\/" and text[max(0, start - 2) : start] not in ("\\\\", "//"):
        return False
    if right == "@" and _ALIAS.match(text, end):
        right = " "
    return not is_word(left) and left not in ".-@" and not is_word(right) and right not in "-@"


def is_in_path(text: str, start: int, end: int) -> bool:
    """Whether the name is a whole piece of a path, but for a file's ending: `D:\\logs\\LT-JDOE.evtx`."""
    right = text[end] if end < len(text) else " "
    return start > 1 and text[start - 1] in "\\/" and not is_word(right) and right not in "-@"
