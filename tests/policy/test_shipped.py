"""The policies of the project itself: loaded, pinned to what is installed, and good by their own schema."""

from __future__ import annotations

from pathlib import Path

import jsonschema
import pytest
import yaml

from redactory.detect.recognisers.registry import NAMES
from redactory.policy import json_schema, load_policies, load_policy
from redactory.policy.load import policy_files
from redactory.policy.pins import check_pins, unpinned

FOLDER = Path(__file__).resolve().parents[2] / "policies"
FILES = policy_files(FOLDER)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_shipped_policy(file):
    policy = load_policy(file, recognisers=NAMES)
    check_pins(policy)
    assert unpinned(policy) == []
    jsonschema.Draft202012Validator(json_schema()).validate(yaml.safe_load(file.read_text(encoding="utf-8")))


def test_folder_loads_as_a_whole():
    assert len(load_policies(FOLDER)) == len(FILES)


@pytest.mark.parametrize("file", FILES, ids=[file.stem for file in FILES])
def test_a_vendor_has_one_entry(file):
    keep = load_policy(file).keep
    names = {vendor.name for vendor in keep.vendors}
    longer = [name for name in names if any(name.startswith(f"{other} ") for other in names)]
    assert longer == []  # `Example Systems` is an alias of `Example`
    assert not names.intersection(keep.terms)


def test_schema_refuses_what_the_model_refuses():
    validator = jsonschema.Draft202012Validator(json_schema())
    jsonschema.Draft202012Validator.check_schema(json_schema())
    good = {"name": "a", "dataset": "a", "entities": {"PERSON": {}}}
    assert validator.is_valid(good)
    assert not validator.is_valid({**good, "ner": {"enabeld": True}})
    assert not validator.is_valid({**good, "entities": {"PERSON": {"threshold": 2}}})
    assert not validator.is_valid({**good, "entities": {"person": {}}})
