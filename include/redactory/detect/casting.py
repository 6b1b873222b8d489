"""The cast of one record, and where it is meant again: in every text of it, whoever was found in one."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Collection, Sequence
from itertools import accumulate

from redactory.detect.fold import SEPARATOR, fold, folded
from redactory.detect.identity import IdentityLayer, Match
from redactory.detect.names import read_name
from redactory.detect.products import holds
from redactory.detect.references import Cast, References
from redactory.detect.spans import IDENTITY, KeepSpan, Span
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

    def refer(
        self,
        record: Sequence[TextField],
        texts: Sequence[str],
        matches: Sequence[Sequence[Match]],
        found: Sequence[list[Span]],
        keeps: Sequence[Sequence[KeepSpan]],
    ) -> None:
        """Adds the second references of one record to `found`, a list for each of its `texts`."""
        cast = self._cast(record, texts, matches, found, keeps)
        if not cast or not texts:
            return
        source = fold(SEPARATOR.join(texts))
        starts = [0, *accumulate(len(text) + 1 for text in texts)]
        for span in self._references.find(source, cast):
            if span.entity in self._redacted:
                index = bisect_right(starts, span.start) - 1
                base = starts[index]
                found[index].append(
                    Span(span.start - base, span.end - base, span.entity, span.layer, span.rule, span.score)
                )

    def people(self, record: Sequence[TextField], matches: Sequence[Sequence[Match]]) -> list[str]:
        """What the directory and the record's own fields call the people of one record, in no order."""
        known, own = self._known(record, matches)
        return [*(self._identity.names[person] for person in known), *(field.text for field in own)]

    def _known(
        self, record: Sequence[TextField], matches: Sequence[Sequence[Match]]
    ) -> tuple[set[int], list[TextField]]:
        """The people Layer 1 found in a record or in its own account and declared fields, and those fields."""
        people = {person for struck in matches for match in struck for person in match.people}
        own = [f for f in record if f.account or (f.listing == "entity" and f.entity in self._redacted)]
        for struck in self._identity.matches([field.text for field in own]) if own else ():
            people.update(person for match in struck for person in match.people)
        return people, [field for field in own if not self._tokens.is_one(field.text)]

    def _cast(
        self,
        record: Sequence[TextField],
        texts: Sequence[str],
        matches: Sequence[Sequence[Match]],
        found: Sequence[list[Span]],
        keeps: Sequence[Sequence[KeepSpan]],
    ) -> Cast:
        cast, references = Cast(), self._references
        people, own = self._known(record, matches)
        for field in own:
            references.add_seed(cast, field.text, field.entity)
        for text, hits in zip(texts, matches, strict=True):
            for match in hits:
                if match.kind is Kind.USER and match.span.entity == "USER":
                    references.add_account(cast, folded(text[match.span.start : match.span.end]))
        for person in people:
            references.add_person(cast, self._identity.names[person])
        for text, spans, held in zip(texts, found, keeps, strict=True):
            for span in spans:
                if span.layer > IDENTITY and not any(
                    k.start < span.end and k.end > span.start and holds(k.rule, span.entity) for k in held
                ):
                    references.add_found(cast, span.entity, text[span.start : span.end])
                elif span.layer == IDENTITY and span.entity == "PERSON" and not people:
                    name = read_name(text[span.start : span.end])
                    if name is not None and name.given:
                        references.add_name(cast, name)
        return cast
