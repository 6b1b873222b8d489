"""Imported by a Celery worker as it starts ([celery] extra_celery_config: imports): loads what its tasks need."""

from __future__ import annotations

import logging

from airflow.providers.amazon.aws.hooks import s3

from redactory.config import Settings
from redactory.partitions.warm import warm

log = logging.getLogger(__name__)

try:
    log.debug("loaded %s", s3.__name__)
    warm(Settings.load())
except Exception as error:  # a worker whose tasks start slowly is better than none
    log.warning("nothing is loaded ahead: %s", type(error).__name__)
