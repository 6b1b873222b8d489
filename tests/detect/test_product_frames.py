"""What frames of products and vendors promise: a cue wherever they match, one definition of a name."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from redactory.detect import product_patterns, vendor_patterns
from redactory.detect.product_frames import Frame

CASES = Path(__file__).parent.parent / "cases"


def frames() -> list[Frame]:
    tables = [*vars(product_patterns).values(), *vars(vendor_patterns).values()]
    return [frame for table in tables if isinstance(table, tuple) for frame in table if isinstance(frame, Frame)]


def strings(value: Any) -> list[str]:
    if isinstance(value, dict):
        return [text for part in value.values() for text in strings(part)]
    if isinstance(value, list):
        return [text for part in value for text in strings(part)]
    return [value] if isinstance(value, str) else []


def test_where_a_frame_matches_its_cue_does() -> None:
    files = [yaml.load(path.read_bytes(), yaml.BaseLoader) for path in sorted(CASES.glob("*.yaml"))]
    texts = sorted(set(strings(files)))
    matched = 0
    for frame in frames():
        for text in texts:
            if frame.compiled.is_in(text):
                matched += 1
                assert frame.cue.is_in(text), frame.compiled.pattern
    assert matched > 300


def test_every_frame_has_a_cue_of_its_own_and_names_a_value() -> None:
    found = frames()
    assert len(found) > 80
    assert all("value" in frame.compiled.groupindex for frame in found)
    assert all(frame.cue.pattern != frame.compiled.pattern for frame in found)
