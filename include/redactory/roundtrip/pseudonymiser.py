"""A policy over a directory, ready for sessions: what finds values in texts, and what writes their tokens.

One is shared by many sessions and may be called from several threads; detection runs one call at a time.
"""

from __future__ import annotations

import threading
from collections.abc import Iterable, Sequence

from redactory.detect.accounts import ORG, require_accounts
from redactory.detect.detector import Detector
from redactory.detect.spans import Span
from redactory.directory.model import Snapshot
from redactory.policy.model import Policy
from redactory.policy.transforms import TransformRule
from redactory.records.model import TextField
from redactory.roundtrip.tokens import Sent
from redactory.transform import Operator, operator_for
from redactory.transform.keys import SurrogateKeys
from redactory.transform.ordinal import LINKED, Ordinal

LITERAL = "LITERAL"  # entity of a text that reads like one of our tokens and is the author's own
ONE_WAY = frozenset(("mask", "remove", "generalise"))  # the policy does not want these values back
_ORDINAL = TransformRule(transform="ordinal")


class Pseudonymiser:
    """Building one may load models: keep it.

    An entity whose transform is `surrogate` or `ordinal` is written so; `mask`, `remove` and `generalise` are done as
    the policy says, and their values do not come back; every other entity becomes an ordinal, `[PERSON_1]`.

    Args:
        policy: what is found and how it is written.
        snapshot: the directory; None leaves Layer 1 empty.
        keys: for entities the policy replaces by surrogates.
        ner: None follows the policy, False leaves Layer 3 out.

    Raises:
        PolicyError: the policy redacts organisations, and nothing could find one.
    """

    def __init__(
        self,
        policy: Policy,
        snapshot: Snapshot | None = None,
        *,
        keys: SurrogateKeys | None = None,
        ner: bool | None = None,
    ) -> None:
        self.policy = policy
        accounts = snapshot.accounts if snapshot else ()
        require_accounts(policy, accounts)
        self._detector = Detector(policy, snapshot.people if snapshot else (), ner=ner, accounts=accounts)
        self._one_call = threading.Lock()  # the layers keep caches that are not made for several threads
        redacted = [entity for entity, rule in policy.entities.items() if rule.decision == "redact"]
        self.ordinals = {
            entity: Ordinal(entity, policy.token(entity), _ORDINAL, linked=policy.identity.link) for entity in redacted
        }
        self.operators = {entity: self._operator(entity, keys) for entity in redacted}
        self.labels = frozenset((*map(policy.label, redacted), LITERAL))
        options = (policy.entities[entity].ordinal for entity in redacted)
        self.widths = frozenset(option.width for option in options if option and option.width)

    def subject(self, span: Span) -> str | None:
        """Who is meant, where the policy has one token for all their names. A key, no value."""
        return span.subject if self.policy.identity.link or span.entity == ORG else None

    def series(self, label: str) -> str:
        """The series of numbers the ordinals of `label` are taken from."""
        return LINKED if self.policy.identity.link and label != LITERAL else label

    def record(self, texts: Sequence[str], known: Iterable[Sent]) -> list[TextField]:
        """Texts as one record for `detect`, with the values its session knows, so that those are found again."""
        seeds = (
            TextField(f"known[{index}]", item.value, "keep", item.entity, account=True)
            for index, item in enumerate(known)
            if item.entity != LITERAL
        )
        return [*(TextField(f"text[{index}]", text, "text") for index, text in enumerate(texts)), *seeds]

    def detect(self, records: Sequence[Sequence[TextField]]) -> list[list[list[Span]]]:
        """Spans of every field of every record, as `Detector.detect`."""
        with self._one_call:
            return self._detector.detect(records)

    def _operator(self, entity: str, keys: SurrogateKeys | None) -> Operator:
        transform = self.policy.entities[entity].transform
        if transform in ONE_WAY or transform in ("surrogate", "ordinal"):
            return operator_for(self.policy, entity, keys=keys)
        return self.ordinals[entity]
