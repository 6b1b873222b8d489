#!/bin/sh
# Every container of Redactory's image begins here: secrets, which a container engine may hand over readable to more
# than one account, are copied to a folder in memory that this account alone can read; then the command takes over.
# usage: entrypoint.sh SECRETS PRIVATE COMMAND...
set -eu
secrets=$1 private=$2
shift 2
umask 077
mkdir -p "$private"
for file in "$secrets"/*; do
    [ -f "$file" ] && cat "$file" >"$private/${file##*/}"
done
umask 022
exec "$@"
