"""How long a task takes from its first import to its first redacted record."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
from pathlib import Path

from redactory.bench.model import Ratio
from redactory.errors import RedactoryError

_TASK = """
import sys
from pathlib import Path
from redactory.directory import read_export
from redactory.policy import load_policy
from redactory.records.model import TextField
from redactory.redact import Redactor
from redactory.redact.engine import RowInput
policy = load_policy(Path(sys.argv[1]))
redactor = Redactor(policy, read_export(Path(sys.argv[2]), policy.identity), ner=sys.argv[3] == "ner")
text = "Hello, Ann Lee called from +44 20 8366 1177 about the office in London."
redactor.redact([RowInput(1, (TextField("ticket.text", text, "text"),), ())])
"""


def start(policy: Path, directory: Path) -> list[Ratio]:
    """CPU seconds of a fresh process up to its first record, with and without NER."""
    bars = (("start to the first record", "ner", 6.0), ("start to the first record, --no-ner", "no-ner", 1.5))
    found = []
    for name, mode, bar in bars:
        used = min(_task(policy, directory, mode) for _ in range(2))  # the first may read from a cold disk
        found.append(Ratio(name, used, bar, False, used, 1.0, "seconds"))
    return found


def _task(policy: Path, directory: Path, mode: str) -> float:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    done = subprocess.run(
        [sys.executable, "-c", _TASK, str(policy), str(directory), mode], env=dict(os.environ), capture_output=True
    )
    if done.returncode:
        raise RedactoryError("the task whose start is measured failed; try `redactory redact` with the same policy")
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    return after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
