"""Where a text speaks of somebody's machine: words that call a name one, and what is done to machines alone."""

from __future__ import annotations

import re

_MACHINE = (
    r"laptop|workstation|notebook|desktop|computer|pc|device(?: name)?|endpoint|machine|macbook(?: pro| air)?|iphone|"
    r"ipad|tablet|thinkpad|client pc|computer ?name|workstation ?name|host ?name|mobile device|gerät|rechner|terminal|"
    r"handset|re-?imaged|rebuilt|re-?joined|get-adcomputer|client ?name|source ?workstation|surface|"
    r"asset(?: tag| name)?"
)
_CALLED = re.compile(
    rf"\b(?:{_MACHINE}|dev|poste|ordinateur|portátil|equipo)(?: (?:named|called|is|name|account|object))?"
    r"(?:\"\s?:\s?\"|[\s:=(\"'`]{1,3})$"
)
# a maker's serial stays; what is called a name is one
_NAMED = re.compile(
    r"(?:\b(?:host|computer|client|device|machine|workstation|pc) ?name|\b(?:named|called)|get-adcomputer|"
    r"source ?workstation|\"(?:computer|device|machine|host)\")(?: is)?(?:\"?\s?:\s?\"|[\s:=(\"'`]{1,3})$"
)
# where a machine stands, though hosts of all kinds do
_NEAR = re.compile(
    r"(?:\bhost(?==)|\brenamed|\bpc(?: [a-z]+){0,3} is|\\[\w.-]{2,20} from|(?:[0-9a-f]{2}[:-]){5}[0-9a-f]{2}|"
    r"(?:[0-9a-f]{4}\.){2}[0-9a-f]{4}|\b(?:logged|log-?[io]n|signed|sign-?in|log ?in) (?:on |in )?(?:from|at|on)|"
    r"\bwip(?:e|ed|ing)|\bre-?imag(?:e|ing)|\bunenroll?\w*|\benroll?\w*|\bretired?|\bisolated?|\bquarantined?|"
    r"\brdp (?:in)?to|\bremoted? (?:session |control )?(?:in)?to|\bremoted? on|\bsession (?:to|on|with)|"
    r"\b(?:recovery )?"
    r"key (?:for|of|on)|\blease (?:for|of)|\bagent (?:on|to)|\bevent \d{3,5} on|\b(?:dock|battery|fan|screen|keyboard|"
    r"webcam|charger|lid|bios|disk|ssd) (?:of|on|in|for)|\b(?:old|new|loaner|spare|replacement) (?:one )?is|\bclient|"
    r"\bmy|\b(?:enrol\w*|compliance|profile|policy|policies|updates?|check-?in|login) (?:\w+ )?(?:on|for|of))"
    r"[\s:=(\"'`]{1,3}$"
)
_HANDLED_AFTER = re.compile(
    r"[\"'`)]{0,2} (?:(?:is|was|has been|gets?|got|needs? to be|to be|being|is being|not|is not|isn't) )?(?:(?:re-?)?"
    r"imaged|wiped|rebuilt|re-?joined|(?:un|re-?)?enrolled|encrypted|stolen|lost|retired|swapped|quarantined|compliant|"
    r"non-?compliant|locked out|re-?named|booting|docked|bitlockered)\b|[\"'`)]{0,2} (?:last (?:seen|check|contact|"
    r"sync|logon)|(?:does|did|will) ?n[o']t (?:boot|wake|dock|charge|power)|won't (?:boot|wake|dock|charge|power)|"
    r"dropped off|blue ?screens?|overheats|asks for (?:the |a )?(?:bitlocker|recovery|pin))",
    re.IGNORECASE,
)
WINDOW = 40


def called(lead: str) -> bool:
    """Whether the words right before a name, in lower case, call it somebody's machine."""
    return bool(_CALLED.search(lead))


def named(lead: str) -> bool:
    """Whether they say that a host's name follows, whatever its shape."""
    return bool(_NAMED.search(lead))


def handled(lead: str, text: str, end: int) -> bool:
    """Whether a name ending at `end` is dealt with as machines are: logged on from, wiped, enrolled."""
    return bool(_NEAR.search(lead) or _HANDLED_AFTER.match(text, end))
