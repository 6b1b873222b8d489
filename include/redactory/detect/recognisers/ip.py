"""IP addresses of clients and people, v4 and v6, checked by `ipaddress`; never a version, OID, MAC or time."""

from __future__ import annotations

import re
from collections.abc import Iterator
from ipaddress import AddressValueError, IPv4Address, IPv6Address, ip_network

from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import is_given, surname_bearers
from redactory.detect.recognisers.base import Found, Options, after, before, is_word, pattern, refuse_unknown, strings
from redactory.detect.recognisers.other_versions import is_other_version
from redactory.detect.recognisers.server_addresses import is_of_server

_V4 = pattern(r"\d{1,3}(?:\.\d{1,3}){3}")
_V6 = pattern(r"[0-9a-f]{0,4}:[0-9a-f:]{0,40}:[0-9a-f.]{0,15}|[0-9a-f]{1,4}(?::[0-9a-f]{1,4}){7}")
_PREFIX = re.compile(r"/(\d{1,3})(?![\d.])")
# A dotted quad that begins below this is as likely a version (6.2.0.0); it needs a word that says address.
_LOW_OCTET = 24
_HIGH_OCTET = 100  # no version of a product begins above
_VERSION_WORDS = re.compile(
    r"(?<![a-z0-9.-])(?:v|version|ver\.?|vers\.|release|build|driver|firmware|patch|hotfix|baseline|agent|"
    r"client version|package|software|"
    r"upgrad\w*|downgrad\w*|updat\w*|rolled back|rollback|install\w*|sdk|runtime|framework|oid|snmp\w*|mib|chrome|"
    r"edge|firefox|office|acrobat|java|jre|jdk|kernel|bios|uefi|tag|revision|rev\.?|msi|exe|"
    r"dll)s?(?![a-z])\W{0,3}(?:\S+\W){0,3}$"
)
_ADDRESS_WORDS = re.compile(
    r"(?:\bips?\b|ipv[46]|connect\w* to|address(?:es)?|addr|\bsrc|\bdst|source|destination|\bclient|host|\bfrom|"
    r"ping\w*|peer|remote|gateway|lease|subnet|\bnode|traceroute|nslookup|ssh|rdp|login|https?://|\bvia|listen\w*|"
    r"server)\W{0,3}(?:\S+\W){0,2}$"
)
_VERSION_OF = re.compile(
    r"\b(?:bios|uefi|firmware|version|build|driver|package|release|kernel|image|receiver|viewer|plug-?in|add-?[io]n|applet|"
    r"toolkit|library)[ :]{1,2}$|(?:version|build|release|firmware|_ver)[\"']?\s?[:=]\s?[\"']?v?$"  # `"AgentVersion":"`
)
_CHANGED_TO = re.compile(r"\b(?:(?:upgrad|updat|downgrad|patch|roll)\w*|upd|upg)\b[^.\n]{0,30} to $")
_PINNED_TO = re.compile(r"\b(?:pinned|frozen|held(?: back)?) (?:to|at|on) $")
_FORMER = re.compile(r"(?:\d{1,3}\.){3}\d{1,3} to $")  # `from 4.2.1.3 to 4.2.1.9`: what is said of one is said of both
_RELEASE_AFTER = re.compile(
    r" (?:(?:release|build|version|update|installer|hotfix|changelog)(?!s?[ :=]{1,2}v?\d)|"
    r"is the (?:build|version|release)|rolled (?:out|back)|deployed)\b"
)
_LATER_AFTER = re.compile(r" (?:or|and) (?:later|newer|above|higher|up)\b|\+(?:\s|$)")
# `12.6.66.233 is the build`, `server side expects 8.9.165.63` where a build is spoken of
_BUILD_AFTER = re.compile(
    r" (?:is|was) (?:(?:the|a|an|its|our|your|my) )?(?:\w+ )?(?:build|version|release|firmware)\b|"
    r" (?:under|in) (?:the )?(?:help|about|footer|title bar|splash)\b",
    re.I,
)
# `fixed in 6.1.81.8142, you have 5.4.25.203`: compared with what can be no address
_COMPARED = re.compile(
    r"\d\.\d{4,6}[,;]?(?: but| and| while)? (?:you|we|he|she|they|i|it|users?) (?:have|has|runs?|got|see) $"
)
_EXPECTS = re.compile(
    r"\b(?:build|version|release|firmware)\b.*\b(?:expects?|requires?|needs|wants|says|shows|reports|offers) $"
)
_FIXED_IN = re.compile(
    r"\b(?:fixed|resolved|patched|introduced|deprecated|broken|regression) (?:in|since|with|by|as of) $|"
    r"\b(?:known (?:defect|bug|issue|error|problem)|defect|bug|regression|vulnerability|flaw|cve-[\d-]+) "
    r"(?:in|of|since) $|"
    r"\b(?:fix|patch|hotfix|correction|solution)\b[^.\n]{0,34} "
    r"(?:comes?|came|arrives?|ships?|will be|is) (?:with|in) $|"
    r"\b(?:releases?|versions?|builds?) (?:behind|ahead|older|newer) \($|\bfirmware of [^.\n]{1,26} (?:is|was) $"
)
# `msg="4.10.7.61"`, `rejected host/… with 17.9.4.1`: what a message says is a code; an address has a key of its own
_MESSAGE = re.compile(r"\b(?:msg|message|reason|err(?:or)?(?:_?code)?|code|result|status)=[\"']?$")
_REJECTED_WITH = re.compile(r"\b(?:reject|abort|exit)(?:s|ed)\b[^\n,;]{0,40} with $")
_STOPS_WITH = re.compile(r" at \d{1,3} ?% with $")
_CODE_NUMBER = 32  # the numbers of a code are small
_MACHINE_BEFORE = re.compile(r"\b(?:ips?|address|host|client|server|gateway|node|peer|ping\w*|proxy|dns|router|vip) $")
_SOLVES_AFTER = re.compile(
    r" (?:(?:really|also|already|finally) )?(?:solves?|fixe[sd]|cures?|repairs?|corrects?|addresses|contains the fix|"
    r"brings|breaks|is stable|is (?:certified|supported|recommended|approved)|ships)\b"
)
_CEF_VERSION = re.compile(r"(?:CEF|LEEF):[\d.]{1,3}\|[^|\n]*\|[^|\n]*\|$")  # the version of the device that reports
_NAMED = re.compile(r"(?:^|[ :])(?:[A-Z][a-z]+[A-Za-z]*|[A-Z][a-z]+[A-Z]\w*) $")  # `Datadog 2.8.77.94`
_CAMEL = re.compile(r"\b[A-Z][a-z]+[A-Z]\w* $")  # `from NetAgent 6.2.4.117`
_TITLED = re.compile(r"\b[A-Z][A-Za-z]+ [A-Z][A-Za-z]+ $")  # `Atlas Viewer 14.2.7.193`: a version after a name
# `from Atlas Viewer 24.2.0.172`: whatever is said before it, what stands right behind a product's name is its version
_BEHIND_NAME = re.compile(r"(?:^|[^\w.-])((?:[A-Z][\w&+-]*|\d{3}|for|and|of) )*([A-Z][A-Za-z&+-]+) $")
_MIXED = re.compile(r"[A-Z][a-z]+[A-Z]|[A-Z]{2,}[a-z]|[A-Z]&[A-Z]")
_MACHINES = frozenset(
    (
        "ap", "client", "controller", "dns", "external", "firewall", "gateway", "gw", "host", "hop", "internal", "ipv4",
        "kiosk", "laptop", "lease", "modem", "node", "pc", "peer", "phone", "pool", "printer", "proxy", "range",
        "relay", "router", "scanner", "server", "switch", "user", "vpn", "wan", "wifi", "wlan",
    )
)  # fmt: skip
_LEADING = frozenset(("address", "at", "from", "ip", "source", "target", "to", "via"))  # no part of a product's name
_MET_AFTER = re.compile(
    r":\d| (?:connect|disconnect|log(?:s|ged)? |sign(?:s|ed)? |dropp|authenticat|assign|got |ping|repl(?:y|ied)|answer|"
    r"timed|time out|unreachable|is (?:up|not reach|reach|un)|resolv|port\b|block|refus)"
)
# Addresses that name nobody: loopback, netmasks, public resolvers, the clouds' metadata service.
_PUBLIC_SERVICES = frozenset(
    [
        "8.8.8.8",
        "8.8.4.4",
        "1.1.1.1",
        "1.0.0.1",
        "9.9.9.9",
        "149.112.112.112",
        "208.67.222.222",
        "208.67.220.220",
        "169.254.169.254",
        "168.63.129.16",
        "2001:4860:4860::8888",
        "2001:4860:4860::8844",
        "2606:4700:4700::1111",
        "2606:4700:4700::1001",
    ]
)


class IpRecogniser:
    """Addresses whole; ports, brackets and zone ids around them stay (contract.md, decisions).

    A network in CIDR notation with its host bits zero (`10.42.16.0/22`) is infrastructure and stays. Option
    `keep`: networks of one's own infrastructure whose addresses stay.
    """

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("keep",), "ip")
        self._keep = tuple(ip_network(net, strict=False) for net in strings(options, "keep"))

    def find(self, text: str) -> Iterator[Found]:
        if "." in text:
            for match in _V4.finditer(text):
                start, end = match.span()
                if _free(text, start, end, ".") and self._counts_v4(text, start, end):
                    yield Found(start, end, 0.95)
        if text.count(":") > 1:
            for match in _V6.finditer(text):
                start, end = match.span()
                while end > start and text[end - 1] in ".:" and text[end - 2 : end] != "::":
                    end -= 1
                start, end = _without_key_and_port(text, start, end)
                if _free(text, start, end, ":.") and self._counts_v6(text, start, end):
                    yield Found(start, end, 0.95)

    def _counts_v4(self, text: str, start: int, end: int) -> bool:
        value = text[start:end]
        try:
            address = IPv4Address(value)
        except (AddressValueError, ValueError):
            return False
        if value in _PUBLIC_SERVICES or address.is_loopback or address.is_multicast or value == "0.0.0.0":
            return False
        if value.startswith(("255.", "0.")) or value.startswith("2.5.29.") or value.startswith("2.5.4."):
            return False
        if any(address in net for net in self._keep if net.version == 4):
            return False
        if _is_network(text, value, end):
            return False
        if text[end : end + 1] == "|" and _CEF_VERSION.search(text[max(0, start - 80) : start]):
            return False
        lead = before(text, start, 40)
        lead = lead[max(map(lead.rfind, (". ", "! ", "? ", "\n"))) + 1 :]  # another sentence says nothing about it
        if _VERSION_OF.search(lead):
            return False
        if _BUILD_AFTER.match(text, end) or _EXPECTS.search(before(text, start, 90)):
            return False
        if _LATER_AFTER.match(text[end : end + 12]) or _FIXED_IN.search(lead):
            return False
        if _CHANGED_TO.search(lead) or _RELEASE_AFTER.match(text[end : end + 24]):
            return False
        if _SOLVES_AFTER.match(text[end : end + 40]) and not _MACHINE_BEFORE.search(lead):
            return False
        if _names_release(text, start, end):
            return False
        if _MESSAGE.search(lead) or _STOPS_WITH.search(lead) or _REJECTED_WITH.search(lead) and _is_small(value):
            return False
        if is_other_version(text, start, end) or is_of_server(text, start, end):
            return False
        _, second, third, _ = map(int, value.split("."))
        if max(second, third) < 10 and _PINNED_TO.search(lead) or _COMPARED.search(lead):
            return False
        if int(address) >> 24 < _LOW_OCTET + 8 and int(address) >> 24 != 10 and second < 10 and third < 10:
            # 24.3.0.195: the small numbers of a version
            if _CAMEL.search(text[max(0, start - 24) : start]):
                return False
            told = _FORMER.sub("", lead)
            return bool(_ADDRESS_WORDS.search(lead)) and not _VERSION_WORDS.search(told)
        if int(address) >> 24 < _LOW_OCTET and int(address) >> 24 != 10:
            if _ADDRESS_WORDS.search(lead) and not _VERSION_WORDS.search(lead[-14:]):
                return True
            if _VERSION_WORDS.search(lead) or lead.endswith(("/", "-", "_")):
                return False
            if _TITLED.search(text[max(0, start - 24) : start]):
                return False
            if int(address) >> 24 > 0 and _NAMED.search(text[max(0, start - 24) : start]):
                return False
            return any(int(part) > 30 for part in value.split("."))
        if second >= _HIGH_OCTET:
            return True  # `Blocked at the edge: 93.203.123.190`
        near = lead[-12:].rpartition(", ")[2] if address.is_private else lead[-12:]
        return not _VERSION_WORDS.search(near) or bool(_ADDRESS_WORDS.search(lead))

    def _counts_v6(self, text: str, start: int, end: int) -> bool:
        value = text[start:end]
        if value.count(":") < 2 or len(value) < 4:
            return False
        if "::" not in value and all(len(group) == 2 for group in value.split(":")):
            return False  # eight pairs of hex digits: an EUI-64 or a certificate's serial
        try:
            address = IPv6Address(value)
        except (AddressValueError, ValueError):
            return False
        if value in _PUBLIC_SERVICES or address.is_loopback or address.is_unspecified or address.is_multicast:
            return False
        if any(address in net for net in self._keep if net.version == 6):
            return False
        return not _is_network(text, value, end)


def _is_small(value: str) -> bool:
    return not value.startswith("10.") and all(int(number) < _CODE_NUMBER for number in value.split("."))


def _names_release(text: str, start: int, end: int) -> bool:
    """Whether the numbers at `start` to `end` are small as those of a version, and stand right behind a product's name.

    A name of several words, or written in mixed case; no machine's, no person's, no town's.
    """
    first, second, third, last = map(int, text[start:end].split("."))
    lead = text[max(0, start - 48) : start]
    named = _BEHIND_NAME.search(lead) if first < _HIGH_OCTET else None
    if named is None or _MET_AFTER.match(text, end):
        return False
    if not _LEADING.isdisjoint(named.group().lower().split()):
        return False
    word, several = named.group(2), named.group(1) is not None
    small = first < _LOW_OCTET and second < 10 and third < 10
    if word.lower() in _MACHINES and not (small and word == "Client") or not (several or _MIXED.search(word)):
        return False
    if first == 10:  # `Suite 365 F&O 10.0.38.2`, `ScaleFS 10.6.2.1`; addresses begin so, too
        before_it = lead[: named.start() + 1]
        if _MIXED.search(word) and max(second, third, last) < 10:
            return _MET_BEFORE.search(before_it) is None
        return several and second == 0 and third >= 10 > last and _FROM_BEFORE.search(before_it) is None
    if not (first < _LOW_OCTET + 8 or second < 10 and third < 10):
        return False
    return not (is_given(word) or surname_bearers(word) > 1 or word.lower() in cities())


_MET_BEFORE = re.compile(r"\b(?:from|at|via|host|server|ip|ping(?:s|ed|ing)?|reach|connect \w+)\s$", re.IGNORECASE)
_FROM_BEFORE = re.compile(r"\b(?:from|at|via|to|on|host|server|ip)\s$", re.IGNORECASE)
_KEY_BEFORE = re.compile(r"[A-Za-z_]{2,}6?$")  # `ip:2001:db8::7`, `[IPv6:2001:db8::7]`
_PORT_BEHIND = re.compile(r":\d{5}$|(?<=\w):\d{1,5}$")


def _without_key_and_port(text: str, start: int, end: int) -> tuple[int, int]:
    """An IPv6 address without the colon of the key before it and the port (`…::7:44122`) behind it."""
    if text[start] == ":" and text[start : start + 2] != "::":
        start += 1
    elif text[max(0, start - 3) : start + 2].lower() == "ipv6:":
        start += 2
    port = _PORT_BEHIND.search(text[start:end])
    if port is not None and (len(port.group()) == 6 or _is_v6(text[start : start + port.start()], text[start:end])):
        end = start + port.start()
    return start, end


def _is_v6(shorter: str, longer: str) -> bool:
    """Whether only the `shorter` one is an address."""
    valid = []
    for value in (shorter, longer):
        try:
            IPv6Address(value)
            valid.append(True)
        except ValueError:
            valid.append(False)
    return valid == [True, False]


def _free(text: str, start: int, end: int, joins: str) -> bool:
    if start > 0:
        left = text[start - 1]
        keyed = left == ":" and ":" in joins and _KEY_BEFORE.search(text[max(0, start - 12) : start - 1]) is not None
        if is_word(left) or (left in joins and not keyed and (start < 2 or is_word(text[start - 2]))):
            return False
    if end < len(text):
        right = text[end]
        if is_word(right):
            return False
        if right == "." and end + 1 < len(text) and is_word(text[end + 1]):
            return False
    return True


def _is_network(text: str, value: str, end: int) -> bool:
    """`10.0.0.0/8`: a subnet. `10.0.0.7/24` is a host that says how wide its net is."""
    match = _PREFIX.match(text, end)
    if match is None:
        return after(text, end, 16).startswith((" netmask 255", " mask 255")) and value.endswith(".0")
    try:
        ip_network(f"{value}/{match.group(1)}", strict=True)
    except ValueError:
        return False
    return int(match.group(1)) not in (32, 128)
