"""An export of a large organisation, read by a process of its own so that its memory can be told."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

PEOPLE = 250_000
MOST_SECONDS = 180  # 18 s on a free core; other tests may run beside this one
MOST_MEGABYTES = 900  # 440 measured

_READ = """
import re, sys, time
from pathlib import Path
from redactory.directory import read_export
from redactory.policy.model import IdentityRules
begun = time.monotonic()
people = len(read_export(sys.argv[1], IdentityRules()).people)
# the high-water mark of this program: that of getrusage begins with the memory of whoever started it
kilobytes = int(re.search(r"VmHWM:\\s+(\\d+)", Path("/proc/self/status").read_text())[1])
print(people, int(time.monotonic() - begun), kilobytes // 1024)
"""


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_a_quarter_of_a_million_people(tmp_path: Path) -> None:
    export = tmp_path / "people.ldif"
    with export.open("w", encoding="utf-8") as out:
        for n in range(PEOPLE):
            out.write(
                f"dn: uid=u{n},ou=people,dc=example,dc=org\nobjectClass: inetOrgPerson\nuid: u{n}\n"
                f"cn: Given{n} Family{n % 5000}\ndisplayName: Given{n} Family{n % 5000}\nsn: Family{n % 5000}\n"
                f"givenName: Given{n}\nmail: given{n}@example.org\nproxyAddresses: smtp:u{n}@example.org\n"
                f"telephoneNumber: +44 20 7946 {n:06}\nl: Town {n % 200}\nemployeeNumber: E{n:06}\n\n"
            )
    done = subprocess.run([sys.executable, "-c", _READ, str(export)], capture_output=True, text=True, check=True)
    people, seconds, megabytes = (int(part) for part in done.stdout.split())
    assert people == PEOPLE
    assert seconds < MOST_SECONDS
    assert megabytes < MOST_MEGABYTES
