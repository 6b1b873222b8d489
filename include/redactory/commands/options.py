"""Options that several commands share, said the same way in each."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

DirectoryFile = Annotated[
    Path | None, typer.Option("--directory", "-d", help="directory export: LDIF, CSV or JSON")
]
AccountsFile = Annotated[
    Path | None, typer.Option("--accounts", help="account list, CSV: name, short_names, domains of organisations")
]
KeyFile = Annotated[
    Path | None, typer.Option("--key-file", help="keys of surrogates; default: as for a night (redactory keys)")
]
