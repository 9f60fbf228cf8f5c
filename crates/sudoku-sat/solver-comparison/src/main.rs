//! Compares how many puzzles per second each of several solvers can solve in a single thread.
//!
//! The measured time includes reading the puzzles, checking the solutions against the rules, and formatting the
//! solutions.
//!
//! Usage: `cargo run --release --manifest-path crates/sudoku-sat/solver-comparison/Cargo.toml -- PUZZLES [COUNT]`
//!
//! The program prints a table with one row per solver. Reading, checking and formatting are the same for all rows. In
//! each of three rounds, the program measures every solver once. The rate of each solver is based on the shortest of
//! its three times, which reduces the influence of other programs running at the same time.

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use std::{env, fs};

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit as RustsatLit, TernaryVal, Var as RustsatVar};
use rustsat_batsat::BasicSolver as Batsat;
use rustsat_cadical::CaDiCaL;
use rustsat_minisat::core::Minisat;
use sudoku_cnf::text::{ReadOptions, Reader};
use sudoku_cnf::{ClauseSink, Encoding, Lit, Model, Problem, Puzzle, Solution, Var};
use sudoku_sat::{BatchSolver, Engine, Limits, SolveOptions, Solver};

type Fallible<T> = Result<T, Box<dyn std::error::Error>>;

/// The number of rounds. In each round, the program measures every solver once.
const TURNS: usize = 3;

/// The number of puzzles after which the solver is replaced in the rows named "a new solver every 20 puzzles". Each new
/// solver starts without learned clauses.
const PUZZLES_PER_SOLVER: usize = 20;

fn main() -> Fallible<()> {
    let mut args = env::args().skip(1);
    let path = args.next().ok_or("specify a puzzle file and, optionally, the number of puzzles to use")?;
    let count = args.next().map_or(Ok(usize::MAX), |count| count.parse())?;
    let text = take(&fs::read_to_string(path)?, count);
    let mut rows = rows();
    let mut best = vec![Duration::MAX; rows.len()];
    let mut puzzles = 0;
    for _ in 0..TURNS {
        for ((_, solve), best) in rows.iter_mut().zip(&mut best) {
            let (solved, time) = measure(&text, solve)?;
            puzzles = solved;
            *best = time.min(*best);
        }
    }
    let mut out = io::stdout().lock();
    writeln!(out, "| {puzzles} puzzles | per second | ratio |\n|---|---|---|")?;
    let rate = |time: Duration| puzzles as f64 / time.as_secs_f64();
    for ((name, _), &time) in rows.iter().zip(&best) {
        writeln!(out, "| {name} | {:.0} | {:.2} |", rate(time), rate(time) / rate(best[0]))?;
    }
    Ok(())
}

/// Returns the first `count` puzzles in `text`, which contains one puzzle per line. Blank lines and comment lines are
/// skipped.
fn take(text: &str, count: usize) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.take(count).flat_map(|line| [line, "\n"]).collect()
}

/// Solves all puzzles in `text`. Returns the number of puzzles and the elapsed time, which includes reading the puzzles
/// and checking and formatting the solutions.
fn measure(text: &str, solve: &mut Solve) -> Fallible<(usize, Duration)> {
    let (start, mut printed, mut solved) = (Instant::now(), Vec::new(), 0);
    for record in Reader::new(text.as_bytes(), ReadOptions::default()) {
        let solution = solve(&record?.puzzle)?;
        writeln!(printed, "{solution}")?;
        solved += 1;
    }
    Ok((solved, start.elapsed()))
}

/// A function that solves a puzzle and checks the solution.
type Solve = Box<dyn FnMut(&Puzzle) -> Fallible<Solution>>;

/// Returns the rows of the table, each consisting of a name and a solver. The ratios in the table are relative to the
/// first row.
fn rows() -> Vec<(&'static str, Solve)> {
    let varisat = SolveOptions::new().solver(Solver::Varisat);
    vec![
        ("MiniSat, one solver, givens assumed", assuming::<Minisat>(usize::MAX)),
        ("MiniSat, a new solver every 20 puzzles", assuming::<Minisat>(PUZZLES_PER_SOLVER)),
        ("MiniSat, a new solver per puzzle", assuming::<Minisat>(1)),
        ("batsat, one solver, givens assumed", assuming::<Batsat>(usize::MAX)),
        ("batsat, a new solver every 20 puzzles", assuming::<Batsat>(PUZZLES_PER_SOLVER)),
        ("batsat, a new solver per puzzle", assuming::<Batsat>(1)),
        ("CaDiCaL, one solver, givens assumed", assuming::<CaDiCaL>(usize::MAX)),
        ("CaDiCaL, a new solver every 20 puzzles", assuming::<CaDiCaL>(PUZZLES_PER_SOLVER)),
        ("CaDiCaL, a new solver per puzzle", assuming::<CaDiCaL>(1)),
        ("varisat, whole board", batch(varisat.clone().reduce(false), 1)),
        ("varisat after propagation", batch(varisat.clone(), 1)),
        ("varisat after propagation, with a check for a second solution", batch(varisat, 2)),
        ("no SAT: propagation and search", by_engine(Engine::Propagate)),
        ("no SAT: DPLL", batch(SolveOptions::new(), 1)),
        ("no SAT: DPLL, with a check for a second solution", batch(SolveOptions::new(), 2)),
    ]
}

/// Returns a function that uses the same batch solver as `sudoku-sat solve`. The function searches for up to `max`
/// solutions and returns the first one.
fn batch(options: SolveOptions, max: usize) -> Solve {
    let mut solver = BatchSolver::new(options);
    Box::new(move |puzzle| {
        let found: Vec<_> = solver.solutions(puzzle).take(max).collect::<Result<_, _>>()?;
        found.into_iter().next().ok_or_else(|| "no solution".into())
    })
}

fn by_engine(engine: Engine) -> Solve {
    Box::new(move |puzzle| Ok(engine.solutions(puzzle, Limits::none()).next().ok_or("no solution")??))
}

/// Returns a function that passes the givens of each puzzle to a SAT solver as assumptions. The solver is loaded with
/// the complete encoding of the empty board and is replaced after every `puzzles_per_solver` puzzles.
fn assuming<S: SolveIncremental + Default + 'static>(puzzles_per_solver: usize) -> Solve {
    let (mut solver, mut solved) = (None, 0);
    Box::new(move |puzzle| {
        if solved % puzzles_per_solver == 0 {
            solver = None;
        }
        solved += 1;
        let solver = solver.get_or_insert_with(|| loaded::<S>(&puzzle.without_givens()));
        let geometry = puzzle.geometry();
        let givens: Vec<_> =
            puzzle.givens().map(|given| to_rustsat(geometry.literal(given.cell, given.digit))).collect();
        if solver.solve_assumps(&givens)? != SolverResult::Sat {
            return Err("no solution".into());
        }
        let variables = geometry.size() * geometry.cell_count();
        let assignment = solver.solution(RustsatVar::new(variables as u32 - 1))?;
        let is_true =
            |&number: &usize| assignment.var_value(RustsatVar::new(number as u32 - 1)) == TernaryVal::True;
        let literals = (1..=variables).filter(is_true).filter_map(Var::new).map(Var::positive);
        Ok(Solution::check(Model::from_literals(literals).decode(geometry)?, puzzle)?)
    })
}

/// Returns a new solver loaded with the clauses for `puzzle`.
fn loaded<S: SolveIncremental + Default>(puzzle: &Puzzle) -> S {
    let mut sink = Sink(S::default());
    let Ok(()) = Problem::new(puzzle, Encoding::Complete).encode(&mut sink);
    sink.0
}

struct Sink<S>(S);

impl<S: SolveIncremental> ClauseSink for Sink<S> {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        let clause: Clause = clause.iter().map(|&literal| to_rustsat(literal)).collect();
        self.0.add_clause(clause).expect("the solver accepts every clause of the encoding");
        Ok(())
    }
}

fn to_rustsat(literal: Lit) -> RustsatLit {
    RustsatLit::new(literal.var().number() as u32 - 1, !literal.is_positive())
}
