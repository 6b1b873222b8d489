"""The forms a corpus can be published in, of one policy: one marker for all, typed tokens, keyed surrogates.

Questions are put through the same redaction as the chunks: who asks about a customer gets that customer's token.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable, Sequence
from dataclasses import replace

from redactory.detect.accounts import ORG
from redactory.directory.model import Snapshot
from redactory.policy.model import EntityRule, Policy
from redactory.records.model import TextField
from redactory.records.splice import spliced
from redactory.redact.engine import Redactor, RowInput
from redactory.retrieval.model import Chunk, Question
from redactory.transform.keys import SurrogateKey, SurrogateKeys

RAW = "raw"
MARKER = "<REDACTED>"
Rewrite = Callable[[Sequence[str]], list[str]]


def forms(
    policy: Policy, snapshot: Snapshot | None, *, keys: SurrogateKeys | None = None, ner: bool | None = None
) -> dict[str, Rewrite]:
    """What each form makes of texts, by its name; the raw one comes first.

    Where the snapshot holds accounts and the policy says nothing of organisations, they are replaced too. Without
    `keys` surrogates are made under a key of this measurement's own: which one it is does not change a ranking.
    """
    entities = dict(policy.entities)
    if snapshot and snapshot.accounts:
        entities.setdefault(ORG, EntityRule())
    keys = keys or SurrogateKeys((SurrogateKey("measurement", secrets.token_bytes(32)),))

    def form(**changes: object) -> Rewrite:
        changed = {name: rule.model_copy(update=changes) for name, rule in entities.items()}
        plain = policy.fields.model_copy(update={"transforms": {}})
        redactor = Redactor(
            policy.model_copy(update={"entities": changed, "fields": plain}), snapshot, keys=keys, ner=ner
        )
        return lambda texts: redacted(redactor, texts)

    return {
        RAW: list,
        "one marker": form(transform="token", token=MARKER),
        "typed tokens": form(transform="token"),
        "keyed surrogates": form(transform="surrogate"),
    }


def redacted(redactor: Redactor, texts: Sequence[str]) -> list[str]:
    """Each text as free text of a record of its own."""
    rows = [RowInput(n, (TextField("text", text, "text"),), ()) for n, text in enumerate(texts, start=1)]
    results = redactor.redact(rows)
    return [
        spliced(text, len(text), result.edits[0], None, str) if result.edits.get(0) else text
        for text, result in zip(texts, results, strict=True)
    ]


def in_form(
    rewrite: Rewrite, chunks: Sequence[Chunk], questions: Sequence[Question]
) -> tuple[list[Chunk], list[Question]]:
    """Chunks and questions with their texts rewritten."""
    texts = rewrite([*(chunk.text for chunk in chunks), *(question.text for question in questions)])
    return (
        [replace(chunk, text=text) for chunk, text in zip(chunks, texts, strict=False)],
        [replace(q, text=text) for q, text in zip(questions, texts[len(chunks) :], strict=True)],
    )


