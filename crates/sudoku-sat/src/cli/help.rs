//! The last sections of the help texts: examples and exit status. Man pages contain them as sections.

use sudoku_cnf::sections;

pub(crate) const PROGRAM: &str = sections!("\
Examples:
  sudoku-sat solve puzzle.txt
  sudoku-sat solve --check-unique many.txt > solved.txt
  sudoku-sat count puzzle.txt
  sudoku-sat generate -n 10 --seed 7
  sudoku-sat help solve",
    0 "success", 1 "an error in the input, the output or the solver", 20 "the puzzle has no solution",
    30 "unknown: --timeout or --memory-limit was reached, or the solver gave up");

pub(crate) const SOLVE: &str = sections!("\
Examples:
  sudoku-sat solve puzzle.txt
  sudoku-sat solve --solver minisat --timeout 10 puzzle.txt
  sudoku-sat solve --solver-command 'my-solver --quiet {cnf}' puzzle.txt
  sudoku-sat solve --all puzzle.txt
  sudoku-sat solve --format line < many.txt > solved.txt
  sudoku-sat solve --check-unique -j 4 --shard 2/10 many.txt > part-2.txt
  sudoku-sat solve --columns puzzle,solution,seconds many.txt > solved.csv
  sudoku-sat solve --only unique many.txt > unique.txt",
    0 "solved; for several puzzles: each was solved or proven unsatisfiable",
    1 "an error occurred; for several puzzles: at least one could not be processed",
    20 "the puzzle has no solution",
    30 "unknown: --timeout or --memory-limit was reached, or the solver gave up");

pub(crate) const COUNT: &str = sections!("\
Examples:
  sudoku-sat count puzzle.txt
  sudoku-sat count --limit 2 many.txt
  echo ................ | sudoku-sat count",
    0 "the solutions of every puzzle were counted, or --limit was reached",
    20 "the single puzzle has no solution", 30 "--timeout or --memory-limit was reached");

pub(crate) const CANDIDATES: &str = sections!("\
Examples:
  sudoku-sat candidates puzzle.txt
  sudoku-sat candidates --propagate-only puzzle.txt
  sudoku-sat candidates --unit-propagation --encoding minimal puzzle.txt
  sudoku-sat candidates --format 729 many.txt > candidates.txt",
    0 "success", 20 "the puzzle has no solution",
    30 "unknown: --timeout or --memory-limit was reached, or the solver gave up");

pub(crate) const MINIMIZE: &str = sections!("\
Examples:
  sudoku-sat minimize puzzle.txt
  sudoku-sat minimize --all puzzle.txt
  sudoku-sat minimize many.txt -o minimal.txt",
    0 "success", 20 "the puzzle has no solution",
    30 "unknown: --timeout or --memory-limit was reached, or the solver gave up");

pub(crate) const EXPLAIN: &str = sections!("\
Examples:
  sudoku-sat explain puzzle.txt
  sudoku-sat explain --next puzzle.txt
  sudoku-sat explain --candidate r1c3=5 puzzle.txt
  sudoku-sat explain --format json puzzle.txt
  sudoku-sat explain many.txt > explained.txt",
    0 "success; also if the puzzle has several solutions", 20 "the puzzle has no solution",
    30 "unknown: --timeout, --memory-limit or --max-size was reached");

pub(crate) const RATE: &str = sections!("\
Difficulties and steps:
  easy     naked-singles, hidden-singles
  medium   intersections (pointing and claiming), direct-subsets (they place a digit at once)
  hard     subsets (pairs, triples, quads and larger), fish (X-wings, swordfish and larger)
  extreme  search

Examples:
  sudoku-sat rate puzzle.txt
  sudoku-sat rate --format json < many.txt > rated.jsonl
  sudoku-sat rate --only easy,medium many.txt > easier.txt
  sudoku-sat rate --plot givens -o givens.svg many.txt",
    0 "every puzzle was processed, including those without a unique solution",
    20 "the single puzzle has no solution", 30 "--timeout or --memory-limit was reached");

pub(crate) const GENERATE: &str = sections!("\
Examples:
  sudoku-sat generate
  sudoku-sat generate -n 1000 --seed 7 > puzzles.txt
  sudoku-sat generate --box 5x5 --symmetry rotate180 --format grid
  sudoku-sat generate --variant x --difficulty hard -n 6 --format json > x.jsonl
  sudoku-sat generate --givens 22 --tries 100000
  sudoku-sat generate --from grid.txt --mask heart.txt",
    0 "every puzzle meets the request", 20 "no full grid satisfies the rules of the board",
    30 "at least one puzzle does not meet the request"; 130 "interrupted; the finished puzzles were printed");

pub(crate) const FAMILY: &str = sections!("\
Examples:
  sudoku-sat family balanced-holes --box 5x5 --holes 0.42 -n 5 -o hard
  sudoku-sat family holes --box 5x5 --calibrate 5..500 -n 3 -o calibrated
  sudoku-sat family holes --box 1x30 -n 20 --seed 7 -o quasigroups
  sudoku-sat family critical --box 4x4 --holes 0.4 -o unsat
  sudoku-sat family uniqueness --extension cnf.xz -n 100 -o unique",
    0 "all files were written", 30 "some instances are missing: --timeout or --memory-limit was reached";
    130 "interrupted; --resume continues");

pub(crate) const HARDNESS: &str = sections!("\
Examples:
  sudoku-sat hardness --sizes 16 --holes 0.3..0.7:0.1 -n 3
  sudoku-sat hardness --sizes 9,16 --solvers native,cadical -n 3 --plot -o peak.svg
  sudoku-sat hardness holes --sizes 16 --holes 0.4..0.6 -n 3 --format csv > peak.csv",
    0 "success");

pub(crate) const COMPARE: &str = sections!("\
Examples:
  sudoku-sat compare puzzle.txt
  sudoku-sat compare --solver minisat --timeout 10 puzzle.txt
  sudoku-sat compare --encoding complete --no-reduce --format json puzzle.txt
  sudoku-sat compare --solvers varisat,minisat --amo pairwise --repeat 5 many.txt
  sudoku-sat compare --amo pairwise --format csv many.txt > times.csv
  sudoku-sat compare --records times.csv --plot cactus -o cactus.svg",
    0 "success", 1 "an error occurred; the other puzzles were measured",
    30 "unknown: --timeout or --memory-limit was reached before a CNF was encoded");

pub(crate) const TRACE: &str = sections!("\
Examples:
  sudoku-sat trace puzzle.txt
  sudoku-sat trace --refute --clauses -o trace.jsonl puzzle.txt
  sudoku-sat trace --encoding minimal --max-conflicts 3 puzzle.txt
  sudoku-sat trace puzzle.txt | jq -r 'select(.event == \"learn\").meaning'",
    0 "a solution was found; with --refute: it is known whether there is another one",
    20 "the puzzle has no solution", 30 "unknown: --timeout, --memory-limit or --max-conflicts was reached");

pub(crate) const CUBES: &str = sections!("\
Examples:
  sudoku-sat cubes -n 20 -o cubes puzzle.txt
  sudoku-sat solve --cubes cubes --cube 1
  sudoku-sat verify cubes",
    0 "the cubes were written", 30 "unknown: --timeout or --memory-limit was reached");

pub(crate) const DIMACS: &str = sections!("\
Examples:
  sudoku-cnf puzzle.txt | sudoku-sat dimacs
  sudoku-cnf -o p.cnf puzzle.txt; sudoku-sat dimacs p.cnf p.out
  sudoku-sat dimacs --solver native --proof p.drat p.cnf",
    0 "unknown: --timeout or --memory-limit was reached", 10 "the formula is satisfiable",
    20 "the formula is unsatisfiable");

pub(crate) const CERTIFY: &str = sections!("\
Examples:
  sudoku-sat certify puzzle.txt -o bundle
  sudoku-sat certify many.txt -o bundles
  sudoku-sat certify -j 4 many.txt -o bundles.tar.gz",
    0 "each puzzle was certified", 30 "unknown: --timeout or --memory-limit was reached");

pub(crate) const VERIFY: &str = sections!("\
Examples:
  sudoku-sat verify bundle
  sudoku-sat verify bundles.tar.gz",
    0 "all bundles are valid", 1 "a bundle is invalid, or an error occurred",
    30 "unknown: --timeout or --memory-limit was reached, or cubes have no answer");
