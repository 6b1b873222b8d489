"""Accounts in the places programs have for one: arguments of commands, operands of mainframes, columns of sessions.

`passwd -S jdoe`, `ALTUSER JDOE RESUME`, `rdp-tcp#12  jdoe  3  Active`. Accounts of systems stand in these places as
well: a word must be made of a name, be numbered, or be no word of any language.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_compound, is_given, surname_bearers, zipf
from redactory.detect.recognisers.account_shapes import (
    UNHEARD,
    accountish,
    composed,
    is_second_account,
    is_service_account,
    made_of_name,
    numbered_name,
)
from redactory.detect.recognisers.base import Found, is_word, pattern
from redactory.detect.recognisers.device_schemes import is_glued_service
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import Pattern, together

_ID = r"[\"'\x60]?(?:[A-Za-z][\w-]{1,20}\\{1,2})?(?P<value>[A-Za-z]\w*(?:[.'-]\w+)*)"
_MARKS = r"(?:[acptvx]|ext|extern|con|contr|partner|adm|priv)"
_MADE = (
    r"[\"'\x60]?(?:[A-Za-z][\w-]{1,20}\\{1,2})?"
    rf"(?P<value>[A-Za-z]{{5,12}}\d{{1,3}}|{_MARKS}[._-][A-Za-z]{{4,20}}\d{{0,3}})\b"
)
_OPTIONS = r"(?: +--?[A-Za-z][\w-]*)*"
_ENDS = r"[\"'\x60)]?\s*(?:$|[\n|;&\"'\x60),])"
_DOES = (
    r"(?:changed|retrieved|executed|logged|signed|has|is|was|cannot|can|could|blocked|denied|login|logon|lacks|balance|"
    r"interrupted|suspended|disabled|locked|unlocked|enrolled|opened|closed|deleted|created|approved|requested|holds|"
    r"did|does|exceeded|expired|lost|needs|wants|still|never|got|gets|ran|runs|started|stopped|reset|granted|rejected|"
    r"failed|timed|tried|connected|disconnected|roamed|deauthenticated|will|sent|moved|added|removed|-)\b"
)
_COMMANDS: tuple[Pattern, ...] = tuple(
    pattern(expression)
    for expression in (
        # commands that are given an account, by itself or behind an option
        (
            rf"\b(?:l?chage|l?passwd|chfn|chsh|user(?:add|del)|(?:add|del)user|finger|lastlog|smbpasswd|getent passwd|"
            rf"getent shadow|sssctl user-\w+|loginctl [a-z-]*user[a-z-]*|kpasswd|kinit|(?:get|del|mod|add)_?princ\w*|"
            rf"gpasswd -[ad]|id -\w+|quser|qwinsta|query (?:user|session)|logoff){_OPTIONS} +{_ID}"
        ),
        rf"\b(?:usermod|useradd|gpasswd|edquota|setquota|chsh)\b[^\n|;&]{{1,48}} {_ID}{_ENDS}",
        (
            rf"\b(?:ps|pkill|pgrep|killall|lsof|crontab|quota|edquota|setquota|sss_cache|pdbedit|smbclient|rpcclient|"
            rf"lpstat|lpq|cancel|sudo|runuser|faill(?:ock|og)|pam_tally2?|lastlog|last|docker|podman|oc|curl|htpasswd|"
            rf"ausearch|top|fuser|sacct|squeue|scancel|qstat|bjobs|psql|mysql\w*|wbinfo|samba-tool)\b"
            rf"[^\n|;&]{{0,40}} (?:-[uU]|--user(?:name)?)[ =]?{_ID}"
        ),
        rf" --(?:as|user(?:-?name)?|login|owner|author|assignee|reviewer|impersonate|principal|requester)[ =]{_ID}",
        rf"\bchown{_OPTIONS} +{_ID}[:. ]",
        rf"\bsetfacl\b[^\n]{{0,32}}\bu(?:ser)?:{_ID}:",
        rf"(?:^|[\n\x60$#;|]) ?last(?:log)? {_ID} ?(?:$|[\n|\x60-])",
        rf"\b(?:scp|rsync|sftp)\b[^\n]{{0,60}} {_ID}@[\w.-]+:",
        rf"\bsqlplus (?:-\w+ )*{_ID}[/@ ]",
        rf"\b(?:alter|drop|create) (?:user|login) (?:if exists )?[\[\"\x60]?{_ID}",
        rf"\b(?:grant|revoke)\b[^\n;]{{2,60}} (?:to|from) [\[\"\x60]?{_ID}[\]\"\x60]?\s?(?:;|$|\n|with)",
        # of Windows and its directory
        (
            rf"\b(?:Get|Set|Enable|Disable|Unlock|Remove|New|Reset|Revoke|Move|Restore|Add|Rename|Test)-(?:AD(?:User|"
            rf"Account\w*|Principal\w*)|(?:Remote|CAS)?Mailbox\w*|Mg\w*User\w*|Azure\w*User\w*|Msol\w+|LocalUser|"
            rf"Recipient\w*|Cs\w*User\w*|CalendarProcessing|InboxRule|MobileDevice\w*) +{_ID}"
        ),
        rf" -(?:Members?|User(?:Name|Id)?|SamAccountName|samid|Trustee|Owner|ManagedBy)[ :]{_ID}",
        rf"(?:User|Account\w*|Mailbox\w*|Permission|Recipient|Membership) -Identity[ :]{_ID}",
        rf"\bicacls\b[^\n]{{1,80}} /(?:grant|deny|remove|setowner)(?::\w)? {_ID}",
        rf"\bnet (?:local)?group (?:\"[^\"\n]+\"|\S+) {_ID} /",
        rf" /(?:user|ru|owner)[ :]{_ID}",
        # sessions in columns
        rf"(?:^|\n)[ >]?{_ID} +(?:pts/\d|tty[\dS]|console\b|rdp-\w+#|ica-\w+#|seat\d|:\d)",
        rf"\b(?:rdp|ica)-\w+#\d+ +{_ID} +\d",
        rf"(?:^|\n)[ >]?{_ID} +\d{{1,3}} +(?:Active|Disc)\b",
        rf"(?:^|[\n:] ?)\d{{3,7}} +{_ID} +\"?domain users\b",
        rf"\bnet session:? \\\\\S+ +{_ID} ",
        rf"\bsudo(?:\[\d+\])?: +{_ID} : ",
        rf"\bCROND?\[\d+\]: \({_ID}\)",
        rf"/spool/cron/(?:crontabs/)?{_ID}",
        rf"\bspace ~{_ID}",
        rf"\bpage_log:? +{_ID} ",
        rf"\bSASL \w+ authentication failed[:,;] +(?:user=|sasl_username=)?{_ID}",
        rf"\bmemberUid: ?{_ID}",
        rf"\bOSUSER[ :=]+{_ID}",
        rf"\b(?:sys_)?(?:updated|created|modified|closed|opened)_by:? {_ID}",
        rf"\bAuthentication (?:failed|succeeded), {_ID} ?,",
        rf"\b(?:job|task) (?:owner|user)\b[^\n.;]{{0,24}} (?:is|was)(?: still| now)? {_ID}",
    )
)
_OPERANDS: tuple[Pattern, ...] = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        # of mainframes and AS/400
        rf"\b(?:ALTUSER|ALU|LISTUSER|ADDUSER|DELUSER|LOGONID|ACID|USERID|(?:WRK|DSP|CHG)USRPRF) +\(?{_ID}",
        rf"\bCONNECT {_ID} GROUP\(",
        rf"\b(?:USER|USERID|USRPRF|LID|ACID|REM|ADDTO|NOTIFY|OWNER)\({_ID}\)",
        rf"\bPERMIT\b[^\n]{{0,60}} ID\({_ID}",
        rf"\bNOTIFY={_ID}",
        rf"\bC U={_ID}",
        rf"\b\d{{6}}/{_ID}/(?:Q[A-Z]|DSP)",
        rf"\bIEF12[56]I {_ID} - ",
        rf"\$HASP\d{{3}} [^\n]{{0,24}}\bfor {_ID}",
    )
)
_ABOUT_PEOPLE: tuple[Pattern, ...] = tuple(
    pattern(expression)
    for expression in (
        # programs that manage people, and transactions of SAP that do
        (
            rf"\b(?:Jira|Confluence|GitLab|GitHub|Bitbucket|Okta|Duo|Entra|Azure AD|SailPoint|CyberArk|PSM|PaperCut|"
            rf"Citrix|ServiceNow|Zscaler|ZPA|GlobalProtect|AnyConnect|SharePoint|OneDrive|badge reader|door controller)"
            rf"\b[\w -]{{0,16}}: (?:user |client |reporter |delegate )?{_ID},? (?:{_DOES})"
        ),
        (
            rf"\b(?:SU01D?|SU10|SU53|SM04|SM20N?|AL08|SUIM|STAUTHTRACE)\b(?: (?:audit|trace|screenshot|log))?"
            rf"(?::| (?:of|for|by|shows|lists)) {_ID}"
        ),
    )
)
_DONE = r"[a-z]{2,12}ed|read|held|run|taken|given|made|sent|reset|shut|written"
_WHOSE = (
    r"file|quota|chroot|sessions?|locks?|licen[cs]e|seat|token|badge|card|mailbox|home|profile|jobs?|job \d+|address|"
    r"calendar|voicemail|queue|request|entry|ticket|access|recording|one|password|push|certificate|key|roles?|device|"
    r"desktop|vault|keytab|cron|crontab|processes|account|login|dump|traffic|rights|permissions|on file"
)
_WHO = (
    r"delegate|reporter|client|assignee|operator|approver|userid|user profile|owner|requester|caller|technician|member|"
    r"account|user|shows|lists|returned|denied|rejected|refused|has|was|colleague|contractor|supplier|agent|trustee"
)
_WEAKLY: tuple[Pattern, ...] = tuple(
    pattern(expression)
    for expression in (
        rf"\b(?:{_DONE}) (?:(?:still|also|again|only|once) )?(?:by|to|from|for|as|with|on behalf of) {_MADE}",
        rf"\b(?:{_WHOSE}) (?:of|for|from|by) {_MADE}",
        rf"\b\d{{1,3}}(?:\.\d{{1,3}}){{3}} (?:to|by|for|from) {_MADE}",
        rf"\b(?:{_WHO})[: ] ?{_MADE}",
        rf"(?:^|[\n:.;,] ?|\d\d:\d\d(?::\d\d)?Z? ){_MADE},? {_DOES}",
        rf"(?:^|[\n:.;,] ?|\d\d:\d\d(?::\d\d)?Z? ){_MADE} (?:\w+ \d+ )?(?:granted|denied)\b",
        rf"(?:[ \d]|\.\w{{2,4}}) ?\({_MADE}\)",
        rf"[ :]{_MADE} +(?:TCP_\w+/\d|\d locks\b|as (?:login|user|account)\b)",
        rf"\bgrep (?:-\w+ )?{_MADE}",
        rf"\brole {_MADE}",
    )
)
_SYSTEMS = (
    read_words("system_accounts") | read_words("role_words") | read_words("nobody") | read_words("serving_words")
)  # fmt: skip
_MARKED = re.compile(rf"{_MARKS}[._-]([a-z]+)")
_LETTERS = 3
_RARE_NAME, _NAMED_ZIPF = 3.4, 5.0
_BEARERS, _MANY = 5, 50


def is_somebody(word: str) -> bool:
    """Whether an account is a person's: made of a name, numbered, or no word, and made like no program's."""
    low = word.lower()
    if not (word.islower() or word.isupper()) or len(word) < 3 or low in _SYSTEMS or is_service_account(word):
        return False
    if made_of_name(low) or numbered_name(word) or is_second_account(word):
        return True
    letters = low.rstrip("0123456789")
    if is_glued_service(letters) or letters in _SYSTEMS:
        return False
    if word.isupper() and ("-" in word or "_" in word):
        return False  # a group, a queue, an authorisation
    named = is_given(letters) or surname_bearers(letters) >= _BEARERS
    return named and letters.isalpha() and zipf(letters) < _NAMED_ZIPF or accountish(word, UNHEARD)


def _is_numbered(word: str) -> bool:
    """Whether an account is made of names, or of letters that are no word and a number."""
    letters = word.lower().rstrip("0123456789")
    numbered = len(word) > len(letters) > _LETTERS and letters.isalpha() and zipf(letters) < UNHEARD
    return is_somebody(word) and (numbered or made_of_name(letters) or _is_made(word))


def _is_made(word: str) -> bool:
    """Whether a word where an account may stand is composed of names, or marked as a contractor's and no other word."""
    if not is_somebody(word):
        return False
    letters = word.lower().rstrip("0123456789")
    marked = _MARKED.fullmatch(letters)
    if marked is None:
        return composed(letters)
    name = marked.group(1)
    common, bearers = zipf(name), surname_bearers(name)
    known = common < _RARE_NAME and bearers > 1 or common < _NAMED_ZIPF and bearers > _MANY and letters[1] not in "._-"
    return is_second_account(word) or known or common < UNHEARD and not is_compound(name)


_PLACES = (
    ((*_COMMANDS, *_OPERANDS), is_somebody), (_ABOUT_PEOPLE, _is_numbered), (_WEAKLY, _is_made)
)  # fmt: skip
_ALL = together(*(expression for expressions, _ in _PLACES for expression in expressions))


def placed(text: str) -> Iterator[Found]:
    """The accounts in `text` that stand where a program has a place for one."""
    matching = _ALL.matching(text)
    if not matching:
        return
    for expressions, somebody in _PLACES:
        for expression in expressions:
            for match in expression.finditer(text) if expression in matching else ():
                start, end = match.span(1)
                if not (end < len(text) and is_word(text[end])) and somebody(text[start:end]):
                    yield Found(start, end, 0.8)
