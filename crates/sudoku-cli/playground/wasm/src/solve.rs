//! Solvers on the CNF of a puzzle.

use serde_json::{Value, json};
use sudoku_cnf::text::Record;
use sudoku_cnf::{Lit, Problem};
use sudoku_sat::{Limits, Outcome, SolveOptions, Solver};
use web_time::Instant;

use crate::input::CnfChoice;

/// Solves the CNF of the whole board with a solver. Returns a sentence about the number of solutions, and the time.
pub(crate) fn solve(record: &Record, solver: &str, CnfChoice(cnf): CnfChoice) -> Result<Value, String> {
    let solver = Solver::named(solver).ok_or_else(|| format!("unknown solver '{solver}'"))?;
    let options = SolveOptions::new().solver(solver).encoding(cnf.encoding).at_most_one(cnf.at_most_one);
    let options = options.sum_encoding(cnf.sum_encoding).reduce(false).max_solutions(2);
    let start = Instant::now();
    let found: Result<Vec<_>, _> = options.solutions(&record.puzzle).collect();
    let found = found.map_err(|error| error.to_string())?.len();
    let seconds = start.elapsed().as_secs_f64();
    let sentence = ["No solution.", "Exactly one solution.", "Several solutions."][found];
    Ok(json!({ "sentence": sentence, "seconds": seconds }))
}

/// Returns the answer of the native solver to the CNF of a puzzle, in the format of the SAT competitions.
pub(crate) fn model(record: &Record, choice: CnfChoice) -> Result<Value, String> {
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
    Ok(json!({ "text": text }))
}
