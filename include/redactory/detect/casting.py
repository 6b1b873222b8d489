"""The cast of one record, and where it is meant again: in every text of it, whoever was found in one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate

from redactory.detect.fold import SEPARATOR, fold, folded
from redactory.detect.identity import IdentityLayer
from redactory.detect.names import read_name
from redactory.detect.product_frames import holds
from redactory.detect.reading import Reading
from redactory.detect.references import Cast, References
from redactory.detect.spans import IDENTITY, Span
from redactory.detect.tokens import OwnTokens
from redactory.detect.variants import Kind
from redactory.policy.model import Policy
from redactory.records.model import TextField


class Casting:
    """Second references of a record, over the people `identity` knows.

    `redacted` are the entities the policy redacts; a token in the place of a value is nobody.
    """

    def __init__(self, policy: Policy, identity: IdentityLayer, tokens: OwnTokens, redacted: Collection[str]) -> None:
        self._references = References(nicknames=policy.identity.nicknames, usernames=policy.identity.usernames)
        self._identity, self._tokens, self._redacted = identity, tokens, redacted

    def refer(self, record: Sequence[TextField], readings: Sequence[Reading]) -> None:
        """Adds the second references of one record to what is found in its texts."""
        cast = self._cast(record, readings)
        if not cast or not readings:
            return
        source = fold(SEPARATOR.join(reading.text for reading in readings))
        starts = [0, *accumulate(len(reading.text) + 1 for reading in readings)]
        for span in self._references.find(source, cast):
            if span.entity in self._redacted:
                index = bisect_right(starts, span.start) - 1
                base = starts[index]
                readings[index].found.append(
                    Span(span.start - base, span.end - base, span.entity, span.layer, span.rule, span.score)
                )

    def people(self, record: Sequence[TextField], readings: Sequence[Reading]) -> list[str]:
        """What the directory and the record's own fields call the people of one record, in no order."""
        known, own = self._known(record, readings)
        return [*(self._identity.names[person] for person in known), *(field.text for field in own)]

    def _known(self, record: Sequence[TextField], readings: Sequence[Reading]) -> tuple[set[int], list[TextField]]:
        """The people Layer 1 found in a record or in its own account and declared fields, and those fields."""
        people = {person for reading in readings for match in reading.matches for person in match.people}
        own = [f for f in record if f.account or (f.listing == "entity" and f.entity in self._redacted)]
        for struck in self._identity.matches([field.text for field in own]) if own else ():
            people.update(person for match in struck for person in match.people)
        return people, [field for field in own if not self._tokens.is_one(field.text)]

    def _cast(self, record: Sequence[TextField], readings: Sequence[Reading]) -> Cast:
        cast, references = Cast(), self._references
        people, own = self._known(record, readings)
        for field in own:
            references.add_seed(cast, field.text, field.entity)
        for reading in readings:
            for match in reading.matches:
                if match.kind is Kind.USER and match.span.entity == "USER":
                    references.add_account(cast, folded(reading.text[match.span.start : match.span.end]))
        for person in people:
            references.add_person(cast, self._identity.names[person])
        for reading in readings:
            for span in reading.found:
                if span.layer > IDENTITY and not any(
                    k.start < span.end and k.end > span.start and holds(k.rule, span.entity) for k in reading.held
                ):
                    references.add_found(cast, span.entity, reading.text[span.start : span.end])
                elif span.layer == IDENTITY and span.entity == "PERSON" and not people:
                    name = read_name(reading.text[span.start : span.end])
                    if name is not None and name.given:
                        references.add_name(cast, name)
        return cast
