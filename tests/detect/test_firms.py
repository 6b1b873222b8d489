"""Firms of the public lists, on cases as data (tests/cases/firms.yaml), without the policy's own vendors."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
import yaml

from redactory.detect import firmlist
from redactory.detect.detector import Detector
from redactory.errors import PolicyError
from redactory.policy.load import load_policy
from redactory.policy.model import Pins, Policy
from redactory.policy.pins import installed_pins
from redactory.records.model import TextField

ROOT = Path(__file__).parent.parent
CASES = yaml.safe_load((ROOT / "cases" / "firms.yaml").read_text("utf-8"))


@pytest.fixture(scope="module")
def policy() -> Policy:
    shipped = load_policy(ROOT.parent / "policies" / "it-tickets.yaml")
    return shipped.model_copy(update={"keep": shipped.keep.model_copy(update={"vendors": []})})


@pytest.fixture(scope="module")
def detector(policy: Policy) -> Detector:
    return Detector(policy, ())


def output(detector: Detector, render: Any, texts: dict[str, str]) -> str:
    fields = [TextField(path, text, "text") for path, text in texts.items()]
    spans = detector.detect([fields])[0]
    return "\n".join(render(field.text, found) for field, found in zip(fields, spans, strict=True))


@pytest.mark.parametrize("case", [pytest.param(case, id=case["id"]) for case in CASES])
def test_case(case: dict[str, Any], detector: Detector, person: Callable[..., Any], render: Any) -> None:
    people = [person(**attributes) for attributes in case.get("directory", ())]
    found = output(detector.with_people(people), render, case.get("record") or {"text": case["text"]})
    for value in case.get("gone", ()):
        assert value not in found
    for value in case.get("kept", ()):
        assert value in found


def test_vendors_of_many_trades_stay(detector: Detector, render: Any) -> None:
    trades = yaml.safe_load((ROOT / "cases" / "trades.yaml").read_text("utf-8"))
    records = [[TextField("text", case["text"], "text")] for case in trades]
    found = [render(record[0].text, spans[0]) for record, spans in zip(records, detector.detect(records), strict=True)]
    assert [case["name"] for case, text in zip(trades, found, strict=True) if case["name"] not in text] == []
    assert len(trades) > 150


def test_the_setting_turns_each_list_on(policy: Policy, render: Any) -> None:
    text = {
        "text": "Charles Schwab rejected the file. Two of the Hugo Muller units are dead. Wincor Nixdorf swapped it."
    }
    for lists, kept in (
        ([], []),
        (["pytickersymbols"], ["Charles Schwab"]),
        (["bluetooth-numbers"], ["Hugo Muller"]),
        (["trades"], ["Wincor Nixdorf"]),
    ):
        keep = policy.keep.model_copy(update={"firms": lists})
        found = output(Detector(policy.model_copy(update={"keep": keep}), (), ner=True), render, text)
        assert [name for name in ("Charles Schwab", "Hugo Muller", "Wincor Nixdorf") if name in found] == kept


def test_a_list_nobody_knows_is_refused(tmp_path: Path) -> None:
    source = (ROOT.parent / "policies" / "it-tickets.yaml").read_text("utf-8")
    path = tmp_path / "p.yaml"
    path.write_text(source.replace("firms: [pytickersymbols,", "firms: [forbes,"), "utf-8")
    with pytest.raises(PolicyError) as raised:
        load_policy(path)
    assert any("keep.firms" in line for line in raised.value.problems)


def test_the_packages_of_the_lists_are_pinned(policy: Policy) -> None:
    assert set(policy.keep.firms) == set(firmlist.BITS)
    packages = set(policy.keep.firms) - {"trades"}  # a part of the engine, whose version is stamped
    assert packages <= set(policy.pins.packages)
    bare = policy.model_copy(update={"pins": Pins()})
    assert packages <= set(installed_pins(bare).packages)


@pytest.mark.parametrize(
    ("name", "short"),
    [
        ("Otto Bock Healthcare GmbH & Co. KG", "otto bock healthcare"),
        ("The Walt Disney Company", "walt disney"),
        ("News Corp (Class A)", "news"),
        ("J. B. Hunt", "j b hunt"),
        ("Lowe's", "lowe's"),
    ],
)
def test_names_lose_what_registers_add(name: str, short: str) -> None:
    assert " ".join(firmlist.called(name)) == short


def test_the_lists_are_whole() -> None:
    names, longest = firmlist.listed()
    for bit, least in (
        (firmlist.INDICES, 1_500), (firmlist.BRANDS, 3_000), (firmlist.MAKERS, 15_000), (firmlist.TRADES, 2_900),
    ):  # fmt: skip
        assert sum(bits & bit > 0 for bits in names.values()) >= least
    assert longest["charles"] >= 1
    assert names["carl zeiss"] & firmlist.INDICES
