"""The bench: what its rows mean, and that it runs."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

from redactory.bench.model import Ratio, faster, slower
from redactory.bench.report import as_data, print_report
from redactory.bench.strangers import strangers

_ROOT = Path(__file__).parents[2]


def test_faster_and_slower_read_the_right_way():
    assert faster("ours", 3, ours=1.0, other=4.0, other_name="theirs").value == 4
    assert faster("ours", 3, 1.0, 4.0, "theirs").met
    assert not faster("ours", 3, 2.0, 4.0, "theirs").met
    assert slower("ours", 40, ours=8.0, other=0.5, other_name="theirs").value == 16
    assert slower("ours", 40, 8.0, 0.5, "theirs").met
    assert not slower("ours", 10, 8.0, 0.5, "theirs").met


def test_report_says_what_was_missed():
    ratios = [Ratio("quick", 2.0, 1.5, True, 1.0, 2.0, "slow"), Ratio("lean", 9.0, 4.0, False, 9.0, 1.0, "fat")]
    out = io.StringIO()
    print_report(ratios, [], Console(file=out, width=170))
    rows = {line.split()[1]: line for line in out.getvalue().splitlines() if "quick" in line or "lean" in line}
    assert " met " in rows["quick"]
    assert " missed " in rows["lean"]
    assert [row["met"] for row in as_data(ratios, [])["ratios"]] == [True, False]


def test_strangers_are_the_same_every_time_and_all_different():
    people = strangers(2_000)
    assert people == strangers(2_000)
    assert len({person.usernames for person in people}) == len({person.key for person in people}) == 2_000


@pytest.mark.slow
def test_runs_and_prints_json():
    done = subprocess.run(
        [
            sys.executable, "-m", "redactory.bench", "--json", "--no-scores", "--people", "2000", "--identities",
            "1000", "--sentences", "50", "--tickets", "3", "--rows", "52000", "--partition", "2000",
        ],
        cwd=_ROOT, capture_output=True, text=True, check=True, env=dict(os.environ), timeout=600,
    )  # fmt: skip
    rows = json.loads(done.stdout)["ratios"]
    assert len(rows) == 16
    assert all(row["value"] > 0 for row in rows)
