"""Sentence frames of tickets that speak of a product or of a vendor, as RE2 patterns with a group `value`.

What is bought, updated, exported from or shows an error is a product; who bills, releases a fix or has a service
level with us is a vendor. A frame must not fit people: each stands beside its like about a person in the cases.
"""

from __future__ import annotations

from redactory.detect.product_patterns import FIRM, NAME, ONE, WORD

_PARTS = (
    r"console|interface|feed|appliance|agent (?:reports|is|on|to|for|version|offline|service|shows|keeps|crashe[sd])|"
    r"desktop client|web client|thin client|mobile app|login (?:screen|form)|user interface|UI|GUI|DB|extract|"
    r"error \d+|versions? v?\d+\.\d+|bot|chatbot|sync (?:stopped|fails|failed|job|is|error|runs)|"
    r"SSO|SAML|SFTP (?:key|server|drop|transfer|feed)|EDI|webhook|SDK|runtime|add-on"
)
_THE_PARTS = r"update|upgrade|systems?|screens?|maps?|imports?|exports?|jobs?|batch|forms?|theme|sync|widget|tile"
_BETWEEN = r"(?:[Ii]ntegration|[Ii]nterface|[Ss]ync|[Ss]ynchroni[sz]ation|[Rr]eplication|[Cc]onnector) between"
_RECORDS = (
    r"users?|roles?|owner|accounts?|orders?|records?|entr(?:y|ies)|batch|jobs?|reports?|profiles?|templates?|"
    r"permissions?|rights|groups?|screens?|fields?|values?|status|documents?|messages?|trainings?|courses?|invoices?|"
    r"folders?|pinned|set|stored|recorded|configured|visible|missing|stuck|booked|posted|entered|created|changed|"
    r"registered|saved|disabled|enabled|updated|empty|available|audio|video|data|error"
)

PRODUCTS = (
    rf"{NAME} (?:{_PARTS})\b",
    (
        rf"\b[Tt]he {ONE} (?:{_THE_PARTS}) (?:is|are|was|were|wiped|fails?|failed|broke|breaks|keeps|crashe[sd]|"
        r"hangs?|hung|stopped|does|did|runs?|ran|takes|took|needs? (?:a reboot|more|port)|times?)\b"
    ),
    (
        rf"\b(?:SSO|[Ss]ingle sign-?on|[Ll]og-?ins?|[Ss]ign-?ins?) (?:to|into) {NAME}(?: (?:loops|fails|failed|is|does|"
        r"no longer|stopped|broken|gives|returns|ends|with|via|since)\b|[.,;:)]|$)"
    ),
    (
        r"\b(?:(?:[Rr]estart|[Rr]eboot|[Rr]ollout|[Uu]pgrade|[Uu]ninstall\w*|[Rr]einstall\w*|[Rr]oll-?back|[Dd]owntime|"
        rf"[Oo]utage|[Hh]ealth check|[Cc]rash(?:es)?) of|[Ee]xports? from) {NAME}(?:[ .,;:)]|$)"
    ),
    (
        rf"{NAME} (?:is|was|gets|got|has been|will be) (?:patched|reinstalled|uninstalled|decommissioned|rolled back|"
        r"virtuali[sz]ed|containeri[sz]ed)\b"
    ),
    rf"\b(?:until|unless|once|while) {ONE} (?:is|gets|has been) fixed\b",
    rf"\b[Ww]e (?:use|run|licen[cs]e) {NAME} (?:for|on|since)\b",
    (
        rf"{NAME} (?:says|tells me|claims|insists)(?: that)? (?:my|the) (?:session|licen[cs]e|certificate|"
        rf"trial) (?:has |is |"
        r"was )?(?:expired|invalid|not valid|revoked)\b"
    ),
    (
        rf"{NAME} (?:does not|doesn't|will not|won't|refuses to|no longer) (?:accepts?|recogni[sz]es?) (?:my|the|"
        rf"any|our) "
        r"(?:PIN|password|token|log-?in|certificate|badge|code|licen[cs]e|card|credentials|file)\b"
    ),
    (
        rf"\b(?:{_RECORDS}) in {NAME}(?:[.,;:)]|$| (?:and|is|was|are|were|since|after|from|by|for|to|but|when|hence|"
        r"before|on|with)\b)"
    ),
    rf"\b[Ww]alked \pL+ through {NAME}[.,;:]",
    rf"\b(?:with|in|under|using) {ONE} (?:20[0-4]\d(?:[.,;:)]|$)|(?:[2-9]|1\d|20[0-4]\d) (?:is|was|and|does|since)\b)",
    rf"{NAME} (?:goes|went|stays|comes up) (?:blank|black|grey|gray)\b",
    rf"{NAME} shows (?:an empty|a (?:blank|white|grey|black|spinning)) \pL",
)
# fit a colleague as well: no frame for a bare first name or a full name
LOOSE_PRODUCTS = (
    (
        rf"\b(?:SSO|[Ll]og-?ins?|[Ss]ign-?ins?|MFA|[Ss]eats?) for {NAME}(?: (?:loops|fails|failed|is|no longer|"
        rf"does|stopped|"
        r"broken|gives|returns|ends|with|via|since)\b|[.,;:)]|$)"
    ),
    (
        rf"\b(?:[Ee]xtracts?|[Dd]ata|[Rr]ecords|[Ww]ebhooks?|[Jj]ournals) from {ONE} (?:lands?|no longer|fails?|"
        rf"do(?:es)? not|"
        r"(?:is|are) (?:missing|stale|empty|late|cut)|never|arrives? (?:empty|twice|late)|stopped)\b"
    ),
    rf"\b{_BETWEEN} {NAME} and [\p{{Lu}}]",
    rf"\b{_BETWEEN} {WORD} and {ONE} (?:is|was|stopped|fails|failed|broke)\b",
    rf"\b(?:[Ww]e|[Tt]hey) (?:use|run|switched to|moved to|migrated to) {NAME} (?:for|as|on|in|to|since|from)\b",
    rf"{NAME} (?:is|was|gets|got|has been) (?:upgraded|white-?listed|allow-?listed|end of life|back online)\b",
    rf"\b(?:until|unless|once|while) {ONE} (?:is|gets|has been) (?:up|back up|down|running|repaired)\b",
    rf"{NAME} shows (?:the wrong|a red|old|stale|duplicate|yesterday's|no (?:data|results|records|entries))\b",
    rf"{NAME} (?:posts|duplicates|creates|exports|imports|syncs|books) (?:\pL+ ){{1,3}}(?:twice|double)\b",
)

_TRADES = (
    r"supplier|vendor|integrator|reseller|MSP|MSSP|ISP|carrier|distributor|consultancy|law firm|auditors|insurer|"
    r"managed service provider|service provider|hosting provider|provider|printing house|courier|web agency"
)
_SIGNED = r"agents?|drivers?|certificates?|installers?|binar(?:y|ies)|packages?|executables?|firmware|apps?|DLL|MSI"

# who has a case of ours, a portal for it: a firm, though it has the name of a town
CASES = (
    (
        rf"\b(?:[Ee]scalated to|(?:[Rr]aised|[Ll]ogged|[Oo]pened) with|[Rr]eported to) {NAME}(?:,| as)? (?:(?:their )?"
        r"ref(?:erence)?[ :.#]|[A-Z]{2,6}-\d)"
    ),
)
LOOSE_CASES = (
    (
        r"\b(?:(?:[Ee]scalat(?:ed?|ion|ing)|[Rr]eported|[Ss]ubmitted) (?:to|with)|(?:[Cc]ase|[Tt]icket|[Rr]equest|RMA) "
        rf"(?:(?:opened|raised|logged|submitted) )?(?:with|at|to)) {NAME} (?:via|through|on|over) (?:their |its |the )?"
        r"(?:(?:support|partner|customer|vendor|service) )?(?:portal|hotline|web ?form|extranet)\b"
    ),
)
VENDORS = (
    rf"{NAME} (?:invoiced|billed|overcharged|onboarded) us\b",
    (
        rf"\b(?:[Ii]nterface|[Ff]irmware|[Dd]rivers?|[Mm]iddleware|[Gg]ateway|[Cc]ontroller|API) of {FIRM} (?:speaks|"
        r"expects|sends|needs|supports|stopped|uses|answers|returns|is|was)\b"
    ),
    rf"\b[Oo]ur (?:[\pL-]+ )?(?:{_TRADES}),? {NAME},",
    (
        rf"{NAME}(?:, | \()(?:the|our) (?:[\pL-]+ )?(?:{_TRADES})(?:[.,;:)]|$| (?:says|is|are|has|have|wants?|sent|"
        rf"will)\b)"
    ),
    rf"{NAME} (?:[^\n.;,]{{1,40}} )?(?:on|at|from|in) its (?:side|end|own network|own data cent(?:re|er)|backbone)\b",
    (
        rf"\b(?:{_SIGNED})(?:,? (?:is|was|are|were))? (?:code-?)?(?:signed|issued|published) by {NAME}(?:[.,;:)]|"
        rf" (?:and|is|"
        r"was|expired|not)\b|$)"
    ),
    *CASES,
    (
        rf"{NAME} (?:published|issued|withdrew|pulled) (?:an? |the |its )?(?:new |urgent |security )*(?:firmware|"
        rf"advisory|"
        r"driver|bulletin|patch|hot-?fix|KB)\b"
    ),
    (
        rf"{NAME} (?:rejects|is rejecting|refuses) (?:the|our|my|every|all)(?: [\pL\d]+)? (?:keys?|certificates?|"
        rf"handshakes?|"
        r"connections?|tokens?|batch(?:es)?|feeds?|AS2|EDI)\b"
    ),
)
LOOSE_VENDORS = (
    *LOOSE_CASES,
    (
        rf"{NAME} (?:(?:charged|credited|reimbursed|migrated) us|released (?:an? |the )?(?:hot-?fix|patch|fix|update|"
        r"version|firmware|advisory|v?\d)|(?:acquired|merged with) [\p{Lu}]|(?:confirms|denies) (?:the|a|"
        r"any) (?:defect|fault|"
        r"bug))\b"
    ),
    (
        rf"\b(?:[Pp]atch|[Ff]ix|[Hh]ot-?fix|[Uu]pdate|[Rr]elease|[Ff]irmware|[Aa]dvisory) by {NAME} (?:is|was|will|"
        rf"due|has|"
        r"fixes|breaks)\b"
    ),
    (
        rf"\b(?:SLA|NDA|DPA|MSA|[Ff]ramework agreement|[Mm]aintenance contract|[Ss]ervice contract|[Ll]ease|"
        rf"[Pp]urchase order|"
        rf"PO) (?:with|for|to) {NAME} (?:is|was|has|expires?d?|ends?|ended|runs|needs|of|covers|says)\b"
    ),
    (
        rf"{NAME} (?:says|said|confirms|confirmed|claims|claimed)(?: that)? (?:it|this|that) is (?:a|an|"
        rf"not a) (?:known )?"
        r"(?:defect|bug|issue|limitation|feature request)\b"
    ),
    (
        rf"{NAME} (?:\pL+ ){{0,6}}(?:\pL+, )?(?:but |and |as |since )?their (?:gateway|portal|API|relay|"
        rf"mail server|MX|SFTP|"
        r"hotline|support|engineers?|help ?desk|SOC|NOC|TAC|data cent(?:re|er)|cloud)\b"
    ),
    rf"{NAME} (?:says|said)(?: that)? (?:it is|it's|this is) (?:a )?known\b",
    rf"{NAME} quote[sd] (?:us )?(?:(?:EUR|USD|GBP|CHF) ?\d|\d+ (?:EUR|USD|GBP|CHF|days|weeks))",
    (
        rf"{NAME} (?:asked|asks|wants|told) us to (?:white-?list|allow-?list|open (?:a )?port|rotate|renew|upgrade|"
        rf"patch)\b"
    ),
    (
        rf"{NAME} (?:rejected|refused) (?:the|our|my|every|all)(?: [\pL\d]+)? (?:keys?|certificates?|handshakes?|"
        rf"connections?|"
        r"tokens?|batch(?:es)?|feeds?|AS2|EDI)\b"
    ),
)
