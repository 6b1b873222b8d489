"""Monitors over the shares of partitions; one test replays a public account of a redactor that went wild."""

from __future__ import annotations

import pytest

from redactory.gates import Shares, check_monitors
from redactory.policy.model import MonitorRules

RULES = MonitorRules()


def day(number: int, share: float, **counts: int) -> Shares:
    mix = counts or {"PERSON": 40, "EMAIL": 30, "USER": 30}
    return Shares(f"dt=2026-11-{number:02}", share, {name: {"formats": count} for name, count in mix.items()})


USUAL = [day(n, share) for n, share in enumerate((0.014, 0.0135, 0.0145, 0.014, 0.0138, 0.0142, 0.014), start=1)]


def test_replay_of_a_deploy_that_went_wild() -> None:
    """1.4 % of the text masked, and 7.9 % after one deploy, 84 % of all placeholders under one label."""
    mix = {"LOCATION": {"ner": 840}, "PERSON": {"ner": 90}, "EMAIL": {"formats": 70}}
    deployed = Shares("dt=2026-11-08", 0.079, mix)
    share, label = check_monitors(USUAL, deployed, RULES)
    assert (share.monitor, label.monitor) == ("masked-share", "placeholder-mix")
    assert share.measured == 0.079
    assert share.trailing == pytest.approx(0.014)
    assert "7.90%" in share.message
    assert "1.40%" in share.message
    assert label.measured == pytest.approx(0.84)
    assert "84% of 1000 placeholders are LOCATION" in label.message
    assert "LOCATION/ner" in label.message
    assert check_monitors(USUAL[:-1], USUAL[-1], RULES) == []


@pytest.mark.parametrize(
    ("share", "alerts"), [(0.0209, 0), (0.0211, 1), (0.0071, 0), (0.0069, 1), (0.0, 1), (0.014, 0)]
)
def test_jumps_and_falls_by_more_than_half(share: float, alerts: int) -> None:
    assert len(check_monitors(USUAL, day(8, share), RULES)) == alerts


def test_history_is_trailing_and_must_be_long_enough() -> None:
    assert check_monitors(USUAL[:2], day(3, 0.5), RULES) == []
    assert check_monitors([], day(1, 0.5), RULES) == []
    old = [day(n, 0.5) for n in range(1, 8)]
    assert check_monitors(old + USUAL, day(20, 0.014), RULES) == []
    assert check_monitors(old + USUAL, day(20, 0.5), RULES)


def test_a_share_from_nothing_alerts() -> None:
    quiet = [day(n, 0.0) for n in range(1, 5)]
    assert check_monitors(quiet, day(5, 0.01), RULES)
    assert check_monitors(quiet, day(5, 0.0), RULES) == []


def test_mix_is_by_class_and_layer_and_few_placeholders_say_nothing() -> None:
    assert check_monitors(USUAL, day(8, 0.014, PERSON=9), RULES) == []
    assert len(check_monitors(USUAL, day(8, 0.014, PERSON=95, USER=5), RULES)) == 1
    assert check_monitors(USUAL, day(8, 0.014, PERSON=80, USER=20), RULES) == []
    mix = Shares("d", 0.1, {"PERSON": {"identity": 30, "ner": 10}, "USER": {"identity": 60}}).mix
    assert mix == {"PERSON/identity": 0.3, "PERSON/ner": 0.1, "USER/identity": 0.6}
    assert Shares("d", 0.0, {}).mix == {}
