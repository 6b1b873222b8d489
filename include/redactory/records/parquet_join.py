"""Parquet objects of one schema, written after one another as one object; and what an object consists of."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import ExitStack
from typing import BinaryIO

import pyarrow as pa
import pyarrow.parquet as pq

from redactory.records.parquet import opened, read_group, written_options


def group_sizes(stream: BinaryIO) -> list[int]:
    """Bytes of each row group as they lie in the object. `stream` can seek; only its footer is read."""
    about = opened(stream).metadata
    return [
        sum(about.row_group(group).column(place).total_compressed_size for place in range(about.num_columns))
        for group in range(about.num_row_groups)
    ]


def join_parquet(parts: Sequence[Callable[[], BinaryIO]], out: BinaryIO) -> None:
    """Write the row groups of every part, in order, into `out`; one row group is in memory at a time.

    Raises RecordError for a part that cannot be read.
    """
    with ExitStack() as stack:
        writer: pq.ParquetWriter | None = None
        for place, open_part in enumerate(parts):
            with open_part() as stream:
                file = opened(stream)
                last = place == len(parts) - 1
                if writer is None and (file.num_row_groups or last):  # an empty part does not tell how it is written
                    sink = pa.PythonFile(out, mode="w")
                    writer = stack.enter_context(pq.ParquetWriter(sink, file.schema_arrow, **written_options(file)))
                for group in range(file.num_row_groups):
                    table = read_group(file, group)
                    assert writer is not None
                    writer.write_table(table, row_group_size=table.num_rows)
