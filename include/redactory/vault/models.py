"""What the vault holds: wrapped keys, sealed entries, the indexes of who was forgotten, the audit chain.

No column holds a value in clear: `sealed` is AES-GCM, every `*_index` is an HMAC (see `envelope`).
"""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import ForeignKey, LargeBinary, MetaData, String, Text, UniqueConstraint
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from redactory.database import NAMING, UtcTime, now

NAME = 255
TOKEN = 1024


class Base(DeclarativeBase):
    metadata = MetaData(naming_convention=NAMING)
    type_annotation_map = {datetime: UtcTime, bytes: LargeBinary}


class WrappedKey(Base):
    """A key of the vault's own, encrypted by the master key `master_id`. `purpose`: data, index, audit."""

    __tablename__ = "vault_keys"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    purpose: Mapped[str] = mapped_column(String(8), index=True)
    master_id: Mapped[str] = mapped_column(String(16), index=True)
    wrapped: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(default=now)


class SealedEntry(Base):
    """One token of one scope and one value it stands for; a token of several spellings has an entry for each."""

    __tablename__ = "vault_entries"
    __table_args__ = (UniqueConstraint("scope", "token", "value_index"),)

    id: Mapped[int] = mapped_column(primary_key=True)
    scope: Mapped[str] = mapped_column(String(NAME))
    token: Mapped[str] = mapped_column(String(TOKEN), index=True)
    entity: Mapped[str] = mapped_column(String(64))
    value_index: Mapped[bytes] = mapped_column(index=True)
    person_index: Mapped[bytes | None] = mapped_column(index=True)
    surrogate_key_id: Mapped[str | None] = mapped_column(String(16))
    data_key: Mapped[str] = mapped_column(ForeignKey(WrappedKey.id), index=True)
    sealed: Mapped[bytes]
    created_at: Mapped[datetime] = mapped_column(default=now)
    expires_at: Mapped[datetime | None] = mapped_column(index=True)


class Forgotten(Base):
    """The index of a value that was forgotten: what is redacted again later does not bring it back."""

    __tablename__ = "vault_forgotten"

    value_index: Mapped[bytes] = mapped_column(primary_key=True)
    at: Mapped[datetime] = mapped_column(default=now)


class AuditRow(Base):
    """One link of the audit chain; `mac` covers every other column, `prev` is the mac of the row before."""

    __tablename__ = "vault_audit"

    seq: Mapped[int] = mapped_column(primary_key=True, autoincrement=False)
    at: Mapped[datetime]
    event: Mapped[str] = mapped_column(String(32))
    actor: Mapped[str] = mapped_column(String(NAME))
    role: Mapped[str] = mapped_column(String(32))
    subject: Mapped[str] = mapped_column(String(TOKEN))
    reason: Mapped[str] = mapped_column(Text)
    detail: Mapped[str] = mapped_column(Text)
    prev: Mapped[bytes]
    mac: Mapped[bytes]
