"""LDAP servers that misbehave as slapd never does: real TCP, just enough of the protocol, in one thread."""

from __future__ import annotations

import socket
import threading
from collections.abc import Callable
from typing import Self

_PAGED = b"1.2.840.113556.1.4.319"
_SEARCH_REQUEST, _BIND_REQUEST = 0x63, 0x60

Answer = Callable[[int, int], list[bytes]]  # (message id, number of the search from 0) -> messages


class OddLdapServer:
    """Accepts one connection after another, lets everybody bind, and answers searches by `answer`."""

    def __init__(self, answer: Answer | None = None) -> None:
        self._answer = answer
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._thread = threading.Thread(target=self._serve, daemon=True)
        self.searches = 0
        self.url = f"ldap://127.0.0.1:{self._listener.getsockname()[1]}"

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._listener.close()

    def _serve(self) -> None:
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            with connection, connection.makefile("rb") as stream:
                try:
                    while self._answer is None and stream.read(1):
                        pass  # a server that never says anything
                    while (message := _read_message(stream)) is not None:
                        self._react(connection, *message)
                except OSError:
                    continue

    def _react(self, connection: socket.socket, message_id: int, operation: int) -> None:
        if operation == _BIND_REQUEST:
            connection.sendall(result(message_id, 0x61, 0))
        elif operation == _SEARCH_REQUEST and self._answer is not None:
            number, self.searches = self.searches, self.searches + 1
            for message in self._answer(message_id, number):
                connection.sendall(message)


def entry(message_id: int, dn: str, attributes: dict[str, list[str]]) -> bytes:
    """A searchResEntry message."""
    listed = b"".join(
        _tlv(0x30, _text(name) + _tlv(0x31, b"".join(_text(value) for value in values)))
        for name, values in attributes.items()
    )
    return _tlv(0x30, _integer(message_id) + _tlv(0x64, _text(dn) + _tlv(0x30, listed)))


def result(message_id: int, operation: int, code: int, cookie: bytes | None = None) -> bytes:
    """A bindResponse (0x61) or searchResDone (0x65), with the paging control where there is a cookie."""
    body = _tlv(operation, _tlv(0x0A, bytes([code])) + _text("") + _text(""))
    control = b""
    if cookie is not None:
        value = _tlv(0x30, _integer(0) + _tlv(0x04, cookie))
        control = _tlv(0xA0, _tlv(0x30, _tlv(0x04, _PAGED) + _tlv(0x04, value)))
    return _tlv(0x30, _integer(message_id) + body + control)


def _read_message(stream: object) -> tuple[int, int] | None:
    """(message id, tag of the operation) of the next message, None at the end."""
    read = stream.read  # type: ignore[attr-defined]
    head = read(2)
    if len(head) < 2:
        return None
    length = head[1]
    if length & 0x80:
        length = int.from_bytes(read(length & 0x7F), "big")
    body = read(length)
    id_length = body[1]
    return int.from_bytes(body[2 : 2 + id_length], "big"), body[2 + id_length]


def _tlv(tag: int, content: bytes) -> bytes:
    size = len(content)
    if size < 0x80:
        return bytes([tag, size]) + content
    octets = size.to_bytes((size.bit_length() + 7) // 8, "big")
    return bytes([tag, 0x80 | len(octets)]) + octets + content


def _text(value: str) -> bytes:
    return _tlv(0x04, value.encode())


def _integer(value: int) -> bytes:
    return _tlv(0x02, value.to_bytes(value.bit_length() // 8 + 1, "big"))
