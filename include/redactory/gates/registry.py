"""What expectations load by name instead of taking it as an argument: identities, and the check they belong to.

Arguments of an expectation are printed in every result, so it is given two ids, and finds the rest here, in the
memory of this process.
"""

from __future__ import annotations

import gc
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count

from redactory.directory.model import Snapshot
from redactory.errors import GateError
from redactory.gates.absence import AbsenceInspector
from redactory.gates.contexts import GuardedContexts
from redactory.gates.formats import Formats
from redactory.gates.matcher import SequenceIndex, Value
from redactory.gates.model import Failure
from redactory.gates.pairs import PairedRow
from redactory.gates.values import ValueLists
from redactory.gates.vocabulary import Vocabulary
from redactory.policy.model import Policy
from redactory.policy.transforms import any_token

NO_DIRECTORY = "none"
_KEPT = 2  # directories kept ready in one process: today's, and the one a running partition began with


@dataclass(frozen=True, slots=True, repr=False)
class Identities:
    """A snapshot ready to be searched under one policy."""

    lists: ValueLists
    index: SequenceIndex
    people: int


@dataclass(repr=False)
class Check:
    """One object being checked: what its expectations look with, and what they found, by gate and row."""

    policy: Policy
    inspector: AbsenceInspector
    vocabulary: Vocabulary
    formats: Formats
    keyed: Callable[[PairedRow], Iterable[Value]]
    failures: dict[str, dict[int, frozenset[Failure]]] = field(default_factory=dict)
    guarded: dict[int, Counter[str]] = field(default_factory=dict)

    def note(self, gate: str, place: int, failures: Iterable[Failure]) -> bool:
        """Keep what one gate found in the row at `place` of the batch; whether it passed."""
        found = frozenset(failures)
        if found:
            self.failures.setdefault(gate, {})[place] = found
        return not found


_identities: dict[tuple[str, str], Identities] = {}
_checks: dict[str, Check] = {}
_ids = count(1)


def identities(policy: Policy, snapshot: Snapshot | None) -> Identities:
    """The identities of `snapshot` under `policy`, built once a process."""
    key = (snapshot.hash if snapshot else NO_DIRECTORY, policy.id)
    found = _identities.get(key)
    if found is None:
        while len(_identities) >= _KEPT:
            del _identities[next(iter(_identities))]
        lists = ValueLists(policy)
        people = len(snapshot.people) if snapshot else 0
        found = _identities[key] = Identities(lists, lists.directory(snapshot), people)
        gc.freeze()  # millions of objects that live as long as the process: the collector need not visit them
    return found


def loaded(snapshot_hash: str, policy_id: str) -> Identities:
    """What `identities` built. Raises GateError where this process has not loaded that snapshot."""
    try:
        return _identities[snapshot_hash, policy_id]
    except KeyError:
        raise GateError("the directory snapshot this gate names is not loaded in this process") from None


@contextmanager
def opened(
    policy: Policy, snapshot_hash: str, keyed: Callable[[PairedRow], Iterable[Value]] = lambda row: ()
) -> Iterator[tuple[str, Check]]:
    """A check under an id, known to expectations until the block ends."""
    known = loaded(snapshot_hash, policy.id)
    contexts = GuardedContexts(policy.gates)
    inspector = AbsenceInspector(known.index, known.lists, contexts, any_token(policy))
    check = Check(policy, inspector, Vocabulary(policy), Formats(policy), keyed)
    name = f"check-{next(_ids)}"
    _checks[name] = check
    try:
        yield name, check
    finally:
        del _checks[name]


def check_called(name: str) -> Check:
    """The open check of that id. Raises GateError where there is none."""
    try:
        return _checks[name]
    except KeyError:
        raise GateError("the check this expectation names is not open in this process") from None
