"""The first schema: snapshots, policy versions, runs, gate results, counts, alerts, decisions, audit."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from redactory.ledger.models import UtcTime

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "audit_events",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("event", sa.String(length=64), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("subject", sa.String(length=255), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_audit_events")),
    )
    op.create_index(op.f("ix_audit_events_at"), "audit_events", ["at"], unique=False)
    op.create_index(op.f("ix_audit_events_event"), "audit_events", ["event"], unique=False)
    op.create_table(
        "directory_snapshots",
        sa.Column("hash", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("source", sa.String(length=32), nullable=False),
        sa.Column("people", sa.Integer(), nullable=False),
        sa.Column("joiners", sa.Integer(), nullable=False),
        sa.Column("leavers", sa.Integer(), nullable=False),
        sa.Column("taken_at", UtcTime(), nullable=False),
        sa.Column("stored_at", UtcTime(), nullable=False),
        sa.Column("current_at", UtcTime(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("warnings", sa.JSON(), nullable=False),
        sa.Column("approved_by", sa.String(length=255), nullable=True),
        sa.Column("key_id", sa.String(length=64), nullable=True),
        sa.PrimaryKeyConstraint("hash", name=op.f("pk_directory_snapshots")),
    )
    op.create_index(op.f("ix_directory_snapshots_current_at"), "directory_snapshots", ["current_at"], unique=False)
    op.create_index(op.f("ix_directory_snapshots_state"), "directory_snapshots", ["state"], unique=False)
    op.create_table(
        "policy_versions",
        sa.Column("id", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=255), nullable=False),
        sa.Column("dataset", sa.String(length=255), nullable=False),
        sa.Column("canonical", sa.Text(), nullable=False),
        sa.Column("source_file", sa.String(length=1024), nullable=False),
        sa.Column("engine_version", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("noticed_at", UtcTime(), nullable=False),
        sa.Column("sample_key", sa.String(length=1024), nullable=True),
        sa.Column("sample_rows", sa.Integer(), nullable=True),
        sa.Column("sampled_at", UtcTime(), nullable=True),
        sa.Column("sample", sa.JSON(), nullable=False),
        sa.Column("approved_by", sa.String(length=255), nullable=True),
        sa.Column("approval_how", sa.String(length=255), nullable=True),
        sa.Column("approved_at", UtcTime(), nullable=True),
        sa.Column("effective_at", UtcTime(), nullable=True),
        sa.Column("state_at", UtcTime(), nullable=False),
        sa.Column("state_reason", sa.Text(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_policy_versions")),
    )
    op.create_index(op.f("ix_policy_versions_dataset"), "policy_versions", ["dataset"], unique=False)
    op.create_index(op.f("ix_policy_versions_name"), "policy_versions", ["name"], unique=False)
    op.create_table(
        "runs",
        sa.Column("id", sa.String(length=255), nullable=False),
        sa.Column("kind", sa.String(length=32), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("started_at", UtcTime(), nullable=False),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.Column("notes", sa.JSON(), nullable=False),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_runs")),
    )
    op.create_table(
        "partition_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("run_id", sa.String(length=255), nullable=False),
        sa.Column("dataset", sa.String(length=255), nullable=False),
        sa.Column("partition", sa.String(length=255), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("rerun", sa.Boolean(), nullable=False),
        sa.Column("restarts", sa.Integer(), nullable=False),
        sa.Column("policy_version", sa.String(length=64), nullable=False),
        sa.Column("snapshot_hash", sa.String(length=64), nullable=False),
        sa.Column("engine_version", sa.String(length=64), nullable=False),
        sa.Column("key_id", sa.String(length=64), nullable=True),
        sa.Column("base_generation", sa.Integer(), nullable=False),
        sa.Column("generation", sa.Integer(), nullable=True),
        sa.Column("manifest_sha256", sa.String(length=64), nullable=True),
        sa.Column("rows_in", sa.Integer(), nullable=False),
        sa.Column("rows_out", sa.Integer(), nullable=False),
        sa.Column("rows_dead", sa.Integer(), nullable=False),
        sa.Column("chars", sa.Integer(), nullable=False),
        sa.Column("masked_chars", sa.Integer(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("planned_at", UtcTime(), nullable=False),
        sa.Column("ended_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(
            ["policy_version"], ["policy_versions.id"], name=op.f("fk_partition_runs_policy_version")
        ),
        sa.ForeignKeyConstraint(["run_id"], ["runs.id"], name=op.f("fk_partition_runs_run_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_partition_runs")),
        sa.UniqueConstraint("run_id", "dataset", "partition", name=op.f("uq_partition_runs_run_id_dataset_partition")),
    )
    op.create_index(
        op.f("ix_partition_runs_dataset_partition"), "partition_runs", ["dataset", "partition"], unique=False
    )
    op.create_index(op.f("ix_partition_runs_state"), "partition_runs", ["state"], unique=False)
    op.create_table(
        "rerun_requests",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("dataset", sa.String(length=255), nullable=False),
        sa.Column("first", sa.String(length=64), nullable=False),
        sa.Column("last", sa.String(length=64), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("asked_at", UtcTime(), nullable=False),
        sa.Column("taken_by", sa.String(length=255), nullable=True),
        sa.ForeignKeyConstraint(["taken_by"], ["runs.id"], name=op.f("fk_rerun_requests_taken_by")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_rerun_requests")),
    )
    op.create_index(op.f("ix_rerun_requests_dataset"), "rerun_requests", ["dataset"], unique=False)
    op.create_table(
        "monitor_alerts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("monitor", sa.String(length=64), nullable=False),
        sa.Column("message", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_monitor_alerts_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_monitor_alerts")),
    )
    op.create_index(op.f("ix_monitor_alerts_partition_run_id"), "monitor_alerts", ["partition_run_id"], unique=False)
    op.create_table(
        "object_runs",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("key_sha256", sa.String(length=64), nullable=False),
        sa.Column("name", sa.String(length=1024), nullable=False),
        sa.Column("etag", sa.String(length=255), nullable=False),
        sa.Column("size", sa.Integer(), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("staged_etag", sa.String(length=255), nullable=True),
        sa.Column("staged_sha256", sa.String(length=64), nullable=True),
        sa.Column("rows_in", sa.Integer(), nullable=False),
        sa.Column("rows_out", sa.Integer(), nullable=False),
        sa.Column("rows_dead", sa.Integer(), nullable=False),
        sa.Column("chars", sa.Integer(), nullable=False),
        sa.Column("masked_chars", sa.Integer(), nullable=False),
        sa.Column("words", sa.Integer(), nullable=False),
        sa.Column("counts", sa.JSON(), nullable=False),
        sa.Column("unlisted", sa.JSON(), nullable=False),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_object_runs_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_object_runs")),
        sa.UniqueConstraint("partition_run_id", "key_sha256", name=op.f("uq_object_runs_partition_run_id_key_sha256")),
    )
    op.create_index(op.f("ix_object_runs_key_sha256"), "object_runs", ["key_sha256"], unique=False)
    op.create_index(op.f("ix_object_runs_partition_run_id"), "object_runs", ["partition_run_id"], unique=False)
    op.create_table(
        "quarantine_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("decision", sa.String(length=16), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_quarantine_decisions_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_quarantine_decisions")),
        sa.UniqueConstraint(
            "partition_run_id",
            "decision",
            "actor",
            name=op.f("uq_quarantine_decisions_partition_run_id_decision_actor"),
        ),
    )
    op.create_index(
        op.f("ix_quarantine_decisions_partition_run_id"), "quarantine_decisions", ["partition_run_id"], unique=False
    )
    op.create_table(
        "token_counts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("entity", sa.String(length=64), nullable=False),
        sa.Column("layer", sa.String(length=32), nullable=False),
        sa.Column("count", sa.Integer(), nullable=False),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_token_counts_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_token_counts")),
        sa.UniqueConstraint(
            "partition_run_id", "entity", "layer", name=op.f("uq_token_counts_partition_run_id_entity_layer")
        ),
    )
    op.create_index(op.f("ix_token_counts_partition_run_id"), "token_counts", ["partition_run_id"], unique=False)
    op.create_table(
        "gate_results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("object_run_id", sa.Integer(), nullable=True),
        sa.Column("gate", sa.String(length=64), nullable=False),
        sa.Column("success", sa.Boolean(), nullable=False),
        sa.Column("checked", sa.Integer(), nullable=False),
        sa.Column("failed", sa.Integer(), nullable=False),
        sa.Column("failures", sa.JSON(), nullable=False),
        sa.Column("guarded", sa.JSON(), nullable=False),
        sa.Column("lists", sa.JSON(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["object_run_id"], ["object_runs.id"], name=op.f("fk_gate_results_object_run_id")),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_gate_results_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_gate_results")),
    )
    op.create_index(op.f("ix_gate_results_partition_run_id"), "gate_results", ["partition_run_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_gate_results_partition_run_id"), table_name="gate_results")
    op.drop_table("gate_results")
    op.drop_index(op.f("ix_token_counts_partition_run_id"), table_name="token_counts")
    op.drop_table("token_counts")
    op.drop_index(op.f("ix_quarantine_decisions_partition_run_id"), table_name="quarantine_decisions")
    op.drop_table("quarantine_decisions")
    op.drop_index(op.f("ix_object_runs_partition_run_id"), table_name="object_runs")
    op.drop_index(op.f("ix_object_runs_key_sha256"), table_name="object_runs")
    op.drop_table("object_runs")
    op.drop_index(op.f("ix_monitor_alerts_partition_run_id"), table_name="monitor_alerts")
    op.drop_table("monitor_alerts")
    op.drop_index(op.f("ix_rerun_requests_dataset"), table_name="rerun_requests")
    op.drop_table("rerun_requests")
    op.drop_index(op.f("ix_partition_runs_state"), table_name="partition_runs")
    op.drop_index(op.f("ix_partition_runs_dataset_partition"), table_name="partition_runs")
    op.drop_table("partition_runs")
    op.drop_table("runs")
    op.drop_index(op.f("ix_policy_versions_name"), table_name="policy_versions")
    op.drop_index(op.f("ix_policy_versions_dataset"), table_name="policy_versions")
    op.drop_table("policy_versions")
    op.drop_index(op.f("ix_directory_snapshots_state"), table_name="directory_snapshots")
    op.drop_index(op.f("ix_directory_snapshots_current_at"), table_name="directory_snapshots")
    op.drop_table("directory_snapshots")
    op.drop_index(op.f("ix_audit_events_event"), table_name="audit_events")
    op.drop_index(op.f("ix_audit_events_at"), table_name="audit_events")
    op.drop_table("audit_events")
