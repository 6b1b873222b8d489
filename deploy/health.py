"""Health checks without curl: `health.py URL [COMPONENT...]`.

Exit code 0 where URL answers 200 and, of Airflow's monitor, where it calls each COMPONENT healthy.
"""

from __future__ import annotations

import json
import sys
import urllib.request


def main(url: str, *components: str) -> int:
    try:
        with urllib.request.urlopen(url, timeout=10) as answer:
            found = json.load(answer) if components else {}
    except (OSError, ValueError):
        return 1
    return int(any(found.get(name, {}).get("status") != "healthy" for name in components))


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
