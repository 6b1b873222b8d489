"""What texts do with products and vendors: what stands before and behind their names, whatever names they bear."""

from __future__ import annotations

from redactory.detect.recognisers.base import pattern
from redactory.policy.patterns import together

_WORD = r"[\p{Lu}][\pL\d]*(?:[-'\x{2019}&][\pL\d]+)*"
_NAME = rf"(?P<value>{_WORD}(?: (?:& )?(?:[\p{{Lu}}]\. )?{_WORD}){{0,2}})"
_FIRM = _NAME.replace("<value>", r"<value>(?:[\p{Lu}]\. )?")
_ONE = rf"(?P<value>{_WORD})"
WORD, NAME, ONE, FIRM = _WORD, _NAME, _ONE, _FIRM  # `use_frames.py` speaks of the same
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
    r"Procurement|Pricing|Rosters?|Lending|Deposits|Underwriting|Dispensing|Invoices"
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
OF_NO_PERSON = (
    rf"{_NAME} (?:(?:admin|web|cloud|vendor|customer|partner|support|self-service) )?(?:console|portal|tenant)\b",
    (
        r"\b(?:[Ss]eats of|SSO (?:to|into|with)|[Ss]ingle sign-on (?:to|into|with)|"
        r"(?:SAML|SCIM|OIDC|[Ww]ebhooks?) (?:to|for|from|with)|"
        rf"(?:[Ss]ynced|[Ss]yncs|[Ss]yncing|[Ii]ntegrat(?:es|ed)) (?:to|from|into|with)) {_NAME}"
    ),
)
# each with the group `value`; in all others a person's full name is left alone
PRODUCTS = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        rf"(?P<value>{_WORD}(?: {_WORD})? (?:{_KINDS_OF_SOFTWARE}))",
        rf"(?P<value>{_WORD} [A-Z][a-z]+[A-Z][A-Za-z]+|{_WORD} [A-Z]\d{{1,3}})",
        (
            r"\b(?:[Ll]og(?:s|ged|ging)? ?(?:in|on) ?to|[Ss]ign(?:s|ed)? ?in ?to|[Aa]ccess to|[Oo]pen(?:s|ed|ing)?|"
            r"[Ll]aunch(?:es|ed|ing)?|(?:[Rr]e|[Uu]n)?[Ii]nstall(?:s|ed|ing)?|[Rr]estart(?:s|ed|ing)?|"
            r"[Uu]pgrad(?:es?|ed|ing)(?: of)?|[Uu]sing|[Ii]ntegrat(?:ed|ion) with|[Tt]ried (?:w/|with)|open -a|"
            r"[Ii]nstance of|[Vv]ersion of|"
            r"[Ll]icen[cs]es? (?:of|for)|[Ss]eats of|(?:fault|bug|defect|issue|regression|vulnerability) in|"
            r"[Vv]ersion [\d.]+ of|"
            r"[Vv]endor agent|[Ll]a aplicaci\x{f3}n|l'application|[Aa]plikacja|[Aa]nwendung|[Pp]rogramm|"
            r"nie dzia\x{142}a|"
            rf"[Aa]pp|[Aa]pplication|[Tt]ool|[Ss]oftware) {_NAME}"
        ),
        rf"(?P<value>{_WORD}(?: {_WORD})?)(?: \((?:the|our|an?)|,? (?:is|was) (?:the|our|an?)) {_KIND_SAID}\b",
        # `Ann, the tool reads two addresses` speaks to her: the apposition must end, or go on with what it is for
        (
            rf"(?P<value>{_WORD}(?: {_WORD})?), (?:the|our|an?) {_KIND_SAID}"
            r"(?:[.,;:!?)\n]|\s(?:that|which|we|for|of|on|in|at|from|by|with|behind)\b|\s?$)"
        ),
        rf"\[(?:ERROR|WARN(?:ING)?|INFO|DEBUG|FATAL|TRACE)\] \[(?P<value>{_WORD}(?: {_WORD}){{0,3}})\]",
        rf"(?:^|[^\pL])(?:(?P<verb>[\pL']+) )?(?:in|into|inside|via|through) {_ONE}{_END}",
        rf"\ban? {_NAME}(?:[ ,.;)]|$)",
        (
            r"(?:not (?:yet )?supported by|\b(?:opens|starts|loads|works), but|[Ww]alked (?:\pL+ )?through) "
            rf"{_ONE}(?: (?:does not|doesn't|won't)|[,.;:]|\s?$)"
        ),
        rf"(?P<value>{_WORD}(?: {_WORD}){{1,2}}) \d{{1,2}}(?:[ ,;)]|$)",
        (
            rf"{_NAME} (?:(?:shows|returns|throws|gives|raises|(?:fails|stops|dies|exits) with|zeigt|affiche|muestra) "
            r"(?:an? |the )?(?:error |code |status )?[\"'`]?(?:0x|[A-Z]+[_-]|[A-Z]{4,}|\d{3}\b|E\d|[a-z]+_[a-z])|"
            r"(?:answered|responded|replied)(?: with)? (?:an? )?[\"'`]?(?:HTTP \d|[A-Z]{3,}_[A-Z]|E[A-Z]{4,}|5\d\d\b))"
        ),
        (
            rf"{_NAME} (?:closes|opens|starts|quits|loads|freezes|restarts|updates) (?:right|by itself|on its own|"
            r"immediately|slowly|again|as soon|when|after|but|without|only)\b"
        ),
        (
            rf"(?P<value>{_WORD}) \d{{1,2}} (?:takes (?:\d+|a few|several|ages|minutes|forever|too long)(?: [a-z]+)? "
            r"to|crash\w*|hangs|loads|starts|opens)\b"
        ),
        rf"(?P<value>Apache {_WORD})\b",
        rf"\b(?:[Tt]he|[Oo]ur|[Yy]our|[Aa]n?) {_ONE} (?:client|agent|admin|dashboard|login page|app|licen[cs]es?)\b",
        *OF_NO_PERSON,
        rf"{_NAME}(?:\s{_FAILS}|['\x{{2019}}]s (?:{_PART})\b|\s(?:{_PART})\b)",
        (
            rf"{_NAME} (?:logs|log (?:file|entry|level|shows|says)|licen[cs]es?|release|tenant|server|servers|"
            rf"service|platform|portal|app|application|"
            r"login page|console|integration|mobile app|desktop app|web app|web client|SSO|sync (?:fails|failed|is|"
            r"job|error)|"
            r"update \d|for (?:Windows|Mac|macOS|iOS|Android|Linux|Outlook|Teams)|group|web ?site|outage|rollout|"
            r"goes to \d|upgrade|migration|hotfix|patch|client \d|"
            r"container|pods?|queue|"
            r"v?\d+\.\d+)\b"
        ),
    )
)
_CODE_SAID = r"(?:0x|[A-Z]{2,}[_-][A-Z\d]|E[A-Z]{4,}|HTTP |SSL|\d{3,6}\b)"
# what people do as well: they are held of names that are no person's
SHARED = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        (
            rf"{_NAME} (?:(?:says|said|reports|reported|gives|gave|logs|logged|prints) [\"'`]?{_CODE_SAID}|"
            r"(?:cannot|can't|could not|couldn't) reach (?:[a-z\d]+[-.])+[a-z\d]+|"
            r"down (?:on|for|in|at|since) (?:one|two|all|some|every\w*|this|the|her|his|my|a)\b|"
            r"(?:asks|asked|keeps asking|is asking) for an? (?:licen[cs]e|activation|update|reboot|restart)\b|"
            r"(?:asked|asks|wants|wanted|needs|needed|is waiting) (?:for )?(?:an? |the )?(?:trace|log|dump|memory dump|"
            r"packet capture|pcap|debug log|support bundle|HAR file)s? (?:of|from)\b|"
            r"takes (?:\d+|a few|several|ages|minutes|forever|too long)(?: [a-z]+)? to (?:load|start|open|boot)\b)"
        ),
        rf"\beven {_NAME} (?:is|works|loads|opens|starts|prints) (?:normal|normally|fine|slow|slowly|fast)",
        (
            r"\b(?:trace|log|dump|capture|bundle)s? (?:(?:is|was|are|were|be) )?(?:kept|collected|gathered) for "
            rf"{_NAME}(?:[.,;)\n]|$)"
        ),
    )
)
COUNTED = next(compiled for compiled in PRODUCTS if r"\d{1,2} (?:takes" in compiled.pattern)
LOGGER = next(compiled for compiled in PRODUCTS if "FATAL" in compiled.pattern)
VENDORS = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        (
            rf"{_NAME} (?:(?:field |support |service |on-?site )?(?:engineer|technician|tech|consultant|rep|"
            rf"representative)s? "
            r"(?:[\p{Lu}]|<\x{fffc}|was|is|will|came|on site|arriv|swapp|install|fix|confirm|ask|said|replac)|"
            r"support\b|"
            r"Support\b|hotline|"
            r"account manager|account team|(?:ticket|case|RMA) (?:no\.? |number )?#?\d|sales team|helpdesk|"
            r"field service|warranty|RMA)"
        ),
        (
            r"(?:[Vv]endor|[Ss]upplier|[Mm]anufacturer|[Rr]eseller|[Cc]arrier|ISP|OEM|[Ii]ntegrator|"
            r"[Cc]ontract(?:or)? (?:with|w/|at)|[Cc]ontractor (?:from|of)|[Cc]onsultant (?:with|w/|at|from|of)|"
            r"[Ee]ngineer (?:from|at|of|with)|[Tt]echnician (?:from|at|of|with)|[Rr]enewed with|"
            r"[Hh]osted (?:with|by|at)|"
            r"[Ss]upplied by|[Mm]ade by|[Pp]urchased from|[Bb]ought from|[Oo]rdered from|[Ll]eased from|"
            r"RMA (?:with|to)|"
            r"(?:[Tt]icket|[Cc]ase|[Oo]rder) (?:with|at)|[Ww]arranty (?:with|by|of)|[Cc]overed by|"
            rf"\n(?:Senior |Lead |Principal |Field )?(?:Consultant|Engineer|Technician|Account Manager),) {_NAME}"
        ),
        (
            rf"{_NAME} (?:shipped|ships|suppl(?:y|ies|ied)|delivers|delivered the|sent (?:an?|the|us|"
            rf"two) (?:\pL+ )?(?:guy|man|engineer|"
            r"technician|tech|part|quote|patch|fix|invoice|bill)|has the part|cannot (?:supply|deliver)|"
            r"was (?:cheaper|dearer)|"
            r"(?:hosts|maintains|operates) (?:it|this|that|the))\b"
        ),
        (
            rf"{_NAME},? (?:they (?:run|host|own|support|maintain|operate|supply|gave|sent|told|asked|want|"
            rf"have|promised)|"
            r"who (?:run|host|own|support|maintain|operate|supply))\b"
        ),
        (
            rf"\b(?:on hold with|known (?:issue|bug|problem) (?:at|with)|(?:advisory|bulletin|release notes?|"
            rf"hotfix|patch) from) {_NAME}"
        ),
        (
            r"\b(?:[Vv]endor(?:'s name)? is|[Ss]upplier is|[Vv]endor,|[Qq]uote (?:from|by)|[Ii]nvoice (?:from|"
            r"by|of)|[Dd]evis de|"
            r"[Aa]ngebot von|[Oo]ptics by|[Pp]arts? from|[Ll]abel goes to|[Cc]ounsel is|[Aa]uditor is|"
            r"[Bb]roker is|[Ii]nsurer is|"
            rf"[Oo]utsourced to|[Cc]ompetitor|[Aa]cquired by) {_NAME}(?:[,.:;)]|\s(?:received|now|to be|was|is|"
            rf"and|has|for)\b|$)"
        ),
        rf"\b[Tt]he {_NAME} (?:engineer|technician|hotline|rep|account manager|guys?|folks|consultants?)\b",
        (
            r"\b(?:televisions?|TVs?|systems?|software|network|[Ww]i-?[Ff]i|apps?|applications?|portals?|kiosks?|"
            r"terminals?|platforms?|services?|hardware|equipment|devices?|firmware|modules?|scanners?|printers?|"
            rf"interfaces?|meters?|pumps?|machines?) (?:is|are|was|were) (?:by|from) {_FIRM},? (?:and )?not ours\b"
        ),
        rf"[Ee]scalat(?:ed?|ing) to {_NAME}[.,;] (?:[Cc]ontact|[Aa]nsprechpartner(?:in)?) (?:there|dort)\b",
        (
            rf"\b(?:chez|bei|bij|hos|presso|with|at) {_NAME} (?:sous|unter|onder|under|con|med) "
            r"(?:case|ticket|dossier|[Rr]ef|Fall|Ticketnummer|RMA|n\x{b0}|[Nn]r)"
        ),
        (rf"(?:[Hh]andled by|[Ee]scalated to|[Rr]aised with|[Oo]pened with|[Rr]eported to) {_NAME},? (?:ref|"
        rf"under|\(?case|\(?ticket)\b"),
        (
            rf"\b(?:[Ss]omebody|[Ss]omeone|[Aa]nyone|[Nn]obody|[Pp]eople|[Pp]atch|[Hh]otfix|[Ff]irmware|"
            rf"[Tt]echnicians?|"
            rf"[Ee]ngineers?) (?:from|of|at) {_NAME} (?:arriv|join|is|are|was|came|comes|will|to|in|on|has|have)"
        ),
        r"CEF:\d\|(?P<value>[^|\n]{2,40})\|",
        # a firm takes the plural: `Ansett want to know`
        rf"(?:(?P<aux>[\pL&,']+)[ ]|^|\n){_NAME} (?:want|have|are|say|need|confirm|advise|insist|promise|claim)\b",
        rf"@[\w.-]+\) from {_NAME}",
        rf"(?:[Ff]orwarded|[Ss]ent|[Pp]assed|[Ee]scalated) to {_NAME}, (?:their|its) (?:ref|case|ticket|number)",
        # a name with its site behind it
        rf"{_NAME}(?: \(|: |, | - )(?:https?://|(?P<site>(?:[a-z0-9-]+\.)+[a-z]{{2,6}})[/)])",
        rf"\b(?P<giver>[\p{{Lu}}][\pL'\x{{2019}}-]+) (?:from|w/) (?P<value>{_WORD} (?:[\p{{Lu}}]\. )?{_WORD})",
        (
            rf"\b[\p{{Lu}}][\pL'\x{{2019}}-]+ [\p{{Lu}}][\pL'\x{{2019}}-]+ (?:from|of|w/) {_ONE} (?:wants|needs|asks|"
            r"asked|will|is|was|has|called|rang|came|says|said|confirms|confirmed|sent|joined|arrives|arrived)\b"
        ),
        # a person comes from a company, hardly from another person
        (rf"\b[\p{{Lu}}][\pL'\x{{2019}}-]+ [\p{{Lu}}][\pL'\x{{2019}}-]+ (?:from|of|w/|"
        rf"at) (?P<value>{_WORD} {_WORD})"),
        # the same of somebody whose name has gone: only a token stands there
        (
            rf"<\x{{fffc}}+> (?:at|from|of|w/) {_ONE}(?:[,.;:)\n]|\s(?:wants|needs|asks|asked|will|is|was|has|"
            r"called|rang|came|says|said|confirms|confirmed|sent|joined|arrives|arrived|and|who)\b|\s?$)"
        ),
        (
            rf"\b(?:[Ss]ome(?:one|body)|[Aa]ny(?:one|body)|[Nn]obody|[Tt]wo (?:people|men|engineers)) from "
            rf"{_FIRM}(?:[.,;)\n]|$)"
        ),
        (
            rf"\b(?:scoring|scores|feeds?|telemetry|ratings?|pricing|tariffs?|catalogues?|reinsurance \w+) (?:from|"
            rf"to|of) "
            rf"{_FIRM} (?:timed out|times out|(?:was |were |is |are )?(?:rejected|late|empty|missing|stuck|down)|"
            r"failed|fails|stopped|arrives?|never|does not|did not)\b"
        ),
        (
            rf"\b(?:data|values|readings|signals|alarms) (?:from|of) {_FIRM} (?:controllers?|sensors?|machines?|"
            rf"devices?|"
            r"PLCs?|robots?|scanners?|meters?|analy[sz]ers?|pumps?|monitors?|gateways?|drives?|probes?)\b"
        ),
    )
)
MAY_BE_TOWNS = VENDORS[-7:]
# those that begin with words of their own are looked for in one pass; a name may begin anywhere
_ANYWHERE = ("(?P<", "(?:^|", r"\b[\p{Lu}]", r"\b(?P<giver>")
together(*(compiled for compiled in (*PRODUCTS, *VENDORS) if not compiled.pattern.startswith(_ANYWHERE)))
