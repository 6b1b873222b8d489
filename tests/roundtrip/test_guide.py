"""The guide's example runs, and prints what it says."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path


def test_the_example(project: Path) -> None:
    guide = (project / "docs" / "roundtrip.md").read_text("utf-8")
    found = re.search(r"```python\n(.+?)```", guide, re.DOTALL)
    assert found
    said = re.findall(r"^print\(.+?\)  # (.+)$", found[1], re.MULTILINE)
    done = subprocess.run([sys.executable, "-c", found[1]], cwd=project, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stderr
    assert done.stdout.splitlines() == said
    assert len(said) == 3
