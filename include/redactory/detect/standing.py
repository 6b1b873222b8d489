"""Whether a place speaks of somebody of the record: how a name is written there, and what stands around it."""

from __future__ import annotations

import re

from redactory.detect import lexicon
from redactory.detect.account_context import EVERYDAY_ZIPF, FUNCTION_WORD_ZIPF
from redactory.detect.fold import around, fold, is_cjk
from redactory.detect.guards import begins_sentence, capitalised, technical_edge
from redactory.detect.names import is_ordinary
from redactory.detect.recognisers.honorifics import is_addressed

_CAPITAL_BEFORE = re.compile(r"(?<![\w-])([^\W\d_]+(?:['\u2019-][^\W\d_]+)?)\s{1,2}$")
_ACTS = re.compile(  # what follows a name and hardly the word it also is: `Will agreed`, not `Will it`
    r"^(?:\s(?:(?:only|also|never|already|just|then|now|still) )?(?:\w+ed|said|says|told|sent|wrote|took|got|went|came"
    r"|saw|found|made|left|ran|gave|has|had|is|was|will|would|can|cannot|can't|could|did|does|wants|needs|"
    r"thinks|here|sees"
    r"|read (?:it|them|the code)"
    r"|opens|logs|clicks|prints|tries|enters|types|starts|connects|receives|presses|scans|complains|prefers"
    r"|takes (?:over|part|care|leave|(?:the |a )?(?:seat|desk|place|day|room)|<)|"
    r"moves (?:to|next|from|in|into|out|desks?)|"
    r"suggests (?:to|that)|to (?:collect|pick up|return|confirm|call|bring|sign|order|approve|follow up|test|hand)"
    r"|asks|answers|brings|bringt|calls|confirms|decides|gets|knows|signs|sits|uses|works|writes|replies|from [A-Z])\b"
    r"|,\s(?:can|could|please|thanks|thank|are|do|did|have|will|would|your?|you'll|I|the|it|this|that|same|any|"
    r"here|just)\b|['\u2019]s\b"
    r"| \([A-Z]| (?:and|und|et|y|&) [A-Z][a-z]|\sreports (?:(?:that|it|an?|the|no)\b|[A-Z\d])|"
    r" or,? failing (?:that|him|her)\b)"
)


def hint_stands(text: str, start: int, end: int, surname: str, initial: str) -> int | None:
    """Where a name begins whose surname stands at `start` and whose account began with `initial`."""
    if not capitalised(text[start:end]) or technical_edge(text, start, end):
        return None
    before = _CAPITAL_BEFORE.search(text[max(0, start - 30) : start])
    if before and fold(before.group(1)).data.startswith(initial.encode()) and not _is_sentence_word(before.group(1)):
        return start - (len(before.group()))
    return None if is_ordinary(surname) or not lexicon.surname_bearers(surname) else start


def _is_sentence_word(word: str) -> bool:
    return is_ordinary(word.lower()) and not lexicon.is_given(word, certain=True)


def repeat_stands(text: str, start: int, end: int, entity: str) -> bool:
    """Whether a value found elsewhere in the record is meant here: by its case, and what it is glued to."""
    piece = text[start:end]
    if entity == "PERSON":
        return capitalised(piece) or not all(is_ordinary(token) for token in piece.lower().split())
    if entity == "USER":
        return not any(char.isspace() or char == "," for char in piece) and (piece.islower() or piece.isupper())
    if entity == "LOCATION":
        return capitalised(piece) and not (technical_edge(text, start, end) or begins_as_word(text, start, end))
    if entity in ("PHONE", "EMP_ID"):
        return not (text[start - 1 : start] in "-_./" and text[start - 2 : start - 1].isalnum() and start > 1) and not (
            text[end : end + 1] in "-_./" and text[end + 1 : end + 2].isalnum() and end < len(text)
        )
    return True


_GOES_ON = re.compile(
    r" (?!(?:offices?|sites?|branch|campus|hq|plant|depot|warehouse|headquarters|is|was|has|lost)\b)[a-z]", re.I
)
_TOWN_ZIPF = 4.0  # a town this frequent as a word (Zipf) is rather the word where a sentence begins


def begins_as_word(text: str, start: int, end: int) -> bool:
    """Whether a word that is a town elsewhere begins a sentence as the word it also is: `Mobile users`."""
    if lexicon.zipf(text[start:end]) < _TOWN_ZIPF or _GOES_ON.match(text, end) is None:
        return False
    return begins_sentence(text[max(0, start - 12) : start])


_DOCUMENT_AFTER = re.compile(
    r"[_-][\w-]{1,40}\.(?:pdf|docx?|odt|rtf|xlsx?|ods|pptx?|csv|txt|msg|eml|pst|zip|png|jpe?g|vcf)\b", re.IGNORECASE
)


# what people alone do, whatever word their name also is
_DEEDS = re.compile(
    r" (?:next to me|over there|(?:also |just |already |then |still )?(?:says?|said|thinks|thought|suspects|suspected|"
    r"explains|explained|mentions|mentioned|tells|told|asks|asked|wrote|writes|replied|answered|agreed|agrees|"
    r"promised|insists|"
    r"complains|complained|noticed|remembers|forgot|wants|phoned|emailed|showed me|fixed it|repaired it)|"
    r"needs an?\b|to (?:follow up|call back|confirm|check|arrange|chase)\b|went (?:on|home|to)|has the keys?|"
    r"is (?:on (?:leave|holiday|vacation|sick)|off today|out sick)|left for)\b"
    r"| and I\b|['\u2019]s (?:old|new|laptop|phone|machine|desk|mailbox|account|badge)\b"
    r"|['\u2019]s (?:second|other|own|private|personal|work|spare) (?:device|laptop|notebook|phone|mobile|machine|PC|"
    r"tablet|iPhone|iPad|screen|monitor|account|mailbox)\b"
)
_ASKED_BEFORE = re.compile(r"(?:^|[^\w])(?:can|could|did|does|should|will|would|let|has) $", re.I)
_ASKED_AFTER = re.compile(
    r" (?:log|sign|get|come|call|check|confirm|approve|try|send|see|use|please|have a|still|know|need|open|"
    r"reset|unlock|join|help|take|give|go|do|answered|arrived|left|ring|phone|text)\b"
)
_WHEN_BEFORE = re.compile(r"\b(?:when|since|because|after|before|until|while|whether|unless|once) $", re.I)
_WHEN_AFTER = re.compile(
    r" (?:\w{2,}ed|(?:logs|signs) (?:on|in|off)|went|left|came|got|took|saw|was|had|sent|told|said)[ ,]"
)


_ADDRESSED = re.compile(
    r", (?:can|could|please|pls|for|i|we|you|the|this|that|do|did|have|are|is|if|as|since|thanks|sorry|just|when|what|"
    r"which|where|how|no|yes|it)\b", re.I,
)


def acts(text: str, start: int, end: int, *, given: bool = True) -> bool:
    """Whether the capitalised word at `start` to `end` does what people do: `can Sandy log in`, `when Earl fixed it`.

    A surname (`given` False) must do what nothing else does.
    """
    if not text[start].isupper() or text[start:end].isupper() or technical_edge(text, start, end):
        return False
    before, after = text[max(0, start - 12) : start], text[end : end + 24]
    if _DEEDS.match(after) or not given:
        return _DEEDS.match(after) is not None
    if _ADDRESSED.match(after) and _LINE_BEFORE.search(before):
        return True
    if _ASKED_BEFORE.search(before):
        return _ASKED_AFTER.match(after) is not None
    return _WHEN_BEFORE.search(before) is not None and _WHEN_AFTER.match(after) is not None


def in_file_name(text: str, start: int, end: int, value: str) -> bool:
    """`Okafor_contract.pdf`: the name of a document begins with somebody's."""
    if text[end : end + 1] not in ("_", "-") or _DOCUMENT_AFTER.match(text, end) is None:
        return False
    piece, left = text[start:end], text[start - 1 : start] if start else " "
    written = capitalised(piece) or piece.islower() and len(value) > 3 and not is_ordinary(value)
    return written and left in " \t\n\x00\"'(/\\"


def part_stands(text: str, start: int, end: int, value: str) -> bool:
    """Whether a first name or surname at `start` is the person's: its case, its place, what it is glued to."""
    piece = text[start:end]
    if is_cjk(piece[0]):
        return len(piece) > 1
    before, after = around(text, start, end, 24)
    if _SEARCHED_BEFORE.search(before):
        return capitalised(piece)
    if technical_edge(text, start, end) or (before[-1:] and before[-1:] in "-=$%&?"):
        return False
    if before.endswith("& ") or after.startswith(" &"):
        return False  # a part of a company's name
    hyphened = after[:1] in ("-", "\u2010", "\u2011") and after[1:2].isalpha()
    if after[:1] and after[:1] in "=(\\" or hyphened and not is_addressed(text, start, end):
        return False
    ordinary = piece.isascii() and is_ordinary(value)
    if not capitalised(piece):
        if not piece.islower() or not ordinary and len(piece) > 3:
            return piece.islower()
        if _LOWER_LINE_BEFORE.search(before) and _LOWER_ACTS.match(after):  # chats: `rose said ok`
            return True
        if _SPOKEN_TO_BEFORE.search(before) is None:
            return False
        if not ordinary or _SPOKEN_TO_AFTER.match(after):  # `thx hunter`, `ask april, she knows`
            return True
        return lexicon.zipf(value) < EVERYDAY_ZIPF and _TOLD_AFTER.match(after) is not None  # `tell rose its fixed`
    if not ordinary:
        return len(piece) > 3 or not piece.isupper() or _row_stands(before, after)
    acts = _ACTS.match(after) is not None
    if piece.isupper():
        return acts and not text.isupper() or _row_stands(before, after)
    if _ALONE_BEFORE.search(before) and _ALONE_AFTER.match(after):
        return True
    if _SIGNED_OFF_BEFORE.search(before) and _SIGNED_OFF_AFTER.match(after):  # `Thanks! Bill. We asked`
        return True
    if _SIGNED_BEFORE.search(before) and after[:1] == " " and after[1:2].isupper():
        return True
    if _ASKED_BEFORE.search(before) and _ASKED_AFTER.match(after):
        return True
    if begins_sentence(before[-12:]):
        return acts or _LINE_BEFORE.search(before) is not None and after.startswith(": ")
    return acts or lexicon.zipf(value) < FUNCTION_WORD_ZIPF + 1.0 or _LOWER_WORD_BEFORE.search(before) is not None


# `MOON, OKAFOR: same fault`: surnames in a row, of whom something is said
_ROW = r"[A-Z\u00c0-\u00de\u0100-\u024f\u1e00-\u1eff]['\u2019A-Z\u00c0-\u00de\u0100-\u024f\u1e00-\u1eff-]+"
_ROW_BEFORE = re.compile(rf"(?:^|[\n\x00]|[.!?] )(?:{_ROW}, ){{0,3}}$")
_ROW_AFTER = re.compile(rf"(?:, {_ROW}){{0,3}}: [a-z]")


def _row_stands(before: str, after: str) -> bool:
    """Whether a name in capitals is one of a row of them that opens a sentence."""
    return (before.endswith(", ") or after.startswith(", ")) and bool(
        _ROW_BEFORE.search(before) and _ROW_AFTER.match(after)
    )


_SIGNED_OFF_BEFORE = re.compile(
    r"(?i)\b(?:thanks|thank you|thx|cheers|danke|merci|regards|gru\u00df|gr\u00fc\u00dfe|lg|mvh)[.!,]? $"
)
_SIGNED_OFF_AFTER = re.compile(r"\.?(?:[ \t]*(?:[\n\x00|]|$)| (?:cc:|[A-Z]))")
_SIGNED_BEFORE = re.compile(r"[.!?)] (?:-|\u2013|\u2014) $")  # what follows is another text
_SPOKEN_TO_BEFORE = re.compile(
    r"(?:^|[^\w])(?:hi|hey|hello|hiya|thx|thanks|ty|cheers|sorry|ask|asked|asking|tell|told|ping|pinged|pinging|poke|"
    r"cc|bye|lol|morning|night|welcome)[ ,]{1,2}$", re.I,
)
_SPOKEN_TO_AFTER = re.compile(
    r"\s*(?:[!,.?;\n\x00]|$)| (?:and|or|to|if|about|please|pls|plz|said|says|she|he|they|can|could|did|for|again)\b"
)
_TOLD_AFTER = re.compile(r" (?:it'?s|that|the|we|i|i'?m|my|our|not|what|when|where|how)\b", re.I)
_LOWER_LINE_BEFORE = re.compile(r"(?:^|[\n\x00]|[.!?,] |\b(?:and|but|so|because|when) )$")
_LOWER_ACTS = re.compile(r" (?:said|says|told|thinks|wants|wanted|asked|asks|replied|wrote|knows|confirmed)\b")
_SEARCHED_BEFORE = re.compile(
    r"(?:[?&](?:q|query|search|name|term|s)|\b(?:spoken[_-]?to|talked[_-]?to|called|caller|contact|informed|"
    r"(?:reported|requested|approved|confirmed|opened)[_-]?by|(?:first|given|last)[_-]?name|approver|assignee))=[\"']?$"
)
_LINE_BEFORE = re.compile(r"(?:^|[\n\x00])\s*(?:[-*\u2022>] )?$")
_LOWER_WORD_BEFORE = re.compile(r"(?:^|[\s(\"'])[a-z]+,? $")
# by itself in a line or a cell, or the last word behind a sentence: `...when you are back. Joy`
_ALONE_BEFORE = re.compile(
    r"(?:(?:^|[\n\x00|;\t\"])[ \t]*|[.!?)>] (?:- ?)?|,\n|[a-z\u00df-\u00ff], |[\u2013\u2014-] )$"
)
_ALONE_AFTER = re.compile(r"[,.!?]?[ \t]*(?:$|[\n\x00|;\t\"])")
