"""Compares the time per puzzle with that of other packages.

    pip install py-sudoku dokusan python-sat==1.9.dev24
    python benchmarks/compare.py FILE

FILE has one puzzle of 81 digits and dots per line. The times are those of the processor, in microseconds per puzzle,
and include everything from the text of the puzzle to the text of the solution. Other packages solve only the first
puzzles of the file, because they are slower.
"""

import sys
import time
from collections.abc import Callable

import numpy  # Loaded in advance, because `solve_many` would load it.
import sudoku_cnf


def py_sudoku(puzzle: str) -> str:
    from sudoku import Sudoku

    cells = [int(cell) if cell != "." else None for cell in puzzle]
    board = Sudoku(3, 3, board=[cells[row * 9 : row * 9 + 9] for row in range(9)]).solve().board
    return "".join(str(cell) for row in board for cell in row)


def dokusan(puzzle: str) -> str:
    from dokusan import solvers
    from dokusan.boards import BoxSize, Sudoku

    sudoku = Sudoku.from_string(puzzle.replace(".", "0"), box_size=BoxSize(3, 3))
    return str(solvers.backtrack(sudoku))


def pysat(puzzle: str) -> str:
    """Encodes in Python, as most programs that use PySAT do, without the clauses that need not be there."""
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=CLAUSES) as solver:
        for cell, digit in enumerate(puzzle):
            if digit != ".":
                solver.add_clause([cell * 9 + int(digit)])
        assert solver.solve()
        return "".join(str((literal - 1) % 9 + 1) for literal in solver.get_model()[:729] if literal > 0)


def encoded(puzzle: str) -> str:
    from pysat.solvers import Cadical153

    with Cadical153(bootstrap_with=sudoku_cnf.encode(puzzle, reduce=True)) as solver:
        assert solver.solve()
        return sudoku_cnf.decode(solver.get_model(), puzzle)


CLAUSES = sudoku_cnf.encode("." * 81)
METHODS: list[tuple[str, Callable[[str], str | None], int]] = [
    ("solve", sudoku_cnf.solve, 10_000),
    ("encode(reduce=True), CaDiCaL through PySAT, decode", encoded, 100),
    ("CaDiCaL through PySAT", pysat, 100),
    ("dokusan", dokusan, 10),
    ("py-sudoku", py_sudoku, 2),
]


def main() -> None:
    with open(sys.argv[1], encoding="utf-8") as file:
        puzzles = [line.strip().replace("0", ".") for line in file if len(line.strip()) == 81]
    start = time.process_time()
    solutions = sudoku_cnf.solve_many(puzzles, threads=1)
    print(f"{(time.process_time() - start) / len(puzzles) * 1e6:12.1f}  solve_many(threads=1)")
    for name, method, count in METHODS:
        start = time.process_time()
        found = [method(puzzle) for puzzle in puzzles[:count]]
        microseconds = (time.process_time() - start) / len(found) * 1e6
        assert found == solutions[: len(found)], name
        print(f"{microseconds:12.1f}  {name}", flush=True)


if __name__ == "__main__":
    main()
