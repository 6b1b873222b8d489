#!/usr/bin/env bash
# Sees to a real PostgreSQL, a real Redis and openssl for the tests: installs Debian's where they are missing and may be
# installed. They are never started as services: the tests start their own on free ports.
set -u
PATH=$PATH:/usr/sbin:/sbin:$(printf '%s:' /usr/lib/postgresql/*/bin)
packages=()
command -v initdb >/dev/null || packages+=(postgresql)
command -v redis-server >/dev/null || packages+=(redis-server)
command -v openssl >/dev/null || packages+=(openssl)
[ ${#packages[@]} = 0 ] && exit 0
log=var/make/servers.log
mkdir -p var/make

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing ${packages[*]}, which the tests talk to"
    {
        export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
        install() { apt-get install -y -qq --no-install-recommends "${packages[@]}"; }
        install || { apt-get update -qq && install; }
    } >"$log" 2>&1
    PATH=$PATH:$(printf '%s:' /usr/lib/postgresql/*/bin)
    command -v initdb >/dev/null && command -v redis-server >/dev/null && command -v openssl >/dev/null && exit 0
    echo "${packages[*]} could not be installed (log: $log)." >&2
else
    echo "Missing: ${packages[*]}; only root may install them here." >&2
fi
if [ -n "${CI:-}" ]; then
    echo "Under CI the tests of several machines must run. Install them: apt-get install ${packages[*]}" >&2
    exit 1
fi
echo "The tests that need them are skipped. To run them: apt-get install ${packages[*]}" >&2
