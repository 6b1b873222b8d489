"""What telephones, tablets and Macs call themselves after their owner: `Annas-MacBook-Pro.local`, `iPhone von Anna`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_given, zipf
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import Found, before, bounded, pattern
from redactory.detect.recognisers.device_owners import any_owner, dotted_owner, is_owner, named_after

_OWNED = pattern(
    r"([\pL][\pL.'\x{2019}-]*?s?['\x{2019}]?s?)[-_]((?:(?:iphone|ipad)(?:[-_](?:air|mini|plus|pro|max|se))*|macbook(?:[-_](?:pro|air))?|imac|mbp|"
    r"galaxy(?:-\w+)?|pixel(?:-\w+)?|pc|laptop|thinkpad|chromebook|surface|watch|android|phone|air|mini|"
    r"mac[-_](?:mini|studio)|"
    r"s\d\d(?:-(?:ultra|plus|fe))?|z-(?:flip|fold))(?:[-_]?\d{1,3})?"
    r"(?:\.(?:local|lan|home)\d{0,3})?)"
)
# what telephones and Macs call themselves after their owner, in the languages of their makers
_NAMED_AFTER = pattern(
    r"(?:iphone|ipad|macbook(?:[-_](?:pro|air))?|imac|mac[-_](?:mini|studio)|galaxy|pixel)[-_]"
    r"(?:von|de|di|da|do|van|of|av|af|d|u(?:z|\x{17c})ytkownika)[-_]"
    r"[\pL][\pL'\x{2019}-]+(?:\.local|\.lan|\.home)?"
)
# as the settings show it: `iPhone von Anna`, and `Anna's iPhone` where it is called a device
_SPACED = pattern(
    r"(?:(?:iPhone|iPad|iMac|Mac ?[Mm]ini|MacBook(?: Pro| Air)?|(?:Galaxy|Pixel)(?: \w+){0,2}) "
    r"(?:von|de|di|van|av|af|do) (\p{Lu}\p{L}+)|\p{Lu}\p{L}+['\x{2019}]s "
    r"(?:iPhone|iPad|iMac|Mac ?[Mm]ini|MacBook(?: Pro| Air)?|Apple Watch|Galaxy(?: \w+)?|Pixel(?: \w+)?|"
    r"S\d\d(?: Ultra|\+)?)(?: \(\d\))?)",
    ignore_case=False,
)
_PERSONAL_KIND = re.compile(
    r"(?:iphone|ipad|macbook|imac|mbp|watch|galaxy|pixel|android)|.*\.(?:local|lan|home)\d{0,3}$", re.IGNORECASE
)
_WORD_ZIPF = 4.5  # a name this frequent is a word as well
_QUOTES = "\"'([=:`\u201c"


def after_owners(text: str) -> Iterator[tuple[int, int, float]]:
    """(start, end, score) of names whose words hyphens join."""
    for match in _OWNED.finditer(text):
        owner, kind = match.group(1), match.group(2)
        named = _PERSONAL_KIND.match(kind) and (any_owner(owner) or named_after(owner.replace("-", "")))
        if is_owner(owner) or named or dotted_owner(owner):
            yield *match.span(), 0.9
    for match in _NAMED_AFTER.finditer(text):
        yield *match.span(), 0.85


def in_settings(text: str) -> Iterator[Found]:
    """Names with spaces, as settings and consoles show them."""
    for match in _SPACED.finditer(text):
        start, end = match.span()
        if bounded(text, start, end) and _is_name(text, start, match.group(1)):
            yield Found(start, end, 0.85)


def _is_name(text: str, start: int, owner: str) -> bool:
    """`iPhone von Anna` is one anywhere, `Anna's iPhone` where it is called a device and set apart."""
    if owner:
        return is_given(owner) and zipf(owner) < _WORD_ZIPF or is_given(owner, certain=True)
    lead = before(text, start, device_context.WINDOW)
    return lead.rstrip(" ")[-1:] in _QUOTES and (device_context.called(lead) or device_context.hosts(lead))
