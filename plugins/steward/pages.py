"""What can be read: the queue, a review, its rows one by one, its sign-off, the cases of a policy."""

from __future__ import annotations

from typing import Any

from fastapi import APIRouter, HTTPException, Response, status
from fastapi.responses import FileResponse, JSONResponse
from starlette.concurrency import run_in_threadpool

from redactory.errors import PartitionError
from redactory.ledger import get_policy_version, list_policy_versions, newest_approved
from redactory.ledger.models import PolicyVersion
from redactory.ledger.review_models import Finding, Review
from redactory.partitions.inputs import load_version
from redactory.platform import Platform
from redactory.policy import describe_diff
from redactory.review import register
from redactory.review.access import is_steward, require_steward, rules_of, stewards_of
from redactory.review.cases import open_cases, read_case
from redactory.review.decide import earlier_version
from redactory.review.queue import items, reviews
from redactory.review.standing import Standing, standing
from redactory.review.verdicts import read_notes, show_row
from steward.access import DAG, Person, PersonDep, PlatformDep
from steward.airflow_api import AirflowDep
from steward.render import STATIC, render
from steward.text import colours, in_order, view

router = APIRouter()
SHORTEST = 12  # hex digits a version may be named by in an address
SAID = {
    "noted": "Noted.",
    "second": "Noted. A second person must release it too.",
    "published": "Published as it is.",
    "rerun": "The next nightly run reads the partition again.",
    "discarded": "Discarded.",
    "deleted": "The dead-letter rows are deleted.",
    "in_force": "The snapshot is in force.",
    "rejected": "The snapshot is rejected.",
    "back": "Sent back. What was found stays with the policy as cases.",
    "approved": "Approved. Airflow has the answer too.",
    "one_more": "Your approval is noted; a second steward must approve it too.",
    "asked": "Asked again: a new run waits for the answer.",
    "waits": "A run waits for the answer already.",
    "active": "This version is in force.",
    "rolled": "Rolled back: the earlier version is in force again.",
    "withdrawn": "The case is withdrawn.",
    "erased": "The text of the case is deleted.",
    "list": "Noted. Add the lines to the policy file; the changed file is reviewed as a new version.",
}


@router.get("/")
def queue(who: PersonDep, platform: PlatformDep, said: str = "") -> Response:
    """Everything this person may decide on."""
    found = reviews(platform, by=who.name)
    groups = {name: [r for r in found if r.group == name] for name in ("waiting", "in progress", "done")}
    names = sorted({r.version.name for r in found})
    used = {name: newest_approved(platform.ledger, name) for name in names}
    return render(
        "queue.html", who=who, groups=groups, items=items(platform, by=who.name), said=SAID.get(said, ""),
        diffs={r.version.id: _diff(platform, r.version, r.review) for r in found},
        policies=[(name, used[name], earlier_version(platform, name)) for name in names],
        held={r.version.name for r in found if r.review.cause and r.review.state != register.APPROVED},
        problems=_undecided_elsewhere(platform, who, names),
    )  # fmt: skip


@router.get("/reviews/{version}")
def review(version: str, who: PersonDep, platform: PlatformDep, said: str = "") -> Response:
    """One review: what changed, where it stands, its rows, and the way to sign off."""
    return render("review.html", **_review(platform, version, who), said=SAID.get(said, ""))


@router.get("/reviews/{version}/rows/{number}")
def row(version: str, number: int, who: PersonDep, platform: PlatformDep) -> Response:
    """One row, original and redacted side by side. Each view is an audit row."""
    found = _version(platform, version, who)
    shown = show_row(platform, found.id, number, by=who.name)
    values = _review(platform, version, who)
    state: Review = values["review"]
    entities = in_order(load_version(platform, found.id).entities)
    palette = colours(entities)
    mine = [f for f in state.marks if f.row == number]
    earlier = [values["cases"][r.finding_id] for r in state.case_results
               if r.row == number and r.finding_id in values["cases"]]  # fmt: skip
    (held,) = [r for r in state.rows if r.number == number]
    results = {r.finding_id: r for r in state.case_results}
    return render(
        "row.html", **values, row=shown, held=held, palette=palette, entities=entities, earlier=earlier,
        results=results, findings=mine, notes=read_notes(platform, held),
        fields=[view(n, field, palette, mine, earlier) for n, field in enumerate(shown.fields)],
        mine=next((v for v in held.verdicts if v.steward == who.name), None), number=number,
    )  # fmt: skip


@router.get("/reviews/{version}/sign-off")
def sign_off(version: str, who: PersonDep, platform: PlatformDep) -> Response:
    """Counts, what was missed, what the rows can support, and the decision."""
    return render("sign_off.html", **_review(platform, version, who))


@router.get("/reviews/{version}/state")
def state(version: str, who: PersonDep, platform: PlatformDep) -> Response:
    """A stamp that changes whenever anybody changes something: pages look at it to stay current."""
    found = register.load(platform.ledger, _version(platform, version, who).id)
    verdicts = [v for r in found.rows for v in r.verdicts]
    parts = (
        found.state, sum(bool(v.read_at) for v in verdicts), len(found.decisions),
        max((v.changed_at.isoformat() for v in verdicts), default=""),
        sum(f.state == "open" for f in found.findings), len(found.findings),
    )  # fmt: skip
    return JSONResponse({"stamp": "|".join(map(str, parts))})


@router.get("/policies/{name}/cases")
def cases(name: str, who: PersonDep, platform: PlatformDep, said: str = "") -> Response:
    """What was found on the versions of a policy, without its text."""
    policy = _policy(platform, name, who)
    found = open_cases(platform, name)
    where = {r.review.id: r.version for r in reviews(platform, by=who.name)}
    days = rules_of(platform, policy).case_days
    return render("cases.html", who=who, policy=policy, cases=found, versions=where, days=days, said=SAID.get(said, ""))


@router.get("/policies/{name}/cases/{number}")
def case(name: str, number: int, who: PersonDep, platform: PlatformDep) -> Response:
    """One case with its text. Each view is an audit row."""
    version = _policy(platform, name, who)
    found = next((c for c in open_cases(platform, name) if c.id == number), None)
    if found is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "there is no such open case")
    platform.ledger.audit("original_shown", who.name, name, {"case": number})
    shown = read_case(platform, found)
    palette = colours(in_order(load_version(platform, version.id).entities))
    return render(
        "case.html", who=who, case=found, policy=version, palette=palette,
        field=view(found.field, shown.fields[found.field], palette, [found], []),
    )  # fmt: skip


@router.get("/run")
async def run(who: PersonDep, platform: PlatformDep, airflow: AirflowDep, dag: str = "", run: str = "") -> Response:
    """The tab of a Dag run: the review it asks about, if it is one."""
    version = await airflow.version_of(run) if dag == DAG and run else ""
    if not version:
        return render("no_review.html", who=who)
    values = await run_in_threadpool(_review, platform, version, who)
    return render("review.html", **values, said="")


@router.get("/static/{name}")
def static(name: str, who: PersonDep) -> Response:
    """The style sheet, the script, the icon."""
    if name not in {file.name for file in STATIC.iterdir()}:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "there is no such file")
    return FileResponse(STATIC / name)


def _review(platform: Platform, version: str, who: Person) -> dict[str, Any]:
    """What every page of a review shows."""
    found = _version(platform, version, who)
    state = register.load(platform.ledger, found.id)
    with platform.ledger.session(readonly=True) as session:
        now: Standing = standing(session, state)
    cases: dict[int, Finding] = {c.id: c for c in open_cases(platform, found.name)}
    partition = str(state.sample.get("partition", ""))
    landed = bool(partition) and any(True for _ in platform.landing.list(f"{found.dataset}/{partition}/"))
    return {
        "who": who, "version": found, "review": state, "now": now, "cases": cases, "landed": landed,
        "diff": _diff(platform, found, state),
        "stewards": stewards_of(platform, found),
        "read": {r.number: [v.steward for v in r.verdicts if v.read_at] for r in state.rows},
        "marked": {f.row for f in state.marks},
        "open": state.state == register.OPEN,
    }  # fmt: skip


def _diff(platform: Platform, version: PolicyVersion, review: Review) -> list[str] | None:
    """The policy against the version that was in use, in words; None where there was none."""
    base = review.base_version
    if base is None:
        return None
    try:
        return describe_diff(load_version(platform, base), load_version(platform, version.id))
    except PartitionError as error:  # another release wrote one of them
        return [f"cannot be compared: {error}"]


def _version(platform: Platform, start: str, who: Person) -> PolicyVersion:
    """The version an address names, for a steward of its policy alone. 404 for none."""
    found = None
    if len(start) == 64:
        found = get_policy_version(platform.ledger, start)
    elif len(start) >= SHORTEST:
        matches = [v for v in list_policy_versions(platform.ledger) if v.id.startswith(start)]
        found = matches[0] if len(matches) == 1 else None
    if found is None:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "there is no such policy version")
    require_steward(platform, found, who.name)
    return found


def _policy(platform: Platform, name: str, who: Person) -> PolicyVersion:
    """The newest version of a policy, for a steward of it alone. 404 for none."""
    versions = list_policy_versions(platform.ledger, name)
    if not versions:
        raise HTTPException(status.HTTP_404_NOT_FOUND, "there is no such policy")
    require_steward(platform, versions[0], who.name)
    return versions[0]


def _undecided_elsewhere(platform: Platform, who: Person, names: list[str]) -> int:
    """How many policies this person is no steward of: said, so that an empty queue is no riddle."""
    others = {v.name for v in list_policy_versions(platform.ledger) if not is_steward(platform, v, who.name)}
    return len(others - set(names))
