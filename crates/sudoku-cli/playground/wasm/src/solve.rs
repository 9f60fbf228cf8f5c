//! Solutions and models.

use serde::Serialize;
use sudoku_cnf::puzzle::check::{check_givens, clashes};
use sudoku_cnf::text::Record;
use sudoku_cnf::{Lit, Problem, Solution};
use sudoku_sat::{Limits, Outcome, SolveOptions, Solver};
use web_time::Instant;

use crate::board::svg;
use crate::input::CnfChoice;

/// The number of solutions, and up to two of them.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Solved {
    /// `unique`, `several` or `unsatisfiable`.
    verdict: &'static str,
    sentence: String,
    solutions: Vec<Shown>,
    seconds: f64,
}

/// A solution.
#[derive(Debug, Serialize)]
struct Shown {
    /// The solution as one line.
    line: String,
    /// The drawing of the puzzle with the solution.
    svg: String,
}

/// Searches for two solutions. A named solver receives the CNF of the whole board.
pub(crate) fn solve(record: &Record, solver: &str, choice: Option<CnfChoice>) -> Result<Solved, String> {
    let mut options = SolveOptions::new().max_solutions(2);
    if !solver.is_empty() {
        let solver = Solver::named(solver).ok_or_else(|| format!("unknown solver '{solver}'"))?;
        options = options.solver(solver);
        if let Some(CnfChoice(cnf)) = choice {
            options = options.encoding(cnf.encoding).at_most_one(cnf.at_most_one);
            options = options.sum_encoding(cnf.sum_encoding).reduce(false);
        }
    }
    let start = Instant::now();
    let found: Result<Vec<_>, _> = options.solutions(&record.puzzle).collect();
    let found = found.map_err(|error| error.to_string())?;
    let seconds = start.elapsed().as_secs_f64();
    let (verdict, sentence) = match &found[..] {
        [] => ("unsatisfiable", format!("No solution{}.", reason(record))),
        [_] => ("unique", "Exactly one solution.".to_owned()),
        [one, other, ..] => {
            let mut pairs = one.grid().digits().zip(other.grid().digits());
            let example = pairs.find(|(a, b)| a != b).map(|(a, b)| format!(": {a} or {b}"));
            ("several", format!("Several solutions{}.", example.unwrap_or_default()))
        }
    };
    let shown =
        |solution: &Solution| Ok(Shown { line: solution.to_string(), svg: svg(record, Some(solution))? });
    let solutions = found.iter().map(shown).collect::<Result<_, String>>()?;
    Ok(Solved { verdict, sentence, solutions, seconds })
}

/// Returns why a puzzle has no solution if its givens clash.
fn reason(record: &Record) -> String {
    match check_givens(&record.puzzle) {
        Ok(()) => String::new(),
        Err(error) => clashes(record.puzzle.grid())
            .next()
            .map_or_else(|| format!(": {error}"), |clash| format!(": {clash}")),
    }
}

/// The answer of the native solver to the CNF of a puzzle.
#[derive(Debug, Serialize)]
pub(crate) struct ModelText {
    /// The answer in the format of the SAT competitions.
    text: String,
}

pub(crate) fn model(record: &Record, choice: CnfChoice) -> Result<ModelText, String> {
    let problem = Problem::new(&record.puzzle, choice.0);
    let size = problem.size().map_err(|error| error.to_string())?;
    let mut solver = Solver::Native.create().map_err(|error| error.to_string())?;
    problem.encode(&mut *solver).map_err(|error| error.to_string())?;
    let text = match solver.solve(&[], &Limits::none()).map_err(|error| error.to_string())? {
        Outcome::Satisfiable(model) => {
            let mut text = "s SATISFIABLE\n".to_owned();
            let numbers: Vec<i32> = (1..=size.variables as i32).collect();
            for line in numbers.chunks(20) {
                text += "v";
                for literal in line.iter().filter_map(|&number| Lit::from_dimacs(number)) {
                    let literal = if model.satisfies(literal) { literal } else { !literal };
                    text += &format!(" {}", literal.dimacs());
                }
                text += "\n";
            }
            text + "v 0\n"
        }
        Outcome::Unsatisfiable(_) => "s UNSATISFIABLE\n".to_owned(),
        Outcome::Unknown(reason) => return Err(reason.to_string()),
    };
    Ok(ModelText { text })
}
