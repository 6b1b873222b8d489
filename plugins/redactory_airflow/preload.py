"""Imported by a Celery worker as it starts ([celery] extra_celery_config: imports): models before the fork."""

from __future__ import annotations

import logging

from redactory.config import Settings
from redactory.partitions.warm import warm

log = logging.getLogger(__name__)

try:
    warm(Settings.load().policies)
except Exception as error:  # a worker that starts its tasks slowly is better than none
    log.warning("nothing is loaded ahead: %s", type(error).__name__)
