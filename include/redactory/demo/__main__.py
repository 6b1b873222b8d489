"""`python -m redactory.demo run|up|down`: what `make demo`, `make up` and `make down` call."""

from __future__ import annotations

import signal
import sys
from pathlib import Path
from types import FrameType

from redactory.demo.run import bring_down, play

ROOT = Path(__file__).resolve().parents[3]
USAGE = "usage: python -m redactory.demo run|up|down"


def main(arguments: list[str]) -> int:
    """Exit code 0 done, 1 failed, 2 wrong usage, 130 interrupted."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell starts background jobs with it ignored
    signal.signal(signal.SIGTERM, _interrupt)  # so that what was started is ended, as on Ctrl-C
    signal.signal(signal.SIGHUP, _interrupt)
    match arguments:
        case ["run"]:
            return play(ROOT, keep=False)
        case ["up"]:
            return play(ROOT, keep=True)
        case ["down"]:
            return bring_down(ROOT)
    print(USAGE, file=sys.stderr)
    return 2


def _interrupt(number: int, frame: FrameType | None) -> None:
    raise KeyboardInterrupt


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
