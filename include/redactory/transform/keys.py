"""Keys of surrogates: where they come from, which one is current, which older ones still name what they made.

A key is 32 random bytes with an id; the id is stamped in manifests, the bytes are never printed. They come from the
environment (where Airflow's connection is turned into the same setting), or from a file of mode 600 that does not
lie with the data: `id:base64` a line, the first is current, the others are kept to re-map what they made.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from redactory.errors import ConfigError
from redactory.storage.keys import KeyRing, refuse_beside_data

if TYPE_CHECKING:
    from redactory.config import Settings


@dataclass(frozen=True, slots=True)
class SurrogateKey:
    """One key: `id` may be shown, `secret` (32 bytes) never is."""

    id: str
    secret: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class SurrogateKeys:
    """All keys of an installation, the current one first."""

    keys: tuple[SurrogateKey, ...]

    @property
    def current(self) -> SurrogateKey:
        """The key that makes surrogates now."""
        return self.keys[0]

    def get(self, key_id: str | None) -> SurrogateKey | None:
        """The key of that id; None where it is not to be had any more."""
        return next((key for key in self.keys if key.id == key_id), None)

    @classmethod
    def parse(cls, text: str, where: str) -> SurrogateKeys:
        """Read `id:base64-of-32-bytes`, by lines or commas, the current one first.

        Raises:
            ConfigError: an entry is malformed, an id stands twice, or there is none. Never quotes a key.
        """
        return cls._of(KeyRing.parse(text.replace(",", "\n"), where))

    @classmethod
    def load(cls, settings: Settings, *, beside: Iterable[str] = ()) -> SurrogateKeys:
        """The keys `settings` name: those of the environment, else those of the file.

        The file may not lie in or beside a store, nor one of the folders `beside` (what a command reads and writes).

        Raises:
            ConfigError: there is no key, the file lies with data, or others may read it.
        """
        if settings.surrogate_keys is not None:
            return cls.parse(settings.surrogate_keys, "REDACTORY_SURROGATE_KEYS")
        path = settings.surrogate_key_file
        if not path.exists():
            raise ConfigError(
                "there is no surrogate key, which policies with surrogates take, and `redactory serve` whatever its "
                f"policy: set REDACTORY_SURROGATE_KEYS, or write {path} with `redactory keys new --for surrogates`"
            )
        refuse_beside_data(path, (*settings.stores, *beside), "surrogate keys")
        return cls._of(KeyRing.from_file(path))

    @classmethod
    def _of(cls, ring: KeyRing) -> SurrogateKeys:
        return cls(tuple(SurrogateKey(name, secret) for name, secret in ring.keys.items()))
