"""Escapes that a text spells out are read as what they stand for; backslashes of paths and accounts are left."""

from __future__ import annotations

import pytest

from redactory.detect.escapes import spelled_out


@pytest.mark.parametrize(
    ("text", "read"),
    [
        (r"Hi,\nplease call.\nRegards,\nTarla Quell", "Hi, \nplease call. \nRegards, \nTarla Quell"),
        (r"IP:\n10.4.5.6\nuser:\ttquell\r\n", "IP: \n10.4.5.6 \nuser: \ntquell \n \n"),
        (r"whoami\ntquell\n\nhost\nQRT-0417\n", "whoami \ntquell \n \nhost \nQRT-0417 \n"),
        (r"Done.\nsee QUILL\nguyen\nThanks", "Done. \nsee QUILL\\nguyen \nThanks"),
    ],
)
def test_read(text: str, read: str) -> None:
    assert spelled_out(text) == read
    assert len(read) == len(text)


@pytest.mark.parametrize(
    "text",
    [
        r"C:\Users\nancy\new\Reports and D:\temp\nAVW",
        r"QUILL\nguyen logged in; quill\tnguyen too",
        r"\\nas01\ntshare\rapport",
        r"%TEMP%\nightly\Report",
        r"quill\n104772 is locked",
        r"QUILL\n_obrand, QUILL\t.brand and QUILL\r-brand",
        r"C:\\Users\\nancy",
    ],
)
def test_left(text: str) -> None:
    assert spelled_out(text) == text
