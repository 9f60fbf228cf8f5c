"""A million puzzles in partitions, solved by processes, one of which is killed."""

import os
import signal
from pathlib import Path

import numpy as np
import pyarrow
import pytest
from distributed import Client, LocalCluster, as_completed
from pyarrow import parquet

import sudoku_cnf

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
PARTITIONS, SIZE = 100, 10_000


def solve_partition(folder: Path, number: int) -> int:
    """Solves renamings of a puzzle, and writes a file that appears when it is complete. Repeating it changes nothing."""
    generator = np.random.default_rng(number)
    names = np.zeros((SIZE, 10), dtype=np.uint8)
    names[:, 1:] = generator.permuted(np.tile(np.arange(1, 10, dtype=np.uint8), (SIZE, 1)), axis=1)
    solutions = sudoku_cnf.solve_many(names[:, sudoku_cnf.Puzzle(EASY).to_numpy()], threads=1)
    expected = sudoku_cnf.solve(sudoku_cnf.Puzzle(EASY).to_numpy())
    assert expected is not None and (solutions == names[:, expected]).all()
    columns = {
        "id": np.arange(number * SIZE, (number + 1) * SIZE),
        "solution": pyarrow.FixedSizeListArray.from_arrays(solutions.ravel(), 81),
    }
    unfinished = folder / f"{number}.unfinished-{os.getpid()}"
    parquet.write_table(pyarrow.table(columns), unfinished)
    unfinished.rename(folder / f"{number}.parquet")
    return number


@pytest.mark.filterwarnings("ignore")
def test_a_killed_worker_loses_and_repeats_nothing(tmp_path: Path) -> None:
    with LocalCluster(2, threads_per_worker=1, dashboard_address=None) as cluster, Client(cluster) as client:
        futures = client.map(lambda number: solve_partition(tmp_path, number), range(PARTITIONS))
        finished = as_completed(futures)
        for _ in range(20):
            next(finished)
        victim = next(iter(client.run(os.getpid).values()))
        os.kill(victim, signal.SIGKILL)
        numbers = client.gather(futures)
        assert victim not in client.run(os.getpid).values()
    assert numbers == list(range(PARTITIONS))
    ids = np.concatenate([parquet.read_table(file)["id"].to_numpy() for file in tmp_path.glob("*.parquet")])
    assert len(ids) == PARTITIONS * SIZE == len(np.unique(ids))
