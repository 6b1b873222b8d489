"""Where a text speaks of an account, so that a word that is also a user name counts as one (contract.md, layers)."""

from __future__ import annotations

import re

from redactory.detect import lexicon
from redactory.detect.account_deeds import BECAME, DONE_TO, DONE_TO_ACCOUNTS, OWNED
from redactory.detect.fold import around
from redactory.detect.names import OTHER_WORD_ZIPF
from redactory.detect.prefilter import sieved

WINDOW = 48  # characters before a match in which a context is looked for
FUNCTION_WORD_ZIPF = 4.8  # after a bare "user" or "account" a word this common is the next word of the sentence
EVERYDAY_ZIPF = 5.6  # a word this common is no account but where one is named

# of a query (`?agent=jdoe`): keys whose value is a person
PERSON_KEYS = (
    "agent|approver|attendee|coach|employee|engineer|learner|nurse|operator|person|pupil|rep|reviewer|staff|"
    "student|teacher|technician|trainee|trainer|tutor"
)
_ACCOUNT_CUE = (
    r"(?:user|usr|username|user[ _-]?(?:name|id|principal(?:[ _-]?name)?)|uid|login(?:[ _-]?(?:name|id))?|log[ -]?on"
    r"|account(?:[ _-]?(?:name|id))?|acct|sam[ _-]?account[ _-]?name|upn|owner|alias|net[ _-]?id|run[ _-]?as"
    r"|osuser|target(?:[ _-]?user(?:[ _-]?name)?)?|usuario|benutzer|utilisateur|member(?:uid)?|principal|"
    r"mailnickname|(?:\w{3,12}[ _])?by|assigned[ _]to|requester|actor|caller)"
)
ACCOUNT_BEFORE = sieved(
    r"(?:(?:^|[^A-Za-z0-9])" + _ACCOUNT_CUE + r"[\"'\]\)]*\s{0,2}(?:[:=]|=>|->|%3[dD]|\bis\s+[\"'`])\s{0,2}[\"'`<(\[]*"
    r"|(?:^|[^A-Za-z0-9])" + _ACCOUNT_CUE + r"\s+[\"'`<(\[]+"
    r"|(?:^|[^A-Za-z0-9])(?:cn|u|uid)=[\"']?|\bsudo(?:\[\d+\])?:\s+"
    r"|[?&](?:" + PERSON_KEYS + r")="
    r"|(?:^|[\s\"'(\[=:,;<])[A-Za-z][A-Za-z0-9.-]{1,30}\\{1,2}"
    r"|(?:session|log-?[io]n|sign-?in|profile|mailbox|password|credentials?|account|lock-?outs?|lock events?|"
    r"home\s(?:folder|directory)|re-?set|unlock(?:ing)?|deactivation)s?"
    r"\s+(?:of|for)\s+[\"'`]?"
    r"|(?:both|two|three|these|all|following) (?:log-?[io]ns?|accounts|users|user ?names)[:,]\s+"
    r"|\b(?:smb|cifs|nfs|afp|s?ftp)://[\w.-]+/(?:transfer|exchange|private|personal|users?|homes?|scans?|inbox)/"
    r"|/(?:profile|people)/"
    r"|\bowner\s[^:\n]{2,24}:\s+|<(?:user(?:name)?|login|account|owner|uid|samaccountname)>\s?"
    r"|(?:login|log-?on|account|user\s?(?:name|id))(?:\sname)?\s(?:was|will be|is now|became|changed to|should be)\s+"
    r"|(?:^|[\s(,;>:|])@"
    r"|(?:event\s(?:id\s)?\d{3,5}|\b4[678]\d\d|\bAD|\bldap|\bdirectory)\s+for\s+[\"'`]?"
    r"|(?:publickey|password|invalid user|opened|access-(?:reject|accept|request)) for\s+|lock-?outs?(?: of| for)?\s+"
    r"|(?:log-?[io]n|logged in|signed in|runs?|running|ran|executed|executes|launched|scheduled|"
    r"spawned|connected|registered|mounted|works?|authenticated) as\s+|(?:runs?|ran|running|scheduled) under\s+|"
    r"impersonat(?:es?|ed|ing)\s+|(?:uid|user|pid|process|job|task)[ =:#]\d{2,7}\s?\(|"
    r"(?:jobs?|task|process|file|share|folder|dataset|lock|cron|print)\s+owner\s+|\bchown(?:\s+-R)?\s+|"
    r"/(?:spool/cron(?:/crontabs)?|spool|crontabs)/|used to be\s+|get-aduser\s+|"
    r"(?:for|by|of) (?:owner|user|account)\s+|-Identity\s+"
    r"|\blogin (?:incorrect|ok|failed|invalid)(?: \([^)\n]{1,60}\))?: \["
    r"|\buser\s\[[^\]\n]{0,40}\]\s?->\s?\["
    r"|/home/|[=:]users?/|/users/|\\users\\{1,2}|(?:profiles|restores?|homes?\$?|scans?)[\\/]{1,2}|/var/(?:mail|"
    r"spool/mail)/|(?:^|[\s/])~"
    r"|(?:^|[\s`\"'(])(?:su(?:\s+-)?|sudo\s+-u|ssh|ssh\s+-l|runas\s+/user:|kinit|finger|passwd|net\s+user|useradd|"
    r"usermod|userdel"
    r"|getent\s+passwd|-u|--user(?:name)?)[\s=]\s*)$",
    re.I,
)
_ACCOUNT_WORD_BEFORE = re.compile(
    r"(?:^|[^A-Za-z0-9])(?:user|usuario|benutzer|konto|cuenta|username|user\s?id|uid|login|log[io]n name|account|acct|"
    r"upn|alias|mailbox|profile|account is called|account named)\s+$",
    re.I,
)
_ACCOUNT_AFTER = re.compile(
    r"\s*(?:[;,.)\]\"']|$)|\s+(?:from|of the|is|was|has|got|locked|disabled|expired|failed|cannot|logged|"
    r"removed|deleted|denied|refused|rejected|not found|signed|authenticated|connected|opened|attempted|tried|created|"
    r"changed|uploaded|downloaded|accessed|requested|started"
    r"|puede|peut|kann|works)\b"
)
_ACCOUNT_OF_AFTER = re.compile(
    rf"['\u2019]s? {OWNED}\b|"
    r" (?:to|from|(?:is |was )?not in) (?:the )?(?:AD |security |allowed )?(?:group|role)\b",
    re.I,
)
# what is done by and to accounts alone, whatever word they are: (before, behind)
_SIGNED_IN_AFTER = re.compile(r" (?:logged|signed) (?:in|on|out|off)(?: (?:from|to|at|on) (?:\d|\[|[A-Z]|<)|[.,;]|$)")
_DEALT_WITH = tuple(
    (re.compile(before, re.I), re.compile(behind))
    for before, behind in (
        (
            rf"\b{DONE_TO_ACCOUNTS} [\"'`]?$",
            r"[\"'`]?(?:[;,)!]|\.(?:\s|$)|$| (?:again|now|at \d|for (?:him|her|them|you)|in AD)\b)",
        ),
        (
            r"\b(?:(?:access|licen[cs]es?|permissions?|rights?|roles?|quota) (?:for|of|to)|(?:trace|log) shows) $",
            r" (?:on|in|to|at) [A-Z]",
        ),
        (
            (
                r"\b(?:freed|released?|revoked?|reclaim(?:ed)?|removed?|withdr[ae]wn?|returned|transferred|moved) "
                r"(?:(?:a|one|the) )?licen[cs]e (?:of|from) $"
            ),
            r"(?:[;,]|\.(?:\s|$)|$| (?:and|to|was|is|again|now)\b)",
        ),
        (
            r"\b(?:add|adding|remove|removing|put) $",
            r" (?:to|from|on|in) (?:the |our )?(?:distribution|mailing|security) (?:l|gr)",  # list, group
        ),
        (
            r"\b(?:last|previous|current) (?:writer|editor|modifier|reader|committer|holder)(?: was|:)? $",
            r"(?:[;,)]|\.(?:\s|$)|$)",
        ),
        (
            r"\b(?:grant|gave|give|assign)(?:ed)? $",
            r" (?:(?:read|write|full|admin|edit|owner|guest|view)(?:-?only)? )?(?:access|rights?|permissions?)\b",
        ),
    )
)
# `Kerberos refused ROSE.`: what lets accounts in, or does not
_REFUSED_BEFORE = sieved(
    r"\b(?:kerberos|ldap|radius|ntlm|nps|kdc|sso|saml|adfs|pam|sshd|domain controller|logon server) "
    r"(?:(?:has|had|then|always) )?(?:refused|rejected|denied|locked|blocked|refuses|rejects|denies) $",
    re.I,
)
_REFUSED_AFTER = re.compile(
    r"[;,]|\.(?:\s|$)|$| (?:again|twice|at \d|with (?:0x|error|code)|because|after|for (?:a )?(?:bad|wrong))"
)
# `The user BILL attempted to access`
_NAMED_ACCOUNT_BEFORE = re.compile(r"(?:^|[^\w])(?:[Uu]ser|[Aa]ccount|[Ll]ogin|[Ll]ogon)\s+$")
_NAMED_ACCOUNT_AFTER = re.compile(
    r"\s+(?:is|was|has|attempted|tried|failed|logged|locked|disabled|expired|connected|from)\b"
)
_ACTION_BEFORE = sieved(
    r"(?:^|[^A-Za-z])(?:(?:(?:validat|perform|report|open|creat|modifi|submitt|request|chang|lock|trigger|own|"
    r"approv|sign"
    r"|start|delet|updat|edit|assign|escalat|resolv|clos|confirm|caus|initiat|install|reboot|restart|review|verifi"
    r"|disabl|enabl|commit|upload|grant|rais|log+|complet)(?:t?ed)?|run|made|sent|done)\s+by|assigned\s+to|"
    r"on\s+behalf\s+of)\s+[\"'`]?$",
    re.I,
)
# `job by land`, `print job of rose`, `last login by moss`
_JOB_BEFORE = sieved(
    r"(?:^|[^A-Za-z])(?:(?:jobs?|tasks?|scripts?|commits?|builds?|deploy(?:ment|s)?|uploads?|downloads?|log-?[io]ns?|"
    r"sessions?|process(?:es)?|quer(?:y|ies)|reports?|transfers?|print(?:out)?s?|batch|runs?|exports?|imports?|"
    r"backups?|"
    r"changes?|edits?|cron|locks?|check-?outs?)(?:\s[#\w-]*\d[\w-]*)?\sby|"
    r"(?:(?:print|cron|batch|backup) ?jobs?|sessions?|log-?[io]ns?|quota)\s(?:of|for|from)|"
    r"(?:seats?|licen[cs]es?|slots?|desktops?)\b[^.\n]{0,24} (?:taken|occupied|claimed|used|held) by|"
    r"(?:locked|killed|held|opened|open|printed|queued|scheduled|"
    r"checked (?:in|out)|owned|terminated|mounted|executed|launched|impersonated)\sby)\s+[\"'`]?$",
    re.I,
)
_JOB_AFTER = re.compile(
    r"[\"'`]?\s*(?:[;,.:)\]\n]|$)|\s+(?:at|on|in|from|since|is|was|were|has|had|failed|fails|hangs?|hung|stuck|"
    r"exceeded|"
    r"took|ran|runs|did|does|never|still|again|and|before|after|while|via|to|with|which|last|yesterday|today|this)\b"
)
_BY_WAY_OF = frozenset(
    ("accident", "date", "day", "default", "design", "email", "hand", "hour", "letter", "mail", "mistake", "name",
     "night", "phone", "post", "rule", "size", "type", "value", "week")
)  # fmt: skip
_ON_TERMINAL = re.compile(r"\s+(?:pts/\d+|tty\w*\d|:\d)\b")  # of `who` and `last`
# `mark roamed from 10.64.8.0/22`: what accounts do in a network, whatever word they are
_ONLINE_AFTER = re.compile(
    r" (?:roam(?:s|ed)|re-?associated|disassociated|re-?connected|disconnected|authenticated|logged (?:in|on|off|out)|"
    r"signed (?:in|out)) (?:from|to|on|at|via|between) (?:the )?[\w:.-]*\d"
)
_LOGGED_BEFORE = re.compile(
    r"(?:(?:^|[\n\x00])[\w.:-]{3,45}|\s(?:\d{1,3}(?:\.\d{1,3}){3}|[\da-fA-F]{0,4}(?::[\da-fA-F]{0,4}){2,7})) - $"
)  # `10.1.2.3 - rose [04/Mar/2026`
_NAME_PARENTHESIS = re.compile(r"[^\W\d_]\s?[(\[]$")
_UNLOCK_BEFORE = re.compile(r"(?:^|[^\w])unlock(?:ed|ing)?\s$", re.I)
_UNLOCK_AFTER = re.compile(r"\s*(?:[?!.,;]|$)|\s(?:please|pls|again|for|in|asap|now|and)\b")
# what is done to accounts; believed of a word that is the account of somebody in the same record
_TREATED_BEFORE = sieved(
    rf"(?:^|[^\w])(?:{DONE_TO}|set|added?"
    r"|notif(?:y|ied)|by|for|as|from|of|to|with|under|about|cc|is|header|smbstatus:|konto|cuenta|compte|principal"
    r"|client:|name|login|session|sudo:"
    r"|expect(?:s|ed)|impersonat\w+|kill(?:ed)? -u|[A-Z]{2,8}\\|\(to \w+\)|because|user)\s*[\"'`(\[]?$",
    re.I,
)
_MEMBER_AFTER = re.compile(rf" (?:{BECAME}|(?:(?:is|was|has been|gets?) )?logged)\b")
_TREATED_AFTER = re.compile(
    r"[\"'`)\]]?(?:\s*(?:[;,:?!)\]\n]|\.(?:\s|$)|$)|\s+(?:please|pls|again|from|on|at|in|to|is|was|has|"
    r"not|cannot"
    r"|can't|and|but|or|via|with|after|before|attempted|failed|tried|logged|ended|comes?|expired|no longer|"
    r"all|document|does|for|added|removed"
    r"|skipped|state|returned|locked|disabled)\b| \([A-Z])"
)
# a field, a cell, a quoted string, a value, the first word of a list entry
_WHOLE_BEFORE = re.compile(r"(?:(?:^|\n)[ \t]*[-*\u2022][ \t]|(?:^|[\n|;\t]|[\"'=])[ \t]?)$")
_WHOLE_AFTER = re.compile(r":\s|[ \t]?(?:$|[\n|;\t&,}\"'])|[ \t][/|][ \t]")
_GRANTED_AFTER = re.compile(
    r" (?:was never (?:created|set up|provisioned|synced)|"
    r"(?:now |still |already )?has (?:the|an?) (?:\w+ )?(?:role|rights?))\b"
)
_LOCKED_AFTER = re.compile(r" (?:is|was|got|gets) (?:locked|disabled|unlocked)(?: out| again| now)?(?:[,.;!]|\s?$)")
# what is locked as well
_NO_ACCOUNTS = frozenset(("all", "he", "it", "one", "she", "that", "they", "this", "what", "which", "who"))
_OWNER_BEFORE = re.compile(r"[A-Z][\w'\u2019-]+ [A-Z][\w'\u2019-]+, $")  # `Who: Will Lee, will`
_LOST_AFTER = re.compile(r" (?:no longer|added to|removed|is not in|has no)\b")


def in_account_context(text: str, start: int, end: int) -> bool:
    """Whether `text[start:end]` stands where an account is named."""
    before, after = around(text, start, end, WINDOW)
    if ACCOUNT_BEFORE.search(before):
        return True
    if after[:1] == "-" and after[1:2].isalnum():
        return False  # `from lee-sql-02`: a piece of a host's name
    if after[:1] == "@" and after[1:2].isalnum() or after.startswith(" [") and _LOGGED_BEFORE.search(before):
        return True
    if after[:1] in (")", "]", ",", ";") and _NAME_PARENTHESIS.search(before):
        return True
    word = text[start:end]
    if word.isupper() and _NAMED_ACCOUNT_BEFORE.search(before) and _NAMED_ACCOUNT_AFTER.match(after):
        return True
    if (word.islower() or word.isupper()) and _REFUSED_AFTER.match(after) and _REFUSED_BEFORE.search(before):
        return True
    if not word.islower():
        return False
    if _ACCOUNT_OF_AFTER.match(after) or _ON_TERMINAL.match(after) or _SIGNED_IN_AFTER.match(after):
        return True
    if any(lead.search(before) and behind.match(after) for lead, behind in _DEALT_WITH):
        return True
    frequency = lexicon.zipf(word)
    if frequency < EVERYDAY_ZIPF and _ONLINE_AFTER.match(after):
        return True
    if frequency < EVERYDAY_ZIPF and word not in _BY_WAY_OF and _JOB_AFTER.match(after) and _JOB_BEFORE.search(before):
        return True
    if frequency < FUNCTION_WORD_ZIPF and _UNLOCK_BEFORE.search(before) and _UNLOCK_AFTER.match(after):
        return True
    if frequency < FUNCTION_WORD_ZIPF and (_ACTION_BEFORE.search(before) or _GRANTED_AFTER.match(after)):
        return True
    if frequency < OTHER_WORD_ZIPF and (_TREATED_BEFORE.search(before) or _MEMBER_AFTER.match(after)):
        return True
    if frequency >= FUNCTION_WORD_ZIPF and not _ACCOUNT_AFTER.match(after):
        return False
    return bool(_ACCOUNT_WORD_BEFORE.search(before))


def is_treated_as_account(text: str, start: int, end: int) -> bool:
    """Whether what is done to the word at `start` to `end` is done to accounts: `unlock rose please`, `| rose |`."""
    word = text[start:end]
    if not (word.islower() or word.isupper() and not text.isupper()):
        return False
    before, after = around(text, start, end, 24)
    if word not in _NO_ACCOUNTS and _LOCKED_AFTER.match(after):
        return True
    if _OWNER_BEFORE.search(before) and _WHOLE_AFTER.match(after):
        return True
    if _WHOLE_BEFORE.search(before) and (_WHOLE_AFTER.match(after) or _LOST_AFTER.match(after)):
        return True
    if lexicon.zipf(word) >= EVERYDAY_ZIPF:
        return False
    return bool(_TREATED_BEFORE.search(before) and _TREATED_AFTER.match(after))
