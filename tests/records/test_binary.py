"""Content that is not text holds its row; hashes, tokens, certificates and paths are text."""

from __future__ import annotations

import base64
import hashlib
import json
import random
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from redactory.records import Shape
from redactory.records.binary import holds_binary
from redactory.records.reasons import BINARY

RANDOM = random.Random(7)
NOISE = RANDOM.randbytes(3000)
PROSE = (
    "The printer on floor 3 jams when the tray is full, so we cleaned the rollers and it went away. " * 60
).encode()
PNG = b"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR" + bytes(80)


def b64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def wrapped(data: bytes, width: int = 76, end: str = "\n") -> str:
    text = b64(data)
    return end.join(text[at : at + width] for at in range(0, len(text), width))


def jwt() -> str:
    parts = [json.dumps(part).encode() for part in ({"alg": "RS256", "typ": "JWT"}, {"aud": "api", "scp": "x " * 600})]
    return ".".join(base64.urlsafe_b64encode(part).decode().rstrip("=") for part in (*parts, NOISE[:256]))


def pem(label: str, body: str, end: str = "\n") -> str:
    return f"-----BEGIN {label}-----{end}{body}{end}-----END {label}-----"


BINARY_TEXTS = {
    "noise": b64(NOISE),
    "noise-url-alphabet": base64.urlsafe_b64encode(NOISE).decode(),
    "noise-in-a-sentence": f"Attached: {b64(NOISE[:600])} please look",
    "512-characters": b64(NOISE[:384]),
    "text-in-base64": b64(PROSE[:900]),
    "compressed": b64(zlib.compress(PROSE + NOISE[:700])),
    "small-png": b64(PNG),
    "small-png-after-prose": "A picture of the error follows now for you to see. " * 12 + b64(PNG),
    "small-pdf": b64(b"%PDF-1.7\n%\xe2\xe3\xcf\xd3\n" + NOISE[:60]),
    "small-zip": b64(b"PK\x03\x04\x14\x00" + NOISE[:60]),
    "data-uri": "see data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7 there",
    "data-uri-with-charset": "data:text/plain;charset=utf-8;base64,SGVsbG8gQW5uIENvbGUsIGhvdyBhcmUgeW91",
    "mail-attachment": f"Content-Transfer-Encoding: base64\n\n{wrapped(NOISE)}\n",
    "only-full-lines": wrapped(NOISE[: 57 * 8]) + "\n\nRegards",
    "ldif-photo": "jpegPhoto:: " + wrapped(NOISE[:800], 75, "\n "),
    "mail-attachment-crlf": wrapped(NOISE[:500], end="\r\n"),
    "pgp-message": pem("PGP MESSAGE", wrapped(NOISE[:600], 64)),
    "nul": "abc\x00def",
    "short-nul": "\x00",
    "bytes-as-characters": NOISE[:400].decode("latin-1"),
    "lost-bytes": NOISE[:400].decode("utf-8", "replace"),
    "blob-beside-a-certificate": pem("CERTIFICATE", wrapped(NOISE, 64)) + "\n" + b64(NOISE),
}

TEXTS = {
    "prose": PROSE.decode(),
    "sha512": f"sha512 {hashlib.sha512(NOISE).hexdigest()}",
    "integrity": f"sha512-{b64(hashlib.sha512(NOISE).digest())}",
    "long-hex": NOISE.hex(),
    "long-hex-capitals": NOISE.hex().upper(),
    "jwt": f"Authorization: Bearer {jwt()}",
    "certificate": pem("CERTIFICATE", wrapped(NOISE, 64)),
    "certificate-on-one-line": pem("CERTIFICATE", b64(NOISE), ""),
    "certificate-literal-breaks": pem("PUBLIC KEY", wrapped(NOISE, 64, "\\n"), "\\n"),
    "rsa-key": pem("RSA PRIVATE KEY", wrapped(NOISE, 64)),
    "ssh-key": f"ssh-ed25519 {b64(NOISE[:51])} admin",
    "rule": "=" * 3000,
    "slashes": "/" * 3000,
    "one-letter": "A" * 3000,
    "path": "/srv/app/" + "release-candidate/component_name/" * 40,
    "camel": "VeryLongGeneratedClassNameOfSomeFramework" * 20,
    "digits": "0123456789" * 100,
    "uuids": ",".join(f"{NOISE[n : n + 4].hex()}-{NOISE[n : n + 2].hex()}" for n in range(0, 900, 9)),
    "ansi": "\x1b[31mERROR\x1b[0m the disk is full, please clean up the folder and try it again later\n" * 20,
    "japanese": "プリンタが動きません。" * 200,
    "data-uri-of-text": "data:text/html,<b>hello</b> and data:image/png;base64,... in a guide",
    "compact-json": json.dumps({f"key{n}": n for n in range(200)}, separators=(",", ":")),
    "stack-trace": "\n".join(f"  at com.example.app.module{n}.Class{n}.method(Class{n}.java:{n})" for n in range(60)),
    "lines-of-words": "\n".join("word" * 16 for _ in range(12)),
}


@pytest.mark.parametrize("name", BINARY_TEXTS)
def test_held(name: str) -> None:
    assert holds_binary(BINARY_TEXTS[name])


@pytest.mark.parametrize("name", TEXTS)
def test_text(name: str) -> None:
    assert not holds_binary(TEXTS[name])


@pytest.mark.parametrize("start", range(0, 300, 37))
def test_a_run_is_found_wherever_it_begins(start: int) -> None:
    assert holds_binary("a word " * (start // 7) + " " * (start % 7) + b64(NOISE[:384]) + " and so on" * 50)


@pytest.mark.parametrize(
    ("form", "frame"),
    [("jsonl", '{{"a": {}}}\n'), ("csv", "a\n{}\n"), ("text", "{}\n")],
)
def test_every_format_holds_the_row_unless_the_field_is_dropped(
    form: Any, frame: str, passage: Callable[..., Any]
) -> None:
    blob = BINARY_TEXTS["noise"]
    value = json.dumps(blob) if form == "jsonl" else blob
    data = frame.format(value).encode()
    assert [row.reason for row in passage(data, Shape(form)).dead] == [BINARY]
    assert [row.reason for row in passage(data, Shape(form), keep=["**"]).dead] == [BINARY]
    dropped = passage(data, Shape(form), drop=["**"])
    assert not dropped.dead
    assert dropped.output == data
