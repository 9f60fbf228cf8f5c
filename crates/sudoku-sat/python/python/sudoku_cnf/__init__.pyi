"""Types. The docstrings are in the native part: see `help(sudoku_cnf)`."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias, final, overload

import numpy as np
from numpy.typing import NDArray

__all__ = [
    "Puzzle",
    "candidates",
    "canonical",
    "count",
    "decode",
    "encode",
    "is_unique",
    "minimize",
    "render",
    "solutions",
    "solve",
    "to_dimacs",
]

_IntArray: TypeAlias = NDArray[np.integer[Any]]
_PuzzleLike: TypeAlias = str | Puzzle | _IntArray
_Encoding: TypeAlias = Literal["minimal", "natural", "complete", "triad", "classic"]
_AtMostOne: TypeAlias = Literal["pairwise", "ladder", "product", "commander", "bimander", "bitwise"]

@final
class Puzzle:
    def __new__(
        cls,
        puzzle: str | _IntArray,
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
    def __eq__(self, other: object, /) -> bool: ...
    def __hash__(self) -> int: ...
    def _repr_svg_(self) -> str: ...

@overload
def solve(puzzle: str | Puzzle, *, timeout: float | None = None) -> str | None: ...
@overload
def solve(puzzle: _IntArray, *, timeout: float | None = None) -> NDArray[np.uint8] | None: ...
@overload
def solutions(puzzle: str | Puzzle, limit: int, *, timeout: float | None = None) -> list[str]: ...
@overload
def solutions(puzzle: _IntArray, limit: int, *, timeout: float | None = None) -> list[NDArray[np.uint8]]: ...
def count(puzzle: _PuzzleLike, limit: int | None = 2, *, timeout: float | None = None) -> int: ...
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
def decode(model: Sequence[int], puzzle: str | Puzzle) -> str: ...
@overload
def decode(model: Sequence[int], puzzle: _IntArray) -> NDArray[np.uint8]: ...
def render(
    puzzle: _PuzzleLike, *, solution: bool = False, candidates: bool = False, timeout: float | None = None
) -> str: ...
