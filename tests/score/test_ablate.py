"""The ablation: what is switched off, what it costs, in which order it stands."""

from __future__ import annotations

import csv
import json

import pytest
import typer
from typer.testing import CliRunner

from redactory.policy import load_policy
from redactory.policy.model import NerRules
from redactory.sample import generate
from redactory.score import commands
from redactory.score.ablate import FULL, ablate_corpus, variants
from redactory.score.corpora import find_corpora
from redactory.score.tables import ablation_data, points


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora") / "small"
    generate(folder, 6, tickets=10, people=30)
    return find_corpora(folder)[0]


@pytest.fixture(scope="module")
def shipped(project):
    return load_policy(project / "policies" / "it-tickets.yaml")


@pytest.fixture(scope="module")
def policy(shipped):
    """The shipped policy without its model and with three rules, so that a run is short."""
    formats = [rule for rule in shipped.formats if rule.id in ("ip", "phone", "device")]
    return shipped.model_copy(update={"formats": formats, "ner": NerRules(enabled=False)})


@pytest.fixture(scope="module")
def rows(corpus, policy):
    return ablate_corpus(corpus, policy)


def test_everything_is_switched_off_once(shipped):
    off = [variant.off for variant in variants(shipped)]
    assert off[0] == FULL
    assert len(set(off)) == len(off)
    assert {"layer 1 (directory)", "layer 2 (formats)", "layer 3 (NER)", "keep-rules (all)"} <= set(off)
    assert {f"formats: {rule.id}" for rule in shipped.formats} <= set(off)
    assert {f"NER: {name}" for name in shipped.ner.recognisers} <= set(off)
    assert {"keep: vendors", "keep: firms", "keep: terms", "keep: technical", "identity: nicknames"} <= set(off)


def test_one_thing_at_a_time(shipped):
    for variant in variants(shipped):
        changed = [
            name
            for name in ("identity", "formats", "keep", "ner", "entities", "fields")
            if getattr(variant.policy, name) != getattr(shipped, name)
        ]
        switches = [*changed, *([] if variant.directory else ["directory"]), *([] if variant.ner is None else ["ner"])]
        assert len(switches) == (0 if variant.off == FULL else 1), variant.off


def test_what_is_off_already_is_not_switched_off(policy):
    off = [variant.off for variant in variants(policy)]
    assert not any("NER" in name for name in off)
    assert "keep: patterns" not in off
    assert not any("NER" in variant.off for variant in variants(policy, ner=False))


def test_a_rule_costs_its_own_class(rows):
    by_name = {row.off: row for row in rows}
    without_ip = by_name["formats: ip"]
    assert without_ip.recall_change < 0
    assert without_ip.classes["recall", "ip"] < -0.5
    assert by_name["layer 1 (directory)"].classes["recall", "username"] < -0.1
    assert by_name["layer 2 (formats)"].recall_change <= without_ip.recall_change
    assert by_name["keep-rules (all)"].retention_change <= by_name["keep: technical"].retention_change <= 0


def test_the_full_run_first_then_the_costliest(rows):
    assert (rows[0].off, rows[0].recall_change, rows[0].retention_change, rows[0].classes) == (FULL, 0.0, 0.0, {})
    changes = [row.recall_change + row.retention_change for row in rows[1:]]
    assert changes == sorted(changes)
    assert all(row.recall == pytest.approx(rows[0].recall + row.recall_change) for row in rows)


def test_processes_give_the_same_rows(rows, corpus, policy):
    assert ablate_corpus(corpus, policy, workers=2) == rows


def test_data_and_points(rows):
    data = ablation_data(rows)
    json.dumps(data)
    assert data[0]["classes"] == {"recall": {}, "retention": {}}
    assert [points(change) for change in (0.0, 0.00001, -0.0123, 0.5)] == ["0", "0", "-1.23", "+50.00"]


def test_command(corpus, policy, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "180")
    monkeypatch.setattr("redactory.policy.load_policy", lambda _: policy)
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(commands.ablate)
    arguments = ["--corpus", str(corpus.folder), "--workers", "1", "--sample", "4"]
    result = CliRunner().invoke(app, [*arguments, "--csv", str(tmp_path / "a" / "ablation.csv")])
    assert result.exit_code == 0, result.output
    assert "layer 1 (directory)" in result.output
    with (tmp_path / "a" / "ablation.csv").open() as stream:
        assert next(csv.DictReader(stream))["off"] == FULL
    result = CliRunner().invoke(app, [*arguments, "--json"])
    assert json.loads(result.stdout)[0]["off"] == FULL
