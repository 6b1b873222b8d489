"""Employee IDs: a company's format from the policy, and a general shape where words beside it say what it is."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.prefilter import sieved
from redactory.detect.recognisers.base import (
    Found,
    Options,
    bounded,
    found,
    has_digit,
    is_word,
    own_patterns,
    pattern,
    refuse_unknown,
    strings,
)

# Prefixes that mean employee in themselves; others need a word beside the number.
DEFAULT_PREFIXES = ("EMP", "EMPL", "EID", "EMPID", "STAFF", "PERS", "PNR", "HRID", "BADGE")
_SHAPE = pattern(
    (
        r"\b(?:(?:CODE|ID|NO|NR|NUM|REF|PERNR) )?(?:[A-Z]{1,5}[-_ ]?\d{3,9}|"
        r"\d{3,7}-?[A-Z]{1,2}\b|\d{2,4}-\d{3,6}|\d{4,9}|[A-Z]{1,3}\d{2,4}-\d{2,6}|"
        r"[A-Z]{2,4}-[A-Z]{1,3}-?\d{3,7}|[a-z]{1,4}-?\d{4,9})"
    ),
    ignore_case=False,
)
_OUTSIDERS = (
    r"(?:contractor|contingent worker|(?:agency|temporary|external|contract|seasonal) (?:worker|staff|employee)|temp|"
    r"freelancer?|consultant|intern|trainee|apprentice|volunteer|secondee|visitor)"
)
_LEAD = sieved(
    r"(?:\bemp(?:loyee|l)?\.?(?: ?(?:id|no\.?|nr\.?|num(?:ber)?|code|#|record|ref(?:erence)?|"
    r"badge))?|\bemployee|\bstaff(?: ?(?:id|no\.?|number|code|card))|"
    r"\bbadge(?: ?(?:id|no\.?|number|record|#|scan(?:ned)?))?|\bbadge (?:reader|"
    r"scan)\b[^.\n]{0,40}? (?:rejected|refused|denied|"
    r"accepted|read|for)|\bnumber on (?:my|his|her|the|their) badge|\bhr(?: ?(?:id|ref(?:erence)?|no\.?|"
    r"number|record|file))|\bpersonnel(?: ?(?:id|no\.?|number|file))?|"
    r"\bpayroll(?: ?(?:id|no\.?|number|ref))?|\bworker ?(?:id|no|number)|\bperson(?:al)?(?:nummer|"
    r"-nr\.?)|\bpersonal-?nr\.?|\bmitarbeiter(?:nummer|-?nr\.?|-?id)|"
    r"\bmatricule|\bmatricola|\bid (?:d'employé|empleado)|\bnúmero de empleado|\blegajo|\bpernr|\bee id|"
    r"\b(?:número|nº|n\.º) de (?:colaborador|funcionário|trabajador)|\b(?:person(?:eels)?|medewerker|"
    r"anställnings?|medarbejder|ansatt)s?(?:nummer|nr\.?)|\bnumer (?:pracownika|ewidencyjny)|\bhenkilönumero|"
    r"\b(?:colleague|associate|team ?member|crew|workday|hris|person) ?(?:id|no\.?|number)|"
    rf"\b{_OUTSIDERS}(?:'s|s'?)? ?(?:id|no\.?|nr\.?|number|code|badge|card|pass|#)|"
    r"\b(?:id|access|key|smart|proximity|staff) ?card(?: ?(?:id|no\.?|nr\.?|number|#))?|\bausweis(?:nummer|-?nr\.?)|"
    r"\bpass (?:no\.?|number)|"
    r"\beeid|\beid|\bemp_?id|"
    r"\bemployee_?(?:id|number)|\bnational insurance)"
    r"(?: (?:is|was|of|for|ending|record|id|no\.?|number|card))?[\s:#=(\"'.]{1,5}$",
    re.IGNORECASE,
)
_OUTSIDER_LEAD = sieved(rf"\b(?:{_OUTSIDERS}|worker)[ (]$", re.IGNORECASE)  # `contractor CW-70345`
_PERSON_LEAD = re.compile(
    (
        r"(?:\brequest(?:e|o)r|\bcaller|\bcontractor|\buser|\bmanager|\bengineer|\banalyst|\bcustomer|"
        r"\bapprover|\bowner|\bagent)\s?[(\[]$"
    ),
    re.IGNORECASE,
)
_IN_BRACKETS = re.compile(r"\((?:[a-z][a-z0-9._-]{2,20}[,;/] ?)$")  # `(jdoe, AB-12345)`
_NAME_LEAD = re.compile(r"[A-Z][a-z\u00c0-\u024f'\u2019-]+ [A-Z][a-z\u00c0-\u024f'\u2019-]+\s?[(\[]$")
_NEXT_GROUP = re.compile(r"(?: \d{2,4}){1,2}(?![\w-]|[.:/]\d)")  # `4417 0032`
_LABEL = re.compile(r"(?:CODE|ID|NO|NR|NUM|REF|PERNR) ")  # `Employee ID 40821`: said of the number, no part of it
_CODE_PREFIX = re.compile(
    r"^(?:INC|REQ|CHG|PRB|RITM|TASK|SCTASK|CASE|TKT|TICKET|KB|CVE|HTTP|ERR|EVT|EVENT|ALERT|BUG|JIRA|"
    r"RST|DEP|SN|HP|TLS|SSL|SHA|MD5|AES|RSA|RFC|ISO|"
    r"VLAN|AP|SW|PO|INV|ORD|PRX|VER|WIN|KB|MS|APP|SRV|DC|DB|UTC|GMT|AX|GE|TE|USB|LTE|CPU|GPU|RAM|TPM|"
    r"EAP|ID|IP|MAC|Q|"
    r"DOC|DOK|REF|SOP|NCR|CAPA|RMA|WO|SO|PR|DN|LOT|BATCH|MAT|PN|DWG|ECN|ECO|ECR|CR|RFQ|RFP|SPEC|PRJ|PROJ|LIC)$"
)


class EmployeeIdRecogniser:
    """Options: `patterns` (the company's own, RE2), `prefixes` (letters that mean employee without context)."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("patterns", "prefixes"), "employee-id")
        self._patterns = own_patterns(options)
        letters = "|".join(re.escape(p) for p in (*DEFAULT_PREFIXES, *strings(options, "prefixes")))
        self._prefixed = pattern(rf"(?:{letters})[-_# ]?\d{{3,9}}[A-Z]?", ignore_case=False)

    def find(self, text: str) -> Iterator[Found]:
        for own in self._patterns:
            for match in own.finditer(text):
                if _whole(text, *match.span()):
                    yield found(match, 0.95)
        if not has_digit(text):
            return
        for match in self._prefixed.finditer(text):
            if _whole(text, *match.span()):
                yield found(match, 0.9)
        for match in _SHAPE.finditer(text):
            start, end = match.span()
            if not _whole(text, start, end):
                continue
            label = _LABEL.match(text, start, end)
            start = label.end() if label else start
            lead = text[max(0, start - 44) : start]
            if _LEAD.search(lead):
                group = _NEXT_GROUP.match(text, end) if text[start:end].isdigit() else None
                yield Found(start, group.end() if group else end, 0.85)
                continue
            prefix = re.match(r"[A-Z]*", text[start:end])
            letters = prefix.group() if prefix else ""
            if not letters or _CODE_PREFIX.match(letters):
                continue
            if text[start + len(letters)] == "-" and _OUTSIDER_LEAD.search(lead):
                yield Found(start, end, 0.75)
                continue
            closed = text[end : end + 1] in ")],;"
            if closed and (_PERSON_LEAD.search(lead) or _IN_BRACKETS.search(lead) or _NAME_LEAD.search(lead)):
                yield Found(start, end, 0.75)


def _whole(text: str, start: int, end: int) -> bool:
    if not bounded(text, start, end):
        return False
    if start and text[start - 1] in "-./\\_" and start > 1 and is_word(text[start - 2]):
        return False
    return not (end + 1 < len(text) and text[end] in "-./\\_:" and text[end + 1].isalnum())
