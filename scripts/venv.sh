#!/usr/bin/env bash
# Builds .venv from uv.lock: Python 3.12's own venv, uv at the locked version inside it, then everything the lock names.
# usage: venv.sh PYTHON UV_VERSION
set -u
python=$1 uv_version=$2
log=var/make/venv.log
mkdir -p var/make

fail() {
    echo
    [ -s "$log" ] && tail -n 15 "$log" | sed 's/^/    /'
    printf '%s\n' "$@" "The whole log: $log"
    exit 1
} >&2
is_312() { "$1" -c 'import sys; sys.exit(sys.version_info[:2] != (3, 12))' >/dev/null 2>&1; }

: >"$log"
if ! is_312 .venv/bin/python; then
    is_312 "$python" || {
        echo "Python 3.12 is needed, and '$python' is not it." >&2
        echo "Install it (Debian, Ubuntu: apt-get install python3.12 python3.12-venv; macOS: brew install python@3.12;" >&2
        echo "anywhere: pyenv install 3.12), or say where it is: make venv PYTHON=/path/to/python3.12" >&2
        exit 1
    }
    echo "Making .venv with $("$python" --version 2>&1)"
    "$python" -m venv --clear .venv >>"$log" 2>&1 ||
        fail "The environment could not be made. On Debian and Ubuntu its module is a package of its own:" \
            "apt-get install python3.12-venv. Otherwise check that this folder is writable and the disk is not full."
fi
if [ "$(.venv/bin/uv --version 2>/dev/null | cut -d' ' -f2)" != "$uv_version" ]; then
    echo "Installing uv $uv_version into .venv"
    .venv/bin/python -m pip install --quiet "uv==$uv_version" >>"$log" 2>&1 ||
        fail "uv could not be downloaded. Check the network; behind a proxy or mirror set HTTPS_PROXY or PIP_INDEX_URL."
fi
echo "Installing the $(grep -c '^\[\[package\]\]' uv.lock) packages of uv.lock (some minutes where they must be downloaded)"
.venv/bin/uv sync --frozen --quiet --python .venv/bin/python >>"$log" 2>&1 ||
    fail "The locked packages could not be installed. Check the network and the disk's free space (2 GB);" \
        "behind a proxy or mirror set HTTPS_PROXY or UV_DEFAULT_INDEX. Then run make again: it goes on where it stopped."
