"""Four numbers beside a version are the other version: `build 9.3.32.119, current one is 9.4.34.245`.

Releases of one product begin alike. Where the second is called an address, or is somewhere to be reached, it is one;
private addresses begin with 10 as versions do, so that there the text has to compare the two.
"""

from __future__ import annotations

import re

_WINDOW = 110
_QUAD = r"\d{1,3}(?:\.\d{1,5}){2}\.\d{1,5}"
# what says that the first is a version, with no more than a word between: `build 9.3.32.119`, `version is 8.7.12.75`
_VERSION = re.compile(
    r"(?<![\w.-])(?:versions?|releases?|build|firmware|drivers?|agent|plug-?in|add-?(?:in|on))"
    rf"[ :=(\"']{{1,3}}(?:is |was |number |no\. |now |v\.? ?)?(?:it is )?({_QUAD})(?![\w.]*\d)",
    re.IGNORECASE,
)
_ADDRESS = re.compile(
    r"\b(?:ips?|ipv4|address(?:es)?|addr|src|dst|source|destination|clients?|hosts?|peers?|remote|gateways?|leases?|subnet|"
    r"nodes?|servers?|rout(?:er|e)s?|switch|printer|dns|proxy|nat|vpn|ping\w*|ssh|rdp|listen\w*|connect\w*|reach\w*|"
    r"traceroute|nslookup|log(?:s|ged)? ?(?:in|on)|session|moved)\b|\b(?:from|via|at|through|behind|against|towards?|"
    r"(?<!\bare )(?<!still )(?<!already )(?<!stay )(?<!back )on) $",
    re.IGNORECASE,
)
_REACHED = re.compile(
    r"\b(?:ips?|address(?:es)?|src|ping\w*|(?:connect\w*|talks?|moved|speaks?) (?:to|with)|from|via|"
    r"(?<!\bare )(?<!still )(?<!already )(?<!stay )(?<!back )on|at)[ :=]{1,2}$",
    re.IGNORECASE,
)
_PRIVATE = 10
_MET = re.compile(
    r"[:/]\d|\"? (?:port|connect|disconnect|log(?:s|ged)? |sign(?:s|ed)? |dropp|authenticat|assign|got |ping|"
    r"repl(?:y|ied)|answer|timed|time out|timeout|unreachable|is (?:up|down|not reach|reach|un|offline|online|gone)|"
    r"resolv|block|refus|can ?(?:not|'t)|could|stopp?|does not (?:answer|reply|respond)|responds?|went)"
)
_COMPARED = re.compile(
    r"(?:\b(?:replaced|superseded|followed|obsoleted) by(?: (?:the )?(?:version|build|release))?|\breplac(?:es|ed|ing)|"
    r"\bsupersed(?:es|ed|ing)|\binstead of|\brather than|\bthan|\bvs\.?|\bversus|\b(?:latest|newest|current|required|"
    r"expected|wanted|supported|certified|approved|recommended|previous|former|old|older|newer|minimum|target|"
    r"available)(?: (?:one|version|build|release))?(?: (?:by|in|on) (?:the )?\w+)?(?: (?:is|was|would be|being))?:?|"
    r"\b(?:handbook|manual|notes?|documentation|docs|guide|wiki|article|portal|policy|catalogue?|matrix|footer|"
    r"about box|website|page|colleagues?|others?|everyone(?: else)?|we|you) (?:speaks?|talks?|tells?|says?|states?|"
    r"mentions?|lists?|names?|shows?|demands?|requires?|wants?|expects?|have|has|runs?|still (?:have|has|run|runs|on))"
    r"(?: (?:of|about|for))?|\b(?:upgrad|updat|downgrad)\w* [^\n]*\d to|"
    r"\bfrom (?:version|build|release|firmware)[^,;\n]*\d to)"
    r"[ (=\"']{1,3}$",
    re.IGNORECASE,
)
# `the rule expects 9.3.32.119 while the installed version is another`
_AWAITED = re.compile(
    r"\b(?:expect(?:s|ed|ing)?|looks? for|checks? for|requires?|wants?|demands?) $", re.IGNORECASE
)
_CONTRASTED = re.compile(
    r",? (?:while|whereas|but|although|though|and not) (?:the |its |our )?(?:[\w-]+ ){0,2}(?:version|release|build)\b",
    re.IGNORECASE,
)
_SENTENCE_ENDS = re.compile(r"[.!?] +[A-Z]|\n")


def is_other_version(text: str, start: int, end: int) -> bool:
    """Whether the four numbers at `start` to `end` stand in one sentence behind a version that begins as they do.

    Or are what is expected before a version that differs.
    """
    if _CONTRASTED.match(text, end) and _AWAITED.search(text, max(0, start - 24), start):
        return True
    first, second, *_ = text[start:end].split(".")
    said = list(_VERSION.finditer(text, max(0, start - _WINDOW), start))
    other = said[-1].group(1).split(".") if said else [""]
    if other[0] != first:
        return False
    between = text[said[-1].end() : start]
    if _SENTENCE_ENDS.search(between) or _MET.match(text, end):
        return False
    if int(first) == _PRIVATE:
        compared = _COMPARED.search(text, max(0, said[-1].start() - 30), start)
        return compared is not None and not _ADDRESS.search(between[-30:])
    return not (_REACHED if other[1] == second else _ADDRESS).search(between)
