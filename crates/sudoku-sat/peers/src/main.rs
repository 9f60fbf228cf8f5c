//! How many puzzles of a list each way to solve them does in a second, one thread, from the text to the printed
//! solution that the rule checker has passed:
//!
//! `cargo run --release --manifest-path crates/sudoku-sat/peers/Cargo.toml -- PUZZLES [COUNT]`
//!
//! Every row reads, checks and prints by the same code, so they differ in the solver alone. The rows take turns, and
//! of three turns the best counts, as other programs on the machine slow down some of them.

use std::convert::Infallible;
use std::io::{self, Write};
use std::time::{Duration, Instant};
use std::{env, fs};

use rustsat::solvers::{SolveIncremental, SolverResult};
use rustsat::types::{Clause, Lit as TheirLit, TernaryVal, Var as TheirVar};
use rustsat_batsat::BasicSolver as Batsat;
use rustsat_cadical::CaDiCaL;
use rustsat_minisat::core::Minisat;
use sudoku_cnf::text::{self, Format, ReadOptions, Reader};
use sudoku_cnf::{ClauseSink, CnfOptions, Encoding, Grid, Lit, Model, Problem, Solution, Var};
use sudoku_sat::{Engine, Limits, Probing, Solver, solutions};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// How often each row is measured.
const TURNS: usize = 3;

/// After so many puzzles a solver that learns is made anew, where that is tried.
const PUZZLES_A_SOLVER: usize = 20;

fn main() -> Outcome<()> {
    let mut args = env::args().skip(1);
    let path = args.next().ok_or("give a file of puzzles, and perhaps how many of them to take")?;
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
    writeln!(out, "| {puzzles} puzzles | a second | ratio |\n|---|---|---|")?;
    let rate = |time: Duration| puzzles as f64 / time.as_secs_f64();
    for ((name, _), &time) in rows.iter().zip(&best) {
        writeln!(out, "| {name} | {:.0} | {:.2} |", rate(time), rate(time) / rate(best[0]))?;
    }
    Ok(())
}

/// The lines of the first `count` puzzles of a list.
fn take(text: &str, count: usize) -> String {
    let lines = text.lines().filter(|line| !line.trim().is_empty() && !line.starts_with('#'));
    lines.take(count).flat_map(|line| [line, "\n"]).collect()
}

/// How many puzzles there are, and how long it takes to read, solve, check and print them.
fn measure(text: &str, solve: &mut Solve) -> Outcome<(usize, Duration)> {
    let (start, mut printed, mut solved) = (Instant::now(), Vec::new(), 0);
    for record in Reader::new(text.as_bytes(), ReadOptions::default()) {
        let solution = solve(&record?.puzzle)?;
        text::write(solution.grid(), Format::Line, &mut printed)?;
        solved += 1;
    }
    Ok((solved, start.elapsed()))
}

/// A way to solve a puzzle.
type Solve = Box<dyn FnMut(&Grid) -> Outcome<Solution>>;

/// All ways, with their names. The first is what the others are compared with.
fn rows() -> Vec<(&'static str, Solve)> {
    let whole = CnfOptions::from(Encoding::Complete);
    vec![
        ("MiniSat, one solver, givens assumed", assuming::<Minisat>(usize::MAX)),
        ("MiniSat, another after 20", assuming::<Minisat>(PUZZLES_A_SOLVER)),
        ("MiniSat, one a puzzle", assuming::<Minisat>(1)),
        ("batsat, one solver, givens assumed", assuming::<Batsat>(usize::MAX)),
        ("batsat, another after 20", assuming::<Batsat>(PUZZLES_A_SOLVER)),
        ("batsat, one a puzzle", assuming::<Batsat>(1)),
        ("CaDiCaL, one solver, givens assumed", assuming::<CaDiCaL>(usize::MAX)),
        ("CaDiCaL, another after 20", assuming::<CaDiCaL>(PUZZLES_A_SOLVER)),
        ("CaDiCaL, one a puzzle", assuming::<CaDiCaL>(1)),
        ("varisat, whole board", by(Solver::Varisat, whole)),
        ("varisat, reduced", by(Solver::Varisat, whole.reduced())),
        ("varisat, what probing leaves", probed(1)),
        ("the same, and whether it is the only solution", probed(2)),
        ("no SAT: --solver propagate", by(Solver::Engine(Engine::Propagate), whole)),
    ]
}

/// By one of this project's solvers.
fn by(solver: Solver, options: CnfOptions) -> Solve {
    Box::new(move |puzzle| {
        let mut found = solutions(puzzle, &solver, options, Limits::none())?;
        Ok(found.next().ok_or("no solution")??)
    })
}

/// As `sudoku-sat solve` treats many puzzles, with `--check-unique` if two solutions are wanted.
fn probed(wanted: usize) -> Solve {
    let mut probing = Probing::default();
    let options = CnfOptions::from(Encoding::Complete).reduced();
    Box::new(move |puzzle| {
        let found = probing.solutions(puzzle, &Solver::Varisat, options, Limits::none())?;
        let found: Vec<_> = found.take(wanted).collect::<Result<_, _>>()?;
        found.into_iter().next().ok_or_else(|| "no solution".into())
    })
}

/// By a solver that has the complete encoding of the empty board and assumes the givens; after so many puzzles by
/// another one.
fn assuming<S: SolveIncremental + Default + 'static>(patience: usize) -> Solve {
    let (mut solver, mut asked) = (None, 0);
    Box::new(move |puzzle| {
        if asked % patience == 0 {
            solver = None;
        }
        asked += 1;
        let empty = || Grid::empty(puzzle.geometry().clone());
        let solver = solver.get_or_insert_with(|| loaded::<S>(&Problem::new(&empty(), Encoding::Complete)));
        let geometry = puzzle.geometry();
        let givens: Vec<_> =
            puzzle.givens().map(|given| theirs(geometry.literal(given.cell, given.digit))).collect();
        if solver.solve_assumps(&givens)? != SolverResult::Sat {
            return Err("no solution".into());
        }
        let variables = geometry.size() * geometry.cell_count();
        let assignment = solver.solution(TheirVar::new(variables as u32 - 1))?;
        let is_true =
            |&number: &usize| assignment.var_value(TheirVar::new(number as u32 - 1)) == TernaryVal::True;
        let literals = (1..=variables).filter(is_true).filter_map(Var::new).map(Var::positive);
        Ok(Solution::check(Model::from_literals(literals).decode(geometry)?, puzzle)?)
    })
}

/// A solver with the clauses of a problem.
fn loaded<S: SolveIncremental + Default>(problem: &Problem) -> S {
    let mut sink = Sink(S::default());
    let Ok(()) = problem.encode(&mut sink);
    sink.0
}

struct Sink<S>(S);

impl<S: SolveIncremental> ClauseSink for Sink<S> {
    type Error = Infallible;

    fn add_clause(&mut self, clause: &[Lit]) -> Result<(), Infallible> {
        let clause: Clause = clause.iter().map(|&literal| theirs(literal)).collect();
        self.0.add_clause(clause).expect("a solver takes any clause of a formula without quirks");
        Ok(())
    }
}

fn theirs(literal: Lit) -> TheirLit {
    TheirLit::new(literal.var().number() as u32 - 1, !literal.is_positive())
}
