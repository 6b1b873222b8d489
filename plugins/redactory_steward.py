"""The steward's queue inside Airflow: an entry in the menu, and a tab on every Dag run.

Every process of Airflow imports its plugins, tasks too; the pages are imported by the one that is asked for them.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, MutableMapping
from functools import cache
from typing import Any

from airflow.plugins_manager import AirflowPlugin


@cache
def _app() -> Any:
    from steward.app import create_app

    return create_app()


async def pages(
    scope: MutableMapping[str, Any],
    receive: Callable[[], Awaitable[Any]],
    send: Callable[[Any], Awaitable[None]],
) -> None:
    """The steward's app, imported with its first request."""
    await (await asyncio.to_thread(_app))(scope, receive, send)


class StewardPlugin(AirflowPlugin):
    """Pages of their own under /steward; what they show is theirs to guard (steward/access.py)."""

    name = "redactory_steward"
    fastapi_apps = [{"app": pages, "url_prefix": "/steward", "name": "Redactory: the steward's queue"}]
    external_views = [
        {
            "name": "Steward",
            "href": "/steward/",
            "destination": "nav",
            "url_route": "steward-queue",
            "nav_top_level": True,
            "icon": "/steward/static/icon.svg",
            "icon_dark_mode": "/steward/static/icon-dark.svg",
        },
        {
            "name": "Review",
            "href": "/steward/run?dag={DAG_ID}&run={RUN_ID}",
            "destination": "dag_run",
            "url_route": "steward-review",
        },
    ]
