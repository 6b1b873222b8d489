"""A bucket (and a prefix in it) as an object store, through boto3.

Reads are streamed and resumed by ranged GET with `If-Match`, so a connection that drops in the middle costs a
retry and a source that changes in the middle is noticed. Conditional creation is `If-None-Match: *`.
"""

from __future__ import annotations

import io
from collections.abc import Iterator
from typing import Any, BinaryIO, cast

from botocore.exceptions import BotoCoreError, ClientError

from redactory.errors import SourceChangedError, StorageError
from redactory.storage.model import ObjectExists, ObjectInfo, ObjectMissing

_RESUMES = 4  # dropped connections survived in one read of one object
_MISSING = {"404", "NoSuchKey", "NotFound"}
_CHANGED = {"412", "PreconditionFailed"}
_TAKEN = {"412", "PreconditionFailed", "409", "ConditionalRequestConflict"}


class S3Store:
    """Objects of `bucket` under `prefix`. `client` is a boto3 S3 client with its own retries."""

    def __init__(self, client: Any, bucket: str, prefix: str = "") -> None:
        self._client = client
        self.bucket = bucket
        self.prefix = prefix.strip("/") + "/" if prefix.strip("/") else ""
        self.url = f"s3://{bucket}/{self.prefix}".rstrip("/")

    def list(self, prefix: str = "") -> Iterator[ObjectInfo]:
        try:
            pages = self._client.get_paginator("list_objects_v2").paginate(
                Bucket=self.bucket, Prefix=self.prefix + prefix
            )
            for page in pages:
                for item in page.get("Contents", ()):
                    key = item["Key"][len(self.prefix) :]
                    if key and not key.endswith("/"):
                        yield ObjectInfo(key, item["ETag"].strip('"'), item["Size"], item["LastModified"])
        except (BotoCoreError, ClientError) as error:
            raise self._error("list", error) from None

    def head(self, key: str) -> ObjectInfo | None:
        try:
            found = self._client.head_object(Bucket=self.bucket, Key=self.prefix + key)
        except ClientError as error:
            if _code(error) in _MISSING:
                return None
            raise self._error("look at an object", error) from None
        except BotoCoreError as error:
            raise self._error("look at an object", error) from None
        return ObjectInfo(key, found["ETag"].strip('"'), found["ContentLength"], found["LastModified"])

    def open(self, key: str, *, if_match: str | None = None, start: int = 0) -> BinaryIO:
        body, etag, size = self._get(key, if_match, start)
        return cast(BinaryIO, io.BufferedReader(_Body(self, key, etag, start, size, body), 1 << 20))

    def put(self, key: str, data: bytes, *, if_none_match: bool = False) -> ObjectInfo:
        condition = {"IfNoneMatch": "*"} if if_none_match else {}
        try:
            self._client.put_object(Bucket=self.bucket, Key=self.prefix + key, Body=data, **condition)
        except ClientError as error:
            if if_none_match and _code(error) in _TAKEN:
                raise ObjectExists(f"the key is taken in {self.url}") from None
            raise self._error("write an object", error) from None
        except BotoCoreError as error:
            raise self._error("write an object", error) from None
        return self._written(key)

    def upload(self, key: str, stream: BinaryIO) -> ObjectInfo:
        from boto3.exceptions import Boto3Error

        try:
            self._client.upload_fileobj(stream, self.bucket, self.prefix + key)
        except (BotoCoreError, ClientError, Boto3Error) as error:
            raise self._error("write an object", error) from None
        return self._written(key)

    def delete(self, key: str) -> None:
        try:
            self._client.delete_object(Bucket=self.bucket, Key=self.prefix + key)
        except (BotoCoreError, ClientError) as error:
            raise self._error("delete an object", error) from None

    def delete_prefix(self, prefix: str) -> int:
        keys = [info.key for info in self.list(prefix)]
        for key in keys:
            self.delete(key)
        return len(keys)

    def _get(self, key: str, if_match: str | None, start: int) -> tuple[Any, str, int]:
        """The body from byte `start` on, the object's ETag, and its whole size."""
        condition: dict[str, str] = {"IfMatch": if_match} if if_match is not None else {}
        if start:
            condition["Range"] = f"bytes={start}-"
        try:
            found = self._client.get_object(Bucket=self.bucket, Key=self.prefix + key, **condition)
        except ClientError as error:
            code = _code(error)
            if code in _MISSING and if_match is None:
                raise ObjectMissing(f"no object of that key in {self.url}") from None
            if code in _CHANGED or code in _MISSING:
                raise SourceChangedError(
                    "the source object changed since the run began; the partition starts again"
                ) from None
            raise self._error("read an object", error) from None
        except BotoCoreError as error:
            raise self._error("read an object", error) from None
        return found["Body"], found["ETag"].strip('"'), start + found["ContentLength"]

    def _written(self, key: str) -> ObjectInfo:
        info = self.head(key)
        if info is None:
            raise StorageError(f"an object vanished right after it was written to {self.url}")
        return info

    def _error(self, what: str, error: Exception) -> StorageError:
        """An error without the key (a file name may hold a name) and without the request."""
        code = _code(error) if isinstance(error, ClientError) else type(error).__name__
        hint = {
            "403": "check the credentials and what they may do",
            "AccessDenied": "check the credentials and what they may do",
            "SignatureDoesNotMatch": "the secret key is wrong",
            "InvalidAccessKeyId": "the access key is unknown to the server",
            "NoSuchBucket": "create the bucket, or correct the store's URL",
            "NoCredentialsError": "set AWS credentials, or the Airflow connection aws_default",
            "EndpointConnectionError": "check that the S3 server runs and the endpoint URL is right",
        }.get(code, "see the server's log")
        return StorageError(f"cannot {what} in s3://{self.bucket} ({code}): {hint}")


class _Body(io.RawIOBase):
    """A body that reads on from where it stopped when the connection drops, while the ETag stays."""

    def __init__(self, store: S3Store, key: str, etag: str, start: int, size: int, body: Any) -> None:
        self._store, self._key, self._etag, self._at, self._size, self._body = store, key, etag, start, size, body
        self._resumes = 0

    def readable(self) -> bool:
        return True

    def readinto(self, buffer: Any) -> int:
        while self._at < self._size:
            try:
                data: bytes = self._body.read(len(buffer))
            except Exception as error:  # botocore and urllib3 raise a dozen types for a dropped connection
                self._resume(error)
                continue
            if not data:
                self._resume(None)
                continue
            buffer[: len(data)] = data
            self._at += len(data)
            return len(data)
        return 0

    def _resume(self, error: Exception | None) -> None:
        self._resumes += 1
        if self._resumes > _RESUMES:
            name = type(error).__name__ if error else "early end"
            raise StorageError(f"reading from {self._store.url} broke off {_RESUMES + 1} times ({name})") from None
        self._body, _, _ = self._store._get(self._key, self._etag, self._at)

    def close(self) -> None:
        if not self.closed:
            self._body.close()
        super().close()


def _code(error: ClientError) -> str:
    return str(error.response.get("Error", {}).get("Code", ""))
