"""Speed of the layers: against Presidio, against the bare model, against reading and writing."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import Any

import orjson

from redactory.bench.model import Ratio, faster, seconds, slower
from redactory.bench.texts import Tickets, batches
from redactory.detect.detector import Detector
from redactory.detect.models import engine
from redactory.detect.ner import EVERYTHING
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import TextField, shape_of
from redactory.redact.engine import Redactor
from redactory.redact.objects import redact_object
from redactory.redact.observe import observed
from redactory.redact.runners import InProcess

_BATCH = 128  # texts a call of Presidio and of the model
_ROWS = 64  # records a call of ours
_PRESIDIO = ["PERSON", "EMAIL_ADDRESS", "PHONE_NUMBER", "IP_ADDRESS", "LOCATION"]


def against_models(
    policy: Policy, tickets: Tickets, warm: Tickets, sentences: int, rows: int
) -> list[Ratio]:
    """Three layers against Presidio and against the bare model, on distinct texts and on tickets as they come."""
    model = _Model(policy)
    distinct, as_they_come = tickets.distinct_sentences(sentences), tickets.texts(rows)
    model.presidio(warm.texts(5))
    model.bare(warm.texts(5))
    ours_distinct = _ours(policy, tickets, warm, [[TextField("", text, "text")] for text in distinct])
    ours_tickets = _ours(policy, tickets, warm, [row.fields for row in tickets.rows[:rows]])
    asking = policy.model_copy(
        update={"ner": policy.ner.model_copy(update={"options": {**policy.ner.options, "read": EVERYTHING}})}
    )
    asking_all = _ours(asking, tickets, warm, [row.fields for row in tickets.rows[:rows]])
    bare, presidio = seconds(lambda: model.bare(distinct)), seconds(lambda: model.presidio(distinct))
    bare_tickets = seconds(lambda: model.bare(as_they_come))
    presidio_tickets = seconds(lambda: model.presidio(as_they_come))
    few, many = f"{len(distinct)} distinct sentences of {tickets.name}", f"{rows} tickets of {tickets.name}"
    return [
        faster("three layers, distinct texts", 3, ours_distinct, presidio, "Presidio BatchAnalyzerEngine", few),
        faster("three layers, tickets", 5, ours_tickets, presidio_tickets, "Presidio BatchAnalyzerEngine", many),
        faster("three layers, distinct texts", 1.5, ours_distinct, bare, "nlp.pipe, tok2vec and ner alone", few),
        faster("three layers, tickets", 2.5, ours_tickets, bare_tickets, "nlp.pipe, tok2vec and ner alone", many),
        faster(
            "every recogniser asked, tickets", 0.85, asking_all, bare_tickets, "nlp.pipe, tok2vec and ner alone", many
        ),
    ]


def against_reading(policy: Policy, tickets: Tickets, warm: Tickets) -> Ratio:
    """Layers 1 and 2, from bytes to bytes, against orjson reading and writing the same lines."""
    redactor = Redactor(policy, tickets.snapshot, ner=False)
    redactor.redact(warm.rows)

    shape, matcher = shape_of("tickets.jsonl"), FieldMatcher(policy.fields)

    def redact() -> None:
        schemes = observed(io.BytesIO(tickets.data), shape, policy, matcher)
        runner = InProcess(redactor.with_schemes(schemes))
        redact_object(io.BytesIO(tickets.data), shape, io.BytesIO(), runner, matcher)

    def read_and_write() -> None:
        for line in tickets.data.splitlines():
            orjson.dumps(orjson.loads(line))

    read_and_write()
    other = min(seconds(read_and_write) for _ in range(5))
    each = len(tickets.data) / len(tickets.rows) / 1000
    note = f"{len(tickets.rows)} tickets of {each:.1f} kB, {tickets.name}"
    return slower("layers 1 and 2, bytes to bytes", 40, seconds(redact), other, "orjson, read and write", note)


def _ours(policy: Policy, tickets: Tickets, warm: Tickets, records: Sequence[Sequence[TextField]]) -> float:
    """CPU seconds of a detector that has seen other texts, none of these."""
    detector = Detector(policy, tickets.snapshot.people)
    detector.detect([row.fields for row in warm.rows[:_ROWS]])
    parts = batches(records, _ROWS)
    return seconds(lambda: [detector.detect(part) for part in parts])


class _Model:
    """The policy's spaCy model, bare and under Presidio's own engine."""

    def __init__(self, policy: Policy) -> None:
        import tldextract.tldextract
        from presidio_analyzer import AnalyzerEngine, BatchAnalyzerEngine

        # Presidio's e-mail recogniser would fetch the list of public suffixes; the one in the package serves as well
        tldextract.tldextract.TLD_EXTRACTOR = tldextract.TLDExtract(suffix_list_urls=())
        labels = tuple(sorted(policy.ner.labels.items()))
        loaded = engine(policy.ner.model, labels)
        self._nlp: Any = loaded.nlp["en"]
        self._analyzer = BatchAnalyzerEngine(AnalyzerEngine(nlp_engine=loaded))

    def bare(self, texts: Sequence[str]) -> None:
        for _ in self._nlp.pipe(texts, batch_size=_BATCH):
            pass

    def presidio(self, texts: Sequence[str]) -> None:
        self._analyzer.analyze_iterator(texts, language="en", batch_size=_BATCH, entities=_PRESIDIO)
