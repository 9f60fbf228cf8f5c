"""Many puzzles at once."""

import itertools
import signal
import threading
import time

import numpy as np
import pandas
import polars
import pytest

import sudoku_cnf
from sudoku_cnf import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
ROW_TWICE = "11" + "." * 79
EMPTY = "." * 81


@pytest.fixture(scope="module")
def puzzles() -> list[str]:
    return [str(generated) for generated in itertools.islice(sudoku_cnf.generate(seed=3), 40)]


@pytest.mark.parametrize("threads", [0, 1, 2, 64])
def test_all_kinds_of_columns_have_the_same_solutions(puzzles: list[str], threads: int) -> None:
    puzzles = [*puzzles, ROW_TWICE]
    expected = [sudoku_cnf.solve(puzzle) for puzzle in puzzles]
    assert expected[-1] is None and None not in expected[:-1]
    columns = [
        puzzles,
        tuple(puzzles),
        iter(puzzles),
        [Puzzle(puzzle) for puzzle in puzzles],
        pandas.Series(puzzles),
        polars.Series(puzzles),
        np.array(puzzles),
        np.array(puzzles, dtype=object),
    ]
    for column in columns:
        assert sudoku_cnf.solve_many(column, threads=threads) == expected


@pytest.mark.parametrize("kind", [np.uint8, np.int8, np.int64, np.uint16, np.float32, float])
def test_arrays_round_trip(puzzles: list[str], kind: type) -> None:
    cells = [Puzzle(puzzle).to_numpy() for puzzle in [*puzzles, ROW_TWICE]]
    array: np.typing.NDArray[np.integer] = np.array(cells).astype(kind)
    solved = sudoku_cnf.solve_many(array)
    assert solved.dtype == np.uint8 and solved.shape == (41, 81)
    assert (solved[-1] == 0).all()
    givens = array[:-1] > 0
    assert (solved[:-1][givens] == array[:-1][givens]).all()
    assert (np.sort(solved[:-1].reshape(-1, 9, 9), axis=2) == np.arange(1, 10)).all()
    for other in (array.reshape(-1, 9, 9), np.asfortranarray(array), array[::-1][::-1]):
        assert (sudoku_cnf.solve_many(other).reshape(solved.shape) == solved).all()
    for row, puzzle in zip(solved, puzzles, strict=False):
        assert "".join(map(str, row)) == sudoku_cnf.solve(puzzle)


def test_counts(puzzles: list[str]) -> None:
    counts = sudoku_cnf.count_many([*puzzles, ROW_TWICE, EMPTY])
    assert counts.dtype == np.uint64
    assert counts.tolist() == [1] * 40 + [0, 2]
    assert sudoku_cnf.count_many(["." * 16, "." * 36], limit=1000).tolist() == [288, 1000]


def test_a_missing_value_is_a_missing_answer() -> None:
    solved = sudoku_cnf.solve(EASY)
    columns = [
        [EASY, None, float("nan"), pandas.NA],
        pandas.Series([EASY, None, None, None]),
        polars.Series([EASY, None, None, None]),
    ]
    for column in columns:
        assert sudoku_cnf.solve_many(column) == [solved, None, None, None]
        counts = sudoku_cnf.count_many(column)
        assert counts.dtype == object and counts.tolist() == [1, None, None, None]


def test_exact_counts() -> None:
    assert sudoku_cnf.count_many(["." * 16, "." * 36, ROW_TWICE], limit=None).tolist() == [288, 28_200_960, 0]
    # The number does not fit into 64 bits.
    large = sudoku_cnf.count_many(["." * 81, None], limit=None)
    assert large.dtype == object and large.tolist() == [6_670_903_752_021_072_936_960, None]


def test_nothing_to_do() -> None:
    assert sudoku_cnf.solve_many([]) == []
    assert sudoku_cnf.solve_many(np.zeros((0, 81), dtype=np.uint8)).shape == (0, 81)
    assert sudoku_cnf.count_many([]).shape == (0,)


def test_errors_have_the_index_of_the_puzzle() -> None:
    with pytest.raises(ValueError, match=r"^puzzle 1: 1:81: .*\nhint: "):
        sudoku_cnf.solve_many([EASY, EASY[:-1] + "x", EASY])
    with pytest.raises(ValueError, match=r"^puzzle 2: expected a puzzle as str, Puzzle or numpy.ndarray, not float"):
        sudoku_cnf.solve_many([EASY, EASY, 1.0])  # type: ignore[list-item]
    array = np.zeros((5, 81), dtype=np.int64)
    for number in (10, 300, -1):
        array[3, 9] = number
        with pytest.raises(ValueError, match=f"^puzzle 3: r2c1: {number} is not a digit from 1 to 9, or 0"):
            sudoku_cnf.solve_many(array)
    with pytest.raises(TypeError):
        sudoku_cnf.solve_many(np.zeros((5, 81), dtype=complex))
    with pytest.raises(ValueError, match="item 404 is 0.5, which is not a whole number"):
        sudoku_cnf.solve_many(np.array([0] * 404 + [0.5]).reshape(5, 81))
    with pytest.raises(ValueError, match="no board has 80 cells"):
        sudoku_cnf.solve_many(np.zeros((5, 80), dtype=int))


@pytest.mark.parametrize("threads", [1, 2])
@pytest.mark.parametrize("fast", [0, 1, 100])
def test_a_time_limit_or_an_interrupt_ends_the_batch(threads: int, fast: int) -> None:
    slow = [EASY] * fast + [EMPTY] * 3
    start = time.monotonic()
    with pytest.raises(TimeoutError):
        sudoku_cnf.count_many(slow, limit=10**12, threads=threads, timeout=0.1)
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        sudoku_cnf.count_many(slow, limit=10**12, threads=threads)
    timer.join()
    assert time.monotonic() - start < 2


def test_threads_may_call_at_the_same_time(puzzles: list[str]) -> None:
    expected = sudoku_cnf.solve_many(puzzles)
    results: list[list[str | None]] = []
    threads = [
        threading.Thread(target=lambda: results.append(sudoku_cnf.solve_many(puzzles, threads=2))) for _ in range(8)
    ]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert results == [expected] * 8
