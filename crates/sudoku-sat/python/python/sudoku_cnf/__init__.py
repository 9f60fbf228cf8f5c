"""Sudoku and SAT: solve, count, explain, certify and generate puzzles, and encode them as clauses.

>>> import sudoku_cnf
>>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
>>> sudoku_cnf.solve(puzzle)
'534678912672195348198342567859761423426853791713924856961537284287419635345286179'
>>> sudoku_cnf.is_unique(puzzle)
True

A puzzle is a str in any format that the program `sudoku-cli convert` reads, a `Puzzle`, or an array or a list of whole
numbers with one item per cell, in which 0 is an empty cell. Functions release the global interpreter lock, and Ctrl-C stops them.
"""

from . import _native
from ._native import *

__all__ = _native.__all__
__version__: str = _native.__version__
