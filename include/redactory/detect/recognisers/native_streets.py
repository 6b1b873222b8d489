"""Streets in their own script: `ул. Зорина, д. 7, кв. 12`, `青石路88号`, `緑区若葉台3-14-2`, `새롬로 45`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.recognisers.addresses import with_parts
from redactory.detect.recognisers.base import Found, bounded

_HAN = "\u3005\u3400-\u4dbf\u4e00-\u9fff"
_KANA = "\u3041-\u30ff"
_HANGUL = "\uac00-\ud7a3"
_UPPER, _LOWER = "\u0400-\u042f", "\u0430-\u045f"
_NAME = f"[{_UPPER}][{_UPPER}{_LOWER}.'\u2019-]+"
# street, avenue, boulevard, lane, embankment, square, highway in Russian, Ukrainian and Bulgarian
_KINDS = (
    "ул(?:ица)?|вул(?:иця)?|пр(?:осп(?:ект)?)?|пр-т|пр-кт|бул(?:ьвар)?|б-р|пер(?:еулок)?|пров(?:улок)?|наб(?:ережная)?|"
    "пл(?:ощадь)?|площа|ш(?:оссе)?"
)
_HOUSE = "(?:(?:д(?:ом)?|буд|бл|№)\\.? ?)?\\d{1,4}(?:[а-г](?!\\w))?(?:/\\d{1,3})?"
_FLATS = "(?:,? (?:корп|стр|кв|оф|ап|вх|эт|к)\\.? ?\\d{1,4}){0,3}"
_CYRILLIC = (
    f"(?:{_KINDS})\\.? (?:\\d{{1,2}}-[{_LOWER}]{{1,2}} )?(?:[{_LOWER}]+\\.? )?{_NAME}(?: {_NAME})?,? {_HOUSE}{_FLATS}"
    f"(?:, (?:[гмс]\\. ?)?{_NAME}(?=\\s*(?:[,;)\\n]|$)))?"  # the town
)
# road or lane, number, perhaps the flat
_CHINESE = f"[{_HAN}]{{2,24}}[路街道巷弄段] ?\\d{{1,5}} ?[号號](?:(?:\\d{{1,4}}|[{_HAN}A-Z]){{1,8}}[室楼樓层])?"
# town or ward, quarter, then block and house
_JAPANESE = (
    f"[{_HAN}{_KANA}]{{1,12}}[都道府県市区町村郡][{_HAN}{_KANA}]{{1,12}} ?"
    "(?:\\d{1,2}丁目\\d{1,3}(?:番地?|-)?(?:\\d{1,3}号?)?|\\d{1,4}(?:[-\u2212\uff0d]\\d{1,4}){1,2}|\\d{1,4}番地)"
)
# province, town or district, street and number
_KOREAN = (
    f"(?:[{_HANGUL}]{{1,8}}[시도구군] ){{1,3}}[{_HANGUL}\\d]{{1,10}}[로길](?: ?\\d{{1,3}}번?길)? ?"
    "\\d{1,4}(?:-\\d{1,4})?"
)
_STREET = re.compile("|".join((_CYRILLIC, _CHINESE, _JAPANESE, _KOREAN)))


def native_streets(text: str) -> Iterator[Found]:
    """Streets with their numbers in Cyrillic, Han, kana and Hangul, with the parts of an address that follow."""
    if text.isascii():
        return
    for match in _STREET.finditer(text):
        start, end = match.span()
        if match.group()[0] > _LOWER[-1] or bounded(text, start, end):
            yield Found(start, with_parts(text, end), 0.8)
