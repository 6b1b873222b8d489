"""Reviews of policy versions: rows, verdicts, findings, results of earlier cases, decisions."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

from redactory.ledger.models import UtcTime

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "reviews",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("policy_version", sa.String(length=64), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("asked", sa.Integer(), nullable=False),
        sa.Column("asked_at", UtcTime(), nullable=False),
        sa.Column("run_id", sa.String(length=255), nullable=True),
        sa.Column("problem", sa.Text(), nullable=False),
        sa.Column("base_version", sa.String(length=64), nullable=True),
        sa.Column("sample", sa.JSON(), nullable=False),
        sa.Column("created_at", UtcTime(), nullable=False),
        sa.Column("opened_at", UtcTime(), nullable=True),
        sa.Column("first_read_at", UtcTime(), nullable=True),
        sa.Column("reminded_at", UtcTime(), nullable=True),
        sa.Column("closed_at", UtcTime(), nullable=True),
        sa.ForeignKeyConstraint(["policy_version"], ["policy_versions.id"], name=op.f("fk_reviews_policy_version")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_reviews")),
        sa.UniqueConstraint("policy_version", name=op.f("uq_reviews_policy_version")),
    )
    op.create_index(op.f("ix_reviews_state"), "reviews", ["state"], unique=False)
    op.create_table(
        "review_rows",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("number", sa.Integer(), nullable=False),
        sa.Column("replaced", sa.Integer(), nullable=False),
        sa.Column("changed", sa.Boolean(), nullable=False),
        sa.Column("held", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"], name=op.f("fk_review_rows_review_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_rows")),
        sa.UniqueConstraint("review_id", "number", name=op.f("uq_review_rows_review_id_number")),
    )
    op.create_table(
        "row_verdicts",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("row_id", sa.Integer(), nullable=False),
        sa.Column("steward", sa.String(length=255), nullable=False),
        sa.Column("opened_at", UtcTime(), nullable=False),
        sa.Column("read_at", UtcTime(), nullable=True),
        sa.Column("note_key", sa.String(length=1024), nullable=True),
        sa.Column("changed_at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["row_id"], ["review_rows.id"], name=op.f("fk_row_verdicts_row_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_row_verdicts")),
        sa.UniqueConstraint("row_id", "steward", name=op.f("uq_row_verdicts_row_id_steward")),
    )
    op.create_table(
        "findings",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("policy", sa.String(length=255), nullable=False),
        sa.Column("row", sa.Integer(), nullable=False),
        sa.Column("field", sa.Integer(), nullable=False),
        sa.Column("path", sa.String(length=1024), nullable=False),
        sa.Column("start", sa.Integer(), nullable=False),
        sa.Column("end", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("entity", sa.String(length=64), nullable=False),
        sa.Column("steward", sa.String(length=255), nullable=False),
        sa.Column("state", sa.String(length=16), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.Column("case_key", sa.String(length=1024), nullable=False),
        sa.Column("withdrawn_by", sa.String(length=255), nullable=True),
        sa.Column("withdrawn_at", UtcTime(), nullable=True),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"], name=op.f("fk_findings_review_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_findings")),
    )
    op.create_index(op.f("ix_findings_policy"), "findings", ["policy"], unique=False)
    op.create_index(op.f("ix_findings_review_id"), "findings", ["review_id"], unique=False)
    op.create_table(
        "case_results",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("finding_id", sa.Integer(), nullable=False),
        sa.Column("passed", sa.Boolean(), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("row", sa.Integer(), nullable=True),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"], name=op.f("fk_case_results_review_id")),
        sa.ForeignKeyConstraint(["finding_id"], ["findings.id"], name=op.f("fk_case_results_finding_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_case_results")),
        sa.UniqueConstraint("review_id", "finding_id", name=op.f("uq_case_results_review_id_finding_id")),
    )
    op.create_table(
        "review_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("review_id", sa.Integer(), nullable=False),
        sa.Column("steward", sa.String(length=255), nullable=False),
        sa.Column("decision", sa.String(length=16), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("rows_read", sa.Integer(), nullable=False),
        sa.Column("seconds", sa.Integer(), nullable=True),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(["review_id"], ["reviews.id"], name=op.f("fk_review_decisions_review_id")),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_review_decisions")),
        sa.UniqueConstraint("review_id", "steward", name=op.f("uq_review_decisions_review_id_steward")),
    )
    op.create_table(
        "queue_decisions",
        sa.Column("id", sa.Integer(), nullable=False),
        sa.Column("partition_run_id", sa.Integer(), nullable=False),
        sa.Column("kind", sa.String(length=16), nullable=False),
        sa.Column("decision", sa.String(length=32), nullable=False),
        sa.Column("actor", sa.String(length=255), nullable=False),
        sa.Column("reason", sa.Text(), nullable=False),
        sa.Column("detail", sa.JSON(), nullable=False),
        sa.Column("at", UtcTime(), nullable=False),
        sa.ForeignKeyConstraint(
            ["partition_run_id"], ["partition_runs.id"], name=op.f("fk_queue_decisions_partition_run_id")
        ),
        sa.PrimaryKeyConstraint("id", name=op.f("pk_queue_decisions")),
    )
    op.create_index(op.f("ix_queue_decisions_partition_run_id"), "queue_decisions", ["partition_run_id"], unique=False)


def downgrade() -> None:
    op.drop_index(op.f("ix_queue_decisions_partition_run_id"), table_name="queue_decisions")
    op.drop_table("queue_decisions")
    op.drop_table("review_decisions")
    op.drop_table("case_results")
    op.drop_index(op.f("ix_findings_policy"), table_name="findings")
    op.drop_index(op.f("ix_findings_review_id"), table_name="findings")
    op.drop_table("findings")
    op.drop_table("row_verdicts")
    op.drop_table("review_rows")
    op.drop_index(op.f("ix_reviews_state"), table_name="reviews")
    op.drop_table("reviews")
