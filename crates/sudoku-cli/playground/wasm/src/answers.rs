//! The answers that the page shows while a puzzle is drawn.

use std::sync::{Arc, OnceLock};
use std::time::Duration;

use serde::Serialize;
use serde_json::{Value, json};
use sudoku_cnf::puzzle::check::{check_givens, clashes};
use sudoku_cnf::text::{Record, words};
use sudoku_cnf::{Candidate, Puzzle, Solution};
use sudoku_sat::explain::{
    BoardRule, ExplainOptions, Explanation, Fact, StepsSoFar, explain, first_step, givens_to_add,
    without_cases,
};
use sudoku_sat::rate::score as score_of;
use sudoku_sat::{Interrupt, Limits, Solutions, SolveError, SolveOptions};
use web_time::Instant;

use crate::board::alphabet;
use crate::state::{State, state};

/// The number of solutions up to which they are counted.
const MAX_COUNT: usize = 1_000;
/// The time after which the count ends. If the verdict takes most of it, the count has another quarter.
const COUNT_TIME: Duration = Duration::from_millis(350);
/// The time after which any other answer ends.
const TIME: Duration = Duration::from_secs(10);

/// The number of solutions, and up to two of them.
#[derive(Debug, Serialize)]
pub(crate) struct Verdict {
    /// `unique`, `several`, `unsatisfiable`, or `unknown` if the time has ended before.
    verdict: &'static str,
    count: usize,
    /// Whether there are no other solutions.
    exact: bool,
    /// The reason why there is no solution, if givens clash.
    reason: String,
    /// The digits of up to two solutions.
    solutions: Vec<Vec<usize>>,
}

/// Counts the solutions. The verdict is passed to `send` before the count is known.
pub(crate) fn verdict(record: &Record, send: &mut dyn FnMut(&str)) -> Result<Verdict, String> {
    let start = Instant::now();
    let puzzle = &record.puzzle;
    let count_end = Arc::new(OnceLock::new());
    let (end, limits) = (count_end.clone(), Limits::none().within(TIME));
    let limits =
        limits.with_interrupt(Interrupt::when(move || end.get().is_some_and(|&end| Instant::now() >= end)));
    let mut solutions =
        SolveOptions::new().limits(limits).max_solutions(MAX_COUNT as u64 + 1).solutions(puzzle);
    let (found, is_complete) = up_to(2, &mut solutions)?;
    let verdict = match found.len() {
        0 | 1 if !is_complete => "unknown",
        0 => "unsatisfiable",
        1 => "unique",
        _ => "several",
    };
    let mut answer = Verdict {
        verdict,
        count: found.len(),
        exact: is_complete && found.len() < 2,
        reason: if verdict == "unsatisfiable" { reason(puzzle) } else { String::new() },
        solutions: found.iter().map(digits).collect(),
    };
    if verdict == "several" {
        send(&json!(answer).to_string());
        count_end.get_or_init(|| (start + COUNT_TIME).max(Instant::now() + COUNT_TIME / 4));
        let (more, is_complete) = up_to(MAX_COUNT - 1, &mut solutions)?;
        answer.count = (found.len() + more.len()).min(MAX_COUNT);
        answer.exact = is_complete && found.len() + more.len() <= MAX_COUNT;
    }
    Ok(answer)
}

/// Returns up to `most` of the next solutions, and whether the search has not been stopped.
fn up_to(most: usize, solutions: &mut Solutions<'_>) -> Result<(Vec<Solution>, bool), String> {
    let mut found = Vec::new();
    for solution in solutions.take(most) {
        match solution {
            Ok(solution) => found.push(solution),
            Err(SolveError::Unknown(_)) => return Ok((found, false)),
            Err(error) => return Err(error.to_string()),
        }
    }
    Ok((found, true))
}

fn digits(solution: &Solution) -> Vec<usize> {
    solution.grid().digits().map(|placed| placed.digit.get()).collect()
}

/// Returns why a puzzle has no solution if its givens clash.
fn reason(puzzle: &Puzzle) -> String {
    let Err(error) = check_givens(puzzle) else { return String::new() };
    clashes(puzzle.grid()).next().map_or_else(|| error.to_string(), |clash| clash.to_string())
}

/// Returns the digits of each cell that occur in solutions, or `null` if there is no solution.
pub(crate) fn candidates(record: &Record) -> Result<Value, String> {
    let options = SolveOptions::new().timeout(TIME);
    let board = options.true_candidates(&record.puzzle).map_err(message)?;
    let candidates = board.map(|board| -> Vec<Vec<usize>> {
        let cells = record.puzzle.geometry().cells();
        cells.map(|cell| board.digits(cell).map(|digit| digit.get()).collect()).collect()
    });
    Ok(json!({ "candidates": candidates }))
}

/// The next step of an explanation. All fields are empty if there is none.
#[derive(Debug, Default, Serialize)]
pub(crate) struct NextStep {
    technique: String,
    sentence: String,
    /// The cases of the proof that the sentence summarizes.
    cases: Vec<String>,
    /// The candidates that the step places, and those that it excludes, as cell and digit.
    placed: Vec<[usize; 2]>,
    excluded: Vec<[usize; 2]>,
    /// The cells of the houses and rules that the step uses.
    cells: Vec<usize>,
}

pub(crate) fn step(record: &Record) -> Result<NextStep, String> {
    let puzzle = &record.puzzle;
    let limits = Limits::none().within(TIME);
    let step = first_step(puzzle, &limits).map_err(message)?;
    let Some(step) = step else { return Ok(NextStep::default()) };
    let geometry = puzzle.geometry();
    let facts = |is_placed| -> Vec<[usize; 2]> {
        let facts = step.derived.iter().filter(|fact| fact.is_placed == is_placed);
        facts.map(|Fact { candidate, .. }| [geometry.index(candidate.cell), candidate.digit.get()]).collect()
    };
    let mut cells: Vec<usize> = Vec::new();
    for rule in &step.rules {
        match rule {
            BoardRule::Cell(cell) => cells.push(geometry.index(*cell)),
            BoardRule::House { house, .. } => {
                cells.extend(geometry.house(*house).cells.iter().map(|&cell| geometry.index(cell)));
            }
            BoardRule::Rule(index) => {
                let rule = &puzzle.rules()[*index];
                cells.extend(rule.cells().iter().chain(rule.other_cells()).map(|&cell| geometry.index(cell)));
            }
            _ => {}
        }
    }
    cells.sort_unstable();
    cells.dedup();
    // A step without a pattern has a proof by cases, unless the time ends.
    let has_cases = !step.technique.has_pattern();
    let cases = has_cases.then(|| step.cases(puzzle, &limits).ok().flatten()).flatten();
    let sentence = StepsSoFar::new(puzzle, alphabet(record)).sentence(&step, cases.as_ref());
    let (sentence, cases) = without_cases(&sentence);
    Ok(NextStep {
        technique: words::capitalized(&step.technique.to_string()),
        sentence,
        cases: cases.into_iter().map(str::to_owned).collect(),
        placed: facts(true),
        excluded: facts(false),
        cells,
    })
}

/// Returns the score of a puzzle, or `null` unless it has exactly one solution.
pub(crate) fn score(record: &Record) -> Result<Value, String> {
    let score = score_of(&record.puzzle, &Limits::none().within(TIME)).map_err(message)?;
    Ok(json!({ "score": score }))
}

/// Givens and rules: the cells of the givens, and the indices of the rules.
#[derive(Debug, Default, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Parts {
    givens: Vec<usize>,
    rules: Vec<usize>,
    /// Whether no smaller set has the same property.
    is_smallest: bool,
}

/// Returns a smallest set of givens and rules without a solution.
pub(crate) fn conflict(record: &Record) -> Result<Parts, String> {
    let options = ExplainOptions { smallest: true, max_steps: Some(0), ..ExplainOptions::default() };
    let explanation = explain(&record.puzzle, &options, &Limits::none().within(TIME)).map_err(message)?;
    let Explanation::Unsatisfiable { givens: found, .. } = explanation else {
        return Ok(Parts::default());
    };
    Ok(Parts {
        givens: cells(&record.puzzle, &found.givens),
        rules: found.rules,
        is_smallest: found.is_smallest,
    })
}

/// Returns the givens and rules without which the puzzle has the same solutions.
pub(crate) fn unnecessary(record: &Record) -> Result<Parts, String> {
    let puzzle = &record.puzzle;
    let options = SolveOptions::new().limits(Limits::none().within(TIME));
    let givens = options.redundant_givens(puzzle).map_err(message)?.unwrap_or_default();
    let redundant = options.redundant_rules(puzzle).map_err(message)?;
    let rules = (0..puzzle.rules().len()).filter(|&index| redundant.contains(&puzzle.rules()[index]));
    Ok(Parts { givens: cells(puzzle, &givens), rules: rules.collect(), is_smallest: false })
}

fn cells(puzzle: &Puzzle, givens: &[Candidate]) -> Vec<usize> {
    givens.iter().map(|given| puzzle.geometry().index(given.cell)).collect()
}

/// Returns a puzzle with the same solutions that can lose no given and no rule.
pub(crate) fn reduce(mut record: Record) -> Result<State, String> {
    let options = SolveOptions::new().limits(Limits::none().within(TIME));
    let fewer = options.minimize(&record.puzzle).map_err(message)?.ok_or("the puzzle has no solution")?;
    record.puzzle = options.minimize_rules(&fewer).map_err(message)?;
    Ok(state(&record))
}

/// Returns the puzzle with additional givens, so that it has exactly one solution.
pub(crate) fn complete(mut record: Record) -> Result<State, String> {
    let limits = Limits::none().within(TIME);
    let added = givens_to_add(&record.puzzle, &limits).map_err(message)?;
    for given in added.givens {
        record.puzzle.set(given.cell, Some(given.digit));
    }
    Ok(state(&record))
}

fn message(error: SolveError) -> String {
    match error {
        SolveError::Unknown(_) => "not known after 10 seconds".to_owned(),
        error => error.to_string(),
    }
}
