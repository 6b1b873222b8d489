"""Retrieval before and after: chunks that only the customer tells apart, in every form they can be published in."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from redactory.cli import app
from redactory.directory.model import Snapshot
from redactory.errors import RetrievalError
from redactory.policy.model import Policy
from redactory.retrieval.forms import forms, in_form
from redactory.retrieval.measure import measure
from redactory.retrieval.model import Chunk, Question, read_chunks, read_questions
from redactory.retrieval.rankers import Bm25
from redactory.sample.accounts import generate_accounts


def test_surrogates_keep_customers_apart_where_markers_do_not(
    policy: Policy, snapshot: Snapshot, chunks: list[Chunk], questions: list[Question]
) -> None:
    made = {name: in_form(rewrite, chunks, questions) for name, rewrite in forms(policy, snapshot, ner=False).items()}
    found = {name: measure(name, Bm25, *form) for name, form in made.items()}
    assert list(found) == ["raw", "one marker", "typed tokens", "keyed surrogates"]
    assert found["raw"].mrr == found["keyed surrogates"].mrr == 1.0
    assert found["one marker"].mrr < 1.0
    assert found["one marker"].mean_cosine > found["keyed surrogates"].mean_cosine
    for name in ("one marker", "typed tokens", "keyed surrogates"):
        texts = [one.text for part in made[name] for one in part]
        assert [text for text in texts if "Northwind" in text or "Braid" in text] == [], name
    marked = {chunk.text for chunk in made["one marker"][0]}
    assert "<REDACTED> cannot export invoices since the release." in marked
    assert len(marked) == 4
    token = made["keyed surrogates"][1][0].text.split()[2]
    assert made["keyed surrogates"][0][0].text.startswith(token)  # full name and short name share one token


def test_recall_counts_what_stands_among_the_first_five() -> None:
    chunks = [Chunk(str(n), "alike") for n in range(20)] + [Chunk("x", "zebra alike")]
    asked = [Question("a", "zebra", ("x",)), Question("b", "zebra", ("x", "3"))]
    found = measure("raw", Bm25, chunks, asked)
    assert found.recall == pytest.approx((1 + 0.5) / 2)
    assert found.mrr == 1.0


def test_equal_scores_are_in_no_ones_favour() -> None:
    """Twenty equal chunks: neither the first nor the last of the file is found for standing there."""
    chunks = [Chunk(str(n), "alike") for n in range(20)]
    found = [measure("raw", Bm25, chunks, [Question("a", "alike", (str(n),))]).recall for n in range(20)]
    assert sum(found) == 5
    assert found[:5] != [1.0] * 5


def test_mean_cosine_is_that_of_all_pairs() -> None:
    texts = ["a b c", "a b d", "e f", "a"]
    ranker = Bm25(texts)
    vectors = ranker._vectors.toarray()
    pairs = [vectors[i] @ vectors[j] for i in range(4) for j in range(4) if i != j]
    assert ranker.mean_cosine() == pytest.approx(float(np.mean(pairs)))
    assert Bm25(["same", "same"]).mean_cosine() == pytest.approx(1.0)


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        ('{"id": 1, "text": "a"}\n{"id": 1, "text": "b"}\n', "line 2.*stood before"),
        ('{"text": "a"}\n', "line 1.*none of id"),
        ("[]\n", "line 1.*no JSON object"),
        ("{\n", "line 1.*not JSON"),
        ("\n", "no chunk"),
    ],
)
def test_a_corpus_that_is_none_is_refused(tmp_path: Path, lines: str, message: str) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(lines)
    with pytest.raises(RetrievalError, match=message):
        read_chunks(path)


def test_a_question_about_no_chunk_is_refused(tmp_path: Path, chunks: list[Chunk]) -> None:
    path = tmp_path / "q.jsonl"
    path.write_text(json.dumps({"id": 1, "question": "Who is Priya?", "relevant": ["nowhere"]}) + "\n")
    with pytest.raises(RetrievalError, match=r"line 1: 1 of its relevant chunks") as raised:
        read_questions(path, chunks)
    assert "Priya" not in str(raised.value)


def test_records_are_taken_with_all_their_texts(tmp_path: Path) -> None:
    path = tmp_path / "c.jsonl"
    path.write_text(json.dumps({"record_id": "r1", "ticket": {"summary": "no print", "notes": ["a", "b"]}}) + "\n")
    assert read_chunks(path) == [Chunk("r1", "no print\na\nb")]


def test_the_sample_asks_sixty_questions_about_accounts(tmp_path: Path) -> None:
    first, again = (generate_accounts(tmp_path / name) for name in ("a", "b"))
    assert first.questions.read_bytes() == again.questions.read_bytes()
    assert len(read_questions(first.questions, read_chunks(first.chunks))) == 60


def test_the_command_on_the_sample_and_on_files(tmp_path: Path) -> None:
    runner = CliRunner()
    ran = runner.invoke(app, ["retrieval", "--no-ner", "--json"])
    assert ran.exit_code == 0, ran.output
    rows = {row["form"]: row for row in json.loads(ran.stdout) if row["ranker"] == "BM25"}
    assert rows["raw"]["recall"] > 0.85
    assert rows["keyed surrogates"]["recall"] > rows["typed tokens"]["recall"] + 0.3
    assert rows["one marker"]["mean_cosine"] > rows["keyed surrogates"]["mean_cosine"]

    sample = generate_accounts(tmp_path)
    other = tmp_path / "after.jsonl"
    other.write_text("".join(line + "\n" for line in sample.chunks.read_text().splitlines()[:-1]))
    files = ["retrieval", "--no-ner", "--questions", str(sample.questions), "--corpus", str(sample.chunks)]
    refused = runner.invoke(app, [*files, "--corpus", str(other)])
    assert isinstance(refused.exception, RetrievalError)
    assert runner.invoke(app, [*files, "--corpus", str(sample.chunks)]).exit_code == 0
