//! Compares all ways to solve a puzzle on random puzzles, and stops at the first disagreement.
//!
//! ```text
//! cargo run --release -p sudoku-sat --example stress -- minutes=2 seed=1
//! ```
//!
//! A third of the small puzzles have rules beyond houses. Each puzzle is solved once by varisat without any
//! preprocessing. All other methods must agree with this answer: the search engines, the SAT solvers with random
//! encodings, the counter, the true candidates, proofs, and explanations. One comparison is the answer of one method
//! for one puzzle. If a method disagrees, the example removes givens until the disagreement would disappear, prints the
//! remaining puzzle with the commands that show it, and exits with code 1.
//!
//! With `statements=100000`, the example instead compares random statements with their clauses, on all grids of a 4×4
//! board. The other setting is `jobs=`, the number of threads. The same seed leads to the same sequence of puzzles.

#![allow(clippy::print_stdout, clippy::print_stderr, reason = "the example prints its results")]

mod boards;
mod methods;
#[path = "../../../sudoku-cnf/src/puzzle/rule/language/tests/random_statement.rs"]
mod random_statement;
mod reproducer;
mod statements;

use std::error::Error;
use std::process::ExitCode;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use sudoku_cnf::Puzzle;
use sudoku_cnf::puzzle::random::Random;

use methods::{Method, Truth, Verdict};
use reproducer::Reproducer;
use statements::StatementTally;

struct Settings {
    time: Duration,
    seed: u64,
    jobs: usize,
    /// The number of statements to compare instead of puzzles.
    statements: u64,
}

impl Settings {
    fn parse(words: impl Iterator<Item = String>) -> Result<Self, Box<dyn Error>> {
        let (time, jobs) = (Duration::from_secs(120), sudoku_sat::solver::cores());
        let mut settings = Self { time, seed: 1, jobs, statements: 0 };
        for word in words {
            let (name, value) = word.split_once('=').ok_or("settings are NAME=VALUE")?;
            match name {
                "minutes" => settings.time = Duration::try_from_secs_f64(value.parse::<f64>()? * 60.0)?,
                "statements" => settings.statements = value.parse()?,
                "seed" => settings.seed = value.parse()?,
                "jobs" => settings.jobs = value.parse::<usize>()?.max(1),
                _ => return Err(format!("unknown setting '{name}'").into()),
            }
        }
        Ok(settings)
    }
}

/// The numbers of puzzles and comparisons so far.
#[derive(Debug, Default)]
struct Tally {
    next_puzzle: AtomicU64,
    comparisons: AtomicU64,
    /// Answers that were not compared because the method reached its time limit.
    timeouts: AtomicU64,
    /// Puzzles with no, one, and several solutions.
    classes: [AtomicU64; 3],
}

impl Tally {
    fn count(counter: &AtomicU64) {
        counter.fetch_add(1, Ordering::Relaxed);
    }
}

/// Compares random methods on random puzzles until `is_over` returns `true`. Returns the first disagreement.
fn compare(
    seed: u64,
    choose: impl Fn(&mut Random, &Puzzle) -> Vec<Method>,
    tally: &Tally,
    is_over: impl Fn() -> bool,
) -> Option<Reproducer> {
    while !is_over() {
        let number = tally.next_puzzle.fetch_add(1, Ordering::Relaxed);
        let mut random = Random::new(seed, number);
        let puzzle = boards::random_puzzle(&mut random);
        let Some(truth) = Truth::find(&puzzle) else { continue };
        Tally::count(&tally.classes[truth.solution_count().min(2)]);
        for method in choose(&mut random, &puzzle) {
            match truth.check(&method, &puzzle) {
                Verdict::Agreement => Tally::count(&tally.comparisons),
                Verdict::Timeout => Tally::count(&tally.timeouts),
                Verdict::Disagreement(_) => return Some(Reproducer::minimize(&puzzle, method)),
            }
        }
    }
    None
}

/// Compares random statements with their clauses until one of them differs.
fn compare_statements(settings: &Settings) -> ExitCode {
    let (next, tally, found) = (AtomicU64::new(0), StatementTally::default(), Mutex::new(None));
    let is_over = || found.lock().is_ok_and(|found| found.is_some());
    let work = || {
        while !is_over() {
            let number = next.fetch_add(1, Ordering::Relaxed);
            if number >= settings.statements {
                return;
            }
            if let (Some(difference), Ok(mut found)) =
                (statements::compare(settings.seed, number, &tally), found.lock())
            {
                found.get_or_insert(difference);
            }
        }
    };
    thread::scope(|scope| (0..settings.jobs).for_each(|_| drop(scope.spawn(work))));
    let [none, some, all] = tally.counts();
    println!("statements that no, some and all grids satisfy: {none}, {some}, {all}");
    match found.into_inner().unwrap_or_default() {
        Some(difference) => {
            println!("{difference}");
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    }
}

fn main() -> Result<ExitCode, Box<dyn Error>> {
    let settings = Settings::parse(std::env::args().skip(1))?;
    if settings.statements > 0 {
        return Ok(compare_statements(&settings));
    }
    let tally = Tally::default();
    let found = Mutex::new(None);
    let deadline = Instant::now() + settings.time;
    let is_over = || Instant::now() > deadline || found.lock().is_ok_and(|found| found.is_some());
    thread::scope(|scope| {
        for _ in 0..settings.jobs {
            scope.spawn(|| {
                let disagreement = compare(settings.seed, methods::random_methods, &tally, is_over);
                if let (Some(reproducer), Ok(mut found)) = (disagreement, found.lock()) {
                    found.get_or_insert(reproducer);
                }
            });
        }
    });
    let [none, one, several] = tally.classes.each_ref().map(|class| class.load(Ordering::Relaxed));
    println!(
        "{} comparisons; puzzles with no, one and several solutions: {none}, {one}, {several}; {} timeouts",
        tally.comparisons.load(Ordering::Relaxed),
        tally.timeouts.load(Ordering::Relaxed),
    );
    let found = found.into_inner().unwrap_or_default();
    Ok(match found {
        Some(reproducer) => {
            print!("{reproducer}");
            ExitCode::FAILURE
        }
        None => ExitCode::SUCCESS,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use methods::Report;

    #[test]
    fn a_wrong_method_is_found_and_its_puzzle_minimized() {
        // This method overlooks solutions with the digit 1 in the first cell.
        let choose = |_: &mut Random, _: &Puzzle| {
            vec![Method::new("wrong", "true", |puzzle| {
                let Report::Solutions(mut solutions) = methods::reference(puzzle)? else { panic!() };
                solutions.retain(|solution| solution.as_slice()[0].map(sudoku_cnf::Digit::get) != Some(1));
                Ok(Report::Solutions(solutions))
            })]
        };
        let tally = Tally::default();
        let reproducer = compare(1, choose, &tally, || false).unwrap();
        let puzzle = reproducer.puzzle();
        let Verdict::Disagreement(_) = Truth::find(puzzle).unwrap().check(reproducer.method(), puzzle) else {
            panic!("the minimized puzzle must show the disagreement")
        };
        for given in puzzle.givens() {
            let mut smaller = puzzle.clone();
            smaller.set(given.cell, None);
            let truth = Truth::find(&smaller);
            let verdict = truth.map(|truth| truth.check(reproducer.method(), &smaller));
            assert!(!matches!(verdict, Some(Verdict::Disagreement(_))), "the given {given} is not needed");
        }
        assert!(reproducer.to_string().contains("wrong"));
    }

    #[test]
    fn all_methods_agree_on_a_few_puzzles() {
        let tally = Tally::default();
        let is_over = || tally.next_puzzle.load(Ordering::Relaxed) > 30;
        let disagreement = compare(2, methods::random_methods, &tally, is_over);
        assert!(disagreement.is_none(), "{}", disagreement.unwrap());
        assert!(tally.comparisons.load(Ordering::Relaxed) > 100);
    }
}
