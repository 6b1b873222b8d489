"""Loading policies: what is refused, and that everything wrong is said at once."""

from __future__ import annotations

from pathlib import Path

import pytest
import yaml

from redactory.errors import PolicyError
from redactory.policy import load_policies, load_policy, parse_policy

CASES = yaml.safe_load((Path(__file__).parents[1] / "cases" / "policy.yaml").read_text(encoding="utf-8"))


def _choosy(options: dict[str, object]) -> None:
    if set(options) - {"regions"}:
        raise PolicyError("no such option; there is: regions")


RECOGNISERS = {"phone": _choosy, "ip": _choosy, "email": _choosy, "field-key": _choosy}


@pytest.mark.parametrize("case", CASES, ids=[case["id"] for case in CASES])
def test_wrong_policy_is_refused_with_place_and_reason(case, policy_text):
    text = case["text"] if "text" in case else policy_text(**case["add"])
    with pytest.raises(PolicyError) as caught:
        parse_policy(text, "p.yaml", recognisers=RECOGNISERS)
    if "message" in case:
        assert case["message"] in str(caught.value)
        return
    problems = list(caught.value.problems)
    unmatched = [wanted for wanted in case["problems"] if not any(line.endswith(f": {wanted}") for line in problems)]
    assert not unmatched, problems
    assert len(problems) == len(case["problems"]), problems
    assert all(line.startswith("p.yaml:") for line in problems)
    if "line" in case:
        assert problems[0].startswith(f"p.yaml:{case['line']}: ")


def test_no_message_quotes_a_value_of_the_file(policy_text):
    text = policy_text(ner={"enabled": "maria.lindqvist@example.org"}, gates={"batch_rows": "Maria Lindqvist"})
    with pytest.raises(PolicyError) as caught:
        parse_policy(text, "p.yaml")
    assert "indqvist" not in str(caught.value)
    assert caught.value.__cause__ is None
    assert caught.value.__suppress_context__


def test_every_fault_at_once(policy_text):
    text = policy_text(
        dataset="it tickets",
        formats=[{"id": "x", "entity": "NOPE", "pattern": "(?!a)"}],
        fields={"text": ["a..b"]},
        ner={"modell": "x"},
    )
    with pytest.raises(PolicyError) as caught:
        parse_policy(text, "p.yaml")
    assert len(caught.value.problems) == 5


def test_lines_point_at_the_setting(base_text):
    with pytest.raises(PolicyError) as caught:
        parse_policy(base_text + "formats:\n- id: a\n  entity: PHONE\n  pattern: '('\n", "p.yaml")
    assert caught.value.problems[0].startswith("p.yaml:15: formats[0].pattern: rule 'a': ")


def test_good_policy(base_text, tmp_path):
    file = tmp_path / "p.yaml"
    file.write_bytes(b"\xef\xbb\xbf" + base_text.encode())
    policy = load_policy(file)
    assert policy.name == "it-tickets"
    assert policy.token("EMP_ID") == "<EMP_ID>"


def test_id_is_of_the_meaning_not_of_the_text(base_text, policy_text):
    assert parse_policy(base_text).id == parse_policy("# said twice\n" + policy_text(ner={"enabled": True})).id
    assert parse_policy(base_text).id != parse_policy(policy_text(ner={"enabled": False})).id


def test_two_entities_may_share_a_token(policy_text):
    policy = parse_policy(policy_text(entities={"STREET": {"token": "<LOCATION>"}}))
    assert policy.token("STREET") == policy.token("LOCATION")


def test_folder_reports_every_file(policy_text, tmp_path):
    (tmp_path / "a.yaml").write_text(policy_text(name="a"))
    (tmp_path / "b.yml").write_text(policy_text(name="b"))
    (tmp_path / "c.yaml").write_text(policy_text(name="a", dataset="c"))
    (tmp_path / "d.yaml").write_text("name: [")
    (tmp_path / "notes.txt").write_text("not a policy")
    with pytest.raises(PolicyError) as caught:
        load_policies(tmp_path)
    lines = "\n".join(caught.value.problems)
    assert "'a' is already the policy of this dataset" in lines
    assert "another file of the folder is called 'a' too" in lines
    assert "d.yaml: not YAML" in lines
    assert len(caught.value.problems) == 3


def test_folder_by_name(policy_text, tmp_path):
    (tmp_path / "z.yaml").write_text(policy_text(name="z", dataset="z"))
    (tmp_path / "a.yaml").write_text(policy_text(name="a", dataset="a"))
    assert list(load_policies(tmp_path)) == ["a", "z"]


def test_missing_places(tmp_path):
    for attempt in (lambda: load_policy(tmp_path / "none.yaml"), lambda: load_policies(tmp_path / "none")):
        with pytest.raises(PolicyError, match="none"):
            attempt()
    with pytest.raises(PolicyError, match="no policy file"):
        load_policies(tmp_path)
    (tmp_path / "latin.yaml").write_bytes(b"name: \xe9\n")
    with pytest.raises(PolicyError, match="not UTF-8"):
        load_policy(tmp_path / "latin.yaml")
