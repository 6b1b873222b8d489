"""Where a text names an account: keys, domains, home folders, commands, and the words before and after it."""

from __future__ import annotations

import re

from redactory.detect.account_context import PERSON_KEYS
from redactory.detect.account_deeds import OWNED
from redactory.detect.recognisers.base import pattern
from redactory.policy.patterns import together

_ID = r"[\pL][\pL\pM\d]*(?:[._'-][\pL\d]+)*\d*"
KEYED = pattern(
    r"(?:user(?:[_ -]?(?:name|id|principal(?:name)?))?|usr(?:_?name)?|uname|uid|auid|os_?user|mailbox(?:_?name)?|"
    r"(?:un|x|src|dst|last|primary|device_?|enrolled_?)(?:auth_?)?(?:user|owner|by)|login(?:[_ -]?(?:name|id|"
    r"user))?|logon(?:[_ -]?name)?|logname|account(?:[_ -]?name)?|acct|"
    r"sam_?account_?name|upn|remote_user|target_?user(?:name)?|subject_?user_?name|suser|duser|"
    r"auth_?user|owner|requested_by|requested_for|opened_by|"
    r"assigned_to|assignee|author|created_by|updated_by|modified_by|sys_created_by|reporter|"
    r"submitter|ruser|euser|ssh_user|run_?as|actor|principal|username_attempted|sender_id|caller_id|"
    r"member|benutzer(?:name)?|utilisateur|usuario)"
    rf"[\"'\x{{2019}}]?\s?(?:=|:|=>|%3D)\s?[\"'<\[(]?(?:[A-Za-z][\w-]{{1,20}}\\{{1,2}})?(?P<value>{_ID})"
)
DN = pattern(rf"(?:CN|UID)=(?P<value>{_ID})(?:,|\+|$|\s|\"|')")
DOMAIN = pattern(rf"(?P<domain>[A-Za-z][A-Za-z0-9-]{{1,20}})\\{{1,2}}(?P<value>{_ID})")
HOME = pattern(
    (
        r"(?:/home/|/Users/|/export/home/|/usr/home/|/var/mail/|/var/spool/mail/|[A-Z]:\\{1,2}Users\\{1,2}|"
        r"[A-Z]:/Users/|\\{1,2}Users\\{1,2}|\\{1,2}Profiles\\{1,2}|\\{1,2}home\$?\\{1,2}|"
        r"\\{1,2}profiles\$\\{1,2}|\\{1,2}homes\\{1,2}|\\{1,2}users\$\\{1,2}|Documents and Settings\\{1,2}|"
        r"~)(?P<value>"
    )
    + _ID
    + ")"
)
PROFILE = pattern(rf"/(?:people|users?|employees?|staff|profiles?|members?|person|owner|by-user|u)/(?P<value>{_ID})")
SPOKEN = pattern(
    r"(?:(?:user|login|logon|account|username) is|user(?:name|id)?|users?|account|login(?: name)?|logon|"
    r"log[- ]?in|logged (?:in|on|into "
    r"[\w ]{1,20}) as|signed in as|run(?:s|ning)? as|"
    r"as user|sam ?account(?: ?name)?|uid|profile (?:of|for)|member|mailbox (?:of|for)|mailbox|for "
    r"user|owner|impersonat\w+|su|sudo -u|"
    r"ssh|user id|username is|created by|updated by|changed by|applied by|approved by|performed by|"
    r"executed by|deployed by|uploaded by|"
    r"assigned to|reported by|verified by|validated by|requested by|opened by|closed by|submitted by|"
    r"confirmed by|signed off by|downloaded by|reviewed by|modified by|from|by|publickey for|"
    r"password for|session opened for user|"
    r"invalid user|failed for|accepted for|unlock(?:ed|ing)?|reset(?:ting)?|re-?enabled?|grep|dm|kinit|klist|passwd|"
    r"id|finger|net user|ticket for|tickets for|membership of|permissions (?:are |were |look )?(?:\w+ )?for|"
    r"repeats for|"
    r"the name|benutzer|utilisateur|usuario|conta|kennung)"
    rf"[ :]{{1,2}}[\"'<\[(\x{{60}}]?(?P<value>{_ID})"
)
# words that leave no doubt: what stands beside them is an account, of whatever make
NAMED = pattern(
    r"(?:\b(?:accounts? (?:is |are )?(?:called|named)|log[io]n name|sam ?account ?name|AD (?:user|account|"
    r"object)|net user|"
    r"(?:password|log[io]n|session|profile|mailbox|account|sign-?in|lock-?out|lock event|event|group membership|ticket|"
    r"token|credential|home folder|home directory)s? (?:of|for)|4[678]\d\d for|(?:AD|ldap|directory) for|"
    r"owner [^:\n]{2,20}:|"
    r"event (?:id )?\d{3,5} [\w :.-]{1,60} for|publickey for|keyboard-interactive/pam for|"
    r"(?:log[io]n|account|user ?(?:name|id)) (?:name )?(?:was|will be|is now|became|changed to|should be)|"
    r"(?m:^)[\w.:-]{3,45} -|"
    r"(?:works?|working|worked|listed|registered|known|runs|running) under|"
    r"(?:(?:sign|log)(?:s|ed|ging|ning)? (?:in|on)|works?|working|registered|known) as|"
    r"jobs? (?:submitted |started )?by|commits? by|su -|accounts?|user ?name|user|upn|profile|mailbox|login|"
    r"unlocked)[ :]{1,2}|"
    r"<(?:user(?:name)?|login|account|owner|uid|samaccountname)>|\b(?:[a-z]+_)?(?:by|actor)=)"
    rf"[\"'<\[(\x{{60}}]?(?P<value>{_ID})"
)
DEALT_WITH = pattern(
    rf"(?P<value>{_ID})(?:['\x{{2019}}]s {OWNED}\b| (?:(?:is|was|has been|gets) )?"
    r"(?:not (?:in the|a member of)|added to|removed\b|unlocked\b|locked out|"
    r"deprovisioned|re-?enabled|(?:to|from) (?:the )?(?:AD |security |distribution )?(?:group|role|"
    r"list)\b)|[^\w]{1,2} account (?:disabled|locked|expired|unlocked))"
)
MENTIONED = pattern(rf"(?:^|[\s(>,;:|])@(?P<value>{_ID})")
# `ssh jdoe@host`, `jdoe@host:~$`: an account on a host, no address
SHELL = pattern(
    rf"(?:\b(?:ssh|scp|sftp|mosh|rsync|ssh-copy-id)\s(?:-[\w]+\s(?:\d+\s)?)*(?P<at>{_ID})@|"
    rf"(?P<prompt>{_ID})@[\w.-]+(?::[~/][^\s$#]*[$#]|: Permission denied)|"
    rf"(?P<inside>{_ID})@[a-z][a-z-]*\d{{1,3}}\.(?:[\w-]+\.)+(?:local|lan|internal|intranet|intern|corp|home|priv)\b)"
)
# a token of prose in one case; Python's engine, for it returns every word and has nothing to go back over
TOKEN = re.compile(
    r"(?<![\w./\\@:$%=+&#-])(?:[a-z]{1,20}[._]?[a-z]{2,24}[._]?[a-z]{0,24}|"
    r"[A-Z]{1,20}\.[A-Z]{2,24})\d{0,4}(?![\w@\\/=$+&(])"
)
BRACKETED = pattern(rf"\((?:[A-Z]{{0,4}}-?\d{{4,8}}[,;] ?)?(?P<value>{_ID})(?:\)|, ?[A-Z0-9]|; ?[A-Z0-9])")
NAME_BEFORE = re.compile(r"([^\W\d_]+(?:['\u2019-][^\W\d_]+)*(?: [^\W\d_]+(?:['\u2019-][^\W\d_]+)*){1,3}) $")
QUERY = pattern(
    rf"[?&](?:user|username|u|uid|login|account|login_hint|userid|user_id|owner|email|upn)=(?P<value>{_ID})"
)
PERSON_QUERY = pattern(rf"[?&](?:{PERSON_KEYS})=(?P<value>{_ID})")
together(KEYED, DN, QUERY, PERSON_QUERY, HOME, PROFILE, BRACKETED, MENTIONED, SHELL)
