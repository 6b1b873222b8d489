"""Evaluation corpora: finding them, redacting each as the command line would, scoring the result.

A corpus is a folder with `tickets.jsonl`, `directory.*`, `pii.json` and `retention.json`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from redactory.errors import ScoreError
from redactory.policy import load_policy
from redactory.score.score import Score, score

VARIABLE = "REDACTORY_CORPORA"
_DEFAULT = Path("..") / "shared" / "corpus"
_DIRECTORIES = ("directory.ldif", "directory.json", "directory.csv")

Redact = Callable[["Corpus", Path, Path], None]
"""Redacts `corpus.tickets` into the file of the second argument, by the policy file of the third."""


@dataclass(frozen=True, slots=True)
class Corpus:
    """One corpus on disk. Its name is its folder's."""

    folder: Path
    directory: Path

    @property
    def name(self) -> str:
        return self.folder.name

    @property
    def tickets(self) -> Path:
        return self.folder / "tickets.jsonl"

    @property
    def remove(self) -> Path:
        return self.folder / "pii.json"

    @property
    def keep(self) -> Path:
        return self.folder / "retention.json"


def corpora_root(environ: Mapping[str, str] | None = None) -> Path | None:
    """The folder named by REDACTORY_CORPORA, else the default beside the project where it exists.

    Raises `ScoreError` when the variable names a folder that is not there.
    """
    named = (os.environ if environ is None else environ).get(VARIABLE)
    if named:
        if not Path(named).is_dir():
            raise ScoreError(f"{VARIABLE} names {named}, which is no folder")
        return Path(named)
    return _DEFAULT if _DEFAULT.is_dir() else None


def find_corpora(root: Path) -> list[Corpus]:
    """The corpora at `root` and in its folders, by name. A folder that holds only part of one is an error."""
    found = []
    for folder in [root, *sorted(path for path in root.iterdir() if path.is_dir())]:
        if not (folder / "tickets.jsonl").is_file():
            continue
        directory = next((folder / name for name in _DIRECTORIES if (folder / name).is_file()), None)
        missing = [name for name in ("pii.json", "retention.json") if not (folder / name).is_file()]
        if directory is None or missing:
            lacks = ", ".join([*missing, *(["directory.ldif"] if directory is None else [])])
            raise ScoreError(f"{folder}: a corpus without {lacks}")
        found.append(Corpus(folder, directory))
    return found


def score_corpora(
    corpora: Sequence[Corpus], policy: Path, work: Path, redact: Redact | None = None
) -> list[tuple[str, Score]]:
    """Redact each corpus into `work` and score it, in order. `redact` defaults to `redact_corpus`."""
    rules = load_policy(policy)
    results = []
    for corpus in corpora:
        output = work / f"{corpus.name}.jsonl"
        (redact or redact_corpus)(corpus, output, policy)
        results.append((corpus.name, score(output, corpus.remove, corpus.keep, rules)))
    return results


def redact_corpus(
    corpus: Corpus, output: Path, policy_file: Path, *, ner: bool | None = None, workers: int = 1
) -> None:
    """Redact the tickets of `corpus` as `redactory redact` does. Raises `ScoreError` when they were refused."""
    from redactory.directory import read_export
    from redactory.redact.engine import Redactor
    from redactory.redact.files import pairs, redact_pair

    policy = load_policy(policy_file)
    snapshot = read_export(corpus.directory, policy.identity)
    redactor = Redactor(policy, snapshot, ner=ner)
    for pair in pairs(str(corpus.tickets), str(output)):
        result = redact_pair(pair, policy, redactor, workers=workers)
        if result.refused:
            raise ScoreError(f"{corpus.tickets}: not redacted: {'; '.join(result.refused)}")
