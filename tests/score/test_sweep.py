"""The sweep: each row is what a run under that threshold gives; its table, CSV and plot."""

from __future__ import annotations

import csv
import io
import json
from xml.etree import ElementTree

import pytest
import typer
from typer.testing import CliRunner

from redactory.errors import ConfigError, ScoreError
from redactory.policy import load_policy
from redactory.policy.model import FormatRule, NerRules
from redactory.retrieval.model import Question
from redactory.sample import generate
from redactory.score import commands, trials
from redactory.score.corpora import find_corpora, redact_corpus
from redactory.score.cut import chosen_corpora, cut_corpus
from redactory.score.plot import sweep_svg
from redactory.score.score import score
from redactory.score.sweep import SweepRow, entities_named, sweep_corpus, thresholds_between
from redactory.score.tables import sweep_csv
from redactory.score.trials import Bench, spread


@pytest.fixture(scope="module")
def corpus(tmp_path_factory):
    folder = tmp_path_factory.mktemp("corpora") / "small"
    generate(folder, 5, tickets=18, people=40)
    return find_corpora(folder)[0]


@pytest.fixture(scope="module")
def policy(project):
    """The shipped policy without its model, and with two rules that are wrong on purpose: at 0.4 and at 0.6."""
    shipped = load_policy(project / "policies" / "it-tickets.yaml")
    greedy = FormatRule(id="greedy", entity="PERSON", pattern="[A-Z][a-z]+", score=0.4)
    shouting = FormatRule(id="shouting", entity="PERSON", pattern="[A-Z]{3,}", score=0.6)
    return shipped.model_copy(
        update={"formats": [*shipped.formats, greedy, shouting], "ner": NerRules(enabled=False)}
    )


@pytest.fixture(scope="module")
def questions(corpus):
    """A ticket is asked for by its own description, and by nothing else."""
    records = [json.loads(line) for line in corpus.tickets.read_text().splitlines()]
    return [Question(r["record_id"], r["ticket"]["submitted_description"], (r["record_id"],)) for r in records]


def test_questions_add_recall_at_5_to_each_threshold(corpus, policy, questions):
    far = Question("far", "zygote quasar", (questions[0].relevant[0],))
    for asked, expected in ((questions, 1.0), ([far], 0.0)):
        found = sweep_corpus(corpus, policy, ["PERSON"], [0.3, 0.9], questions=asked)
        assert {row.recall_at_5 for row in found} == {expected}
    header, first, *_ = sweep_csv(found).splitlines()
    assert dict(zip(header.split(","), first.split(","), strict=True))["recall_at_5"] == "0.0"
    assert "recall@5" in sweep_svg(found)


def test_without_questions_nothing_is_said_of_them(rows):
    assert {row.recall_at_5 for row in rows} == {None}
    assert "recall@5" not in sweep_svg(rows)


def set_threshold(policy, entity, threshold):
    rule = policy.entities[entity].model_copy(update={"threshold": threshold})
    return policy.model_copy(update={"entities": policy.entities | {entity: rule}})


@pytest.fixture(scope="module")
def rows(corpus, policy):
    return sweep_corpus(corpus, policy, ["PERSON"], thresholds_between(0.3, 0.9, 0.1))


def test_grid_and_the_policys_own_threshold(rows):
    assert [row.threshold for row in rows] == [0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9]
    assert [row.threshold for row in rows if row.present] == [0.5]


@pytest.mark.parametrize("threshold", [0.3, 0.5, 0.6, 0.7])
def test_a_row_is_what_a_run_under_that_threshold_gives(rows, corpus, policy, threshold, tmp_path, monkeypatch):
    monkeypatch.setattr("redactory.score.corpora.load_policy", lambda _: set_threshold(policy, "PERSON", threshold))
    redact_corpus(corpus, tmp_path / "out.jsonl", tmp_path / "none.yaml")
    plain = score(tmp_path / "out.jsonl", corpus.remove, corpus.keep)
    (row,) = (row for row in rows if row.threshold == threshold)
    assert row.recall == plain.recall.overall.share
    assert row.recall_of_entity == plain.recall.classes["person"].share
    assert row.retention == plain.retention.overall.share


def test_a_rule_strikes_at_and_below_its_score(rows):
    by_threshold = {row.threshold: row for row in rows}
    assert by_threshold[0.4].retention < by_threshold[0.5].retention < by_threshold[0.7].retention
    assert by_threshold[0.4].kept_lost > by_threshold[0.6].kept_lost > by_threshold[0.7].kept_lost
    assert by_threshold[0.4].masked_share > by_threshold[0.7].masked_share > 0
    assert by_threshold[0.5].kept_lost == by_threshold[0.6].kept_lost


def test_only_thresholds_that_differ_are_run(corpus, policy):
    done = []
    sweep_corpus(corpus, policy, ["IP"], thresholds_between(0.0, 0.8, 0.05), done=lambda: done.append(1))
    assert len(done) < 6


def test_processes_give_the_same_rows(rows, corpus, policy):
    assert sweep_corpus(corpus, policy, ["PERSON"], thresholds_between(0.3, 0.9, 0.1), workers=2) == rows


def test_scores_of_every_candidate_are_noted(corpus, policy):
    bench = Bench(corpus, policy)
    base = bench.redactor(set_threshold(policy, "PERSON", 0.0))
    seen = set()
    outcome = bench.run(base.with_thresholds({"PERSON": 1.0}, lambda span: seen.add((span.entity, span.score))))
    assert {("PERSON", 0.4), ("PERSON", 0.6)} <= seen
    assert {0.4, 0.6}.isdisjoint(place.score for place in outcome.places if place.entity == "PERSON")


def test_the_model_is_shared_where_it_is_told_the_same(corpus, policy, monkeypatch):
    made = []

    class Model:
        def __init__(self, rules):
            made.append(rules)

        def find(self, texts, explained=None, nobody=None, logins=(), doubted=None):
            return [[] for _ in texts]

    monkeypatch.setattr(trials, "NerLayer", Model)
    with_model = policy.model_copy(update={"ner": NerRules(enabled=True)})
    bench = Bench(corpus, with_model)
    for formats in (policy.formats, policy.formats[:-1]):
        bench.run(bench.redactor(with_model.model_copy(update={"formats": formats})))
    assert len(made) == 1
    bench.run(bench.redactor(set_threshold(with_model, "PERSON", 0.6)))  # it reads less under a higher threshold
    assert len(made) == 2
    other = NerRules(enabled=True, recognisers=["first-names"])
    bench.run(bench.redactor(with_model.model_copy(update={"ner": other})))
    assert len(made) == 3


@pytest.mark.slow
def test_with_the_model_a_row_is_what_a_run_gives(corpus, project, tmp_path, monkeypatch):
    shipped = load_policy(project / "policies" / "it-tickets.yaml")
    for row in sweep_corpus(corpus, shipped, ["PERSON", "LOCATION"], [0.3, 0.7, 0.95]):
        changed = set_threshold(shipped, row.entity, row.threshold)
        monkeypatch.setattr("redactory.score.corpora.load_policy", lambda _, changed=changed: changed)
        redact_corpus(corpus, tmp_path / "out.jsonl", tmp_path / "none.yaml")
        plain = score(tmp_path / "out.jsonl", corpus.remove, corpus.keep)
        assert (row.recall, row.retention) == (plain.recall.overall.share, plain.retention.overall.share)


def test_ranges_and_names(policy):
    assert thresholds_between(0.3, 0.3, 0.1) == [0.3]
    assert thresholds_between(0.1, 0.4, 0.1) == [0.1, 0.2, 0.3, 0.4]
    for wrong in ((0.5, 0.4, 0.1), (0.1, 0.2, 0.0), (-0.1, 0.5, 0.1)):
        with pytest.raises(ConfigError, match="--from and --to"):
            thresholds_between(*wrong)
    assert entities_named("emp-id", policy) == ["EMP_ID"]
    assert "HOSTNAME" in entities_named("all", policy)
    with pytest.raises(ConfigError, match="redacts no such entity; it has PERSON"):
        entities_named("colour", policy)


def test_csv_holds_every_row(rows):
    read = list(csv.DictReader(io.StringIO(sweep_csv(rows))))
    assert [float(line["threshold"]) for line in read] == [row.threshold for row in rows]
    assert float(read[0]["retention"]) == pytest.approx(rows[0].retention, abs=1e-6)
    assert [line["present"] for line in read].count("true") == 1


def row(threshold, recall=0.99, own=0.98, retention=0.97, masked=0.05, present=False):
    return SweepRow("c", "PERSON", threshold, present, recall, own, retention, 3, masked, 100)


@pytest.mark.parametrize(
    "rows",
    [
        [row(0.5, present=True)],
        [row(0.3, 1.0, 1.0, 1.0), row(0.9, 1.0, 1.0, 1.0)],
        [row(0.0, 0.0, None, 0.0, 0.0), row(0.5, 0.5, None, 0.2, 0.6, present=True), row(1.0, 1.0, None, 1.0, 1.0)],
        [row(index / 100, 0.99 - index / 1000, 0.9, 0.9 + index / 1000) for index in range(101)],
    ],
)
def test_plot_stays_in_its_frame(rows):
    root = ElementTree.fromstring(sweep_svg(rows))
    width, height = float(root.get("width")), float(root.get("height"))
    name = "{http://www.w3.org/2000/svg}"
    curves = root.findall(f"{name}polyline")
    assert len(curves) == (3 if rows[0].recall_of_entity is None else 4)
    for curve in curves:
        places = [tuple(map(float, place.split(","))) for place in curve.get("points").split()]
        assert len(places) == len(rows)
        assert all(70 < x < width and 90 < y < height - 50 for x, y in places)
    texts = [text.text for text in root.findall(f"{name}text")]
    assert {"threshold", "share", "recall", "retention", "masked share"} <= set(texts)
    assert any(text.startswith("policy: ") for text in texts) == any(row.present for row in rows)
    marks = [text for text in texts if text.endswith("%")]
    assert len(marks) == len(root.findall(f"{name}text[@text-anchor='end']")) - sum(
        text.startswith("policy") and element.get("text-anchor") == "end"
        for text, element in zip(texts, root.findall(f"{name}text"), strict=True)
    )


def test_higher_shares_stand_higher():
    root = ElementTree.fromstring(sweep_svg([row(0.3, recall=0.99), row(0.6, recall=0.95)]))
    first = root.find("{http://www.w3.org/2000/svg}polyline").get("points").split()
    (x1, y1), (x2, y2) = (map(float, place.split(",")) for place in first)
    assert x1 < x2
    assert y1 < y2


def test_cut_keeps_some_records_and_their_keys(corpus, tmp_path):
    cut = cut_corpus(corpus, tmp_path / "cut", 5)
    ids = [json.loads(line)["record_id"] for line in cut.tickets.read_text().splitlines()]
    assert len(ids) == 5
    assert {record["ticket_id"] for record in json.loads(cut.remove.read_text())} == set(ids)
    assert {record["ticket_id"] for record in json.loads(cut.keep.read_text())["tickets"]} == set(ids)
    assert score(cut.tickets, cut.remove, cut.keep).retention.overall.share == 1.0
    assert cut_corpus(corpus, tmp_path / "whole", 500) is corpus


def test_corpora_are_chosen(corpus, tmp_path, monkeypatch):
    def make(folder):
        return generate(folder, 7, tickets=5, people=30).folder

    assert chosen_corpora([corpus.folder.parent], tmp_path, make) == [corpus]
    with pytest.raises(ScoreError, match="holds no corpus"):
        chosen_corpora([tmp_path / "none"], tmp_path, make)
    (cut,) = chosen_corpora([corpus.folder], tmp_path, make, sample=3)
    assert cut.name == corpus.name
    monkeypatch.setattr("redactory.score.cut.corpora_root", lambda: corpus.folder)
    assert chosen_corpora([], tmp_path, make) == [corpus]
    monkeypatch.setattr("redactory.score.cut.corpora_root", lambda: None)
    (own,) = chosen_corpora([], tmp_path, make, sample=3)
    assert own.name == "sample"
    assert len(own.tickets.read_bytes().splitlines()) == 3


def test_spread_keeps_the_order_and_reports(monkeypatch):
    done = []
    assert spread(lambda number: number * number, range(7), 2, lambda: done.append(1)) == [n * n for n in range(7)]
    assert len(done) == 7


def test_command(corpus, policy, tmp_path, monkeypatch):
    monkeypatch.setenv("COLUMNS", "160")
    monkeypatch.setattr("redactory.policy.load_policy", lambda _: policy)
    app = typer.Typer(pretty_exceptions_enable=False)
    app.command()(commands.sweep)
    arguments = ["--entity", "person", "--from", "0.4", "--to", "0.7", "--step", "0.1"]
    arguments += ["--workers", "1", "--sample", "6"]
    result = CliRunner().invoke(app, [*arguments, "--corpus", str(corpus.folder), "--output", str(tmp_path / "o")])
    assert result.exit_code == 0, result.output
    assert "PERSON on small" in result.output
    assert sorted(file.name for file in (tmp_path / "o").iterdir()) == ["sweep-person-small.svg", "sweep-person.csv"]
