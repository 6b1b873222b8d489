"""A session: one request or one conversation whose texts share their tokens.

Its tokens are known to this object alone and end with it; `conversation` keeps them in the vault where the policy
allows it. It never writes to a disk.
"""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from redactory.detect.spans import Span
from redactory.errors import RoundTripError
from redactory.roundtrip.pseudonymiser import LITERAL, ONE_WAY, Pseudonymiser
from redactory.roundtrip.rehydrate import Rehydrated, Report, Tally, rehydrate
from redactory.roundtrip.shapes import Mention, key_of
from redactory.roundtrip.stream import StreamRehydrator
from redactory.roundtrip.structured import fill_value, rehydrate_json, strings_of
from redactory.roundtrip.tokens import Key, Sent, TokenMap
from redactory.transform import Scope
from redactory.transform.normal import normalise

Tools = Literal["inside", "outside"]


class Keeper(Protocol):
    """Where a conversation's tokens are kept beyond this process."""

    def load(self) -> Sequence[Sent]: ...

    def put(self, sent: Sequence[Sent]) -> None: ...


@dataclass(frozen=True, slots=True)
class Metrics:
    """Counts of one session: distinct tokens sent, returned and missing so far; mentions of tokens never sent."""

    sent: int
    returned: int
    missing: int
    invented: int


class Session:
    """Texts out with tokens, completions back with values. Safe for several threads.

    Args:
        pseudonymiser: shared by the sessions of one policy.
        keeper: keeps the tokens of a conversation; without one they live in memory only.
    """

    def __init__(self, pseudonymiser: Pseudonymiser, keeper: Keeper | None = None) -> None:
        self._by = pseudonymiser
        self._keeper = keeper
        self._scope = Scope()
        self._sent: dict[str, Sent] = {}
        self._token_of: dict[tuple[str, str], str] = {}  # (entity, subject or normal form) -> token
        self._keys: dict[Key, str] = {}
        self._written: set[Key] = set()
        self._unkept: list[Sent] = []
        self._returned: set[str] = set()
        self._invented: Counter[str] = Counter()
        self._lock = threading.RLock()
        for item in keeper.load() if keeper else ():
            self._reserve_number(self._remember(item))

    @property
    def tools(self) -> Tools:
        """Where the tools stand: the one setting of the policy."""
        return self._by.policy.roundtrip.tools

    @property
    def metrics(self) -> Metrics:
        with self._lock:
            returned = len(self._returned)
            return Metrics(len(self._sent), returned, len(self._sent) - returned, self._invented.total())

    def tokens(self) -> TokenMap:
        """Every token sent so far."""
        with self._lock:
            return TokenMap(dict(self._sent), self._by.labels, frozenset(self._written), self._by.widths)

    def pseudonymise(self, text: str) -> tuple[str, TokenMap]:
        """The text with a token for every value, and the session's tokens so far."""
        (replaced,), tokens = self.pseudonymise_all([text])
        return replaced, tokens

    def pseudonymise_all(self, texts: Sequence[str]) -> tuple[list[str], TokenMap]:
        """Several texts at once: a name found in one is found in all of them."""
        spans = self._by.detect([self.record(texts)])[0]
        return self.replace(texts, spans), self.tokens()

    def record(self, texts: Sequence[str]) -> list[Any]:
        """The texts as one record for `Pseudonymiser.detect`; the first spans of its answer are for `replace`."""
        return self._by.record(texts, self.tokens())

    def replace(self, texts: Sequence[str], spans: Sequence[Sequence[Span]], *, ours: bool = False) -> list[str]:
        """The texts with their spans as tokens. `ours`: a token of this session that stands in them is no value.

        Raises whatever the keeper raises: the texts are not given out before their tokens are kept.
        """
        with self._lock:
            shapes = self.tokens().shapes
            mentions = [list(shapes.mentions(text)) for text in texts]
            for found in mentions:
                for mention in found:
                    self._reserve(mention)
            replaced = [
                self._replaced(text, found, struck, ours)
                for text, found, struck in zip(texts, mentions, spans, strict=False)
            ]
            unkept = list(self._unkept)
        if self._keeper and unkept:
            self._keeper.put(unkept)  # without the lock: it may wait for a database
            with self._lock:
                self._unkept = [item for item in self._unkept if item not in unkept]
        return replaced

    def rehydrate(self, completion: str) -> Rehydrated:
        """The completion with its values back."""
        return self._counted(rehydrate(completion, self.tokens()))

    def rehydrate_json(self, completion: str) -> Rehydrated:
        """A completion that is JSON, its strings rehydrated after parsing. Raises RoundTripError for other text."""
        keys = self._by.policy.roundtrip.keys
        return self._counted(rehydrate_json(completion, self.tokens(), keys=keys))

    def stream(self) -> StreamRehydrator:
        """Rehydrates one completion that arrives in pieces. Close it, or its tokens are not counted."""
        return StreamRehydrator(self.tokens(), self._count)

    def tool_arguments(self, arguments: Any, *, tools: Tools | None = None) -> Any:
        """Arguments of a call a model asks for, as the tool gets them: with values inside, with tokens outside.

        Args:
            arguments: parsed JSON.
            tools: where the caller takes the tool to stand; None takes the policy's word.

        Raises:
            RoundTripError: the caller and the policy differ, or arguments for outside hold a value in clear.
        """
        self.agree(tools)
        if self.tools == "inside":
            tally = Tally(self.tokens())
            filled = fill_value(arguments, tally.fill, keys=self._by.policy.roundtrip.keys)
            self._count(tally.report())
            return filled
        values = [item.value.casefold() for item in self.tokens() if item.entity != LITERAL]
        if any(_holds(text.casefold(), value) for text in strings_of(arguments) for value in values):
            raise RoundTripError(
                "the arguments hold a value of this session in clear, and the policy's tools stand outside: "
                "hand on the arguments as the model wrote them"
            )
        return arguments

    def tool_result(self, text: str, *, tools: Tools | None = None) -> tuple[str, TokenMap]:
        """What a tool answered, as the model gets it: no value in clear. Tokens it was given stay what they are."""
        self.agree(tools)
        spans = self._by.detect([self.record([text])])[0]
        return self.replace([text], spans, ours=self.tools == "outside")[0], self.tokens()

    def agree(self, tools: Tools | None) -> None:
        if tools is not None and tools != self.tools:
            raise RoundTripError(
                f"the policy's tools stand {self.tools} and cannot be called as if they stood {tools}: one setting "
                "holds for every call (roundtrip.tools)"
            )

    def _replaced(self, text: str, mentions: Sequence[Mention], spans: Sequence[Span], ours: bool) -> str:
        pieces: list[tuple[int, int, str]] = []
        kept: list[Mention] = []
        for mention in mentions:
            token = self._keys.get(mention.key)
            if token is not None and (ours or self._is_surrogate(token)):
                kept.append(mention)
            elif (token is not None or self._keeper) and not any(_overlap(span, mention) for span in spans):
                pieces.append((mention.start, mention.end, self._literal(text[mention.start : mention.end])))
        for span in spans:
            for start, end in _outside(span, kept, text):
                pieces.append((start, end, self._token(span.entity, text[start:end], self._by.subject(span))))
        out, at = [], 0
        for start, end, new in sorted(pieces):
            out += [text[at:start], new]
            at = end
        return "".join([*out, text[at:]])

    def _token(self, entity: str, value: str, subject: str | None = None) -> str:
        """The token of a value; a new one is remembered unless it is one-way."""
        meant = (entity, subject or _normal(entity, value))
        known = self._token_of.get(meant)
        if known is not None:
            return known
        operator = self._by.operators[entity]
        token = operator.operate(value, self._scope, subject)
        if operator.name in ONE_WAY:
            return token
        if key_of(token) in self._keys:  # two values whose truncated surrogates are the same
            token = self._by.ordinals[entity].operate(value, self._scope, subject)
        if key_of(token) is None:  # past what a fixed width can count there is the typed token only
            return token
        return self._new(Sent(token, entity, value, subject))

    def _literal(self, text: str) -> str:
        """The token of the author's own text; two that differ in spelling alone have two."""
        known = self._token_of.get((LITERAL, text))
        return known or self._new(Sent(f"[{LITERAL}_{self._scope.number(LITERAL, text)}]", LITERAL, text))

    def _new(self, sent: Sent) -> str:
        self._remember(sent)
        self._unkept.append(sent)
        return sent.token

    def _remember(self, sent: Sent) -> Key:
        key = key_of(sent.token)
        if key is None:
            raise RoundTripError("the conversation holds a token of another shape; it was not written by this service")
        self._sent[sent.token] = sent
        self._keys[key] = sent.token
        self._token_of[sent.entity, sent.subject or _normal(sent.entity, sent.value)] = sent.token
        return key

    def _reserve(self, mention: Mention) -> None:
        """What the author wrote like a token of ours is never given to a value."""
        if mention.key not in self._keys:
            self._written.add(mention.key)
            self._reserve_number(mention.key)

    def _reserve_number(self, key: Key) -> None:
        label, ident = key
        if ident.isdigit():
            self._scope.reserve(self._by.series(label), int(ident))

    def _is_surrogate(self, token: str) -> bool:
        """A surrogate means the same wherever it stands, in a document that was published with it too."""
        operator = self._by.operators.get(self._sent[token].entity)
        return operator is not None and operator.name == "surrogate" and operator.validate(token)

    def _counted(self, rehydrated: Rehydrated) -> Rehydrated:
        self._count(rehydrated.report)
        return rehydrated

    def _count(self, report: Report) -> None:
        with self._lock:
            self._returned.update(report.returned)
            self._invented.update(report.invented)


def _normal(entity: str, value: str) -> str:
    return value if entity == LITERAL else normalise(entity, value)


def _overlap(span: Span, mention: Mention) -> bool:
    return span.start < mention.end and mention.start < span.end


def _outside(span: Span, kept: Sequence[Mention], text: str) -> list[tuple[int, int]]:
    """The parts of a span that no kept token covers; a part without letters and digits is none."""
    parts, at = [], span.start
    for mention in kept:
        if _overlap(span, mention):
            parts.append((at, mention.start))
            at = mention.end
    parts.append((at, span.end))
    return [(a, b) for a, b in parts if any(map(str.isalnum, text[a:b]))]


def _holds(text: str, value: str) -> bool:
    """Whether `value` stands in `text` as words of its own; both casefolded."""
    at = text.find(value)
    while at >= 0:
        end = at + len(value)
        if not (text[at - 1 : at].isalnum() or text[end : end + 1].isalnum()):
            return True
        at = text.find(value, at + 1)
    return False
