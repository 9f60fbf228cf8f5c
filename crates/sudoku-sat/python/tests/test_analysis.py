"""Generated puzzles, difficulty, explanations and proofs."""

import copy
import itertools
import multiprocessing
import pickle
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path

import pytest

import sudoku_cnf
from sudoku_cnf import Case, Puzzle

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3.."
ROW_TWICE = "11" + "." * 79
EMPTY = "." * 81


def test_generated_puzzles_depend_on_the_seed_only() -> None:
    first = list(itertools.islice(sudoku_cnf.generate(7), 5))
    again = sudoku_cnf.generate(7)
    for generated in first:
        assert str(next(again)) == str(generated)
        assert generated.solution == sudoku_cnf.solve(generated.puzzle)
        assert sudoku_cnf.is_unique(generated.puzzle)
        assert sudoku_cnf.minimize(generated.puzzle) == generated.puzzle
        assert generated.is_as_requested and generated.difficulty is None and generated.score is None
    assert len({str(generated) for generated in first}) == 5
    assert str(next(sudoku_cnf.generate(8))) != str(first[0])


def test_generated_puzzles_are_as_requested() -> None:
    symmetric = next(sudoku_cnf.generate(symmetry="rotate180", givens=30))
    cells = symmetric.puzzle.to_numpy() > 0
    assert symmetric.is_as_requested and (cells == cells[::-1]).all() and cells.sum() == 30
    for difficulty in ("easy", "medium"):
        generated = next(sudoku_cnf.generate(difficulty=difficulty))
        rating = sudoku_cnf.rate(generated.puzzle)
        assert rating is not None and generated.difficulty == rating.difficulty == difficulty
    scored = next(sudoku_cnf.generate(score=(40, 200)))
    score = sudoku_cnf.score(scored.puzzle)
    assert score is not None and scored.score == score.hardest and 40 <= score.hardest <= 200
    assert next(sudoku_cnf.generate(box="2x3")).puzzle.size == 6
    assert not next(sudoku_cnf.generate(givens=10, tries=1)).is_as_requested
    assert sudoku_cnf.count(next(sudoku_cnf.generate(variants=["x"])).puzzle) == 1


def test_all_options_of_the_generator() -> None:
    ranged = next(sudoku_cnf.generate(givens=(26, 30)))
    assert ranged.is_as_requested and 26 <= ranged.puzzle.given_count <= 30
    winged = next(sudoku_cnf.generate(technique="naked-pair"))
    score = sudoku_cnf.score(winged.puzzle)
    assert score is not None and winged.technique == score.technique == "naked-pair" and winged.score == score.hardest
    position = next(sudoku_cnf.generate(technique="naked-pair", position=True))
    assert sudoku_cnf.explain(position.puzzle, max_steps=1).steps[0].technique == "naked-pair"
    solution = sudoku_cnf.solve("1" + "." * 15)
    assert solution is not None
    shared = [next(sudoku_cnf.generate(seed, solution=solution)) for seed in range(3)]
    assert {generated.solution for generated in shared} == {solution} and shared[0].puzzle.size == 4
    corner = next(sudoku_cnf.generate(box="2x2", mask="xx.xx.xxxxxx.xxx"))
    assert corner.puzzle[2] == corner.puzzle[5] == corner.puzzle[12] == 0
    for seed in range(3):
        caged = next(sudoku_cnf.generate(seed, box="2x2", rules=["killercage", "odd"]))
        assert sudoku_cnf.count(caged.puzzle) == 1
        if caged.puzzle.rules:
            assert all(rule.startswith(("killercage", "odd: ")) for rule in caged.puzzle.rules)
            assert sudoku_cnf.count(str(caged.puzzle)) == 2


def test_invalid_options_of_the_generator() -> None:
    with pytest.raises(ValueError, match="the range of the number of givens is empty"):
        sudoku_cnf.generate(givens=(30, 20))
    with pytest.raises(ValueError, match="solution must be a full grid: r1c3 is empty"):
        sudoku_cnf.generate(solution=EASY)
    with pytest.raises(ValueError, match="unknown rule 'cage'"):
        sudoku_cnf.generate(rules=["cage"])
    with pytest.raises(ValueError, match="no puzzle needs the technique 'xwing'"):
        sudoku_cnf.generate(technique="xwing")
    with pytest.raises(ValueError, match="82 givens exceed the 81 cells"):
        sudoku_cnf.generate(givens=82)
    with pytest.raises(ValueError, match="unknown symmetry 'round'"):
        sudoku_cnf.generate(symmetry="round")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="cannot generate 49x49 puzzles"):
        sudoku_cnf.generate(box="7x7")
    with pytest.raises(TimeoutError):
        next(sudoku_cnf.generate(givens=17, tries=10**9, timeout=0.05))


def test_difficulty() -> None:
    easy, hard = sudoku_cnf.rate(EASY), sudoku_cnf.rate(HARD)
    assert easy is not None and hard is not None
    assert (easy.difficulty, easy.learned_clauses) == ("easy", 0)
    assert (hard.difficulty, hard.step) == ("extreme", "search") and hard.learned_clauses > 0
    low, high = sudoku_cnf.score(EASY), sudoku_cnf.score(HARD)
    assert low is not None and high is not None and low.hardest < high.hardest <= high.total
    for puzzle in (EMPTY, ROW_TWICE):
        assert sudoku_cnf.rate(puzzle) is None and sudoku_cnf.score(puzzle) is None
    parity = "odd" if str(sudoku_cnf.solve(EASY))[0] in "13579" else "even"
    ruled = sudoku_cnf.rate(Puzzle(EASY, rules=[f"{parity}: r1c1"]))
    assert ruled is not None and ruled.step.startswith("rules-and-")


def test_steps_lead_to_the_solution() -> None:
    explanation = sudoku_cnf.explain(HARD)
    assert explanation.status == "solved"
    cells = Puzzle(HARD).to_numpy()
    for step in explanation.steps:
        assert step.derived and step.minimal and step.rules
        for fact in step.facts:
            assert not fact.placed or cells[(fact.row - 1) * 9 + fact.column - 1] == fact.digit
        for fact in step.derived:
            if fact.placed:
                cells[(fact.row - 1) * 9 + fact.column - 1] = fact.digit
    assert "".join(map(str, cells)) == explanation.solution == sudoku_cnf.solve(HARD)
    partial = sudoku_cnf.explain("1.....2...3....4", max_steps=1)
    assert partial.status == "partial" and len(partial.steps) == 1
    first = partial.steps[0]
    assert str(first) == "hidden-single (cost 4): r1c2=2"
    assert first.rules[0] == "row 1 has a place for 2"


def refuted(case: Case) -> int:
    """Checks the form of a proof by cases and returns the number of its contradictions."""
    assert (case.violated is None) == (case.distinction is not None) == bool(case.cases)
    assert all(isinstance(fact.digit, int) and rule for fact, rule in case.implied)
    assert all(inner.assumed is not None for inner in case.cases)
    return sum(map(refuted, case.cases)) if case.cases else 1


def test_steps_without_a_pattern_are_proven_by_cases() -> None:
    steps = sudoku_cnf.explain(HARD).steps
    proofs = [(step, step.cases) for step in steps if step.cases is not None]
    assert proofs and len(proofs) < len(steps)
    for step, case in proofs:
        assert case.assumed is not None and refuted(case) >= 1
        assumed, derived = case.assumed, step.derived[0]
        assert (assumed.row, assumed.column, assumed.digit) == (derived.row, derived.column, derived.digit)
        assert assumed.placed != derived.placed


def test_explanations_of_puzzles_without_a_unique_solution() -> None:
    conflict = sudoku_cnf.explain(ROW_TWICE)
    assert conflict.status == "unsatisfiable" and conflict.steps
    assert [str(fact) for fact in conflict.conflict] == ["r1c1=1", "r1c2=1"]
    impossible = sudoku_cnf.explain(Puzzle("." * 16, rules=["killercage 2: r1c1 r1c2"]))
    assert (impossible.conflict, impossible.conflict_rules) == ([], ["killercage 2: r1c1 r1c2"])
    several = sudoku_cnf.explain("12..34.....1....")
    assert several.status == "several" and (1, 3) in several.differ and len(set(several.solutions)) == 2


@pytest.mark.parametrize(
    ("puzzle", "claim"), [(EASY, "unique"), (ROW_TWICE, "unsatisfiable"), (EMPTY, "several")]
)
def test_certificates_are_verified(puzzle: str, claim: str, tmp_path: Path) -> None:
    certificate = sudoku_cnf.certify(puzzle)
    assert certificate.claim == claim == sudoku_cnf.verify(certificate) == sudoku_cnf.verify(certificate.files)
    folder = tmp_path / "bundle"
    certificate.save(folder)
    assert sudoku_cnf.verify(folder) == sudoku_cnf.verify(str(folder)) == claim
    with pytest.raises(OSError, match="bundle: File exists"):
        certificate.save(folder)


def test_damaged_certificates_are_rejected(tmp_path: Path) -> None:
    files = sudoku_cnf.certify(HARD).files
    for name in files:
        if name != "README.txt":
            with pytest.raises(ValueError, match=name.split(".", maxsplit=1)[0]):
                sudoku_cnf.verify({**files, name: b""})
    with pytest.raises(ValueError, match="puzzle.json is missing"):
        sudoku_cnf.verify(tmp_path)
    with pytest.raises(OSError, match="nothing"):
        sudoku_cnf.verify(tmp_path / "nothing")
    with pytest.raises(TypeError):
        sudoku_cnf.verify(1)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    "result",
    [
        sudoku_cnf.explain(HARD),
        sudoku_cnf.explain(ROW_TWICE),
        sudoku_cnf.explain(EMPTY),
        sudoku_cnf.explain(HARD).steps[0],
        sudoku_cnf.rate(EASY),
        sudoku_cnf.score(HARD),
        sudoku_cnf.certify(EASY),
        sudoku_cnf.lesson(EASY),
        next(sudoku_cnf.generate(1, difficulty="easy")),
        next(sudoku_cnf.generate(1, score=(1, 100))),
    ],
    ids=repr,
)
def test_results_are_pickled_and_copied(result: object) -> None:
    for same in (pickle.loads(pickle.dumps(result)), copy.copy(result), copy.deepcopy(result)):
        assert same == result and hash(same) == hash(result) and repr(same) == repr(result)


def test_results_leave_a_process() -> None:
    with ProcessPoolExecutor(2, mp_context=multiprocessing.get_context("spawn")) as pool:
        assert list(pool.map(sudoku_cnf.explain, [EASY, HARD])) == [sudoku_cnf.explain(EASY), sudoku_cnf.explain(HARD)]
        (certificate,) = pool.map(sudoku_cnf.certify, [EASY])
    assert sudoku_cnf.verify(certificate) == "unique"


def test_lessons_have_a_picture_of_each_step() -> None:
    lesson = sudoku_cnf.lesson(EASY, title="A lesson")
    steps = sudoku_cnf.explain(EASY).steps
    assert lesson.status == "solved" and len(lesson.pictures) == len(steps) + 2
    assert all("<svg" in picture and "A lesson" in picture for picture in lesson.pictures)
    assert lesson.html.startswith("<!DOCTYPE html>") and "<iframe srcdoc=" in lesson._repr_html_()
    assert sudoku_cnf.lesson(ROW_TWICE).status == "unsatisfiable" and sudoku_cnf.lesson(EMPTY).status == "several"
    with pytest.raises(ValueError, match="too large"):
        sudoku_cnf.lesson(Puzzle(("." * 121 + "\n") * 121))


def test_equal_facts_have_equal_hashes() -> None:
    first, second = (sudoku_cnf.explain(ROW_TWICE).conflict for _ in range(2))
    assert first == second and set(first) == set(second)
