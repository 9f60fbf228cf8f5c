"""Clauses and models, against PySAT."""

import random

import pytest
from pysat.formula import CNF
from pysat.solvers import Cadical153

import sudoku_cnf
from sudoku_cnf import Puzzle

SOLVED = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"


def puzzles(count: int) -> list[str]:
    """Returns puzzles with few and many solutions, or none."""
    generator = random.Random(1)

    def puzzle() -> str:
        cells = [digit if generator.random() < 0.35 else "." for digit in SOLVED]
        if generator.random() < 0.2:
            cells[generator.randrange(81)] = generator.choice("123456789")
        return "".join(cells)

    return [puzzle() for _ in range(count)]


def test_pysat_agrees_on_500_puzzles() -> None:
    answers = set()
    for index, puzzle in enumerate(puzzles(500)):
        encoding = ("complete", "minimal", "triad")[index % 3]
        clauses = sudoku_cnf.encode(puzzle, encoding)  # type: ignore[arg-type]
        with Cadical153(bootstrap_with=clauses) as solver:
            is_satisfiable = solver.solve()
            assert is_satisfiable == (sudoku_cnf.solve(puzzle) is not None)
            answers.add(is_satisfiable)
            if is_satisfiable:
                solution = sudoku_cnf.decode(solver.get_model(), puzzle)
                assert all(given in (".", digit) for given, digit in zip(puzzle, solution, strict=True))
                solver.add_clause([-(9 * cell + int(digit)) for cell, digit in enumerate(solution)])
                assert solver.solve() != sudoku_cnf.is_unique(puzzle)
    assert answers == {True, False}


def test_sizes_and_dimacs() -> None:
    for encoding, expected in [("minimal", 7371), ("natural", 10287), ("complete", 10530), ("classic", 17577)]:
        assert len(sudoku_cnf.encode("." * 81, encoding)) == expected  # type: ignore[arg-type]
    clauses = sudoku_cnf.encode(SOLVED, amo="commander")
    dimacs = sudoku_cnf.to_dimacs(SOLVED, amo="commander")
    assert CNF(from_string=dimacs).clauses == CNF(from_clauses=clauses).clauses == clauses
    assert len(sudoku_cnf.encode(SOLVED[:40] + "." * 41, reduce=True)) < 2000


def test_rules_are_encoded() -> None:
    puzzle = Puzzle("." * 16, rules=["killercage 3: r1c1 r1c2"])
    with Cadical153(bootstrap_with=sudoku_cnf.encode(puzzle)) as solver:
        assert solver.solve()
        assert sorted(sudoku_cnf.decode(solver.get_model(), puzzle)[:2]) == ["1", "2"]


def test_invalid_models_and_names() -> None:
    model = [9 * cell + int(digit) for cell, digit in enumerate(SOLVED)]
    assert sudoku_cnf.decode(model, "." * 81) == SOLVED
    with pytest.raises(ValueError, match="assigns no digit to r9c9"):
        sudoku_cnf.decode(model[:-1], "." * 81)
    with pytest.raises(ValueError, match="r1c1 contains 5, but the given is 6"):
        sudoku_cnf.decode(model, "6" + "." * 80)
    with pytest.raises(ValueError, match="0, which is not a literal"):
        sudoku_cnf.decode([0], "." * 81)
    with pytest.raises(ValueError, match="unknown encoding 'compact'"):
        sudoku_cnf.encode(SOLVED, "compact")  # type: ignore[arg-type]


def test_clauses_that_do_not_fit_into_memory() -> None:
    with pytest.raises(MemoryError, match="the memory limit was reached"):
        sudoku_cnf.encode(Puzzle(("." * 200 + "\n") * 200, box="1x200"), "minimal")
