"""The built-in recognisers by the name a policy's format rule gives."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from redactory.detect.recognisers.base import Options, Recogniser
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


def build(name: str, options: Options, where: str) -> Recogniser:
    """The recogniser `name` with `options`. Raises `PolicyError` naming the rule `where`."""
    factory = RECOGNISERS.get(name)
    if factory is None:
        raise PolicyError(f"{where}: no recogniser {name!r}; there are {', '.join(sorted(RECOGNISERS))}")
    try:
        return factory(options)
    except PolicyError as error:
        raise PolicyError(f"{where}: {error}") from None
    except ValueError as error:
        raise PolicyError(f"{where}: {error}") from None
