"""Words beside a number that speak of a phone, and those that say what else it counts."""

from __future__ import annotations

import re

from redactory.detect.lexicon import is_given, is_particle, surname_bearers, zipf
from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.call_logs import counts

_RARE, _EVERYDAY = 2.0, 3.5  # Zipf

# The word must stand right before a short number; nothing but these few words may stand between.
SHORT_LEAD = sieved(
    r"(?:\b(?:phone|telephone|mobile|number|extension|tel\.?) (?:for|of) [^:\n]{1,40}(?=[:=])|"
    r"\bphone(?: ?(?:number|no\.?|ext\.?))?|\btele?(?:phone|fon)?\b\.?|\btél\.?|\bmobile(?: number)?|\bhandy|\bcell"
    r"|\bcall(?:ed|ing)?(?: (?:me|him|her|them|us|back|the user|[a-z]+))?(?: back)?|\bcallback(?: "
    r"number)?|\bring(?: (?:me|him|her))?"
    r"|\breach(?:able|ed)?(?: (?:me|him|her|them|us|[a-z]+))?|\bdial(?:led|ed)?|\bdesk(?: line| "
    r"phone| ext)?|\bdirect(?: line| dial)"
    r"|\bphone line|\bdesk line|\bline (?:at|is)|\bcontact(?: number| no\.?| me| him| her)?|\bfax|"
    r"\bvoicemail(?: ?box)?|\bdesk number|\b(?:soft|desk|ip|dect|sip) ?-?(?:phone|handset|account|user|line)s?"
    r"|\b(?:pick-?up|hunt|ring|call|line) ?(?:groups?|queues?)(?: (?:of|for) [^:\n]{1,24}:|(?: [a-z]+)?)|\bdd?i\b"
    r"|\bblf(?: key)? for|\bcalls? (?:are |is |was |were )?(?:\w+ )?(?:forwarded|diverted|routed|transferred)"
    r"|\b(?:divert|forward)(?:s|ed)?(?: \d[\d-]{2,6} to)?|\bhandset(?: calls)?|\bnumber ends in"
    r"|\b(?:talk|speak) to [^.\n]{2,40} on|(?<=, )(?:s?he'?s|they'?re) on|\b(?:ask|reach|ring|try|"
    r"get) [^.,\n]{2,30},? (?:s?he'?s|they'?re|is) on"
    r"|\b(?:patch|put|pass|connect|switch|hand)(?:ed|ing|s)?(?: (?:you|him|her|it|them|me|the (?:call|caller)))? "
    r"(?:through|over) (?:on|to|at)|\b(?:who(?:ever)?|some(?:one|body)|no(?:body| ?one)|(?:the )?one who|s?he|they) "
    r"(?:answers|answered|picks up|picked up|sits) (?:on|at)"
    r"|\b(?:missed|recent|lost|unanswered|incoming|outgoing) calls?(?: (?:from|to))?:[^\n]{0,80}[,;]"
    r"|(?:\+|\(0|\b0)\d[\d ()./-]{5,18}\d,? (?:instead of|in place of|replaces|replacing|rather than)(?: the old)?"
    r"|\bextension(?: (?:stays|remains|becomes|will be|on (?:file|record)))?|\bext\.?|\binternal:|\bintern:"
    r"|\bregistration of '|\b(?:pj)?sip/|\bpager|\bsms|\brang|\bwhatsapp|\bhotline|\bdurchwahl|\bkurzwahl|"
    r"\bapparaa?t|\bold (?:extension|ext\.?|number) [\d-]{3,7},? (?:and )?new|"
    r"\b(?:my|his|her|their|our|your) (?:\w+ )?line|\b(?:ext(?:ension|\.)?|phone|(?:my|his|her|their|"
    r"your) (?:new )?number) "
    r"(?:has |was |just |got |is )?(?:changed|new|moved)[,.;:-]{0,2} (?:and )?(?:it'?s|it is|its|now|the new one is))"
    r"(?: ?(?:on|at|via|is|was|now|under|to|=|unter|auf))?(?: (?:his|her|my|their|the))?"
    r"(?: (?:ext(?:ension)?\.?|number|phone|desk|line|x))?(?:[\s:#.=(]{1,3}|(?<=sip/)|(?<= of '))$"
)
CONTEXT = sieved(
    r"(?:phone\b|\btel\b|\btel[.:]|\bteleph|\btelefon|\btél|\bteléf|\bmobi(?:l|le)\b|\bcell|\bhandy|"
    r"\bcall|\breach|\bdial|"
    r"\bdesk line|\bdirect line|\bcontact|\bfax|\bwhatsapp|\bsms\b|\btext(?:ed)? (?:me|him|her)|\bring\b|\brang\b|"
    r"\bextension|\bext\b|\bnumber is|\bnumber:|\b(?:my|his|her|their) number\b|"
    r"\bnumero|\bnuméro|\bnúmero|\bnummer|\bmóvil|\bportable|\brückruf|"
    r"\b(?:e?sim|msisdn|roaming|tlf|puh|numer|ported)\b|(?:ruf|telefon|handy|mobil)nummer|(?:^|[\n|>"
    r"\u00b7\u2022]\s?|\d\s{2,4})[cdfhmoptw]\s$|"
    r"\banruf|\bringing|\b(?:my|his|her|their|our|your) line\b|\b(?:problems?|questions?|emergenc(?:y|ies)|urgent): $|"
    r"\bdirect(?: (?:nr|no|number|dial))?[.:]? $|\bleft (?:a|the|his|her|their) (?:nr|no|num|number)\b[.:]? ?$|"
    r"\b(?:signature|directory|phone ?book|address ?book|business card|contact card|outlook card)\b[^.\n]{0,60} "
    r"(?:has|had|shows?|says?|lists?|gives?|reads?) $|"
    r"\bhotline|\bvoicemail|\bpager|☎|📞|\(m\)|\(o\)|\bm:|\bt:|\bp:|\bo:|\bd:)"
)
CODE_LEAD = sieved(
    r"(?:[#/\\=_~$€£]|\b(?:ticket|case|order|invoice|serial|sn|s/n|event|error|code|kb|asset|ref\.?|"
    r"reference|po|inc|req|chg|"
    r"vlan|port|pid|id|uuid|build|version|v|rfc|incident|request|change|account|imei|iccid|session|job|task|code|"
    r"errno|(?:on|at) lines?|rows?|bytes|ms|size|licen[cs]e|chassis|batch|lot|part|"
    r"voucher|contract|claim|shipment|tracking|delivery)[ :#=]?[ #]?)$"
)
KEY_LEAD = re.compile(
    r"(?:phone|mobile|cell|telephone|\btel|fax|msisdn|\b(?:src|dst|ani|dnis|cli|clid|callerid|caller|callee|called|"
    r"calling)|\bcontact)"
    r"(?:[_ -]?(?:no|num|number))?[\"']?=[\"'(]?$|\bcaller ?id[ :=]{1,2}$"
)
# two or more capitals before a number name what it is a number of (`WO 581 887 2484`), unless they mean a phone
_REFERENCE_BEFORE = re.compile(
    r"(?:^|[^\w])(?!(?:TEL|FAX|EXT|MOB|MOBILE|CELL|PHONE|GSM|PH|DW|DID|DDI|HP|TF|MOV|TLF|NUMBER|NR|NO|CALL|AT|"
    r"ON|IS|OR|AND|UK|US|USA|IN|DE|FR)\b)[A-Z]{2,5} $"
)
# in a row behind an e-mail address, or a line of a signature
ADDRESS_IN_ROW = re.compile(r"@[\w.-]+\.\w+>?(?:[,;]| \||,? or) $")
ADDRESS_BEFORE = re.compile(r"(?:^|\n)\s*$")
ADDRESS_IN_BRACKETS = re.compile(r"\([^\s()@]+@[\w.-]+\.\w+[,;] $")
SIP_LEAD = sieved(r"\bsip(?: user| ext)?: ?$")  # of a call; three digits are its answer, 506x its ports
# `Ann Lee, 542 017 441`, `| Ann Lee | 542 017 441`, and a line of a list of people
_OWNER_BEFORE = re.compile(
    r"([^\W\d_a-z][\w'\u2019-]+) ([^\W\d_a-z][\w'\u2019-]+)(?: \([^()\n]{1,30}\))?(?:(?:,|:|;|\t| \||"
    r"\s[-\u2013])\s?|(?P<line>\s{1,2}))$"
)
# `call Ann Lee on`, `ring Dr Diaz at`: whom one calls stands between
_SOMEBODY_ON = sieved(
    r"\b(?:[Cc]all|[Rr]ing|[Pp]hone|[Rr]each|[Dd]ial|[Pp]age|[Tt]ext|[Cc]ontact|[Tt]ry|[Gg]et|[Bb]uzz|[Aa]sk|"
    r"(?:[Ss]peak|[Tt]alk|[Tt]urn|[Rr]eply) to|[Vv]ia)(?:ed|ing)?"
    r"(?: (?:up|back|hold of|through to|for))?"
    r"(?: [A-Z][a-z\u00df-\u024f][\w.'\u2019-]*| (?:van|de|der|al|bin|el|the|of)){1,4} (?:on|at|under|via|@)"
    r"(?: ext\.?(?:ension)?)? $|"
    r"\b(?:[Tt]ransfer|[Cc]onnect|[Pp]ut|[Pp]ass|[Ff]orward|[Rr]out|[Ss]witch|[Hh]and)\w*(?: (?:you|him|her|them|"
    r"me|us|the call|it|"
    r"over|on|through|back))* to(?: [A-Z][a-z\u00df-\u024f][\w.'\u2019-]*| (?:van|de|der|al|bin|el|the|"
    r"of)){1,4},? (?:on |at |x)?$|"
    r"\b(?:[Mm]essages?|[Ww]ord|[Vv]oicemails?|[Nn]ote) (?:with|for|from|to|"
    r"of)(?: [A-Z][a-z\u00df-\u024f][\w.'\u2019-]*){1,3}"
    r" (?:at|on) $|\b(?:[Nn]o|[Ww]ithout an?) (?:answer|reply|response) (?:at|on|from|under) $"
)
# who called whom, in a log of calls
_CALL_RECORD = sieved(
    r"\b(?:call|dial|voice|sip|pbx|cdr|trunk|tele|ring)\w*\b[^\n]{0,80}[^\w](?:from|to|caller|callee|called|"
    r"calling|src|dst|ani|dnis|party|dialled|dialed|answered by|transferred to|forwarded to|for|->|\u2192|"
    r"=>)[\"']?\s?[:=]?\s?[\"'<]?(?:sip:)?$|"
    r"\b(?:de-?)?registrations? (?:from|of|for) [\"'<]?(?:sip:)?$|"
    r"\b(?:soft ?phone|voice ?mail|dial ?tone|handset|dect|pbx|sip|hunt group|ring group|desk ?phone|one-way audio|"
    r"caller id|busy signal|no ring)\b[^\n.!?]{0,60} (?:of|on|as|at|for|from|to|with) $", re.I
)
# `the phone at her desk hums; swap it with 4-2970`
_SWAPPED = sieved(
    r"\b(?:(?:desk ?|soft ?)?phone|handset|telephone|rings|ringing)\b[^!?\n]{0,70}"
    r"\b(?:swap|exchang|replac|trad|switch)\w*(?: (?:it|this|that|them|one))? (?:with|for|by|against) $",
    re.I,
)
# `Rgds Ann Lee / 4-4612`, the last line of a mail
_SIGNED = re.compile(
    r"(?:^|\n)[ \t>]*(?:(?:[Kk]ind |[Bb]est |[Ww]arm )?[Rr](?:gds|egards)|[Bb]est|[Tt]h(?:anks|x)|[Cc]heers|"
    r"BR|KR|MfG|VG|LG|[Mm]vh|[Gg]ru(?:\u00df|ss)|[Ss]aludos|[Ss]aluti|[Cc]ordialement),?\s{1,2}"
    r"([^\W\d_][\w'\u2019-]*(?: [^\W\d_][\w'\u2019-]*){0,3}) ?[/|\u00b7\u2022\u2013-] $"
)
_LAST_IN_LINE = re.compile(r"\d[\d-]{2,6}[ \t]*(?:[\r\n\x00]|$)")
_YEAR = re.compile(r"(?:19|20)\d\d(?![\d-])")
# `(Ann Lee, 7-9083)`
_IN_BRACKETS = re.compile(r"\(([^\W\d_][\w.'\u2019-]*(?:,?[ \u00a0]{1,2}[^\W\d_][\w.'\u2019-]*){0,4}), ?$")
# `call Ann Lee (79083)`
_CALLED_NAME = sieved(
    r"\b(?:[Cc]all|[Rr][ai]ng|[Pp]hone|[Dd]ial|[Rr]each|[Bb]uzz|[Pp]age|[Tt]ext)(?:ed|ing|s)?(?: back)?"
    r"((?: (?:[^\W\d_a-z][\w.'\u2019-]*|van|von|de|da|der|den|al|el|bin|the)){1,4}) \($"
)
# `Ann Lee on 79083 says`
_NAMED_ON = re.compile(
    r"(?<![\w.-])([^\W\d_a-z](?:\.|[\w'\u2019-]+)(?: [^\W\d_a-z][\w'\u2019-]+){0,2}) on (?:ext\.? |x)?$"
)
_SPEAKS_AFTER = re.compile(
    r"\d[\d-]{2,6},? (?:says|said|reports|reported|asks|asked|wants|needs|complains|complained|called|rang|tells|told|"
    r"cannot|can't|has no|gets|sees|is (?:asking|waiting|stuck|locked|on the line))\b"
)
# `the forwarding of 6951, tested with a call`, `not my private number, please use 6951 internally`
_OF_CALLS = re.compile(
    r"(?<!port )(?<!mail )(?<!event )\b(?:forward|divert|redirect)(?:ing|ion)? (?:of|for|from|to|on) $", re.I
)
_CALLS_AFTER = re.compile(r"\d[\d-]{2,6}\b[^.!?\n]{0,40}\b(?:calls?|rings?|voice ?mail|phone|hand ?set|busy)\b")
_NUMBER_INSTEAD = sieved(
    r"\b(?:(?:private|personal|own|home|mobile|phone|direct|my|his|her|their) number|mobile|cell|extension|line)\b"
    r"[^.!?\n]{0,60}\b(?:use|try|take|dial|give (?:them|him|her)) $",
    re.I,
)
_INSIDE_AFTER = re.compile(r"\d[\d-]{2,6} (?:internally|in-house|inside the (?:company|house|building))\b")
_CLOSED = re.compile(r"(?!(?:19|20)\d\d\))\d[\d-]{2,6}\)")
_LINE_BEFORE = re.compile(r"(?:^|\n)[ \t]*(?:[-*\u2022] )?$")


_MODEL_BEFORE = re.compile(
    r"\b(?:IP|VoIP|Conference|Yealink|Polycom|Poly|Snom|Avaya|Mitel|Grandstream|Gigaset|Cisco) (?:IP )?[Pp]hone $|"
    r"\b[Ss]ervice call (?:code )?$"
)


_NUMBERS_BEHIND = re.compile(r"(?:,|;| /| \|) ?(?:\+|\(?0)\d[\d ()./-]{4}")
# `reached through the front desk at 96 581 71 82`, `I'm at 96 581 71 82 all day`, `her old number 96 581 71 82`
_REACHED = sieved(
    r"\b(?:reach(?:ed|able)?|phoned|rung|(?:get|catch|find|have|try|text) (?:me|him|her|us|them))\b[^.;:\n]{0,48} "
    r"(?:at|on|under|via) $|\b(?:i'?m|i am|i'?ll be|i will be|(?:s?he|they)(?:'s|'re| is| are| was| were| will be))"
    r"(?: (?:now|still|usually|only|always))? (?:at|on|under) $|"
    r"\b(?:i'?m|i am|i'?ll be|i will be) (?:in|at) [^.;:\n\d]{1,40}, $|"
    r"\bcall-?back (?:is |was )?(?:arranged|agreed|booked|due|planned|promised|requested|wanted)\b[^.;\n]{0,64} on $|"
    r"\b(?:told|asked|advised|supposed) to (?:try|call|ring|dial) $|"
    r"\b(?:nobody|no ?one|somebody|someone) (?:picks up|answers?|is there|is in)\b[^.;:\n]{0,24} "
    r"(?:try|call|ring|dial) $|"
    r"\b(?:old|new|wrong|right|correct|private|personal|home|office|alternat(?:e|ive)|second|current|previous|ported|"
    r"registered|known|fall-?back|back-?up|recovery) number(?: (?:is|was|still|now|of))?:? $|"
    r"\b(?:mfa|2fa|otp|push|passcode|sms|texted|one-time (?:code|password)|verification)\b[^.\n]{0,40} "
    r"(?:to|with|from|on|number) $|"
    r"\b(?:trouble|problems?|questions?|doubt|urgent|in a hurry)\b[^.\n]{0,24}[,:] $|"
    r"\b(?:in|for) (?:(?:very )?urgent cases|emergencies|(?:an |case of )emergency)[,:]? (?:call |dial |ring )?$|"
    r"\b(?:has|have|had|got|gets|uses|took|kept|keeps|lost|blocked|barred|ported|dialled|dialed|called from|rang from|"
    r"rings from|calls from) (?:the|a|an|this|that|his|her|their|my|our) (?:new |same |old |private |withheld |"
    r"unknown |foreign )?number $|"
    r"\b(?:phone|mobile|cell|telephone|contact|call-?back|handy) ?(?:number|no\.?)(?: (?:has|was|is|will be|had|just|"
    r"got|now|recently|been|for \w+))* (?:changed|switched|moved|updated|corrected|set) (?:from|to|into) $|"
    r"\b(?:read|spelled|given|dictated|sent|passed|handed) (?:out |over |on )?to [^.;:\n]{2,40} (?:on|at|under|via) $|"
    r"[,;(\u2013-] ?(?:his |her |their |my )?number:? $|"
    r"\bleave (?:a|your|the) number\b[^\n]{0,24}\bleft $|"
    r"\b(?:tr(?:y|ied)|call(?:ed)?|ring|rang|dial(?:led|ed)?|phoned?)\b[^.;:\n]{0,30}\bnumbers\b[^.;\n]{0,60} $|"
    r"\bnumber for (?:(?:any|the|a) )?(?:follow-?ups?|call-?backs?|queries|questions|enquiries|return call):? $",
    re.IGNORECASE,
)
_REACHED_BEHIND = re.compile(
    r",? (?:as|for) (?:a |an |the |my |his |her |their )?(?:new |only )?(?:call-?back|contact|phone|mobile|cell|"
    r"emergency)\b| ?\((?:mobile|cell|home|work|office|direct|desk|private|[mhwod])\)",
    re.IGNORECASE,
)
_NAMED_BEFORE = re.compile(  # `Ann Lee (968 92 838)`, `| Ann | 968 92 838`
    r"([^\W\d_a-z][\w'\u2019-]+)(?: ([^\W\d_a-z][\w'\u2019-]+))? \($|\| ?([^\W\d_a-z][\w'\u2019-]+) ?\| $"
)

# the number is a line of a signature, some lines below the greeting
_LINE_OF_SIGNATURE = re.compile(
    r"(?:^|\n)[ \t>]*(?:(?:kind|best|warm|many) )?(?:regards|rgds|thanks|cheers|best|br|kr|mfg|vg|lg|mvh|"
    r"gr[u\u00fc](?:\u00df|ss)e?|"
    r"saludos|saluti|cordialement)[,.!]?[ \t]*\r?\n(?:[^\n]{1,60}\n){1,4}[ \t>]*$",
    re.IGNORECASE,
)
_END_OF_LINE = re.compile(r"[ \t]*(?:[\r\n]|$)")


_LINES_ABOVE = re.compile(r"((?:(?:^|\n)[> \t]*[^\W\d_a-z][^\n.!?:=<>]{1,40}){1,4})\n[> \t]*$")


def _is_signed(text: str, start: int) -> bool:
    """Whether the lines above `start` are a signature: a greeting some lines up, or somebody's name above the rest."""
    if _LINE_OF_SIGNATURE.search(text, max(0, start - 160), start):
        return True
    above = _LINES_ABOVE.search(text, max(0, start - 160), start)
    lines = above.group(1).splitlines() if above is not None else ()
    named = (line.strip("> \t").split() for line in lines)
    return any(1 < len(words) < 4 and is_given(words[0], certain=True) and all(map(_is_name, words)) for words in named)


def is_reached(text: str, start: int, end: int) -> bool:
    """Whether the words around the number at `start` to `end` say that somebody is reached there, or has it."""
    if counts(text, end):
        return False
    if _REACHED_BEHIND.match(text, end) or _REACHED.search(text[max(0, start - 80) : start]) or is_called(text, start):
        return True
    if _END_OF_LINE.match(text, end) and _is_signed(text, start):
        return True
    named = _NAMED_BEFORE.search(text, max(0, start - 48), start)
    words = [word for word in named.groups() if word] if named is not None else []
    return any(is_given(word, certain=True) for word in words) or len(words) > 1 and all(map(_is_name, words))


def leads_numbers(text: str, start: int, end: int) -> bool:
    """Whether the number begins a line in which another one follows: the last line of a signature."""
    if _NUMBERS_BEHIND.match(text, end) is None:
        return False
    return _LINE_BEFORE.search(text[max(0, start - 8) : start]) is not None


def is_model(text: str, start: int) -> bool:
    """Whether the number at `start` is that of a make of telephones, or a printer's: `Cisco IP Phone 8845`."""
    return _MODEL_BEFORE.search(text[max(0, start - 32) : start]) is not None


def refers(text: str, start: int) -> bool:
    """Whether letters before the number at `start` say that it is one of orders, parts, policies."""
    return bool(_REFERENCE_BEFORE.search(text[max(0, start - 8) : start]))


def is_called(text: str, start: int) -> bool:
    """Whether somebody is called at the short number at `start`, or a log of calls names it as one side."""
    lead = text[max(0, start - 96) : start]
    if _SOMEBODY_ON.search(lead) or _CALL_RECORD.search(lead):
        return True
    speaker = _NAMED_ON.search(lead) if _SPEAKS_AFTER.match(text, start) else None
    if speaker is not None and _is_somebody(speaker.group(1).split()):
        return True
    if _SWAPPED.search(lead) and not _YEAR.match(text, start):
        return True
    if _INSIDE_AFTER.match(text, start) and _NUMBER_INSTEAD.search(lead):
        return True
    if _CALLS_AFTER.match(text, start) and _OF_CALLS.search(lead):
        return True
    signed = _SIGNED.search(lead) if _LAST_IN_LINE.match(text, start) else None
    if signed is not None and all(map(_is_name, signed.group(1).split())):
        return True
    named = (_IN_BRACKETS.search(lead) or _CALLED_NAME.search(lead)) if _CLOSED.match(text, start) else None
    return named is not None and all(map(_is_name, named.group(1).replace(",", " ").split()))


def beside_owner(text: str, start: int) -> bool:
    """Whether the number at `start` stands right behind somebody's name, in a row, a cell or a line of people."""
    owner = _OWNER_BEFORE.search(text, max(0, start - 64), start)
    if owner is None:
        return False
    if owner.group("line") and not _LINE_BEFORE.search(text[max(0, owner.start() - 8) : owner.start()]):
        return False
    return all(map(_is_name, owner.group(1, 2)))


def _is_somebody(words: list[str]) -> bool:
    """Whether a run of capitals ends in a first name, or in one with a surname."""
    last = words[-1]
    if len(words) == 1:
        return is_given(last, certain=True)
    initial = len(words[-2].rstrip(".")) == 1 and surname_bearers(last) > 1
    return initial or is_given(last, certain=True) or is_given(words[-2]) and zipf(last) < _EVERYDAY


def _is_name(word: str) -> bool:
    if word.islower() and zipf(word) >= _EVERYDAY:
        return is_particle(word)
    return len(word.rstrip(".")) < 3 or is_given(word) or surname_bearers(word) > 1 or zipf(word) < _RARE
