"""The built-in recognisers by the name a policy's format rule gives."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache

from redactory.detect.recognisers.base import Found, Options, Recogniser
from redactory.detect.recognisers.city import CityRecogniser
from redactory.detect.recognisers.device import DeviceRecogniser
from redactory.detect.recognisers.email import EmailRecogniser
from redactory.detect.recognisers.employee_id import EmployeeIdRecogniser
from redactory.detect.recognisers.ip import IpRecogniser
from redactory.detect.recognisers.person import PersonContextRecogniser
from redactory.detect.recognisers.phone import PhoneRecogniser
from redactory.detect.recognisers.places import PlaceRecogniser
from redactory.detect.recognisers.tier1 import (
    CardRecogniser,
    IbanRecogniser,
    NationalIdRecogniser,
    PassportRecogniser,
)
from redactory.detect.recognisers.username import UsernameRecogniser
from redactory.errors import PolicyError
from redactory.policy.model import FIELD_KEY

_TEXTS = 4_096  # more than the fields of one batch
_ASKED_TWICE = ("email", "device", "ip")
RECOGNISERS: Mapping[str, Callable[[Options], Recogniser]] = {
    "phone": PhoneRecogniser,
    "ip": IpRecogniser,
    "email": EmailRecogniser,
    "device": DeviceRecogniser,
    "place": PlaceRecogniser,
    "city": CityRecogniser,
    "employee-id": EmployeeIdRecogniser,
    "username": UsernameRecogniser,
    "person-context": PersonContextRecogniser,
    "national-id": NationalIdRecogniser,
    "card": CardRecogniser,
    "iban": IbanRecogniser,
    "passport": PassportRecogniser,
}
# what a policy may name; keys are read by a layer of their own
NAMES: Mapping[str, Callable[[Options], object]] = {**RECOGNISERS, FIELD_KEY: dict}


class Remembering:
    """A recogniser that is asked about the same text more than once: as a format, and by the keep-rules."""

    def __init__(self, recogniser: Recogniser) -> None:
        self._found = lru_cache(maxsize=_TEXTS)(lambda text: tuple(recogniser.find(text)))

    def find(self, text: str) -> Iterator[Found]:
        return iter(self._found(text))


_shared: dict[tuple[str, str], Recogniser] = {}


def shared(name: str, options: Options) -> Recogniser:
    """One recogniser for all who ask for it with the same options; it remembers what it found in the last texts."""
    key = name, repr(sorted(options.items()))
    if key not in _shared:
        _shared[key] = Remembering(RECOGNISERS[name](options))
    return _shared[key]


def build(name: str, options: Options, where: str) -> Recogniser:
    """The recogniser `name` with `options`. Raises `PolicyError` naming the rule `where`."""
    factory = RECOGNISERS.get(name)
    if factory is None:
        raise PolicyError(f"{where}: no recogniser {name!r}; there are {', '.join(sorted(RECOGNISERS))}")
    try:
        return shared(name, options) if name in _ASKED_TWICE else factory(options)
    except PolicyError as error:
        raise PolicyError(f"{where}: {error}") from None
    except ValueError as error:
        raise PolicyError(f"{where}: {error}") from None
