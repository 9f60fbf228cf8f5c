"""Types. The docstrings are in the native part: see `help(sudoku_cnf)`."""

from collections.abc import Iterable, Iterator, Sequence
from os import PathLike
from typing import Any, Literal, Protocol, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Case",
    "Certificate",
    "CountTimeout",
    "Explanation",
    "Fact",
    "GeneratedPuzzle",
    "Lesson",
    "Puzzle",
    "PuzzleIterator",
    "Rating",
    "Score",
    "Step",
    "candidates",
    "canonical",
    "certify",
    "count",
    "count_many",
    "decode",
    "encode",
    "explain",
    "generate",
    "is_unique",
    "lesson",
    "minimize",
    "rate",
    "read",
    "render",
    "score",
    "solutions",
    "solve",
    "solve_many",
    "to_dimacs",
    "verify",
]

__version__: str

_Array: TypeAlias = NDArray[np.integer[Any]] | NDArray[np.floating[Any]]
_Numbers: TypeAlias = _Array | list[int] | list[list[int]] | tuple[int, ...]
_PuzzleLike: TypeAlias = str | bytes | Puzzle | _Numbers
_Column: TypeAlias = Iterable[str | bytes | Puzzle | list[int] | None]
_Encoding: TypeAlias = Literal["minimal", "natural", "complete", "triad", "classic"]
_AtMostOne: TypeAlias = Literal["pairwise", "ladder", "product", "commander", "bimander", "bitwise"]
_Difficulty: TypeAlias = Literal["easy", "medium", "hard", "extreme"]
_Symmetry: TypeAlias = Literal["none", "rotate180", "rotate90", "mirror-h", "mirror-v", "diagonal", "antidiagonal", "full"]
_Claim: TypeAlias = Literal["unique", "unsatisfiable", "several"]

class _Readable(Protocol):
    def read(self) -> str | bytes: ...

@final
class Puzzle:
    def __new__(
        cls,
        puzzle: _PuzzleLike,
        *,
        rules: Sequence[str] = ...,
        box: str | None = None,
        variants: Sequence[str] = ...,
        regions: str | None = None,
    ) -> Puzzle: ...
    @property
    def size(self) -> int: ...
    @property
    def given_count(self) -> int: ...
    @property
    def rules(self) -> list[str]: ...
    def to_numpy(self) -> NDArray[np.uint8]: ...
    def to_json(self) -> str: ...
    def __len__(self) -> int: ...
    def __getitem__(self, cell: int, /) -> int: ...
    def __iter__(self) -> Iterator[int]: ...
    def __array__(self, dtype: Any | None = None, copy: bool | None = None) -> NDArray[Any]: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@overload
def solve(puzzle: str | bytes | Puzzle, *, timeout: float | None = None) -> str | None: ...
@overload
def solve(puzzle: _Numbers, *, timeout: float | None = None) -> NDArray[np.uint8] | None: ...
@overload
def solutions(puzzle: str | bytes | Puzzle, limit: int, *, timeout: float | None = None) -> list[str]: ...
@overload
def solutions(puzzle: _Numbers, limit: int, *, timeout: float | None = None) -> list[NDArray[np.uint8]]: ...
@overload
def solve_many(puzzles: _Array, *, threads: int = 0, timeout: float | None = None) -> NDArray[np.uint8]: ...
@overload
def solve_many(
    puzzles: _Column, *, threads: int = 0, timeout: float | None = None
) -> list[str | None]: ...
@final
class CountTimeout(TimeoutError):
    lower_bound: int

def count(puzzle: _PuzzleLike, limit: int | None = 2, *, timeout: float | None = None) -> int: ...
def count_many(
    puzzles: _Array | _Column, limit: int | None = 2, *, threads: int = 0, timeout: float | None = None
) -> NDArray[Any]: ...
def is_unique(puzzle: _PuzzleLike, *, timeout: float | None = None) -> bool: ...
def candidates(puzzle: _PuzzleLike, *, timeout: float | None = None) -> NDArray[np.bool_] | None: ...
def minimize(puzzle: _PuzzleLike, *, timeout: float | None = None) -> Puzzle | None: ...
def canonical(puzzle: _PuzzleLike) -> str: ...
def encode(
    puzzle: _PuzzleLike,
    encoding: _Encoding = "complete",
    amo: _AtMostOne = "pairwise",
    *,
    reduce: bool = False,
    timeout: float | None = None,
) -> list[list[int]]: ...
def to_dimacs(
    puzzle: _PuzzleLike,
    encoding: _Encoding = "complete",
    amo: _AtMostOne = "pairwise",
    *,
    reduce: bool = False,
    timeout: float | None = None,
) -> str: ...
@overload
def decode(model: Sequence[int], puzzle: str | bytes | Puzzle) -> str: ...
@overload
def decode(model: Sequence[int], puzzle: _Numbers) -> NDArray[np.uint8]: ...
def read(
    file: str | PathLike[str] | _Readable,
    *,
    rules: Sequence[str] = ...,
    box: str | None = None,
    variants: Sequence[str] = ...,
    regions: str | None = None,
) -> list[Puzzle]: ...
def render(
    puzzle: _PuzzleLike,
    *,
    solution: bool = False,
    candidates: bool = False,
    step: bool = False,
    highlight: str | None = None,
    title: str | None = None,
    timeout: float | None = None,
) -> str: ...
@final
class Lesson:
    @property
    def status(self) -> Literal["solved", "unsatisfiable", "several", "unknown"]: ...
    @property
    def pictures(self) -> list[str]: ...
    @property
    def html(self) -> str: ...
    def _repr_html_(self) -> str: ...

def lesson(puzzle: _PuzzleLike, *, title: str | None = None, timeout: float | None = None) -> Lesson: ...
@final
class GeneratedPuzzle:
    @property
    def puzzle(self) -> Puzzle: ...
    @property
    def solution(self) -> str: ...
    @property
    def difficulty(self) -> _Difficulty | None: ...
    @property
    def score(self) -> int | None: ...
    @property
    def technique(self) -> str | None: ...
    @property
    def tries(self) -> int: ...
    @property
    def is_as_requested(self) -> bool: ...
    def _repr_svg_(self) -> str: ...

@final
class PuzzleIterator(Iterator[GeneratedPuzzle]):
    def __next__(self) -> GeneratedPuzzle: ...

def generate(
    seed: int = 0,
    *,
    box: str | None = None,
    variants: Sequence[str] = ...,
    regions: str | None = None,
    givens: int | tuple[int, int] | None = None,
    minimal: bool = False,
    symmetry: _Symmetry = "none",
    difficulty: _Difficulty | None = None,
    score: int | tuple[int, int] | None = None,
    technique: str | None = None,
    position: bool = False,
    rules: Sequence[str] = ...,
    tiles: bool = False,
    rules_count: int | tuple[int, int] | None = None,
    solution: _PuzzleLike | None = None,
    mask: str | None = None,
    tries: int | None = None,
    timeout: float | None = None,
) -> PuzzleIterator: ...
@final
class Rating:
    @property
    def difficulty(self) -> _Difficulty: ...
    @property
    def step(self) -> str: ...
    @property
    def learned_clauses(self) -> int: ...

def rate(puzzle: _PuzzleLike, *, timeout: float | None = None) -> Rating | None: ...
@final
class Score:
    @property
    def hardest(self) -> int: ...
    @property
    def total(self) -> int: ...
    @property
    def technique(self) -> str: ...
    @property
    def steps(self) -> int: ...

def score(puzzle: _PuzzleLike, *, timeout: float | None = None) -> Score | None: ...
@final
class Fact:
    @property
    def row(self) -> int: ...
    @property
    def column(self) -> int: ...
    @property
    def digit(self) -> int: ...
    @property
    def placed(self) -> bool: ...
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...

@final
class Case:
    @property
    def assumed(self) -> Fact | None: ...
    @property
    def implied(self) -> list[tuple[Fact, str]]: ...
    @property
    def violated(self) -> str | None: ...
    @property
    def distinction(self) -> str | None: ...
    @property
    def cases(self) -> list[Case]: ...

@final
class Step:
    @property
    def technique(self) -> str: ...
    @property
    def sentence(self) -> str: ...
    @property
    def cost(self) -> int: ...
    @property
    def rules(self) -> list[str]: ...
    @property
    def facts(self) -> list[Fact]: ...
    @property
    def derived(self) -> list[Fact]: ...
    @property
    def minimal(self) -> bool: ...
    @property
    def smallest(self) -> bool: ...
    @property
    def base(self) -> list[str]: ...
    @property
    def cover(self) -> list[str]: ...
    @property
    def cases(self) -> Case | None: ...

@final
class Explanation:
    @property
    def status(self) -> Literal["solved", "partial", "unsatisfiable", "several", "unknown"]: ...
    @property
    def steps(self) -> list[Step]: ...
    @property
    def solution(self) -> str | None: ...
    @property
    def conflict(self) -> list[Fact]: ...
    @property
    def conflict_rules(self) -> list[str]: ...
    @property
    def solutions(self) -> list[str]: ...
    @property
    def differ(self) -> list[tuple[int, int]]: ...

def explain(
    puzzle: _PuzzleLike,
    *,
    smallest: bool = False,
    max_size: int | None = None,
    max_steps: int | None = None,
    timeout: float | None = None,
) -> Explanation: ...
@final
class Certificate:
    @property
    def claim(self) -> _Claim: ...
    @property
    def files(self) -> dict[str, bytes]: ...
    def save(self, folder: str | PathLike[str]) -> None: ...

def certify(puzzle: _PuzzleLike, *, timeout: float | None = None) -> Certificate: ...
def verify(
    certificate: Certificate | dict[str, bytes] | str | PathLike[str], *, timeout: float | None = None
) -> _Claim: ...
