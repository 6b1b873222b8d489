"""Where a text names a place, so that a word that is also a town of the directory counts as one."""

from __future__ import annotations

import re

from redactory.detect.account_context import WINDOW
from redactory.detect.fold import around
from redactory.detect.guards import begins_sentence
from redactory.detect.names import is_ordinary
from redactory.detect.tokens import VEIL

_PLACE_BEFORE = re.compile(
    r"(?:(?:^|[^\w])(?:in|at|from|to|near|of|our|via|visiting|based|office|site|city|location|branch|campus|town"
    r"|(?:[Ll]ocation|[Ss]ite|[Oo]ffice|[Cc]ity|[Tt]own) of (?:the |this )?(?:user|caller|requester|reporter|"
    r"client|colleague|person)"
    r"|l|l[=:]|city[=:]|office[=:]|location[=:]|site[=:])[\s\"':=\]]{0,4}|[,\s]OU=)$"
)
_PLACE_AFTER = re.compile(
    r"^(?:\s+(?:office|site|branch|campus|hq|plant|depot|headquarters|location)\b|,\s+(?:[A-Z]{2}\b|[A-Z][a-z]+))", re.I
)
_CHANGED_BEFORE = re.compile(  # `attr=l old=Deal new=Cork`: what was changed is a place
    r"\b(?:l|city|office|location|site|town|locality)\b[\"']?[^\n]{0,32}?(?:\b(?:old|new|was|now)(?:value)?|->|\u2192)"
    r"[\"']?\s?[:=]?\s?[\"']?$|\b(?:travel|geo|sign-?in|log-?in)\w*\b[^\n]{0,80}(?:: |from |then |-> ?|\u2192 ?)$|"
    r"[A-Z][\w'-]+ then $", re.I,
)
# what stands before and after a word that is a town only here: `Only Split affected`, not `the Mobile app`
_PLAIN_BEFORE = re.compile(r"([^\W\d_]+|[A-Z0-9]{3,8}),?[ \t]$")
_NO_PLACE_BEFORE = frozenset(
    ("the", "a", "an", "this", "that", "any", "each", "your", "my", "his", "her", "their", "new", "no", "click")
)
_NO_PLACE_AFTER = re.compile(
    r"^(?:[ \t][A-Z]|\s?[:=]?\s?[+(\d]|=|\s?-\w|\s(?:app|apps|device|devices|phone|phones|number|client|browser|data"
    r"|hotspot|network|screen|view|mode|tunnel|tunnelling|page|access|plan|line|light|alert|status|button|cable|"
    r"key|receipt|receipts)\b)"
)
_PHONE_WORDS = frozenset(("mobile", "cell", "phone"))
_PHONE_NEAR = re.compile(rf"\d{{3}}|{VEIL}{{3}}")
# the whole of a cell, a quoted string, a line of a signature
_CELL_BEFORE = re.compile(
    r"(?:\|\s{0,2}|\d / |(?:^|[,;\n])\s?[\"\u201c]|[;\t]\s?|\n(?:[ \t]|> ?){0,4}|,[ \t]|[ \t]//[ \t]|"
    r"[\w)>] \(|[^\W\d_] - |<(?:site|city|office|location|town)>)$"
)
_CELL_AFTER = re.compile(
    r"(?:\s{0,2}\||[\"\u201d]\s?(?:[,;|}\]\r\n]|$|(?<= )[A-Z])|[;\t](?=\s?\S)|[ \t]*[\r\n\x00]|[ \t]*$|\)|"
    r"[.?!](?:\s|$)|</| - (?=[+(\d])|"
    r" (?=(?:In copy|Cc|CC|Copy(?: to)?|Phone|Tel|Mobile|Ext|E-?[Mm]ail|Sent|Subject)\b\.?:))"
)
_LOWER_PLACE_BEFORE = re.compile(
    r"(?:\b(?:in|from|near|visiting|based|office|site|city|location)|\b(?:flying|travell?ing|moving|going|off|"
    r"back|flew|drive) to)"
    r"[ :]{1,2}$"
)
_LOWER_CELL_BEFORE = re.compile(
    r"(?: [/|] |[|;] ?|(?:\d|st|rd|street|road|avenue|lane|parade|place|crescent|terrace|gasse|stra\u00dfe|gatan), )$",
    re.I,
)
# `in the Aurora team`, `VLAN 66, Cork goes through rack 2`, `this is Ann Lee in Reading`
_TEAM_BEFORE = re.compile(r"\b(?:in|from|of|by|with) (?:the|our|your|their) $")
_TEAM_AFTER = re.compile(r" (?:team|crew|staff|people|colleagues)\b")
_CONTRASTED_AFTER = re.compile(r" (?:goes (?:through|via|over|out)|reaches|connects (?:to|through|via|over))\b")
_CONTRASTED_BEFORE = re.compile(r"\w, (?:while |and |but )?$")
_PRESENTED_BEFORE = re.compile(
    r"\b(?:THIS IS|MY NAME IS|I AM) ((?:[^\W\d_a-z][^\W\d_a-z'\u2019.-]* ){1,4}?)(?:IN |FROM |AT )?$"
)
_PRESENTED_AFTER = re.compile(r"[.!,]?(?:\s|$)")
_OWN_LINE_OF_PHONE = re.compile(r"\s?[|/]\s?(?:[Ee]xt|EXT|[Tt]el|[Pp]hone|[Dd]esk|x)\b")


def in_place_context(text: str, start: int, end: int) -> bool:
    """Whether a capitalised ordinary word at `text[start:end]` stands where a place is named."""
    before, after = around(text, start, end, WINDOW)
    if _PLACE_BEFORE.search(before) or _PLACE_AFTER.search(after) or _CHANGED_BEFORE.search(before):
        return True
    telephone = text[start:end].lower() in _PHONE_WORDS
    if _CELL_BEFORE.search(before) and _CELL_AFTER.match(after) and not (
        telephone and _PHONE_NEAR.search(before + after) and not _OWN_LINE_OF_PHONE.match(after)
    ):
        return True
    if _TEAM_AFTER.match(after) and _TEAM_BEFORE.search(before) or (
        _CONTRASTED_AFTER.match(after) and _CONTRASTED_BEFORE.search(before)
    ):
        return not telephone
    presented = _PRESENTED_BEFORE.search(before) if _PRESENTED_AFTER.match(after) else None
    if presented is not None and text[start:end].isupper():
        return not all(map(is_ordinary, presented.group(1).lower().split()))
    word = _PLAIN_BEFORE.search(before)
    if word is None or word.group(1).lower() in _NO_PLACE_BEFORE or _NO_PLACE_AFTER.search(after):
        return False
    first = word.group(1)  # a capitalised neighbour is a part of the same proper name, unless the sentence begins there
    return first.islower() or any(map(str.isdigit, first)) or begins_sentence(before[: word.start()])


def in_lower_place_context(text: str, start: int, end: int, *, word: bool) -> bool:
    """Whether a town of the directory stands in a lower-case text where a place is named, or fills a cell.

    One that is a `word` of the language as well must fill a cell.
    """
    before, after = around(text, start, end, WINDOW)
    if not word and (_LOWER_PLACE_BEFORE.search(before) or before.endswith("the ") and _PLACE_AFTER.match(after)):
        return True
    return bool(_LOWER_CELL_BEFORE.search(before)) and bool(_CELL_AFTER.match(after))
