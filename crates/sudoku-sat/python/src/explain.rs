//! Explanations.

use pyo3::prelude::*;
use sudoku_cnf::{Candidate, Puzzle, Solution};
use sudoku_sat::Limits;
use sudoku_sat::explain::{self as library, CaseEnd, Deduction, ExplainOptions, StepsSoFar, Technique};

use crate::args::{Number, Seconds};
use crate::call::run;
use crate::puzzle::PuzzleInput;
use crate::values::value_class;
use crate::{array, error};

value_class! {
    /// A placed digit or an excluded candidate.
    ///
    /// Attributes:
    ///     row, column: The cell, counted from 1.
    ///     digit: The digit.
    ///     placed: Whether the cell contains the digit. Otherwise, it does not.
    Fact {
        row: usize,
        column: usize,
        digit: usize,
        placed: bool,
    } {
        fn __str__(&self) -> String {
            format!("r{}c{}{}{}", self.row, self.column, if self.placed { "=" } else { "≠" }, self.digit)
        }

        fn __repr__(&self) -> String {
            format!("<Fact {}>", self.__str__())
        }
    }
}

impl From<&library::Fact> for Fact {
    fn from(fact: &library::Fact) -> Self {
        Self { placed: fact.is_placed, ..fact.candidate.into() }
    }
}

impl From<Candidate> for Fact {
    fn from(Candidate { cell, digit }: Candidate) -> Self {
        Self { row: cell.row(), column: cell.column(), digit: digit.get(), placed: true }
    }
}
value_class! {
    /// A case of a proof: what it assumes, what follows, and how it ends.
    ///
    /// Attributes:
    ///     assumed: The opposite of the first conclusion of the step, or an alternative of a distinction. None if the
    ///         step has no conclusion.
    ///     implied: The facts that follow, each with the rule that implies it.
    ///     violated: The rule that is violated, or None if the case ends in a distinction.
    ///     distinction: The rule because of which one of the further cases holds, or None.
    ///     cases: The further cases, all of which are contradictory.
    Case {
        assumed: Option<Fact>,
        implied: Vec<(Fact, String)>,
        violated: Option<String>,
        distinction: Option<String>,
        cases: Vec<Case>,
    } {
        fn __repr__(&self) -> String {
            let assumed = self.assumed.as_ref().map_or_else(|| "None".to_owned(), Fact::__str__);
            format!("<Case {assumed}, {} implied, {} cases>", self.implied.len(), self.cases.len())
        }
    }
}

impl Case {
    fn new(case: &library::Case, puzzle: &Puzzle) -> Self {
        let (violated, distinction, cases) = match &case.end {
            CaseEnd::Contradiction(rule) => (Some(rule.describe(puzzle)), None, &[][..]),
            CaseEnd::Distinction { rule, cases } => (None, Some(rule.describe(puzzle)), &cases[..]),
        };
        let implied = case.implied.iter().map(|(fact, rule)| (Fact::from(fact), rule.describe(puzzle)));
        Self {
            assumed: case.assumed.as_ref().map(Fact::from),
            implied: implied.collect(),
            violated,
            distinction,
            cases: cases.iter().map(|case| Self::new(case, puzzle)).collect(),
        }
    }
}
value_class! {
    /// A step: rules and known facts that imply new facts. No rule or fact can be left out if `minimal` is true.
    ///
    /// Attributes:
    ///     technique: The name, for example "hidden-single" or "x-wing".
    ///     sentence: The step in words.
    ///     cost: The sum of the costs of the rules and facts.
    ///     rules: The rules in words, for example "row 1 has a place for 5".
    ///     facts: The known facts that the step uses.
    ///     derived: The new facts. A step without new facts is a contradiction.
    ///     minimal: Whether no proper subset of the rules and facts implies the new facts.
    ///     smallest: Whether it is known that no smaller set does.
    ///     base, cover: The houses of a fish, for example "row 1".
    ///     cases: The proof by cases of a step without a pattern, or None.
    Step {
        technique: String,
        sentence: String,
        cost: u64,
        rules: Vec<String>,
        facts: Vec<Fact>,
        derived: Vec<Fact>,
        minimal: bool,
        smallest: bool,
        base: Vec<String>,
        cover: Vec<String>,
        cases: Option<Case>,
    } {
        fn __str__(&self) -> String {
            let derived: Vec<_> = self.derived.iter().map(Fact::__str__).collect();
            let conclusion = if derived.is_empty() { "contradiction".to_owned() } else { derived.join(" ") };
            format!("{} (cost {}): {conclusion}", self.technique, self.cost)
        }

        fn __repr__(&self) -> String {
            format!("<Step {}>", self.__str__())
        }
    }
}

impl Step {
    /// If a limit is reached, the step has no proof by cases.
    fn new(step: &Deduction, known: &StepsSoFar, puzzle: &Puzzle, limits: &Limits) -> Self {
        let proof = if step.technique.has_pattern() { Ok(None) } else { step.cases(puzzle, limits) };
        let proof = proof.ok().flatten();
        let (base, cover) = match &step.technique {
            Technique::Fish { base, cover, .. } => (&base[..], &cover[..]),
            _ => (&[][..], &[][..]),
        };
        Self {
            technique: step.technique.name(),
            sentence: known.sentence(step, proof.as_ref()),
            cost: step.cost,
            rules: step.rules.iter().map(|rule| rule.describe(puzzle)).collect(),
            facts: step.facts.iter().map(Fact::from).collect(),
            derived: step.derived.iter().map(Fact::from).collect(),
            minimal: step.is_minimal,
            smallest: step.is_smallest,
            base: base.iter().map(ToString::to_string).collect(),
            cover: cover.iter().map(ToString::to_string).collect(),
            cases: proof.map(|case| Case::new(&case, puzzle)),
        }
    }
}
value_class! {
    /// The result of `explain`.
    ///
    /// Attributes:
    ///     status: "solved", "unsatisfiable", "several", "partial" if max_steps was reached, or "unknown" if no further
    ///         step of the permitted size exists.
    ///     steps: The steps from the givens to the solution, or to a contradiction.
    ///     solution: The solution if `status` is "solved" or "partial".
    ///     conflict, conflict_rules: A minimal set of givens and rules without a solution if `status` is
    ///         "unsatisfiable".
    ///     solutions: Two solutions if `status` is "several".
    ///     differ: The cells that differ between solutions if `status` is "several", as (row, column).
    #[derive(Default)]
    Explanation {
        status: String,
        steps: Vec<Step>,
        solution: Option<String>,
        conflict: Vec<Fact>,
        conflict_rules: Vec<String>,
        solutions: Vec<String>,
        differ: Vec<(usize, usize)>,
    } {
        fn __repr__(&self) -> String {
            format!("<Explanation {}, {} steps>", self.status, self.steps.len())
        }
    }
}

/// Explains a puzzle step by step.
///
/// The guide to the Rust library, `sudoku_sat::explain`, describes how steps are found, and defines their cost.
///
/// Args:
///     puzzle: The puzzle.
///     smallest: Whether each step must have as few rules and facts as possible. This takes longer.
///     max_size: The maximum number of rules and facts of a step.
///     max_steps: The maximum number of steps.
///     timeout: The time limit in seconds.
///
/// Raises:
///     ValueError: The argument is not a puzzle.
///     TimeoutError: The time limit was reached.
#[pyfunction]
#[pyo3(signature = (puzzle, *, smallest = false, max_size = None, max_steps = None, timeout = None))]
pub(crate) fn explain(
    py: Python<'_>,
    puzzle: PuzzleInput,
    smallest: bool,
    max_size: Option<Number>,
    max_steps: Option<Number>,
    timeout: Option<Seconds>,
) -> PyResult<Explanation> {
    let (max_size, max_steps) = (max_size.map(Number::size), max_steps.map(Number::size));
    let options = ExplainOptions { max_size, smallest, max_steps, ..ExplainOptions::default() };
    let puzzle = puzzle.puzzle;
    run(py, timeout, |call| {
        let limits = call.limits(puzzle.geometry().size());
        let explained = library::explain(&puzzle, &options, &limits).map_err(error::solve)?;
        explanation(explained, &puzzle, &limits)
    })
}

fn explanation(explained: library::Explanation, puzzle: &Puzzle, limits: &Limits) -> PyResult<Explanation> {
    // A contradiction starts from a part of the givens, which matters only for the sentences.
    let mut basis = puzzle.clone();
    if let library::Explanation::Unsatisfiable { givens, .. } = &explained {
        basis = puzzle.without_givens();
        givens.givens.iter().for_each(|given| basis.set(given.cell, Some(given.digit)));
    }
    let mut known = StepsSoFar::new(&basis, None);
    let mut all = |steps: Vec<Deduction>| {
        let steps = steps.iter().zip(1..).map(|(step, number)| {
            let shown = Step::new(step, &known, puzzle, limits);
            known.learn(&step.derived, number);
            shown
        });
        steps.collect()
    };
    let with_status = |status: &str| Explanation { status: status.to_owned(), ..Explanation::default() };
    let line = |solution: Solution| Some(array::line(solution.grid()));
    Ok(match explained {
        library::Explanation::Solved { steps, solution } => {
            Explanation { steps: all(steps), solution: line(solution), ..with_status("solved") }
        }
        library::Explanation::Partial { steps, solution } => {
            Explanation { steps: all(steps), solution: line(solution), ..with_status("partial") }
        }
        library::Explanation::Unsatisfiable { givens, steps } => Explanation {
            steps: all(steps),
            conflict: givens.givens.into_iter().map(Fact::from).collect(),
            conflict_rules: givens.rules.iter().map(|&index| puzzle.rules()[index].to_string()).collect(),
            ..with_status("unsatisfiable")
        },
        library::Explanation::Several { differ, solutions } => Explanation {
            solutions: solutions.iter().map(|solution| array::line(solution.grid())).collect(),
            differ: differ.iter().map(|cell| (cell.row(), cell.column())).collect(),
            ..with_status("several")
        },
        library::Explanation::Unknown { reason: Some(reason), .. } => return Err(error::stopped(&reason)),
        library::Explanation::Unknown { steps, reason: None } => {
            Explanation { steps: all(steps), ..with_status("unknown") }
        }
    })
}
