"""Tier 1: national IDs, payment cards, IBANs, passports, each by its checksum (python-stdnum) or its words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from functools import cache
from importlib import import_module

from redactory.detect.recognisers.base import Found, Options, bounded, found, is_word, pattern, refuse_unknown, strings
from redactory.policy.patterns import together

# country -> (stdnum module, shape, words of which one must stand near, or "" when the checksum is enough)
_NATIONAL: dict[str, tuple[str, str, str]] = {
    "US": ("us.ssn", r"\d{3}[- ]\d{2}[- ]\d{4}|\d{9}", r"ssn|social security|social-security|tax id|taxpayer"),
    "US-ITIN": ("us.itin", r"9\d{2}-\d{2}-\d{4}", r""),
    "GB": ("gb.nhs", r"\d{3}[ -]?\d{3}[ -]?\d{4}", r"\bnhs\b"),
    "GB-NINO": ("", r"[A-CEGHJ-PR-TW-Z][A-CEGHJ-NPR-TW-Z] ?\d{2} ?\d{2} ?\d{2} ?[A-D]", r""),
    "DE": ("de.idnr", r"\d{2} ?\d{3} ?\d{3} ?\d{3}", r"steuer|idnr|id-nr|tax|tin\b"),
    "DE-SV": (
        "",
        r"\d{2} ?\d{6} ?[A-Z] ?\d{3}",
        r"sozialversicherung|sv-?n|rentenversicherung|rvnr|svnr|versicherungsnummer",
    ),
    "FR": ("fr.nir", r"[12] ?\d{2} ?(?:0[1-9]|1[0-2]|[2-9]\d) ?(?:\d{2}|2[AB]) ?\d{3} ?\d{3} ?\d{2}", r""),
    "ES": ("es.dni", r"\d{8}[- ]?[A-Z]", r""),
    "ES-NIE": ("es.nie", r"[XYZ][- ]?\d{7}[- ]?[A-Z]", r""),
    "IT": ("it.codicefiscale", r"[A-Z]{6}\d{2}[A-EHLMPRST]\d{2}[A-Z]\d{3}[A-Z]", r""),
    "NL": ("nl.bsn", r"\d{9}|\d{4}\.\d{2}\.\d{3}", r"\bbsn\b|burgerservice|sofi"),
    "BE": (
        "be.nn",
        r"\d{2}\.\d{2}\.\d{2}-\d{3}\.\d{2}|\d{11}",
        r"rijksregister|registre national|national n|nrn\b|insz|niss",
    ),
    "PL": ("pl.pesel", r"\d{11}", r"pesel"),
    "PT": ("pt.nif", r"\d{9}|\d{3} \d{3} \d{3}", r"\bnif\b|contribuinte"),
    "SE": ("se.personnummer", r"(?:\d{2})?\d{6}[-+]\d{4}", r""),
    "FI": ("fi.hetu", r"\d{6}[-+A]\d{3}[0-9A-Y]", r""),
    "NO": ("no.fodselsnummer", r"\d{6} ?\d{5}", r"fødsel|fodsel|personnummer|national id"),
    "DK": ("dk.cpr", r"\d{6}-?\d{4}", r"\bcpr\b"),
    "CH": ("ch.ssn", r"756\.?\d{4}\.?\d{4}\.?\d{2}", r""),
    "AT": ("at.vnr", r"\d{4} ?\d{6}", r"sozialversicherung|sv-?n|vnr"),
    "IE": ("ie.pps", r"\d{7}[A-W][A-I]?", r"\bpps"),
    "IN": ("in_.aadhaar", r"[2-9]\d{3} ?\d{4} ?\d{4}", r"aadhaar|aadhar|uid"),
    "IN-PAN": ("in_.pan", r"[A-Z]{3}[ABCFGHLJPT][A-Z]\d{4}[A-Z]", r"\bpan\b|tax|permanent account"),
    "CA": ("ca.sin", r"\d{3}[- ]\d{3}[- ]\d{3}|\d{9}", r"\bsin\b|social insurance"),
    "AU": ("au.tfn", r"\d{3} ?\d{3} ?\d{3}", r"\btfn\b|tax file"),
    "BR": ("br.cpf", r"\d{3}\.\d{3}\.\d{3}-\d{2}", r""),
    "MX": ("mx.curp", r"[A-Z]{4}\d{6}[HM][A-Z]{5}[A-Z0-9]\d", r""),
    "CN": ("cn.ric", r"\d{17}[\dX]", r""),
    "KR": ("kr.rrn", r"\d{6}-[1-4]\d{6}", r""),
    "SG": ("", r"[STFGM]\d{7}[A-Z]", r"nric|\bfin\b|identity"),
    "ZA": ("za.idnr", r"\d{13}", r"\bid\b|identity"),
    "TR": ("tr.tckimlik", r"\d{11}", r"kimlik|tc no|t\.c\."),
    "RO": ("ro.cnp", r"[1-8]\d{12}", r"\bcnp\b"),
    "CZ": ("cz.rc", r"\d{6}/\d{3,4}", r""),
}
_NEAR = 48
_CARD = pattern(r"\d{4}[ -]?\d{4}[ -]?\d{4}[ -]?\d{1,7}|3[47]\d{2}[ -]?\d{6}[ -]?\d{5}|3\d{3}[ -]?\d{6}[ -]?\d{4}")
_CARD_START = re.compile(r"^(?:4|5[1-5]|2[2-7]|3[47]|3[068]|35|6(?:011|5|4[4-9]|2))")
_CARD_WORD = re.compile(r"card|visa|master|amex|credit|debit|karte|carte|tarjeta|pan\b", re.IGNORECASE)
_OTHER_LONG_NUMBER = re.compile(
    r"\b(?:imei|iccid|meid|serial|s/n|sim|tracking|order|ean|gtin)\b[^.\n]{0,12}$", re.IGNORECASE
)
_IBAN = pattern(r"[A-Z]{2}\d{2}(?:[ -]?[A-Z0-9]{4}){2,7}(?:[ -]?[A-Z0-9]{1,4})?", ignore_case=False)
_PASSPORT = pattern(
    r"(?:passport|reisepass|passeport|pasaporte|passaporto|paspoort|pass-?nr)[\pL .'/-]{0,24}?(?:number|"
    r"no\.?|nr\.?|num(?:\x{e9}|e)ro|n\x{ba}|id)?[\s:#=is]{1,5}(?P<value>[A-Z]{0,3}\d{5,9}[A-Z]?\d?|"
    r"[A-Z]{2}[A-Z0-9]{6,8}|[CFGHJK][CFGHJKLMNPRTVWXYZ0-9]{8})"
)
_MRZ = pattern(r"P[A-Z<][A-Z]{3}[A-Z<]{20,39}", ignore_case=False)
together(_CARD, _IBAN, _PASSPORT, _MRZ)


class NationalIdRecogniser:
    """National identity, tax and social-security numbers. Option `countries` narrows the list."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, ("countries",), "national-id")
        wanted = tuple(c.upper() for c in strings(options, "countries"))
        self._rules = [
            (pattern(shape, ignore_case=False), module, re.compile(words, re.IGNORECASE) if words else None)
            for country, (module, shape, words) in _NATIONAL.items()
            if not wanted or country.split("-")[0] in wanted
        ]
        self._group = together(*(expression for expression, _, _ in self._rules))

    def find(self, text: str) -> Iterator[Found]:
        matching = self._group.matching(text)
        for expression, module, words in self._rules if matching else ():
            for match in expression.finditer(text):
                start, end = match.span()
                if not _alone(text, start, end):
                    continue
                if words is not None and not words.search(text[max(0, start - _NEAR) : start]):
                    if not (module == "us.ssn" and "-" in match.group() and _valid(module, match.group())):
                        continue
                    yield Found(start, end, 0.7)
                    continue
                if words is not None or not module or _valid(module, match.group()):
                    yield Found(start, end, 0.95 if not module or _valid(module, match.group()) else 0.7)


class CardRecogniser:
    """Payment cards: issuer's first digits and the Luhn digit; without it only beside a word for a card."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "card")

    def find(self, text: str) -> Iterator[Found]:
        for match in _CARD.finditer(text):
            start, end = match.span()
            digits = re.sub(r"\D", "", match.group())
            if _OTHER_LONG_NUMBER.search(text[max(0, start - 24) : start]):
                continue
            if not _alone(text, start, end) or not 13 <= len(digits) <= 19 or not _CARD_START.match(digits):
                continue
            if _valid("luhn", digits):
                yield Found(start, end, 0.95)
            elif _CARD_WORD.search(text[max(0, start - _NEAR) : start]):
                yield Found(start, end, 0.6)


class IbanRecogniser:
    """IBANs by their two check digits."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "iban")

    def find(self, text: str) -> Iterator[Found]:
        for match in _IBAN.finditer(text):
            start, end = match.span()
            while end > start + 14:
                if bounded(text, start, end) and _valid("iban", text[start:end]):
                    yield Found(start, end, 0.98)
                    break
                cut = max(text.rfind(" ", start, end), text.rfind("-", start, end))
                if cut <= start:
                    break
                end = cut


class PassportRecogniser:
    """Passport numbers beside the word, and machine-readable zones."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "passport")

    def find(self, text: str) -> Iterator[Found]:
        for match in _PASSPORT.finditer(text):
            start, end = match.span(1)
            if bounded(text, start, end) and any(c.isdigit() for c in match.group(1)):
                yield Found(start, end, 0.9)
        for match in _MRZ.finditer(text):
            if "<<" in match.group():
                yield found(match, 0.95)


def _alone(text: str, start: int, end: int) -> bool:
    if not bounded(text, start, end):
        return False
    if start and text[start - 1] in "-.+/\\" and start > 1 and is_word(text[start - 2]):
        return False
    return not (end + 1 < len(text) and text[end] in "-./\\" and text[end + 1].isalnum())


@cache
def _validator(module: str) -> Callable[[str], bool]:
    return import_module(f"stdnum.{module}").is_valid  # type: ignore[no-any-return]


def _valid(module: str, value: str) -> bool:
    try:
        return bool(_validator(module)(value))
    except (ValueError, AttributeError):
        return False
