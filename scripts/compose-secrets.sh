#!/usr/bin/env bash
# Writes the secrets of docker-compose.yaml into a folder, each its own file, made by chance. What is there stays.
# The folder is open to its owner alone; the files in it are readable, because a container's account is another one.
# usage: compose-secrets.sh [FOLDER]    (default: secrets)
set -euo pipefail
folder=${1:-secrets}
command -v openssl >/dev/null || { echo "openssl is missing: install it" >&2; exit 2; }
mkdir -p "$folder"
chmod 700 "$folder"
cd "$folder"

random() { openssl rand -hex "${1:-24}"; }
put() { # NAME: standard input into a new file; one that exists is left as it is
    if [ -s "$1" ]; then cat >/dev/null; else cat >"$1"; chmod 644 "$1"; fi
}
value() { # NAME: a random word of its own
    [ -s "$1" ] || random | tr -d '\n' | put "$1"
    cat "$1"
}

certificate() { # NAME CN SUBJECT-ALTERNATIVES: a certificate for a server, by a CA of its own whose key is thrown away
    [ ! -s "$1_cert.pem" ] || return 0
    openssl req -x509 -newkey rsa:2048 -nodes -days 3650 -subj "/CN=Redactory demo CA, $2" -keyout "$1_ca_key.pem" \
        -out "$1_ca.pem" 2>/dev/null
    openssl req -newkey rsa:2048 -nodes -subj "/CN=$2" -keyout "$1_key.pem" -out "$1.csr" 2>/dev/null
    openssl x509 -req -in "$1.csr" -CA "$1_ca.pem" -CAkey "$1_ca_key.pem" -CAcreateserial -days 3650 \
        -extfile <(printf 'subjectAltName=%s' "$3") -out "$1_cert.pem" 2>/dev/null
    rm -f "$1_ca_key.pem" "$1.csr" "$1_ca.srl"
    chmod 644 "$1_ca.pem" "$1_cert.pem" "$1_key.pem"
}

# PostgreSQL: the superuser, and one account a database
value postgres_password >/dev/null
printf 'postgresql+psycopg://airflow:%s@postgres:5432/airflow' "$(value airflow_db_password)" | put airflow_db_url
printf 'db+postgresql+psycopg://celery:%s@postgres:5432/celery' "$(value celery_db_password)" | put celery_result_backend
printf 'postgresql+psycopg://redactory:%s@postgres:5432/redactory' "$(value redactory_db_password)" | put ledger_url
printf 'postgresql+psycopg://vault:%s@postgres:5432/vault' "$(value vault_db_password)" | put vault_url

# Redis
printf 'requirepass %s\n' "$(value redis_password)" | put redis.conf
printf 'redis://:%s@redis:6379/0' "$(value redis_password)" | put celery_broker_url

# Airflow
openssl rand -base64 32 | tr '+/' '-_' | tr -d '\n' | put fernet_key
value api_secret_key >/dev/null
random 32 | tr -d '\n' | put jwt_secret
printf '{"admin": "%s", "steward": "%s"}\n' "$(random 10)" "$(random 10)" | put airflow_passwords.json

# Redactory: keys for what is at rest, for surrogates, for the vault. What a lost key wrote cannot be read again.
printf 'k1:%s\n' "$(openssl rand -base64 32)" | put redactory_keys
printf 's1:%s\n' "$(openssl rand -base64 32)" | put surrogate_keys
printf 'v1:%s\n' "$(openssl rand -base64 32)" | put vault_keys

# S3: the administrator makes buckets, the source writes landing, the platform works, a reader sees published alone, the
# service of the round trip reads the directory's snapshots
identity() { # NAME ACTIONS
    printf '{"name": "%s", "credentials": [{"accessKey": "%s", "secretKey": "%s"}], "actions": [%s]}' \
        "$1" "$(value "s3_$1_id")" "$(value "s3_$1_secret")" "$2"
}
platform=
for bucket in landing staging published quarantine dead-letter review identity; do
    platform+="\"Read:$bucket\", \"Write:$bucket\", \"List:$bucket\", \"Tagging:$bucket\", "
done
{
    printf '{"identities": [\n%s,\n' "$(identity admin '"Admin", "Read", "Write", "List", "Tagging"')"
    printf '%s,\n' "$(identity source '"Read:landing", "Write:landing", "List:landing"')"
    printf '%s,\n' "$(identity platform "${platform%, }")"
    printf '%s,\n' "$(identity reader '"Read:published", "List:published"')"
    printf '%s\n]}\n' "$(identity serve '"Read:identity", "List:identity"')"
} | put s3_identities.json
for name in admin source reader serve; do
    printf '[default]\naws_access_key_id = %s\naws_secret_access_key = %s\n' \
        "$(value "s3_${name}_id")" "$(value "s3_${name}_secret")" | put "s3_$name"
done

# What the parts of the S3 server know each other by
certificate s3_parts s3 IP:127.0.0.1,DNS:localhost
{
    for part in signing signing.read filer_signing filer_signing.read; do
        printf '[jwt.%s]\nkey = "%s"\n' "$part" "$(random)"
    done
    printf '[grpc]\nca = "/run/redactory/s3_parts_ca.pem"\n'
    for part in master volume filer s3 admin worker client; do
        printf '[grpc.%s]\ncert = "/run/redactory/s3_parts_cert.pem"\nkey = "/run/redactory/s3_parts_key.pem"\n' "$part"
    done
} | put security.toml

# The round trip's service: the bearer token of its first client, `app`, and the file of hashes that the service reads
printf 'app:%s\n' "$(value serve_token | tr -d '\n' | openssl dgst -sha256 -r | cut -d ' ' -f 1)" | put serve_tokens

# LDAP: a bind account, and a certificate of a CA of its own
value ldap_reader_password >/dev/null
certificate ldap ldap DNS:ldap,DNS:localhost,IP:127.0.0.1

# Airflow's connections: what the tasks reach S3 and LDAP with
put connections.json <<JSON
{
 "aws_default": {"conn_type": "aws", "login": "$(value s3_platform_id)", "password": "$(value s3_platform_secret)",
  "extra": {"endpoint_url": "http://s3:8333", "region_name": "us-east-1",
   "config_kwargs": {"s3": {"addressing_style": "path"}}}},
 "ldap_default": {"conn_type": "ldap", "host": "ldaps://ldap:1636",
  "login": "cn=reader,dc=northmere,dc=internal", "password": "$(value ldap_reader_password)",
  "extra": {"base": "ou=people,dc=northmere,dc=internal", "ca_file": "/run/redactory/ldap_ca.pem"}}
}
JSON
echo "The secrets are in $PWD. Log in to Airflow with what airflow_passwords.json says."
