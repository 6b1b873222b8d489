#!/usr/bin/env bash
# Sees to a real LDAP server for the tests: installs Debian's slapd where it is missing and may be installed.
# It is never started as a service: the tests start their own on a free port.
set -u
PATH=$PATH:/usr/sbin:/sbin
command -v slapd >/dev/null && exit 0
log=var/make/slapd.log
mkdir -p var/make

if [ "$(id -u)" = 0 ] && command -v apt-get >/dev/null; then
    echo "Installing slapd, the LDAP server the tests talk to"
    {
        echo 'slapd slapd/no_configuration boolean true' | debconf-set-selections
        export DEBIAN_FRONTEND=noninteractive RUNLEVEL=1
        install() { apt-get install -y -qq --no-install-recommends slapd ldap-utils; }
        install || { apt-get update -qq && install; }
    } >"$log" 2>&1
    command -v slapd >/dev/null && exit 0
    echo "slapd could not be installed (log: $log)." >&2
else
    echo "slapd is missing, and only root may install it here." >&2
fi
if [ -n "${CI:-}" ]; then
    echo "Under CI the LDAP tests must run. Install it: apt-get install slapd" >&2
    exit 1
fi
echo "The LDAP tests are skipped. To run them: apt-get install slapd" >&2
