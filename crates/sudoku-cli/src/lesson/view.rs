//! The views of a lesson: the start, one view for each step, and the end.

use std::collections::BTreeSet;

use sudoku_cnf::text::Alphabet;
use sudoku_cnf::text::words::{capitalized, list};
use sudoku_cnf::{Cell, Grid, Puzzle, Solution, named_enum};
use sudoku_sat::explain::{
    BoardRule, Deduction, Explanation, Fact, GivensAndRules, Roles, StepsSoFar, Technique,
};
use sudoku_sat::{Limits, SolveError, Solver};

use super::proof::{Proof, proof};

named_enum! {
    /// The result that a [`Lesson`](super::Lesson) leads to.
    pub enum LessonStatus: "status" {
        /// The steps lead to the only solution.
        Solved = "solved",
        /// The steps lead to a contradiction.
        Unsatisfiable = "unsatisfiable",
        /// The lesson shows two solutions.
        Several = "several",
        /// A limit ended the search for steps.
        Unknown = "unknown",
    }
}

/// A board with marks and a text, which the reader sees at the same time.
#[derive(Clone, Debug, Default)]
pub(super) struct View {
    /// The fragment of the URL, for example `step-7`.
    pub(super) id: String,
    pub(super) title: String,
    pub(super) text: String,
    /// The technique and the cost of a step.
    pub(super) technique: Option<(Technique, u64)>,
    /// The houses in which the step needs a place for a digit.
    pub(super) houses: Vec<usize>,
    /// The cells that the step is about.
    pub(super) cells: Vec<Cell>,
    /// The cells with placed digits that the step uses.
    pub(super) used: Vec<Cell>,
    pub(super) derived: Vec<Fact>,
    /// The roles of the candidates of a chain or a fish.
    pub(super) roles: Roles,
    pub(super) proof: Proof,
    /// Whether the proof also needs clauses of rules beyond houses.
    pub(super) uses_rules: bool,
    /// Digits to show instead of those that are known from earlier steps.
    pub(super) grid: Option<Grid>,
    /// Whether the view shows all givens, including those that the steps do not use.
    pub(super) shows_all_givens: bool,
}

/// Returns the views of a lesson. `basis` contains the givens from which the steps start.
pub(super) fn views(
    puzzle: &Puzzle,
    basis: &Puzzle,
    explanation: &Explanation,
    alphabet: Option<Alphabet>,
    limits: &Limits,
) -> Result<(LessonStatus, Vec<View>), SolveError> {
    Ok(match explanation {
        Explanation::Solved { steps, .. } => {
            let mut views = vec![start(&format!("The puzzle has exactly one solution. {}", count(steps)))];
            views.extend(steps_of(basis, steps, alphabet, limits)?);
            views.push(end("Solution", "The puzzle is solved.".to_owned()));
            (LessonStatus::Solved, views)
        }
        Explanation::Unsatisfiable { givens, steps } => {
            let text = format!("The puzzle has no solution. {} {}", conflict(givens, puzzle), count(steps));
            let cells = givens.givens.iter().map(|given| given.cell).collect();
            let mut views = vec![View { cells, shows_all_givens: true, ..start(&text) }];
            views.extend(steps_of(basis, steps, alphabet, limits)?);
            let text = "The steps lead to a contradiction, so the puzzle has no solution.";
            views.push(end("Contradiction", text.to_owned()));
            (LessonStatus::Unsatisfiable, views)
        }
        Explanation::Several { differ, solutions } => {
            (LessonStatus::Several, several(puzzle, differ, solutions))
        }
        Explanation::Partial { steps, .. } => {
            let mut views = vec![start(&count(steps))];
            views.extend(steps_of(basis, steps, alphabet, limits)?);
            views.push(end("Incomplete", "Further steps lead to the solution.".to_owned()));
            (LessonStatus::Unknown, views)
        }
        Explanation::Unknown { steps, reason } => {
            let mut views = vec![start(&count(steps))];
            // The time may be over, but the steps that have been found are still checked.
            views.extend(steps_of(basis, steps, alphabet, &limits.clone().within(None))?);
            let reason = reason.as_ref().map_or_else(String::new, |reason| format!(": {reason}"));
            views.push(end("Incomplete", format!("No further step was found{reason}.")));
            (LessonStatus::Unknown, views)
        }
    })
}

fn count(steps: &[Deduction]) -> String {
    match steps.len() {
        0 => String::new(),
        1 => "One step explains why.".to_owned(),
        count => format!("{count} steps explain why."),
    }
}

fn conflict(set: &GivensAndRules, puzzle: &Puzzle) -> String {
    if !set.rules.is_empty() {
        let rules = set.rules.iter().map(|&index| puzzle.rules()[index].sentence());
        let rules = list(rules, "and");
        return match set.givens.len() {
            0 => format!("These rules contradict each other: {rules}."),
            _ => format!("The marked givens contradict these rules: {rules}."),
        };
    }
    match set.givens.len() {
        0 => "The excluded candidates rule out every grid.".to_owned(),
        1 => "The marked given alone contradicts the rules.".to_owned(),
        count => {
            format!("The {count} marked givens contradict each other; without any one of them, they do not.")
        }
    }
}

fn start(text: &str) -> View {
    let (id, title) = ("start".to_owned(), "Start".to_owned());
    View { id, title, text: text.trim_end().to_owned(), ..View::default() }
}

fn end(title: &str, text: String) -> View {
    View { id: "end".to_owned(), title: title.to_owned(), text, ..View::default() }
}

fn several(puzzle: &Puzzle, differ: &[Cell], solutions: &[Solution; 2]) -> Vec<View> {
    let text = match differ.len() {
        ..=30 => format!("The puzzle has several solutions. They differ in {}.", list(differ, "and")),
        count => format!("The puzzle has several solutions. They differ in the {count} marked cells."),
    };
    let geometry = puzzle.geometry();
    let [first, second] = solutions.each_ref().map(Solution::grid);
    let differs = |cell: &Cell| {
        let index = geometry.index(*cell);
        first.as_slice()[index] != second.as_slice()[index]
    };
    let different: Vec<Cell> = geometry.cells().filter(differs).collect();
    let solution = |number: usize, title: &str, grid: &Grid| View {
        id: format!("solution-{number}"),
        title: title.to_owned(),
        text: "The two solutions shown differ in the marked cells.".to_owned(),
        cells: different.clone(),
        grid: Some(grid.clone()),
        ..View::default()
    };
    vec![
        View { cells: differ.to_vec(), ..start(&text) },
        solution(1, "One solution", first),
        solution(2, "Another solution", second),
    ]
}

/// Returns a view of each step. A solver checks the step first.
pub(super) fn steps_of(
    basis: &Puzzle,
    steps: &[Deduction],
    alphabet: Option<Alphabet>,
    limits: &Limits,
) -> Result<Vec<View>, SolveError> {
    let mut known = StepsSoFar::new(basis, alphabet);
    let mut views = Vec::new();
    for (index, step) in steps.iter().enumerate() {
        let number = index + 1;
        if !step.verify(basis, &Solver::Native, limits)?.is_valid {
            return Err(SolveError::Internal(format!("the solver refutes step {number}")));
        }
        let clauses = step.clauses(basis, limits)?;
        let has_pattern = step.technique.has_pattern();
        let cases = if has_pattern { None } else { step.cases(basis, limits)? };
        views.push(View {
            id: format!("step-{number}"),
            title: format!("Step {number}: {}", capitalized(&step.technique.to_string())),
            text: known.sentence(step, cases.as_ref()),
            technique: Some((step.technique.clone(), step.cost)),
            houses: houses(step),
            cells: marked_cells(step, &known, basis),
            used: used_cells(step),
            derived: step.derived.clone(),
            roles: step.roles(),
            proof: proof(step, clauses, &known, basis),
            uses_rules: step.rules.iter().any(|rule| matches!(rule, BoardRule::Rule(_))),
            ..View::default()
        });
        known.learn(&step.derived, number);
    }
    Ok(views)
}

fn houses(step: &Deduction) -> Vec<usize> {
    let house = |rule: &BoardRule| match *rule {
        BoardRule::House { house, .. } => Some(house),
        _ => None,
    };
    sorted(step.rules.iter().filter_map(house))
}

/// Returns the cells to outline: those that the rules name, or the target if the step places a digit.
fn marked_cells(step: &Deduction, known: &StepsSoFar, basis: &Puzzle) -> Vec<Cell> {
    let mut marked: Vec<Cell> = Vec::new();
    for rule in &step.rules {
        match *rule {
            BoardRule::Cell(cell) => marked.push(cell),
            BoardRule::DeadlyPattern(ref pairs) => marked.extend(pairs.iter().map(|&(cell, _)| cell)),
            BoardRule::Rule(index) => {
                let rule = &basis.rules()[index];
                marked.extend(rule.cells().iter().chain(rule.other_cells()));
            }
            BoardRule::House { house, digit } => marked.extend(known.places(house, digit)),
            BoardRule::Peers { a, b, digit } => {
                let is_placed = |cell: Cell| known.grid().get(cell) == Some(digit);
                if is_placed(a) && is_placed(b) {
                    marked.extend([a, b]);
                }
            }
        }
    }
    sorted(marked.into_iter())
}

fn used_cells(step: &Deduction) -> Vec<Cell> {
    let placed = step.facts.iter().filter(|fact| fact.is_placed).map(|fact| fact.candidate.cell);
    sorted(placed)
}

/// Returns the distinct items in ascending order.
fn sorted<T: Ord>(items: impl Iterator<Item = T>) -> Vec<T> {
    items.collect::<BTreeSet<T>>().into_iter().collect()
}

#[cfg(test)]
mod tests {
    use sudoku_sat::explain::{ExplainOptions, explain};

    use super::*;

    #[test]
    fn a_partial_explanation_has_its_steps() {
        let puzzle: Puzzle = "12..3......4...1".parse().unwrap();
        let options = ExplainOptions { max_steps: Some(2), ..ExplainOptions::default() };
        let explanation = explain(&puzzle, &options, &Limits::none()).unwrap();
        let (status, views) = views(&puzzle, &puzzle, &explanation, None, &Limits::none()).unwrap();
        assert_eq!((status, views.len()), (LessonStatus::Unknown, 4));
        assert!(views[3].text.contains("Further steps"), "{}", views[3].text);
    }
}
