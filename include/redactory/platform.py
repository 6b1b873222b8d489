"""The platform of one installation: its stores and its ledger, opened when first used."""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Any

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.errors import ConfigError
from redactory.storage import EncryptedStore, KeyRing, ObjectStore, open_store

if TYPE_CHECKING:
    from redactory.ledger import Ledger


class Platform:
    """Landing, staging and published hold text; quarantine, dead_letter, review and identity hold ciphertext."""

    def __init__(self, settings: Settings, s3: Any = None) -> None:
        self.settings = settings
        self._s3 = s3

    @classmethod
    def open(cls, settings: Settings | None = None, *, s3: Any = None) -> Platform:
        """`s3` is a boto3 S3 client (Airflow gives one of `aws_default`); without it boto3 configures itself."""
        return cls(settings or Settings.load(), s3)

    @cached_property
    def landing(self) -> ObjectStore:
        return self.plain("landing")

    @cached_property
    def staging(self) -> ObjectStore:
        return self.plain("staging")

    @cached_property
    def published(self) -> ObjectStore:
        return self.plain("published")

    @cached_property
    def quarantine(self) -> ObjectStore:
        return self._encrypted("quarantine")

    @cached_property
    def dead_letter(self) -> ObjectStore:
        return self._encrypted("dead_letter")

    @cached_property
    def review(self) -> ObjectStore:
        return self._encrypted("review")

    @cached_property
    def identity(self) -> ObjectStore:
        return self._encrypted("identity")

    @cached_property
    def keys(self) -> KeyRing:
        """Keys for encryption at rest. Raises ConfigError where there are none."""
        return KeyRing.from_file(self.settings.key_file)

    @cached_property
    def ledger(self) -> Ledger:
        from redactory.ledger import Ledger

        return Ledger(self.settings.ledger_url)

    @cached_property
    def s3(self) -> Any:
        """The S3 client every `s3://` store of this platform uses."""
        if self._s3 is not None:
            return self._s3
        from redactory.storage.open import s3_client

        return s3_client(endpoint_url=self.settings.s3_endpoint_url)

    def store(self, url: str) -> ObjectStore:
        """The store at any URL or folder, over this platform's S3 server. Raises ConfigError as `open_store`."""
        return open_store(url, s3=self.s3 if url.startswith("s3://") else None)

    def plain(self, name: str) -> ObjectStore:
        """The store of that setting as it lies, ciphertext where it is encrypted. Raises ConfigError, naming it."""
        assert name in PLAIN_STORES + ENCRYPTED_STORES
        try:
            return self.store(getattr(self.settings, name))
        except ConfigError as error:
            raise ConfigError(f"REDACTORY_{name.upper()}: {error}") from None

    def _encrypted(self, name: str) -> ObjectStore:
        return EncryptedStore(self.plain(name), self.keys)
