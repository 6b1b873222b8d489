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
# what nobody but a person is asked, or hands in
_HANDED_IN_BEFORE = re.compile(
    r"\b(?:screen ?shots?|photos?|pictures?|recordings?|videos?|screen ?casts?|comments?|voicemails?|notes?) "
    r"(?:(?:taken|sent|made|attached|left|provided|added) )?by $",
    re.IGNORECASE,
)
_OWNED = re.compile(  # what an application has too (`login`, `token`) is not among the things of the last rows
    r"(?:['\u2019]s)? (?:mailbox|calendar|account(?! (?:manager|team))|laptop|phone|desk|team|profile|password|"
    r"manager|inbox|PC|machine|"
    r"request)\b|(?<=['\u2019]s) (?:computer|workstation|notebook|device|iPhone|iPad|MacBook|tablet|mobile|badge|"
    r"keyboard|mouse|headset|charger|screen|monitor|office|chair|seat|colleague|boss|assistant|home|card|credentials)\b"
)


def is_titled(text: str, start: int) -> bool:
    """Whether a title that people alone have stands right before `start`."""
    return _TITLED_BEFORE.search(text, max(0, start - 8), start) is not None


def of_somebody(text: str, start: int, end: int) -> bool:
    """Whether what stands right before or behind the name at `start` to `end` says that it is a person's."""
    lead = text[max(0, start - 40) : start]
    if _OWNED.match(text, end) or _OWNER_BEFORE.search(lead) or is_titled(text, start):
        return True
    if _HANDED_IN_BEFORE.search(lead):
        return True
    if _SHARED_BEFORE.search(lead) or _SPOKEN_TO.match(text, end):
        return True
    if not (_GREETED_BEFORE.search(lead) or _COLLEAGUE_AFTER.match(text, end)):
        return False
    return is_given(text[start:end].split()[0])  # `Thanks, Imogen API is back`


# --- somebody of the record, whose name a product bears as well
# what is said to people: words of both worlds' greetings, thanks, farewells and of those who are kept waiting
GREETED = (
    r"(?:many |best )?thanks|thank you|thx|cheers|hi|hello|hey|dear|sorry|danke(?: dir| sch\x{f6}n)?|"
    r"(?:no (?:worries|problem|rush|stress)|np|(?:good)?bye(?:-bye)?|see you|good (?:morning|afternoon|evening|night|"
    r"day)|morning|(?:ok(?:ay)?,? )?(?:one|just a|give me a) (?:moment|sec(?:ond)?|min(?:ute)?)|hold on|bear with me|"
    r"welcome(?: back)?|excuse me|got it|will do|understood|noted|perfect|great|brilliant|well done|nice one|"
    r"you're welcome|my pleasure|over to you|are you there|still there|any news|any luck|of course|no need),?|"
    r"vielen dank|hallo|guten (?:tag|morgen)|liebe[r]?|merci|bonjour|bonsoir|salut|gracias|hola|grazie|ciao|"
    r"obrigad[oa]|ol\x{e1}|(?:be)?dankt?|dank je|tack|hej|takk|hei|kiitos|dzi\x{119}ki|dzi\x{119}kuj\x{119}|"
    r"cze\x{15b}\x{107}|d\x{ed}ky|ahoj|te\x{15f}ekk\x{fc}rler|merhaba"
)
# who is reached, told or asked
REACHED = (
    r"reach|reached|told|tell|asked|ask|phoned|rang|ring|spoke (?:to|with)|spoken (?:to|with)|met|"
    r"talked (?:to|with)|(?:discussed|agreed|checked|arranged) with|informed|reminded|remind|notified|emailed|e-mailed|"
    r"texted|pinged|ping|cc|thanked|"
    r"chased|helped|showed|let|assigned to|(?:hand|lend|lent|gave|give|pass)(?:ed)?(?: (?:it|them|one|"
    r"the \w+))? (?:over )?to|collected by|picked up by|ask for|asked for|"
    r"(?:note|voicemail) from|call(?:ed)?|visit(?:ed)?|contact(?:ed)?"
)


def _python(expression: str) -> str:
    """RE2's way of naming letters, in Python's."""
    return re.sub(r"\\x\{([0-9a-f]+)\}", lambda match: f"\\u{int(match.group(1), 16):04x}", expression)


_THANKED_BEFORE = re.compile(
    rf"(?:^|[^\w])(?:{_python(GREETED)})"
    r"(?:,? (?:for|f\u00fcr|pour|por|per|again|nochmal)\b[^.!?\n\x00]{0,40})?[,!]? $",
    re.IGNORECASE,
)
_THANKED_AFTER = re.compile(r"\s*(?:[!,.;:\n\x00-]|$)")
_SIGNED_BEFORE = re.compile(
    r"(?:[.!] |[.!,]?[ \t]*\n[ \t]*|(?:gr(?:u\u00df|\u00fc\u00dfe|\u00fc\u00dfen)|regards|wishes|cheers|thanks|"
    r"cordialement|saludos|saluti|groet(?:en|jes)?|hilsen|h\u00e4lsningar|mvh|lg|vg|br),? )$",
    re.IGNORECASE,
)
_SIGNED_AFTER = re.compile(r"\.?[ \t]*(?:[\n\x00]|$)")
_REACHED_BEFORE = re.compile(
    rf"(?:\b(?:{REACHED}) |\b(?:spoken_to|called|contacted|informed|caller|contact_name|reported_by)[=:] ?)$",
    re.IGNORECASE,
)
_CALLED_SO = re.compile(  # `a tool called Julia`
    r"\b(?:app|application|tool|program|software|system|service|product|something|anything|package|plug-?in|server|job|"
    r"script|module|library|language|file|folder|one|thing|platform|suite|client|solution|database|engine|project|"
    r"repo(?:sitory)?|is|was|are|were|it|also) called $",
    re.IGNORECASE,
)
_REACHED_AFTER = re.compile(
    r" (?:of|from) [A-Z]| (?:on|at|under) (?:\+|\d|\(|ext)|"
    r" for (?:an?|the|another|his|her|their) (?:screen ?(?:shot|recording|share)|recording|call|photo|picture|phone|"
    r"badge|signature|approval|sign-off|confirmation|date|number|ticket|quote|meeting|visit|loan|spare|key)|"
    r" (?:the|that|to|it|when|once|if|about|yesterday|today|again|back|before|after|this|and|by|directly|"
    r"in person|know)\b|[,.;:!?\n\x00)]|$| \w+="
)
_THEIRS_AFTER = re.compile(
    r"['\u2019]s (?:answer|reply|phone|mobile|laptop|notebook|manager|mailbox|mail|e-?mail|message|desk|note|question|"
    r"account|team|calendar|screen|screenshot|password|badge|PC|machine|number|extension|colleagues?|boss|deputy|"
    r"holiday|absence|replacement|successor|voicemail|call|comment|words|office|shift|keyboard|headset|monitor)\b"
)
_DOES_AFTER = re.compile(
    r" (?:(?:is|was|were|has been) (?:told|asked|shown|informed|reminded|called|phoned|thanked|walked through|guided)|"
    r"(?:both )?(?:logs (?:on|in|off)|signs (?:on|in|off)|knows (?:the|it|this|about|best|more|how)|"
    r"suggests (?:to|that)|is (?:on (?:a|the) (?:train|plane|bus|road|phone|call|way)|"
    r"on (?:leave|holiday|vacation|sick)|in a meeting|"
    r"at (?:home|lunch|the desk)|off (?:sick|today)|out (?:of office|today|sick)|away|travelling|traveling)|"
    r"and (?:(?:his|her|their|the|some|other) )?(?:colleagues?|team|others)|called (?:back|again|me|us)|"
    r"(?:does|did)(?: not|n['\u2019]t) (?:think|know|remember|recall|want|agree|mind)|"
    r"can (?:log|sign|print)|cannot (?:log|sign) (?:in|on)|confirmed (?:it|that|this|the|his|her|on|by|in)|sits|"
    r"(?:got|has|gets) (?:an?|his|her) (?:new |spare |loan )?(?:laptop|phone|loaner|headset|badge|mouse|monitor|"
    r"tablet)|rang|phoned|forgot|agreed|promised|confirmed on the phone))\b"
    r"|, (?:please|pls|(?:can|could|would|will|do|did|are|have) you|you)\b"
    r"| only[,;] (?:every(?:body|one) else|(?:all )?(?:the )?(?:others|rest)|nobody else|no one else|colleagues)\b"
)


def is_meant(text: str, start: int, end: int) -> bool:
    """Whether the words around the name at `start` to `end`, of somebody in the record and of a product, say: a person.

    Thanked, greeted, signing, reached or told, owning what people own, doing what people do.
    """
    if _THEIRS_AFTER.match(text, end) or _DOES_AFTER.match(text, end) or of_somebody(text, start, end):
        return True
    lead = text[max(0, start - 64) : start]
    return (
        _THANKED_AFTER.match(text, end) is not None and _THANKED_BEFORE.search(lead) is not None
        or _SIGNED_AFTER.match(text, end) is not None and _SIGNED_BEFORE.search(lead) is not None
        or _REACHED_AFTER.match(text, end) is not None and _REACHED_BEFORE.search(lead) is not None
        and _CALLED_SO.search(lead) is None
    )
