"""The first pass over an object, before its rows are redacted: which device schemes it shows by itself.

Everyone who redacts a part of the object is given what this pass found, so how it is cut changes nothing.
"""

from __future__ import annotations

from typing import BinaryIO

from redactory.detect.observed import Schemes
from redactory.detect.observing import observer_for
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import Row, Shape, open_reader

ENOUGH = 32_000_000  # characters of text that are looked at: every scheme in use shows long before


def observed(source: BinaryIO, shape: Shape, policy: Policy, matcher: FieldMatcher) -> Schemes:
    """The device schemes of `source`; none where the policy does not ask. It is read from its start, once.

    Raises RecordError where the object as a whole cannot be read.
    """
    observer = observer_for(policy)
    if observer is None:
        return Schemes()
    seen = 0
    for row in open_reader(source, shape, matcher):
        if isinstance(row, Row):
            observer.look(row.fields)
            seen += sum(len(field.text) for field in row.fields)
            if seen >= ENOUGH:
                break
    return observer.schemes()
