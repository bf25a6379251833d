"""The same answers from many machines: one shard for each row group, over Dask distributed.

A shard's answer is a part file that appears whole or not at all, so a shard may run twice, on a
worker that dies and on another one, and the parts are the same. A manifest beside them says which
are finished: a job that was killed goes on with the others. At the end the parts become one file,
byte for byte the one that `answer_file` writes.
"""

from __future__ import annotations

import hashlib
import json
import shutil
import uuid
from collections import Counter
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from rummy_solver.errors import RummyError
from rummy_solver.files import Progress, Summary, Task, kind_of, read_rows, written

if TYPE_CHECKING:
    from collections.abc import Iterator

    from distributed import Client

__all__ = ["answer_on_cluster"]

RETRIES = 5


def answer_on_cluster(
    source: str | Path,
    target: str | Path,
    task: Task,
    client: Client | str,
    *,
    progress: Progress | None = None,
) -> Summary:
    """Ask a question of every row of a Parquet file, its row groups shared out over a cluster.

    Parameters
    ----------
    source
        A Parquet file that all workers can read.
    target
        The Parquet file to write, beside which all workers can write: ``target.parts`` holds the
        parts and the manifest until the job is done. Where it is there already, of the same job,
        finished shards are not done again.
    task
        The question.
    client
        A Dask client, or the address of a scheduler.
    progress
        Is told of rows done, those of an earlier run too.

    Raises
    ------
    RummyError
        A file is not Parquet, or ``target.parts`` belongs to another job.
    """
    import pyarrow.parquet as pq

    source, target = Path(source).absolute(), Path(target).absolute()
    for path in (source, target):
        if kind_of(path) != ".parquet":
            raise RummyError("file", expected="a name in .parquet", got=repr(path.name))
    shards = max(pq.read_metadata(source).num_row_groups, 1)
    parts = target.with_name(f"{target.name}.parts")
    manifest = Manifest(parts, source, task)
    for done in manifest.finished.values():
        _tell(progress, done)
    left = [shard for shard in range(shards) if shard not in manifest.finished]
    with _connected(client) as cluster:
        for shard, summary in _answers(cluster, source, parts, task, left):
            manifest.add(shard, summary)
            _tell(progress, summary)
    _join(parts, shards, target, task)
    shutil.rmtree(parts)
    total = Summary()
    for shard in range(shards):
        total.add(manifest.finished[shard])
    return total


def answer_shard(source: Path, parts: Path, task: Task, shard: int) -> Summary:
    """Write the part of one shard; whoever does it again writes the same."""
    summary = Summary()
    unique = parts / f"{shard:06d}.{uuid.uuid4().hex}.parquet"
    with written(unique, task.rules) as write:
        for rows in read_rows(source, shard):
            found, part = task.answer(rows)
            write(found)
            summary.add(part)
    unique.replace(part_path(parts, shard))
    return summary


def part_path(parts: Path, shard: int) -> Path:
    """Return where the part of a shard lies."""
    return parts / f"part-{shard:06d}.parquet"


class Manifest:
    """What is finished of a job: a head that names the job, then one line for each shard.

    Parameters
    ----------
    parts
        Folder of the parts; made if need be.
    source, task
        The job. Another job's folder is refused.
    """

    def __init__(self, parts: Path, source: Path, task: Task) -> None:
        self.path = parts / "manifest.jsonl"
        self.finished: dict[int, Summary] = {}
        job = job_name(source, task)
        parts.mkdir(exist_ok=True)
        if not self.path.exists():
            begun = self.path.with_suffix(f".{uuid.uuid4().hex}.tmp")
            begun.write_text(json.dumps({"job": job}) + "\n", encoding="utf-8")
            begun.replace(self.path)
            return
        head, *lines = self.path.read_text(encoding="utf-8").split("\n")
        if json.loads(head)["job"] != job:
            raise RummyError(
                f"folder {parts.name!r}", expected="parts of this job", got="another's"
            )
        for line in lines[:-1]:  # what follows the last line end was cut off in mid-write
            self._read(parts, json.loads(line))
        if lines and lines[-1]:
            whole = "\n".join([head, *lines[:-1]]) + "\n"
            self.path.write_text(whole, encoding="utf-8")

    def _read(self, parts: Path, row: dict[str, Any]) -> None:
        if part_path(parts, row["shard"]).exists():
            counts = Counter({int(value): n for value, n in row["counts"].items()})
            self.finished[row["shard"]] = Summary(row["rows"], row["invalid"], row["name"], counts)

    def add(self, shard: int, summary: Summary) -> None:
        """Note a shard as finished."""
        self.finished[shard] = summary
        row = {"shard": shard, **vars(summary)}
        with self.path.open("a", encoding="utf-8") as lines:
            lines.write(json.dumps(row) + "\n")


def job_name(source: Path, task: Task) -> str:
    """Return a digest of all that the answers depend on."""
    stat = source.stat()
    words = (str(source), stat.st_size, stat.st_mtime_ns, task.rules, task.question, task.options)
    text = repr((*words, task.column))
    return hashlib.sha256(text.encode()).hexdigest()


def _tell(progress: Progress | None, summary: Summary) -> None:
    if progress is not None:
        progress(summary.rows)


@contextmanager
def _connected(client: Client | str) -> Iterator[Client]:
    from distributed import Client

    if isinstance(client, Client):
        yield client
        return
    with Client(client) as made:
        yield made


def _answers(
    client: Client, source: Path, parts: Path, task: Task, shards: list[int]
) -> Iterator[tuple[int, Summary]]:
    from distributed import as_completed

    n = len(shards)
    same = [source] * n, [parts] * n, [task] * n
    futures = client.map(answer_shard, *same, shards, pure=False, retries=RETRIES)
    number = dict(zip(futures, shards, strict=True))
    try:
        for future in as_completed(futures):
            yield number[future], future.result()
    finally:
        client.cancel(futures)


def _join(parts: Path, shards: int, target: Path, task: Task) -> None:
    """Write the batches of all parts in order, as they were written to the parts."""
    with written(target, task.rules) as write:
        for shard in range(shards):
            for rows in read_rows(part_path(parts, shard)):
                write(rows)
