//! `sudoku-sat explain`: explains each puzzle step by step.

mod excerpt;
mod hint;
pub(super) mod json;
mod text;

use anyhow::anyhow;
use itertools::Itertools;
use sudoku_cnf::cli::numbers::counted;
use sudoku_cnf::cli::{Failure, Style, terminal};
use sudoku_cnf::puzzle::check::clashes;
use sudoku_cnf::text::{Format, JsonCells, Record};
use sudoku_cnf::{Candidate, Puzzle};
use sudoku_sat::explain::{
    Deduction, ExplainOptions, Explanation, GivensAndRules, StepRecord, StepsSoFar,
    explain as explain_puzzle, explain_candidate, givens_to_add, givens_to_change, givens_to_remove,
    helpful_givens, steps_to, unstated_rules,
};
use sudoku_sat::{Limits, SolveError, Solver, StopReason};

use super::args::{ExplainArgs, ExplainFormat, Hint};
use super::record::{Answer, JsonRecord, Status};
use super::record_format::RecordFormat;
use super::records::{Form, RecordCommand};
use super::text::to_text;
use super::{INTERRUPT, solve_failure};
use json::{JsonLine, JsonResult};

pub(crate) fn explain(args: &ExplainArgs, style: Style) -> Result<u8, Failure> {
    let format = match args.format {
        Some(ExplainFormat::Json) => RecordFormat::Json,
        _ => RecordFormat::Text { separator: "\n", has_heading: true },
    };
    let files = (&args.puzzles[..], args.output.output.as_deref());
    RecordCommand::new(files, &args.batch, &args.puzzle, style, format)
        .answer(false, |record, json, form| answer(record, args, json, form))
}

fn answer(record: &Record, args: &ExplainArgs, json: &mut JsonRecord, form: Form) -> Result<Answer, Failure> {
    let limits = args.time.limits();
    let mut explainer =
        Explainer { args, record, limits: &limits, text: Vec::new(), json: Vec::new(), message: None };
    let status = match explainer.explain() {
        Ok(status) => status,
        Err(Failure::Unknown(reason)) => explainer.unknown(0, reason),
        Err(failure) => return Err(failure),
    };
    let is_json = explainer.is_json();
    let Explainer { mut text, json: lines, message, .. } = explainer;
    if form == Form::Document
        && status == Status::Solved
        && let Some(message) = &message
    {
        return Err(Failure::Puzzle(anyhow!("{message}")));
    }
    match form {
        Form::Document => {
            if is_json {
                text = lines.iter().map(json::line).collect();
            }
            json.message = message;
        }
        Form::Text => text.extend(message.map(|message| match status {
            Status::Unknown => format!("unknown: {message}"),
            _ => message,
        })),
        Form::Fields => (json.explanation, json.message) = (lines, message),
    }
    let mut text = text.join("\n");
    if let Some(width) = terminal::width().filter(|_| !is_json) {
        text = text.lines().map(|line| terminal::wrap(line, width)).join("\n");
    }
    Ok(match status {
        Status::Solved | Status::Error => Answer::Solved(text),
        Status::Unsatisfiable => Answer::Unsatisfiable(Some(text)),
        Status::Unknown => Answer::Unknown(Some(text)),
    })
}

/// The explanation of one puzzle.
struct Explainer<'a> {
    args: &'a ExplainArgs,
    record: &'a Record,
    limits: &'a Limits,
    /// The explanation as text.
    text: Vec<String>,
    /// The explanation as JSON Lines.
    json: Vec<JsonLine>,
    /// A message for standard error.
    message: Option<String>,
}

impl<'a> Explainer<'a> {
    fn puzzle(&self) -> &'a Puzzle {
        &self.record.puzzle
    }

    fn is_json(&self) -> bool {
        self.args.format == Some(ExplainFormat::Json)
    }

    fn options(&self) -> ExplainOptions {
        ExplainOptions {
            max_size: self.args.max_size,
            smallest: self.args.smallest,
            max_steps: self.args.next.map(|_| 1),
            assume_unique: self.args.assume_unique,
        }
    }

    /// Explains the candidate or the cell on the command line, or else the puzzle.
    fn explain(&mut self) -> Result<Status, Failure> {
        let puzzle = self.puzzle();
        let Some(cell) = self.args.cell.or(self.args.candidate.map(|candidate| candidate.cell)) else {
            return self.explain_puzzle();
        };
        let geometry = puzzle.geometry();
        let is_too_large = |candidate: Candidate| candidate.digit.get() > geometry.size();
        if !geometry.contains(cell) || self.args.candidate.is_some_and(is_too_large) {
            let place =
                self.args.candidate.map_or_else(|| cell.to_string(), |candidate| candidate.to_string());
            let board = match (geometry.size(), geometry.layout()) {
                (n, None) => format!("the {n}x{n} board"),
                (_, Some(layout)) => format!("the boards of the layout {layout}"),
            };
            return Err(Failure::Other(anyhow!("{place} is not on {board}")));
        }
        let candidate = match self.args.candidate {
            Some(candidate) => candidate,
            None => match self.args.time.options().solve(puzzle).map_err(solve_failure)? {
                Some(solution) => Candidate { cell, digit: solution.get(cell) },
                None => return self.explain_puzzle(),
            },
        };
        let step = explain_candidate(puzzle, candidate, &self.options(), self.limits);
        let Some(step) = step.map_err(solve_failure)? else { return self.explain_puzzle() };
        if !step.technique.has_pattern() && !self.args.smallest {
            let path = steps_to(puzzle, candidate, &self.options(), self.limits).map_err(solve_failure)?;
            let path = path.filter(|path| path.iter().all(|step| step.technique.is_single()));
            if let Some(path) = path {
                self.add_steps(puzzle, &path)?;
                let steps = path.len();
                self.add_result(JsonResult { status: "solved", steps, ..JsonResult::default() });
                return Ok(Status::Solved);
            }
        }
        if self.args.max_size.is_some_and(|most| step.size() > most) {
            let message = format!("the reason has {} rules and facts, more than --max-size", step.size());
            return Ok(self.unknown(0, message));
        }
        self.add_steps(puzzle, &[step])?;
        self.add_result(JsonResult { status: "solved", steps: 1, ..JsonResult::default() });
        Ok(Status::Solved)
    }

    /// Adds the result "unknown" with a message, after this number of steps.
    fn unknown(&mut self, steps: usize, message: String) -> Status {
        self.message = Some(message.clone());
        let message = Some(message);
        self.add_result(JsonResult { status: "unknown", steps, message, ..JsonResult::default() });
        Status::Unknown
    }

    fn add_result(&mut self, result: JsonResult) {
        self.json.push(JsonLine::Result(Box::new(result)));
    }

    fn explain_puzzle(&mut self) -> Result<Status, Failure> {
        let puzzle = self.puzzle();
        match explain_puzzle(puzzle, &self.options(), self.limits).map_err(solve_failure)? {
            Explanation::Solved { steps, solution } | Explanation::Partial { steps, solution } => {
                self.add_steps(puzzle, &steps)?;
                let solution = Some(JsonCells::of(solution.grid()));
                let (status, steps) = ("solved", steps.len());
                self.add_result(JsonResult { status, steps, solution, ..JsonResult::default() });
                Ok(Status::Solved)
            }
            Explanation::Unknown { steps, reason } => {
                if reason == Some(StopReason::Interrupted) {
                    return Err(Failure::Interrupted);
                }
                self.add_steps(puzzle, &steps)?;
                let message = reason.map_or_else(
                    || "there is no further step with at most --max-size rules and facts".to_owned(),
                    |reason| reason.to_string(),
                );
                Ok(self.unknown(steps.len(), message))
            }
            Explanation::Unsatisfiable { givens, steps } => self.add_conflict(&givens, &steps),
            Explanation::Several { differ, solutions } => {
                let helpful = self.repair(helpful_givens)?.unwrap_or_default();
                let repair = self.repair(givens_to_add)?;
                let rules = self.repair(unstated_rules)?.unwrap_or_default();
                let (cells, list) = (differ.len(), differ.iter().join(" "));
                self.text.push(format!("several solutions, which differ in {cells} cells: {list}"));
                self.text.extend(solutions.iter().map(ToString::to_string));
                // If one given suffices, a list of single givens adds nothing.
                if repair.as_ref().is_some_and(|repair| repair.givens.len() > 1) && !helpful.is_empty() {
                    let mut names = helpful.iter().map(|helpful| {
                        format!("{} (excludes {} candidates)", helpful.given, helpful.excluded)
                    });
                    let list = names.join(", ");
                    self.text.push(format!("single givens that help most: {list}"));
                }
                if let Some(repair) = &repair {
                    let what = fewest("givens to add for a unique solution", repair);
                    self.text.push(format!("{what}: {}", names(repair, puzzle)));
                }
                if !rules.is_empty() {
                    self.text.push(format!("or add one of these rules: {}", rules.join(", ")));
                } else if self.args.repair {
                    let none = "found no variant or rule of the whole board that makes the solution unique";
                    self.text.push(none.to_owned());
                }
                self.add_result(JsonResult {
                    status: "several",
                    differ: Some(differ),
                    solutions: Some(
                        solutions.iter().map(|solution| JsonCells::of(solution.grid())).collect(),
                    ),
                    add: repair.as_ref().map(|repair| repair.givens.clone()),
                    helpful: helpful.iter().map(|helpful| helpful.given).collect(),
                    add_rules: rules,
                    fewest: repair.as_ref().map(|repair| repair.is_smallest),
                    ..JsonResult::default()
                });
                Ok(Status::Solved)
            }
        }
    }

    /// Returns the repair that `find` returns, if one is requested.
    fn repair<T>(
        &self,
        find: impl FnOnce(&Puzzle, &Limits) -> Result<T, SolveError>,
    ) -> Result<Option<T>, Failure> {
        let repair = self.args.repair.then(|| find(self.puzzle(), self.limits));
        repair.transpose().map_err(solve_failure)
    }

    fn add_conflict(&mut self, givens: &GivensAndRules, steps: &[Deduction]) -> Result<Status, Failure> {
        let puzzle = self.puzzle();
        let repair = self.repair(givens_to_remove)?.flatten();
        let changes = repair.as_ref().map(|removed| givens_to_change(puzzle, removed, self.limits));
        let changes = changes.transpose().map_err(solve_failure)?;
        let mut conflicting = puzzle.without_givens();
        givens.givens.iter().for_each(|given| conflicting.set(given.cell, Some(given.digit)));
        let kind = if givens.is_smallest { "smallest" } else { "minimal" };
        let (elements, size) = (names(givens, puzzle), size(givens));
        self.text.push(format!("no solution; a {kind} set of {size} without a solution: {elements}"));
        self.text.extend(excerpt::marked_lines(self.record, &givens.givens));
        let is_hint = self.args.next.is_some();
        if !is_hint || self.args.next == Some(Hint::Step) {
            self.add_steps(&conflicting, steps)?;
        }
        // Two equal givens in a house are a contradiction without any step.
        let has_end = steps.last().is_some_and(|last| last.derived.is_empty());
        let is_complete = is_hint || has_end || clashes(conflicting.grid()).next().is_some();
        if !is_complete {
            self.message = Some("the steps end before they reach a contradiction".to_owned());
        }
        if let Some(repair) = &repair {
            let noun = if puzzle.rules().is_empty() { "givens" } else { "givens and rules" };
            let what = fewest(&format!("{noun} to remove"), repair);
            self.text.push(format!("{what}: {}", names(repair, puzzle)));
        }
        if let Some(changes) = changes.as_ref().filter(|changes| !changes.is_empty()) {
            self.text.push(format!("or change them: {}", changes.iter().join(" ")));
        }
        self.add_result(JsonResult {
            status: "unsatisfiable",
            steps: steps.len(),
            givens: Some(givens.givens.clone()),
            rules: rules(givens, puzzle),
            smallest: Some(givens.is_smallest),
            remove: repair.as_ref().map(|repair| repair.givens.clone()),
            remove_rules: repair.as_ref().map_or_else(Vec::new, |repair| rules(repair, puzzle)),
            change: changes,
            fewest: repair.as_ref().map(|repair| repair.is_smallest),
            message: self.message.clone(),
            ..JsonResult::default()
        });
        Ok(if is_complete { Status::Unsatisfiable } else { Status::Unknown })
    }

    /// Adds a step, with its proof by cases if it has no pattern. If a limit is reached, the step is added without it.
    fn add_step(&mut self, number: usize, step: &Deduction, puzzle: &Puzzle, known: &StepsSoFar) {
        let has_pattern = step.technique.has_pattern();
        let cases = if has_pattern { None } else { step.cases(puzzle, self.limits).ok().flatten() };
        // Both forms describe all cases, so only one is computed.
        if self.is_json() {
            let mut record = StepRecord::new(number, step, cases.as_ref(), puzzle);
            record.sentence = known.sentence(step, cases.as_ref());
            self.json.push(JsonLine::Step(Box::new(record)));
        } else {
            self.text.push(text::step(number, step, cases.as_ref(), (known, puzzle), self.args.reasons));
        }
    }

    /// Checks and adds the steps, which start from the givens of `puzzle`, or the one that `--step` selects.
    fn add_steps(&mut self, puzzle: &Puzzle, steps: &[Deduction]) -> Result<(), Failure> {
        let mut known = StepsSoFar::new(puzzle, None);
        // The time may be over, but the steps that have been found are still checked.
        let limits = Limits::none().with_interrupt(INTERRUPT.clone());
        if let Some(step) = self.args.step.filter(|&step| step > steps.len()) {
            let count = counted(steps.len() as u64, "step", "steps");
            self.message = Some(format!("there is no step {step}: the explanation has {count}"));
        }
        for (index, step) in steps.iter().enumerate() {
            let is_shown = self.args.step.is_none_or(|step| index + 1 == step);
            if is_shown {
                let mut step = step.clone();
                let verification = step.verify(puzzle, &Solver::Native, &limits);
                let verification = verification.map_err(solve_failure)?;
                if !verification.is_valid {
                    let number = index + 1;
                    return Err(Failure::Other(anyhow!("the SAT solver refutes step {number}: {step:?}")));
                }
                step.is_minimal = verification.is_minimal;
                if let Some(hint) = self.args.next.filter(|&hint| hint != Hint::Step) {
                    let hint = hint::hint(&step, hint, puzzle);
                    self.text.push(hint.hint.clone());
                    self.json.push(JsonLine::Hint(hint));
                } else {
                    self.add_step(index + 1, &step, puzzle, &known);
                }
            }
            known.learn(&step.derived, index + 1);
            if is_shown && self.args.boards && !self.is_json() {
                self.text.push(to_text(known.grid().clone().into(), Format::Grid, self.record.alphabet)?);
            }
        }
        Ok(())
    }
}

fn rules(set: &GivensAndRules, puzzle: &Puzzle) -> Vec<String> {
    set.rules.iter().map(|&index| puzzle.rules()[index].to_string()).collect()
}

/// Lists the givens and the rules of a set.
fn names(set: &GivensAndRules, puzzle: &Puzzle) -> String {
    let givens = (!set.givens.is_empty()).then(|| set.givens.iter().join(" "));
    givens.into_iter().chain(rules(set, puzzle)).join("; ")
}

/// Returns the size of a set in words, for example `1 given and 2 rules`.
fn size(set: &GivensAndRules) -> String {
    let givens = counted(set.givens.len() as u64, "given", "givens");
    let rules = counted(set.rules.len() as u64, "rule", "rules");
    match (set.givens.is_empty(), set.rules.is_empty()) {
        (_, true) => givens,
        (true, false) => rules,
        (false, false) => format!("{givens} and {rules}"),
    }
}

fn fewest(what: &str, set: &GivensAndRules) -> String {
    if set.is_smallest { format!("fewest {what}") } else { format!("{what}, perhaps not the fewest") }
}

#[cfg(test)]
mod tests {
    use sudoku_cnf::puzzle::rule::Rule;

    use super::*;

    #[test]
    fn sets_of_givens_and_rules_are_named_and_counted() {
        let puzzle: Puzzle = "1.............2.".parse().unwrap();
        let rules = ["odd: r1c1", "nonconsecutive"].map(|rule| Rule::parse(rule, puzzle.geometry()).unwrap());
        let puzzle = puzzle.with_rules(rules);
        let givens: Vec<Candidate> = puzzle.givens().collect();
        let set = |givens: &[Candidate], rules: &[usize]| {
            let set = GivensAndRules {
                givens: givens.to_vec(),
                rules: rules.to_vec(),
                is_smallest: givens.len() == 1,
            };
            [names(&set, &puzzle), size(&set), fewest("givens", &set)]
        };
        assert_eq!(set(&givens[..1], &[]), ["r1c1=1", "1 given", "fewest givens"]);
        assert_eq!(set(&[], &[1])[..2], ["nonconsecutive", "1 rule"]);
        assert_eq!(
            set(&givens, &[0, 1]),
            [
                "r1c1=1 r4c3=2; odd: r1c1; nonconsecutive",
                "2 givens and 2 rules",
                "givens, perhaps not the fewest"
            ]
        );
    }
}
