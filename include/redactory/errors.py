"""The errors of the package: one type an area, all under `RedactoryError`.

A message says what was wrong, where, and what to do. It never quotes a value of a row or of the directory.
"""

from __future__ import annotations

import os
import traceback


class RedactoryError(Exception):
    """Base of every error Redactory raises on purpose."""


class ConfigError(RedactoryError):
    """A setting, a key or a credential is missing or wrong."""


class PolicyError(RedactoryError):
    """A policy file is wrong, or a run may not use it.

    `problems` holds one line for every fault found, each with file, path and reason.
    """

    def __init__(self, message: str, problems: tuple[str, ...] = ()) -> None:
        super().__init__(message if not problems else "\n".join((message, *(f"  - {p}" for p in problems))))
        self.problems = problems


class DirectoryError(RedactoryError):
    """A directory export could not be read whole, or a snapshot may not be used."""


class RecordError(RedactoryError):
    """An object as a whole cannot be read or written in its format."""


class StorageError(RedactoryError):
    """An object store refused or lost something."""


class SourceChangedError(StorageError):
    """A source object is no longer the one the run began with: the partition starts again."""


class DetectionError(RedactoryError):
    """A recogniser, a model or a list cannot be used."""


class GateError(RedactoryError):
    """A gate could not be run. A gate that ran and failed is a result, not an error."""


class PartitionError(RedactoryError):
    """A partition cannot go on to its next state."""


class EngineChangedError(PartitionError):
    """The running engine may not publish under an approved version yet."""


class LedgerError(RedactoryError):
    """The ledger refused a write or holds something unexpected."""


class ScoreError(RedactoryError):
    """An answer key or a redacted file cannot be scored."""


class ReviewError(RedactoryError):
    """A review does not allow what was asked, or not yet; the message says what is missing."""


class NotAStewardError(ReviewError):
    """Somebody asked for what only stewards of the policy may see or do."""


class VaultError(RedactoryError):
    """The vault cannot be opened, or does not hold what was asked for, or holds something changed."""


class VaultRefusedError(VaultError):
    """Somebody asked the vault for what takes a role or a reason they did not give."""


class RoundTripError(RedactoryError):
    """A session, a map or a completion cannot be used as asked."""


class EvalsError(RedactoryError):
    """An evaluation case, or what it declares, cannot be used."""


class RetrievalError(RedactoryError):
    """Chunks or questions cannot be read, or do not belong together."""


def raised(error: BaseException) -> str:
    """Type and places of an error that is not ours, the innermost place last; never its text, which may quote data."""
    frames = traceback.extract_tb(error.__traceback__)
    places = " > ".join(f"{os.path.basename(frame.filename)}:{frame.lineno} {frame.name}" for frame in frames)
    return f"{kind_of(error)} in {places}"


def kind_of(error: BaseException) -> str:
    """The type of an error, and of one the system gave what it means: `OSError (No space left on device)`."""
    name = type(error).__name__
    return f"{name} ({os.strerror(error.errno)})" if isinstance(error, OSError) and error.errno else name
