"""Where a text names somebody: what stands before and after a name in greetings, signatures, headers and sentences."""

from __future__ import annotations

from redactory.detect.recognisers.base import pattern
from redactory.policy.patterns import together

_CAP = r"[\p{Lu}](?:[\pL\pM'\x{2019}]*[\pL\pM])?"
_PART = (
    r"(?:de la|de los|van der|van den|von der|de|del|della|di|da|dos|do|du|van|von|der|den|ten|ter|bin|"
    r"ibn|bint|al|el|la|le|st\.?|mac|ben|y|e)"
)
_INITIAL = r"[\p{Lu}]\."
_NAME = rf"{_CAP}(?:-{_CAP})*(?:[ \x{{a0}}](?:{_PART}[ \x{{a0}}])?(?:{_INITIAL}|{_CAP}(?:-{_CAP})*)){{0,3}}"
TITLED = pattern(
    (
        rf"(?:(?:Mr|Mrs|Ms|Miss|Mx|Dr|Prof|Professor|Herrn?|Frau|Mme|Mlle|Monsieur|Madame|Se\x{{f1}}ora?|Sra?|"
        rf"Dra?|Sig|Signora?|Mw|Dhr|Dipl\.-Ing|Mag|Ing|med)\.?,? ){{1,3}}"
        rf"(?P<value>(?:(?:van|von|de|den|der|del|della|di|da|dos|ten|ter|zu|zur) ){{0,2}}{_NAME})"
    ),
    ignore_case=False,
)
_GREETING_ELSEWHERE = (
    r"Hei|Heia|H\x{e6}|Hall\x{e5}|Hejsan|Tjena|Moi|Terve|Hyv\x{e4}|Kj\x{e6}re|K\x{e6}re|K\x{e4}r[ea]|B\x{e4}sta|"
    r"S\x{e6}ll?|K\x{e6}r[ia]|God (?:dag|morgen|kveld)|Godmorg[eo]n|Cze\x{15b}\x{107}|Witaj|Drog[ia]|Ahoj|"
    r"Dobr\x{fd} den|Mil[\x{fd}\x{e1}]|Szia|Kedves|Bun\x{103}|Drag(?:\x{103}|i)|Stimat[e\x{103}]|Zdravo|Bok|"
    r"Po\x{161}tovan[ia]|Labas|Sveik[ias]|Tere|Merhaba|Selam|Sevgili|Salam|Halo|Hai|Namaste|Namaskar|Vanakkam|Oi|"
    r"Prezad[oa]|Bom dia|Boa (?:tarde|noite)|Buenos d\x{ed}as|Buenas(?: tardes)?|Buongiorno|Buonasera|Salve|Geachte|"
    r"Lieve|Goede(?:morgen|middag|navond)|Xin ch\x{e0}o|Ch\x{e0}o|Jambo|Habari|Selamat (?:pagi|siang|sore)|Kia ora"
)
GREETING = pattern(
    (
        rf"(?:No worries|no worries|[Nn]o probs?|[Tt]a|hiya|Hiya|cheers|lol|Sure|sure|ok|hi|hey|hello|thanks|"
        rf"thx|ty|sorry|Hi|Hello|Hey|Dear|Hallo|"
        rf"Liebe[r]?|Moin|Servus|Bonjour|Salut|Cher|Ch(?:\x{{e8}}|e)re|Hola|"
        rf"Estimad[oa]|Querid[oa]|Ciao|Gentile|Caro|Cara|Beste|Hoi|Dag|Ol(?:\x{{e1}}|a)|Hej|Good (?:morning|"
        rf"afternoon|evening)|Morning|Afternoon|Thanks|Thank you|Thx|Cheers|Danke|Merci|Gracias|Grazie|Sorry|"
        rf"Ok(?:ay)?|Welcome|Guten (?:Morgen|Tag)|{_GREETING_ELSEWHERE})(?: again| so much| very much)?,? "
        rf"(?P<value>{_NAME})"
    ),
    ignore_case=False,
)
# how letters end in other languages, which no sentence begins with: a name may follow without a line's break
_FOREIGN_CLOSING = (
    r"Pozdrawiam|Pozdrav|S pozdravem|S pozdravom|Lep pozdrav|Srda\x{10d}an pozdrav|\x{dc}dv\x{f6}zlettel|"
    r"\x{dc}dv|Mvh|Med v"
    r"(?:ennlig|enlig|\x{e4}nlig) h(?:ilsen|\x{e4}lsning)|Hilsen|H\x{e4}lsningar|V\x{e4}nligen|Terveisin|"
    r"Terveisin\x{e4}|"
    r"Yst\x{e4}v\x{e4}llisin terveisin|Sayg\x{131}lar(?:\x{131}mla)?|\x{130}yi \x{e7}al\x{131}\x{15f}malar|"
    r"Cu (?:stim\x{103}|stima|"
    r"respect)|Pagarbiai|Ar cie\x{146}u|Lugupidamisega|Met vriendelijke groet(?:en)?|Groetjes|Groet|Distinti saluti|"
    r"Cordiali saluti|Cumprimentos|Obrigad[oa]|Abra\x{e7}os?|Atenciosamente|Un saludo|Un abrazo|Cdlt|Bien cordialement|"
    r"Viele Gr\x{fc}\x{df}e|Liebe Gr\x{fc}\x{df}e|Mit freundlichen Gr\x{fc}\x{df}en|Kve\x{f0}ja|Le meas|"
    r"Tr\x{e2}n tr\x{1ecd}ng|"
    r"Hvala|Dzi\x{119}kuj\x{119}|D\x{119}ki|D\x{11b}kuji|D\x{ed}ky|\x{10e}akujem|K\x{f6}sz(?:i|\x{f6}n\x{f6}m)|"
    r"Kiitos|Tusen takk|Takk|Tack|"
    r"Tak|Bedankt|Mul\x{21b}umesc|Mersi|Te\x{15f}ekk\x{fc}rler|A\x{10d}i\x{16b}|Paldies|Ait\x{e4}h|Salamat|"
    r"Asante|Efharisto"
)
FOREIGN_SIGN_OFF = pattern(
    rf"(?:{_FOREIGN_CLOSING})[,.!]?[ \t\r\n]{{1,4}}(?P<value>{_CAP}(?:-{_CAP})?(?: {_CAP})?)", ignore_case=False
)
SIGN_OFF = pattern(
    (
        rf"(?:[Rr]egards|[Bb]est|[Tt]hanks|[Tt]hank you|[Cc]heers|[Ss]incerely|[Yy]ours(?: truly| faithfully| "
        rf"sincerely)?|[Tt]hx|BR|KR|MfG|VG|LG|[Gg]r(?:\x{{fc}}|u)(?:\x{{df}}|ss)e?n?|[Cc]ordialement|"
        rf"[Ss]aludos|[Ss]aluti|[Gg]roeten|[Aa]tentamente|[Dd]anke|[Mm]erci|[Gg]racias|[Bb]ien (?:\x{{e0}}|a) "
        rf"vous|[Bb]est wishes|[Rr]espectfully|[Mm]any thanks)[,.!]?[ \t]*(?:\r?\n\s*|- |[ \t.!,]-|"
        rf"[\x{{2013}}\x{{2014}}] ?|, ?|/)(?P<value>{_NAME})[ \t]*(?:[\r\n,.|(/<\x{{2013}}-]|$)"
    ),
    ignore_case=False,
)
DASH_SIGN = pattern(
    rf"(?m)(?:^/{{1,2}} ?|(?:^|\s)(?:--+|\x{{2014}}|\x{{2013}}|~) ?)(?P<value>{_NAME})[ \t]*$",
    ignore_case=False,
)
HEADER = pattern(
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
BY = pattern(
    (
        rf"(?:[Aa]ssigned to|[Rr]eassigned to|[Ee]scalated to|[Rr]outed to|[Hh]anded (?:over|off)? ?to|"
        rf"[Ff]orwarded to|[Aa]pproved by|[Rr]eported by|[Rr]equested by|[Cc]onfirmed (?:by|with)|[Vv]erified "
        rf"(?:by|with)|[Rr]eviewed by|[Pp]erformed by|[Ss]igned(?: off)? by|[Cc]oordinated (?:by|with)|"
        rf"[Dd]eployed by|[Oo]pened by|[Cc]losed by|[Ss]ubmitted by|[Ii]nstructed|[Nn]otified|[Cc]alled by|"
        rf"[Ss]poke (?:to|with|w/)|[Ss]poken (?:to|with)|[Tt]alked to|[Tt]alking to|[Cc]hatted with|[Ww]orked "
        rf"with|[Pp]er|[Cc]c'?ing|[Ll]ooping in|[Ii] am|[Ii]'m|[Tt]his is|[Mm]y name is|[Nn]ame is|"
        rf"[Nn]ame (?:on|in|under) [\p{{Ll}} ]{{3,24}} (?:is|was|reads|says)|[Ii]ch "
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
        rf"[Ss]ign-off from|[Aa]pproval (?:from|by)|[Cc][Cc]|[Oo](?:n|ff)-?boarding(?: of| for)?|[Ww]elcome,|"
        rf"[Nn]ew (?:starter|hire|joiner|colleague),?|[Dd]elegate (?:access|rights) (?:to|for)) (?P<value>{_NAME})"
    ),
    ignore_case=False,
)
REVERSED = pattern(rf"(?P<value>{_CAP}(?:-{_CAP})?, {_CAP}(?:-{_CAP})*(?: {_INITIAL}| {_CAP})?)", ignore_case=False)
POSSESSED = pattern(
    (
        rf"(?P<value>{_CAP})['\x{{2019}}]s (?:laptop|phone|mailbox|account|machine|desk|iPhone|iPad|MacBook|PC|"
        rf"manager|calendar|password|session|workstation|screen|computer|device|ticket|request|profile|badge|"
        rf"team|keyboard|mouse|monitor|login|email|inbox|case|home|wife|husband|assistant|replacement|start "
        rf"date|last day|access|permissions|extension|number)"
    ),
    ignore_case=False,
)
# nobody but a person has these, so that any name may stand before them
THEIRS = pattern(
    rf"(?P<value>(?:{_PART} ){{0,2}}{_NAME})['\x{{2019}}]s (?:old |new |own |work |company )?(?:laptop|notebook|"
    r"MacBook|iPhone|iPad|desk|desk ?phone|headset|workstation|mailbox|badge|keyboard|mouse|chair|wife|husband|son|"
    r"daughter|boss|line manager|successor|home|handwriting|first day|last day|leave|holiday)\b",
    ignore_case=False,
)
HASHTAG = pattern(r"(?:^|[\s(])#(?P<value>\p{L}{4,20})", ignore_case=False)
# people of a meeting or a list: `Ann/Bo/Cy`, `Ann <> Bo`, `Ann + Bo`
GIVENS = pattern(
    rf"(?P<value>{_CAP}(?: ?(?:/|\+|&|<->|<>|x|\x{{d7}}|\|) ?{_CAP}){{1,5}})", ignore_case=False
)
# whose machine it is, who is asked to do what users do, who has a desk
OWNER = pattern(
    rf"(?:[Ww]orkstation|[Ll]aptop|[Nn]otebook|[Cc]omputer|[Mm]achine|PC|MacBook|iMac|iPhone|iPad|[Tt]ablet|[Pp]hone|"
    rf"[Hh]eadset|[Dd]esk|[Bb]adge|[Mm]ailbox|[Cc]alendar) of (?P<value>{_NAME})",
    ignore_case=False,
)
ASKED = pattern(
    rf"[Aa]sked (?P<value>{_NAME}) to (?:reboot|restart|re-?start|log|sign|plug|unplug|re-?try|try|clear|type|press|"
    r"re-?enter|come|bring|read|turn|switch|save|close|hold|wait|call back|move to|take a)\b",
    ignore_case=False,
)
TOLD = pattern(  # any name: a firm is not `she`, and is not asked so politely
    rf"(?:[Ss]poke(?:n)? (?:to|with)|[Tt]alked (?:to|with)|[Aa]sked|[Aa]sk|[Tt]old|[Tt]ell) (?P<value>{_NAME})"
    r"(?:,? (?:and )?s?he (?:is|was|has|had|will|said|says|can|cannot|can't|could|would|tried|did|does|needs|wants)\b|"
    r" please\b)|@(?P<mentioned>\p{Lu}\p{Ll}{2,}) (?:can|could|would|will) you\b",
    ignore_case=False,
)
REACHED = pattern(  # whoever has a telephone: `reach Mark at 0171 ...`
    rf"(?:[Rr]each|[Cc]all|[Rr]ing|[Pp]hone|[Tt]ext) (?P<value>{_NAME}) (?:at|on|under) (?:\+|\(|0|\d{{3,}}[ -])",
    ignore_case=False,
)
SEATED = pattern(rf"(?P<value>{_NAME}) \((?:desk|seat|at desk|ext\.?|extension|badge)\b", ignore_case=False)
MENTION = pattern(
    rf"(?:^|[\s(\"'>,;:])@(?P<value>[\pL][\pL\pM\d]*(?:[._-][\pL\d]+)*(?: {_CAP}(?:-{_CAP})*)?)", ignore_case=False
)
CHAT_ID = pattern(r"<@[UW][A-Z\d]{3,12}[ |]@?(?P<value>[\pL][^<>|\n]{1,40})>", ignore_case=False)  # `<@U02AB|ann>`
# `Ann Lee <ann@x.org>`, `Ann Lee (EMP-1234)`, `Ann Lee (alee)`, `Ann Lee, ann@x.org`
BEFORE_ADDRESS = pattern(
    rf"(?P<value>{_NAME})(?:,? ?[(<\[]| - |, )(?:[\w.+-]+@[\w-]+\.|[A-Z]{{1,5}}-?\d{{4,8}}[),\]]|\+\d{{2}})",
    ignore_case=False,
)
# fields of JSON, CSV and forms that hold nothing but names
NAME_FIELD = pattern(
    r"\"?(?:first|last|given|family|sur|middle|maiden|contact|customer|caller|requester|employee|manager|agent|full|"
    r"user[ _]?display)"
    r"[ _]?(?:name)\"?[ \t]{0,2}[:=][ \t]{0,2}[\"'](?P<value>[\pL][\pL\pM .'\x{2019}-]{1,60})[\"']"
)
# lines of forms: `SURNAME: DIAZ FIRST NAME: ANN`, `Nachname: Diaz`
FORM_FIELD = pattern(
    r"(?:(?:sur|(?:last|first|given|family|middle|maiden|full|employee|contact|customer|caller|requester|manager) ?)"
    r"name|nachname|vorname|familienname|nom de famille|pr(?:\x{e9}|e)nom|apellidos?|cognome|sobrenome|apelido|"
    r"etternavn|fornavn|efternamn|f\x{f6}rnamn|achternaam|voornaam|nazwisko|imi\x{119}|p\x{159}\x{ed}jmen\x{ed}|"
    r"jm\x{e9}no)"
    rf"(?:[ \t]*[:=][ \t]{{0,3}}|[ \t]?[:=]?[ \t]*\r?\n[ \t>]{{0,4}})"
    rf"(?P<value>(?-i:{_CAP}(?:-{_CAP})?(?: (?:{_PART} )?{_CAP}(?:-{_CAP})?){{0,3}}"
    rf"(?:, {_CAP}(?: {_CAP}){{0,2}})?))"
)
# `Name: May | Surname: Diaz`
NAME_BESIDE = pattern(
    rf"\bname[ \t]*[:=][ \t]{{0,3}}(?P<value>(?-i:{_CAP}(?:[ -]{_CAP})?))[ \t]?(?:[|;,/\t]|\r?\n)[ \t]*"
    r"(?:surname|(?:last|family) ?name)"
)
# folders of people: `\\home\Ann Lee\docs`
HOME_OF = pattern(
    rf"[\\/](?:Users|[Hh]omes?|[Pp]rofiles|[Uu]serdata|[Ss]taff)\$?[\\/]{{1,2}}(?P<value>{_CAP}(?:-{_CAP})?"
    rf"(?:,? (?:{_PART} )?{_CAP}(?:-{_CAP})?){{1,2}})[\\/]",
    ignore_case=False,
)
# chats in lower case: `im thaddeus`, `thx dana`, `dana: it is down`
LOWER = pattern(
    r"(?:my name is|my names|name's|name is|this is|i am|i'm|im|its|it's|thanks|thx|ty|hi|hey|hello|hiya|cheers|"
    r"morning|bye|ask|asked|tell|ping|cc|with|ok|okay|kk?|lol|haha|sorry|sure|no worries|np|yes|pls|please|"
    r"by|from|poor|our|my (?:colleague|boss|manager|mate|coworker|teammate|lead)|colleague|contractor|ta|"
    r"no probs?|hiya,|hi,|hey,|talk to|and|or|"
    r"said|same as|us,|My name is|asked) "
    r"(?P<value>\p{Ll}{3,14}(?: \p{Ll}{3,16})?)",
    ignore_case=False,
)
LOWER_LINE = pattern(
    r"(?m:^|[.!?] )(?:\[[\d:. apm]{4,11}\] ?)?(?P<value>\p{Ll}{3,14}(?: \p{Ll}{3,16})?)", ignore_case=False
)
# `this is fredo, contractor w/ Acme`
LOWER_INTRODUCED = pattern(
    r"(?:this is|my name is|name's) (?P<value>\p{Ll}{3,15}),? (?:here|speaking|calling|contractor|consultant|"
    r"external|intern|from|w/|with|the new|your)\b",
    ignore_case=False,
)
# `hi its liv again`
RETURNED = pattern(r"(?:[Ii]t'?s|[Ii]t is|[Tt]his is) (?P<value>\p{Ll}{3,15}),? (?:again|here)\b", ignore_case=False)
# `im josip hauffer`: what stands here is a whole name, whether a list knows it or not
LOWER_FULL = pattern(
    r"(?:my name is|name's|name is|this is|i am|i'm|im|its|it's|colleague|coworker|teammate|mate|contractor|"
    r"manager is|can|could|did|does|has|hi|hi,|hey|hey,|hello|number (?:of|for)|talk to|ask|asked|tell|told|spoke to) "
    r"(?P<value>\p{Ll}{2,15}(?:-\p{Ll}{2,15})? (?:(?:de|da|di|van|von|der|den|la|el|al|bin) ){0,2}\p{Ll}{2,16}"
    r"(?:-\p{Ll}{2,15})?|\p{Ll}\. (?:(?:de|da|di|van|von|der|den|la|el|al|bin) ){0,2}\p{Ll}{3,16})"
    r"(?: (?:from|and|at|in|here|with|w/|of|on|speaking|has|is|who|send|sent|get|got|use|used|see|call|urgently|"
    r"already|again|please|pls)\b|[,.!?;)\n]|\s?$)",
    ignore_case=False,
)
# a stranger who introduces himself: `This is Karaer, contractor`
INTRODUCED = pattern(
    rf"(?:[Tt]his is|[Mm]y name is|[Ii]t's|[Ii]ts|[Ss]peaking with|[Yy]ou are talking to) (?P<value>{_NAME})"
    r"(?:,? (?:here|speaking|calling|again|from|w/|with|over at|contractor|consultant|external|intern|your|"
    r"the new)\b|[.!]?$)",
    ignore_case=False,
)
# `On 6 March 2026, Ann Lee wrote:`, `From: Ann Lee <ann@x.org>`
MAILBOX = pattern(
    rf"(?:\bOn [^\n]{{6,48}}?, |\bam [^\n]{{6,40}} schrieb |"
    rf"\ble [^\n]{{6,40}}, )(?P<value>{_NAME})(?: <[^>\n]*>)? ?(?:wrote|a \x{{e9}}crit)? ?:",
    ignore_case=False,
)
# `hiya, bo here`, `who looks after it? pirkko?`
HERE = pattern(r"(?:(?m:^)|, |[\"\x{201c}])([\pL]{2,15}) here(?:[.,!]|\s?$)|\? ([\pL]{2,15})\?\s?$", ignore_case=False)
# what people do and programs do not
ACTING = pattern(
    rf"(?m:^|[.!?] |, |\band |[\x{{2022}}*-] )(?P<value>{_NAME}) (?:sent (?:an? |the |me |"
    rf"us )?(?:\w+ )?(?:picture|photo|"
    r"screen ?shot|e?-?mail|note|message)|noticed|translated|sends? (?:\w+ ){{0,2}}(?:apologies|regards|greetings|"
    rf"thanks)|says|said|"
    r"thinks|told|mentioned|wrote|promised|agreed|apologi[sz]ed|will (?:call|meet|join|follow up|bring|ask)|"
    r"is (?:on (?:leave|holiday|vacation|sick)|out of office|sick|off today)|asked (?:me|us|whether|if|for)|"
    r"called (?:back|again|in|me)|hat (?:gesagt|gemeint)|meint|dit que|dice que)\b",
    ignore_case=False,
)
# firms that do so take the plural: `Jenkins, who owns the approval`
WHO = pattern(
    rf"(?P<value>{_NAME}), who (?:is|was|has|had|will|can|owns|approves|signs|wants|needs|asked|said|sits|works|"
    r"left)\b",
    ignore_case=False,
)
# an initial without its point, and the firm or what belongs to him: `the answer of Revathi K (Acme)`
INITIAL_BEHIND = pattern(
    rf"(?:of|from|by|with|to|and|for|ask|told|is) (?P<value>{_CAP} \p{{Lu}}) (?:\(\p{{Lu}}|(?:said|wrote|asked|told|"
    r"called|confirmed|replied|from)\b)",
    ignore_case=False,
)
# two words that are names as well (`Ruby Lane`), said of somebody
WORDS_AS_NAME = pattern(
    rf"(?P<value>{_CAP} {_CAP})(?: (?:closed|confirmed|promised|answered|replied|used to|is no longer|"
    rf"is a leaver|had this|starts on|"
    rf"left (?:in|on|the)|has left|signed|approved|called|denies|wants)\b|,? (?:at|of|from) (?:{_CAP}|<)|"
    rf"['\x{{2019}}]s (?:phone|laptop|"
    rf"account|mailbox|desk)\b|,? \((?:agency|freelance|contractor|external|consultant|temp))|"
    rf"(?:[Cc]ontractor|[Ff]reelancer|[Vv]isitors? for [^:\n]{{3,12}}:|[Ee]scort|[Bb]elongs to|[Aa]ccess for|"
    rf"[Ff]orm for|[Dd]river,|[Tt]alk to|[Aa]dd|[Cc]orrection, it is not|CN=|[Tt]hat was|[Ll]ost|still says|"
    rf"[Cc]ontact) (?P<other>{_CAP} {_CAP})|"
    rf"CN=(?P<dn>{_CAP}(?: {_CAP}){{1,2}}),(?:OU|DC|CN)=",
    ignore_case=False,
)
SPOKEN_NAME = pattern(
    r"(?:this is|it'?s|it is|i am|i'm|im|reached|hi, ?it'?s|"
    r", ) ?(?P<value>\p{Ll}{2,14} (?:[od]['\x{2019}])?\p{Ll}{2,16}) "
    r"(?:from the|from|again|here|and i|speaking|please|can you)\b|"
    r"tell (?P<told>\p{Ll}{2,14} \p{Ll}{2,16}) (?:the|that|to|i)\b",
    ignore_case=False,
)
_FULL = rf"{_CAP}(?:-{_CAP})*(?: (?:{_PART} )?(?:{_INITIAL}|{_CAP}(?:-{_CAP})*)){{1,2}}"
SLASHED = pattern(rf"({_FULL}) ?/ ?({_FULL})(?: ?/ ?({_FULL}))?", ignore_case=False)  # `Ann Lee/Bo Diaz`
SURNAMES = pattern(  # `Diaz/van Lee`
    rf"(?:^|[\s(:\[])((?:{_PART} ){{0,2}}{_CAP}) ?/ ?((?:{_PART} ){{0,2}}{_CAP})(?:[\s,.:;)]|$)", ignore_case=False
)

together(ACTING, WORDS_AS_NAME, GIVENS)
together(HERE, SPOKEN_NAME, MAILBOX)
together(
    TITLED, GREETING, SIGN_OFF, FOREIGN_SIGN_OFF, DASH_SIGN, HEADER, BEFORE_ADDRESS, POSSESSED, THEIRS, TOLD, REACHED,
    NAME_FIELD, LOWER_INTRODUCED, LOWER_FULL, INTRODUCED, WHO, INITIAL_BEHIND, REVERSED,
    MENTION, CHAT_ID, FORM_FIELD, NAME_BESIDE, HOME_OF, OWNER, ASKED, SEATED, RETURNED,
)  # fmt: skip
