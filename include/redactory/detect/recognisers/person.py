"""People where the text says that one is named: salutations, signatures, headers, speaker labels, `assigned to`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_ambiguous_name, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names_evidence import all_rare, evidence
from redactory.detect.recognisers.base import Found, Options, Sieve, found, is_word, pattern, refuse_unknown
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import together

_CAP = r"[\p{Lu}](?:[\pL\pM'\x{2019}]*[\pL\pM])?"
_PART = (
    r"(?:de la|de los|van der|van den|von der|de|del|della|di|da|dos|do|du|van|von|der|den|ten|ter|bin|"
    r"ibn|bint|al|el|la|le|st\.?|mac|ben|y|e)"
)
_INITIAL = r"[\p{Lu}]\."
_NAME = rf"{_CAP}(?:-{_CAP})*(?:[ \x{{a0}}](?:{_PART}[ \x{{a0}}])?(?:{_INITIAL}|{_CAP}(?:-{_CAP})*)){{0,3}}"
_TITLED = pattern(
    (
        rf"(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Se\x{{f1}}ora?|Sra?|"
        rf"Dra?|Sig|Signora?|Mw|Dhr)\.?,? (?P<value>{_NAME})"
    ),
    ignore_case=False,
)
_GREETING = pattern(
    (
        rf"(?:No worries|no worries|[Nn]o probs?|[Tt]a|hiya|Hiya|cheers|lol|Sure|sure|ok|hi|hey|hello|thanks|"
        rf"thx|ty|sorry|Hi|Hello|Hey|Dear|Hallo|"
        rf"Liebe[r]?|Moin|Servus|Bonjour|Salut|Cher|Ch(?:\x{{e8}}|e)re|Hola|"
        rf"Estimad[oa]|Querid[oa]|Ciao|Gentile|Caro|Cara|Beste|Hoi|Dag|Ol(?:\x{{e1}}|a)|Hej|Good (?:morning|"
        rf"afternoon|evening)|Morning|Afternoon|Thanks|Thank you|Thx|Cheers|Danke|Merci|Gracias|Grazie|Sorry|"
        rf"Ok(?:ay)?|Welcome|Guten (?:Morgen|Tag))(?: again| so much| very much)?,? (?P<value>{_NAME})"
    ),
    ignore_case=False,
)
_SIGN_OFF = pattern(
    (
        rf"(?:[Rr]egards|[Bb]est|[Tt]hanks|[Tt]hank you|[Cc]heers|[Ss]incerely|[Yy]ours(?: truly| faithfully| "
        rf"sincerely)?|[Tt]hx|BR|KR|MfG|VG|LG|[Gg]r(?:\x{{fc}}|u)(?:\x{{df}}|ss)e?n?|[Cc]ordialement|"
        rf"[Ss]aludos|[Ss]aluti|[Gg]roeten|[Aa]tentamente|[Dd]anke|[Mm]erci|[Gg]racias|[Bb]ien (?:\x{{e0}}|a) "
        rf"vous|[Bb]est wishes|[Rr]espectfully|[Mm]any thanks)[,.!]?[ \t]*(?:\r?\n\s*|[-\x{{2013}}\x{{2014}}] "
        rf"?|, ?)(?P<value>{_NAME})[ \t]*(?:[\r\n,.|(/<\x{{2013}}-]|$)"
    ),
    ignore_case=False,
)
_DASH_SIGN = pattern(rf"(?m)(?:^|\s)(?:--+|\x{{2014}}|\x{{2013}}|~) ?(?P<value>{_NAME})[ \t]*$", ignore_case=False)
_HEADER = pattern(
    (
        rf"(?m)(?:^|[\r\n>|{{,] ?)\"?(?:From|To|Cc|CC|Bcc|Von|An|De|Para|Reply-To|Sender|Sent by|Caller|CALLER|"
        rf"Requester|Requestor|Requested by|Requested for|Assigned to|Assignee|Reporter|Reported by|Opened by|"
        rf"Contact|Contact name|Name|Full name|Customer|Employee|Manager|Approver|Approved by|Author|Owner|"
        rf"Submitted by|Attendees?|Technician|Engineer|Agent|User|Client|Host|Organizer|Submitter|On behalf of|"
        rf"Nom|Nombre|Ansprechpartner|Contact person|Line manager|Escalated to|Callback for|Speaker|name|"
        rf"displayName|display_name|full_name|fullName|caller|requester|assignee|reporter|manager|owner|author|"
        rf"agent|contact)\"?[ \t]{{0,2}}[:=][ \t]{{0,2}}[\"'<]?(?P<value>{_NAME}(?:, {_NAME})?)"
    ),
    ignore_case=False,
)
_SPEAKER = pattern(
    (
        rf"(?m)^(?:[\[(][^\]\)\n]{{3,28}}[\])] ?|[\d:.]{{4,8}} ?(?:AM|PM|am|pm)? ?[-|]? ?|> ?|"
        rf"\d{{4}}-\d\d-\d\d[T ][\d:.]{{4,12}}Z?,? ?[-|]? ?)?[<*@]{{0,2}}(?P<value>{_NAME})(?: "
        rf"\((?:[^)\n]{{1,30}})\))?[>*]{{0,2}}(?:[ \t](?:\[?[\d:]{{4,8}} ?(?:AM|PM|am|"
        rf"pm)?\]?))?[ \t]?:(?:[ \t*]|$)"
    ),
    ignore_case=False,
)
_BY = pattern(
    (
        rf"(?:[Aa]ssigned to|[Rr]eassigned to|[Ee]scalated to|[Rr]outed to|[Hh]anded (?:over|off)? ?to|"
        rf"[Ff]orwarded to|[Aa]pproved by|[Rr]eported by|[Rr]equested by|[Cc]onfirmed (?:by|with)|[Vv]erified "
        rf"(?:by|with)|[Rr]eviewed by|[Pp]erformed by|[Ss]igned(?: off)? by|[Cc]oordinated (?:by|with)|"
        rf"[Dd]eployed by|[Oo]pened by|[Cc]losed by|[Ss]ubmitted by|[Ii]nstructed|[Nn]otified|[Cc]alled by|"
        rf"[Ss]poke (?:to|with|w/)|[Ss]poken (?:to|with)|[Tt]alked to|[Tt]alking to|[Cc]hatted with|[Ww]orked "
        rf"with|[Pp]er|[Cc]c'?ing|[Ll]ooping in|[Ii] am|[Ii]'m|[Tt]his is|[Mm]y name is|[Nn]ame is|[Ii]ch "
        rf"bin(?: der| die)?|[Mm]ein Name ist|[Jj]e suis|[Jj]e m'appelle|[Ss]oy|[Mm]e llamo|[Cc]ontractor|"
        rf"[Mm]anager,|[Ss]upervisor,|[Bb]oss,|[Ll]ead,|[Aa]pprover,|[Cc]olleague,|[Cc]olleague|[Mm]anager|"
        rf"[Ss]upervisor|[Tt]eam lead|[Tt]echnician|[Ee]ngineer|[Aa]nalyst|"
        rf"[Cc]onsultant|[Ii]ntern|[Bb]oss|[Aa]ssistant|[Dd]irector|[Aa]dministrator|[Aa]gent|[Cc]aller|"
        rf"[Rr]equester|[Cc]ustomer|[Uu]ser|[Ee]mployee|[Cc]oworker|[Ll]eaver|[Jj]oiner|[Ss]tarter|[Cc]ontact "
        rf"(?:there |here )?is|[Cc]hecked by|[Hh]andled by|[Ss]een by|[Ff]ound by|[Rr]un by|[Ll]ogged by|"
        rf"[Ii]nstalled by|[Ff]ixed by|[Rr]esolved by|[Rr]aised by|[Aa]pprover|[Ww]itness|[Pp]ing(?:ed)?|"
        rf"[Aa]sk(?:ed)?|[Tt]ell|[Tt]old|[Ee]mailed|[Mm]et with|[Pp]aged|[Cc]ontacted|[Cc]ontact|[Uu]pdate for|"
        rf"[Oo]n behalf of|[Bb]ehalf of|[Vv]isitor|[Kk]ollege|[Kk]ollegin|[Uu]pdated by|[Cc]hanged by|"
        rf"[Cc]reated by|[Aa]pplied by|[Ii]nstalled by|[Ee]xecuted by|[Mm]anaged by|[Oo]wned by|[Ll]ed by|"
        rf"[Ff]ollow up with|[Aa]ccess for|[Bb]elongs to|[Ee]scort|[Ff]reelancer|[Ll]eaver is|[Pp]referred name|"
        rf"[Kk]nown as|[Gg]oes by|calls? (?:him|her|me)|[Ss]igned for by|name is|to be called,|[Oo]perator|"
        rf"again,|[Ww]elcome back|[Cc]olleague|[Cc]heck with|[Ss]eries of calls with|[Cc]all (?:with|from)|"
        rf"[Vv]oicemail (?:from|"
        rf"for)|[Mm]essage from|[Mm]ail from|[Ee]mail from|[Rr]eply from|[Nn]ote from|[Ff]eedback from|"
        rf"[Ss]ign-off from|[Aa]pproval (?:from|by)) (?P<value>{_NAME})"
    ),
    ignore_case=False,
)
_REVERSED = pattern(rf"(?P<value>{_CAP}(?:-{_CAP})?, {_CAP}(?:-{_CAP})*(?: {_INITIAL}| {_CAP})?)", ignore_case=False)
_POSSESSED = pattern(
    (
        rf"(?P<value>{_CAP})['\x{{2019}}]s (?:laptop|phone|mailbox|account|machine|desk|iPhone|iPad|MacBook|PC|"
        rf"manager|calendar|password|session|workstation|screen|computer|device|ticket|request|profile|badge|"
        rf"team|keyboard|mouse|monitor|login|email|inbox|case|home|wife|husband|assistant|replacement|start "
        rf"date|last day|access|permissions|extension|number)"
    ),
    ignore_case=False,
)
_MENTION = pattern(rf"(?:^|[\s(\"'>,;:])@(?P<value>[\pL][\pL\pM\d]*(?:[._-][\pL\d]+)*(?: {_CAP})?)", ignore_case=False)
# `Ann Lee <ann@x.org>`, `Ann Lee (EMP-1234)`, `Ann Lee (alee)`, `Ann Lee, ann@x.org`
_BEFORE_ADDRESS = pattern(
    rf"(?P<value>{_NAME})(?:,? ?[(<\[]| - |, )(?:[\w.+-]+@[\w-]+\.|[A-Z]{{1,5}}-?\d{{4,8}}[),\]]|\+\d{{2}})",
    ignore_case=False,
)
# fields of JSON, CSV and forms that hold nothing but names
_NAME_FIELD = pattern(
    r"\"?(?:first|last|given|family|sur|middle|maiden|contact|customer|caller|requester|employee|manager|agent|full)"
    r"[ _]?(?:name)\"?[ \t]{0,2}[:=][ \t]{0,2}[\"'](?P<value>[\pL][\pL\pM .'\x{2019}-]{1,60})[\"']"
)
# `14:02:40 <Swati> deploying`
_CHAT_NICK = pattern(
    rf"(?m:^)[\[(]?\d{{1,2}}:\d\d(?::\d\d)?(?: ?[AaPp][Mm])?[\])]? ?<(?P<value>{_NAME})> ", ignore_case=False
)
# chats in lower case: `im thaddeus`, `thx dana`, `dana: it is down`
_LOWER = pattern(
    r"(?:my name is|my names|name's|name is|this is|i am|i'm|im|its|it's|thanks|thx|ty|hi|hey|hello|hiya|cheers|"
    r"morning|bye|ask|asked|tell|ping|cc|with|ok|okay|kk?|lol|haha|sorry|sure|no worries|np|yes|pls|please|"
    r"by|from|poor|our|my (?:colleague|boss|manager|mate|coworker|teammate|lead)|colleague|contractor|ta|"
    r"no probs?|hiya,|hi,|hey,|talk to|and|or|"
    r"said|same as|us,|My name is|asked) "
    r"(?P<value>\p{Ll}{3,14}(?: \p{Ll}{3,16})?)",
    ignore_case=False,
)
_LOWER_LINE = pattern(
    r"(?m:^)(?:\[[\d:. apm]{4,11}\] ?)?(?P<value>\p{Ll}{3,14}(?: \p{Ll}{3,16})?)", ignore_case=False
)
# `this is fredo, contractor w/ Acme`
_LOWER_INTRODUCED = pattern(
    r"(?:this is|my name is|name's) (?P<value>\p{Ll}{3,15}),? (?:here|speaking|calling|contractor|consultant|"
    r"external|intern|"
    r"from|w/|with|the new|your)\b",
    ignore_case=False,
)
# `im josip hauffer`: what stands here is a whole name, whether a list knows it or not
_LOWER_FULL = pattern(
    r"(?:my name is|name's|name is|this is|i am|i'm|im|its|it's|colleague|coworker|teammate|mate|contractor|"
    r"manager is|can|could|talk to|ask|asked|tell|told|spoke to) "
    r"(?P<value>\p{Ll}{2,15}(?:-\p{Ll}{2,15})? (?:(?:de|da|di|van|von|der|den|la|el|al|bin) ){0,2}\p{Ll}{2,16}"
    r"(?:-\p{Ll}{2,15})?|\p{Ll}\. (?:(?:de|da|di|van|von|der|den|la|el|al|bin) ){0,2}\p{Ll}{3,16})"
    r"(?: (?:from|and|at|in|here|with|w/|of|on|speaking|has|is|who)\b|[,.!?;)\n]|\s?$)",
    ignore_case=False,
)
# a stranger who introduces himself: `This is Karaer, contractor`
_INTRODUCED = pattern(
    rf"(?:[Tt]his is|[Mm]y name is|[Ii]t's|[Ii]ts|[Ss]peaking with|[Yy]ou are talking to) (?P<value>{_NAME})"
    r"(?:,? (?:here|speaking|calling|again|from|w/|with|over at|contractor|consultant|external|intern|your|"
    r"the new)\b|[.!]?$)",
    ignore_case=False,
)
# `On 6 March 2026, Ann Lee wrote:`, `From: Ann Lee <ann@x.org>`
_MAILBOX = pattern(
    rf"(?:\bOn [^\n]{{6,48}}?, |\bam [^\n]{{6,40}} schrieb |"
    rf"\ble [^\n]{{6,40}}, )(?P<value>{_NAME})(?: <[^>\n]*>)? ?(?:wrote|a \x{{e9}}crit)? ?:",
    ignore_case=False,
)
# `hiya, bo here`, `who looks after it? pirkko?`
_HERE = pattern(r"(?:(?m:^)|, )([\pL]{2,15}) here(?:[.,!]|\s?$)|\? ([\pL]{2,15})\?\s?$", ignore_case=False)
# what people do and programs do not
_ACTING = pattern(
    rf"(?m:^|[.!?] |[\x{{2022}}*-] )(?P<value>{_NAME}) (?:sends? (?:\w+ ){{0,2}}(?:apologies|regards|greetings|"
    rf"thanks)|says|said|"
    r"thinks|told|mentioned|wrote|promised|agreed|apologi[sz]ed|will (?:call|meet|join|follow up|bring|ask)|"
    r"is (?:on (?:leave|holiday|vacation|sick)|out of office|sick|off today)|asked (?:me|us|whether|if|for)|"
    r"called (?:back|again|in|me)|hat (?:gesagt|gemeint)|meint|dit que|dice que)\b",
    ignore_case=False,
)
# two words that are names as well (`Ruby Lane`), said of somebody
_WORDS_AS_NAME = pattern(
    rf"(?P<value>{_CAP} {_CAP})(?: (?:closed|confirmed|promised|answered|replied|used to|is no longer|"
    rf"is a leaver|had this|starts on|"
    rf"left (?:in|on|the)|has left|signed|approved|called|denies|wants)\b|,? (?:at|of|from) (?:{_CAP}|<)|"
    rf"['\x{{2019}}]s (?:phone|laptop|"
    rf"account|mailbox|desk)\b|,? \((?:agency|freelance|contractor|external|consultant|temp))|"
    rf"(?:[Cc]ontractor|[Ff]reelancer|[Vv]isitors? for [^:\n]{{3,12}}:|[Ee]scort|[Bb]elongs to|[Aa]ccess for|"
    rf"[Ff]orm for|[Dd]river,|"
    rf"[Tt]alk to|[Aa]dd|[Cc]orrection, it is not|CN=|[Tt]hat was|[Ll]ost|still says|"
    rf"[Cc]ontact) (?P<other>{_CAP} {_CAP})|"
    rf"CN=(?P<dn>{_CAP}(?: {_CAP}){{1,2}}),(?:OU|DC|CN)=",
    ignore_case=False,
)
_SPOKEN_NAME = pattern(
    r"(?:this is|it'?s|it is|i am|i'm|im|reached|hi, ?it'?s|"
    r", ) ?(?P<value>\p{Ll}{2,14} (?:[od]['\x{2019}])?\p{Ll}{2,16}) "
    r"(?:from the|from|again|here|and i|speaking|please|can you)\b|"
    r"tell (?P<told>\p{Ll}{2,14} \p{Ll}{2,16}) (?:the|that|to|i)\b",
    ignore_case=False,
)
_FULL = rf"{_CAP}(?:-{_CAP})*(?: (?:{_PART} )?(?:{_INITIAL}|{_CAP}(?:-{_CAP})*)){{1,2}}"
_SLASHED = pattern(rf"({_FULL}) ?/ ?({_FULL})(?: ?/ ?({_FULL}))?", ignore_case=False)  # `Ann Lee/Bo Diaz`
_ROW_NEED = 0.6
_UNCOMMON_ZIPF = 3.0
_RARE_NAME_ZIPF = 2.0
together(
    _TITLED, _GREETING, _SIGN_OFF, _DASH_SIGN, _HEADER, _SPEAKER, _BEFORE_ADDRESS, _POSSESSED, _CHAT_NICK,
    _NAME_FIELD, _LOWER_INTRODUCED, _LOWER_FULL, _INTRODUCED, _ACTING, _REVERSED, _MENTION,
)  # fmt: skip
_ANY_WORD = -1.0  # after `Hi` and above the end of a mail any word may stand that is no everyday one
_TITLE_NEED = -0.5  # after `Mrs` nearly any capitalised word is a name
_NOT_NAMES = read_words("not_names")
_ROLE = read_words("role_words")


class PersonContextRecogniser:
    """Names the text introduces. What stands there must still look like a name."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "person-context")

    def find(self, text: str) -> Iterator[Found]:
        for match in _TITLED.finditer(text):
            if _free_left(text, match.start()):
                yield from _name(text, *match.span(1), need=_TITLE_NEED, score=0.9)
        for expression, need, score in (
            (_GREETING, _ANY_WORD, 0.8),
            (_SIGN_OFF, _ANY_WORD, 0.85),
            (_DASH_SIGN, 1.0, 0.7),
            (_HEADER, 0.6, 0.85),
            (_SPEAKER, 0.85, 0.8),
            (_BY, 0.85, 0.75),
            (_BEFORE_ADDRESS, 0.25, 0.8),
            (_POSSESSED, 1.5, 0.7),
        ):
            for match in expression.finditer(text):
                if (
                    expression is _SPEAKER
                    or expression is _DASH_SIGN
                    or expression is _HEADER
                    or _free_left(text, match.start())
                ):
                    yield from _name(text, *match.span(1), need=need, score=score)
        for match in _CHAT_NICK.finditer(text):
            yield from _name(text, *match.span(1), need=_ANY_WORD, score=0.75)
        for match in _NAME_FIELD.finditer(text):
            yield found(match, 0.9, 1)
        for expression in (_LOWER, _LOWER_LINE) if _lower_names.passing(_LOWER_WORD.findall(text)) else ():
            standing = expression.search(text)
            while standing is not None:
                if _free_left(text, standing.start()):
                    yield from _lower_name(text, *standing.span(1))
                at = standing.start(1) if expression is _LOWER else standing.end()
                standing = expression.search(text, at + 1)
        for match in _LOWER_INTRODUCED.finditer(text):
            word = match.group(1)
            if (is_given(word) or zipf(word) < _UNCOMMON_ZIPF) and word not in _NOT_NAMES and word not in _ROLE:
                yield found(match, 0.7, 1)
        for match in _LOWER_FULL.finditer(text):
            if _free_left(text, match.start()) and _whole_lower_name(match.group(1)):
                yield found(match, 0.7, 1)
        for match in _MAILBOX.finditer(text):
            if not any(word.lower() in _ROLE or word.lower() in _NOT_NAMES for word in match.group(1).split()):
                yield found(match, 0.85, 1)
        for match in _HERE.finditer(text):
            group = 1 if match.start(1) >= 0 else 2
            word = match.group(group)
            if is_given(word) and not is_ambiguous_name(word) or word[0].isupper() and zipf(word) < _RARE_NAME_ZIPF:
                yield found(match, 0.7, group)
        for expression in (_INTRODUCED, _ACTING):
            for match in expression.finditer(text):
                yield from _name(text, *match.span(1), need=_ANY_WORD, score=0.7)
        for expression in (_WORDS_AS_NAME, _SPOKEN_NAME):
            for match in expression.finditer(text):
                group = next(g for g in range(1, expression.groups + 1) if match.start(g) >= 0)
                if _free_left(text, match.start()) and _is_pair(match.group(group)):
                    yield found(match, 0.7, group)
        if "/" in text:
            for match in _SLASHED.finditer(text):
                for group in (1, 2, 3):
                    if match.start(group) >= 0 and evidence(match.group(group).split()) >= _ROW_NEED:
                        yield found(match, 0.65, group)
        if "," in text:
            for match in _REVERSED.finditer(text):
                last, first = match.group(1).split(", ", 1)
                head = first.split(" ")[0]
                if (
                    is_given(head, certain=True)
                    and zipf(head) < 4.6
                    and surname_bearers(last) >= 5
                    and not is_given(last, certain=True)
                    and zipf(last) < 4.4
                ):
                    yield found(match, 0.65, 1)
        if "@" in text:
            for match in _MENTION.finditer(text):
                start, end = match.span(1)
                word = text[start:end]
                if is_given(re.split(r"[._\- ]", word)[0]) and zipf(re.split(r"[._\- ]", word)[0]) < 4.8:
                    yield Found(start, end, 0.75)


_LOWER_WORD = re.compile(r"[^\W\d_]+")
_lower_names = Sieve(lambda word: _may_be_lower_name(word, closed=True))


def _may_be_lower_name(word: str, *, closed: bool) -> bool:
    """A given name that is no other word; the longer list counts where the name is `closed` off."""
    if is_ambiguous_name(word):
        return False
    return is_given(word, certain=True) and zipf(word) < 4.4 or closed and is_given(word) and zipf(word) < 3.5


def _lower_name(text: str, start: int, end: int) -> Iterator[Found]:
    """A given name that is no other word, with the surname after it if that is one."""
    first, _, last = text[start:end].partition(" ")
    if not _may_be_lower_name(first, closed=_CLOSED.match(text, start + len(first)) is not None):
        return
    if not (last and surname_bearers(last) >= 2 and zipf(last) < 4.0):
        end = start + len(first)
    if end == len(text) or not (is_word(text[end]) or text[end] in "@-./\\"):
        yield Found(start, end, 0.7)


_CLOSED = re.compile(
    r"[:,!?]|\.(?:\s|$)|\s?$|\s?\n| (?:here|speaking|said|says|broke|did|has|is|was|and i|will|would|they|she|he|can|"
    r"[A-Z][\w'\u2019]+ (?:speaking|here))\b"
)


def _whole_lower_name(value: str) -> bool:
    """Two words in lower case that a list knows as a name, or that no language uses."""
    words = [word for word in re.split(r"[\s.-]+", value) if word and not is_particle(word)]
    if len(words) < 2 or any(word in _NOT_NAMES or word in _ROLE for word in words):
        return False
    first, last = words[0], words[-1]
    if len(first) == 1:
        return surname_bearers(last) >= 2 and zipf(last) < 4.0
    named = is_given(first) and zipf(first) < 4.8
    borne = surname_bearers(last) >= 2 and zipf(last) < 4.6
    rare = zipf(first) < _RARE_NAME_ZIPF, zipf(last) < _RARE_NAME_ZIPF
    return (named and (borne or rare[1])) or (borne and rare[0]) or all(rare)


def _is_pair(value: str) -> bool:
    """Whether two words are a given name and a surname of the lists, whatever else they are."""
    first, last = value.split()[0], value.split()[-1]
    if any(word.lower() in _NOT_NAMES or word.lower() in _ROLE for word in (first, last)):
        return False
    named = is_given(first) or is_given(last) and surname_bearers(first) > 1
    return named and (surname_bearers(last) > 1 or surname_bearers(first) > 1 or zipf(last) < _RARE_NAME_ZIPF)


def _free_left(text: str, start: int) -> bool:
    return start == 0 or not (is_word(text[start - 1]) or text[start - 1] in "-.")


def _name(text: str, start: int, end: int, *, need: float, score: float) -> Iterator[Found]:
    """The part of `text[start:end]` that is a name, if its evidence reaches `need`."""
    tokens = list(re.finditer(r"[^\s,]+", text[start:end]))
    while tokens and _never(tokens[-1].group()):
        tokens.pop()
    cut = next(
        (
            i
            for i, t in enumerate(tokens)
            if _never(t.group()) and t.group().lower() not in ("may", "april", "june", "august")
        ),
        len(tokens),
    )
    tokens = tokens[:cut]
    if not tokens:
        return
    first, last = start + tokens[0].start(), start + tokens[-1].end()
    while text[last - 1] in ".,'\u2019" and not re.search(r"\b[A-Z]\.$", text[first:last]):
        last -= 1
    if text[last - 2 : last] in ("'s", "\u2019s"):
        last -= 2
    if last < len(text) and (is_word(text[last]) or (text[last] in "-_/\\@" and text[last + 1 : last + 2].isalnum())):
        return
    if last + 1 < len(text) and text[last] == "." and is_word(text[last + 1]) and not text[last + 1].isupper():
        return
    if last < len(text) and text[last] in ":#" and last + 1 < len(text) and text[last + 1].isalnum():
        return  # `SID:2024897`: a key
    words = [t.group() for t in tokens]
    weight = evidence(words)
    if need == _ANY_WORD:
        enough = weight >= 0.4 or all_rare(words, 3.2)
    else:
        enough = weight >= (min(need, 0.3) if len(words) > 1 and all_rare(words, 3.5) else need)
    if enough:
        yield Found(first, last, score)


def _never(word: str) -> bool:
    low = re.sub(r"['\u2019]s$", "", word).strip(".'\u2019").lower()
    return (
        low in _NOT_NAMES
        or low in _ROLE
        or any(c.isdigit() for c in word)
        or sum(c.isupper() for c in word[1:]) > 0
        and not (
            word.isupper() or re.fullmatch(r"(?:Mc|Mac|O['\u2019]|D['\u2019]|De|La|Le|Di|Van|Fitz|\w+-)[A-Z].*", word)
        )
    )
