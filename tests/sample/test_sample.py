"""The sample data set: deterministic, true to its answer keys, with the traps it promises."""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import subprocess
import sys
import unicodedata
from pathlib import Path

import pytest
import yaml

from redactory.policy.paths import parse_concrete
from redactory.sample import generate
from redactory.sample.data import company, names, sentences
from redactory.sample.forms import PERSON_FORMS
from redactory.sample.marks import Piece, contradicts, joined


def digest(folder: Path) -> dict[str, str]:
    return {
        str(file.relative_to(folder)): hashlib.sha256(file.read_bytes()).hexdigest()
        for file in sorted(folder.rglob("*"))
        if file.is_file()
    }


@pytest.fixture(scope="module")
def sample(tmp_path_factory):
    return generate(tmp_path_factory.mktemp("sample"))


@pytest.fixture(scope="module")
def rows(sample):
    return {row["record_id"]: row for row in map(json.loads, sample.tickets.read_text().splitlines())}


def at(record, path: str) -> str:
    for part in parse_concrete(path):
        record = record[part]
    return unicodedata.normalize("NFC", record)


def test_same_seed_same_bytes(tmp_path):
    for folder in ("one", "two"):
        generate(tmp_path / folder, 3, tickets=30, people=60)
    assert digest(tmp_path / "one") == digest(tmp_path / "two")
    generate(tmp_path / "two", 9, tickets=10, people=30, dates=("2026-01-05",))
    generate(tmp_path / "two", 3, tickets=30, people=60)
    assert not list((tmp_path / "two" / "partitions" / "dt=2026-01-05").iterdir())
    generate(tmp_path / "three", 4, tickets=30, people=60)
    assert digest(tmp_path / "three") != digest(tmp_path / "one")


def test_size(sample, rows):
    assert len(rows) == sample.rows == 400
    assert sample.people == 300
    assert sample.missing / (sample.missing + sample.people) == pytest.approx(0.08, abs=0.005)


def test_partitions_hold_every_row_once(sample):
    found = []
    for key in sample.objects:
        data = (sample.partitions / key).read_bytes()
        found += (gzip.decompress(data) if key.endswith(".gz") else data).decode().splitlines()
    assert found == sample.tickets.read_text().splitlines()
    assert {key.split("/")[0] for key in sample.objects} == {"dt=2026-11-28", "dt=2026-11-29"}
    assert len(sample.objects) == 6


@pytest.mark.parametrize("side", ["remove", "keep"])
def test_every_value_stands_where_its_key_lists_it(sample, rows, side):
    data = json.loads((sample.remove if side == "remove" else sample.keep).read_text())
    tickets = data if side == "remove" else data["tickets"]
    name = "pii_instances" if side == "remove" else "retain_instances"
    assert {ticket["ticket_id"] for ticket in tickets} == set(rows)
    count = 0
    for ticket in tickets:
        for instance in ticket[name]:
            count += 1
            assert instance["occurrences"]
            for path in instance["occurrences"]:
                assert instance["value"] in at(rows[ticket["ticket_id"]], path), (instance["id"], path)
    assert count > 3000


def stands(text: str, value: str) -> bool:
    return re.search(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", text) is not None


@pytest.mark.parametrize("seed", [11, 12])
def test_a_perfect_redactor_can_meet_both_keys(tmp_path, seed):
    """Taking out every listed value, longest first, leaves none of them and hurts nothing that is to be kept."""
    sample = generate(tmp_path, seed, tickets=150, people=60)
    texts: dict[tuple[str, str], str] = {}
    rows = {row["record_id"]: row for row in map(json.loads, sample.tickets.read_text().splitlines())}
    gone: dict[tuple[str, str], set[str]] = {}
    for ticket in json.loads(sample.remove.read_text()):
        for instance in ticket["pii_instances"]:
            for path in instance["occurrences"]:
                gone.setdefault((ticket["ticket_id"], path), set()).add(instance["value"])
    for (record_id, path), values in gone.items():
        text = at(rows[record_id], path)
        for value in sorted(values, key=len, reverse=True):
            text = re.sub(rf"(?<![^\W_]){re.escape(value)}(?![^\W_])", "\0", text)
        assert not [value for value in values if stands(text, value)]
        texts[record_id, path] = text
    for ticket in json.loads(sample.keep.read_text())["tickets"]:
        for instance in ticket["retain_instances"]:
            for path in instance["occurrences"]:
                text = texts.get((ticket["ticket_id"], path)) or at(rows[ticket["ticket_id"]], path)
                assert instance["value"] in text, instance["id"]


def test_contradictions_are_seen():
    will = Piece("will", "remove", "username")
    assert contradicts([joined([Piece("uid="), will, Piece(" will wait")])])
    assert not contradicts([joined([Piece("uid="), will]), joined([Piece("it will wait")])])
    assert not contradicts([joined([will, Piece(" "), Piece("will.grant@x.example", "remove", "email")])])


def test_missing_people_are_mentioned_and_not_in_the_directory(sample, rows):
    everybody = set(re.findall(r"^(?:cn|displayName):+ (.+)$", sample.directory_ldif.read_text(), re.M))
    listed = {entry["display_name"] for entry in json.loads(sample.directory_json.read_text())["users"]}
    assert len(listed) == 300
    assert {base64.b64encode(name.encode()).decode() for name in listed if not name.isascii()} <= everybody
    mentioned = {
        instance["value"]
        for ticket in json.loads(sample.remove.read_text())
        for instance in ticket["pii_instances"]
        if instance["type"] == "person" and "requester.name" in instance["occurrences"]
    }
    assert mentioned - listed
    assert len(mentioned & listed) > 100


def test_ldif_is_as_a_server_writes_it(sample):
    text = sample.directory_ldif.read_text()
    assert text.startswith("version: 1\n\ndn: ")
    assert text.endswith("# numEntries: 300\n")
    assert text.isascii()
    assert max(map(len, text.splitlines())) <= 76
    assert "\n " in text


def test_names_of_many_origins():
    assert len(names().origins) >= 16
    everything = [name for origin in names().origins.values() for name in (*origin.given, *origin.family)]
    assert sum(not name.isascii() for name in everything) > 60


def test_traps_stand_in_the_sample(sample, rows):
    text = sample.tickets.read_text()
    for trap in (
        r"CN=[\w.]+,OU=Corp Users,DC=northmere",
        r"uid=[\w.]+,ou=people",
        r"NORTHMERE\\\\[\w.]+",
        r"WORKSTATION-[A-Z0-9]+",
        r"-mbp\.local",
        r"'s-iPhone",
        r"/home/[\w.]+/",
        r"C:\\\\Users\\\\[\w.]+\\\\",
        r"\?user=[\w.]+&fmt",
        r"\\\"user\\\": \\\"",
        r" at northmere dot example",
        r"\+tickets@",
        r"Login: will denied|/home/will/|user=will&|CN=will,|uid=will,",
        r"restart will grant",
        r"<DIV>",
        r"0xC0000234",
        r"10\.0\.\d{5}\.\d{3,4}",
        r"rack B14|server room 2|data centre DC",
        r"floor \d, desk \d{3}",
        r"https://portal\.kestrelnetworks\.example",
        r"\[(?:2001|fd12|fe80):[0-9a-f:]+\]:4500",
        r"\u0301|\u0308|\u0303",
    ):
        assert re.search(trap, text), trap
    kinds = {i["type"] for t in json.loads(sample.remove.read_text()) for i in t["pii_instances"]}
    assert kinds == {"person", "username", "email", "phone", "emp_id", "location", "ip", "hostname"}


def test_every_sentence_uses_known_slots():
    import random

    from redactory.sample.forms import Facts

    groups = [*sentences().families.values(), sentences().common]
    facts = Facts(random.Random(1), company(), "2026-11-29")
    for group in groups:
        for template in (line for lines in group.values() for line in lines):
            for role, form in re.findall(r"\{(\w+)(?:\.(\w+))?\}", template.replace("{{", "").replace("}}", "")):
                if form:
                    assert role in "raco"
                    assert form in PERSON_FORMS
                else:
                    assert facts.piece(role).text


def test_no_sentence_names_a_person():
    data = yaml.safe_dump([sentences().families, sentences().common], allow_unicode=True)
    family = {name for origin in names().origins.values() for name in origin.family}
    assert not [name for name in family if re.search(rf"\b{re.escape(name)}\b", data)]


def test_command(tmp_path, capsys):
    import typer
    from typer.testing import CliRunner

    from redactory.sample.__main__ import main

    app = typer.Typer()
    app.command()(main)
    result = CliRunner().invoke(app, [str(tmp_path / "s"), "--seed", "5", "--tickets", "10", "--people", "30"])
    assert result.exit_code == 0, result.output
    assert "10 tickets in 6 objects, 30 people in the directory" in result.output
    assert (tmp_path / "s" / "pii.json").exists()


def test_the_program_writes_as_many_days_as_asked_and_lands_them(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "redactory.sample", str(tmp_path / "sample"), "--tickets", "8", "--people", "20"]
    subprocess.run([*command, "--days", "4", "--land", str(tmp_path / "landing")], check=True, capture_output=True)
    landed = sorted(path.relative_to(tmp_path / "landing") for path in (tmp_path / "landing").rglob("*.jsonl*"))
    assert sorted({path.parts[0] for path in landed}) == [f"dt=2026-11-{day}" for day in (26, 27, 28, 29)]
    written = (tmp_path / "sample" / "partitions").rglob("*.jsonl*")
    assert landed == sorted(path.relative_to(tmp_path / "sample" / "partitions") for path in written)
