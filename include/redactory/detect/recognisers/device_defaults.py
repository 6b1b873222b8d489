"""What telephones, tablets and Macs call themselves after their owner: `Annas-MacBook-Pro.local`, `iPhone von Anna`."""

from __future__ import annotations

import re
from collections.abc import Iterator

from redactory.detect.lexicon import is_given, zipf
from redactory.detect.recognisers import device_context
from redactory.detect.recognisers.base import Found, before, bounded, found, pattern
from redactory.detect.recognisers.device_owners import RARE, any_owner, dotted_owner, is_owner, named_after

_OWNED = pattern(
    r"([\pL][\pL.'\x{2019}-]*?s?['\x{2019}]?s?)[-_]((?:(?:iphone|ipad)(?:[-_](?:air|mini|plus|pro|max|se))*|macbook(?:[-_](?:pro|air))?|imac|mbp|"
    r"(?:galaxy|pixel|xperia|redmi|oneplus)(?:-\w+){0,3}|pc|laptop|thinkpad|chromebook|surface|watch|android|phone|air|mini|"
    r"mac[-_](?:mini|studio)|"
    r"s\d\d(?:-(?:ultra|plus|fe))?|z-(?:flip|fold))(?:[-_]?\d{1,3})?"
    r"(?:\.(?:local|lan|home)\d{0,3})?)"
)
_PHONE = (
    r"(?:iphone|ipad|macbook(?:[-_](?:pro|air))?|imac|mac[-_](?:mini|studio)|galaxy|pixel|xperia|huawei|honor|xiaomi|redmi|"
    r"poco|oneplus|oppo|realme|vivo|nokia|moto|motorola|fairphone|nothing|watch)(?:[-_](?:\w{1,3}|pro|lite|ultra|plus|mini|max|"
    r"note|nord|edge|fold|flip|phone|tab))*|s\d\d(?:[-_](?:ultra|plus|fe))?|z[-_](?:flip|fold)\d?"
)
# what telephones and Macs call themselves after their owner, in the languages of their makers
_NAMED_AFTER = pattern(
    rf"(?:{_PHONE})[-_](?:von|de|di|da|do|del|van|of|av|af|d|til|fra|tilh\x{{f8}}rer|u(?:z|\x{{17c}})ytkownika)[-_]"
    r"([\pL][\pL'\x{2019}-]+)(?:\.local|\.lan|\.home)?"
)
_BEFORE_NAME = pattern(rf"(?:{_PHONE})[-_](\p{{Lu}}\p{{Ll}}+)")  # `OnePlus-Nord-Ingrid`
# what Linux offers behind an account: `jdoe-Latitude-5440`, `jdoe-ThinkPad-T14-Gen-3`
_BEFORE_MODEL = pattern(
    r"([a-z][a-z.]+\d{0,2})-(?:(?:ThinkPad|ThinkCentre|ThinkBook|IdeaPad|Legion|Yoga|Latitude|Precision|XPS|Inspiron|Vostro|"
    r"OptiPlex|EliteBook|ProBook|ZBook|Pavilion|Spectre|Envy|ZenBook|VivoBook|Aspire|Swift|MacBookPro|MacBookAir|Surface|"
    r"HP|Dell|Lenovo|ASUS|Acer|MS|System|Virtual|VirtualBox|VMware|NUC)[\w.]*)(?:-\w+){0,5}",
    ignore_case=False,
)
# Intune's own template: account, kind, and when it was enrolled
_ENROLLED = pattern(
    r"[\pL\d][\pL\d.'-]*_(?:Windows|Android\w{0,12}|iPhone|iPad|iOS|Mac\w{0,3}|Linux)_\d{1,2}/\d{1,2}/\d{4}"
    r"(?:[_ ]\d{1,2}:\d{2}(?: [AP]M)?)?"
)
_MAKERS = frozenset(("acer", "apple", "asus", "dell", "hp", "lenovo", "medion", "microsoft", "msi", "samsung"))
# as the settings show it: `iPhone von Anna`, and `Anna's iPhone` where it is called a device
_SPACED = pattern(
    r"(?:(?:iPhone|iPad|iMac|Mac ?[Mm]ini|MacBook(?: Pro| Air)?|"
    r"(?:Galaxy|Pixel|Redmi|OnePlus|Xperia|Huawei|Xiaomi|Moto|Nokia)(?: \w+){0,3}|S\d\d(?: Ultra|\+| FE)?) "
    r"(?:von|de|di|da|del|van|av|af|do|til) (\p{Lu}\p{L}+)|\p{Lu}\p{L}+['\x{2019}]s "
    r"(?:iPhone|iPad|iMac|Mac ?[Mm]ini|MacBook(?: Pro| Air)?|Apple Watch|Galaxy(?: \w+)?|Pixel(?: \w+)?|"
    r"S\d\d(?: Ultra|\+)?)(?: \(\d\))?)",
    ignore_case=False,
)
_PERSONAL_KIND = re.compile(
    r"(?:iphone|ipad|macbook|imac|mbp|watch|galaxy|pixel|android)|.*\.(?:local|lan|home)\d{0,3}$", re.IGNORECASE
)
_UNCOMMON = 4.0  # a first name rarer than this is no word behind a telephone's model
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
        owner = match.group(1)
        if owner[0].isupper() or is_given(owner) or zipf(owner) < RARE:
            yield *match.span(), 0.85
    for match in _BEFORE_NAME.finditer(text):
        if is_given(match.group(1)) and zipf(match.group(1)) < _UNCOMMON:
            yield *match.span(), 0.85
    for match in _BEFORE_MODEL.finditer(text):
        owner = match.group(1)
        if owner not in _MAKERS and (is_owner(owner.rstrip("0123456789")) or dotted_owner(owner)):
            yield *match.span(), 0.85


def in_settings(text: str) -> Iterator[Found]:
    """Names with spaces, as settings and consoles show them."""
    if "/" in text:
        yield from (found(match, 0.9) for match in _ENROLLED.finditer(text) if bounded(text, *match.span()))
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
