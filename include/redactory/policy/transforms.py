"""What stands in a value's place, as a policy sets it: the transform, its options, and the shape of its tokens.

contract.md, other transforms. The shapes stand here because three parts must agree on them: the operators that write
tokens, the detector that does not look into them, and the vocabulary gate that looks for them.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from redactory.policy.base import PolicyModel

if TYPE_CHECKING:
    from redactory.policy.model import Policy

TransformName = Literal["token", "mask", "remove", "surrogate", "ordinal", "pseudonym", "generalise"]
REVERSIBLE = frozenset(("surrogate",))  # ordinals and pseudonyms mean another value in every record
LABELLED = re.compile(r"\[[A-Z][A-Z0-9_]*_[0-9a-f]+\]")  # whatever looks like a surrogate or an ordinal


class SurrogateOptions(PolicyModel):
    """`[ORG_1f4b9c72a0]`."""

    length: int = Field(10, ge=6, le=64, description="hex digits of the HMAC that are kept; 4 bits each")


class OrdinalOptions(PolicyModel):
    """`[PERSON_1]`, or `PERSON_0001`: no token is the beginning of another one."""

    width: int | None = Field(
        None, ge=2, le=9, description="digits of a number written without brackets; null: in brackets, any number"
    )


class GeneraliseOptions(PolicyModel):
    """What a value is made coarser to: exactly one of them. A value that cannot be read becomes the typed token."""

    date: Literal["month", "quarter", "year"] | None = Field(None, description="a date in any usual way of writing")
    day_first: bool | None = Field(
        None, description="how 03/04/2026 is read; null: it is not, and becomes the typed token unless both are alike"
    )
    age: int | None = Field(None, ge=2, le=50, description="years of a band; 90 and older are one band")
    postcode: Literal["area"] | None = Field(None, description="the leading letters, or two digits, of a postcode")
    ip: Literal["network"] | None = Field(None, description="the /16 of an IPv4 address, the /48 of an IPv6 address")
    number: int | None = Field(None, ge=2, description="size of the buckets numbers are put into, from 0 on")

    @model_validator(mode="after")
    def _one_kind(self) -> GeneraliseOptions:
        kinds = ("date", "age", "postcode", "ip", "number")
        if sum(getattr(self, kind) is not None for kind in kinds) != 1:
            raise ValueError(f"give exactly one of {', '.join(kinds)}")
        if self.day_first is not None and self.date is None:
            raise ValueError("day_first says how dates are read; there is no `date` here")
        return self


FormatKind = Literal["email", "phone", "ip", "iban", "card", "postcode", "date", "number"]
Checksum = Literal["luhn", "mod97", "mod11_2", "mod11_10", "mod37_2", "mod37_36", "damm", "verhoeff"]


class FieldFormat(PolicyModel):
    """What a reader of a field takes for valid. Everything that is given must hold."""

    kind: FormatKind | None = None
    pattern: str | None = Field(None, description="RE2 syntax; the whole value must match")
    checksum: Checksum | None = Field(None, description="over the letters and digits of the value")

    @model_validator(mode="after")
    def _says_something(self) -> FieldFormat:
        if self.kind is None and self.pattern is None and self.checksum is None:
            raise ValueError("give kind, pattern or checksum")
        return self


FakeKind = Literal[
    "person", "username", "email", "phone", "iban", "card", "ip", "hostname", "address", "postcode", "date",
    "organisation", "id",
]  # fmt: skip


class PseudonymOptions(PolicyModel):
    """`Adrien Fabre`, `ORD-4471-9`: what kind of value a fake one is made as."""

    kind: FakeKind | None = Field(None, description="null: by the entity's name; what has none of its own is an id")
    checksum: Checksum | None = Field(None, description="of an id: its last sign (two of mod97) checks the others")
    pattern: str | None = Field(None, description="of an id: RE2 syntax; the whole fake value must match")
    region: str | None = Field(
        None, pattern=r"^[A-Z]{2}$", description="of a phone: the region of numbers written without country code"
    )
    day_first: bool | None = Field(None, description="of a date: how 03/04/2026 is read; null: the case is dropped")


class TransformRule(PolicyModel):
    """One transform with its options."""

    transform: TransformName = "token"
    surrogate: SurrogateOptions | None = Field(None, description="options of transform: surrogate")
    ordinal: OrdinalOptions | None = Field(None, description="options of transform: ordinal")
    generalise: GeneraliseOptions | None = Field(None, description="options of transform: generalise")
    pseudonym: PseudonymOptions | None = Field(None, description="options of transform: pseudonym")
    reversible: bool = Field(False, description="keep token and value in the vault, so that they can be looked up")

    @model_validator(mode="after")
    def _options_fit(self) -> TransformRule:
        for name in ("surrogate", "ordinal", "generalise", "pseudonym"):
            if getattr(self, name) is not None and self.transform != name:
                raise ValueError(f"options of {name} are given, but the transform is {self.transform}")
        if self.transform == "generalise" and self.generalise is None:
            raise ValueError("generalise needs to know to what: for example generalise: {date: month}")
        if self.reversible and self.transform not in REVERSIBLE:
            raise ValueError(f"{self.transform} cannot be reversible: one token stands for many values")
        return self

    def shape(self, label: str) -> str | None:
        """Regular expression of the tokens that carry `label`; None where none are written but `<LABEL>`."""
        if self.transform == "surrogate":
            return rf"\[{label}_[0-9a-f]{{{(self.surrogate or SurrogateOptions()).length}}}\]"
        if self.transform == "ordinal":
            width = (self.ordinal or OrdinalOptions()).width
            number = rf"(?!0+(?!\d))[0-9]{{{width}}}(?!\d)"
            return rf"\[{label}_[1-9][0-9]*\]" if width is None else rf"(?<![A-Za-z0-9_]){label}_{number}"
        return None


def rules_of(policy: Policy) -> list[TransformRule]:
    """Every transform the policy sets, for an entity it redacts or for a field."""
    return [rule for rule in policy.entities.values() if rule.decision == "redact"] + [
        *policy.fields.transforms.values()
    ]


def any_token(policy: Policy) -> re.Pattern[str]:
    """Whatever token the policy writes, typed ones included."""
    own = own_tokens(policy)
    typed = [re.escape(policy.token(name)) for name in sorted(policy.entities)]
    return re.compile("|".join([*typed, own.pattern] if own else typed) or r"(?!)")


def own_tokens(policy: Policy) -> re.Pattern[str] | None:
    """What the policy's surrogates and ordinals look like in a text; None where it writes neither."""
    labels = sorted({policy.label(name) for name, rule in policy.entities.items() if rule.decision == "redact"})
    placed = [(rule, label) for rule in policy.fields.transforms.values() for label in labels]
    own = [(rule, policy.label(name)) for name, rule in policy.entities.items() if rule.decision == "redact"]
    shapes = {shape for rule, label in (*own, *placed) if (shape := rule.shape(label)) is not None}
    # one bracket in front of all of them: `re` skips to it, and most texts hold none
    bracketed = "|".join(sorted(shape[2:] for shape in shapes if shape.startswith(r"\[")))
    plain = sorted(shape for shape in shapes if not shape.startswith(r"\["))
    return re.compile("|".join([rf"\[(?:{bracketed})", *plain] if bracketed else plain)) if shapes else None
