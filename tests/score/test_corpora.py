"""Corpora: found in folders, redacted by a function, scored."""

from __future__ import annotations

import shutil
from io import StringIO

import pytest
import typer
from rich.console import Console
from typer.testing import CliRunner

from redactory.errors import ScoreError
from redactory.sample import generate
from redactory.score.commands import score_all
from redactory.score.corpora import corpora_root, find_corpora, score_corpora
from redactory.score.report import print_corpora, reference_note


@pytest.fixture
def root(tmp_path):
    generate(tmp_path / "corpora" / "small", 2, tickets=12, people=40)
    (tmp_path / "corpora" / "notes").mkdir()
    return tmp_path / "corpora"


def test_found_by_what_they_hold(root):
    (corpus,) = find_corpora(root)
    assert corpus.name == "small"
    assert corpus.directory.name == "directory.ldif"
    assert find_corpora(root / "small") == [corpus]


def test_half_a_corpus_is_an_error(root):
    (root / "small" / "retention.json").unlink()
    with pytest.raises(ScoreError, match=r"a corpus without retention\.json"):
        find_corpora(root)


def test_root_from_the_environment(root, tmp_path):
    assert corpora_root({"REDACTORY_CORPORA": str(root)}) == root
    with pytest.raises(ScoreError, match="no folder"):
        corpora_root({"REDACTORY_CORPORA": str(tmp_path / "none")})


def test_unredacted_scores_nothing_removed_and_all_kept(root, tmp_path, project):
    def copy(corpus, output, policy):
        shutil.copy(corpus.tickets, output)

    scores = score_corpora(find_corpora(root), project / "policies" / "it-tickets.yaml", tmp_path, copy)
    assert scores[0][1].recall.overall.met == 0
    assert scores[0][1].retention.overall.share == 1.0
    out = StringIO()
    print_corpora(scores, Console(file=out, width=140))
    assert "small" in out.getvalue()
    assert "100.00 %" in out.getvalue()


def test_the_references_own_figures_stand_beside_its_corpus():
    note = reference_note(["itsm-dev", "sample"])
    assert note is not None
    assert "98.9 % recall and 97.6 % retention" in note
    assert "79 % and 88 %" in note
    assert reference_note(["sample"]) is None


def test_over_every_corpus_and_the_sample(root, monkeypatch):
    monkeypatch.setattr(
        "redactory.score.corpora.redact_corpus", lambda c, out, policy, ner: shutil.copy(c.tickets, out)
    )
    monkeypatch.setenv("COLUMNS", "160")
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(score_all)
    result = CliRunner().invoke(app, ["--corpora", str(root), "--by-class"])
    assert result.exit_code == 0, result.output
    assert "small" in result.output
    assert "sample" in result.output
    assert "cert_serial" in result.output
    assert CliRunner().invoke(app, ["--corpora", str(root / "notes"), "--no-sample"]).exit_code == 2
