"""Built-in technical text: codes, hosts, URLs, paths, versions, hashes, times. What describes the system stays."""

from __future__ import annotations

import errno
import re
import signal
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from redactory.detect.companies import is_pair, is_trade
from redactory.detect.lexicon import surname_bearers
from redactory.detect.recognisers.file_names import names_nobody
from redactory.policy.patterns import Pattern, together


@dataclass(frozen=True, slots=True)
class TechnicalKind:
    """One kind of technical text. `composite` text (URLs, paths) may hold personal values, which it does not shield."""

    name: str
    compiled: Any
    composite: bool = False
    check: Callable[[str], bool] | None = None  # what a pattern cannot say


def _kind(
    name: str,
    expression: str,
    *,
    ignore_case: bool = False,
    composite: bool = False,
    check: Callable[[str], bool] | None = None,
) -> TechnicalKind:
    return TechnicalKind(name, Pattern(expression, ignore_case=ignore_case), composite, check)


def _is_not_called(value: str) -> bool:
    """Five pairs of digits between hyphens are a French number of a telephone."""
    return re.fullmatch(r"0[1-9](?:-\d\d){4}", value) is None


def _has_letter(value: str) -> bool:
    """A run of digits alone is no hash: cards and IDs look like that."""
    return any(c.isalpha() for c in value)


_NUMBERED = re.compile(r"[A-Z]{3,}\d{1,3}")


def _no_account(value: str) -> bool:
    """`SMITH_J` is a surname and an initial, an account in capitals."""
    head, _, tail = value.partition("_")
    if len(head) == 1 and _NUMBERED.fullmatch(tail):
        return False  # `X_SMITH42`
    return not (len(tail) == 1 and tail.isalpha() and len(head) > 1 and head.isalpha() and surname_bearers(head) >= 2)


def _no_count(value: str) -> bool:
    """`AP-085526` counts people or things; hosts are not told apart by five digits."""
    head, _, number = value.partition("-")
    return not (head.isalpha() and number.isdigit() and len(number) > 4)


_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,61}[A-Za-z0-9])?"
KINDS: tuple[TechnicalKind, ...] = (
    _kind("url", r"[a-z][a-z0-9+.-]{1,15}://[^\s<>\"'\x{60}]+", ignore_case=True, composite=True),
    _kind(
        "unc-path",
        r"\\\\[A-Za-z0-9_.$%-]+(?:\\{1,2}[\pL\d_.$%@{}()#~+-]+(?: [\pL\d_.$%@{}()#~+-]+\\)?)*\\?",
        composite=True,
    ),
    _kind(
        "windows-path",
        (
            r"(?:[A-Za-z]:|%[A-Za-z()0-9_]+%|HK(?:LM|CU|CR|U)|HKEY_[A-Z_]+)\\{1,2}(?:[\pL\d_.$%@{}()~+-]+(?: "
            r"[\pL\d_.$%@{}()~+-]+)*\\{1,2})*[\pL\d_.$%@{}()~+-]*"
        ),
        composite=True,
    ),
    _kind(
        "unix-path",
        (
            r"(?:/[A-Za-z0-9_.@+%-]+){2,}/?|~?/(?:etc|var|opt|usr|tmp|api|bin|srv|mnt|dev|proc|sys|run|root|"
            r"v\d)/[A-Za-z0-9_./@+%-]*"
        ),
        composite=True,
    ),
    _kind("uuid", r"\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?", ignore_case=True),
    _kind("hex-code", r"0x[0-9a-f]{1,16}", ignore_case=True),
    _kind(
        "hash",
        (
            r"(?:sha\d{0,3}|md5)[:=-] ?[0-9a-f.\x{2026}]{6,128}|[0-9a-f]{12,128}|[0-9a-f]{4,16}(?:\.{3}|"
            r"\x{2026})(?:[0-9a-f]{2,16})?"
        ),
        ignore_case=True,
        check=_has_letter,
    ),
    _kind(
        "mac-or-serial",
        r"[0-9a-f]{2}(?:[:-][0-9a-fx]{2}){2,31}|[0-9a-f]{4}\.[0-9a-f]{4}\.[0-9a-f]{4}",
        ignore_case=True,
        check=_is_not_called,
    ),
    _kind(
        "timestamp",
        (
            r"\d{4}-\d\d-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d{1,9})?)?(?: ?(?:Z|UTC|GMT|[+-]\d\d:?\d\d))?)?|"
            r"\d{1,2}:\d\d(?::\d\d(?:[.,]\d{1,6})?)?(?: ?(?:AM|PM|am|pm|UTC|GMT|Z|CET|CEST|EST|PST))?"
        ),
    ),
    _kind(
        "version",
        (
            r"[vV]\d+(?:\.\d+){1,4}(?:[-+][A-Za-z0-9.]+)?|\d+\.\d+\.\d{4,6}\.\d{1,6}|(?:[Vv]ersion|[Bb]uild|"
            r"[Rr]elease|[Ff]irmware|[Dd]river) \d+(?:\.\d+){1,4}[A-Za-z0-9-]*"
        ),
    ),
    _kind("oid", r"[0-2](?:\.\d{1,9}){4,20}|2\.5\.(?:29|4)\.\d{1,3}"),
    _kind("network", r"(?:\d{1,3}\.){3}0/\d{1,2}"),
    _kind(
        "region",
        (
            r"(?:us|eu|ap|sa|ca|me|af|il|cn)-(?:gov-)?(?:north|south|east|west|central|northeast|southeast|"
            r"northwest|southwest)(?:-?\d)?[a-z]?(?:/\d[a-z])*|(?:US|EU|APAC|AMER|EMEA|LATAM|DACH|ANZ|NA|"
            r"UK)-(?:East|West|North|South|Central)(?: HQ)?(?:-\d)?|EMEA|APAC|LATAM|AMER|AMERICAS|Americas|DACH|"
            r"ANZ|NORAM|(?:eastus|westus|centralus|northeurope|westeurope|uksouth|ukwest|francecentral|"
            r"germanywestcentral|southcentralus|northcentralus|eastasia|southeastasia|japaneast|australiaeast|"
            r"brazilsouth|canadacentral)\d?|(?:europe|asia|us|northamerica|southamerica|australia)-(?:north|south|"
            r"east|west|central|northeast|southeast)\d(?:-[a-z])?"
        ),
    ),
    _kind(
        "constant",
        r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|[A-Z]{2,}::[A-Z0-9_]+|[a-z]+(?:_[a-z0-9]+){1,8}\(\)",
        check=_no_account,
    ),
    _kind("exception", r"(?:[a-z][\w$]*\.)*[A-Z][A-Za-z0-9]*(?:Exception|Error|Warning|Failure|Fault|Timeout)"),
    _kind(
        "http-status",
        (
            r"(?:HTTP(?:/\d(?:\.\d)?)?[ :]|status(?: code)?[ :=]{1,2}|SSL |error )\d{3}\b(?: (?:OK|Unauthorized|"
            r"Forbidden|Not Found|Bad Gateway|Bad Request|Service Unavailable|Gateway Timeout|Too Many Requests|"
            r"Internal Server Error|Conflict|Created|Accepted|No Content|Moved|Found))?|\d{3} (?:OK|Unauthorized|"
            r"Forbidden|Not Found|Bad Gateway|Bad Request|Service Unavailable|Gateway Timeout|Too Many Requests|"
            r"Internal Server Error)"
        ),
        ignore_case=True,
    ),
    # answers of the protocols of hospitals: DICOM's primitives, HL7's acknowledgements
    _kind(
        "protocol",
        (
            r"[ACNP]-(?:ASSOCIATE|RELEASE|ABORT|DATA|STORE|FIND|MOVE|GET|ECHO|CREATE|SET|ACTION|DELETE|CANCEL)"
            r"(?:-(?:RQ|RJ|AC|RSP|RP))?|(?:[A-Z][A-Z\d]{1,7} )?(?:NACK|NAK|ACK)"
        ),
    ),
    _kind(
        "facility",
        (
            r"(?:Rechenzentrum|[Dd]ata ?[Cc]ent(?:er|re|rum)|[Cc]entre de donn(?:\x{e9}|e)es|Datacenter|Datenhalle|"
            r"[Cc]entro (?:de |elaborazione )?(?:datos|dados|dati)|[Ss]ala (?:server|(?:de )?servidores|CED)|"
            r"[Ss]alle (?:serveurs?|informatique)|[Ss]erver(?:raum|rum|hall|rom)|[Dd]ata ?[Hh]alle?|"
            r"SAN [Ff]abric|(?:Etagen|Geb(?:\x{e4}|ae)ude|Haupt|Unter|Netzwerk)verteiler|Technikraum|EDV-Raum|"
            r"(?:Netzwerk|Server|Daten|Verteiler)(?:schrank|raum)|Schrank|[Ll]ocal (?:technique|informatique)|"
            r"[Bb]aie (?:de brassage|informatique)|[Cc]uarto de comunicaciones|[Ss]ala t(?:\x{e9}|e)cnica|"
            r"[Pp]atch(?:kast|ruimte)|[Ss]erverruimte|[Ss]erwerowni(?:a|i)|[Ss]erverovn(?:a|\x{11b})|[Kk]onesali|"
            r"(?:[Hh]ub|[Cc]ore|[Nn]ode|[Rr]iser|[Hh]ead-?end|[Mm]eet-me|[Ee]quipment|[Cc]omms|[Tt]elecoms?|[Bb]attery|"
            r"[Gg]enerator|[Ss]ignall?ing|[Rr]elay|[Ss]witchgear|[Ii]nstrument|[Aa]pparatus|[Mm]achine|UPS) "
            r"(?:[Rr]oom|[Cc]loset|[Cc]upboard)|DC-?[A-Z]?[a-z\d]* (?:[Dd]ata )?[Hh]all|CPD)"
            r"(?: (?:\p{Lu}\p{Ll}+-(?:North|South|East|West|Nord|Ost|Mitte|Central|\d{1,2})|"
            r"[A-Z]?\d{1,3}[A-Z]?|[A-Z]|North|South|East|West|Nord|S(?:\x{fc}|u)d|Ost|Est|Ouest|Norte|Sur)\b)?"
        ),
    ),
    _kind("mail-status", r"[245]\d\d[ -][245]\.\d{1,3}\.\d{1,3}"),
    _kind(
        "code-id",
        (
            r"(?:INC|REQ|CHG|PRB|RITM|SCTASK|TASK|CASE|TKT|KB|CVE|RFC|ALERT|ORA|EVT|ERR|VPN|GP|PRX|RST|DEP|PRJ|"
            r"SUP|HD|SR|SD|WO|MSG|NET|MSB|AADSTS|CS|AUTH|TLS|SSL|EAP|TPM|BL|"
            r"WIN)[-_]?[A-Z0-9]{0,8}(?:-[A-Z0-9]+){0,5}\d{2,}[A-Z0-9-]*|(?:AADSTS|ORA-|MSB|CS|TS|SQLSTATE "
            r")\d{4,6}|SQLSTATE ?\[?[0-9A-Z]{5}\]?"
        ),
    ),
    _kind(
        "event",
        (
            r"(?:[Ee]vent ?(?:ID|Id|id)?|EventID|[Ee]rror(?: code)?|[Rr]eason [Cc]ode|[Ee]xit code|[Rr]eturn code|"
            r"[Ss]top code|VLAN|[Pp]ort|PID|pid|[Tt]icket|[Cc]ase|KB|(?:on|at|in) line)[ :=#]{1,2}\d{1,7}"
        ),
    ),
    _kind(
        "distinguished-name",
        (
            r"DC=[A-Za-z0-9_-]+|((?:OU|O|C|ST)=[\pL\d_&$-]+(?: [\pL\d_&$-]+){0,4}),|(?:OU|O|C|ST)=[\pL\d_&$-]+(?: "
            r"[\p{Lu}][\pL\d_&$-]*){0,2}"
        ),
    ),
    _kind(
        "file",
        (
            r"[\pL\d_%{}()@~-]+(?:\.[\pL\d_-]+)*\.(?:exe|dll|sys|msi|msc|inf|cat|cab|log|txt|cfg|conf|ini|yaml|"
            r"yml|json|xml|csv|xlsx?|docx?|pptx?|pdf|ps1|psm1|bat|cmd|sh|py|js|ts|jar|war|so|rpm|deb|pkg|dmg|zip|"
            r"tar|gz|tgz|pem|crt|cer|key|pfx|p12|csr|evtx|etl|dmp|reg|vbs|sql|db|mdb|pst|ost|iso|img|vhdx?|vmdk|"
            r"ova|go|rs|java|cs|cpp|rb|php|html?|css|lnk|tmp|bak|service|timer|socket|pcap|har|ovpn|mobileconfig|"
            r"apk|ipa|app|plist)"
        ),
        ignore_case=True,
        check=names_nobody,
    ),
    _kind(
        "host",
        (
            rf"(?:{_LABEL}\.)+(?:internal|local|lan|corp|intra|intranet|priv|private|svc|cluster|test|example|"
            rf"invalid|localdomain|com|net|org|io|dev|cloud|app|edu|gov|co|de|fr|uk|es|it|nl|eu|ch|at|be|se|no|dk|"
            rf"pl|pt|in|jp|cn|au|ca|us|info|biz|tech|systems|network|ai|sh|me|tv|ie|br|mx|za|sg|hk|nz|fi|cz|hu|ro|"
            rf"gr|tr|ru|ua|kr|online|services|solutions|group|global|digital|software|store|site|health|finance|"
            rf"bank|company|media|email|support|aero|mil|int)"
        ),
    ),
    _kind(
        "host-name",
        (
            r"(?:[A-Za-z0-9]+[-_])*(?:[a-z]{0,6}(?:srv|svr|server)|dc|db|sql|web|app|api|prn|prt|print|printer|"
            r"psrv|ps|fs|file|filesrv|nas|san|lb|gw|igw|fw|sw|switch|rtr|ap|wlc|vpn|radius|ise|nps|ca|pki|ad|ldap|"
            r"dns|dhcp|ntp|mx|smtp|mail|proxy|prx|k8s|node|pod|worker|esx|esxi|vm|host|bkp|backup|mon|log|elk|"
            r"jump|bastion|build|ci|hp|mfp|mfd|pbx|cluster|gateway|queue|vlan|rack|datacenter)\d*(?:[-_][A-Za-z0-9]+)+"
        ),
        ignore_case=True,
        check=_no_count,
    ),
    _kind(
        "company",
        (
            r"(?:[\p{Lu}][\pL\d'-]+ ){1,3}(?:Inc|Ltd|Limited|GmbH|LLC|AG|B\.?V|S\.?A|S\.?r\.?l|Oy|AB|A/S|PLC|plc|"
            r"Corp|Corporation|Technologies|Networks|Telecom|Software|Solutions|Systems|Analytics|Cloud|Labs|"
            r"Robotics|Hosting|Industries|Electronics|Broadband|Holdings|Services|Logistics|Laboratories|"
            r"Instruments|Supplies|"
            r"Couriers|Staffing|Airlines|Motors|Associates|Ventures|Automation|Navigation|Cabling|Elevators|"
            r"Refrigeration|Semiconductors|Wireless|Pharmaceuticals|Optics|Freight|Pty|Pte|Ltda|SARL|SAS|ApS|ASA|"
            r"Oyj|KG|NV|Kft|Sdn|s\.r\.o|d\.o\.o)\b\.?"
        ),
    ),
    # `Bergmann Messtechnik`, `Systemhaus Lindner`: what a firm does, in its own language
    _kind(
        "company-by-trade",
        (
            r"(?:[\p{Lu}][\pL\d'-]+ ){1,2}(?:(?:\p{Lu}\p{Ll}+)?(?:[Tt]echnik|[Tt]echniek|[Ii]nformatik)|Systemhaus|"
            r"Maschinenbau|Elektro|Logistik|Druckerei|Informatique|\x{c9}lectronique|Informatica|Inform\x{e1}tica|"
            r"Elettronica|Electr\x{f3}nica|Sistemi|Sistemas|Automatisering|Elektronik|Teknik|Tekniikka|"
            r"Informatyka)\b|"
            r"(?:Systemhaus|Kabelwerke?|Elektro|Netzwerk|Druckerei|Autohaus|Groupe|Gruppo|Grupo|Ateliers?|"
            r"Imprimerie|Tipografia|Officine|Drukarnia) [\p{Lu}][\pL'-]+"
        ),
        check=is_trade,
    ),
    _kind(
        "errno",
        "|".join(sorted(name for name in errno.errorcode.values() if len(name) > 4))
        + r"|E(?:AI_[A-Z]+|NOTFOUND)|"
        + "|".join(sorted(name.name for name in signal.Signals)),
    ),
    _kind("firm", r"[\p{Lu}][\pL'\x{2019}-]+ & [\p{Lu}][\pL'\x{2019}-]+", check=is_pair),
    _kind("registry-or-env", r"%[A-Za-z_]+%|\$\{?[A-Z_]{2,}\}?|\$env:[A-Za-z_]+"),
    _kind(
        "command",
        (
            r"(?:Get|Set|New|Remove|Add|Enable|Disable|Invoke|Test|Start|Stop|Restart|Clear|Resume|Suspend|Update|"
            r"Import|Export|Install|Uninstall|Unlock|Lock|Search|Connect|Disconnect|Reset|Repair|Initialize|"
            r"Register|Unregister|Move|Copy|Rename|Write|Read|Out|Select|Where|Sort|ConvertTo|ConvertFrom|Backup|"
            r"Restore)-[A-Z][A-Za-z]+"
        ),
    ),
    _kind(
        "camel-case",
        (
            r"[A-Z]?[a-z]+[A-Z][a-z0-9]+[A-Z][A-Za-z0-9]*|[a-z]+[A-Z][A-Za-z0-9]+|[A-Z][a-z]+[A-Z]{2,}[a-z0-9]*|"
            r"[A-Z]{2,}[a-z]{2,}[A-Z][A-Za-z0-9]*"
        ),
    ),
)
NAMES = tuple(kind.name for kind in KINDS)
_OF = {kind.name: kind.compiled for kind in KINDS}
# apart from the rest, or alone: they may begin at any word, and match nearly everywhere
together(_OF["url"], _OF["exception"])
together(_OF["file"], _OF["company"])
_ALONE = ("host", "host-name", "camel-case")
MOST = together(*(found for name, found in _OF.items() if found.group is None and name not in _ALONE))
