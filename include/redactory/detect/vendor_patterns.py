"""What texts do with vendors: what stands before and behind their names, whatever names they bear.

Who bills, releases a fix or has a service level with us is a vendor. A frame must not fit people: each stands beside
its like about a person in the cases.
"""

from __future__ import annotations

from redactory.detect.product_frames import FIRM, NAME, ONE, VENDOR, WORD, Spared, frames

VENDORS = frames(
    VENDOR,
    Spared.NOBODY,
    (
        rf"{NAME} (?:(?:field |support |service |on-?site )?(?:engineer|technician|tech|consultant|rep|"
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
        rf"\n(?:Senior |Lead |Principal |Field )?(?:Consultant|Engineer|Technician|Account Manager),) {NAME}"
    ),
    (
        rf"{NAME} (?:shipped|ships|suppl(?:y|ies|ied)|delivers|delivered the|sent (?:an?|the|us|"
        rf"two) (?:\pL+ )?(?:guy|man|engineer|"
        r"technician|tech|part|quote|patch|fix|invoice|bill)|has the part|cannot (?:supply|deliver)|"
        r"was (?:cheaper|dearer)|"
        r"(?:hosts|maintains|operates) (?:it|this|that|the))\b"
    ),
    (
        rf"{NAME},? (?:they (?:run|host|own|support|maintain|operate|supply|gave|sent|told|asked|want|"
        rf"have|promised)|"
        r"who (?:run|host|own|support|maintain|operate|supply))\b"
    ),
    (
        rf"\b(?:on hold with|known (?:issue|bug|problem) (?:at|with)|(?:advisory|bulletin|release notes?|"
        rf"hotfix|patch) from) {NAME}"
    ),
    (
        r"\b(?:[Vv]endor(?:'s name)? is|[Ss]upplier is|[Vv]endor,|[Qq]uote (?:from|by)|[Ii]nvoice (?:from|"
        r"by|of)|[Dd]evis de|"
        r"[Aa]ngebot von|[Oo]ptics by|[Pp]arts? from|[Ll]abel goes to|[Cc]ounsel is|[Aa]uditor is|"
        r"[Bb]roker is|[Ii]nsurer is|"
        rf"[Oo]utsourced to|[Cc]ompetitor|[Aa]cquired by) {NAME}(?:[,.:;)]|\s(?:received|now|to be|was|is|"
        rf"and|has|for)\b|$)"
    ),
    rf"\b[Tt]he {NAME} (?:engineer|technician|hotline|rep|account manager|guys?|folks|consultants?)\b",
    (
        r"\b(?:televisions?|TVs?|systems?|software|network|[Ww]i-?[Ff]i|apps?|applications?|portals?|kiosks?|"
        r"terminals?|platforms?|services?|hardware|equipment|devices?|firmware|modules?|scanners?|printers?|"
        rf"interfaces?|meters?|pumps?|machines?) (?:is|are|was|were) (?:by|from) {FIRM},? (?:and )?not ours\b"
    ),
    rf"[Ee]scalat(?:ed?|ing) to {NAME}[.,;] (?:[Cc]ontact|[Aa]nsprechpartner(?:in)?) (?:there|dort)\b",
    (
        rf"\b(?:chez|bei|bij|hos|presso|with|at) {NAME} (?:sous|unter|onder|under|con|med) "
        r"(?:case|ticket|dossier|[Rr]ef|Fall|Ticketnummer|RMA|n\x{b0}|[Nn]r)"
    ),
    (
        rf"(?:[Hh]andled by|[Ee]scalated to|[Rr]aised with|[Oo]pened with|[Rr]eported to) {NAME},? (?:ref|"
        rf"under|\(?case|\(?ticket)\b"
    ),
    (
        rf"\b(?:[Ss]omebody|[Ss]omeone|[Aa]nyone|[Nn]obody|[Pp]eople|[Pp]atch|[Hh]otfix|[Ff]irmware|"
        rf"[Tt]echnicians?|"
        rf"[Ee]ngineers?) (?:from|of|at) {NAME} (?:arriv|join|is|are|was|came|comes|will|to|in|on|has|have)"
    ),
    (
        r"CEF:\d\|(?P<value>[^|\n]{2,40})\|",
        r"CEF:\d",
    ),
    (
        # a firm takes the plural: `Ansett want to know`
        rf"(?:(?P<aux>[\pL&,']+)[ ]|^|\n){NAME} (?:want|have|are|say|need|confirm|advise|insist|promise|claim)\b",
        r"[\pL\d] (?:want|have|are|say|need|confirm|advise|insist|promise|claim)\b",
    ),
    rf"@[\w.-]+\) from {NAME}",
    rf"{NAME} charges (?:us )?(?:per|by the|for (?:each|every)) (?:seat|user|device|licen[cs]e|core|hour|call|page)\b",
    rf"\b[Dd]rivers? from {NAME} (?:is|was|were|are|has been) (?:pushed|installed|deployed|unsigned|missing)\b",
    rf"(?:[Ff]orwarded|[Ss]ent|[Pp]assed|[Ee]scalated) to {NAME}, (?:their|its) (?:ref|case|ticket|number)",
)
VENDORS_WITH_SITES = frames(
    VENDOR,
    Spared.FULL_NAMES | Spared.UNHEARD,
    # a name with its site behind it
    rf"{NAME}(?: \(|: |, | - )(?:https?://|(?P<site>(?:[a-z0-9-]+\.)+[a-z]{{2,6}})[/)])",
)
VENDORS_OF_TOWNS = frames(
    VENDOR,
    Spared.TOWNS,
    (
        rf"\b(?P<giver>[\p{{Lu}}][\pL'\x{{2019}}-]+) (?:from|w/) (?P<value>{WORD} (?:[\p{{Lu}}]\. )?{WORD})",
        r" (?:from|w/) [\p{Lu}]",
    ),
    (
        rf"\b[\p{{Lu}}][\pL'\x{{2019}}-]+ [\p{{Lu}}][\pL'\x{{2019}}-]+ (?:from|of|w/) {ONE} (?:wants|needs|asks|"
        r"asked|will|is|was|has|called|rang|came|says|said|confirms|confirmed|sent|joined|arrives|arrived|who)\b"
    ),
    # a person comes from a company, hardly from another person
    (
        rf"\b[\p{{Lu}}][\pL'\x{{2019}}-]+ [\p{{Lu}}][\pL'\x{{2019}}-]+ (?:from|of|w/|"
        rf"at) (?P<value>{WORD} {WORD})"
    ),
    # the same of somebody whose name has gone: only a token stands there
    (
        rf"<\x{{fffc}}+> (?:at|from|of|w/) {ONE}(?:[,.;:)\n]|\s(?:wants|needs|asks|asked|will|is|was|has|"
        r"called|rang|came|says|said|confirms|confirmed|sent|joined|arrives|arrived|and|who)\b|\s?$)"
    ),
    (
        rf"\b(?:[Ss]ome(?:one|body)|[Aa]ny(?:one|body)|[Nn]obody|[Tt]wo (?:people|men|engineers)) from "
        rf"{FIRM}(?:[.,;)\n]|$)"
    ),
    (
        rf"\b(?:scoring|scores|feeds?|telemetry|ratings?|pricing|tariffs?|catalogues?|reinsurance \w+) (?:from|"
        rf"to|of) "
        rf"{FIRM} (?:timed out|times out|(?:was |were |is |are )?(?:rejected|late|empty|missing|stuck|down)|"
        r"failed|fails|stopped|arrives?|never|does not|did not)\b"
    ),
    (
        rf"\b(?:data|values|readings|signals|alarms) (?:from|of) {FIRM} (?:controllers?|sensors?|machines?|"
        rf"devices?|"
        r"PLCs?|robots?|scanners?|meters?|analy[sz]ers?|pumps?|monitors?|gateways?|drives?|probes?)\b"
    ),
)

_CODE_OF_ERROR = r"(?:0x[0-9A-Fa-f]+|[A-Z][A-Z0-9]*[_-][A-Z0-9_-]*[A-Z0-9]|[A-Z]{5,}\d*|[A-Z]{1,6}\d{2,}|\d{3})"
# who sends advisers, documents a switch, explains a code
EXPLAINING = frames(
    VENDOR,
    Spared.FIRST_NAMES,
    (
        rf"{NAME} (?:auditor|trainer|developer|integrator|specialist|architect|project manager|account manager|"
        r"inspector|adviser|advisor|courier|installer|programmer) [\p{Lu}]"
    ),
    (
        rf"{NAME} (?:documents|publishes|lists|provides) (?:a|an|the|this|no) (?:\pL+ ){{0,2}}(?:switch|setting|"
        r"symptom|workaround|parameter|registry|fix|hotfix|patch|bug|limit|flag|option|advisory)\b"
    ),
    (rf"{NAME} says {_CODE_OF_ERROR} is (?:harmless|expected|normal|benign|known|by design|cosmetic)\b"),
    (r"(?P<value>[\p{Lu}][\pL]{2,}\+[\p{Lu}][\pL]{2,})", r"[\pL]\+[\p{Lu}]"),
)

# whom a symptom is checked with: a colleague called by a surname as well
CHECKED = frames(
    VENDOR,
    Spared.FIRST_NAMES | Spared.SINGLE_NAMES | Spared.UNHEARD,
    (
        rf"\b(?:[Cc]hecked|[Cc]onfirmed|[Cc]larified) with {NAME}: [^\n]{{2,60}} is (?:a|an) (?:known|open) "
        r"(?:issue|bug|problem|defect|limitation)\b"
    ),
    rf"\b(?:supported|certified|compatible|expected|by design|end of life) according to {NAME}(?:[.,;:)\n]|$)",
)

# --- looked for where somebody or a town was struck alone
_TRADES = (
    r"supplier|vendor|integrator|reseller|MSP|MSSP|ISP|carrier|distributor|consultancy|law firm|auditors|insurer|"
    r"managed service provider|service provider|hosting provider|provider|printing house|courier|web agency"
)
_SIGNED = r"agents?|drivers?|certificates?|installers?|binar(?:y|ies)|packages?|executables?|firmware|apps?|DLL|MSI"

# who has a case of ours, a portal for it: a firm, though it has the name of a town
CASES = frames(
    VENDOR,
    Spared.NOBODY,
    (
        rf"\b(?:[Ee]scalated to|(?:[Rr]aised|[Ll]ogged|[Oo]pened) with|[Rr]eported to) {NAME}(?:,| as)? (?:(?:their )?"
        r"ref(?:erence)?[ :.#]|[A-Z]{2,6}-\d)"
    ),
)
LOOSE_CASES = frames(
    VENDOR,
    Spared.COLLEAGUES | Spared.UNHEARD,
    (
        r"\b(?:(?:[Ee]scalat(?:ed?|ion|ing)|[Rr]eported|[Ss]ubmitted) (?:to|with)|(?:[Cc]ase|[Tt]icket|[Rr]equest|RMA) "
        rf"(?:(?:opened|raised|logged|submitted) )?(?:with|at|to)) {NAME} (?:via|through|on|over) (?:their |its |the )?"
        r"(?:(?:support|partner|customer|vendor|service) )?(?:portal|hotline|web ?form|extranet)\b"
    ),
)
AROUND_VENDORS = frames(
    VENDOR,
    Spared.NOBODY,
    (
        r"\b(?:[Dd]rivers?|[Ff]irmware|[Pp]lug-?in|[Aa]dd-?(?:in|on)|[Mm]iddleware|BIOS|SDK) (?:by|from) "
        rf"{NAME}(?:,? \(?(?:version|build|release|rev\.?|v) ?\d|, version v?\d|,? dated )"
    ),
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
AROUND_LOOSE_VENDORS = frames(
    VENDOR,
    Spared.COLLEAGUES | Spared.UNHEARD,
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
