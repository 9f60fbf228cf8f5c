//! What the commands say of themselves at the end of their help: examples, output, exit codes.

pub(crate) const SOLVE: &str = "\
Examples:
  sudoku-sat solve puzzle.txt
  sudoku-sat solve --solver minisat --timeout 10 puzzle.txt
  sudoku-sat solve --solver-command 'my-solver --quiet {cnf}' puzzle.txt
  sudoku-sat solve --all puzzle.txt
  sudoku-sat solve --format line < many.txt > solved.txt
  sudoku-sat solve --check-unique --jobs 4 --shard 2/10 many.txt > part-2.txt

One puzzle is answered by its grid. Of several, or with --format line or json, --jobs or --shard, each \
is answered by a record on a line of its own, in order: its solution, or one of the words unsatisfiable, \
unknown, error. With --check-unique a word follows the solution: unique, several, or unknown. With \
--all or --limit the solutions of one puzzle come as they are found, one a line; for several puzzles \
that takes --format json, and one thread.

Many puzzles are propagated before a SAT solver that is built in gets what is left, and most are solved by \
that. --no-reduce leaves all of it to the solver; a program that --solver names gets every puzzle.

Exit codes: 0 solved, 1 error, 2 wrong command line, 20 no solution, 30 unknown, 130 interrupted; \
with records 0 if each puzzle was answered, 1 if any was an error, else 30.";

pub(crate) const COUNT: &str = "\
Examples:
  sudoku-sat count puzzle.txt
  sudoku-sat count --limit 2 many.txt
  echo ................ | sudoku-sat count

Prints 'exactly N', 'at least N (limit reached)' or 'at least N (time out)' for each puzzle. Solutions \
are counted without listing them; with --solver, they are listed by that solver and counted. Each of the \
--jobs may take up to 400 MB for parts already counted.

Exit codes: 0 counted, none and a limit included; 1 error, 2 wrong command line, 30 time out.";

pub(crate) const CANDIDATES: &str = "\
Examples:
  sudoku-sat candidates puzzle.txt
  sudoku-sat candidates --propagate-only puzzle.txt

Prints the board with the candidates of each cell: those that stand in some solution, found by SAT, or \
with --propagate-only those that naked and hidden singles leave.

Exit codes: 0 printed, 1 error, 2 wrong command line, 20 no solution, 30 unknown.";

pub(crate) const MINIMIZE: &str = "\
Examples:
  sudoku-sat minimize puzzle.txt
  sudoku-sat minimize --all puzzle.txt

Prints the puzzle without redundant givens: the solutions stay the same, and every given that is left \
is needed. With --all each given that is redundant by itself is told on a line, as 'r1c2 7'; to drop \
several of them at once may go too far.

Exit codes: 0 printed, 1 error, 2 wrong command line, 20 no solution, 30 unknown.";

pub(crate) const RATE: &str = "\
Examples:
  sudoku-sat rate puzzle.txt
  sudoku-sat rate --format json < many.txt > rated.jsonl

Prints three words for each puzzle: its difficulty, the hardest step that it needs, and how many clauses \
varisat learns until it has proven that there is no other solution. Or one: several (solutions, so there is no \
rating), unsatisfiable, unknown, error.

  easy     naked-singles, hidden-singles
  medium   intersections: what lines and boxes share
  hard     subsets (pairs, triples, quads and more), fish (X-wings, swordfish and larger)
  extreme  search

The step is the weakest of these that, with those before it, solves the puzzle, in whatever order one looks. Neither \
it nor the number of clauses tells how long a person takes.

Exit codes: 0 rated, several and no solutions included; 1 error, 2 wrong command line, 30 time out.";

pub(crate) const GENERATE: &str = "\
Examples:
  sudoku-sat generate
  sudoku-sat generate --count 1000 --seed 7 > puzzles.txt
  sudoku-sat generate --box 5x5 --symmetry rotate180 --format grid
  sudoku-sat generate --variant x --difficulty hard --count 6 --format json > x.jsonl
  sudoku-sat generate --givens 22 --tries 100000
  sudoku-sat generate --from grid.txt --mask heart.txt

Digs givens out of random full grids while the solution stays the only one. If nothing is said of givens, difficulty or \
--minimal, no given can go: up to 16x16 without a second solution, on larger boards without leaving what singles solve. \
With --symmetry that is said of all givens together that mirror each other; with --difficulty, of what leaves the puzzle no \
harder than that (see rate). The puzzles of a seed are the same on every machine, however many are made and whatever --jobs, as long as no \
--timeout strikes. JSON holds boxes, regions and variants as well.

A puzzle that cannot be had in --tries tries or within --timeout is replaced by the best that was found; what it lacks is \
told on standard error. Beyond 16x16 it may take very long to prove that no given can go, or to go below the givens of \
what singles solve.

Exit codes: 0 made, 1 error, 2 wrong command line, 20 no grid keeps the rules of the board, 30 a puzzle is not what was \
asked for, 130 interrupted; what was made is printed.";

pub(crate) const COMPARE: &str = "\
Examples:
  sudoku-sat compare puzzle.txt
  sudoku-sat compare --solver minisat --timeout 10 puzzle.txt
  sudoku-sat compare --encoding complete --no-reduce --format json puzzle.txt

Prints a line for each encoding with each at-most-one scheme, or with those that are given: variables, \
clauses, literals and bytes of the CNF, seconds to write it to nowhere, and seconds from the puzzle to a \
checked solution, or - if the time was up. A search engine takes no clauses, and so the same time with all.

Exit codes: 0 printed, 1 error, 2 wrong command line, 130 interrupted.";
