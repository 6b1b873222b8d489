"""People where the text says that one is named: salutations, signatures, headers, speaker labels, `assigned to`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_ambiguous_name, is_compound, is_given, is_particle, surname_bearers, zipf
from redactory.detect.names import is_title
from redactory.detect.names_evidence import all_rare, evidence, is_unheard, looks_plain
from redactory.detect.recognisers import correspondence, distinguished, honorifics
from redactory.detect.recognisers import person_patterns as said
from redactory.detect.recognisers.base import Found, Options, found, free_left, is_word, refuse_unknown
from redactory.detect.recognisers.dealings import dealt_with
from redactory.detect.recognisers.encoded_names import encoded_names
from redactory.detect.recognisers.file_names import owners
from redactory.detect.recognisers.initials import initialled
from redactory.detect.recognisers.lower_names import lower_names
from redactory.detect.recognisers.named_things import is_thing
from redactory.detect.recognisers.native_names import native_names
from redactory.detect.recognisers.speakers import speakers
from redactory.detect.tokens import behind_token
from redactory.detect.wordlists import read_words
from redactory.policy.patterns import Match

_ROW_NEED = 0.6
_UNCOMMON_ZIPF = 3.0
_UNHEARD_ZIPF, _RARE_NAME_ZIPF, _KNOWN_NAME_ZIPF = 1.0, 2.0, 4.6
_ANY_WORD = -1.0  # after `Hi` and above the end of a mail any word may stand that is no everyday one
_TITLE_NEED = -0.5  # after `Mrs` nearly any capitalised word is a name
_NOT_NAMES = read_words("not_names")
_ROLE = read_words("role_words")
_NO_ONES = _ROLE | read_words("nobody") | read_words("system_accounts")
_OF_THINGS = (said.GREETING, said.BY, said.BEFORE_ADDRESS)
_MONTHS = frozenset(("may", "april", "june", "august"))
_CALENDAR = _MONTHS | {"monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"}


class PersonContextRecogniser:
    """Names the text introduces. What stands there must still look like a name."""

    def __init__(self, options: Options) -> None:
        refuse_unknown(options, (), "person-context")

    def find(self, text: str) -> Iterator[Found]:
        for expression, need in (
            (said.TITLED, _TITLE_NEED),
            (honorifics.TITLED, _ANY_WORD),
            (honorifics.FOLLOWED, _ANY_WORD),
            (honorifics.WEAKLY_TITLED, 0.8),
        ):
            for match in expression.finditer(text):
                if free_left(text, match.start()):
                    yield from _name(text, *match.span(1), need=need, score=0.9, titled=True)
        yield from honorifics.honoured(text)
        for expression, need, score in (
            (said.GREETING, _ANY_WORD, 0.8),
            (said.SIGN_OFF, _ANY_WORD, 0.85),
            (said.FOREIGN_SIGN_OFF, _ANY_WORD, 0.8),
            (correspondence.SIGNED_FROM, _ANY_WORD, 0.8),
            (said.DASH_SIGN, 1.0, 0.7),
            (said.HEADER, 0.6, 0.85),
            (said.BY, 0.8, 0.75),
            (said.BEFORE_ADDRESS, 0.25, 0.8),
            (said.POSSESSED, 1.5, 0.7),
            (said.THEIRS, _ANY_WORD, 0.7),
            (said.TOLD, _ANY_WORD, 0.7), (said.REACHED, 0.4, 0.7),
            (said.WHO, 0.6, 0.7),
            (said.OWNER, 0.4, 0.7), (said.SEATED, 0.4, 0.7),
            (said.ASKED, _ANY_WORD, 0.7),
        ):
            for match in expression.finditer(text):
                if expression in _OF_THINGS and is_thing(text, *match.span(1), expression):
                    continue
                if expression in (said.DASH_SIGN, said.HEADER) or free_left(text, match.start()):
                    group = 1 if match.start(1) >= 0 else 2
                    yield from _name(text, *_without_label(text, *match.span(group)), need=need, score=score)
                    if expression is said.BY and (turned := _turned(text, *match.span(1))):
                        yield Found(match.start(1), turned, score)
        for start, end in speakers(text):
            yield Found(start, end, 0.8)
        yield from native_names(text)
        yield from dealt_with(text)
        yield from distinguished.people(text)
        yield from initialled(text)
        yield from owners(text)
        yield from encoded_names(text)
        for expression in (said.NAME_FIELD, said.CHAT_ID, correspondence.SPELLED):
            for match in expression.finditer(text):
                yield found(match, 0.9, 1)
        yield from lower_names(text)
        for match in said.MAILBOX.finditer(text):
            if not any(word.lower() in _ROLE or word.lower() in _NOT_NAMES for word in match.group(1).split()):
                yield found(match, 0.85, 1)
        for match in said.HERE.finditer(text):
            group = 1 if match.start(1) >= 0 else 2
            word = match.group(group)
            rare = _KNOWN_NAME_ZIPF if is_given(word, certain=True) else _RARE_NAME_ZIPF
            if is_given(word) and not is_ambiguous_name(word) or word[0].isupper() and zipf(word) < rare:
                yield found(match, 0.7, group)
        for expression in (
            said.INTRODUCED, said.ACTING, said.INITIAL_BEHIND, correspondence.CARE_OF, correspondence.RELATED,
        ):  # fmt: skip
            for match in expression.finditer(text):
                yield from _name(text, *match.span(1), need=_ANY_WORD, score=0.7)
        for match in said.NAME_BESIDE.finditer(text):
            yield from _field(text, *match.span(1))
        for match in said.FORM_FIELD.finditer(text):
            field: Match | None = match
            while field is not None:
                start, end = _without_label(text, *field.span(1))
                yield from _field(text, start, end)
                field = said.FORM_FIELD.search(text, end) if end < field.end(1) else None
        for match in said.HOME_OF.finditer(text):
            words = re.split(r"[ ,]+", match.group(1))
            if evidence(words) >= _ROW_NEED or all_rare(words, _UNCOMMON_ZIPF):
                yield found(match, 0.85, 1)
        for match in said.GIVENS.finditer(text):
            yield from _givens(text, *match.span(1))
        for expression in (said.WORDS_AS_NAME, said.SPOKEN_NAME):
            for match in expression.finditer(text):
                group = next(g for g in range(1, expression.groups + 1) if match.start(g) >= 0)
                if (text[match.start()] == "," or free_left(text, match.start())) and _is_pair(match.group(group)):
                    yield found(match, 0.7, group)
        if "/" in text:
            for match in said.SLASHED.finditer(text):
                for group in (1, 2, 3):
                    if match.start(group) >= 0 and evidence(match.group(group).split()) >= _ROW_NEED:
                        yield found(match, 0.65, group)
            for match in said.SURNAMES.finditer(text):
                if _are_surnames(match.group(1).split()[-1], match.group(2).split()[-1]):
                    yield found(match, 0.65, 1)
                    yield found(match, 0.65, 2)
        if "," in text:
            for match in said.REVERSED.finditer(text):
                last, first = match.group(1).split(", ", 1)
                head = first.split(" ")[0]
                if (
                    is_given(head, certain=True)
                    and zipf(head) < 4.6
                    and surname_bearers(last) >= 5
                    and not is_given(last, certain=True)
                    and zipf(last) < 4.4
                ):
                    yield found(match, 0.65, 1)
        for match in correspondence.SUBJECT.finditer(text):
            if _is_pair(match.group(1)):
                yield found(match, 0.7, 1)
        yield from correspondence.surnames_first(text)
        yield from correspondence.laid_out(text)
        yield from correspondence.beside_accounts(text)
        if "#" in text:
            for match in said.HASHTAG.finditer(text):
                word = match.group(1)
                if is_given(word, certain=True) and not is_ambiguous_name(word) and zipf(word) < _UNCOMMON_ZIPF:
                    yield found(match, 0.7, 1)
        if "@" in text:
            for match in said.MENTION.finditer(text):
                start, end = match.span(1)
                if behind_token(text, start - 1):
                    continue
                word = text[start:end]
                if is_given(re.split(r"[._\- ]", word)[0]) and zipf(re.split(r"[._\- ]", word)[0]) < 4.8:
                    yield Found(start, end, 0.75)


def _is_pair(value: str) -> bool:
    """Whether two words are a given name and a surname of the lists, whatever else they are."""
    first, last = value.split()[0], value.split()[-1]
    if is_title(first) or any(word.lower() in _NOT_NAMES or word.lower() in _ROLE for word in (first, last)):
        return False
    named = is_given(first) or is_given(last) and surname_bearers(first) > 1
    return named and (surname_bearers(last) > 1 or surname_bearers(first) > 1 or zipf(last) < _RARE_NAME_ZIPF)


def _are_surnames(left: str, right: str) -> bool:
    """Whether two words with a stroke between them are people: one a name for certain, the other one or no word."""
    if any(word.lower() in _NOT_NAMES or word.lower() in _ROLE or looks_plain(word) for word in (left, right)):
        return False
    known = [surname_bearers(word) > 1 or is_given(word) for word in (left, right)]
    rare = [zipf(word) < _RARE_NAME_ZIPF and not is_compound(word) for word in (left, right)]
    return all(k or r for k, r in zip(known, rare, strict=True)) and any(
        k and zipf(word) < _UNCOMMON_ZIPF for k, word in zip(known, (left, right), strict=True)
    )


# the label that follows: `DIAZ FIRST NAME`
_LABEL_BEHIND = re.compile(r"\s+(?:(?:first|last|given|family|middle|full|employee|user)\s)?[^\W\d_]+$", re.IGNORECASE)


def _without_label(text: str, start: int, end: int) -> tuple[int, int]:
    """A name of a form without the label of the next field, which it has run into."""
    goes_on = text[end : end + 24].lstrip(" \t")[:1] in (":", "=")
    label = _LABEL_BEHIND.search(text, start, end) if goes_on else None
    return start, label.start() if label else end


_END_OF_FIELD = re.compile(r"[ \t]*(?:[|;,\t\r\n)\]}]|$)|[ \t]{2}|[ \t]+[^\W\d_]+[ \t]*[:=]")


def _field(text: str, start: int, end: int) -> Iterator[Found]:
    """The value of a field of names: a word that anybody bears is one there, whatever else it is (`Surname : Key`)."""
    if _END_OF_FIELD.match(text, end) and all(map(_is_borne, text[start:end].split())):
        yield Found(start, end, 0.85)
    else:
        yield from _name(text, start, end, need=_ANY_WORD, score=0.85)


def _is_borne(word: str) -> bool:
    return (is_given(word) or surname_bearers(word) > 0) and word.lower() not in _NO_ONES


def _givens(text: str, start: int, end: int) -> Iterator[Found]:
    """First names joined by strokes or signs: each is one, and one of them for certain and nothing else."""
    words = list(re.finditer(r"[^\W\d_][^\s/+&<>|]+", text[start:end]))
    names = [word.group() for word in words]
    if len(names) < 2 or not all(is_given(name) and not looks_plain(name) for name in names):
        return
    sure = [is_given(n, certain=True) and not is_ambiguous_name(n) and zipf(n) < _UNCOMMON_ZIPF for n in names]
    if any(sure) and free_left(text, start) and not is_word(text[end : end + 1] or " "):
        yield from (Found(start + word.start(), start + word.end(), 0.7) for word in words)


_GIVEN_BEHIND = re.compile(r", ([^\W\d_a-z][^\W\d_]+(?:-[^\W\d_]+)?)(?=[.;:)\]|\n]|$| \()")


def _turned(text: str, start: int, end: int) -> int:
    """Where the name ends whose surname stands first (`on behalf of Quist, Ada.`); 0 where it is not one."""
    surname, behind = text[start:end], _GIVEN_BEHIND.match(text, end)
    if behind is None or " " in surname or is_given(surname, certain=True):
        return 0
    named = is_given(behind.group(1)) and surname_bearers(surname) > 1
    return behind.end() if named or is_unheard(surname) and is_unheard(behind.group(1)) else 0


def _name(
    text: str, start: int, end: int, *, need: float, score: float, titled: bool = False
) -> Iterator[Found]:
    """The part of `text[start:end]` that is a name, if its evidence reaches `need`; `titled` ones may be week days."""
    dates = _CALENDAR if titled else _MONTHS
    tokens = list(re.finditer(r"[^\s,]+", text[start:end]))
    if len(tokens) == 1 and tokens[0].group().lower() in dates and (titled or text[end : end + 1] in (",", "!")):
        yield Found(start, end, score)  # `Hi May,`, `Alhaji Sunday`
        return
    while tokens and (_never(tokens[-1].group()) or is_particle(tokens[-1].group()) and tokens[-1].group().islower()):
        tokens.pop()
    while len(tokens) > 1 and is_title(tokens[0].group()):
        tokens.pop(0)
    cut = next(
        (
            i
            for i, t in enumerate(tokens)
            if _never(t.group())
            and t.group().lower() not in dates
            and not (0 < i < len(tokens) - 1 and is_particle(t.group()))
        ),
        len(tokens),
    )
    tokens = tokens[:cut]
    if not tokens:
        return
    first, last = start + tokens[0].start(), start + tokens[-1].end()
    while text[last - 1] in ".,'\u2019" and not re.search(r"\b[A-Z]\.$", text[first:last]):
        last -= 1
    if text[last - 2 : last] in ("'s", "\u2019s"):
        last -= 2
    if last < len(text) and (is_word(text[last]) or (text[last] in "-_/\\@" and text[last + 1 : last + 2].isalnum())):
        return
    if last + 1 < len(text) and text[last] == "." and is_word(text[last + 1]) and not text[last + 1].isupper():
        return
    if last < len(text) and text[last] in ":#" and last + 1 < len(text) and text[last + 1].isalnum():
        return  # `SID:2024897`: a key
    words = [t.group() for t in tokens]
    weight = evidence(words)
    if need == _ANY_WORD:
        enough = weight >= 0.4 or all_rare(words, 3.2)
    else:
        least = 0.0 if all_rare(words, _UNHEARD_ZIPF) else min(need, 0.3)
        enough = weight >= (least if len(words) > 1 and all_rare(words, 3.5) else need)
    if enough:
        yield Found(first, last, score)
    elif need == _ANY_WORD and len(tokens) > 1:
        yield from _name(text, first, start + tokens[0].end(), need=need, score=score)  # `Thanks, Imogen Printer works`


def _never(word: str) -> bool:
    low = re.sub(r"['\u2019]s$", "", word).strip(".'\u2019").lower()
    return (
        low in _NOT_NAMES
        or low in _ROLE
        or any(c.isdigit() for c in word)
        or sum(c.isupper() for c in word[1:]) > 0
        and not (
            word.isupper() or re.fullmatch(r"(?:Mc|Mac|O['\u2019]|D['\u2019]|De|La|Le|Di|Van|Fitz|\w+-)[A-Z].*", word)
        )
    )
