"""What a recogniser is, and the look-arounds RE2 does not have."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, NamedTuple, Protocol

from redactory.errors import PolicyError
from redactory.policy.patterns import Pattern, compile_re2

_SURROGATE = re.compile("[\ud800-\udfff]")
_DIGIT = re.compile("[0-9]")
_FAILED = 100_000  # words a sieve remembers
OptionValue = str | int | float | bool | list[str]
Options = Mapping[str, OptionValue]


class Found(NamedTuple):
    """`text[start:end]` is a value of the recogniser's class; `score` 0 to 1, None takes the rule's own."""

    start: int
    end: int
    score: float | None = None


def found(match: Any, score: float | None = None, group: int = 0) -> Found:
    """What `group` of a pattern's match covers."""
    return Found(match.start(group), match.end(group), score)


class Recogniser(Protocol):
    """Finds the values of one class in one text. Finds may overlap; the resolver chooses."""

    def find(self, text: str) -> Iterator[Found]: ...


def pattern(expression: str, *, ignore_case: bool = True) -> Pattern:
    """A built-in pattern on RE2, compiled on its first use."""
    return Pattern(expression, ignore_case=ignore_case)


def own_patterns(options: Options, name: str = "patterns") -> tuple[Pattern, ...]:
    """A company's own expressions in option `name`. Raises `PolicyError` where RE2 refuses one."""
    return tuple(compile_re2(expression) for expression in strings(options, name))


def has_digit(text: str) -> bool:
    """Whether RE2's `\\d` can match anywhere in `text`: most patterns of numbers need not be tried."""
    return _DIGIT.search(text) is not None


def scannable(text: str) -> str:
    """`text` with lone surrogates, which UTF-8 and so RE2 and the model cannot take, as replacement characters.

    JSON can escape them. Offsets stay as they are.
    """
    return text if text.isascii() or _SURROGATE.search(text) is None else _SURROGATE.sub("\ufffd", text)


class Sieve:
    """Which of the words of a text pass a test: a word is asked once, for tickets share most of their words."""

    def __init__(self, test: Callable[[str], bool]) -> None:
        self._test = test
        self._failed: set[str] = set()

    def passing(self, words: Iterable[str]) -> set[str]:
        """Those of `words` that pass."""
        unknown = set(words) - self._failed
        found = {word for word in unknown if self._test(word)}
        if len(self._failed) < _FAILED:
            self._failed |= unknown - found
        return found


def is_word(char: str) -> bool:
    """A letter, digit, underscore or combining mark of any script (RE2's `\\w` knows ASCII only)."""
    return char.isalnum() or char == "_" or (char > "\u02ff" and unicodedata.combining(char) != 0)


def bounded(text: str, start: int, end: int) -> bool:
    """Whether neither neighbour of `text[start:end]` continues a word."""
    return not (start > 0 and is_word(text[start - 1])) and not (end < len(text) and is_word(text[end]))


def free_left(text: str, start: int) -> bool:
    """Whether no word, hyphen or full stop runs into `start` from the left."""
    return start == 0 or not (is_word(text[start - 1]) or text[start - 1] in "-.")


def before(text: str, start: int, size: int) -> str:
    """Up to `size` characters before `start`, in lower case, within the line or the one above."""
    return text[max(0, start - size) : start].lower()


def after(text: str, end: int, size: int) -> str:
    """Up to `size` characters after `end`, in lower case."""
    return text[end : end + size].lower()


def strings(options: Options, name: str, default: tuple[str, ...] = ()) -> tuple[str, ...]:
    """Option `name` as strings. Raises `PolicyError` when it is something else."""
    value = options.get(name)
    if value is None:
        return default
    if isinstance(value, str):
        return (value,)
    if isinstance(value, list):
        return tuple(str(v) for v in value)
    raise PolicyError(f"option {name}: expected text or a list of texts")


def number(options: Options, name: str, default: float) -> float:
    """Option `name` as a number. Raises `PolicyError` when it is something else."""
    value = options.get(name, default)
    if isinstance(value, bool) or not isinstance(value, (int, float)):
        raise PolicyError(f"option {name}: expected a number")
    return float(value)


def flag(options: Options, name: str) -> bool:
    """Option `name` as true or false; false where it is not given. Raises `PolicyError` when it is something else."""
    value = options.get(name, False)
    if not isinstance(value, bool):
        raise PolicyError(f"option {name}: expected true or false")
    return value


def refuse_unknown(options: Options, known: tuple[str, ...], recogniser: str) -> None:
    """Raises `PolicyError` for an option `recogniser` does not have."""
    for name in options:
        if name not in known:
            raise PolicyError(
                f"recogniser {recogniser}: no option {name!r}; it has {', '.join(known) if known else 'none'}"
            )
