#!/bin/sh
# OpenLDAP with the sample people, for the demo: LDAPS alone, a bind account that may read, nobody who may write.
# usage: slapd.sh SECRETS LDIF DATA URL    (DATA is emptied: the directory is the LDIF's)
set -eu
PATH=$PATH:/usr/sbin:/sbin
secrets=$1 ldif=$2 data=$3 url=$4
suffix=$(sed -n 's/^dn: [^,]*,ou=people,//p' "$ldif" | head -n 1)
umask 077
mkdir -p "$data"
rm -rf "${data:?}"/*
mkdir "$data/db"
cat >"$data/slapd.conf" <<CONF
include /etc/ldap/schema/core.schema
include /etc/ldap/schema/cosine.schema
include /etc/ldap/schema/inetorgperson.schema
attributetype ( 1.2.840.113556.1.2.210 NAME 'proxyAddresses'
  EQUALITY caseIgnoreMatch SUBSTR caseIgnoreSubstringsMatch SYNTAX 1.3.6.1.4.1.1466.115.121.1.15 )
modulepath /usr/lib/ldap
moduleload back_mdb
TLSCertificateFile $secrets/ldap_cert.pem
TLSCertificateKeyFile $secrets/ldap_key.pem
pidfile $data/slapd.pid
disallow bind_anon
require authc
database mdb
suffix $suffix
directory $data/db
maxsize 268435456
index objectClass eq
access to attrs=userPassword by anonymous auth by * none
access to * by users read by * none
CONF
{
    printf 'dn: %s\nobjectClass: dcObject\nobjectClass: organization\no: Sample\ndc: %s\n\n' "$suffix" \
        "$(printf %s "${suffix%%,*}" | cut -d= -f2)"
    printf 'dn: ou=people,%s\nobjectClass: organizationalUnit\nou: people\n\n' "$suffix"
    printf 'dn: cn=reader,%s\nobjectClass: organizationalRole\nobjectClass: simpleSecurityObject\ncn: reader\n' "$suffix"
    printf 'userPassword: %s\n\n' "$(slappasswd -n -T "$secrets/ldap_reader_password")"
    grep -v '^version:' "$ldif"
} >"$data/seed.ldif"
slapadd -q -s -f "$data/slapd.conf" -l "$data/seed.ldif"
rm "$data/seed.ldif"
exec slapd -h "$url" -f "$data/slapd.conf" -d 0
