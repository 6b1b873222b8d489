"""Where a text speaks of somebody's machine: words that call a name one, and what is done to machines alone."""

from __future__ import annotations

import re

from redactory.detect.prefilter import sieved

_MACHINE = (
    r"(?:laptop|notebook|workstation|desktop|computer|pc|device|endpoint|machine|macbook(?: pro| air)?|mac|imac|iphone|"
    r"ipad|tablet|thinkpad|elitebook|latitude|surface|chromebook|ultrabook|thin client|terminal|handset|client|asset|"
    r"inventory|sticker|net ?bios|portable|ordinateur|poste|rechner|ger\u00e4t|dator|equipo|port\u00e1til|komputer|"
    r"bilgisayar|maskin|dev|mach|shost|src ?_?host|source ?_?(?:host|workstation)|caller computer|get-adcomputer)"
)
_PUNCTUATION = r"[\s:=(\"'`\[#>\u2192-]"
_CALLED = sieved(
    rf"\b{_MACHINE}(?:s|'s)?(?:[ _]?(?:name|host|hostname|id|tag|account|object))?"
    rf"(?:[\s:=(\"'`\[#,>\u2192-]{{1,3}}(?:is|was|now|still|the|new|old|named|renamed|called|name|tag|asset|id|no\.?|"
    rf"number|with|host|hostname|to|be|from)\b){{0,4}}{_PUNCTUATION}{{1,4}}$"
)
# where a machine of somebody's stands, though hosts of other kinds do now and then
_OWN = (
    r"\brenamed|\bfrom (?:\d{1,3}\.){3}\d{1,3} at|"
    r"\bpc(?: [a-z]+){0,3} is|\\[\w.-]{2,20} from|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|"
    r"(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}|\b(?:logged|log-?[io]n|signed|sign-?in|log ?in) (?:on |in )?(?:from|at|on)|"
    r"\bwip(?:es?|ed|ing)|\bre-?imag(?:es?|ed|ing)|\bre-?join\w*|\b(?:un|re-?)?enroll?\w*|\bretired?|"
    r"\bisolated?|\bquarantined?|\brdp from|\bkeys? (?:for|of|on)|"
    r"\b(?:dock|battery|screen|keyboard|webcam|charger|lid) (?:of|on|in|for)|"
    r"\b(?:old|new|loaner|spare|replacement) (?:one )?is|\bmy|\bowner of|\b(?:enrol\w*|compliance|profile|policy|"
    r"policies|updates?|check-?in|login) (?:(?!windows? )\w+ )?(?:on|for|of)|\bworks? from|"
    r"\bsession from|\b(?:fault|error|problem|issue|same)(?: \w+){0,4} only on|\bshows \S+ on|"
    r"\b(?:certificate|key|cert) ?store of|\bcredentials? (?:of \S+ )?on"
)
# what is done to servers as often
_ANYBODYS = (
    r"\brebuilt|\bswap\w*|\brdp (?:in)?to|\bremot(?:e[ds]?|ing) (?:session |control )?(?:in )?(?:in)?to|\bremoted? on|"
    r"\bsession (?:to|on|with)|\blease (?:for|of)|\bagent (?:on|to)|\bevent \d{3,5} on|"
    r"\b(?:fan|bios|disk|ssd) (?:of|on|in|for)|\bno route to|\bping|"
    r"\breceived: from|\bhelo|"
    r"\bcontain(?:ed|ing)?|\b(?:threats?|malware|ransomware|detections?|detected|alerts?|mitigated|blocked|remediated|"
    r"suspicious \w+|found)(?: \w+)? on(?: (?:the )?(?:host|endpoint))?|"
    r"\blaps (?:password|pw|account|secret) (?:for|of|on)|"
    r"-(?:identity|cn|hostname)|/(?:server|v|s|node):?|\bscan report for|"
    r"\b(?:migrated|by hand|started|launched|ran|printed|job \d+|traced|copied|coming|comes|connects?|connected) "
    r"(?:it |them |back )?from|\bprinted by \S+ (?:on|from)|"
    r"\b(?:joins?|joined|registers?|registered|shows up|wi-?fi|wlan|network) as|"
    r"\b(?:nslookup|test-connection|(?:ninjaone|jamf|intune|kaseya):)"
)
_STANDING = rf"(?: (?:the|his|her|my))?{_PUNCTUATION}{{1,3}}$"
_NEAR_OWN = sieved(rf"(?:{_OWN}){_STANDING}")
_NEAR = sieved(rf"(?:{_OWN}|{_ANYBODYS}){_STANDING}")
_AFTER = re.compile(
    r"[\"'`)]{0,2} (?:(?:is|was|has been|gets?|got|needs? to be|to be|being|is being|not|is not|isn't) )?(?:(?:re-?)?"
    r"imaged|wiped|rebuilt|re-?joined|(?:un|re-?)?enrolled|encrypted|stolen|retired|swapped|quarantined|compliant|"
    r"non-?compliant|locked out|re-?named|booting|docked|bitlockered|mine|his|hers)\b|"
    r"[\"'`)]{0,2} (?:(?:is |was )?last (?:seen|check|contact|sync|logon)|(?:is|was|got) lost|"
    r"(?:(?:does|did|will) ?n[o']t|won't) (?:boot|wake|dock|charge|power|"
    r"start|turn on)|dropped off|blue ?screens?|overheats|asks for (?:the |a )?(?:bitlocker|recovery|pin))|"
    r",? \(?(?:LG gram|Latitude|ThinkPad|EliteBook|ProBook|ZBook|Surface (?:Pro|Laptop|Go|Book)|MacBook|XPS|"
    r"Precision|IdeaPad|Zenbook|Galaxy Book|Chromebook|Toughbook|Vivobook)\b|"
    rf"[\"'`)\]]?,? (?:\(|is )(?:(?:my|his|her|their|your|the|a|an|user's) )?(?:\w+ )?(?:{_MACHINE}|spare|loaner)\b",
    re.IGNORECASE,
)
# what is said of servers as often
_AFTER_ANY = re.compile(
    r"\$(?![\w{(])|\s+<[0-2][0-9a-f]>\s|"
    r"[\"'`)\]]{0,2}(?: fell back (?:to|from)| (?:is |was |went )?offline (?:for|since)|"
    r" (?:keeps|started) (?:freez|crash|hang|reboot|restart|shutting|losing|dropping)\w*| (?:freezes|crashes|hangs)\b|"
    r" (?:->|\u2192) (?:the |a )?(?:new|old)\b| according to|, the (?:one|old|new)\b|"
    r" ?[,;|(\t] ?\"?(?:microsoft )?(?:windows 1[01]\b|macos\b|ios \d|ipados\b|android\b|chrome ?os\b))",
    re.IGNORECASE,
)
_HOST_KEY = re.compile(r"\bhost ?_?(?:name|identifier)?[\"']?\s?(?:[:=]|is)\s?[\"'\[(]?$")
_NAMES = re.compile(
    r"(?:(?:(?:host|device|computer|machine|workstation|client|pc|laptop)['s]{0,2}[ _-]?name|hostname|workstation|"
    r"client|src_?host|caller computer)[\"']?\s?(?:[:=]|is|was)\s?[\"'\[(]?|"
    r"\b(?:called|named|renamed(?: it)? to|(?:logged|signed) (?:on|in) (?:from|on|to|at)|session (?:on|from)) "
    r"[\"'(\[]?)$"
)
_HOSTS_MANY = re.compile(r"\b(?:sessions?|profiles?|quota|share|licen[cs]es?|queue) (?:on|to|with)[\s:\"'`(\[]{1,2}$")
_OWNED = re.compile(
    r"\b(?:laptop|notebook|workstation|pc|macbook|tablet|thinkpad|chromebook|my|his|her|your|their)\b"
    r"(?! (?:\w+ )?(?:sessions?|profiles?|quota|share|licen[cs]es?|queue) )[^.\n]{0,12}$"
)
_DONE_ON = re.compile(
    r"\b(?:on|connect(?:ed|ing)? to|log(?:ged|ging)? (?:on |in )?to|loaner|replacement)[\s:\"'`(\[]{1,2}$"
)
_MENTIONED = re.compile(rf"\b{_MACHINE}s?\b", re.IGNORECASE)
_COUNTED = re.compile(
    r"\b(?:server|printer|print queue|router|firewall|access point|appliance)[\"']?\s?[:=#(\[]?\s?[\"']?$|"
    r"\b(?:error|code|event|ref|reference|case|ticket|part|model|group|order|po|id|serial|s/?n|"
    r"service tag|imei|warranty|licen[cs]e|(?<!recovery )(?<!bitlocker )key)(?: (?:number|no\.?|is|was|for))?"
    r"[\s:#(]{1,2}$|\bjob[=:#] ?$|"
    r"\b(?:dup(?:e|licates?)? of|merged into|follow-?up (?:to|of)|receipt(?: number)?(?: is)?)[\s:#]{1,2}$"
)
_OF_A_CASE = re.compile(
    r"\b(?:change|incident|request|problem|deployment|ticket|case|order|task)"
    r"(?: (?:number|no\.?|id|record))?[\s:#(]{1,2}$"
)
_SHOWN = re.compile(
    r"\b(?:shows?|showing|says?|displays?|reads|throws?|logs?|logged|reports?|reported|gives?|"
    r"(?:fail|stop|end|abort)\w* (?:with|at)|get|gets|got|see|sees)[\s:=\"'`(\[]{1,3}$"
)
_LOGS_AFTER = re.compile(
    r"[\"']?(?:\.[\w-]+)*[\"']?,? [\"']?(?:msg|message|pid|prog|program|app|component|module|facility)[\"']?[=:]"
)
# what `Test-NetConnection` says behind the host's name
_TESTED = re.compile(
    r"(?:\.[\w-]+)*\s*\n(?:RemoteAddress|RemotePort|SourceAddress|InterfaceAlias|PingSucceeded|TcpTestSucceeded)\b"
)
WINDOW, _NEAREST = 48, 28
_LAST_WORD = re.compile(r"([^\W_]+)[^\w]{1,4}$")
_LAST = frozenset(
    (
        "connection", "contained", "for", "from", "her", "his", "hostname", "identity", "into", "intune", "isolate",
        "isolated", "jamf", "kaseya", "ninjaone", "node", "nslookup", "rebuilt", "s", "server", "the", "v", "with",
    )
)  # fmt: skip
_ACTED = ("renam", "wip", "imag", "reimag", "join", "rejoin", "enrol", "unenrol", "retire", "quarant", "swap")


def called(lead: str) -> bool:
    """Whether the words right before a name, in lower case, call it somebody's machine.

    The `client` of RADIUS is a device of the network.
    """
    return not lead.endswith("(from client ") and bool(_CALLED.search(lead))


def owned(lead: str) -> bool:
    """Whether the words before a name say that it is a machine of one person."""
    return bool(_OWNED.search(lead))


def names(lead: str) -> bool:
    """Whether they say that what follows is the name of a machine, and not its number."""
    return bool(_NAMES.search(lead))


def hosts_many(lead: str) -> bool:
    """Whether they say that what somebody has there, others have as well: a session, a profile."""
    return bool(_HOSTS_MANY.search(lead))


def done_on(lead: str) -> bool:
    """Whether something happens on what is named, or it is handed out: said of machines, not of their serials."""
    return bool(_DONE_ON.search(lead))


def handled(lead: str, text: str, end: int, *, few: bool = False) -> bool:
    """Whether a name ending at `end` is dealt with as machines are: logged on from, wiped, enrolled.

    `few`: it is told apart by so few digits as servers are; what is done to these as well does not count.
    """
    last = _LAST_WORD.search(lead)  # most leads end with another word, and need not be searched
    word = last.group(1) if last is not None else ""
    near = word in _LAST or word.startswith(_ACTED) or len(word) in (2, 4)
    said = _NEAR_OWN if few else _NEAR
    if near and said.search(lead, max(0, len(lead) - _NEAREST)) or _AFTER.match(text, end):
        return True
    return not few and _AFTER_ANY.match(text, end) is not None


def hosts(lead: str) -> bool:
    """Whether the words right before a name say that it is a host's, of whatever kind."""
    return bool(_HOST_KEY.search(lead))


def logs(text: str, end: int) -> bool:
    """Whether the host whose name ends at `end` is the one that logs: a message or a program follows it."""
    return bool(_LOGS_AFTER.match(text, end))


def tested(text: str, end: int) -> bool:
    """Whether a test of the network was made against the host whose name ends at `end`, before its domain."""
    return bool(_TESTED.match(text, end))


def numbers(lead: str) -> bool:
    """Whether they say that a code, a case or a model is numbered."""
    return bool(_COUNTED.search(lead))


def is_of_a_case(lead: str) -> bool:
    """Whether what follows is a change's, a ticket's, an order's number, whatever it looks like."""
    return bool(_OF_A_CASE.search(lead))


def shown(lead: str) -> bool:
    """Whether they say that a machine shows what follows, as it does codes."""
    return bool(_SHOWN.search(lead))


def mentioned(text: str, start: int, end: int) -> bool:
    """Whether a machine is spoken of in `text[start:end]`."""
    return bool(_MENTIONED.search(text, start, end))
