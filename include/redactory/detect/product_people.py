"""Whose a name is after all, where the words around it may stand around a product too: `laptop of Ingrid shows`."""

from __future__ import annotations

import re

from redactory.detect.lexicon import is_given

_GREETED_BEFORE = re.compile(
    r"(?i)\b(?:hi|hello|hey|dear|thanks|thank you|thx|cheers|regards|best|sorry|morning|mvh|pozdrawiam)[,!.]? $"
)
_TITLED_BEFORE = re.compile(r"\b(?:Mr|Mrs|Ms|Miss|Mx|Herrn?|Frau|Mme)\.? $")
# `the workstation of Ingrid shows 0x80070035`, `Haruka from the same office`
_OWNER_BEFORE = re.compile(
    r"\b(?:workstation|laptop|notebook|computer|machine|PC|MacBook|iMac|iPhone|iPad|tablet|phone|headset|desk|screen|"
    r"account|profile|mailbox|calendar|badge) of $",
    re.IGNORECASE,
)
_COLLEAGUE_AFTER = re.compile(
    r" from (?:(?:the|our|my|your|his|her|their) )?(?:(?:same|next|other) )?(?:office|team|department|desk|floor|"
    r"branch|shift|group)\b"
)
# a mailbox is shared with people: `delegate access to Ada Quist for the calendar`
_SHARED_BEFORE = re.compile(
    r"\b(?:delegat\w+|send-?as|on behalf|mailbox|calendar|editor|reviewer) (?:access|rights?|permissions?) "
    r"(?:to|for) $",
    re.IGNORECASE,
)
_SPOKEN_TO = re.compile(  # and who is away
    r" are you\b| is back (?:from (?:leave|holiday|vacation|lunch)|at (?:his|her) desk)\b"
)  # `Ada are you still there?`: a firm that takes the plural is not asked
_OWNED = re.compile(  # what an application has too (`login`, `token`) is not among the things of the last rows
    r"(?:['\u2019]s)? (?:mailbox|calendar|account(?! (?:manager|team))|laptop|phone|desk|team|profile|password|"
    r"manager|inbox|PC|machine|"
    r"request)\b|(?<=['\u2019]s) (?:computer|workstation|notebook|device|iPhone|iPad|MacBook|tablet|mobile|badge|"
    r"keyboard|mouse|headset|charger|screen|monitor|office|chair|seat|colleague|boss|assistant|home|card|"
    r"credentials)\b"
)


def of_somebody(text: str, start: int, end: int) -> bool:
    """Whether what stands right before or behind the name at `start` to `end` says that it is a person's."""
    lead = text[max(0, start - 40) : start]
    if _OWNED.match(text, end) or _OWNER_BEFORE.search(lead) or _TITLED_BEFORE.search(lead):
        return True
    if _SHARED_BEFORE.search(lead) or _SPOKEN_TO.match(text, end):
        return True
    if not (_GREETED_BEFORE.search(lead) or _COLLEAGUE_AFTER.match(text, end)):
        return False
    return is_given(text[start:end].split()[0])  # `Thanks, Imogen API is back`
