"""A support corpus in which only the customer tells like cases apart, with 60 questions about single accounts.

The same topics come up at every account, so a question is answered by its account's chunk and by no other: what a
redaction that makes all customers alike loses can be measured (`redactory retrieval`).
"""

from __future__ import annotations

import csv
import json
import random
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from redactory.sample.data import names, read_texts
from redactory.sample.generate import SEED

TOPICS_AN_ACCOUNT = 6
QUESTIONS_AN_ACCOUNT = 3


@dataclass(frozen=True, slots=True)
class AccountSample:
    """Where the account list, the chunks and the questions were written."""

    accounts: Path
    chunks: Path
    questions: Path


def generate_accounts(folder: str | Path, seed: int = SEED) -> AccountSample:
    """Write `accounts.csv`, `chunks.jsonl` and `questions.jsonl` into `folder`; the same seed gives the same bytes."""
    root = Path(folder)
    root.mkdir(parents=True, exist_ok=True)
    data = read_texts("accounts.yaml")
    rng = random.Random(seed)
    made = AccountSample(root / "accounts.csv", root / "chunks.jsonl", root / "questions.jsonl")
    with made.accounts.open("w", encoding="utf-8", newline="") as stream:
        rows = csv.writer(stream, lineterminator="\n")
        rows.writerow(("name", "short_names", "domains"))
        rows.writerows((a["name"], ";".join(a["short"]), a["domain"]) for a in data["accounts"])
    chunks: list[dict[str, Any]] = []
    questions: list[dict[str, Any]] = []
    for account in data["accounts"]:
        topics = rng.sample(sorted(data["topics"]), TOPICS_AN_ACCOUNT)
        asked = set(rng.sample(topics, QUESTIONS_AN_ACCOUNT))
        for topic in topics:
            chunk = f"C{len(chunks) + 1:04d}"
            text = rng.choice(data["topics"][topic]["chunks"])
            chunks.append({"id": chunk, "text": _filled(rng, text, account)})
            if topic in asked:
                question = _filled(rng, rng.choice(data["topics"][topic]["questions"]), account)
                questions.append({"id": f"Q{len(questions) + 1:04d}", "question": question, "relevant": [chunk]})
    rng.shuffle(chunks)
    for path, lines in ((made.chunks, chunks), (made.questions, questions)):
        path.write_text("".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines), encoding="utf-8")
    return made


def _filled(rng: random.Random, text: str, account: dict[str, Any]) -> str:
    origin = names().origins[rng.choice(sorted(names().origins))]
    given, family = rng.choice(origin.given), rng.choice(origin.family)
    org = rng.choice((account["name"], account["name"], *account["short"]))
    mail = f"{given}.{family}@{account['domain']}".lower().replace(" ", "").replace("'", "")
    return text.format(org=org, person=f"{given} {family}", mail=mail)
