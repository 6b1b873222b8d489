"""From a URL to a store."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path
from typing import Any
from urllib.parse import unquote, urlparse

from redactory.errors import ConfigError, StorageError
from redactory.storage.local import LocalStore
from redactory.storage.model import ObjectStore


def open_store(url: str, *, s3: Any = None) -> ObjectStore:
    """The store at `url`: `s3://bucket[/prefix]`, `file:///folder`, or a folder's path.

    `s3` is a boto3 S3 client; without one, boto3's own configuration (environment, profile) makes it.

    Raises:
        ConfigError: the URL has another scheme, or names no bucket.
    """
    scheme = urlparse(url).scheme
    if scheme == "s3":
        from redactory.storage.s3 import S3Store

        bucket, prefix = split_url(url)
        return S3Store(s3 if s3 is not None else s3_client(), bucket, prefix)
    if scheme == "file":
        return LocalStore(Path(unquote(urlparse(url).path)))
    if "://" in url:
        raise ConfigError(f"a store's URL begins with s3:// or file://, or is a folder; not {scheme}://")
    return LocalStore(Path(url))


def split_url(url: str) -> tuple[str, str]:
    """`s3://bucket/a/b` -> (`bucket`, `a/b`)."""
    parsed = urlparse(url, allow_fragments=False)
    if not parsed.netloc:
        raise ConfigError("an s3:// URL names a bucket: s3://bucket/prefix")
    return parsed.netloc, parsed.path.lstrip("/") + (f"?{parsed.query}" if parsed.query else "")


def create_buckets(client: Any, urls: Iterable[str]) -> list[str]:
    """Make the buckets of those `urls` that begin with `s3://`; returns the names of the new ones.

    Raises:
        StorageError: the server cannot be asked, or refuses.
    """
    from botocore.exceptions import BotoCoreError, ClientError

    wanted = dict.fromkeys(split_url(url)[0] for url in urls if url.startswith("s3://"))
    try:
        present = {bucket["Name"] for bucket in client.list_buckets()["Buckets"]}
        missing = [name for name in wanted if name not in present]
        for name in missing:
            client.create_bucket(Bucket=name)
    except (BotoCoreError, ClientError) as error:
        code = error.response["Error"]["Code"] if isinstance(error, ClientError) else type(error).__name__
        raise StorageError(
            f"the buckets cannot be made ({code}): check the S3 endpoint, and that these credentials may create buckets"
        ) from None
    return missing


def s3_client(*, endpoint_url: str | None = None, **credentials: str) -> Any:
    """A boto3 S3 client with bounded retries and timeouts; the endpoint also comes from AWS_ENDPOINT_URL_S3."""
    import boto3
    from botocore.config import Config
    from botocore.exceptions import BotoCoreError

    config = Config(
        retries={"max_attempts": 5, "mode": "standard"},
        connect_timeout=10,
        read_timeout=60,
        s3={"addressing_style": "path"} if endpoint_url else {},
    )
    try:
        return boto3.client("s3", endpoint_url=endpoint_url, config=config, **credentials)
    except (ValueError, BotoCoreError) as error:  # its text quotes the URL, where credentials may stand
        raise ConfigError(
            f"there is no S3 client to be had ({type(error).__name__}): check REDACTORY_S3_ENDPOINT_URL or "
            "AWS_ENDPOINT_URL_S3 (as http://host:port), and the AWS profile and region"
        ) from None
