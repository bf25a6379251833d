"""A cluster of separate processes gives what one machine gives, whoever is killed in between."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from distributed import Client, LocalCluster

import rummy_solver as rs
from rummy_solver import cli, cluster, files
from rummy_solver.cluster import answer_on_cluster
from rummy_solver.files import Task, answer_file, deal_file

RULES = rs.get_rules("joker_rummy")
TASK = Task(RULES, "solve", (("objective", "points"),))

pytestmark = pytest.mark.filterwarnings("ignore::ResourceWarning", "ignore::DeprecationWarning")


@contextmanager
def processes(workers: int) -> Iterator[Client]:
    with (
        LocalCluster(
            n_workers=workers, threads_per_worker=1, processes=True, dashboard_address=None
        ) as local,
        Client(local) as client,
    ):
        yield client


@pytest.fixture
def here() -> Iterator[Client]:
    """A cluster inside this process: quick to start, for all that needs no killing."""
    with (
        LocalCluster(
            n_workers=1, threads_per_worker=1, processes=False, dashboard_address=None
        ) as local,
        Client(local) as client,
    ):
        yield client


def deals(folder: Path, rows: int, group: int, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(files, "ROWS", group)
    deal_file(folder / "in.parquet", RULES, rows, seed=5)
    return folder / "in.parquet"


def stop_after(shards: int) -> Callable[[int], None]:
    seen = []

    def stop(rows: int) -> None:
        seen.append(rows)
        if len(seen) == shards:
            raise KeyboardInterrupt

    return stop


def test_killed_worker_changes_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals(tmp_path, 24_000, 2_000, monkeypatch)
    monkeypatch.undo()
    one, many = tmp_path / "one.parquet", tmp_path / "many.parquet"
    want = answer_file(source, one, TASK)
    with processes(2) as client:
        workers = list(client.run(os.getpid).values())
        done: list[int] = []

        def kill_once(rows: int) -> None:
            done.append(rows)
            if len(done) == 2:
                os.kill(workers[0], signal.SIGKILL)

        found = answer_on_cluster(source, many, TASK, client, progress=kill_once)
    assert found == want and sum(done) == 24_000
    assert many.read_bytes() == one.read_bytes()
    assert sorted(x.name for x in tmp_path.iterdir()) == [
        "in.parquet", "many.parquet", "one.parquet",
    ]  # fmt: skip


def test_stopped_job_goes_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Client) -> None:
    source = deals(tmp_path, 5_000, 500, monkeypatch)
    one, many = tmp_path / "one.parquet", tmp_path / "many.parquet"
    want = answer_file(source, one, TASK)
    with pytest.raises(KeyboardInterrupt):
        answer_on_cluster(source, many, TASK, here, progress=stop_after(4))
    assert not many.exists()
    manifest = tmp_path / "many.parquet.parts" / "manifest.jsonl"
    with manifest.open("a") as lines:
        lines.write('{"shard": 7, "rows": 5')  # the power went off in mid-write
    before = {path: path.stat().st_mtime_ns for path in manifest.parent.glob("part-*")}
    noted = len(manifest.read_text().splitlines()) - 2
    assert noted == 4
    again: list[int] = []
    monkeypatch.setattr(cluster, "_answers", noting(again))
    assert answer_on_cluster(source, many, TASK, here.scheduler.address) == want
    assert len(again) == 10 - noted and len(before) >= noted
    assert many.read_bytes() == one.read_bytes()


def noting(shards: list[int]) -> Callable[..., Any]:
    answers = cluster._answers

    def noted(client: Client, source: Path, parts: Path, task: Task, left: list[int]) -> Any:
        shards.extend(left)
        return answers(client, source, parts, task, left)

    return noted


def test_a_lost_part_is_done_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Client
) -> None:
    source = deals(tmp_path, 2_000, 500, monkeypatch)
    many = tmp_path / "many.parquet"
    with pytest.raises(KeyboardInterrupt):
        answer_on_cluster(source, many, TASK, here, progress=stop_after(3))
    (part,) = list((tmp_path / "many.parquet.parts").glob("part-000000.parquet"))
    part.unlink()
    answer_on_cluster(source, many, TASK, here)
    one = tmp_path / "one.parquet"
    answer_file(source, one, TASK)
    assert many.read_bytes() == one.read_bytes()


def test_a_shard_done_twice_is_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    source = deals(tmp_path, 1_000, 500, monkeypatch)
    parts = tmp_path / "parts"
    parts.mkdir()
    first = cluster.answer_shard(source, parts, TASK, 1)
    held = cluster.part_path(parts, 1).read_bytes()
    assert cluster.answer_shard(source, parts, TASK, 1) == first
    assert cluster.part_path(parts, 1).read_bytes() == held
    assert [path.name for path in parts.iterdir()] == ["part-000001.parquet"]


def test_another_job_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Client
) -> None:
    source = deals(tmp_path, 1_000, 500, monkeypatch)
    many = tmp_path / "many.parquet"
    with pytest.raises(KeyboardInterrupt):
        answer_on_cluster(source, many, TASK, here, progress=stop_after(1))
    with pytest.raises(rs.RummyError) as fault:
        answer_on_cluster(source, many, Task(RULES, "opening"), here)
    expected = "folder 'many.parquet.parts': expected parts of this job, got another's"
    assert str(fault.value) == expected


def test_no_rows(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, here: Client) -> None:
    source = deals(tmp_path, 0, 500, monkeypatch)
    one, many = tmp_path / "one.parquet", tmp_path / "many.parquet"
    assert answer_on_cluster(source, many, TASK, here) == answer_file(source, one, TASK)
    assert many.read_bytes() == one.read_bytes()


def test_command(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    here: Client,
    capsys: pytest.CaptureFixture[str],
) -> None:
    source = deals(tmp_path, 1_000, 500, monkeypatch)
    one, many = tmp_path / "one.parquet", tmp_path / "many.parquet"
    words = ["batch", str(source), "--rules", "joker_rummy", "--objective", "points"]
    assert cli.run([*words[:2], str(one), *words[2:]]) == cli.DONE
    alone = capsys.readouterr()
    address = here.scheduler.address
    assert cli.run([*words[:2], str(many), *words[2:], "--dask", address]) == cli.DONE
    shared = capsys.readouterr()
    assert shared.out == alone.out and "1000 rows" in shared.out
    assert shared.err.startswith("solve: 1,000 rows, ")
    assert many.read_bytes() == one.read_bytes()


def test_only_parquet(tmp_path: Path) -> None:
    with pytest.raises(rs.RummyError, match=r"file: expected a name in \.parquet, got 'a\.csv'"):
        answer_on_cluster(tmp_path / "a.csv", tmp_path / "b.parquet", TASK, "tcp://127.0.0.1:1")


@pytest.mark.slow
def test_whole_job_killed_and_resumed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The client and all workers die by SIGKILL in mid-job; another run does the rest."""
    import subprocess
    import sys
    import time

    source = deals(tmp_path, 200_000, 4_000, monkeypatch)
    monkeypatch.undo()
    one, many = tmp_path / "one.parquet", tmp_path / "many.parquet"
    want = answer_file(source, one, TASK)
    script = tmp_path / "job.py"
    script.write_text(JOB.format(source=str(source), target=str(many)))
    job = subprocess.Popen([sys.executable, str(script)], start_new_session=True)
    manifest = tmp_path / "many.parquet.parts" / "manifest.jsonl"
    deadline = time.monotonic() + 120
    while time.monotonic() < deadline:
        if manifest.exists() and len(manifest.read_text().splitlines()) > 5:
            break
        time.sleep(0.02)
    os.killpg(job.pid, signal.SIGKILL)
    job.wait()
    assert not many.exists()
    noted = len(manifest.read_text().split("\n")) - 2
    assert 5 <= noted < 50
    done: list[int] = []
    with processes(2) as client:
        assert answer_on_cluster(source, many, TASK, client, progress=done.append) == want
    assert many.read_bytes() == one.read_bytes()


JOB = """
import sys
from distributed import Client, LocalCluster
import rummy_solver as rs
from rummy_solver.cluster import answer_on_cluster
from rummy_solver.files import Task

if __name__ == "__main__":
    task = Task(rs.get_rules("joker_rummy"), "solve", (("objective", "points"),))
    with LocalCluster(n_workers=2, threads_per_worker=1, dashboard_address=None) as local:
        with Client(local) as client:
            answer_on_cluster({source!r}, {target!r}, task, client)
"""
