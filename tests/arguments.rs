//! Calls public constructors and methods with odd arguments.
//!
//! A method panics if and only if it takes a cell, a digit, a candidate or an index that the board does not have. It
//! accepts all other arguments, or returns an error for them. The fuzz target `arguments` makes the same calls.

use std::sync::Arc;
use std::time::Duration;

use sudoku_cnf::clauses::meaning::Meaning;
use sudoku_cnf::clauses::model;
use sudoku_cnf::clauses::numbering::{CompactNumbering, Numbering};
use sudoku_cnf::clauses::variable::Auxiliaries;
use sudoku_cnf::puzzle::board::{Layout, Regions, Variant};
use sudoku_cnf::puzzle::rule::{Rule, RuleKind, RuleText};
use sudoku_cnf::text::Alphabet;
use sudoku_cnf::{
    AtMostOne, BoxShape, Candidate, CandidateBoard, Cell, Cnf, CnfOptions, Digit, Encoding, Geometry, Grid,
    Inference, Lit, Model, Problem, Puzzle, Solution, Var,
};
use sudoku_sat::cubes::Cover;
use sudoku_sat::explain::{BoardRule, ExplainOptions, Fact, explain, explain_candidate};
use sudoku_sat::generate::{Generator, GeneratorOptions, Symmetry};
use sudoku_sat::{
    BatchSolver, EncodingPolicy, Engine, Limits, SolveOptions, Solver, batch, compare, proof, search,
};

/// Receives the name of a call, whether it must return (otherwise, it must panic), and the call.
pub(crate) type Check<'c> = dyn FnMut(&str, bool, &mut dyn FnMut()) + 'c;

/// Returns a random number less than its argument.
pub(crate) type Below<'b> = dyn FnMut(usize) -> usize + 'b;

/// Accepts the result of a call, also if it is an error.
fn ignore<T>(_: T) {}

const ODD: [usize; 24] =
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 15, 16, 17, 36, 63, 64, 65, 81, 255, 256, 1000, 1001, 65_536];
const HUGE: [usize; 5] = [1 << 31, u32::MAX as usize, isize::MAX as usize, usize::MAX - 1, usize::MAX];
const BOARDS: [&str; 5] = ["1x1", "2x2", "2x3", "1x5", "3x3"];

/// A source of odd arguments.
struct Odd<'b>(&'b mut Below<'b>);

impl Odd<'_> {
    fn one_of<T: Copy>(&mut self, values: &[T]) -> T {
        values[(self.0)(values.len())]
    }

    /// Returns a number that may be huge.
    fn number(&mut self) -> usize {
        if (self.0)(3) == 0 { self.one_of(&HUGE) } else { self.one_of(&ODD) }
    }

    fn cell(&mut self) -> Cell {
        let mut number = || (self.0)(12) + 1;
        let (row, column) = (number(), number());
        let far = if (self.0)(8) == 0 { 1000 } else { row };
        Cell::new(far, column).unwrap()
    }

    fn digit(&mut self) -> Digit {
        let digit = (self.0)(12) + 1;
        Digit::new(if (self.0)(8) == 0 { self.one_of(&ODD) } else { digit }).unwrap_or(Digit::new(1).unwrap())
    }

    fn candidate(&mut self) -> Candidate {
        Candidate { cell: self.cell(), digit: self.digit() }
    }

    fn literal(&mut self) -> Lit {
        let variable = Var::new((self.0)(90) + 1).unwrap();
        let literal =
            if (self.0)(6) == 0 { Var::new(i32::MAX as usize).unwrap() } else { variable }.positive();
        if (self.0)(2) == 0 { literal } else { !literal }
    }

    fn clauses(&mut self) -> Vec<Vec<Lit>> {
        (0..(self.0)(4)).map(|_| (0..(self.0)(4)).map(|_| self.literal()).collect()).collect()
    }

    fn geometry(&mut self) -> Arc<Geometry> {
        if (self.0)(8) == 0 {
            let layout = self.one_of(&["samurai", "butterfly", "windmill"]).parse().unwrap();
            return Arc::new(Geometry::with_layout(BoxShape::STANDARD, &[], &layout).unwrap());
        }
        let shape: BoxShape = self.one_of(&BOARDS).parse().unwrap();
        let variants: Vec<_> = (0..(self.0)(3)).map(|_| self.one_of(Variant::ALL)).collect();
        Arc::new(Geometry::with_variants(shape, &variants).unwrap_or_else(|_| Geometry::new(shape)))
    }

    /// Returns a puzzle with some givens and excluded candidates, which may have no solution.
    fn puzzle(&mut self, geometry: &Arc<Geometry>) -> Puzzle {
        let mut puzzle = Puzzle::empty(geometry.clone());
        for _ in 0..(self.0)(10) {
            let _ = puzzle.try_set(self.cell(), Some(self.digit()));
            let excluded = self.candidate();
            puzzle.exclude(Some(excluded).filter(|&excluded| has(geometry, excluded)));
        }
        puzzle
    }
}

fn has(geometry: &Geometry, candidate: Candidate) -> bool {
    geometry.contains(candidate.cell) && candidate.digit.get() <= geometry.size()
}

/// Makes calls with arguments from `below`, and passes them to `check`.
pub(crate) fn calls(below: &mut Below<'_>, check: &mut Check<'_>) {
    let odd = &mut Odd(below);
    values(odd, check);
    let geometry = odd.geometry();
    boards(odd, &geometry, check);
    puzzles(odd, &geometry, check);
    encodings(odd, &geometry, check);
    // The other calls take longer.
    if (odd.0)(8) > 0 {
        return;
    }
    let shape: BoxShape = odd.one_of(&["1x1", "2x2", "2x3"]).parse().unwrap();
    let geometry = Arc::new(Geometry::new(shape));
    let puzzle = odd.puzzle(&geometry);
    questions(odd, &puzzle, check);
    explanations(odd, &puzzle, check);
    generators(odd, &geometry, check);
}

/// Makes calls that do not depend on a board.
fn values(odd: &mut Odd<'_>, check: &mut Check<'_>) {
    let (a, b) = (odd.number(), odd.number());
    check("Cell::new", true, &mut || ignore(Cell::new(a, b)));
    check("Digit::new", true, &mut || ignore(Digit::new(a)));
    check("Var::new", true, &mut || ignore(Var::new(a)));
    check("Lit::from_dimacs", true, &mut || ignore(Lit::from_dimacs(a as i32).map(|literal| !literal)));
    check("BoxShape::new", true, &mut || ignore(BoxShape::new(a, b)));
    check("BoxShape::most_square", true, &mut || ignore(BoxShape::most_square(a)));
    check("BoxShape::most_square_or_row", true, &mut || ignore(BoxShape::most_square_or_row(a)));
    let is_inside = b <= 1000 && a < b * b;
    check("Cell::from_index", is_inside, &mut || ignore(Cell::from_index(a, b)));
    let scheme = odd.one_of(AtMostOne::ALL);
    check("AtMostOne::clauses", true, &mut || ignore(scheme.clauses(a)));
    check("AtMostOne::auxiliaries", true, &mut || ignore(scheme.auxiliaries(a)));
    let literals: Vec<_> = (0..odd.one_of(&ODD) % 100).map(|_| odd.literal()).collect();
    check("AtMostOne::encode", true, &mut || {
        let Ok(()) = scheme.encode(&literals, &mut Auxiliaries::after(1 << 20), &mut Cnf::default());
    });
    check("Auxiliaries", a < i32::MAX as usize, &mut || ignore(Auxiliaries::after(a).next_literal()));
    let corners: Vec<_> = (0..odd.one_of(&ODD) % 6).map(|_| odd.cell()).collect();
    let layout = Layout::new(corners);
    check("Layout::boards", true, &mut || ignore(layout.as_ref().map(|layout| layout.boards(a).is_ok())));
    let labels: Vec<_> = (0..odd.one_of(&ODD) % 100).map(|_| odd.one_of(&["a", "b", "c", ""])).collect();
    check("Regions::from_labels", true, &mut || ignore(Regions::from_labels(&labels)));
    let symmetry = odd.one_of(Symmetry::ALL);
    check("Symmetry::orbits", true, &mut || ignore(symmetry.orbits(a.min(100))));
    check("Solver::for_size", true, &mut || ignore(Solver::for_size(a)));
    check("EncodingPolicy::options", true, &mut || ignore(EncodingPolicy::default().options(a)));
    let alphabet = odd.one_of(Alphabet::ALL);
    check("Alphabet::range", true, &mut || ignore((alphabet.range(a), alphabet.value('\u{10ffff}'))));
    check("batch::in_order", true, &mut || {
        let end = |_: batch::Event<'_, u32, u32>| std::ops::ControlFlow::Continue(());
        batch::in_order(0..=9_u32, a, || |&number: &u32| number, end);
    });
}

/// Makes calls with cells, digits and indices that `geometry` may not have.
fn boards(odd: &mut Odd<'_>, geometry: &Arc<Geometry>, check: &mut Check<'_>) {
    let (candidate, other, index) = (odd.candidate(), odd.cell(), odd.number());
    let Candidate { cell, digit } = candidate;
    let (has_cell, has_both) = (geometry.contains(cell), geometry.contains(cell) && geometry.contains(other));
    let has_candidate = has(geometry, candidate);
    check("index", has_cell, &mut || ignore(geometry.index(cell)));
    check("houses_of", has_cell, &mut || ignore(geometry.houses_of(cell)));
    check("peers", has_cell, &mut || ignore(geometry.peers(cell).count()));
    check("first_shared_house", has_both, &mut || ignore(geometry.first_shared_house(cell, other)));
    check("is_first_shared", has_both, &mut || ignore(geometry.is_first_shared(index, cell, other)));
    check("cell", index < geometry.cell_count(), &mut || ignore(geometry.cell(index)));
    check("house", index < geometry.houses().len(), &mut || ignore(geometry.house(index)));
    check("literal", has_candidate, &mut || ignore(geometry.literal(cell, digit)));
    check("try_literal", true, &mut || {
        assert_eq!(geometry.try_literal(cell, digit).is_some(), has_candidate);
    });
    let var = Var::new(index);
    check("candidate", true, &mut || ignore(var.map(|var| geometry.candidate(var))));
    let n = geometry.size();
    let masks: Vec<_> = (0..geometry.cell_count()).map(|_| odd.one_of(&ODD) as u64).collect();
    let fits = masks.iter().all(|mask| mask >> n == 0);
    check("from_masks", fits, &mut || {
        ignore(CandidateBoard::from_masks(geometry.clone(), Inference::Singles, masks.clone()));
    });
    let board = &CandidateBoard::new(geometry.clone(), odd.one_of(&Inference::ALL));
    check("CandidateBoard::count", has_cell, &mut || ignore(board.count(cell)));
    check("CandidateBoard::digits", has_cell, &mut || ignore(board.digits(cell).count()));
    check("CandidateBoard::mask", has_cell, &mut || ignore(board.mask(cell)));
    check("CandidateBoard::contains", has_candidate, &mut || ignore(board.contains(candidate)));
    check("CandidateBoard::assign", has_candidate, &mut || ignore(board.clone().assign(candidate)));
    check("CandidateBoard::eliminate", has_candidate, &mut || ignore(board.clone().eliminate(candidate)));
    let compact = CompactNumbering::from_board(board);
    check("CompactNumbering::cell", has_cell, &mut || ignore(compact.cell(cell).1.count()));
    check("CompactNumbering::candidate", true, &mut || ignore(var.map(|var| compact.candidate(var))));
    for numbering in [Numbering::Arithmetic, Numbering::Compact(compact.clone())] {
        check("Numbering::literal", true, &mut || ignore(numbering.literal(geometry, candidate)));
        let meaning = Meaning::new(geometry, &numbering);
        let literal = odd.literal();
        check("Meaning", true, &mut || {
            ignore((meaning.literal(literal), meaning.definition(literal.var()), meaning.clause(&[literal])));
        });
    }
    let candidates: Vec<_> = (0..odd.one_of(&ODD) % 9).map(|_| odd.candidate()).collect();
    check("model::grid", true, &mut || ignore(model::grid(geometry, candidates.clone())));
    let literals: Vec<_> = (0..odd.one_of(&ODD) % 9).map(|_| odd.literal()).collect();
    check("Model::decode", true, &mut || ignore(Model::from_literals(literals.clone()).decode(geometry)));
}

/// Makes calls to grids, puzzles and rules.
fn puzzles(odd: &mut Odd<'_>, geometry: &Arc<Geometry>, check: &mut Check<'_>) {
    let (candidate, puzzle) = (odd.candidate(), odd.puzzle(geometry));
    let Candidate { cell, digit } = candidate;
    let (has_cell, has_candidate) = (geometry.contains(cell), has(geometry, candidate));
    let grid = puzzle.grid();
    check("Grid::get", has_cell, &mut || ignore(grid.get(cell)));
    check("Grid::set", has_candidate, &mut || grid.clone().set(cell, Some(digit)));
    check("Grid::try_set", true, &mut || {
        assert_eq!(grid.clone().try_set(cell, Some(digit)).is_ok(), has_candidate);
    });
    check("Puzzle::get", has_cell, &mut || ignore(puzzle.get(cell)));
    check("Puzzle::set", has_candidate, &mut || puzzle.clone().set(cell, Some(digit)));
    check("Puzzle::exclude", has_candidate, &mut || puzzle.clone().exclude([candidate]));
    check("Puzzle::is_excluded", true, &mut || ignore(puzzle.is_excluded(candidate)));
    let digits: Vec<_> = (0..odd.one_of(&[1, 16, 36, 81])).map(|_| Some(odd.digit())).collect();
    check("Grid::try_from_digits", true, &mut || {
        ignore(Grid::try_from_digits(geometry.clone(), digits.clone()));
    });
    check("Solution::check", true, &mut || ignore(Solution::check(grid.clone(), &puzzle)));
    let mut text = RuleText::new(odd.one_of(RuleKind::ALL));
    text.values = (0..odd.one_of(&ODD) % 3).map(|_| odd.number() as i64).collect();
    text.cells = (0..odd.one_of(&ODD) % 6).map(|_| odd.cell().into()).collect();
    check("Rule::new", true, &mut || {
        if let Ok(rule) = Rule::new(&text, geometry) {
            let (sentence, shown) = (rule.sentence(), rule.to_string());
            assert!(!sentence.is_empty() && Rule::parse(&shown, geometry).is_ok(), "{shown}");
            let puzzle = puzzle.with_rules([rule]);
            ignore((Problem::new(&puzzle, CnfOptions::default().reduced()).size(), puzzle.to_string()));
        }
    });
}

/// Makes calls to encoders with odd options and clauses.
fn encodings(odd: &mut Odd<'_>, geometry: &Arc<Geometry>, check: &mut Check<'_>) {
    let puzzle = odd.puzzle(geometry);
    let options = CnfOptions {
        at_most_one: odd.one_of(AtMostOne::ALL),
        reduce: odd.one_of(&[true, false]),
        compact: odd.one_of(&[true, false]),
        ..odd.one_of(Encoding::ALL).into()
    };
    let problem = Problem::new(&puzzle, options);
    let candidate = odd.candidate();
    check("Problem::literal", true, &mut || ignore(problem.literal(candidate)));
    let (clauses, extra) = (odd.clauses(), odd.number());
    let variables = geometry.candidate_count().saturating_add(extra);
    let fits = clauses.iter().flatten().all(|literal| literal.var().number() <= variables);
    let is_arithmetic = clauses.is_empty() || matches!(problem.numbering(), Numbering::Arithmetic);
    check("Problem::with_clauses", fits && is_arithmetic, &mut || {
        ignore(problem.clone().with_variables(extra).with_clauses(clauses.clone()).size());
    });
}

/// Asks questions with odd options.
fn questions(odd: &mut Odd<'_>, puzzle: &Puzzle, check: &mut Check<'_>) {
    let times = [None, Some(Duration::ZERO), Some(Duration::from_millis(200)), Some(Duration::MAX)];
    let solvers = [None, Some(Solver::Native), Some(Solver::default()), Some(Solver::Portfolio(Vec::new()))];
    let solver = solvers[odd.one_of(&[0, 1, 2, 3])].clone();
    let mut options = SolveOptions::new().solver(solver).timeout(odd.one_of(&times));
    options = options.max_solutions(odd.one_of(&[None, Some(0), Some(1), Some(u64::MAX)]));
    options = options.memory_limit(odd.one_of(&[None, Some(0), Some(u64::MAX)]));
    if odd.one_of(&[true, false]) {
        options = options.extra_variables(odd.number()).extra_clauses(odd.clauses());
    }
    check("solve", true, &mut || ignore(options.solve(puzzle)));
    check("solutions", true, &mut || ignore(options.solutions(puzzle).take(9).count()));
    check("is_unique", true, &mut || ignore(options.is_unique(puzzle)));
    check("true_candidates", true, &mut || ignore(options.true_candidates(puzzle)));
    check("unit_propagation", true, &mut || ignore(options.unit_propagation(puzzle)));
    check("minimize", true, &mut || ignore(options.minimize(puzzle)));
    check("redundant_givens", true, &mut || ignore(options.redundant_givens(puzzle)));
    check("BatchSolver", true, &mut || ignore(BatchSolver::new(options.clone()).is_unique(puzzle)));
    let limits = Limits::none().within(Duration::from_millis(20));
    let max = odd.number() as u128;
    check("search::count", true, &mut || ignore(search::count(puzzle, max, limits.clone())));
    let engine = odd.one_of(Engine::ALL);
    check("Engine", true, &mut || ignore(engine.solutions(puzzle, limits.clone()).take(9).count()));
    let runs = odd.one_of(&[0, 1]);
    check("measure", true, &mut || {
        ignore(compare::measure(puzzle, Encoding::Complete.into(), &options, runs));
    });
    let count = odd.number();
    check("Cover::of", true, &mut || {
        ignore(Cover::of(&proof::complete_problem(puzzle), count, &limits));
    });
}

/// Explains a puzzle with odd options.
fn explanations(odd: &mut Odd<'_>, puzzle: &Puzzle, check: &mut Check<'_>) {
    let (candidate, geometry) = (odd.candidate(), puzzle.geometry());
    let has_candidate = has(geometry, candidate);
    let options = ExplainOptions {
        max_size: odd.one_of(&[None, Some(0), Some(1), Some(usize::MAX)]),
        max_steps: odd.one_of(&[None, Some(0), Some(usize::MAX)]),
        assume_unique: odd.one_of(&[true, false]),
        ..ExplainOptions::default()
    };
    let limits = Limits::none().within(Duration::from_millis(50));
    check("explain", true, &mut || ignore(explain(puzzle, &options, &limits)));
    check("explain_candidate", has_candidate, &mut || {
        ignore(explain_candidate(puzzle, candidate, &options, &limits));
    });
    let fact = Fact { candidate, is_placed: true };
    check("Fact::literal", has_candidate, &mut || ignore(fact.literal(geometry)));
    let has_cell = geometry.contains(candidate.cell);
    check("BoardRule::clauses", has_cell, &mut || {
        ignore(BoardRule::Cell(candidate.cell).clauses(puzzle, 1000));
    });
}

/// Generates puzzles with odd options.
fn generators(odd: &mut Odd<'_>, geometry: &Arc<Geometry>, check: &mut Check<'_>) {
    let (from, to, number) = (odd.number(), odd.number(), odd.number() as u64);
    let options = GeneratorOptions::new().geometry(geometry.clone()).seed(number).tries(number % 3);
    let options = match odd.one_of(&[0, 1, 2, 3]) {
        0 => options.givens_within(from..=to),
        1 => options.score(from as u64..=to as u64),
        2 => options.technique(odd.one_of(&["", "given", "x-wing", "naked-single"])),
        _ => options.symmetry(odd.one_of(Symmetry::ALL)).minimal(odd.one_of(&[true, false])),
    };
    let limits = Limits::none().within(Duration::from_millis(20));
    check("Generator", true, &mut || {
        ignore(
            Generator::new(options.clone()).map(|mut generator| generator.generate(number, &limits).is_ok()),
        );
    });
}

#[test]
fn calls_panic_only_for_items_off_the_board() {
    let mut wrong = std::collections::BTreeSet::new();
    for stream in 0..400 {
        let mut random = sudoku_cnf::puzzle::random::Random::new(59, stream);
        calls(&mut |bound| random.below(bound), &mut |name, returns, call| {
            let has_returned = std::panic::catch_unwind(std::panic::AssertUnwindSafe(call)).is_ok();
            if has_returned != returns {
                wrong.insert((name.to_owned(), stream));
            }
        });
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}
