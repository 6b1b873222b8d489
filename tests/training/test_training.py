"""Training: sentences are read with clear errors, a small set is learned, and what is held out is measured."""

from __future__ import annotations

import json
import lzma
from pathlib import Path

import pytest
from typer.testing import CliRunner

from redactory.detect.contexts.network import LABELS, from_bytes
from redactory.detect.models import vocabulary
from redactory.errors import ConfigError
from redactory.training.commands import MODEL, app
from redactory.training.measure import measure
from redactory.training.sentences import Example, read_sentences
from redactory.training.train import train

ROOT = Path(__file__).parent.parent.parent


def example(text: str, value: str, label: str) -> Example:
    start = text.index(value)
    return Example(text, ((start, start + len(value), label),))


SMALL = [
    *(example(f"Call me back on {n}, please.", str(n), "PHONE") for n in range(4100, 4130)),
    *(example(f"It fails with code {n} again.", str(n), "keep") for n in range(4100, 4130)),
]


def test_a_small_set_is_learned_by_its_words_and_not_by_its_digits() -> None:
    losses: list[float] = []
    vocab = vocabulary(MODEL)
    network = train(vocab, SMALL, 60, report=lambda _, loss: losses.append(loss))
    assert losses[-1] < losses[0] / 3
    unseen = [
        example("Call me back on 9907, please.", "9907", "PHONE"),
        example("It fails with code 9907 again.", "9907", "keep"),
    ]
    readings = {one.label: one for one in measure(network, vocab, unseen)}
    assert (readings["PHONE"].recall, readings["PHONE"].precision) == (1.0, 1.0)
    assert (readings["keep"].recall, readings["keep"].precision) == (1.0, 1.0)
    assert set(readings) == set(LABELS[1:])


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("no json", "line 2: expected an object"),
        ('{"text": "a"}', "line 2: expected an object"),
        ('{"text": "ab", "spans": [[0, 1, "GHOST"]]}', "line 2: no label 'GHOST'"),
        ('{"text": "ab", "spans": [[0, 3, "PHONE"]]}', "line 2: span 0 to 3"),
        ('{"text": "abcd", "spans": [[0, 2, "PHONE"], [1, 3, "USER"]]}', "line 2: span 1 to 3"),
    ],
)
def test_a_line_that_is_no_sentence_is_named(tmp_path: Path, line: str, message: str) -> None:
    file = tmp_path / "s.jsonl"
    file.write_text('{"text": "fine", "spans": []}\n' + line + "\n")
    with pytest.raises(ConfigError, match=message):
        read_sentences(file)


def test_a_file_without_sentences_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "s.jsonl.xz"
    with lzma.open(file, "wt") as out:
        out.write("\n")
    with pytest.raises(ConfigError, match="holds no sentence"):
        read_sentences(file)


def test_the_command_writes_weights_that_load_and_measures_what_it_held_out(tmp_path: Path) -> None:
    sentences, weights = tmp_path / "s.jsonl", tmp_path / "w.npz"
    sentences.write_text("\n".join(json.dumps({"text": e.text, "spans": e.spans}) for e in SMALL))
    arguments = [str(weights), "--sentences", str(sentences), "--epochs", "2", "--hold-out", "0.2"]
    result = CliRunner().invoke(app, arguments, env={"COLUMNS": "120"})
    assert result.exit_code == 0, result.output
    assert "48 sentences, 2 epochs" in result.output
    assert "12 sentences held out" in result.output
    from_bytes(vocabulary(MODEL), weights.read_bytes())


def test_the_shipped_sentences_can_be_read() -> None:
    shipped = read_sentences(ROOT / "training" / "contexts.jsonl.xz")
    assert {label for one in shipped for _, _, label in one.spans} == set(LABELS[1:])
