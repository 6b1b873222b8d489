"""Which engines may publish under an approved policy version (contract.md, versions).

An engine that is not noted here with the version publishes nothing under it.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sqlalchemy import select

from redactory.ledger.ledger import Ledger
from redactory.ledger.models import PolicyVersion, now
from redactory.ledger.review_models import EngineCheck

CLEARED = ("approved", "same", "noted")
_NOTED = "the version was approved before engines were noted, with this release"


def engine_check(ledger: Ledger, version_id: str, stamp: str) -> EngineCheck | None:
    """What is noted of the engine `stamp` under a version; None where nothing is."""
    with ledger.session(readonly=True) as session:
        query = select(EngineCheck).where(EngineCheck.policy_version == version_id, EngineCheck.stamp == stamp)
        return session.scalars(query).first()


def cleared_engines(ledger: Ledger, version_id: str) -> list[EngineCheck]:
    """The engines that may publish under a version, the newest decision first."""
    query = select(EngineCheck).where(EngineCheck.policy_version == version_id, EngineCheck.state.in_(CLEARED))
    with ledger.session(readonly=True) as session:
        return list(session.scalars(query.order_by(EngineCheck.at.desc(), EngineCheck.id.desc())))


def may_publish(ledger: Ledger, version_id: str, stamp: str, engine: Mapping[str, Any]) -> bool:
    """Whether the engine `stamp` may publish under an approved version.

    Where no engine at all is noted with the version, it was approved before they were: the release that it was noted
    by (or any, where none is) is taken for the one it was approved with, and an audit row says so.
    """
    found = engine_check(ledger, version_id, stamp)
    if found is not None:
        return found.state in CLEARED
    with ledger.session() as session:
        version = session.get(PolicyVersion, version_id)
        some = session.scalars(select(EngineCheck.id).where(EngineCheck.policy_version == version_id)).first()
        if some is not None or version is None or version.engine_version not in ("", engine["release"]):
            return False
    note_engine(ledger, version_id, stamp, engine, "noted", actor="redactory", reason=_NOTED)
    return True


def note_engine(
    ledger: Ledger,
    version_id: str,
    stamp: str,
    engine: Mapping[str, Any],
    state: str,
    *,
    actor: str,
    reason: str = "",
    detail: Mapping[str, Any] | None = None,
) -> None:
    """Note what was decided on an engine under a version, with an audit row; the same again changes nothing."""
    with ledger.session() as session:
        query = select(EngineCheck).where(EngineCheck.policy_version == version_id, EngineCheck.stamp == stamp)
        found = session.scalars(query.with_for_update()).first()
        if found is not None and found.state == state:
            return
        row = found or EngineCheck(policy_version=version_id, stamp=stamp, engine=dict(engine))
        row.state, row.reason, row.actor, row.at, row.detail = state, reason, actor, now(), dict(detail or {})
        session.add(row)
        said = {"engine": engine.get("release", ""), "stamp": stamp[:12], "reason": reason, **(detail or {})}
        ledger.audit(f"engine_{state}", actor, version_id, said, session=session)
