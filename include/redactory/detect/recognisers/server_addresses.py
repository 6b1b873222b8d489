"""IP addresses of servers, by what programs write of them: `relay=mx.example.org[10.4.0.9]`, `10.4.0.9 (resolver)`."""

from __future__ import annotations

import re

_REACH = 120  # characters before the address
# the export that is mounted (a mount's `clientaddr` is the client's), the host that mail goes to
_SERVES_BEFORE = re.compile(r"(?:\bnfs[34]? \([^()\n]*(?<![a-z])(?:mount)?addr=|\brelay=[\w.-]+\[)$")
_SERVES_AFTER = re.compile(
    r" \((?:(?:the|our|an?|primary|secondary|internal|first|second) )*(?:resolver|"
    r"(?:dns|name|time|ntp|mail|proxy|dhcp|ldap|radius) ?server|domain controller|mail relay|load balancer)\)",
    re.IGNORECASE,
)


def is_of_server(text: str, start: int, end: int) -> bool:
    """Whether the address at `start` to `end` is said to serve many."""
    if _SERVES_AFTER.match(text, end):
        return True
    led = text[start - 1 : start] in ("=", "[") and start > 0
    return led and _SERVES_BEFORE.search(text, max(0, start - _REACH), start) is not None
