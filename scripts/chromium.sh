#!/usr/bin/env bash
# Sees to a real browser for the tests of the steward's pages: installs Debian's chromium where it is missing and may
# be installed. The tests start it headless, on pages of their own.
set -u
[ -x /usr/bin/chromium ] && exit 0
log=var/make/chromium.log
mkdir -p var/make

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing chromium, the browser the tests read pages with"
    {
        export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
        install() { apt-get install -y -qq --no-install-recommends chromium fonts-dejavu-core; }
        install || { apt-get update -qq && install; }
    } >"$log" 2>&1
    [ -x /usr/bin/chromium ] && exit 0
    echo "chromium could not be installed (log: $log)." >&2
else
    echo "/usr/bin/chromium is missing, and only root may install it here." >&2
fi
if [ -n "${CI:-}" ]; then
    echo "Under CI the browser tests must run. Install it: apt-get install chromium" >&2
    exit 1
fi
echo "The browser tests are skipped. To run them: apt-get install chromium" >&2
