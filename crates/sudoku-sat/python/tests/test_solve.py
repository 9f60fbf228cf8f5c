"""Questions about one puzzle."""

import gzip
import io
import json
import pickle
import signal
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sudoku_cnf
from sudoku_cnf import Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
ROW_TWICE = "11" + "." * 79
EMPTY = "." * 81


def test_a_solution_has_the_form_of_the_puzzle() -> None:
    assert sudoku_cnf.solve(EASY) == SOLVED
    assert sudoku_cnf.solve(Puzzle(EASY)) == SOLVED
    array = Puzzle(EASY).to_numpy()
    assert array.dtype == np.uint8 and array.shape == (81,)
    for form in (array, array.reshape(9, 9), array.astype(np.int32), np.asfortranarray(array.reshape(9, 9))):
        solution = sudoku_cnf.solve(form)
        assert solution is not None
        assert "".join(map(str, solution)) == SOLVED


def test_numbers_and_bytes_are_puzzles() -> None:
    cells = Puzzle(EASY).to_numpy().tolist()
    rows = [cells[start : start + 9] for start in range(0, 81, 9)]
    for form in (cells, tuple(cells), rows, np.array(cells, dtype=float), np.array(rows, dtype=np.float32)):
        solution = sudoku_cnf.solve(form)
        assert solution is not None and "".join(map(str, solution)) == SOLVED
        assert Puzzle(form) == Puzzle(EASY)
    assert sudoku_cnf.solve(EASY.encode()) == SOLVED
    assert Puzzle(EASY.encode(), variants=["antiking"]) == Puzzle(EASY, variants=["antiking"])


def test_a_puzzle_is_a_sequence_and_an_array() -> None:
    puzzle = Puzzle(EASY)
    assert (len(puzzle), puzzle[0], puzzle[2], puzzle[-1]) == (81, 5, 0, 9)
    assert list(puzzle) == puzzle.to_numpy().tolist()
    for outside in (81, -82, 2**70):
        with pytest.raises(IndexError, match=f"cell {outside} is not one of 81 cells"):
            puzzle[outside]
    assert np.array([puzzle, puzzle]).shape == (2, 81) and np.asarray(puzzle, dtype=float).dtype == float
    with pytest.raises(ValueError, match="without a copy"):
        np.array(puzzle, copy=False)


def test_puzzles_without_a_solution() -> None:
    assert sudoku_cnf.solve(ROW_TWICE) is None
    assert sudoku_cnf.count(ROW_TWICE) == 0
    assert sudoku_cnf.candidates(ROW_TWICE) is None
    assert sudoku_cnf.minimize(ROW_TWICE) is None


def test_counts() -> None:
    assert sudoku_cnf.is_unique(EASY)
    assert not sudoku_cnf.is_unique(EMPTY)
    assert sudoku_cnf.count(EMPTY) == 2
    assert sudoku_cnf.count("." * 16, limit=None) == 288
    assert sudoku_cnf.count("." * 36, limit=None) == 28_200_960
    assert sudoku_cnf.count("." * 16, limit=288) == 288
    assert len(set(sudoku_cnf.solutions("." * 16, 1000))) == 288
    assert len(sudoku_cnf.solutions(EMPTY, 3)) == 3


def test_candidates_are_those_of_all_solutions() -> None:
    puzzle = "12..34.....1...."
    flags = sudoku_cnf.candidates(puzzle)
    assert flags is not None and flags.shape == (16, 4) and flags.dtype == bool
    expected = np.zeros((16, 4), dtype=bool)
    for solution in sudoku_cnf.solutions(puzzle, 100):
        for cell, digit in enumerate(solution):
            expected[cell, int(digit) - 1] = True
    assert (flags == expected).all()


def test_cells_of_overlapping_boards() -> None:
    samurai = Path(__file__).parents[4] / "cnf-samples/samurai.txt"
    puzzle = Puzzle(samurai.read_text(encoding="utf-8"))
    assert puzzle.to_numpy().shape == (369,)
    solution = sudoku_cnf.solve(puzzle)
    flags = sudoku_cnf.candidates(puzzle)
    assert solution is not None and flags is not None and flags.shape == (369, 9)
    assert all(flags[cell, int(digit) - 1] for cell, digit in enumerate(solution))


def test_a_minimal_puzzle_has_no_redundant_given() -> None:
    minimal = sudoku_cnf.minimize(SOLVED)
    assert minimal is not None and sudoku_cnf.is_unique(minimal)
    text = str(minimal)
    for cell in range(81):
        if text[cell] != ".":
            assert not sudoku_cnf.is_unique(text[:cell] + "." + text[cell + 1 :])


def test_the_canonical_form_is_that_of_all_equivalent_puzzles() -> None:
    grid = Puzzle(EASY).to_numpy().reshape(9, 9)
    renamed = np.array([0, 3, 1, 2, 9, 8, 7, 6, 5, 4])[np.rot90(grid)]
    assert sudoku_cnf.canonical(renamed) == sudoku_cnf.canonical(EASY)
    assert sudoku_cnf.canonical(sudoku_cnf.canonical(EASY)) == sudoku_cnf.canonical(EASY)


def test_puzzles_compare_hash_and_pickle() -> None:
    puzzle = Puzzle(EASY)
    rule = Puzzle(EMPTY, rules=["killercage 3: r1c1 r1c2"])
    assert puzzle == Puzzle(EASY) and hash(puzzle) == hash(Puzzle(EASY))
    assert puzzle != rule and puzzle != EASY
    statement = Puzzle("." * 16, rules=["define low(c: cell): c <= 2", "low(r1c1)", "forall (a in row 1) (a > 0)"])
    assert statement.rules == ["low(r1c1)", "forall (a in row 1) (a > 0)"]
    for each in (puzzle, rule, statement, Puzzle("." * 36, box="3x2"), Puzzle("." * 81, variants=["x"])):
        assert pickle.loads(pickle.dumps(each)) == each
    assert eval(repr(rule)) == rule
    assert (puzzle.size, puzzle.given_count, puzzle.rules) == (9, 30, [])
    assert rule.rules == ["killercage 3: r1c1 r1c2"]


def test_rules_variants_and_regions() -> None:
    solution = sudoku_cnf.solve(Puzzle(EMPTY, rules=["killercage 3: r1c1 r1c2", "antiknight"]))
    assert solution is not None and sorted(solution[:2]) == ["1", "2"]
    assert sudoku_cnf.count(Puzzle("." * 16, variants=["x"]), limit=None) == 48
    jigsaw = Puzzle("." * 16, regions="AABBAABCDBCCDDDC")
    assert sudoku_cnf.solve(jigsaw) is not None
    assert sudoku_cnf.count(Puzzle(np.zeros(16, dtype=int), rules=["diagonal+", "diagonal-"]), limit=None) == 48


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (EASY[:-1] + "x", r"^1:81: .*\nhint: "),
        (EASY[:-1], r"^1:\d+: .*\nhint: "),
        ("", r"^no puzzle found\nhint: "),
        (EASY + "\n" + EASY, "^found 2 puzzles"),
    ],
)
def test_errors_in_text_have_a_position(text: str, message: str) -> None:
    for function in (sudoku_cnf.solve, sudoku_cnf.count, Puzzle):
        with pytest.raises(ValueError, match=message):
            function(text)


def test_errors_in_arguments() -> None:
    with pytest.raises(ValueError, match="^r1c3: 10 is not a digit from 1 to 9, or 0"):
        sudoku_cnf.solve(np.array([0, 0, 10] + [0] * 78))
    with pytest.raises(ValueError, match="^r1c1: -1 is not a digit"):
        sudoku_cnf.solve(np.array([-1] + [0] * 80))
    with pytest.raises(ValueError, match="^no board has 80 cells\nhint: "):
        sudoku_cnf.solve(np.zeros(80, dtype=int))
    with pytest.raises(TypeError, match="expected an array of whole numbers, not of bool"):
        sudoku_cnf.solve(np.zeros(81, dtype=bool))
    with pytest.raises(ValueError, match="item 1 is 0.5, which is not a whole number"):
        sudoku_cnf.solve(np.array([0, 0.5] + [0] * 79))
    with pytest.raises(TypeError, match="expected a puzzle as str, Puzzle or numpy.ndarray, not int"):
        sudoku_cnf.solve(1)  # type: ignore[call-overload]
    with pytest.raises(ValueError, match="^1: unknown rule 'cage'"):
        Puzzle(EMPTY, rules=["cage 3: r1c1 r1c2"])
    with pytest.raises(ValueError, match="r10c1"):
        Puzzle(EMPTY, rules=["killercage 3: r10c1 r1c2"])
    with pytest.raises(ValueError, match="variant"):
        Puzzle(EMPTY, variants=["y"])
    with pytest.raises(ValueError, match="either boxes or regions"):
        Puzzle(EMPTY, box="3x3", regions="A" * 81)
    for timeout in (-1.0, float("nan")):
        with pytest.raises(ValueError, match="timeout must not be negative"):
            sudoku_cnf.solve(EASY, timeout=timeout)
    with pytest.raises(ValueError, match="timeout is too large"):
        sudoku_cnf.solve(EASY, timeout=10**400)
    with pytest.raises(ValueError, match="expected a row of 16 cells .*\nhint: check the number of cells and the arg"):
        Puzzle("." * 36, box="4x4")


@pytest.mark.parametrize("number", [-1, 2**64, -(2**100)])
def test_numbers_that_are_out_of_range(number: int) -> None:
    calls: list[Callable[[], object]] = [
        lambda: sudoku_cnf.solutions(EASY, number),
        lambda: sudoku_cnf.count(EASY, number),
        lambda: sudoku_cnf.count_many([EASY], number),
        lambda: sudoku_cnf.solve_many([EASY], threads=number),
        lambda: sudoku_cnf.explain(EASY, max_steps=number),
        lambda: sudoku_cnf.generate(number),
        lambda: sudoku_cnf.generate(givens=number),
        lambda: sudoku_cnf.generate(score=(1, number)),
        lambda: sudoku_cnf.generate(tries=number),
    ]
    for call in calls:
        with pytest.raises(ValueError, match=f"expected a number from 0 to .*, found {number}"):
            call()
    with pytest.raises(ValueError, match="literal"):
        sudoku_cnf.decode([2**70], EASY)


def test_a_string_is_not_a_list() -> None:
    calls: list[Callable[[], object]] = [
        lambda: Puzzle(EMPTY, rules="antiknight"),
        lambda: Puzzle(EMPTY, variants="x"),
        lambda: sudoku_cnf.generate(rules="killercage"),
    ]
    for call in calls:
        with pytest.raises(TypeError, match="expected a list of str, not a single str"):
            call()
    ones: list[Any] = [EASY, EASY.encode(), Puzzle(EASY)]
    for one in ones:
        with pytest.raises(TypeError, match="expected several puzzles, for example a list, not a single"):
            sudoku_cnf.solve_many(one)


SLOW = "." * 1296
ZERO: list[Callable[[], object]] = [
    lambda: sudoku_cnf.solve(EASY, timeout=0),
    lambda: sudoku_cnf.count(EASY, timeout=0),
    lambda: sudoku_cnf.is_unique(EASY, timeout=0),
    lambda: sudoku_cnf.solve_many([EASY], timeout=0),
    lambda: sudoku_cnf.explain(EASY, timeout=0),
    lambda: sudoku_cnf.encode(EASY, timeout=0),
    lambda: next(sudoku_cnf.generate(timeout=0)),
]
# Counting the 12x12 grids does not end.
ENDLESS = "." * 144


def test_time_limits() -> None:
    start = time.monotonic()
    with pytest.raises(TimeoutError, match="the time limit was reached"):
        sudoku_cnf.count(ENDLESS, limit=None, timeout=0.05)
    with pytest.raises(sudoku_cnf.CountTimeout, match="there are at least [1-9]") as raised:
        sudoku_cnf.count(EMPTY, limit=None, timeout=0.3)
    assert 0 < pickle.loads(pickle.dumps(raised.value)).lower_bound == raised.value.lower_bound
    for call in ZERO:
        with pytest.raises(TimeoutError):
            call()
    with pytest.raises(TimeoutError):
        sudoku_cnf.solutions(SLOW, 10**9, timeout=0.05)
    with pytest.raises(TimeoutError):
        sudoku_cnf.encode(np.zeros((49, 49), dtype=np.uint8), timeout=0.01)
    assert time.monotonic() - start < 2
    assert sudoku_cnf.solve(EASY, timeout=float("inf")) == SOLVED


@pytest.mark.parametrize(
    "call",
    [
        lambda: sudoku_cnf.count(ENDLESS, limit=None),
        lambda: sudoku_cnf.solutions(SLOW, 10**9),
        lambda: sudoku_cnf.solutions(Puzzle(EMPTY, rules=["antiknight"]), 10**9),
        lambda: sudoku_cnf.candidates(SLOW),
    ],
)
def test_an_interrupt_ends_a_call(call: object) -> None:
    assert callable(call)
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    start = time.monotonic()
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        call()
    timer.join()
    assert time.monotonic() - start < 1.5


def test_a_signal_handler_that_returns_does_not_end_a_call() -> None:
    calls: list[int] = []
    before = signal.signal(signal.SIGINT, lambda number, _: calls.append(number))
    timer = threading.Timer(0.1, signal.raise_signal, (signal.SIGINT,))
    timer.start()
    with pytest.raises(TimeoutError):
        sudoku_cnf.count(ENDLESS, limit=None, timeout=0.3)
    signal.signal(signal.SIGINT, before)
    assert calls == [signal.SIGINT]


def test_other_threads_run_during_a_call() -> None:
    ticks = 0
    done = threading.Event()

    def tick() -> None:
        nonlocal ticks
        while not done.wait(0.01):
            ticks += 1

    thread = threading.Thread(target=tick)
    thread.start()
    with pytest.raises(TimeoutError):
        sudoku_cnf.count(ENDLESS, limit=None, timeout=0.3)
    done.set()
    thread.join()
    assert ticks >= 5


def test_pictures() -> None:
    assert "<svg" in Puzzle(EASY)._repr_svg_()
    assert sudoku_cnf.render(EASY, solution=True).count("<text") == 81
    assert sudoku_cnf.render(EASY).count("<text") == 30
    with pytest.raises(ValueError, match="no solution"):
        sudoku_cnf.render(ROW_TWICE, solution=True)
    step = sudoku_cnf.render(EASY, step=True, highlight="r1", title="A title")
    assert "A title" in step and "In box 2, 8 fits only in r1c6." in step
    with pytest.raises(ValueError, match="row 10 is outside"):
        sudoku_cnf.render(EASY, highlight="r10")
    with pytest.raises(ValueError, match="a picture of a step"):
        sudoku_cnf.render(EASY, step=True, solution=True)
    with pytest.raises(ValueError, match="does not have exactly one solution"):
        sudoku_cnf.render(EMPTY, step=True)
    # 17 boards, the first and last cells of which overlap.
    chain = json.dumps({"puzzle": "." * 81 + "." * 72 * 16, "layout": " ".join(f"r{k}c{k}" for k in range(1, 98, 6))})
    for large in (("." * 121 + "\n") * 121, chain):
        for draw in (sudoku_cnf.render, sudoku_cnf.lesson, lambda puzzle: Puzzle(puzzle)._repr_svg_()):
            with pytest.raises(ValueError, match="board is too large; the maximum is 100x100"):
                draw(large)


def test_files_of_any_format(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.csv"
    file.write_text(f"id,puzzle\n1,{EASY}\n2,{EMPTY}\n", encoding="utf-8")
    assert sudoku_cnf.read(file) == sudoku_cnf.read(str(file)) == [Puzzle(EASY), Puzzle(EMPTY)]
    (variant,) = sudoku_cnf.read(io.StringIO("." * 36), rules=["killercage 3: r1c1 r1c2"], box="3x2", variants=["x"])
    assert variant.size == 6 and len(variant.rules) == 1
    with gzip.open(tmp_path / "puzzles.gz", "wb") as packed:
        packed.write(Puzzle(EASY).to_json().encode())
    with gzip.open(tmp_path / "puzzles.gz") as packed:
        assert sudoku_cnf.read(packed) == [Puzzle(EASY)]
    file.write_text(f"{EASY}\n{EASY[:-1]}x\n", encoding="utf-8")
    for text, message in [(file, "^2:81: "), (io.StringIO(""), "^no puzzle found")]:
        with pytest.raises(ValueError, match=message):
            sudoku_cnf.read(text)  # type: ignore[arg-type]
    with pytest.raises(OSError, match="nothing: No such file"):
        sudoku_cnf.read(tmp_path / "nothing")
