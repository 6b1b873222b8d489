"""Another engine under an approved version: compared on the policy's cases before it publishes (contract.md, versions).

What an engine writes for the cases of a policy, and for the sentences of `probes.txt`, is kept as hashes beside its
reviews. An engine of another stamp that writes the same goes on; one that does not, or that cannot be compared, opens
a review of the version, and publishes nothing under it until its rows are read.
"""

from __future__ import annotations

import hashlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

from redactory.directory.snapshots import SnapshotStore
from redactory.errors import DirectoryError, PartitionError, RedactoryError, StorageError
from redactory.ledger import approved_policies
from redactory.ledger.engines import cleared_engines, engine_check, may_publish, note_engine
from redactory.ledger.models import PolicyVersion
from redactory.partitions.inputs import Prepared, load_version, prepared, require_engine
from redactory.policy.paths import FieldMatcher
from redactory.policy.stamp import EngineStamp, describe_change, engine_stamp
from redactory.records import TextField
from redactory.redact import RowInput
from redactory.review import register
from redactory.review.cases import listed, open_cases, read_case
from redactory.review.sample import after
from redactory.transform import needs_key
from redactory.transform.keys import SurrogateKeys

if TYPE_CHECKING:
    from redactory.ledger.review_models import Finding
    from redactory.platform import Platform
    from redactory.policy.model import Policy

FOLDER = "policy-references"
PROBES = Path(__file__).with_name("probes.txt")


@dataclass(frozen=True)
class Reference:
    """What an engine wrote over one directory snapshot and with one surrogate key, where the policy wants one.

    `outputs` maps `case 7` or `probe 3` to the SHA-256 of its output; empty where a case could not be read.
    """

    snapshot: str
    key_id: str | None
    outputs: Mapping[str, str]


def look_at_engines(platform: Platform) -> dict[str, str]:
    """Compare the running engine with the ones that may publish.

    Returns the versions in use under which it may not: id -> why, in words. A difference opens a review of the
    version. What cannot be told is a reason not to publish.
    """
    found = {}
    for version in approved_policies(platform.ledger):
        try:
            why = _look(platform, version)
        except RedactoryError as error:
            why = f"policy {version.name}: whether this engine may publish under it cannot be told: {error}"
        if why:
            found[version.id] = why
    return found


def may_serve(platform: Platform, version: PolicyVersion) -> bool:
    """Whether the running engine may publish under an approved version."""
    try:
        require_engine(platform, version.id)
    except PartitionError:
        return False
    return True


def keep_reference(platform: Platform, version_id: str, stamp: EngineStamp) -> None:
    """Keep what the running engine writes for the policy's cases, where it is not kept yet."""
    policy = load_version(platform, version_id)
    cases = {_name(case): case for case in open_cases(platform, policy.name)}
    kept, key_id = _read(platform, version_id, stamp.digest), _surrogate_key(platform, policy)
    if kept is not None and kept.key_id != key_id:
        kept = None
    if kept is not None and cases.keys() == {name for name in kept.outputs if name.startswith("case")}:
        return
    inputs = _inputs(platform, version_id, kept.snapshot if kept else None)
    if inputs is None:
        return
    if kept is None or inputs.snapshot.hash != kept.snapshot:
        outputs = _outputs(platform, inputs, list(cases.values()))
    else:
        known = {name: told for name, told in kept.outputs.items() if name in cases or name.startswith("probe")}
        new = [case for name, case in cases.items() if name not in known]
        outputs = known | _outputs(platform, inputs, new, probes=False)
    data = orjson.dumps({"snapshot": inputs.snapshot.hash, "key_id": key_id, "outputs": outputs})
    platform.review.put(_key(version_id, stamp.digest), data)


def _look(platform: Platform, version: PolicyVersion) -> str:
    stamp = engine_stamp(load_version(platform, version.id))
    if may_publish(platform.ledger, version.id, stamp.digest, stamp.parts):
        keep_reference(platform, version.id, stamp)
        return ""
    check = engine_check(platform.ledger, version.id, stamp.digest)
    if check is None:
        change, difference = _compare(platform, version, stamp)
        if not difference:
            said = f"{change}; its output on the policy's cases is the same"
            note_engine(
                platform.ledger, version.id, stamp.digest, stamp.parts, "same", actor="redactory", reason=said
            )
            keep_reference(platform, version.id, stamp)
            return ""
        said = f"the engine changed since this version was approved ({change}): {difference}"
        register.reopen(platform.ledger, version.id, said)
        note_engine(platform.ledger, version.id, stamp.digest, stamp.parts, "differs", actor="redactory", reason=said)
        check = engine_check(platform.ledger, version.id, stamp.digest)
    assert check is not None
    if check.state == "differs" and register.load(platform.ledger, version.id).state not in register.UNDECIDED:
        register.reopen(platform.ledger, version.id, check.reason)  # it was decided with the rows of another engine
    what = "was sent back with it" if check.state == "refused" else "has to be read with it under Steward in the menu"
    said = f"policy {version.name}: nothing is published: {check.reason}. Version {version.id[:12]} {what}"
    return f"{said}; or install the release again that it was approved with"


def _compare(platform: Platform, version: PolicyVersion, stamp: EngineStamp) -> tuple[str, str]:
    """What changed, and how the output differs from what an engine wrote that may publish; empty where it does not."""
    cleared = cleared_engines(platform.ledger, version.id)
    change = "; ".join(describe_change(cleared[0].engine, stamp.parts)) if cleared else "nothing is noted of it"
    for check in cleared:
        kept = _read(platform, version.id, check.stamp)
        inputs = _inputs(platform, version.id, kept.snapshot) if kept else None
        if kept is None or inputs is None or inputs.snapshot.hash != kept.snapshot:
            continue
        if kept.key_id != inputs.surrogate_key_id:
            continue
        cases = [case for case in open_cases(platform, version.name) if kept.outputs.get(_name(case))]
        now = _outputs(platform, inputs, cases)
        wanted = {name for name in kept.outputs if name.startswith("probe")} | {_name(case) for case in cases}
        differing = sorted(name for name in wanted if now.get(name) != kept.outputs[name])
        return change, _words(differing, len(wanted))
    return change, "what the engine before it wrote for the policy's cases is not kept, so they cannot be compared"


def _words(differing: Sequence[str], all_of_them: int) -> str:
    if not differing:
        return ""
    cases = [name.removeprefix("case ") for name in differing if name.startswith("case")]
    probes = len(differing) - len(cases)
    parts = [f"case{'s' if len(cases) > 1 else ''} {', '.join(sorted(cases, key=int))}"] if cases else []
    parts += [f"{probes} of the project's own sentences"] if probes else []
    return f"its output differs on {' and on '.join(parts)}, of {all_of_them} compared"


def _outputs(
    platform: Platform, inputs: Prepared, cases: Sequence[Finding], *, probes: bool = True
) -> dict[str, str]:
    matcher = FieldMatcher(inputs.policy.fields)
    rows: dict[str, tuple[TextField, ...]] = {}
    found = dict.fromkeys(map(_name, cases), "")
    for case in cases:
        try:
            rows[_name(case)] = tuple(listed(f.path, f.before, matcher) for f in read_case(platform, case).fields)
        except StorageError:
            continue
    if probes:
        rows |= {f"probe {n}": (TextField("probe", text, "text"),) for n, text in enumerate(_probes(), 1)}
    results = inputs.redactor.redact([RowInput(n, fields, ()) for n, fields in enumerate(rows.values(), 1)])
    for (name, fields), result in zip(rows.items(), results, strict=True):
        text = [(field.path, after(field.text, result, n)) for n, field in enumerate(fields)]
        found[name] = hashlib.sha256(orjson.dumps([result.held, text])).hexdigest()
    return found


def _inputs(platform: Platform, version_id: str, snapshot: str | None) -> Prepared | None:
    """The version over a snapshot; over the current one where that is gone, or none is named. None without any."""
    if snapshot is not None:
        try:
            return prepared(platform, version_id, snapshot)
        except DirectoryError:
            pass  # it is gone
    current = SnapshotStore(platform.identity, platform.ledger).current_row()
    return prepared(platform, version_id, current.hash) if current is not None else None


def _read(platform: Platform, version_id: str, stamp: str) -> Reference | None:
    key = _key(version_id, stamp)
    if platform.review.head(key) is None:
        return None
    with platform.review.open(key) as stream:
        data = orjson.loads(stream.read())
    return Reference(data["snapshot"], data["key_id"], data["outputs"])


def _surrogate_key(platform: Platform, policy: Policy) -> str | None:
    return SurrogateKeys.load(platform.settings).current.id if needs_key(policy) else None


def _key(version_id: str, stamp: str) -> str:
    return f"{FOLDER}/{version_id}/{stamp}.json"


def _name(case: Finding) -> str:
    return f"case {case.id}"


@cache
def _probes() -> tuple[str, ...]:
    return tuple(line for line in PROBES.read_text(encoding="utf-8").splitlines() if line and not line.startswith("#"))
