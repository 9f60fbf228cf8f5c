//! `sudoku-sat explain`: explains a puzzle step by step.

mod excerpt;
mod json;
mod text;

use std::io::Write;

use anyhow::anyhow;
use sudoku_cnf::cli::{Failure, exit_code};
use sudoku_cnf::text::{Format, JsonCells, Record, Writer};
use sudoku_cnf::{Candidate, Grid, Puzzle};
use sudoku_sat::explain::{
    Deduction, ExplainOptions, Explanation, GivenSet, explain as explain_puzzle, explain_candidate,
    givens_to_add, givens_to_change, givens_to_remove,
};
use sudoku_sat::{Interrupt, Limits, SolveError, Solver, StopReason};

use super::args::{ExplainArgs, ExplainFormat};
use super::{input, print_data, print_message, report_unknown, solve_failure};
use json::{JsonCandidate, JsonResult, JsonStep};
use sudoku_cnf::cli::output::{self, Output};

pub(crate) fn explain(args: &ExplainArgs, is_quiet: bool, interrupt: &Interrupt) -> Result<u8, Failure> {
    let record = input::puzzle(args.input.as_ref(), &args.puzzle, is_quiet)?;
    output::open(
        args.output.output.as_deref(),
        args.input.iter().chain(args.puzzle.read.board.regions_file()),
    )?;
    let limits = args.time.limits(interrupt);
    let printer = Printer { args, record: &record, limits: &limits, interrupt };
    let result = if args.cell.is_some() || args.candidate.is_some() {
        printer.explain_candidate()
    } else {
        printer.explain_puzzle()
    };
    match result {
        Err(Stop::Solve(SolveError::Unknown(reason))) => {
            if printer.is_json() && reason != StopReason::Interrupted {
                let message = Some(reason.to_string());
                print_result(&JsonResult { status: "unknown", message, ..JsonResult::default() })?;
            }
            Ok(report_unknown(&reason))
        }
        Err(Stop::Solve(error)) => Err(solve_failure(error)),
        Err(Stop::Failure(failure)) => Err(failure),
        Ok(code) => Ok(code),
    }
}

/// The reason why a command ended early.
enum Stop {
    Solve(SolveError),
    Failure(Failure),
}

impl From<SolveError> for Stop {
    fn from(error: SolveError) -> Self {
        Self::Solve(error)
    }
}

impl From<Failure> for Stop {
    fn from(failure: Failure) -> Self {
        Self::Failure(failure)
    }
}

struct Printer<'a> {
    args: &'a ExplainArgs,
    record: &'a Record,
    limits: &'a Limits,
    interrupt: &'a Interrupt,
}

impl Printer<'_> {
    fn puzzle(&self) -> &Puzzle {
        &self.record.puzzle
    }

    fn is_json(&self) -> bool {
        self.args.format == Some(ExplainFormat::Json)
    }

    fn options(&self) -> ExplainOptions {
        let max_steps = if self.args.next { Some(1) } else { self.args.step };
        ExplainOptions { max_size: self.args.max_size, smallest: self.args.smallest, max_steps }
    }

    fn explain_candidate(&self) -> Result<u8, Stop> {
        let puzzle = self.puzzle();
        let candidate = match (self.args.candidate, self.args.cell) {
            (Some(candidate), _) => candidate,
            (None, Some(cell)) => Candidate { cell, digit: sudoku_cnf::Digit::new(1).ok_or_else(no_digit)? },
            (None, None) => return self.explain_puzzle(),
        };
        let geometry = puzzle.geometry();
        if !geometry.contains(candidate.cell) || candidate.digit.get() > geometry.size() {
            let n = geometry.size();
            let place =
                if self.args.cell.is_some() { candidate.cell.to_string() } else { candidate.to_string() };
            return Err(Failure::Other(anyhow!("{place} is not on the {n}x{n} board")).into());
        }
        let candidate = match self.args.cell {
            Some(cell) => match self.args.time.options(self.interrupt).solve(puzzle)? {
                Some(solution) => Candidate { cell, digit: solution.get(cell) },
                None => return self.explain_puzzle(),
            },
            None => candidate,
        };
        let Some(step) = explain_candidate(puzzle, candidate, &self.options(), self.limits)? else {
            return self.explain_puzzle();
        };
        if self.args.max_size.is_some_and(|most| step.size() > most) {
            let message = format!("the reason has {} rules and facts, more than --max-size", step.size());
            if self.is_json() {
                print_result(&JsonResult {
                    status: "unknown",
                    message: Some(message),
                    ..JsonResult::default()
                })?;
            } else {
                print_message(message);
            }
            return Ok(exit_code::UNKNOWN);
        }
        self.print_steps(puzzle, &[step], 0)?;
        if self.is_json() {
            print_result(&JsonResult { status: "solved", steps: 1, ..JsonResult::default() })?;
        }
        Ok(exit_code::DONE)
    }

    fn explain_puzzle(&self) -> Result<u8, Stop> {
        let puzzle = self.puzzle();
        match explain_puzzle(puzzle, &self.options(), self.limits)? {
            Explanation::Solved { steps, solution } => {
                self.print_steps(puzzle, &steps, self.first_printed(&steps))?;
                if self.is_json() {
                    let solution = Some(JsonCells::of(solution.grid()));
                    let (status, steps) = ("solved", steps.len());
                    print_result(&JsonResult { status, steps, solution, ..JsonResult::default() })?;
                }
                Ok(exit_code::DONE)
            }
            Explanation::Unknown { steps, reason } => {
                if reason == Some(StopReason::Interrupted) {
                    return Ok(exit_code::INTERRUPTED);
                }
                self.print_steps(puzzle, &steps, self.first_printed(&steps))?;
                let message = reason.map_or_else(
                    || "there is no further step with at most --max-size rules and facts".to_owned(),
                    |reason| reason.to_string(),
                );
                if self.is_json() {
                    let (status, steps, message) = ("unknown", steps.len(), Some(message));
                    print_result(&JsonResult { status, steps, message, ..JsonResult::default() })?;
                } else {
                    print_message(format_args!("result unknown: {message}"));
                }
                Ok(exit_code::UNKNOWN)
            }
            Explanation::Unsatisfiable { givens, steps } => self.print_conflict(&givens, &steps),
            Explanation::Several { differ, solutions } => {
                let repair = if self.args.repair { Some(givens_to_add(puzzle, self.limits)?) } else { None };
                if self.is_json() {
                    print_result(&JsonResult {
                        status: "several",
                        differ: Some(differ.iter().map(|&cell| json::place(cell)).collect()),
                        solutions: Some(
                            solutions.iter().map(|solution| JsonCells::of(solution.grid())).collect(),
                        ),
                        add: repair.as_ref().map(candidates),
                        fewest: repair.as_ref().map(|repair| repair.is_smallest),
                        ..JsonResult::default()
                    })?;
                    return Ok(exit_code::DONE);
                }
                let cells: Vec<_> = differ.iter().map(ToString::to_string).collect();
                print_data(&format!(
                    "several solutions, which differ in {} cells: {}",
                    cells.len(),
                    cells.join(" ")
                ))?;
                for solution in &*solutions {
                    print_data(&solution.to_string())?;
                }
                if let Some(repair) = repair {
                    print_data(&format!(
                        "{}: {}",
                        fewest("givens to add for a unique solution", &repair),
                        names(&repair)
                    ))?;
                }
                Ok(exit_code::DONE)
            }
            _ => Err(Failure::Other(anyhow!("unknown kind of explanation")).into()),
        }
    }

    fn print_conflict(&self, givens: &GivenSet, steps: &[Deduction]) -> Result<u8, Stop> {
        let repair = if self.args.repair { givens_to_remove(self.puzzle(), self.limits)? } else { None };
        let changes = match &repair {
            Some(removed) => givens_to_change(self.puzzle(), removed, self.limits)?,
            None => Vec::new(),
        };
        let mut conflicting = self.puzzle().without_givens();
        givens.givens.iter().for_each(|given| conflicting.set(given.cell, Some(given.digit)));
        if self.is_json() {
            self.print_steps(&conflicting, steps, self.first_printed(steps))?;
            print_result(&JsonResult {
                status: "unsatisfiable",
                steps: steps.len(),
                givens: Some(candidates(givens)),
                smallest: Some(givens.is_smallest),
                remove: repair.as_ref().map(candidates),
                change: repair.as_ref().map(|_| changes.iter().map(JsonCandidate::from).collect()),
                fewest: repair.as_ref().map(|repair| repair.is_smallest),
                ..JsonResult::default()
            })?;
            return Ok(exit_code::NO_SOLUTION);
        }
        let kind = if givens.is_smallest { "smallest" } else { "minimal" };
        let count = givens.givens.len();
        print_data(&format!(
            "no solution; a {kind} set of {count} givens without a solution: {}",
            names(givens)
        ))?;
        for line in excerpt::marked_lines(self.record, &givens.givens) {
            print_data(&line)?;
        }
        self.print_steps(&conflicting, steps, self.first_printed(steps))?;
        if let Some(repair) = repair {
            print_data(&format!("{}: {}", fewest("givens to remove", &repair), names(&repair)))?;
            let changes: Vec<_> = changes.iter().map(ToString::to_string).collect();
            print_data(&format!("or change them: {}", changes.join(" ")))?;
        }
        Ok(exit_code::NO_SOLUTION)
    }

    /// Returns the index of the first step to print.
    fn first_printed(&self, steps: &[Deduction]) -> usize {
        self.args.step.map_or(0, |step| (step - 1).min(steps.len()))
    }

    /// Checks and prints the steps from index `first` on, which start from the givens of `puzzle`.
    fn print_steps(&self, puzzle: &Puzzle, steps: &[Deduction], first: usize) -> Result<(), Stop> {
        let geometry = puzzle.geometry();
        let mut placed = puzzle.grid().clone();
        if let Some(step) = self.args.step.filter(|&step| step > steps.len()) {
            print_message(format_args!("there is no step {step}: the explanation has {} steps", steps.len()));
        }
        for (index, step) in steps.iter().enumerate() {
            if index >= first {
                let mut step = step.clone();
                let verification = step.verify(geometry, &Solver::Native, &Limits::none())?;
                if !verification.is_valid {
                    let number = index + 1;
                    return Err(
                        Failure::Other(anyhow!("the SAT solver refutes step {number}: {step:?}")).into()
                    );
                }
                step.is_minimal = verification.is_minimal;
                let line = if self.is_json() {
                    json::line(&JsonStep::new(index + 1, &step, geometry))
                } else {
                    text::step(index + 1, &step, geometry, &placed)
                };
                writeln!(Output, "{line}").map_err(output::failure)?;
            }
            for fact in step.derived.iter().filter(|fact| fact.is_placed) {
                placed.set(fact.candidate.cell, Some(fact.candidate.digit));
            }
            if index >= first && self.args.boards && !self.is_json() {
                self.print_board(&placed)?;
            }
        }
        Ok(())
    }

    fn print_board(&self, placed: &Grid) -> Result<(), Failure> {
        let mut writer = Writer::new(Format::Grid, Output);
        let record = Record { alphabet: self.record.alphabet, ..Record::new(placed.clone().into(), 1) };
        writer.write(&record).map_err(anyhow::Error::from)?;
        writer.finish().map(drop).map_err(output::failure)
    }
}

fn print_result(result: &JsonResult) -> Result<(), Failure> {
    print_data(&json::line(result))
}

fn no_digit() -> Failure {
    Failure::Other(anyhow!("the board has no digits"))
}

fn candidates(set: &GivenSet) -> Vec<JsonCandidate> {
    set.givens.iter().map(JsonCandidate::from).collect()
}

fn names(set: &GivenSet) -> String {
    set.givens.iter().map(ToString::to_string).collect::<Vec<_>>().join(" ")
}

fn fewest(what: &str, set: &GivenSet) -> String {
    if set.is_smallest { format!("fewest {what}") } else { format!("{what}, perhaps not the fewest") }
}
