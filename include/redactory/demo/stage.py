"""What the demo plays on: its folder, its S3 server with buckets and credentials, its sample, its Airflow.

All of it lies in one folder under `var/`, is made anew at each start, and is ended as a whole.
"""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import cached_property
from pathlib import Path
from typing import IO

from redactory.config import ENCRYPTED_STORES, PLAIN_STORES, Settings
from redactory.demo.airflow import AirflowServer
from redactory.demo.processes import MARK, Record, adopt_orphans
from redactory.demo.seaweed import SeaweedServer, write_private
from redactory.errors import ConfigError, PolicyError, RedactoryError
from redactory.platform import Platform

POLICY = "it-tickets.yaml"  # the policy the sample is written for
CHANGES = (
    ("  PHONE: {threshold: 0.5}", "  PHONE: {threshold: 0.4}"),
    ("  vendors:\n", "  vendors:\n    - {name: Meridian, domains: [meridian.example]}\n"),
)
STORES = PLAIN_STORES + ENCRYPTED_STORES
# Three credentials beside the server's own: the source system's, the platform's, and a reader's.
IDENTITIES = {
    "source": ("Write:landing", "List:landing"),
    "platform": tuple(
        f"{action}:{name.replace('_', '-')}" for name in STORES for action in ("Read", "Write", "List", "Tagging")
    ),
    "reader": ("Read:published", "List:published"),
}


class Stage:
    """`root` is the project's folder; everything of the demo is in `root/var/demo`."""

    def __init__(self, root: Path) -> None:
        self.root = root.resolve()
        self.folder = self.root / "var" / "demo"
        self.record = Record(self.folder)
        self.sample = self.folder / "sample"
        self.policies = self.folder / "policies"  # a copy: the demo changes it

    @contextmanager
    def alone(self) -> Iterator[None]:
        """Holds the demo's lock: one demo at a time in one folder."""
        import fcntl

        self.folder.parent.mkdir(parents=True, exist_ok=True)
        lock: IO[str] = (self.folder.parent / "demo.lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            lock.close()
            raise ConfigError("a demo is running in this folder already: wait until it ends, or end it") from None
        try:
            yield
        finally:
            lock.close()

    @property
    def is_up(self) -> bool:
        """True while what `make up` started is running."""
        return self._state.exists() and bool(self.record.running())

    def clear(self) -> None:
        """An empty folder. Ends what an earlier demo that was killed has left running."""
        self.end()
        shutil.rmtree(self.folder, ignore_errors=True)
        self.folder.mkdir(parents=True, mode=0o700)
        shutil.copytree(self.root / "policies", self.policies)

    def start(self) -> None:
        """Starts the S3 server with its buckets, and Airflow, which goes on starting in the background."""
        from redactory.storage import KeyRing

        adopt_orphans()
        os.environ[MARK] = str(self.folder)
        self.s3.start()
        assert self.s3.pid is not None
        self.record.add("s3", self.s3.pid)
        self.s3.create_buckets(*(bucket(name) for name in STORES))
        KeyRing.write_new(self.folder / "keys")
        self.airflow.start(self.record)

    def load_sample(self) -> str:
        """Makes the sample and puts its partitions into the landing bucket, with the source system's credentials.

        Returns what was made, in words.
        """
        from redactory.policy import load_policy
        from redactory.sample import generate

        dataset = load_policy(self.root / "policies" / POLICY).dataset
        made = generate(self.sample)
        client = self.s3.client("source")
        for name in made.objects:
            client.upload_file(str(made.partitions / name), bucket("landing"), f"{dataset}/{name}")
        days = len({name.split("/")[0] for name in made.objects})
        return f"{made.rows} tickets of {days} days, {made.people} people in the directory, {made.missing} not in it"

    def fetch_published(self, partitions: Iterable[tuple[str, str]]) -> Path:
        """Copies the published objects of (dataset, partition) to a folder, with a reader's credentials alone."""
        from redactory.partitions.manifest import read_manifest
        from redactory.storage import open_store

        published = open_store(f"s3://{bucket('published')}", s3=self.s3.client("reader"))
        target = self.folder / "published"
        for dataset, partition in partitions:
            manifest = read_manifest(published, dataset, partition)
            for entry in manifest.objects if manifest else ():
                path = target / dataset / partition / entry.name
                path.parent.mkdir(parents=True, exist_ok=True)
                with published.open(entry.key) as source, path.open("wb") as copy:
                    shutil.copyfileobj(source, copy)
        return target

    def new_policy_versions(self) -> tuple[str, ...]:
        """Ids of the policy versions that wait for a review. Raises PolicyError where a file is wrong."""
        from redactory.review import notice_changes

        noticed = notice_changes(self.platform)
        if noticed.problems:
            raise PolicyError("a policy file is wrong", noticed.problems)
        return noticed.versions

    def change_policy(self) -> str:
        """A second version of the sample's policy, noted as the nightly run would; returns its id.

        It changes what a steward would want to look at twice: one threshold, one vendor that is kept.
        """
        file = self.policies / POLICY
        text = file.read_text()
        for old, new in CHANGES:
            if old not in text:
                raise PolicyError(f"{file}: the demo's second version cannot be made of it: it lacks a line")
            text = text.replace(old, new, 1)
        file.write_text(text)
        (version,) = self.new_policy_versions()
        return version

    def keep(self) -> None:
        """Notes that what runs now is meant to stay."""
        write_private(self._state, json.dumps({"url": self.airflow.url}))

    def end(self) -> None:
        """Ends every process of the demo. Raises RedactoryError where one will not end."""
        left = self.record.end()
        self._state.unlink(missing_ok=True)
        if left:
            raise RedactoryError(f"these processes did not end: {', '.join(map(str, left))}. End them with kill -9")

    @cached_property
    def s3(self) -> SeaweedServer:
        return SeaweedServer(self.folder / "s3", IDENTITIES)

    @cached_property
    def airflow(self) -> AirflowServer:
        return AirflowServer(self.root, self.folder / "airflow", {**self.settings_environment, **self._connections})

    @cached_property
    def platform(self) -> Platform:
        """The platform as Airflow's tasks see it."""
        return Platform.open(Settings.load(self.settings_environment), s3=self.s3.client("platform"))

    @property
    def settings_environment(self) -> dict[str, str]:
        """What the engine is told, see `redactory.config`."""
        return {
            "REDACTORY_HOME": str(self.folder),
            **{f"REDACTORY_{name.upper()}": f"s3://{bucket(name)}" for name in STORES},
            "REDACTORY_POLICIES": str(self.policies),
            "REDACTORY_KEY_FILE": str(self.folder / "keys"),
            "REDACTORY_S3_ENDPOINT_URL": self.s3.endpoint_url,
            "REDACTORY_DIRECTORY_FILE": str(self.sample / "directory.ldif"),
        }

    @property
    def _connections(self) -> dict[str, str]:
        keys = self.s3.credentials["platform"]
        connection = {
            "conn_type": "aws",
            "login": keys.access_key,
            "password": keys.secret_key,
            "extra": {
                "endpoint_url": self.s3.endpoint_url,
                "region_name": self.s3.region,
                "config_kwargs": {"s3": {"addressing_style": "path"}},
            },
        }
        return {
            MARK: str(self.folder),
            "REDACTORY_UNATTENDED": "demo",
            "REDACTORY_RETRY_SECONDS": "2",  # what fails here fails soon
            "REDACTORY_NIGHTLY_CRON": "none",  # runs are started by hand here
            "REDACTORY_DIRECTORY_CRON": "none",
            "REDACTORY_REVIEW_CRON": "none",
            "AIRFLOW_CONN_AWS_DEFAULT": json.dumps(connection),
            "GX_ANALYTICS_ENABLED": "false",
        }

    @property
    def _state(self) -> Path:
        return self.folder / "up.json"


def bucket(store: str) -> str:
    """The bucket of a store; bucket names know no underscore."""
    return store.replace("_", "-")
