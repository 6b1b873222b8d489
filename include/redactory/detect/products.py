"""Products and vendors that bear a person's name, told by how the text uses them: `the Ellie plug-in is down`.

What is installed, logged in to, licensed or crashes is no person, whatever a name list says of the word; who sends
an engineer or takes a warranty case is a company. Spans found here hold off what layers 2 and 3 take for people
(contract.md, third-party vendors and applications are kept), never a directory identity.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from redactory.detect.fold import folded
from redactory.detect.gazetteer import cities
from redactory.detect.lexicon import fold, is_given, surname_bearers, zipf
from redactory.detect.recognisers.base import is_word, pattern
from redactory.detect.spans import KeepSpan

PRODUCT, NAMED, VENDOR = "use:product", "use:named", "use:vendor"  # what each holds off: `holds`
BY_USE = frozenset((PRODUCT, NAMED, VENDOR))
_PEOPLE, _PEOPLE_AND_PLACES = frozenset(("PERSON",)), frozenset(("PERSON", "LOCATION"))

_WORD = r"[\p{Lu}][\pL\d]*(?:[-'\x{2019}&][\pL\d]+)*"
_NAME = rf"(?P<value>{_WORD}(?: (?:& )?(?:[\p{{Lu}}]\. )?{_WORD}){{0,2}})"
_ONE = rf"(?P<value>{_WORD})"
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
    r"Mobile App|Self-?Service"
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
    r"(?:won.t|does(?: not|n.t)|will not|did(?: not|n.t)|no longer) (?:start|load|launch|boot)|"
    r"crash(?:es|ed)|hangs|freezes|throws|times out|funziona|funciona|fonctionne|l(?:\x{e4}|ae)uft|voltou|"
    r"a\x{e7}\x{131}lm\x{131}yor|nie dzia\x{142}a|startet|werkt|"
    r"ligger nere)"
)
_END = (
    r"(?:[.,;:!?)\]\"'|]|\s(?:since|after|before|on|for|from|by|with|and|or|is|was|when|until|"
    r"desde|depuis|seit)\b|\s?$)"
)

# each with the group `value`; in all of them a person's full name is left alone
_PRODUCTS = tuple(
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
        rf"(?P<value>{_WORD}(?: {_WORD}){{1,2}}) \d{{1,2}}(?:[ ,;)]|$)",
        (
            rf"{_NAME} (?:shows|returns|throws|gives|raises|(?:fails|stops|dies|exits) with|zeigt|affiche|muestra) "
            r"(?:an? |the )?(?:error |code |status )?[\"'`]?(?:0x|[A-Z]+[_-]|[A-Z]{4,}|\d{3}\b|E\d|[a-z]+_[a-z])"
        ),
        (
            rf"{_NAME} (?:closes|opens|starts|quits|loads|freezes|restarts|updates) (?:right|by itself|on its own|"
            r"immediately|slowly|again|as soon|when|after|but|without|only)\b"
        ),
        rf"{_NAME}(?:\s{_FAILS}|['\x{{2019}}]s (?:{_PART})\b|\s(?:{_PART})\b)",
        (
            rf"{_NAME} (?:logs|log (?:file|entry|level|shows|says)|licen[cs]es?|release|tenant|server|servers|"
            rf"service|platform|portal|app|application|"
            r"login page|group|web ?site|outage|rollout|goes to \d|upgrade|migration|hotfix|patch|client \d|"
            r"container|pods?|queue|"
            r"v?\d+\.\d+)\b"
        ),
    )
)
_LOGGER = next(compiled for compiled in _PRODUCTS if "FATAL" in compiled.pattern)
_VENDORS = tuple(
    pattern(expression, ignore_case=False)
    for expression in (
        (
            rf"{_NAME} (?:(?:field |support |service |on-?site )?(?:engineer|technician|tech|consultant|rep|"
            rf"representative)s? "
            r"(?:[\p{Lu}]|was|is|will|came|on site|arriv|swapp|install|fix|confirm|ask|said|replac)|support\b|"
            r"Support\b|hotline|"
            r"account manager|sales team|helpdesk|field service|warranty|RMA)"
        ),
        (
            r"(?:[Vv]endor|[Ss]upplier|[Mm]anufacturer|[Rr]eseller|[Cc]arrier|ISP|OEM|[Ii]ntegrator|"
            r"[Cc]ontract(?:or)? (?:with|w/|of|at)|[Cc]ontractor from|[Cc]onsultant (?:with|w/|at|from|of)|"
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
        rf"\bthe {_NAME} (?:engineer|technician|hotline|rep|account manager)\b",
        (rf"(?:[Hh]andled by|[Ee]scalated to|[Rr]aised with|[Oo]pened with|[Rr]eported to) {_NAME},? (?:ref|"
        rf"under|\(?case|\(?ticket)\b"),
        (
            rf"\b(?:[Ss]omebody|[Ss]omeone|[Aa]nyone|[Nn]obody|[Pp]eople|[Pp]atch|[Hh]otfix|[Ff]irmware|[Tt]echnicians?|"
            rf"[Ee]ngineers?) (?:from|of|at) {_NAME} (?:arriv|join|is|are|was|came|comes|will|to|in|on|has|have)"
        ),
        r"CEF:\d\|(?P<value>[^|\n]{2,40})\|",
        # a firm takes the plural: `Ansett want to know`
        rf"(?:(?P<aux>[\pL&,']+)[ ]|^|\n){_NAME} (?:want|have|are|say|need|confirm|advise|insist|promise|claim)\b",
        rf"@[\w.-]+\) from {_NAME}",
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
    )
)
_BRINGS_IN = re.compile(
    r"(?i)^(?:loop\w*|br(?:ing|ought)|rop(?:e|ed|ing)|cc'?d?|bcc|cop(?:y|ied)|pull\w*|call\w*|fill\w*|keep|kept|"
    r"let|phon\w*|"
    r"hand\w*|step\w*|jump\w*|c[ao]me|put|work\w*|went|go|goes|is|was)$"
)
_AUXILIARY = re.compile(
    r"(?i)^(?:do|does|did|will|can|could|should|would|let|make|may|must|might|to|and|or|&|if|that|when|help|had|"
    r"from|of|by|with|for|about|"
    r"have|has|.*,)$"
)
_GREETED_BEFORE = re.compile(
    r"(?i)\b(?:hi|hello|hey|dear|thanks|thank you|thx|cheers|regards|best|sorry|morning|mvh|pozdrawiam)[,!.]? $"
)
_OWNED = re.compile(  # what an application has too (`login`, `token`) is not among the things of the last rows
    r"(?:['\u2019]s)? (?:mailbox|calendar|account|laptop|phone|desk|team|profile|password|manager|inbox|PC|machine|"
    r"request)\b|(?<=['\u2019]s) (?:computer|workstation|notebook|device|iPhone|iPad|MacBook|tablet|mobile|badge|"
    r"keyboard|mouse|headset|charger|screen|monitor|office|chair|seat|colleague|boss|assistant|home|card|"
    r"credentials)\b"
)
_NAME_PREFIX = re.compile(r"(?:Mc|Mac|De|Del|La|Le|Di|Da|Van|Von|Fitz|El|Al|Abu|Ben|O'|D')[A-Z][a-z]+$")
_NEVER = frozenset(("the", "a", "an", "this", "that", "it", "user", "mr", "mrs", "ms", "dr", "hi", "hello", "dear"))
_COMMON = 4.0  # a word this frequent (Zipf) before the name is one of the sentence
_RARE_NAME = 3.5  # a less certain given name and surname count below it
_WELL_KNOWN = 5  # notable bearers that make the last word a surname


def holds(rule: str, entity: str) -> bool:
    """Whether a keep span of `rule` stands against a span of `entity`; rules of other modules hold all."""
    if rule == PRODUCT:
        return entity in _PEOPLE
    return rule not in (VENDOR, NAMED) or entity in _PEOPLE_AND_PLACES


def by_use(text: str) -> Iterator[KeepSpan]:
    """Names in `text` that its own words use as a product's or a vendor's."""
    for compiled in _PRODUCTS:
        yield from _found(text, compiled, NAMED if compiled in (_PRODUCTS[0], _LOGGER) else PRODUCT)
    for compiled in _VENDORS:
        yield from _found(text, compiled, VENDOR)


def _found(text: str, compiled: Any, rule: str) -> Iterator[KeepSpan]:
    groups = compiled.groupindex
    for match in compiled.finditer(text):
        first = match.start()
        if first and is_word(text[first]) and is_word(text[first - 1]):
            continue  # `\b` knows ASCII alone: `an Beneš` in `Dušan Beneš`
        start, end = match.span(groups["value"])
        if "verb" in groups and _BRINGS_IN.match(match.group(groups["verb"]) or ""):
            continue
        if "aux" in groups and _AUXILIARY.match(match.group(groups["aux"]) or ""):
            continue
        if "giver" in groups and not is_given(match.group(groups["giver"])):
            continue
        if start and (is_word(text[start - 1]) or text[start - 1] in "@./\\-"):
            continue
        if _GREETED_BEFORE.search(text[max(0, start - 16) : start]) and is_given(text[start:end].split()[0]):
            continue  # `Thanks, Imogen API is back`
        if end < len(text) and is_word(text[end]) or _OWNED.match(text, end):
            continue
        words = re.split(r"[ ]", text[start:end])
        while words and (words[0].lower() in _NEVER or len(words) > 1 and _opens(words[0])):
            start += len(words.pop(0)) + 1
        named = rule != VENDOR or "https" in compiled.pattern  # `Ann Lee, https://annlee.example` is no firm
        if not words or (named and (_is_full_name(words) or _NAME_PREFIX.match(words[-1]))):
            continue
        if "site" in groups and (match.group(groups["site"]) or "").rpartition(".")[2] in map(folded, words):
            continue  # `Ann Lee (ann.lee)`: an account
        if rule == VENDOR and fold(text[start:end]).replace("-", " ") in cities() and compiled in _VENDORS[-3:]:
            continue
        yield KeepSpan(start, end, rule)


def _opens(word: str) -> bool:
    """`Checked Hugo`: the word the sentence begins with."""
    return zipf(word) >= _COMMON and not is_given(word) and fold(word) not in cities()


def _is_full_name(words: Sequence[str]) -> bool:
    """A given name and a surname in a row, wherever in the run they stand."""
    return any(
        is_given(first, certain=True) and surname_bearers(last) >= _WELL_KNOWN
        or is_given(first) and surname_bearers(last) > 1 and max(zipf(first), zipf(last)) < _RARE_NAME
        for first, last in zip(words, words[1:], strict=False)
    )


def repeated(
    texts: Sequence[str],
    keeps: Sequence[Iterable[KeepSpan]],
    people: Iterable[str],
    guesses: Iterable[str],
    struck: frozenset[str],
) -> list[list[KeepSpan]]:
    """The same names in every text of one record, though only one place tells what they are.

    A product named like one of `people` (identities) or like a part of one of the `guesses` is not repeated, and one
    of whose words none is `struck` anywhere need not be.
    """
    rules: dict[str, str] = {}
    for text, held in zip(texts, keeps, strict=True):
        for keep in held:
            if keep.rule in BY_USE and not struck.isdisjoint((name := text[keep.start : keep.end]).split()):
                rules.setdefault(name, keep.rule)
    if not rules:
        return [[] for _ in texts]
    others = (*people, *(guess for guess in guesses if guess not in rules))
    borne = {fold(word) for name in others for word in re.split(r"[\s,.-]+", name) if word}
    names = [name for name in rules if borne.isdisjoint(fold(word) for word in name.split())]
    return [[span for name in names for span in _places(text, name, rules[name])] for text in texts]


def _places(text: str, name: str, rule: str) -> Iterator[KeepSpan]:
    at = text.find(name)
    while at >= 0:
        end = at + len(name)
        if not (at and (is_word(text[at - 1]) or text[at - 1] in "@\\")) and not (
            end < len(text) and (is_word(text[end]) or text[end] in "@\\")
        ):
            yield KeepSpan(at, end, rule)
        at = text.find(name, end)
