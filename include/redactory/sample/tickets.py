"""One ticket: sentences filled with people and technical values, in the nested record shape of a service desk."""

from __future__ import annotations

import random
import re
from dataclasses import dataclass, field
from typing import Any

from redactory.errors import RedactoryError
from redactory.sample.data import Company, Sentences
from redactory.sample.forms import PERSON_FORMS, Facts
from redactory.sample.marks import Mark, MarkedText, Piece, contradicts, joined
from redactory.sample.people import SamplePerson

_SLOT = re.compile(r"\{\{|\}\}|\{(\w+)(?:\.(\w+))?\}")
_CHOICE = re.compile(r"\[([^\[\]{}|]*(?:\|[^\[\]{}|]*)+)\]")
_ATTEMPTS = 50
_STATUSES = ("closed", "closed", "resolved", "open")


@dataclass(frozen=True, slots=True)
class Roles:
    """Who a ticket is about: requester, agent, colleague, and somebody the directory does not hold."""

    r: SamplePerson
    a: SamplePerson
    c: SamplePerson
    o: SamplePerson


@dataclass(slots=True)
class SampleTicket:
    """A record and, by path, its fields with the values marked in them."""

    record: dict[str, Any]
    fields: dict[str, MarkedText] = field(default_factory=dict)

    @property
    def record_id(self) -> str:
        return str(self.record["record_id"])

    def instances(self, side: str) -> list[tuple[Mark, list[str]]]:
        """Distinct values of one side with the paths they stand in, in order of appearance."""
        found: dict[tuple[str, str], tuple[Mark, list[str]]] = {}
        for path, text in self.fields.items():
            for mark in text.marks:
                if mark.side == side:
                    _, paths = found.setdefault((mark.kind, mark.value), (mark, []))
                    if path not in paths:
                        paths.append(path)
        return list(found.values())


class TicketWriter:
    """Writes tickets of one company, drawing on one seeded generator."""

    def __init__(self, rng: random.Random, sentences: Sentences, company: Company, people: list[SamplePerson]) -> None:
        self._rng = rng
        self._sentences = sentences
        self._company = company
        self._people = people
        self._absent = [person for person in people if not person.listed]
        listed = [person for person in people if person.listed]
        self._agents = rng.sample(listed, min(12, len(listed)))

    def write(self, record_id: str, day: str) -> SampleTicket:
        """A ticket opened on `day` (ISO date)."""
        for _ in range(_ATTEMPTS):
            ticket = self._attempt(record_id, day)
            if not contradicts(ticket.fields.values()):
                return ticket
        raise RedactoryError(
            f"sample: no ticket without contradictions after {_ATTEMPTS} attempts; check the sentences"
        )

    def _attempt(self, record_id: str, day: str) -> SampleTicket:
        rng = self._rng
        requester, colleague = rng.sample(self._people, 2)
        roles = Roles(requester, rng.choice(self._agents), colleague, rng.choice(self._absent))
        facts = Facts(rng, self._company, day)
        family = rng.choice(list(self._sentences.families))
        own, common = self._sentences.families[family], self._sentences.common
        ticket = SampleTicket({})

        def text(path: str, *templates: str) -> str:
            marked = self._filled(templates, roles, facts)
            ticket.fields[path] = marked
            return marked.text

        def some(section: str, own_count: int, common_count: int) -> list[str]:
            available = own.get(section, [])
            return [
                *rng.sample(available, min(own_count, len(available))),
                *rng.sample(common[section], min(common_count, len(common[section]))),
            ]

        def person_field(path: str, form: str) -> str:
            marked = joined(PERSON_FORMS[form](requester, self._company))
            ticket.fields[path] = marked
            return marked.text

        plain = [f"{{={sentence}}}" for sentence in common["plain"]]
        ticket.record = {
            "record_id": record_id,
            "record_type": "incident",
            "status": rng.choice(_STATUSES),
            "requester": {
                "username": person_field("requester.username", "user"),
                "name": person_field("requester.name", "full"),
                "email": person_field("requester.email", "email"),
                "phone": person_field("requester.phone", "phone"),
            },
            "ticket": {
                "submitted_title": text("ticket.submitted_title", rng.choice(own["title"])),
                "submitted_description": text(
                    "ticket.submitted_description",
                    *rng.sample(own["opening"], rng.randint(1, 2)),
                    rng.choice(common["user_message"] + plain),
                ),
            },
            "correspondence": [
                {
                    "message": text(
                        f"correspondence[{index}].message",
                        rng.choice(common["user_message" if index % 2 else "agent_message"]),
                        *rng.sample(plain, rng.randint(0, 1)),
                    )
                }
                for index in range(rng.randint(2, 5))
            ],
            "diagnostics": {
                "steps": [
                    {
                        "evidence": text(
                            f"diagnostics.steps[{index}].evidence", *some("evidence", 2, rng.randint(0, 1))
                        ),
                        "observed_result": text(
                            f"diagnostics.steps[{index}].observed_result", *some("observed", 1, rng.randint(0, 1))
                        ),
                    }
                    for index in range(rng.randint(1, 3))
                ],
                "summary": text("diagnostics.summary", *some("summary", 0, rng.randint(1, 2))),
            },
            "resolution": {
                "steps": [
                    text(f"resolution.steps[{index}]", *some("resolution", 1, rng.randint(0, 2)))
                    for index in range(rng.randint(1, 3))
                ]
            },
        }
        return ticket

    def _filled(self, templates: tuple[str, ...], roles: Roles, facts: Facts) -> MarkedText:
        pieces: list[Piece] = []
        for template in templates:
            if pieces:  # after a signature a new line begins, after a sentence it may
                ended = pieces[-1].text.rstrip().endswith((".", "?", "!"))
                pieces.append(Piece(self._rng.choice((" ", " ", "\n")) if ended else "\n"))
            if template.startswith("{="):
                pieces.append(Piece(template[2:-1], "keep", "plain_text"))
            else:
                pieces += self._pieces(template, roles, facts)
        return joined(pieces)

    def _pieces(self, template: str, roles: Roles, facts: Facts) -> list[Piece]:
        chosen = _CHOICE.sub(lambda found: self._rng.choice(found[1].split("|")), template)
        pieces: list[Piece] = []
        at = 0
        for slot in _SLOT.finditer(chosen):
            pieces.append(Piece(chosen[at : slot.start()]))
            at = slot.end()
            name, form = slot.groups()
            if name is None:
                pieces.append(Piece(slot[0][0]))
            elif form is None:
                pieces.append(facts.piece(name))
            else:
                pieces += PERSON_FORMS[form](getattr(roles, name), self._company)
        return [*pieces, Piece(chosen[at:])]
