#!/bin/sh
# Once per start of the platform, before anything else of it: schemas of Airflow and ledger, the pool that bounds how
# many partitions are worked on at once, the buckets. May be run again at any time.
# usage: init.sh PARTITIONS_AT_ONCE
set -eu
airflow db migrate
airflow pools set redaction "$1" "partitions worked on at once: workers times their slots"
redactory ledger migrate
redactory stores create
