"""Addresses of machines: documentation ranges for public ones (RFC 5737, RFC 3849), the same private range for others.

What shares a /24 (a /64 of IPv6) goes on sharing one.
"""

from __future__ import annotations

import ipaddress
import re
from typing import TYPE_CHECKING

from redactory.transform.normal import normalise
from redactory.transform.pseudonym.kind import Kind, Unfit

if TYPE_CHECKING:
    from redactory.transform.pseudonym.draw import Draw

_DOCUMENTATION = ("192.0.2", "198.51.100", "203.0.113")
_SAME = frozenset((("192", "168"), ("169", "254"), ("127", "0")))
_ADDRESS = re.compile(r"[0-9A-Fa-f:.]{3,}")
_HEX = 1 << 16


class Address(Kind):
    """An IPv4 or IPv6 address; a port, a prefix and brackets around it stay."""

    def canonical(self, value: str) -> str:
        try:
            return str(ipaddress.ip_address(normalise("IP", _bare(value))))
        except ValueError:
            raise Unfit("an address cannot be read") from None

    def fake(self, canonical: str, draw: Draw, attempt: int) -> str:
        address = ipaddress.ip_address(canonical)
        if isinstance(address, ipaddress.IPv4Address):
            subnet = canonical.rpartition(".")[0]
            return f"{self._subnet(subnet, address, draw)}.{draw.number(254, 'host', canonical, attempt) + 1}"
        packed = address.exploded.split(":")
        subnet, local = ":".join(packed[:4]), packed[0].startswith(("fc", "fd", "fe8"))
        first = packed[0] if local else "2001:db8"
        middle = [f"{draw.number(_HEX, 'net6', subnet, n):x}" for n in range(3 if local else 2)]
        host = [f"{draw.number(_HEX, 'host6', canonical, n, attempt):x}" for n in range(4)]
        return str(ipaddress.ip_address(":".join([first, *middle, *host])))

    def render(self, fake: str, value: str) -> str:
        bare = _bare(value)
        return value.replace(bare, fake, 1)

    def valid(self, text: str) -> bool:
        try:
            address = ipaddress.ip_address(_bare(text))
        except ValueError:
            return False
        return address.is_private or address.is_link_local

    def _subnet(self, subnet: str, address: ipaddress.IPv4Address, draw: Draw) -> str:
        a, b, _ = subnet.split(".")
        third = str(draw.number(256, "third", subnet))
        second = str(draw.number(256, "second", a, b))
        if a == "10":
            return f"10.{second}.{third}"
        if a == "172" and address.is_private:
            return f"172.{16 + int(second) % 16}.{third}"
        if (a, b) in _SAME:
            return f"{a}.{b}.{third}"
        return draw.pick(_DOCUMENTATION, "documentation", subnet)


def _bare(value: str) -> str:
    """The address in what stands around it: `[2001:db8::1]:443`, `10.0.0.1:8080`, `10.0.0.1/24`."""
    found = _ADDRESS.search(value)
    text = found[0] if found else value
    return text.rpartition(":")[0] if text.count(":") == 1 else text.rstrip(".:") if text.count(".") == 3 else text
