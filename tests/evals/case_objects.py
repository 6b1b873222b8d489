"""A case of a household, the shipped policy of cases without its model, and what sanitises with it."""

from __future__ import annotations

import io
import json
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import yaml

from redactory.directory.model import Person, Snapshot
from redactory.evals.sanitiser import CaseRedactor
from redactory.policy.model import Policy
from redactory.policy.paths import FieldMatcher
from redactory.records import DeadRow, shape_of
from redactory.redact.objects import redact_object
from redactory.redact.runners import InProcess
from redactory.transform.keys import SurrogateKey, SurrogateKeys

POLICY = Path(__file__).parents[2] / "policies" / "examples" / "eval-cases.yaml"
KEYS = SurrogateKeys((SurrogateKey("k1", b"k" * 32),))
CASE: dict[str, Any] = {
    "id": "c1",
    "locale": "fr",
    "region": "FR",
    "messages": [
        {
            "role": "user",
            "content": "Bonjour, my name is Julien Moreau. Order ORD-79927398713 went to Juliette Moreau at "
            "12 rue des Lilas, 75011 Paris. Call 06 12 34 56 78 or write to julien.moreau@acme-retail.fr",
        },
        {"role": "assistant", "content": "Hello Julien, J. Moreau is on file. Did MOREAU Juliette sign?"},
    ],
    "documents": [{"id": "d1", "text": "Customer jmoreau (Moreau, Julien). Same address: Juliette."}],
    "tools": [
        {
            "name": "get_order",
            "arguments": {"order": "ORD-79927398713", "phone": "+33 6 12 34 56 78"},
            "response": {"customer": "Julien Moreau", "postcode": "75011", "email": "Julien.Moreau@acme-retail.fr"},
        }
    ],
    "criteria": ["Speaks to Julien, not to Juliette", "Ships to 75011"],
    "account": {
        "name": "Julien Moreau",
        "email": "julien.moreau@acme-retail.fr",
        "username": "jmoreau",
        "phone": "+33612345678",
        "order_id": "ORD-79927398713",
        "address": "12 rue des Lilas, 75011 Paris",
        "postcode": "75011",
        "birth_date": "1984-05-12",
    },
    "keep": ["account.postcode"],
    "relations": [
        {"kind": "household", "of": ["Julien Moreau", "Juliette Moreau"]},
        {"kind": "near", "of": ["Julien Moreau", "Juliette Moreau"]},
    ],
}
ORIGINALS = (
    "Julien", "Juliette", "Moreau", "jmoreau", "79927398713", "rue des Lilas, ", "Paris", "12 34 56 78", "612345678",
    "acme", "1984-05-12",
)  # fmt: skip


class Sanitised:
    """What became of cases: `case` is the one written, `reasons` why others were dropped, `line` the bytes."""

    def __init__(self) -> None:
        self.reasons: list[str] = []
        self.lines: list[str] = []

    def write(self, row: DeadRow) -> None:
        self.reasons.append(row.reason)

    @property
    def case(self) -> dict[str, Any]:
        assert self.reasons == []
        (line,) = self.lines
        return dict(json.loads(line))


def policy_without_model(**changes: Any) -> Policy:
    data = yaml.safe_load(POLICY.read_text(encoding="utf-8"))
    data["ner"] = {"enabled": False}
    return Policy.model_validate(data | changes)


def redactor_over(*people: Person, keys: SurrogateKeys = KEYS, policy: Policy | None = None) -> CaseRedactor:
    snapshot = Snapshot(people, "json", datetime.now(UTC)) if people else None
    return CaseRedactor(policy or policy_without_model(), snapshot, keys=keys)


def sanitised(by: CaseRedactor, *cases: Any) -> Sanitised:
    """The cases as one object of JSON lines, sanitised."""
    done, out = Sanitised(), io.BytesIO()
    source = io.BytesIO("".join(json.dumps(one, ensure_ascii=False) + "\n" for one in cases).encode())
    matcher = FieldMatcher(by.policy.fields)
    redact_object(source, shape_of("cases.jsonl"), out, InProcess(by), matcher, dead_letters=done)
    done.lines = out.getvalue().decode().splitlines()
    return done
