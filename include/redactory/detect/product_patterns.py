"""What texts do with products: what stands before and behind their names, whatever names they bear.

What is bought, updated, exported from or shows an error is a product. A frame must not fit people: each stands beside
its like about a person in the cases.
"""

from __future__ import annotations

from redactory.detect.product_frames import LOOSE, NAME, NAMED, ONE, PRODUCT, WORD, Spared, frames

_PART = (
    r"scheduler|plug-?in|add-?in|API|module|connector|database|back-?end|front-?end|instance|cluster|tenant|installer"
)
_KINDS_OF_SOFTWARE = (
    r"Bot|Assistant|POS|Scheduling|Rostering|Accounting|Billing|Invoicing|Ordering|Messaging|Learning|Recruiting|"
    r"Onboarding|Reporting|Monitoring|Tracking|Payments|Console|Suite|Scheduler|Dashboard|Voice|Endpoint|"
    r"CMS|DMS|PIM|WMS|TMS|MES|PLM|EHR|EMR|HCM|HRIS|ATS|LMS|CMDB|ITSM|SIEM|EDI|PDM|QMS|CAFM|GIS|SCADA|HMI|Theme|"
    r"Theme Pack|"
    r"Pack|Rollup|Add-?on|Extension|Widget|Runner|Broker|Mailer|Uploader|Importer|Exporter|Converter|Launcher|"
    r"Installer|"
    r"Claims|Architect|Bridge|Metrics|Trace|Lens|Desk|Guard|Cloud|Dispatch Console|Planning|Payroll|Insights|"
    r"Bookings?|Dispatch|"
    r"Viewer|Studio|Archive|Analytics|Gateway|Editor|Connector|Designer|Toolkit|Explorer|Optimi[sz]er|Orchestrator|"
    r"Connect|Sync|Portal|Hub|CRM|ERP|LIMS|HR Bot|Chat|Reports|Wallet|Ledger|Tracker|Planner|Vault|Inventory|Workbench|"
    r"Pay|Feed|Teller|Forms|Signage|Telephony|Expense|Expenses|Timesheets|Tickets|Desktop Client|Web Client|"
    r"Mobile App|Self-?Service|Tool|Tools|Utility|Configurator|Catalog(?:ue)?|Orders|Collections|Returns|Shipping|"
    r"Procurement|Pricing|Rosters?|Lending|Deposits|Underwriting|Dispensing|Invoices|DAM"
)
_KIND_SAID = (
    r"(?:[\pL-]+ ){0,3}(?:tool|bot|engine|app|application|system|platform|service|database|server|script|job|portal|"
    r"assistant|robot|scheduler|module|program|programme|software|chatbot|cluster|queue|agent process|plug-?in|suite|"
    r"console|product|connector|gateway|dashboard|solution|scanner|printer)"
)
_FAILS = (
    r"(?:(?:is|was|went|goes|keeps|kept|still) (?:down|dead|slow|broken|unavailable|unreachable|offline|"
    r"crash\w*|hang\w*|freez\w*|loading|timing out|"
    r"throwing)|"
    r"(?:won.t|does(?: not|n.t)|will not|did(?: not|n.t)|no longer) (?:start|load|launch|boot|(?:un)?install|update|"
    r"sync)|"
    r"crash(?:es|ed)|hangs|freezes|throws|times out|funziona|funciona|fonctionne|l(?:\x{e4}|ae)uft|voltou|"
    r"a\x{e7}\x{131}lm\x{131}yor|nie dzia\x{142}a|startet|werkt|"
    r"ligger nere)"
)
_END = (
    r"(?:[.,;:!?)\]\"'|]|\s(?:since|after|before|on|for|from|by|with|and|or|is|was|when|until|"
    r"desde|depuis|seit)\b|\s?$)"
)

# nobody has a console or a tenant, or is signed on to: a product, whatever whole name it bears
OF_NO_PERSON = frames(
    PRODUCT,
    Spared.NOBODY,
    rf"{NAME} (?:(?:admin|web|cloud|vendor|customer|partner|support|self-service) )?(?:console|portal|tenant)\b",
    (
        r"\b(?:[Ss]eats of|SSO (?:to|into|with)|[Ss]ingle sign-on (?:to|into|with)|"
        r"(?:SAML|SCIM|OIDC|[Ww]ebhooks?) (?:to|for|from|with)|"
        rf"(?:[Ss]ynced|[Ss]yncs|[Ss]yncing|[Ii]ntegrat(?:es|ed)) (?:to|from|into|with)) {NAME}"
    ),
)
# who is left alone there is no product: `Spared`
NAMED_PRODUCTS = frames(
    NAMED,
    Spared.FULL_NAMES | Spared.UNHEARD,
    (
        rf"(?P<value>{WORD}(?: {WORD})? (?:{_KINDS_OF_SOFTWARE}))",
        rf"[\pL\d] (?:{_KINDS_OF_SOFTWARE})",
    ),
    rf"\[(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\] \[(?P<value>{WORD}(?: {WORD}){{0,3}})\]",
    (
        rf"(?P<value>{WORD}) \d{{1,2}} (?:takes (?:\d+|a few|several|ages|minutes|forever|too long)(?: [a-z]+)? "
        r"to|crash\w*|hangs|loads|starts|opens)\b"
    ),
)
# what is installed, licensed or signed in to
INSTALLED = frames(
    PRODUCT,
    Spared.FULL_NAMES,
    (
        r"\b(?:[Ll]og(?:s|ged|ging)? ?(?:in|on) ?to|[Ss]ign(?:s|ed)? ?in ?to|[Ll]aunch(?:es|ed|ing)?|"
        r"(?:[Rr]e|[Uu]n)?[Ii]nstall(?:s|ed|ing)?|[Rr]estart(?:s|ed|ing)?|[Uu]pgrad(?:es?|ed|ing)(?: of)?|open -a|"
        r"[Ii]nstance of|[Vv]ersion of|"
        r"[Ll]icen[cs]es? of|[Ss]eats of|(?:fault|bug|defect|issue|regression|vulnerability) in|"
        r"[Vv]ersion [\d.]+ of|"
        r"[Vv]endor agent|[Ll]a aplicaci\x{f3}n|l'application|[Aa]plikacja|[Aa]nwendung|[Pp]rogramm|"
        rf"[Aa]pp|[Aa]pplication|[Tt]ool|[Ss]oftware) {NAME}"
    ),
)
PRODUCTS = frames(
    PRODUCT,
    Spared.FULL_NAMES | Spared.UNHEARD,
    (
        rf"(?P<value>{WORD} [A-Z][a-z]+[A-Z][A-Za-z]+|{WORD} [A-Z]\d{{1,3}})",
        r"[\pL\d] (?:[A-Z][a-z]+[A-Z]|[A-Z]\d)",
    ),
    (
        r"\b(?:[Aa]ccess to|[Ll]icen[cs]es? for|[Oo]pen(?:s|ed|ing)?|[Uu]sing|[Ii]ntegrat(?:ed|ion) with|"
        rf"[Tt]ried (?:w/|with)|nie dzia\x{{142}}a) {NAME}"
    ),
    rf"(?P<value>{WORD}(?: {WORD})?)(?: \((?:the|our|an?)|,? (?:is|was) (?:the|our|an?)) {_KIND_SAID}\b",
    # `Ann, the tool reads two addresses` speaks to her: the apposition must end, or go on with what it is for
    (
        rf"(?P<value>{WORD}(?: {WORD})?), (?:the|our|an?) {_KIND_SAID}"
        r"(?:[.,;:!?)\n]|\s(?:that|which|we|for|of|on|in|at|from|by|with|behind)\b|\s?$)"
    ),
    (
        rf"(?:^|[^\pL])(?:(?P<verb>[\pL']+) )?(?:in|into|inside|via|through) {ONE}{_END}",
        r"(?:^|[^\pL])(?:in|into|inside|via|through) [\p{Lu}]",
    ),
    rf"\ban? {NAME}(?:[ ,.;)]|$)",
    (
        r"(?:not (?:yet )?supported by|\b(?:opens|starts|loads|works), but|[Ww]alked (?:\pL+ )?through) "
        rf"{ONE}(?: (?:does not|doesn't|won't)|[,.;:]|\s?$)"
    ),
    rf"(?P<value>{WORD}(?: {WORD}){{1,2}}) \d{{1,2}}(?:[ ,;)]|$)",
    (
        rf"(?P<value>Apache {WORD})\b",
        r"Apache [\p{Lu}]",
    ),
    rf"\b(?:[Tt]he|[Oo]ur|[Yy]our|[Aa]n?) {ONE} (?:client|agent|admin|dashboard|login page|app|licen[cs]es?)\b",
    rf"{NAME}(?:\s{_FAILS}|['\x{{2019}}]s (?:{_PART})\b|\s(?:{_PART})\b)",
    (
        rf"{NAME} (?:log (?:file|entry|level|shows|says)|licen[cs]es?|release|tenant|server|servers|"
        rf"service|platform|portal|app|application|"
        r"login page|console|integration|mobile app|desktop app|web app|web client|SSO|sync (?:fails|failed|is|"
        r"job|error)|"
        r"update \d|for (?:Windows|Mac|macOS|iOS|Android|Linux|Outlook|Teams)|group|web ?site|outage|rollout|"
        r"goes to \d|upgrade|migration|hotfix|patch|client \d|"
        r"container|pods?|queue|"
        r"v?\d+\.\d+)\b"
    ),
    (
        rf"(?:lost (?:its|the) (?:link|connection) (?:to|with)|\b(?:[Ii]nterface|[Cc]onnector|[Ii]ntegration|API|"
        rf"[Aa]dapter|[Ww]ebhook) (?:to|with|for|into)) {NAME}"
    ),
)
# what people do as well: no frame for a certain first name or a full name
LOOSE_PRODUCTS = frames(
    LOOSE,
    Spared.COLLEAGUES | Spared.UNHEARD,
    (
        rf"{NAME} (?:(?:shows|returns|throws|gives|raises|(?:fails|stops|dies|exits) with|zeigt|affiche|muestra) "
        r"(?:an? |the )?(?:error |code |status )?[\"'`]?(?:0x|[A-Z]+[_-]|[A-Z]{4,}|\d{3}\b|E\d|[a-z]+_[a-z])|"
        r"(?:answered|responded|replied)(?: with)? (?:an? )?[\"'`]?(?:HTTP \d|[A-Z]{3,}_[A-Z]|E[A-Z]{4,}|5\d\d\b))"
    ),
    (
        rf"{NAME} (?:closes|opens|starts|quits|loads|freezes|restarts|updates) (?:right|by itself|on its own|"
        r"immediately|slowly|again|as soon|when|after|but|without|only)\b"
    ),
    rf"{NAME} logs\b",
)
_CODE_SAID = r"(?:0x|[A-Z]{2,}[_-][A-Z\d]|E[A-Z]{4,}|HTTP |SSL|\d{3,6}\b)"
# what people do as well: they are held of names that are no person's
SHARED = frames(
    LOOSE,
    Spared.FULL_NAMES | Spared.UNHEARD | Spared.SINGLE_NAMES,
    (
        rf"{NAME} (?:(?:says|said|reports|reported|gives|gave|logs|logged|prints) [\"'`]?{_CODE_SAID}|"
        r"(?:cannot|can't|could not|couldn't) reach (?:[a-z\d]+[-.])+[a-z\d]+|"
        r"down (?:on|for|in|at|since) (?:one|two|all|some|every\w*|this|the|her|his|my|a)\b|"
        r"(?:asks|asked|keeps asking|is asking) for an? (?:licen[cs]e|activation|update|reboot|restart)\b|"
        r"(?:asked|asks|wants|wanted|needs|needed|is waiting) (?:for )?(?:an? |the )?(?:trace|log|dump|memory dump|"
        r"packet capture|pcap|debug log|support bundle|HAR file)s? (?:of|from)\b|"
        r"takes (?:\d+|a few|several|ages|minutes|forever|too long)(?: [a-z]+)? to (?:load|start|open|boot)\b)"
    ),
    rf"\beven {NAME} (?:is|works|loads|opens|starts|prints) (?:normal|normally|fine|slow|slowly|fast)",
    (
        r"\b(?:trace|log|dump|capture|bundle)s? (?:(?:is|was|are|were|be) )?(?:kept|collected|gathered) for "
        rf"{NAME}(?:[.,;)\n]|$)"
    ),
)

_CODE_OF_ERROR = r"(?:0x[0-9A-Fa-f]+|[A-Z][A-Z0-9]*[_-][A-Z0-9_-]*[A-Z0-9]|[A-Z]{5,}\d*|[A-Z]{1,6}\d{2,}|\d{3})"
# who explains a code, who signs with a number: also people
EXPLAINED = frames(
    LOOSE,
    Spared.FULL_NAMES | Spared.UNHEARD | Spared.FIRST_NAMES,
    rf"{NAME} says {_CODE_OF_ERROR}(?:[.;]\s|[.;]?$)",
    (
        r"(?:[Rr]egards|[Rr]gds|[Bb]est|[Tt]hanks|[Cc]heers),? [\p{Lu}][\pL'\x{2019}-]+(?: [\p{Ll}]{2,3})?"
        rf"(?: [\p{{Lu}}][\pL'\x{{2019}}-]+){{1,2}}, {NAME}, [+(]?\d"
    ),
)

# --- looked for where somebody or a town was struck alone: few words of a text are, so that many frames cost little
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
    r"rules?|workflows?|macros?|formulas?|calculations?|settings?|filters?|views?|queues?|approvals?|validation|triggers?|"
    r"mappings?|dashboards?|tables?|masks?|buttons?|menus?|registered|saved|disabled|enabled|updated|empty|available|audio|video|data|error"
)

_LANGUAGES = (
    r"Access|Excel|Lotus|VBA|Visual Basic|Python|Perl|PHP|Java|JavaScript|TypeScript|Delphi|C[Oo][Bb][Oo][Ll]|Go|"
    r"FoxPro|FileMaker|Power ?Apps|PowerShell|Clipper|dBase|Ruby|Rust|C\+\+|Tomcat|JBoss|WebLogic|WebSphere|IIS|SQL|"
    r"Linux|Oracle|Windows Server|Kubernetes|Docker|(?:web|desktop|mobile) app(?:lication)?|macro|spreadsheet|"
    r"(?:shell )?script|database"
)
_RIVALS = (
    r"\b[Ww]hich (?:is|one|has|needs|uses|eats|takes) [^.?!\n]{0,24}\b(?:RAM|CPU|GPU|memory|disk|bandwidth|licen[cs]ed|"
    r"open source|deploy|supported|Windows|Linux|macOS|container|plug-?ins?|API)\b[^.?!\n]{0,20}"
)

AROUND_PRODUCTS = frames(
    PRODUCT,
    Spared.FULL_NAMES | Spared.UNHEARD,
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
        r"before|on|with|still|hang|fail|stop|[a-z]{2,}s)\b)"
    ),
    # who is written in a language, runs on a server or competes with another product for memory
    (
        rf"\b(?:wrote|built|coded|programmed|developed) {ONE} (?:(?:back )?in \d{{4}} |years ago )?(?:as|in|on top of) "
        rf"(?:an? )?(?:(?:small|simple|little|tiny|quick|big|huge|private) )?(?:{_LANGUAGES})\b"
    ),
    (
        rf"{ONE} (?:(?:was|is) (?:written|built|coded|programmed|developed) (?:(?:back )?in \d{{4}} )?"
        rf"(?:as|in|on top of)|(?:still )?runs on) (?:an? )?(?:\pL+ )?(?:{_LANGUAGES})\b"
    ),
    rf"{_RIVALS}, {ONE} or [\p{{Lu}}]",
    rf"{_RIVALS}, {WORD} or {ONE}\?",
    rf"\b(?:[Bb]oth|[Nn]either) {ONE} (?:and|nor) {WORD}, (?:the|our) {_KIND_SAID}s?[,.;:]",
    rf"\b(?:[Rr]uns?|[Rr]unning|[Hh]osted) under {ONE} (?:or|and) (?:under )?{WORD}(?: now| today)?[?.,;]",
    (
        r"\b(?:[Mm]aintenance window|[Pp]lanned (?:maintenance|downtime|outage)|[Dd]eployment window|[Rr]elease notes|"
        rf"[Cc]hange freeze) (?:for|of) {NAME}(?:[.,:;)]|$| (?:is|was|on|moved|starts|ends|tonight|tomorrow)\b)"
    ),
    rf"{NAME} (?:maintenance|deployment|upgrade|patch) window\b",
    rf"\[(?:RESOLVED|MONITORING|INVESTIGATING|IDENTIFIED|SCHEDULED|MAINTENANCE|OUTAGE|DEGRADED)\] {NAME}(?::| -)",
    (
        r"\b(?:[Aa]cc\x{e8}s \x{e0}|[Aa]cc?ess?o a|[Tt]oegang tot|[Zz]ugriff auf|[Zz]ugang zu) "
        rf"{ONE}(?:[?.,;]|$)"
    ),
    rf"\b[Ww]alked \pL+ through {NAME}[.,;:]",
    rf"\b(?:with|in|under|using) {ONE} (?:20[0-4]\d(?:[.,;:)]|$)|(?:[2-9]|1\d|20[0-4]\d) (?:is|was|and|does|since)\b)",
    rf"{NAME} (?:goes|went|stays|comes up) (?:blank|black|grey|gray)\b",
    rf"{NAME} shows (?:an empty|a (?:blank|white|grey|black|spinning)) \pL",
)
# fit a colleague as well: no frame for a bare first name or a full name
AROUND_LOOSE_PRODUCTS = frames(
    LOOSE,
    Spared.COLLEAGUES | Spared.UNHEARD,
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
